"""Finished plays as a JSON file, read back with care: all of them, or none and the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from typing import Any, overload

from companion.files import sandbox
from companion.files.safe_readers import LARGEST, PLAYS, Json, in_turn, unlike_ours
from companion.language.catalogues import ours
from companion.language.player_names import LONGEST, tidy
from companion.language.texts import DEEPEST, LONGEST as LONGEST_TEXT, SHORT, is_plain, places
from companion.refusal import Refusal
from companion.scores.forms import MOST_SEATED
from companion.scores.model import DRAW, LEAST, MOST
from companion.table.finished import Play
from companion.table.import_export.serialize import from_json
from companion.table.seating.seats import ALPHABET, COLOURS
from companion.web.forms import fitting

LAST_MOMENT = 2**32
CODE = re.compile(rf"[{ALPHABET}]{{5}}(/([2-9]|[1-9]\d))?")
IDENTITY = "0" * 32
"""Stands for that of a play which brings none."""
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
MOST_POINTS = 100_000
MOST_LINES = 100
MOST_OPTIONS = 30
MOST_GAMES = 1000
"""Of how many games the plays of a file may be: pages took no longer for as many as for one."""
SUMS, BYTES_A_SUM = 200, 200
"""How many players of how many games a file may name in any case, and after how many bytes one more.

Each player of a game has lists and sums of their own, which take time; more plays of the same take little. A play
without lines has some 130 bytes for each player, but hardly all of them are new.
"""
IMPORT_ERRORS = (LookupError, RecursionError, TypeError, ValueError)


class Plays(Sequence[Play]):
    """The plays of a file that was checked whole; each is made on demand, since all at once need much memory."""

    def __init__(self, data: bytes, spans: Sequence[tuple[int, int]]) -> None:
        self._data, self._spans = data, spans

    @classmethod
    def of(cls, texts: Sequence[str]) -> Plays:
        """Make them of plays that were written each by itself."""
        pieces = [text.encode() for text in texts]
        ends = [*accumulate(map(len, pieces))]
        return cls(b"".join(pieces), [*zip([0, *ends], ends, strict=False)])

    def __len__(self) -> int:
        """Count the plays."""
        return len(self._spans)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> list[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | list[Play]:
        """Make one play, or some."""
        if isinstance(index, slice):
            return [self._made(*span) for span in self._spans[index]]
        return self._made(*self._spans[index])

    def _made(self, start: int, end: int) -> Play:
        return from_json(json.loads(self._data[start:end]) | {"id": 0}, unread=True)


def read(data: bytes) -> Plays:
    """Read the plays of an exported file, in a process of its own; raise Refusal that names a play that is wrong."""
    return Plays(data, [*sandbox.read(find, data)])


def not_ours() -> Refusal:
    """Make the refusal of a file of neither kind that we read."""
    return Refusal(
        "This file is neither a list of plays from Companion nor a collection from BG Stats, or it is damaged."
        " Export it again, as JSON."
    )


def find(data: bytes) -> Iterator[tuple[int, int]]:
    """Find where each play of a file begins and ends, in bytes, checking it; raise Refusal as `read` does.

    The oldest comes first, so that sums grow as if all were played now: an export lists the latest first. Those of one
    player stand together, as their lists and sums do.
    """
    found: list[tuple[str, float, int, int]] = []
    codes, games, sums = set[str](), set[str](), set[tuple[str, str]]()
    end, most = 0, SUMS + len(data) // BYTES_A_SUM
    try:
        file = Json(data)
        for number, (piece, row) in enumerate(in_turn(file.elements(PLAYS)), start=1):
            check(number, row, codes)
            games.add(row["game"])
            sums.update((row["game"], player["name"]) for player in row["players"])
            if len(sums) > most or len(games) > MOST_GAMES:
                raise unlike_ours()
            start = data.index(piece, end)
            end = start + len(piece)
            alone, *others = row["players"]
            found.append(("" if others else alone["name"], row["played_at"], start, end))
        file.end()
    except IMPORT_ERRORS:
        raise not_ours() from None
    found.reverse()  # of one moment, the one that is listed last comes first
    found.sort(key=itemgetter(0, 1))
    for _, _, start, end in found:
        yield start, end


def check(number: int, row: dict[str, Any], codes: set[str]) -> None:
    """Refuse a play that may not be in the scores list, and a second one of the same table."""
    if row.keys() - {"id", "identity"} != ENTRIES.keys() or not _identity(row.get("identity", IDENTITY)):
        raise Refusal("Play %(number)s in this file can't be read; nothing was added.", number=number)
    wrong = next((entry for entry, right in ENTRIES.items() if not right(row[entry])), None)
    wrong = wrong and (_wrong_in(row["players"]) if wrong == "players" else wrong)
    if wrong or row["code"] in codes:
        raise Refusal(
            "Play %(number)s in this file has an invalid entry, “%(entry)s”; nothing was added.",
            number=number,
            entry=wrong or "code",
        )
    codes |= {row["code"]} - {None}


def _wrong_in(players: Any) -> str:
    """Name what is wrong with the players: an entry of one of them, or the whole list."""
    rows = players if isinstance(players, list) else []
    known = [row for row in rows if isinstance(row, dict) and row.keys() - SITTING.keys() == PLAYER.keys()]
    checks = PLAYER | SITTING
    found = (entry for row in known for entry, value in row.items() if not checks[entry](value))
    return next(found, "players")


def _played_by(players: Any) -> bool:
    return (
        isinstance(players, list)
        and 0 < len(players) <= MOST_SEATED
        and all(
            _is(row, PLAYER)
            or (isinstance(row, dict) and _is(row, PLAYER | {key: SITTING[key] for key in SITTING if key in row}))
            for row in players
        )
        and len({row["name"] for row in players}) == len(players)
    )


def _is(row: Any, entries: dict[str, Callable[[Any], bool]]) -> bool:
    """Say whether a value is an object with exactly these entries, all of them right."""
    return (
        isinstance(row, dict)
        and row.keys() == entries.keys()
        and all(right(row[key]) for key, right in entries.items())
    )


def _text(longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= longest and not CONTROL.search(value)


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _or_none(right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or right(value)


def _moment(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < LAST_MOMENT


def _note(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 200 and tidy(value) == value


def _name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and _fits(value)


@lru_cache(1024)
def _fits(name: str) -> bool:
    """Say whether a name is one; the plays of a file have the same few."""
    try:
        fitting(name)
    except ValueError:
        return False
    return True


def _colour(value: Any) -> bool:
    return isinstance(value, str) and value in COLOURS


def _game(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 40 and value.isidentifier()


def _code(value: Any) -> bool:
    return isinstance(value, str) and CODE.fullmatch(value) is not None


def _identity(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value) is not None


def _lines(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_LINES and all(_is(line, LINE) for line in value)


def _sentence(longest: int) -> Callable[[Any], bool]:
    """Make a check for a sentence: a short text, or one of our own."""
    text = _text(longest)

    def right(value: Any) -> bool:
        return text(value) or (isinstance(value, dict) and 0 <= _length(value, DEEPEST) <= longest)

    return right


def _length(value: Any, deepest: int) -> int:
    """Count the characters of a sentence before it is put together; -1 for one that we cannot say."""
    if type(value) is not dict:
        return len(str(value)) if _plain(value) else -1
    if not is_plain(value) or not deepest:
        return -1
    message, values = value["message"], value["values"]
    if message not in ours() or values.keys() != places(message):
        return -1
    lengths = [_length(part, deepest - 1) for part in values.values()]
    return -1 if -1 in lengths else len(message) + sum(lengths)


_short = _text(SHORT)


def _plain(value: Any) -> bool:
    if type(value) in (int, float):
        return bool(abs(value) <= LARGEST)
    return value is None or type(value) is bool or _short(value)


def _options(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= MOST_OPTIONS and all(map(_option, value, value.values()))


def _option(name: str, value: Any) -> bool:
    if isinstance(value, list):
        right = len(value) <= MOST_LINES and all(map(_plain, value))
    else:
        right = _plain(value) or 0 <= _length(value, DEEPEST) <= LONGEST_TEXT
    return right and _text(60)(name)


LINE = {"id": _text(100), "label": _sentence(500), "points": _whole(-MOST_POINTS, MOST_POINTS), "why": _sentence(1000)}
PLAYER = {
    "name": _name,
    "colour": _colour,
    "place": _whole(DRAW, MOST_SEATED),
    "points": _or_none(_whole(LEAST, MOST)),
    "tie_break": _or_none(_whole(LEAST, MOST)),
    "lines": _lines,
}
SITTING = {"seat": _whole(1, MOST_SEATED), "team": _whole(1, MOST_SEATED), "role": _text(60)}
"""What is known of a player in some files, each with its check."""
ENTRIES = {
    "game": _game,
    "code": _or_none(_code),
    "played_at": _moment,
    "options": _options,
    "note": _note,
    "players": _played_by,
}
"""The entries of a play, a player and a line, each with its check."""

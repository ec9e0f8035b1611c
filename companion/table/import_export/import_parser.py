"""Read a table's file with care: piece by piece, every entry as the app would have written it, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cattrs

from companion.files.safe_readers import TABLE, Json, in_turn, unlike_ours
from companion.language.time_zones import is_name
from companion.table import store
from companion.table.log import FOLD_ERRORS as NO_STATE, Entry, Game, Refusal, effective, fold
from companion.table.replay import Replay, TooMuch, too_much
from companion.table.seating.seats import ALPHABET, COLOURS
from companion.web.forms import fitting

FORMAT, WITHOUT_ARGUMENTS = 2, 1
CODE = re.compile(f"[{ALPHABET}]{{5}}")
LAST_MOMENT = 2**32
"""No moment of ours is later, and no other broken number is larger."""
LARGEST = 10**6
"""How large a whole number in an event may be: seats, points, life, and the like."""
LONGEST = 1_000
"""How many characters a text in an event may have."""
MOST_EVENTS = 200
"""How many events an entry may have."""
MOST_ARGUMENTS, DEEPEST = 200, 3
"""How many values the arguments of an entry may have, and how deep they may lie in lists and tables."""
SHORTEST = 64
"""How many bytes a file has at least for each of its events: half of what those have that the app has written."""
MOST_STRUCK = 2_000
"""How many undos and redos a log may have."""
CHECKED = 50
"""How many states on the way are looked at, evenly spread."""
LEAST_FOLDED = 1_000
"""How many events may be folded anew for undos and redos even in a short log, and one more for each entry."""
A_CHECK = 8
"""How many folded events take as long as a look at a state."""
HEAD = 64 * 1024
"""How many bytes may stand beside the log."""
IMPORT_ERRORS = (*NO_STATE, cattrs.BaseValidationError, cattrs.ForbiddenExtraKeysError, store.Unreadable)
"""What reading a file that is no table of ours may raise."""
ROW = {"seq", "at", "seat", "move", "events", "strikes", "restores", "once"}


@dataclass(frozen=True)
class Incoming:
    """The contents of a table's file: the game's slug, the table's code, the players, and the log's raw rows."""

    game: str
    code: str
    players: list[tuple[str, str]]
    rows: list[dict[str, Any]]
    most: int
    """How many events they may hold."""
    zone: str | None
    """The time zone of the phone on which the game was ended, if the file says it."""


def read(data: bytes) -> Incoming:
    """Read a file's parts; raise Refusal or one of IMPORT_ERRORS if it is no table."""
    file, parts = Json(data), dict.fromkeys(("companion", "game", "code", "seats", "zone", "log"))
    for name in file.members():
        if name == "log":
            parts[name] = [row for _, row in in_turn(file.elements(TABLE))]
        else:
            value = file.value(HEAD)
            parts |= {name: value} if name in parts else {}
    file.end()
    if type(parts["companion"]) is not int:
        raise ValueError("no table")
    if parts["companion"] not in (FORMAT, WITHOUT_ARGUMENTS):
        raise Refusal("This file comes from a newer Companion. Update yours first.")
    code, game, zone = parts["code"], parts["game"], parts["zone"]
    if not (isinstance(code, str) and CODE.fullmatch(code) and isinstance(game, str)):
        raise ValueError("code or game")
    if not (zone is None or is_name(zone)):
        raise ValueError("zone")
    return Incoming(game, code, _players(parts["seats"]), parts["log"] or [], len(data) // SHORTEST, zone)


def _players(seats: Any) -> list[tuple[str, str]]:
    """Read who sits where; each name must be unique."""
    return seated([(fitting(seat["name"]), seat["colour"]) for seat in seats])


def seated(players: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Check who sits where, by name and colour; raise ValueError if two have a name, or one a colour that is none."""
    if len({name for name, _ in players}) < len(players) or not all(colour in COLOURS for _, colour in players):
        raise ValueError("seats")
    return players


def entries(game: Game, file: Incoming) -> Iterator[Entry]:
    """Read the rows of a file's log one after the other, and release them.

    Raise Refusal if they hold more events than a file of this length, or any, may have entries: a short event costs as
    much as a long one.
    """
    rows, seats, found = file.rows, len(file.players), 0
    rows.reverse()
    for number in range(1, len(rows) + 1):
        row = rows.pop()
        if row.keys() - {"arguments"} != ROW or not _sound(row, number, seats):
            raise ValueError(f"entry {number}")
        found += len(row["events"])
        if found > min(TABLE.most, file.most):
            raise TABLE.too_much() if found > TABLE.most else unlike_ours()
        row["events"] = tuple([event(game, values) for values in row["events"]])
        yield Entry(exclusive=row.pop("once"), **row)


def _count(value: Any, depth: int = 0) -> int:
    """Count the plain values in an argument; raise ValueError for one that no move takes."""
    if isinstance(value, dict) and depth < DEEPEST:
        return sum(_count(one, depth + 1) for one in (*value.keys(), *value.values()))
    if isinstance(value, list) and depth < DEEPEST:
        return sum(_count(one, depth + 1) for one in value)
    if isinstance(value, str) and len(value) <= LONGEST:
        return 1
    if value is None or (isinstance(value, int | float) and abs(value) <= LAST_MOMENT):
        return 1
    raise ValueError("no argument")


def _sound(row: Mapping[str, Any], number: int, seats: int) -> bool:
    """Say whether an entry has the right shape: its number, a moment, a seat of the table, what it names."""
    named = [seq for seq in (row["strikes"], row["restores"]) if seq is not None]
    return (
        type(row["seq"]) is int
        and row["seq"] == number
        and type(row["at"]) in (int, float)
        and 0 <= row["at"] < LAST_MOMENT
        and (row["seat"] is None or (type(row["seat"]) is int and 0 <= row["seat"] < seats))
        and isinstance(row["move"], str)
        and len(row["move"]) < 60
        and row["move"].isidentifier()
        and type(row["once"]) is bool
        and isinstance(row["events"], list)
        and len(row["events"]) <= MOST_EVENTS
        and _count(row.get("arguments")) <= MOST_ARGUMENTS
        and isinstance(row.get("arguments", {}), dict)
        and len(named) < 2
        and all(type(seq) is int and 0 < seq < number for seq in named)
    )


def event(game: Game, values: dict[str, Any]) -> Any:
    """Read an event; every value must have its own type and a possible size."""
    for value in values.values():
        if type(value) is dict and value.keys() == {"sealed"}:
            raise Refusal(
                "This file was sealed by an older Companion and can't be opened any more. Export the table again."
            )
    kind, read = _reader(game, values.pop("event"))
    return read(values, kind)


@lru_cache(512)
def _reader(game: Game, name: str) -> tuple[type, Callable[[Any, type], Any]]:
    """Make the reader of one type of event at first use: all of them at once take a tenth of a second."""
    kind = {event.__name__: event for event in game.events}[name]
    return kind, _converter.get_structure_hook(kind)


def _text(value: Any, _: type) -> str:
    if type(value) is not str or len(value) > LONGEST:
        raise ValueError("no text")
    return value


def _number(value: Any, _: type) -> int:
    if type(value) is not int or abs(value) > LARGEST:
        raise ValueError("no number")
    return value


def _fraction(value: Any, _: type) -> float:
    if type(value) not in (int, float) or not -LAST_MOMENT < value < LAST_MOMENT:
        raise ValueError("no number")
    return float(value)


def _truth(value: Any, _: type) -> bool:
    if type(value) is not bool:
        raise ValueError("neither yes nor no")
    return value


_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)
_converter.register_structure_hook(str, _text)
_converter.register_structure_hook(int, _number)
_converter.register_structure_hook(float, _fraction)
_converter.register_structure_hook(bool, _truth)


def check(game: Game, entries: Sequence[Entry], seats: int) -> Any:
    """Replay a log with a check of its states and return the last one; raise one of IMPORT_ERRORS if it is impossible.

    What was taken back counts too, as it may be restored; but of a log that takes back so much that this takes longer
    than its length allows, only what counts is checked: the rest when somebody restores it.
    """
    try:
        return _replayed(game, entries, seats)
    except TooMuch:
        return check_copy(game, entries, seats)


def _replayed(game: Game, entries: Sequence[Entry], seats: int) -> Any:
    replay, every = Replay(game, LEAST_FOLDED + len(entries)), 1 + len(entries) // CHECKED
    checked = replay.state
    for entry in entries:
        named = entry.strikes is not None or entry.restores is not None
        if entry.seq > 1 and (named or entry.seq % every == 0) and replay.state is not checked:
            game.check(replay.state, seats)
            replay.spend(A_CHECK * named)
        replay.add(entry)
        if named:
            game.check(replay.state, seats)
            replay.spend(A_CHECK)
            checked = replay.state
    game.check(replay.state, seats)
    return replay.state


def check_copy(game: Game, entries: Sequence[Entry], seats: int) -> Any:
    """Check what counts in a log whose hidden things were drawn anew, as `check` does.

    What was taken back need not fit these: that is checked when somebody restores it.
    """
    state, every = game.start(), 1 + len(entries) // CHECKED
    for number, entry in enumerate(in_turn(effective(entries))):
        if number and number % every == 0:
            game.check(state, seats)
        state = fold(game, (entry,), state)
    game.check(state, seats)
    return state


def say(game: Game, entries: Iterable[Entry], names: Sequence[str]) -> None:
    """Say every sentence of some entries, once: what counts and what was taken back; raise one of IMPORT_ERRORS."""
    for entry in entries:
        for happened in entry.events:
            game.describe(happened, names)


def follow(entries: Sequence[Entry]) -> None:
    """Follow the undos and redos of a log: only what stands, only what was; raise KeyError, or Refusal for too many."""
    if not entries:
        raise ValueError("an empty log")
    standing: set[int] = set()
    struck: set[int] = set()
    for entry in entries:
        if entry.strikes is not None:
            standing.remove(entry.strikes)
            struck.add(entry.strikes)
        elif entry.restores is not None:
            struck.remove(entry.restores)
            standing.add(entry.restores)
        elif entry.seq > 1:
            standing.add(entry.seq)
    if sum(entry.strikes is not None or entry.restores is not None for entry in entries) > MOST_STRUCK:
        raise too_much()

"""Corrections of a finished play, and the sums of many plays. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

from companion.language.player_names import alike, as_stored
from companion.language.texts import Text
from companion.refusal import Refusal
from companion.table.finished import DECLARED, WAYS, Line, Play, Player, Won

__all__ = ["Choice", "Edit", "Line", "Play", "Player", "Stretch", "Summary", "correct", "streaks"]


def own_won(play: Play) -> Won:
    """Find how a game is won that Companion does not know: as its play says, or else as somebody declares."""
    way = play.options.get("won_by")
    return Won(way if way in WAYS else DECLARED)


LEAST, MOST = -9999, 9999
"""The points that a player can have."""
DRAW = 0
"""The place of all players of a game that nobody won."""
NUMBER = re.compile(r"-\d+$")
WORD = re.compile(r"[^\W_]+")
LONGEST = 40
"""How many characters of a word count."""
CORRECTED = "corrected"
"""The line that makes up for points corrected by hand."""


def source_of(line: str) -> str:
    """Name the source of points of a line: of several from one source, each line has a number at its end."""
    return NUMBER.sub("", line)


def by_source(lines: Iterable[tuple[str, int]]) -> Counter[str]:
    """Add up the points of lines, as (id, points), by their sources."""
    found: Counter[str] = Counter()
    for line, points in lines:
        found[source_of(line)] += points
    return found


SOLO, COMMON = "solo", "common"
"""The kinds of plays: of one player, and of several; their sums are kept apart."""


def kind_of(play: Play) -> str:
    """Tell whether a play is a solo or a common one."""
    return SOLO if len(play.players) == 1 else COMMON


@dataclass(frozen=True)
class Choice:
    """Which plays are asked for; what is None or empty is not asked.

    `other` plays along with the `player`; `least` and `most` players; `since` and before `until`, in seconds since
    1970; `text` holds words, each to be found at the beginning of a word of the play's names, note or code.
    """

    game: str | None = None
    player: str | None = None
    least: int | None = None
    most: int | None = None
    since: float | None = None
    until: float | None = None
    text: str = ""
    other: str | None = None

    @property
    def kind(self) -> str | None:
        """The kind of plays, if only one is asked for."""
        if self.least is None or self.most is None:
            return None
        return SOLO if self.most == 1 else COMMON if self.least > 1 else None


@dataclass(frozen=True)
class Edit:
    """A play before and after a change, made `at` seconds since 1970.

    The app itself made the change if it has `put_right` who won.
    """

    id: int
    at: float
    before: Play
    after: Play
    put_right: bool = False


@dataclass(frozen=True)
class Summary:
    """The sums of a player's plays; best and average are None in games without points."""

    name: str
    plays: int
    wins: int
    draws: int
    best: int | None
    average: float | None
    streak: int
    longest: int


class Stretch(NamedTuple):
    """Some of a player's plays one after the other: how many, the first one's moment, and their points."""

    plays: int
    at: float
    least: int
    most: int
    average: float


def correct(play: Play, *, players: Sequence[tuple[str, int | None]], note: str) -> Play:
    """Change the names and points of a play, in the order of its players, and its note; who won stays."""
    if len(players) != len(play.players):
        raise Refusal("This play has %(count)s players now. Open it again, then change it.", count=len(play.players))
    names = [as_stored(player.name, name) for player, (name, _) in zip(play.players, players, strict=True)]
    require_apart([player.name for player in play.players], names)
    corrected = tuple(
        _correct(player, name=name, points=points)
        for player, name, (_, points) in zip(play.players, names, players, strict=True)
    )
    now = dict(zip((player.name for player in play.players), names, strict=True))
    return replace(renamed(play, now), players=corrected, note=note)


def placed(play: Play, places: Sequence[int]) -> Play:
    """Give the players of a play these places, in their order."""
    players = tuple(replace(player, place=place) for player, place in zip(play.players, places, strict=True))
    return replace(play, players=players)


def places(play: Play) -> list[int]:
    """List the places of a play's players, in their order."""
    return [player.place for player in play.players]


def require_apart(before: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a new name that looks like another of the play: statistics are kept by name."""
    for number, (old, name) in enumerate(zip(before, names, strict=True)):
        if name != old and any(alike(name, other) for other in (*names[:number], *names[number + 1 :])):
            twice = Refusal("Two players have the same name. Add a letter to tell them apart.")
            raise twice.about(f"players-{number}-name")


def _correct(player: Player, *, name: str, points: int | None) -> Player:
    if points == player.points:
        return replace(player, name=name)
    if points is None:
        raise Refusal("Enter %(name)s's points, or 0.", name=name)
    return replace(player, name=name, points=points, lines=balance(player.lines, points))


def balance(lines: Sequence[Line], points: int) -> tuple[Line, ...]:
    """Make the lines sum to `points` again; a player without lines needs none."""
    counted = tuple(line for line in lines if line.id != CORRECTED)
    total = sum(line.points for line in counted)
    if not counted or total == points:
        return counted
    why = Text("Corrected by hand: the lines above give %(total)s.", total=total)
    return (*counted, Line(CORRECTED, Text("Corrected"), points - total, why))


NAMED = ("name", "by")
"""How sentences about a play call the places of names."""


def renamed(play: Play, names: Mapping[str, str]) -> Play:
    """Call players otherwise wherever a play names them; what it called them itself stays known."""
    players = tuple(
        replace(
            one, name=now, said="" if said == now else said, lines=tuple(_renamed(line, names) for line in one.lines)
        )
        for one in play.players
        for said, now in [(one.said or one.name, names.get(one.name, one.name))]
    )
    options = {key: renamed_in(value, names) for key, value in play.options.items()}
    if isinstance(began := options.get("started"), str):
        options["started"] = names.get(began, began)
    return replace(play, players=players, options=options)


def _renamed(line: Line, names: Mapping[str, str]) -> Line:
    return replace(line, label=renamed_in(line.label, names), why=renamed_in(line.why, names))


def renamed_in(value: Any, names: Mapping[str, str]) -> Any:
    """Call players otherwise in a sentence."""
    if not isinstance(value, Text) or not value.values:
        return value
    parts = {
        key: names.get(part, part) if key in NAMED and type(part) is str else renamed_in(part, names)
        for key, part in value.values.items()
    }
    return Text(value.message, **parts) if parts != value.values else value


def ranks(players: Sequence[Player]) -> list[int]:
    """Rank by points, then tie-break; players still tied share a place; no places in a game without points.

    Who has no score, among others who have one, comes last.
    """
    if all(player.points is None for player in players):
        return []
    ranks = [(-inf if player.points is None else player.points, player.tie_break or 0) for player in players]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def streaks(won: str) -> tuple[int, int]:
    """Count the wins in a row at the end, and the most in a row anywhere; "1" is a win, "0" is not."""
    return len(won) - len(won.rstrip("1")), max(map(len, won.split("0")))


def words(text: str) -> list[str]:
    """Cut a text into its words, without capitals and accents: Ümit is found as umit, too."""
    bare = text.casefold()
    if not bare.isascii():
        plain = unicodedata.normalize("NFKD", bare)
        marks = {ord(letter): None for letter in set(plain) if unicodedata.combining(letter)}
        bare = plain.translate(marks) if marks else plain
    return list(dict.fromkeys(word[:LONGEST] for word in WORD.findall(bare)))


def folded(name: str) -> str:
    """Write by what a name is found: its words, or the name itself if it has none."""
    return " ".join(words(name)) or name.casefold()

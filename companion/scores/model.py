"""Corrections of a finished play, and the sums of many plays. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from companion.language.player_names import alike, as_stored
from companion.language.texts import Text
from companion.refusal import Refusal
from companion.table.finished import Line, Play, Player

__all__ = ["Choice", "Edit", "Line", "Play", "Player", "Stretch", "Summary", "correct", "ranked", "streaks"]

DRAW = 0
"""The place of all players of a game that nobody won."""
NUMBER = re.compile(r"-\d+$")
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
        raise Refusal("This play has %(count)s players. Open it again, then change it.", count=len(play.players))
    names = [as_stored(player.name, name) for player, (name, _) in zip(play.players, players, strict=True)]
    _require_apart([player.name for player in play.players], names)
    corrected = tuple(
        _correct(player, name=name, points=points)
        for player, name, (_, points) in zip(play.players, names, players, strict=True)
    )
    options = dict(play.options)
    for before, after in zip(play.players, corrected, strict=True):
        if play.options.get("started") == before.name:
            options["started"] = after.name
    return replace(play, players=corrected, options=options, note=note)


def ranked(play: Play, *, before: Play) -> Play:
    """Rank the players of a corrected play anew by points, then tie-break, if these decided their places `before`.

    Only for a game that points decide: elsewhere a winner may have the most points by chance.
    """
    if places(before) != ranks(before.players):
        return play
    return placed(play, ranks(play.players))


def placed(play: Play, places: Sequence[int]) -> Play:
    """Give the players of a play these places, in their order."""
    players = tuple(replace(player, place=place) for player, place in zip(play.players, places, strict=True))
    return replace(play, players=players)


def places(play: Play) -> list[int]:
    """List the places of a play's players, in their order."""
    return [player.place for player in play.players]


def _require_apart(before: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a new name that looks like another of the play: statistics are kept by name."""
    for number, (old, name) in enumerate(zip(before, names, strict=True)):
        if name != old and any(alike(name, other) for other in (*names[:number], *names[number + 1 :])):
            twice = Refusal("Two players have the same name. Add a letter to tell them apart.")
            raise twice.about(f"players-{number}-name")


def _correct(player: Player, *, name: str, points: int | None) -> Player:
    if points == player.points:
        return replace(player, name=name)
    if points is None:
        raise Refusal("Enter the points of %(name)s, 0 if there are none.", name=name)
    return replace(player, name=name, points=points, lines=_balance(player.lines, points))


def _balance(lines: Sequence[Line], points: int) -> tuple[Line, ...]:
    """Make the lines sum to `points` again; a player without lines needs none."""
    counted = tuple(line for line in lines if line.id != CORRECTED)
    total = sum(line.points for line in counted)
    if not counted or total == points:
        return counted
    why = Text("Corrected by hand: the lines above give %(total)s.", total=total)
    return (*counted, Line(CORRECTED, Text("Corrected"), points - total, why))


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

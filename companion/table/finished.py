"""How a game ended at a table, or elsewhere: what the scores keep of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.table.log import Line

LONGEST = 10**6
"""How many seconds a play can have taken."""


@dataclass(frozen=True)
class Player:
    """A player and how the play ended: place 1 won, alone or with others, 0 drew; points are None in a game without."""

    name: str
    colour: str
    place: int
    points: int | None
    tie_break: int | None
    lines: Sequence[Line]


@dataclass(frozen=True)
class Play:
    """One finished play of the game with the slug `game`; `played_at` in seconds since 1970.

    `code` is the table's; from its second game on the number of the game follows ("K7QFM/2").
    """

    id: int
    game: str
    code: str | None
    played_at: float
    options: Mapping[str, Any]
    note: str
    players: tuple[Player, ...]
    house: int = 0

    @property
    def table(self) -> str | None:
        """The code of its table."""
        return self.code and self.code.split("/")[0]

    @property
    def zone(self) -> str | None:
        """The time zone of the phone on which it was ended or entered, if that is known."""
        found = self.options.get("zone")
        return found if isinstance(found, str) else None

    @property
    def seconds(self) -> int | None:
        """How long it took, if that is known."""
        found = self.options.get("seconds")
        return round(found) if isinstance(found, int | float) and 0 < found < LONGEST else None

    @property
    def ranking(self) -> tuple[Player, ...]:
        """The players by place."""
        return tuple(sorted(self.players, key=lambda player: player.place))

    def is_numbered(self, *, points_decide: bool) -> bool:
        """Say whether places are told by their numbers; else by who won and who lost.

        Where points decide, one player with points is enough: who has none then has no score, and has not lost for
        that. Elsewhere all need some: those of one player say nothing about the others.
        """
        scored = [player.points is not None for player in self.players]
        return any(scored) if points_decide else all(scored)

    @property
    def places(self) -> list[list[Player]]:
        """The players by place, those together who have the same place with the same points."""
        return [list(equal) for _, equal in groupby(self.ranking, key=lambda player: (player.place, player.points))]

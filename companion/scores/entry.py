"""A play as it is entered by hand: made of a form, or corrected by one, with who won by the kind of its game. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.language.player_names import as_stored
from companion.language.texts import Text
from companion.refusal import Refusal
from companion.scores.model import CORRECTED, LEAST, MOST, balance, placed, places, ranks, renamed, require_apart
from companion.table.finished import POINTS, SIDES, Line, Play, Player, Won, why_of_points

WHY = Text("Entered by hand.")
"""Why a line gives its points."""


@dataclass(frozen=True)
class Row:
    """A player as entered; `was` is the place in the play that is corrected, `lines` the points by row of the sheet."""

    name: str
    colour: str
    points: int | None = None
    tie_break: int | None = None
    seat: int | None = None
    team: int | None = None
    role: str = ""
    lines: Mapping[str, int | None] = field(default_factory=dict)
    was: int | None = None


@dataclass(frozen=True)
class Entry:
    """A play as entered: its rows, and by their numbers who won and who began.

    `sheet` holds the labels of the rows of its score sheet; `kept` are further options, None to have none.
    """

    game: str
    played_at: float
    note: str
    rows: tuple[Row, ...]
    winners: frozenset[int] = frozenset()
    drawn: bool = False
    started: int | None = None
    sheet: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, Any] = field(default_factory=dict)


def make(entry: Entry, won: Won, *, before: Play | None = None) -> Play:
    """Make the play that is entered, or `before` as it is corrected."""
    old = before.players if before else ()
    rows = [_named(row, old) for row in entry.rows]
    require_apart([old[row.was].name if row.was is not None else "" for row in rows], [row.name for row in rows])
    start = _renamed(before, rows) if before else Play(0, entry.game, None, entry.played_at, {}, "", ())
    players = tuple(_player(row, start.players, entry.sheet) for row in rows)
    play = replace(start, game=entry.game, played_at=entry.played_at, note=entry.note, players=players)
    play = placed(play, _places(play, entry, won, before))
    return replace(play, options=_options(play, entry, won, before))


def _named(row: Row, old: Sequence[Player]) -> Row:
    """Keep a stored name that was sent again; a row that is none of the play's any more is a new one."""
    if row.was is None or row.was >= len(old):
        return replace(row, was=None)
    return replace(row, name=as_stored(old[row.was].name, row.name))


def _renamed(play: Play, rows: Sequence[Row]) -> Play:
    names = {play.players[row.was].name: row.name for row in rows if row.was is not None}
    return renamed(play, names)


def _player(row: Row, old: Sequence[Player], sheet: Mapping[str, str]) -> Player:
    was = old[row.was] if row.was is not None else Player(row.name, row.colour, 2, None, None, ())
    if was.points is not None and row.points is None and not any(value is not None for value in row.lines.values()):
        raise Refusal("Enter %(name)s's points, or 0.", name=row.name)
    points, lines = _points(row, was, sheet)
    if not LEAST <= (points or 0) <= MOST:
        raise Refusal("Points are whole numbers from −9999 to 9999.")
    return replace(
        was,
        name=row.name,
        colour=row.colour,
        points=points,
        tie_break=row.tie_break,
        lines=lines,
        seat=row.seat,
        team=row.team,
        role=row.role,
    )


def _points(row: Row, was: Player, sheet: Mapping[str, str]) -> tuple[int | None, tuple[Line, ...]]:
    """Find the points and their lines: a total that was typed makes the lines up, otherwise they make up the total."""
    had = {line.id: line for line in was.lines if line.id != CORRECTED}
    beside = {id: line.points for id, line in had.items() if id not in row.lines}  # that the form does not show
    given = beside | {id: value for id, value in row.lines.items() if value is not None}
    same = given == {id: line.points for id, line in had.items()}
    if same and row.points == was.points:
        return was.points, tuple(was.lines)
    lines = tuple(had.values() if same else (_line(id, points, had.get(id), sheet) for id, points in given.items()))
    total = sum(given.values())
    if row.points is None or (row.points == was.points and total != sum(line.points for line in had.values())):
        return (total if lines else row.points), lines
    return row.points, balance(lines, row.points)


def _line(id: str, points: int, had: Line | None, sheet: Mapping[str, str]) -> Line:
    if had is not None and had.points == points:
        return had
    return Line(id, had.label if had else sheet[id], points, WHY)


def _places(play: Play, entry: Entry, won: Won, before: Play | None) -> Sequence[int]:
    same = before is not None and [row.was for row in entry.rows] == [*range(len(before.players))]
    if won.by == POINTS and len(play.players) > 1:
        if all(player.points is None for player in play.players):
            raise Refusal("Points decide who wins this game: enter them.").about("players-0-points")
        odd = (
            before is not None
            and before.game == entry.game
            and before.options.get("won_by") == entry.kept.get("won_by")
            and same
            and len(before.players) > 1
            and places(before) != ranks(before.players)
        )
        return places(before) if before is not None and odd else ranks(play.players)
    winners = _with_sides(play, entry, before) if won.by == SIDES else entry.winners
    if before is not None and same and _unchanged(play, before, winners, drawn=entry.drawn):
        return places(before)
    if entry.drawn:
        return [0] * len(play.players)
    lost = _lost(play, winners) if won.by == SIDES else [2] * len(play.players)
    return [1 if number in winners else lost[number] for number in range(len(play.players))]


def _with_sides(play: Play, entry: Entry, before: Play | None) -> frozenset[int]:
    """Let all win who are of a winner's team; of plays from before teams were kept, several winners were one."""
    sides: list[int | None] = [one.team for one in play.players]
    won = {number for number, one in enumerate(before.players) if one.place == 1} if before else set()
    if not any(sides) and len(won) > 1:
        sides = [1 if row.was in won else 2 for row in entry.rows]
    chosen = {sides[number] for number in entry.winners} - {None}
    return entry.winners | {number for number, side in enumerate(sides) if side in chosen}


def _unchanged(play: Play, before: Play, winners: frozenset[int], *, drawn: bool) -> bool:
    """Say whether the same won as before, with the same points and for the same teams."""
    won = {number for number, one in enumerate(before.players) if one.place == 1}
    was_drawn = all(one.place == 0 for one in before.players)
    told = [[(one.points, one.team) for one in either.players] for either in (before, play)]
    return (won, was_drawn) == ({*winners}, drawn) and told[0] == told[1]


def _lost(play: Play, winners: frozenset[int]) -> list[int]:
    """Rank the sides that lost by their points, if all have some, after the winner's."""
    sides = {number: ("team", one.team) if one.team else ("seat", number) for number, one in enumerate(play.players)}
    points = {sides[number]: one.points for number, one in enumerate(play.players) if number not in winners}
    scores = [value for value in points.values() if value is not None]
    if len(scores) < len(points):
        return [2] * len(play.players)
    return [2 + sum(other > (points.get(sides[number]) or 0) for other in scores) for number in sides]


def _options(play: Play, entry: Entry, won: Won, before: Play | None) -> dict[str, Any]:
    options = {**play.options, **entry.kept}
    options["started"] = None if entry.started is None else play.players[entry.started].name
    if "players" in options:
        options["players"] = len(play.players)
    if won.by == POINTS and len(play.players) > 1:
        options["why"] = why_of_points(play.players, won.tie)
    elif before is not None and "why" not in entry.kept and _won(before) != _won(play, [row.was for row in entry.rows]):
        options["why"] = None  # it told why others won
    return {name: value for name, value in options.items() if value is not None and value != ""}


def _won(play: Play, was: Sequence[int | None] | None = None) -> set[tuple[int | None, int]]:
    """List who won or drew, by their numbers or those that they had."""
    numbers = range(len(play.players)) if was is None else was
    return {(number, one.place) for number, one in zip(numbers, play.players, strict=True) if one.place <= 1}

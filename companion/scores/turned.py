"""Plays in which a correction of points made another player win, though points decide nothing there. Pure.

Until November 2026 a correction ranked the players of any game anew. The trail of a play shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.scores.model import CORRECTED, Edit, places, ranks
from companion.table.finished import Play, Player

Version = tuple[float, tuple[tuple[str, str, int, int | None, int | None], ...]]
"""What a play says of who won: its moment and its players."""


def rightful(play: Play, trail: Iterable[Edit]) -> list[int] | None:
    """Find the places of a play whose winner a correction of points has changed; None if none has.

    The `trail` is the oldest edit first. Whatever else gave the players other places counts, as it was meant: an end at
    the table once more, or a way back to an earlier version.
    """
    right: dict[Version, list[int]] = {}
    last = None
    for edit in trail:
        before, last = _version(edit.before), _version(edit.after)
        own = right.setdefault(before, places(edit.before))
        if _is_of_points(edit.before, edit.after):
            right[last] = own
        else:
            right.setdefault(last, places(edit.after))
    if last is None or last != _version(play):
        return None
    found = right[last]
    return found if _winners(found) != _winners(places(play)) else None


def _version(play: Play) -> Version:
    return play.played_at, tuple((one.name, one.colour, one.place, one.points, one.tie_break) for one in play.players)


def _winners(places: Sequence[int]) -> list[int]:
    """List the numbers of those who won, or drew."""
    return [number for number, place in enumerate(places) if place <= 1]


def _is_of_points(before: Play, after: Play) -> bool:
    """Say whether an edit corrected names, points and the note, and gave no other places than those by points."""
    if (before.code, before.played_at, _besides(before)) != (after.code, after.played_at, _besides(after)):
        return False
    by_points = all(places(play) == ranks(play.players) for play in (before, after))
    return places(before) == places(after) or by_points


def _besides(play: Play) -> object:
    """Collect what a correction of points leaves as it is."""
    options = {name: value for name, value in play.options.items() if name != "started"}  # it follows a new name
    return options, [(one.colour, one.tie_break, _counted(one)) for one in play.players]


def _counted(player: Player) -> list[tuple[str, int]]:
    """List the points that were counted, without what a correction adds."""
    return [(line.id, line.points) for line in player.lines if line.id != CORRECTED]

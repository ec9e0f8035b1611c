"""The end: who may declare, whose last turns follow, and who wins. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.games.tales.facts import STATUSES
from companion.language.texts import Text


def why_not_declare(
    *,
    points: tuple[int, int],
    goal: tuple[int, int],
    in_baghdad: bool,
    survived: bool = True,
    barring: Collection[str] = (),
) -> Text | None:
    """Say why a hero cannot declare; None if nothing is in the way (rules, Check for victory; Game end).

    `points` and `goal` are destiny and story, each of which has to be reached; `barring` are held statuses with which
    nobody wins.
    """
    (destiny, story), (least_destiny, least_story) = points, goal
    if destiny < least_destiny:
        return Text("Destiny %(points)s of %(goal)s: not yet.", points=destiny, goal=least_destiny)
    if story < least_story:
        return Text("Story %(points)s of %(goal)s: not yet.", points=story, goal=least_story)
    if not in_baghdad:
        return Text("Goal met: come back to Baghdad to declare victory.")
    if not survived:
        return Text("You died this turn: survive an encounter, then declare victory.")
    if barring:
        status = min(barring)
        name = Text(STATUSES[status].label) if status in STATUSES else status
        return Text("You can't win with %(status)s; get rid of it first.", status=name)
    return None


def last_turns(order: Sequence[int], declarer: int) -> tuple[int, ...]:
    """List who has one more turn once a seat has declared, clockwise; raise ValueError for a seat not in `order`."""
    place = order.index(declarer)
    return (*order[place + 1 :], *order[:place])


def winners(eligible: Mapping[int, tuple[int, int]]) -> tuple[int, ...]:
    """Find the winners among those who meet their goals, by how many statuses and skills each has (rules, Game end)."""
    best = max(eligible.values(), default=None)
    return tuple(sorted(seat for seat, has in eligible.items() if has == best))

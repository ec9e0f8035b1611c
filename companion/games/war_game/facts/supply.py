"""Supply: the die, mana from creatures, healing and casting. Pure."""

from __future__ import annotations

from companion.games.war_game.facts import BASICS
from companion.language.texts import Text
from companion.refusal import Refusal


def gained(die: int, *, mana: int = 0, supplied: bool = True) -> int:
    """Count the points that a turn brings: the die, and creatures tapped for mana; none without one's own stronghold.

    Raise ValueError for a die outside 1 to 6, or negative mana (text, Supply Phase and How To Win).
    """
    if not 1 <= die <= BASICS.die:
        raise ValueError(f"die {die}")
    _require_counts(mana)
    return die + mana if supplied else 0


def most_paid(*, regeneration: bool = False, on_top: bool = True) -> int:
    """Find how many points heal a creature in a turn; not `on_top`, what regeneration heals counts among them."""
    return BASICS.heal - (BASICS.regeneration if regeneration and not on_top else 0)


def heal(damage: int, paid: int = 0, *, regeneration: bool = False, on_top: bool = True) -> int:
    """Find the damage that is left once `paid` points, at most two, heal one each (text, Upkeep/Heal Phase).

    Regeneration has healed one by itself before, `on_top` of those points as we read it. Raise Refusal for more than
    two points, or more than are needed.
    """
    _require_counts(damage, paid)
    left = max(0, damage - (BASICS.regeneration if regeneration else 0))
    most = most_paid(regeneration=regeneration, on_top=on_top)
    if paid > most:
        raise Refusal("You can heal a creature by at most %(most)s a turn.", most=most)
    if paid > left:
        raise Refusal("It has only %(damage)s damage to heal.", damage=left)
    return left - paid


def why_not_cast(cost: int, *, supply: int, at_home: int | None = None, supplied: bool = True) -> Text | None:
    """Say why a spell that costs so many points cannot be cast; None if it can (text, Casting Phase and How To Win).

    For a creature, `at_home` counts one's own that stand in the stronghold; `supplied` is who holds it. Raise
    ValueError for a negative number.
    """
    _require_counts(cost, supply, at_home or 0)
    if at_home is not None and not supplied:
        return Text("Somebody else holds your stronghold: no new supply, no new creatures, other spells only.")
    if at_home is not None and at_home >= BASICS.home:
        return Text("You have three creatures in your stronghold; move one out first.")
    if cost > supply:
        return Text("That costs %(cost)s, but you have only %(supply)s.", cost=cost, supply=supply)
    return None


def _require_counts(*counts: int) -> None:
    if min(counts) < 0:
        raise ValueError(f"a count below 0 among {counts}")

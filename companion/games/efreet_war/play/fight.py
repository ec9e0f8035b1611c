"""Who would die when creatures attack Guardians, by what the cards say: a proposal, the table decides. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.kit.creatures.printed import Printed, creatures, spelled

MOST_ATTACKERS = 12
"""How many attackers a proposal counts."""
SPECIAL = {"first_strike", "regeneration"}
"""The abilities that decide a fight besides power and toughness."""


class Fight(NamedTuple):
    """How strong both sides are, and for whom that is enough; of some the cards do not say it, or say more."""

    attack: int
    dead_guards: list[str]
    defence: int
    dead_attackers: list[str]
    unknown: list[str]
    special: list[str]


def propose(attackers: Iterable[str], guards: Iterable[str], damage: Mapping[str, int]) -> Fight:
    """Propose who dies: as many on each side as the power of the other is enough for, the weakest first.

    `damage` already stays on Guardians. Power may be divided among blockers as whoever deals it likes.
    """
    by_name = {spelled(name): card for name, card in creatures().items()}
    known: list[list[tuple[str, Printed]]] = []
    unknown: list[str] = []
    for side in (attackers, guards):
        cards = [(name, by_name.get(spelled(name))) for name in side]
        known.append([(name, card) for name, card in cards if card and card.is_whole])
        unknown += [name for name, card in cards if not (card and card.is_whole)]
    attack, defence = (sum(int(card.power) for _, card in side) for side in known)
    return Fight(
        attack,
        _enough_for(attack, [(name, int(card.toughness) - damage.get(name, 0)) for name, card in known[1]]),
        defence,
        _enough_for(defence, [(name, int(card.toughness)) for name, card in known[0]]),
        unknown,
        [name for side in known for name, card in side if SPECIAL.intersection(card.abilities)],
    )


def _enough_for(power: int, side: Iterable[tuple[str, int]]) -> list[str]:
    dead = []
    for name, toughness in sorted(side, key=lambda one: one[1]):
        power -= max(0, toughness)
        if power < 0:
            break
        dead.append(name)
    return dead

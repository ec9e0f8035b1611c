"""What chance decides in a duel: who sits where, which team plays first, who gets which card of the ante. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.emperor.facts.events import AnteDivided, FirstChosen, Seated
from companion.games.emperor.state import DRAW, State, living, teams
from companion.kit.fairness.committed_random import next_draw
from companion.kit.ring import dice_and_timer
from companion.kit.ring.dice_and_timer import TOOLS as TOOLS, Rolled


def seats(state: State, rng: Random | None = None) -> Seated:
    """Draw who sits where, and with it teams and Emperors."""
    order = sorted(state.order)
    next_draw(state, "seats", rng).shuffle(order)
    return Seated(tuple(order), by_chance=True)


def first(state: State, rng: Random | None = None) -> FirstChosen:
    """Draw the team that plays first."""
    return FirstChosen(next_draw(state, "first", rng).randrange(state.team_count), by_chance=True)


def roll(state: State, what: str, rng: Random | None = None) -> Rolled:
    """Roll a die, flip a coin or draw a player."""
    return dice_and_timer.draw(state, what, drawable(state), rng)


def drawable(state: State) -> Sequence[int]:
    """List among whom one is drawn: the living; all once nobody lives."""
    return living(state) or state.order


def heirs(state: State) -> list[int]:
    """List who gets the ante: the winning team, after a draw everybody."""
    return sorted(state.order if state.result == DRAW else teams(state)[state.result or 0])


def ante(state: State, rng: Random | None = None) -> AnteDivided:
    """Divide the pool among the winning team (rules, Playing the Game)."""
    winners, cards = heirs(state), sorted(state.pool)
    chance = next_draw(state, "ante", rng)
    chance.shuffle(winners)
    chance.shuffle(cards)
    return AnteDivided(tuple((winners[place % len(winners)], card) for place, card in enumerate(cards)))

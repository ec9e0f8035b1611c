"""What chance decides in a war: seats and teams, the deal, who starts, and how sealed cards are mixed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.efreet_war.facts import BACK_ROW, BY_ID, CARDS, FEWEST, KING, RESOURCES, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.state.house_rules import THIRD_BY_CHANCE
from companion.games.efreet_war.state.model import State, living, order
from companion.kit.fairness.committed_random import next_draw
from companion.kit.ring import dice_and_timer
from companion.kit.ring.dice_and_timer import Rolled


def seats(state: State, rng: Random | None = None) -> ev.Seated:
    """Draw who sits where; the teams keep their sizes."""
    seats = sorted(order(state))
    next_draw(state, "seats", rng).shuffle(seats)
    return ev.Seated(tuple(tuple(seats.pop() for _ in team) for team in state.teams), by_chance=True)


def first(state: State, rng: Random | None = None) -> ev.FirstDrawn:
    """Draw who starts: any player, in Emperor seating the left-hand General of an Emperor."""
    starters = [starter(state, team) for team in range(len(state.teams))] if state.mode == "emperor" else order(state)
    return ev.FirstDrawn(next_draw(state, "first", rng).choice(starters), by_chance=True)


def starter(state: State, team: int) -> int:
    """Find who of a team takes its first turn: in Emperor seating the General on its Emperor's left."""
    members = state.teams[team]
    return members[(len(members) + 1) // 2] if state.mode == "emperor" else members[0]


def deal(state: State, rng: Random | None = None) -> ev.Dealt:
    """Shuffle the Guardians beside the Resources, and Treasures and Traps face down under them (rules, Setup)."""
    guards, traps = sorted(guardians(state)), state.traps or CARDS.traps
    hidden = [*CARDS.treasures, *traps]
    chance = next_draw(state, "deal", rng)
    chance.shuffle(guards)
    chance.shuffle(hidden)
    third = chance.choice(BACK_ROW) if THIRD_BY_CHANCE in state.rules_on else KING
    counts = {one.id: (FEWEST[one.row] + (one.id == third)) for one in RESOURCES}
    beside = {id: tuple(guards.pop() for _ in range(count)) for id, count in counts.items()}
    return ev.Dealt(beside, tuple(traps), dict(zip(BY_ID, hidden, strict=True)))


def guardians(state: State) -> tuple[str, ...]:
    """Name the Guardians: the table's own; at a table of an older Companion those of the last deal, or the samples."""
    dealt = tuple(name for one in state.resources.values() for name in (*one.guardians, *one.dead))
    return state.guardians or dealt or CARDS.guardians


def mixed(state: State, rng: Random | None = None) -> ev.SealedMixed:
    """Mix the cards that still lie face down among their Resources."""
    ids = sorted(state.sealed)
    cards = [state.sealed[id] for id in ids]
    next_draw(state, "mixed", rng).shuffle(cards)
    return ev.SealedMixed(dict(zip(ids, cards, strict=True)))


def roll(state: State, what: str, rng: Random | None = None) -> Rolled:
    """Roll a die, flip a coin or draw a player."""
    return dice_and_timer.draw(state, what, drawable(state), rng)


def drawable(state: State) -> Sequence[int]:
    """List among whom one is drawn: those who still play; all once nobody does."""
    return living(state) or order(state)


def kept(state: State) -> list[Event]:
    """List what of the deal stays as the table laid it when the app deals anew."""
    guards = {id: one.guardians for id, one in state.resources.items()}
    events: list[Event] = [ev.GuardiansSet(guards)] if state.guardians_by_table else []
    return [*events, *([ev.LaidFaceDown()] if state.laid else [])]

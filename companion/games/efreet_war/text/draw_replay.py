"""Work out each draw of a war again from the secret and what lay face down, and write a program for it. Pure."""

from __future__ import annotations

from companion.games.efreet_war.facts import BY_ID, CARDS, KING, events as ev
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.state.model import State, team_of
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.ring.dice_and_timer import Rolled


def again(state: State, event: ev.Event) -> Due | None:
    """Work out what chance gives for an event in the state before it, or that the table chose it; None for no draw."""
    match event:
        case ev.Seated(_, True):
            return Due(draws.seats(state))
        case ev.FirstDrawn(_, True):
            return Due(draws.first(state))
        case ev.Dealt():
            return Due(draws.deal(state))
        case ev.SealedMixed():
            return Due(draws.mixed(state))
        case Rolled(what):
            return Due(draws.roll(state, what))
        case ev.GuardiansSet() | ev.LaidFaceDown() | ev.CardUncovered(by_hand=True):
            return Due(event, by_table=True)
        case ev.CardUncovered(resource):
            return Due(rules.uncovered(state, resource, _team(state, resource), _whose(state, resource)))
        case ev.CardShown(resource):
            return Due(ev.CardShown(resource, (state.sealed | state.shown)[resource]))
        case ev.Seated() | ev.FirstDrawn() | ev.CardsNamed():
            return Due(event, by_table=True)
    return None


def _team(state: State, resource: str) -> int:
    """Find the team that has just won a Resource, or an audience with King Suleiman."""
    owner = state.resources[resource].owner
    return team_of(state, state.audience or 0) if owner is None else owner


def _whose(state: State, resource: str) -> int | None:
    """Find the player who has just won a Resource, or an audience; None where cards are the team's."""
    return state.audience if state.by_player and resource == KING else state.holders.get(BY_ID[resource].name)


def snippet(state: State) -> list[str]:
    """Write a Python program that prints the deal: the Guardians of each Resource, and what lay under it."""
    return [
        *preamble(state),
        f"guards, hidden = {sorted(draws.guardians(state))!a}, {[*CARDS.treasures, *state.traps]!a}",
        f'draw = chance("deal/{last(state, "deal")}"); draw.shuffle(guards); draw.shuffle(hidden)',
        f"counts = { ({id: len(one.guardians) + len(one.dead) for id, one in state.resources.items()}) }",
        "print({id: [guards.pop() for _ in range(count)] for id, count in counts.items()})",
        f"print(dict(zip({[*BY_ID]}, hidden)))",
    ]

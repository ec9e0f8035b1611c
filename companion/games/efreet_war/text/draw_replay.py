"""Work out each draw of a war again from the secret and what lay face down, and write a program for it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.efreet_war.facts import BY_ID, CARDS, KING
from companion.games.efreet_war.facts import events as ev
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.state.model import State, team_of
from companion.kit.fairness.committed_random import Due, last, preamble
from companion.kit.fairness.log_check import Choices


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
        case ev.Rolled(what):
            return Due(draws.roll(state, what))
        case ev.GuardiansSet() | ev.LaidFaceDown() | ev.CardUncovered(by_hand=True):
            return Due(event, by_table=True)
        case ev.CardUncovered(resource):
            return Due(rules.uncovered(state, resource, _team(state, resource)))
        case ev.CardShown(resource):
            return Due(ev.CardShown(resource, (state.sealed | state.shown)[resource]))
        case ev.Seated() | ev.FirstDrawn() | ev.CardsNamed():
            return Due(event, by_table=True)
    return None


def scored(events: Sequence[ev.Event]) -> dict[str, Any]:
    """Read from the events of a score what was told: who claimed what, who is out by whom, if it was broken off."""
    return {
        "owners": {event.resource: event.team for event in events if isinstance(event, ev.ResourceClaimed)},
        "out": {seat: by for event in events if isinstance(event, ev.PlayersEliminated) for seat, by, _ in event.out},
        "broken_off": any(isinstance(event, ev.WarBrokenOff) for event in events),
    }


CHOICES: dict[str, Choices] = {
    "change_life": lambda events: {"value": None, "counter": getattr(events[0], "counter", "life")},
    "claim_king": lambda events: {
        "answer": ANSWERS[type(events[-1])],
        "artifact": "",
        "other": getattr(events[-1], "artifact", ""),
    },
    "deal": lambda events: {} if isinstance(events[0], ev.CardsNamed) else {"guardians": (), "traps": ()},
    "eliminate": lambda events: {
        "seats": [seat for seat, _, _ in events[0].out],
        "by": [killer for _, killer, _ in events[0].out],
    },
    "force": lambda _: None,
    "march": lambda _: None,
    "march_together": lambda events: {"creatures": [event.creature for event in events]},
    "resolve": lambda events: {
        "resource": KING if isinstance(events[0], ev.AudienceWon) else events[0].resource,
        "survived": not isinstance(events[0], ev.AttackFailed),
    },
    "score": scored,
    "set_guardians": lambda events: {
        "guards": {f"{id}-{n}": name for id, names in events[0].guardians.items() for n, name in enumerate(names)},
    },
    "steal": lambda _: None,
    "swap": lambda _: None,
}
"""What was chosen in a move, where its events do not say so by the names of its arguments."""
ANSWERS: dict[type, str] = {ev.KingGained: "gain", ev.KingRemoved: "remove", ev.KingLeft: "leave"}


def _team(state: State, resource: str) -> int:
    """Find the team that has just won a Resource, or an audience with King Suleiman."""
    owner = state.resources[resource].owner
    return team_of(state, state.audience or 0) if owner is None else owner


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

"""Read what was chosen in a move from its events, in logs that do not keep its arguments yet. Pure."""

from __future__ import annotations

from companion.games.efreet_war.facts import KING, events as ev
from companion.games.efreet_war.play.ending import scored
from companion.kit.fairness.log_check import Choices

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

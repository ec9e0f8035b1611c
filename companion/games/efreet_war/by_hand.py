"""What the table deals itself, instead of the app: the Guardians, and what lies face down. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.efreet_war import draws
from companion.games.efreet_war import events as ev
from companion.games.efreet_war.events import Event
from companion.games.efreet_war.facts import RESOURCES
from companion.games.efreet_war.rules import require_untouched
from companion.games.efreet_war.state import State
from companion.table.log import Refusal


def set_guardians(state: State, *, guards: Mapping[str, str]) -> list[Event]:
    """Lay the Guardians as the table dealt them: by place, as `places` lists them, the name of who stands there."""
    require_untouched(state)
    named = [guards.get(place, "") for place in places()]
    known = draws.guardians(state)
    wrong = [n for n, name in enumerate(named) if name not in known or name in named[:n]]
    if wrong:
        fields = (f"guard_{places()[n]}" for n in wrong)
        raise Refusal("Every Guardian stands at one place: choose each exactly once.").about(*fields)
    lie = iter(named)
    return [ev.GuardiansSet({one.id: tuple(next(lie) for _ in range(one.guardians)) for one in RESOURCES})]


def lay_face_down(state: State) -> list[Event]:
    """Note that the table itself laid Treasures and Traps under the Resources: nobody knows what lies where."""
    require_untouched(state)
    return [] if state.laid else [ev.LaidFaceDown()]


def places() -> list[str]:
    """Name the places of the Guardians, in the order of the Resources."""
    return [f"{one.id}-{number}" for one in RESOURCES for number in range(one.guardians)]

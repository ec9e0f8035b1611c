"""What the table deals itself, instead of the app: the Guardians, and what lies face down. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.efreet_war.facts import FEWEST, RESOURCES, Resource, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.setup.deal import require_untouched
from companion.games.efreet_war.state.house_rules import THIRD_BY_CHANCE
from companion.games.efreet_war.state.model import State
from companion.table.log import Refusal


def set_guardians(state: State, *, guards: Mapping[str, str]) -> list[Event]:
    """Lay the Guardians as the table dealt them: by place, as `places` lists them, the name of who stands there."""
    require_untouched(state)
    named = {place: guards.get(place, "") for one in RESOURCES for place in places(state, one)}
    beside = {one.id: tuple(filter(None, map(named.get, places(state, one)))) for one in RESOURCES}
    known, names = draws.guardians(state), [*named.values()]
    if sorted(filter(None, names)) != sorted(known) or any(len(beside[one.id]) < FEWEST[one.row] for one in RESOURCES):
        wrong = (place for n, place in enumerate(named) if names[n] not in known or names[n] in names[:n])
        raise Refusal("Each Guardian guards one Resource: choose each exactly once.").about(
            *(f"guard_{place}" for place in wrong)
        )
    return [ev.GuardiansSet(beside)]


def lay_face_down(state: State) -> list[Event]:
    """Note that the table itself laid Treasures and Traps under the Resources: nobody knows what lies where."""
    require_untouched(state)
    return [] if state.laid else [ev.LaidFaceDown()]


def places(state: State, resource: Resource) -> list[str]:
    """Name the places beside a Resource, three each in the back row if any of these may have the third Guardian."""
    by_chance = THIRD_BY_CHANCE in state.rules_on and resource.row == "back"
    return all_places(resource)[: None if by_chance else resource.guardians]


def all_places(resource: Resource) -> list[str]:
    """Name the places that there can be beside a Resource."""
    return [f"{resource.id}-{number}" for number in range(FEWEST[resource.row] + (resource.row == "back"))]

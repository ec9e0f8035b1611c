"""What the pages of a table show of its state; what the rules say of it, their templates ask them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.efreet_war import by_hand, likely, reach, rules
from companion.games.efreet_war.facts import BY_ID, KING, RESOURCES, VICTORY
from companion.games.efreet_war.house import HOUSE_RULES
from companion.games.efreet_war.result import places, said
from companion.games.efreet_war.state import DRAW, State, emperors, living, points
from companion.games.efreet_war.tell import side, tell
from companion.kit.creatures import Creature
from companion.table.log import Entry, with_names
from companion.text import Text

PAGES = (
    ("efreet_war.deal_page", "setup", Text("Deal")),
    ("efreet_war.war_page", "attack", Text("War")),
    ("efreet_war.points_page", "trophy", Text("Points")),
)
LASTING = ("eliminate", "mix_sealed", "force", "attack", "resolve", "claim_king", "end_turn", "begin")
"""The war page shows who is out, that cards were mixed or what was forced, until the next of these."""


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.result is not None or state.just_score:
        return "efreet_war.points_page"
    return "efreet_war.war_page" if state.begun else "efreet_war.deal_page"


def pages_of(state: State) -> Sequence[tuple[str, str, Text]]:
    """List the pages of a table: of one that only counts, the points."""
    return PAGES[-1:] if state.just_score else PAGES


def everywhere(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """Show what every page may: the Resources, who lives, the race, and the house rules."""
    return {
        "resources": RESOURCES,
        "by_id": BY_ID,
        "totals": points(state),
        "goal": VICTORY.goal,
        "living": living(state),
        "emperors": emperors(state),
        "rules": rules,
        "reach": reach,
        "likely": likely,
        "side": lambda team: side(state, team, names),
        "in_force": lambda id: HOUSE_RULES[id].on if id in state.rules_on else HOUSE_RULES[id].off,
    }


def dealt(state: State) -> dict[str, Any]:
    """Show who guards what, and where a table may lay each Guardian."""
    return {
        "guardians": [name for one in state.resources.values() for name in (*one.guardians, *one.dead)],
        "stand": {f"{id}-{n}": name for id, one in state.resources.items() for n, name in enumerate(one.guardians)},
        "places": {one: by_hand.places(state, one) for one in RESOURCES},
    }


def chosen_resource(state: State, asked: str | None) -> str | None:
    """Choose the Resource to show: the tapped one, else King Suleiman in an audience, else one under attack."""
    if state.audience is not None and asked is None:
        return KING
    return asked if asked in BY_ID else next(iter(state.attacks), None)


def happened(last: Entry | None, names: Sequence[str]) -> list[Text]:
    """Say what the last of the moves has done that is kept in view."""
    return [tell(event, names) for event in last.events] if last and last.move in LASTING[:3] else []


def marks(state: State, seat: int, one: Creature | None) -> Mapping[int, str]:
    """Choose the CSS classes of the seats round a chosen one; none but its own where everybody reaches everybody."""
    own = {seat: "self"}
    if not reach.by_emperor(state):
        return own
    reached, attacked = reach.reached(state, seat, one)
    found = {other: "reach" if other in reached else "far" for other in living(state)}
    return found | dict.fromkeys(attacked, "attack reach") | own


def race(state: State, names: Sequence[str]) -> dict[str, Any]:
    """Show who leads and where each point came from, what is still hidden, and a draw."""
    found = {*state.shown.values(), *(one.uncovered for one in state.resources.values())}
    return {
        "ranking": sorted(points(state), key=lambda team: places(state)[team]),
        "said": lambda one: with_names(said(one), names),
        "hidden": len(state.sealed) + len(state.laid),
        "sealed": len(state.sealed),
        "traps_hidden": sum(trap not in found for trap in state.traps),
        "draw": DRAW,
    }

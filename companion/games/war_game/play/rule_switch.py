"""Switching a house rule of a running table. Pure."""

from __future__ import annotations

from companion.games.war_game.facts.events import Event
from companion.games.war_game.play.creatures import with_deaths
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import State
from companion.kit.house_rules import switch_of
from companion.table.log import Refusal

_switch = switch_of(HOUSE_RULES)


def switch_rule(state: State, *, rule: str, on: bool) -> list[Event]:
    """Switch a house rule: how the map is laid out before the war begins only; whoever loses a bonus by it dies."""
    if rule in state.fixed:
        raise Refusal("The war has begun, so the map stays as it is.").about("rule")
    switched = _switch(state, rule=rule, on=on)
    return with_deaths(state, switched) if switched and not state.over else [*switched]

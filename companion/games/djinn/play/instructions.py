"""What players do with the things on the table once the app knows of a catch or a gain, in sentences of ours. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.djinn.facts import BOSS, events as ev
from companion.games.djinn.facts.gains import BASIC, EQUIPMENT, MAGE_CARDS
from companion.games.djinn.play import calculator, gains
from companion.games.djinn.state.model import State
from companion.language.texts import Text

NO_HAND: dict[str, Any] = {"mages": [], "magic": 0, "coins": 0, "circles": 0, "bottles": {}, "corks": 0}


BEYOND = Text("Beyond Capacity 8 you may catch 1 Djinn from the bag. Turn the marker over if you haven't yet.")
FIRST_SET = Text("Your first Staff, Hat and Cloak together: Base Marker 1 space forward, and 2 Magic Power.")
LAID_OPEN = Text("Put it in front of you, face up. You can use it at any time in your turn.")
ONE_OPEN = Text("You now have two of this type. Turn one over without using it: only one may be face up.")


def beyond(state: State, events: Sequence[Any]) -> int | None:
    """Find the seat whose Capacity Marker would go beyond 8 by the last move's `events` (rulebook, Player Board 1b)."""
    moved = [one.seat for one in events if isinstance(one, ev.ActionTaken) and one.gains.get("capacity", 0) > 0]
    return moved[0] if moved and gains.draws_due(state, moved[0]) else None


def to_do(state: State, events: Sequence[Any], *, paid: Sequence[Text] = ()) -> list[Text]:
    """Say what the last move's `events` ask of their player; what was `paid`, or is left, where the app counts it."""
    said: list[Text] = []
    for event in events:
        match event:
            case ev.DjinnCaught():
                said += paid or [_takes(state, event, events)]
            case ev.SupplyBossCaught():
                said.append(_boss(state))
            case ev.ActionTaken(_, _, "mage" | "mage_key"):
                said.append(Text("Put it in front of you, face up. You only pay its price when it helps you catch."))
            case ev.ActionTaken(seat, _, action, gained) if row := EQUIPMENT.get(action.removesuffix(BASIC)):
                said += [FIRST_SET] if gained.get("base") else []
                said += [ONE_OPEN if gains.total(state, seat, row) > 1 else LAID_OPEN]
            case ev.ActionTaken() if beyond(state, [event]) is not None:
                said.append(BEYOND)
            case ev.ActionTaken(_, _, action) if action in MAGE_CARDS:
                said.append(Text("Turn used Mage Cards back to their open side."))
            case ev.TrophyTaken():
                said.append(
                    Text("Give up 3 Djinn in Bottles of one colour. Take the bonus on the Trophy, then turn it over.")
                )
            case ev.ExtraCaught():
                said += _from_bag(state)
    return said if any(isinstance(event, ev.DjinnCaught) for event in events) else [*said, *paid]


def _boss(state: State) -> Text:
    """Say what a Boss of the supply costs, and that it needs a place, unless a house rule has it otherwise."""
    if "source_boss" in state.rules_on:
        return Text("That costs 6 Magic Power.")
    return Text("That costs 6 Magic Power, and the Boss needs a place.")


def _from_bag(state: State) -> list[Text]:
    """Say where a Djinn beyond Capacity 8 goes, unless it needs no place by a house rule, and what the marker shows."""
    place = Text("Put it into a free Spell Circle, or into its Bottle with a Cork.")
    turned = Text("Turn your Capacity Marker over if you haven't yet: you can now hold up to 8 Magic Power.")
    return [turned] if "bag_djinn_place" in state.rules_on else [place, turned]


def _takes(state: State, caught: ev.DjinnCaught, events: Sequence[Any]) -> Text:
    """Say how much Magic Power a catch took, by who was at its space before it."""
    came = [one for event in events if isinstance(event, ev.DjinnRefilled) for one in event.djinn]
    left = max(0, len(state.spaces[caught.slot].djinn) - len(came))
    there = [*caught.djinn, *[""] * left, *[BOSS] * caught.boss]
    if not caught.boss and state.spaces[caught.slot].boss:
        there.append(BOSS)
    wanted = [*caught.djinn, *[BOSS] * caught.boss]
    strength = calculator.can(wanted, there=there, house=state.rules_on, **NO_HAND).strength
    return Text("That costs %(strength)s Magic Power, from you and your Mages.", strength=strength)

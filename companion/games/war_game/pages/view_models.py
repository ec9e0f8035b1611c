"""What the war's page shows, made from the table: the march, the tapped place, the fights, the supply, the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from flask import request

from companion.games.war_game.facts.board import is_land
from companion.games.war_game.pages import forms
from companion.games.war_game.pages.place import (
    borne_to,
    facts_of,
    far_from,
    fights_at,
    reaching,
    riders,
    ways_of,
    why_nots,
)
from companion.games.war_game.pages.views import Step, drawn_map, step
from companion.games.war_game.play import cards_store, creatures, fight, movement, turn
from companion.games.war_game.play.combat import called
from companion.games.war_game.state import cards
from companion.games.war_game.state.model import (
    COLOURS,
    LONGEST_NAME,
    Card,
    Creature,
    State,
    at,
    board_of,
    home_of,
    is_supplied,
    of_seat,
)
from companion.kit.creatures.printed import creatures as printed, find
from companion.kit.fairness.page import is_possible
from companion.table.finished import with_names
from companion.table.screen import Screen
from companion.web import address
from companion.web.forms import shown

MOST_OFFERED = 12
"""How many creatures are offered to be cast again."""


# The march, and the place that was tapped


def of_march(screen: Screen, place: str) -> dict[str, Any]:
    """Show on the map where the creatures of a place may march, which of them march, and why not elsewhere."""
    state: State = screen.table.state
    alone = may_go_alone(screen)
    going = marching(screen, alone, place)
    go = ways_of(state, going)
    marks = dict.fromkeys(state.fights, "fight")
    marks |= {one: "go fight" if fights_at(state, one) else "go" for one in go}
    marks |= {place: "chosen"} if place else {}
    return {
        **drawn_map(screen, marks),
        **carrying(screen, riders(state, going)),
        "alone": alone,
        "going": going,
        "ways": [one for one in board_of(state).places if one in go],
        "dies": lambda to: movement.who_dies(state, [one.id for one in going], to),
        "why_not": why_nots(state, going, go),
        "why_not_now": lambda one: movement.why_not_now(state, one),
        "fights_at": lambda one: fights_at(state, one),
    }


def of_place(state: State, place: str) -> dict[str, Any]:
    """Say who is at the tapped place, and whose spells reach it."""
    return {
        "place": place,
        "there": at(state, place) if place else [],
        "facts": lambda one: facts_of(state, one),
        "reaching": reaching(state, place) if place else (),
        "far": far_from(state, place) if place else (),
        "set_down_at": lambda one: [
            to for to in board_of(state).places if is_possible(movement.drop, state, creature=one.id, to=to)
        ],
    }


# The fights


def of_fights(screen: Screen, *, may: bool) -> dict[str, Any]:
    """Show both sides of each fight, how this phone splits damage, and what settles them if it `may`."""
    state: State = screen.table.state
    fights = {one: fight.sides(state, one) for one in state.fights}
    near = movement.may_start(state, state.turn or 0) if state.phase == "fight" else ()
    return {
        "fights": fights,
        "steps": splitting(screen, fights),
        "settling": {where: settling(screen, where, both) for where, both in fights.items() if both} if may else {},
        "startable": [one for one in near if one not in state.fights],
        "foes": lambda one: sorted({other.owner for other in at(state, one)} - {state.turn}),
        "unnamed": {
            one: fight.opponents(state, one) for one, both in fights.items() if not both or not both[1].creatures
        },
        "tapper": lambda one: fight.waits_for(state, one),
    }


# Supply, healing, cards


def of_supply(screen: Screen) -> dict[str, Any]:
    """Show what the supply phase gives and takes, to its `own` phone: mana, the die, who is hurt, who holds a home."""
    state: State = screen.table.state
    mine = [] if state.turn is None else of_seat(state, state.turn)
    return {
        "own": state.turn in screen.private_seats,
        "mana": mana(state),
        "rolling": shown(forms.SupplyForm, address("war_game.supply", code=screen.code), more=0),
        "hurt": [one for one in mine if one.damage or one.healed],
        "heals": lambda one: range(1, most_healed(state, one) + 1),
        "taker": taker(state),
        "income": income(state),
        "home": [] if state.turn is None else at(state, home_of(state, state.turn), state.turn),
        "taps_at": lambda one: state.lands.get(one) == "mountain" and is_land(one),
    }


def of_cast(screen: Screen, *, may: bool) -> dict[str, Any]:
    """Offer the cards to cast again to a phone that `may`, and the form for a new one; say why none may be cast."""
    state: State = screen.table.state
    known, rarer = known_cards(state) if may and state.phase == "cast" else ({}, {})
    why_not = creatures.why_not_summon(state, state.turn) if state.turn is not None else None
    cast = address("war_game.cast", code=screen.code)
    return {
        "why_no_creature": with_names(why_not, screen.names) if why_not else None,
        "known": known,
        "rarer": rarer,
        "colours": COLOURS,
        "casting": shown(forms.CastForm, cast, {"like": ""}, **entered(request.args.get("like", ""))),
        "found": found_cards(state, request.args.get("find", "")[:LONGEST_NAME]) if may else {},
    }


Fights = Mapping[str, tuple[fight.Side, fight.Side] | None]
"""Both sides of each fight, by its place."""


def splitting(screen: Screen, fights: Fights) -> dict[int, Step]:
    """Make the forms by which this phone splits damage, by the creatures that are dealt it."""
    mine = [
        side for both in fights.values() for side in both or () if side.open and screen.me.can_act_for(side.splitter)
    ]
    bounds = [(side, fight.bounds(screen.table.state, side)) for side in mine]
    return {
        one.id: step("war_game.split", screen, one, side.split.get(one.id, 0), *between[one.id])
        for side, between in bounds
        for one in side.creatures
    }


def settling(
    screen: Screen, where: str, both: tuple[fight.Side, fight.Side]
) -> tuple[forms.SettleForm, list[tuple[Creature, int, int | str]]]:
    """Make the form that settles a fight, with who is struck: for how much, and how much of that is prevented."""
    form = shown(forms.SettleForm, address("war_game.settle", code=screen.code), {"place": where})
    said = dict(zip(form.creatures.raw_data or (), form.damage.raw_data or (), strict=False))
    struck = [(one, side.split[one.id]) for side in both for one in side.creatures if side.split.get(one.id)]
    return form, [(one, damage, said.get(str(one.id), 0)) for one, damage in struck]


def carrying(screen: Screen, bearing: Sequence[Creature]) -> dict[str, Any]:
    """Make the form by which one of some creatures carries another one, and list where to; none for less than two."""
    if not bearing:
        return {"carrying": None}
    first, second = bearing[0].id, bearing[1].id
    return {
        "carrying": shown(forms.CarryForm, address("war_game.carry", code=screen.code), creature=first, rider=second),
        "riders": [(one.id, called(one)) for one in bearing],
        "borne_to": borne_to(screen.table.state, bearing),
    }


def taker(state: State) -> int | None:
    """Find who holds the stronghold of the player whose turn it is; None while that is its own player."""
    if state.turn is None or is_supplied(state, state.turn):
        return None
    return state.strongholds[home_of(state, state.turn)].holder


def income(state: State) -> tuple[int, ...]:
    """Find how this turn's supply adds up, while nothing of it is spent: left over, the die, mana."""
    return state.income if sum(state.income) == state.supply.get(state.turn or 0) else ()


def chosen_place(state: State) -> str:
    """Find the place that was tapped, or where the tapped creature stands, until it has marched."""
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    asked = request.args.get("at", "") if one is None or movement.why_not_now(state, one) else one.at
    return asked if asked in board_of(state).places else ""


def marching(screen: Screen, alone: Sequence[Creature], place: str) -> list[Creature]:
    """List the creatures of a place that this phone may let march now: the tapped one, or all."""
    chosen = request.args.get("creature", type=int)
    able = [one for one in alone if one.at == place]
    return [one for one in able if one.id == chosen] if chosen in screen.table.state.creatures else able


def may_go_alone(screen: Screen) -> list[Creature]:
    """List the creatures that this phone may let march now, each by one tap besides its place's."""
    state: State = screen.table.state
    if state.turn is None or state.phase != "move" or not screen.me.can_act_for(state.turn):
        return []
    able = (one for one in of_seat(state, state.turn) if movement.why_not_now(state, one) is None)
    return sorted(able, key=lambda one: one.at)


def mana(state: State) -> list[Creature]:
    """List the creatures that can be tapped for mana in this supply phase."""
    if state.turn is None or state.phase != "supply":
        return []
    return [one for one in of_seat(state, state.turn) if turn.MANA in one.abilities and not one.tapped]


def most_healed(state: State, one: Creature) -> int:
    """Count the points that may still be paid to heal a creature in this turn."""
    return min(turn.most_healed(state, one) - one.healed, one.damage, state.supply.get(one.owner, 0))


def known_cards(state: State) -> tuple[dict[str, Card], dict[str, Card]]:
    """List the cards to cast again: those that this table cast last, and the rest of what the house knows, by name."""
    last = dict([*state.cards.items()][::-1][:MOST_OFFERED])
    rest = {name: card for name, card in cards.learn(cards_store.find(), state.cards).items() if name not in last}
    return last, dict(sorted(rest.items(), key=lambda one: one[0].casefold()))


def found_cards(state: State, letters: str) -> dict[str, Card | None]:
    """Find cards by the first letters of a word of their names; None for one that leaves open how strong it is."""
    known = {**cards_store.find_known(), **state.cards}
    return {name: known.get(name) for name in find(letters, {*printed(), *known})}


def entered(like: str) -> dict[str, Any]:
    """Fill in the form of a new creature: by its card, as far as that says it."""
    card = printed().get(like)
    filled = cards.card_of(card) if card else Card(1, 1, 1)
    return {"name": like[:LONGEST_NAME], **asdict(filled)}

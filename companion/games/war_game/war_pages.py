"""The war's page: whose turn it is, the map, the tapped place, and what the phase asks for."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.war_game import cards, cards_store, creatures, fight, moving, turn
from companion.games.war_game.aftermath import aftermath
from companion.games.war_game.board import is_land
from companion.games.war_game.pages import bp, drawn_map, show
from companion.games.war_game.place import (
    borne_to,
    facts_of,
    far_from,
    fights_at,
    reaching,
    riders,
    ways_of,
    why_nots,
)
from companion.games.war_game.state import (
    COLOURS,
    LONGEST_NAME,
    MOST_NUMBER,
    Card,
    Creature,
    State,
    at,
    board_of,
    home_of,
    is_supplied,
    of_seat,
)
from companion.kit.fair import is_possible
from companion.table.log import with_names
from companion.table.screen import Screen, look

MOST_OFFERED = 12
"""How many creatures are offered to be cast again."""


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the map, the chosen place and where its creatures may go, and the phase's own things."""
    screen = look(code)
    state: State = screen.table.state
    board = board_of(state)
    place = chosen_place(state)
    alone = may_go_alone(screen)
    going = marching(screen, alone, place)
    go = ways_of(state, going)
    marks = dict.fromkeys(state.fights, "fight")
    marks |= {one: "go fight" if fights_at(state, one) else "go" for one in go}
    marks |= {place: "chosen"} if place else {}
    shown = drawn_map(screen, marks)
    may = state.turn is not None and screen.me.may(state.turn)
    known, rarer = known_cards(state) if may and state.phase == "cast" else ({}, {})
    why_not = creatures.why_not_summon(state, state.turn) if state.turn is not None else None
    settled = tuple(aftermath(state, screen.names))
    return show(
        "war_game/war.html",
        screen,
        **shown,
        settled=settled,
        place=place,
        there=at(state, place) if place else [],
        going=going,
        alone=alone,
        ways=[one for one in board.places if one in go],
        dies=lambda to: moving.who_dies(state, [one.id for one in going], to),
        why_not=why_nots(state, going, go),
        why_not_now=moving.why_not_now,
        may=may,
        facts=lambda one: facts_of(state, one),
        reaching=reaching(state, place) if place else (),
        far=far_from(state, place) if place else (),
        fights={one: fight.sides(state, one) for one in state.fights},
        bounds=lambda side: fight.bounds(state, side),
        startable=[one for one in moving.may_start(state, state.turn or 0) if one not in state.fights]
        if state.phase == "fight"
        else [],
        foes=lambda one: sorted({other.owner for other in at(state, one)} - {state.turn}),
        set_down_at=lambda one: [to for to in board.places if is_possible(moving.drop, state, creature=one.id, to=to)],
        riders=(bearing := riders(state, going)),
        borne_to=borne_to(state, bearing),
        mana=mana(state),
        hurt=[one for one in of_seat(state, state.turn) if one.damage or one.healed] if state.turn is not None else [],
        heals=lambda one: range(1, most_healed(state, one) + 1),
        taker=taker(state),
        income=income(state),
        why_no_creature=with_names(why_not, screen.names) if why_not else None,
        known=known,
        rarer=rarer,
        home=at(state, home_of(state, state.turn), state.turn) if state.turn is not None else [],
        colours=COLOURS,
        longest=LONGEST_NAME,
        most=MOST_NUMBER,
        fights_at=lambda one: fights_at(state, one),
        opponents=lambda one: fight.opponents(state, one),
        tapper=lambda one: fight.tapper(state, one),
        taps_at=lambda one: state.lands.get(one) == "mountain" and is_land(one),
    )


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
    asked = request.args.get("at", "") if one is None or one.came_from else one.at
    return asked if asked in board_of(state).places else ""


def marching(screen: Screen, alone: Sequence[Creature], place: str) -> list[Creature]:
    """List the creatures of a place that this phone may let march now: the tapped one, or all."""
    chosen = request.args.get("creature", type=int)
    able = [one for one in alone if one.at == place]
    return [one for one in able if one.id == chosen] if chosen in screen.table.state.creatures else able


def may_go_alone(screen: Screen) -> list[Creature]:
    """List the creatures that this phone may let march now, each by one tap besides its place's."""
    state: State = screen.table.state
    if state.turn is None or state.phase != "move" or not screen.me.may(state.turn):
        return []
    able = (one for one in of_seat(state, state.turn) if moving.why_not_now(one) is None)
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
    """List the cards to cast again: those to offer at once, named last at this table or earlier ones, and the rest."""
    last = [*cards.learn(cards_store.find(), state.cards).items()][::-1]
    rest = sorted(last[MOST_OFFERED:], key=lambda one: one[0].casefold())
    return dict(last[:MOST_OFFERED]), dict(rest)

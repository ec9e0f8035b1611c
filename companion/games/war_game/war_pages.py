"""The war's page: whose turn it is, the map, the tapped place, and what the phase asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.war_game import cards, cards_store, creatures, fight, moving, turn
from companion.games.war_game.aftermath import aftermath
from companion.games.war_game.board import is_land
from companion.games.war_game.combat import strength
from companion.games.war_game.pages import bp, drawn_map, show
from companion.games.war_game.picture import Square
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
from companion.web import stamps
from companion.web.parts import had

MOST_OFFERED = 12
"""How many creatures are offered to be cast again."""
STAMP = 5
"""How many characters a stamp has."""


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
    squares = shown["map"].squares
    parts = head_parts(screen, settled) | marching_parts(screen, alone, going)
    stamped = map_stamps(screen, squares) | stamps(parts)
    return show(
        "war_game/war.html",
        screen,
        **shown | {"squares_had": squares_had(stamped, squares)},
        stamps=stamped,
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


def map_stamps(screen: Screen, squares: Sequence[Square]) -> dict[str, str]:
    """Stamp the map: lands as they look while nobody is there, and each where somebody is or lives, with its place."""
    homes = screen.table.state.strongholds
    plain = {"map": ([(one.place, one.land) for one in squares if one.place not in homes], screen.people)}
    taken = {
        one.place: (one, homes.get(one.place), screen.people)
        for one in squares
        if one.many or one.marks or one.place in homes
    }
    return stamps(plain) | {f"at-{place}": place + stamp for place, stamp in stamps(taken).items()}


def squares_had(stamped: Mapping[str, str], squares: Sequence[Square]) -> frozenset[str]:
    """List the places that a phone has as they look now: those where nobody is, if it has nobody there either."""
    have = had()
    if stamped["map"] not in have:
        return frozenset()
    others = {one[:-STAMP] for one in have}
    return frozenset(
        one.place
        for one in squares
        if (stamped[f"at-{one.place}"] in have if f"at-{one.place}" in stamped else one.place not in others)
    )


def head_parts(screen: Screen, settled: Sequence[str]) -> dict[str, object]:
    """List what decides how the head looks: whose turn it is, with the supply, and the bar that goes on."""
    state: State = screen.table.state
    if state.turn is None:
        return {}
    own, left = screen.me.seat == state.turn, state.supply.get(state.turn, 0)
    seen = screen.once if screen.me.may(state.turn) else None
    turn = (state.turn, own, taker(state), left, income(state), screen.people)
    return {"turn": turn, "steps": (state.phase, bool(state.fights), seen, settled, screen.people)}


def marching_parts(screen: Screen, alone: Sequence[Creature], going: Sequence[Creature]) -> dict[str, object]:
    """List what decides how those look who may march alone: who they are as they are now, and who is chosen."""
    board = board_of(screen.table.state)
    return {"alone": ([(one, strength(board, one)) for one in alone], [one.id for one in going])} if alone else {}


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

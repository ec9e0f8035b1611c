"""The pages of the War Game in the order of play, and its moves as a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.war_game import cards, cards_store, creatures, fight, forms, moving, reach, setup, turn
from companion.games.war_game.again import CHOICES, again, snippet
from companion.games.war_game.board import LANDS_AT, cut_off, distance, is_land, neighbours
from companion.games.war_game.combat import called, has_bonus, strength
from companion.games.war_game.events import CreatureCast
from companion.games.war_game.facts import BASICS, LANDS
from companion.games.war_game.house import HOUSE_RULES, switch_rule
from companion.games.war_game.picture import picture
from companion.games.war_game.state import (
    ABILITIES,
    COLOURS,
    LONGEST_NAME,
    MOST_NUMBER,
    PHASES,
    Card,
    Creature,
    State,
    at,
    board_of,
    home_of,
    is_supplied,
    of_seat,
    playing,
    seen_by,
)
from companion.games.war_game.supply import why_not_cast
from companion.games.war_game.tell import tell
from companion.kit.fair import Fairness, check_by, is_possible
from companion.kit.forms import HouseRuleForm
from companion.kit.opening import Opening, open_by
from companion.kit.rules import at_rule, show_rules
from companion.kit.taps import Place, Tap, bind
from companion.scores import store as scores
from companion.table import seats as at_table
from companion.table.log import Refusal, Table
from companion.table.screen import Screen, look
from companion.text import Text
from companion.web import page, stamps

bp = Blueprint("war_game", __name__, url_prefix="/war_game")

MOST_OFFERED = 12
"""How many creatures are offered to be cast again."""
PAGES = (
    ("war_game.land_page", "setup", Text("Land")),
    ("war_game.war_page", "attack", Text("War")),
    ("war_game.army_page", "guard", Text("Army")),
    ("war_game.result_page", "trophy", Text("Result")),
)


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.over:
        return "war_game.result_page"
    return "war_game.war_page" if state.begun else "war_game.land_page"


def pages_of(_: State) -> tuple[tuple[str, str, Text], ...]:
    """List the pages of the bottom bar."""
    return PAGES


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table, without what this phone may not see."""
    state: State = seen_by(screen.table.state, screen.serves)
    board = board_of(state)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        basics=BASICS,
        lands=LANDS,
        abilities=ABILITIES,
        phases=PHASES,
        called=called,
        now=lambda one: strength(board, one),
        **context,
    )


def drawn_map(screen: Screen, marks: Mapping[str, str], *, lying: bool = False) -> dict[str, Any]:
    """Draw the map as this phone's player sees it."""
    state: State = screen.table.state
    seat = screen.me.seat
    below = home_of(state, seat) if seat is not None and not lying else "A"
    shown = picture(board_of(state), state.creatures.values(), marks, below=below, lying=lying)
    return {"map": shown, "marching": "war_game.march"}


# A new table


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table."""
    chosen = len(names) if len(names) in forms.COUNTS else 2
    return {"counts": forms.COUNTS, "chosen": chosen, "basics": BASICS, "rules": HOUSE_RULES}


def as_before(state: State) -> dict[str, Any]:
    """Read how a table was opened, for a rematch."""
    return {"column": state.column, "fair": state.fair, "near": tuple(state.strongholds) == setup.NEAR}


open_by(bp, Opening(setup.open_game, forms.NewForm, new, again=as_before))
book = show_rules(bp, HOUSE_RULES)


# The land


@bp.get("/<code>/land")
def land_page(code: str) -> ResponseReturnValue:
    """Show the lands and who is shut in; deal them anew or set them; strongholds, and who goes first."""
    screen = look(code)
    state: State = screen.table.state
    asked = request.args.get("at", "")
    chosen = asked if asked in LANDS_AT and screen.me.plays and not state.begun else ""
    return show(
        "war_game/land.html",
        screen,
        **drawn_map(screen, {chosen: "chosen"}),
        chosen=chosen,
        shut=[(id, state.strongholds[id].owner) for id in cut_off(board_of(state))],
        why=setup.why_not_begin(state),
        home=lambda seat: home_of(state, seat),
        mine=sorted(screen.serves, key=lambda seat: seat != screen.me.seat),
    )


# The war


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the map, the chosen place and where its creatures may go, and the phase's own things."""
    screen = look(code)
    state: State = screen.table.state
    board = board_of(state)
    place = chosen_place(state)
    going = marching(screen, place)
    go = ways_of(state, going)
    marks = dict.fromkeys(state.fights, "fight")
    marks |= {one: "go fight" if fights_at(state, one) else "go" for one in go}
    marks |= {place: "chosen"} if place else {}
    shown = drawn_map(screen, marks)
    may = state.turn is not None and screen.me.may(state.turn)
    return show(
        "war_game/war.html",
        screen,
        **shown,
        stamps=stamps(map_parts(screen, shown["map"].squares)),
        place=place,
        there=at(state, place) if place else [],
        going=going,
        ways=[one for one in board.places if one in go],
        why_not=why_nots(state, going, go) if "why" in request.args else (),
        may=may,
        facts=lambda one: facts_of(state, one),
        reaching=reaching(state, place) if place else (),
        far=far_from(state, place) if place else (),
        fights={one: fight.sides(state, one) for one in state.fights},
        startable=[one for one in moving.may_start(state, state.turn or 0) if one not in state.fights]
        if state.phase == "fight"
        else [],
        foes=lambda one: sorted({other.owner for other in at(state, one)} - {state.turn}),
        beside=lambda one: sorted(neighbours(board, one)),
        riders=riders(state, going),
        mana=mana(state),
        hurt=[one for one in of_seat(state, state.turn) if one.damage] if state.turn is not None else [],
        heals=lambda one: range(1, most_healed(state, one) + 1),
        supplied=state.turn is None or is_supplied(state, state.turn),
        why_no_creature=why_no_creature(state),
        known=known_cards(state) if may and state.phase == "cast" else {},
        colours=COLOURS,
        longest=LONGEST_NAME,
        most=MOST_NUMBER,
        fights_at=lambda one: fights_at(state, one),
        taps_at=lambda one: state.lands.get(one) == "mountain" and is_land(one),
    )


def map_parts(screen: Screen, squares: Sequence[Any]) -> dict[str, object]:
    """List what decides how each square of the map looks."""
    state: State = screen.table.state
    homes = {id: (one.owner, one.holder) for id, one in state.strongholds.items()}
    return {f"at-{one.place}": (one, homes.get(one.place), screen.people) for one in squares}


def chosen_place(state: State) -> str:
    """Find the place that was tapped, or where the tapped creature stands."""
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    asked = one.at if one else request.args.get("at", "")
    return asked if asked in board_of(state).places else ""


def marching(screen: Screen, place: str) -> list[Creature]:
    """List the creatures of a place that this phone may let march now: the tapped one, or all."""
    state: State = screen.table.state
    if state.turn is None or state.phase != "move" or not place or not screen.me.may(state.turn):
        return []
    able = [one for one in at(state, place, state.turn) if moving.why_not_now(one) is None]
    chosen = request.args.get("creature", type=int)
    return [one for one in able if one.id == chosen] if chosen in state.creatures else able


def ways_of(state: State, going: Sequence[Creature]) -> frozenset[str]:
    """List where all of some creatures may march together."""
    each = [moving.places_for(state, one) for one in going]
    return frozenset.intersection(*each) if each else frozenset()


def why_nots(state: State, going: Sequence[Creature], go: Collection[str]) -> list[tuple[str, Text]]:
    """Say of each place within two steps why some creatures may not march there."""
    if not going:
        return []
    board, found = board_of(state), []
    for place in board.places:
        if place not in go and 0 < distance(board, going[0].at, place, flying=True) <= 1:
            found += [(place, why) for one in going if (why := why_no_path(state, one, place))][:1]
    return found


def why_no_path(state: State, one: Creature, place: str) -> Text | None:
    """Say why a creature may not march to a place now."""
    try:
        moving.path_to(state, one, place)
    except Refusal as refusal:
        return refusal.text
    return None


def fights_at(state: State, place: str) -> bool:
    """Say whether who enters a place in this turn finds opponents there."""
    return any(one.owner != state.turn for one in at(state, place))


def facts_of(state: State, one: Creature) -> tuple[Text, ...]:
    """Say what of a creature matters now: its land, damage, boosts, and what holds it."""
    board, said = board_of(state), []
    if has_bonus(board, one):
        said.append(Text("+1/+1 by its land"))
    if one.boost_power or one.boost_toughness:
        said.append(
            Text(
                "%(power)s/%(toughness)s this turn",
                power=f"{one.boost_power:+d}",
                toughness=f"{one.boost_toughness:+d}",
            )
        )
    if one.damage:
        said.append(Text("damage %(damage)s", damage=one.damage))
    said += [Text("tapped")] if one.tapped else []
    said += [Text("carried")] if one.carried else []
    rider = state.creatures.get(one.rider or 0)
    said += [Text("carries %(name)s", name=called(rider))] if rider else []
    said += [Text("Wall")] if one.wall else []
    return (*said, *(label for id, label in ABILITIES.items() if id in one.abilities))


def reaching(state: State, place: str) -> list[tuple[int, bool, bool]]:
    """Say of each player whether single spells reach opposing creatures at a place, and those on the whole land."""
    return [(seat, reach.single(state, seat, place), reach.area(state, seat, place)) for seat in playing(state)]


def far_from(state: State, place: str) -> list[tuple[str, int, int]]:
    """List the strongholds with how far they are from a place, on foot and flying, whatever lies between."""
    board = board_of(state)
    ends = [one for one in board.strongholds if one != place]
    return [(one, distance(board, place, one), distance(board, place, one, flying=True)) for one in ends]


def riders(state: State, going: Sequence[Creature]) -> list[Creature]:
    """List who may be borne by another one of some creatures."""
    free = [one for one in going if one.rider is None]
    return free if len(free) > 1 else []


def mana(state: State) -> list[Creature]:
    """List the creatures that can be tapped for mana in this supply phase."""
    if state.turn is None or state.phase != "supply":
        return []
    return [one for one in of_seat(state, state.turn) if turn.MANA in one.abilities and not one.tapped]


def most_healed(state: State, one: Creature) -> int:
    """Count the points that may still be paid to heal a creature in this turn."""
    return min(BASICS.heal - one.healed, one.damage, state.supply.get(one.owner, 0))


def why_no_creature(state: State) -> Text | None:
    """Say why whose turn it is can cast no creature at all; None if one may come."""
    seat = state.turn
    if seat is None:
        return None
    return why_not_cast(
        0, supply=0, at_home=len(at(state, home_of(state, seat), seat)), supplied=is_supplied(state, seat)
    )


def known_cards(state: State) -> dict[str, Card]:
    """List the cards to cast again: of this table, then of earlier ones, those named last first."""
    earlier = [*cards_store.find().items()][::-1]
    return dict([*earlier, *state.cards.items()][::-1][:MOST_OFFERED])


# The army


@bp.get("/<code>/army")
def army_page(code: str) -> ResponseReturnValue:
    """Show everybody's creatures and supply, and let players boost, put right and remove theirs."""
    screen = look(code)
    state: State = screen.table.state
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    order = sorted(range(state.players), key=lambda seat: seat != screen.me.seat)
    return show(
        "war_game/army.html",
        screen,
        one=one,
        may=one is not None and (screen.me.may(one.owner) or (state.turn is not None and screen.me.may(state.turn))),
        order=order,
        army={seat: of_seat(state, seat) for seat in order},
        facts=lambda one: facts_of(state, one),
        places=board_of(state).places,
        most=MOST_NUMBER,
        paying=[seat for seat in order if screen.me.may(seat) and state.supply.get(seat)],
    )


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the map, whose turn it is, supply and fights, large enough for a whole table."""
    screen = look(code)
    state: State = screen.table.state
    marks = dict.fromkeys(state.fights, "fight")
    return show(
        "war_game/board.html",
        screen,
        here="war_game.war_page",
        **drawn_map(screen, marks, lying=True),
        stamps={},
        fights={one: fight.sides(state, one) for one in state.fights},
    )


# The result


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show who has won, who held what turn by turn, and the ways to end a war early."""
    screen = look(code)
    state: State = screen.table.state
    return show(
        "war_game/result.html",
        screen,
        playing=playing(state),
        saved=scores.find_code(code) if state.over else None,
        following=at_table.find_next(code) if state.over else None,
        ending=is_possible(turn.agree_draw, state),
    )


# The moves


def at_land(_: Table, form: Any) -> Place:
    """Come back to the land that was set."""
    return "land_page", {}


def whose_turn(state: State) -> int | None:
    """Find the seat whose turn it is."""
    return state.turn


def learn(table: Table) -> None:
    """Keep the creature that was cast last for the next tables of this house."""
    state: State = table.state
    named = [event.name for event in table.entries[-1].events if isinstance(event, CreatureCast) and event.name]
    if cast := {name: state.cards[name] for name in named if name in state.cards}:
        cards_store.change(lambda known: cards.learn(known, cast))


TAPS = (
    Tap("house-rule", switch_rule, HouseRuleForm, at_rule),
    Tap("deal", setup.deal, forms.DealForm, at_land, chance=True),
    Tap("terrain", setup.set_terrain, forms.TerrainForm, at_land),
    Tap("keep-land", setup.keep_land, forms.LandForm, at_land, for_seat="seat", private=True),
    Tap("turn-land", setup.turn_land, forms.TurnLandForm, at_land, for_seat="seat"),
    Tap("roll-first", setup.roll_first, forms.FirstForm, at_land, chance=True),
    Tap("begin", setup.begin),
    Tap("supply", turn.roll_supply, forms.SupplyForm, for_seat=whose_turn, chance=True),
    Tap("heal", turn.heal, forms.HealForm, for_seat=whose_turn),
    Tap("go-on", turn.go_on, for_seat=whose_turn),
    Tap("spend", creatures.spend, forms.SpendForm, for_seat="seat"),
    Tap("march", moving.march, forms.MarchForm, for_seat=whose_turn),
    Tap("carry", moving.carry, forms.CarryForm, for_seat=whose_turn),
    Tap("drop", moving.drop, forms.DropForm, for_seat=whose_turn),
    Tap("end-movement", moving.end_movement, for_seat=whose_turn),
    Tap("name-fight", fight.name_fight, forms.FightForm, for_seat=whose_turn),
    Tap("tap-attacker", fight.tap_attacker, forms.TapForm, guest="by"),
    Tap("split", fight.split, forms.SplitForm, guest="by"),
    Tap("settle", fight.settle, forms.SettleForm, for_seat=whose_turn),
    Tap("cast", creatures.cast, forms.CastForm, for_seat=whose_turn, given={"known": cards_store.find}, then=learn),
    Tap("boost", creatures.boost, forms.BoostForm),
    Tap("remove", creatures.remove, forms.CreatureForm, guest="by"),
    Tap("correct", creatures.correct, forms.CorrectForm, guest="by"),
    Tap("end-turn", turn.end_turn, forms.EndTurnForm, for_seat="seat"),
    Tap("leave", turn.leave, forms.LeaveForm, host=True),
    Tap("draw", turn.agree_draw, host=True),
)
bind(bp, TAPS)

fairness = Fairness(again, setup.say_word, turn.tell_secret, tell, snippet, TAPS, CHOICES)
check_by(bp, fairness)

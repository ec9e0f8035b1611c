"""The pages of the War Game besides the war's and the armies', and its moves as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.war_game.facts import BASICS, LANDS, STRONGHOLDS
from companion.games.war_game.facts.board import DEFAULT_COLUMN, LANDS_AT, cut_off
from companion.games.war_game.facts.events import CreatureCast
from companion.games.war_game.facts.layout import LAYOUT
from companion.games.war_game.pages import forms
from companion.games.war_game.pages.picture import picture
from companion.games.war_game.play import cards_store, creatures, fight, movement, turn
from companion.games.war_game.play.combat import called, strength
from companion.games.war_game.play.rule_switch import switch_rule
from companion.games.war_game.scoring.result import course, why_won
from companion.games.war_game.setup import setup
from companion.games.war_game.state import cards, seen_by
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import ABILITIES, PHASES, Creature, State, board_of, home_of, playing
from companion.games.war_game.text.asked import asked
from companion.games.war_game.text.describe import tell
from companion.games.war_game.text.draw_replay import again, snippet
from companion.games.war_game.text.legacy_arguments import CHOICES
from companion.kit.fairness.page import Fairness, check_by, is_possible
from companion.kit.forms import HouseRuleForm
from companion.kit.house_rules import HouseRule
from companion.kit.moves import HOST, OWN, May, Move, Place, register_moves
from companion.kit.new_table import Opening, open_by
from companion.kit.rules.book import at_rule, show_rules
from companion.language.texts import Text
from companion.scores.charts import Segment, band
from companion.scores.stores import play_store as scores
from companion.table.finished import with_names
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.table.seating import lifecycle
from companion.web import address, language, page
from companion.web.forms import refused, shown

bp = Blueprint("war_game", __name__, url_prefix="/war_game")
cards_store.boxes.register(bp)

PAGES = (
    ("war_game.land_page", "setup", Text("Land")),
    ("war_game.war_page", "attack", Text("War")),
    ("war_game.army_page", "guard", Text("Army")),
    ("war_game.result_page", "score", Text("Result")),
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
    state: State = seen_by(screen.table.state, screen.private_seats)
    board = board_of(state)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        basics=BASICS,
        faces=range(1, BASICS.die + 1),
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
    drawn = picture(board_of(state), state.creatures.values(), marks, below=below, lying=lying)
    return {"map": drawn, "marching": "war_game.march", "said_in": "place"}


class Step(NamedTuple):
    """How much damage a creature has, or is dealt: it was `hit` so much, between the `least` and the `most`.

    `ends` are the taps that would change nothing. The `form` is there only after it was refused: a page has up to 200
    steps, and as many drawn by their forms kept all others waiting for 40 ms more.
    """

    endpoint: str
    url: str
    creature: Creature
    hit: int
    least: int
    most: int
    ends: frozenset[int]
    form: forms.DamageForm | None


def step(endpoint: str, screen: Screen, one: Creature, hit: int, least: int, most: int) -> Step:
    """Prepare what counts or sets the damage of a creature."""
    url, found = address(endpoint, code=screen.code, creature=one.id), refused()
    form = shown(forms.DamageForm, url, value=hit) if found and found.is_of(url, {}) else None
    if form:
        form.value.render_kw = {"min": least, "max": most}
    ends = frozenset(by for by, end in ((-1, least), (1, most)) if hit == end)
    return Step(endpoint, url, one, hit, least, most, ends, form)


# A new table


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table."""
    chosen = len(names) if len(names) in forms.COUNTS else 2
    return {
        "counts": forms.COUNTS,
        "fields": {"count": chosen, "column": DEFAULT_COLUMN},
        "columns": range(1, BASICS.columns + 1),
        "switches": switches(),
    }


def switches() -> list[tuple[str, list[tuple[str, HouseRule]]]]:
    """List the house rules by the sections of the rules, but for those by which the map is laid out."""
    read = book(language())
    found: dict[str, list[tuple[str, HouseRule]]] = {}
    for id, rule in HOUSE_RULES.items():
        if id not in LAYOUT:
            found.setdefault(read.answers.by_id[id].section, []).append((id, rule))
    return [(section.title, found[section.id]) for section in read.rules.sections if section.id in found]


def as_before(state: State) -> dict[str, Any]:
    """Read how a table was opened, for a rematch."""
    return {"column": state.column, "fair": state.fair, "places": tuple(state.strongholds)}


NEW = Opening("open_game", setup.open_game, forms.NewForm, new, again=as_before)
open_by(bp, NEW)
book = show_rules(bp, HOUSE_RULES, asked)


# The land


@bp.get("/<code>/land")
def land_page(code: str) -> ResponseReturnValue:
    """Show the lands and who is shut in; deal them anew or set them; strongholds, and who goes first."""
    screen = load_screen(code)
    state: State = screen.table.state
    wished = request.args.get("at", "")
    chosen = wished if wished in LANDS_AT and screen.me.plays and not state.begun else ""
    return show(
        "war_game/setup/land.html",
        screen,
        **drawn_map(screen, {chosen: "chosen"}) | {"said_in": "setting"},
        chosen=chosen,
        **_awaited(state),
        home=lambda seat: home_of(state, seat),
        places=STRONGHOLDS,
        mine=sorted(screen.private_seats, key=lambda seat: seat != screen.me.seat),
    )


def _awaited(state: State) -> dict[str, Any]:
    """Say what keeps a war from its begin, or should be seen before: who is shut in, and who has laid no land."""
    return {
        "shut": [(id, state.strongholds[id].owner) for id in cut_off(board_of(state))],
        "why": setup.why_not_begin(state),
        "unlaid": [one.owner for one in state.strongholds.values() if not one.land],
    }


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the map, whose turn it is, supply and fights, large enough for a whole table."""
    screen = load_screen(code)
    state: State = screen.table.state
    marks = dict.fromkeys(state.fights, "fight")
    return show(
        "war_game/map/board.html",
        screen,
        here="war_game.war_page",
        **drawn_map(screen, marks, lying=True),
        fights={one: fight.sides(state, one) for one in state.fights},
    )


# The result


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show who has won, who held what turn by turn, and the ways to end a war early."""
    screen = load_screen(code)
    state: State = screen.table.state
    return show(
        "war_game/scoring/result.html",
        screen,
        playing=playing(state),
        why=with_names(why, screen.names) if (why := why_won(state)) else None,
        courses=courses(screen) if state.held else {},
        saved=scores.find_code(code) if state.over else None,
        following=lifecycle.find_next(code) if state.over else None,
        ending=state.turn is not None,
        drawable=is_possible(turn.agree_draw, state),
    )


def courses(screen: Screen) -> dict[str, tuple[Text, list[Segment]]]:
    """Say and draw who held each stronghold, turn by turn."""
    state: State = screen.table.state
    said = {id: with_names(course(state, id), screen.names) for id in state.strongholds}
    colours = {seat.name: seat.colour for seat in screen.seats}
    return {id: (one, band(one, state.turns, colours)) for id, one in said.items()}


# The moves


def at_land(_: Table, form: Any) -> Place:
    """Come back to the land that was set."""
    return "land_page", {}


def at_next_step(table: Table, form: Any) -> Place:
    """Keep showing who may take a second step, with where to."""
    state: State = table.state
    marched = (state.creatures.get(id) for id in form.creatures.data)
    able = [one for one in marched if one and movement.has_second_step(state, one)]
    return "war_page", {"at": able[0].at} if able else {}


def whose_turn(state: State) -> int | None:
    """Find the seat whose turn it is."""
    return state.turn


def learn(table: Table) -> None:
    """Keep the creature that was cast last for the next tables of this house."""
    state: State = table.state
    named = [event.name for event in table.entries[-1].events if isinstance(event, CreatureCast) and event.name]
    if cast := {name: state.cards[name] for name in named if name in state.cards}:
        cards_store.change(lambda known: cards.learn(known, cast))


MOVES = (
    Move("switch_rule", switch_rule, HouseRuleForm, at_rule, may=HOST, path="house-rule"),
    Move("deal", setup.deal, forms.DealForm, at_land, may=HOST),
    Move("choose_stronghold", setup.choose_stronghold, forms.StrongholdForm, at_land, may=OWN),
    Move("agree_swap", setup.agree_swap, forms.SwapForm, at_land, may=May("seat", own_phone_only=True)),
    Move("set_terrain", setup.set_terrain, forms.TerrainForm, at_land, path="terrain"),
    Move("keep_land", setup.keep_land, forms.LandForm, at_land, may=May("seat", own_phone_only=True)),
    Move("turn_land", setup.turn_land, forms.TurnLandForm, at_land, may=May("seat", own_phone_only=True)),
    Move("roll_first", setup.roll_first, forms.FirstForm, at_land),
    Move("begin", setup.begin),
    Move("roll_supply", turn.roll_supply, forms.SupplyForm, may=May(whose_turn), path="supply"),
    Move("heal", turn.heal, forms.HealForm, may=May(whose_turn)),
    Move("go_on", turn.go_on, may=May(whose_turn)),
    Move("spend", creatures.spend, forms.SpendForm, may=OWN),
    Move("march", movement.march, forms.MarchForm, at_next_step, may=May(whose_turn)),
    Move("carry", movement.carry, forms.CarryForm, may=May(whose_turn)),
    Move("drop", movement.drop, forms.DropForm, may=May(whose_turn)),
    Move("end_movement", movement.end_movement, may=May(whose_turn)),
    Move("name_fight", fight.name_fight, forms.FightForm, may=May(whose_turn)),
    Move("tap_attacker", fight.tap_attacker, forms.TapForm, may=May(guest="by")),
    Move("spare_attackers", fight.spare_attackers, forms.SpareForm, may=May(guest="by")),
    Move("split", fight.split, forms.DamageForm, may=May(guest="who")),
    Move("settle", fight.settle, forms.SettleForm, may=May(whose_turn)),
    Move(
        "cast",
        creatures.cast,
        forms.CastForm,
        may=May(whose_turn),
        inject={"known": cards_store.find_known},
        after_commit=learn,
    ),
    Move("boost", creatures.boost, forms.BoostForm, may=May(guest="by")),
    Move("remove", creatures.remove, forms.CreatureForm, may=May(guest="by")),
    Move("damage", creatures.damage, forms.DamageForm, "army_page", may=May(guest="who")),
    Move("correct", creatures.correct, forms.CorrectForm, may=May(guest="by")),
    Move("end_turn", turn.end_turn, forms.EndTurnForm, may=OWN),
    Move("leave", turn.leave, forms.LeaveForm, may=HOST),
    Move("agree_draw", turn.agree_draw, may=HOST, path="draw"),
)
register_moves(bp, MOVES)

fairness = Fairness(again, setup.say_word, turn.tell_secret, tell, snippet, MOVES, CHOICES)
check_by(bp, fairness)

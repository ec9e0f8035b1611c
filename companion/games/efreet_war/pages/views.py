"""The war's pages, as a game goes through them, and its moves as a table."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.efreet_war.facts import CITY, KING, events as ev
from companion.games.efreet_war.pages import forms, openings, page_forms, suggestions, view_models
from companion.games.efreet_war.pages.former_moves import FORMER
from companion.games.efreet_war.play import counters, creatures, dice_and_timer, reach, rules
from companion.games.efreet_war.scoring import rematch
from companion.games.efreet_war.setup import by_hand
from companion.games.efreet_war.state import seen_by
from companion.games.efreet_war.state.house_rules import HOUSE_RULES, switch_rule
from companion.games.efreet_war.state.model import State, emperors, leader, order, ring_of
from companion.games.efreet_war.text.asked import asked
from companion.games.efreet_war.text.describe import spell
from companion.games.efreet_war.text.draw_replay import again, snippet
from companion.games.efreet_war.text.legacy_arguments import CHOICES
from companion.kit.creatures.printed import creatures as creatures_of_sets
from companion.kit.fairness import page as fair
from companion.kit.forms import HouseRuleForm
from companion.kit.moves import HOST, OWN, May, Move, Place, lasting, register_moves
from companion.kit.new_table import Opening, Way, afterwards, open_by
from companion.kit.ring import counters as counted, ring_page
from companion.kit.ring.circle import Spot
from companion.kit.ring.creatures import goes
from companion.kit.ring.marching import creature_taps
from companion.kit.ring.ring_drawing import drawing
from companion.kit.ring.ring_tools import beside, tool_moves
from companion.kit.rules.book import at_rule, show_rules
from companion.language.texts import Text, numeral
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.web import letters, page

bp = Blueprint("efreet_war", __name__, url_prefix="/efreet_war")


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table without its secrets."""
    state, names = seen_by(screen.table.state), screen.names
    shared = {"screen": screen, "state": state, "names": names, "nobody": forms.NOBODY, "printed": creatures_of_sets()}
    shared["leader"] = lambda team: screen.seats[leader(state, team)]
    return page(template, **shared, **view_models.everywhere(state, names), **beside(screen), **context)


def picture(screen: Screen, marks: Mapping[int, str] = MappingProxyType({})) -> list[Spot]:
    """Place those who still play on the ring; before the war begins it shows who starts."""
    state: State = screen.table.state
    return ring_page.picture(
        screen,
        ring_of(state),
        text=lambda seat: numeral(state.lives[seat]) if state.begun else letters(screen.names[seat]),
        icon=lambda seat: "crown" if seat in emperors(state) else "",  # a shield is a Guardian here
        role=lambda seat: Text("Emperor") if seat in emperors(state) else None,
        turn=state.turn if state.begun else state.first,
        marks=marks,
    )


# A new table, the deal, and who starts


WAYS = (
    Way("drawn", Text("Random starting player")),
    Way("last", Text("Last place starts"), rematch.last_starts),
    Way("fallen", Text("First out: Emperor"), rematch.first_fallen_rules),
)

NEW = Opening("open_game", rules.open_game, forms.NewForm, openings.new, again=rematch.opened_like, ways=WAYS)
open_by(bp, NEW)
SHEET = Opening("open_sheet", rules.open_sheet, forms.NewForm, openings.sheet, template="efreet_war/setup/new.html")
open_by(bp, SHEET, path="just-score", endpoint="open_sheet")
book = show_rules(bp, HOUSE_RULES, asked)


@bp.get("/<code>/deal")
def deal_page(code: str) -> ResponseReturnValue:
    """Show who guards what, who sits where, and who starts."""
    screen, doing = load_screen(code), request.args.get("doing")
    ring, made = drawing(picture(screen), screen.names), page_forms.of_deal(screen, doing)
    return show("efreet_war/setup/deal.html", screen, ring=ring, doing=doing, **made)


# The war


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the two rows, what just came to light, the tapped Resource, and the ring."""
    screen = load_screen(code)
    state: State = screen.table.state
    return show(
        "efreet_war/war/war.html",
        screen,
        **on_the_ring(screen),
        **view_models.field(state, screen.names),
        **view_models.chosen_resource(code, state, request.args),
        happened=view_models.happened(screen.last(lasting(MOVES)), screen.names),
        news=state.uncovered is not None and view_models.is_news(screen.table.moves),
        city=CITY,
        king=KING,
        by_name="named" in request.args,
        hidden=len(state.sealed),
    )


def on_the_ring(screen: Screen) -> dict[str, Any]:
    """Show the ring with whom the chosen creature or player reaches, what leaves home, and the forms of the war."""
    state: State = screen.table.state
    field, running = reach.field_of(state), state.begun and state.result is None
    home = goes(field, state.turn) if running and state.turn is not None else ()
    asked = ring_page.asked(screen, field, home, order(state))
    going, seat = asked.going, asked.seat
    ring = picture(screen, dict.fromkeys(going.to, "go") if going else view_models.marks(state, seat, asked.one))
    history = counted.history(screen.joined_moves, seat, life=state.life)
    marching = f"efreet_war.{'march_together' if going and going.creatures else 'march'}"
    middle = ring_page.middle(screen, asked, ring, history, marching=marching, likely=suggestions)
    made = page_forms.of_war(screen, asked.doing if running else "", middle["low"])
    leaves = bool(home) and not going and screen.me.can_act_for(state.turn)
    return {**middle, **made, "running": running, "leaves": leaves}


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the ring, whose turn it is, the race and the Resources, large enough for a whole table."""
    screen = load_screen(code)
    state: State = screen.table.state
    shown = view_models.field(state, screen.names) | view_models.on_board(screen, picture(screen))
    return show("efreet_war/war/board.html", screen, here="efreet_war.war_page", **shown)


# The points


@bp.get("/<code>/points")
def points_page(code: str) -> ResponseReturnValue:
    """Show the race, where each point came from, what is still hidden; at the end the result."""
    screen = load_screen(code)
    state: State = screen.table.state
    offered = {"drawn": True, "last": rematch.last_starts(state), "fallen": state.mode == "emperor"}
    shared = {
        **afterwards(bp.name, code, [way for way in WAYS if offered[way.id]]),
        **view_models.race(state, screen.names),
        **page_forms.of_points(screen),
    }
    return show("efreet_war/scoring/points.html", screen, **shared)


# The moves


def onward(table: Table, resource: str | None) -> Place:
    """Come back to a Resource, or to the points once the war is over."""
    return ("war_page", {"resource": resource}) if table.state.result is None else ("points_page", {})


def at_resource(table: Table, form: forms.ResourceForm | forms.GuardianForm) -> Place:
    """Come back to the move's Resource, or to the card that came to light under it."""
    uncovered = isinstance(table.moves[-1].events[-1], ev.CardUncovered)
    return onward(table, None if uncovered else form.resource.data)


def at_target(_: Table, form: forms.TargetForm) -> Place:
    """Come back to the player who is attacked."""
    return "war_page", {"seat": form.target.data}


def at_war(table: Table, _: object) -> Place:
    """Come to the war, which says what was done, or to the points once it is over."""
    return onward(table, None)


MOVES = (
    Move("switch_rule", switch_rule, HouseRuleForm, at_rule, path="house-rule"),
    Move("deal", rules.deal, forms.DealForm),
    Move("set_guardians", by_hand.set_guardians, forms.GuardiansForm),
    Move("lay_face_down", by_hand.lay_face_down),
    Move("mix", rules.mix),
    Move("swap", rules.swap, forms.SwapForm),
    Move("choose_first", rules.choose_first, forms.FirstForm, path="first"),
    Move("begin", rules.begin, lasts=True),
    Move("attack", rules.attack, forms.ResourceForm, at_resource, may=May(attrgetter("turn")), lasts=True),
    Move("kill_guardian", rules.kill_guardian, forms.GuardianForm, at_resource, path="kill"),
    Move("damage_guardian", rules.damage_guardian, forms.DamageForm, at_resource, path="damage"),
    Move("resolve", rules.resolve, forms.ResolveForm, at_resource, lasts=True),
    Move("tell_card", rules.tell_card, forms.CardForm, at_war),
    Move(
        "claim_king",
        rules.claim_king,
        forms.KingForm,
        lambda table, _: onward(table, KING),
        may=May(attrgetter("turn")),
        path="king",
        lasts=True,
    ),
    Move("pass_card", rules.pass_card, forms.PassForm, at_war, lasts=True),
    Move("lose_card", rules.lose_card, forms.HeldForm, at_war, lasts=True),
    Move("attack_player", creatures.attack_player, forms.TargetForm, at_target, may=May(attrgetter("turn"))),
    *ring_page.life_moves(counters.change_life, counters.explain, "war_page"),
    *creature_taps(creatures, "war_page", returns=forms.ReturnForm),
    *tool_moves(dice_and_timer.roll, "war_page"),
    Move("eliminate", rules.eliminate, forms.OutForm, path="out", lasts=True),
    Move("break_off", rules.break_off),
    Move("score", rules.score, forms.ScoreForm),
    Move("end_turn", rules.end_turn, forms.TurnForm, may=OWN, lasts=True),
    Move("mix_sealed", rules.mix_sealed, redirect_to="war_page", may=HOST, lasts=True),
    Move("uncover_rest", rules.uncover_rest, may=HOST),
)
register_moves(bp, MOVES)

fairness = fair.Fairness(again, rules.say_word, rules.tell_secret, spell, snippet, (*MOVES, *FORMER), CHOICES)
fair.check_by(bp, fairness)

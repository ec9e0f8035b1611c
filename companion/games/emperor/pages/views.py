"""Emperor's pages, as a duel goes through them, and its moves as a table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.emperor.facts import BASICS, RANGES
from companion.games.emperor.pages import forms, page_forms, suggestions
from companion.games.emperor.pages.view_models import ICONS, emperors_out, gone_at_the_end, on_board, reached, sitting
from companion.games.emperor.play import creatures, dice_and_timer, duel, reach
from companion.games.emperor.scoring.history import explain
from companion.games.emperor.scoring.result import ROLES, play_code
from companion.games.emperor.setup import seating
from companion.games.emperor.state import DRAW, State, emperors, living, role, teams
from companion.games.emperor.state.house_rules import HOUSE_RULES, switch_rule
from companion.games.emperor.text.asked import asked
from companion.games.emperor.text.describe import tell
from companion.games.emperor.text.draw_replay import again, snippet
from companion.games.emperor.text.legacy_arguments import CHOICES
from companion.kit.fairness.committed_random import seen
from companion.kit.fairness.page import Fairness, check_by
from companion.kit.forms import MarchForm
from companion.kit.moves import OWN, Move, register_moves
from companion.kit.new_table import Opening, open_by
from companion.kit.ring import ring_page as kit
from companion.kit.ring.marching import at_creature, creature_taps
from companion.kit.ring.ring_tools import beside, tool_moves
from companion.kit.rules.book import at_rule, show_rules
from companion.language.texts import Text
from companion.scores.stores import play_store as scores
from companion.table.screen import Screen, load_screen
from companion.web import page

bp = Blueprint("emperor", __name__, url_prefix="/emperor")

PAGES = (
    ("emperor.seats_page", "setup", Text("Seats")),
    ("emperor.ring_page", "ring", Text("Ring")),
    ("emperor.result_page", "score", Text("Result")),
)
SHOWN = ("fall", "end_turn", "begin")
"""The ring page shows who fell, and what fell with them, until the next of these."""


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.result is not None or state.just_score:
        return "emperor.result_page"
    return "emperor.ring_page" if state.begun else "emperor.seats_page"


def pages_of(state: State) -> tuple[tuple[str, str, Text], ...]:
    """List the pages of the bottom bar; a duel that was played without the app has no ring."""
    return tuple(page for page in PAGES if page[1] != "ring" or not state.just_score)


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table without its secret; what the rules say of its state, the template asks them."""
    state: State = seen(screen.table.state)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        teams=teams(state),
        emperors=emperors(state),
        living=living(state),
        role=lambda seat: ROLES[role(state, seat)],
        role_icon=lambda seat: ICONS[role(state, seat)],
        duel=duel,
        likely=suggestions,
        **beside(screen),
        **context,
    )


# A new table, and who sits where


NEW = Opening("open_game", seating.open_game, forms.NewForm, forms.offered)
open_by(bp, NEW)
SCORED = Opening("open_game", seating.open_game, forms.NewForm, forms.offered_scored, template="emperor/setup/new.html")
open_by(bp, SCORED, path="just-score", endpoint="open_scored")
book = show_rules(bp, HOUSE_RULES, asked)


@bp.get("/<code>/seats")
def seats_page(code: str) -> ResponseReturnValue:
    """Show teams and roles, the range rules, who plays first, and the ante."""
    screen = load_screen(code)
    state: State = screen.table.state
    return show(
        "emperor/setup/seats.html",
        screen,
        duels=len(state.results) + 1,
        begins=None if state.first is None else state.first + 1,
        ranges=RANGES,
        basics=BASICS,
        **sitting(screen, request.args.get("seat", type=int)),
        **page_forms.of_seats(screen),
    )


# The ring


@bp.get("/<code>/ring")
def ring_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the ring, the chosen player's life or creatures, and what they can reach."""
    screen = load_screen(code)
    state: State = screen.table.state
    home = [] if state.turn is None else creatures.goes(state, state.turn)
    asked = kit.asked(screen, reach.field_of(state), home, state.order)
    last = screen.last(SHOWN)
    return show(
        "emperor/ring/ring.html",
        screen,
        **reached(screen, asked),
        **(page_forms.of_out(screen) if asked.doing == "out" else {}),
        happened=[tell(event, screen.names) for event in last.events] if last and last.move == "fall" else [],
        why="why" in request.args,
        chosen={"creature": asked.one.id} if asked.one else {"seat": asked.seat},
    )


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the ring, whose turn it is and what comes next, large enough for a whole table."""
    screen = load_screen(code)
    return show("emperor/ring/board.html", screen, here="emperor.ring_page", **on_board(screen))


# The result


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show who won, the series so far, the ante, and who chooses for the next duel."""
    screen = load_screen(code)
    state: State = screen.table.state
    return show(
        "emperor/scoring/result.html",
        screen,
        gone=gone_at_the_end(screen),
        emperors_out=emperors_out(screen),
        saved=scores.find_code(play_code(code, state)),
        draw=DRAW,
        loser=None if state.result is None else 1 - state.result,
        **page_forms.of_result(screen),
        seatings=[one for one in duel.SEATINGS.items() if not (state.told and one[0] == "drawn")],
        results=[*state.results, *([] if state.result is None else [state.result])],
    )


# The moves


MOVES = (
    Move("switch_rule", switch_rule, forms.RuleForm, at_rule, path="house-rule"),
    Move("mix", seating.mix, redirect_to="seats_page"),
    Move("swap", seating.swap, forms.SwapForm, "seats_page"),
    Move("choose_range", seating.choose_range, forms.RangeForm, path="range"),
    Move("choose_first", seating.choose_first, forms.TeamForm, path="first"),
    Move("draw_first", seating.draw_first),
    Move("ante", seating.ante, forms.AnteForm, may=OWN),
    Move("begin", seating.begin),
    Move("end_turn", duel.end_turn, forms.TurnForm, may=OWN),
    *kit.life_moves(duel.change_life, explain, "ring_page"),
    *tool_moves(dice_and_timer.roll, "ring_page"),
    Move("fall", duel.fall, forms.OutForm, path="out"),
    *creature_taps(creatures, "ring_page"),
    Move("deploy", creatures.deploy, MarchForm, at_creature("ring_page")),
    Move("score", duel.score, forms.ScoreForm),
    Move("divide_ante", duel.divide_ante, forms.DivideForm, path="divide"),
    Move("next_duel", duel.next_duel, forms.NextForm, path="next"),
)
register_moves(bp, MOVES)

fairness = Fairness(again, seating.say_word, duel.tell_secret, tell, snippet, MOVES, CHOICES)
check_by(bp, fairness)

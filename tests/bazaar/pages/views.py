"""The pages of Bazaar, as a game goes through them, and its moves as a table."""

from typing import NamedTuple

from flask import Blueprint, url_for

from companion.kit.fairness.page import Fairness, check_by, is_possible
from companion.kit.moves import OWN, Move, register_moves
from companion.kit.new_table import Opening, afterwards, open_by
from companion.kit.rules.book import show_rules
from companion.language.texts import Text
from companion.table.screen import load_screen
from companion.web import page
from companion.web.forms import shown
from tests.bazaar import moves, scoring
from tests.bazaar.describe import spell
from tests.bazaar.draws import again, snippet
from tests.bazaar.pages import forms
from tests.bazaar.state import GOODS, ROUNDS, SPARE, STEPS, is_closed, left, seen_by

bp = Blueprint("bazaar", __name__, url_prefix="/bazaar", template_folder="../templates")

PAGES = (
    ("bazaar.setup_page", "setup", Text("Setup")),
    ("bazaar.street_page", "camel", Text("Street")),
    ("bazaar.score_page", "score", Text("Score")),
)


def page_of(state):
    """Name the page for the game's present phase."""
    if is_closed(state):
        return "bazaar.score_page"
    return "bazaar.street_page" if state.begun else "bazaar.setup_page"


def pages_of(_):
    """List the pages of the bottom bar."""
    return PAGES


def show(template, screen, **context):
    """Show a page of the table, without what this phone may not see."""
    state = screen.table.work_out(visible, screen.private_seats)
    return page(template, screen=screen, state=state, goods=GOODS, **context)


def visible(table, seats):
    """Leave out what a phone may not see that serves these seats."""
    return seen_by(table.state, seats)


open_by(bp, Opening("open_game", moves.open_game, template="kit/new.html", again=lambda _: {}))
book = show_rules(bp, rounds=ROUNDS, steps=STEPS, spare=SPARE, per_good=scoring.PER_GOOD, per_order=scoring.PER_ORDER)


@bp.get("/<code>/setup")
def setup_page(code):
    """Show the street and one's own order, until the bazaar opens."""
    return show("bazaar/setup.html", load_screen(code))


class Stall(NamedTuple):
    """A stall: its good, how many are left, who is there, and why whoever is on the move cannot take one."""

    good: str
    left: int
    here: list[int]
    why_not: Text | None


def stalls(state):
    """List the stalls from the gate on."""
    return [
        Stall(
            good,
            left(state, good),
            [seat for seat, own in enumerate(state.taken) if own[-1:] == (good,)],
            None if state.turn is None else moves.why_not(state, state.turn, good),
        )
        for good in state.street
    ]


@bp.get("/<code>/street")
def street_page(code):
    """Show whose turn it is, the stalls, and what everybody has."""
    screen = load_screen(code)
    state = screen.table.state
    round = min(map(len, state.taken)) + 1
    return show("bazaar/street.html", screen, stalls=stalls(state), round=round, rounds=ROUNDS)


@bp.get("/<code>/score")
def score_page(code):
    """Let everybody enter their coins, then show orders, points and who has won."""
    screen = load_screen(code)
    state, game = screen.table.state, screen.table.game
    over = game.result(state) or ()
    mine = [seat for seat in screen.seats if screen.me.can_act_for(seat.number)]
    return show(
        "bazaar/score.html",
        screen,
        closed=is_closed(state),
        counting=[(seat, counting(code, state, seat.number)) for seat in mine] if not state.told else [],
        ready=is_possible(moves.show_orders, state),
        results=sorted(zip(over, screen.seats, strict=False), key=lambda one: one[0].place),
        winners=[seat for seat, one in enumerate(over) if one.place == 1],
        **(afterwards("bazaar", code) if over else {}),
    )


def counting(code, state, seat):
    """Make the form for a merchant's coins."""
    return shown(forms.CountForm, url_for("bazaar.count", code=code), {"seat": seat}, coins=state.coins.get(seat))


MOVES = (
    Move("draw_street", moves.draw_street),
    Move("begin", moves.begin),
    Move("take", moves.take, forms.TakeForm, may=OWN),
    Move("count", moves.count, forms.CountForm, "score_page", may=OWN),
)
register_moves(bp, MOVES)

fairness = Fairness(again, moves.say_word, moves.show_orders, spell, snippet, MOVES)
check_by(bp, fairness)

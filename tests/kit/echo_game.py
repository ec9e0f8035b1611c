"""A game whose moves do nothing but keep what they were given: one tap of each kind."""

from flask import Blueprint
from wtforms import IntegerField
from wtforms.validators import InputRequired, NumberRange

from companion.kit.moves import May, Move, register_moves
from companion.kit.new_table import Opening, open_by
from companion.kit.rules.book import show_rules
from companion.table.forms import MoveForm, PlayersForm
from companion.table.screen import load_screen
from companion.web import page
from tests import toy

GIVEN = []
"""What the moves were given, the latest last."""


class PaceForm(MoveForm):
    seat = IntegerField(validators=[InputRequired(), NumberRange(0, 9)])
    pace = IntegerField(validators=[InputRequired(), NumberRange(1, 9)])


def keep(state, **given):
    GIVEN.append(given)
    return [toy.Advanced(state.turn)]


def keep_time(state, *, at):
    return keep(state, at=at)


def keep_chance(state, *, rng):
    return keep(state, rng=rng)


def at_pace(table, form):
    return "race_page", {"pace": form.pace.data, "turn": table.state.turn}


MOVES = (
    Move("plain", keep),
    Move("timed", keep_time),
    Move("drawn", keep_chance),
    Move("told", keep, may=May(actor="player")),
    Move("asked", keep, may=May(guest="by")),
    Move("hosted", keep, may=May(host=True)),
    Move("paced", keep, PaceForm, at_pace, may=May("seat")),
    Move("turned", keep, redirect_to="race_page", may=May(lambda state: state.turn)),
)
bp = Blueprint("race", __name__, url_prefix="/race", root_path=toy.bp.root_path, template_folder="templates")
NEW = Opening("open_game", toy.open_game, PlayersForm, lambda _: toy.COUNTS, template="kit/new.html")
open_by(bp, NEW)
show_rules(bp, goal=toy.GOAL, step=toy.STEP)
register_moves(bp, MOVES)


@bp.get("/<code>/race")
def race_page(code):
    screen = load_screen(code)
    return page("race/race.html", screen=screen, state=screen.table.state)


game = toy.game

"""A game whose moves do nothing but keep what they were given: one tap of each kind."""

from flask import Blueprint
from wtforms import IntegerField
from wtforms.validators import InputRequired, NumberRange

from companion.kit.moves import Tap, bind
from companion.kit.new_table import Opening, open_by
from companion.kit.rules.book import show_rules
from companion.table.forms import MoveForm, PlayersForm
from companion.table.screen import look
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


def at_pace(table, form):
    return "race_page", {"pace": form.pace.data, "turn": table.state.turn}


TAPS = (
    Tap("plain", keep),
    Tap("timed", keep, clock=True),
    Tap("drawn", keep, chance=True),
    Tap("told", keep, tapper="player"),
    Tap("asked", keep, guest="by"),
    Tap("hosted", keep, host=True),
    Tap("paced", keep, PaceForm, at_pace, for_seat="seat"),
    Tap("turned", keep, back="race_page", for_seat=lambda state: state.turn),
)
bp = Blueprint("race", __name__, url_prefix="/race", root_path=toy.bp.root_path, template_folder="templates")
NEW = Opening("open_game", toy.open_game, PlayersForm, lambda _: toy.COUNTS, template="kit/new.html")
open_by(bp, NEW)
show_rules(bp, goal=toy.GOAL, step=toy.STEP)
bind(bp, TAPS)


@bp.get("/<code>/race")
def race_page(code):
    screen = look(code)
    return page("race/race.html", screen=screen, state=screen.table.state)


game = toy.game

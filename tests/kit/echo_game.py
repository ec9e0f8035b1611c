"""A race without an end, whose moves keep what they were given: one tap of each kind, and the least a game can have."""

from dataclasses import dataclass

from flask import Blueprint
from wtforms import IntegerField
from wtforms.validators import InputRequired, NumberRange

from companion.kit.moves import May, Move, register_moves
from companion.kit.new_table import Opening, open_by
from companion.language.texts import Text
from companion.table.forms import MoveForm
from companion.table.log import Game, Pages
from companion.table.screen import load_screen
from companion.web import page

GIVEN = []
"""What the moves were given, the latest last."""


@dataclass(frozen=True)
class Opened:
    players: int


@dataclass(frozen=True)
class Advanced:
    seat: int


@dataclass(frozen=True)
class State:
    players: int = 0
    turn: int = 0


def evolve(state, event):
    if isinstance(event, Opened):
        return State(event.players)
    return State(state.players, (event.seat + 1) % state.players)


def open_game(state, *, players, rng):
    return [Opened(players)]


class PaceForm(MoveForm):
    seat = IntegerField(validators=[InputRequired(), NumberRange(0, 9)])
    pace = IntegerField(validators=[InputRequired(), NumberRange(1, 9)])


def keep(state, **given):
    GIVEN.append(given)
    return [Advanced(state.turn)]


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
bp = Blueprint("race", __name__, url_prefix="/race", template_folder="templates")
open_by(bp, Opening("open_game", open_game, template="kit/new.html"))
register_moves(bp, MOVES)
for name in ("rules", "ask"):  # to which every page leads
    bp.add_url_rule(f"/<code>/{name}", name, str)


@bp.get("/<code>/race")
def race_page(code):
    return page("race/race.html", screen=load_screen(code))


PAGES = Pages(lambda _: "race.race_page", lambda _: [("race.race_page", "march", Text("Turn"))], lambda *_: "turn")
game = Game("race", "Race", Text("Turn"), "march", range(2, 4), State, evolve, (Opened, Advanced),
            lambda *_: Text("Turn"), lambda *_: None, lambda _: None, PAGES)  # fmt: skip

"""A race to ten: all that a game needs of the kit, with one page beside it."""

from dataclasses import dataclass

from flask import Blueprint

from companion.kit import moves
from companion.kit.new_table import Opening, open_by
from companion.kit.rules import book
from companion.language.texts import Text
from companion.table.finished import Result
from companion.table.forms import PlayersForm
from companion.table.log import Game, Pages, Refusal
from companion.table.screen import load_screen
from companion.web import page

GOAL, STEP = 10, 2
COUNTS = {"counts": (2, 3), "chosen": 2}


@dataclass(frozen=True)
class Opened:
    players: int


@dataclass(frozen=True)
class Advanced:
    seat: int


@dataclass(frozen=True)
class State:
    steps: tuple[int, ...] = ()
    turn: int = 0


def evolve(state, event):
    if isinstance(event, Opened):
        return State((0,) * event.players)
    steps = (step + STEP * (seat == event.seat) for seat, step in enumerate(state.steps))
    return State(tuple(steps), (event.seat + 1) % len(state.steps))


def check(state, seats):
    if len(state.steps) != seats or not all(0 <= step <= GOAL for step in state.steps):
        raise ValueError("no race")


def open_game(state, *, players, rng):
    return [Opened(players)]


def advance(state):
    if result(state):
        raise Refusal("The race is over.")
    return [Advanced(state.turn)]


def result(state):
    over = max(state.steps, default=0) == GOAL
    return tuple(Result(1 + sum(other > one for other in state.steps), one) for one in state.steps) if over else None


def tell(event, names):
    return Text("%(name)s goes on.", name=names[event.seat]) if isinstance(event, Advanced) else Text("The race is on.")


bp = Blueprint("race", __name__, url_prefix="/race", template_folder="templates")
open_by(bp, Opening("open_game", open_game, PlayersForm, lambda _: COUNTS, template="kit/new.html"))
book.show_rules(bp, goal=GOAL, step=STEP)
moves.register_moves(bp, [moves.Move("advance", advance, may=moves.May(lambda state: state.turn))])


@bp.get("/<code>/race")
def race_page(code):
    screen = load_screen(code)
    return page("race/race.html", screen=screen, state=screen.table.state)


PAGES = (("race.race_page", "ring", Text("Race")),)
game = Game("race", "Race", Text("First to ten."), "ring", range(2, 4), State, evolve, (Opened, Advanced), tell, check,
            result, Pages(lambda _: "race.race_page", lambda _: PAGES, lambda *_: "turn"))  # fmt: skip

"""Tales of the Arabian Nights: the evening on everybody's phone, without a paragraph of the Book."""

from companion.games.tales.box import learned_store
from companion.games.tales.facts.events import EVENTS, Begun
from companion.games.tales.pages import board_views, box_views, learned_views, setup_views, tale_views, turn_views
from companion.games.tales.pages.forms import COUNTS
from companion.games.tales.pages.views import bp, fairness, page_of, pages_of
from companion.games.tales.scoring.result import measures, options, result
from companion.games.tales.state import State, check, evolve
from companion.games.tales.text.brought_back import brings_back
from companion.games.tales.text.describe import outcome, tell
from companion.games.tales.text.redaction import hide, redraw
from companion.language.texts import Text
from companion.table.finished import DECLARED, ScoreField, Won
from companion.table.log import Game, Pages, Scored, Secrets, Undoing

__all__ = [
    "board_views",
    "box_views",
    "bp",
    "fairness",
    "game",
    "learned_views",
    "setup_views",
    "tale_views",
    "turn_views",
]

game = Game(
    slug="tales",
    title="Tales of the Arabian Nights",
    about=Text("An evening of stories: whose turn, how far, which row and paragraph, what follows, who has won."),
    picture="camel",
    seats=range(min(COUNTS), max(COUNTS) + 1),
    start=State,
    evolve=evolve,
    events=EVENTS,
    describe=tell,
    check=check,
    result=result,
    pages=Pages(current=page_of, in_bar=pages_of, anchor_for=outcome, board="tales.board_page", auto_navigate=True),
    turn=lambda state: state.turn,
    undo=Undoing(brings_back=brings_back, after_commit=learned_store.follow),
    secrets=Secrets(is_revealed=lambda state: state.told, redact=hide, redraw_hidden=redraw),
    scores=Scored(
        options=options,
        measures=measures,
        fields=(
            ScoreField("total", Text("Goal points")),
            ScoreField("turns", Text("Turns")),
            ScoreField("heroes", Text("What the heroes went through")),
            ScoreField("goals", Text("Goals, destiny and story")),
        ),
        begins=(Begun,),
        won=Won(DECLARED),
    ),
)

"""Djinn-Efreet War, a variant of Magic about the treasures of the Arabian Nights."""

from companion.games.efreet_war.facts.events import EVENTS, WarBegun
from companion.games.efreet_war.pages.view_models import page_of, pages_of
from companion.games.efreet_war.pages.views import bp, fairness
from companion.games.efreet_war.scoring.result import options, result, shown_mode
from companion.games.efreet_war.state import check, evolve, remains
from companion.games.efreet_war.state.model import MOST_PLAYERS, State
from companion.games.efreet_war.text.describe import outcome, tell
from companion.games.efreet_war.text.redaction import hide, redraw
from companion.kit.ring.counters import join
from companion.language.texts import Text
from companion.table.finished import SIDES, ScoreField, Won
from companion.table.log import Game, Pages, Scored, Secrets, Undoing

__all__ = ["bp", "fairness", "game"]

game = Game(
    slug="efreet_war",
    title="Djinn-Efreet War",
    about=Text("Magic with the Arabian Nights: guarded Resources, hidden Treasures and Traps, a race to ten points."),
    picture="lamp",
    seats=range(2, MOST_PLAYERS + 1),
    start=State,
    evolve=evolve,
    events=EVENTS,
    describe=tell,
    check=check,
    result=result,
    pages=Pages(
        current=page_of,
        in_bar=pages_of,
        anchor_for=outcome,
        board="efreet_war.board_page",
        auto_navigate=True,
        more=(("efreet_war.just_score", "score", Text("Just score")),),
    ),
    turn=lambda state: state.turn,
    undo=Undoing(retain_on_undo=remains, coalesce=join),
    secrets=Secrets(is_revealed=lambda state: state.told, redact=hide, redraw_hidden=redraw),
    scores=Scored(
        options=options,
        fields=(
            ScoreField("mode", Text("Mode"), say=shown_mode),
            ScoreField("ended", Text("Ended")),
            ScoreField("turns", Text("Turns")),
            ScoreField("lives", Text("Life at the end")),
            ScoreField("race", Text("Points by turn")),
            ScoreField("falls", Text("Players out")),
        ),
        begins=(WarBegun,),
        won=Won(SIDES),
    ),
)

"""Djinn-Efreet War, a variant of Magic about the treasures of the Arabian Nights."""

from __future__ import annotations

from companion.games.efreet_war.facts.events import EVENTS, RestUncovered, SealedMixed, WarBegun
from companion.games.efreet_war.pages.view_models import page_of, pages_of
from companion.games.efreet_war.pages.views import bp, fairness
from companion.games.efreet_war.scoring.result import options, result, shown_mode
from companion.games.efreet_war.state import check, evolve, remains
from companion.games.efreet_war.state.model import MOST_PLAYERS, State
from companion.games.efreet_war.text.describe import outcome, tell
from companion.games.efreet_war.text.redaction import hide, redraw
from companion.kit.fairness.committed_random import SecretTold, WordSaid
from companion.kit.ring.counters import join
from companion.language.texts import Text
from companion.table.log import Game, Kept

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
    tell=tell,
    page=page_of,
    pages=pages_of,
    outcome=outcome,
    board="efreet_war.board_page",
    result=result,
    options=options,
    begins=(WarBegun,),
    more=(("efreet_war.just_score", "score", Text("Just score")),),
    kept=(
        Kept("mode", Text("Mode"), say=shown_mode),
        Kept("ended", Text("Ended")),
        Kept("turns", Text("Turns")),
        Kept("lives", Text("Life at the end")),
        Kept("race", Text("Points, with the turn")),
        Kept("falls", Text("Who fell")),
    ),
    check=check,
    told=lambda state: state.told,
    final=(RestUncovered, SealedMixed, SecretTold, WordSaid),
    remains=remains,
    hide=hide,
    turn=lambda state: state.turn,
    leads=True,
    join=join,
    redraw=redraw,
)

"""Emperor, a variant of Magic for two teams in a ring."""

from __future__ import annotations

from companion.games.emperor.facts.events import EVENTS, DuelBegun
from companion.games.emperor.pages.forms import COUNTS
from companion.games.emperor.pages.views import bp, fairness, page_of, pages_of
from companion.games.emperor.scoring.result import options, play_code, result
from companion.games.emperor.state import State, check, evolve
from companion.games.emperor.text.describe import outcome, tell
from companion.kit.fairness.committed_random import SecretTold, WordSaid, as_copy, hide
from companion.kit.ring.counters import join
from companion.language.texts import Text
from companion.table.log import Game, Kept

__all__ = ["bp", "fairness", "game"]

game = Game(
    slug="emperor",
    title="Emperor",
    about=Text("Magic for two teams in a ring: who reaches whom, life totals, creatures on the march."),
    picture="crown",
    seats=range(min(COUNTS), max(COUNTS) + 1),
    start=State,
    evolve=evolve,
    events=EVENTS,
    tell=tell,
    page=page_of,
    pages=pages_of,
    outcome=outcome,
    board="emperor.board_page",
    result=result,
    options=options,
    more=(("emperor.just_score", "score", Text("Just score")),),
    begins=(DuelBegun,),
    kept=(
        Kept("range", Text("Range of influence")),
        Kept("teams", Text("Teams")),
        Kept("life", Text("Life at the start")),
        Kept("turns", Text("Turns")),
        Kept("lives", Text("Roles and lives at the end")),
        Kept("roles", Text("Roles")),
        Kept("falls", Text("Who fell")),
    ),
    check=check,
    play=play_code,
    final=(SecretTold, WordSaid),
    hide=hide,
    turn=lambda state: state.turn,
    leads=True,
    redraw=as_copy,
    join=join,
)

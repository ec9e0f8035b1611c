"""Emperor, a variant of Magic for two teams in a ring."""

from companion.games.emperor.facts.events import EVENTS, DuelBegun
from companion.games.emperor.pages.forms import COUNTS
from companion.games.emperor.pages.views import bp, fairness, page_of, pages_of
from companion.games.emperor.scoring.result import ROLES, measures, options, play_code, result
from companion.games.emperor.state import State, check, evolve
from companion.games.emperor.text.describe import outcome, tell
from companion.kit.fairness.committed_random import as_copy, hide
from companion.kit.ring.counters import join
from companion.language.texts import Text
from companion.table.finished import SIDES, ScoreField, Won
from companion.table.log import Game, Pages, Scored, Secrets, Undoing

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
    describe=tell,
    check=check,
    result=result,
    pages=Pages(
        current=page_of,
        in_bar=pages_of,
        anchor_for=outcome,
        board="emperor.board_page",
        auto_navigate=True,
        more=(("emperor.just_score", "score", Text("Just score")),),
    ),
    turn=lambda state: state.turn,
    undo=Undoing(coalesce=join),
    secrets=Secrets(redact=hide, redraw_hidden=as_copy),
    scores=Scored(
        options=options,
        measures=measures,
        fields=(
            ScoreField("range", Text("Range of influence")),
            ScoreField("teams", Text("Teams")),
            ScoreField("life", Text("Life at the start")),
            ScoreField("turns", Text("Turns")),
            ScoreField("lives", Text("Roles and life at the end")),
            ScoreField("roles", Text("Roles")),
            ScoreField("falls", Text("Players out")),
        ),
        begins=(DuelBegun,),
        score_key=play_code,
        won=Won(SIDES, roles=ROLES),
    ),
)

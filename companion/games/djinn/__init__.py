"""Djinn (Hall Games 2023)."""

from companion.games.djinn.box.corrections import names
from companion.games.djinn.facts.events import EVENTS
from companion.games.djinn.pages import box_views, catch_views, solo_views
from companion.games.djinn.pages.view_models import page_of, pages_of
from companion.games.djinn.pages.views import bp, fairness
from companion.games.djinn.play.hunt import turn_of
from companion.games.djinn.solo import store
from companion.games.djinn.state import check, evolve, remains
from companion.games.djinn.state.model import State
from companion.games.djinn.text.describe import outcome, tell
from companion.games.djinn.text.redaction import hide, redraw
from companion.games.djinn.text.result import KEPT, options, result
from companion.language.texts import Text
from companion.table.finished import POINTS, Won
from companion.table.log import Game, Pages, Scored, Secrets, Undoing

__all__ = [
    "box_views",
    "bp",
    "catch_views",
    "fairness",
    "game",
    "solo_views",
]

game = Game(
    slug="djinn",
    title="Djinn",
    about=Text("Setup, draft, hunt, catch calculator and final score for 2 to 4 players, or for one against Tom."),
    picture="djinn",
    seats=range(1, 5),
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
        board="djinn.board_page",
        auto_navigate=True,
        more=(
            ("djinn.just_score", "score", Text("Just score")),
            ("djinn.solo_page", "djinn", Text("Alone against Tom")),
            ("djinn.today_page", "lamp", Text("Challenge of the day")),
        ),
        names=lambda state: names(state.noted),
    ),
    turn=turn_of,
    undo=Undoing(retain_on_undo=remains),
    secrets=Secrets(is_revealed=lambda state: state.told, redact=hide, redraw_hidden=redraw),
    scores=Scored(
        options=options,
        fields=KEPT,
        score_tags=store.facts,
        follow=store.follow,
        won=Won(POINTS, tie=Text("Coins, Scrolls and Keys")),
    ),
)

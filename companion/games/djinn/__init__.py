"""Djinn (Hall Games 2023)."""

from __future__ import annotations

from companion.games.djinn import (
    box_pages,
    catch_pages,
    solo_pages,
    solo_store,
)
from companion.games.djinn.box import names
from companion.games.djinn.events import EVENTS, SecretTold, WordSaid
from companion.games.djinn.hidden import hide, redraw
from companion.games.djinn.hunt import turn_of
from companion.games.djinn.pages import bp, fairness
from companion.games.djinn.result import KEPT, options, result
from companion.games.djinn.shown import page_of, pages_of
from companion.games.djinn.state import State, check, evolve, remains
from companion.games.djinn.tell import outcome, tell
from companion.table.log import Game
from companion.text import Text

__all__ = [
    "box_pages",
    "bp",
    "catch_pages",
    "fairness",
    "game",
    "solo_pages",
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
    tell=tell,
    page=page_of,
    pages=pages_of,
    outcome=outcome,
    board="djinn.board_page",
    turn=turn_of,
    leads=True,
    result=result,
    options=options,
    kept=KEPT,
    more=(
        ("djinn.just_score", "score", Text("Just score")),
        ("djinn.solo_page", "trophy", Text("Alone against Tom")),
        ("djinn.today_page", "lamp", Text("Challenge of the day")),
    ),
    points_decide=lambda play: not solo_store.is_alone(play),
    facts=solo_store.facts,
    check=check,
    told=lambda state: state.told,
    final=(SecretTold, WordSaid),
    remains=remains,
    hide=hide,
    redraw=redraw,
    names=lambda state: names(state.noted),
)

"""Magic: the War Game: creatures march over fifteen lands to the strongholds of their opponents."""

from __future__ import annotations

from companion.games.war_game.events import EVENTS, SecretTold, WarBegun, WordSaid
from companion.games.war_game.hidden import hide, redraw, remains
from companion.games.war_game.pages import bp, fairness, page_of, pages_of
from companion.games.war_game.result import options, result
from companion.games.war_game.setup import BY_COUNT
from companion.games.war_game.state import State, check, evolve
from companion.games.war_game.tell import outcome, tell
from companion.table.log import Game, Kept
from companion.text import Text

__all__ = ["bp", "fairness", "game"]

game = Game(
    slug="war_game",
    title="Magic: the War Game",
    about=Text(
        "Creatures march over fifteen lands to each other's strongholds: the map, supply, fights, who holds what."
    ),
    picture="attack",
    sheet="ring.css",
    seats=range(min(BY_COUNT), max(BY_COUNT) + 1),
    start=State,
    evolve=evolve,
    events=EVENTS,
    tell=tell,
    page=page_of,
    pages=pages_of,
    outcome=outcome,
    board="war_game.board_page",
    result=result,
    options=options,
    begins=(WarBegun,),
    kept=(
        Kept("turns", Text("Turns")),
        Kept("held", Text("Strongholds at the end")),
        Kept("did", Text("What the players did")),
    ),
    check=check,
    told=lambda state: state.told,
    final=(SecretTold, WordSaid),
    remains=remains,
    hide=hide,
    leads=True,
    redraw=redraw,
)

"""The war's page: whose turn it is, the map, the tapped place, and what the phase asks for."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from companion.games.war_game.pages import view_models
from companion.games.war_game.pages.views import bp, show
from companion.games.war_game.state.model import State
from companion.games.war_game.text.aftermath import aftermath
from companion.table.screen import load_screen


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the map, the chosen place and where its creatures may go, and the phase's own things."""
    screen = load_screen(code)
    state: State = screen.table.state
    may = state.turn is not None and screen.me.can_act_for(state.turn)
    place = view_models.chosen_place(state)
    return show(
        "war_game/war/war.html",
        screen,
        may=may,
        settled=tuple(aftermath(state, screen.names)),
        **view_models.of_march(screen, place),
        **view_models.of_place(state, place),
        **view_models.of_fights(screen, may=may),
        **view_models.of_supply(screen),
        **view_models.of_cast(screen, may=may),
    )

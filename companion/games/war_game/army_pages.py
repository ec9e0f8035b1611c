"""The armies' page: everybody's creatures and supply, and what is put right or paid."""

from __future__ import annotations

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.war_game.aftermath import fallen
from companion.games.war_game.pages import bp, show
from companion.games.war_game.place import facts_of
from companion.games.war_game.state import MOST_NUMBER, State, board_of, of_seat
from companion.table.screen import look


@bp.get("/<code>/army")
def army_page(code: str) -> ResponseReturnValue:
    """Show everybody's creatures and supply, and let players boost, put right and remove theirs."""
    screen = look(code)
    state: State = screen.table.state
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    order = sorted(range(state.players), key=lambda seat: seat != screen.me.seat)
    return show(
        "war_game/army.html",
        screen,
        one=one,
        settled=fallen(state, screen.names),
        may=lambda seat: screen.me.may(seat) or (state.turn is not None and screen.me.may(state.turn)),
        order=order,
        army={seat: of_seat(state, seat) for seat in order},
        facts=lambda one: facts_of(state, one),
        places=board_of(state).places,
        most=MOST_NUMBER,
        paying=[seat for seat in order if screen.me.may(seat) and state.supply.get(seat)],
    )

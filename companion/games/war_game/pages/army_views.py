"""The armies' page: everybody's creatures and supply, and what is put right or paid."""

from __future__ import annotations

from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion.files.safe_readers import Paced
from companion.games.war_game.pages import forms
from companion.games.war_game.pages.place import facts_of
from companion.games.war_game.pages.views import bp, show, step
from companion.games.war_game.state.model import MOST_NUMBER, Creature, State, board_of, of_seat
from companion.games.war_game.text.aftermath import fallen
from companion.table.screen import Screen, load_screen
from companion.web import address
from companion.web.forms import shown

MOST_PAID = 12
"""How many points are offered to be paid at once."""


@bp.get("/<code>/army")
def army_page(code: str) -> ResponseReturnValue:
    """Show everybody's creatures and supply, and let players boost, put right and remove theirs."""
    screen = load_screen(code)
    state: State = screen.table.state
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    return show(
        "war_game/setup/army.html",
        screen,
        one=one,
        settled=fallen(state, screen.names),
        facts=lambda one: facts_of(state, one),
        **armies(screen),
        **(changing(screen, one) if one else {}),
    )


def armies(screen: Screen) -> dict[str, Any]:
    """List everybody's creatures, one's own first, with what counts their damage and what pays for players."""
    state: State = screen.table.state
    order = sorted(range(state.players), key=lambda seat: seat != screen.me.seat)
    army = {seat: Paced(of_seat(state, seat)) for seat in order}  # 200 creatures take 50 ms to draw
    changed = [one for seat in order if may_change(screen, seat) for one in army[seat]]
    return {
        "order": order,
        "army": army,
        "steps": {one.id: step("war_game.damage", screen, one, one.damage, 0, MOST_NUMBER) for one in changed},
        "paying": [paying(screen, seat) for seat in order if screen.me.can_act_for(seat) and state.supply.get(seat)],
    }


def may_change(screen: Screen, seat: int) -> bool:
    """Say whether this phone may change a player's creatures: its own, or everybody's in its own turn."""
    turn = screen.table.state.turn
    return turn is not None and (screen.me.can_act_for(seat) or screen.me.can_act_for(turn))


def changing(screen: Screen, one: Creature) -> dict[str, Any]:
    """Make the forms that boost a creature and put it right."""
    which = {"creature": one.id}
    boost, correct = (address(f"war_game.{name}", code=screen.code) for name in ("boost", "correct"))
    is_now = {name: getattr(one, name) for name in ("owner", "at", "power", "toughness", "tapped")}
    return {
        "boosting": shown(forms.BoostForm, boost, which, power=1, toughness=1),
        "correcting": shown(forms.CorrectForm, correct, which, **is_now),
        "owners": [(seat.number, seat.name) for seat in screen.seats],
        "places": [(id, id) for id in board_of(screen.table.state).places],
    }


def paying(screen: Screen, seat: int) -> tuple[int, forms.SpendForm, range]:
    """Make the form by which a player pays, with the points that are offered."""
    form = shown(forms.SpendForm, address("war_game.spend", code=screen.code), {"seat": seat})
    return seat, form, range(1, min(screen.table.state.supply[seat], MOST_PAID) + 1)

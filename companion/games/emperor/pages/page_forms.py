"""The forms of a duel's pages, with what they offer first."""

from __future__ import annotations

from typing import Any

from flask import url_for

from companion.games.emperor.pages import forms, suggestions
from companion.games.emperor.state import State, living
from companion.table.screen import Screen
from companion.web.forms import shown

NOBODY = ("", "–")
"""What a list offers if nobody is meant."""


def of_seats(screen: Screen) -> dict[str, Any]:
    """Make the forms that choose the range rules, and each player's card for the ante; list whose is missing."""
    state, code = screen.table.state, screen.code
    return {
        "missing": [seat for seat in (state.order if state.ante else ()) if seat not in state.pool],
        "ranging": shown(forms.RangeForm, url_for(".range", code=code), range_id=state.range_id),
        "antes": {
            seat: shown(forms.AnteForm, url_for(".ante", code=code), {"seat": seat}, card=state.pool.get(seat, ""))
            for seat in (state.order if state.ante else ())
        },
    }


def of_out(screen: Screen) -> dict[str, Any]:
    """Make the form that says who is out, and by whom."""
    state: State = screen.table.state
    values: dict[str, Any] = {"seats": suggestions.falling(state), "by": suggestions.killer(state)}
    return {
        "out": shown(forms.OutForm, url_for(".out", code=screen.code), **values),
        "killers": [NOBODY, *((seat, screen.names[seat]) for seat in living(state))],
    }


def of_result(screen: Screen) -> dict[str, Any]:
    """Make the form that opens the next duel, or that scores one that was played without the app."""
    state: State = screen.table.state
    if state.result is not None:
        return {"rematching": shown(forms.NextForm, url_for(".next", code=screen.code))}
    if not state.just_score:
        return {}
    return {
        "score": shown(forms.ScoreForm, url_for(".score", code=screen.code)),
        "places": [NOBODY, *((place, f"{place}.") for place, _ in enumerate(state.order, start=1))],
        "killers": [NOBODY, *((seat, screen.names[seat]) for seat in state.order)],
    }

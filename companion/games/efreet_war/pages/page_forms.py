"""The forms of a war's pages, with what they offer first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for

from companion.games.efreet_war.facts import RESOURCES
from companion.games.efreet_war.pages import forms, suggestions
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.play.ending import scored
from companion.games.efreet_war.setup import by_hand
from companion.games.efreet_war.state import seen_by
from companion.games.efreet_war.state.model import State, living
from companion.games.efreet_war.text.describe import side
from companion.kit.ring import ring_page
from companion.language.texts import Text
from companion.table.log import Table
from companion.table.screen import Screen
from companion.web.forms import shown

Options = Sequence[tuple[object, str]]
"""What a list offers: values, and their words."""


def of_deal(screen: Screen, doing: str | None) -> dict[str, Any]:
    """Make the forms that set up a war: who starts, the table's own Guardians and Traps, or what it dealt itself."""
    state, code = seen_by(screen.table.state), screen.code
    if doing == "drew":
        return of_guardians(screen)
    return ring_page.swapping(forms.SwapForm, screen, sorted(living(state))) | {
        "first": shown(forms.FirstForm, url_for(".first", code=code), seat=state.first),
        "starters": [(seat, screen.names[seat]) for seat in sorted(living(state))],
        "lists": shown(forms.DealForm, url_for(".deal", code=code), guardians=guardians(state), traps=state.traps),
    }


def guardians(state: State) -> list[str]:
    """List all Guardians that were dealt."""
    return [name for one in state.resources.values() for name in (*one.guardians, *one.dead)]


def of_guardians(screen: Screen) -> dict[str, Any]:
    """Make the form that says which Guardian stands where: beside each Resource the fields, and whom they offer."""
    state: State = screen.table.state
    stand = {f"{id}-{n}": name for id, one in state.resources.items() for n, name in enumerate(one.guardians)}
    values: dict[str, Any] = {f"guard_{place}": name for place, name in stand.items()}
    form = shown(forms.GuardiansForm, url_for(".set_guardians", code=screen.code), **values)
    known: Options = [(name, name) for name in sorted(guardians(state), key=str.lower)]

    def field(place: str) -> tuple[Any, Options]:
        return form[f"guard_{place}"], known if place in stand else [("", "–"), *known]

    return {"places": {one: [field(place) for place in by_hand.places(state, one)] for one in RESOURCES}}


def of_war(screen: Screen, doing: str, low: Sequence[int]) -> dict[str, Any]:
    """Make the forms of a war: the answer to King Suleiman, and who is out if somebody is `doing` that."""
    audience = screen.table.state.audience is not None
    return (of_king(screen) if audience else {}) | (of_out(screen, low) if doing == "out" else {})


def of_king(screen: Screen) -> dict[str, Any]:
    """Make the form that answers King Suleiman, with the artifacts that he takes."""
    state: State = screen.table.state
    artifacts = [] if state.audience is None else rules.offered(state, state.audience)
    form = shown(forms.KingForm, url_for(".king", code=screen.code), artifact=artifacts[0] if artifacts else "")
    others = [] if state.audience is None else rules.others(state, state.audience)
    return {"artifacts": artifacts, "answer": form, "others": [("", "–"), *((name, name) for name in others)]}


def of_out(screen: Screen, low: Sequence[int]) -> dict[str, Any]:
    """Make the form that says who is out, and by whose side: those in `low` most likely."""
    values: dict[str, Any] = {f"by_{seat}": suggestions.killer(screen.table.state, seat) for seat in low}
    form = shown(forms.OutForm, url_for(".out", code=screen.code), **values)
    return {"fates": fates(form, screen, Text("plays on"))}


def of_points(screen: Screen) -> dict[str, Any]:
    """Make the form that scores a war that was played without the app, for one that has not begun.

    What a score told that was taken back stays chosen on a sheet, so that only what is wrong is changed.
    """
    state, told = screen.table.state, told_before(screen.table)
    if state.begun or state.result is not None:
        return {}
    values: dict[str, Any] = {f"owner_{id}": team for id, team in told["owners"].items()}
    values |= {f"by_{seat}": forms.NOBODY if by is None else by for seat, by in told["out"].items()}
    form = shown(forms.ScoreForm, url_for(".score", code=screen.code), **values, broken_off=told["broken_off"])
    sides = [(team, side(state, team, screen.names)) for team, _ in enumerate(state.teams)]
    return {
        "score": form,
        "owners": [("", Text("nobody")), *sides],
        "fates": fates(form, screen, Text("played on")),
    }


def told_before(table: Table) -> Mapping[str, Any]:
    """Find what a score told that was taken back, on a sheet."""
    scores = (entry.events for entry in reversed(table.entries) if entry.move == "score" and table.state.just_score)
    return scored(next(scores, ()))


def fates(form: forms.OutForm, screen: Screen, on: Text) -> list[tuple[Any, str, Options]]:
    """List for each who still plays the field that says who took them out, its label, and whose side it may have been.

    `on` says that nobody did; their own side counts only by the house rule `own_kill`.
    """
    state: State = screen.table.state

    by = {team: Text("eliminated by %(team)s", team=side(state, team, screen.names)) for team in rules.alive(state)}

    def sides(own: int) -> Options:
        itself = {own: Text("eliminated by their own side")} if "own_kill" in state.rules_on else {}
        others = {team: words for team, words in by.items() if team != own}
        return [("", on), *sorted((others | itself).items()), (forms.NOBODY, Text("eliminated by nobody"))]

    return [
        (form[f"by_{seat}"], f"{screen.names[seat]} (+{rules.worth(state, seat)})", sides(rules.team_of(state, seat)))
        for seat in living(state)
    ]

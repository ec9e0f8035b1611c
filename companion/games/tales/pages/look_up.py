"""What a step is offered of what the house has read off before: the matrix's rows, cards, headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import request, url_for

from companion.games.tales.box import learned, learned_store
from companion.games.tales.box.learned import Cell, Learned
from companion.games.tales.facts import BASICS, SKILLS, STATUSES
from companion.games.tales.facts.headings import OFFERED
from companion.games.tales.pages import forms
from companion.games.tales.pages.views import filled
from companion.games.tales.play import steps
from companion.games.tales.play.turn import WORD
from companion.games.tales.state import State
from companion.games.tales.state.heroes import usable
from companion.language import time_zones
from companion.language.player_names import tidy
from companion.table.screen import Screen

Link = tuple[str, str, bool]
"""What is tapped: its words, its address, and whether it is chosen; then it leads back."""


@dataclass(frozen=True)
class Asked:
    """The row of a matrix that a phone asks for, as far as it has said, and what is known of it."""

    letter: str = ""
    adjective: str = ""
    letters: Sequence[Link] = ()
    adjectives: Sequence[Link] = ()
    cells: Sequence[Cell] = ()
    reactions: Sequence[str] = ()
    """Those of the matrix that nobody has told of this row yet."""
    here: Mapping[str, str] = field(default_factory=dict)
    """What the address of the page says of it."""
    told_at: float | None = None
    """When all of it was told, if that was on one day, which is then said once."""


def asked(screen: Screen) -> Asked:
    """Read which row of which matrix a phone asks for in this turn, and find what is known of it."""
    if not learned_store.is_kept():
        return Asked()
    state: State = screen.table.state
    now = f"{state.rounds}-{state.turn}"
    said = request.args if request.args.get("of") == now else {}
    letter, adjective = said.get("matrix", ""), tidy(said.get("adjective", ""))
    letter, adjective = letter if letter in (*BASICS.matrices,) else "", adjective if WORD.fullmatch(adjective) else ""
    known = learned_store.of_matrix(letter) if letter else []
    cells = learned.row(known, adjective) if adjective else []

    here = {"of": now} | {name: request.args[name] for name in ("doing", "after") if name in request.args}

    letters = {letter: {}} if letter else {one: {"matrix": one} for one in BASICS.matrices}
    met = {one: {"matrix": letter, "adjective": one} for one in learned.adjectives(known)}
    rows = {adjective: {"matrix": letter}} if adjective else met

    def links(found: Mapping[str, Mapping[str, str]], chosen: str) -> list[Link]:
        places: dict[str, dict[str, Any]] = {one: {"code": screen.code, **here, **said} for one, said in found.items()}
        return [(one, url_for("tales.turn_page", **place), bool(chosen)) for one, place in places.items()]

    return Asked(
        letter,
        adjective,
        links(letters, letter),
        links(rows, adjective),
        cells,
        [one for one in learned.reactions(known) if one not in {cell.reaction for cell in cells}],
        here | {"matrix": letter, "adjective": adjective},
        one_day([one.at for cell in cells for one in cell.tellings]),
    )


def one_day(moments: Sequence[float]) -> float | None:
    """Find the moment of what was told, if all of it was told on one day where the reader lives; else None."""
    days = {time_zones.moment(at).date() for at in moments}
    return moments[0] if len(days) == 1 else None


def leads(state: State) -> list[Learned]:
    """List where the card that was drawn led before."""
    key = learned.of_card(state)
    return learned_store.of_card(key) if key else []


def offered(screen: Screen, seat: int) -> dict[str, Any]:
    """Prepare which headings the paragraph offers as somebody told before, and the form by which they are told."""
    state: State = screen.table.state
    paragraph = steps.reading(state, screen.table.moves)
    if not paragraph or not learned_store.is_kept():
        return {}
    hero = state.heroes[seat]
    own = {*usable(hero), *hero.statuses}
    known = [
        (one, [(OFFERED[id], id in own) for id in one.told.split()]) for one in learned_store.of_paragraph(paragraph)
    ]
    form = filled(forms.HeadingsForm, screen, "headings", {"seat": seat})
    return {
        "offers": known,
        "heading": form,
        "offerable": forms.or_none([*forms.options(SKILLS), *forms.options(STATUSES)]),
    }

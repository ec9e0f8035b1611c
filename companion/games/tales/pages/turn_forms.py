"""The forms of a turn: those of the step that a phone does, and what they offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.games.tales.box import learned_store, store
from companion.games.tales.facts import BASICS, LEVELS, SKILLS, STATUSES
from companion.games.tales.facts.wealth import TRACK
from companion.games.tales.pages import forms, look_up
from companion.games.tales.pages.views import filled, near
from companion.games.tales.play import steps, turn
from companion.games.tales.state import State, has_met, turns_ended
from companion.games.tales.state.heroes import MARKERS, Hero, homes
from companion.language.texts import Text
from companion.table.screen import Screen
from companion.web import gettext

NAMING = {"more": ("treasures",), steps.LATER: ("quests", "cities")}
"""The forms in which names are typed that were typed before at other tables, and what is named there."""


def to_fill(screen: Screen, prepared: Mapping[str, Any]) -> dict[str, Any]:
    """Make the forms of the step that this phone does, and that of its line for the tale."""
    seat = prepared["seat"]
    made = telling(screen, prepared)
    if not prepared["mine"]:
        return made
    step = prepared["step"]
    return made | (MAKERS[step](screen, seat, prepared["hero"], step) if step in MAKERS else {})


def telling(screen: Screen, prepared: Mapping[str, Any]) -> dict[str, Any]:
    """Make the form of a line for the tale: until this turn has met anything, it is about the turn before.

    Who sits at the table may say which of the two it is about; a phone for all writes for whose turn that was.
    """
    state: State = screen.table.state
    moves, number, me = screen.table.moves, turns_ended(state) + 1, screen.me.seat
    before = steps.ended(moves)
    latest = before is not None and not has_met(state) and not (prepared["mine"] and prepared["step"] == steps.LATER)
    about = [(number - 1, Text("Last turn: %(name)s", name=screen.names[before]))] if before is not None else []
    about += [(number, Text("This turn: %(name)s", name=screen.names[prepared["seat"]]))] if about else []
    seat: int = me if me is not None else before if latest and before is not None else prepared["seat"]
    line = steps.line_before(moves, seat) if latest else state.lines.get(seat, "")
    turn = number - latest
    form = filled(forms.LineForm, screen, "line", {"seat": seat}, line=line, turn=turn)
    return {
        "telling": form,
        "about": about if me is not None else [one for one in about if one[0] == turn],
        "just_ended": latest and before in screen.private_seats,
    }


def moving(screen: Screen, seat: int, hero: Hero, _: str) -> dict[str, Any]:
    """Make the form of a move, and that of staying."""
    place = hero.place
    here = {"seat": seat, "kind": place.kind, "number": place.number, "place": place.name}
    return {"moving": filled(forms.MoveHeroForm, screen, "move", {"seat": seat}), "staying": here}


def drawing(screen: Screen, seat: int, _: Hero, __: str) -> dict[str, Any]:
    """Make the form of a card."""
    return {"drawing": filled(forms.CardForm, screen, "card", {"seat": seat})}


def leading(screen: Screen, _: int, __: Hero, ___: str) -> dict[str, Any]:
    """Make the forms of where a card leads, with what was told of it before."""
    return {
        "numbering": filled(forms.NumberForm, screen, "number"),
        "rolling": filled(forms.DieForm, screen, "row"),
        "leads": look_up.leads(screen.table.state),
    }


def numbering(screen: Screen, _: int, __: Hero, ___: str) -> dict[str, Any]:
    """Make the form of a matrix's number, with what was told of the row that is asked for."""
    asked = look_up.asked(screen)
    return {
        "numbering": filled(forms.NumberForm, screen, "number", matrix=asked.letter or None, adjective=asked.adjective),
        "matrices": forms.or_none([(matrix, matrix) for matrix in BASICS.matrices]),
        "told": asked,
    }


def lining(screen: Screen, _: int, __: Hero, ___: str) -> dict[str, Any]:
    """Make the form of a number to which a line of a city card leads."""
    return {"numbering": filled(forms.NumberForm, screen, "number")}


def mastering(screen: Screen, _: int, hero: Hero, __: str) -> dict[str, Any]:
    """Make the form of a Master skill that leads straight to a paragraph."""
    masters = turn.masters(hero)
    return {
        "mastery": filled(forms.MasterForm, screen, "master", skill=masters[0] if masters else None),
        "mastered": forms.options(SKILLS, masters),
    }


def awarding(screen: Screen, seat: int, hero: Hero, step: str) -> dict[str, Any]:
    """Make the form of an award, with all that it may name if `more` was asked for."""
    made: dict[str, Any] = {
        "award": filled(forms.AwardForm, screen, "award", {"seat": seat}, limit=None, gone=None),
        "usual": [(id, f"D+{d} S+{s}" if d and s else f"D+{d}" if d else f"S+{s}") for id, (d, s) in usual()],
    }
    return made | ({"options": to_award(hero)} if step == "more" else look_up.offered(screen, seat))


def usual() -> list[tuple[str, tuple[int, int]]]:
    """List the usual awards."""
    return [*forms.USUAL.items()]


def to_award(hero: Hero) -> dict[str, list[tuple[str, str]]]:
    """List what an award may name."""
    return {
        "levels": forms.or_none(forms.options(LEVELS), gettext("no limit")),
        "skills": forms.or_none(forms.options(SKILLS)),
        "statuses": forms.or_none(forms.options(STATUSES)),
        "own_skills": forms.or_none(forms.options(SKILLS, hero.skills)),
        "own_statuses": forms.or_none(forms.options(STATUSES, hero.statuses)),
        "treasures": forms.or_none([(treasure, treasure) for treasure in hero.treasures]),
    }


class Sale(NamedTuple):
    """The form of a sale, by how many levels it may be, and up to which."""

    form: forms.SellForm
    levels: range
    limits: list[tuple[str, str]]


def afterwards(screen: Screen, seat: int, hero: Hero, _: str) -> dict[str, Any]:
    """Make the forms of what is done after the encounter, as far as it applies to the hero where it is."""
    sales = store.find().sales
    in_city = hero.place.kind in ("baghdad", "city")
    selling = [(one, sale(screen, seat, one, sales.get(one))) for one in hero.treasures if in_city]
    return {
        "keeping": filled(forms.KeepForm, screen, "keep_card", {"seat": seat}),
        "questing": filled(forms.QuestForm, screen, "quest", {"seat": seat}),
        "laying": filled(forms.MarkerForm, screen, "marker", {"seat": seat}),
        "selling": selling,
        "sold_again": any(one.form.refused for _, one in selling),
        "carrying": filled(forms.MoveHeroForm, screen, "move", {"seat": seat, "carried": "y"}, bound=None),
        "bound": [STATUSES[status].label for status in turn.BOUND if status in hero.statuses],
        "near": near(screen, seat),
        "markers": MARKERS,
        "homeless": "" in homes(hero).values(),
    }


def sale(screen: Screen, seat: int, treasure: str, known: tuple[int, str] | None) -> Sale:
    """Make the form of a treasure's sale: as its card is `known`, else it is left open how far it goes."""
    brings, most = known or (1, None)
    fixed = {"seat": seat, "treasure": treasure}
    form = filled(forms.SellForm, screen, "sell", fixed, by=brings, limit=most)
    limits = forms.options(LEVELS, TRACK[1:])
    return Sale(form, range(1, max(3, brings) + 1), limits if most else forms.or_none(limits))


MAKERS: Mapping[str, Callable[[Screen, int, Hero, str], dict[str, Any]]] = {
    steps.MOVE: moving,
    steps.CARD: drawing,
    steps.ROW: leading,
    steps.NUMBER: numbering,
    steps.MASTER: mastering,
    steps.AWARD: awarding,
    "more": awarding,
    "headings": awarding,
    steps.CITY: lining,
    steps.LATER: afterwards,
}
"""What makes the forms of a step."""


def known(step: str) -> dict[str, Any] | None:
    """Look up the names that were typed before at any table, as far as a step asks for such; None if it asks for none.

    No two steps share a list: Chromium 156 crashed where a page morphed from an award in full to what comes after it.
    """
    if step == steps.CARD:
        return {"names": (("cards", learned_store.names_of_cards()),)} if learned_store.is_kept() else None
    box = store.find()
    names = tuple((kind, getattr(box, kind)) for kind in NAMING.get(step, ()))
    return {"names": names} if names else None

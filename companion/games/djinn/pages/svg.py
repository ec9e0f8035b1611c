"""The city and its Djinn as pictures, drawn once for all phones that look at the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from flask import render_template
from markupsafe import Markup

from companion.games.djinn.facts import NAMES, Colour
from companion.games.djinn.facts.city import City
from companion.games.djinn.pages import city_drawing
from companion.games.djinn.pages.view_models import Layout, Spaces, board
from companion.games.djinn.play.actions import doubtful, glowing
from companion.games.djinn.state.model import State


class Looks(NamedTuple):
    """How things look to a reader: the colours as their owner calls them, and the language."""

    colours: tuple[Colour, ...]
    language: str

    @property
    def by_id(self) -> dict[str, Colour]:
        """Key the colours by their id."""
        return {colour.id: colour for colour in self.colours}


Mages = tuple[city_drawing.Mage, ...]
Passages = tuple[tuple[str, str], ...]
"""The slot of each Secret Passage, and its player's colour."""


def parts(state: State, looks: Looks) -> dict[str, Any]:
    """Make the functions with which templates draw discs, the city as a picture, and the city's spaces in words."""

    def to_swap(chosen: str) -> Markup:
        """Draw the map on which spaces are swapped, one of them perhaps chosen."""
        return _city("djinn/city/_city.html", state.city, *board(state, dealt=True), looks, mode="swap", chosen=chosen)

    def city_map(
        tappable: bool, *, standing: bool = False, skips: bool = False, mages: Mages = (), passages: Passages = ()
    ) -> Markup:
        mode, here = "stand" if standing else "", state.here[-1] if state.here else ""
        bag = len(state.bag)
        return _city(
            "djinn/city/_map.html",
            state.city,
            *board(state),
            looks,
            tappable=tappable,
            bag=bag,
            mode=mode,
            chosen=here,
            glowing=glowing(state, skips=skips) if standing else frozenset(),
            doubtful=doubtful(state, skips=skips) if standing else frozenset(),
            confirmed=state.noted.paths_confirmed,
            passages=passages,
            mages=mages,
        )

    return {
        "picture": lambda: _city("djinn/city/_city.html", state.city, *board(state, dealt=True), looks),
        "city_map": city_map,
        "city_words": lambda: _city("djinn/city/_spaces.html", state.city, *board(state), looks),
        "to_swap": to_swap,
    }


def _city(template: str, city: City, layout: Layout, spaces: Spaces, looks: Looks, **more: Any) -> Markup:
    """Draw a city."""
    return _drawn(template, city, layout, spaces, looks, **more)


@lru_cache(256)
def _drawn(
    template: str,
    city: City,
    layout: Layout,
    spaces: Spaces,
    looks: Looks,
    tappable: bool = False,
    bag: int = 0,
    mode: str = "",
    chosen: str = "",
    glowing: frozenset[str] = frozenset(),
    doubtful: frozenset[str] = frozenset(),
    confirmed: bool = False,
    mages: Mages = (),
    passages: Passages = (),
) -> Markup:
    shown = {"city": city, "layout": dict(layout), "spaces": dict(spaces), "tappable": tappable, "bag": bag}
    shown |= {
        "mode": mode,
        "chosen": chosen,
        "glowing": glowing,
        "doubtful": doubtful,
        "confirmed": confirmed,
        "spots": city_drawing.spots(city, city_drawing.STEP),
    }
    shown |= {"outline": city_drawing.paths(city, city_drawing.STEP), "walkers": city_drawing.walkers(city, mages)}
    shown |= {"marks": city_drawing.marks(city, passages)}
    shown |= {"crowds": city_drawing.crowds(city, dict(spaces)) if spaces else {}}
    return Markup(render_template(template, **shown, label=NAMES, colours=looks.by_id))

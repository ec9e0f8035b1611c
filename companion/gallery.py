"""What pages are made of, each part once in both colour schemes, at /gallery: for who builds Companion.

Only `companion --debug` has this page. It stands above the games and shows what they show, with values made up here:
templates/gallery/components/ has calls of the app's macros, and no HTML of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

from flask import Blueprint, Response, current_app, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.games.war_game import game
from companion.games.war_game.facts import LANDS
from companion.games.war_game.pages.forms import DamageForm
from companion.games.war_game.pages.views import drawn_map, step
from companion.games.war_game.play.combat import called
from companion.games.war_game.setup.setup import open_game
from companion.games.war_game.state.model import Creature, State
from companion.kit.fairness.log_check import Draw
from companion.kit.fairness.page import Found
from companion.kit.ring.circle import Ring, Spot, spots
from companion.kit.ring.ring_drawing import drawing
from companion.kit.rules.book import Section
from companion.table.log import Entry, Table, changed
from companion.table.screen import Screen
from companion.table.seating.seats import Me, Seat
from companion.web import address, page
from companion.web.forms import shown

bp = Blueprint("gallery", __name__)

COMPONENTS: Mapping[str, str] = {
    "card": "Holds what belongs together: one question, one player, one outcome.",
    "row": "Is one of several things alike, in a line: its number or disc, what it is, and what can be done with it.",
    "chip": "Leads to something near, where several ways fit in a line.",
    "stepper": "Counts: a tap changes the number by one, and a number typed sets it.",
    "go": "Is what people do next: the one filled button of a page.",
    "refusal": "Says why something was not done, and how it can be: at its field, or as an offer.",
    "map": "Shows what stands where; a tap on a square says more of it.",
    "ring": "Shows who sits where around the table, the teams, and a number for each player.",
    "disc": "Stands for a player, by colour and initial, before the name or instead of it.",
}
"""Each component by its name, which is that of its template, and what it is for."""
PEOPLE = (("Ann", "red"), ("Bob", "blue"), ("Cem", "green"), ("Dee", "yellow"))
SHEETS = ("style.css", "war_game.css")
DARK = re.compile(r"@media ?\(prefers-color-scheme: ?dark\) ?\{(\s*:root)?")
"""Where a style sheet says its dark colours."""


@bp.get("/gallery")
def gallery() -> ResponseReturnValue:
    """Show every component."""
    made = values()
    drawn = [(name, what, _drawn(name, made)) for name, what in COMPONENTS.items()]
    return page("gallery/gallery.html", components=drawn)


def _drawn(component: str, made: Mapping[str, Any]) -> Markup:
    return Markup(render_template(f"gallery/components/{component}.html", **made))


@bp.get("/static/gallery.css")
def style() -> ResponseReturnValue:
    """Send the style sheets, their dark colours for every part of the page that is to be dark."""
    folder = Path(current_app.static_folder or "")
    sheets = "".join((folder / name).read_text(encoding="utf-8") for name in SHEETS)
    text = DARK.sub(lambda found: "[data-scheme=dark]{" + ("&" if found[1] else ""), sheets)
    return Response(render_template("gallery/gallery.css", sheets=text), mimetype="text/css")


def values() -> dict[str, Any]:
    """Make up what the components show: a war of four on its second turn."""
    screen = table()
    state: State = screen.table.state
    hurt, first = state.creatures[1], screen.table.entries[0].events[-2:]
    refused = shown(DamageForm, address("war_game.damage", code=screen.code, creature=hurt.id), value=99)
    refused.value.errors = ["At most 20."]
    return {
        "screen": screen,
        "state": state,
        "names": screen.names,
        "lands": LANDS,
        "called": called,
        "step": step("war_game.damage", screen, hurt, hurt.damage, 0, 20),
        "refused_form": refused,
        "chapter": Section("march", "How creatures march", ()),
        "spell": lambda event: game.describe(event, screen.names),
        "draws": Found(Draw(1, event, event, number=number) for number, event in enumerate(first, 1)),
        "ring": drawing(seated(), screen.names),
        **drawn_map(screen, {"22": "chosen", "23": "go"}),
    }


def table() -> Screen:
    """Open a table that is nowhere kept, and put creatures on its map."""
    events = open_game(State(), players=len(PEOPLE), rng=Random(7))
    creatures = {
        1: Creature(1, 0, "22", 2, 2, name="Bear", damage=1),
        2: Creature(2, 1, "24", 1, 1, name="Bird", tapped=True),
    }
    state = changed(reduce(game.evolve, events, State()), creatures=creatures)
    seats = tuple(Seat(number, name, colour, "", taken=True) for number, (name, colour) in enumerate(PEOPLE))
    log = Table("GALRY", game, state, (Entry(1, 0.0, None, "open_game", tuple(events)),))
    return Screen(log, seats, Me(None, seat=0, host=True), "")


def seated() -> list[Spot]:
    """Seat two teams, of which one has an Emperor, around a table."""
    ring = Ring((0, 1, 2, 3), {0: 0, 1: 0, 2: 1, 3: 1})
    return [
        Spot(seat, x, y, str(20 - seat), "" if seat else "crown", mates, seat // 2, "" if seat else "turn")
        for seat, x, y, mates in spots(ring, 0)
    ]

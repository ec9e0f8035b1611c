"""The tale's page, and what people keep of it: a text, and a picture of the heroes' ways."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from flask import Response, current_app, render_template
from flask.typing import ResponseReturnValue

from companion.games.tales.pages.views import all_tracks, bp, show
from companion.games.tales.state import State
from companion.games.tales.state.heroes import PLACES
from companion.games.tales.text.tale import HIGH, Chapter, Station, chapters, drawn, ways
from companion.language.i18n import translate
from companion.scores.charts import PAINT
from companion.scores.stores import play_store as scores
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.table.seating import lifecycle

CHAPTERS = 5
"""How many turns the page tells: while they play the latest first, afterwards in their order; the text has all."""
SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>')


@bp.get("/<code>/tale")
def tale_page(code: str) -> ResponseReturnValue:
    """Show where everybody stands, the heroes' ways and the log as a story; after the end who has won."""
    screen = load_screen(code)
    state: State = screen.table.state
    shown, over = screen.table.work_out(latest), state.winners is not None
    return show(
        "tales/tale/tale.html",
        screen,
        tracks=screen.table.work_out(all_tracks),
        ways=shown.ways,
        now=shown.now,
        before=shown.before,
        more=shown.more,
        saved=scores.find_code(code) if over else None,
        following=lifecycle.find_next(code) if over else None,
    )


class Shown(NamedTuple):
    """What the page tells: the last stations of every hero, the chapter of now, and some before."""

    ways: tuple[tuple[Station, ...], ...]
    now: list[Chapter]
    before: list[Chapter]
    more: bool


def latest(table: Table) -> Shown:
    """Find what of a table's tale the page shows."""
    state: State = table.state
    found, over = chapters(table.moves, state.turn), state.winners is not None
    gone = tuple(tuple(way[-CHAPTERS:]) for way in ways(table.moves, state.players))
    now, before = ([], found[-CHAPTERS:]) if over else (found[-1:], found[-2 : -CHAPTERS - 2 : -1])
    return Shown(gone, now, before, len(found) > len(now) + len(before))


@bp.get("/tale/<code>.<any(txt, svg):kind>")
def tale_file(code: str, kind: str) -> ResponseReturnValue:
    """Save the tale as text, or the heroes' ways as a picture."""
    screen = load_screen(code)
    if kind == "svg":
        picture = render_template("tales/tale/tale.svg", screen=screen, paint=PAINT, **_picture(screen))
        return Response(picture, mimetype="image/svg+xml")
    found = chapters(screen.table.moves, screen.table.state.turn)
    text = render_template("tales/tale/tale.txt", chapters=found, names=screen.names)
    headers = {"Content-Disposition": f'attachment; filename="tale-{code}.{kind}"'}
    return Response(text, mimetype="text/plain", headers=headers)


def _picture(screen: Screen) -> dict[str, object]:
    state: State = screen.table.state
    rows, top = [], 250
    for way in ways(screen.table.moves, state.players):
        spots = drawn(way)
        rows.append((top, spots))
        top += 120 + spots[-1].y + HIGH
    used = {icon for _, spots in rows for spot in spots for icon in (f"place_{spot.station.kind}", *spot.station.marks)}
    known = symbols(current_app.static_folder or "")
    return {
        "state": state,
        "rows": rows,
        "height": top,
        "inner": top - 40,
        "symbols": [known[id] for id in sorted(used | {hero.wealth for hero in state.heroes}) if id in known],
        "places": {kind: translate(label) for kind, label in PLACES.items()},
    }


@lru_cache(2)
def symbols(folder: str) -> Mapping[str, str]:
    """Read the symbols of the sprite: a picture that leaves the house takes those that it shows along."""
    text = (Path(folder) / "tales.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in SYMBOL.finditer(text)}

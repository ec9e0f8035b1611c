"""The tale's page, and what people keep of it: a text, and a picture of the heroes' ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from flask import Response, current_app, render_template
from flask.typing import ResponseReturnValue

from companion.files.safe_readers import in_turn
from companion.games.tales.pages import forms
from companion.games.tales.pages.views import all_tracks, bp, filled, show
from companion.games.tales.play import steps
from companion.games.tales.scoring.result import decision, why_won
from companion.games.tales.state import State, turns_ended
from companion.games.tales.state.heroes import PLACES
from companion.games.tales.text.story.drafts import Paragraph
from companion.games.tales.text.story.prose import said, title
from companion.games.tales.text.story.wording import DAWN, called, chapters, read
from companion.games.tales.text.tale import HIGH, Station, drawn, ways
from companion.language import time_zones
from companion.language.i18n import language, translate
from companion.language.texts import Text
from companion.scores.charts import PAINT
from companion.scores.stores import play_store as scores
from companion.table.finished import with_names
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.table.seating import lifecycle
from companion.web import gettext, streamed

CHAPTERS = 5
"""How many turns the page tells, the latest first; after the end in their order. The book and the text have all."""
MOST_PARAGRAPHS = 400
"""How many turns the book has, the last: a long evening has a hundred. The text has all."""
SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>')


class Told(NamedTuple):
    """A paragraph in the reader's language: whose turn it tells, and which paragraphs of the Book were read in it."""

    number: int
    seat: int
    text: str
    book: str


@bp.get("/<code>/tale")
def tale_page(code: str) -> ResponseReturnValue:
    """Show where everybody stands, the heroes' ways and the latest of the story; after the end who has won."""
    screen = load_screen(code)
    story, over = screen.table.work_out(story_of), screen.table.state.winners is not None
    shown = [*tell(screen, story[-CHAPTERS:] if over else story[: -CHAPTERS - 1 : -1])]
    return show(
        "tales/tale/tale.html",
        screen,
        tracks=screen.table.work_out(all_tracks),
        ways=screen.table.work_out(latest_ways),
        shown=shown,
        more=len(story) > len(shown),
        why=why_it_ended(screen.table.state, screen.names),
        saved=scores.find_code(code) if over else None,
        following=lifecycle.find_next(code) if over else None,
        telling=last_line(screen) if over else None,
    )


def why_it_ended(state: State, names: Sequence[str]) -> Text | None:
    """Say what decided who won; None if nobody knows, or if there was nobody else."""
    why = why_won(state) if state.players > 1 else None
    return with_names(why, names) if why else None


def last_line(screen: Screen) -> forms.LineForm | None:
    """Make the form of a line for the turn that ended last: no other begins in which it could still be told.

    None at a phone that only watches, and if no turn has ended. A phone for all writes for whose turn it was.
    """
    moves, me = screen.table.moves, screen.me
    before = steps.ended(moves)
    if before is None or not me.plays:
        return None
    seat, number = before if me.seat is None else me.seat, turns_ended(screen.table.state)
    line = steps.line_before(moves, seat)
    return filled(forms.LineForm, screen, "line", {"seat": seat}, line=line, turn=number)


@bp.get("/<code>/book")
def book_page(code: str) -> ResponseReturnValue:
    """Show the whole story as a book to read, and to print: a cover, a chapter for each day, the heroes' ways."""
    screen = load_screen(code)
    story = screen.table.work_out(story_of)
    parts = chapters(story[-MOST_PARAGRAPHS:], day_of)
    told = ((chapter[0].at - DAWN, tell(screen, chapter)) for _, chapter in parts)
    return show("tales/tale/book.html", screen, cover=cover(screen, story), told=told, cut=len(story) > MOST_PARAGRAPHS)


def story_of(table: Table) -> list[Paragraph]:
    """Read the story out of a table's log."""
    state: State = table.state
    return read(table.moves, state.players, table.code, decision(state))


def latest_ways(table: Table) -> tuple[tuple[Station, ...], ...]:
    """Find the last stations of every hero."""
    return tuple(tuple(way[-CHAPTERS:]) for way in ways(table.moves, table.state.players))


def heroes_of(screen: Screen) -> tuple[str, ...]:
    """Name the heroes by seat."""
    return called([hero.name for hero in screen.table.state.heroes], screen.names)


def tell(screen: Screen, story: Iterable[Paragraph]) -> Iterator[Told]:
    """Say paragraphs in the reader's language, letting others have their turn."""
    names = heroes_of(screen)
    for one in in_turn(story):
        yield Told(one.number, one.seat, said(one, names, language(), gettext), ", ".join(map(str, one.book)))


def day_of(at: float) -> date:
    """Find the day of a moment, where the reader lives."""
    return time_zones.moment(at).date()


class Cover(NamedTuple):
    """What a cover says: who the story is about, who played them, and the first and the last day."""

    heroes: str
    played: str
    first: float
    last: float


def cover(screen: Screen, story: Sequence[Paragraph]) -> Cover:
    """Write the cover of a story."""
    heroes, players = heroes_of(screen), screen.names
    named = [
        player if hero == player else gettext("%(player)s as %(hero)s", player=player, hero=hero)
        for hero, player in zip(heroes, players, strict=False)
    ]
    played = title(language(), named) if named != [*heroes] else ""
    first, last = (story[0].at, story[-1].at) if story else (screen.table.entries[-1].at,) * 2
    return Cover(title(language(), heroes), played, first - DAWN, last - DAWN)


@bp.get("/tale/<code>.<any(txt, svg):kind>")
def tale_file(code: str, kind: str) -> ResponseReturnValue:
    """Save the story as text, or the heroes' ways as a picture."""
    screen = load_screen(code)
    if kind == "svg":
        picture = render_template("tales/tale/tale.svg", screen=screen, paint=PAINT, **_picture(screen))
        return Response(picture, mimetype="image/svg+xml")
    headers = {"Content-Disposition": f'attachment; filename="tale-{code}.{kind}"'}
    return Response(streamed(_text(screen)), mimetype="text/plain", headers=headers)


def _text(screen: Screen) -> Iterator[str]:
    """Write the story as text, piece by piece; its days are said before the first, while somebody asks."""
    story = screen.table.work_out(story_of)
    head = render_template("tales/tale/tale.txt", cover=cover(screen, story))
    parts = [
        (render_template("tales/tale/tale.txt", number=number, at=chapter[0].at - DAWN), chapter)
        for number, (_, chapter) in enumerate(chapters(story, day_of), start=1)
    ]
    return chain([head], chain.from_iterable(_chapter(screen, begins, chapter) for begins, chapter in parts))


def _chapter(screen: Screen, begins: str, chapter: Iterable[Paragraph]) -> Iterator[str]:
    yield begins
    for told in tell(screen, chapter):
        yield f"\n{told.text}{f' [{told.book}]' if told.book else ''}\n"


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

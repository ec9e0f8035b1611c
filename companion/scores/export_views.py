"""Files of finished plays: for a program, a spreadsheet, a table of text."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response
from flask.typing import ResponseReturnValue

from companion.language import time_zones
from companion.scores.exports import csv_export, spreadsheet
from companion.scores.model import Choice
from companion.scores.stores import play_store
from companion.scores.views import bp, chosen_plays, game_title
from companion.table.play import games
from companion.web import locale, streamed


@bp.get("/plays.json")
def export_json() -> ResponseReturnValue:
    """Send the chosen plays as JSON."""
    return _file(_json(chosen_plays()), "json", "application/json")


def _json(choice: Choice) -> Iterator[str]:
    """Write the plays as a list, one per line."""
    start = "[\n"
    for texts in play_store.exported(choice):
        yield start + ",\n".join(texts)
        start = ",\n" if texts else start
    yield "[]" if start == "[\n" else "\n]"


@bp.get("/plays.csv")
def export_csv() -> ResponseReturnValue:
    """Send the chosen plays as a table with one row per player, marked as UTF-8 for spreadsheets."""
    return _file(_csv(chosen_plays()), "csv", "text/csv")


def _csv(choice: Choice) -> Iterator[str]:
    asked = [game for game in games().values() if choice.game in (None, game.slug)]
    kept = list({fact.id: fact for game in asked for fact in game.kept}.values())  # one column, whichever game has it
    yield "\ufeff"  # the file begins to come while the sources are looked for
    sources = [*play_store.sources(choice)]
    yield csv_export.header(kept, sources)
    for plays in play_store.chunks(choice):
        yield csv_export.rows(zip(plays, play_store.points(plays), strict=True), kept, sources)


@bp.get("/excel.csv")
def export_excel() -> ResponseReturnValue:
    """Send the chosen plays as a table that a spreadsheet of the reader's opens as it is."""
    return _file(_excel(chosen_plays(), spreadsheet.Manner(locale())), "excel.csv", "text/csv")


def _excel(choice: Choice, reader: spreadsheet.Manner) -> Iterator[str]:
    asked = [game for game in games().values() if choice.game in (None, game.slug)]
    kept = list({fact.id: fact for game in asked for fact in game.kept}.values())
    yield "\ufeff"
    sources = play_store.sources(choice)
    yield spreadsheet.header(reader, kept, sources)
    for plays in play_store.chunks(choice):
        titles = (game_title(play.game) for play in plays)
        yield spreadsheet.rows(reader, zip(plays, titles, play_store.points(plays), strict=True), kept, sources)


def _file(chunks: Iterator[str], kind: str, mimetype: str) -> Response:
    """Send a file piece by piece, so that it takes no memory however long it is."""
    name = f"companion-plays-{time_zones.today()}.{kind}"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(streamed(chunks), mimetype=mimetype, headers=headers)

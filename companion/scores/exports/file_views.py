"""Files of finished plays: brought in, and given out for a program, a spreadsheet, a table of text."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.files import sandbox
from companion.files.safe_readers import PLAYS
from companion.houses import circle
from companion.language import time_zones
from companion.scores import wording
from companion.scores.exports import bg_stats_views, csv_export, json_import, spreadsheet
from companion.scores.exports.bg_stats_import import is_collection
from companion.scores.model import Choice
from companion.scores.stores import batch_store, play_store
from companion.scores.views import ID, bp, chosen_plays, game_title
from companion.table.finished import ScoreField
from companion.table.forms import ImportForm
from companion.table.play import games
from companion.web import locale, page, streamed
from companion.web.forms import checked, shown
from companion.web.journal import note


@bp.get("/plays.json")
def export_json() -> ResponseReturnValue:
    """Send the chosen plays as JSON."""
    return _file(written(chosen_plays()), "json", "application/json")


def written(choice: Choice) -> Iterator[str]:
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


def _columns(choice: Choice) -> list[ScoreField]:
    """List what is kept of the chosen games besides results: one column for each fact, whichever games have it."""
    asked = [game for game in games().values() if choice.game in (None, game.slug)]
    own = (fact for game in asked for fact in game.scores.fields)
    return list({fact.id: fact for fact in (*wording.ENTERED, *own)}.values())


def _csv(choice: Choice) -> Iterator[str]:
    kept = _columns(choice)
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
    kept = _columns(choice)
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


@bp.get("/import")
def ask_file() -> ResponseReturnValue:
    """Ask for a file of plays, and list those that came in before."""
    file = shown(ImportForm, url_for(".import_json"))
    return page("scores/import.html", file=file, batches=batch_store.batches())


@bp.post("/import")
@PLAYS.upload
def import_json() -> ResponseReturnValue:
    """Add the plays of a file of ours, or of a collection of BG Stats, that are not here yet."""
    with sandbox.turn():
        data = PLAYS.read(checked(ImportForm).file.data.stream)
        added, known, batch, left = bring_in(data)
    note(f"plays imported: {added}")
    return redirect(url_for(".plays", added=added, known=known, batch=batch, left=left or None), 303)


def bring_in(data: bytes) -> tuple[int, int, int | None, int]:
    """Add the plays of a file that are not here yet; tell of it as for a collection, which may leave plays out."""
    if is_collection(data):
        return bg_stats_views.bring_in(data)
    found = json_import.read(data)
    circle.require_room(len(found))
    added, batch = batch_store.bring_in(found)
    return added, len(found) - added, batch, 0


@bp.get(f"/import/{ID}")
def batch(id: int) -> ResponseReturnValue:
    """Ask whether to take back, or to bring back, the plays that came with one file."""
    return page("scores/batch.html", batch=batch_store.find_batch(id) or abort(404))


@bp.post(f"/import/{ID}/delete")
def take_back_batch(id: int) -> ResponseReturnValue:
    """Delete the plays that came with one file."""
    batch_store.take_back_batch(id)
    note("import of plays taken back")
    return redirect(url_for(".batch", id=id), 303)


@bp.post(f"/import/{ID}/restore")
def restore_batch(id: int) -> ResponseReturnValue:
    """Bring back the plays that came with one file."""
    batch_store.restore_batch(id)
    note("import of plays brought back")
    return redirect(url_for(".batch", id=id), 303)

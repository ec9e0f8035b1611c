"""Pages of finished plays: the list, one play, its correction, one player, and the exports."""

from __future__ import annotations

import csv
import io
import json
import time
from datetime import UTC, datetime
from math import ceil
from typing import Any, TypedDict

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.scores import bg_stats, charts, exchange, store
from companion.scores.forms import LEAST, MOST, EditForm
from companion.scores.record import Play, Result, Summary, changes, summarize
from companion.table.forms import ImportForm, checked
from companion.table.play import games
from companion.table.screen import require_known
from companion.text import Text
from companion.web import page

bp = Blueprint("scores", __name__, url_prefix="/scores")

SHOWN = 60
"""How many plays a page lists unless asked for everything."""
ID = "<int(max=9007199254740991):id>"
LISTED = 30
"""How many deleted plays a page of the trash lists."""
LAST_PAGE = 10**9
COLUMNS = ("play", "game", "played_at", "table", "player", "colour", "place", "points", "tie_break", "note", "options")


@bp.before_request
def only_who_sat_here() -> None:
    """Let the scores be changed by phones only that have sat at a table; anybody may read them."""
    if request.method == "POST":
        require_known()


class Chosen(TypedDict):
    """Which plays are asked for: of one game or one player, or all."""

    game: str | None
    player: str | None


@bp.app_template_filter()
def game_title(slug: str) -> str:
    """Give a game's title; the slug of a game that this installation does not know."""
    game = games().get(slug)
    return game.title if game else slug


@bp.get("/")
def plays() -> ResponseReturnValue:
    """List the plays, the latest first, and what they add up to per player."""
    chosen = chosen_plays()
    found = store.plays(**chosen, limit=None if "all" in request.args else SHOWN + 1)
    everything = "all" in request.args or len(found) <= SHOWN
    return page(
        "scores/plays.html",
        chosen=chosen,
        plays=found if everything else found[:SHOWN],
        everything=everything,
        games=store.games_played(),
        summaries=store.players_summary(chosen["game"]),
        deleted=store.find_deleted(request.args.get("deleted", 0, type=int)),
        added=request.args.get("added", type=int),
        known=request.args.get("known", type=int),
        batch=request.args.get("batch", type=int),
    )


def chosen_plays() -> Chosen:
    """Read from the address which plays are asked for."""
    return {"game": request.args.get("game") or None, "player": request.args.get("player") or None}


@bp.get(f"/{ID}")
def play(id: int) -> ResponseReturnValue:
    """Show one play: the ranking, where every point comes from, and what was changed since."""
    found = find(id)
    return page(
        "scores/play.html",
        play=found,
        options=[value for value in found.options.values() if isinstance(value, Text)],
        sources=charts.sources(found.ranking),
        bars=charts.bars(found.ranking),
        bg_stats=bg_stats.link(found, game_title(found.game)),
        edits=[(edit.at, changes(edit.before, edit.after)) for edit in store.edits(id)],
    )


@bp.get(f"/{ID}.svg")
def picture(id: int) -> Response:
    """Draw a play's ranking as a picture to share."""
    found = find(id)
    bars, sources = charts.bars(found.ranking), list(charts.sources(found.ranking).values())
    row = 150 if sources else 100
    picture = render_template(
        "scores/picture.svg",
        play=found,
        title=game_title(found.game),
        bars=bars,
        sources=sources,
        paint=charts.PAINT,
        row=row,
        height=250 + row * len(bars) + 52 * ceil(len(sources) / 2),
    )
    return Response(picture, mimetype="image/svg+xml")


def find(id: int) -> Play:
    """Give a play, or answer 404."""
    return store.find(id) or abort(404)


@bp.get(f"/{ID}/edit")
def edit(id: int) -> ResponseReturnValue:
    """Show the form that corrects a play."""
    return page("scores/edit.html", play=find(id), seen=len(store.edits(id)), least=LEAST, most=MOST)


@bp.post(f"/{ID}/edit")
def save_edit(id: int) -> ResponseReturnValue:
    """Correct a play."""
    find(id)
    form = checked(EditForm)
    players = [(player.form.name.data, player.form.points.data) for player in form.players]
    store.edit(id, players=players, note=form.note.data, seen=form.seen.data)
    return redirect(url_for(".play", id=id), 303)


@bp.get(f"/{ID}/delete")
def delete(id: int) -> ResponseReturnValue:
    """Ask whether a play is to be deleted."""
    return page("scores/delete.html", play=find(id))


@bp.post(f"/{ID}/delete")
def really_delete(id: int) -> ResponseReturnValue:
    """Delete a play, and offer to bring it back."""
    store.delete(find(id).id)
    return redirect(url_for(".plays", deleted=id), 303)


@bp.post(f"/{ID}/restore")
def restore(id: int) -> ResponseReturnValue:
    """Bring a deleted play back."""
    store.restore(id)
    return redirect(url_for(".play", id=find(id).id), 303)


@bp.get("/trash")
def trash() -> ResponseReturnValue:
    """List the deleted plays, the latest deletion first."""
    number = min(max(0, request.args.get("page", 0, type=int)), LAST_PAGE)
    found = store.trash(limit=LISTED + 1, offset=number * LISTED)
    return page("scores/trash.html", found=found[:LISTED], number=number, more=len(found) > LISTED)


@bp.get("/import")
def ask_file() -> ResponseReturnValue:
    """Ask for a file of plays, and list those that came in before."""
    return page("scores/import.html", batches=store.batches())


@bp.post("/import")
def import_json() -> ResponseReturnValue:
    """Add the plays of a JSON file that are not here yet."""
    found = exchange.read(checked(ImportForm).file.data.read())
    added, batch = store.bring_in(found)
    return redirect(url_for(".plays", added=added, known=len(found) - added, batch=batch), 303)


@bp.get(f"/import/{ID}")
def batch(id: int) -> ResponseReturnValue:
    """Ask whether the plays that came with one file are to be taken back, or brought back."""
    return page("scores/batch.html", batch=store.find_batch(id) or abort(404))


@bp.post(f"/import/{ID}/delete")
def take_back_batch(id: int) -> ResponseReturnValue:
    """Delete the plays that came with one file."""
    store.take_back_batch(id)
    return redirect(url_for(".batch", id=id), 303)


@bp.post(f"/import/{ID}/restore")
def restore_batch(id: int) -> ResponseReturnValue:
    """Bring the plays back that came with one file."""
    store.restore_batch(id)
    return redirect(url_for(".batch", id=id), 303)


@bp.get("/player/<path:name>", merge_slashes=False)
def player(name: str) -> ResponseReturnValue:
    """Show a player's plays and progress, game by game."""
    found = store.plays(player=name)
    if not found:
        abort(404)
    by_game: dict[str, list[Play]] = {}
    for each in found:
        by_game.setdefault(each.game, []).append(each)
    progress = [(game, *_progress(name, own), own) for game, own in by_game.items()]
    return page("scores/player.html", name=name, progress=progress)


def _progress(name: str, found: list[Play]) -> tuple[Summary, list[int], list[tuple[float, float]]]:
    """Give what a player's plays of one game add up to, the points from the oldest on, and their curve."""
    own = [each for play in reversed(found) for each in play.players if each.name == name]
    points = [each.points for each in own if each.points is not None]
    (summary,) = summarize(Result(each.name, each.place, each.points) for each in own)
    return summary, points, charts.curve(points, width=300, height=80) if points else []


@bp.get("/plays.json")
def export_json() -> ResponseReturnValue:
    """Give the chosen plays as JSON."""
    text = json.dumps([store.to_json(play) for play in store.plays(**chosen_plays())], ensure_ascii=False, indent=1)
    return _file(text, "json", "application/json")


@bp.get("/plays.csv")
def export_csv() -> ResponseReturnValue:
    """Give the chosen plays as a table with a row per player, marked as UTF-8 for spreadsheets."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for play in store.plays(**chosen_plays()):
        writer.writerows([guarded(cell) for cell in row] for row in _rows(play))
    return _file("\ufeff" + file.getvalue(), "csv", "text/csv")


def _rows(play: Play) -> list[list[Any]]:
    at = datetime.fromtimestamp(play.played_at, UTC).isoformat(timespec="seconds")
    options = "; ".join(f"{key}: {_cell(value)}" for key, value in play.options.items())
    head = [play.id, play.game, at, play.code]
    return [
        [*head, each.name, each.colour, each.place, each.points, each.tie_break, play.note, options]
        for each in play.ranking
    ]


def _cell(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def guarded(cell: Any) -> Any:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _file(text: str, kind: str, mimetype: str) -> Response:
    name = f"companion-plays-{time.strftime('%Y-%m-%d')}.{kind}"
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": f"attachment; filename={name}"})

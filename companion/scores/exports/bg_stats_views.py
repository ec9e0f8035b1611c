"""Whole collections of the app BG Stats: read, written, and by which numbers its games are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.files import sandbox
from companion.houses import circle
from companion.language import time_zones
from companion.scores import filters, own_games
from companion.scores.exports import bg_stats_import
from companion.scores.exports.bg_stats_export import Collection
from companion.scores.exports.json_import import Plays
from companion.scores.forms import MOST_NUMBERS, NumbersForm
from companion.scores.model import Choice
from companion.scores.stores import batch_store, edit_store, kept_store, play_store
from companion.scores.views import chosen_plays, game_title
from companion.table.finished import Play
from companion.table.permissions import require_known
from companion.web import page, streamed
from companion.web.forms import checked, shown
from companion.web.journal import note

bp = Blueprint("bg_stats", __name__, url_prefix="/scores/bg-stats")
KINDS = ("game", "player", "location")


def bring_in(data: bytes) -> tuple[int, int, int | None, int]:
    """Add the plays of a collection that are not here yet, and keep what of it we have no place for.

    Return how many are new, how many are known, their batch, and how many plays are left out.
    """
    rows, kept, left = list[str](), list[tuple[str, str, str]](), 0
    for kind, key, text in sandbox.read(bg_stats_import.find, data, own_games.known(), _slugs(), time_zones.name()):
        if kind == "row":
            rows.append(text)
        elif kind == "left":
            left += 1
        else:
            kept.append((kind, key, text))
    circle.require_room(len(rows))
    added, batch = batch_store.bring_in(Plays.of(rows))
    kept_store.keep(kept)
    return added, len(rows) - added, batch, left


def _slugs() -> dict[str, str]:
    """List the games of which the house knows their numbers at BoardGameGeek, by these."""
    kept = kept_store.find_all("game").items()
    return {str(number): slug for slug, game in kept if (number := game.get("bggId"))}


@bp.get("/")
def ask() -> ResponseReturnValue:
    """Say how collections come and go, and ask for the numbers of games at BoardGameGeek."""
    kept = kept_store.find_all("game")
    own = [*play_store.games_played()][:MOST_NUMBERS]
    rows = [{"game": slug, "number": kept.get(slug, {}).get("bggId") or None} for slug in own]
    form = shown(NumbersForm, url_for(".save_numbers"), numbers=rows)
    return page("scores/files/bg_stats.html", form=form, asked=filters.asked(request.args))


@bp.post("/")
def save_numbers() -> ResponseReturnValue:
    """Keep the numbers that games have at BoardGameGeek."""
    require_known()
    kept = kept_store.find_all("game")
    form = checked(NumbersForm)
    told = {row.form.game.data: row.form.number.data or 0 for row in form.numbers}
    kept_store.tell("game", {slug: {**kept.get(slug, {}), "bggId": number} for slug, number in told.items()})
    note("numbers of games kept")
    return redirect(url_for(".ask"), 303)


@bp.get("/plays.json")
def export() -> ResponseReturnValue:
    """Send the chosen plays as a collection."""
    choice = chosen_plays()
    name = f"companion-bg-stats-{time_zones.today()}.json"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(streamed(written(choice)), mimetype="application/json", headers=headers)


def written(choice: Choice) -> Iterator[str]:
    """Write the chosen plays as a collection, piece by piece."""
    collection = Collection({kind: kept_store.find_all(kind) for kind in KINDS})
    return collection.write(_with_kept(choice), Titles())


def _with_kept(choice: Choice) -> Iterator[Sequence[tuple[Play, Mapping[str, Any]]]]:
    for plays in play_store.chunks(choice):
        kept = kept_store.find("play", [play.identity for play in plays])
        yield [(play, kept.get(play.identity, {})) for play in plays]


class Titles(dict[str, tuple[str, str]]):
    """The titles of games, and how each is won, found when they are asked for."""

    def __missing__(self, slug: str) -> tuple[str, str]:
        """Find what a game is called, and how it is won."""
        latest = own_games.last(slug)
        return game_title(slug), edit_store.won_of(latest).by if latest else "declared"

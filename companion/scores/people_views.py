"""Pages of players: their sums, each one's plays, and what they are called."""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.files.safe_readers import yield_to_hub
from companion.language.player_names import as_stored
from companion.refusal import Refusal
from companion.scores import charts, filters
from companion.scores.forms import HideForm, RenameForm
from companion.scores.model import COMMON, SOLO, Choice
from companion.scores.stores import list_store, people_store, play_store, rename_store
from companion.scores.views import ID, OWN, SHOWN, bp, curve_of, number
from companion.table.finished import Play
from companion.web import page
from companion.web.forms import checked, shown
from companion.web.journal import note

LATEST = 5
"""How many plays of each game a player's page lists."""


@bp.get("/players")
def players() -> ResponseReturnValue:
    """List each player's sums, of common or of solo plays."""
    game, start = request.args.get("game") or None, number("from") or 0
    kind = SOLO if request.args.get("count") == SOLO else COMMON
    own = list_store.list_of(game, kind)
    found = list_store.summaries(own, start=start, limit=SHOWN + 1)
    return page(
        "scores/people/players.html",
        game=game,
        kind=kind,
        count=list_store.count_names(own),
        games=[None, *list(play_store.games_played())[:OWN]],
        summaries=found[:SHOWN],
        next=start + SHOWN if len(found) > SHOWN else None,
        renames=rename_store.renames(limit=OWN),
        hidden=people_store.hidden(limit=SHOWN),
    )


@bp.get("/player/<path:name>", merge_slashes=False)
def player(name: str) -> ResponseReturnValue:
    """Show a player's plays and progress, game by game; one who is called otherwise now is found, too."""
    games = list_store.games_of(name, limit=OWN)
    if not games:
        return redirect(url_for(".player", name=people_store.find(name) or abort(404)), 303)
    progress = [(game, kind, summary, *_progress(game, kind, name)) for (game, kind), summary in games.items()]
    return page(
        "scores/people/player.html",
        name=name,
        progress=progress,
        rename=shown(RenameForm, url_for(".rename"), {"before": name}, name=name),
        hiding=shown(HideForm, url_for(".hide"), {"before": name}),
        alike=people_store.alike(name, limit=LATEST),
        is_hidden=people_store.is_hidden(name),
    )


def _progress(game: str, kind: str, name: str) -> tuple[charts.Curve | None, list[Play]]:
    """Collect the curve of a player's points in a game, and the latest plays."""
    yield_to_hub()  # the plays of all games of one player together took 53 ms
    least, most = filters.COUNTS[kind]
    curve = curve_of(list_store.list_of(game, kind), name)
    return curve, play_store.plays(Choice(game, name, least, most), limit=LATEST)


@bp.post("/players/rename")
def rename() -> ResponseReturnValue:
    """Call a player otherwise in all plays; whoever is called so already becomes the same person."""
    form = checked(RenameForm)
    before, after = form.before.data, as_stored(form.before.data, form.name.data)
    if (person := people_store.find(before) or abort(404)) != before:
        raise Refusal("%(name)s is now called %(person)s.", name=before, person=person)
    known = people_store.find(after)
    if after != before and known == after and not form.merge.data:
        refusal = Refusal("%(name)s already has plays. Tick the box if it's the same person.", name=after)
        raise refusal.about("name")
    if rename_store.rename(before, after) is not None:
        note("player renamed")
    return redirect(url_for(".player", name=after), 303)


@bp.post("/players/hide")
def hide() -> ResponseReturnValue:
    """Leave a player out of the lists of players, or not any more."""
    form = checked(HideForm)
    name, hidden = form.before.data, form.hidden.data
    person = (people_store.find(name) or abort(404)) if hidden else name
    if person != name and list_store.games_of(name, limit=1):
        raise Refusal("%(name)s is now called %(person)s.", name=name, person=person)
    rename_store.hide(person, hidden=hidden)
    note("player hidden or shown")
    return redirect(url_for(".players"), 303)


@bp.post(f"/players/renames/{ID}")
def take_back_rename(id: int) -> ResponseReturnValue:
    """Take back that a player was renamed or merged."""
    try:
        rename_store.take_back(id)
    except KeyError:
        abort(404)
    note("rename of a player taken back")
    return redirect(url_for(".players"), 303)

"""The page that takes a play of any game by hand: a new one, or one that is corrected."""

from __future__ import annotations

from typing import Any

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.files.safe_readers import Paced, yield_to_hub
from companion.houses import circle
from companion.language.player_names import tidy
from companion.scores import entry, entry_forms, own_games
from companion.scores.entry_forms import Asked
from companion.scores.forms import GameForm, PlayForm
from companion.scores.model import own_won
from companion.scores.stores import edit_store, list_store, play_store
from companion.scores.views import ID, OWN, bp, find, game_title, winners
from companion.table.finished import WAYS, Play, Won
from companion.table.play import games
from companion.table.seating.seats import COLOURS
from companion.table.upkeep.idempotency import once
from companion.web import page, phone_id, translate
from companion.web.forms import checked, fitting, shown
from companion.web.journal import note


def asked(before: Play | None = None) -> Asked | None:
    """Find which game an address asks for, or else that of the play that is corrected; None without one."""
    slug, title = request.args.get("game", ""), request.args.get("title", "")
    if title:
        title = _fitting(tidy(title))
        slug = own_games.slug_of(title)
    slug = slug or (before.game if before else "")
    if not slug:
        return None
    game, latest = games().get(slug), own_games.last(slug)
    own = before if before and before.game == slug else None
    if game is None and not title and latest is None and own is None:
        abort(404)
    seats = max(game.seats) if game else entry_forms.MOST_OWN
    sheet = entry_forms.sheet_from(own, None if game else own_games.last_counted(slug), seats=seats)
    if game is not None:
        return Asked(slug, game.title, game.scores.won, sheet, game, before)
    return Asked(slug, title or _title(slug, own), _won(own or latest), sheet, None, before)


def of_game() -> dict[str, Any]:
    """Read what an address says of the game."""
    return {name: request.args[name] for name in ("game", "title", "won_by") if request.args.get(name)}


def _fitting(title: str) -> str:
    try:
        return fitting(title, 60)
    except ValueError:
        abort(404)


def _title(slug: str, own: Play | None) -> str:
    return (own and own_games.called(own)) or game_title(slug)


def _won(known: Play | None) -> Won:
    way = request.args.get("won_by")
    return Won(way) if way in WAYS else own_won(known) if known else Won(WAYS[0])


@bp.get("/new")
def new_play() -> ResponseReturnValue:
    """Ask for a play of any game: first for the game, then for what is known of it."""
    found = asked()
    return ask(found, url_for(".save_play", **of_game())) if found else choose(None)


@bp.get(f"/{ID}/game")
def choose_game(id: int) -> ResponseReturnValue:
    """Ask of which other game a play was."""
    return choose(find(id))


def choose(before: Play | None) -> ResponseReturnValue:
    """List the games of which a play can be, those played most first, and ask for any other."""
    own = [slug for slug in play_store.games_played() if slug not in games()][:OWN]
    action = url_for(".edit", id=before.id) if before else url_for(".new_play")
    return page(
        "scores/entry/games.html",
        play=before,
        own=own,
        games=games().values(),
        form=shown(GameForm, action),
        ways=own_games.WON,
        endpoint="scores.edit" if before else "scores.new_play",
    )


def ask(found: Asked, action: str) -> ResponseReturnValue:
    """Show the form of a play."""
    before = found.before
    form = shown(PlayForm, action, **entry_forms.values(found))
    while len(form.players) < found.seats:
        form.players.append_entry({"lines": [None] * found.rows})
    form.players.entries = Paced(form.players.entries)  # fourteen players, asked and drawn at once, took 70 ms
    yield_to_hub()
    names = dict.fromkeys(name for kind in ("common", "solo") for name in winners(kind))
    return page(
        "scores/entry/entry.html",
        asked=found,
        form=form,
        play=before,
        names=names,
        colours=[(colour, translate(said)) for colour, said in COLOURS.items()],
        seen=edit_store.count_edits(before.id) if before else None,
    )


@bp.post("/new")
def save_play() -> ResponseReturnValue:
    """Keep a play that is entered by hand."""
    found = asked() or abort(400)
    made = entry.make(entry_forms.read(checked(PlayForm), found), found.won)
    circle.require_room(1)
    id = once(phone_id(), lambda: str(play_store.add(made)))
    list_store.recount()
    note("play entered by hand")
    return redirect(url_for(".play", id=int(id)), 303)


def _asked_of(id: int) -> Asked:
    found = asked(find(id))
    assert found is not None, id
    return found


@bp.get(f"/{ID}/edit")
def edit(id: int) -> ResponseReturnValue:
    """Show the form that corrects a play."""
    return ask(_asked_of(id), url_for(".save_edit", id=id, **of_game()))


@bp.post(f"/{ID}/edit")
def save_edit(id: int) -> ResponseReturnValue:
    """Correct a play, and leave a trace."""
    found = _asked_of(id)
    form = checked(PlayForm)
    read = entry_forms.read(form, found)
    follow = found.game.scores.follow if found.game else lambda play: play
    if edit_store.change(id, lambda play: follow(entry.make(read, found.won, before=play)), seen=form.seen.data or 0):
        note("play corrected")
    return redirect(url_for(".play", id=id), 303)

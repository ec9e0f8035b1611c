"""Djinn's pages on games against Tom: the log of high scores and tasks, challenges, and games entered by hand."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn.box import store as box_store
from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.pages import page_forms
from companion.games.djinn.pages.score_forms import AloneForm
from companion.games.djinn.pages.views import bp
from companion.games.djinn.setup import challenges
from companion.games.djinn.solo import store as solo_store, tasks
from companion.games.djinn.solo.high_scores import Played
from companion.games.djinn.text.result import TOMS
from companion.language import time_zones
from companion.scores.filters import is_day, start
from companion.scores.stores import edit_store, list_store, play_store as scores
from companion.scores.views import SHOWN, curve_of, number
from companion.table.permissions import require_known
from companion.table.seating import devices
from companion.table.upkeep.idempotency import once
from companion.web import page, phone_id
from companion.web.forms import checked, shown
from companion.web.journal import note

TABS = 5
"""How many players a page offers at once."""


@bp.get("/solo")
def solo_page() -> ResponseReturnValue:
    """Show a player's high scores and tasks by the size of Tom's deck, and the scores over time."""
    player, tom = (request.args.get(name) for name in ("player", "tom"))
    log = solo_store.log(player, tom, before=number("before"), tabs=TABS, limit=SHOWN)
    if log is None:
        return page("djinn/solo/solo.html", player=None, tasks=tasks.TASKS)
    curves = {one.deck: curve_of(f"{solo_store.WON} {log.tom} {one.deck}", log.player) for one in log.columns}
    return page("djinn/solo/solo.html", **log._asdict(), said=TOMS, curves=curves, tasks=tasks.TASKS)


@bp.get("/today")
def today_page() -> ResponseReturnValue:
    """Show the challenge of a day, and each player's first try at it."""
    today = time_zones.today()
    asked = request.args.get("day", "")
    day = min(date.fromisoformat(asked), today) if is_day(asked) else today
    known, box = challenges.read_challenge(challenges.of_day(day.toordinal())), box_store.find()
    return page(
        "djinn/solo/today.html",
        **{"at": start(day.isoformat()), "is_today": day == today},
        **{"before": day - timedelta(days=1), "after": day + timedelta(days=1)},
        known=known,
        form=page_forms.challenging(known.code),
        corrected=bool(challenges.mark(box.city.paths, box.deck)),
        spoken=challenges.spoken(known.code),
        plays=solo_store.first_tries(known.code, limit=SHOWN),
    )


@bp.get("/challenge/<seed>")
def challenge_page(seed: str) -> ResponseReturnValue:
    """List the scores of one challenge, the best first."""
    known = challenges.read_challenge(seed)
    if known.code != seed:
        return redirect(url_for("djinn.challenge_page", seed=known.code))
    start = number("from") or 0
    plays = solo_store.challenged(seed, start=start, limit=SHOWN + 1)
    return page(
        "djinn/solo/challenge.html",
        known=known,
        form=page_forms.challenging(known.code),
        is_todays=known.code == challenges.of_day(time_zones.today().toordinal()),
        spoken=challenges.spoken(seed),
        first=start + 1,
        plays=plays[:SHOWN],
        next=start + SHOWN if len(plays) > SHOWN else None,
    )


# Games entered by hand


def form_page(play: scores.Play | None, game: Played, name: str, day: date, **more: Any) -> ResponseReturnValue:
    """Ask for a game against Tom, or what is wrong about one that is kept."""
    form = shown(
        AloneForm,
        url_for(".correct_alone", id=play.id) if play else url_for(".save_alone"),
        name=name,
        day=day,
        deck=game.deck,
        tom=game.tom,
        won=game.won,
        points=game.points if play and game.won else None,
        tasks=game.tasks,
    )
    shared = {"toms": TOMS, "deck_sizes": DECK_SIZES, "tasks": tasks.TASKS}
    return page("djinn/solo/alone.html", form=form, play=play, day=day.isoformat(), **shared, **more)


@bp.get("/solo/new")
def new_alone() -> ResponseReturnValue:
    """Ask for a game that was played without the app."""
    name, _ = next(iter(devices.last_names(phone_id())), ("", ""))
    return form_page(None, Played(DECK_SIZES[-1], won=True, tom="printed"), name, time_zones.today())


@bp.post("/solo/new")
def save_alone() -> ResponseReturnValue:
    """Keep a game that was played without the app."""
    require_known()
    form = checked(AloneForm)
    player = scores.Player(form.name.data, "red", form.place, form.scored, None, ())
    id = once(phone_id(), lambda: solo_store.enter(player, at=form.moment, options=form.options))
    list_store.recount()
    note("play entered by hand")
    return redirect(url_for("djinn.solo_page", player=player.name, _anchor=f"play-{id}"), 303)


@bp.get("/solo/<int(max=9007199254740991):id>")
def edit_alone(id: int) -> ResponseReturnValue:
    """Show a game against Tom to be corrected."""
    play = find(id)
    name, day = play.players[0].name, time_zones.moment(play.played_at, time_zones.named(play.zone)).date()
    return form_page(play, solo_store.played(play), name, day, seen=edit_store.count_edits(id))


@bp.post("/solo/<int(max=9007199254740991):id>")
def correct_alone(id: int) -> ResponseReturnValue:
    """Correct a game against Tom, and leave a trace."""
    require_known()
    find(id)
    form = checked(AloneForm)
    entered = {"name": form.name.data, "points": form.scored, "place": form.place, "options": form.options}
    if solo_store.change(id, seen=form.seen.data or 0, **entered):
        note("play corrected")
    return redirect(url_for("scores.play", id=id), 303)


def find(id: int) -> scores.Play:
    """Find a game against Tom, or answer 404."""
    play = scores.find(id)
    if play is None or not solo_store.is_alone(play):
        abort(404)
    return play

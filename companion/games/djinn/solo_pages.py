"""Djinn's pages on games against Tom: the log of high scores and tasks, and games entered by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn import box_store, fair, solo, solo_store
from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.highscores import Played
from companion.games.djinn.pages import bp
from companion.games.djinn.result import TOMS
from companion.games.djinn.score_forms import AloneForm
from companion.games.djinn.solo_store import is_alone, played, won
from companion.scores import store as scores
from companion.scores.chosen import is_day, start
from companion.scores.record import correct
from companion.scores.views import SHOWN, curve_of, number
from companion.table import phones
from companion.table.forms import checked
from companion.table.once import once
from companion.table.screen import require_known
from companion.web import page, phone_id

__all__ = ["bp"]

TABS = 5
"""How many players a page offers at once."""


@bp.get("/solo")
def solo_page() -> ResponseReturnValue:
    """Show a player's high scores and tasks by the size of Tom's deck, and the scores over time."""
    asked = request.args.get("player")
    players = solo_store.players(asked, limit=TABS)
    player = asked if asked in players else next(iter(players), None)
    if player is None:
        return page("djinn/solo.html", player=None)
    toms = solo_store.toms(player)
    tom = request.args.get("tom", "")
    tom = tom if tom in toms else next(iter(toms), solo_store.TOMS[0])
    plays = solo_store.games(player, tom, before=number("before"), limit=SHOWN + 1)
    columns = solo_store.columns(player, tom)
    return page(
        "djinn/solo.html",
        players=players,
        player=player,
        toms=toms,
        tom=tom,
        said=TOMS,
        plays=plays[:SHOWN],
        last=plays[SHOWN - 1].id if len(plays) > SHOWN else None,
        columns=columns,
        curves={each.deck: curve_of(f"{solo_store.WON} {tom} {each.deck}", player) for each in columns},
        tasks=solo.TASKS,
    )


@bp.get("/today")
def today_page() -> ResponseReturnValue:
    """Show the challenge of a day, and each player's first try at it."""
    today = date.today()
    asked = request.args.get("day", "")
    day = min(date.fromisoformat(asked), today) if is_day(asked) else today
    known, box = fair.read_challenge(fair.of_day(day.toordinal())), box_store.find()
    return page(
        "djinn/today.html",
        at=start(day.isoformat()),
        is_today=day == today,
        before=day - timedelta(days=1),
        after=day + timedelta(days=1),
        known=known,
        corrected=bool(fair.mark(box.city.paths, box.deck)),
        spoken=fair.spoken(known.code),
        plays=solo_store.first_tries(known.code, limit=SHOWN),
    )


@bp.get("/solo/new")
def new_alone() -> ResponseReturnValue:
    """Ask for a game that was played without the app."""
    name, _ = next(iter(phones.last_names(phone_id())), ("", ""))
    return page(
        "djinn/alone.html",
        play=None,
        game=Played(DECK_SIZES[-1], won=True, tom="printed"),
        toms=TOMS,
        name=name,
        day=date.today().isoformat(),
        deck_sizes=DECK_SIZES,
        tasks=solo.TASKS,
    )


@bp.post("/solo/new")
def save_alone() -> ResponseReturnValue:
    """Keep a game that was played without the app."""
    require_known()
    form = checked(AloneForm)
    player = scores.Player(form.name.data, "red", form.place, form.scored, None, ())

    def saved() -> str:
        return str(scores.save("djinn", code=None, played_at=form.moment, options=form.options, players=[player]))

    id = once(phone_id(), saved)
    return redirect(url_for("djinn.solo_page", player=player.name, _anchor=f"play-{id}"), 303)


@bp.get("/solo/<int(max=9007199254740991):id>")
def edit_alone(id: int) -> ResponseReturnValue:
    """Show a game against Tom to be corrected."""
    play = find(id)
    return page(
        "djinn/alone.html",
        play=play,
        game=played(play),
        toms=TOMS,
        name=play.players[0].name,
        day=datetime.fromtimestamp(play.played_at).date().isoformat(),
        seen=scores.count_edits(id),
        deck_sizes=DECK_SIZES,
        tasks=solo.TASKS,
    )


@bp.post("/solo/<int(max=9007199254740991):id>")
def correct_alone(id: int) -> ResponseReturnValue:
    """Correct a game against Tom, and leave a trace."""
    require_known()
    find(id)
    form = checked(AloneForm)
    name, points, options = form.name.data, form.scored, form.options

    def corrected(play: scores.Play) -> scores.Play:
        kept = correct(play, players=[(name, points)], note=play.note) if points is not None and won(play) else play
        player = replace(kept.players[0], name=name, points=points, place=form.place)
        player = player if won(play) and form.won.data else replace(player, lines=())
        return replace(kept, players=(player,), options={**play.options, **options})

    scores.change(id, corrected, seen=form.seen.data or 0)
    return redirect(url_for("scores.play", id=id), 303)


def find(id: int) -> scores.Play:
    """Find a game against Tom, or answer 404."""
    play = scores.find(id)
    if play is None or not is_alone(play):
        abort(404)
    return play

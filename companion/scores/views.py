"""Pages of finished plays: the list, one play, its correction, one player, and the exports."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.language import time_zones
from companion.language.texts import Text, parts
from companion.scores import charts, filters, own_games, wording
from companion.scores.exports import bg_stats
from companion.scores.forms import ChoiceForm, SeenForm
from companion.scores.model import COMMON, SOLO, Choice, own_won
from companion.scores.stores import (
    batch_store,
    edit_store,
    list_store,
    people_store,
    play_store,
    review_store,
    search_store,
)
from companion.table.finished import Play, ScoreField
from companion.table.forms import MOST_PLAYERS
from companion.table.permissions import require_known
from companion.table.play import games
from companion.web import day, gettext, page, translate, when
from companion.web.forms import checked
from companion.web.journal import note

bp = Blueprint("scores", __name__, url_prefix="/scores")

SHOWN = 30
"""How many plays, or players, a page lists; the next page goes on."""
OWN = 20
"""How many games a page lists, how many names a form offers, and how many edits a play's page shows."""
LAST_ID = 2**53 - 1
bp.record_once(lambda setup: review_store.fill(setup.app))

ID = "<int(max=9007199254740991):id>"
MOST_LINES = 4
"""How many places of a play the list says."""
LISTED = 30
"""How many deleted plays a page of the trash lists."""
LAST_PAGE = 10**9


@bp.before_request
def only_who_sat_here() -> None:
    """Refuse to change the scores for a phone that has never sat at a table nor was let in; anybody may read them."""
    if request.method == "POST" and request.endpoint != "scores.come_in":
        require_known()


@bp.app_template_filter()
def game_title(slug: str) -> str:
    """Find a game's title, be it one that this installation does not know."""
    game = games().get(slug)
    return game.title if game else own_games.title_of(slug)


@bp.app_template_filter()
def game_picture(slug: str) -> str:
    """Find a game's picture; a cup for a game that this installation does not know."""
    game = games().get(slug)
    return game.picture if game else "score"


@bp.app_template_filter()
def numbered(play: Play) -> bool:
    """Say whether the places of a play are told by their numbers; else by who won and who lost."""
    return play.is_numbered(edit_store.won_of(play))


@bp.get("/")
def plays() -> ResponseReturnValue:
    """List the plays, the latest first, and what they can be chosen by."""
    asked = asked_for()
    before = list_store.cursor(number("before"))
    found = play_store.plays(filters.choice(asked), before=number("before"), limit=SHOWN + 1)
    return page(
        "scores/plays.html",
        asked=asked,
        months=by_month(found[:SHOWN], after=before[0] if before else None),
        last=found[SHOWN - 1].id if len(found) > SHOWN else None,
        later=before is not None,
        most=MOST_LINES,
        **({} if before else about(asked)),
    )


def about(asked: dict[str, str]) -> dict[str, Any]:
    """Collect what stands above the list: how many plays there are, and what they can be chosen by."""
    played = play_store.games_played()
    kinds = search_store.count(filters.choice(asked | {"count": ""}))
    count = asked.get("count")
    exact = kinds if count in (None, *kinds) else search_store.count(filters.choice(asked))
    own = list(dict.fromkeys([*list(played)[:OWN], *([asked["game"]] if "game" in asked else [])]))
    numbers = sorted({*range(2, MOST_PLAYERS + 1), *([int(count)] if count and count not in kinds else [])})
    return {
        "form": ChoiceForm(None, data=asked),
        "kinds": kinds,
        "all": sum(kinds.values()),
        "count": exact[count] if count in kinds else sum(exact.values()),
        "said": list(said(asked)),
        "games": [("", gettext("All games")), *((game, game_title(game)) for game in own)] if own else [],
        "more": [one for game in games().values() for one in game.pages.more],
        "by_hand": [game for game in games().values() if not game.pages.more],
        "counts": [
            ("", gettext("Any")),
            (COMMON, gettext("Together")),
            (SOLO, gettext("Alone")),
            *((number, number) for number in numbers),
        ],
        "names": dict.fromkeys(name for kind in kinds for name in winners(kind)),
        "deleted": play_store.find_deleted(linked("deleted") or 0),
        "added": linked("added"),
        "known": linked("known"),
        "batch": linked("batch"),
        "left": linked("left"),
        "trashed": batch_store.find_batch(linked("batch") or 0),
    }


def winners(kind: str) -> list[str]:
    """List the players who have won most plays of a kind."""
    return [summary.name for summary in list_store.summaries(list_store.list_of(None, kind), limit=OWN)]


def said(asked: dict[str, str]) -> Iterator[str]:
    """Say what plays are chosen by."""
    counts = {SOLO: Text("alone"), COMMON: Text("together")}
    for name, value in asked.items():
        match name:
            case "game":
                yield game_title(value)
            case "other":
                yield Text("with %(name)s", name=value)
            case "count":
                yield counts.get(value) or Text("%(count)s players", count=value)
            case "since":
                yield Text("from %(day)s on", day=day(filters.start(value)))
            case "until":
                yield Text("up to %(day)s", day=day(filters.start(value)))
            case _:
                yield value


def by_month(plays: list[Play], *, after: float | None) -> list[tuple[float | None, list[Play]]]:
    """Group plays by month, each with a moment of it; None goes on with that of the play `after` which they stand.

    The months are those of the clock of the phone that asks.
    """
    found: list[tuple[float | None, list[Play]]] = []
    for month, own in groupby(plays, lambda play: _month(play.played_at)):
        rows = list(own)
        same = not found and after is not None and _month(after) == month
        found.append((None if same else rows[0].played_at, rows))
    return found


def _month(at: float) -> tuple[int, int]:
    moment = time_zones.moment(at)
    return moment.year, moment.month


def chosen_plays() -> Choice:
    """Read from the address which plays are asked for."""
    return filters.choice(asked_for())


def asked_for() -> dict[str, str]:
    """Read from the address what plays are chosen by; a player is found without accents and capitals, too."""
    asked = filters.asked(request.args)
    names = ((one, people_store.find(asked[one])) for one in ("player", "other") if one in asked)
    return asked | {one: known for one, known in names if known}


def number(name: str) -> int | None:
    """Read a number of a play or of players from the address."""
    found = request.args.get(name, type=int)
    return found if found is not None and 0 <= found <= LAST_ID else None


def linked(name: str) -> int | None:
    """Read a number from an address that we wrote; answer 400 for one that we never write."""
    found = number(name)
    if found is None and name in request.args:
        abort(400)
    return found


@bp.get(f"/{ID}")
def play(id: int) -> ResponseReturnValue:
    """Show one play: the ranking, where every point comes from, and what was changed since."""
    found = find(id)
    bands = wording.bands(found, kept(found))
    return page(
        "scores/play.html",
        play=found,
        there=elsewhere(found),
        facts=[(label, parts(said), bands.get(label)) for label, said in wording.facts(found, kept(found))],
        sources=charts.sources(found.ranking),
        seen_sources=charts.seen(found.ranking),
        bars=charts.bars(found.ranking),
        bg_stats=bg_stats.link(found, game_title(found.game), edit_store.won_of(found), facts=spoken_facts(found)),
        edits=[(edit, changes(edit)) for edit in edit_store.edits(id, limit=OWN)],
        seen=edit_store.count_edits(id),
    )


def elsewhere(play: Play) -> ZoneInfo | None:
    """Find the zone where a play was played, if its clocks showed another time than those of the phone that asks."""
    there = time_zones.named(play.zone)
    return there if there and time_zones.moment(play.played_at, there) != time_zones.moment(play.played_at) else None


def changes(edit: play_store.Edit) -> list[Text]:
    """Say in sentences what an edit changed."""
    before, after = edit.before, edit.after
    titles = [own_games.called(play) for play in (before, after)]
    known = [title or game_title(play.game) for title, play in zip(titles, (before, after), strict=True)]
    found = [*wording.changed(Text("Game"), *known)]
    if all(titles):
        found += wording.changed(Text("Who wins"), *(own_games.WON[own_won(play).by] for play in (before, after)))
    found += wording.changed(Text("Time"), *(when(play.played_at) for play in (before, after)))
    return found + wording.changes(before, after, kept(after), edit_store.won_of(after))


def kept(play: Play) -> tuple[ScoreField, ...]:
    """Find what its game tells of a play besides its results."""
    game = games().get(play.game)
    return game.scores.fields if game else ()


def spoken_facts(play: Play) -> list[str]:
    """Say what was kept of a play, each fact in a line."""
    return [f"{translate(label)}: {translate(said)}" for label, said in wording.facts(play, kept(play))]


@bp.get(f"/{ID}.svg")
def picture(id: int) -> Response:
    """Draw a play's ranking as a picture to share."""
    found = find(id)
    drawn = charts.picture(found.ranking, spoken_facts(found), game_title(found.game), say=translate)
    picture = render_template("scores/picture.svg", play=found, picture=drawn, paint=charts.PAINT)
    return Response(picture, mimetype="image/svg+xml")


def find(id: int) -> Play:
    """Find a play; lead to where it can be brought back, or to the table where its game goes on; or answer 404."""
    found = play_store.find(id)
    if found is None and play_store.find_deleted(id):
        abort(redirect(url_for(".plays", deleted=id), 303))
    if found is None and (waiting := play_store.find_waiting(id)):
        abort(redirect(url_for("table.enter", code=waiting.table), 303))
    return found or abort(404)


@bp.post(f"/{ID}/edits/<int(max=9007199254740991):edit>")
def take_back(id: int, edit: int) -> ResponseReturnValue:
    """Make a play what it was before a correction."""
    find(id)
    try:
        changed = edit_store.take_back(id, edit, seen=checked(SeenForm).seen.data)
    except KeyError:
        abort(404)
    if changed:
        note("correction of a play taken back")
    return redirect(url_for(".play", id=id), 303)


@bp.get(f"/{ID}/delete")
def delete(id: int) -> ResponseReturnValue:
    """Ask whether a play is to be deleted."""
    return page(
        "scores/delete.html",
        play=find(id),
        question=Text("Delete this play?"),
        then=Text("It disappears from all lists and totals. You can restore it from “Deleted plays”."),
        do=Text("Delete it"),
        action=url_for(".really_delete", id=id),
        back=url_for(".play", id=id),
    )


@bp.post(f"/{ID}/delete")
def really_delete(id: int) -> ResponseReturnValue:
    """Delete a play, and offer to bring it back."""
    play_store.delete(find(id).id)
    note("play deleted")
    return redirect(url_for(".plays", deleted=id), 303)


@bp.post(f"/{ID}/restore")
def restore(id: int) -> ResponseReturnValue:
    """Bring a deleted play back."""
    play_store.restore(id)
    found = find(id)
    note("play brought back")
    return redirect(url_for(".play", id=found.id), 303)


@bp.get("/trash")
def trash() -> ResponseReturnValue:
    """List the deleted plays, the latest deletion first."""
    number = min(max(0, request.args.get("page", 0, type=int)), LAST_PAGE)
    found = play_store.trash(limit=LISTED + 1, offset=number * LISTED)
    following = number + 1 if len(found) > LISTED else None
    return page("scores/trash.html", found=found[:LISTED], number=number, next=following)


def curve_of(list: str, name: str) -> charts.Curve | None:
    """Draw a player's points in a list over time; None for fewer than two plays."""
    return charts.curve(list_store.stretches(list, name, most=charts.MOST), width=300, height=80)

"""Pages of what many plays say together: of all, of a game, a player, two players, a year."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.language.i18n import initials_of_months, months
from companion.language.texts import Text
from companion.scores import charts, filters
from companion.scores.model import COMMON, SOLO, Choice
from companion.scores.statistics import reading
from companion.scores.statistics.digest import QUARTER, Digest, Season, stretches
from companion.scores.statistics.rates import Tally
from companion.scores.stores import people_store, play_store, search_store
from companion.scores.stores.rename_store import MOST_NAMES
from companion.scores.views import asked_for, game_title, said
from companion.scores.wording import duration
from companion.table.finished import Measure, Play
from companion.table.play import games
from companion.web import page

bp = Blueprint("statistics", __name__, url_prefix="/scores")

ROWS = 12
"""How many rows a table of statistics has at most."""
PLAYERS, SEAT, BEGAN = Text("Players"), Text("By seat"), Text("Who began")
YEAR = "<int(min=1970, max=2105):year>"


class Row(NamedTuple):
    """A row of a table of statistics: what it is about, its sums, and where more of it is."""

    label: Any
    tally: Tally
    more: str | None = None


@bp.get("/statistics")
def show() -> ResponseReturnValue:
    """Show what the chosen plays say together: those of several players, or those of one."""
    asked = asked_for()
    kinds = search_store.count(filters.choice(asked | {"count": ""}))
    asked.setdefault("count", COMMON if kinds[COMMON] or not kinds[SOLO] else SOLO)
    choice = filters.choice(asked)
    found = reading.read(choice, measures)
    return page("scores/statistics/statistics.html", asked=asked, kinds=kinds, found=found, **about(found, asked))


def about(found: Digest, asked: Mapping[str, str]) -> dict[str, Any]:
    """Collect what is told and drawn of the sums; who is hidden is in no list of players."""
    hidden = {*people_store.hidden(limit=MOST_NAMES)} - {asked.get("other")}
    duels = [(name, duel) for name, duel in found.duels.items() if name not in hidden]
    return {
        "said": list(said(dict(asked))),
        "tables": [(label, rows) for label, rows in tables(found, asked, hidden) if rows],
        "telling": (PLAYERS, SEAT, BEGAN, *(label for label, _ in found.kinds)),
        "curve": drawn(found.points()) if "game" in asked else None,
        "lead": drawn(found.lead()),
        "duels": sorted(duels, key=lambda row: -row[1].plays)[:ROWS],
        "stacks": stacks(found),
        "years": [(year, own.most_common(1)[0]) for year, own in sorted(found.years.items())],
    }


def measures(play: Play) -> Iterable[Measure]:
    """List what a play tells of its players: of a game that is not installed their roles."""
    game = games().get(play.game)
    if game:
        return game.scores.measures(play)
    return (Measure(one.name, Text("Role"), one.role) for one in play.players if one.role)


def tables(found: Digest, asked: Mapping[str, str], hidden: Collection[str | None]) -> Iterable[tuple[Text, list[Row]]]:
    """List the tables of sums: a row for each number of players, each seat and so on; none that has one row alone."""
    here = {name: value for name, value in asked.items() if name != "before"}
    if "game" not in asked:
        yield Text("By game"), _games(found, here)
    if "player" not in asked:
        by_wins = sorted(found.players.items(), key=lambda row: (-row[1].won, -row[1].plays, row[0]))
        yield PLAYERS, [Row(name, one, _at(here, player=name)) for name, one in by_wins if name not in hidden][:ROWS]
    if len(found.counts) > 1:
        rows = [Row(_players(count), one, _at(here, count=str(count))) for count, one in sorted(found.counts.items())]
        yield Text("By number of players"), rows[:ROWS]
    yield SEAT, [Row(Text("Seat %(number)s", number=seat), one) for seat, one in _most(found.seats)]
    yield BEGAN, [Row(label, one) for label, one in found.began.items()]
    yield Text("By length"), [Row(label, one) for label, one in found.lengths.items()]
    labels = dict.fromkeys(label for label, _ in found.kinds)
    for label in labels:
        yield label, [Row(value, one) for (of, value), one in found.kinds.items() if of == label][:ROWS]
    yield Text("By quarter"), [Row(season(key), one) for key, one in sorted(found.seasons.items())[-ROWS:]]


def _most(tallies: Mapping[int, Tally]) -> list[tuple[int, Tally]]:
    return sorted(tallies.items())[: ROWS + 2]


def _games(found: Digest, here: Mapping[str, str]) -> list[Row]:
    """List the games, those played most first."""
    return [
        Row(game_title(game), found.games[game], _at(here, game=game)) for game, _ in found.played.most_common(ROWS)
    ]


def _at(here: Mapping[str, Any], **more: str) -> str:
    return url_for("statistics.show", **{**here, **more})


def _players(count: int) -> Text:
    return Text("%(count)s players", count=count)


bp.add_app_template_filter(duration)


@bp.app_template_filter()
def season(key: Season) -> str:
    """Name a season by its months and its year."""
    year, number = key
    first, last = 1 + QUARTER * number, QUARTER + QUARTER * number
    return months(date(year, first, 1), date(year, last, 1))


def lead(found: Digest) -> charts.Curve | None:
    """Draw by how many plays one of two players was ahead, from the first play to the latest."""
    return drawn(found.lead())


def drawn(marks: Sequence[tuple[float, int]]) -> charts.Curve | None:
    """Draw numbers over time; None for fewer than two."""
    return charts.curve(stretches(marks, most=charts.MOST), width=300, height=80)


class Stack(NamedTuple):
    """Where the points of a season came from: the average of each source, as a bar."""

    season: Season
    average: float
    sources: dict[str, float]
    segments: Sequence[charts.Segment]


def stacks(found: Digest) -> dict[str, Any] | None:
    """Draw where points came from, season by season, the average of each source in a bar; None without any."""
    rows = sorted((key, own) for key, own in found.sources.items() if found.lined[key])[-ROWS:]
    totals = {id: sum(own[id] for _, own in rows) for id in found.labels}
    shown = [id for id, total in totals.items() if total > 0][: len(charts.COLOURS)]
    if not shown:
        return None
    averages = [{id: own[id] / found.lined[key] for id in shown} for key, own in rows]
    bars = charts.stacked(averages)
    return {
        "labels": {id: play_store.label_of(id, found.labels[id]) for id in shown},
        "colours": dict(zip(shown, charts.COLOURS, strict=False)),
        "rows": [
            Stack(key, sum(own.values()) / found.lined[key], average, bar)
            for (key, own), average, bar in zip(rows, averages, bars, strict=True)
        ],
    }


@bp.get(f"/year/{YEAR}")
def year(year: int) -> ResponseReturnValue:
    """Look back at a year."""
    found = _of_year(year)
    return page("scores/statistics/year.html", year=year, found=found, told=told(found), months=_months(found))


@bp.get(f"/year/{YEAR}.svg")
def year_picture(year: int) -> Response:
    """Draw a year as a picture to share."""
    found = _of_year(year)
    layout = charts.year(_months(found), told(found))
    picture = render_template("scores/statistics/year.svg", year=year, layout=layout, paint=charts.PAINT)
    return Response(picture, mimetype="image/svg+xml")


def _of_year(year: int) -> Digest:
    first, after = filters.start(f"{year}-01-01"), filters.start(f"{year + 1}-01-01")
    found = reading.read(Choice(since=first, until=after), measures)
    return found if found.plays else abort(404)


def _months(found: Digest) -> list[tuple[str, int, int]]:
    """List the months with their plays and how long their bars are, in percent of the longest."""
    most = max(found.months.values())
    return [(name, found.months[month], 100 * found.months[month] // most) for month, name in initials_of_months()]


def told(found: Digest) -> list[tuple[Text, str | int, int | None]]:
    """Say what a year was, in a few lines: what is told, and how much or who, with a number behind it."""
    game, often = found.played.most_common(1)[0]
    winner, wins = max(found.players.items(), key=lambda row: (row[1].won, row[1].plays))
    lines: list[tuple[Text, str | int, int | None]] = [
        (Text("Plays"), found.plays, None),
        (Text("Days with a game"), len(found.days), None),
        (Text("Different games"), len(found.played), None),
        (Text("Played most"), game_title(game), often),
    ]
    if wins.won:
        lines.append((Text("Most wins"), winner, wins.won))
    if (often := found.h_index()) > 1:
        lines.append((Text("Games played %(count)s times or more", count=often), often, None))
    if hours := round(found.timed.total / 3600):
        lines.insert(2, (Text("Hours at the table"), hours, None))
    best = (
        (Text("Best in %(game)s", game=game_title(of)), one.name, points) for of, (points, one, _) in found.best.items()
    )
    return [*lines, *best][:ROWS]

"""The form of a play of any game: filled in with a play, and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from itertools import islice
from typing import Any

from companion.language import time_zones
from companion.refusal import Refusal
from companion.scores.entry import Entry, Row
from companion.scores.forms import DRAWN, MOST_ROWS, NOBODY, PlayForm, number_of, require_past
from companion.scores.own_games import sheet_of
from companion.scores.slugs import row_of
from companion.table.finished import DECLARED, POINTS, Play, Player, Won
from companion.table.log import Game
from companion.table.seating.seats import COLOURS
from companion.web import translate

FIRST = 4
"""How many rows of players a form shows at first."""
MOST_OWN, MOST_OWN_ROWS = 10, 14
"""How many players the form of a game of one's own has room for, and how many rows its score sheet."""
MOST_BOXES = 140
"""How many boxes for the lines of points a form has: with more of them it took 50 ms."""
BLANK = 6
"""How many rows a score sheet of one's own has at least on its form: two more than it has."""


@dataclass(frozen=True)
class Asked:
    """What a form of a play asks: of which game, how that is won, and by which rows of a score sheet."""

    slug: str
    title: str
    won: Won
    sheet: Mapping[str, str]
    game: Game | None = None
    before: Play | None = None

    @property
    def seats(self) -> int:
        """How many rows of players the form has."""
        most = max(self.game.seats) if self.game else MOST_OWN
        return max(most, len(self.before.players) if self.before else 0)

    @property
    def shown(self) -> int:
        """How many rows of players are shown at first."""
        least = min(self.game.seats) if self.game else 1
        return len(self.before.players) if self.before else min(max(FIRST, least), self.seats)

    @property
    def rows(self) -> int:
        """How many rows of a score sheet each player can fill in."""
        return len(self.sheet) if self.game else min(max(len(self.sheet) + 2, BLANK), MOST_OWN_ROWS)


def values(asked: Asked) -> dict[str, Any]:
    """List what the form of a play holds at first."""
    play = asked.before
    labels = [*asked.sheet.values(), *[""] * (asked.rows - len(asked.sheet))]
    kept: dict[str, Any] = {"sheet": labels, "day": time_zones.today()}
    if play is None:
        blank = [{"colour": colour, "lines": [None] * asked.rows} for colour in _colours(asked.seats)]
        return kept | {"players": blank, "winner": "0" if asked.won.by == POINTS else NOBODY}
    at = time_zones.moment(play.played_at, time_zones.named(play.zone))
    rows = [_row(one, asked) for one in play.players]
    more = _colours(asked.seats)[len(rows) :]
    rows += [{"colour": colour, "lines": [None] * asked.rows} for colour in more]
    kept |= {"day": at.date(), "time": at.time().replace(second=0, microsecond=0), "players": rows, "note": play.note}
    kept |= {"minutes": max(1, round(play.seconds / 60)) if play.seconds else None, "why": _said(play, "why")}
    kept |= {"location": _said(play, "location"), "expansion": _said(play, "expansion")}
    return kept | _won(play.players) | {"started": _began(play)}


def _colours(count: int) -> list[str]:
    return [[*COLOURS][number % len(COLOURS)] for number in range(count)]


def _row(one: Player, asked: Asked) -> dict[str, Any]:
    points = {line.id: line.points for line in one.lines}
    lines = [points.get(id) for id in asked.sheet] + [None] * (asked.rows - len(asked.sheet))
    kept = {name: getattr(one, name) for name in ("name", "points", "tie_break", "colour", "seat", "team")}
    roles = {role.message: str(translate(role)) for role in asked.won.roles}
    return kept | {"role": roles.get(one.role, one.role), "lines": lines}


def _said(play: Play, name: str) -> str:
    value = play.options.get(name)
    return str(translate(value)) if isinstance(value, str) else ""


def _won(players: Sequence[Player]) -> dict[str, Any]:
    first = [str(number) for number, one in enumerate(players) if one.place == 1]
    drawn = all(one.place == 0 for one in players)
    return {"winners": first, "winner": DRAWN if drawn else first[0] if first else NOBODY}


def _began(play: Play) -> str:
    names = [one.name for one in play.players]
    began = play.options.get("started")
    return str(names.index(began)) if began in names else ""


def read(form: PlayForm, asked: Asked) -> Entry:
    """Read a play from its form; raise Refusal for what cannot be."""
    labels = [*asked.sheet.values()] if asked.game else [field.data or "" for field in form.sheet]
    ids = _ids(labels, asked)
    numbers = form.numbers
    _require_names(form, len(asked.before.players) if asked.before else 0)
    rows = tuple(_read_row(row.form, labels, ids, asked, was=int(number_of(row))) for row in form.rows)
    return Entry(
        game=asked.slug,
        played_at=_moment(form, asked.before),
        note=form.note.data or "",
        rows=rows,
        winners=_winners(form, asked, numbers),
        drawn=_drawn(form, asked),
        started=numbers.get(form.started.data or ""),
        sheet={id: label for id, label in zip(ids, labels, strict=True) if label},
        kept=_kept(form, asked),
    )


def _require_names(form: PlayForm, known: int) -> None:
    """Refuse points of nobody; a player who is `known` is removed by emptying the name alone."""
    for row in form.nameless:
        if int(number_of(row)) >= known:
            raise Refusal("Whose points are these? Enter a name.").about(f"{row.name}-name")


def _winners(form: PlayForm, asked: Asked, numbers: Mapping[str, int]) -> frozenset[int]:
    """Find who won by the rows that are chosen; as long as nobody chooses another one, all who had won have."""
    chosen = form.winners.data or [] if asked.won.by == DECLARED else [form.winner.data]
    if asked.won.by == POINTS:  # asked of who plays alone
        before = _won(asked.before.players)["winner"] if asked.before else ""
        chosen = [] if (form.winner.data or before) in (NOBODY, DRAWN) else [*numbers]
    elif asked.before and asked.won.by != DECLARED and form.winner.data in ("", _won(asked.before.players)["winner"]):
        chosen = _won(asked.before.players)["winners"]
    found = frozenset(numbers[one] for one in chosen if one in numbers)
    if not found and (nameless := next((one for one in chosen if one and one.isdigit()), None)):
        raise Refusal("Who won? Enter a name.").about(f"players-{nameless}-name")
    return found


def _drawn(form: PlayForm, asked: Asked) -> bool:
    """Say whether nobody won, as is chosen, or was before if nobody chooses anything."""
    before = _won(asked.before.players)["winner"] if asked.before and asked.won.by != DECLARED else ""
    return asked.won.by != DECLARED and (form.winner.data or before) == DRAWN


def _ids(labels: Sequence[str], asked: Asked) -> list[str]:
    """Find the id of each row of the score sheet: its own if its label is as it was, else the one of that label.

    A sheet may have two of one label; rows that are new and called alike are one.
    """
    own = [(id, {label, str(translate(label))}) for id, label in asked.sheet.items()]
    known = {label: id for id, alike in own for label in alike}
    for label in labels:
        if label not in known:
            known[label] = row_of(label, known.values())
    own += [("", set())] * (len(labels) - len(own))
    return [id if label in alike else known[label] for (id, alike), label in zip(own, labels, strict=False)]


def _read_row(form: Any, labels: Sequence[str], ids: Sequence[str], asked: Asked, *, was: int) -> Row:
    roles = {str(translate(role)): role.message for role in asked.won.roles}
    lines: dict[str, int | None] = {}
    for id, label, value in zip(ids, labels, [field.data for field in form.lines], strict=False):
        if label:
            lines[id] = lines.get(id) if value is None else (lines.get(id) or 0) + value
        elif value is not None:
            raise Refusal("Name the score sheet row that these points come from.").about("sheet-0")
    return Row(
        name=form.name.data,
        colour=form.colour.data,
        points=form.points.data,
        tie_break=form.tie_break.data,
        seat=form.seat.data,
        team=form.team.data,
        role=roles.get(form.role.data, form.role.data or ""),
        lines=lines | {id: None for id in asked.sheet if id not in lines},
        was=was if asked.before and was < len(asked.before.players) else None,
    )


def _kept(form: PlayForm, asked: Asked) -> dict[str, Any]:
    """List what is kept of a play besides its players; what was not changed stays as it is, in its own words."""
    play = asked.before
    minutes, known = form.minutes.data, play.seconds if play else None
    same = known is not None and minutes == max(1, round(known / 60))
    kept: dict[str, Any] = {"seconds": known if same else minutes and 60 * minutes}
    for name in ("location", "expansion", "why"):
        typed = form[name].data or ""
        if play is None or typed != _said(play, name):
            kept[name] = typed
    own = (None, None) if asked.game else (asked.title, asked.won.by)
    return kept | dict(zip(("title", "won_by"), own, strict=True))


def _moment(form: PlayForm, before: Play | None) -> float:
    """Find when it was by the clock of the place: that of the play, or of the phone; raise Refusal for the future."""
    zone = time_zones.named(before.zone) if before else None
    was = time_zones.moment(before.played_at, zone) if before else None
    day = form.day.data or (was.date() if was else None)
    if day is None:
        raise Refusal("Enter the day of the game.").about("day")
    if (
        before
        and was
        and (not form.day.data or (day, form.time.data) == (was.date(), was.time().replace(second=0, microsecond=0)))
    ):
        return before.played_at
    clock = datetime.combine(day, form.time.data or (was.time() if was and was.date() == day else time(12)))
    require_past(clock, datetime(1970, 1, 2))
    at = clock.replace(tzinfo=zone).timestamp() if zone else time_zones.seconds(clock)
    return min(at, datetime.now().timestamp())


def sheet_from(before: Play | None, last: Play | None, *, seats: int) -> dict[str, str]:
    """Find the rows of the score sheet for a play: its own, and those of the latest play of its game.

    Lines beyond what a form of so many seats can hold stay as they are.
    """
    most = min(MOST_ROWS, MOST_BOXES // seats)
    return dict(islice(sheet_of([play for play in (before, last) if play]).items(), most))

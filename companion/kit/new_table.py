"""The page for a new table, and the move that opens it, for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from flask import Blueprint, current_app, redirect, url_for
from flask.typing import ResponseReturnValue

from companion import membership
from companion.kit.forms import RematchForm
from companion.kit.house_rules import take_over
from companion.language.texts import Text
from companion.scores.stores import play_store as scores
from companion.storage.connections import get_db, writing
from companion.table import store
from companion.table.attempts import rate_limited
from companion.table.forms import PlayersForm
from companion.table.log import Game, Refusal, Table
from companion.table.permissions import require
from companion.table.play import MoveFunction, NoTable, find_table, games, play
from companion.table.screen import in_house, redirect_to, renewed
from companion.table.seating import devices, lifecycle, seats
from companion.table.store import Unreadable
from companion.table.upkeep.idempotency import once
from companion.web import page, phone_id, translate
from companion.web.forms import checked, shown

NamedMove = tuple[str, MoveFunction, Mapping[str, Any]]
"""A move by its name in logs, its function, and what is chosen in it."""
TAKE_OVER = ("take_over", take_over)
"""The move that takes the house rules over into a rematch: its name in logs, and its function."""


class Way(NamedTuple):
    """A way to begin a rematch: what a page calls it, and what finds, in how the last game ended, the moves it takes.

    `choices` go before those of the last game.
    """

    id: str
    label: Text
    moves: Callable[[Any], Sequence[NamedMove]] = lambda _: ()
    choices: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Opening:
    """How a game's tables are opened: by a move that takes `players`, `rng` and what its form holds.

    The `name` of the move is data: logs keep it for ever.

    `context` prepares the page for a new table from the names of this phone's last tables: what the game asks there,
    and, if not as `of_seats` has them, `counts`, how many players there can be, and `fields`, what the form holds at
    first. `template` fills in kit/new.html with a game's own questions, or is that; the default is
    <game>/setup/new.html. `choices` reads the form if the move takes something else than its fields. `again` reads from
    a game that is over how it was opened, for a rematch, which begins in one of `ways`; its house rules stay as they
    were switched. If `after` finds another opening for such a game, that one opens its rematch.
    """

    name: str
    move: MoveFunction
    form: type[PlayersForm] = PlayersForm
    context: Callable[[Sequence[str]], Mapping[str, Any]] = lambda _: {}
    choices: Callable[[Any], Mapping[str, Any]] = lambda form: form.choices
    template: str = ""
    again: Callable[[Any], Mapping[str, Any]] | None = None
    ways: tuple[Way, ...] = ()
    after: Callable[[Any], Opening | None] = lambda _: None


def open_by(bp: Blueprint, opening: Opening, *, path: str = "new", endpoint: str = "open_table") -> None:
    """Register a game's page for new tables, and the move that opens one."""

    def new() -> ResponseReturnValue:
        names = devices.last_names(phone_id())
        game = games()[bp.name]
        context = {**of_seats(game, len(names)), **opening.context([name for name, _ in names])}
        template = opening.template or f"{bp.name}/setup/new.html"
        form = asked(opening.form, url_for(f"{bp.name}.{endpoint}"), context["counts"], context.pop("fields", {}))
        colours = [(colour, translate(said)) for colour, said in seats.COLOURS.items()]
        return page(template, form=form, game=game, names=names, colours=colours, **context)

    def open_table() -> ResponseReturnValue:
        form = checked(opening.form)
        require_seats(games()[bp.name], len(form.seated))
        choices = {"players": len(form.seated), "rng": current_app.config["RANDOM"], **opening.choices(form)}
        me, _ = form.seated[form.seat or 0]  # who opens a table most often names themselves first
        with rate_limited("TABLES"), renewed() as (phone, former):

            def opened() -> str:
                code = lifecycle.open_table(games()[bp.name], form.seated, phone=phone, former=former, seat=form.seat)
                play(code, opening.name, opening.move, tapped_by=None, op="open", **choices)
                return code

            with in_house(phone, former, me):  # a table that cannot be opened leaves no trace
                code = once(former, opened)
                lifecycle.come_again(code, phone=phone, former=former)
        table = find_table(code)
        return redirect_to(table.game.pages.current(table.state), code)

    bp.add_url_rule(f"/{path}", path.replace("-", "_"), new)
    bp.add_url_rule(f"/{path}", endpoint, open_table, methods=["POST"])
    if opening.again is not None and endpoint == "open_table":
        bp.add_url_rule("/<code>/rematch", "rematch", lambda code: rematch(code, opening), methods=["POST"])


def of_seats(game: Game, last: int) -> dict[str, Any]:
    """Offer as many players as the game has seats; at first as many as came `last`, or four, or nearly so many."""
    return {"counts": tuple(game.seats), "fields": {"count": min(game.seats, key=lambda n: abs(n - (last or 4)))}}


def require_seats(game: Game, players: int) -> None:
    """Raise Refusal unless so many can play the game."""
    if players not in game.seats:
        refusal = Refusal(
            "%(game)s is for %(least)s to %(most)s players.",
            game=game.title,
            least=min(game.seats),
            most=max(game.seats),
        )
        raise refusal.about("count")


def asked(kind: type[PlayersForm], action: str, counts: Sequence[int], values: Mapping[str, Any]) -> PlayersForm:
    """Make the form of a new table, with a row for each who can play, and each in a colour of its own."""
    colours = list(seats.COLOURS)
    form = shown(kind, action, players=(), **values)
    for number in range(len(form.players), max(counts)):
        form.players.append_entry({"colour": colours[number % len(colours)]})
    return form


def rematch(code: str, opening: Opening) -> ResponseReturnValue:
    """Open a table for the same people, with the same options, and lead all their phones there; once a game."""
    require(seats.find_me(code, phone_id()))
    form, table = checked(RematchForm), find_table(code)
    if not table.game.over(table.state):
        raise Refusal("This game isn't over yet. You can have a rematch when it is.")
    following = lifecycle.find_next(code)
    if following is None:
        with rate_limited("TABLES"), lifecycle.in_house(code), writing(code):  # two may have found none
            following = lifecycle.find_next(code) or _following(table, opening, form.way.data)
    return redirect(url_for("table.enter", code=following), 303)


def last_states(game: str, most: int) -> list[Any]:
    """List the states of the last games at this phone's tables, the latest first, as far as they can be read."""
    playing, done = devices.find_tables(phone_id())
    mine = [table for table in (*playing, *done) if table["game"] == game]
    found = []
    for table in sorted(mine, key=lambda table: float(str(table["opened_at"])), reverse=True)[:most]:
        with suppress(NoTable, Unreadable):
            found.append(find_table(str(table["code"])).state)
    return found


def last_of_house(game: str) -> Any:
    """Find the state of the last game that was opened in the house of this phone, if it can be read; else None."""
    code = store.find_last(get_db(), membership.current_house(), game)
    with suppress(NoTable, Unreadable):
        return find_table(code).state if code else None
    return None


def afterwards(game: str, code: str, ways: Sequence[Way] = ()) -> dict[str, Any]:
    """Find what a result's page leads to: the play that is saved of a table, its rematch, and the ways to one."""
    return {"saved": scores.find_code(code), "following": lifecycle.find_next(code), "ways": ways}


def _following(table: Table, opening: Opening, way: str | None) -> str:
    """Open the table of a rematch, and lead all phones there; return its code."""
    following = lifecycle.open_again(table.game, table.code)
    _open_again(following, opening.after(table.state) or opening, table.state, way)
    lifecycle.lead_on(table.code, following)
    return following


def _open_again(code: str, opening: Opening, state: Any, way: str | None) -> None:
    """Make the moves that open a rematch."""
    rng, players = current_app.config["RANDOM"], len(seats.find_seats(code))
    choices = {"players": players, "rng": rng, **(opening.again(state) if opening.again else {})}
    choices |= next((chosen.choices for chosen in opening.ways if chosen.id == way), {})
    play(code, opening.name, opening.move, tapped_by=None, op="open", **choices)
    if rules := getattr(state, "rules_on", ()):
        play(code, *TAKE_OVER, tapped_by=None, op="house", rules=rules)
    for chosen in opening.ways:
        for number, (name, move, values) in enumerate(chosen.moves(state) if chosen.id == way else ()):
            play(code, name, move, tapped_by=None, op=f"way-{number}", **values)

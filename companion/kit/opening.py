"""The page for a new table, and the move that opens it, for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from companion.db import writing
from companion.table import seats
from companion.table.forms import PlayersForm, checked
from companion.table.play import Move, games, play
from companion.table.screen import come_to, counted, renewed
from companion.web import page, phone_id


@dataclass(frozen=True)
class Opening:
    """How a game's tables are opened: by a move that takes `players`, `rng` and what its form holds.

    `context` prepares the page for a new table from the names of this phone's last tables: at least `counts`, how many
    players there can be, and `chosen`, the count selected at first. `template` fills in kit/new.html with a game's own
    questions; the default is <game>/new.html. `choices` reads the form if the move takes something else than its
    fields.
    """

    move: Move
    form: type[PlayersForm]
    context: Callable[[Sequence[str]], Mapping[str, Any]]
    choices: Callable[[Any], Mapping[str, Any]] = lambda form: form.choices
    template: str = ""


def open_by(bp: Blueprint, opening: Opening) -> None:
    """Register a game's page for new tables, and the move that opens one."""

    def new() -> ResponseReturnValue:
        names = seats.last_names(phone_id())
        context = opening.context(names)
        template = opening.template or f"{bp.name}/new.html"
        return page(template, game=games()[bp.name], names=names, colours=list(seats.COLOURS), **context)

    def open_table() -> ResponseReturnValue:
        form = checked(opening.form)
        choices = {"players": len(form.seated), "rng": current_app.config["RANDOM"], **opening.choices(form)}
        with counted("TABLES"), renewed() as (phone, _), writing():  # a table that cannot be opened leaves no trace
            code = seats.open_table(games()[bp.name], form.seated, phone=phone)
            table = play(code, opening.move, tapped_by=None, op="open", **choices)
        return come_to(table.game.page(table.state), code)

    bp.add_url_rule("/new", "new", new)
    bp.add_url_rule("/new", "open_table", open_table, methods=["POST"])

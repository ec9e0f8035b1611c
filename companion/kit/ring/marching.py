"""What pages of a ring ask about creatures away from home, and the moves that they offer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from flask import request

from companion.kit.forms import ForceForm, MarchForm, NotedForm, StealForm, TogetherForm
from companion.kit.moves import Move, Place
from companion.kit.ring.creatures import Creature, Field, March, march_from_home, march_of, together
from companion.table.log import Table


def asked_march(field: Field, one: Creature | None, home: Sequence[int]) -> March | None:
    """Find the creatures whose march the page prepares: a chosen one, those who stand together, or one at home.

    A creature at home of the player whose turn it is can go to the seats in `home`.
    """
    if field.turn is None:
        return None
    if one:
        return march_of(field, [one])
    of, at = (request.args.get(name, type=int) for name in ("of", "at"))
    if of is not None and at is not None and (group := together(field.creatures, of, at)):
        return march_of(field, group)
    return march_from_home(field.turn, home) if "leave" in request.args else None


def at_creature(page: str) -> Callable[[Table, Any], Place]:
    """Come back to the creature where it stands now, or to the ring if it is no longer away from home."""

    def place(table: Table, form: Any) -> Place:
        id = form.creature.data or table.state.noted
        return page, {"creature": id} if id in table.state.creatures else {}

    return place


def at_controller(page: str) -> Callable[[Table, Any], Place]:
    """Come back to the player whose creatures have marched; their token shows where they stand."""

    def place(table: Table, _: Any) -> Place:
        ids = [getattr(event, "creature", None) for event in table.entries[-1].events]
        one = table.state.creatures.get(ids[-1]) if ids else None
        return page, {"seat": one.controller} if one else {}

    return place


def creature_taps(moves: ModuleType, page: str, *, returns: type[NotedForm] = NotedForm) -> tuple[Move, ...]:
    """List what phones do with creatures away from home, by a game's `moves`; `page` shows what came of it.

    The form `returns` gives one back to its owner.
    """
    standing, marched = at_creature(page), at_controller(page)
    return (
        Move("march", moves.march, MarchForm, marched),
        Move("march_together", moves.march_together, TogetherForm, marched),
        Move("steal", moves.steal, StealForm, standing),
        Move("force", moves.force, ForceForm, standing, lasts=True),
        Move("tap", moves.tap, NotedForm, standing),
        Move("untap", moves.untap, NotedForm, standing),
        Move("give_back", moves.give_back, returns, standing),
        Move("animate", moves.animate, NotedForm, standing),
        Move("bury", moves.bury, NotedForm, page),
    )

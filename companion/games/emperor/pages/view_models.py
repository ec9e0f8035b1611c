"""What the pages of Emperor show, made from the table: who sits where, whom the chosen one reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.games.emperor.pages import suggestions
from companion.games.emperor.play import reach
from companion.games.emperor.scoring.history import history
from companion.games.emperor.scoring.result import ROLES
from companion.games.emperor.state import State, emperors, first_of, living, ring_of, role
from companion.games.emperor.text.describe import tell
from companion.kit.ring import ring_board, ring_page as kit
from companion.kit.ring.away import CreatureGone
from companion.kit.ring.circle import Spot
from companion.kit.ring.ring_drawing import drawing
from companion.language.texts import Text, numeral
from companion.table.screen import Screen

ICONS = ("crown", "general", "guard")
"""The pictures of the roles, by their numbers."""
NO_MARKS: Mapping[int, str] = MappingProxyType({})


def picture(screen: Screen, marks: Mapping[int, str] = NO_MARKS) -> list[Spot]:
    """Place the living on the ring; `marks` are CSS classes by seat."""
    state: State = screen.table.state
    return kit.picture(
        screen,
        ring_of(state),
        text=lambda seat: numeral(state.lives[seat]),
        icon=lambda seat: ICONS[role(state, seat)],
        role=lambda seat: ROLES[role(state, seat)],
        turn=state.turn,
        marks=marks,
    )


def sitting(screen: Screen, asked: int | None) -> dict[str, Any]:
    """Show who sits where: who plays first, or with whom the seat asked for may exchange places."""
    state: State = screen.table.state
    may = screen.me.plays and not state.begun and state.result is None
    chosen = asked if asked in state.order and may else None
    first = None if state.just_score else first_of(state, state.first or 0)
    marks = {} if first is None else {first: "first"}
    if chosen is not None:
        marks = dict.fromkeys(state.order, "go") | {chosen: "self"}
    return {"ring": drawing(picture(screen, marks), screen.names), "first": first, "chosen": chosen}


def reached(screen: Screen, asked: kit.Asked) -> dict[str, Any]:
    """Show the ring with whom the chosen creature or player can attack and reach, and the chosen player's life."""
    state: State = screen.table.state
    gone = state.turn is not None and kit.is_gone(screen, asked)
    counted = asked.seat in living(state) and not gone
    by_seat = reach.from_seat(state, asked.seat) if counted else ()
    answers = reach.from_creature(state, asked.one) if asked.one else by_seat
    ring, lives = picture(screen, marks(asked, answers)), history(screen.joined_moves, asked.seat, state.life)
    middle = kit.middle(screen, asked, ring, lives, marching=prepared(state, asked), likely=suggestions)
    return {**middle, "answers": answers, "gone": gone}


def prepared(state: State, asked: kit.Asked) -> str:
    """Name the move that a march is: of creatures on the ring, of one at home, or by the later rules a gift."""
    if asked.going and asked.going.creatures:
        return "emperor.march_together"
    return "emperor.march" if state.range.march else "emperor.deploy"


def marks(asked: kit.Asked, answers: Sequence[reach.Answer]) -> dict[int, str]:
    """Choose the CSS classes of the seats: where creatures may march, or else who can be attacked or reached."""
    if asked.going:
        found, here = dict.fromkeys(asked.going.to, "go"), asked.going.at
    else:
        found, here = {one.seat: "attack reach" if one.attack else _reached(one) for one in answers}, asked.seat
    return found | {here: f"{found.get(here, '')} self"} if answers else found


def _reached(one: reach.Answer) -> str:
    return "reach" if one.others else "far"


def emperors_out(screen: Screen) -> list[Text]:
    """Say which Emperors are out, and by whom if anybody said so: their fall decided the duel."""
    state, names = screen.table.state, screen.names
    return [
        Text("Emperor out: %(name)s.", name=names[seat])
        if by is None
        else Text("Emperor out: %(name)s, by %(by)s.", name=names[seat], by=names[by])
        for seat, _, by in state.falls
        if seat in emperors(state)
    ]


def gone_at_the_end(screen: Screen) -> list[Text]:
    """Say of each noted creature what became of it when an Emperor's fall ended the duel."""
    last = screen.last(("fall",)) if screen.table.state.result is not None else None
    return [tell(event, screen.names) for event in (last.events if last else ()) if isinstance(event, CreatureGone)]


def on_board(screen: Screen) -> dict[str, Any]:
    """Show the ring with whom the player on the move can attack, from home or elsewhere, and whom spells reach."""
    state: State = screen.table.state
    answers = reach.from_seat(state, state.turn) if state.turn in living(state) else ()
    attacked = {one.seat for one in answers if one.attack}
    for one in state.creatures.values():
        if one.controller == state.turn and one.ready:
            attacked |= reach.targets(state, one.controller, one.at)
    spells = [one.seat for one in answers if one.spells]
    return {"spells": spells, **ring_board.on_board(screen, picture(screen), attacked)}

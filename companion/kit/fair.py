"""The page on fair draws, the same for every game: a table's commitment, and whether its draws follow from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.files import in_turn
from companion.kit.chance import NONSENSE, Again, Chance, Draw, SecretDrawn, draws
from companion.kit.forms import LONGEST_WORD, WordForm
from companion.kit.taps import Tap, bind
from companion.table.log import Refusal, Table
from companion.table.play import Move
from companion.table.screen import Screen, look
from companion.table.seats import Seat
from companion.text import Text
from companion.web import page

SHOWN = 200
"""How many draws of a kind the page lists."""


@dataclass(frozen=True)
class Fairness:
    """What the page needs to know of a game's draws; `spell` says a draw with all that chance gave."""

    again: Again
    say_word: Move
    tell_secret: Move
    spell: Callable[[Any, Sequence[str]], Text]
    snippet: Callable[[Any], Sequence[str]]


@dataclass(frozen=True)
class Checked:
    """The draws of a log, checked: those that follow from the secret, those that do not, and the table's own."""

    right: list[Draw]
    wrong: list[Draw]
    by_table: list[Draw]
    stopped: Refusal | None
    """Why the rest of the log was not looked at."""


def check_by(bp: Blueprint, fairness: Fairness) -> None:
    """Register a game's page on fair draws, and the moves on it: a player's word, and showing the secret."""

    def fair_page(code: str) -> ResponseReturnValue:
        screen = look(code)
        state: Chance = screen.table.state
        table = screen.table
        known = secrets(table)
        return page(
            "kit/fair.html",
            screen=screen,
            here=table.game.pages(state)[0][0],
            game=bp.name,
            home=table.game.page(state),
            over=table.game.over(state),
            commitment=state.commitment,
            copied=state.copied,
            told=state.told,
            short=":" in state.secret and not state.words,
            words=[(screen.names[seat], word) for seat, word in state.words],
            sayers=sayers(screen, fairness),
            longest=LONGEST_WORD,
            telling=is_possible(fairness.tell_secret, state),
            secrets=known,
            checked=check(table, fairness.again) if known else None,
            most=SHOWN,
            spell=lambda event: spelt(event, table, fairness, screen.names),
            snippet="\n".join(fairness.snippet(state)) if state.told and state.secret else "",
        )

    bp.add_url_rule("/<code>/fair", "fair_page", fair_page)
    bind(
        bp,
        (
            Tap("word", fairness.say_word, WordForm, "fair_page", for_seat="seat"),
            Tap("tell-secret", fairness.tell_secret, back="fair_page", host=True),
        ),
    )


def spelt(event: Any, table: Table, fairness: Fairness, names: Sequence[str]) -> Text:
    """Say a draw with all that chance gave; one that makes no sense is shown as the log has it."""
    try:
        return fairness.spell(event, names)
    except NONSENSE:
        return table.game.tell(event, names)


def is_possible(move: Move, state: Any, **choices: Any) -> bool:
    """Say whether a move would be accepted now."""
    try:
        move(state, **choices)
    except Refusal:
        return False
    return True


def sayers(screen: Screen, fairness: Fairness) -> list[Seat]:
    """List the players who can add a word now and for whom this phone acts, its own first."""
    mine = [seat for seat in screen.seats if screen.me.may(seat.number)]
    able = [seat for seat in mine if is_possible(fairness.say_word, screen.table.state, seat=seat.number, word="?")]
    return sorted(able, key=lambda seat: seat.number != screen.me.seat)


def secrets(table: Table) -> list[str]:
    """List the secrets that are told, in the order in which they decided the draws."""
    state: Chance = table.state
    events = (event for entry in table.moves for event in entry.events if isinstance(event, SecretDrawn))
    return [event.secret for event in events if event.commitment in state.past and not state.copied]


def check(table: Table, again: Again) -> Checked:
    """Check the whole log, letting others have their turn; stop where too much is taken back."""
    state: Chance = table.state
    found: list[Draw] = []
    stopped = None
    try:
        found.extend(draws(table.game, in_turn(table.entries), again, told=state.past))
    except Refusal as refusal:
        stopped = refusal
    right = [draw for draw in found if draw.fits and not draw.by_table]
    by_table = [draw for draw in found if draw.fits and draw.by_table]
    return Checked(right, [draw for draw in found if not draw.fits], by_table, stopped)

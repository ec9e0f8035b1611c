"""The page on fair draws, the same for every game: a table's commitment, and whether its draws follow from it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.files.safe_readers import in_turn
from companion.kit.fairness.committed_random import REPLAY_ERRORS, Again, Chance, SecretDrawn
from companion.kit.fairness.log_check import Checker, Choices, Draw, Odd
from companion.kit.fairness.log_checkpoint import compare, marks
from companion.kit.forms import LONGEST_WORD, MarkForm, TellForm, WordForm
from companion.kit.moves import HOST, OWN, Move, Place, register_moves
from companion.language.texts import Text
from companion.table.log import Game, Refusal, Table
from companion.table.play import MoveFunction
from companion.table.screen import Screen, load_screen
from companion.table.seating.seats import Seat
from companion.web import address, page
from companion.web.forms import shown

SHOWN = 200
"""How many draws of a kind the page lists."""


@dataclass(frozen=True)
class Fairness:
    """What the page needs to know of a game's draws; `spell` says a draw with all that chance gave.

    `taken` are its moves. `choices` read, by the name of a move, what was chosen in it, in logs that do not keep its
    arguments and whose events do not call that by their names. Logs call the move that shows the secret
    "tell_secret", or `told_as`.
    """

    again: Again
    say_word: MoveFunction
    tell_secret: MoveFunction
    spell: Callable[[Any, Sequence[str]], Text]
    snippet: Callable[[Any], Sequence[str]]
    taken: Sequence[Move]
    choices: Mapping[str, Choices] = field(default_factory=dict)
    told_as: str = ""

    @property
    def own(self) -> tuple[Move, ...]:
        """The moves on the page itself."""
        return (
            Move("say_word", self.say_word, WordForm, "fair_page", may=OWN, path="word"),
            Move(
                self.told_as or "tell_secret",
                self.tell_secret,
                TellForm,
                redirect_to=at_told,
                may=HOST,
                path="tell-secret",
            ),
        )

    @property
    def moves(self) -> dict[str, MoveFunction]:
        """All moves that phones make in the game, by their names in logs."""
        return {move.name: move.move for move in (*self.taken, *self.own)}

    def checker(self, game: Game, players: int, told: Collection[str]) -> Checker:
        """Make the checker of a log for so many players; `told` are the commitments whose secrets are told."""
        return Checker(game, self.again, self.moves, self.choices, players, told)


One = TypeVar("One")


class Found(list[One]):
    """What a log has of a kind, of which the page lists the first ones."""

    @property
    def first(self) -> Sequence[One]:
        """Those that are listed."""
        return self[:SHOWN]

    @property
    def more(self) -> int:
        """How many are not."""
        return max(0, len(self) - SHOWN)


@dataclass(frozen=True)
class Checked:
    """The draws of a log, checked: those that follow from the secret, those that do not, and the table's own.

    An `odd` entry is impossible at its place by the rules of today.
    """

    right: Found[Draw]
    wrong: Found[Draw]
    odd: Found[Odd]
    by_table: Found[Draw]
    stopped: Refusal | None
    """Why the rest of the log was not looked at."""


def check_by(bp: Blueprint, fairness: Fairness) -> None:
    """Register a game's page on fair draws, and the moves on it: a player's word, and showing the secret."""

    def fair_page(code: str) -> ResponseReturnValue:
        screen = load_screen(code)
        state: Chance = screen.table.state
        return page(
            "kit/fairness/fair.html",
            screen=screen,
            here=screen.table.game.pages.in_bar(state)[0][0],
            game=bp.name,
            home=screen.table.game.pages.current(state),
            over=screen.table.game.over(state),
            longest=LONGEST_WORD,
            telling=is_possible(fairness.tell_secret, state),
            **committed_to(screen, fairness),
            **replayed(screen, fairness),
            **compared(screen, request.args.get("mark", "")),
        )

    bp.add_url_rule("/<code>/fair", "fair_page", fair_page)
    register_moves(bp, fairness.own)


def committed_to(screen: Screen, fairness: Fairness) -> dict[str, Any]:
    """Show what the table is committed to, who adds a word to it, and once it is told a program that draws by it."""
    state: Chance = screen.table.state
    return {
        "commitment": state.commitment,
        "copied": state.copied,
        "told": state.told,
        "short": ":" in state.secret and not state.words,
        "words": [(screen.names[seat], word) for seat, word in state.words],
        **saying(screen, sayers(screen, fairness)),
        "snippet": "\n".join(fairness.snippet(state)) if state.told and state.secret else "",
    }


def replayed(screen: Screen, fairness: Fairness) -> dict[str, Any]:
    """Show the secrets that are told, and the whole log checked by them."""
    known = secrets(screen.table)
    return {
        "secrets": known,
        "checked": check(screen.table, fairness, len(screen.seats)) if known else None,
        "every": "all" in request.args,
        "spell": lambda event: spelt(event, screen.table, fairness, screen.names),
    }


def compared(screen: Screen, noted: str) -> dict[str, Any]:
    """Show the mark of the log as it is, and whether one that somebody noted is of the same log."""
    table = screen.table
    of_log = list(marks(table.game, in_turn(table.entries)))
    return {
        "mark": of_log[-1] if of_log else "",
        "noted": noted,
        "comparing": shown(MarkForm, address(f"{table.game.slug}.fair_page", code=table.code), mark=noted),
        "compared": compare(noted, of_log) if noted else None,
    }


def at_told(_: Table, form: TellForm) -> Place:
    """Come back to the page whose button was tapped: that of the end, or that on fair draws."""
    return "" if form.at_end.data else "fair_page", {}


def spelt(event: Any, table: Table, fairness: Fairness, names: Sequence[str]) -> Text:
    """Say a draw with all that chance gave; one that makes no sense is shown as the log has it."""
    try:
        return fairness.spell(event, names)
    except REPLAY_ERRORS:
        return table.game.describe(event, names)


def is_possible(move: MoveFunction, state: Any, **choices: Any) -> bool:
    """Say whether a move would be accepted now."""
    try:
        move(state, **choices)
    except Refusal:
        return False
    return True


def sayers(screen: Screen, fairness: Fairness) -> list[Seat]:
    """List the players who can add a word now and for whom this phone acts, its own first."""
    mine = [seat for seat in screen.seats if screen.me.can_act_for(seat.number)]
    able = [seat for seat in mine if is_possible(fairness.say_word, screen.table.state, seat=seat.number, word="?")]
    return sorted(able, key=lambda seat: seat.number != screen.me.seat)


def saying(screen: Screen, able: Sequence[Seat]) -> dict[str, Any]:
    """Make the form by which one of the players adds a word; where there is only one, it is clear who."""
    word = address(f"{screen.table.game.slug}.word", code=screen.code)
    listed = [(seat.number, seat.name) for seat in able]
    return {"sayers": listed, "saying": shown(WordForm, word, {"seat": able[0].number} if len(able) == 1 else {})}


def secrets(table: Table) -> list[str]:
    """List the secrets that are told, in the order in which they decided the draws."""
    state: Chance = table.state
    events = (event for entry in table.moves for event in entry.events if isinstance(event, SecretDrawn))
    return [event.secret for event in events if event.commitment in state.past and not state.copied]


def check(table: Table, fairness: Fairness, players: int) -> Checked:
    """Check the whole log, letting others have their turn; stop where it makes no sense."""
    state: Chance = table.state
    checker = fairness.checker(table.game, players, state.past)
    found: list[Draw | Odd] = []
    stopped = None
    try:
        found.extend(checker.check(table.entries))
    except Refusal as refusal:
        stopped = refusal
    drawn = [one for one in found if isinstance(one, Draw)]
    return Checked(
        right=Found(draw for draw in drawn if draw.fits and not draw.by_table),
        wrong=Found(draw for draw in drawn if not draw.fits),
        by_table=Found(draw for draw in drawn if draw.fits and draw.by_table),
        odd=Found(one for one in found if isinstance(one, Odd)),
        stopped=stopped,
    )

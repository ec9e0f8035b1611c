"""The log of a table: what happened, and what of it still counts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from companion.text import Text


class Refusal(Exception):
    """A move that cannot be made: why, and what to do instead, in the player's words."""

    status = 422

    def __init__(self, message: str, **values: Any) -> None:
        self.text = Text(message, **values)
        super().__init__(self.text)


class Stale(Refusal):
    """A move tapped on a screen that the table has left behind."""

    status = 409


class NotYours(Refusal):
    """A move that this phone may not make."""

    status = 403


@dataclass(frozen=True)
class Game:
    """What the table needs to know of a game."""

    slug: str
    title: str
    about: Text
    picture: str
    seats: range
    start: Callable[[], Any]
    evolve: Callable[[Any, Any], Any]
    events: tuple[type, ...]
    tell: Callable[[Any, Sequence[str]], Text]
    """Say an event in one sentence that gives away no secret, with the seats' names."""
    page: Callable[[Any], str]
    """Name the endpoint of the page that the state calls for."""
    pages: Callable[[Any], Sequence[tuple[str, str, Text]]]
    """Give the pages of the bottom bar in the order of play: endpoint, picture, label."""
    over: Callable[[Any], bool]
    """Say whether the game has ended, so that a file of it need not be sealed."""
    check: Callable[[Any, int], None]
    """Raise ValueError for a state that no game for so many seats can be in: an imported log may hold anything."""
    told: Callable[[Any], bool] | None = None
    """Say whether everybody may see the whole log; when the game has ended, if it does not say so itself."""
    final: tuple[type, ...] = ()
    """The events that cannot be taken back, as everybody has seen a secret by them."""
    play: Callable[[str, Any], str] = lambda code, _: code
    """Give the code under which a table's game stands in the scores."""
    names: Callable[[Any], Mapping[str, str]] = lambda _: {}
    """Give what this table calls things, by the words that the game has for them."""


@dataclass(frozen=True)
class Entry:
    """One row of the log: a move and its events, or an undo or redo of an earlier row.

    `at` is in seconds since 1970; `seat` is who tapped, None for a host without a seat. An undo names in
    `strikes`, a redo in `restores`, the `seq` it speaks of. `once` marks a move that must not run twice.
    """

    seq: int
    at: float
    seat: int | None
    move: str
    events: tuple[Any, ...] = ()
    strikes: int | None = None
    restores: int | None = None
    once: bool = False


@dataclass(frozen=True)
class Table:
    """One live session as of its entry `seq`: its game, its log, and the state they add up to."""

    code: str
    game: Game
    state: Any
    entries: tuple[Entry, ...] = ()
    moves: tuple[Entry, ...] = ()
    """The entries that still count."""

    @property
    def seq(self) -> int:
        """Give the number of the last entry, 0 for an empty log."""
        return len(self.entries)


def live(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Give the moves that still count, in order: neither struck by an undo, nor undo or redo themselves."""
    struck: set[int] = set()
    moves = []
    for entry in entries:
        if entry.strikes is not None:
            struck.add(entry.strikes)
        elif entry.restores is not None:
            struck.discard(entry.restores)
        else:
            moves.append(entry)
    return tuple(entry for entry in moves if entry.seq not in struck)


def fold(game: Game, entries: Iterable[Entry], state: Any = None) -> Any:
    """Add up the events of `entries` on `state`, or on the game's empty state."""
    events = (event for entry in entries for event in entry.events)
    return reduce(game.evolve, events, game.start() if state is None else state)


def append(table: Table, entry: Entry) -> Table:
    """Give the table with one more entry; only an undo or a redo folds the log anew."""
    entries = (*table.entries, entry)
    if entry.strikes is None and entry.restores is None:
        state, moves = fold(table.game, (entry,), table.state), (*table.moves, entry)
    else:
        moves = live(entries)
        state = fold(table.game, moves)
    return Table(table.code, table.game, state, entries, moves)


def is_stale(table: Table, seen: int) -> bool:
    """Say whether, since entry `seen`, a move came in that changes what a once-only move would do."""
    return any(entry.once or entry.move in ("undo", "redo") for entry in table.entries[seen:])


def last_of(entries: Sequence[Entry], seat: int | None, *, host: bool) -> Entry | None:
    """Find the move that an undo by this phone takes back: the last one, or for a seat its own last one.

    The first entry opened the game; it cannot be taken back.
    """
    mine = (entry for entry in reversed(entries) if host or (seat is not None and entry.seat == seat))
    return next((entry for entry in mine if entry.seq > 1), None)


def in_the_way(game: Game, entries: Sequence[Entry], entry: Entry) -> Entry | None:
    """Find the first later move that does not commute with `entry`, so that it cannot be taken back alone.

    Two moves commute if either order gives the same state.
    """
    before = fold(game, entries[: entries.index(entry)])
    with_it, without = fold(game, (entry,), before), before
    for later in entries[entries.index(entry) + 1 :]:
        with_it, without = fold(game, (later,), with_it), fold(game, (later,), without)
        if fold(game, (entry,), without) != with_it:
            return later
    return None

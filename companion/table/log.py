"""The log of a table: what happened, and what of it still counts. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, TypeVar, get_args

from companion.files.safe_readers import in_turn
from companion.language.texts import Text
from companion.refusal import NotYours as NotYours, Refusal as Refusal, Stale as Stale, TooOften as TooOften
from companion.table.finished import AS_DECLARED, Measure, Result, ScoreField, Won

T = TypeVar("T")
UNDO, REDO = "undo", "redo"
"""The names that logs keep of these entries."""
STAND_IN, ONE_PHONE, HOST_BACK, FREED = "stand_in", "one_phone", "host_back", "seats_freed"
"""The names that logs keep of notes: entries without events, which tell of the table and not of its game."""
FOLD_ERRORS = (ArithmeticError, AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError)
"""What folding or checking may raise over a log that no moves have made."""


@dataclass(frozen=True)
class Pages:
    """The pages of a game, by their endpoints, and how phones are led over them."""

    current: Callable[[Any], str]
    """Name the page for the game's present phase."""
    in_bar: Callable[[Any], Sequence[tuple[str, str, Text]]]
    """List the pages of the bottom bar in the order of play: endpoint, picture, label."""
    anchor_for: Callable[[Any, Sequence[Any]], str] = lambda *_: ""
    """Name the element of a page that shows what a move's events did; "" if the page begins at its top."""
    board: str = ""
    """The page for a screen that lies or stands in the middle of the table."""
    auto_navigate: bool = False
    """Whether phones on the page for a phase are led to the page for the next one."""
    more: tuple[tuple[str, str, Text], ...] = ()
    """The pages that need no table: endpoint, picture, label."""
    names: Callable[[Any], Mapping[str, str]] = lambda _: {}
    """Map the game's words for things to this table's own."""


class Irreversible:
    """An event that cannot be taken back: it showed everybody a secret, or mixed one by chance.

    The event says so and not the move: a log from a file may hold it under any move's name, and an undo asks the log.
    """


@dataclass(frozen=True)
class Undoing:
    """What becomes of the events of a move that is taken back."""

    retain_on_undo: Callable[[Any, Sequence[Any]], Iterable[Any]] = lambda *_: ()
    """List the events that stay when a move is taken back in a state, since somebody has seen a secret."""
    coalesce: Callable[[Any, Any], Any | None] = lambda *_: None
    """Make one event of two that count the same thing; None for any others. Quick taps are then told as one."""
    brings_back: Callable[[Any, Sequence[Any], Sequence[str]], Text | None] = lambda *_: None
    """Say in one sentence what of the state came back when these events were taken back, with the seats' names."""
    after_commit: Callable[[Table], None] = lambda _: None
    """Keep outside of the table, too, that a move was taken back or restored just now."""


@dataclass(frozen=True)
class Secrets:
    """What a game hides until it is told."""

    is_revealed: Callable[[Any], bool] | None = None
    """Say whether everybody may see the whole log; a game without this shows it when it has ended."""
    redact: Callable[[Any, Any], Any] = lambda _, event: event
    """Remove from an event what it hides, unless the state is told; only so it may leave the house."""
    redraw_hidden: Callable[[Sequence[Entry], Random], Sequence[Entry]] = lambda entries, _: entries
    """Draw anew what is hidden in a log that came without it, and say so; raise ValueError if nothing fits it."""


@dataclass(frozen=True)
class Scored:
    """What the scores keep of a game besides its results, and how it is won."""

    options: Callable[[Any], Mapping[str, Any]] = lambda _: {}
    """List what is kept of how it was played; a seat in it, as `Who`, is kept by its name."""
    fields: tuple[ScoreField, ...] = ()
    """What of these options a reader is told, in this order."""
    begins: tuple[type, ...] = ()
    """The events with which play begins, so that one knows how long it took; a game with a clock says itself."""
    score_key: Callable[[str, Any], str] = lambda code, _: code
    """Name the code under which a table's game is kept."""
    score_tags: Callable[[Any], Iterable[str]] = lambda _: ()
    """List the keys that find a finished play."""
    follow: Callable[[Any], Any] = lambda play: play
    """Make what is kept of a play follow a correction of who won it."""
    measures: Callable[[Any], Iterable[Measure]] = lambda _: ()
    """List what a finished play tells of its players besides places and points, for statistics."""
    won: Won = AS_DECLARED
    """How it is won: only where points decide, a correction of points ranks the players anew."""


@dataclass(frozen=True, eq=False)
class Game:
    """What the table needs to know of a game; each is one of a kind, so that it is quickly found as a key."""

    slug: str
    title: str
    about: Text
    picture: str
    seats: range
    start: Callable[[], Any]
    evolve: Callable[[Any, Any], Any]
    events: tuple[type, ...]
    describe: Callable[[Any, Sequence[str]], Text]
    """Say an event in one sentence that reveals no secret, with the seats' names."""
    check: Callable[[Any, int], None]
    """Raise ValueError for a state that is impossible with so many seats: an imported log may hold anything."""
    result: Callable[[Any], tuple[Result, ...] | None]
    """Compute every seat's place and points when the game is over, else None."""
    pages: Pages
    turn: Callable[[Any], int | None] = lambda _: None
    """Find the seat whose turn it is; None if it is nobody's."""
    undo: Undoing = Undoing()
    secrets: Secrets = Secrets()
    scores: Scored = Scored()

    def over(self, state: Any) -> bool:
        """Say whether the game has ended."""
        return self.result(state) is not None


@dataclass(frozen=True)
class Entry:
    """One row of the log: a move and its events, or an undo or redo of an earlier row.

    `at` is in seconds since 1970; `seat` is who tapped, None for a host without a seat. An undo has in `strikes`, a
    redo in `restores`, the `seq` of the other entry; an undo's own events are what stays of the move. `exclusive` marks
    a move that must not run twice. `arguments` are what was chosen in the move, as plain values; None in older logs,
    and where something was chosen that is not the table's or is hidden.
    """

    seq: int
    at: float
    seat: int | None
    move: str
    events: tuple[Any, ...] = ()
    strikes: int | None = None
    restores: int | None = None
    exclusive: bool = False
    arguments: Mapping[str, Any] | None = field(default=None, hash=False)

    @property
    def is_note(self) -> bool:
        """Whether it only tells of the table: nothing takes it back, and it takes back nothing."""
        return not self.events and self.strikes is None and self.restores is None

    @property
    def is_irreversible(self) -> bool:
        """Whether no undo may take it back."""
        return any(isinstance(event, Irreversible) for event in self.events)


def noted(entry: Entry, names: Sequence[str]) -> Text | None:
    """Say in one sentence what a note tells; None for any other entry, and for a note that a later version made."""
    if not entry.is_note:
        return None
    sentences = {
        STAND_IN: Text("%(name)s hosts this table until the host is back."),
        ONE_PHONE: Text("Another phone now runs this table for everybody, until the host is back."),
        HOST_BACK: Text("The host is back."),
        FREED: Text("All seats were freed on the computer. The first to sit down becomes the host of this table."),
    }
    if entry.seat is None and entry.move == STAND_IN:
        return None  # a log that no moves have made
    sentence = sentences.get(entry.move)
    return sentence and (Text(sentence.message, name=names[entry.seat]) if entry.seat is not None else sentence)


@dataclass(frozen=True)
class Table:
    """One live session as of its entry `seq`: its game, its log, and the state they add up to."""

    code: str
    game: Game
    state: Any
    entries: tuple[Entry, ...] = ()
    moves: tuple[Entry, ...] = ()
    """The entries that still count."""
    marks: tuple[Any, ...] = field(default=(), compare=False)
    """The states after every `STRIDE` of the moves, so that little is folded anew when one is taken back."""
    known: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out of the table: it lasts as long as the table stays folded, until the next entry."""

    def work_out(self, what: Callable[..., T], *of: Hashable) -> T:
        """Work out `what(table, *of)` once for all phones; there must be few different `of`."""
        if (what, of) not in self.known:
            self.known[what, of] = what(self, *of)
        found: T = self.known[what, of]
        return found

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 for an empty log."""
        return self.entries[-1].seq if self.entries else 0

    @cached_property
    def turned(self) -> int | None:
        """The seat whose turn began, or may have begun, with the last entry; None if it was its turn before."""
        last, turn = self.entries[-1], self.game.turn(self.state)
        if last.is_note:
            return None
        before = self.game.turn(state_before(self, last)) if self.moves[-1:] == (last,) else None
        return None if turn == before else turn


STRIDE = 64
"""How many moves lie between two marks."""


def effective(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """List the entries that still count, in order: moves that no undo has struck, and undos that have events."""
    struck: set[int] = set()
    counting = []
    for entry in entries:
        if entry.strikes is not None:
            struck.add(entry.strikes)
        elif entry.restores is not None:
            struck.discard(entry.restores)
        if entry.events:
            counting.append(entry)
    return tuple([entry for entry in counting if entry.seq not in struck])


def changed(thing: T, /, **changes: Any) -> T:
    """Copy a frozen dataclass with other values in some fields: `dataclasses.replace`, fourteen times as fast.

    A log of thousands of entries is folded through it; it calls no `__init__` and no `__post_init__`.
    """
    copy, fields = object.__new__(type(thing)), thing.__dict__
    copy.__dict__.update(fields, **changes)
    if len(copy.__dict__) > len(fields):
        raise TypeError(f"no fields of {type(thing).__name__}: {changes.keys() - fields.keys()}")
    return copy


def dispatch_by_type(*by_subject: tuple[Any, Callable[..., T]]) -> dict[type, Callable[..., T]]:
    """Key by the type of an event what deals with all events of its subject."""
    return {kind: room for events, room in by_subject for kind in get_args(events)}


def fold(game: Game, entries: Iterable[Entry], state: Any = None) -> Any:
    """Apply the events of `entries` to `state`, or to the game's empty state."""
    state = game.start() if state is None else state
    for entry in entries:
        for event in entry.events:
            state = game.evolve(state, event)
    return state


def rush() -> None:
    """Fold on without a pause."""


def fold_log(game: Game, code: str, entries: Iterable[Entry], *, pause: Callable[[], None] = rush) -> Table:
    """Fold a whole log, in time that grows with its length only."""
    return extend(Table(code, game, game.start()), tuple(entries), pause=pause)


def append(table: Table, entry: Entry) -> Table:
    """Add one more entry to the table."""
    return extend(table, (entry,))


def extend(table: Table, entries: Sequence[Entry], *, pause: Callable[[], None] = rush) -> Table:
    """Add more entries to the table; what came before the first move that they strike or restore stays folded.

    `pause` is called every few events, within a few milliseconds, so that a long log stops nobody else.
    """
    whole = (*table.entries, *entries)
    named = (seq for entry in entries for seq in (entry.strikes, entry.restores) if seq is not None)
    first = min([table.seq + 1, *named])
    kept = count_before(table.moves, first)
    moves = (*table.moves[:kept], *effective(whole[count_before(whole, first) :]))
    state, marks = _folded(table, moves, kept, pause)
    return Table(table.code, table.game, state, whole, moves, marks)


def state_before(table: Table, move: Entry) -> Any:
    """Find the state in which a move was made that still counts."""
    place = count_before(table.moves, move.seq)
    marks = table.marks[: place // STRIDE]
    return fold(table.game, table.moves[len(marks) * STRIDE : place], marks[-1] if marks else None)


def before(entries: Sequence[Entry], seq: int | None) -> Sequence[Entry]:
    """List the entries with a lower `seq`, or all of them."""
    return entries if seq is None else entries[: count_before(entries, seq)]


def count_before(entries: Sequence[Entry], seq: int) -> int:
    """Count the entries with a lower `seq`."""
    return bisect_left(entries, seq, key=lambda entry: entry.seq)


def _folded(
    table: Table, moves: tuple[Entry, ...], kept: int, pause: Callable[[], None]
) -> tuple[Any, tuple[Any, ...]]:
    """Fold `moves`, of which the first `kept` are the table's own; return the state and the marks."""
    marks = list(table.marks[: kept // STRIDE])
    state, done = table.state, kept
    if kept < len(table.moves):
        state, done = marks[-1] if marks else table.game.start(), len(marks) * STRIDE
    folded = 0
    for count, move in enumerate(moves[done:], start=done + 1):
        state, folded = fold(table.game, (move,), state), folded + len(move.events)
        if count % STRIDE == 0:
            marks.append(state)
        if folded >= STRIDE:
            pause()
            folded = 0
    return state, tuple(marks)


def is_stale(table: Table, seen: int) -> bool:
    """Say whether a move since entry `seen` changes what a once-only move would do."""
    return last_once(table) > seen


def last_once(table: Table) -> int:
    """Find the number of the last entry that changed what a once-only move would do; 0 if there was none."""
    return next((one.seq for one in reversed(table.entries) if one.exclusive or one.move in (UNDO, REDO)), 0)


def is_told(game: Game, state: Any) -> bool:
    """Say whether everybody may see the whole log."""
    return (game.secrets.is_revealed or game.over)(state)


def require_possible(game: str, holds: Mapping[str, bool]) -> None:
    """Raise ValueError for a state of a game of which one of these things does not hold."""
    wrong = [name for name, right in holds.items() if not right]
    if wrong:
        raise ValueError(f"no state of {game}: {', '.join(wrong)}")


Place = tuple[int, int]
"""Where in a log an event stands: the seq of its entry, and its number there."""


def placed(entries: Iterable[Entry]) -> Iterator[tuple[Place, Any]]:
    """List every event of a log with its place, whether it counts or not."""
    return (((entry.seq, number), event) for entry in in_turn(entries) for number, event in enumerate(entry.events))


def rewritten(entries: Sequence[Entry], drawn: Mapping[Place, Any], *, note: Any) -> list[Entry]:
    """Copy a log with other events in some places, and add a `note` to its first entry, which stays for ever."""
    changed = {seq for seq, _ in drawn}
    copies = [_redrawn(entry, drawn) if entry.seq in changed else entry for entry in entries]
    if copies and note not in copies[0].events:
        copies[0] = replace(copies[0], events=(*copies[0].events, note))
    return copies


def _redrawn(entry: Entry, drawn: Mapping[Place, Any]) -> Entry:
    events = (drawn.get((entry.seq, number), event) for number, event in enumerate(entry.events))
    return changed(entry, events=tuple(events), arguments=None)

"""The one path into a table's log."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from flask import current_app, g

from companion.files.safe_readers import in_turn, yield_to_hub
from companion.language.texts import Text
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database
from companion.table import store
from companion.table.finished import POINTS, Line, Play, Player, Result, Who, why_of_points, with_names
from companion.table.log import FOLD_ERRORS, REDO, UNDO, Entry, Game, NotYours, Refusal, Stale, Table, extend, is_stale
from companion.table.seating.presence import Push
from companion.table.undo import can_be_struck, counting, first_to_undo, group_of, may_be_struck

KEPT, KEPT_ENTRIES = 256, 50_000
"""How many live tables stay folded in memory, and how many entries of all of them: 20 MB or so."""
LONGEST = 12 * 3600
"""How many seconds a game can take; of one that was left lying for longer nobody knows."""

MoveFunction = Callable[..., Iterable[Any]]


class NoTable(Exception):
    """A code that no table has."""


class Scores(NamedTuple):
    """What becomes of games that end, which the table does not know: `create_app` sets it to what the scores do."""

    keep: Callable[[Play, Play | None], None]
    """Keep how a table's game ended; it replaces what was kept of it before, or adds to what the table told then."""
    let_wait: Callable[[str], None]
    """Leave out the play of a code while the end of its game is taken back."""
    recount: Callable[[], None]
    """Count sums anew after the transaction in which either was done."""
    bring_in: Callable[[Sequence[Play]], object]
    """Keep what a table's file says of how it ended."""
    find_zone: Callable[[str], str | None]
    """Find the time zone of the play of a code."""


def scores() -> Scores:
    """Get what the scores do."""
    found: Scores = current_app.extensions["scores"]
    return found


def games() -> dict[str, Game]:
    """Map the games of this installation by slug."""
    games: dict[str, Game] = current_app.extensions["games"]
    return games


def push() -> Push:
    """Get the streams of this process."""
    push: Push = current_app.extensions["push"]
    return push


def tell_gone(codes: Iterable[str]) -> None:
    """Tell the phones that wait at tables that these are gone."""
    for code in codes:
        push().became(code, *push().sent(code))


def find_table(code: str, *, tip: tuple[int, str] | None = None) -> Table:
    """Fold the table's log, adding only what is new to the copy in memory.

    `tip` is the seq and the op of the log's last entry if they are known already. The copy is dropped if another log
    has replaced it, as a restored backup does. Raise `NoTable` for an unknown code, `Unreadable` for a log of a newer
    version and `Damaged` for one with a gap or with nonsense.
    """
    db = get_db()
    tip = tip or _tip(db, code)
    table, last = tables().get(code, (None, tip))
    if table is not None and tip == last:
        tables().move_to_end(code)
        return table
    if table is None or not store.has_entry(db, code, *last):
        slug = store.find_game(db, code)
        if not slug:
            raise NoTable(code)
        game = games().get(slug)
        if game is None:
            raise store.Unreadable(f"unknown game {slug!r}")
        table = Table(code, game, game.start())
    try:
        table = extend(table, store.read_log(db, table.game, code, after=table.seq), pause=yield_to_hub)
    except FOLD_ERRORS as error:
        raise store.Damaged(f"{code} does not add up: {error!r}") from error
    _keep(table, tip)
    return table


def _tip(db: Database, code: str) -> tuple[int, str]:
    """Find the tip of a table's log: what the request has read already, or what may be another by now."""
    known, tip = g.get("tip", (None, None))
    return tip if tip and known == code and not db.is_writing else store.find_tip(db, code)


def tables() -> OrderedDict[str, tuple[Table, tuple[int, str]]]:
    """Get the tables that are folded in memory, each as of the tip of its log, the latest used at the end."""
    kept: OrderedDict[str, tuple[Table, tuple[int, str]]] = current_app.extensions["tables"]
    return kept


def _keep(table: Table, tip: tuple[int, str]) -> None:
    kept = tables()
    kept[table.code] = table, tip
    kept.move_to_end(table.code)
    while len(kept) > 1 and (len(kept) > KEPT or sum(table.seq for table, _ in kept.values()) > KEPT_ENTRIES):
        kept.popitem(last=False)


def play(
    code: str,
    name: str,
    move: MoveFunction,
    /,
    *,
    tapped_by: int | None,
    op: str,
    seen: int | None = None,
    chosen: Mapping[str, Any] | None = None,
    **besides: Any,
) -> Table:
    """Ask the move for its events, write them as one entry and wake the phones; return the table after it.

    The entry keeps the move's `name`, whatever its function is called, and what was `chosen` in it, as plain values;
    what the move takes `besides`, such as chance, it does not keep. A move without events leaves no entry.

    `tapped_by` is the seat that tapped, `op` the tap's own id: the same tap sent again changes nothing. A move that
    must not run twice comes with `seen`, the `seq` of the screen it was tapped on. Raise the move's `Refusal`, or
    `Stale`.
    """

    def entries(table: Table) -> list[Entry]:
        try:
            events = tuple(move(table.state, **besides, **(chosen or {})))
        except Refusal as refusal:
            refusal.text = with_names(refusal.text, _names(code))
            raise
        once = seen is not None
        entry = Entry(table.seq + 1, time.time(), tapped_by, name, events, exclusive=once, arguments=chosen)
        return [entry] if events else []

    return _write(code, entries, op=op, seen=seen)


def tell(code: str, name: str, *, seat: int | None) -> Table:
    """Write down what happened to the table and not in its game, for whoever hosts or sits there."""
    return _write(code, lambda table: [Entry(table.seq + 1, time.time(), seat, name)], op=secrets.token_urlsafe(6))


def undo(code: str, *, struck: int, seat: int | None, host: bool, op: str) -> Table:
    """Take back the move with the seq `struck`, and the taps told as one with it: a seat its own, a host anyone's.

    A move that is not the last can be taken back if it commutes with all that came after; else the refusal says
    whose move stands in the way.
    """

    def entries(table: Table) -> list[Entry]:
        move = next((move for move in table.moves if move.seq == struck and may_be_struck(move)), None)
        if move is None:
            raise Stale("This has already been taken back.")
        if not host and move.seat != seat:
            raise NotYours("This wasn't your move. The player who made it, or the host, can undo it.")
        if move.is_irreversible:
            raise Refusal("This can't be undone: everyone has seen it, or it has been shuffled.")
        group = counting(table, move)
        if blocker := first_to_undo(table, group):
            raise _depending(table, blocker)
        at, left = time.time(), table.game.undo.retain_on_undo
        return [
            Entry(seq, at, seat, UNDO, tuple(left(table.state, one.events)), strikes=one.seq)
            for seq, one in enumerate(reversed(group), start=table.seq + 1)
        ]

    return _reverse(code, entries, op)


def _depending(table: Table, later: Entry) -> Refusal:
    """Refuse an undo because of a later move: it has to be undone first, if it can be."""
    move = table.game.describe(later.events[0], _names(table.code))
    if can_be_struck(later):
        return Refusal("First undo this later move, which depends on it: %(move)s", move=move)
    return Refusal("This can't be undone any more. What came later depends on it and has to stay: %(move)s", move=move)


def _reverse(code: str, make: Callable[[Table], list[Entry]], op: str) -> Table:
    """Write an undo or a redo, and let the game keep what follows from it."""
    table = _write(code, lambda table: _sensible(make, table), op=op)
    table.game.undo.after_commit(table)
    return table


def _names(code: str) -> list[str]:
    return [name for name, _ in store.find_players(get_db(), code)]


def redo(code: str, *, restored: int, seat: int | None, host: bool, op: str) -> Table:
    """Restore what the last undo took back, all taps told as one, as long as no other move came after it."""

    def entries(table: Table) -> list[Entry]:
        group = {one.seq for entry in table.entries if entry.seq == restored for one in group_of(table, entry)}
        last = undone(table)
        if last is None or last.strikes not in group:
            raise Stale("It's too late to restore that: someone has made a new move.")
        if not host and last.seat != seat:
            raise NotYours("Only the player who took it back, or the host, can restore it.")
        at, together = time.time(), takewhile(lambda one: one.seat == last.seat and one.strikes in group, undos(table))
        return [Entry(seq, at, seat, REDO, restores=one.strikes) for seq, one in enumerate(together, table.seq + 1)]

    return _reverse(code, entries, op)


def undone(table: Table) -> Entry | None:
    """Find the undo that a redo would lift: the last one not yet lifted, with no move after it."""
    return next(undos(table), None)


def undos(table: Table) -> Iterator[Entry]:
    """List the undos that one redo after the other would lift, the last one first."""
    lifted: set[int | None] = set()
    for entry in in_turn(reversed(table.entries)):
        if entry.restores is not None:
            lifted.add(entry.restores)
        elif entry.strikes not in lifted and not entry.is_note:
            if not entry.strikes:
                return
            yield entry
            lifted.add(entry.strikes)


def _sensible(make: Callable[[Table], list[Entry]], table: Table) -> list[Entry]:
    """Make an undo or a redo; refuse it if the game would be impossible then: a file may have brought any log."""
    try:
        entries = make(table)
        after = extend(table, entries, pause=yield_to_hub)
        table.game.check(after.state, len(store.find_players(get_db(), table.code)))
    except FOLD_ERRORS as error:
        current_app.logger.warning("no state of %s: %r", table.code, error)
        raise Refusal("The game would make no sense after that, so nothing changed. Carry on from here.") from None
    return entries


def _write(code: str, make: Callable[[Table], list[Entry]], *, op: str, seen: int | None = None) -> Table:
    """Write the entries that `make` returns, and what they mean for the scores: all of it or nothing.

    They are on the disk before the tap is answered, so that no answered tap is ever lost. A phone whose answer was lost
    sends its tap again: the `op` tells that it counts already. The table in memory moves on only when the block is
    written, so a full disk leaves it as it was.
    """
    if code not in tables():
        find_table(code)  # a long log is folded before anybody has to wait for the file
    with writing(code) as db:
        tip, done = store.find_op(db, code, op)
        before = find_table(code, tip=tip)
        if done:
            return before
        if seen is not None and is_stale(before, seen):
            raise Stale("Somebody was faster: the table has moved on. Look at what it shows now, then tap again.")
        entries = make(before)
        if not entries:
            return before
        after = extend(before, entries, pause=yield_to_hub)
        for left, entry in in_turn(enumerate(reversed(entries))):
            store.write_entry(db, code, entry, op=f"{op}-{left}" if left else op)
        scored = _score(before, after, entries[-1].at)
    g.pop("tip", None)
    _keep(after, (after.seq, op))
    if scored:
        scores().recount()
    push().moved(code, after.seq)
    current_app.extensions["counts"]["move", ""] += 1
    return after


def _score(before: Table, after: Table, at: float) -> bool:
    """Update the scores when a game has ended, or when its end was taken back; say whether that was so."""
    if not (after.game.over(before.state) or after.game.over(after.state)):
        return False
    at_table = store.find_players(get_db(), after.code)
    was, now = (
        ended(table.game, table.code, table.state, at_table, at, moves=table.moves) for table in (before, after)
    )
    if was == now:
        return False
    store.note_over(get_db(), after.code, over=now is not None)
    if now is not None:
        scores().keep(now, was)
    elif was is not None and was.code is not None and was.code == after.game.scores.score_key(after.code, after.state):
        scores().let_wait(was.code)
    return True


def ended(
    game: Game, code: str, state: Any, at_table: Sequence[tuple[str, str]], at: float, *, moves: Sequence[Entry] = ()
) -> Play | None:
    """Make the play that the scores keep of a game and its players (name, colour); None while the game goes on.

    How long it took is known of the `moves` that count.
    """
    results = game.result(state)
    if results is None:
        return None
    options = {name: _named(value, at_table) for name, value in game.scores.options(state).items()}
    if seconds := _seconds(game, moves, at):
        options.setdefault("seconds", seconds)
    players = _players(at_table, results)
    if game.scores.won.by == POINTS and (why := why_of_points(players, game.scores.won.tie)):
        options["why"] = why
    return Play(0, game.slug, game.scores.score_key(code, state), at, options, "", players)


def _seconds(game: Game, moves: Sequence[Entry], at: float) -> int | None:
    """Count the seconds since the game began, the last time if it began anew; None if nobody knows."""
    begun = (move.at for move in reversed(moves) if any(isinstance(event, game.scores.begins) for event in move.events))
    seconds = round(at - next(begun, at))
    return seconds if seconds in range(LONGEST) else None


def _named(value: Any, at_table: Sequence[tuple[str, str]]) -> Any:
    if isinstance(value, Text):
        return with_names(value, [name for name, _ in at_table])
    return at_table[value][0] if isinstance(value, Who) else value


def _players(at_table: Sequence[tuple[str, str]], results: Sequence[Result]) -> tuple[Player, ...]:
    """List the players, the best first; there may be seats from which nobody played, after the others."""
    names = [name for name, _ in at_table]
    seated = [
        Player(
            name,
            colour,
            one.place,
            one.points,
            one.tie_break,
            lines,
            seat,
            one.team,
            one.role.message if one.role else "",
        )
        for seat, ((name, colour), one) in enumerate(zip(at_table[: len(results)], results, strict=True), start=1)
        for lines in [tuple(_line(line, names) for line in one.lines)]
    ]
    return tuple(sorted(seated, key=lambda player: player.place))


def _line(line: Line, names: Sequence[str]) -> Line:
    label = with_names(line.label, names) if isinstance(line.label, Text) else line.label
    return replace(line, label=label, why=with_names(line.why, names))

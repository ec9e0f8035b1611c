"""What an undo takes back: whose move, with which quick taps as one, and what stands in its way. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from companion.files.safe_readers import in_turn
from companion.table.log import Entry, Game, Table, count_before, fold, state_before


def last_of(moves: Sequence[Entry], seat: int | None, *, host: bool) -> Entry | None:
    """Find the move that this phone's undo takes back: the last one not irreversible, or a seat's own last one."""
    mine = (entry for entry in reversed(moves) if host or (seat is not None and entry.seat == seat))
    return next(filter(can_be_struck, mine), None)


def may_be_struck(entry: Entry) -> bool:
    """Say whether an undo may name an entry: not the first one, which opened the game, nor what an undo left."""
    return entry.seq > 1 and entry.strikes is None


def can_be_struck(entry: Entry) -> bool:
    """Say whether an undo may take an entry back, as far as that lies with the entry itself."""
    return may_be_struck(entry) and not entry.is_irreversible


def in_the_way(table: Table, *group: Entry) -> Entry | None:
    """Find the first later move that does not commute with a `group` of moves, so that it cannot be taken back alone.

    Moves commute if either order gives the same state. Of many taps that are told as one, their sum is tried after each
    later move: thousands of them, before as many others, took minutes in which nobody was answered.
    """
    game, without = table.game, state_before(table, group[0])
    with_it = fold(game, in_turn(group), without)
    later = table.moves[count_before(table.moves, group[-1].seq + 1) :]
    tried = group if len(group) * len(later) <= TRIED_EACH else (joined(game, group),)
    for move in in_turn(later):
        with_it, without = fold(game, (move,), with_it), fold(game, (move,), without)
        if fold(game, tried, without) != with_it:
            return move
    return None


def first_to_undo(table: Table, group: Sequence[Entry]) -> Entry | None:
    """Find the move that has to be taken back before a `group`: what stands in its way, and in the way of that, and on.

    Each step takes as long as the first, so in a long game it may be one in the middle that is found. What nobody can
    take back ends the way.
    """
    found, blocker = None, in_the_way(table, *group)
    for _ in range(STEPS):
        if blocker is None or (found and not can_be_struck(found)):
            break
        found, blocker = blocker, in_the_way(table, *counting(table, blocker))
    return found


STEPS = 12
"""How many moves that stand in each other's way are followed: all of a draft."""
TRIED_EACH = 1000
"""How many moves are folded one by one to see what stands in the way: some milliseconds."""
TOGETHER = 2.0
"""Seconds between two taps that are told, and taken back, as one."""


def groups(game: Game, entries: Iterable[Entry], counting: Container[int]) -> list[tuple[Entry, ...]]:
    """Put quick taps on one counter together, those of which all count or none; any other entry stands alone."""
    found: list[list[Entry]] = []
    for entry in in_turn(entries):
        last = found[-1][-1] if found else None
        if last and (last.seq in counting) == (entry.seq in counting) and _follows(game, last, entry):
            found[-1].append(entry)
        else:
            found.append([entry])
    return [*map(tuple, found)]


def group_of(table: Table, entry: Entry) -> tuple[Entry, ...]:
    """Find the taps that are told as one with an entry, whether they count or not.

    Seven quick taps on a life counter are one thing to who made them: told one by one they drive all else out of the
    log, and seven taps would be needed to take them back.
    """
    start = end = count_before(table.entries, entry.seq)
    while start and _follows(table.game, table.entries[start - 1], table.entries[start]):
        start -= 1
    while end + 1 < len(table.entries) and _follows(table.game, table.entries[end], table.entries[end + 1]):
        end += 1
    return table.entries[start : end + 1]


def counting(table: Table, entry: Entry) -> list[Entry]:
    """List the taps that are told as one with an entry and count."""
    count = {one.seq for one in table.moves}
    return [one for one in group_of(table, entry) if one.seq in count]


def joined(game: Game, group: Sequence[Entry]) -> Entry:
    """Make one entry of a group, as it is told: of undos the first, which names the last tap."""
    if len(group) == 1 or group[0].strikes:
        return group[0]
    return group[-1] if group[-1].restores else replace(group[-1], events=(_sum(game, group),))


def _sum(game: Game, group: Sequence[Entry]) -> Any:
    return reduce(game.undo.coalesce, (entry.events[0] for entry in in_turn(group)))


def _follows(game: Game, one: Entry, later: Entry) -> bool:
    """Say whether an entry belongs to the one before it: a quick tap on its counter, or an undo or redo by one tap."""
    near = (one.move, one.seat) == (later.move, later.seat) and abs(later.at - one.at) <= TOGETHER
    if one.strikes or one.restores:
        return near and one.at == later.at
    return (
        near
        and len(one.events) == len(later.events) == 1
        and game.undo.coalesce(one.events[0], later.events[0]) is not None
    )

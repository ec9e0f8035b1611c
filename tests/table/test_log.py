"""The log, tried with a game of two moves: add to a sum, or set it."""

from dataclasses import dataclass

import pytest

from companion.table.log import Entry, Game, Refusal, Table, append, fold, in_the_way, is_stale, last_of, live
from companion.text import Text


@dataclass(frozen=True)
class Added:
    by: int


@dataclass(frozen=True)
class Put:
    value: int


def evolve(state, event):
    return state + event.by if isinstance(event, Added) else event.value


game = Game(
    slug="sum",
    title="Sum",
    about=Text("A sum."),
    picture="dice",
    seats=range(1, 3),
    start=lambda: 0,
    evolve=evolve,
    events=(Added, Put),
    tell=lambda event, names: Text("Something."),
    page=lambda state: "sum.page",
    pages=lambda state: (),
    over=lambda state: False,
    check=lambda state, seats: None,
)


def moves(*events):
    return tuple(Entry(seq, 0.0, seq % 2, "move", (event,)) for seq, event in enumerate(events, 1))


def folded(entries):
    table = Table("ABCDE", game, 0)
    for entry in entries:
        table = append(table, entry)
    return table


def test_a_log_adds_up():
    assert folded(moves(Added(2), Put(5), Added(1))).state == 6


def test_an_undo_strikes_and_a_redo_restores():
    log = moves(Added(2), Added(3))
    struck = (*log, Entry(3, 0.0, 0, "undo", strikes=2))
    assert [entry.seq for entry in live(struck)] == [1]
    assert folded(struck).state == 2
    restored = (*struck, Entry(4, 0.0, 0, "redo", restores=2))
    assert folded(restored).state == folded(log).state == 5


def test_any_prefix_folds_like_its_appends():
    log = (
        *moves(Added(2), Put(7), Added(3)),
        Entry(4, 0.0, 0, "undo", strikes=2),
        Entry(5, 0.0, 0, "redo", restores=2),
    )
    for length in range(len(log) + 1):
        assert folded(log[:length]).state == fold(game, live(log[:length]))


def test_moves_that_commute_are_not_in_the_way():
    log = moves(Added(1), Added(2), Added(3))
    assert in_the_way(game, log, log[0]) is None


def test_the_first_move_that_does_not_commute_is_in_the_way():
    log = moves(Added(1), Added(2), Put(9), Added(3))
    assert in_the_way(game, log, log[0]) == log[2]


def test_a_screen_is_stale_once_a_once_only_move_or_an_undo_came():
    counted = folded(moves(Added(1), Added(2)))
    assert not is_stale(counted, 1)
    assert is_stale(append(counted, Entry(3, 0.0, 0, "move", (Added(1),), once=True)), 2)
    assert is_stale(append(counted, Entry(3, 0.0, 0, "undo", strikes=1)), 2)
    assert not is_stale(append(counted, Entry(3, 0.0, 0, "undo", strikes=1)), 3)


def test_a_seat_undoes_its_own_last_move_and_a_host_any_but_the_opening():
    log = moves(Added(0), Added(1), Added(2))
    assert last_of(log, 0, host=False) == log[1]
    assert last_of(log, 1, host=False) == log[2]
    assert last_of(log, 0, host=True) == log[2]
    assert last_of(log[:1], 1, host=True) is None
    assert last_of(log, None, host=False) is None


def test_a_refusal_says_its_sentence():
    with pytest.raises(Refusal, match="only 3 Keys"):
        raise Refusal("There are only %(count)s Keys.", count=3)

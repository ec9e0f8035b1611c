"""The log, tried with a game of two moves: add to a sum, or set it."""

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from companion.language.texts import Text
from companion.table.finished import Who, with_names
from companion.table.log import (
    STRIDE,
    Entry,
    Game,
    Irreversible,
    Pages,
    Refusal,
    Table,
    append,
    changed,
    effective,
    extend,
    fold,
    fold_log,
    is_stale,
    state_before,
)
from companion.table.undo import in_the_way, last_of


@dataclass(frozen=True)
class Added:
    by: int


@dataclass(frozen=True)
class Put:
    value: int


@dataclass(frozen=True)
class Shown(Irreversible):
    """What cannot be taken back."""


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
    describe=lambda event, names: Text("Something."),
    check=lambda state, seats: None,
    result=lambda state: None,
    pages=Pages(lambda state: "sum.page", lambda state: ()),
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
    assert [entry.seq for entry in effective(struck)] == [1]
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
        assert folded(log[:length]).state == fold(game, effective(log[:length]))


def test_what_is_worked_out_of_a_table_is_so_once_until_its_next_entry():
    worked = []

    def doubled(table, more=0):
        worked.append(table.seq)
        return 2 * table.state + more

    first, second = moves(Added(3), Added(1))
    table = folded([first])
    assert [table.work_out(doubled), table.work_out(doubled), table.work_out(doubled, 1)] == [6, 6, 7]
    assert append(table, second).work_out(doubled) == 8
    assert worked == [1, 1, 2]


def test_moves_that_commute_are_not_in_the_way():
    log = moves(Added(1), Added(2), Added(3))
    assert in_the_way(folded(log), log[0]) is None


def test_the_first_move_that_does_not_commute_is_in_the_way():
    log = moves(Added(1), Added(2), Put(9), Added(3))
    assert in_the_way(folded(log), log[0]) == log[2]


def test_a_screen_is_stale_once_a_once_only_move_or_an_undo_came():
    counted = folded(moves(Added(1), Added(2)))
    assert not is_stale(counted, 0)
    assert is_stale(append(counted, Entry(3, 0.0, 0, "move", (Added(1),), exclusive=True)), 2)
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


def counting():
    """Give the game, and a list that grows with every event that is folded."""
    folds = []

    def counted(state, event):
        folds.append(event)
        return evolve(state, event)

    return replace(game, evolve=counted), folds


def long_log(undos=400):
    """Write a log of many moves and, at its end, one undo after the other."""
    log = list(moves(*(Added(n) for n in range(1, 2001))))
    return [*log, *(Entry(2001 + n, 0.0, 0, "undo", strikes=2000 - n) for n in range(undos))]


def test_a_log_is_folded_in_one_go_however_much_of_it_was_taken_back():
    counted, folds = counting()
    table = fold_log(counted, "ABCDE", long_log())
    assert table.state == sum(range(1, 1601))
    assert len(folds) == 1600


def test_one_more_move_is_folded_alone():
    counted, folds = counting()
    table = fold_log(counted, "ABCDE", moves(Added(1), Added(2), Added(3)))
    folds.clear()
    assert append(table, Entry(4, 0.0, 0, "add", (Added(4),))).state == 10
    assert folds == [Added(4)]


def test_a_long_log_is_folded_in_short_steps():
    pauses = []
    fold_log(game, "ABCDE", long_log(), pause=lambda: pauses.append(None))
    assert len(pauses) == 1600 // STRIDE


def test_long_entries_are_folded_in_short_steps_too():
    """A file may have two hundred events in each."""
    counted, folds = counting()
    steps = [0]
    long = moves(*(Added(n) for n in range(200)))
    long = [replace(entry, events=entry.events * 100) for entry in long]
    fold_log(counted, "ABCDE", long, pause=lambda: steps.append(len(folds)))
    assert max(then - now for now, then in pairwise([*steps, len(folds)])) <= STRIDE + 100


def test_taking_back_the_last_move_folds_little_anew():
    counted, folds = counting()
    table = fold_log(counted, "ABCDE", long_log(0))
    folds.clear()
    for n in range(400):
        struck = table.moves[-1]
        assert in_the_way(table, struck) is None
        table = append(table, Entry(2001 + n, 0.0, 0, "undo", strikes=struck.seq))
    assert table.state == sum(range(1, 1601))
    assert len(folds) <= 400 * 2 * (STRIDE + 1)


def test_marks_are_the_states_that_they_stand_for_whatever_is_taken_back():
    log = [*moves(*(Added(n) for n in range(1, 3 * STRIDE + 2)))]
    struck = (2 * STRIDE + 1, 2 * STRIDE, STRIDE + 1, STRIDE, STRIDE - 1, 2)
    for kind in ("strikes", "restores"):
        log += [Entry(len(log) + n, 0.0, 0, kind, **{kind: seq}) for n, seq in enumerate(struck, 1)]
    table = Table("ABCDE", game, 0)
    for entry in log:
        table = append(table, entry)
        if entry.seq > 3 * STRIDE:
            states = [fold(game, table.moves[:n]) for n in range(len(table.moves) + 1)]
            assert (table.state, table.marks) == (states[-1], tuple(states[STRIDE::STRIDE]))
            assert [state_before(table, move) for move in table.moves] == states[:-1]
    assert len(table.marks) == 3


def test_what_is_final_is_nobodys_last_move():
    assert last_of(moves(Added(1), Added(2), Shown()), None, host=True).seq == 2
    assert last_of(moves(Added(1), Added(2), Put(3)), None, host=True).seq == 3


@given(st.data())
def test_a_log_folds_the_same_whatever_comes_at_once(data):
    """Moves, undos and redos of anything, in any portions: as good as folding what counts from the start."""
    log = []
    for seq in range(1, data.draw(st.integers(1, 3 * STRIDE))):
        kind = data.draw(st.sampled_from(("add", "add", "put", "undo", "redo"))) if seq > 1 else "add"
        named = data.draw(st.integers(1, seq - 1)) if kind in ("undo", "redo") else None
        events = {"add": (Added(seq),), "put": (Put(seq),)}.get(kind, ())
        left = (Added(1000),) if kind == "undo" and named % 3 == 0 else ()
        strikes, restores = (named if kind == "undo" else None), (named if kind == "redo" else None)
        log.append(Entry(seq, 0.0, 0, kind, events or left, strikes, restores))
    table, at = Table("ABCDE", game, 0), 0
    while at < len(log):
        portion = data.draw(st.integers(1, len(log)))
        table, at = extend(table, log[at : at + portion]), at + portion
    assert table == fold_log(game, "ABCDE", log)
    assert table.state == fold(game, effective(log))
    assert all(state_before(table, move) == fold(game, table.moves[:n]) for n, move in enumerate(table.moves))


def test_what_somebody_has_seen_stays_when_it_is_taken_back_and_cannot_be_struck_itself():
    log = (*moves(Added(2), Added(3)), Entry(3, 0.0, 0, "undo", (Added(100),), strikes=2))
    table = fold_log(game, "ABCDE", log)
    assert table.state == 102
    assert last_of(table.moves, 0, host=True) is None
    assert append(table, Entry(4, 0.0, 0, "redo", restores=2)).state == 105


def test_names_are_put_where_seats_stand():
    text = Text("%(name)s (%(other)s)", name=Who(1), other=Text("by %(name)s", name=Who(0)))
    assert str(with_names(text, ["Ann", "Bob"])) == "Bob (by Ann)"
    assert str(text) == "1 (by 0)"


def test_a_changed_copy_is_what_replace_gives():
    entry = Entry(1, 0.5, None, "tick", ("event",))
    assert changed(entry, seq=2, exclusive=True) == replace(entry, seq=2, exclusive=True)
    assert entry == Entry(1, 0.5, None, "tick", ("event",))
    with pytest.raises(TypeError, match="colour"):
        changed(entry, colour="red")

"""Quick taps on one counter: each is an entry of its own, told and taken back as one."""

from dataclasses import replace

import pytest

from companion.games.emperor.play import duel
from companion.games.emperor.setup import seating
from companion.kit.ring.counters import LifeCounted
from companion.storage.connections import writing
from companion.table import play as path, store
from companion.table.log import Entry, Stale, effective
from companion.table.play import find_table, games, play, redo, undo
from companion.table.seating import lifecycle
from companion.table.undo import group_of, groups, joined
from tests.emperor.conftest import A, B


@pytest.fixture
def clock(monkeypatch):
    """Let two seconds and a half pass wherever a test says so, and a tenth otherwise."""
    now = [1000.0]

    class Clock:
        @staticmethod
        def time():
            now[0] += 0.1
            return now[0]

        @staticmethod
        def wait(seconds=2.5):
            now[0] += seconds

    monkeypatch.setattr(path, "time", Clock)
    return Clock


@pytest.fixture
def code(app, clock):
    """Give a duel that has begun: three entries."""
    with app.app_context():
        code = lifecycle.open_table(games()["emperor"], [(f"P{n}", "red") for n in range(6)], phone="host")
        rng = app.config["RANDOM"]
        choices = {"players": 6, "range_id": "text", "ante": False, "mixed": False, "rng": rng}
        play(code, "open_game", seating.open_game, tapped_by=None, op="open", **choices)
        play(code, "begin", seating.begin, tapped_by=None, op="begin", seen=1)
        yield code


def hit(code, seat=A, by=-1, tapped_by=B):
    number = find_table(code).seq
    return play(code, "change_life", duel.change_life, tapped_by=tapped_by, op=f"hit-{number}", seat=seat, by=by)


def told(code):
    table = find_table(code)
    counting = {entry.seq for entry in table.moves}
    return [joined(table.game, group) for group in groups(table.game, table.entries, counting)][2:]


def test_quick_taps_are_entries_of_their_own_told_as_one(code):
    for by in (-5, -1, -1):
        table = hit(code, by=by)
    assert [entry.events for entry in table.entries[2:]] == [(LifeCounted(A, by),) for by in (-5, -1, -1)]
    (one,) = told(code)
    assert (one.seq, one.seat, one.events) == (5, B, (LifeCounted(A, -7),))


def test_another_life_another_thumb_or_two_seconds_begin_anew(code, clock):
    hit(code)
    hit(code, seat=B)
    hit(code, tapped_by=A)
    hit(code, tapped_by=A)
    clock.wait()
    hit(code, tapped_by=A)
    assert [one.events[0].by for one in told(code) if one.events[0].seat == A] == [-1, -2, -1]


def test_taps_two_seconds_apart_are_told_as_one(code):
    table = find_table(code)
    taps = [Entry(seq, at, B, "hit", (LifeCounted(A, -1),)) for seq, at in ((3, 1.0), (4, 3.0), (5, 5.5))]
    assert groups(table.game, taps, {3, 4, 5}) == [(taps[0], taps[1]), (taps[2],)]


def test_a_group_is_taken_back_and_restored_as_one(code, clock):
    hit(code)
    clock.wait()
    for _ in range(3):
        before = hit(code)
    after = undo(code, struck=5, seat=B, host=False, op="undo")
    assert after.state.lives[A] == 19
    assert [entry.strikes for entry in after.entries[6:]] == [6, 5, 4]
    assert len(told(code)) == 3  # what counts, what does not, and that it was taken back
    assert undo(code, struck=5, seat=B, host=False, op="undo").seq == after.seq
    again = redo(code, restored=4, seat=B, host=False, op="redo")
    assert again.state == before.state
    assert again.moves == before.moves
    with pytest.raises(Stale):
        redo(code, restored=4, seat=B, host=False, op="redo again")
    assert undo(code, struck=6, seat=B, host=False, op="once more").state.lives[A] == 19


def test_what_an_older_log_took_back_alone_stays_so(code):
    for _ in range(3):
        table = hit(code)
    alone = replace(table.entries[-1], seq=6, events=(), move="undo", strikes=4)
    entries = (*table.entries, alone)
    counting = {entry.seq for entry in effective(entries)}
    assert [len(group) for group in groups(table.game, entries, counting)] == [1, 1, 1, 1, 1, 1]


def test_what_an_older_log_took_back_alone_is_not_taken_back_again(code, clock):
    for _ in range(3):
        hit(code)
    with writing(code) as db:
        store.write_entry(db, code, Entry(6, clock.time(), B, "undo", (), strikes=4), op="alone")
    after = undo(code, struck=5, seat=B, host=False, op="undo")
    assert [entry.strikes for entry in after.entries[6:]] == [5, 3]


def test_the_group_of_a_tap_is_found_from_any_of_it(code):
    for _ in range(3):
        table = hit(code)
    assert {group_of(table, entry) for entry in table.entries[2:]} == {table.entries[2:]}
    assert group_of(table, table.entries[1]) == table.entries[1:2]


def test_a_clock_set_back_joins_no_taps_that_are_an_hour_apart(code, clock):
    """By the clock the later came before the earlier one."""
    hit(code, by=-5)
    clock.wait(-3600)
    hit(code, by=-1)
    assert [entry.events[0].by for entry in told(code)] == [-5, -1]
    undo(code, struck=find_table(code).seq, seat=B, host=False, op="undo")
    assert [entry.seq for entry in find_table(code).moves][-1] == 3

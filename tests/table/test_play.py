"""The one path into the log: moves, taps twice, fingers at once."""

import json
import random
import threading
import time

import pytest
from flask import current_app

from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.djinn.setup import deal
from companion.scores.stores import play_store as scores
from companion.storage.connections import get_db
from companion.storage.protocol import UniqueViolation
from companion.table import play as play_module, store
from companion.table.log import Refusal, Stale
from companion.table.play import NoTable, find_table, games, play, push
from companion.table.seating import lifecycle
from tests.table.moves import bring_back, coins, count, set_box, take_back

ANN, BOB = 0, 1


def end_turn(code, seen, op="end"):
    return play(code, "end_turn", hunt.end_turn, tapped_by=ANN, op=op, seen=seen, at=1.0)


class Meanwhile:
    """A move, and another one that a second connection makes while the first is being worked out."""

    def __init__(self, app, move, other):
        self.app, self.move, self.other, self.error = app, move, other, None
        self.thread = threading.Thread(target=self.run)

    def run(self):
        with self.app.app_context():
            try:
                self.other()
            except Refusal as error:
                self.error = error

    def __call__(self, state, **choices):
        self.thread.start()
        time.sleep(0.05)
        return self.move(state, **choices)

    @property
    def refused(self):
        """Wait for the other one; give its refusal."""
        self.thread.join()
        return self.error


def test_a_move_is_one_entry(code):
    table = count(code, BOB, by=3)
    entry = table.entries[-1]
    assert (entry.seq, entry.seat, entry.move, entry.exclusive) == (3, BOB, "count", False)
    assert coins(code) == (0, 3)


def test_a_refused_move_leaves_no_entry(code):
    with pytest.raises(Refusal, match="must be 0 to 99"):
        count(code, ANN, by=-1)
    assert find_table(code).seq == 2


def test_an_unknown_code_has_no_table(code):
    with pytest.raises(NoTable):
        count("22222", ANN)


def test_the_same_tap_counts_once(code):
    """Whoever sends a tap again because the answer got lost must not tap twice (op ids)."""
    for _ in range(5):
        table = count(code, ANN, op="tap")
    assert table.seq == 3
    assert coins(code) == (1, 0)


def test_a_tap_id_belongs_to_its_table(code):
    other = lifecycle.open_table(games()["djinn"], [("Ann", "red"), ("Bob", "blue")], phone="host")
    choices = {"players": 2, "first_game": True, "longer": False, "rng": random.Random(7)}
    assert play(other, "open_game", deal.open_game, tapped_by=None, op="open", **choices).seq == 1


def test_the_same_undo_counts_once(code):
    count(code, ANN)
    count(code, ANN)
    for _ in range(5):
        take_back(code, 4, op="tap")
    assert coins(code) == (1, 0)
    for _ in range(5):
        bring_back(code, 4, op="again")
    assert coins(code) == (2, 0)


def test_a_once_only_move_is_refused_to_an_old_screen(code):
    end_turn(code, seen=2)
    with pytest.raises(Stale, match="faster"):
        end_turn(code, seen=2, op="second")
    assert find_table(code).state.turn.seat != find_table(code).state.start_seat


def test_counters_do_not_make_a_screen_old(code):
    count(code, BOB)
    assert end_turn(code, seen=2).state.turn.seat != find_table(code).state.start_seat


def test_an_undo_makes_a_screen_old(code):
    count(code, BOB)
    take_back(code, 3)
    with pytest.raises(Stale):
        end_turn(code, seen=3)


def test_moves_that_commute_both_count_when_they_collide(app, code):
    """Two fingers at once: the second waits for the first, then is made on the new state."""
    both = Meanwhile(app, scoring.count, lambda: count(code, BOB))
    count(code, ANN, move=both)
    assert both.refused is None
    assert coins(code) == (1, 1)
    assert [entry.seat for entry in find_table(code).entries[2:]] == [ANN, BOB]


def test_a_limit_holds_when_moves_collide(app, code):
    set_box(code, ANN, 11, box="keys")
    both = Meanwhile(app, scoring.count, lambda: count(code, BOB, box="keys"))
    count(code, ANN, box="keys", move=both)
    assert "only 12" in str(both.refused)
    assert sorted(sheet.keys for sheet in find_table(code).state.sheets) == [0, 12]


def test_a_once_only_move_does_not_run_twice_when_they_collide(app, code):
    both = Meanwhile(app, hunt.end_turn, lambda: end_turn(code, seen=2))
    play(code, "end_turn", both, tapped_by=BOB, op="bob", seen=2, at=2.0)
    assert isinstance(both.refused, Stale)
    assert find_table(code).seq == 3


def test_the_same_tap_counts_once_when_it_collides_with_itself(app, code):
    both = Meanwhile(app, scoring.count, lambda: count(code, ANN, op="tap"))
    count(code, ANN, op="tap", move=both)
    assert both.refused is None
    assert coins(code) == (1, 0)


def test_a_move_wakes_the_phones(code):
    stream = push().stream(code, ANN, 2)
    next(stream)
    count(code, BOB)
    assert next(stream) == "event: moved\ndata: 3\n\n"
    stream.close()


def test_what_another_process_wrote_is_found(app, code):
    find_table(code)
    kept = app.extensions["tables"].pop(code)
    count(code, BOB)
    app.extensions["tables"][code] = kept
    assert coins(code) == (0, 1)


def test_a_table_out_of_memory_folds_the_same(code, monkeypatch):
    monkeypatch.setattr(play_module, "KEPT", 1)
    count(code, ANN)
    table = find_table(code)
    other = lifecycle.open_table(games()["djinn"], [("Cem", "red"), ("Dee", "blue")], phone="host")
    assert find_table(other).seq == 0
    assert find_table(code) == table


def test_a_row_is_written_once(code):
    entry = count(code, ANN).entries[-1]
    with pytest.raises(UniqueViolation):
        store.write_entry(get_db(), code, entry, op="another tap")


def rows_of(code):
    return get_db().execute("SELECT * FROM log WHERE code = ? ORDER BY seq", [code]).fetchall()


def put_rows(code, rows):
    """Put another log in the place of a table's, as a restored backup does behind the server's back."""
    get_db().execute("DELETE FROM log WHERE code = ?", [code])
    for row in rows:
        get_db().execute(f"INSERT INTO log VALUES ({', '.join('?' * len(row))})", row)


def test_a_restored_log_is_folded_anew(code):
    """What was kept in memory of a longer log is forgotten, and looking adds nothing."""
    count(code, ANN)
    early = rows_of(code)
    for _ in range(20):
        count(code, ANN)
    put_rows(code, early)
    assert [coins(code) for _ in range(3)] == [(1, 0)] * 3
    assert count(code, ANN).seq == 4
    assert coins(code) == (2, 0)


def test_a_log_put_in_its_place_that_is_as_long_is_folded_anew(code):
    before = rows_of(code)
    count(code, ANN)
    put_rows(code, before)
    count(code, BOB)
    count(code, BOB)
    later = rows_of(code)
    put_rows(code, before)
    count(code, ANN)
    count(code, ANN)
    put_rows(code, later)
    assert coins(code) == (0, 2)


def test_a_log_with_a_gap_says_so(code):
    for _ in range(3):
        count(code, ANN)
    put_rows(code, [row for row in rows_of(code) if row[1] != 4])
    current_app.extensions["tables"].clear()
    with pytest.raises(store.Damaged):
        find_table(code)


@pytest.mark.parametrize("events", ["", "{", "null", "[7]", '[{"event": "TurnEnded", "seat": 9}]', "[" * 9999])
def test_a_log_with_an_invalid_row_says_so(code, events):
    count(code, ANN)
    put_rows(code, [(*row[:5], events, *row[6:]) if row[1] == 3 else row for row in rows_of(code)])
    current_app.extensions["tables"].clear()
    with pytest.raises(store.Unreadable):
        find_table(code)


def test_what_was_not_written_is_not_kept(code, monkeypatch):
    """A disk that fails in the middle leaves neither a row nor a state in memory that is ahead of it."""
    monkeypatch.setattr(play_module.store, "write_entry", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        count(code, ANN)
    monkeypatch.undo()
    assert coins(code) == (0, 0)
    assert count(code, ANN).seq == 3


def test_the_end_and_its_score_are_one(code):
    count(code, ANN)
    play(code, "end", scoring.end, tapped_by=None, op="end", at=5.0)
    assert scores.find_code(code)
    take_back(code, 4)
    assert scores.find_code(code) is None
    bring_back(code, 4)
    assert scores.find_code(code)


def test_an_end_whose_score_cannot_be_written_is_none(code, monkeypatch):
    count(code, ANN)
    monkeypatch.setattr(scores, "save", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play(code, "end", scoring.end, tapped_by=None, op="end", at=5.0)
    assert not find_table(code).state.finished
    assert len(rows_of(code)) == 3


def test_nonsense_is_not_restored(code, logged):
    """From a file and struck makes no sense: a redo that would bring it back is refused in words."""
    nonsense = json.dumps([{"event": "TilePicked", "seat": 1000, "tile": "joker"}])
    for seq, move, events, strikes in ((3, "pick", nonsense, None), (4, "undo", "[]", 3)):
        get_db().execute(
            "INSERT INTO log (code, seq, at, move, events, strikes, once, op) VALUES (?, ?, 0, ?, ?, ?, 0, ?)",
            [code, seq, move, events, strikes, f"import-{seq}"],
        )
    with pytest.raises(Refusal, match="no sense"):
        bring_back(code, 3)
    assert find_table(code).seq == 4
    assert f"no state of {code}" in "\n".join(logged)  # who runs the house can look for where it came from


def test_kept_tables_are_bounded_by_their_entries(code, monkeypatch):
    monkeypatch.setattr(play_module, "KEPT_ENTRIES", 5)
    for _ in range(4):
        count(code, ANN)
    other = lifecycle.open_table(games()["djinn"], [("Cem", "red"), ("Dee", "blue")], phone="host")
    find_table(other)
    assert list(play_module.tables()) == [other]
    assert coins(code) == (4, 0)

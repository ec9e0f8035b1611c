"""A log gone through as it came about: what is kept of it, what may be taken back, and how much of that is too much."""

import pytest

from companion.table import replay as module
from companion.table.log import STRIDE, Entry, Refusal
from companion.table.replay import Replay
from tests.table.test_log import Added, Put, game


def add(seq, by=1):
    return Entry(seq, 0.0, 0, "add", (Added(by),))


def undo(seq, struck, *events):
    return Entry(seq, 0.0, 0, "undo", events, strikes=struck)


def redo(seq, restored):
    return Entry(seq, 0.0, 0, "redo", restores=restored)


def gone_through(*entries):
    replay = Replay(game)
    for entry in entries:
        replay.add(entry)
    return replay


def test_a_log_adds_up_as_it_came_about():
    replay = gone_through(Entry(1, 0.0, 0, "put", (Put(5),)), add(2, 10), add(3, 100))
    assert (replay.state, replay.folded) == (115, 0)
    replay.add(undo(4, 2))
    assert (replay.state, [move.seq for move in replay.moves]) == (105, [1, 3])
    replay.add(redo(5, 2))
    assert (replay.state, [move.seq for move in replay.moves]) == (115, [1, 2, 3])
    assert replay.folded == 1 + 2  # the one after what was struck; what came back, and the one after it


def test_what_stays_of_what_is_taken_back_counts():
    """An undo's own events are what stays, and can be taken back no more than the undo."""
    replay = gone_through(add(1), add(2, 10), undo(3, 2, Added(1000)))
    assert replay.state == 1001
    assert [move.seq for move in replay.moves] == [1, 3]


@pytest.mark.parametrize("struck", [1, 4, 9])
def test_the_opening_and_what_does_not_count_are_not_taken_back(struck):
    """Not the first move, none that was taken back, none that there is not."""
    replay = gone_through(add(1), add(2), add(3), add(4), undo(5, 4))
    with pytest.raises(ValueError, match=f"{struck} cannot be taken back"):
        replay.add(undo(6, struck))
    assert replay.state == 3


def test_nothing_is_restored_that_was_not_taken_back():
    replay = gone_through(add(1), add(2), undo(3, 2), redo(4, 2))
    with pytest.raises(KeyError):
        replay.add(redo(5, 2))


def test_of_old_states_one_in_so_many_is_kept():
    """The latest are all there, so that what is taken back at once costs nothing; of old ones one in STRIDE."""
    count = 5 * STRIDE + 7
    replay = gone_through(*(add(seq) for seq in range(1, count + 1)))
    kept = [place for place, state in enumerate(replay.states) if state is not None]
    late = range(count - 2 * STRIDE + 2, count + 1)
    assert kept == [*range(0, late[0], STRIDE), *late]
    assert all(replay.states[place] == place for place in kept)


def test_an_old_move_is_taken_back_from_the_state_kept_before_it():
    replay = gone_through(*(add(seq) for seq in range(1, 4 * STRIDE + 1)))
    replay.add(undo(999, 70))
    assert replay.state == 4 * STRIDE - 1
    assert replay.folded == 4 * STRIDE - 1 - STRIDE  # all after the first kept state, but for the one struck
    replay.add(redo(1000, 70))
    assert replay.state == 4 * STRIDE


def test_so_much_is_taken_back_and_no_more():
    replay = Replay(game, 5)
    for seq in range(1, 8):
        replay.add(add(seq))
    replay.add(undo(8, 2))  # five are folded anew
    assert replay.folded == 5
    with pytest.raises(Refusal, match="undoes and restores more"):
        replay.add(undo(9, 6))


def test_a_long_entry_counts_as_its_events():
    replay = gone_through(add(1), add(2), Entry(3, 0.0, 0, "add", (Added(1),) * 7))
    replay.add(undo(4, 2))
    assert replay.folded == 7


def test_an_evening_of_second_thoughts_is_not_too_much():
    """Twenty thousand events folded anew are more than any table of people needs."""
    assert module.MOST_FOLDED == 20_000

import pytest

from companion.table import push as push_module
from companion.table.push import Push

ANN, BOB = 0, 1


@pytest.fixture
def push():
    return Push()


def moved(seq):
    return f"event: moved\ndata: {seq}\n\n"


def joined(push, seat, seq=0, code="ABCDE"):
    """Give the stream of a phone that has read its first message."""
    stream = push.stream(code, seat, seq)
    assert next(stream) == moved(seq)
    return stream


def test_a_phone_hears_at_once_where_the_table_is(push):
    assert next(push.stream("ABCDE", ANN, 5)) == moved(5)


def test_a_move_wakes_every_phone(push):
    ann, bob, watcher = joined(push, ANN, 5), joined(push, BOB, 5), joined(push, None, 5)
    assert (next(ann), next(bob)) == (moved(5), moved(5))
    push.moved("ABCDE", 6)
    assert [next(stream) for stream in (ann, bob, watcher)] == [moved(6)] * 3


def test_a_phone_that_fell_behind_hears_only_the_latest(push):
    ann = joined(push, ANN)
    for seq in range(1, 100):
        push.moved("ABCDE", seq)
    assert next(ann) == moved(99)


def test_another_table_stays_asleep(push, monkeypatch):
    monkeypatch.setattr(push_module, "BEAT", 0.01)
    ann = joined(push, ANN)
    push.moved("FGHJK", 9)
    assert next(ann).startswith("event: beat")


def test_silence_is_broken_by_beats(push, monkeypatch):
    """A phone tells a dead link from a quiet table by the beats."""
    monkeypatch.setattr(push_module, "BEAT", 0.01)
    ann = joined(push, ANN)
    assert [next(ann).split("\n")[0] for _ in range(3)] == ["event: beat"] * 3
    push.moved("ABCDE", 6)
    assert next(ann) == moved(6)


def test_a_beat_comes_well_before_a_phone_gives_up():
    """The script on the page calls a stream dead after 12 s without a sign of life."""
    assert push_module.BEAT <= 5


def test_closing_ends_every_stream(push):
    streams = [joined(push, ANN), joined(push, None), joined(push, ANN, code="FGHJK")]
    push.close()
    assert [list(stream) for stream in streams] == [[], [], []]
    assert push.codes() == []


def test_a_move_does_not_hide_the_end(push):
    ann = joined(push, ANN)
    push.close()
    push.moved("ABCDE", 1)
    push.close()
    assert list(ann) in ([], [moved(1)])


def test_who_is_connected_is_here(push):
    assert push.here("ABCDE") == frozenset()
    ann, watcher = joined(push, ANN), joined(push, None)
    assert push.here("ABCDE") == {ANN, None}
    ann.close()
    assert push.here("ABCDE") == {None}
    watcher.close()
    assert push.here("ABCDE") == frozenset()


def test_a_second_phone_keeps_a_seat_here(push):
    one, two = joined(push, ANN), joined(push, ANN)
    one.close()
    assert push.here("ABCDE") == {ANN}
    two.close()


def test_coming_and_going_changes_what_pages_show(push):
    before = push.here_changed("ABCDE")
    ann = joined(push, ANN)
    here = push.here_changed("ABCDE")
    ann.close()
    assert len({before, here, push.here_changed("ABCDE")}) == 3


def test_coming_and_going_wakes_the_others(push):
    ann = joined(push, ANN, 5)
    bob = joined(push, BOB, 5)
    assert next(ann) == moved(5)
    bob.close()
    assert next(ann) == moved(5)


def test_a_stream_nobody_reads_is_no_phone(push):
    push.stream("ABCDE", ANN, 5).close()
    assert push.codes() == []


def test_the_tables_that_wait_are_known(push):
    ann, bob = joined(push, ANN), joined(push, BOB, code="FGHJK")
    assert sorted(push.codes()) == ["ABCDE", "FGHJK"]
    ann.close()
    assert push.codes() == ["FGHJK"]
    bob.close()


def test_what_phones_were_told_is_known(push):
    ann = joined(push, ANN, 5)
    push.moved("ABCDE", 8)
    assert push.seq("ABCDE") == 8
    ann.close()

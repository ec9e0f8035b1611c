import pytest

from companion.table.seating.presence import Push, mask, unmask
from companion.web import sse

ANN, BOB = 0, 1


@pytest.fixture
def push():
    return Push()


def moved(seq):
    return f"event: moved\ndata: {seq}\n\n"


def joined(push, seat, seq=0, code="ABCDE"):
    """Open the stream of a phone that has read its first message."""
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


def test_who_tells_of_an_earlier_move_later_hides_no_move(push):
    ann = push.stream("ABCDE", ANN, 5)
    next(ann)
    push.moved("ABCDE", 7, 2)
    push.moved("ABCDE", 6, 1)
    assert next(ann) == moved(7)
    assert push.sent("ABCDE") == (7, 2)


def test_a_log_that_was_replaced_by_an_older_one_is_told_as_it_is(push):
    ann = push.stream("ABCDE", ANN, 5)
    next(ann)
    push.became("ABCDE", 3, 1)
    assert next(ann) == moved(3)
    assert push.sent("ABCDE") == (3, 1)


def test_another_table_stays_asleep(push, monkeypatch):
    monkeypatch.setattr(sse, "BEAT", 0.01)
    ann = joined(push, ANN)
    push.moved("FGHJK", 9)
    assert next(ann).startswith("event: beat")


def test_silence_is_broken_by_beats(push, monkeypatch):
    """A phone tells a dead link from a quiet table by the beats."""
    monkeypatch.setattr(sse, "BEAT", 0.01)
    ann = joined(push, ANN)
    assert [next(ann).split("\n")[0] for _ in range(3)] == ["event: beat"] * 3
    push.moved("ABCDE", 6)
    assert next(ann) == moved(6)


def test_a_beat_comes_well_before_a_phone_gives_up():
    """The script on the page calls a stream dead after 12 s without a sign of life."""
    assert sse.BEAT <= 5


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


def here(push, code="ABCDE"):
    return unmask(push.here(code))


def test_who_is_connected_is_here(push):
    assert here(push) == frozenset()
    ann, watcher = joined(push, ANN), joined(push, None)
    assert here(push) == {ANN, None}
    ann.close()
    assert here(push) == {None}
    watcher.close()
    assert here(push) == frozenset()


@pytest.mark.parametrize("seats", [(), (None,), (0,), (13,), (None, 0, 3, 13)])
def test_seats_stand_in_one_number(seats):
    assert unmask(mask(seats)) == frozenset(seats)


def test_a_second_phone_keeps_a_seat_here(push):
    one, two = joined(push, ANN), joined(push, ANN)
    one.close()
    assert here(push) == {ANN}
    two.close()


def test_who_comes_back_is_the_same_as_before(push):
    """So that a page which shows the same needs nothing new, whichever process it asks."""
    before = push.here("ABCDE")
    ann = joined(push, ANN)
    while_here = push.here("ABCDE")
    ann.close()
    assert push.here("ABCDE") == before != while_here


def test_a_phone_that_changes_its_seat_is_here_on_that(push):
    stream = push.stream("ABCDE", None, 1, "ann's")
    next(stream)
    push.unsaved.clear()
    push.seated("ABCDE", {"ann's": (BOB, False), "cem's": (ANN, False)})
    assert here(push) == {BOB}
    assert push.unsaved == {"ABCDE"}
    push.seated("ABCDE", {"ann's new": (BOB, False)})
    assert here(push) == {BOB}
    push.seated("ABCDE", {"ann's": (None, False)})
    assert here(push) == {None}
    stream.close()


def test_coming_and_going_is_news_for_other_processes(push):
    one = joined(push, ANN)
    assert push.unsaved == {"ABCDE"}
    push.unsaved.clear()
    two = joined(push, ANN)
    two.close()
    assert push.unsaved == set()
    one.close()
    assert push.unsaved == {"ABCDE"}


def test_streams_are_counted_and_have_a_limit(push):
    push.most = 2
    one = joined(push, ANN)
    assert (push.count, push.full) == (1, False)
    two = joined(push, None, code="FGHJK")
    assert (push.count, push.full) == (2, True)
    one.close()
    two.close()
    assert (push.count, push.full) == (0, False)


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
    push.moved("ABCDE", 8, 2)
    assert push.sent("ABCDE") == (8, 2)
    push.moved("ABCDE", 9)
    assert push.sent("ABCDE") == (9, 2)
    ann.close()
    assert push.sent("ABCDE") == (0, 0)


def test_nothing_is_kept_of_tables_at_which_nobody_waits(push):
    for n in range(100):
        push.moved(f"CODE{n}", n)
        joined(push, ANN, code=f"TABLE{n}").close()
    assert (push.codes(), push.present(), push.away()) == ([], [], {})
    assert {(push.sent(f"{name}{n}"), push.here(f"{name}{n}")) for name in ("CODE", "TABLE") for n in range(100)} == {
        ((0, 0), 0)
    }

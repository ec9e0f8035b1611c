"""Whose host is gone for two minutes may take over, and all are told."""

import pytest

from companion.table import push as push_module
from companion.table import seats
from companion.table.push import GONE, HOSTED, VISIT, Push
from companion.table.watch import Watch
from tests.table.seating import sit

ANN, BOB, CEM = 0, 1, 2
CODE = "ABCDE"
OFFER = "gone for two minutes"


class Clock(float):
    """A clock that stands still."""

    now = 1000.0

    def __call__(self):
        return self.now

    def pass_by(self, seconds):
        self.now += seconds


@pytest.fixture
def clock(app, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(app.extensions["push"], "clock", clock)
    monkeypatch.setattr(app.extensions["push"], "now", clock)
    return clock


@pytest.fixture
def push():
    clock = Clock()
    return Push(clock, clock)


def lost(push, away=None):
    return push.is_lost(CODE, push.here(CODE), away)


def test_a_host_is_lost_two_minutes_after_its_stream_ended(push):
    ann = push.stream(CODE, ANN, 1, host=True)
    next(ann)
    push.clock.pass_by(9999)
    assert not lost(push)
    ann.close()
    assert not lost(push)
    push.clock.pass_by(GONE - 1)
    assert not lost(push)
    push.clock.pass_by(1)
    assert lost(push)
    back = push.stream(CODE, None, 1, host=True)
    next(back)
    assert not lost(push)


def test_since_when_a_host_is_away_is_what_was_written_first(push):
    assert not lost(push)
    assert push.away() == {CODE: push.clock()}
    assert lost(push, away=push.clock() - GONE)
    assert not lost(push, away=push.clock() - GONE + 1)
    assert push.away() == {}


def test_no_other_phone_stands_for_the_host(push):
    """Whoever looks on as the host did, without a seat, or sits where the host sat, is not the host."""
    for seat in (None, ANN):
        next(push.stream(CODE, seat, 1, "another's"))
    assert not push.here(CODE) & HOSTED
    assert not lost(push)
    push.clock.pass_by(GONE)
    assert lost(push)


def test_a_phone_that_hosts_no_more_does_not_hold_the_table(push):
    ann, cem = push.stream(CODE, None, 1, "ann's", host=True), push.stream(CODE, CEM, 1, "cem's", host=True)
    next(ann), next(cem)
    push.seated(CODE, {"ann's": (None, False)})  # of cem's phone the table knows nothing any more
    assert not push.here(CODE) & HOSTED


def test_a_host_without_a_stream_is_here_for_a_minute_after_each_page(push):
    push.visited(CODE)
    assert push.hosted(CODE)
    assert push.here(CODE) == HOSTED
    push.clock.pass_by(VISIT / 2)
    assert not push.hosted(CODE)  # the next page counts
    push.look_round()
    assert push.here(CODE) == HOSTED
    push.clock.pass_by(VISIT / 2)
    push.look_round()
    assert push.here(CODE) == 0
    assert push.present() == []


def test_who_waits_is_told_once_when_the_two_minutes_are_over(push, monkeypatch):
    monkeypatch.setattr(push_module, "BEAT", 0.01)
    bob = push.stream(CODE, BOB, 5)
    next(bob)
    assert not lost(push)
    push.clock.pass_by(GONE)
    push.look_round()
    assert next(bob) == "event: moved\ndata: 5\n\n"
    push.look_round()
    assert next(bob).startswith("event: beat")


def test_a_machine_that_slept_begins_anew(push):
    lost(push)
    push.clock.pass_by(GONE)
    push.overslept()
    assert not lost(push)


def test_memory_has_a_bound(push, monkeypatch):
    monkeypatch.setattr(push_module, "FOLLOWED", 3)
    for number in range(9):
        push.is_lost(f"T{number}", 0, None)
        push.visited(f"T{number}")
    assert sorted(push.away()) == push.present() == ["T6", "T7", "T8"]


@pytest.fixture
def gone(ann, bob, phone, table, clock):
    """Let Bob and Cem sit at a table whose host was away for two minutes."""
    cem = phone()
    sit(bob, table, BOB)
    sit(cem, table, CEM)
    ann.get(f"/t/{table}/menu")
    app_push = bob.http.application.extensions["push"]
    clock.pass_by(VISIT)
    app_push.look_round()
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    clock.pass_by(GONE)
    return cem


def take_over(phone, table):
    return phone.post(f"/t/{table}/take-over", back=f"/djinn/{table}/setup")


def test_a_seat_takes_over_by_one_tap_and_all_are_told(ann, bob, table, gone, me):
    page = bob.get(f"/djinn/{table}/setup").text
    assert OFFER in page
    answer = take_over(bob, table)
    assert (answer.status_code, answer.location) == (303, f"/djinn/{table}/setup")
    assert take_over(bob, table).status_code == 303  # the same tap, twice
    assert (me(ann, table), me(bob, table), me(gone, table)) == ((None, False), (BOB, True), (CEM, False))
    assert "You host this table now." in bob.get(f"/djinn/{table}/setup").text
    for phone in (ann, gone):
        assert "Bob is the host now" in phone.get(f"/djinn/{table}/setup").text
        assert phone.post(f"/t/{table}/heard").status_code == 303
        assert "Bob is the host now" not in phone.get(f"/djinn/{table}/setup").text
    assert ann.post(f"/t/{table}/lock", locked="y").status_code == 403


def test_whose_seat_is_freed_is_told_until_it_chooses_again(ann, bob, phone, table):
    cem = phone()
    sit(bob, table, BOB)
    sit(cem, table, CEM)
    told = "The host has freed your seat."
    assert ann.post(f"/t/{table}/free", seat=BOB).status_code == 303
    assert ann.post(f"/t/{table}/hand-over", seat=CEM).status_code == 303
    for chosen in ({"seat": BOB}, None):
        assert [told in each.get(f"/djinn/{table}/setup").text for each in (ann, bob, cem)] == [False, True, False]
        assert f"/t/{table}?pick=1" in bob.get(f"/djinn/{table}/setup").text
        assert bob.post(f"/t/{table}/{'sit' if chosen else 'watch'}", **(chosen or {})).status_code == 303
        assert told not in bob.get(f"/djinn/{table}/setup").text
        cem.post(f"/t/{table}/free", seat=BOB)
    assert told not in bob.get(f"/djinn/{table}/setup").text


def test_a_host_who_frees_the_own_seat_knows(ann, table):
    sit(ann, table, ANN)
    assert ann.post(f"/t/{table}/free", seat=ANN).status_code == 303
    assert "freed your seat" not in ann.get(f"/djinn/{table}/setup").text


def test_who_is_made_the_host_is_told_and_nobody_else(ann, bob, phone, table):
    cem = phone()
    sit(bob, table, BOB)
    sit(cem, table, CEM)
    told = "You host this table now."
    assert ann.post(f"/t/{table}/hand-over", seat=BOB).status_code == 303
    assert [told in each.get(f"/djinn/{table}/setup").text for each in (ann, bob, cem)] == [False, True, False]
    assert bob.post(f"/t/{table}/heard").status_code == 303
    assert told not in bob.get(f"/djinn/{table}/setup").text
    assert bob.post(f"/t/{table}/hand-over", seat=CEM).status_code == 303
    assert bob.post(f"/t/{table}/hand-over", seat=ANN).status_code == 403
    assert all("is the host now" not in each.get(f"/djinn/{table}/setup").text for each in (ann, bob, cem))


def test_who_has_not_read_who_took_over_reads_who_hosts_after_the_next_hand_over(ann, bob, table, gone):
    take_over(bob, table)
    assert bob.post(f"/t/{table}/hand-over", seat=CEM).status_code == 303
    pages = [each.get(f"/djinn/{table}/setup").text for each in (ann, bob, gone)]
    assert ["Cem is the host now" in page for page in pages] == [True, False, False]
    assert ["You host this table now." in page for page in pages] == [False, False, True]


def test_the_offer_ends_when_the_host_is_back(ann, bob, table, gone, me):
    ann.get(f"/t/{table}/menu")
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    answer = take_over(bob, table)
    assert answer.status_code == 422
    assert "is back" in answer.text
    assert me(ann, table) == (None, True)


def test_of_two_who_take_over_at_once_one_is_refused(bob, table, gone, me):
    assert take_over(bob, table).status_code == 303
    answer = take_over(gone, table)
    assert answer.status_code == 422
    assert "somebody else is the host by now" in answer.text
    assert me(bob, table) == (BOB, True)


def test_nobody_without_a_seat_takes_over(bob, phone, table, gone):
    bob.post(f"/t/{table}/watch")
    for stranger in (bob, phone()):
        assert OFFER not in stranger.get(f"/t/{table}/menu").text
        answer = take_over(stranger, table)
        assert answer.status_code == 403
        assert "Only somebody who sits at this table" in answer.text


def version(app, table):
    with app.app_context():
        return str(seats.find_version(table))


def test_a_host_that_only_polls_is_here(app, ann, bob, table, gone):
    """A phone whose stream fails asks every 2 s: unchanged pages are answered before the app, yet the host is seen."""
    assert ann.get(f"/djinn/{table}/setup?since={version(app, table)}").status_code == 204
    assert OFFER not in bob.get(f"/t/{table}/menu").text


def test_an_open_page_gets_the_offer_by_itself(app, ann, bob, table, clock):
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/lock")
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    since = version(app, table)
    asked = f"/djinn/{table}/setup?since={since}"
    assert bob.live(asked, "setup").status_code == 204
    clock.pass_by(GONE)
    assert OFFER in bob.live(asked, "setup").text


# Two processes on one file, for which two apps stand here


@pytest.fixture
def there(app, clock, new_app, monkeypatch):
    """Make another app on the same file."""
    there = new_app(app.instance_path)
    for name in ("clock", "now"):
        monkeypatch.setattr(there.extensions["push"], name, clock)
    return there


@pytest.fixture
def look():
    """Let an app's process look once at what others write, as it does all the time."""
    watches = {}

    def look(*apps):
        for app in apps:
            watch = watches[app] = watches.get(app) or Watch(app)
            watch.writes = watch.checks = 0.0
            watch.look()

    yield look
    for watch in watches.values():
        watch.db.close()


def test_a_host_who_was_back_at_another_process_is_not_gone_since_before(
    app, there, phone, ann, bob, table, clock, look
):
    sit(bob, table, BOB)
    ann_there = phone(there)
    ann_there.http._cookies = ann.http._cookies
    clock.pass_by(VISIT)
    look(app, there)
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    clock.pass_by(GONE - 1)
    ann_there.get(f"/t/{table}/menu")
    look(app, there)
    clock.pass_by(VISIT)
    look(app, there)
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    look(app, there)
    clock.pass_by(GONE)
    assert OFFER in bob.get(f"/t/{table}/menu").text


def test_every_process_makes_the_same_offer_and_takes_the_tap(app, there, phone, ann, bob, table, clock, look, me):
    """Behind a balancer any process may get the next request of a phone."""
    sit(bob, table, BOB)
    bob_there = phone(there)
    bob_there.http._cookies = bob.http._cookies
    clock.pass_by(VISIT)
    look(app)
    bob.get(f"/t/{table}/menu")
    look(app)
    clock.pass_by(GONE)
    assert OFFER in bob.get(f"/t/{table}/menu").text
    assert OFFER in bob_there.get(f"/t/{table}/menu").text
    assert take_over(bob_there, table).status_code == 303
    assert me(bob, table) == (BOB, True)
    look(there, app)
    clock.pass_by(VISIT - 1)
    assert OFFER not in bob.get(f"/t/{table}/menu").text

"""Whose host is gone for ten minutes finds another one, until it is back, and all are told."""

import io

import pytest

from companion.table.seating import presence, seats
from companion.table.seating.presence import GONE, HOSTED, VISIT, Push
from companion.table.upkeep.change_feed import Watch
from companion.web import sse
from tests.conftest import said
from tests.table.seating import count, links, sit

ANN, BOB, CEM = 0, 1, 2
CODE = "ABCDE"
OFFER, AGREE, ASKED = "The host is away.", "Bob offers to host.", "One more player has to agree."


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


def test_a_host_is_lost_ten_minutes_after_its_stream_ended(push):
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


def test_who_waits_is_told_once_when_the_ten_minutes_are_over(push, monkeypatch):
    monkeypatch.setattr(sse, "BEAT", 0.01)
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


def test_a_moment_that_a_wrong_clock_wrote_down_keeps_nobody_waiting(push):
    """A machine that was ahead has written that the host is away since next year."""
    assert not lost(push, away=push.clock() + 9_999_999)
    assert push.away() == {CODE: push.clock()}
    push.clock.pass_by(GONE)
    assert lost(push, away=push.clock() + 9_999_999)


def test_after_a_jump_of_the_clock_others_are_told_anew_who_is_here(push):
    """They compare with their own clocks when it was written: before the jump is too long ago."""
    bob = push.stream(CODE, BOB, 1)
    next(bob)
    push.unsaved.clear()
    push.overslept()
    assert push.unsaved == {CODE}


def test_memory_has_a_bound(push, monkeypatch):
    monkeypatch.setattr(presence, "FOLLOWED", 3)
    for number in range(9):
        push.is_lost(f"T{number}", 0, None)
        push.visited(f"T{number}")
    assert sorted(push.away()) == push.present() == ["T6", "T7", "T8"]


@pytest.fixture
def gone(ann, bob, phone, table, clock):
    """Let Bob and Cem sit at a table whose host was away for ten minutes."""
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


def take_over(phone, table, **agreed):
    return phone.post(f"/t/{table}/take-over", back=f"/djinn/{table}/setup", **agreed)


def agreed(bob, cem, table):
    """Let Bob offer to host, and Cem agree."""
    assert take_over(bob, table).status_code == 303
    return take_over(cem, table, heir=BOB)


def test_two_who_sit_here_make_one_of_them_the_host_and_all_are_told(ann, bob, table, gone, me):
    assert OFFER in bob.get(f"/djinn/{table}/setup").text
    answer = take_over(bob, table)
    assert (answer.status_code, answer.location) == (303, f"/djinn/{table}/setup")
    assert me(bob, table) == (BOB, False)
    assert take_over(bob, table).status_code == 303  # the same tap, twice, is not two who agree
    assert me(bob, table) == (BOB, False)
    assert [ASKED in each.get(f"/djinn/{table}/setup").text for each in (bob, gone)] == [True, False]
    page = gone.get(f"/djinn/{table}/setup").text
    assert AGREE in page
    assert f'name="heir" value="{BOB}"' in page
    assert take_over(gone, table, heir=BOB).status_code == 303
    assert (me(bob, table), me(gone, table)) == ((BOB, True), (CEM, False))
    assert "You host this table now." in bob.get(f"/djinn/{table}/setup").text
    assert "Bob hosts until the host is back" in gone.get(f"/djinn/{table}/setup").text
    assert gone.post(f"/t/{table}/heard").status_code == 303
    assert "Bob hosts until" not in gone.get(f"/djinn/{table}/setup").text
    assert "Bob hosts this table until the host is back." in gone.get(f"/t/{table}/log").text


def test_who_hosts_meanwhile_and_that_the_host_is_back_is_written_down(ann, bob, table, gone, lines):
    take_over(bob, table)
    assert lines() == []
    take_over(gone, table, heir=BOB)
    take_over(gone, table, heir=BOB)
    ann.get(f"/djinn/{table}/setup")
    ann.get(f"/djinn/{table}/setup")
    assert said(lines) == ["host replaced while away at XX…", "host has its rights back at XX…"]


def test_who_sits_on_the_first_seat_can_offer_too(ann, bob, phone, table, clock, me, app):
    """Seat 0 is a seat: its offer was taken for none, and the host for somebody who is here."""
    sit(ann, table, CEM)
    cem = phone()
    sit(cem, table, ANN)
    sit(bob, table, BOB)
    ann.get(f"/t/{table}/menu")
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    clock.pass_by(GONE)
    assert OFFER in bob.get(f"/t/{table}/menu").text
    take_over(cem, table)
    assert AGREE.replace("Bob", "Ann") in bob.get(f"/djinn/{table}/setup").text
    take_over(bob, table, heir=ANN)
    assert me(cem, table) == (ANN, True)


def test_the_only_one_who_sits_here_needs_nobody_to_agree(ann, bob, table, clock, me, app):
    sit(bob, table, BOB)
    ann.get(f"/t/{table}/menu")
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    clock.pass_by(GONE)
    assert OFFER in bob.get(f"/t/{table}/menu").text
    assert take_over(bob, table).status_code == 303
    assert me(bob, table) == (BOB, True)


@pytest.mark.parametrize("way", ["setup", "lock", "stream"])
def test_the_former_host_has_its_rights_back_when_it_returns(ann, bob, table, gone, me, way):
    agreed(bob, gone, table)
    seen = [link for link in links(bob, table) if link not in links(gone, table)]
    if way == "stream":
        stream = ann.http.get(f"/t/{table}/events", buffered=False)
        next(iter(stream.response))
        stream.close()
    elif way == "lock":  # the first that it does is what only a host may
        assert ann.post(f"/t/{table}/lock", locked="y").status_code == 303
    else:
        assert ann.get(f"/djinn/{table}/setup").status_code == 200
    bob.get("/")
    assert [me(each, table) for each in (ann, bob, gone)] == [(None, True), (BOB, False), (CEM, False)]
    assert bob.post(f"/t/{table}/lock", locked="y").status_code == 403
    assert "hosts until" not in gone.get(f"/djinn/{table}/setup").text
    assert "The host is back." in gone.get(f"/t/{table}/log").text
    assert len(seen) == 2
    for link in seen:  # opens nothing any more
        assert gone.post(link).status_code == 422


def test_who_stands_in_for_a_stand_in_makes_room_for_the_host_too(ann, bob, phone, table, gone, me, clock, app):
    dee = phone()
    agreed(bob, gone, table)
    sit(dee, table, ANN)
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    gone.get(f"/t/{table}/menu")
    clock.pass_by(GONE)
    take_over(gone, table)
    take_over(dee, table, heir=CEM)
    assert me(gone, table) == (CEM, True)
    bob.get(f"/djinn/{table}/setup")
    assert (me(bob, table), me(gone, table)) == ((BOB, False), (CEM, True))
    ann.get(f"/djinn/{table}/setup")
    assert (me(ann, table), me(gone, table)) == ((None, True), (CEM, False))


def test_who_hands_over_gets_nothing_back(ann, bob, table, me):
    sit(bob, table, BOB)
    ann.post(f"/t/{table}/hand-over", seat=BOB)
    ann.get(f"/djinn/{table}/setup")
    assert (me(ann, table), me(bob, table)) == ((None, False), (BOB, True))


def test_of_two_who_offer_one_is_asked_to_look(bob, table, gone, me):
    take_over(bob, table)
    answer = take_over(gone, table)
    assert answer.status_code == 422
    assert "Someone else has offered to host" in answer.text
    assert (me(bob, table), me(gone, table)) == ((BOB, False), (CEM, False))


def test_who_gets_up_offers_nothing_any_more(bob, table, gone, me):
    take_over(bob, table)
    bob.post(f"/t/{table}/watch")
    assert AGREE not in gone.get(f"/djinn/{table}/setup").text
    assert take_over(gone, table, heir=BOB).status_code == 303
    assert me(gone, table) == (CEM, True)  # the only one left


def test_notes_in_the_log_are_no_moves(ann, bob, table, gone, state, seq):
    """They change nothing in the game, nothing takes them back, and what was taken back can still be restored."""
    count(bob, table, BOB)
    before, tip = state(table), seq(table)
    bob.post(f"/t/{table}/undo", entry=tip)
    assert 'id="redo"' in bob.get(f"/djinn/{table}/setup").text
    agreed(bob, gone, table)
    assert seq(table) == tip + 2
    page = bob.get(f"/djinn/{table}/setup").text
    assert 'id="redo"' in page
    assert bob.post(f"/t/{table}/undo", entry=tip + 2).status_code == 409
    assert bob.post(f"/t/{table}/redo", entry=tip).status_code == 303
    assert state(table) == before


def test_a_note_travels_with_the_table(app, ann, bob, table, gone):
    agreed(bob, gone, table)
    file = bob.get(f"/t/{table}/export.json").data
    code = bob.http.post("/import", data={"file": (io.BytesIO(file), "t.json"), "copied": "y"}).location.split("/")[2]
    assert code != table
    assert "Bob hosts this table until the host is back." in bob.get(f"/t/{code}/log").text


def test_phones_that_watch_are_told_at_once(bob, table, gone, app):
    since = version(app, table)
    agreed(bob, gone, table)
    update = gone.live(f"/djinn/{table}/setup?since={since}", "setup").text
    assert "Bob hosts this table until the host is back." in update


def test_the_notice_can_be_dismissed_until_somebody_offers(ann, bob, table, gone):
    dismiss = f'formaction="/t/{table}/heard"'
    assert dismiss in bob.get(f"/djinn/{table}/setup").text
    assert bob.post(f"/t/{table}/heard", back=f"/djinn/{table}/setup").status_code == 303
    assert OFFER not in bob.get(f"/djinn/{table}/setup").text
    assert OFFER in gone.get(f"/djinn/{table}/setup").text
    menu = bob.get(f"/t/{table}/menu").text
    assert OFFER in menu  # there it can still be taken
    assert dismiss not in menu
    take_over(gone, table)
    assert "Cem offers to host." in bob.get(f"/djinn/{table}/setup").text
    bob.post(f"/t/{table}/heard")
    assert "Cem offers to host." not in bob.get(f"/djinn/{table}/setup").text


def test_who_dismissed_the_notice_is_told_the_next_time(app, ann, bob, table, gone, clock):
    bob.post(f"/t/{table}/heard")
    watch = Watch(app)
    watch.look()
    ann.get(f"/t/{table}/menu")
    watch.writes = 0.0
    watch.look()
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    watch.writes = 0.0
    watch.look()
    bob.get(f"/t/{table}/menu")
    clock.pass_by(GONE)
    assert OFFER in bob.get(f"/djinn/{table}/setup").text
    watch.db.close()


def test_a_host_that_looks_at_another_table_is_not_away(app, ann, bob, table, gone, open_djinn, clock, me):
    """Its phone is here, and it can be asked to come back."""
    assert OFFER in bob.get(f"/djinn/{table}/setup").text
    other = open_djinn(ann)
    stream = ann.http.get(f"/t/{other}/events", buffered=False)
    next(iter(stream.response))
    watch = Watch(app)
    watch.look()
    assert OFFER not in bob.get(f"/djinn/{table}/setup").text
    assert take_over(bob, table).status_code == 422
    stream.close()
    watch.writes = 0.0
    watch.look()
    clock.pass_by(VISIT)
    app.extensions["push"].look_round()
    watch.writes = 0.0
    watch.look()
    bob.get(f"/djinn/{table}/setup")
    clock.pass_by(GONE - 1)
    assert OFFER not in bob.get(f"/djinn/{table}/setup").text
    clock.pass_by(1)
    assert OFFER in bob.get(f"/djinn/{table}/setup").text
    watch.db.close()


def test_whose_seat_is_freed_is_told_until_it_chooses_again(ann, bob, phone, table):
    cem = phone()
    sit(bob, table, BOB)
    sit(cem, table, CEM)
    told = "Your seat was freed."
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
    assert "seat was freed" not in ann.get(f"/djinn/{table}/setup").text


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
    assert all("hosts until" not in each.get(f"/djinn/{table}/setup").text for each in (ann, bob, cem))


def test_who_has_not_read_who_took_over_reads_who_hosts_after_the_next_hand_over(bob, phone, table, gone):
    dee = phone()
    sit(dee, table, ANN)
    agreed(bob, gone, table)
    assert bob.post(f"/t/{table}/hand-over", seat=CEM).status_code == 303
    pages = [each.get(f"/djinn/{table}/setup").text for each in (dee, bob, gone)]
    assert ["Cem hosts until" in page for page in pages] == [True, False, False]
    assert ["You host this table now." in page for page in pages] == [False, False, True]


def test_the_offer_ends_when_the_host_is_back(ann, bob, table, gone, me):
    ann.get(f"/t/{table}/menu")
    assert OFFER not in bob.get(f"/t/{table}/menu").text
    answer = take_over(bob, table)
    assert answer.status_code == 422
    assert "is back" in answer.text
    assert me(ann, table) == (None, True)


def test_who_agrees_once_all_is_done_changes_nothing(bob, table, gone, me):
    agreed(bob, gone, table)
    answer = take_over(gone, table, heir=BOB)
    assert answer.status_code == 422
    assert "someone else became the host" in answer.text
    assert me(bob, table) == (BOB, True)


def test_nobody_without_a_seat_takes_over(bob, phone, table, gone):
    bob.post(f"/t/{table}/watch")
    for stranger in (bob, phone()):
        assert OFFER not in stranger.get(f"/t/{table}/menu").text
        answer = take_over(stranger, table)
        assert answer.status_code == 403
        assert "Only someone at this table" in answer.text


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

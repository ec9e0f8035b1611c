import time

import pytest

from companion.storage.connections import get_db, writing
from companion.storage.protocol import LockTimeout
from companion.table.upkeep import rate_limits_store
from companion.web import rate_limits as guards
from companion.web.rate_limits import LIMITS, MOST_COUNTED, Guard, limit, network

HERE, THERE, ELSEWHERE = "10.0.0.1", "10.0.0.2", "10.0.0.3"


@pytest.fixture
def slept():
    return []


class Clock(float):
    """A clock that stands still until seconds pass."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def new_guard(slept):
    return lambda clock=time.monotonic, **limits: Guard(LIMITS | limits, slept.append, clock)


def test_twenty_wrong_codes_a_minute_are_allowed(new_guard):
    guard = new_guard()
    for _ in range(20):
        assert guard.allows(HERE)
        guard.count(HERE)
    assert not guard.allows(HERE)
    assert guard.allows(THERE)


def test_who_guesses_on_and_on_waits_for_turns(new_guard, slept):
    """The reserve is spent by wrong codes beyond the first twenty; after it one answer comes in two seconds."""
    guard = new_guard(WRONG_CODES_AT_ONCE="5 per 6000 seconds")
    for _ in range(25):
        assert guard.wait(HERE)
        guard.count(HERE)
    assert slept == []
    for _ in range(3):
        assert guard.wait(HERE)
    assert [round(seconds) for seconds in slept] == [0, 2, 4]
    assert guard.wait(THERE)
    assert len(slept) == 3


def test_only_so_many_wait(new_guard, slept):
    guard = new_guard(WRONG_CODES="1/minute", WRONG_CODES_AT_ONCE="1 per 6000 seconds", WRONG_CODES_WAITING=3)
    for _ in range(3):
        guard.count(HERE)
    assert [guard.wait(HERE) for _ in range(6)] == [True, True, True, True, False, False]


def test_a_turn_that_is_over_makes_room(new_guard, slept):
    limits = {"WRONG_CODES": "1/minute", "WRONG_CODES_AT_ONCE": "1 per 6000 seconds", "WRONG_CODE_SECONDS": 0.01}
    guard = new_guard(**limits, WRONG_CODES_WAITING=0)
    for _ in range(3):
        guard.count(HERE)
    assert guard.wait(HERE)
    assert not guard.wait(HERE)
    time.sleep(0.02)
    assert guard.wait(HERE)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("::1", "::1"),
        ("", ""),
        ("unix:" + "x" * 100, "unix:" + "x" * 55),
    ],
)
def test_a_house_has_one_address(address, counted):
    assert network(address) == counted


def test_memory_is_bounded_however_many_addresses_there_are(new_guard):
    """Beyond the bound all that are new share one count, so that it still limits them."""
    guard = new_guard()
    for number in range(MOST_COUNTED + 500):
        guard.count(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    hits, _ = guard.take_untold()
    assert len(hits) <= MOST_COUNTED + 2
    assert not guard.allows("192.0.2.77")
    assert guard.allows("10.0.0.5")


def test_a_phone_may_do_so_much_and_its_address_so_much(new_guard):
    guard = new_guard(TABLES_PER_PHONE="2/hour", TABLES_PER_ADDRESS="5/hour")
    for phone, times in (("a", 2), ("b", 2)):
        for _ in range(times):
            assert guard.may("TABLES", phone=phone, address=HERE)
            guard.did("TABLES", phone=phone, address=HERE)
        assert not guard.may("TABLES", phone=phone, address=THERE)
    assert guard.may("TABLES", phone=None, address=HERE)
    guard.did("TABLES", phone=None, address=HERE)
    assert not guard.may("TABLES", phone="c", address=HERE)
    assert guard.may("TABLES", phone="c", address=THERE)


def test_streams_are_counted_until_they_end(new_guard):
    guard = new_guard(STREAMS_PER_PHONE=2, STREAMS_PER_ADDRESS=3)
    ends = [guard.begin_stream("a", HERE) for _ in range(2)]
    assert guard.begin_stream("a", THERE) is None
    ends.append(guard.begin_stream(None, HERE))
    assert guard.begin_stream("b", HERE) is None
    for end in ends:
        end()
    assert guard.begin_stream("b", HERE)
    assert guard.begin_stream("b", HERE)
    assert guard.begin_stream("b", THERE) is None


@pytest.mark.parametrize(
    ("words", "most", "seconds"),
    [("20/minute", 20, 60), ("1000 per hour", 1000, 3600), ("30 per 60 seconds", 30, 60), ("2/3 days", 2, 259_200)],
)
def test_limits_are_written_in_words(words, most, seconds):
    assert limit(words) == (most, seconds)


def test_words_that_are_no_limit_are_named():
    with pytest.raises(ValueError, match="'often' is no limit"):
        limit("often")


def test_what_is_over_makes_room_for_others(new_guard, clock, monkeypatch):
    monkeypatch.setattr(guards, "MOST_COUNTED", 1)
    guard = new_guard(clock, WRONG_CODES="1/minute")
    guard.count(HERE)
    guard.count(THERE)  # there is no room, so it shares a count with all others
    assert [guard.allows(address) for address in (HERE, THERE, ELSEWHERE)] == [False] * 3
    clock.now += 60
    guard.count(THERE)
    assert [guard.allows(address) for address in (HERE, THERE, ELSEWHERE)] == [True, False, True]


@pytest.fixture
def share(app):
    """Let guards of several processes tell each other what they counted, from nothing on."""
    with app.app_context(), writing() as db:
        db.execute("DELETE FROM counts")

    names = {}

    def share(*guards):
        with app.app_context():
            for guard in (*guards, *guards):
                rate_limits_store.share(get_db(), guard, names.setdefault(guard, f"process {len(names)}"))

    return share


def test_what_one_process_counts_the_others_count_too(new_guard, share):
    one, two = new_guard(TABLES_PER_PHONE="3/hour"), new_guard(TABLES_PER_PHONE="3/hour")
    for guard in (one, two):
        for _ in range(12):
            guard.count(HERE)
    one.did("TABLES", phone="a", address=HERE)
    for _ in range(2):
        two.did("TABLES", phone="a", address=HERE)
    assert one.allows(HERE)
    assert two.may("TABLES", phone="a", address=HERE)
    share(one, two)
    for guard in (one, two):
        assert not guard.allows(HERE)
        assert guard.allows(THERE)
        assert not guard.may("TABLES", phone="a", address=THERE)
        assert guard.may("TABLES", phone="b", address=HERE)


def test_what_was_told_is_not_counted_twice(new_guard, share):
    one, two = new_guard(TABLES_PER_PHONE="3/hour"), new_guard(TABLES_PER_PHONE="3/hour")
    for guard in (one, two):
        guard.did("TABLES", phone="a", address=HERE)
        share(one, two)
        share(one, two)
    assert one.may("TABLES", phone="a", address=HERE)
    assert two.may("TABLES", phone="a", address=HERE)


def test_what_all_counted_is_over_in_time(new_guard, clock, share):
    one, two = new_guard(clock, WRONG_CODES="1/minute"), new_guard(clock, WRONG_CODES="1/minute")
    one.count(HERE)
    share(one, two)
    assert not two.allows(HERE)
    clock.now += 60
    share(one, two)
    assert two.allows(HERE)
    one.count(HERE)
    share(one, two)
    assert not two.allows(HERE)


def test_no_clock_of_the_day_is_asked(new_guard, share, monkeypatch):
    """A machine that wakes in another year neither locks anybody out nor lets anybody guess on."""
    one, two = new_guard(WRONG_CODES="1/minute"), new_guard(WRONG_CODES="1/minute")
    one.count(HERE)
    two.count(THERE)
    for days in (-400, 400, -60):
        then = time.time() + days * 86_400
        monkeypatch.setattr(time, "time", lambda then=then: then)
        share(one, two)
        for guard in (one, two):
            assert [guard.allows(address) for address in (HERE, THERE, ELSEWHERE)] == [False, False, True]


def test_clocks_that_have_nothing_in_common_count_alike(new_guard, clock, share):
    """Each machine counts from another moment on: they tell each other for how many seconds something counts yet."""
    there = Clock()
    there.now = 9e9
    one, two = new_guard(clock, WRONG_CODES="1/minute"), new_guard(there, WRONG_CODES="1/minute")
    one.count(HERE)
    clock.now += 50
    one.count(HERE)  # tells of the ten seconds that are left
    share(one, two)
    assert not two.allows(HERE)
    there.now += 9
    share(two)
    assert not two.allows(HERE)
    there.now += 1
    share(two)
    assert two.allows(HERE)


def rows(app):
    with app.app_context():
        return get_db().execute("SELECT what, count FROM counts ORDER BY what, count").fetchall()


def test_what_a_killed_process_counted_counts_until_it_is_over_and_is_forgotten(app, new_guard, clock, share):
    killed, other = new_guard(clock, TABLES_PER_PHONE="1/hour"), new_guard(clock, TABLES_PER_PHONE="1/hour")
    killed.did("TABLES", phone="a")
    share(killed)
    share(other)
    assert not other.may("TABLES", phone="a")
    clock.now += 3599
    share(other)
    assert not other.may("TABLES", phone="a")
    clock.now += 1
    share(other)
    assert other.may("TABLES", phone="a")
    assert rows(app) == [("TABLES_PER_PHONE", 1)]
    clock.now += guards.FORGOTTEN
    share(other)
    assert rows(app) == []


def test_what_is_over_is_no_longer_told(app, new_guard, clock, share):
    one, two = new_guard(clock), new_guard(clock)
    one.count(HERE)
    two.count(HERE)
    share(one, two)
    assert rows(app) == [("WRONG_CODES", 1)] * 2
    clock.now += 60
    share(one, two)
    assert rows(app) == []


class BusyDatabase:
    """A database that nobody can write to just now."""

    def writing(self, _):
        raise LockTimeout


def test_what_could_not_be_told_is_told_later(new_guard, share):
    one, two = new_guard(WRONG_CODES="1/minute"), new_guard(WRONG_CODES="1/minute")
    one.count(HERE)
    with pytest.raises(LockTimeout):
        rate_limits_store.share(BusyDatabase(), one, "busy")
    share(one, two)
    assert not two.allows(HERE)


def test_the_database_does_not_say_whose_address_it_was(new_guard, app, share):
    guard = new_guard(SECRET_KEY="k" * 100)
    guard.count(HERE)
    share(guard)
    with app.app_context():
        [(who,)] = get_db().execute("SELECT who FROM counts").fetchall()
    assert who not in (HERE, guards.called(HERE, ""))

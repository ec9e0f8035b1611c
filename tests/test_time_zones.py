"""Days and times as the phone that asks has them, and the zone that a play keeps."""

import json
import re
import time
from datetime import UTC, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest

from companion.games.djinn.setup import challenges
from companion.language import time_zones
from companion.scores.stores import edit_store, play_store
from companion.table.finished import Player
from tests import scenes

pytestmark = pytest.mark.usefixtures("empty")

AT = datetime(2026, 10, 31, 22, 30, tzinfo=UTC).timestamp()
"""Half past ten in the evening at Greenwich: in Tokyo it is November already."""
TOKYO, YORK, HERE = "Asia/Tokyo", "America/New_York", "Europe/Lisbon"
ANN = Player("Ann", "red", 1, 80, None, ())
BOB = Player("Bob", "blue", 2, 60, None, ())
NONSENSE = (
    "Mars/Olympus",
    "Europe",
    "posixrules",
    "leapseconds",
    "zone.tab",
    "../../etc/passwd",
    "Europe/../Europe/Berlin",
    "/etc/localtime",
    "Europe/Berlin/",
    "a/b/c/d",
    "x" * 65,
    "A" * 3000,
    "Europe/B%C3%A9rlin",
    "Europe/Berlin\x7f",
    "<b>",
    "0",
)


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """Let the machine be in Lisbon, whose clocks show what those at Greenwich do in winter."""
    monkeypatch.setenv("TZ", HERE)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def at(app):
    """Give phones by their zones; without one, a phone that has told none."""

    def at(zone=None):
        phone = app.test_client()
        if zone:
            phone.set_cookie("zone", zone)
        return phone

    return at


@pytest.fixture
def played(app):
    with app.app_context():
        return play_store.save("djinn", code=None, played_at=AT, options={}, players=(ANN, BOB))


def title(phone, play):
    return re.search(r"<title>\s*(.*?)\s*</title>", phone.get(f"/scores/{play}").text, re.S)[1]


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        (None, "October 31, 2026, 10:30"),
        (TOKYO, "November 1, 2026, 7:30"),
        (YORK, "October 31, 2026, 6:30"),
        ("Asia/Kathmandu", "November 1, 2026, 4:15"),
    ],
)
def test_a_page_says_times_as_the_phone_has_them(at, played, zone, said):
    assert said in title(at(zone), played)


@pytest.mark.parametrize("zone", NONSENSE)
def test_a_zone_that_is_none_is_the_machines(at, played, zone):
    """So is one that is newer than what this machine knows."""
    assert "October 31, 2026, 10:30" in title(at(zone), played)


def test_no_name_of_a_zone_stays_in_memory_but_so_many():
    for number in range(300):
        assert time_zones.named(f"Mars/{number}") is None
    assert time_zones.named.cache_info().currsize <= 64


def test_months_and_the_days_asked_for_are_the_phones(at, played):
    def listed(phone, **asked):
        text = phone.get("/scores/", query_string=asked).text
        return re.findall(r'<li class="month"><h2>(.*?)</h2>', text)

    assert [listed(at(zone)) for zone in (None, TOKYO)] == [["October 2026"], ["November 2026"]]
    assert [listed(at(zone), since="2026-11-01") for zone in (YORK, TOKYO)] == [[], ["November 2026"]]
    assert [listed(at(zone), until="2026-10-31") for zone in (YORK, TOKYO)] == [["October 2026"], []]


def test_only_a_page_that_was_written_by_the_machines_clock_says_how_far_it_is_ahead(at, played):
    offset = datetime.now().astimezone().utcoffset() // timedelta(minutes=1)
    assert f'data-ahead="{offset}"' in at().get("/scores/").text
    assert f'data-ahead="{offset}"' in at("Mars/Olympus").get("/scores/").text
    assert "data-ahead" not in at(TOKYO).get("/scores/").text


def test_the_day_of_a_file_is_the_phones(at, played):
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        day = datetime.now(ZoneInfo(zone)).date()
        assert f"plays-{day}.json" in at(zone).get("/scores/plays.json").headers["Content-Disposition"]


def test_the_challenge_of_the_day_is_that_of_the_phones_day(at):
    days = {zone: datetime.now(ZoneInfo(zone)).date() for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago")}
    assert len({*days.values()}) == 2, "their clocks are 25 hours apart"
    for zone, day in days.items():
        assert challenges.spoken(challenges.of_day(day.toordinal())) in at(zone).get("/djinn/today").text


# The zone of a play


def end(evening, zone):
    """Let a table's host end the game with a phone in some zone."""
    evening.host.set_cookie("zone", zone)
    evening.must(("stop", {}))


@pytest.mark.parametrize(
    ("own", "reader", "said"),
    [
        (YORK, TOKYO, "At the table: October 31, 2026, 6:30"),
        (YORK, None, "At the table: October 31, 2026, 6:30"),
        (YORK, "America/Toronto", ""),
        ("Mars/Olympus", TOKYO, ""),
        (None, TOKYO, ""),
    ],
)
def test_a_play_says_what_time_it_was_where_it_was_played(app, at, own, reader, said):
    """To a phone whose clock shows another one."""
    with app.app_context():
        id = play_store.save("djinn", code=None, played_at=AT, options={"zone": own} if own else {}, players=(ANN, BOB))
    text = at(reader).get(f"/scores/{id}").text
    assert said in text
    assert ("At the table" in text) == bool(said)


def options(phone):
    return [play["options"] for play in json.loads(phone.get("/scores/plays.json").data)]


def test_a_play_keeps_the_zone_of_the_phone_that_ended_it(app, at):
    evening = scenes.stage(app, "tales", "in play")
    end(evening, TOKYO)
    [kept] = options(at())
    assert kept["zone"] == TOKYO
    evening.undo(evening.table.seq)
    end(evening, YORK)
    assert options(at()) == [kept]
    with app.app_context():
        [play] = play_store.plays()
        assert edit_store.count_edits(play.id) == 0


def test_a_play_of_a_phone_that_tells_no_zone_keeps_none(app, at):
    evening = scenes.stage(app, "tales", "in play")
    end(evening, "Mars/Olympus")
    assert "zone" not in options(at())[0]


def test_a_play_takes_its_zone_along(app, at, new_app):
    evening = scenes.stage(app, "tales", "in play")
    end(evening, TOKYO)
    files = {
        "/scores/import": evening.host.get("/scores/plays.json").data,
        "/import": evening.host.get(f"/t/{evening.code}/export.json").data,
    }
    for path, file in files.items():
        other = new_app().test_client()
        other.post("/djinn/new", data={"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "op": "1"})
        assert other.post(path, data={"file": (BytesIO(file), "a.json")}).status_code == 303
        assert [each["zone"] for each in options(other)] == [TOKYO], path


@pytest.mark.parametrize("zone", [7, "../x", "x" * 65, ["UTC"], ""])
def test_a_table_with_nonsense_for_a_zone_is_refused(app, at, zone):
    evening = scenes.stage(app, "tales", "in play")
    file = json.loads(evening.host.get(f"/t/{evening.code}/export.json").data) | {"zone": zone}
    data = {"file": (BytesIO(json.dumps(file).encode()), "a.json"), "copied": "y"}
    assert evening.host.post("/import", data=data).status_code == 422


def test_a_house_takes_the_zones_of_its_plays_along(new_app):
    app = new_app(PUBLIC=True)
    phone = app.test_client()
    phone.set_cookie("zone", TOKYO)
    players = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "op": "1", "me": "0"}
    assert phone.post("/djinn/new", data=players).status_code == 303
    assert phone.post("/djinn/solo/new", data=ALONE | {"op": "2"}).status_code == 303
    with ZipFile(BytesIO(phone.get("/house/export.zip").data)) as file:
        assert [play["options"]["zone"] for play in json.loads(file.read("plays-1.json"))] == [TOKYO]


ALONE = {"name": "Ann", "deck": "13", "won": "y", "points": "50", "tom": "printed", "day": "2026-07-01"}


@pytest.fixture
def known(at, table, ann):
    """Give a phone in Tokyo that has sat at a table."""
    phone = ann.http
    phone.set_cookie("zone", TOKYO)
    return phone


def test_a_game_entered_by_hand_was_played_at_noon_of_the_phones_day(app, known):
    assert known.post("/djinn/solo/new", data=ALONE | {"op": "1"}).status_code == 303
    with app.app_context():
        [play] = play_store.plays()
    assert datetime.fromtimestamp(play.played_at, ZoneInfo(TOKYO)) == datetime(2026, 7, 1, 12, tzinfo=ZoneInfo(TOKYO))
    assert play.zone == TOKYO


def test_a_correction_takes_the_day_in_the_zone_of_the_play(app, known):
    """Whoever corrects it elsewhere sees the day on which it was played."""
    known.post("/djinn/solo/new", data=ALONE | {"op": "1"})
    with app.app_context():
        [play] = play_store.plays()
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", TOKYO, "Mars/Olympus"):
        known.set_cookie("zone", zone)
        form = known.get(f"/djinn/solo/{play.id}").text
        assert 'name="day" value="2026-07-01"' in form
    answer = known.post(f"/djinn/solo/{play.id}", data=ALONE | {"points": "60", "seen": "0", "op": "2"})
    assert answer.status_code == 303
    with app.app_context():
        [after] = play_store.plays()
    assert (after.zone, after.played_at, after.players[0].points) == (TOKYO, play.played_at, 60)


def test_a_zone_of_a_file_that_is_none_does_no_harm(app, known):
    with app.app_context():
        options = {"zone": "../../etc/passwd", "deck": 13, "result": "lost"}
        id = play_store.save("djinn", code=None, played_at=AT, options=options, players=(ANN,))
    assert 'name="day" value="2026-11-01"' in known.get(f"/djinn/solo/{id}").text

"""Whole pages that are kept: they show what a page made anew shows, and leave to each phone what is its own."""

import re

import pytest

from companion.db import writing
from companion.games.djinn.hand_store import HAND
from companion.table import seats, seats_store
from companion.web import kept
from tests import scenes

OP = re.compile(r'name="op" value="([\w-]{8})-')
TOKEN = re.compile(r'"X-CSRFToken": "([^"]+)"')
CLOCK = re.compile(r'data-running="(\d+)"')


@pytest.fixture(scope="module")
def app(new_app):
    """Share one app, its forms protected as in real life."""
    return new_app(WTF_CSRF_ENABLED=True)


@pytest.fixture
def hunt(app, monkeypatch):
    """Stage a hunt with a clock that runs and no page kept; give it and its page's address."""
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", False)
    evening = scenes.stage(app, "djinn", "in play")
    if evening.state.clock.running_since is None:
        evening.must(("resume", {}))
    page = f"/djinn/{evening.code}/hunt"
    evening.host.get(page)  # which brings the phone its cookie
    app.extensions["kept"].clear()
    return evening, page


def without_own(text):
    """Leave out of a page what each phone and each moment has of its own."""
    text = CLOCK.sub("", re.sub(r"\d+:\d\d(?=[\s\"<])", "", text))
    for own in {*OP.findall(text), *TOKEN.findall(text)}:
        text = text.replace(own, "")
    return text


def anew(app, phone, page, **headers):
    """Get a page that is made anew."""
    app.extensions["kept"].clear()
    return phone.get(page, **headers).text


def times_kept(app):
    return len(app.extensions["kept"])


def test_a_page_asked_for_again_is_the_same_but_for_its_taps(app, hunt):
    evening, page = hunt
    first, again = (evening.host.get(page) for _ in range(2))
    assert times_kept(app) == 1
    assert first.headers == again.headers
    assert OP.search(first.text)[1] != OP.search(again.text)[1]
    assert len(set(OP.findall(again.text))) == 1
    assert without_own(first.text) == without_own(again.text)
    assert kept.MARKED not in first.text + again.text


def test_a_kept_page_brings_each_phone_its_own_token_and_cookie(app, hunt):
    _, page = hunt
    phones = [app.test_client() for _ in range(2)]
    first, again = (phone.get(page) for phone in phones)
    assert times_kept(app) == 1
    assert "Set-Cookie" in again.headers
    assert TOKEN.search(first.text)[1] != TOKEN.search(again.text)[1]
    assert TOKEN.search(phones[1].get(page).text)[1] == TOKEN.search(again.text)[1]


def test_the_clock_of_a_kept_page_goes_on(app, hunt, monkeypatch):
    from companion.games.djinn import pages as djinn

    evening, page = hunt
    was = int(CLOCK.search(evening.host.get(page).text)[1])
    now = djinn.time.time() + 61
    monkeypatch.setattr(djinn.time, "time", lambda: now)
    text = evening.host.get(page).text
    assert times_kept(app) == 1
    assert int(CLOCK.search(text)[1]) - was in (61, 62)
    assert f"{(was + 61) // 60}:" in text


@pytest.mark.parametrize("wish", ["de", "de-AT", "chosen"])
def test_another_language_gets_a_page_of_its_own(app, hunt, wish):
    _, page = hunt
    watcher, headers = app.test_client(), {"Accept-Language": wish}
    assert '<html lang="en">' in watcher.get(page).text
    if wish == "chosen":
        watcher.set_cookie("language", "de")
    text = watcher.get(page, headers=headers).text
    assert '<html lang="de">' in text
    assert times_kept(app) == 2
    assert without_own(text) == without_own(anew(app, watcher, page, headers=headers))


def test_another_time_zone_gets_a_page_of_its_own(app, hunt):
    """Whatever time such a page may say one day, no phone gets another one's; a zone that is none is the machine's."""
    _, page = hunt
    phones = {zone: app.test_client() for zone in ("", "Asia/Tokyo", "Mars/Olympus")}
    for zone, phone in phones.items():
        phone.set_cookie("zone", zone)
    texts = {zone: without_own(phone.get(page).text) for zone, phone in phones.items()}
    assert times_kept(app) == 2
    assert texts[""] == texts["Mars/Olympus"] != texts["Asia/Tokyo"]
    assert texts["Asia/Tokyo"] == without_own(anew(app, phones["Asia/Tokyo"], page))


def changed(evening):
    """Change what a hunt's page shows, one thing after the other."""
    host, code = evening.host, evening.code
    seat = evening.state.turn.seat
    other = evening.app.test_client()
    yield "a move", lambda: evening.must(("pause", {}))
    yield "an undo", lambda: evening.undo(evening.table.seq)
    yield "a name", lambda: host.post(f"/t/{code}/rename", data={"seat": seat, "name": "Zoe", "colour": "pink"})
    yield "a phone", lambda: other.post(f"/t/{code}/sit", data={"seat": seat})
    yield "a host", lambda: host.post(f"/t/{code}/hand-over", data={"seat": seat})


def test_what_has_changed_is_shown_at_once(app, hunt):
    evening, page = hunt
    watcher = app.test_client()
    for what, change in changed(evening):
        before = [phone.get(page).text for phone in (evening.host, watcher)]
        change()
        after = [phone.get(page).text for phone in (evening.host, watcher)]
        for phone, was, shown in zip((evening.host, watcher), before, after, strict=True):
            assert without_own(shown) != without_own(was), what
            assert without_own(shown) == without_own(anew(app, phone, page)), what


def test_who_watches_gets_no_page_of_who_plays(app, hunt):
    evening, page = hunt
    assert 'id="pause"' in evening.host.get(page).text
    assert 'id="pause"' not in app.test_client().get(page).text
    assert times_kept(app) == 2


def test_a_live_update_is_not_kept_nor_a_page_with_a_long_address(app, hunt):
    evening, page = hunt
    evening.host.get(page, headers={"HX-Request": "true", "HX-Target": "hunt"})
    evening.host.get(f"{page}?x={'x' * kept.LONG}")
    assert times_kept(app) == 0


def test_no_more_pages_are_kept_than_so_many(app, hunt, monkeypatch):
    evening, page = hunt
    monkeypatch.setattr(kept, "KEPT", 3)
    for slot in range(5):
        evening.host.get(f"{page}?x={slot}")
    assert [key[1] for key in app.extensions["kept"]] == [b"x=2", b"x=3", b"x=4"]


@pytest.mark.thorough(one_in=20)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_a_kept_page_depends_on_nothing_but_its_table(app, monkeypatch, game, scene):
    """Whatever else of the database changes, a page that is kept is still what a page made anew is."""
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", False)
    evening = scenes.stage(app, game, scene)
    with app.test_request_context():
        addresses = [
            app.url_for(endpoint, code=evening.code) for endpoint, *_ in evening.table.game.pages(evening.state)
        ]
    for address in addresses:
        evening.host.get(address)
    with app.app_context(), writing() as db:
        for seat in range(len(seats.find_seats(evening.code))):
            seats_store.write_note(db, evening.code, seat, HAND, "magic=3&coins=2")
    evening.host.post("/djinn/box/colours", data={"name-blue": "Water", "swatch-blue": "teal"})
    for address in addresses:
        assert without_own(evening.host.get(address).text) == without_own(anew(app, evening.host, address)), address

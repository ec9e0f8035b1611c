"""A phone's id is signed without time: it does not expire, and no clock takes it away."""

import itertools
import re
import time

import pytest
from itsdangerous import TimestampSigner

from companion.games.djinn.setup import deal
from companion.table.play import games, play
from companion.table.seating import lifecycle, seats
from companion.web import tokens
from tests.pages import Page

KEY = "a key as long as any, for cookies only"
"""The secret key with which the cookies below were signed."""
HOST = "Js22i74bsj65rajO"
TIMED = (
    ".eJyrVoovSC3KTcxLzStRsiopKk3VUUrOL80rSU1RslLyqvA1DyrKz0kPTvIPKqt0VAJKFhelxZfkZ6fmYZcvyMjPSwVJFRsZZZqbJBVnmZkW"
    "JWb5K9UCANvDJDM.awhRfg.yVKkbnC-in4c0Tw612YwfON7LGo"
)
"""The host's cookie, as Companion 1 signed it with the time."""
GUEST = "9CPOpUXGsPaCofKa"
OF_2010 = (
    ".eJyrVoovSC3KTcxLzStRsiopKk3VUUrOL80rSU1RslLKd081C_FxdoyKCkz09HBKUQJKFhelxZfkZ6fmYZdPyy_KTS3CLleQkZ-XCpSydA7wLwi"
    "NcC8OSHTOT_NOVKoFANW1K3o.Sz07AA.i644JxkEe6YgPMDwsudX0DsljVs"
)
"""A guest's cookie, signed by a machine whose clock stood still in 2010."""
WATCHER = "sD4ijM2C_0N2ZWGa"
OF_2040 = (
    ".eJyrVoovSC3KTcxLzStRsiopKk3VUUrOL80rSU1RslLKCzL2LUxNtYw0D09J9fJyUQJKFhelxZfkZ6fmYZdPyy_KTS3CLleQkZ-XCpQqdjHJzPI"
    "1co438DOKCndPVKoFAPYnK3k.g6p-gA.oXXXPO9m7_Jnte3tJVhQRS2kLzk"
)
"""That of a phone which looks on, signed by a machine whose clock was ahead."""
PHONES = {HOST: TIMED, GUEST: OF_2010, WATCHER: OF_2040}
YEAR = 365 * 24 * 3600
ops = itertools.count()


@pytest.fixture(scope="module")
def app(new_app):
    """Share an app whose cookies these are, its forms protected as in real life."""
    return new_app(SECRET_KEY=KEY, WTF_CSRF_ENABLED=True)


@pytest.fixture
def code(app):
    """Open a table that the first of the phones hosts, at which the second sits and the third looks on."""
    with app.app_context():
        code = lifecycle.open_table(games()["djinn"], [("Ann", "red"), ("Bob", "blue")], phone=HOST)
        choices = {"players": 2, "first_game": True, "longer": False, "rng": app.config["RANDOM"]}
        play(code, "open_game", deal.open_game, tapped_by=None, op=f"open {next(ops)}", **choices)
        seats.take(code, 1, phone=GUEST)
        seats.watch(code, phone=WATCHER)
    return code


@pytest.fixture
def clock(app, monkeypatch):
    """Let cookies and tokens be signed and read at another time, by a process that has read none yet."""

    def clock(seconds):
        app.extensions["sessions"].clear()
        for known in (tokens.signed, tokens.is_signed):
            known.cache_clear()
        now = time.time() + seconds
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: int(now))

    return clock


def come(app, cookie, name="companion"):
    phone = app.test_client()
    phone.set_cookie(name, cookie)
    return phone


def hosts(phone, code):
    """Say whether a phone is offered to lock the table."""
    return f"/t/{code}/lock" in phone.get(f"/t/{code}/menu").text


def who(phone):
    """Read the id in a phone's cookie."""
    with phone.session_transaction() as session:
        return session.get("phone")


@pytest.mark.parametrize("phone", PHONES)
def test_a_cookie_of_companion_1_is_read_whenever_it_was_signed_and_rewritten_once(app, code, phone):
    it = come(app, PHONES[phone])
    answer = it.get(f"/djinn/{code}/setup")
    assert answer.status_code == 200
    assert len(answer.headers.getlist("Set-Cookie")) == 1
    assert who(it) == phone
    assert it.get_cookie("companion").value != PHONES[phone]
    with app.app_context():
        me = seats.find_me(code, phone)
        assert (me.host, me.seat) == {HOST: (True, None), GUEST: (False, 1), WATCHER: (False, None)}[phone]
    for path in (f"/djinn/{code}/setup", f"/t/{code}/menu"):
        assert "Set-Cookie" not in it.get(path).headers


def test_a_host_of_companion_1_still_has_the_hosts_rights(app, code):
    host = come(app, TIMED)
    token = Page(host.get(f"/t/{code}/menu").text).forms[0][1]["csrf_token"]
    assert host.post(f"/t/{code}/lock", data={"csrf_token": token, "locked": "y"}).status_code == 303
    with app.app_context():
        assert seats.is_locked(code)


def test_what_waits_with_an_old_cookie_does_not_rewrite_it(app, code):
    """Only a whole page does: no tap is then under way whose answer brings another id."""
    host = come(app, TIMED)
    update = host.get(f"/djinn/{code}/setup", headers={"HX-Request": "true", "HX-Target": "setup"})
    assert "Set-Cookie" not in update.headers
    stream = host.get(f"/t/{code}/events", buffered=False)
    assert "Set-Cookie" not in stream.headers
    stream.close()
    assert "Set-Cookie" in host.get(f"/djinn/{code}/setup").headers


CLOCKS = {"ten minutes back": -600, "an hour back": -3600, "sixty days back": -60 * 86_400, "400 days on": 400 * 86_400}


@pytest.mark.parametrize("seconds", CLOCKS.values(), ids=CLOCKS)
def test_no_clock_takes_an_id_or_a_token_away(app, code, clock, seconds):
    """What was signed now is read then, and what is signed then is read when the clock is right again."""
    host = come(app, TIMED)
    open_page = host.get(f"/t/{code}/menu").text
    for moved in (seconds, 0):
        clock(moved)
        known = host.get_cookie("companion").value
        page = host.get(f"/t/{code}/menu")
        assert "Set-Cookie" not in page.headers
        for token in (token_of(open_page), token_of(page.text)):
            answer = host.post(f"/t/{code}/lock", data={"csrf_token": token, "locked": "y"})
            assert answer.status_code == 303
        assert host.get_cookie("companion").value == known
        open_page = page.text


def token_of(page):
    return re.search(r'name="csrf_token" value="([^"]+)"', page)[1]


def test_the_cookie_says_no_date_that_a_wrong_clock_would_have_passed(app, code):
    """A browser counts `Max-Age` by its own clock; `Expires` would be over where this machine's is 400 days slow."""
    host = come(app, TIMED)
    [cookie] = host.get(f"/djinn/{code}/setup").headers.getlist("Set-Cookie")
    assert "expires" not in cookie.lower()
    assert int(re.search(r"Max-Age=(\d+)", cookie)[1]) >= YEAR


def test_who_comes_again_within_a_year_never_runs_out_of_it(app, code):
    """A browser forgets a cookie after 400 days: whoever opens home or a table gets the same one for as long again."""
    host = come(app, TIMED)
    host.get("/")
    known = host.get_cookie("companion").value
    for path in ("/", f"/t/{code}"):
        [cookie] = host.get(path).headers.getlist("Set-Cookie")
        assert f"Max-Age={400 * 86_400}" in cookie
        assert host.get_cookie("companion").value == known


@pytest.mark.parametrize(
    "cookie", ["", "x", TIMED[:-1], TIMED + "x", TIMED.replace("awhRfg", "awhRfh"), "é.ä.ö", "..", "a" * 4000]
)
def test_a_cookie_that_was_not_signed_here_is_nobodys(app, code, cookie):
    assert who(come(app, cookie)) is None
    assert not hosts(come(app, cookie), code)


# Behind a proxy


@pytest.fixture(scope="module")
def secure(new_app, app):
    """Let the same installation stand behind a proxy."""
    return new_app(app.instance_path, SECRET_KEY=KEY, BEHIND_PROXY=1, NAMES=("localhost",))


def by_https(app, **cookies):
    phone = app.test_client()
    phone.environ_base["HTTP_X_FORWARDED_PROTO"] = "https"
    for name, value in cookies.items():
        phone.set_cookie(name, value, secure=True)
    return phone


OURS = "__Host-companion"


def test_behind_a_proxy_a_cookie_is_this_hosts_alone(secure):
    phone = by_https(secure)
    form = {"count": 2, "players-0-name": "A", "players-1-name": "B"}
    answer = phone.post("/djinn/new", data=form | {"players-0-colour": "red", "players-1-colour": "blue"})
    [cookie] = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"{OURS}=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie


def test_behind_a_proxy_the_old_name_is_still_read_and_given_up(app, secure, code):
    phone = by_https(secure, companion=TIMED)
    answer = phone.get(f"https://localhost/djinn/{code}/setup")
    names = {cookie.split("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}
    assert names.keys() == {OURS, "companion"}
    assert "Max-Age=0" in names["companion"]
    assert "Set-Cookie" not in phone.get(f"https://localhost/djinn/{code}/setup").headers


def test_behind_a_proxy_nobody_plants_a_cookie_by_the_old_name(secure, code):
    """A neighbour under the same domain can set `companion`, but no `__Host-` name."""
    phone = by_https(secure, companion=TIMED)
    phone.get(f"https://localhost/djinn/{code}/setup")
    phone.set_cookie("companion", OF_2040, secure=True)
    assert hosts(phone, code)


def test_at_home_the_name_stays(app, code):
    """There we speak http, by which no browser takes a `__Host-` cookie."""
    host = come(app, TIMED)
    [cookie] = host.get(f"/djinn/{code}/setup").headers.getlist("Set-Cookie")
    assert cookie.startswith("companion=")

"""Tokens and cookies, and what is told when all goes wrong."""

import html
import re

import pytest
from flask_wtf import csrf
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from tests import scenes
from tests.pages import Page, at_box, open_table, post
from tests.phone_views import coins
from tests.scenes import GAMES, PACKAGES
from tests.thorough import share


@pytest.fixture(scope="module")
def app(new_app):
    """Share one app, its forms protected as in real life."""
    return new_app(WTF_CSRF_ENABLED=True, GAMES=[*PACKAGES.values()])


@pytest.fixture(scope="module")
def addresses(app):
    """List every address that writes, at a table of its game."""
    host = app.test_client()
    codes = {game: opened(host, game) for game in GAMES}
    with app.test_request_context():
        rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods]
        known = {"key": "any", "id": 1, "part": "tiles", "number": 1, "edit": 1, "secret": "any"}
        values = [
            known | at_box(rule.endpoint) | {"code": codes.get(rule.endpoint.split(".")[0], codes["djinn"])}
            for rule in rules
        ]
        return [
            app.url_for(rule.endpoint, **{key: own[key] for key in rule.arguments})
            for rule, own in zip(rules, values, strict=True)
        ]


def opened(host, game):
    """Open a table of a game; give its code."""
    opening = scenes.of(game).OPENINGS[0]
    names = {f"players-{n}-name": f"P{n}" for n in range(opening["count"])}
    return post(host, f"/{game}/new", f"/{game}/new", **opening | names).location.split("/")[2]


CHANGES = "missing", "wrong", "of another phone", "carried by another phone"


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_written_without_the_token(app, addresses, change):
    phone, other = app.test_client(), app.test_client()
    token = Page(other.get("/").text).forms[0][1]["csrf_token"]
    phone.get("/")
    form = {"wrong": {"csrf_token": "wrong"}, "of another phone": {"csrf_token": token}}.get(change, {})
    headers = {"X-CSRFToken": token} if change == "carried by another phone" else {}
    assert len(addresses) > 75
    for path in share(addresses, CHANGES.index(change), of=18):
        answer = phone.post(path, data=form, headers=headers)
        assert answer.status_code == 400, path
        assert "session was lost" in answer.text


FROM_HERE = [
    {"Referer": "https://localhost/djinn/new"},
    {"Origin": "https://localhost"},
    {"Origin": "https://localhost", "Referer": ""},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "null", "Referer": "https://localhost/"},
]
FROM_ELSEWHERE = [
    {},
    {"Origin": "null"},
    {"Referer": "https://localhost.evil.example/"},
    {"Referer": "https://localhost:8443/"},
    {"Referer": "http://localhost/"},
    {"Referer": "https://localhost:99999/"},
    {"Referer": "https://["},
    {"Origin": "https://evil.example"},
    {"Origin": "http://localhost"},
    {"Origin": "https://localhost@evil.example"},
    {"Origin": "https://evil.example", "Referer": "https://localhost/"},
    {"Sec-Fetch-Site": "cross-site", "Referer": "https://localhost/"},
    {"Sec-Fetch-Site": "same-site", "Origin": "https://localhost"},
    {"Sec-Fetch-Site": "x"},
]


@pytest.mark.parametrize(("headers", "status"), [*((h, 303) for h in FROM_HERE), *((h, 400) for h in FROM_ELSEWHERE)])
def test_by_https_a_form_counts_if_any_header_says_that_it_is_ours(app, headers, status):
    """Some phones keep the Referer to themselves: each tap was refused."""
    phone = app.test_client()
    by_https = {"base_url": "https://localhost"}
    token = Page(phone.get("/", **by_https).text).forms[0][1]["csrf_token"]
    answer = phone.post("/still", data={"csrf_token": token}, headers=headers, **by_https)
    assert answer.status_code == status
    assert phone.post("/still", data={"csrf_token": "wrong"}, headers=headers, **by_https).status_code == 400


def test_by_http_no_header_is_needed(app):
    phone = app.test_client()
    token = Page(phone.get("/").text).forms[0][1]["csrf_token"]
    assert phone.post("/still", data={"csrf_token": token}, headers={"Origin": "null"}).status_code == 303


def carried(page):
    """Read the token that a page of a table carries for htmx."""
    return html.unescape(re.search(r"""hx-headers='{"X-CSRFToken": "([^"]+)"}'""", page)[1])


def test_a_live_update_repeats_no_token_that_its_page_carries(app):
    phone, other = app.test_client(), app.test_client()
    code = open_table(phone)
    page = f"/djinn/{code}/setup"
    held, foreign = carried(phone.get(page).text), carried(other.get(page).text)
    for token, has in ((held, False), (foreign, True), ("", True)):
        headers = {"HX-Request": "true", "HX-Target": "setup", "X-CSRFToken": token}
        update = Page(f"<title></title>{phone.get(page, headers=headers).text}")
        assert len(update.forms) > 5
        assert {"csrf_token" in fields for _, fields in update.forms} == {has}


def test_a_form_without_a_token_counts_from_the_page_that_carries_it(app):
    phone = app.test_client()
    code = open_table(phone)
    token = carried(phone.get(f"/djinn/{code}/score").text)
    count = {"op": "one", "seat": "0", "box": "corks", "by": "1"}
    answer = phone.post(f"/djinn/{code}/count", data=count, headers={"HX-Request": "true", "X-CSRFToken": token})
    assert answer.status_code == 303
    assert coins(phone.get(f"/djinn/{code}/score").text, "corks") == 1


def test_the_token_is_refused_in_words_to_htmx_too(app):
    answer = app.test_client().post("/join", data={"code": "ABCDE"}, headers={"HX-Request": "true"})
    assert answer.status_code == 400
    assert "session was lost" in answer.text
    assert "<html" not in answer.text


def test_cookies_are_hidden_from_scripts_and_other_sites(app):
    phone = app.test_client()
    phone.get("/")
    answer = post(phone, "/djinn/new", "/djinn/new", count="2", **{"players-0-name": "A", "players-1-name": "B"})
    cookies = answer.headers.getlist("Set-Cookie")
    cookies += post(phone, "/", "/language", language="de").headers.getlist("Set-Cookie")
    assert {cookie.split("=")[0] for cookie in cookies} == {"companion", "language"}
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_a_phone_is_known_for_as_long_as_a_browser_keeps_a_cookie(app):
    phone = app.test_client()
    code = open_table(phone)
    cookie = phone.get_cookie("companion")
    assert cookie.max_age == 400 * 24 * 3600
    assert phone.get(f"/t/{code}").location == f"/djinn/{code}/setup"


def test_who_only_looks_gets_no_id(app):
    phone = app.test_client()
    phone.get("/")
    with phone.session_transaction() as session:
        assert "phone" not in session


def test_too_much_at_once_is_refused_in_words(app):
    phone = app.test_client()
    token = Page(phone.get("/").text).forms[0][1]["csrf_token"]
    answer = phone.post("/join", data={"csrf_token": token, "code": "x" * 9_000_000})
    assert answer.status_code == 413
    assert "too much at once" in answer.text


def test_a_mistake_of_ours_is_told_in_words(new_app):
    app = new_app(PROPAGATE_EXCEPTIONS=False)
    app.logger.disabled = True

    @app.get("/crash")
    def crash():
        raise RuntimeError("crash")

    answer = app.test_client().get("/crash")
    assert answer.status_code == 500
    assert "The table is safe" in answer.text
    assert "RuntimeError" not in answer.text


def test_the_token_of_a_page_is_taken_without_checking_its_signature_again(app, monkeypatch):
    """That takes a fifteenth of a move; any other token is checked, so that one signed before a restart still holds."""
    checked, check = [], csrf.validate_csrf
    monkeypatch.setattr(csrf, "validate_csrf", lambda token: checked.append(token) or check(token))
    phone, other = app.test_client(), app.test_client()
    own, foreign = (re.search(r'name="csrf_token" value="([^"]+)', one.get("/").text)[1] for one in (phone, other))
    assert own != foreign
    assert phone.post("/still", data={"csrf_token": own}).status_code == 303
    assert checked == []
    for token, status in ((foreign, 400), ("ä", 400), ("", 400), (earlier(app, phone), 303)):
        assert phone.post("/still", data={"csrf_token": token}).status_code == status
    assert len(checked) == 4


def earlier(app, phone):
    """Sign the secret of a phone's session as it was signed before a restart: at another time."""

    class Signer(TimestampSigner):
        def get_timestamp(self):
            return 1_700_000_000

    with phone.session_transaction() as session:
        secret = session["csrf_token"]
    return URLSafeTimedSerializer(app.secret_key, salt="wtf-csrf-token", signer=Signer).dumps(secret)

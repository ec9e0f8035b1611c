"""Garbage in every field, address and header."""

import re
from functools import cache
from itertools import count
from urllib.parse import urlencode

import pytest
from flask_wtf import FlaskForm
from wtforms import FieldList

from tests.evening import TO_DELETE
from tests.thorough import share

pytestmark = pytest.mark.thorough


def kinds(kind=FlaskForm):
    for sub in kind.__subclasses__():
        yield sub
        yield from kinds(sub)


@cache
def known_fields():
    """List the fields of every class of forms."""
    return [vars(form(meta={"csrf": False}))["_fields"] for form in kinds() if form.__module__[:9] == "companion"]


def fields_of(rendered):
    """List the names of a form's fields: those on the page, and those of the form class that has all of these."""
    names = {name.split("-")[0] for name in rendered} - {"csrf_token"}
    fitting = [fields for fields in known_fields() if names <= set(fields)]
    fields = min(fitting, key=len) if names and fitting else {}
    return set(rendered) - {"csrf_token"} | {name for name, field in fields.items() if not isinstance(field, FieldList)}


GARBAGE = (
    None,
    "",
    "💥" * 10,
    "-1",
    "3",
    "99",
    "1e9",
    "999999999999999999999999",
    "NaN",
    "\x00",
    "' OR 1=1",
    "x" * 10_000,
    '{"a": [1]}',
    ["1", "2"],
)
ANSWERS = {303, 400, 403, 404, 409, 413, 422}


def trouble(send):
    """Send a request; give what is wrong with the answer, if anything is. A doubt is asked about on the same page."""
    try:
        answer = send()
    except Exception as error:
        return repr(error)
    if answer.status_code not in ANSWERS and answer.headers.get("Outcome") != "offer":
        return f"status {answer.status_code}"
    words = re.sub("<[^>]*>", " ", answer.text).split()
    return None if answer.status_code == 303 or len(words) > 2 else f"no sentence with {answer.status_code}"


def garbled(fields, name, value, tap):
    """Make a form with garbage in one field; its tap is a new one, on the latest screen."""
    form = dict(fields) | {"op": f"garbage-{tap}", "seen": 10_000}
    for suffix in ("", "[]") if isinstance(value, list) else ("",):
        form[name + suffix] = value
    if value is None:
        del form[name]
    return form


LAST = ("djinn.finish", "table.hand_over")
"""What would close the forms of the others."""
EVERY_MOVE = {"op", "seen"}
"""Fields that every move's form inherits; they are tried on one form of each kind."""
KINDS = {"djinn.tick", "djinn.begin", "table.take_back"}


def to_try(endpoint, names):
    """List the fields to fill with garbage: of those that differ by a number only, the first."""
    own = sorted(names if endpoint in KINDS else names - EVERY_MOVE, reverse=True)
    return sorted({re.sub(r"\d+", "#", name): name for name in own}.values())


def test_no_form_takes_garbage_badly(evening):
    """Every field of every form: what cannot be is refused in words."""
    app, host = evening.app, evening.host
    assert set(evening.forms) == {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    with app.test_request_context():
        names = {endpoint: fields_of(fields) for endpoint, (_, fields) in evening.forms.items()}
    found, tried = [], count()
    for endpoint in sorted(evening.forms, key=lambda endpoint: (endpoint in LAST, endpoint)):
        action, fields = evening.forms[endpoint]
        phone = evening.guest if endpoint == "table.sign_out" else host  # the host is needed still
        for name in to_try(endpoint, names[endpoint]):
            for value in share(GARBAGE, next(tried), of=len(GARBAGE)):
                form = garbled({name: "", **fields}, name, value, next(evening.taps))
                wrong = trouble(lambda: phone.post(action, data=form, headers={"HX-Request": "true"}))  # noqa: B023
                if wrong:
                    found.append((endpoint, name, str(value)[:30], wrong))
    assert not found, "\n".join(map(str, found))


def test_names_of_fields_may_be_garbage_too(evening):
    found = []
    for action in ("/djinn/new", "/scores/1/edit"):
        for name in ("players-²-name", "players--1-name", "players-99999999999-name", f"players-{'9' * 5000}-name"):
            for more in (name, name.replace("players-", "players-0-"), "players", "players-", "count[]", "\x00", "💥"):
                wrong = trouble(lambda: evening.host.post(action, data={"count": "2", more: "Ann"}))  # noqa: B023
                if wrong:
                    found.append((action, more[:30], wrong))
    assert not found, "\n".join(map(str, found))


BODIES = (
    ("application/json", b'{"seat": 1}'),
    ("application/x-www-form-urlencoded", b"\xff\xfe=%zz&&=;=%00"),
    ("multipart/form-data", b"no boundary"),
    ("multipart/form-data; boundary=x", b"--x\r\nno end"),
    ("text/plain; charset=nonsense", b"hello"),
    ("\xe4", b""),
)


def test_bodies_of_other_kinds_are_refused(evening):
    found = []
    read = [action for endpoint, (action, _) in evening.forms.items() if endpoint != "scores.let_in"]  # takes nothing
    for number, action in enumerate(read):
        for kind, body in share(BODIES, number, of=len(BODIES)):
            wrong = trouble(lambda: evening.host.post(action, data=body, content_type=kind))  # noqa: B023
            if wrong:
                found.append((action, kind, wrong))
    assert not found, "\n".join(map(str, found))


ARGUMENTS = {
    "/djinn/{}/hunt": ["space", "since"],
    "/djinn/{}/score": ["seat"],
    "/djinn/{}/can": ["space", "djinn", "boss", "magic", "coins", "circles", "corks", "bottle_brown", "crystal_only"],
    "/djinn/{}/can?magic=1&x=": ["mages-0-power", "mages-0-price", "mages-0-brown", "more", "mages-²-power"],
    "/djinn/rules": ["q"],
    "/djinn/ask": ["q", "about", "section"],
    "/emperor/rules": ["q"],
    "/emperor/ask": ["q", "about", "section"],
    "/efreet_war/rules": ["q"],
    "/efreet_war/ask": ["q", "about", "section"],
    "/t/{}": ["pick"],
    "/t/{}/log": ["all"],
    "/scores/": ["game", "player", "all"],
    "/scores/plays.csv": ["game", "player"],
    "/scores/excel.csv": ["game", "player"],
    "/scores/plays.json": ["game", "player"],
}


def test_no_address_takes_garbage_badly(evening):
    found, phone, tried = [], evening.app.test_client(use_cookies=False), count()
    for path, names in ARGUMENTS.items():
        for name in names:
            for value in share(GARBAGE[1:], next(tried), of=len(GARBAGE) - 1):
                address = f"{path}{'&' if '?' in path else '?'}{urlencode({name: value}, doseq=True)}"
                headers = {"HX-Request": "true", "HX-Target": "answer"}
                wrong = trouble(lambda: phone.get(address.format(evening.hunt), headers=headers))  # noqa: B023
                if wrong not in (None, "status 200", "status 302"):
                    found.append((path, name, str(value)[:30], wrong))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("part", ["💥", "%00", "..", "x" * 5000, "%ff", "' OR 1=1", "-1", "1e9", "9" * 40, "²"])
def test_no_part_of_an_address_is_garbage_that_harms(evening, part):
    evening.guest.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    paths = ("/t/{}", "/t/{}/log", "/djinn/{}/score", "/s/{}", "/scores/{}", "/scores/player/{}", "/static/{}", "/{}")
    found = [(path, trouble(lambda: evening.guest.get(path.format(part)))) for path in paths]  # noqa: B023
    assert {wrong for _, wrong in found} <= {None, "status 200", "status 429"}


HEADERS = [
    {"HX-Request": "true", "HX-Target": "💥".encode().decode("latin-1")},
    {"HX-Request": "true", "HX-Target": "x" * 5000},
    {"HX-Request": "true", "HX-Target": "self.title"},
    {"HX-Request": "true", "HX-Current-URL": "http://["},
    {"HX-Request": "maybe", "HX-History-Restore-Request": "maybe"},
    {"Accept-Language": "x-klingon;q=much, *;q=9, de_DE@euro"},
    {"Accept-Encoding": "br;q=1000, \xe4"},
    {"Cookie": "companion=garbage; language=xx"},
    {"Cookie": "companion=.eJwNx; language=%00"},
    {"Cookie": "=;;;companion"},
    {"Referer": "http://["},
    {"If-None-Match": "W/garbage", "If-Modified-Since": "yesterday", "Range": "bytes=5-1"},
    {"Host": "evil.example"},
]


@pytest.mark.parametrize("headers", HEADERS, ids=range(len(HEADERS)))
def test_no_header_takes_garbage_badly(evening, headers):
    phone = evening.app.test_client(use_cookies=False)
    for path in (f"/djinn/{evening.hunt}/hunt", f"/djinn/{evening.hunt}/can", f"/t/{evening.hunt}/share", "/"):
        assert trouble(lambda: phone.get(path, headers=headers)) in (None, "status 200", "status 302")  # noqa: B023
    assert trouble(lambda: phone.post("/language", data={"language": "de"}, headers=headers)) is None


def test_tables_outlive_garbage(evening):
    """After all that, in whatever order, every page of every table can still be read."""
    evening.host.post(f"/scores/{TO_DELETE}/restore")
    pages = [*evening.pages()]
    assert [path for path in pages if evening.host.get(path).status_code not in (200, 302, 303)] == []

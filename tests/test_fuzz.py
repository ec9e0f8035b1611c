"""Requests of garbage, hundreds (or COMPANION_FUZZ) of them: each is answered in words, none with 500."""

import io
import os
import random
import re
from urllib.parse import quote_from_bytes

import pytest

from tests.thorough import share, tries

REQUESTS = int(os.environ.get("COMPANION_FUZZ", tries(50, 2500)))
VALUES = (
    b"",
    b"0",
    b"1",
    b"-1",
    b"2147483648",
    b"9007199254740993",
    b"9" * 19,
    b"9" * 20,
    b"-" + b"9" * 19,
    b"9" * 309,
    b"9" * 400,
    b"-" + b"9" * 400,
    b"9" * 4301,
    b"1e400",
    b"-1e999",
    b"nan",
    b"Infinity",
    b"0x10",
    b"1_0",
    "²".encode(),
    "٣".encode(),
    b"\x00",
    b"\n",
    b"a\r\nX-Evil: yes",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc3",
    "אבי 💥 ü".encode(),
    b'"><i hx-get="/" hx-trigger="load">',
    b"%(a)999999999s",
    b"{{7*7}}",
    b"../../etc/passwd",
    b"//evil.example",
    b"x" * 3_000,
    b"2026-02-31",
    b"0001-01-01",
    b"9999-12-31",
    b"valley",
    b"R1",
    b"coins",
)
HEADERS = (
    {},
    {"HTTP_HX_REQUEST": "true"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "main"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "\xf0\x9f\x92\xa5"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": "http://[", "HTTP_HX_PROMPT": "\xff"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_HISTORY_RESTORE_REQUEST": "true"},
    {"HTTP_ACCEPT_LANGUAGE": "\xff;q=x, *", "HTTP_ACCEPT_ENCODING": "br;q=9e999, \xe4"},
    {"HTTP_REFERER": "http://[/\xff", "HTTP_ORIGIN": "null"},
    {"HTTP_COOKIE": "hand=%00&magic=" + "9" * 400 + "; language=\xff"},
    {"HTTP_COOKIE": "companion=\xff; hand=\xff=1"},
    {"HTTP_RANGE": "bytes=9-1", "HTTP_IF_NONE_MATCH": "\xff", "HTTP_IF_MODIFIED_SINCE": "9" * 400},
    {"HTTP_CONTENT_LENGTH": "9", "CONTENT_LENGTH": "9" * 400},
    {"CONTENT_LENGTH": "-5"},
    {"CONTENT_TYPE": "multipart/form-data; boundary=\xff"},
    {"CONTENT_TYPE": "application/x-www-form-urlencoded; charset=\xff"},
    {"HTTP_X_FORWARDED_FOR": "\xff", "HTTP_X_FORWARDED_HOST": "evil example"},
)
NAMES = """
    since have all pick deleted added known batch page player game q seat space slot djinn boss magic coins circles
    corks bottle_brown crystal_only mages-0-power mages-0-price mages-0-brown more resource creature back entry seen op
    players-0-name players-9999999999-name count deck seed
""".split()  # noqa: SIM905
METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH")


class Garbage:
    """Makes requests, most of them nearly right: one value of a page's address or form is garbage."""

    def __init__(self, evening, seed):
        self.evening, self.rng = evening, random.Random(seed)
        cookies = evening.host._cookies.values()
        self.cookie = "; ".join(f"{cookie.key}={cookie.value}" for cookie in cookies)
        self.pages = [path.encode() for path in evening.pages()]
        self.forms = list(evening.forms.values())
        rules = [rule.rule for rule in evening.app.url_map.iter_rules() if "/events" not in rule.rule]
        self.rules = [rule.replace("<code>", "{code}") for rule in rules]
        self.names = sorted({name for _, fields in self.forms for name in fields} | set(NAMES))

    def value(self):
        value = self.rng.choice(VALUES)
        return value if self.rng.random() < 0.8 else value + self.rng.choice(VALUES)

    def pairs(self, known, most):
        """Write fields as they were with garbage in some, as they go over the line."""
        fields = {name.encode(): str(value or "").encode() for name, value in known.items()}
        for _ in range(self.rng.randint(0, most)):
            named = self.rng.choice([*fields]) if fields and self.rng.random() < 0.7 else None
            name = named or (self.rng.choice(self.names).encode() if self.rng.random() < 0.8 else self.value())
            fields[name] = self.value()
        return b"&".join(self.quoted(name) + b"=" + self.quoted(value) for name, value in fields.items())

    def quoted(self, raw):
        """Quote a value, or now and then leave its bytes as they are, but for those that end it."""
        if self.rng.random() < 0.85:
            return quote_from_bytes(raw, safe="").encode()
        return re.sub(rb"[&#\s]", b"", raw)

    def path(self):
        if self.rng.random() < 0.5:
            return self.rng.choice(self.pages).split(b"?")[0]
        rule = self.rng.choice(self.rules).replace("{code}", self.rng.choice(self.evening.tables)).encode()
        return re.sub(rb"<[^>]*>", lambda _: self.value(), rule)

    def environ(self):
        rng, body = self.rng, b""
        method, path, query = rng.choice(METHODS), self.path(), b""
        if rng.random() < 0.5:
            query = self.pairs({}, 3)
        if method not in ("GET", "HEAD") and rng.random() < 0.8:
            action, fields = rng.choice(self.forms)
            path = action.split("?")[0].encode()
            op = {"op": f"{rng.random()}"} if "op" in fields else {}
            seen = {"seen": "10000"} if "seen" in fields else {}
            body = self.pairs({**fields, **op, **seen}, 2)
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path.decode("latin-1"),
            "QUERY_STRING": query.decode("latin-1"),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "REMOTE_ADDR": f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": self.cookie if rng.random() < 0.7 else "",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        return environ | (rng.choice(HEADERS) if rng.random() < 0.6 else {})


def answered(app, environ):
    """Answer a request as a server does, that sends what is bytes and no line too much; give the status."""
    told = []

    def start(status, headers, error=None):
        for name, value in headers:
            assert not set("\r\n\0") & set(name + value), (name, value)
            (name + value).encode("latin-1")
        told.append(int(status.split()[0]))
        return bytes

    body = app(environ, start)
    try:
        for piece in body:
            assert isinstance(piece, bytes)
    finally:
        getattr(body, "close", int)()
    return told[-1]


def trouble(app, environ):
    """Say what is wrong with the answer to a request, if anything is."""
    try:
        status = answered(app, environ)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]
    return None if status < 500 else f"status {status}"


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_garbage_is_answered_in_words(evening):
    garbage, found = Garbage(evening, 7), []
    for _ in range(REQUESTS):
        environ = garbage.environ()
        wrong = trouble(evening.app.wsgi_app, environ)
        if wrong:
            shown = (environ[key] for key in ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING"))
            found.append((wrong, *(text[:120] for text in shown), environ["wsgi.input"].getvalue()[:200]))
    assert not found, f"{len(found)} of {REQUESTS}:\n" + "\n".join(map(str, found[:40]))


EVERYWHERE = (b"9" * 309, b"9" * 400, b"-" + b"9" * 400, b"9" * 5_000, b"1e999", b"\xff", b"%FF", b"a%0D%0Ab", b"%00")


@pytest.mark.thorough
@pytest.mark.parametrize("value", EVERYWHERE, ids=lambda value: value[:12].decode("latin-1"))
def test_no_page_stumbles_over_an_argument(evening, value):
    """All arguments at once, on one page of each kind."""
    garbage, found = Garbage(evening, 7), []
    rules = {re.sub(rb"/[A-Z0-9]{5}\b", b"/", page.split(b"?")[0]): page.split(b"?")[0] for page in garbage.pages}
    query = b"&".join(name.encode() + b"=" + value for name in garbage.names if name not in ("since", "op"))
    for path in share([*rules.values()], EVERYWHERE.index(value), of=len(EVERYWHERE)):
        environ = garbage.environ() | {"REQUEST_METHOD": "GET", "PATH_INFO": path.decode("latin-1")}
        environ |= {"QUERY_STRING": query.decode("latin-1"), "HTTP_HX_REQUEST": "true", "HTTP_COOKIE": garbage.cookie}
        wrong = trouble(evening.app.wsgi_app, environ)
        if wrong:
            found.append((path, wrong))
    assert len(rules) > 50
    assert not found


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("name", ["\u05d0\u05d1\u05d9", "a b", "100%?&#", "\U0001f3b2"])
def test_an_address_in_any_script_goes_back_in_a_header(ann, open_djinn, name):
    """Tell htmx the address that it asked for: in letters that a header can hold."""
    open_djinn(ann)
    assert ann.post("/djinn/solo/new", name=name, day="2026-01-02", deck=12, won="y", points=9).status_code == 303
    raw = quote_from_bytes(name.encode(), safe="")
    for path in (f"/scores/player/{raw}", f"/scores/?player={raw}", f"/djinn/solo?player={raw}"):
        for target in ("main", "nowhere"):
            answer = ann.get(path, headers={"HX-Request": "true", "HX-Target": target})
            assert answer.status_code == 200
            assert answer.headers["HX-Replace-Url"].isascii()
    assert answer.headers["HX-Replace-Url"] == "/djinn/solo"


@pytest.mark.thorough
def test_an_address_of_two_lines_is_none(evening):
    garbage = Garbage(evening, 7)
    for path in ("/\r\nX-Evil: yes", f"/t/{evening.tables[0]}\n", "/scores/player/a\nb", "/djinn/rules\n"):
        environ = garbage.environ() | {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": ""}
        assert (
            400 <= answered(evening.app.wsgi_app, environ | {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "main"}) < 500
        )

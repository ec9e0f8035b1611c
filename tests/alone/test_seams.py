"""The app loads nothing that no browser has, and says what is so where no server is."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion import create_app
from companion.language import i18n, player_names
from tests import scenes
from tests.apps import close
from tests.colours import colour
from tests.test_weight import MOVES, weight_of_update
from tests.weigh import LIGHT

HOME = Path(__file__).parent.parent.parent

PLAYED = """
import _thread, os, socket, sys, threading, warnings
from importlib.abc import MetaPathFinder
from pathlib import Path

BLOCKED = {blocked}
tried = []

class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            tried.append(name)
            raise ModuleNotFoundError(f"no browser has {{name}}", name=name)

def never(*_, **__):
    raise AssertionError("no browser does this")

sys.meta_path.insert(0, Blocker())
threading.Thread.start = _thread.start_new_thread = never
socket.socket.__init__ = socket.gethostname = os.fork = os.posix_spawn = never

from companion import create_app
app = create_app(Path(sys.argv[1]), ALONE=True, NAMES=("ann.example",), WTF_CSRF_ENABLED=False)
from companion.alone.bridge import Bridge
bridge = Bridge(app)
from selectolax.lexbor import LexborHTMLParser

def answer(method, path, body=b""):
    kind = [("Content-Type", "application/x-www-form-urlencoded")]
    return bridge.answer(method, "https://ann.example" + path, [*kind, ("Referer", "https://ann.example/")], body)

begun = []
for game, form in {openings}.items():
    made = answer("POST", f"/{{game}}/new", form)
    assert made.status == 303, (game, made)
    begun.append(dict(made.headers)["Location"])
todo = ["/", *begun, *(rule.rule for rule in app.url_map.iter_rules() if not rule.arguments and "GET" in rule.methods)]
kinds = {{}}
for path in todo:
    path = path.partition("#")[0]
    made = answer("GET", path)
    assert made.status < 500, (path, made.body[-2000:])
    if "text/html" in dict(made.headers).get("Content-Type", ""):
        for link in LexborHTMLParser(made.body.decode()).css("a[href]"):
            at = link.attributes["href"].partition("#")[0]
            kind = app.url_map.bind("ann.example").match(at.partition("?")[0])[0] if at.startswith("/") else ""
            if kind and at not in todo and kinds.setdefault(kind, 0) < 8:
                kinds[kind] += 1
                todo.append(at)
    if made.close:
        made.close()
assert len(todo) > 100, len(todo)
ours = [module for name, module in sys.modules.items() if name.startswith("companion")]
ours = [(one.__name__, name) for one in ours for name in ("select", "signal", "socket", "ssl") if hasattr(one, name)]
print(sorted({{name for name in sys.modules if name.split(".")[0] in BLOCKED}}), ours)
"""
"""Opens a table of each game without a server, and follows links from there and from all pages that need none."""
BLOCKED = (
    *("PIL", "brotli", "brotlicffi", "concurrent", "cryptography", "flask_compress", "gevent", "greenlet", "ifaddr"),
    *("multiprocessing", "psycopg", "regex", "subprocess", "whitenoise", "zeroconf", "zope"),
)


def openings():
    """Write the first form of each game that opens a table."""
    found = {}
    for game in scenes.OURS:
        form = dict(scenes.of(game).OPENINGS[0])
        for number in range(form["count"]):
            form |= {f"players-{number}-name": scenes.NAMES[number], f"players-{number}-colour": colour(number)}
        found[game] = urlencode(form, doseq=True).encode()
    return found


def test_the_app_and_its_pages_load_nothing_that_no_browser_has(tmp_path):
    code = PLAYED.format(blocked=set(BLOCKED), openings=openings())
    done = subprocess.run([sys.executable, "-c", code, tmp_path], cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[] []\n"


@pytest.fixture(scope="module")
def opened(tmp_path_factory, static_cache):
    """Open a table of two without a server; give what opens pages there, and its code."""
    app = create_app(tmp_path_factory.mktemp("alone"), ALONE=True, WTF_CSRF_ENABLED=False, STATIC_CACHE=static_cache)
    client = app.test_client()
    named = {"players-0-name": "Ann", "players-0-colour": "red", "players-1-name": "Bob", "players-1-colour": "blue"}
    code = client.post("/djinn/new", data={"count": 2} | named).location.split("/")[2]
    yield lambda path, language="en": client.get(path.format(code=code), headers={"Accept-Language": language}).text
    close(app)


PAGES = ("/", "/t/{code}/menu", "/scores/", "/djinn/new", "/djinn/{code}/setup", "/djinn/{code}/score")
OF_OTHERS = ("Everyone has a phone", "One phone for everyone", "any phone", "all phones")
"""What pages say where there are other phones."""


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("what", ["/join", "/share", "/sign-out", "/lock", "/let-in", "/s/", "/awake.js", "QR code"])
def test_pages_offer_nothing_that_needs_other_phones(opened, path, what):
    page = opened(path)
    assert "</main>" in page
    assert what not in page


@pytest.mark.parametrize("path", PAGES)
def test_pages_speak_of_no_other_phones(opened, path):
    page = opened(path)
    assert [words for words in OF_OTHERS if words in page] == []


def test_a_server_offers_them(open_djinn, ann):
    """What the test above looks for is what pages say where there is a server."""
    code = open_djinn(ann)
    pages = "".join(ann.get(path.format(code=code)).text for path in (*PAGES, "/t/{code}/share"))
    assert all(what in pages for what in ("/join", "/share", "/sign-out", "/lock", "/let-in", "/s/", "QR code"))
    assert all(words in pages for words in OF_OTHERS)


@pytest.mark.parametrize(
    ("language", "shared", "kept", "there"),
    [
        ("en", "No other phone can join", "Save everything", "Take everything to a server"),
        ("de", "Kein anderes Handy kann mitmachen", "Alles speichern", "Alles auf einen Server bringen"),
    ],
)
def test_pages_say_what_is_so_without_a_server(opened, language, shared, kept, there):
    assert shared in opened("/t/{code}/share", language)
    assert kept in opened("/alone/", language)
    assert there in opened("/alone/", language)
    assert "companion restore companion.db" in opened("/alone/", language)


def test_the_screen_stays_awake_without_a_certificate(opened):
    assert "certificate" not in opened("/awake")
    assert 'id="awake"' in opened("/awake")


def test_photos_cannot_be_taken(opened):
    assert "Photos" not in opened("/djinn/box")
    assert all("process photos without a server" in opened(path) for path in ("/alone/", "/djinn/box"))


@pytest.fixture(scope="module")
def alone(new_app, tmp_path_factory):
    """Give an app without a server that can be played by chance."""
    return new_app(tmp_path_factory.mktemp("alone"), ALONE=True)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("move", MOVES, ids=lambda move: f"{move[0]} {move[3]}")
def test_a_live_update_is_light_here_too(alone, move, language):
    assert 0 < weight_of_update(alone, language, *move) <= LIGHT


@pytest.mark.parametrize("name", ["Zoë", "Ann\u0301a", "\U0001f469\u200d\U0001f680", "\U0001f1e9\U0001f1ea", "Łuç"])
def test_names_are_cut_alike_where_nothing_knows_all_characters(name):
    assert player_names.joined(name) == i18n.characters(name)


def test_names_look_alike_where_nothing_knows_all_characters(monkeypatch):
    monkeypatch.setattr(player_names, "known_characters", lambda: None)
    player_names.looks.cache_clear()
    assert player_names.alike("A\u200d", "\u0410")
    assert player_names.shown("\U0001f469\u200d\U0001f680") == "\U0001f469\u200d\U0001f680"
    player_names.looks.cache_clear()

"""Every route with input that grows: how long it keeps others waiting, and how that grows with its length.

The measure is processor time of this thread, from one moment at which others have their turn to the next. What seems
slow is tried again: this machine may be busy, but no input is slow three times by chance.
"""

import io
import json
import re
import time
from dataclasses import replace
from functools import partial
from itertools import count
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from companion.files.photographs import PHOTO
from companion.files.safe_readers import ANSWERS, BOX, FORM, PLAYS, TABLE
from companion.games.war_game.pages import army_views
from companion.games.war_game.state.model import MOST_CREATURES
from companion.serving.handler import HEADER_SIZE, Timely
from companion.web.rate_limits import LIMITS
from tests import scenes
from tests.test_fuzz import NAMES
from tests.test_garbage import LAST

MOST = 0.05
"""Seconds for which nobody may wait."""
SHORT, LONG = FORM // 8, FORM - 4096
"""How many bytes a form gets, of which the rest of it takes some."""
GROWS = 8 * 1.5
"""How many times as long the long one may take: as many as it is longer, a logarithm, and some room."""
TAPS = 2000
"""How many taps on a counter are told as one, and how many follow."""
NOTICED = 0.015
"""Seconds below which growth is not looked at."""
PIECES = (
    *(
        "a",
        "1",
        " ",
        "\n",
        "a ",
        "1,",
        "é",
        "e\u0301",
        "\u0301",
        "👩\u200d",
        "🎲",
        "\u200b",
        '"',
        "'",
        "\\",
        "[",
        "{",
        "(",
    ),
    *("<b>", "&amp;", "%(a)s", "..", "/", "-", "=", ";q=1,", "a=1; ", "\r\n", "0-", "A1", "ß", "İ", "{{", "*", "#\n"),
)


@pytest.fixture
def waits(monkeypatch):
    """Measure for how long a call keeps others waiting at a time, and how long it takes in all."""
    sleep, marks = time.sleep, []

    def pause(seconds):
        marks.append(time.thread_time())
        sleep(seconds)
        marks.append(time.thread_time())

    monkeypatch.setattr(time, "sleep", pause)

    def waits(call):
        marks[:] = [time.thread_time()]
        call()
        marks.append(time.thread_time())
        took = [end - begin for begin, end in zip(marks[::2], marks[1::2], strict=True)]
        return max(took), sum(took)

    return waits


def is_slow(waits, send):
    """Say what is wrong with the time of a request that is sent with a length, tried up to three times."""
    for _ in range(3):
        (_, short), (gap, long) = waits(partial(send, SHORT)), waits(partial(send, LONG))
        if gap <= MOST and (long <= NOTICED or long <= GROWS * short):
            return None
    return f"{1000 * gap:.0f} ms; {1000 * long:.0f} ms in all, {1000 * short:.0f} for an eighth"


def filled(piece, length):
    """Write a piece over and over, so that it has a length once it is quoted."""
    return quote(piece, safe="") * (length // len(quote(piece, safe="")))


@pytest.fixture
def evening(evening):
    """Let nobody be refused for how often they try."""
    config = evening.app.config
    config.update({name: "1000000/hour" for name in LIMITS if isinstance(config[name], str)})
    return evening


def pages(evening):
    """List an address of each page."""
    addresses, found = evening.app.url_map.bind("localhost"), {}
    for page in evening.pages():
        path = page.partition("?")[0]
        found.setdefault(addresses.match(path)[0], path)
    return sorted(found.values())


@pytest.mark.thorough
def test_no_form_keeps_others_waiting_whatever_it_says(evening, waits):
    found, tried = [], count()
    for endpoint in sorted(evening.forms, key=lambda endpoint: (endpoint in LAST, endpoint)):
        action, fields = evening.forms[endpoint]
        phone = evening.guest if endpoint == "table.sign_out" else evening.host
        names = sorted({re.sub(r"\d+", "#", name): name for name in fields}.values())
        for name in ("", *names):
            for piece in PIECES[next(tried) % 17 :: 17]:

                def send(length, name=name, piece=piece, phone=phone, action=action, fields=fields):
                    op = f"grows-{next(evening.taps)}"
                    known = {
                        key: str(value or "") for key, value in (dict(fields) | {"op": op, "seen": 10_000}).items()
                    }
                    known.pop(name, None)
                    body = "&".join(f"{quote(key)}={quote(value)}" for key, value in known.items())
                    body += f"&{quote(name) or filled(piece, length)}={filled(piece, length) if name else ''}"
                    phone.post(action, data=body.encode(), content_type="application/x-www-form-urlencoded")

                if wrong := is_slow(waits, send):
                    found.append((endpoint, name, piece, wrong))
    assert not found, "\n".join(map(str, found))


@pytest.mark.thorough
def test_no_address_keeps_others_waiting_whatever_it_says(evening, waits):
    found, tried = [], count()
    for path in pages(evening):
        for piece in PIECES[next(tried) % 5 :: 5]:

            def send(length, path=path, piece=piece):
                most = min(length, 7_000) if length > SHORT else 900
                query = "&".join(f"{name}={filled(piece, most // len(NAMES))}" for name in NAMES)
                long = filled(piece, most)
                for asked in (f"?{query}", f"?q={long}", f"?{long}", f"/x{long}"):
                    evening.host.get(path.rstrip("/") + asked if asked[0] == "/" else path + asked).close()
                    time.sleep(0)  # others have their turn after each answer

            if wrong := is_slow(waits, send):
                found.append((path, piece, wrong))
    assert not found, "\n".join(map(str, found))


HEADERS = (
    "Accept-Language",
    "Accept-Encoding",
    "Cookie",
    "If-None-Match",
    "Range",
    "Referer",
    "HX-Current-URL",
    "HX-Target",
)


@pytest.mark.thorough
@pytest.mark.parametrize("name", HEADERS)
def test_no_header_keeps_others_waiting_whatever_it_says(evening, waits, name):
    found = []
    for path in ("/", f"/djinn/{evening.hunt}/hunt", "/scores/"):
        for piece in PIECES:

            def send(length, path=path, piece=piece):
                value = piece.encode().decode("latin-1").replace("\n", " ").replace("\r", " ")
                headers = {"HX-Request": "true", name: value * (length * HEADER_SIZE // FORM // len(value))}
                evening.app.test_client(use_cookies=False).get(path, headers=headers).close()

            if wrong := is_slow(waits, send):
                found.append((path, piece, wrong))
    assert not found, "\n".join(map(str, found))


# Files


COPIED = b'--x\r\nContent-Disposition: form-data; name="copied"\r\n\r\ny\r\n'


def uploaded(phone, path, data, fields=b"", name=b"file"):
    """Send a file as it comes over the line: the server lets others in before each piece, if it is time.

    A test client that makes such a body itself leaves a file open, of which some later test is accused.
    """
    head = b'--x\r\nContent-Disposition: form-data; name="%b"; filename="file"\r\n\r\n' % name
    return sent(phone, path, fields + head + data + b"\r\n--x--\r\n")


def sent(phone, path, body):
    """Send a body in parts, as it comes over the line."""
    handler = SimpleNamespace(rfile=io.BytesIO(body), server=SimpleNamespace(body=10.0))
    said = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "CONTENT_LENGTH": str(len(body))}
    return phone.post(path, environ_overrides=said | {"wsgi.input": Timely(handler, len(body))})


UNTIDY = (
    *("\r", "\n", "\r\n", "--", "--x", "\r\n--x\r\n", "\r\n--x", "{", "[", '"', "[["),
    *('{"a":', "\\", "é", "0", '""" "\\', "a.", "[a]\n"),
)


FILES = [
    *(("/djinn/box/import", BOX), ("/scores/import", PLAYS), ("/import", TABLE)),
    *(("/djinn/asked/import", ANSWERS), ("/djinn/box/photos/green", PHOTO)),
]
"""Where each kind of file comes in."""


@pytest.mark.thorough
def test_every_kind_of_file_is_tried(evening):
    views = evening.app.view_functions.values()
    assert {kind for view in views if (kind := getattr(view, "takes", None))} == {kind for _, kind in FILES}
    for path, kind in FILES:
        endpoint, _ = evening.app.url_map.bind("localhost").match(path, "POST")
        assert evening.app.view_functions[endpoint].takes is kind


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # werkzeug leaves a file to be closed
@pytest.mark.parametrize(("path", "kind"), FILES)
def test_no_file_keeps_others_waiting_whatever_is_in_it(evening, waits, path, kind):
    found, name = [], b"photo" if kind is PHOTO else b"file"
    uploaded(evening.host, path, b"", name=name)  # a worker begins
    for piece in UNTIDY:
        for begin in ("", "[", '{"log": [', "companion_djinn_box = 1\na = "):
            data = (begin + piece * (kind.size // len(piece.encode()))).encode()[: kind.size]
            gaps = (waits(lambda data=data: uploaded(evening.host, path, data, name=name))[0] for _ in range(3))
            if all(gap > MOST for gap in gaps):
                found.append((piece, begin))
    assert not found, "\n".join(map(str, found))


PART = b'--x\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n'
SHAPES = {
    "lines before any part": (b"", b"abc\r\n"),
    "what nearly parts": (b"", b"\r\n--y"),
    "parts without a name": (b"", b"--x\r\n"),
    "fields": (b"", PART % (b"a", b"") + b"\r\n"),
    "files": (b"", PART % (b"file", b'; filename="a"') + b"\r\n"),
    "a name": (b'--x\r\nContent-Disposition: form-data; name="', b'a\\"'),
    "all that is said of a file": (b'--x\r\nContent-Disposition: form-data; name="file"', b"; a*0=b"),
    "headers": (PART[:-4] % (b"file", b'; filename="a"'), b"\r\nA: b"),
    "a header": (PART[:-4] % (b"file", b'; filename="a"') + b"\r\nA: ", b"b"),
    "what follows": (PART % (b"file", b'; filename="a"') + b"\r\n--x--\r\n", b"\r\n--x"),
}
"""What a body in parts may be long by."""


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # werkzeug leaves files to be closed
@pytest.mark.parametrize(("path", "kind"), [*FILES, ("/join", None)])
def test_no_body_in_parts_keeps_others_waiting_whatever_is_long_in_it(evening, waits, path, kind):
    """A thousand empty files in 70 kB took 25 ms, and five times as long on a small machine."""
    found = []
    for what, (begin, piece) in SHAPES.items():
        body = begin + piece * ((FORM + (kind.size if kind else 0) - len(begin)) // len(piece))
        gaps = (waits(lambda body=body: sent(evening.host, path, body))[0] for _ in range(3))
        if all(gap > MOST for gap in gaps):
            found.append(what)
    assert not found


@pytest.mark.thorough
def test_five_thousand_plays_come_in_without_keeping_others_waiting(evening, waits):
    """They left gaps of up to 740 ms."""
    line = {"id": "keys", "label": {"message": "Keys", "values": {}}, "points": 7, "why": "3 points each"}
    player = {"colour": "red", "place": 1, "points": 7, "tie_break": None, "lines": [line] * 2}
    play = {"game": "djinn", "code": None, "options": {"deck": 12}, "note": "Late"}
    plays = []
    for at in range(5_000):
        players = [player | {"name": f"P{(at * step) % 97}-{step}"} for step in (1, 3, 7)[: 1 + at % 3]]
        plays.append(play | {"played_at": 1e9 + at, "players": players})
    data = json.dumps(plays).encode()
    answers = []
    gap, _ = waits(lambda: answers.append(uploaded(evening.host, "/scores/import", data)))
    assert "added=5000&" in answers[0].location
    assert gap < MOST


# Long logs


@pytest.fixture
def long_duel(evening):
    """Open a file with a duel whose life was counted without an end, half of it told as one; give its code and moves.

    A phone needs an hour for as many taps; a file of 2 MB has three times as many.
    """
    code = evening.rings[3]
    evening.tap(code, "life", game="emperor", seat=1, by=-1)
    file = evening.host.get(f"/t/{code}/export.json").json
    tap = file["log"][-1]
    assert [event["event"] for event in tap["events"]] == ["LifeCounted"]
    first = len(file["log"]) + 1
    for number in range(2 * TAPS):
        event = {"event": "LifeCounted", "seat": 1 + number // TAPS, "by": 1 if number % 2 else -1}
        at = tap["at"] + 10 * (1 + number // TAPS)
        file["log"].append(tap | {"seq": first + number, "at": at, "events": [event], "seat": None})
    answer = uploaded(evening.host, "/import", json.dumps(file).encode(), COPIED)
    assert answer.status_code == 303, answer.text
    return answer.location.split("/")[2], first


def test_a_long_log_is_taken_back_and_restored_without_keeping_others_waiting(evening, waits, long_duel):
    """One tap on a file of 600 entries took 0.4 s of processor, and four times as much on one of twice as many."""
    code, first = long_duel
    for way in ("undo", "redo"):
        answers = []

        def send(way=way, answers=answers):
            tap = {"entry": first, "op": f"{way}-{next(evening.taps)}", "back": f"/emperor/{code}/ring"}
            answers.append(evening.host.post(f"/t/{code}/{way}", data=tap))

        gap, whole = waits(send)
        assert answers[0].status_code == 303, answers[0].text
        assert gap < MOST, way
        assert whole < 2
        page = evening.host.get(f"/t/{code}/log").text
        assert ("taken back" in page) == (way == "undo")


def test_a_page_of_a_long_log_keeps_nobody_waiting(evening, waits, long_duel):
    code, _ = long_duel
    for path in (f"/emperor/{code}/ring", f"/t/{code}/log", f"/t/{code}/menu", f"/emperor/{code}/seats"):
        evening.host.get(path)
        evening.tap(code, "life", game="emperor", seat=3, by=-1)  # what was worked out of the table is so no more
        gap, _ = waits(lambda path=path: evening.host.get(path))
        assert gap < MOST, path


def test_the_page_of_the_largest_army_keeps_nobody_waiting(app, waits, monkeypatch):
    """Each creature's number drawn by a form of its own took 40 ms more; others have their turn between creatures."""
    evening = scenes.stage(app, "war_game", "healing")
    one = next(iter(evening.state.creatures.values()))
    army = [replace(one, id=id) for id in range(1, MOST_CREATURES + 1)]
    monkeypatch.setattr(army_views, "of_seat", lambda state, seat: army if seat == state.turn else [])
    pages = []

    def look():
        pages.append(evening.host.get(f"/war_game/{evening.code}/army").text)

    assert any(waits(look)[0] < MOST / 2 for _ in range(10))
    assert pages[0].count('name="value"') == MOST_CREATURES

"""Files that are no table, or a wrong one."""

import json

import pytest

from companion.storage.connections import get_db
from tests.apps import row_counts
from tests.table.files import changed, load, open_file, phone_of, played, saved

ANN, BOB = 0, 1

GARBAGE = {
    "nothing": b"",
    "not JSON": b"Hello.",
    "bytes": bytes(range(256)),
    "half a letter": b'{"companion": 1, "game": "djinn\xc3',
    "null": b"null",
    "a number": b"7",
    "a list": b"[1, 2]",
    "a string": b'"djinn"',
    "empty": b"{}",
    "deep": b"[" * 100_000,
    "deep object": b'{"a":' * 100_000,
    "a huge number": b'{"companion": 1' + b"0" * 10_000 + b"}",
    "NaN": b'{"companion": NaN}',
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_what_is_no_file_of_ours_is_refused_whole(app, content):
    before = rows(app)
    assert open_file(app, content).status_code == 422
    assert rows(app) == before


def rows(app):
    with app.app_context():
        return row_counts(get_db())


def test_no_file_is_refused(app):
    answer = app.test_client().post("/import", data={})
    assert answer.status_code == 422
    assert "Choose a file first" in answer.text
    assert app.test_client().post("/import", data={"file": "text"}).status_code == 422


@pytest.fixture(scope="module")
def good(app):
    """Read the file of a finished game as plain values."""
    with app.app_context():
        code = played(finished=True)
    return json.loads(saved(app, code))


def test_the_good_file_is_good(app, good):
    assert load(app, good)


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95, 0.999])
def test_a_truncated_file_is_refused(app, good, share):
    text, before = json.dumps(good), rows(app)
    assert open_file(app, text[: int(len(text) * share)]).status_code == 422
    assert rows(app) == before


WRONG = [
    ("companion", 2),
    ("companion", None),
    ("companion", "1"),
    ("game", "chess"),
    ("game", None),
    ("game", ["djinn"]),
    ("seats", []),
    ("seats", None),
    ("seats", {"name": "Ann"}),
    ("seats", lambda seats: seats[:1]),
    ("seats", lambda seats: seats * 3),
    ("seats", lambda seats: seats + seats[:1]),
    ("seats.0.name", ""),
    ("seats.0.name", "x" * 25),
    ("seats.0.name", 7),
    ("seats.0.name", "\ud800"),
    ("seats.0.name", "\u202e"),
    ("seats.1.name", "Ann"),
    ("seats.0.colour", "no colour"),
    ("seats.0.colour", None),
    ("log", None),
    ("log", []),
    ("log", "entries"),
    ("log", {}),
    ("log", [None]),
    ("log", lambda log: log[1:]),
    ("log", lambda log: log[:3] + log[4:]),
    ("log", lambda log: log + log[-1:]),
    ("log.0.seq", 2**70),
    ("log.0.seq", -1),
    ("log.0.seq", None),
    ("log.0.seq", 1.5),
    ("log.0.seq", "1"),
    ("log.0.at", "now"),
    ("log.0.at", None),
    ("log.0.at", float("nan")),
    ("log.0.at", float("inf")),
    ("log.0.at", -1e300),
    ("log.0.at", 1e300),
    ("log.0.at", []),
    ("log.2.seat", 2),
    ("log.2.seat", -1),
    ("log.2.seat", 2**70),
    ("log.2.seat", "x"),
    ("log.0.move", None),
    ("log.0.move", {}),
    ("log.0.move", "\ud800"),
    ("log.10.strikes", 2**70),
    ("log.10.strikes", -1),
    ("log.10.strikes", 99),
    ("log.10.strikes", 1),
    ("log.11.restores", 2**70),
    ("log.11.restores", "x"),
    ("log.0.once", "maybe"),
    ("log.0.once", None),
    ("log.0.events", None),
    ("log.0.events", "events"),
    ("log.0.events", [7]),
    ("log.0.events", []),
    ("log.0.events", [{}]),
    ("log.0.events.0", {"event": "TableFlipped"}),
    ("log.0.events.0", {"event": ["Opened"]}),
    ("log.0.events.0", {"sealed": 7}),
    ("log.0.events.0", lambda event: {**event, "more": 1}),
    ("log.0.events.0", lambda event: {**event, "players": {"sealed": "x"}}),
    ("log.0.events.0", lambda event: {**event, "players": {"sealed": None}}),
    ("Opened.players", -1),
    ("Opened.players", 0),
    ("Opened.players", 3),
    ("Opened.players", 99),
    ("Opened.players", 2**60),
    ("Opened.players", 2**70),
    ("Opened.players", True),
    ("Opened.players", 2.0),
    ("Opened.first_game", 1),
    ("LayoutDrawn.layout", {}),
    ("LayoutDrawn.layout", {"R1": "the moon"}),
    ("LayoutDrawn.layout", []),
    ("PassagesRemoved.locations", ["the moon"]),
    ("PassagesRemoved.locations", "academy"),
    ("StartDrawn.seat", -1),
    ("StartDrawn.seat", 2),
    ("StartDrawn.seat", 2**70),
    ("DjinnDrawn.spaces", {"nowhere": ["brown"]}),
    ("DjinnDrawn.spaces", {"R1": ["white"]}),
    ("DjinnDrawn.spaces", {}),
    ("DjinnDrawn.bag", ["white"]),
    ("DjinnDrawn.bag", 36),
    ("TrophiesDrawn.rows", {"I": ["gold"]}),
    ("CardsDrawn.cards", ["joker"]),
    ("TilesDrawn.green", ["joker"]),
    ("StepTicked.step", "dance"),
    ("StepTicked.by", 9),
    ("StepTicked.by", -1),
    ("HuntBegun.at", float("nan")),
    ("HuntBegun.at", float("inf")),
    ("TurnEnded.at", float("-inf")),
    ("TurnEnded.seat", 9),
    ("DjinnCaught.seat", 9),
    ("DjinnCaught.seat", -1),
    ("DjinnCaught.slot", "nowhere"),
    ("DjinnCaught.location", "the moon"),
    ("DjinnCaught.djinn", ["white"]),
    ("DjinnRefilled.djinn", ["white"]),
    ("DjinnRefilled.missing", -1),
    ("ExtraCaught.colour", "white"),
    ("ExtraCaught.seat", 9),
    ("SheetSet.box", "luck"),
    ("SheetSet.box", "private_card"),
    ("SheetSet.box", "__class__"),
    ("SheetSet.value", -1),
    ("SheetSet.value", 10**30),
    ("SheetSet.value", None),
    ("SheetCounted.by", "1"),
    ("SheetCounted.seat", -1),
    ("PrivateCardChosen.card", "joker"),
    ("PrivateCardChosen.seat", 9),
    ("GameFinished.at", None),
]


def pages(app, code):
    """Read the pages of a table that its players read."""
    game = [f"/djinn/{code}/{page}" for page in ("setup", "draft", "hunt", "hunt?space=R1", "can", "score", "result")]
    return [*game, *(f"/t/{code}{page}" for page in ("?pick=1", "/menu", "/share", "/log", "/export.json"))]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(("path", "value"), WRONG, ids=[f"{path}-{number}" for number, (path, _) in enumerate(WRONG)])
def test_a_file_with_a_wrong_value_is_refused_or_harmless(app, good, path, value):
    """Whatever a file says, it is refused in words; or, if it opens, every page of its table can be read."""
    code = load(app, changed(good, path, value))
    if code is not None:
        phone = phone_of(app, "phone")
        for page in pages(app, code):
            assert phone.get(page).status_code in (200, 302, 303), page

"""Plays as a table that a spreadsheet shows right as soon as it is opened."""

import csv
import io
import re
import shutil
import subprocess
import time
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape

import pytest

from companion.language.texts import Text
from companion.scores.exports.spreadsheet import LEFT, RIGHT, Manner, cell
from companion.scores.stores import play_store
from companion.table.finished import Line
from tests.scores.entries import edit
from tests.scores.test_views import ANN, BOB, KEYS

pytestmark = pytest.mark.usefixtures("empty")

AT = datetime(2026, 10, 31, 22, 30, tzinfo=UTC).timestamp()
RUN = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "-Ann",
    "=HYPERLINK(A1)",
    "\uff1d1+1",
    "|x",
    "%0A=1",
    "'=1",
    "\t=1",
    "\r=1",
    " =1",
)
"""Texts that some spreadsheet takes for a formula."""
TURNED = (
    "12",
    "007",
    "1/2",
    "3-4",
    "1.5",
    "Mar1",
    "M\u00e4rz 3",
    "23E45",
    "TRUE",
    "wahr",
    "#N/A",
    "(5)",
    "\u20ac5",
    "\u0665",
)
"""Texts that some spreadsheet takes for a number, a day or a truth."""
KEPT = (
    "Ann",
    "\u00d6zg\u00fcr",
    "Player 1",
    "\U0001f469\u200d\U0001f469 Bo",
    "\u674e\u5c0f\u9f8d",
    "Marie",
    "Truth",
    "a=b",
    "x-1",
)
"""Texts that every spreadsheet shows as they are."""


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """Let the machine be at Greenwich."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def save(app):
    def save(*players, options=None, code=None, note=""):
        with app.app_context():
            id = play_store.save("djinn", code=code, played_at=AT, options=options or {}, players=players or (ANN, BOB))
            if note:
                pairs = [(one.name, one.points) for one in play_store.find(id).players]
                edit(id, players=pairs, note=note, seen=0)
        return id

    return save


@pytest.fixture
def fetched(app):
    """Fetch the table as a phone somewhere does; give its bytes."""

    def fetched(wish="en", zone=None, **asked):
        phone = app.test_client()
        if zone:
            phone.set_cookie("zone", zone)
        return phone.get("/scores/excel.csv", query_string=asked, headers={"Accept-Language": wish})

    return fetched


def read(answer, separator):
    text = answer.data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=separator))


def test_it_is_marked_as_utf_8_and_its_name_tells_it_from_the_other(save, fetched):
    save()
    answer = fetched()
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"].endswith(".excel.csv")


@pytest.mark.parametrize(
    ("wish", "separator", "decimal"),
    [
        ("en-US", ",", "2.5"),
        ("en", ",", "2.5"),
        ("de-DE", ";", "2,5"),
        ("de", ";", "2,5"),
        ("de-AT", ";", "2,5"),
        ("de-CH", ";", "2.5"),
        ("en-DE", ";", "2,5"),
        ("fr-FR", ";", "2,5"),
    ],
)
def test_columns_and_decimals_are_parted_as_the_readers_spreadsheet_does(save, fetched, wish, separator, decimal):
    save(options={"deck": 2.5})
    rows = read(fetched(wish), separator)
    heading = "Karten in Toms Stapel" if wish.startswith("de") else "Cards in Tom's deck"
    assert [row[heading] for row in rows] == [decimal] * 2


def test_its_headings_and_words_are_in_the_readers_language(save, fetched):
    tied = replace(ANN, place=0, lines=(KEYS, Line("cards_left", Text("Cards left in Tom's deck"), 5, "")))
    save(tied, replace(BOB, place=0), options={"first_game": True, "longer": False, "started": "Ann", "seconds": 5400})
    ann, _ = read(fetched("de"), ";")
    assert list(ann)[:14] == [
        *("Partie", "Spiel", "Datum", "Uhrzeit", "Tisch", "Notiz", "Startperson", "Minuten", "Personen"),
        *("Person", "Farbe", "Platz", "Punkte", "Gleichstand"),
    ]
    assert (ann["Spiel"], ann["Farbe"], ann["Platz"], ann["Startperson"], ann["Minuten"]) == (
        *("Djinn", "rot", "unentschieden", "Ann", "90"),
    )
    assert (ann["Erste Partie"], ann["L\u00e4ngere Partie"]) == ("ja", "nein")
    [label] = [name for name in ann if name.startswith("Punkte: ") and "Tom" in name]
    assert ann[label] == "5"


def test_a_source_that_is_a_sentence_about_somebody_is_called_by_its_id(save, fetched):
    line = Line("player-3", Text("%(name)s eliminated", name="Bob"), 2, "")
    save(replace(ANN, lines=(line,)))
    assert read(fetched(), ",")[0]["Points: player"] == "2"


def test_two_sources_of_one_label_are_two_columns(save, fetched):
    save(replace(ANN, lines=(KEYS, replace(KEYS, id="more_keys", points=3))))
    row = read(fetched(), ",")[0]
    assert (row["Points: Keys (keys)"], row["Points: Keys (more_keys)"]) == ("80", "3")


@pytest.mark.parametrize(
    ("own", "reader", "said"),
    [
        (None, None, ("2026-10-31", "22:30")),
        (None, "Asia/Tokyo", ("2026-11-01", "07:30")),
        ("America/New_York", None, ("2026-10-31", "18:30")),
        ("America/New_York", "Asia/Tokyo", ("2026-10-31", "18:30")),
        ("Mars/Olympus", "Asia/Tokyo", ("2026-11-01", "07:30")),
    ],
)
def test_day_and_time_are_those_where_it_was_played_else_the_readers(save, fetched, own, reader, said):
    save(options={"zone": own} if own else {})
    row = read(fetched(zone=reader), ",")[0]
    assert (row["Date"], row["Time"]) == said


@pytest.mark.parametrize("text", [*RUN, *TURNED])
def test_what_a_spreadsheet_would_calculate_has_a_mark_that_takes_no_room(text):
    assert cell(Manner("de"), text) == LEFT + text


@pytest.mark.parametrize("text", KEPT)
def test_any_other_text_is_as_it_is(text):
    assert cell(Manner("en"), text) == text


@pytest.mark.parametrize(
    ("text", "mark"), [("-\u05d0\u05d1\u05d9", RIGHT), ("-\u0639", RIGHT), ("-Ann", LEFT), ("5", LEFT)]
)
def test_the_mark_leaves_a_text_its_direction(text, mark):
    assert cell(Manner("en"), text) == mark + text


@pytest.mark.parametrize(("number", "said"), [(-5, -5), (0, 0), (2.5, "2,5"), (-0.25, "-0,25"), (None, None)])
def test_a_number_is_a_number(number, said):
    assert cell(Manner("de"), number) == said


def test_no_cell_of_the_table_begins_as_a_formula_does(save, fetched):
    line = Line("=1+1", "=cmd|' /C calc'!A0", 80, "")
    players = [replace(ANN, name="=1+1", lines=(line,)), replace(BOB, name="-Bob")]
    save(*players, options={"started": "+Bob", "tom": "@SUM(A1)"}, note="=2+2")
    for row in csv.reader(io.StringIO(fetched("de").data.decode("utf-8-sig")), delimiter=";"):
        assert [one for one in row if re.match(r"[=+\-@\t\r]", one) and not one.lstrip("-").isdigit()] == []


def test_of_thousands_of_sources_no_more_are_read_than_there_are_columns(save, fetched):
    for play in range(3):
        lines = tuple(replace(KEYS, id=f"{play}x{number}y") for number in range(90))
        save(replace(ANN, lines=lines))
    names = list(read(fetched(), ",")[0])
    assert sum(name.startswith("Points: ") for name in names) == play_store.MOST_SOURCES


@pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice")
@pytest.mark.thorough
@pytest.mark.parametrize(("wish", "separator"), [("de", ";"), ("en-US", ",")])
def test_libreoffice_shows_every_name_and_runs_none(save, fetched, tmp_path, wish, separator):
    texts = [text for text in (*RUN, *TURNED, *KEPT) if text == text.strip()]
    for text in texts:
        save(replace(ANN, name=text), BOB, options={"deck": 2.5})
    (tmp_path / "plays.csv").write_bytes(fetched(wish).data)
    looks_for_times = "true"
    how = f"CSV:{ord(separator)},34,76,1,,{1031 if wish == 'de' else 1033},false,{looks_for_times},false"
    command = ["soffice", "--headless", f"-env:UserInstallation={(tmp_path / 'own').as_uri()}", f"--infilter={how}"]
    subprocess.run([*command, "--convert-to", "fods", "plays.csv"], cwd=tmp_path, check=True, capture_output=True)
    sheet = (tmp_path / "plays.fods").read_text(encoding="utf-8")
    assert "table:formula" not in sheet
    shown = {unescape(text).strip(LEFT + RIGHT) for text in re.findall(r"<text:p>(.*?)</text:p>", sheet)}
    assert {*texts} <= shown
    assert sheet.count('office:date-value="2026-10-31"') == 2 * len(texts)
    assert sheet.count('office:time-value="PT22H30M00S"') == 2 * len(texts)
    assert sheet.count('office:value="2.5"') == 2 * len(texts)

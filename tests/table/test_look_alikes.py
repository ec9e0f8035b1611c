"""Names that look the same: what of a new name shows, and which two are refused at one table."""

import time
from io import BytesIO

import pytest
from hypothesis import given, strategies as st

from companion.language import player_names
from companion.language.player_names import tidy
from companion.scores.stores import play_store
from companion.storage.connections import writing
from companion.table.seating import seats, seats_store
from companion.web.forms import fitting
from tests import scenes
from tests.conftest import seated

ANN, BOB, CEM = 0, 1, 2
INVISIBLE = {
    "zero-width space": "A\u200bnn",
    "zero-width joiner": "A\u200dnn",
    "zero-width non-joiner": "A\u200cnn",
    "soft hyphen": "A\u00adnn",
    "word joiner": "A\u2060nn",
    "Arabic letter mark": "A\u061cnn",
    "Hangul filler": "Ann\u3164",
    "grapheme joiner": "A\u034fnn",
    "tags": "Ann\U000e0061\U000e007f",
    "variation selector": "Ann\ufe0f",
    "many selectors": "A\ufe0f\ufe0fnn\U000e0100",
    "annotation": "A\ufff9nn",
    "blank of Braille": "Ann\u2800",
    "byte order mark": "\ufeffAnn",
}
"""How a name that reads "Ann" can be typed."""
LOOKS = {
    "Cyrillic": "\u0410nn",
    "fullwidth": "\uff21nn",
    "Greek": "\u0391nn",
    "mathematical": "\U0001d400nn",
    "capitals": "ANN",
    "Cyrillic capitals": "\u0410NN",
    "fullwidth small": "\uff41nn",
}
"""Names that look like "Ann", and of which every letter shows."""
PAIRS = [
    ("Ann\u2764", "Ann\u2764\ufe0f"),
    ("\u0130pek", "ipek"),
    ("I\u0307pek", "ipek"),
    ("stra\u00dfe", "STRASSE"),
    ("Al", "A1"),
    ("Ian", "lan"),
    ("Arno", "Amo"),
    ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3"),
    ("A\u2004B", "A B"),
]
APART = [("Ian", "Lan"), ("Zoe", "Zo\u00eb"), ("Ann", "Anna"), ("Player 1", "Player 11"), ("\U0001f600", "\U0001f603")]
NEEDED = [
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\U0001f3f3\ufe0f\u200d\U0001f308 Bo",
    "\U0001f9d1\U0001f3fd\u200d\U0001f680",
    "Ann\u2764\ufe0f",
    "1\ufe0f\u20e3",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u0645",  # Persian: two parts that do not join
    "\u0647\u200d",  # and a letter that looks as if it joined
    "\u0915\u094d\u200d\u0937",  # Devanagari: half a letter
    "\u0915\u094d\u200c\u0937",
    "\u09b0\u200d\u09cd\u09af\u09be\u09ac",  # Bengali
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala
    "\u0d28\u0d4d\u200d",  # Malayalam, at the end of a word
    "\u182a\u180b",  # Mongolian
]
"""Names that another letter shows in another way if what joins or parts them is lost."""


@pytest.mark.parametrize("typed", INVISIBLE.values(), ids=INVISIBLE)
def test_a_new_name_loses_what_does_not_show(ann, table, typed):
    assert ann.post(f"/t/{table}/rename", seat=BOB, name=typed.replace("A", "Z"), colour="teal").status_code == 303
    assert 'value="Znn"' in ann.get(f"/t/{table}/menu").text


@pytest.mark.parametrize("name", NEEDED)
def test_a_new_name_keeps_what_joins_emoji_and_what_its_script_needs(ann, table, name):
    assert ann.post(f"/t/{table}/rename", seat=BOB, name=name, colour="teal").status_code == 303
    assert f'value="{name}"' in ann.get(f"/t/{table}/menu").text


@pytest.mark.parametrize("typed", (INVISIBLE | LOOKS).values(), ids=INVISIBLE | LOOKS)
def test_nobody_takes_a_name_that_looks_like_anothers(ann, table, typed):
    answer = ann.post(f"/t/{table}/rename", seat=BOB, name=typed, colour="teal")
    assert answer.status_code == 422
    assert "that name already" in answer.text


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("turned", [False, True])
def test_two_at_a_new_table_do_not_look_the_same(ann, pair, turned):
    one, other = reversed(pair) if turned else pair
    form = seated(3) | {"players-0-name": one, "players-2-name": other}
    answer = ann.post("/djinn/new", **form)
    assert answer.status_code == 422
    assert "Two players have the same name" in answer.text
    assert answer.text.count("aria-invalid") == 1


@pytest.mark.parametrize("pair", APART)
def test_names_that_look_different_are_different(ann, pair):
    form = seated(3) | {"players-0-name": pair[0], "players-2-name": pair[1]}
    assert ann.post("/djinn/new", **form).status_code == 303


def test_who_joins_a_tale_takes_no_name_that_looks_like_anothers(app):
    evening = scenes.stage(app, "tales", "in play")
    taken = "\u0410nn"
    answer = evening.host.post(
        f"/tales/{evening.code}/join",
        data={"op": "1", "name": taken, "colour": "brown", "right": "0", "total": "15"},
    )
    assert answer.status_code == 422
    assert "that name already" in answer.text


@pytest.fixture
def alike(app, table):
    """Give a table of an earlier version, where the second player looks like the first."""
    with app.app_context(), writing(table) as db:
        seats_store.rename(db, table, BOB, name="A\u200bnn", colour="blue")
    return table


def called(app, code):
    with app.app_context():
        return [seat.name for seat in seats.find_seats(code)]


def test_a_table_with_two_such_names_goes_on(app, ann, alike):
    assert ann.post(f"/t/{alike}/rename", seat=BOB, name="A\u200bnn", colour="teal").status_code == 303
    assert called(app, alike) == ["Ann", "A\u200bnn", "Cem"]
    assert ann.post(f"/djinn/{alike}/tick", step="board", on="y", seen="1").status_code == 303


def test_a_table_with_two_such_names_is_brought_elsewhere(app, ann, alike):
    file = ann.get(f"/t/{alike}/export.json").data
    answer = ann.http.post("/import", data={"file": (BytesIO(file), "table.json"), "copied": "y"})
    assert answer.status_code == 303
    assert called(app, answer.location.split("/")[-1]) == ["Ann", "A\u200bnn", "Cem"]


def play(app, *players):
    """Keep a play of players by these names; give its id."""
    made = [
        play_store.Player(name, "red", number, 10 - number, None, ()) for number, name in enumerate(players, start=1)
    ]
    with app.app_context():
        return play_store.save("djinn", code=None, played_at=1.6e9, options={}, players=made)


def corrected(ann, id, *players, note=""):
    form = {"note": note, "seen": 0}
    for n, (name, points) in enumerate(players):
        form |= {f"players-{n}-name": name, f"players-{n}-points": points}
    return ann.post(f"/scores/{id}/edit", **form)


@pytest.mark.usefixtures("table")
def test_a_correction_keeps_stored_names_and_takes_no_new_one_that_looks_like_anothers(app, ann):
    id = play(app, "Ann", "A\u200bnn")
    assert corrected(ann, id, ("Ann", 9), ("A\u200bnn", 8), note="as it was").status_code == 303
    with app.app_context():
        found = play_store.find(id)
    assert ([one.name for one in found.players], found.note) == (["Ann", "A\u200bnn"], "as it was")
    refused = corrected(ann, play(app, "Ann", "Bob"), ("Ann", 9), ("\u0410nn", 8))
    assert refused.status_code == 422
    assert "same name" in refused.text


@pytest.mark.usefixtures("table")
def test_a_game_against_tom_keeps_its_stored_name(app, ann):
    form = {"op": "1", "name": "Ann", "day": "2026-01-02", "deck": "13", "won": "y", "points": "50", "tom": "printed"}
    id = int(ann.post("/djinn/solo/new", **form).location.rpartition("-")[2])
    with app.app_context(), writing() as db:
        db.execute("UPDATE players SET name = ? WHERE play = ?", ["A\u200bnn", id])
    answer = ann.post(f"/djinn/solo/{id}", **form | {"name": "A\u200bnn", "points": "60", "seen": "0"})
    assert answer.status_code == 303
    with app.app_context():
        [player] = play_store.find(id).players
    assert (player.name, player.points) == ("A\u200bnn", 60)


NAMES = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from(
            "\u200b\u200c\u200d\ufe0f\u034f\u094d\u0915\u0645\u06cc\U0001f469\U0001f3f4\U000e0067 1\u20e3\u0301i\u0307"
        ),
    ),
    max_size=40,
)


@given(NAMES)
def test_what_shows_of_a_name_is_tidy_and_shows_all_of_it(name):
    found = player_names.shown(name)
    assert player_names.shown(found) == tidy(found) == found
    assert player_names.alike(found, tidy(name)) or not found


@given(NAMES, NAMES)
def test_names_look_alike_both_ways(one, other):
    assert player_names.alike(one, one)
    assert player_names.alike(one, other) == player_names.alike(other, one)


@pytest.mark.parametrize(
    "letter", ["\u0301\u0316", "\u200b", "\U0001f469\u200d", "\ufdfa", "\u094d\u200d", "m", "\u0130"]
)
def test_no_name_takes_long(letter):
    """Letters with thousands of marks are put in order in a time that grows by the square of their number."""
    text = letter * (32_000 // len(letter))
    for work in (tidy, player_names.shown):
        begun = time.process_time()
        work(text)
        assert time.process_time() - begun < 0.05
    begun = time.process_time()
    player_names.alike(text[:240], text[1:241])
    assert time.process_time() - begun < 0.05


def test_imports_judge_names_as_before():
    """What an earlier version has stored comes in again as it is."""
    for name in INVISIBLE.values():
        kept = tidy(name)
        assert fitting(kept) == kept

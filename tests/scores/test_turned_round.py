"""Plays in which a correction made another player win, in games that points do not decide.

turned_round.sql was written by the version before that could no longer happen: plays of recorded sessions, corrected on
its pages. The app puts right what was turned round, once, and nothing else.
"""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from companion.language.texts import Text
from companion.scores.model import Edit, correct, placed as place_by, places, ranks
from companion.scores.stores import edit_store, list_store, play_store, review_store
from companion.scores.turned import rightful
from companion.storage.connections import get_db
from companion.storage.move import Embedded, Shared
from companion.storage.sqlite import connect
from companion.table.finished import Line, Play, Player
from tests.apps import ON, close, database
from tests.conftest import Phone

TODAY = Path(__file__).with_suffix("").parent / "turned_round.sql"
LAST = "winners_that_stay"
TURNED = {
    "a loser of Tales set to 30": (1, {"Ann": 1, "Bob": 2}),
    "turned, renamed and set once more": (2, {"Bob": 1, "Cem": 2}),
    "ended anew, and turned after that": (6, {"Bob": 1, "Ann": 2}),
    "a war whose last was set above all": (7, {"Bob": 1, "Ann": 2, "Cem": 3}),
    "strongholds, with points typed in twice": (10, {"Ann": 1, "Bob": 2}),
    "turned and deleted": (14, {"Ann": 1, "Bob": 2}),
}
"""The plays that are put right, and the places that their players had before."""
MEANT = {
    "turned and taken back": (3, {"Bob": 1, "Ann": 2}),
    "turned, and back by points": (4, {"Ann": 1, "Bob": 2, "Cem": 2}),
    "turned and ended anew with another winner": (5, {"Bob": 2, "Ann": 2, "Cem": 1}),
    "a war whose third passed the second": (8, {"Ann": 1, "Dee": 3, "Bob": 2, "Cem": 4}),
    "a war of teams": (9, {"Bob": 1, "Cem": 1, "Dee": 2, "Fay": 2, "Ann": 3, "Eve": 3}),
    "a duel with points for one": (11, {"Ann": 1, "Bob": 1, "Cem": 1, "Dee": 2, "Eve": 2, "Fay": 2}),
    "Djinn, which points decide": (12, {"Ann": 2, "Bob": 1}),
    "Djinn alone, lost": (13, {"Ann": 2}),
}
"""The plays that stay as they are."""


@pytest.fixture
def folder(tmp_path):
    """Give a folder with the database of that version."""
    path = tmp_path / "companion.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(TODAY.read_text(encoding="utf-8"))
    if ON:
        fill_postgres(path, database(tmp_path)["DATABASE"])
    return tmp_path


def fill_postgres(path, url):
    """Copy a database of that version to PostgreSQL as that version knew it."""
    from companion.storage import postgres

    known = [name for name, _ in postgres.VERSIONS]
    with pytest.MonkeyPatch.context() as patch, closing(postgres.Server(url, patience=9).open()) as session:
        patch.setattr(postgres, "VERSIONS", postgres.VERSIONS[: known.index(LAST)])
        with session.writing("turned"), closing(connect(path)) as file:
            postgres.update(session)
            there, here = Shared(session), Embedded(file, path)
            for shape in here.shapes():
                there.fill(shape, here.rows(shape))


@pytest.fixture
def opened(folder, new_app):
    """Open that database, as often as it is asked for."""

    def opened(**config):
        return new_app(folder, **config)

    return opened


def placed(app, id):
    """Find the places of a play, wherever it is, and how many edits its trail has."""
    with app.app_context():
        play = play_store.find(id) or play_store.find_deleted(id)
        return {one.name: one.place for one in play.players}, edit_store.count_edits(id)


@pytest.mark.parametrize("what", TURNED)
def test_who_won_wins_again_with_a_line_in_the_trail(opened, what):
    id, right = TURNED[what]
    app = opened()
    assert placed(app, id)[0] == right
    with app.app_context():
        last, before, *_ = edit_store.edits(id, limit=9)
    assert last.put_right
    assert not before.put_right
    assert [one.points for one in last.before.players] == [one.points for one in last.after.players]


@pytest.mark.parametrize("what", MEANT)
def test_what_was_meant_stays(opened, what):
    id, kept = MEANT[what]
    app = opened()
    assert placed(app, id)[0] == kept
    with app.app_context():
        assert not any(edit.put_right for edit in edit_store.edits(id, limit=9))


def test_all_plays_of_the_database_are_told_of(opened):
    with opened().app_context():
        assert sorted(id for (id,) in get_db().execute("SELECT id FROM plays")) == list(range(1, 15))
    assert sorted(id for id, _ in (*TURNED.values(), *MEANT.values())) == list(range(1, 15))


def test_it_is_done_once_and_written_down(opened):
    first = opened()
    before = [placed(first, id) for id in range(1, 15)]
    close(first)
    second = opened()
    assert [placed(second, id) for id in range(1, 15)] == before
    [line] = (Path(second.instance_path) / "companion.log").read_text(encoding="utf-8").splitlines()
    assert line.endswith(" plays put right whose winner a correction had changed: 6")


def test_who_takes_it_back_has_meant_it(opened):
    first = opened()
    with first.app_context():
        line = edit_store.edits(1, limit=1)[0]
        edit_store.take_back(1, line.id, seen=edit_store.count_edits(1))
    close(first)
    assert placed(opened(), 1)[0] == {"Ann": 2, "Bob": 1}


def test_an_interrupted_start_goes_on(opened, monkeypatch):
    put_right, done = review_store._put_right, []

    def torn(db, before, after):
        put_right(db, before, after)
        done.append(after.id)
        if len(done) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(play_store, "SLICE", 2)
    monkeypatch.setattr(review_store, "_put_right", torn)
    with pytest.raises(KeyboardInterrupt):
        opened()
    monkeypatch.undo()
    app = opened()
    for id, right in TURNED.values():
        assert placed(app, id)[0] == right
        with app.app_context():
            assert sum(edit.put_right for edit in edit_store.edits(id, limit=9)) == 1


def test_a_trail_that_cannot_be_read_stops_no_start(opened):
    first = opened(READ_ONLY=False)
    with first.app_context(), play_store.writing() as db:
        db.execute("UPDATE edits SET review = 0, before = '[]' WHERE play = 3")
    close(first)
    assert placed(opened(), 3)[0] == MEANT["turned and taken back"][1]


def test_sums_and_lists_follow_and_a_deleted_play_stays_deleted(opened):
    with opened().app_context():
        sums = {one.name: (one.plays, one.wins) for one in list_store.summaries("tales/common", limit=9)}
        assert sums == {"Ann": (5, 2), "Bob": (6, 3), "Cem": (3, 1)}
        assert play_store.find(14) is None
        assert [play.id for _, play in play_store.trash(limit=9)] == [14]


def test_the_page_says_who_put_it_right(opened):
    app = opened()
    phone = Phone(app)
    assert "Companion fixed this: corrected points had made the wrong player win." in read(phone, "/scores/1")
    assert "Companion fixed this" not in phone.get("/scores/3").text


def read(phone, path):
    return " ".join(re.sub(r"<[^>]+>", " ", phone.get(path).text).split())


# The rule


DESTINY = Line("destiny", Text("Destiny"), 4, Text("Counted on the track."))
POINTS = st.none() | st.integers(0, 9)


def ranked(play, *, before):
    """Rank the players anew, as the version before did in any game."""
    return play if places(before) != ranks(before.players) else place_by(play, ranks(play.players))


@st.composite
def trails(draw):
    """Correct a play again and again as the version before did, and say who won at first."""
    count = draw(st.integers(2, 4))
    won = draw(st.lists(st.sampled_from([1, 2]), min_size=count, max_size=count))
    players = [Player(f"P{n}", "red", place, draw(POINTS), None, ()) for n, place in enumerate(won)]
    play, trail = Play(1, "tales", None, 1.0, {}, "", tuple(players)), []
    for at in range(draw(st.integers(0, 4))):
        entered = [(one.name, draw(st.integers(0, 9) if one.points is not None else POINTS)) for one in play.players]
        after = ranked(correct(play, players=entered, note=str(at)), before=play)
        trail.append(Edit(at, at, play, after))
        play = after
    return won, play, trail


@given(trails())
def test_however_often_points_were_corrected_who_won_wins(made):
    won, play, trail = made
    found = rightful(play, trail)
    expected = [place == 1 for place in won]
    assert [place == 1 for place in found or places(play)] == expected


@given(trails())
def test_a_play_put_right_is_right(made):
    _, play, trail = made
    if found := rightful(play, trail):
        put = replace(play, players=tuple(replace(one, place=at) for one, at in zip(play.players, found, strict=True)))
        assert rightful(put, [*trail, Edit(9, 9, play, put, put_right=True)]) is None


def test_a_trail_of_another_play_says_nothing():
    ann, bob = Player("Ann", "red", 1, 5, None, (DESTINY,)), Player("Bob", "blue", 2, 3, None, ())
    play = Play(1, "tales", None, 1.0, {}, "", (ann, bob))
    turned = ranked(correct(play, players=[("Ann", 5), ("Bob", 9)], note=""), before=play)
    assert rightful(turned, [Edit(1, 1, play, turned)]) == [1, 2]
    assert rightful(replace(turned, played_at=2.0), [Edit(1, 1, play, turned)]) is None
    assert rightful(turned, []) is None

"""Plays as a table for spreadsheets, as it is fetched."""

import csv
import io
from dataclasses import replace

import pytest

from companion.scores.exports.csv_export import guarded
from companion.scores.stores import play_store
from tests.scores.test_views import ANN, BOB, KEYS

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def saved(app, ann):
    """Save plays of two, and give the rows of the table that is fetched."""

    def saved(*plays):
        with app.app_context():
            for players in plays:
                play_store.save("djinn", code=None, played_at=1.6e9, options={}, players=players)
        return list(csv.DictReader(io.StringIO(ann.get("/scores/plays.csv").data.decode("utf-8-sig"))))

    return saved


def test_it_has_a_row_per_player_and_a_column_per_source_of_points(saved):
    ann = replace(ANN, name="=1+1", lines=(KEYS, replace(KEYS, id="king-2", points=3)))
    rows = saved((ann, replace(BOB, points=-5)))
    names = ("player", "points", "points.keys", "points.king")
    assert [tuple(row[name] for name in names) for row in rows] == [("'=1+1", "80", "80", "3"), ("Bob", "-5", "60", "")]


def test_very_many_sources_of_points_make_no_endless_table(saved):
    lines = [tuple(replace(KEYS, id=f"{play}x{number}y") for number in range(90)) for play in range(3)]
    row, *_ = saved(*((replace(ANN, lines=each), BOB) for each in lines))
    assert sum(name.startswith("points.") for name in row) == play_store.MOST_SOURCES == 200


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r1", "＝1", "%0A=1"])
def test_no_text_is_a_formula(text):
    assert guarded(text) == f"'{text}"
    assert guarded(-5) == -5

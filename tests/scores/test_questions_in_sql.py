"""The questions that docs/scores.md asks in SQL have answers in a database as it is."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.language.texts import Text
from companion.scores.stores import play_store
from companion.table.finished import Line, Player
from tests.apps import embedded

QUESTIONS = re.findall(
    r"\n\n([^\n|#`]+\?)\n\n```sql\n(.*?)```", (Path(__file__).parents[2] / "docs/scores.md").read_text(), re.S
)
ANSWERS = {
    "How often has each of us won, out of how many plays?": [("Ann", 3, 2, 67), ("Bob", 3, 1, 33)],
    "Ann against Bob: who was ahead?": [(2, 1, 0)],
    "Does going first help?": [("djinn", 2, 50), ("tales", 1, 0)],
    "Where do the points of a game come from, on average?": [("keys", 15)],
    "What haven't we played for a long time?": [("tales", 1, "2001-09-09"), ("djinn", 2, "2004-11-09")],
}


@embedded
def test_each_question_has_the_right_answer(app, empty):
    keys = [Line("keys", Text("Keys"), points, Text("Keys: %(count)s", count=1)) for points in (10, 20)]
    with app.app_context():
        for game, at, places in (("tales", 1e9, (1, 2)), ("djinn", 1.1e9, (2, 1)), ("djinn", 1.1e9 + 9, (1, 2))):
            players = [
                Player(name, "red", place, line.points, None, [line] if game == "djinn" else [])
                for name, place, line in zip(("Ann", "Bob"), places, keys, strict=True)
            ]
            play_store.save(game, code=None, played_at=at, options={"started": "Bob"}, players=players)
        with closing(sqlite3.connect(Path(app.instance_path) / "companion.db")) as db:
            assert {asked: db.execute(sql).fetchall() for asked, sql in QUESTIONS} == ANSWERS


def test_there_are_five_questions():
    assert len(QUESTIONS) == len(ANSWERS) == 5


@pytest.mark.parametrize("asked", [asked for asked, _ in QUESTIONS])
def test_no_question_counts_what_is_in_the_trash(asked):
    assert "deleted = 0" in dict(QUESTIONS)[asked]

"""What plays keep in words is said in the reader's language as long as there are such plays, however it is said today.

kept_sentences.txt lists what recorded sessions have made plays keep; it is only ever added to. A sentence that is
written otherwise today stays in the code beside it, as in `_FORMER` of Djinn's scoring, so that it stays translated.
"""

import ast
from dataclasses import astuple
from pathlib import Path

import pytest

import companion
from companion.language.texts import Text
from companion.table.play import ended
from tests.record import read
from tests.test_recorded_sessions import FILES
from tests.translations import read as catalogue, strings

GAMES = Path(companion.__file__).with_name("games")
SCORING = sorted([*GAMES.glob("*/scoring/result.py"), GAMES / "djinn" / "scoring" / "scoring.py"])
KEPT = Path(__file__).with_name("kept_sentences.txt").read_text(encoding="utf-8").splitlines()


def said(value):
    """Yield the sentences in what a play keeps."""
    if isinstance(value, Text):
        yield value.message
        yield from said(value.values)
    elif isinstance(value, dict):
        yield from said((*value.values(),))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from said(one)


def test_what_plays_keep_stays_translated():
    german = {message.id: message for message in catalogue("de") if message.id}
    assert [one for one in KEPT if one not in german or not all(strings(german[one]))] == []


@pytest.mark.parametrize("path", SCORING, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_what_a_score_says_is_listed_if_no_session_says_it_too(path):
    """A duel that is drawn was in no session, so its sentence could be worded anew, and older files were refused."""
    calls = [one for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(one, ast.Call)]
    said = [one.args[0] for one in calls if getattr(one.func, "id", "") == "Text"]
    texts = {one.value for one in said if isinstance(one, ast.Constant)}
    assert sorted(one for one in texts if one not in KEPT and not one.isdigit()) == []


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_what_plays_keep_is_listed(path):
    head, table = read(path)
    at_table = [(seat["name"], "") for seat in head["seats"]]
    play = ended(table.game, table.code, table.state, at_table, 0.0, moves=table.moves)
    kept = {*said(astuple(play))} if play else set()
    assert sorted(one for one in kept if one not in KEPT and not one.isdigit()) == []

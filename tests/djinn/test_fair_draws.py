"""Draws of Djinn that can be checked through the pages."""

import contextlib
import html
import io
import json
import re
from pathlib import Path

import pytest

from companion.games.djinn.setup import challenges
from companion.storage.connections import writing
from companion.table import store
from companion.table.play import find_table
from tests.djinn.fair_games import drawn
from tests.record import read_entry

pytestmark = pytest.mark.usefixtures("empty")

FAIR = "Everything that was drawn follows from the secret"


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("rerolled", [(), ("layout",), ("all", "djinn")])
@pytest.mark.parametrize("options", [{}, {"first_game": "y", "deck": 15}])
def test_the_lines_of_python_print_what_the_table_drew(app, ann, play, rerolled, options):
    code, _ = play(*rerolled, **options)
    page = told(ann, code)
    assert printed(page) == drawn(app, code)
    assert FAIR in page


def told(host, code):
    """Show the secret of a game that has ended; give the page that checks it."""
    assert host.post(f"/djinn/{code}/tell-secret", seen=10_000).location == f"/djinn/{code}/fair#secret"
    return html.unescape(host.get(f"/djinn/{code}/fair?all=1").text)


def printed(page):
    """Read what the page's lines of Python print."""
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1]
    assert len(lines.splitlines()) in (10, 11)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(lines, {})
    return [eval(line) for line in printed.getvalue().splitlines()]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lines_of_python_print_what_a_table_of_more_drew(app, ann, open_djinn, players):
    code = open_djinn(ann, players=players)
    ann.post(f"/djinn/{code}/count", seat=0, box="corks", value=1)
    ann.post(f"/djinn/{code}/finish", seen=10_000)
    page = told(ann, code)
    assert printed(page) == drawn(app, code)
    assert FAIR in page


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", ["alone_win", "alone_loss", "alone_last"])
def test_a_table_of_an_older_companion_is_checked_as_ever(app, ann, open_djinn, name):
    """Its end had shown the secret; now the host shows it once more, and the lines print the same."""
    file = json.loads((Path(__file__).parent / "logs" / f"{name}.json").read_text())
    code = open_djinn(ann, players=1, deck=12)
    with app.app_context():
        game = find_table(code).game
        with writing() as db:
            db.execute("DELETE FROM log WHERE code = ?", [code])
            for row in file["log"]:
                store.write_entry(db, code, read_entry(game, row), op=f"old-{row['seq']}")
    assert "Show the secret" in ann.get(f"/djinn/{code}/fair").text
    assert FAIR not in ann.get(f"/djinn/{code}/fair").text
    page = told(ann, code)
    assert printed(page) == drawn(app, code)
    assert FAIR in page


def test_the_lines_stop_at_another_secret(ann, play):
    code, _ = play()
    page = told(ann, code)
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)[1]
    secret = re.search(r"secret, words = '(\w)", lines)[1]
    with pytest.raises(AssertionError):
        exec(lines.replace(f"secret, words = '{secret}", f"secret, words = '{'0' if secret != '0' else '1'}"), {})


def test_the_secret_is_told_only_after_the_game(app, ann, play):
    code, texts = play()
    with app.app_context():
        state = find_table(code).state
    seed = challenges.seed_of(state.secret)
    for text in texts:
        assert state.commitment[:8] in text
        assert state.secret not in text
        assert seed not in text
    assert state.secret not in ann.get(f"/djinn/{code}/fair").text
    assert state.secret in told(ann, code)


@pytest.fixture
def ended(ann, bob, open_djinn):
    """Give the code of a game for three that Ann hosts, Bob plays in, and that has ended."""
    code = open_djinn(ann, players=3)
    bob.post(f"/t/{code}/sit", seat=1)
    ann.post(f"/djinn/{code}/count", seat=0, box="corks", value=1)
    assert ann.post(f"/djinn/{code}/finish", seen=10_000).status_code == 303
    return code


def test_an_end_shows_nothing_of_the_draws(ann, bob, phone, ended, state):
    for one in (ann, bob, phone()):
        page = one.get(f"/djinn/{ended}/fair").text
        assert state(ended).secret not in page
        assert FAIR not in page
    assert state(ended).secret not in ann.get(f"/t/{ended}/export.json").text
    assert bob.get(f"/t/{ended}/export.json").status_code == 403
    assert ">Export this table" not in bob.get(f"/t/{ended}/menu").text.replace("</svg> ", "</svg>")


def test_only_the_host_shows_the_secret_and_only_at_the_end(ann, bob, ended, open_djinn):
    running = open_djinn(ann)
    answer = ann.post(f"/djinn/{running}/tell-secret", seen=10_000)
    assert (answer.status_code, "stays hidden until the game is finished" in answer.text) == (422, True)
    assert bob.post(f"/djinn/{ended}/tell-secret", seen=10_000).status_code == 403
    assert "The host can show the secret." in bob.get(f"/djinn/{ended}/fair").text
    told(ann, ended)
    answer = ann.post(f"/djinn/{ended}/tell-secret", seen=10_000)
    assert (answer.status_code, "already revealed" in answer.text) == (422, True)


def test_an_end_whose_secret_is_shown_stands(ann, bob, ended, state, seq):
    """Else the next draws of a game that goes on would be known."""
    told(ann, ended)
    assert bob.get(f"/t/{ended}/export.json").status_code == 200
    for entry in (seq(ended), seq(ended) - 1):
        answer = ann.post(f"/t/{ended}/undo", entry=entry)
        assert answer.status_code == 422
    assert state(ended).finished
    assert "so the game is over for good" in ann.get(f"/t/{ended}/log").text


def test_an_end_that_showed_nothing_can_be_taken_back(ann, ended, state, seq):
    assert ann.post(f"/t/{ended}/undo", entry=seq(ended)).status_code == 303
    assert not state(ended).finished

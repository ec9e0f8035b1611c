"""Words of the players' own before the first draw, in every game."""

import json
from dataclasses import replace

import pytest
from markupsafe import escape

from tests import scenes
from tests.kit.finished_games import BEGIN, HOSTILE, OPENING, fair, seated


@pytest.mark.thorough(one_in=3)
def test_a_word_is_said_shown_and_draws_anew(evening):
    before = evening.state
    answer = evening.host.post(
        f"/{evening.game}/{evening.code}/word", data={"seat": 1, "word": f"  {HOSTILE} "} | evening.op()
    )
    assert (answer.status_code, answer.location) == (303, f"/{evening.game}/{evening.code}/fair#words")
    state = evening.state
    assert state.words == ((1, HOSTILE.replace("\u202e", "")),)
    assert (state.commitment, state.secret) == (before.commitment, before.secret)
    assert state.drawn.keys() == before.drawn.keys()
    assert len(evening.table.entries[-1].events) > 1  # what was drawn is drawn anew, if only to come out the same
    assert state != replace(before, words=state.words) or len(before.drawn) == 1
    page = evening.host.get(f"/{evening.game}/{evening.code}/fair").text
    assert f"<bdi>{escape(state.words[0][1])}</bdi>" in page
    assert "adds a word to the draws" in evening.host.get(f"/t/{evening.code}/log").text
    exported = json.loads(evening.host.get(f"/t/{evening.code}/export.json").text)
    assert exported["log"][-1]["events"][0]["word"] == state.words[0][1]


@pytest.mark.thorough(one_in=3)
def test_a_word_stays(evening):
    """Else somebody could try words until the draws suit them."""
    evening.tap("word", {"seat": 1, "word": "Karneol"})
    undo = evening.host.post(f"/t/{evening.code}/undo", data={"entry": evening.table.seq} | evening.op())
    assert (undo.status_code, "everyone has seen it" in undo.text) == (422, True)
    assert 'id="undo"' not in evening.host.get(f"/{evening.game}/{evening.code}/fair").text
    again = evening.host.post(f"/{evening.game}/{evening.code}/word", data={"seat": 1, "word": "Opal"} | evening.op())
    assert (again.status_code, "already added a word" in again.text) == (422, True)
    assert evening.tap("word", {"seat": 0, "word": "Opal"}) == 303
    assert [word for _, word in evening.state.words] == ["Karneol", "Opal"]


@pytest.mark.parametrize(
    ("word", "status"), [("x" * 40, 303), ("👨‍👩‍👧‍👦" * 20, 303), ("", 422), ("x" * 41, 422), (" ", 422), ("⠀", 422)]
)
def test_a_word_has_1_to_40_characters(app, word, status):
    evening = scenes.Evening(app, "emperor", OPENING["emperor"])
    assert evening.tap("word", {"seat": 1, "word": word}) == status


@pytest.mark.thorough(one_in=3)
def test_each_player_says_a_word_for_oneself(evening):
    bob, watcher = seated(evening, 1), evening.app.test_client()
    watcher.post(f"/t/{evening.code}/watch")
    address = f"/{evening.game}/{evening.code}/word"
    for phone, seat, status in ((watcher, 1, 403), (bob, 0, 403), (bob, 1, 303), (evening.host, 2, 303)):
        assert phone.post(address, data={"seat": seat, "word": "Opal"} | evening.op()).status_code == status
    assert evening.state.words == ((1, "Opal"), (2, "Opal"))
    assert 'name="word"' not in fair(evening, phone=watcher)
    assert 'name="word"' not in fair(evening, phone=bob)
    assert 'name="word"' in fair(evening)


@pytest.mark.thorough(one_in=3)
def test_no_word_counts_once_play_has_begun(evening):
    for tap in BEGIN.get(evening.game, [("begin", {})]):
        assert evening.tap(*tap) == 303
    assert evening.tap("word", {"seat": 1, "word": "Karneol"}) == 422
    assert 'name="word"' not in fair(evening)

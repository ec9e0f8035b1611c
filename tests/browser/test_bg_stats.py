"""Plays handed to BG Stats as a whole, with the numbers of games; players renamed, hidden, and called as before."""

import json

import pytest

from tests.browser.test_page_layout import play

pytestmark = pytest.mark.browser


@pytest.fixture
def ann(phone):
    """Give a phone that has finished a game of Ann and Zacharias."""
    ann = phone()
    code = ann.open_table("first_game", names=("Ann", "Zacharias"))
    play(ann, code, "count", seat="0", box="bottles", value="3")
    play(ann, code, "finish")
    return ann


def test_plays_leave_for_bg_stats_with_the_numbers_of_their_games(ann):
    ann.go("scores/?player=Zacharias").tap("#along summary")
    ann.tap("a:has-text('These plays for BG Stats')")
    ann.tap("#numbers summary")
    field = ann.page.locator("label:has-text('Djinn') input[inputmode=numeric]").first
    field.fill("4711")
    ann.tap("#numbers button")
    ann.sees("#numbers")
    found = json.loads(ann.download("a:has-text('These plays for BG Stats (JSON)')"))
    assert {player["name"] for player in found["players"]} >= {"Ann", "Zacharias"}
    assert [game["bggId"] for game in found["games"] if game["name"] == "Djinn"] == [4711]


def test_a_player_is_renamed_hidden_and_called_as_before(ann):
    ann.go("scores/player/Zacharias").tap("#person summary")
    ann.page.fill("#person [name=name]", "Zach")
    ann.tap("#person button:has-text('Rename everywhere')")
    ann.at("/scores/player/Zach")
    for button in ("Hide from lists", "Show in lists"):
        ann.go("scores/player/Zach").tap("#person summary")
        ann.tap(f"button:has-text('{button}')")
        ann.misses("#person")
        ann.quiet()
    ann.go("scores/players").tap("summary:has-text('Who was renamed')")
    ann.tap("li:has-text('Zach') button:has-text('Undo this change')")
    ann.misses("li:has-text('Zach') button:has-text('Undo this change')")
    ann.quiet()
    ann.go("scores/player/Zacharias").reads("h1", "Zacharias")

"""What a box has and a phone shows: three quest markers, kept city cards, Masters, skills for story, any total."""

import re

import pytest

from companion.games.tales import game as tales
from companion.games.tales.box.corrections import Box, from_toml, to_toml
from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import BoxNoted
from companion.games.tales.play import end_of_turn
from companion.games.tales.play.award import award
from companion.games.tales.scoring.hero_sheet import headings, sheet
from companion.games.tales.state import Encounter
from companion.games.tales.state.heroes import Place
from companion.games.tales.text.brought_back import brings_back
from companion.table.log import Refusal, changed
from tests import scenes
from tests.tales import scenes as of_tales
from tests.tales.conftest import hero
from tests.tales.scenes import THREE, begun

NAMES = ("Ann", "Bob", "Cem")


def test_a_hero_has_three_quest_markers(game, after):
    """Rules, Setup; they all leave the board with the quest."""
    state = game(quest="The Roc", quest_turn=-1, markers={"origin": "Basra"})
    for marker, place in (("quest", "Mecca"), ("quest_2", "Lhasa"), ("quest_3", "Cairo")):
        state = after(state, end_of_turn.place_marker, seat=0, marker=marker, place=place)
    assert [*hero(state).markers.values()] == ["Basra", "Mecca", "Lhasa", "Cairo"]
    tales.check(state, 3)
    ended = after(state, end_of_turn.end_quest, done=True, quest="The Lamp")
    assert hero(ended).markers == {"origin": "Basra"}
    with pytest.raises(Refusal, match="one of the markers"):
        end_of_turn.place_marker(state, seat=0, marker="quest_4", place="Cairo")


def test_a_kept_city_card_shows_on_its_hero(app, game):
    assert sheet(game(cards={"Basra": 0}).heroes[0]).cards == ("Basra",)
    evening = scenes.Evening(app, "tales", THREE, [*begun(), ("keep-card", {"seat": 0, "card": "Basra"})])
    assert "City card: <bdi>Basra</bdi>" in evening.host.get(f"/tales/{evening.code}/heroes").text


def test_after_a_master_only_its_heading_is_read(game):
    """Rules, Master skills."""
    ann = game(skills={"luck": "master", "magic": "master"}, statuses=("lost",)).heroes[0]
    assert headings(ann, "magic") == (("Magic", True),)
    assert len(headings(ann)) == 3


def test_the_phone_that_reads_the_book_is_told_whose_master_it_is(app):
    moves = [*begun(), of_tales.award(mastered="magic"), ("number", {"number": 842})]
    evening = scenes.Evening(app, "tales", THREE, moves)
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    assert "list a Master skill of Ann?" in page
    assert evening.tap("master", {"skill": "magic", "paragraph": 843}) == 303
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    said = re.search(r"Headings of Ann:\s*<strong>(.*?)</strong>", page, re.DOTALL)[1]
    assert " ".join(said.split()) == "Magic (Master)"


def test_a_step_of_story_may_bring_a_skill(game, after):
    """FAQ, Gaining skills for story points: its heading speaks of skills, its example of wealth."""
    state = changed(game(), noted=BoxNoted(skills=("5",)))
    state = after(state, award, story=5)
    assert (hero(state).wealth, hero(state).rewards) == ("respectable", (3, 5))
    tales.check(state, 3)
    with pytest.raises(ValueError, match="no state of Tales"):
        tales.check(changed(state, noted=BoxNoted(skills=("99",))), 3)


def test_a_box_keeps_which_steps_bring_a_skill(app):
    box = Box(skills=("5", "8"))
    assert from_toml(to_toml(box)) == box
    for wrong in ('skills = ["0"]', 'skills = "5"', "skills = [5]"):
        with pytest.raises(Refusal):
            from_toml("companion_tales_box = 1\n" + wrong)


def test_an_owner_enters_which_steps_bring_a_skill(app):
    evening = scenes.Evening(app, "tales", THREE)
    rows = {"step-0": 3, "wealth-0": 1, "step-1": 6, "wealth-1": "", "skill-1": "y"}
    with scenes.boxed(app, "tales", Box()):
        assert evening.host.post("/tales/box/rewards", data=rows).status_code == 303
        assert "At 6 story points: a skill" in evening.host.get("/tales/box").text
        page = evening.host.get("/tales/box/rewards").text
        assert 'name="skill-1"' in page


@pytest.mark.parametrize(
    ("form", "total"), [({"total": 14}, 14), ({"total": 20, "other": 6}, 6), ({"total": 20, "other": 40}, 40)]
)
def test_a_goal_has_any_total_from_six_to_forty(app, form, total):
    assert scenes.Evening(app, "tales", {"count": 3} | form, copied=False).state.total == total


# What an undo brings back


def test_a_turn_that_goes_on_says_where(game):
    met = changed(game(), encounter=Encounter(paragraph=842))
    ended = [ev.TurnEnded(0)]
    assert str(brings_back(met, ended, NAMES)) == "Ann's turn goes on at paragraph 842."
    drawn = changed(game(), encounter=Encounter(card="city"))
    assert str(brings_back(drawn, ended, NAMES)) == "Ann's turn goes on: City card."
    assert str(brings_back(game(), ended, NAMES)) == "Ann's turn goes on."


def test_a_hero_stands_as_before(game):
    state = game(destiny=3, statuses={"lost": 0}, place=Place("city", 2, "Basra"))
    said = str(brings_back(state, [ev.StatusLost(0, "lost")], NAMES))
    assert said == "Ann has again: Destiny 3, Story 0, Poor and Lost."
    moved = ev.HeroMoved(0, "", "other", carried=True)
    assert str(brings_back(state, [moved], NAMES)) == "Ann is here again: Basra; Lost."
    assert str(brings_back(game(), [moved], NAMES)) == "Ann is here again: Baghdad."
    assert brings_back(state, [ev.LineTold(0, "So.")], NAMES) is None


def test_the_phone_that_takes_back_reads_it(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), ("number", {"number": 842}), ("destiny", {"face": 1})])
    assert evening.tap("end-turn", {"seat": 0}) == 303
    answer = evening.host.post(
        f"/t/{evening.code}/undo",
        data={"entry": evening.table.seq, "back": f"/tales/{evening.code}/turn"} | evening.op(),
        headers={"HX-Request": "true", "HX-Target": "main"},
        follow_redirects=True,
    )
    assert "turn goes on at paragraph 843." in answer.text

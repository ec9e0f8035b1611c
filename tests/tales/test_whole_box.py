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


def test_all_markers_show_on_their_hero_and_where_they_are_laid(app):
    laid = [("marker", {"seat": 0, "marker": m, "place": p}) for m, p in (("quest", "Mecca"), ("quest_3", "Lhasa"))]
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *laid, ("marker", laid[0][1] | {"marker": "quest_2"})])
    for page in ("heroes", "turn?doing=later"):
        shown = evening.host.get(f"/tales/{evening.code}/{page}").text
        for said in ("Quest: <bdi>Mecca", "Quest 2: <bdi>Mecca", "Quest 3: <bdi>Lhasa"):
            assert said in shown, page
    for marker in ("quest", "quest_2", "quest_3"):
        assert f'name="marker" value="{marker}"' in shown


def test_a_named_treasure_that_nobody_has_is_found_in_the_deck(app, game):
    """Rules, Resolve the encounter: only of one without a name is a card drawn."""
    assert award(game(), treasure="Lamp") == [ev.TreasureGained(0, "Lamp")]
    evening = scenes.Evening(app, "tales", THREE)
    rules = " ".join(evening.host.get("/tales/rules?section=awards").text.split())
    assert "if nobody has it, find it in the deck. If none is named, draw one" in rules
    answer = evening.host.get(f"/tales/{evening.code}/ask?about=named_treasure").text
    assert "look for it in the deck" in answer


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
    assert "of Ann&#39;s Master skills?" in page
    assert evening.tap("master", {"skill": "magic", "paragraph": 843}) == 303
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    said = re.search(r"Ann may use:\s*<strong>(.*?)</strong>", page, re.DOTALL)[1]
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
    ("form", "total"),
    [({"total": one}, one) for one in (12, 14, 20)]
    + [({"total": 20, "other": 6}, 6), ({"total": 12, "other": 17}, 17), ({"total": 20, "other": 40}, 40)],
)
def test_a_goal_has_any_total_from_six_to_forty(app, form, total):
    assert scenes.Evening(app, "tales", {"count": 3} | form, copied=False).state.total == total


@pytest.mark.parametrize("total", [5, 41])
def test_no_goal_has_fewer_or_more(app, total):
    fields = {"count": 1, "total": 20, "other": total, "players-0-name": "Ann", "players-0-colour": "red"}
    answer = app.test_client().post("/tales/new", data=fields)
    assert answer.status_code == 422
    assert "A goal must be 6 to 40 points." in answer.text


# What an undo brings back


def test_a_turn_that_goes_on_says_where(game):
    met = changed(game(), encounter=Encounter(paragraph=842))
    ended = [ev.TurnEnded(0)]
    assert str(brings_back(met, ended, NAMES)) == "Ann's turn goes on at paragraph 842."
    drawn = changed(game(), encounter=Encounter(card="city"))
    assert str(brings_back(drawn, ended, NAMES)) == "Ann's turn goes on: City card."
    assert str(brings_back(game(), ended, NAMES)) == "Ann's turn goes on."


HAD = {
    "destiny": 4,
    "story": 3,
    "wealth": "rich",
    "statuses": {"lost": 0},
    "skills": {"luck": "master", "magic": "talent"},
    "treasures": ("Lamp",),
    "cards": {"Basra": 0},
    "quest": "The Roc",
    "markers": {"quest": "Mecca", "quest_2": "Lhasa", "destination": "City of Brass"},
    "place": Place("city", 2, "Basra"),
}
STOOD = "Ann gets these back: Destiny 4, Story 3, Rich"


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([ev.PointsChanged(0, 1, 1)], f"{STOOD} and Lost."),
        ([ev.SkillTrained(0, "luck", "talent")], "Ann gets these back: Luck (Master) and Magic."),
        ([ev.TreasureLost(0, "Lamp")], f"{STOOD} and Lamp."),
        ([ev.WealthChanged(0, "princely"), ev.TreasureSold(0, "Lamp", 1, "princely")], f"{STOOD}, Lost and Lamp."),
        ([ev.CityCardPlayed(0, "Basra", 4)], "Ann gets these back: the city card Basra."),
        (
            [ev.QuestEnded(0, "The Roc", True), ev.QuestGot(0, "The Lamp")],
            "Ann gets these back: the quest The Roc, the Quest marker on Mecca and the Quest 2 marker on Lhasa.",
        ),
        ([ev.MarkerPlaced(0, "quest_2", "Cairo")], "Ann gets these back: the Quest 2 marker on Lhasa."),
        (
            [ev.HeroMoved(0, "L", "power", 0, "City of Brass"), ev.MarkerRemoved(0, "destination")],
            "Ann is back at: Basra. Ann gets these back: the Destination marker on City of Brass.",
        ),
        (
            [ev.HeroDied(0)],
            "Ann is back at: Basra; Lost. Ann gets these back: Destiny 4, Story 3, "
            "Rich, Lamp, the Quest marker on Mecca, "
            "the Quest 2 marker on Lhasa and the Destination marker on City of Brass.",
        ),
        (
            [ev.WealthChanged(0, "respectable"), ev.WealthChanged(1, "respectable")],
            f"{STOOD} and Lost. Bob gets these back: Destiny 0, Story 0 and Poor.",
        ),
        (
            [ev.TreasureGained(1, "Lamp", 0)],
            f"Bob gets these back: Destiny 0, Story 0 and Poor. {STOOD} and Lamp.",
        ),
        ([ev.HeroMoved(0, "", "other", carried=True), ev.StatusLost(0, "lost")], "Ann is back at: Basra; Lost."),
        ([ev.MarkerPlaced(0, "origin", "Cairo")], "None"),
        ([ev.CityCardKept(0, "Cairo")], "None"),
    ],
)
def test_an_undo_says_what_is_back(game, events, said):
    assert str(brings_back(game(**HAD), events, NAMES)) == said


def test_a_hero_stands_as_before(game):
    state = game(destiny=3, statuses={"lost": 0}, place=Place("city", 2, "Basra"))
    said = str(brings_back(state, [ev.StatusLost(0, "lost")], NAMES))
    assert said == "Ann gets these back: Destiny 3, Story 0, Poor and Lost."
    moved = ev.HeroMoved(0, "", "other", carried=True)
    assert str(brings_back(state, [moved], NAMES)) == "Ann is back at: Basra."  # Lost had not ended
    assert str(brings_back(state, [moved, ev.StatusLost(0, "lost")], NAMES)) == "Ann is back at: Basra; Lost."
    assert str(brings_back(game(), [moved], NAMES)) == "Ann is back at: Baghdad."
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

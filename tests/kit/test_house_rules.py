"""House rules of a table: switched at their question, told, taken back, and obeyed."""

import re

import pytest

from companion.games.djinn.facts import BOSS
from companion.games.djinn.play.calculator import Mage, can, of_every_colour, power
from companion.games.djinn.state.house_rules import HOUSE_RULES, switch_rule
from companion.games.djinn.state.model import State
from companion.kit.house_rules import House, RuleSwitched, by_question, question_of, switched, take_over, tell
from companion.table.log import Refusal
from companion.web import LANGUAGES
from tests import scenes
from tests.scenes import GAMES

SWITCHED = [game for game in GAMES if hasattr(scenes.module(game, "pages.views"), "HOUSE_RULES")]
ON = RuleSwitched("boss_colour", True)


def test_a_rule_is_switched_on_and_off():
    state = switched(State(), ON)
    assert switch_rule(State(), rule="boss_colour", on=True) == [ON]
    assert switch_rule(state, rule="boss_colour", on=True) == []
    assert switch_rule(state, rule="boss_colour", on=False) == [RuleSwitched("boss_colour", False)]
    assert switched(state, RuleSwitched("boss_colour", False)) == State()


def test_what_was_switched_before_is_taken_over():
    assert take_over(State(), rules={"boss_colour"}) == [ON]
    assert take_over(switched(State(), ON), rules={"boss_colour"}) == []


def test_all_who_play_switch_the_house_rules_but_those_of_the_war_game():
    hosts = {game: scenes.module(game).game.start().by_host for game in SWITCHED}
    assert hosts == dict.fromkeys(SWITCHED, False) | {"war_game": True}


def test_of_several_answers_to_one_question_one_holds():
    state = switched(switched(State(), RuleSwitched("column=1", True)), RuleSwitched("column=2", True))
    assert state.rules_on == state.in_force == {"column=2"}
    assert switched(state, RuleSwitched("column=1", False)) == state
    assert by_question(["walls", "column=1", "column=2"]) == {"walls": ["walls"], "column": ["column=1", "column=2"]}


def test_another_rule_is_refused():
    with pytest.raises(Refusal, match="no such house rule"):
        switch_rule(State(), rule="free_beer", on=True)


def test_a_switch_is_told():
    assert tell(ON, HOUSE_RULES) == f"House rule: {HOUSE_RULES['boss_colour'].on}"
    assert tell(RuleSwitched("boss_colour", False), HOUSE_RULES) == f"House rule: {HOUSE_RULES['boss_colour'].off}"
    assert "this Companion doesn't know" in tell(RuleSwitched("free_beer", True), HOUSE_RULES)


def test_by_the_house_rule_every_bonus_counts_against_a_boss():
    mage = Mage(2, {"brown": 2, "blue": 1}, 3)
    [every] = of_every_colour([mage])
    assert power(mage, [BOSS, "brown"]) == 4
    assert power(every, [BOSS, "brown"]) == 7
    hand = {"magic": 0, "coins": 3, "circles": 1, "bottles": {}, "corks": 0}
    there = [BOSS]  # 4 to catch
    assert not can([BOSS], there=there, mages=[mage], **hand).possible
    assert can([BOSS], there=there, mages=[mage], house={"boss_colour"}, **hand).possible


def test_by_the_house_rule_djinn_of_the_same_catch_make_the_boss_cheaper():
    hand = {"mages": [], "magic": 8, "coins": 0, "circles": 2, "bottles": {}, "corks": 0}
    there = ["brown", "blue", BOSS]  # 4 + 2 + 2, and the blue one is left; the brown one comes free
    assert can([BOSS, "brown"], there=there, **hand).strength == 8
    assert can([BOSS, "brown"], there=there, house={"others_first"}, **hand).strength == 6


@pytest.mark.parametrize("game", SWITCHED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_belongs_to_a_question_that_is_our_reading(game, language):
    pages = scenes.module(game, "pages.views")
    for id in pages.HOUSE_RULES:
        assert "reading" in pages.book(language).answers.by_id[question_of(id)].sure
    assert isinstance(scenes.module(game, "state").State(), House)


def test_a_table_switches_a_rule_at_its_question_and_its_calculator_obeys(ann, bob, table, state):
    asked = f"/djinn/{table}/ask?about=boss_colour"
    assert "No colour bonus applies against a Boss." in ann.get(asked).text
    answer = ann.post(f"/djinn/{table}/house-rule", rule="boss_colour", on="y", htmx=True)
    assert answer.status_code == 303
    assert answer.location == f"{asked}&made=1#house-boss_colour"
    after = ann.live(asked, "main")
    assert "Back to our reading" in after.text
    assert state(table).rules_on == {"boss_colour"}
    assert "every colour bonus helps" in bob.get(f"/djinn/{table}/rules").text
    assert "every colour bonus helps" in ann.get(f"/t/{table}/log").text
    slot, space = next(iter(state(table).spaces.items()))
    hand = "magic=4&coins=9&circles=1&boss=y&mages-0-power=3&mages-0-brown=9&mages-0-price=0"
    assert len(space.djinn) == 3  # so that the Boss needs 10, more than 4 and 3
    assert "Magic Power needed" not in ann.get(f"/djinn/{table}/can?space={slot}&{hand}").text
    ann.post(f"/djinn/{table}/house-rule", rule="boss_colour")
    assert state(table).rules_on == frozenset()
    assert "Magic Power needed" in ann.get(f"/djinn/{table}/can?space={slot}&{hand}").text


def test_a_watcher_switches_nothing(ann, bob, table, state):
    assert bob.post(f"/djinn/{table}/house-rule", rule="boss_colour", on="y").status_code == 403
    assert 'name="rule"' not in bob.get(f"/djinn/{table}/ask?about=boss_colour").text
    assert state(table).rules_on == frozenset()


FOR_ALL = "A Boss counts as every colour when you catch it: every colour bonus helps."


def in_force(text):
    """Read which sentences a page says hold at its table."""
    return [one.strip() for one in re.findall(r"At this table:</strong>\s*(?:<a[^>]*>)?([^<]+)", text)]


def test_a_switch_on_another_phone_shows_on_the_open_question(ann, table):
    for path in (f"/djinn/{table}/ask?about=boss_colour", f"/djinn/{table}/rules"):
        page = ann.get(path).text
        asked = re.search(r'id="found"[^>]*hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
        assert ann.live(asked, "found").status_code == 204
        ann.post(f"/djinn/{table}/tick", step="board")
        assert not {FOR_ALL} & set(in_force(ann.live(asked, "found").text))
        ann.post(f"/djinn/{table}/house-rule", rule="boss_colour", on="y")
        assert {FOR_ALL} <= set(in_force(ann.live(asked, "found").text))
        ann.post(f"/djinn/{table}/house-rule", rule="boss_colour")
        ann.post(f"/djinn/{table}/untick", step="board")

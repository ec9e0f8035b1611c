"""Every answer that is our reading has its house rule, and what the app decides by it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import djinn
from companion.games.djinn.facts import BOSS, sheet
from companion.games.djinn.facts.city import CITY, beside_source
from companion.games.djinn.facts.events import BossFled, DjinnRefilled, SupplyBossCaught
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import hunt, movement
from companion.games.djinn.scoring import scoring, sheet_defaults
from companion.games.djinn.state import house_rules
from companion.kit.rules.questions import read_questions
from companion.table.log import Refusal
from tests.djinn.test_hunt import ANN, BOB, HUNT

ASKED = (Path(djinn.__file__).parent / "text" / "questions.toml").read_text(encoding="utf-8")
QUESTIONS, _ = read_questions(ASKED, ("en", "de"))
UNDECIDED = {"trade", "take_from_others", "djinn_lost", "hold_limit"}
"""Where the text is silent and the app decides nothing: there is nothing to switch."""


def by(*rules, **changes):
    return replace(HUNT, rules_on=frozenset(rules), **changes)


def test_every_reading_of_ours_has_its_switch():
    readings = {one.id for one in QUESTIONS if one.certainty == "reading"}
    assert readings - UNDECIDED == house_rules.HOUSE_RULES.keys()
    assert readings >= UNDECIDED


def test_no_two_begin_at_the_same_space():
    begun = {"turn": replace(HUNT.turn, seat=BOB, round=1), "paths": {ANN: ("b1",)}, "here": ()}
    assert movement.doubt(by(**begun), "b1") is None
    assert "Another player started here" in str(movement.doubt(by("first_turn_shared", **begun), "b1"))
    assert movement.doubt(by("first_turn_shared", **begun), "b2") is None
    later = begun | {"paths": {ANN: ("b1",), BOB: ("b2",)}}
    assert movement.doubt(by("first_turn_shared", **later), "b1") is None


def test_nobody_has_more_than_eight_mages():
    sheet.check([Sheet(mages=9)])
    sheet.check([Sheet(mages=8)], house={"mage_limit"})
    with pytest.raises(Refusal, match="must be 0 to 8"):
        sheet.check([Sheet(mages=9)], house={"mage_limit"})


@pytest.mark.parametrize(("in_bag", "come"), [(9, 3), (2, 2), (0, 0)])
def test_djinn_come_beside_the_source_for_a_boss_of_the_supply(in_bag, come):
    state = by("source_boss_refill", players=4, supply_bosses=6, bag=("blue",) * in_bag)
    caught, *drawn = hunt.catch_supply_boss(state, seat=ANN)
    assert caught == SupplyBossCaught(ANN)
    assert [one.slot for one in drawn] == [*beside_source(CITY)][:come]
    assert all(one.djinn == ("blue",) for one in drawn)
    assert hunt.catch_supply_boss(replace(state, rules_on=frozenset()), seat=ANN) == [caught]
    assert hunt.catch_supply_boss(replace(state, at_source=True), seat=ANN) == [caught]


def test_a_bag_with_too_few_gives_none():
    short = by("bag_empty", bag=("blue",))
    assert [type(one) for one in hunt.flee(short, slot="R1")] == [BossFled]
    for enough in (replace(short, rules_on=frozenset()), replace(short, bag=("blue", "blue"))):
        assert [type(one) for one in hunt.flee(enough, slot="R1")] == [BossFled, DjinnRefilled]
    assert hunt.flee(replace(short, bag=HUNT.bag), slot="R1") == hunt.flee(HUNT, slot="R1")


def test_what_bosses_are_worth_more_is_filled_in():
    caught = tuple((BOSS, "blue", BOSS) if seat == ANN else () for seat in range(HUNT.players))
    sheets = (Sheet(),) * HUNT.players
    assert sheet_defaults.sheet_of(by("boss_points", caught=caught, sheets=sheets), ANN).other == 10
    assert sheet_defaults.sheet_of(by(caught=caught, sheets=sheets), ANN).other == 0
    assert "other" in scoring.asked(by("boss_points", sheets=sheets), ANN)
    assert "other" not in scoring.asked(by(sheets=sheets), ANN)


def test_what_is_marked_printed_never_says_that_it_is_a_reading():
    said = re.compile(r"we read|text doesn't say|our reading|Auslegung|Text sagt nichts|Text schweigt")
    printed = [one for one in QUESTIONS if one.certainty == "printed"]
    assert [one.id for one in printed for words in one.words.values() if said.search(words.say)] == []


def test_rules_mark_the_same_readings_in_every_language():
    marks = {"en": "*our reading of the rulebook*", "de": "*unsere Auslegung der Regel*"}
    texts = {
        one: (Path(djinn.__file__).parent / "text" / f"rules.{one}.md").read_text(encoding="utf-8") for one in marks
    }

    def sections(language):
        parts = re.split(r"\{#(\w+)\}", " ".join(texts[language].split()))
        return {id: text.count(marks[language]) for id, text in zip(parts[1::2], parts[2::2], strict=True)}

    assert sections("en") == sections("de")
    assert (sections("en")["catacombs"], sections("en")["source"]) == (1, 1)

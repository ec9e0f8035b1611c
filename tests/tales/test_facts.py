"""What is printed and what is reported."""

from companion.games.tales.facts import BASICS, DECKS, LEVELS, REWARDS, SKILLS, STATUSES

NAMED = "beast_form blessed crippled diseased envious imprisoned insane lost married on_pilgrimage scorned sex_changed"
NAMED += " under_geas wounded"


def test_the_numbers_of_the_rules():
    assert (BASICS.total, BASICS.start, BASICS.skills, BASICS.geas) == (20, "poor", 3, 3)
    assert (BASICS.matrices[0], BASICS.matrices[-1], len(BASICS.matrices)) == ("A", "O", 15)
    assert [(one.story, one.wealth) for one in REWARDS] == [(3, 1)]
    assert (DECKS.encounters, DECKS.certainty) == (55, "reported")


def test_there_are_so_many_skills_and_statuses():
    assert (len(LEVELS), len(SKILLS), len(STATUSES)) == (7, 18, 28)
    assert {one for status in STATUSES.values() for one in status.holds} <= SKILLS.keys()


def test_fourteen_statuses_are_printed_by_name():
    assert sorted(id for id, one in STATUSES.items() if one.certainty == "printed") == sorted(NAMED.split())


def test_what_statuses_do():
    assert {id for id, one in STATUSES.items() if one.slower} == {"crippled", "diseased"}
    assert {id for id, one in STATUSES.items() if one.bars} == {"envious", "on_pilgrimage", "sex_changed", "under_geas"}
    assert {id: one.most for id, one in STATUSES.items() if one.most is not None} == {"imprisoned": 0, "lost": 1}

"""An award and all that follows from it: the worked examples."""

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.play.award import award
from companion.games.tales.state.heroes import Place
from companion.table.log import Refusal, changed
from tests.tales.conftest import SKILLS, hero


@pytest.mark.parametrize(
    ("has", "given", "then"),
    [
        ({"destiny": 2}, {"destiny": -3}, {"destiny": 0}),
        ({"wealth": "penniless"}, {"wealth": 2, "limit": "respectable"}, {"wealth": "respectable"}),
        ({"wealth": "poor"}, {"wealth": -2, "limit": "penniless"}, {"wealth": "penniless"}),
        (
            {"wealth": "princely", "treasures": ("Ebony Horse",)},
            {"wealth": 1, "limit": "poor"},
            {"wealth": "fabulous"},
        ),
        (
            {"wealth": "fabulous", "treasures": ("Ebony Horse",)},
            {"gone": "Ebony Horse"},
            {"wealth": "princely", "treasures": ()},
        ),
        ({"story": 1}, {"story": 4}, {"story": 5, "wealth": "respectable", "rewards": (3,)}),
        ({"story": 5, "rewards": (3,)}, {"story": 1}, {"story": 6, "wealth": "poor"}),
        ({"statuses": {"married": 0}}, {"statuses": ["married"], "destiny": 1}, {"destiny": 1}),
        ({"statuses": {"sex_changed": 0}}, {"statuses": ["sex_changed"]}, {"statuses": {}}),
        ({}, {"mastered": ["luck"], "unlearned": ["magic", "wisdom"]}, {"skills": {"luck": "master"}}),
        ({"skills": {}}, {"gained": ["piety"]}, {"skills": {"piety": "talent"}}),
        ({"statuses": {"lost": 0}}, {"cured": ["lost"]}, {"statuses": {}}),
    ],
)  # fmt: skip
def test_an_award_is_applied_with_all_that_follows(game, after, has, given, then):
    """Rules, Encounter 4; Wealth; FAQ, Statuses and Gaining skills."""
    assert {name: getattr(hero(after(game(**has), award, **given)), name) for name in then} == then


def test_an_award_is_for_whoever_has_the_turn(game):
    assert award(game(), seat=0, story=1) == award(game(), story=1)
    with pytest.raises(Refusal, match="another player's turn"):
        award(game(), seat=1, story=1)
    with pytest.raises(Refusal, match="nobody's turn"):
        award(changed(game(), turn=None), story=1)


def test_the_order_of_an_award_is_told(game):
    given = {"destiny": 1, "story": 3, "wealth": 1, "gained": ["luck"], "statuses": ["wounded"], "treasure": "Lamp"}
    events = award(game(), **given)
    assert events == [
        ev.PointsChanged(0, 1, 3),
        ev.WealthChanged(0, "respectable"),
        ev.SkillTrained(0, "luck", "master"),
        ev.StatusGained(0, "wounded", 1, 3),
        ev.TreasureGained(0, "Lamp"),
        ev.RewardTaken(0, 3),
        ev.WealthChanged(0, "rich"),
        ev.SkillsHeld(0, "wounded", ("magic",)),
    ]


# Statuses


def test_one_of_several_statuses_is_the_one_that_one_has_not(game, after):
    """FAQ, Receiving a status twice."""
    state = game(statuses={"lost": 0})
    assert [*hero(after(state, award, statuses=["scorned", "lost"], one_of=True)).statuses] == ["lost", "scorned"]
    assert [*hero(after(state, award, statuses=["scorned"], one_of=True)).statuses] == ["lost", "scorned"]
    both = game(statuses={"lost": 0, "wounded": 0})
    assert hero(after(both, award, statuses=["lost", "wounded"], one_of=True)).statuses == hero(both).statuses
    with pytest.raises(Refusal, match="You already have Lost: take a different one"):
        award(state, statuses=["lost"], one_of=True)
    with pytest.raises(Refusal, match="Choose one of these, and enter only that one: Scorned and Wounded"):
        award(state, statuses=["scorned", "wounded"], one_of=True)


def test_a_geas_ends_with_three_more_destiny(game, after):
    """FAQ, Under Geas; it starts from the destiny after its own award: our reading."""
    state = after(game(destiny=2), award, statuses=["under_geas"], destiny=2)
    assert hero(state).statuses == {"under_geas": 4}
    state = after(state, award, destiny=2)
    assert "under_geas" in hero(state).statuses
    assert "under_geas" not in hero(after(state, award, destiny=1)).statuses


def test_what_holds_skills_frees_them_when_it_goes(game, after):
    """Rules, Losing skills."""
    state = after(game(), award, statuses=["wounded"])
    assert hero(state).held == {"wounded": ("magic",)}
    state = after(state, award, gained=["seduction"])
    assert hero(state).held == {"wounded": ("magic", "seduction")}
    assert hero(after(state, award, cured=["wounded"])).held == {}
    assert hero(after(state, award, unlearned=["magic", "seduction"])).held == {}
    grieved = after(game(skills={"luck": "master", "magic": "talent"}), award, statuses=["grief_stricken"])
    assert hero(grieved).held == {"grief_stricken": ("magic",)}


def test_with_one_status_the_last_replaces_it(game, after):
    """Rules, Shorter games."""
    state = game(options={"one_status": True}, statuses={"wounded": 0}, held={"wounded": ("magic",)})
    state = after(state, award, statuses=["blessed", "married"])
    assert ([*hero(state).statuses], hero(state).held) == (["married"], {})


# Treasures


@pytest.mark.parametrize("typed", ["Ebony Horse", "ebony horse"])
def test_a_treasure_is_taken_from_whoever_has_it(game, after, typed):
    """Rules, Encounter 4; whoever loses the only one is Fabulous no longer."""
    state = game()
    bob = changed(state.heroes[1], treasures=("Ebony Horse",), wealth="fabulous")
    state = after(changed(state, heroes=(state.heroes[0], bob, state.heroes[2])), award, treasure=typed)
    assert [one.treasures for one in state.heroes] == [("Ebony Horse",), (), ()]
    assert state.heroes[1].wealth == "princely"


def test_a_treasure_that_a_hero_has_does_not_come_twice(game, after):
    """There is one card of each; logs of earlier hold that it came twice."""
    state = game(treasures=("Lamp",))
    assert award(state, treasure="lamp", strict=True) == [ev.PointsChanged(0, 0, 0)]
    assert hero(after(state, award, treasure="lamp")).treasures == ("Lamp", "Lamp")


def test_a_treasure_of_a_slave_goes_to_its_master_and_is_the_slaves_no_longer(game, after):
    state = game(treasures=("Lamp",), statuses={"enslaved": 0}, master=1)
    state = after(state, award, treasure="Lamp", strict=True)
    assert [one.treasures for one in state.heroes] == [(), ("Lamp",), ()]


def test_the_sultan_needs_no_treasure(game, after):
    """A card goes before the rules: our reading (other-games 3.5)."""
    state = game(wealth="fabulous", statuses={"sultan": 0}, treasures=("Lamp",))
    assert hero(after(state, award, gone="Lamp")).wealth == "fabulous"


# Death


def test_who_dies_begins_again_in_baghdad(game, after):
    """Rules, Death."""
    state = game(
        wealth="rich",
        destiny=6,
        story=5,
        rewards=(3,),
        skills=dict.fromkeys((*SKILLS, "piety"), "talent"),
        statuses={"wounded": 0},
        held={"wounded": ("magic",)},
        treasures=("Lamp",),
        markers={"origin": "Basra", "quest": "Mecca"},
        quest="The Roc",
        cards={"Basra": 0},
        place=Place("other", 4),
    )
    dead = hero(after(state, award, died=True))
    assert (dead.place, dead.wealth, dead.destiny, dead.story, len(dead.skills)) == (Place(), "poor", 6, 5, 4)
    assert (dead.statuses, dead.held, dead.treasures, dead.markers) == ({}, {}, (), {})
    assert (dead.quest, dead.cards, dead.deaths) == ("The Roc", {"Basra": 0}, 1)


# Refusals


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "First say what the award is"),
        ({"gained": [], "statuses": [], "cured": []}, "First say what the award is"),
        ({"limit": "rich", "one_of": True}, "First say what the award is"),
        ({"destiny": 99, "story": 1}, ""),
        ({"destiny": 100}, "at most 99 points"),
        ({"story": 100}, "at most 99 points"),
        ({"wealth": 1, "limit": "wealthy"}, "level of wealth"),
        ({"gained": ["juggling"]}, "one of the skills"),
        ({"statuses": ["hungry"]}, "one of the statuses"),
        ({"treasure": "x" * 40}, ""),
        ({"treasure": "x" * 41}, "up to 40 characters"),
        ({"gone": "Lamp"}, "have this treasure"),
    ],
)
def test_what_is_no_award(game, given, why):
    if not why:
        assert award(game(), **given)
        return
    with pytest.raises(Refusal, match=why):
        award(game(), **given)


@pytest.mark.parametrize("given", [{"nothing": True}, {"destiny": -1}, {"wealth": -1}, {"gone": "", "cured": ["lost"]}])
def test_an_award_that_changes_nothing_is_kept(game, after, given):
    """Else the page asks for it again and again: a Beggar with no destiny has nothing to lose."""
    state = game(wealth="beggar")
    assert award(state, **given) == [ev.PointsChanged(0, 0, 0)]
    assert after(state, award, **given) == state


def test_awards_come_in_a_turn(opened):
    with pytest.raises(Refusal, match="can't get an award now: it's nobody's turn"):
        award(opened(), destiny=1)

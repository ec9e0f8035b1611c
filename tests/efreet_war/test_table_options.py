"""How a table likes to play: where teammates sit, who attacks Resources, how much life, Emperors among eight."""

import pytest

from companion.games.efreet_war.pages.forms import EMPEROR_COUNTS
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring.rematch import opened_like
from companion.games.efreet_war.state import check
from companion.games.efreet_war.state.model import emperors, order, ring_of
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.circle import spots
from companion.kit.ring.counters import MOST_LIFE
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fold, opened


def by(rule, state):
    return fold(state, [RuleSwitched(rule, True)])


def test_teammates_sit_apart_by_the_house_rule():
    """Teams of two and three by turns; who has more players closes the round."""
    state = by("seats", begun(5))
    assert (state.teams, order(state)) == (((0, 1, 2), (3, 4)), (0, 3, 1, 4, 2))
    check(state, 5)
    assert fold(state, rules.end_turn(state)).turn == 3
    assert rules.left_team(state) == 1
    assert order(by("seats", begun(6, mode="emperor"))) == (0, 1, 2, 3, 4, 5)


def test_a_picture_joins_only_teammates_who_sit_beside_each_other():
    assert [mates for *_, mates in spots(ring_of(begun(5)), 0)] == [2, 0, 0, 1, 0]
    assert {seat: mates for seat, *_, mates in spots(ring_of(by("seats", begun(5))), 0)} == {
        0: 0,
        3: 0,
        1: 0,
        4: 0,
        2: 1,
    }


def test_an_emperor_attacks_no_resource_by_the_house_rule_while_a_teammate_plays():
    state = by("range", begun(6, mode="emperor", first=1))
    with pytest.raises(Refusal, match="an Emperor can't attack Resources"):
        rules.attack(state, resource="lamp")
    assert rules.attack(begun(6, mode="emperor", first=1), resource="lamp")
    assert rules.attack(by("range", begun(6, mode="emperor", first=0)), resource="lamp")
    assert rules.attack(by("range", begun(6, first=1)), resource="lamp")
    alone = fold(state, rules.eliminate(state, seats=[0, 2], by=[1, 1]))
    assert rules.attack(alone, resource="lamp")


def test_an_emperor_may_fall_alone_from_now_on():
    state = begun(6, mode="emperor")
    assert rules.eliminate(state, seats=[4], by=[0])[0].teams == (1,)
    assert rules.eliminate(by("emperor_ends", state), seats=[4], by=[0])[0].teams == ()


def test_what_is_chosen_at_the_opening_is_switched_at_the_table():
    state = opened(city_points_only=True, emperor_ends=False)
    assert state.rules_on == {"city", "emperor_ends"}
    assert (state.city_points_only, state.emperor_ends) == (True, False)
    back = fold(state, [RuleSwitched("city", False), RuleSwitched("emperor_ends", False)])
    assert (back.city_points_only, back.emperor_ends) == (False, True)
    assert (opened_like(back)["city_points_only"], opened_like(state)["emperor_ends"]) == (False, False)


def test_everybody_begins_with_the_life_that_was_chosen():
    state = opened(4, life=30)
    assert state.lives == (30,) * 4
    assert opened_like(state)["life"] == 30
    for life in (1, MOST_LIFE):
        assert opened(4, life=life).lives == (life,) * 4
    for life in (0, MOST_LIFE + 1):
        with pytest.raises(Refusal, match="1 to 99999 life"):
            opened(4, life=life)


@pytest.mark.parametrize("players", EMPEROR_COUNTS)
def test_emperors_sit_between_generals(players):
    """Any similar arrangement, regardless of size (Emperor, Playing the Game); of four, the inner seat on the right."""
    state = opened(players, mode="emperor")
    sizes = {len(team) for team in state.teams}
    assert len(sizes) == 1
    assert all(emperor in team[1:-1] for emperor, team in zip(emperors(state), state.teams, strict=True))
    starters = [team[team.index(emperor) + 1] for emperor, team in zip(emperors(state), state.teams, strict=True)]
    assert state.first in starters


def test_eight_are_four_against_four():
    state = opened(8, mode="emperor")
    assert (state.teams, emperors(state)) == (((0, 1, 2, 3), (4, 5, 6, 7)), (1, 5))
    assert len(opened(12, mode="emperor").teams) == 4

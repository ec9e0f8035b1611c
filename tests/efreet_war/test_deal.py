"""The deal and the teams: the worked examples of other-games 1.4, and every refusal."""

from collections import Counter
from random import Random

import pytest

from companion.games.efreet_war.facts import BY_ID, CARDS, GUARDIANS, RESOURCES, TRAPS, VICTORY
from companion.games.efreet_war.facts.events import FirstDrawn
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.state.model import State, emperors, living
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fold, opened
from tests.thorough import tries

# Facts


def test_the_table_holds_eighteen_points_and_guardians():
    assert sum(one.points for one in RESOURCES) == 18
    assert Counter((one.row, one.points) for one in RESOURCES) == {("front", 1): 7, ("back", 2): 4, ("back", 3): 1}
    assert (GUARDIANS, TRAPS, VICTORY.goal) == (18, 3, 10)
    assert len(CARDS.guardians) == 18
    assert len(CARDS.treasures) + TRAPS == len(RESOURCES) == 12
    assert sum(one.artifact for one in RESOURCES) == 4


# The deal


def test_d1_the_default_deal():
    state = opened()
    guards = {one.id: len(state.resources[one.id].guardians) for one in RESOURCES}
    assert Counter(guards.values()) == {1: 7, 2: 4, 3: 1}
    assert guards["king"] == 3
    assert {name for one in state.resources.values() for name in one.guardians} == set(CARDS.guardians)
    assert Counter(state.sealed.values()) == Counter([*CARDS.treasures, *CARDS.traps])
    assert state.sealed.keys() == BY_ID.keys()


@pytest.mark.parametrize("count", [1, 17, 19])
def test_d2_exactly_eighteen_guardians(rng, count):
    with pytest.raises(Refusal, match=r"exactly 18 different Guardians \(7 \+ 4 × 2 \+ 3\)"):
        rules.deal(State(), guardians=[f"Guard {n}" for n in range(count)], rng=rng)


def test_d2_all_different(rng):
    with pytest.raises(Refusal, match="not 17"):
        rules.deal(State(), guardians=["wall of ice", "Wall of Ice", *(f"Guard {n}" for n in range(16))], rng=rng)


@pytest.mark.parametrize("traps", [["Oubliette"], ["a", "b", "c", "d"], ["a", "A", "b"], ["a", "b", "Brass Man"]])
def test_exactly_three_traps(rng, traps):
    with pytest.raises(Refusal, match="exactly 3 different Traps"):
        rules.deal(State(), traps=traps, rng=rng)


def test_own_lists_are_dealt_and_dealt_again(rng):
    guards, traps = [f"Guard {n}" for n in range(18)], ["a", "b", "c"]
    state = fold(State(), rules.deal(State(), guardians=guards, traps=traps, rng=rng))
    again = fold(state, rules.deal(state, rng=rng))
    assert again != state
    for each in (state, again):
        assert {name for one in each.resources.values() for name in one.guardians} == set(guards)
        assert Counter(each.sealed.values()) == Counter([*CARDS.treasures, *traps])


def test_absurd_lists_are_refused(rng):
    for guards in (["x" * 41], [f"{n}" for n in range(1000)]):
        with pytest.raises(Refusal, match="one name per line"):
            rules.deal(State(), guardians=guards, rng=rng)


@pytest.mark.thorough
def test_every_card_lies_everywhere_equally_often():
    """Chi-square over thousands of deals, for one Guardian and one Trap; p = 0.001 at 11 degrees of freedom."""
    rng, under_what, guards, times = Random(7), Counter(), Counter(), tries(3_000, 12_000)
    for _ in range(times):
        (dealt,) = rules.deal(State(), rng=rng)
        under_what.update(id for id, card in dealt.sealed.items() if card == "Oubliette")
        guards.update(id for id, names in dealt.guardians.items() if "Serra Angel" in names)
    expected = {one.id: times * one.guardians / 18 for one in RESOURCES}
    assert sum((under_what[id] - times / 12) ** 2 / (times / 12) for id in BY_ID) < 31.26
    assert sum((guards[id] - much) ** 2 / much for id, much in expected.items()) < 31.26


# Teams


@pytest.mark.parametrize(
    ("players", "mode", "count", "sizes"),
    [
        (2, "free", 2, [1, 1]),
        (5, "free", 2, [1] * 5),
        (5, "teams", 2, [3, 2]),
        (7, "teams", 3, [3, 2, 2]),
        (6, "emperor", 2, [3, 3]),
        (8, "emperor", 2, [4, 4]),
        (9, "emperor", 2, [3, 3, 3]),
        (10, "emperor", 3, [5, 5]),
        (12, "emperor", 2, [3, 3, 3, 3]),
        (14, "emperor", 2, [7, 7]),
    ],
)
def test_teams_sit_side_by_side(players, mode, count, sizes):
    teams = rules.divide(players, mode=mode, count=count)
    assert [len(team) for team in teams] == sizes
    assert [seat for team in teams for seat in team] == list(range(players))


@pytest.mark.parametrize(
    ("players", "mode", "count"),
    [
        (1, "free", 1),
        (15, "free", 2),
        (4, "emperor", 2),
        (5, "emperor", 1),
        (7, "emperor", 2),
        (4, "teams", 5),
        (4, "x", 2),
    ],
)
def test_there_is_no_war_for_so_many(players, mode, count):
    with pytest.raises(Refusal):
        rules.divide(players, mode=mode, count=count)


def test_the_middle_of_a_team_is_its_emperor():
    state = opened(mode="emperor")
    assert emperors(state) == (1, 4)
    assert state.first in (2, 5)
    assert emperors(opened(mode="teams")) == ()


def test_seats_are_changed_before_the_war_only(rng):
    state = opened()
    assert fold(state, rules.swap(state, one=0, other=5)).teams == ((5, 1, 2), (3, 4, 0))
    assert sorted(living(fold(state, rules.mix(state, rng=rng)))) == list(range(6))
    assert rules.choose_first(state, seat=3) == [FirstDrawn(3)]
    with pytest.raises(Refusal, match="two different"):
        rules.swap(state, one=0, other=0)
    with pytest.raises(Refusal, match="one of the players"):
        rules.choose_first(state, seat=17)
    running = begun()
    for move in (
        lambda: rules.swap(running, one=0, other=5),
        lambda: rules.mix(running, rng=rng),
        lambda: rules.deal(running, rng=rng),
        lambda: rules.choose_first(running, seat=3),
        lambda: rules.begin(running),
    ):
        with pytest.raises(Refusal, match="has begun"):
            move()
    with pytest.raises(Refusal, match="already"):
        rules.open_game(
            state,
            players=6,
            mode="free",
            team_count=2,
            guardians=(),
            traps=(),
            emperor_ends=True,
            city_points_only=False,
            rng=rng,
        )

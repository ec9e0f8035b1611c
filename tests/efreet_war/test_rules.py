"""Who is out, what players ask, and what no sequence of moves can break."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.efreet_war.facts import BY_ID, CARDS, VICTORY
from companion.games.efreet_war.facts.events import (
    GuardianKilled,
    PlayersEliminated,
    ResourceClaimed,
    TurnEnded,
    WarBegun,
)
from companion.games.efreet_war.play import counters, rules
from companion.games.efreet_war.state import check, seen_by
from companion.games.efreet_war.state.model import DRAW, State, emperors, points, team_of
from companion.kit.ring.counters import Counted, LifeCounted, counted, dying, join
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, opened

# Who is out


@pytest.mark.parametrize(("seat", "worth"), [(4, 3), (3, 2), (5, 2)])
def test_d11_in_emperor_seating(seat, worth):
    state = begun(mode="emperor", emperor_ends=False)
    state = fold(state, rules.eliminate(state, seats=[seat], by=[0]))
    assert points(state)[0] == worth


def test_d11_elsewhere_everybody_is_worth_three():
    state = begun(4, mode="free")
    state = fold(state, rules.eliminate(state, seats=[2], by=[0]))
    assert points(state) == {0: 3, 1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize("by", [None, 1])
def test_nobody_earns_by_accident_or_from_the_own_side(by):
    state = begun(6, team_count=3)
    state = fold(state, rules.eliminate(state, seats=[2], by=[by]))
    assert set(points(state).values()) == {0}


def test_with_its_emperor_a_team_of_two_is_out():
    state = begun(mode="emperor")
    state = fold(state, rules.eliminate(state, seats=[4], by=[0]))
    assert (state.result, points(state)[0], set(state.fallen)) == (0, 3, {3, 4, 5})


@pytest.mark.parametrize(("options", "players"), [({"emperor_ends": False}, 6), ({"team_count": 3}, 9)])
def test_or_the_war_goes_on(options, players):
    state = begun(players, mode="emperor", **options)
    state = fold(state, rules.eliminate(state, seats=[4], by=[0]))
    assert (state.result, state.fallen) == (None, (4,))


def test_the_last_team_wins():
    state = begun(3, mode="free")
    state = fold(state, rules.eliminate(state, seats=[1], by=[2]))
    assert state.result is None
    state = fold(state, rules.eliminate(state, seats=[2], by=[None]))
    assert (state.result, points(state)) == (0, {0: 0, 1: 0, 2: 3})


def test_when_nobody_is_left_it_is_a_draw():
    state = begun(2, mode="free")
    assert fold(state, rules.eliminate(state, seats=[0, 1], by=[1, 0])).result == DRAW


def test_two_teams_reach_ten_at_once():
    """More Victory Points win, then the team whose turn it is (facts 1.6.10)."""
    state = begun(4, mode="free", first=1)
    for resource in ("ring", "ali", "city", "bazaar"):
        state = fight(state, resource)
    state = fold(state, [TurnEnded(1), TurnEnded(2), TurnEnded(3)])
    for resource in ("maruf", "lamp", "valley", "island", "library", "queen"):
        state = fight(state, resource)
    assert points(state) == {0: 7, 1: 7, 2: 0, 3: 0}
    both = rules.eliminate(state, seats=[2, 3], by=[0, 1])
    assert fold(state, both).result == 0
    assert fold(replace(state, turn=1), both).result == 1
    more = fold(replace(state, turn=0), [ResourceClaimed("old_man", 1, 1)])
    assert fold(more, both).result == 1


def test_who_falls_in_the_own_turn_ends_it_and_the_attack():
    state = begun(3, mode="free")
    state = fold(state, rules.attack(state, resource="valley"))
    state = fold(state, rules.eliminate(state, seats=[0], by=[None]))
    assert (state.turn, state.attacks, state.attacked) == (1, {}, ())


@pytest.mark.parametrize(
    ("seats", "by", "words"),
    [
        ([], [], "Choose who"),
        ([1], [], "Choose who"),
        ([1, 1], [0, 0], "Choose who"),
        ([17], [0], "already out"),
        ([1], [9], "Choose who did it"),
    ],
)
def test_a_wrong_elimination_is_refused(seats, by, words):
    with pytest.raises(Refusal, match=words):
        rules.eliminate(begun(), seats=seats, by=by)


def test_nobody_falls_twice():
    state = fold(begun(), [PlayersEliminated(((1, None, 0),), ())])
    with pytest.raises(Refusal, match="already out"):
        rules.eliminate(state, seats=[1], by=[0])


def test_turns_go_clockwise_past_the_fallen():
    state = fold(begun(), [PlayersEliminated(((1, None, 0),), ())])
    state = fold(state, rules.end_turn(state))
    assert state.turn == 2


def test_nothing_happens_before_the_war():
    for move in (
        lambda: rules.attack(opened(), resource="valley"),
        lambda: rules.eliminate(opened(), seats=[1], by=[0]),
        lambda: rules.end_turn(opened()),
    ):
        with pytest.raises(Refusal, match="n't begun"):
            move()


# Questions


def test_the_cheapest_way_to_ten():
    state = begun()
    assert (rules.missing(state, 0), rules.fewest(state, 0)) == (10, 5)
    state = fight(state, "ring")
    assert (rules.missing(state, 0), rules.fewest(state, 0)) == (8, 4)
    empty = replace(state, resources={id: replace(one, removed=True) for id, one in state.resources.items()})
    assert rules.fewest(empty, 0) is None


def test_no_phone_sees_a_sealed_card():
    state = begun()
    assert seen_by(state).sealed == {}
    with pytest.raises(Refusal, match="over yet"):
        rules.uncover_rest(state)
    over = replace(state, result=0)
    assert seen_by(over).sealed == {}
    told = fold(over, rules.uncover_rest(over))
    assert seen_by(told).sealed == over.sealed
    with pytest.raises(Refusal, match="face down any more"):
        rules.uncover_rest(told)


def test_a_death_stands_once_the_resource_is_claimed():
    """Without it the Resource would be claimed past a living Guardian (rules, Attacking 3)."""
    state = begun()
    guardian = state.resources["valley"].guardians[0]
    state = fold(state, rules.attack(state, resource="valley"))
    death = [GuardianKilled("valley", guardian)]
    settled = rules.resolve(fold(state, death), resource="valley", survived=True)
    assert fold(fold(state, death), settled) != fold(fold(state, settled), death)


def test_setting_up_stands_once_the_war_has_begun():
    state, anew = opened(), rules.deal(opened(), rng=Random(8))
    begin = [WarBegun()]
    assert fold(fold(state, anew), begin) != fold(fold(state, begin), anew)


def test_a_team_that_is_out_earns_nothing_any_more():
    """All that was a dead player's has left play (Emperor, Eliminating Players)."""
    state = begun(3, mode="free", team_count=3)
    state = fold(state, rules.eliminate(state, seats=[1], by=[None]))
    with pytest.raises(Refusal, match="still playing, or nobody"):
        rules.eliminate(state, seats=[0], by=[1])


def test_in_emperor_seating_the_first_turn_stays_with_the_left_hand_general():
    state = opened(6, mode="emperor", team_count=2)
    general = state.first
    emperor = next(one for one in emperors(state) if team_of(state, one) == team_of(state, general))
    state = fold(state, rules.swap(state, one=general, other=emperor))
    assert emperor not in emperors(state)
    assert state.first == emperor


def test_a_trap_is_no_treasure_however_it_is_written(rng):
    with pytest.raises(Refusal, match="3 different Traps"):
        rules.deal(State(), traps=["One", "Two", CARDS.treasures[0].lower()], rng=rng)


# Whatever happens


def ask(state, rng):
    """Ask for a random move; it may be refused."""
    resource, seat = rng.choice(sorted(BY_ID)), rng.randrange(state.players)
    guards, under_attack = state.resources[resource].guardians, sorted(state.attacks) or [resource]
    match rng.randrange(8):
        case 0 | 1:
            return rules.attack(state, resource=resource)
        case 2 | 3:
            resource = under_attack[0]
            guards = state.resources[resource].guardians
            return rules.kill_guardian(state, resource=resource, guardian=guards[0] if guards else "")
        case 4:
            return rules.resolve(state, resource=rng.choice(under_attack), survived=rng.random() < 0.7)
        case 5:
            held = state.artifacts.get(team_of(state, state.turn), ()) or ("",)
            answer = rng.choice(["gain", "remove", "leave"])
            return rules.claim_king(state, answer=answer, artifact=rng.choice(held))
        case 6 if rng.random() < 0.2:
            return rules.eliminate(state, seats=[seat], by=[rng.choice([None, *range(len(state.teams))])])
        case _:
            return rules.end_turn(state)


TABLES = [(2, "free", 2), (4, "teams", 2), (6, "emperor", 2), (9, "emperor", 3)]


@given(st.sampled_from(TABLES), st.randoms(use_true_random=False), st.integers(0, 150))
def test_eighteen_points_never_multiply(table, rng, count):
    """Each Resource counts at most once, all cards stay accounted for, and a war that goes on has no winner yet."""
    players, mode, teams = table
    state = begun(players, mode=mode, team_count=teams)
    for _ in range(count):
        with suppress(Refusal):
            state = fold(state, ask(state, rng))
    check(state, players)
    from_resources = [one for one in state.earned if one.resource]
    assert sum(one.points for one in from_resources) <= 18
    assert len({one.resource for one in from_resources}) == len(from_resources)
    assert sum(points(state).values()) == sum(one.points for one in state.earned)
    if state.result is None:
        assert max(points(state).values()) < VICTORY.goal


def test_everybody_has_a_life_that_is_counted_during_the_war():
    state = begun()
    seat = state.turn
    assert state.lives[seat] == 20
    state = fold(state, counters.change_life(state, seat=seat, by=-5, value=None))
    state = fold(state, counters.change_life(state, seat=seat, by=None, value=13))
    assert state.lives[seat] == 13
    assert join(LifeCounted(seat, -5), LifeCounted(seat, -2)) == LifeCounted(seat, -7)
    assert join(LifeCounted(seat, -5), LifeCounted(seat + 1, -2)) is None
    for choices, words in (({"by": 99_999}, "99999"), ({"by": None}, "Enter a number")):
        with pytest.raises(Refusal, match=words):
            counters.change_life(state, seat=seat, value=None, **choices)
    out = fold(state, [PlayersEliminated(((seat, None, 0),), ())])
    with pytest.raises(Refusal, match="already out"):
        counters.change_life(out, seat=seat, by=-1, value=None)


def test_poison_and_the_like_are_counted_and_never_below_nothing():
    state, seat = begun(), 1
    assert counters.change_life(state, seat=seat, by=4, value=None, counter="poison") == [Counted(seat, "poison", 4)]
    state = fold(state, counters.change_life(state, seat=seat, by=4, value=None, counter="poison"))
    assert (counted(state, seat, "poison"), counted(state, seat, "energy"), state.lives[seat]) == (4, 0, 20)
    assert counters.change_life(state, seat=seat, by=-9, value=None, counter="poison") == [Counted(seat, "poison", -4)]
    assert counters.change_life(state, seat=seat, by=None, value=4, counter="poison") == []
    for value in (-1, 1000):
        with pytest.raises(Refusal, match="0 to 999"):
            counters.change_life(state, seat=seat, by=None, value=value, counter="poison")
    assert join(Counted(1, "storm", 1), Counted(1, "storm", 2)) == Counted(1, "storm", 3)
    assert join(Counted(1, "storm", 1), Counted(1, "energy", 2)) is None


def test_no_life_or_ten_poison_asks_whether_a_player_is_out():
    state = begun()
    assert dying(state, range(6)) == []
    state = fold(state, [LifeCounted(2, -20), Counted(0, "poison", 10), Counted(1, "poison", 9)])
    assert dying(state, range(6)) == [0, 2]

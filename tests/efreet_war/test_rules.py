"""The worked examples of other-games 1.4, every refusal, and what no sequence of moves can break."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.efreet_war import rules
from companion.games.efreet_war.events import (
    AttackFailed,
    AudienceWon,
    CardUncovered,
    FirstDrawn,
    GuardianKilled,
    KingGained,
    PlayersEliminated,
    ResourceClaimed,
    TurnEnded,
    WarBegun,
)
from companion.games.efreet_war.facts import BY_ID, CARDS, GUARDIANS, RESOURCES, TRAPS, VICTORY
from companion.games.efreet_war.rules import points
from companion.games.efreet_war.state import DRAW, State, check, emperors, living, seen_by, team_of
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, opened, under

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
    with pytest.raises(Refusal, match=r"need exactly 18 \(7 \+ 4x2 \+ 3\)"):
        rules.deal(State(), guardians=[f"Guard {n}" for n in range(count)], rng=rng)


def test_d2_all_different(rng):
    with pytest.raises(Refusal, match="17 different"):
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
        with pytest.raises(Refusal, match="one name a line"):
            rules.deal(State(), guardians=guards, rng=rng)


def test_every_card_lies_everywhere_equally_often():
    """Chi-square over 12,000 deals, for one Guardian and one Trap; p = 0.001 at 11 degrees of freedom."""
    rng, under_what, guards = Random(7), Counter(), Counter()
    for _ in range(12_000):
        (dealt,) = rules.deal(State(), rng=rng)
        under_what.update(id for id, card in dealt.sealed.items() if card == "Oubliette")
        guards.update(id for id, names in dealt.guardians.items() if "Serra Angel" in names)
    expected = {one.id: 12_000 * one.guardians / 18 for one in RESOURCES}
    assert sum((under_what[id] - 1000) ** 2 / 1000 for id in BY_ID) < 31.26
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
        (9, "emperor", 3, [3, 3, 3]),
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
        (8, "emperor", 2),
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


# The attack


def test_d3_a_resource_is_claimed_with_what_lies_beneath():
    state = begun()
    card = state.sealed["valley"]
    state = fight(state, "valley")
    assert state.resources["valley"].status == "claimed"
    assert (state.resources["valley"].owner, points(state)) == (0, {0: 1, 1: 0})
    assert state.uncovered.card == state.resources["valley"].uncovered == card
    assert "valley" not in state.sealed


def test_d4_without_attackers_it_lies_open():
    state = fight(begun(), "valley", survived=False)
    assert (state.resources["valley"].status, points(state)[0], state.uncovered) == ("open", 0, None)
    with pytest.raises(Refusal, match="one attack on a Resource a turn"):
        rules.attack(state, resource="valley")
    state = fold(state, rules.end_turn(state))
    state = fight(state, "valley")
    assert state.resources["valley"].owner == 0  # seat 1 is of the same team; a new turn, a new attack
    assert points(state)[0] == 1


def test_d6_one_guard_of_two_is_not_enough():
    state = fight(begun(), "ring", kill=1)
    assert (state.resources["ring"].status, len(state.resources["ring"].guardians)) == ("guarded", 1)
    assert len(state.resources["ring"].dead) == 1
    assert points(state) == {0: 0, 1: 0}


def test_d7_two_resources_in_one_turn():
    state = fight(fight(begun(), "bazaar"), "island", survived=False)
    assert {id for id, one in state.resources.items() if one.status != "guarded"} == {"bazaar", "island"}
    for taken in ("bazaar", "island"):
        with pytest.raises(Refusal):
            rules.attack(state, resource=taken)


def test_two_attacks_may_run_at_once():
    state = begun()
    for resource in ("bazaar", "island"):
        state = fold(state, rules.attack(state, resource=resource))
    with pytest.raises(Refusal, match="under attack"):
        rules.attack(state, resource="island")
    with pytest.raises(Refusal, match="not settled"):
        rules.end_turn(state)


def test_guardians_are_only_in_play_during_an_attack():
    state = begun()
    guard = state.resources["valley"].guardians[0]
    with pytest.raises(Refusal, match="only in play during an attack"):
        rules.kill_guardian(state, resource="valley", guardian=guard)
    with pytest.raises(Refusal, match="only in play during an attack"):
        rules.resolve(state, resource="valley", survived=True)
    state = fold(state, rules.attack(state, resource="valley"))
    assert fold(state, rules.kill_guardian(state, resource="valley", guardian=guard)).resources["valley"].dead == (
        guard,
    )
    with pytest.raises(Refusal, match="does not live"):
        rules.kill_guardian(state, resource="valley", guardian="Nobody")


def test_a_guardian_alive_holds_whoever_survived():
    state = fold(begun(), rules.attack(begun(), resource="valley"))
    for survived in (True, False):
        assert rules.resolve(state, resource="valley", survived=survived) == [AttackFailed("valley", opened=False)]


def test_d12_the_group_to_the_left_plays_the_guardians_and_chooses():
    state = begun(6, team_count=3)
    assert [rules.left_team(replace(state, turn=seat)) for seat in range(6)] == [1, 1, 2, 2, 0, 0]
    state = under(state, "valley", "Desert Twister")
    state = fight(state, "valley")
    assert state.uncovered == CardUncovered("valley", 0, "Desert Twister", 1)
    gone = fold(state, rules.eliminate(state, seats=[2, 3], by=[0, 0]))
    assert rules.left_team(gone) == 2


def test_of_two_teams_it_is_the_other():
    assert [rules.left_team(replace(begun(), turn=seat)) for seat in range(6)] == [1, 1, 1, 0, 0, 0]
    assert rules.left_team(opened()) is None


def test_d14_every_card_comes_out_once():
    state = begun()
    for one in RESOURCES:
        state = fold(replace(state, result=None, attacked=()), [])
        state = fold(state, rules.attack(state, resource=one.id))
        for guard in state.resources[one.id].guardians:
            state = fold(state, rules.kill_guardian(state, resource=one.id, guardian=guard))
        state = fold(state, rules.resolve(state, resource=one.id, survived=True))
        state = replace(state, audience=None, result=None)
    cards = [one.uncovered for one in state.resources.values()]
    assert Counter(cards) == Counter([*CARDS.treasures, *CARDS.traps])
    assert not state.sealed


# King Suleiman


def at_the_king(**options):
    state = under(begun(**options), "king", "Oubliette")
    return fight(state, "king")


def test_the_king_grants_an_audience_and_waits():
    state = at_the_king()
    assert (state.audience, state.resources["king"].status, points(state)[0]) == (0, "open", 0)
    assert state.uncovered.card == "Oubliette"
    for move in (lambda: rules.attack(state, resource="valley"), lambda: rules.end_turn(state)):
        with pytest.raises(Refusal, match="waits for an answer"):
            move()


def test_d8_the_king_makes_ten_and_ends_the_war():
    state = under(begun(), "lamp", "Brass Man")
    for resource in ("lamp", "ring", "ali", "maruf"):
        state = fight(state, resource)
    assert points(state)[0] == 7
    state = fight(state, "king")
    events = rules.claim_king(state, answer="gain", artifact="Brass Man")
    assert events == [KingGained(0, 0, "Brass Man")]
    state = fold(state, events)
    assert (points(state)[0], state.result) == (10, 0)
    assert "Brass Man" not in state.artifacts[0]
    with pytest.raises(Refusal, match="is over"):
        rules.attack(state, resource="city")


def test_d10_without_an_artifact_the_king_is_removed_or_left():
    state = at_the_king()
    with pytest.raises(Refusal, match="Arabian Nights artifact"):
        rules.claim_king(state, answer="gain", artifact="Brass Man")
    with pytest.raises(Refusal, match="Arabian Nights artifact"):
        rules.claim_king(state, answer="gain")
    removed = fold(state, rules.claim_king(state, answer="remove"))
    assert (removed.resources["king"].status, points(removed)[0], removed.audience) == ("removed", 0, None)
    with pytest.raises(Refusal, match="out of the game"):
        rules.attack(removed, resource="king")
    left = fold(state, rules.claim_king(state, answer="leave"))
    assert left.resources["king"].status == "open"
    assert rules.resolve(
        fold(fold(left, [TurnEnded(0)]), rules.attack(fold(left, [TurnEnded(0)]), resource="king")),
        resource="king",
        survived=True,
    ) == [AudienceWon(0, 1)]


def test_the_treasure_under_the_king_may_pay_him():
    state = fight(under(begun(), "king", "Pyramids"), "king")
    state = fold(state, rules.claim_king(state, answer="gain", artifact="Pyramids"))
    assert points(state)[0] == 3
    with pytest.raises(Refusal, match="Nobody has won an audience"):
        rules.claim_king(state, answer="gain", artifact="Pyramids")


def test_an_artifact_among_the_resources_may_pay_too_and_keeps_its_points():
    state = fight(begun(), "ring")
    state = fold(state, [TurnEnded(0)])
    state = fight(under(state, "king", "Oubliette"), "king")
    state = fold(state, rules.claim_king(state, answer="gain", artifact="Aladdin's Ring"))
    assert points(state)[0] == 5


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
        ([17], [0], "out already"),
        ([1], [9], "Choose the team"),
    ],
)
def test_a_wrong_elimination_is_refused(seats, by, words):
    with pytest.raises(Refusal, match=words):
        rules.eliminate(begun(), seats=seats, by=by)


def test_nobody_falls_twice():
    state = fold(begun(), [PlayersEliminated(((1, None, 0),), ())])
    with pytest.raises(Refusal, match="out already"):
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
        with pytest.raises(Refusal, match="not begun"):
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
    with pytest.raises(Refusal, match="not over yet"):
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
    with pytest.raises(Refusal, match="one that still plays"):
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

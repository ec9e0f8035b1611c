"""Seating, turns, life, and who is out: what happens, what is refused, what it adds up to."""

from collections import Counter
from random import Random

import pytest

from companion.games.emperor.facts import BASICS, RANGES
from companion.games.emperor.facts.events import (
    AnteDivided,
    DuelOpened,
    FirstChosen,
    PlayersFallen,
    RangeChosen,
    Seated,
    TurnEnded,
)
from companion.games.emperor.play import duel as moves
from companion.games.emperor.play.reach import from_seat, reach_of, within
from companion.games.emperor.scoring.result import options
from companion.games.emperor.setup import seating
from companion.games.emperor.state import DRAW, State, emperors, from_emperor, living, ring_of, team_of, teams
from companion.kit.ring.counters import Counted, LifeCounted, LifeSet, counted, dying, join
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold
from tests.thorough import tries


def opened(rng, **options):
    choices = {"players": 6, "range_id": "text", "ante": False, "mixed": False} | options
    return fold(State(), seating.open_game(State(), rng=rng, **choices))


# Seating


def test_everybody_starts_with_twenty_life(rng):
    assert opened(rng).lives == (20,) * 6
    assert BASICS.least_deck == 40


@pytest.mark.parametrize("players", [0, 1, 2, 3, 4, 5, 7, 11, 13, 15])
def test_teams_are_equal_and_of_three_at_least(rng, players):
    with pytest.raises(Refusal, match="6, 8, 9, 10, 12 or 14 players"):
        opened(rng, players=players)


@pytest.mark.parametrize(("players", "count"), [(6, 2), (9, 3), (10, 2), (12, 4), (14, 2)])
def test_the_emperor_sits_in_the_middle(rng, players, count):
    state = opened(rng, players=players, mixed=True, teams=count)
    for team, emperor in zip(teams(state), emperors(state), strict=True):
        assert team.index(emperor) == len(team) // 2
        assert [from_emperor(state, seat) for seat in team] == [abs(n - len(team) // 2) for n in range(len(team))]


def test_a_table_opens_once(rng):
    with pytest.raises(Refusal, match="already"):
        seating.open_game(opened(rng), players=6, range_id="text", ante=False, mixed=False, rng=rng)


def test_mixed_seats_are_fair():
    """Every player is Emperor equally often; chi-square over thousands of seatings, 5 degrees of freedom, p = 0.001."""
    rng, state, counts, times = Random(7), opened(Random(7)), Counter(), tries(3_000, 12_000)
    for _ in range(times):
        state = fold(state, seating.mix(state, rng=rng))
        counts[emperors(state)[0]] += 1
    assert sum((count - times / 6) ** 2 / (times / 6) for count in counts.values()) < 20.52


def test_two_players_swap_team_and_role(seated):
    state = seated()
    state = fold(state, seating.swap(state, one=A, other=E))
    assert state.order == (E, B, C, D, A, F)
    assert (team_of(state, E), emperors(state)) == (0, (B, A))


def test_nobody_swaps_with_nobody(seated):
    with pytest.raises(Refusal, match="two different"):
        seating.swap(seated(), one=A, other=A)
    with pytest.raises(Refusal, match="two different"):
        seating.swap(seated(), one=A, other=17)


def test_the_first_team_is_drawn_or_chosen(seated, rng):
    assert {seating.draw_first(seated(), rng=rng)[0] for _ in range(20)} == {
        FirstChosen(0, by_chance=True),
        FirstChosen(1, by_chance=True),
    }
    assert seating.choose_first(seated(), team=1) == [FirstChosen(1, by_chance=False)]
    with pytest.raises(Refusal, match="one of the teams"):
        seating.choose_first(seated(), team=2)


@pytest.mark.parametrize(
    "move",
    [
        lambda state: seating.mix(state, rng=Random(7)),
        lambda state: seating.swap(state, one=A, other=B),
        lambda state: seating.choose_range(state, range_id="one"),
        lambda state: seating.choose_first(state, team=1),
        lambda state: seating.draw_first(state, rng=Random(7)),
        lambda state: seating.begin(state),
    ],
)
def test_seats_stay_once_the_duel_has_begun(duel, move):
    with pytest.raises(Refusal, match=r"has (already )?begun"):
        move(duel())
    with pytest.raises(Refusal, match="no game yet"):
        move(State())


def test_range_rules_are_chosen(seated):
    assert seating.choose_range(seated(), range_id="mixed") == [RangeChosen("mixed")]


# Turns


@pytest.mark.parametrize(("team", "order"), [(0, (C, D, E, F, A, B)), (1, (F, A, B, C, D, E))])
def test_e10_the_left_hand_general_plays_first(seated, team, order):
    state = fold(seated(), seating.choose_first(seated(), team=team))
    state = fold(state, seating.begin(state))
    assert moves.upcoming(state) == order
    assert moves.in_a_row(state) == 1
    state = fold(state, moves.end_turn(state))
    assert moves.in_a_row(state) == 3


def test_e11_in_teams_of_five_the_first_team_has_two_turns(duel):
    state = duel(10)
    assert state.turn == 3
    assert moves.in_a_row(state) == 2


def test_turns_go_round_the_living(duel):
    state = fold(duel(), moves.fall(duel(), seats=[D]))
    seen = []
    for _ in range(6):
        seen.append(state.turn)
        state = fold(state, moves.end_turn(state))
    assert seen == [C, E, F, A, B, C]


def test_who_falls_in_the_own_turn_ends_it(duel):
    state = fold(duel(), moves.fall(duel(), seats=[C]))
    assert state.turn == D
    assert moves.upcoming(state) == (D, E, F, A, B)


# Life


def test_life_is_counted_and_set(duel):
    state = fold(duel(), moves.change_life(duel(), seat=A, by=-3))
    assert state.lives == (17, 20, 20, 20, 20, 20)
    assert moves.change_life(state, seat=A, value=40) == [LifeSet(A, 40)]
    assert moves.change_life(state, seat=A, value=17) == []
    assert moves.change_life(state, seat=A, by=0) == []


def test_each_of_two_taps_at_once_counts(duel):
    one, other = moves.change_life(duel(), seat=A, by=-1), moves.change_life(duel(), seat=A, by=-5)
    assert fold(fold(duel(), one), other) == fold(fold(duel(), other), one)


def test_life_may_be_negative_but_not_absurd(duel):
    assert fold(duel(), moves.change_life(duel(), seat=A, by=-25)).lives[A] == -5
    for wrong in (-10_000, 1_000_000):
        with pytest.raises(Refusal, match="from -999 to 99999"):
            moves.change_life(duel(), seat=A, value=wrong)
        with pytest.raises(Refusal, match="from -999 to 99999"):
            moves.change_life(duel(), seat=A, by=wrong)


# Out


def test_e5_the_ring_closes_at_once(duel):
    state = fold(duel(), moves.fall(duel(), seats=[C]))
    everybody = {A, B, D, E, F}
    assert all(within(state, seat, "spells") == everybody - {seat} for seat in everybody)


def test_e9_an_emperor_dead_ends_the_duel(duel):
    state = fold(duel(), moves.fall(duel(), seats=[A, B]))
    assert (state.result, state.turn) == (1, None)


def test_both_emperors_at_once_are_a_draw(duel):
    state = fold(duel(), moves.fall(duel(), seats=[E, B]))
    assert state.result == DRAW


@pytest.mark.parametrize("seats", [[], [17]])
def test_somebody_must_be_out(duel, seats):
    with pytest.raises(Refusal, match=r"Choose who|is out"):
        moves.fall(duel(), seats=seats)


def test_nobody_falls_twice(duel):
    state = fold(duel(), [PlayersFallen((C,))])
    with pytest.raises(Refusal, match="is out"):
        moves.fall(state, seats=[C])
    with pytest.raises(Refusal, match="is out"):
        moves.change_life(state, seat=C, by=1)
    assert moves.fall(state, seats=[A, A]) == [PlayersFallen((A,))]


def test_nothing_happens_before_or_after_the_duel(seated, duel):
    over = fold(duel(), [PlayersFallen((B,))])
    for state, words in ((seated(), "begun. Begin"), (over, "is over")):
        for move in (
            lambda state: moves.end_turn(state),
            lambda state: moves.change_life(state, seat=A, by=1),
            lambda state: moves.fall(state, seats=[A]),
        ):
            with pytest.raises(Refusal, match=words):
                move(state)


# The next duel, and the ante


def test_the_next_duel_begins_anew_with_the_same_players(duel):
    over = fold(duel(), [LifeCounted(A, -3), PlayersFallen((B,))])
    state = fold(over, moves.next_duel(over, team=1))
    assert (state.results, state.result, state.begun, state.first) == ((1,), None, False, 1)
    assert (state.lives, state.fallen) == ((20,) * 6, ())
    with pytest.raises(Refusal, match="n't over"):
        moves.next_duel(state, team=0)
    with pytest.raises(Refusal, match="one of the teams"):
        moves.next_duel(over, team=7)


def test_the_ante_is_divided_among_the_winners(seated, rng):
    state = seated(ante=True)
    for seat in range(6):
        state = fold(state, seating.ante(state, seat=seat, card=f"card {seat}"))
    state = fold(state, [*seating.begin(state), PlayersFallen((B,))])
    (divided,) = moves.divide_ante(state, rng=rng)
    assert Counter(to for to, _ in divided.shares) == {D: 2, E: 2, F: 2}
    assert sorted(of for _, of in divided.shares) == list(range(6))
    with pytest.raises(Refusal, match="divided already"):
        moves.divide_ante(fold(state, [divided]), rng=rng)


def test_there_is_no_ante_without_a_winner_or_cards(seated, duel, rng):
    with pytest.raises(Refusal, match="without ante"):
        seating.ante(seated(), seat=A, card="card")
    with pytest.raises(Refusal, match="1 to 40"):
        seating.ante(seated(ante=True), seat=A, card="")
    with pytest.raises(Refusal, match="Nobody has won"):
        moves.divide_ante(duel(), rng=rng)
    with pytest.raises(Refusal, match="Nobody has won"):
        moves.divide_ante(fold(duel(), [PlayersFallen((B, E))]), rng=rng)
    with pytest.raises(Refusal, match="nobody put"):
        moves.divide_ante(fold(duel(), [PlayersFallen((B,))]), rng=rng)
    assert AnteDivided(((A, B),)) == AnteDivided(((A, B),))


# Range rules


def ranges(state, kind="spells"):
    letters = "ABCDEFGHIJKLMN"
    return {letters[seat]: "".join(letters[one] for one in sorted(within(state, seat, kind))) for seat in living(state)}


def test_one_seat_for_everything(duel):
    state = duel(range_id="one")
    assert (
        ranges(state)
        == ranges(state, "others")
        == {
            "A": "BF",
            "B": "AC",
            "C": "BD",
            "D": "CE",
            "E": "DF",
            "F": "AE",
        }
    )


def test_spells_one_and_the_rest_two(duel):
    state = duel(range_id="mixed")
    assert ranges(state)["A"] == "BF"
    assert ranges(state, "others")["A"] == "BCEF"


def test_the_later_rules_by_role(duel):
    """Facts 2.5: Emperor 2, General 1; after C has fallen and the next turn has begun, the ring is closed."""
    state = duel(range_id="official")
    assert state.turn == B
    before = ranges(state)
    assert (before["A"], before["B"], before["C"]) == ("BF", "ACDF".replace("F", "F"), "BD")
    fallen = fold(state, [PlayersFallen((C,))])
    assert ranges(fallen)["B"] == "AD" + "F"
    closed = fold(fallen, [TurnEnded(B)])
    after = ranges(closed)
    assert (after["A"], after["B"], after["D"]) == ("BF", "ADEF", "BE")


@pytest.mark.parametrize(("place", "reach"), [(0, 1), (1, 2), (2, 3), (3, 2), (4, 1)])
def test_the_later_rules_in_larger_teams(duel, place, reach):
    """Rule 809.6a: a General as far as one enemy, the Emperor as far as two."""
    assert reach_of(duel(10, range_id="official"), place, "spells") == reach


@pytest.mark.parametrize("players", [6, 8, 9, 10, 14])
def test_by_the_later_rules_one_reaches_the_nearest_enemies(duel, players):
    """Rule 809.6a, for any number of players: their distances in the ring."""
    state = duel(players, range_id="official")
    ring = ring_of(state)
    for seat in ring.seats:
        near = sorted(ring.distance(seat, other) for other in ring.seats if ring.teams[other] != ring.teams[seat])
        assert reach_of(state, seat, "spells") == near[seat in emperors(state)]


def test_every_range_rule_is_explained():
    assert list(RANGES) == ["text", "one", "mixed", "official"]
    assert all(rules.text and rules.label for rules in RANGES.values())


def test_why_one_cannot_be_hit(duel):
    answers = {answer.seat: answer for answer in from_seat(duel(), C)}
    assert set(answers) == {A, B, D, E, F}
    assert (answers[D].attack, answers[D].spells) == (True, True)
    assert answers[B].attack_why == "an ally"
    assert answers[F].attack_why == "3 seats away; creatures can only attack the seats next to them"
    assert not answers[F].spells
    assert answers[F].reach_why == "distance 3, reach 2"
    mixed = {answer.seat: answer for answer in from_seat(duel(range_id="mixed"), C)}
    assert (mixed[E].spells, mixed[E].others) == (False, True)
    assert mixed[E].reach_why == "distance 2, spells reach 1, everything else 2"


def test_seats_are_only_changed_by_seating(seated):
    assert fold(seated(), [Seated((F, E, D, C, B, A))]).order == (F, E, D, C, B, A)


def test_by_the_later_rules_the_reason_goes_by_the_ring_of_the_turns_beginning(duel):
    """C falls in B's turn: until the turn ends D is as far from B as before, and the words say so."""
    state = fold(duel(range_id="official"), [PlayersFallen((C,))])
    answer = next(one for one in from_seat(state, D) if one.seat == B)
    assert (answer.spells, answer.reach_why) == (False, "distance 2, reach 1")


def test_setting_up_stands_once_the_duel_has_begun(duel):
    assert fold(duel(), [RangeChosen("one")]) == duel()


@pytest.mark.parametrize(
    ("one", "later", "both"),
    [
        (LifeCounted(A, -5), LifeCounted(A, -2), LifeCounted(A, -7)),
        (LifeCounted(A, 1), LifeCounted(A, -1), LifeCounted(A, 0)),
        (LifeCounted(A, -5), LifeCounted(B, -2), None),
        (LifeCounted(A, -5), LifeSet(A, 2), None),
        (LifeSet(A, 2), LifeCounted(A, -5), None),
    ],
)
def test_taps_on_one_life_join_to_their_sum(duel, one, later, both):
    assert join(one, later) == both
    assert both is None or fold(duel(), [one, later]) == fold(duel(), [both])


def test_counters_never_go_below_nothing_and_ten_poison_asks(duel):
    state = fold(duel(), moves.change_life(duel(), seat=B, counter="poison", by=9, value=None))
    assert counted(state, B, "poison") == 9
    assert not dying(state, living(state))
    state = fold(state, moves.change_life(state, seat=B, counter="poison", by=None, value=10))
    assert dying(state, living(state)) == [B]
    state = fold(state, [LifeSet(A, 0)])
    assert dying(state, living(state)) == [A, B]
    assert moves.change_life(state, seat=B, counter="poison", by=-15, value=None) == [Counted(B, "poison", -10)]
    with pytest.raises(Refusal, match="0 to 999"):
        moves.change_life(state, seat=B, counter="storm", by=None, value=1000)
    assert not fold(fold(state, moves.fall(state, seats=[B])), [DuelOpened(0)]).counts


def test_a_duel_is_kept_with_roles_lives_and_who_fell_when_and_by_whom(duel):
    state = fold(duel(), [LifeCounted(A, -7), TurnEnded(C)])
    state = fold(state, moves.fall(state, seats=[C], by=D))
    state = fold(state, moves.fall(state, seats=[B]))
    kept = options(state)
    assert kept["turns"] == 2
    assert kept["lives"].startswith("0, General: 13, 1, Emperor: 20")
    assert [one.values for one in (kept["falls"].values["first"], kept["falls"].values["last"])] == [
        {"name": C, "turn": 2, "by": D},
        {"name": B, "turn": 2},
    ]
    with pytest.raises(Refusal, match="one of the players"):
        moves.fall(duel(), seats=[C], by=17)

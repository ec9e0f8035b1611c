"""What lies beside the ring: how life went and why, dice, the clock, and a counter by its name."""

from dataclasses import replace

import pytest

from companion.games.emperor.facts.events import DuelOpened, PlayersFallen
from companion.games.emperor.play import dice_and_timer, duel as moves
from companion.games.emperor.scoring.history import explain, history
from companion.games.emperor.setup import seating
from companion.games.emperor.state import State, living
from companion.games.emperor.text.describe import tell
from companion.kit.fairness.committed_random import SecretTold
from companion.kit.ring.counters import (
    COUNTERS,
    MOST,
    Change,
    Counted,
    LifeCounted,
    LifeExplained,
    LifeSet,
    curve,
    join,
)
from companion.kit.ring.dice_and_timer import TOOLS, CounterNamed, Rolled, TurnsTimed, named
from companion.table.log import Entry, Refusal
from tests.emperor.conftest import A, B, C, D, fold

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


def log(*events):
    return [Entry(seq, 10.0 * seq, A, "life", (event,)) for seq, event in enumerate(events, start=1)]


# How life went


def test_a_history_is_of_one_player_the_latest_change_first():
    played = log(LifeCounted(A, -3), LifeCounted(B, -1), LifeSet(A, 30), PlayersFallen((C,)), LifeCounted(A, 2))
    assert history(played, A) == [Change(2, 32, 50.0), Change(13, 30, 30.0), Change(-3, 17, 10.0)]
    assert history(log(LifeCounted(A, -3), DuelOpened(0), LifeCounted(A, -1)), A) == [Change(-1, 19, 30.0)]


def test_a_tap_put_right_at_once_is_no_change():
    """The page asked “+0: who did it?” for five minutes."""
    played = log(LifeCounted(A, -3), join(LifeCounted(A, 1), LifeCounted(A, -1)))
    assert history(played, A) == [Change(-3, 17, 10.0)]


def test_by_whom_and_why_stands_with_the_last_change():
    played = log(LifeExplained(A, -1, B, ""), LifeCounted(A, -7), LifeExplained(B, -7, C, ""))
    assert history(played, A) == [Change(-7, 13, 20.0)]
    played += log(LifeExplained(A, -7, B, "Fireball"))
    assert history(played, A) == [Change(-7, 13, 20.0, B, "Fireball")]


def test_an_explanation_stays_with_its_change_if_another_one_came_meanwhile():
    """It once stood with whatever had changed last."""
    played = log(LifeCounted(A, -7), LifeCounted(A, 2), LifeExplained(A, -7, B, "Fireball"), LifeCounted(A, -7))
    told = [Change(-7, 8, 40.0), Change(2, 15, 20.0), Change(-7, 13, 10.0, B, "Fireball")]
    assert history(played, A) == told
    played += log(LifeExplained(A, -5, D, ""))
    told[0] = Change(-7, 8, 40.0, D, "")  # counted on since its number was shown
    assert history(played, A) == told
    played += log(LifeExplained(A, -7, C, ""))  # two phones asked, and both were answered
    assert history(played, A)[0].by == C


def test_who_did_what_was_taken_back_has_done_nothing_else():
    """The change before stood under that name then."""
    told = [Change(-4, 13, 20.0, C, "Drain"), Change(-3, 17, 10.0)]
    played = log(LifeCounted(A, -3), LifeCounted(A, -4), LifeExplained(A, -4, C, "Drain"), LifeExplained(A, -2, B, ""))
    assert history(played, A) == told
    (change,) = history(log(LifeCounted(A, 3), LifeExplained(A, -2, B, "")), A)
    assert change == Change(3, 23, 10.0)


def test_an_explanation_is_of_one_of_the_latest_changes():
    """However many a file brings, each of its explanations takes as long."""
    more = [LifeCounted(A, 1)] * (MOST - 1)
    for between, by in ((more, B), ([*more, LifeCounted(A, 1)], None)):
        assert history(log(LifeCounted(A, -7), *between, LifeExplained(A, -7, B, "")), A)[-1].by == by


def test_a_change_is_told_with_by_whom_and_why(duel):
    for by, why, words in (
        (B, "", "Ann −7, by Bob."),
        (B, "Fireball", "Ann −7, by Bob: Fireball."),
        (None, "Fireball", "Ann −7: Fireball."),
    ):
        (event,) = explain(duel(), seat=A, change=-7, by=by, why=why)
        assert event == LifeExplained(A, -7, by, why)
        assert str(tell(event, NAMES)) == words


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({}, "who did it"),
        ({"by": 6}, "one of the players"),
        ({"by": B, "seat": 6}, "one of the players"),
        ({"why": "x" * 41}, "at most 40"),
        ({"by": B, "change": 10**6}, "from -999"),
    ],
)
def test_an_explanation_that_says_nothing_or_too_much_is_refused(duel, choices, words):
    with pytest.raises(Refusal, match=words):
        explain(duel(), **{"seat": A, "change": -1} | choices)


def test_a_curve_goes_from_the_first_life_to_the_last_and_down_to_nothing():
    played = log(LifeCounted(A, 20), LifeCounted(A, -30))
    drawn = curve(history(played, A), width=300, height=80)
    assert (drawn.lives, drawn.most, drawn.least) == ([20, 40, 10], 40, 0)
    assert drawn.line == [(0.0, 40.0), (150.0, 0.0), (300.0, 60.0)]
    below = curve(history(log(LifeCounted(A, -25), LifeCounted(A, 1)), A), width=300, height=80)
    assert (below.least, below.line[1]) == (-5, (150.0, 80.0))


def test_a_curve_needs_two_changes_and_shows_the_latest_of_many():
    assert curve(history(log(LifeCounted(A, 1)), A), width=300, height=80) is None
    many = curve(history(log(*(LifeCounted(A, 1) for _ in range(MOST + 9))), A), width=300, height=80)
    assert (many.lives[0], many.lives[-1], len(many.line)) == (29, 29 + MOST, MOST + 1)


# Dice, coin, who


def test_whatever_is_rolled_comes_in_its_bounds(duel, rng):
    came = {what: {dice_and_timer.roll(duel(), what=what, rng=rng)[0].result for _ in range(300)} for what in TOOLS}
    assert came == {"d6": {*range(1, 7)}, "d20": {*range(1, 21)}, "coin": {1, 2}, "player": {*range(6)}}


def test_only_who_still_plays_is_drawn(duel, rng):
    state = fold(duel(), moves.fall(duel(), seats=[D]))
    assert {dice_and_timer.roll(state, what="player", rng=rng)[0].result for _ in range(200)} == {*living(state)}
    nobody = fold(duel(), moves.fall(duel(), seats=[*range(6)]))
    assert {dice_and_timer.roll(nobody, what="player", rng=rng)[0].result for _ in range(200)} == {*range(6)}


def test_a_roll_follows_from_the_secret_and_each_is_another(rng):
    opened = seating.open_game(State(), players=6, range_id="text", ante=False, mixed=False, rng=rng)
    state = fold(fold(State(), opened), seating.begin(fold(State(), opened)))
    (one,) = dice_and_timer.roll(state, what="d20", rng=rng)
    assert dice_and_timer.roll(state, what="d20", rng=rng) == [one]
    state = fold(state, [one])
    assert (state.rolled, state.drawn["d20"]) == ({"d20": one.result}, 1)
    assert len({fold(state, dice_and_timer.roll(state, what="d20", rng=rng)).drawn["d20"] for _ in range(3)}) == 1


def test_what_cannot_be_rolled_is_refused(duel, rng):
    with pytest.raises(Refusal, match="Choose a die"):
        dice_and_timer.roll(duel(), what="d7", rng=rng)


def test_dice_roll_before_and_after_a_duel_too_until_its_secret_is_told(duel, seated, rng):
    over = fold(duel(), moves.fall(duel(), seats=[B]))
    assert (
        len(dice_and_timer.roll(seated(), what="d6", rng=rng))
        == len(dice_and_timer.roll(over, what="player", rng=rng))
        == 1
    )
    with pytest.raises(Refusal, match="nothing more is drawn"):
        dice_and_timer.roll(fold(over, [SecretTold()]), what="d6", rng=rng)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Rolled("d20", 17), "d20: 17."),
        (Rolled("coin", 1), "Coin: heads."),
        (Rolled("coin", 2), "Coin: tails."),
        (Rolled("player", C), "Drawn: Cem."),
    ],
)
def test_a_roll_is_told_in_a_sentence(event, words):
    assert str(tell(event, NAMES)) == words


# The clock


def test_the_clock_of_a_turn_runs_from_its_beginning(seated):
    state = fold(seated(), seating.begin(seated(), at=100.0))
    assert state.turn_at == 100.0
    state = fold(state, moves.end_turn(state, at=160.0))
    assert state.turn_at == 160.0
    assert fold(state, moves.fall(state, seats=[A], at=170.0)).turn_at == 160.0
    assert fold(state, moves.fall(state, seats=[D], at=170.0)).turn_at == 170.0


def test_turns_are_timed_or_not(duel):
    assert dice_and_timer.time_turns(duel(), on=False) == []
    timed = fold(duel(), dice_and_timer.time_turns(duel(), on=True))
    assert (timed.timed, dice_and_timer.time_turns(timed, on=False)) == (True, [TurnsTimed(False)])


# A counter by its name


def test_the_players_name_a_counter_of_their_own(duel):
    state = fold(duel(), dice_and_timer.name_counter(duel(), name="Doom"))
    assert str(named(state, COUNTERS)["own"]) == "Doom"
    counted = moves.change_life(state, seat=A, counter="own", by=2, value=None)
    assert counted == [Counted(A, "own", 2, "Doom")]
    assert str(tell(counted[0], NAMES)) == "Ann, Doom: +2."
    assert dice_and_timer.name_counter(state, name="Doom") == []
    assert dice_and_timer.name_counter(state, name="") == [CounterNamed("")]
    with pytest.raises(Refusal, match="at most 16"):
        dice_and_timer.name_counter(state, name="x" * 17)


def test_taps_on_one_counter_are_joined_as_long_as_its_name_stays():
    one = Counted(A, "own", 1, "Doom")
    assert join(one, replace(one, by=2)) == replace(one, by=3)
    assert join(one, replace(one, name="Luck")) is None


def test_the_name_and_the_clock_stay_for_the_next_duel(duel):
    state = fold(duel(), [CounterNamed("Doom"), TurnsTimed(True), Rolled("d6", 3), *moves.fall(duel(), seats=[B])])
    after = fold(state, moves.next_duel(state, team=0))
    assert (after.own_counter, after.timed, after.rolled) == ("Doom", True, {})

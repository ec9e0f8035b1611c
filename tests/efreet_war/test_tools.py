"""What lies beside the war's ring: dice and draws, the clock, a counter by its name, how life went."""

from dataclasses import replace

import pytest

from companion.games.efreet_war.facts.events import PlayersEliminated
from companion.games.efreet_war.play import counters, dice_and_timer, rules
from companion.games.efreet_war.state.model import DRAW, living
from companion.games.efreet_war.text.describe import outcome, tell
from companion.games.efreet_war.text.draw_replay import again
from companion.kit.fairness.committed_random import SecretTold, committed
from companion.kit.ring.counters import Counted, join
from companion.kit.ring.dice_and_timer import Rolled, TurnsTimed
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fold, opened


def test_of_nobody_left_all_are_drawn(rng):
    over = replace(begun(), fallen=tuple(range(6)), result=DRAW, secret="")
    assert {dice_and_timer.roll(over, what="player", rng=rng)[0].result for _ in range(200)} == {*range(6)}


def test_dice_roll_before_in_and_after_a_war(rng):
    over = fold(begun(), rules.break_off(begun()))
    for state in (opened(), begun(), over):
        (one,) = dice_and_timer.roll(state, what="player", rng=rng)
        assert fold(state, [one]).rolled == {"player": one.result}
    with pytest.raises(Refusal, match="nothing more is drawn"):
        dice_and_timer.roll(fold(over, [SecretTold()]), what="d6", rng=rng)


def test_only_who_still_plays_is_drawn(rng):
    state = replace(fold(begun(), [PlayersEliminated(((1, None, 0),), ())]), secret="")
    assert {dice_and_timer.roll(state, what="player", rng=rng)[0].result for _ in range(200)} == {*living(state)}


def test_a_roll_follows_from_the_secret(rng):
    state = fold(begun(), [committed("00")])
    (one,) = dice_and_timer.roll(state, what="d20", rng=rng)
    assert again(state, Rolled("d20", 99)).event == one


def test_the_clock_of_a_turn_runs_from_its_beginning():
    ready = opened()
    state = fold(ready, rules.begin(ready, at=100.0))
    assert state.turn_at == 100.0
    state = fold(state, rules.end_turn(state, at=160.0))
    assert state.turn_at == 160.0
    other = next(seat for seat in living(state) if seat != state.turn)
    assert fold(state, rules.eliminate(state, seats=[other], by=[None], at=170.0)).turn_at == 160.0
    assert fold(state, rules.eliminate(state, seats=[state.turn], by=[None], at=170.0)).turn_at == 170.0


def test_turns_are_timed_or_not():
    timed = fold(begun(), dice_and_timer.time_turns(begun(), on=True))
    assert (timed.timed, dice_and_timer.time_turns(timed, on=False)) == (True, [TurnsTimed(False)])


def test_the_players_name_a_counter_of_their_own():
    state = fold(begun(), dice_and_timer.name_counter(begun(), name="Doom"))
    assert str(dice_and_timer.counters(state)["own"]) == "Doom"
    (one,) = counters.change_life(state, seat=0, by=2, value=None, counter="own")
    assert one == Counted(0, "own", 2, "Doom")
    assert str(tell(one, ["Ann"])) == "Ann, Doom: +2."
    assert join(one, replace(one, by=1)) == replace(one, by=3)
    assert join(one, replace(one, name="Luck")) is None
    assert counters.change_life(state, seat=0, by=2, value=None, counter="poison") == [Counted(0, "poison", 2)]


def test_whose_doing_a_change_of_life_was_is_told():
    state = begun()
    (event,) = counters.explain(state, seat=0, change=-7, by=3, why="Fireball")
    assert str(tell(event, ["Ann", "Bob", "Cem", "Dee"])) == "Ann −7, by Dee: Fireball."
    assert (fold(state, [event]), outcome(state, [event])) == (state, "history-0")
    with pytest.raises(Refusal, match="one of the players"):
        counters.explain(state, seat=0, change=-7, by=6)


def test_the_tools_stand_beside_the_ring_and_the_curve_comes_when_it_is_asked_for(ann, seq):
    form = {"count": 2, "mode": "free", "players-0-name": "Ann", "players-0-colour": "red"}
    answer = ann.post("/efreet_war/new", **form, **{"players-1-name": "Bob", "players-1-colour": "blue"})
    code = answer.location.split("/")[2]
    for move, choices in (("begin", {}), ("life", {"seat": 0, "by": -3})):
        page = ann.get(f"/efreet_war/{code}/{'war' if move == 'life' else 'deal'}").text
        assert all(f'id="roll-{what}"' in page for what in ("d6", "d20", "coin", "player"))
        assert ann.post(f"/efreet_war/{code}/{move}", seen=seq(code), **choices).status_code == 303
    page = ann.get(f"/efreet_war/{code}/war?seat=0").text
    assert 'href="/efreet_war/' + code + '/war?doing=life&amp;seat=0#doing-life"' in page
    assert 'id="history-0"' not in page
    assert 'id="history-0" open' in ann.get(f"/efreet_war/{code}/war?seat=0&doing=life").text

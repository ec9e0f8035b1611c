from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts.events import (
    BossFled,
    DjinnCaught,
    DjinnRefilled,
    DjinnRemoved,
    ExtraCaught,
    SupplyBossCaught,
    TurnEnded,
)
from companion.games.djinn.play import hunt
from companion.games.djinn.setup.checklist import STEPS
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import Clock, Space, State, Turn
from companion.table.log import Refusal

ANN, BOB, CEM = 0, 1, 2
HUNT = State(
    players=3,
    start_seat=BOB,
    layout={"R1": "market", "R2": "tavern", "R3": "academy"},
    spaces={
        "R1": Space(True, ("brown", "blue")),
        "R2": Space(True, ("third",)),
        "R3": Space(False, ("brown",)),
    },
    bag=("fourth", "blue", "brown", "third"),
    turn=Turn(BOB, 3),
    clock=Clock((10.0, 20.0, 30.0), 100.0),
    caught=((), (), ()),
)
SOURCE = replace(HUNT, at_source=True, last_round=3)


def after(state, events):
    return reduce(evolve, events, state)


def test_the_hunt_begins_with_the_starting_player():
    state = after(replace(HUNT, turn=None), hunt.begin(replace(HUNT, turn=None), at=50.0))
    assert state.turn == Turn(BOB, 1)
    assert state.clock.running_since == 50.0


def test_the_hunt_begins_once():
    with pytest.raises(Refusal, match="already begun"):
        hunt.begin(HUNT, at=0.0)


def test_the_hunt_waits_for_the_draft():
    state = replace(HUNT, turn=None, green=("start_gift",), red=("start_poor",), picks=((BOB, "start_gift"),))
    with pytest.raises(Refusal, match="finish the draft"):
        hunt.begin(state, at=0.0)


def test_a_turn_passes_clockwise_with_the_clock():
    assert hunt.end_turn(HUNT, at=107.0) == [TurnEnded(BOB, 107.0)]
    state = after(HUNT, hunt.end_turn(HUNT, at=107.0))
    assert state.turn == Turn(CEM, 3)
    assert state.clock == Clock((10.0, 27.0, 30.0), 107.0)


def test_a_round_ends_before_the_starting_player():
    state = replace(HUNT, turn=Turn(ANN, 3))
    assert after(state, hunt.end_turn(state, at=0.0)).turn == Turn(BOB, 4)


def test_a_clock_of_the_machine_that_was_set_back_takes_no_time_away():
    state = after(HUNT, hunt.end_turn(HUNT, at=50.0))
    assert state.clock == Clock((10.0, 20.0, 30.0), 50.0)


@pytest.mark.parametrize(("seat", "now", "seconds"), [(BOB, 50.0, 20.0), (BOB, 100.5, 20.5), (CEM, 200.0, 30.0)])
def test_the_clock_runs_for_one_seat_and_never_back(seat, now, seconds):
    assert hunt.seconds(HUNT, seat, now) == seconds
    assert hunt.seconds(replace(HUNT, clock=Clock((10.0, 20.0, 30.0))), seat, now) == HUNT.clock.seconds[seat]
    assert hunt.used(replace(HUNT, turn=None), now) == 0


def test_a_paused_clock_counts_nothing():
    state = after(HUNT, hunt.pause(HUNT, at=101.0))
    assert state.clock == Clock((10.0, 21.0, 30.0), None)
    state = after(state, hunt.end_turn(state, at=150.0))
    assert state.clock == Clock((10.0, 21.0, 30.0), None)
    state = after(state, hunt.resume(state, at=200.0))
    assert after(state, hunt.end_turn(state, at=203.0)).clock.seconds == (10.0, 21.0, 33.0)


def test_a_paused_clock_is_not_paused_again():
    with pytest.raises(Refusal, match="already paused"):
        hunt.pause(after(HUNT, hunt.pause(HUNT, at=101.0)), at=102.0)


def test_a_running_clock_is_not_resumed():
    with pytest.raises(Refusal, match="already running"):
        hunt.resume(HUNT, at=101.0)


def test_djinn_are_caught_from_a_space():
    events = hunt.catch(HUNT, seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert events == [DjinnCaught(BOB, "R1", "market", ("blue",), False)]
    state = after(HUNT, events)
    assert state.spaces["R1"] == Space(True, ("brown",))
    assert state.caught == ((), ("blue",), ())


def test_for_a_boss_caught_djinn_come_from_the_bag():
    """Draw as the rulebook's Additional Rules Boss Djinn say: 2 for three players."""
    events = hunt.catch(HUNT, seat=BOB, slot="R1", djinn=["brown"], boss=True)
    assert events[1:] == [DjinnRefilled("R1", "market", ("fourth", "blue"), 0)]
    state = after(HUNT, events)
    assert state.spaces["R1"] == Space(False, ("blue", "fourth", "blue"))
    assert state.bag == ("brown", "third")
    assert state.caught[BOB] == ("brown", "boss")


@pytest.mark.parametrize(("players", "count"), [(2, 2), (3, 2), (4, 3)])
def test_the_number_drawn_follows_the_number_of_players(players, count):
    """Draw another number than at the start (facts 7.1)."""
    events = hunt.flee(replace(HUNT, players=players), slot="R1")
    assert len(events[-1].djinn) == count


def test_a_short_bag_gives_what_it_holds():
    """Say what is missing (facts 7.3)."""
    state = replace(HUNT, bag=("fourth",))
    assert hunt.flee(state, slot="R1")[-1] == DjinnRefilled("R1", "market", ("fourth",), 1)
    assert hunt.flee(replace(HUNT, bag=()), slot="R1")[-1] == DjinnRefilled("R1", "market", (), 2)


def test_a_boss_left_alone_flees():
    """Let it flee as the rulebook's Additional Rules Boss Djinn say."""
    events = hunt.catch(HUNT, seat=BOB, slot="R2", djinn=["third"], boss=False)
    assert events[1:] == [BossFled("R2", "tavern"), DjinnRefilled("R2", "tavern", ("fourth", "blue"), 0)]
    state = after(HUNT, events)
    assert state.spaces["R2"] == Space(False, ("fourth", "blue"))
    assert state.supply_bosses == 7


def test_a_boss_left_alone_by_an_effect_flees_too():
    events = hunt.remove(HUNT, slot="R2", djinn=["third"])
    assert events[:2] == [DjinnRemoved("R2", "tavern", ("third",)), BossFled("R2", "tavern")]
    assert after(HUNT, events).aside == ("third",)


def test_djinn_without_a_boss_bring_nothing():
    assert len(hunt.catch(HUNT, seat=BOB, slot="R3", djinn=["brown"], boss=False)) == 1


@pytest.mark.parametrize(
    ("move", "chosen"),
    [
        (hunt.end_turn, {"at": 130.0}),
        (hunt.catch, {"seat": CEM, "slot": "R1", "djinn": ["brown"], "boss": False}),
        (hunt.remove, {"slot": "R1", "djinn": ["brown"]}),
        (hunt.flee, {"slot": "R1"}),
    ],
)
def test_only_who_is_on_turn_or_hosts_moves(move, chosen):
    """Take turns clockwise (rulebook, Gameplay)."""
    asks = "by" if move is hunt.catch else "seat"
    assert move(HUNT, **chosen, **{asks: BOB})
    assert move(HUNT, **chosen, **{asks: None})
    with pytest.raises(Refusal, match="another player's turn"):
        move(HUNT, **chosen, **{asks: CEM})


@pytest.mark.parametrize("keys", [{"magic": 3}, {"magic": 10**9, "coins": -(10**9)}, {"coins": 13}])
def test_a_catch_spends_no_more_keys_than_there_are_whatever_a_file_says(keys):
    held = 2 if "coins" not in keys else 10**6
    state = replace(HUNT, gained={BOB: {"keys": held}})
    with pytest.raises(Refusal, match="Keys by the app's count"):
        hunt.catch(state, seat=BOB, slot="R1", djinn=["brown"], boss=False, keys=keys)


def test_a_catch_catches_something():
    with pytest.raises(Refusal, match="Choose the Djinn"):
        hunt.catch(HUNT, seat=BOB, slot="R1", djinn=[], boss=False)
    with pytest.raises(Refusal, match="Choose the Djinn"):
        hunt.remove(HUNT, slot="R1", djinn=[])


def test_only_djinn_that_are_there_are_caught():
    with pytest.raises(Refusal, match="Not at the round Market: 1 Blue\\."):
        hunt.catch(HUNT, seat=BOB, slot="R1", djinn=["blue", "blue"], boss=False)
    with pytest.raises(Refusal, match="Not at the round Academy: 1 Colour 3\\."):
        hunt.remove(HUNT, slot="R3", djinn=["third"])


def test_only_a_boss_that_is_there_goes():
    with pytest.raises(Refusal, match="no Boss at the round Academy"):
        hunt.catch(HUNT, seat=BOB, slot="R3", djinn=[], boss=True)
    with pytest.raises(Refusal, match="no Boss at the round Academy"):
        hunt.flee(HUNT, slot="R3")


def test_capacity_beyond_eight_draws_the_next_djinn():
    """Draw as the rulebook's Player Board 1b says."""
    assert hunt.draw_extra(HUNT, seat=CEM) == [ExtraCaught(CEM, "fourth")]
    state = after(HUNT, hunt.draw_extra(HUNT, seat=CEM))
    assert (state.bag, state.caught[CEM]) == (("blue", "brown", "third"), ("fourth",))


def test_an_empty_bag_gives_no_extra_djinn():
    with pytest.raises(Refusal, match="bag is empty"):
        hunt.draw_extra(replace(HUNT, bag=()), seat=CEM)


def test_a_djinn_is_drawn_once_the_capacity_marker_would_go_beyond_8():
    """Rulebook, Player Board 1b; an effect may allow it earlier."""
    with pytest.raises(Refusal, match="Capacity Marker is on 5") as refused:
        hunt.draw_extra(HUNT, seat=CEM, strict=True)
    assert refused.value.offer[0] == "anyway"
    assert hunt.draw_extra(replace(HUNT, gained={CEM: {"capacity": 4}}), seat=CEM, strict=True)
    assert hunt.draw_extra(replace(HUNT, beyond=frozenset({CEM})), seat=CEM, strict=True)


def test_a_boss_of_the_supply_is_caught_to_the_last():
    """Catch them as the rulebook's Magic Source says, at the end too."""
    assert hunt.catch_supply_boss(SOURCE, seat=ANN) == [SupplyBossCaught(ANN)]
    state = after(SOURCE, hunt.catch_supply_boss(SOURCE, seat=ANN))
    assert (state.supply_bosses, state.caught[ANN]) == (5, ("boss",))
    with pytest.raises(Refusal, match="no Bosses left"):
        hunt.catch_supply_boss(replace(SOURCE, supply_bosses=0), seat=ANN)


def test_a_boss_of_the_supply_is_what_one_does_at_the_source_but_not_in_older_logs():
    """Either Magic Power or Bosses, as the rulebook's Magic Source says."""
    at_source = replace(SOURCE, turn=Turn(ANN, 3), here=("S",), acted=("source",), at_source=False)
    with pytest.raises(Refusal, match="either that or Bosses"):
        hunt.catch_supply_boss(at_source, seat=ANN, acts=True)
    assert hunt.catch_supply_boss(at_source, seat=ANN) == [SupplyBossCaught(ANN)]
    assert hunt.catch_supply_boss(replace(at_source, acted=()), seat=ANN, acts=True) == [SupplyBossCaught(ANN, True)]


def test_after_the_last_boss_come_this_round_one_more_and_the_source():
    """Play on as the rulebook's End of the Game says."""
    state = after(HUNT, [BossFled("R1", "market"), BossFled("R2", "tavern")])
    assert (state.last_round, hunt.bosses_left(state)) == (4, 0)
    assert "play one more" in hunt.ending(state)
    turns = []
    while not state.at_source:
        turns.append(state.turn)
        state = after(state, hunt.end_turn(state, at=0.0))
    assert turns == [Turn(BOB, 3), Turn(CEM, 3), Turn(ANN, 3), Turn(BOB, 4), Turn(CEM, 4), Turn(ANN, 4)]
    assert hunt.phase(state) == "source"
    assert "without Trophies" in hunt.ending(state)
    assert state.clock.running_since is None


def test_the_last_round_is_announced():
    assert "The last round, and the last chance for Trophies" in hunt.ending(replace(HUNT, last_round=3))
    assert hunt.ending(HUNT) is None


@pytest.mark.parametrize(
    "move",
    [
        lambda state: hunt.end_turn(state, at=0.0),
        lambda state: hunt.pause(state, at=0.0),
        lambda state: hunt.resume(state, at=0.0),
        lambda state: hunt.catch(state, seat=ANN, slot="R1", djinn=["blue"], boss=False),
        lambda state: hunt.flee(state, slot="R1"),
        lambda state: hunt.remove(state, slot="R1", djinn=["blue"]),
    ],
)
def test_moves_of_the_hunt_need_the_hunt(move):
    with pytest.raises(Refusal, match="no game yet"):
        move(State())
    with pytest.raises(Refusal, match="Begin it first"):
        move(replace(HUNT, turn=None))
    with pytest.raises(Refusal, match="go to the scores"):
        move(SOURCE)
    with pytest.raises(Refusal, match="game is finished"):
        move(replace(HUNT, finished=True))


def test_a_boss_requires_more_beside_others():
    """Add up the rulebook's example: 4 + 2 + 2."""
    assert hunt.strength(HUNT, "R1") == 8
    assert hunt.strength(HUNT, "R3") is None


def test_phases_follow_the_game():
    setup = replace(HUNT, turn=None, layout={})
    ticked = replace(setup, ticks=dict.fromkeys(STEPS))
    assert [hunt.phase(state) for state in (setup, ticked, HUNT, SOURCE, replace(SOURCE, finished=True))] == [
        "setup",
        "draft",
        "hunt",
        "source",
        "finished",
    ]
    assert hunt.phase(replace(setup, picks=((BOB, "start_gift"),))) == "draft"
    assert hunt.phase(replace(ticked, first_game=True)) == "setup"

"""Before the war: the table, the lands, the strongholds' own lands, who goes first."""

from collections import Counter
from random import Random

import pytest

from companion.games.war_game.facts import LANDS, events as ev
from companion.games.war_game.facts.board import LANDS_AT, cut_off
from companion.games.war_game.play import turn
from companion.games.war_game.setup import draws, setup
from companion.games.war_game.state import seen_by
from companion.games.war_game.state.model import State, board_of, home_of
from companion.games.war_game.state.possible import check
from companion.games.war_game.text.draw_replay import again, snippet
from companion.games.war_game.text.legacy_arguments import CHOICES
from companion.games.war_game.text.redaction import redraw
from companion.table.log import Entry, Refusal, changed
from tests.war_game.conftest import fold


def opened(players=2, seed=7, **options):
    return fold(State(), setup.open_game(State(), players=players, rng=Random(seed), **options))


@pytest.mark.parametrize(("players", "places"), [(2, "AC"), (3, "ABC"), (4, "ABCD")])
def test_everybody_has_a_stronghold_and_fifteen_lands_lie_between(players, places):
    """Setup: three of each land; the figure's letters clockwise."""
    state = opened(players)
    check(state, players)
    assert "".join(state.strongholds) == places
    assert {*Counter(state.lands.values()).values()} == {3}
    assert state.first in range(players)


def test_two_and_three_may_lie_near_each_other():
    assert [*opened(near=True).strongholds] == ["B", "D"]
    assert [*opened(3, near=True).strongholds] == ["A", "B", "D"]


def test_strongholds_are_chosen_before_the_war_and_change_places_with_their_lands(after):
    """Setup: any of the four for anybody; whoever has lain there lies where the other one did."""
    state = after(opened(3), setup.keep_land, seat=1, land="swamp")
    state = after(state, setup.choose_stronghold, seat=0, place="B")
    assert {id: (one.owner, one.holder, one.land) for id, one in state.strongholds.items()} == {
        "B": (0, 0, ""),
        "A": (1, 1, "swamp"),
        "C": (2, 2, ""),
    }
    state = after(state, setup.choose_stronghold, seat=0, place="D")
    assert [*state.strongholds] == ["D", "A", "C"]
    assert board_of(state).strongholds == ("D", "A", "C")
    check(state, 3)
    begun = fold(state, [ev.FirstRolled(1, (), True), ev.WarBegun(1)])
    assert fold(begun, [ev.StrongholdChosen(0, "B")]) == begun  # as when it is restored


def test_a_stronghold_that_another_has_chosen_changes_only_with_that_players_tap(after):
    state = after(opened(3), setup.choose_stronghold, seat=1, place="B")
    assert setup.choose_stronghold(state, seat=1, place="B") == []
    asked = after(state, setup.choose_stronghold, seat=0, place="B")
    check(asked, 3)
    assert (home_of(asked, 0), asked.swaps) == ("A", {0: "B"})
    assert setup.choose_stronghold(asked, seat=0, place="B") == []
    with pytest.raises(Refusal, match="doesn't want your stronghold any more"):
        setup.agree_swap(asked, seat=1, other=2)
    agreed = after(asked, setup.agree_swap, seat=1, other=0)
    assert (home_of(agreed, 0), home_of(agreed, 1), agreed.swaps) == ("B", "A", {})
    kept = after(asked, setup.choose_stronghold, seat=1, place="B")
    assert (home_of(kept, 1), kept.swaps) == ("B", {})
    gone = after(asked, setup.choose_stronghold, seat=1, place="D")
    assert gone.swaps == {}
    with pytest.raises(Refusal, match="doesn't want your stronghold"):
        setup.agree_swap(gone, seat=1, other=0)
    assert after(asked, setup.choose_stronghold, seat=0, place="A").swaps == {}
    begun = fold(asked, [ev.FirstRolled(1, (), True), ev.WarBegun(1)])
    assert begun.swaps == {}
    assert setup.choose_stronghold(state, seat=0, place="C") == [ev.StrongholdChosen(0, "C", firm=True)]


def test_old_logs_make_no_stronghold_firm():
    assert fold(opened(2), [ev.StrongholdChosen(0, "B")]).firm == frozenset()


def test_where_strongholds_lie_follows_into_a_rematch():
    assert [*opened(3, places=("D", "A", "C")).strongholds] == ["D", "A", "C"]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(20))
def test_at_a_fair_table_nobody_is_shut_in(seed):
    """House rule: dealt until everybody finds a way on foot."""
    state = opened(4, seed, fair=True)
    assert cut_off(board_of(state)) == ()
    assert cut_off(board_of(fold(state, setup.deal(state, rng=Random(seed), place="21")))) == ()


def test_some_deals_shut_somebody_in():
    assert any(cut_off(board_of(opened(4, seed))) for seed in range(20))


@pytest.mark.parametrize(("players", "options"), [(1, {}), (5, {}), (2, {"column": 0}), (2, {"column": 6})])
def test_there_is_no_such_table(players, options):
    with pytest.raises(Refusal):
        opened(players, **options)


def test_readings_are_chosen_with_the_table():
    state = opened(rules=["walls_enter", "area_near", "unknown"], column=5)
    assert state.rules_on == {"walls_enter", "area_near"}
    assert board_of(state).column == 5


def test_one_land_is_dealt_anew_and_the_rest_stays(after, rng):
    state = opened()
    other = after(state, setup.deal, rng=rng, place="23")
    assert Counter(other.lands.values()) == Counter(state.lands.values())
    changed = [place for place in LANDS_AT if other.lands[place] != state.lands[place]]
    assert len(changed) == 2
    assert "23" in changed


def test_lands_are_set_as_the_cards_lie(after):
    """Setup: the table's own deal; the war begins with three of each only."""
    state = opened()
    land = next(land for land in ("plains", "island") if land != state.lands["11"])
    state = after(state, setup.set_terrain, place="11", land=land)
    assert state.lands["11"] == land
    assert state.by_hand
    with pytest.raises(Refusal, match="There are 3 of each land"):
        setup.begin(state)


def test_a_land_face_down_is_seen_by_its_seat_only(after):
    """Setup: a basic land face down signifies the stronghold."""
    state = after(opened(), setup.keep_land, seat=1, land="island")
    assert seen_by(state, {1}).strongholds["C"].land == "island"
    assert seen_by(state, {0}).strongholds["C"].land == ""
    assert "C" not in board_of(state).lands
    up = after(state, setup.turn_land, seat=1)
    assert board_of(up).lands["C"] == seen_by(up, {0}).strongholds["C"].land == "island"
    with pytest.raises(Refusal, match="already face up"):
        setup.keep_land(up, seat=1, land="swamp")
    with pytest.raises(Refusal, match="already face up"):
        setup.turn_land(up, seat=1)


def test_a_land_that_nobody_noted_is_named_when_it_is_turned_up(after):
    assert after(opened(), setup.turn_land, seat=0, land="swamp").strongholds["A"].land == "swamp"
    with pytest.raises(Refusal, match="basic lands"):
        setup.turn_land(opened(), seat=0)


def test_who_goes_first_is_rolled_or_said(after, rng):
    """The Tides of War: a die each, the highest begins; those who rolled the same roll again."""
    rolled = setup.roll_first(opened(4), rng=rng)[0]
    last = dict(rolled.rolls[-1])
    assert last[rolled.seat] == max(last.values())
    assert [*last.values()].count(max(last.values())) == 1
    assert after(opened(), setup.roll_first, rng=rng, seat=1).first == 1
    with pytest.raises(Refusal):
        setup.roll_first(opened(), rng=rng, seat=2)


def test_what_is_checked_rolls_again_but_what_the_table_rolled_stays():
    rolled = setup.roll_first(opened(), rng=Random(7))
    assert CHOICES["roll_first"](rolled) == {"seat": None}
    assert CHOICES["roll_first"]([ev.FirstRolled(1, (), by_hand=True)]) == {}


def test_the_war_begins_with_the_first_players_supply():
    state = fold(opened(), [ev.FirstRolled(1, (), True)])
    assert setup.begin(state) == [ev.WarBegun(1), ev.PhaseBegun("supply")]


def test_a_word_deals_anew_what_chance_has_dealt(after):
    state = opened()
    said = after(state, setup.say_word, seat=0, word="Karneol")
    assert said.lands != state.lands
    own = after(state, setup.set_terrain, place="11", land=next(iter({"plains", "island"} - {state.lands["11"]})))
    assert after(own, setup.say_word, seat=0, word="Karneol").lands == own.lands


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        (setup.set_terrain, {"place": "A", "land": "swamp"}),
        (setup.set_terrain, {"place": "11", "land": "desert"}),
        (setup.deal, {"place": "A", "rng": Random(7)}),
        (setup.choose_stronghold, {"seat": 0, "place": "E"}),
        (setup.choose_stronghold, {"seat": 2, "place": "B"}),
        (setup.keep_land, {"seat": 0, "land": "desert"}),
        (setup.keep_land, {"seat": 2, "land": "swamp"}),
        (setup.turn_land, {"seat": 9, "land": "swamp"}),
    ],
)
def test_what_is_no_land_or_seat_is_refused(move, choices):
    with pytest.raises(Refusal, match="Choose one of"):
        move(opened(), **choices)


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        (setup.say_word, {"seat": 0, "word": "Karneol"}),
        (setup.choose_stronghold, {"seat": 0, "place": "B"}),
        (setup.deal, {"rng": Random(7)}),
        (setup.set_terrain, {"place": "11", "land": "swamp"}),
        (setup.roll_first, {"rng": Random(7)}),
        (setup.begin, {}),
    ],
)
def test_what_is_laid_out_stays_once_the_war_has_begun(war, move, choices):
    with pytest.raises(Refusal, match="The war has begun, so this stays as it is"):
        move(war("supply"), **choices)


@pytest.mark.parametrize("move", [setup.keep_land, setup.turn_land])
def test_once_the_war_is_over_a_stronghold_keeps_its_land(war, move):
    with pytest.raises(Refusal, match="over"):
        move(fold(war("cast"), [ev.WarEnded(0)]), seat=0, land="swamp")


def test_the_program_prints_the_deal_if_it_was_one_shuffle(after, rng, capsys):
    state = opened()
    exec("\n".join(snippet(state)), {})
    assert str(state.lands) in capsys.readouterr().out
    fair = after(fold(state, [ev.RuleSwitched("shut_in", True)]), setup.deal, rng=rng)
    for other in (after(state, setup.deal, rng=rng, place="21"), fold(fair, [ev.RuleSwitched("shut_in", False)])):
        assert "lands" not in "\n".join(snippet(other))


def test_the_program_prints_who_rolled_what_and_every_supply_die(after, rng, capsys):
    state = after(opened(), setup.begin)
    for seat in (state.first, 1 - state.first):
        state = after(state, turn.roll_supply, rng=rng)
        state = changed(state, turn=1 - seat, phase="supply")
    exec("\n".join(snippet(state)), {})
    said = capsys.readouterr().out
    assert f"first round {[die for _, die in state.rolls[0]]}" in said
    assert f"supply {[state.rolled[state.first], state.rolled[1 - state.first]]}" in said
    assert "supply" not in "\n".join(snippet(opened()))


def test_who_goes_first_is_checked(rng):
    """What chance gives follows from the secret, what the table rolled is its own."""
    before = fold(State(), setup.open_game(State(), players=2, rng=Random(7))[:-1])
    assert again(before, draws.first(before)) == (draws.first(before), False)
    assert again(before, ev.FirstRolled(1, (), by_hand=True)).by_table


def test_a_copy_draws_anew_the_lands_face_down_but_those_that_were_turned_up(rng):
    moves = [ev.LandKept(0, ""), ev.LandKept(1, ""), ev.LandTurned(1, "swamp")]
    entries = [Entry(seq, 0.0, None, "keep_land", (event,)) for seq, event in enumerate(moves, 2)]
    opening = Entry(1, 0.0, None, "open_game", (ev.Opened(2, ("A", "C"), 3),))
    lands = {
        event.seat: event.land
        for entry in redraw([opening, *entries], rng)
        for event in entry.events
        if isinstance(event, ev.LandKept)
    }
    assert lands[1] == "swamp"
    assert lands[0] in LANDS

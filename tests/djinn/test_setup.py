import re
from collections import Counter
from functools import reduce
from random import Random

import pytest

from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import CardsDrawn, LayoutDrawn, Opened, StepTicked, StepUnticked, TilesDrawn
from companion.games.djinn.play.hunt import begin, catch, draw_extra, flee, remove
from companion.games.djinn.setup.checklist import STEPS, steps, tick, untick
from companion.games.djinn.setup.deal import open_game, reroll, say_word
from companion.games.djinn.setup.draws import elements
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.table.log import Refusal

NAMES = ("Ann", "Bob", "Cem", "Dee")


def opened(players=3, *, first_game=False, longer=False):
    events = open_game(State(), players=players, first_game=first_game, longer=longer, rng=Random(7))
    return reduce(evolve, events, State())


def after(state, events):
    return reduce(evolve, events, state)


@pytest.mark.parametrize(("players", "beside", "bag"), [(2, 2, 24), (3, 3, 18), (4, 3, 18)])
def test_each_boss_stands_with_the_djinn_of_the_player_count(players, beside, bag):
    """Deal as the rulebook's Setup 7 says."""
    state = opened(players)
    assert all(space.boss and len(space.djinn) == beside for space in state.spaces.values())
    assert tuple(state.spaces) == CITY.round
    assert len(state.bag) == bag
    assert state.supply_bosses == 6


def test_a_longer_game_puts_one_more_beside_the_source():
    """Deal as the rulebook's Variant says."""
    state = opened(4, longer=True)
    assert [len(space.djinn) for space in state.spaces.values()] == [4, 4, 4, 3, 3, 3]
    assert len(state.bag) == 15


def test_board_and_bag_hold_nine_djinn_a_colour():
    state = opened()
    djinn = Counter(state.bag) + Counter(colour for space in state.spaces.values() for colour in space.djinn)
    assert djinn == {"brown": 9, "blue": 9, "third": 9, "fourth": 9}


def test_displays_hold_one_more_than_players():
    """Lay out what the rulebook's Setup 8, 10 and 11 say."""
    state = opened(4)
    assert {row: len(trophies) for row, trophies in state.trophies.items()} == {"I": 5, "II": 5, "III": 5}
    assert len(state.green) == len(state.red) == 5
    assert len(state.cards) == 3
    assert len(set(state.passages_out)) == 2
    assert state.start_seat in range(4)


def test_a_first_game_has_neither_cards_nor_tiles():
    """Skip the rulebook's Setup 10 and 11."""
    events = open_game(State(), players=2, first_game=True, longer=False, rng=Random(7))
    assert events[0] == Opened(2, True, False, goods=True, markers=True)
    assert not any(isinstance(event, CardsDrawn | TilesDrawn) for event in events)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_only_two_to_four_may_play(players):
    with pytest.raises(Refusal, match="2 to 4"):
        open_game(State(), players=players, first_game=False, longer=False, rng=Random(7))


def test_a_table_opens_once():
    with pytest.raises(Refusal, match="already has a game"):
        open_game(opened(), players=3, first_game=False, longer=False, rng=Random(7))


@pytest.mark.parametrize("element", elements(opened()))
def test_one_element_is_rerolled_alone(element):
    state = again = opened()
    changed = set()
    for _ in range(9):  # the start player may well be the same again
        again = after(again, reroll(again, element=element, rng=Random(11)))
        changed |= {name for name in vars(state) if getattr(state, name) != getattr(again, name)}
    fields = {
        "layout": {"layout"},
        "passages": {"passages_out"},
        "start": {"start_seat"},
        "djinn": {"spaces", "bag"},
        "trophies": {"trophies"},
        "cards": {"cards"},
        "tiles": {"green", "red"},
    }
    assert changed == fields[element] | {"drawn"}


def test_all_is_rerolled_at_once():
    events = reroll(opened(), element="all", rng=Random(11))
    assert len(events) == 7
    assert isinstance(events[0], LayoutDrawn)


@pytest.mark.parametrize("element", ["cards", "tiles"])
def test_a_first_game_rerolls_neither_cards_nor_tiles(element):
    with pytest.raises(Refusal, match="first game"):
        reroll(opened(first_game=True), element=element, rng=Random(7))


def test_an_unknown_element_is_an_error():
    with pytest.raises(KeyError, match="weather"):
        reroll(opened(), element="weather", rng=Random(7))


def test_what_is_drawn_anew_has_its_step_open_again():
    """One tick by anybody locks nothing."""
    state = after(opened(), [StepTicked("board", 0), StepTicked("cards", 1)])
    assert after(state, reroll(state, element="layout", rng=Random(7))).ticks == {"cards": 1}
    assert after(state, reroll(state, element="start", rng=Random(7))).ticks == state.ticks
    assert after(state, reroll(state, element="all", rng=Random(7))).ticks == {}


def test_a_word_is_said_before_the_first_tick():
    state = opened()
    with pytest.raises(Refusal, match="Untick all steps"):
        say_word(after(state, tick(state, step="board", seat=0)), seat=0, word="Opal")


def test_the_hunt_ends_the_rerolling():
    state = opened()
    with pytest.raises(Refusal, match=r"hunt has (already )?begun"):
        reroll(after(state, begin(state, at=0.0)), element="all", rng=Random(7))


def test_a_table_without_a_game_has_nothing_to_reroll():
    with pytest.raises(Refusal, match="no game yet"):
        reroll(State(), element="all", rng=Random(7))


def test_a_step_is_ticked_and_unticked():
    state = opened()
    assert tick(state, step="djinn", seat=1) == [StepTicked("djinn", 1)]
    ticked = after(state, tick(state, step="djinn", seat=1))
    assert ticked.ticks == {"djinn": 1}
    assert untick(ticked, step="djinn") == [StepUnticked("djinn")]
    assert after(ticked, untick(ticked, step="djinn")) == state


def test_a_step_is_ticked_once():
    state = after(opened(), [StepTicked("djinn", None)])
    with pytest.raises(Refusal, match="already ticked"):
        tick(state, step="djinn", seat=0)


def test_only_a_ticked_step_is_unticked():
    with pytest.raises(Refusal, match=r"ticked. Tick it"):
        untick(opened(), step="djinn")


def test_an_unknown_step_is_an_error():
    with pytest.raises(KeyError, match="tea"):
        tick(opened(), step="tea", seat=0)


def test_a_first_game_ticks_no_step_it_leaves_out():
    with pytest.raises(Refusal, match="skips this step"):
        tick(opened(first_game=True), step="tiles", seat=0)


def test_the_eleven_steps_speak_of_this_table():
    state = opened(3)
    lines = {step.id: " ".join(step.lines) for step in steps(state, NAMES)}
    assert tuple(lines) == STEPS
    assert [step.number for step in steps(state, NAMES)] == list(range(1, 12))
    assert "1 Boss and 3 Djinn" in lines["djinn"]
    assert "Base Marker on 0, Magic Marker on 3, Capacity Marker on 5, 4 Coins" in lines["players"]
    assert f"{NAMES[state.start_seat]} takes the Roof Tile with the dragon" in lines["players"]
    assert "put 4 of each" in lines["trophies"]
    assert "18 Djinn left" in lines["supply"]
    begun = after(state, begin(state, at=0.0))
    assert steps(after(begun, flee(begun, slot="R1")), NAMES) == steps(state, NAMES)


@pytest.mark.parametrize(("players", "side"), [(2, "back"), (3, "front"), (4, "front")])
def test_the_market_side_follows_the_number_of_players(players, side):
    """Turn the Market as the rulebook says, last line of Market."""
    assert side in steps(opened(players), NAMES)[2].lines[0]


def test_a_first_game_has_nine_steps():
    assert [step.id for step in steps(opened(first_game=True), NAMES)] == list(STEPS[:9])


def test_a_longer_game_says_what_is_more():
    lines = steps(opened(2, longer=True), NAMES)[6].lines
    assert "1 Boss and 2 Djinn, but 3 Djinn at the three next to the Magic Source." in lines[0]


@pytest.mark.parametrize(
    "move",
    [
        lambda state, slot: catch(state, seat=0, slot=slot, djinn=state.spaces[slot].djinn[:1], boss=False),
        lambda state, slot: flee(state, slot=slot),
        lambda state, slot: remove(state, slot=slot, djinn=state.spaces[slot].djinn[:1]),
        lambda state, slot: draw_extra(state, seat=0),
    ],
)
def test_nothing_is_drawn_anew_once_djinn_have_left_the_board(move):
    """The beginning of the hunt may be taken back alone, but what has left the board would be in the bag again."""
    state = opened()
    moved = after(state, move(after(state, begin(state, at=0.0)), "R1"))
    for draw_anew in (
        lambda: reroll(moved, element="all", rng=Random(7)),
        lambda: say_word(moved, seat=0, word="Opal"),
    ):
        with pytest.raises(Refusal, match="Djinn have already left the board"):
            draw_anew()


def test_the_step_that_is_due_is_open_and_the_map_where_it_is_needed(ann, open_djinn):
    """The set-up for three was six screens long; what is done takes a line."""
    code = open_djinn(ann)

    def shown():
        page = ann.get(f"/djinn/{code}/setup").text
        return re.findall(r'<details\s+id="step-(\w+)-\w+"\s+open', page), 'id="drawn-before"' not in page

    assert shown() == ([], True)
    ann.post(f"/djinn/{code}/tick", step="board", seen=9999)
    assert shown() == (["players"], False)
    for step in STEPS[1:6]:
        ann.post(f"/djinn/{code}/tick", step=step, seen=9999)
    assert shown() == (["djinn"], True)
    for step in STEPS[6:10]:
        ann.post(f"/djinn/{code}/tick", step=step, seen=9999)
    assert shown() == (["tiles"], False)

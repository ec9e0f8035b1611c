"""Where Djinn's rules end: before the game and after it, the last tile and the last Djinn, and what a board may be."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn.facts import START, TILES
from companion.games.djinn.facts.city import CITY, City, beside_source, doubts, neighbours
from companion.games.djinn.facts.events import (
    BossFled,
    DjinnRefilled,
    DjinnRemoved,
    PrivateCardChosen,
    SheetCounted,
    SheetSet,
    TilesDrawn,
    TomFlipped,
    TurnEnded,
)
from companion.games.djinn.facts.sheet import Sheet, check
from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.djinn.setup import deal, draft, draws
from companion.games.djinn.setup.checklist import STEPS
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import Space, State, Turn
from companion.table.log import Refusal
from tests.djinn.solo import HUNT as ALONE, NOTHING
from tests.djinn.test_draft import ANN, BOB, CEM, picked
from tests.djinn.test_hunt import HUNT, SOURCE

BEFORE = replace(HUNT, turn=None)
LOST = replace(ALONE, finished=True, result="lost")


def joined(*pairs):
    return frozenset(frozenset(pair) for pair in pairs)


# Before and after


@pytest.mark.parametrize(
    "move",
    [
        lambda state: hunt.begin(state, at=0.0),
        lambda state: hunt.draw_extra(state, seat=ANN),
        lambda state: hunt.catch_supply_boss(state, seat=ANN),
        lambda state: scoring.count(state, seat=ANN, box="coins", by=1),
        lambda state: scoring.choose_private_card(state, seat=ANN, card="keys"),
        lambda state: scoring.done(state, seat=ANN, at=0.0),
        lambda state: scoring.end(state, at=0.0),
    ],
)
def test_nothing_happens_before_the_game_or_after_it(move):
    with pytest.raises(Refusal, match="no game yet"):
        move(State())
    with pytest.raises(Refusal, match="game is finished"):
        move(replace(HUNT, finished=True))


@pytest.mark.parametrize(
    "move",
    [
        lambda state: deal.reroll(state, element="all", rng=Random(7)),
        lambda state: deal.say_word(state, seat=ANN, word="word"),
    ],
)
def test_what_chance_drew_stands_once_somebody_goes_by_it(move):
    dealt = replace(BEFORE, spaces={"R1": Space(True, ("brown",))})
    for state, words in (
        (State(), "no game yet"),
        (replace(dealt, finished=True), "game is finished"),
        (replace(dealt, turn=Turn(ANN, 1)), "hunt has already begun"),
        (replace(dealt, picks=((ANN, "start_gift"),)), "tile has already been taken"),
        (replace(dealt, caught=((), ("blue",))), "already left the board"),
        (replace(dealt, aside=("blue",)), "already left the board"),
        (replace(dealt, spaces={"R1": Space(False, ("brown",))}), "already left the board"),
    ):
        with pytest.raises(Refusal, match=words):
            move(state)


def test_a_game_that_is_lost_says_so():
    for move in (lambda state: hunt.begin(state, at=0.0), lambda state: hunt.end_turn(state, at=0.0)):
        with pytest.raises(Refusal, match="Tom's last card is revealed"):
            move(LOST)
    with pytest.raises(Refusal, match=r"finished. To"):
        hunt.begin(replace(BEFORE, finished=True), at=0.0)


def test_tiles_are_all_taken_or_none_before_the_hunt():
    """Who played without drafting in the app begins; who has begun drafting finishes it (rulebook, Setup 11)."""
    tiles = {"green": ("start_gift",) * 4, "red": ("start_poor",) * 4}
    assert hunt.begin(replace(BEFORE, **tiles), at=5.0)
    with pytest.raises(Refusal, match="Not all tiles are taken"):
        hunt.begin(replace(BEFORE, **tiles, picks=((BOB, "start_gift"),) * 5), at=5.0)
    assert hunt.begin(replace(BEFORE, **tiles, picks=((BOB, "start_gift"),) * 6), at=5.0)


# The hunt


@pytest.mark.parametrize(
    ("space", "groups"),
    [
        (Space(True, ("brown", "blue", "brown")), "boss, boss brown, boss blue, brown, blue"),
        (Space(False, ("blue", "brown")), "blue, brown"),
        (Space(True, ("blue",)), "boss, boss blue, blue"),
        (Space(), ""),
    ],
)
def test_what_is_usually_caught_at_once(space, groups):
    """The Boss alone, with one of its Djinn, or one Djinn (rulebook, Catch Djinn)."""
    assert ", ".join(" ".join(group) for group in hunt.groups(space)) == groups


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, None),
        ({"last_round": 3}, "The last round, and the last chance for Trophies"),
        ({"last_round": 4}, "finish this round and play one more"),
        ({"last_round": 3, "turn": None}, "finish this round and play one more"),
        ({"last_round": 3, "at_source": True}, "Everyone gathers at the Magic Source"),
        ({"last_round": 3, "at_source": True, "finished": True}, None),
    ],
)
def test_the_end_is_announced(change, words):
    """After the last Boss this round, one more, and the Magic Source (rulebook, End of the Game)."""
    ending = hunt.ending(replace(HUNT, **change))
    assert ending is None if words is None else words in ending


def test_a_game_won_against_tom_is_announced():
    """The last Boss wins the game; Tom's next card is flipped, and the last action follows (rulebook, Solo Play)."""
    won = replace(ALONE, last_round=3, result="won")
    assert "flip Tom's next card" in hunt.ending(won)
    assert "Use the Magic Source once more" in hunt.ending(replace(won, at_source=True))
    with pytest.raises(Refusal, match="flip Tom's next card"):
        hunt.end_turn(won, at=0.0)


def test_the_last_djinn_of_the_bag_is_drawn():
    assert hunt.draw_extra(replace(HUNT, bag=("blue",)), seat=CEM)[0].colour == "blue"
    assert hunt.catch_supply_boss(replace(SOURCE, supply_bosses=1), seat=CEM)


# Tiles


@pytest.mark.parametrize(("tile", "coins", "magic"), [("start_poor", 0, 3), ("start_weak", 4, 0), ("start_gift", 8, 4)])
def test_a_start_falls_under_nothing_and_stays_left_of_the_capacity(tile, coins, magic):
    """Whatever a log says somebody took: no Coins under 0, Magic Power from 0 to 4 (rulebook, Setup 2)."""
    sheet = draft.start_sheet(picked((ANN, tile), (ANN, tile)), ANN)
    assert (sheet.coins, sheet.magic, sheet.capacity) == (coins, magic, START.capacity)


def test_who_took_a_tile_has_it():
    state = picked((ANN, "start_poor"), (BOB, "start_gift"), (ANN, "red_10"))
    assert draft.tiles_of(state, ANN) == ("start_poor", "red_10")
    assert draft.has(state, BOB, "start_gift")
    assert not draft.has(state, ANN, "start_gift")


def test_only_what_differs_from_the_usual_start_is_told():
    assert draft.start_sheet(picked((ANN, "start_poor")), ANN).changes == ("Coins: 1 instead of 4.",)
    assert draft.start_sheet(picked((ANN, "start_weak")), ANN).changes == ("Magic Power: 0 instead of 3.",)
    assert draft.start_sheet(picked((BOB, "start_poor")), ANN).changes == ()


def test_tiles_lie_on_display_by_their_side():
    """One more than players of each colour (rulebook, Setup 11), as the owner of the box has turned them."""
    turned = next(id for id, tile in TILES.items() if tile.side == "red")
    state = replace(State(players=3), noted=replace(State().noted, sides={turned: "green"}))
    for seed in range(20):
        drawn = draws.draw(state, "tiles", rng=Random(seed))
        assert isinstance(drawn, TilesDrawn)
        assert len({*drawn.green}) == len({*drawn.red}) == 4
        assert {TILES[id].side for id in {*drawn.green} - {turned}} == {"green"}
        assert {TILES[id].side for id in drawn.red} == {"red"}
        assert turned not in drawn.red


def test_who_may_hold_a_private_card():
    """Who took the tile, or anybody while nobody told who took which (rulebook, Character Tiles)."""
    tiles = {"green": ("private_scoring", "start_gift"), "red": ("start_poor",)}
    nobody_told = State(players=2, **tiles)
    assert all(draft.may_hold_private_card(nobody_told, seat) for seat in (ANN, BOB))
    told = replace(nobody_told, picks=((ANN, "private_scoring"),))
    assert [draft.may_hold_private_card(told, seat) for seat in (ANN, BOB)] == [True, False]
    assert not draft.may_hold_private_card(replace(nobody_told, green=("start_gift",)), ANN)


# The board


def test_the_printed_board_leaves_no_doubt():
    assert doubts(CITY) == ()


def test_a_board_that_breaks_the_rules_of_the_printed_one_is_doubted():
    """Each path joins a round space with a square one or the Source; each space has 3 or 4, the Source 3 (facts 1)."""
    city = City(
        round=("R1", "R2"),
        square=("a12", "b1"),
        paths=joined(("R1", "R2"), ("a12", "b1"), ("R1", "S"), ("R1", "a12"), ("R1", "b1")),
    )
    assert doubts(city) == (
        "A path must join a round space and a square one. This one doesn't: "
        "Inner ring, top – Inner ring, bottom right.",
        "A path must join a round space and a square one. This one doesn't: Inner ring, top right – Outer ring, top.",
        "Inner ring, bottom right: needs 3 or 4 paths, not 1.",
        "Inner ring, top right: needs 3 or 4 paths, not 2.",
        "Outer ring, top: needs 3 or 4 paths, not 2.",
        "The Magic Source should have 3 paths, not 1.",
    )


def test_a_square_space_beside_the_source_is_doubted_and_gets_no_djinn():
    city = replace(CITY, paths=CITY.paths | joined(("S", "a12")))
    assert beside_source(city) == beside_source(CITY)
    assert neighbours(city, "S") == (*beside_source(CITY), "a12")
    assert "The Magic Source should have 3 paths, not 4." in doubts(city)
    unfit = (
        "A path must join a round space and a square one. This one doesn't: The Magic Source – Inner ring, top right."
    )
    assert unfit in doubts(city)


# The checklist


def test_steps_are_ticked_in_any_order_once():
    state = BEFORE
    for step in reversed(STEPS):
        assert deal.tick(state, step=step, seat=None)[0].by is None
    with pytest.raises(Refusal, match="already ticked"):
        deal.tick(replace(state, ticks={"board": None}), step="board", seat=ANN)
    with pytest.raises(KeyError):
        deal.tick(state, step="camel", seat=ANN)
    with pytest.raises(Refusal, match="skips this step"):
        deal.tick(replace(state, first_game=True), step="tiles", seat=ANN)
    with pytest.raises(Refusal, match="no game yet"):
        deal.tick(State(), step="board", seat=ANN)
    with pytest.raises(Refusal, match=r"ticked. Tick it"):
        deal.untick(state, step="board")


# What stays of a log when moves before it are taken back


def test_a_turn_that_never_began_was_of_the_first_round():
    """The hunt's beginning may be taken back alone, and what came after it still counts."""
    assert evolve(BEFORE, TurnEnded(BOB, 5.0)).turn == Turn(CEM, 1)
    assert evolve(BEFORE, BossFled("R1", "market")).last_round is None
    assert evolve(replace(BEFORE, spaces={"R1": Space(True)}), BossFled("R1", "market")).last_round == 2
    assert evolve(State(), TurnEnded(ANN, 5.0)).turn == Turn(ANN, 2)


def test_tom_flips_no_card_that_he_has_not():
    gone = replace(ALONE, deck=(), cards_left=0)
    assert evolve(gone, TomFlipped(None)) == gone
    assert evolve(gone, TomFlipped(NOTHING)).revealed == (NOTHING,)


def test_nothing_is_written_on_a_sheet_that_nobody_has():
    for event in (SheetCounted(3, "coins", 1), SheetSet(-1, "coins", 5), PrivateCardChosen(3, "keys")):
        assert evolve(BEFORE, event) == BEFORE


def test_who_is_not_there_is_not_caught():
    """What stands at a space leaves it colour for colour; a colour that is not there changes nothing."""
    state = evolve(HUNT, DjinnRemoved("R1", "market", ("blue", "blue", "third")))
    assert state.spaces["R1"] == Space(True, ("brown",))
    assert evolve(HUNT, DjinnRemoved("Z9", "market", ("blue",))).spaces["Z9"] == Space()
    assert evolve(HUNT, DjinnRefilled("Z9", "market", ("blue",), 0)).spaces["Z9"] == Space(False, ("blue",))


def test_by_a_house_rule_there_are_keys_without_end():
    with pytest.raises(Refusal, match="must be 0 to 12"):
        check([Sheet(keys=13)])
    check([Sheet(keys=13), Sheet(keys=9)], house={"keys_limited"})

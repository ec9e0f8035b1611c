"""What a player taps as taken at a space: what is offered, what it costs, and what hand and sheet make of it."""

from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import (
    ActionTaken,
    ExtraCaught,
    HuntBegun,
    NoneCaught,
    PassagePlaced,
    SheetSet,
    SpaceEntered,
    SupplyBossCaught,
    TrophyTaken,
    TurnEnded,
)
from companion.games.djinn.facts.gains import in_words
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import gains, hunt, options
from companion.games.djinn.play.held import held_after, kept_in, to_bottle
from companion.games.djinn.scoring.scoring import set_box
from companion.games.djinn.scoring.sheet_defaults import follows
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State, Turn
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal

ANN, BOB = 0, 1
PLACES = ("academy", "tavern", "catacombs", "archives", "manufactory", "market")
LAYOUT = dict(zip(CITY.square, PLACES, strict=True)) | dict(zip(CITY.round, PLACES, strict=True))
HUNT = State(
    players=2,
    goods=True,
    markers=True,
    turn=Turn(ANN, 2),
    layout=LAYOUT,
    sheets=(Sheet(),) * 2,
    entered=(frozenset(),) * 2,
    caught=((), ()),
)
SQUARE, ROUND = (dict(zip(PLACES, slots, strict=True)) for slots in (CITY.square, CITY.round))


def at(slot, state=HUNT):
    return evolve(state, SpaceEntered(ANN, slot, LAYOUT.get(slot, "")))


def ids(state, slot):
    return [one.id for one in gains.takes(state, slot)]


def took(state, action, **more):
    (event,) = gains.take(state, seat=ANN, action=action, **more)
    return event.gains


def taken(state, *actions, **more):
    for action in actions:
        state = reduce(evolve, gains.take(state, seat=ANN, action=action, **more), state)
    return state


def offered(place, *, special, state=HUNT):
    slot = (ROUND if special else SQUARE)[place]
    return {one.id: dict(one.gains) for one in gains.takes(state, slot) if one.id not in gains.FORFEITS}


def test_the_academy_gives_magic_and_on_its_round_space_capacity():
    """Rulebook, Academy."""
    assert offered("academy", special=False) == {"academy": {"scrolls": 1, "magic": 3}}
    assert offered("academy", special=True)["academy_special"] == {"capacity": 1, "scrolls": 1, "magic": 3}


def test_the_archives_give_one_option_or_two_different_ones():
    """Rulebook, Archives."""
    assert list(offered("archives", special=False)) == ["coins", "scroll", "activate", "circle"]
    slot = ROUND["archives"]
    one = taken(at(slot), "coins")
    assert ids(one, slot) == ["scroll", "activate", "circle"]
    assert ids(taken(one, "circle"), slot) == []
    assert ids(taken(at(SQUARE["archives"]), "coins"), SQUARE["archives"]) == []


def test_the_archives_give_more_once_all_passages_are_placed():
    """Rulebook, Archives, the marker."""
    state = reduce(evolve, [PassagePlaced(ANN)] * 4, HUNT)
    assert offered("archives", special=True, state=state) == {
        "coins": {"coins": 4},
        "scroll": {"scrolls": 1, "magic": 2},
        "activate_two": {},
        "circle": {"circles": 1, "magic": 2, "keys": 1},
    }


def test_the_left_circle_gives_magic_and_the_right_one_capacity():
    """Rulebook, Player Board 2: first the one on the left, then the one on the right."""
    slot = SQUARE["archives"]
    assert took(at(slot), "circle") == {"magic": 2, "circles": 1}
    once = replace(taken(at(slot), "circle"), acted=())
    assert took(once, "circle") == {"capacity": 1, "circles": 1}
    assert "circle" not in ids(replace(taken(once, "circle"), acted=()), slot)
    assert ids(taken(once, "circle"), slot) == []  # it was one option, though it is offered no more


def test_a_covered_circle_is_uncovered_for_magic():
    """Rulebook, Character Tiles: the cover."""
    slot = SQUARE["archives"]
    covered = at(slot, replace(HUNT, picks=((ANN, "covered_circle"),)))
    assert took(covered, "uncover") == {"magic": 2, "circles": 1} | {"uncovered": 1}
    free = replace(taken(covered, "uncover"), acted=())
    assert "uncover" not in ids(free, slot)
    assert took(free, "circle") == {"magic": 2, "circles": 1}
    full = replace(covered, sheets=(Sheet(circled=2),) * 2)
    assert follows(full, ANN)["inactive_circles"] == 1
    assert "inactive_circles" not in follows(taken(full, "uncover"), ANN)


@pytest.mark.parametrize(("special", "tile", "paid"), [(False, "", (2, 1)), (True, "", (3, 2)), (True, "y", (3, 3))])
def test_the_manufactory_takes_coins_for_corks_and_equipment(special, tile, paid):
    """Rulebook, Manufactory, and the tile of a third Cork."""
    picks = ((ANN, "manufactory_cork"),) if tile else ()
    staff = offered("manufactory", special=special, state=replace(HUNT, picks=picks))["staff"]
    assert staff == {"staves": 1, "coins": -paid[0], "corks": paid[1]}


def test_the_first_set_of_equipment_moves_the_base_marker():
    """Rulebook, Manufactory, Set bonus: once."""
    slot = SQUARE["manufactory"]
    two = reduce(lambda state, one: replace(taken(state, one), acted=()), ("staff", "hat"), at(slot))
    assert gains.base(two, ANN) == 0
    assert took(two, "cloak") == {"cloaks": 1, "corks": 1, "coins": -2, "base": 1, "magic": 2}
    three = replace(taken(two, "cloak"), acted=())
    assert gains.base(three, ANN) == 1
    assert "base" not in took(three, "cloak")
    assert "base" not in took(three, "staff")


def test_the_basic_action_of_the_manufactory_is_always_a_choice():
    """Rulebook, Actions: instead of the Special Action one may always perform the Basic Action."""
    basic = {"staves": 1, "corks": 1, "coins": -2}
    assert offered("manufactory", special=True)["staff_basic"] == basic
    poor = replace(HUNT, gained={ANN: {"coins": -2, "hats": 1, "cloaks": 1}})
    assert offered("manufactory", special=True, state=poor)["staff_basic"] == basic
    assert "staff_basic" not in offered("manufactory", special=False, state=poor)
    slot = ROUND["manufactory"]
    assert took(at(slot, poor), "staff_basic") == {"staves": 1, "corks": 1, "coins": -2, "base": 1, "magic": 2}
    assert ids(taken(at(slot, poor), "staff_basic"), slot) == []


@pytest.mark.parametrize(("colours", "coins"), [(["blue"], 1), (["blue", "brown"], 2), (["blue", "brown", "third"], 4)])
def test_the_market_sells_bottles_of_different_colours(colours, coins):
    """Rulebook, Market: 1, 2 or 4 Coins."""
    state = at(SQUARE["market"])
    bottles = {f"bottle_{colour}": 1 for colour in colours}
    assert took(state, "bottles", colours=colours) == bottles | {"coins": -coins}


@pytest.mark.parametrize(
    ("action", "colours"),
    [("bottles", []), ("bottles", ["blue", "brown", "third", "fourth"]), ("bottle_cork", ["blue", "brown"])],
)
def test_bottles_need_their_colours(action, colours):
    with pytest.raises(Refusal, match="Choose the colour of each Bottle"):
        gains.take(at(SQUARE["market"]), seat=ANN, action=action, colours=colours)


def test_the_special_action_of_the_market_is_two():
    """Rulebook, Market: the Basic Action twice."""
    slot = ROUND["market"]
    one = taken(at(slot), "bottles", colours=["blue"])
    assert "bottles" in ids(one, slot)
    assert ids(taken(one, "cork"), slot) == []


@pytest.mark.parametrize(("tile", "chests"), [("", 2), ("catacombs_basic", 1)])
def test_the_special_action_of_the_catacombs_is_two_chests_but_for_a_tile(tile, chests):
    """Rulebook, Catacombs, and Character Tiles."""
    slot = ROUND["catacombs"]
    state = at(slot, replace(HUNT, picks=((ANN, tile),) if tile else ()))
    for _ in range(chests):
        state = taken(state, "chest", told={"coins": 1})
    assert ids(state, slot) == []


def test_the_source_fills_up_and_sells_as_often_as_one_likes():
    """Rulebook, Magic Source; the tile pays two Scrolls."""
    state = at("S", replace(HUNT, gained={ANN: {"capacity": 2}}))
    assert took(state, "source") == {"magic": 6}
    many = taken(state, "source", "source_cork", "source_cork", "source_cork")
    assert ids(many, "S") == ["source_bottle", "source_cork", "source_mages"]
    two = replace(state, picks=((ANN, "source_two"),))
    assert took(two, "source_cork") == {"corks": 1, "scrolls": -2}
    assert took(two, "source_mages") == {"scrolls": -2}


def test_who_does_nothing_else_gains_two():
    """Rulebook, Forfeiting Actions: only if no action is carried out."""
    slot = SQUARE["academy"]
    assert ["academy", *gains.FORFEITS] == ids(at(slot), slot)
    assert ids(taken(at(slot), "forfeit_both"), slot) == []
    assert ids(taken(at(slot), "academy"), slot) == []


@pytest.mark.parametrize(
    ("special", "tile", "offers"),
    [
        (False, "", {"mage": {}}),
        (True, "", {"mage": {}, "mage_key": {"keys": 1}}),
        (True, "tavern_key", {"mage": {"keys": 1}, "mage_key": {"keys": 1}}),
    ],
)
def test_a_mage_card_is_what_the_tavern_gives(special, tile, offers):
    """Rulebook, Tavern, and the tile of a Key; whoever has taken a Mage no longer gains for doing nothing."""
    state = replace(HUNT, picks=((ANN, tile),) if tile else ())
    slot = (ROUND if special else SQUARE)["tavern"]
    assert offered("tavern", special=special, state=state) == offers
    assert ids(taken(at(slot, state), "mage"), slot) == []


@pytest.mark.parametrize(
    ("place", "action", "gained"), [("archives", "activate", {}), ("market", "activate_three", {"scrolls": -1})]
)
def test_mages_are_activated_but_with_the_tile_that_forbids_it(place, action, gained):
    """Rulebook, Archives and Market, and Character Tiles."""
    assert offered(place, special=False)[action] == gained
    once = replace(HUNT, picks=((ANN, "mages_once"),))
    assert action not in offered(place, special=False, state=once)


@pytest.mark.parametrize(
    ("action", "gains", "said"),
    [
        ("mage", {}, "Ann takes a Mage Card."),
        ("mage_key", {"keys": 1}, "Ann takes a Mage Card and a Key."),
        ("activate", {}, "Ann activates Mage Cards."),
        ("activate_three", {"scrolls": -1}, "Ann activates Mage Cards: Scrolls −1."),
    ],
)
def test_what_is_done_with_mage_cards_is_said(action, gains, said):
    assert tell(ActionTaken(ANN, "b1", action, gains), ["Ann"]) == said


@pytest.mark.parametrize(("action", "what"), [("key_coin", "coins"), ("key_scroll", "scrolls"), ("key_magic", "magic")])
def test_a_key_buys_one_thing_at_any_time(action, what):
    """Rulebook, Keys; it is no action of the space."""
    slot = SQUARE["academy"]
    with pytest.raises(Refusal, match="isn't offered here"):
        gains.take(at(slot), seat=ANN, action=action)
    state = at(slot, replace(HUNT, gained={ANN: {"keys": 2}}))
    assert took(state, action) == {what: 1, "keys": -1}
    assert ids(taken(state, action, action), slot) == ["academy", *gains.FORFEITS]
    assert gains.any_time(taken(state, action, action), ANN) == []


def test_those_in_the_same_tent_are_paid_once_each():
    """Rulebook, Market: 1 Coin or 1 Scroll to each, whichever one likes; it is no action of the space."""
    state = at(SQUARE["market"])
    assert gains.pay_in_tent(state) == []
    bought = taken(state, "cork")
    assert [seat for seat, _ in gains.pay_in_tent(bought)] == [BOB]
    paid = gains.take(bought, seat=ANN, action="tent_scroll_1")
    assert [(one.seat, one.gains) for one in paid] == [(ANN, {"scrolls": -1}), (BOB, {"scrolls": 1})]
    after = reduce(evolve, paid, bought)
    assert gains.pay_in_tent(after) == []
    with pytest.raises(Refusal, match="already taken"):
        gains.take(after, seat=ANN, action="tent_coin_1")
    assert ids(after, SQUARE["market"]) == ids(bought, SQUARE["market"])


def test_whoever_has_the_tile_pays_nobody_in_a_tent():
    """Rulebook, Character Tiles."""
    welcome = at(SQUARE["market"], replace(HUNT, picks=((ANN, "market_free"),)))
    assert gains.pay_in_tent(taken(welcome, "cork")) == []


@pytest.mark.parametrize(
    ("action", "gained", "said"),
    [
        ("source", {"magic": 4}, "Ann fills up their Magic Power."),
        ("way_coin", {"coins": -2}, "Ann pays for the path: Coins −2."),
        ("way_scroll", {"scrolls": 1}, "Ann is paid for the path: Scrolls +1."),
        ("tent_coin_1", {"coins": -1}, "Ann pays in a Market Tent: Coins −1."),
        ("tent_coin_0", {"coins": 1}, "Ann is paid in a Market Tent: Coins +1."),
        ("bottled", {"bottle_blue": -1, "corks": -1, "freed": 1}, "Ann corks up a Djinn in a Bottle: Blue."),
        ("bottled_boss", {"bottle_blue": -1, "corks": -1, "freed": 1}, "Ann corks up a Boss in a Bottle: Blue."),
    ],
)
def test_what_is_no_action_of_a_space_is_said(action, gained, said):
    assert tell(ActionTaken(ANN, "b1", action, gained), ["Ann"]) == said


def test_a_passage_of_ones_own_gives_another_basic_action():
    """Rulebook, A Player's Turn: in any order, at a square space."""
    slot = SQUARE["academy"]
    state = at(slot, evolve(HUNT, PassagePlaced(ANN, slot)))
    assert {"academy", "staff", "coins", "cork"} <= {*ids(state, slot)}
    assert "coins" in ids(taken(state, "academy"), slot)
    assert "coins" not in ids(at(slot), slot)
    assert "coins" not in ids(at(slot, evolve(HUNT, PassagePlaced(ANN, SQUARE["market"]))), slot)


def test_a_passage_whose_symbol_was_told_gives_that_action_alone():
    """Rulebook, Archives; what lies in the box, or was placed elsewhere, is not offered as a guess either."""
    slot, market = SQUARE["academy"], SQUARE["market"]
    told = evolve(HUNT, PassagePlaced(ANN, slot, "tavern"))
    assert ids(at(slot, told), slot) == ["academy", "mage", *gains.FORFEITS]
    guess = replace(told, passages_out=("archives",), passages=((ANN, market), *told.passages), placed=(ANN, ANN))
    assert {"mage", "coins"}.isdisjoint(ids(at(market, guess), market))
    assert {"cork", "academy", "chest"} <= {*ids(at(market, guess), market)}


def test_a_passage_placed_this_turn_is_an_option_and_gives_none_yet():
    """Rulebook, Archives: one option of two, and the Note; what logs hold of the time before is not asked so."""
    slot = SQUARE["archives"]
    state = evolve(at(slot), PassagePlaced(ANN, slot))
    assert gains.takes(state, slot, state.placed_now) == []
    assert {"academy", "coins"} < {*ids(state, slot)}
    slot = ROUND["archives"]
    state = evolve(at(slot), PassagePlaced(ANN))
    left = [one.id for one in gains.takes(state, slot, state.placed_now)]
    assert left == ["coins", "scroll", "activate", "circle"]
    assert gains.takes(taken(state, "coins"), slot, state.placed_now) == []
    later = replace(state, placed_now=())
    assert "academy" in [one.id for one in gains.takes(later, SQUARE["archives"])]
    assert "academy" not in [one.id for one in gains.takes(state, SQUARE["archives"], state.placed_now)]


def test_no_page_offers_a_third_option_of_the_archives_nor_one_twice():
    """Rulebook, Archives: two different options. The last Secret Passage changes what they are called."""
    slot = ROUND["archives"]
    three = at(slot, replace(HUNT, placed=(ANN,) * 3))
    state = evolve(taken(three, "activate"), PassagePlaced(ANN, "a12"))
    assert "coins" in [one.id for one in gains.takes(state, slot, state.placed_now)]  # as older logs took it
    assert options.offered(state, slot) == []
    covered = at(slot, replace(HUNT, picks=((ANN, "covered_circle"),)))
    for one in ("uncover", "circle"):
        assert [left.id for left in options.offered(taken(covered, one), slot)] == ["coins", "scroll", "activate"]


def test_what_is_taken_is_said_and_refused_a_second_time():
    state = taken(at(SQUARE["academy"]), "academy")
    with pytest.raises(Refusal, match="already taken"):
        gains.take(state, seat=ANN, action="academy")
    with pytest.raises(Refusal, match="another player's turn"):
        gains.take(state, seat=BOB, action="academy")
    with pytest.raises(Refusal, match="First tap the Mage"):
        gains.take(HUNT, seat=ANN, action="academy")
    assert in_words({"coins": -2, "corks": 1}) == "Corks +1 and Coins −2"


def test_a_chest_is_told_in_numbers_and_words():
    state = at(SQUARE["catacombs"])
    told = {"magic": 2, "coins": -1}
    (event,) = gains.take(state, seat=ANN, action="chest", colours=["blue"], text="Old chest", told=told)
    assert event == ActionTaken(ANN, state.here[-1], "chest", told | {"bottle_blue": 1}, "Old chest")
    with pytest.raises(Refusal, match="Enter what you gained"):
        gains.take(state, seat=ANN, action="chest")
    (in_words_alone,) = gains.take(state, seat=ANN, action="chest", text="A Mage Card")
    assert in_words_alone == ActionTaken(ANN, state.here[-1], "chest", {}, "A Mage Card")
    assert tell(in_words_alone, ["Ann"]) == "Ann notes: “A Mage Card”"
    (plain,) = gains.take(at(SQUARE["academy"]), seat=ANN, action="academy", text="no", told={"magic": 9})
    assert plain == ActionTaken(ANN, SQUARE["academy"], "academy", {"scrolls": 1, "magic": 3})


HELD = {"magic": 3, "coins": 4, "corks": 0, "circles": 2}


def after(*events, state=HUNT, **held):
    state = reduce(evolve, events, state)
    return held_after(state, ANN, HELD | held, events)


def test_a_hand_counts_what_was_taken_and_lost():
    """Rulebook, Player Board 1b, Catch Djinn, Magic Source."""
    academy = ActionTaken(ANN, "b1", "academy", {"magic": 3, "scrolls": 1})
    assert after(academy)["magic"] == 4  # as much as it can hold
    assert after(ActionTaken(ANN, "R1", "academy_special", {"capacity": 1, "magic": 3}))["magic"] == 5
    assert after(academy, magic=6)["magic"] == 6  # whoever holds more has said so
    assert after(NoneCaught(ANN, "R1", "academy"))["magic"] == 2
    assert after(SupplyBossCaught(ANN), magic=7)["magic"] == 1
    assert after(ActionTaken(ANN, "b1", "staff", {"corks": 1, "coins": -9})) == HELD | {"corks": 1, "coins": 0}
    assert after(ActionTaken(BOB, "b1", "academy", {"magic": 1}), NoneCaught(BOB, "R1", "academy")) == HELD


def test_magic_is_limited_by_where_the_capacity_marker_was_then():
    """Rulebook, Player Board 1b: what was too much is lost, though the marker moves on later."""
    too_much = ActionTaken(ANN, "b1", "academy", {"magic": 3, "scrolls": 1})
    moved = ActionTaken(ANN, "R1", "circle", {"capacity": 1, "circles": 1})
    assert after(too_much, moved)["magic"] == 4
    assert after(moved, too_much)["magic"] == 5


def test_magic_comes_back_to_where_the_base_marker_was_then():
    bonus = ActionTaken(ANN, "b1", "hat", {"hats": 1, "base": 1})
    assert after(TurnEnded(BOB, 1.0), bonus, magic=0)["magic"] == 0
    assert after(bonus, TurnEnded(BOB, 1.0), magic=0)["magic"] == 1


@pytest.mark.parametrize(
    ("event", "magic"), [(ExtraCaught(ANN, "blue"), 7), (SupplyBossCaught(ANN), 1)], ids=["from the bag", "a Boss"]
)
def test_a_djinn_from_the_bag_or_the_supply_takes_its_place(event, magic):
    """Rulebook, Catch Djinn: an active and empty Spell Circle, or a Bottle with a Cork."""
    state = replace(HUNT, bag=("blue",))
    assert after(event, state=state, magic=7)["circles"] == 1
    kept = after(event, state=state, magic=7, corks=1, bottle_blue=1)
    assert (kept["magic"], kept["circles"], kept["corks"], kept["bottle_blue"]) == (magic, 2, 0, 0)


@pytest.mark.parametrize(
    ("event", "rule", "magic"),
    [(ExtraCaught(ANN, "blue"), "bag_djinn_place", 7), (SupplyBossCaught(ANN), "source_boss", 1)],
)
def test_a_house_may_have_it_that_such_a_djinn_needs_no_place(event, rule, magic):
    state = replace(HUNT, bag=("blue",), rules_on=frozenset((rule,)))
    kept = after(event, state=state, magic=7, corks=1, bottle_blue=1)
    assert (kept["magic"], kept["circles"], kept["corks"], kept["bottle_blue"]) == (magic, 2, 1, 1)


def test_where_djinn_are_follows_from_the_bottles_that_were_told():
    """Two Blue Bottles were gained and one is empty, so of three Djinn one is bottled."""
    state = replace(HUNT, caught=(("blue", "blue", "brown"), ()))
    events = [ActionTaken(ANN, "b1", "bottles", {"bottle_blue": 2, "coins": -2})]
    held = dict.fromkeys(("bottle_brown", "bottle_third", "bottle_fourth"), 0) | {"bottle_blue": 1}
    where = [tuple(kept_in(state, ANN, held, events, colour=colour).values()) for colour in ("blue", "brown", "third")]
    assert where == [(1, 1), (1, 0), (0, 0)]
    assert kept_in(state, ANN, held | {"bottle_blue": 3}, events, colour="blue") == {}  # more than was told
    given = replace(state, taken=(TrophyTaken(ANN, "I", 30, "I/30", ("blue",) * 3),))
    assert kept_in(given, ANN, held | {"bottle_blue": 0}, events, colour="blue")["bottled_now"] == -1


LAST = replace(HUNT, at_source=True, turn=Turn(BOB, 9))


def test_all_do_what_the_source_offers_as_the_last_action():
    """Rulebook, End of the Game: the actions there as usual; each does so for oneself."""
    state = replace(LAST, caught=(("blue",), ()), gained={ANN: {"keys": 1}})
    offers = [one.id for one in (*gains.takes_last(state, ANN), *gains.any_time(state, ANN))]
    assert offers == [
        *("source", "source_bottle", "source_cork", "source_mages", *gains.FORFEITS),
        *("key_coin", "key_scroll", "key_magic", "bottled"),
    ]
    filled = taken(state, "source")
    assert (filled.acted, filled.acted_last) == ((), {ANN: ("source",)})
    assert [one.id for one in gains.takes_last(filled, ANN)] == ["source_bottle", "source_cork", "source_mages"]
    assert "source" in [one.id for one in gains.takes_last(filled, BOB)]
    corked = taken(filled, "bottled", colours=["blue"])
    assert corked.gained[ANN] == {"keys": 1, "magic": 4, "bottle_blue": -1, "corks": -1, "freed": 1}
    with pytest.raises(Refusal, match="either that or Bosses"):
        hunt.catch_supply_boss(filled, seat=ANN, acts=True)
    bossed = reduce(evolve, hunt.catch_supply_boss(filled, seat=BOB, acts=True), filled)
    assert "source" not in [one.id for one in gains.takes_last(bossed, BOB)]


def test_a_bottle_takes_its_own_colour_and_any_boss():
    """Rulebook, Boss Djinn: of every colour."""
    state = replace(LAST, caught=(("blue",), ("boss",)))
    four = ["brown", "blue", "third", "fourth"]
    assert [[*to_bottle(state, seat).values()] for seat in (ANN, BOB)] == [[["blue"], []], [[], four]]
    assert [one.id for one in gains.any_time(state, BOB)] == ["bottled", "bottled_boss"]
    boss = replace(state, gained={BOB: {"bottle_blue": 1, "corks": 1}})
    after = reduce(evolve, gains.take(boss, seat=BOB, action="bottled_boss", colours=["blue"]), boss)
    assert after.gained[BOB] == {"bottle_blue": 0, "corks": 0, "freed": 1}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bottle_brown": 1, "bottle_third": 1, "coins": -2}, "Bottles +2 (Brown and Colour 3) and Coins −2"),
        ({"coins": 2, "bottle_blue": 1}, "Coins +2 and Bottles +1 (Blue)"),
        ({"bottle_blue": -2, "bottle_brown": -1, "magic": -4}, "Magic Power −4 and Bottles −3 (1 Brown and 2 Blue)"),
    ],
)
def test_bottles_are_said_together(changes, said):
    assert str(in_words(changes)) == said


def test_magic_comes_back_to_the_base_marker_when_ones_turn_begins():
    """Rulebook, Player Board 1c."""
    state = replace(HUNT, gained={ANN: {"base": 1}})
    assert after(TurnEnded(BOB, 1.0), state=state, magic=0)["magic"] == 1
    assert after(TurnEnded(ANN, 1.0), state=state, magic=0)["magic"] == 0


def test_the_last_passage_brings_magic_once():
    """Rulebook, Archives."""
    assert after(*[PassagePlaced(ANN)] * 3, magic=0)["magic"] == 0
    assert after(*(PassagePlaced(ANN, slot) for slot in CITY.square[:4]), magic=0)["magic"] == 2


def test_a_sheet_knows_equipment_capacity_circles_and_the_base_marker():
    told = {"staves": 1, "hats": 2, "cloaks": 1, "capacity": 2, "circles": 1}
    state = replace(HUNT, gained={ANN: told})
    rows = {"staves": 1, "hats": 2, "cloaks": 1, "capacity": 7, "inactive_circles": 1, "base": 1}
    assert follows(state, ANN) == rows
    assert follows(replace(state, placed=(ANN,) * 4), ANN) == rows | {"base": 2, "passages": 4}
    assert follows(replace(state, gained={ANN: {"capacity": 4}}), ANN) == {"capacity": 8}
    below = replace(state, gained={ANN: {"capacity": -2}})
    assert (follows(below, ANN), set_box(below, seat=ANN, box="coins", value=3)) == ({}, [SheetSet(ANN, "coins", 3)])
    typed = replace(HUNT, sheets=(Sheet(staves=1, hats=1, cloaks=1),) * 2)
    assert follows(typed, ANN) == {"base": 1}
    assert follows(replace(typed, markers=False), ANN) == {}
    assert follows(replace(typed, entered=(frozenset({"base"}),) * 2), ANN) == {}


def test_a_turn_forgets_what_the_one_before_took():
    state = evolve(replace(taken(at(SQUARE["academy"]), "academy"), start_seat=ANN), TurnEnded(ANN, 1.0))
    assert (state.acted, state.gained) == ((), {ANN: {"magic": 3, "scrolls": 1}})
    assert evolve(HUNT, HuntBegun(1.0)).acted == ()

"""Where the Mages stand, and what follows from that."""

from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts.city import CITY, neighbours
from companion.games.djinn.facts.events import DjinnCaught, DrawAwaited, SpaceEntered, TurnEnded
from companion.games.djinn.play import hunt, movement
from companion.games.djinn.play.actions import doubtful, glowing
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import check, evolve
from companion.games.djinn.state.model import PATH, Turn
from companion.games.djinn.text.describe import outcome, tell
from companion.table.log import Refusal
from tests.checks import wrong
from tests.djinn.solo import ANN, HUNT as ALONE, LAST_BOSS, PRINTED
from tests.djinn.test_hunt import BOB, CEM, HUNT as THREE, SOURCE

SQUARES = dict.fromkeys(CITY.square, "archives")
HUNT = replace(THREE, layout=THREE.layout | SQUARES)
TOM = replace(ALONE, layout=ALONE.layout | SQUARES)


def after(state, events):
    return reduce(evolve, events, state)


def stood(state, *slots):
    return after(state, [SpaceEntered(state.turn.seat, slot, state.layout.get(slot, "")) for slot in slots])


def test_a_player_acts_at_a_space():
    (event,) = movement.enter_space(HUNT, seat=BOB, slot="R1")
    assert event == SpaceEntered(BOB, "R1", "market")
    state = evolve(HUNT, event)
    assert (state.here, state.paths) == (("R1",), {BOB: ("R1",)})
    assert tell(event, ("Ann", "Bob", "Cem")) == "Bob goes to the round Market."
    assert outcome(state, [event]) == "arrived"


@pytest.mark.parametrize(
    ("slot", "sentence"), [("b1", "Bob goes to the square Archives."), ("S", "Bob is at the Magic Source.")]
)
def test_a_player_acts_at_a_square_space_or_the_source(slot, sentence):
    (event,) = movement.enter_space(HUNT, seat=BOB, slot=slot)
    assert tell(event, ("Ann", "Bob", "Cem")) == sentence
    assert outcome(HUNT, [event]) == "arrived"


def test_a_turn_has_one_space_unless_an_effect_allows_more():
    """Move as the rulebook's A Player's Turn says."""
    state = stood(HUNT, "R1")
    with pytest.raises(Refusal, match="you're here: Market, round"):
        movement.enter_space(state, seat=BOB, slot="R2")
    with pytest.raises(Refusal, match="Archives, square"):
        movement.enter_space(stood(HUNT, "b1"), seat=BOB, slot="R2")
    with pytest.raises(Refusal, match="Magic Source"):
        movement.enter_space(stood(HUNT, "S"), seat=BOB, slot="R2")
    assert movement.enter_space(state, seat=BOB, slot="R2", override=True)
    assert stood(state, "R2").here == ("R1", "R2")


def test_the_next_turn_is_elsewhere():
    state = replace(stood(HUNT, "R1"), here=())
    with pytest.raises(Refusal, match="a Mage must move every turn"):
        movement.enter_space(state, seat=BOB, slot="R1")
    assert movement.enter_space(state, seat=BOB, slot="R1", override=True)
    assert movement.enter_space(state, seat=BOB, slot="R2")
    later = replace(stood(state, "R2"), here=())
    assert movement.enter_space(later, seat=BOB, slot="R3")
    with pytest.raises(Refusal, match="never goes straight back"):
        movement.enter_space(later, seat=BOB, slot="R1")
    with pytest.raises(Refusal, match="a Mage must move every turn"):
        movement.enter_space(later, seat=BOB, slot="R2")


def test_the_first_turn_is_at_a_square_space():
    """Begin as the rulebook's A Player's Turn says."""
    first = replace(HUNT, turn=Turn(BOB, 1))
    for slot in ("R1", "S"):
        with pytest.raises(Refusal, match=r"first turn is at a square space.*Allow anyway"):
            movement.enter_space(first, seat=BOB, slot=slot)
    assert movement.enter_space(first, seat=BOB, slot="b1")
    assert movement.doubt(replace(HUNT, turn=None), "R1") is None


def test_a_player_acts_in_the_own_turn_of_a_running_hunt():
    with pytest.raises(Refusal, match="another player's turn"):
        movement.enter_space(HUNT, seat=CEM, slot="R1")
    with pytest.raises(Refusal, match="another player's turn"):
        movement.enter_space(HUNT, by=CEM, seat=BOB, slot="R1")
    with pytest.raises(Refusal, match="last round is over"):
        movement.enter_space(SOURCE, seat=BOB, slot="R1")
    assert movement.may_stand(HUNT)
    assert not movement.may_stand(stood(HUNT, "R1"))
    assert not movement.may_stand(SOURCE)


def test_a_turn_begins_nowhere_and_a_way_is_short():
    state = after(stood(HUNT, *CITY.round, "b1"), [TurnEnded(BOB, 0.0)])
    assert (state.here, state.paths[BOB]) == ((), (*CITY.round, "b1")[-PATH:])


def test_who_said_where_catches_only_there():
    state = stood(HUNT, "R2")
    with pytest.raises(Refusal, match="somewhere else this turn"):
        hunt.catch(state, seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert hunt.catch(state, seat=BOB, slot="R2", djinn=["third"], boss=False)
    assert hunt.catch(stood(state, "R1"), seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert hunt.catch(HUNT, seat=BOB, slot="R1", djinn=["blue"], boss=False)


# By which path


def test_in_the_first_round_the_path_beside_the_square_is_told():
    """Begin as the rulebook's A Player's Turn says: on a path beside a square space, and never back along it."""
    first = stood(replace(HUNT, turn=Turn(BOB, 1)), "b1")
    assert movement.ways_in(first) == neighbours(CITY, "b1")
    events = movement.enter_space(first, seat=BOB, slot="b1", came_from="R1")
    assert events == [SpaceEntered(BOB, "b1", "archives", "R1")]
    state = after(first, events)
    assert (state.here, state.paths[BOB], movement.ways_in(state)) == (("b1",), ("R1", "b1"), ())
    again = after(state, movement.enter_space(state, seat=BOB, slot="b1", came_from="O12"))
    assert (again.here, again.paths[BOB]) == (("b1",), ("R1", "O12", "b1"))
    later = replace(state, here=(), turn=Turn(BOB, 2))
    assert "never goes straight back" in str(movement.doubt(later, "R1"))


def test_who_comes_by_the_path_of_another_pays_or_skips_the_space():
    """Move as the rulebook's A Player's Turn, Exception says."""
    state = replace(HUNT, paths={BOB: ("b1", "R1"), CEM: ("b1", "R1")}, here=("R1",))
    assert (movement.same_way(state), movement.may_skip(state)) == ((CEM,), True)
    skipped = after(state, movement.enter_space(state, seat=BOB, slot="a12", came_from="R1"))
    assert (skipped.here, skipped.paths[BOB]) == (("a12",), ("b1", "R1", "a12"))
    assert "never goes straight back" in str(movement.doubt(state, "b1", "R1"))
    assert movement.same_way(replace(state, paths={BOB: ("b1", "R1"), CEM: ("a12", "R1")})) == ()
    assert not movement.may_skip(replace(state, met=True))
    with pytest.raises(Refusal, match="You get one space a turn"):
        movement.enter_space(replace(state, met=True), seat=BOB, slot="a12", came_from="R1")


@pytest.mark.parametrize(
    ("done", "skips"),
    [
        ({"acted": ("scrolls",)}, False),
        ({"acted": ("way_coin",)}, False),
        ({"placed_now": ("a12",)}, False),
        ({"acted": ("key_coin", "bottled")}, True),
    ],
)
def test_who_has_acted_or_paid_skips_no_space(done, skips):
    state = replace(HUNT, paths={BOB: ("b1", "R1"), CEM: ("b1", "R1")}, here=("R1",))
    assert movement.may_skip(replace(state, **done)) == skips


def test_paths_count_once_somebody_has_confirmed_them():
    """Until then the map's paths are a reconstruction, and none is called wrong."""
    state = replace(HUNT, paths={BOB: ("R1", "b1")})
    assert movement.doubt(state, "O23") is None
    assert glowing(state) == frozenset()
    sure = after(state, movement.confirm_paths(state))
    assert "No path leads here" in str(movement.doubt(sure, "O23"))
    assert glowing(sure) == {*neighbours(CITY, "b1")} - {"R1"}
    assert doubtful(sure) == {*CITY.slots} - glowing(sure)
    assert movement.enter_space(sure, seat=BOB, slot="O23", override=True)
    assert glowing(replace(sure, paths={})) == frozenset()
    with pytest.raises(Refusal, match="already known"):
        movement.confirm_paths(sure)


def test_who_catches_moves_there_first_with_the_same_doubts():
    """Older logs caught without a place: their moves did not bring the Mage there."""
    state = replace(HUNT, paths={BOB: ("R1",)})
    caught = {"seat": BOB, "slot": "R1", "djinn": ["blue"], "boss": False}
    with pytest.raises(Refusal, match="a Mage must move every turn"):
        hunt.catch(state, **caught, enters=True)
    entered, *_ = events = hunt.catch(state, **caught, enters=True, override=True)
    assert entered == SpaceEntered(BOB, "R1", "market")
    assert outcome(state, events) == "happened"
    assert not any(isinstance(one, SpaceEntered) for one in hunt.catch(state, **caught))
    there = stood(HUNT, "R1")
    assert not any(isinstance(one, SpaceEntered) for one in hunt.catch(there, **caught, enters=True))


def test_a_turn_ends_with_its_catch():
    events = hunt.catch(stood(HUNT, "R1"), seat=BOB, slot="R1", djinn=["blue"], boss=False, ends=True, at=5.0)
    assert events[-1] == TurnEnded(BOB, 5.0)
    own_bag = replace(stood(HUNT, "R1"), we_draw=True)
    events = hunt.catch(own_bag, seat=BOB, slot="R1", djinn=["blue"], boss=True, ends=True, at=5.0)
    assert isinstance(events[-1], DrawAwaited)  # the table draws first


# Tom


def test_after_a_round_space_tom_is_not_skipped_by_accident():
    """Reveal his card as the rulebook's Solo Play, Gameplay says."""
    caught = after(TOM, [DjinnCaught(ANN, "R3", "academy", ("blue",), False)])
    for state in (stood(TOM, "R3"), caught):
        assert hunt.at_round_space(state)
        with pytest.raises(Refusal, match="now reveal Tom's card"):
            hunt.end_turn(state, at=0.0)
        assert hunt.end_turn(state, override=True, at=0.0)
        assert tom_game.reveal(state, at=0.0)


def test_after_a_square_space_he_reveals_no_card_by_accident():
    for state, move in ((TOM, tom_game.reveal), (replace(PRINTED, layout=TOM.layout), tom_game.reveal_printed)):
        square = stood(state, "b1")
        choices = {"nothing": True} if move is tom_game.reveal_printed else {}
        with pytest.raises(Refusal, match="at a round space this turn"):
            move(square, at=0.0, **choices)
        assert move(square, override=True, at=0.0, **choices)
        assert hunt.end_turn(square, at=0.0)


def test_who_said_nothing_taps_what_happened():
    assert hunt.at_round_space(TOM) is None
    assert hunt.end_turn(TOM, at=0.0)
    assert tom_game.reveal(TOM, at=0.0)


def test_who_catches_elsewhere_by_an_effect_says_so():
    """A catch tells of a round space only as long as nobody has said where the player acts."""
    state = after(stood(TOM, "b1"), [DjinnCaught(ANN, "R3", "academy", ("blue",), False)])
    assert hunt.at_round_space(state) is False


def test_the_last_boss_ends_the_turn_in_its_own_way():
    won = after(replace(LAST_BOSS, layout=TOM.layout), [DjinnCaught(ANN, "R2", "tavern", ("third",), True)])
    with pytest.raises(Refusal, match="flip Tom's next card"):
        hunt.end_turn(won, at=0.0)


# The pages


def flat(page):
    return " ".join(page.split()).replace("> ", ">").replace(" <", "<")


def test_a_tap_on_the_map_brings_the_mage_there_or_says_why_not(ann, hunt, tap, state):
    code = hunt()
    seat = state(code).turn.seat
    page = ann.get(f"/djinn/{code}/hunt").text
    assert 'hx-post="stand?slot=b1"' in page
    assert 'hx-post="stand?slot=R1"' not in page
    assert 'hx-get="hunt?space=R1"' in page
    asked = flat(ann.get(f"/djinn/{code}/hunt?space=R1").text)
    assert "The first turn is at a square space." in asked
    assert ("Allow anyway" in asked, "Catch these" in asked) == (True, False)
    answer = tap(ann, code, "stand", seat=seat, slot="R1", anyway="y")
    assert answer.location == f"/djinn/{code}/hunt#arrived"
    page = flat(ann.get(f"/djinn/{code}/hunt").text)
    assert 'hx-post="stand' not in page
    assert 'class="mage' in page
    assert ("Catch these" in page, "None caught" in page) == (True, True)
    other = flat(ann.get(f"/djinn/{code}/hunt?space=R2").text)
    assert ("Allow anyway" in other, "Catch these" in other) == (True, False)


def test_a_catch_brings_the_mage_there(ann, hunt, tap, state):
    """Catch as the rulebook says: at the space where the Mage is."""
    code = hunt()
    seat, one = state(code).turn.seat, state(code).spaces["R1"].djinn[0]
    refused = tap(ann, code, "catch", seat=seat, slot="R1", djinn=one)
    assert (refused.status_code, "The first turn is at a square space" in refused.text) == (422, True)
    assert tap(ann, code, "catch", seat=seat, slot="R1", djinn=one, anyway="y").status_code == 303
    assert (state(code).here, state(code).paths[seat]) == (("R1",), ("R1",))


def test_a_space_is_looked_at_before_the_hunt_begins_but_nobody_is_caught(ann, table):
    code = table
    page = ann.get(f"/djinn/{code}/hunt?space=R1").text
    assert 'hx-get="hunt?space=R1"' in page
    assert "Who do you catch?" in page
    assert f'href="/djinn/{code}/can?space=R1"' in page
    assert ann.get(f"/djinn/{code}/can?space=R1").status_code == 200
    panel = page[page.index('id="catching"') :]
    assert "<button" not in panel
    assert 'name="seat"' not in panel
    assert 'id="stand"' not in page


def test_every_space_is_listed_in_words(ann, hunt, state):
    code = hunt()
    page = ann.get(f"/djinn/{code}/hunt").text
    assert page.count('role="button" class="chip" href="hunt?space=') == 1 + len(state(code).city.square)
    square = flat(ann.get(f"/djinn/{code}/hunt?space=b1").text)
    assert ("Move my Mage here" in square, "The first turn" in square) == (True, False)


def test_the_page_offers_tom_after_a_round_space_only(ann, alone, tap):
    code = alone()
    tap(ann, code, "begin")
    first = ann.get(f"/djinn/{code}/hunt").text
    assert "the first turn is at a square one" in first
    tap(ann, code, "stand", seat=ANN, slot="b1")
    square = ann.get(f"/djinn/{code}/hunt").text
    assert ("Reveal a card anyway" in square, 'id="end-turn"' in square) == (True, True)
    tap(ann, code, "end-turn", seat=ANN)
    tap(ann, code, "stand", seat=ANN, slot="R1")
    there = ann.get(f"/djinn/{code}/hunt").text
    assert ("Reveal a card anyway" in there, "Skip Tom&#39;s card" in there) == (False, True)


def test_where_nobody_can_stand_is_named():
    assert "paths" in wrong(check, replace(THREE, here=("Z9",)), 3)
    assert "paths" in wrong(check, replace(THREE, paths={3: ("R1",)}), 3)

"""Where the Mages stand, and what follows from that."""

from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import DjinnCaught, SpaceEntered, TurnEnded
from companion.games.djinn.play import hunt, movement
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import check, evolve
from companion.games.djinn.state.model import PATH, Turn
from companion.games.djinn.text.describe import outcome, tell
from companion.table.log import Refusal
from tests.checks import wrong
from tests.djinn.solo import ANN, LAST_BOSS, PRINTED
from tests.djinn.solo import HUNT as ALONE
from tests.djinn.test_hunt import BOB, CEM, SOURCE
from tests.djinn.test_hunt import HUNT as THREE

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
    assert tell(event, ("Ann", "Bob", "Cem")) == "Bob acts at the round Market."
    assert outcome(state, [event]) == "whom"


@pytest.mark.parametrize(
    ("slot", "sentence", "shown"),
    [("b1", "Bob acts at the square Archives.", "here"), ("S", "Bob acts at the Magic Source.", "gains")],
)
def test_a_player_acts_at_a_square_space_or_the_source(slot, sentence, shown):
    (event,) = movement.enter_space(HUNT, seat=BOB, slot=slot)
    assert tell(event, ("Ann", "Bob", "Cem")) == sentence
    assert outcome(HUNT, [event]) == shown


def test_a_turn_has_one_space_unless_an_effect_allows_more():
    """Move as the rulebook's A Player's Turn says."""
    state = stood(HUNT, "R1")
    with pytest.raises(Refusal, match="You are acting here this turn: Market, round"):
        movement.enter_space(state, seat=BOB, slot="R2")
    with pytest.raises(Refusal, match="Archives, square"):
        movement.enter_space(stood(HUNT, "b1"), seat=BOB, slot="R2")
    with pytest.raises(Refusal, match="Magic Source"):
        movement.enter_space(stood(HUNT, "S"), seat=BOB, slot="R2")
    assert movement.enter_space(state, seat=BOB, slot="R2", override=True)
    assert stood(state, "R2").here == ("R1", "R2")


def test_the_next_turn_is_elsewhere():
    state = replace(stood(HUNT, "R1"), here=())
    with pytest.raises(Refusal, match="a Mage moves on every turn"):
        movement.enter_space(state, seat=BOB, slot="R1")
    assert movement.enter_space(state, seat=BOB, slot="R1", override=True)
    assert movement.enter_space(state, seat=BOB, slot="R2")
    later = replace(stood(state, "R2"), here=())
    assert movement.enter_space(later, seat=BOB, slot="R3")
    with pytest.raises(Refusal, match="never goes straight back"):
        movement.enter_space(later, seat=BOB, slot="R1")
    with pytest.raises(Refusal, match="a Mage moves on every turn"):
        movement.enter_space(later, seat=BOB, slot="R2")


def test_the_first_turn_is_at_a_square_space():
    """Begin as the rulebook's A Player's Turn says."""
    first = replace(HUNT, turn=Turn(BOB, 1))
    for slot, way_out in (("R1", "open the space in the list"), ("S", "act there without a tap")):
        with pytest.raises(Refusal, match=f"first turn is at a square space.*{way_out}"):
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
    with pytest.raises(Refusal, match="You are acting elsewhere this turn"):
        hunt.catch(state, seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert hunt.catch(state, seat=BOB, slot="R2", djinn=["third"], boss=False)
    assert hunt.catch(stood(state, "R1"), seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert hunt.catch(HUNT, seat=BOB, slot="R1", djinn=["blue"], boss=False)


# Tom


def test_after_a_round_space_tom_is_not_skipped_by_accident():
    """Reveal his card as the rulebook's Solo Play, Gameplay says."""
    caught = after(TOM, [DjinnCaught(ANN, "R3", "academy", ("blue",), False)])
    for state in (stood(TOM, "R3"), caught):
        assert hunt.at_round_space(state)
        with pytest.raises(Refusal, match="Tom's card comes now"):
            hunt.end_turn(state, at=0.0)
        assert hunt.end_turn(state, override=True, at=0.0)
        assert tom_game.reveal(state, at=0.0)


def test_after_a_square_space_he_reveals_no_card_by_accident():
    for state, move in ((TOM, tom_game.reveal), (replace(PRINTED, layout=TOM.layout), tom_game.reveal_printed)):
        square = stood(state, "b1")
        choices = {"nothing": True} if move is tom_game.reveal_printed else {}
        with pytest.raises(Refusal, match="not acting at a round space this turn"):
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


def test_a_tap_on_the_map_leads_to_whom_one_can_catch(ann, hunt, tap, state):
    code = hunt()
    seat = state(code).turn.seat
    page = ann.get(f"/djinn/{code}/hunt").text
    assert 'hx-post="stand?slot=R1"' in page
    answer = tap(ann, code, "stand", seat=seat, slot="R1", anyway="y")
    assert answer.location == f"/djinn/{code}/hunt?space=R1#whom"
    page = ann.get(f"/djinn/{code}/hunt?space=R1").text
    assert 'hx-post="stand"' not in page
    assert 'class="mage' in page
    assert "Catch these</button>" in page.replace("\n", "").replace("  ", "").replace(" </", "</")
    other = ann.get(f"/djinn/{code}/hunt?space=R2").text
    assert "Allow anyway" in other
    assert "Caught</button>" not in other.replace("\n", "").replace("  ", "").replace(" </", "</")


def test_a_space_is_looked_at_before_the_hunt_begins_but_nobody_is_caught(ann, table):
    code = table
    page = ann.get(f"/djinn/{code}/hunt?space=R1").text
    assert 'hx-get="hunt?space=R1"' in page
    assert "Who is caught?" in page
    assert f'href="/djinn/{code}/can?space=R1"' in page
    assert ann.get(f"/djinn/{code}/can?space=R1").status_code == 200
    panel = page[page.index('id="catching"') :]
    assert "<button" not in panel
    assert 'name="seat"' not in panel
    assert 'id="stand"' not in page


def test_square_spaces_are_listed_for_who_asks(ann, hunt, state):
    code = hunt()
    page = ann.get(f"/djinn/{code}/hunt").text
    assert 'hx-get="hunt?doing=square"' in page
    assert 'name="slot" value="b1"' not in page
    asked = ann.get(f"/djinn/{code}/hunt?doing=square").text
    assert 'hx-get="hunt?doing=square"' not in asked
    assert asked.count('name="slot" value=') == 1 + len(state(code).city.square)


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

import re
from dataclasses import replace

import pytest

from companion.games.djinn.facts.events import TilePicked
from companion.games.djinn.play.hunt import turn_of
from companion.games.djinn.setup.draft import may_hold_private_card, pick, side_due, start_sheet, turn
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.table.log import Refusal

ANN, BOB, CEM = 0, 1, 2
DRAFT = State(
    players=3,
    start_seat=BOB,
    green=("start_gift", "market_free", "tavern_key", "source_two"),
    red=("start_poor", "start_weak", "covered_circle", "red_10"),
)


def picked(*picks):
    return replace(DRAFT, picks=picks)


def test_picks_go_round_from_the_start_and_back():
    """Take turns as the rulebook's Setup 11 says."""
    state, seats = DRAFT, []
    while (now := turn(state)) is not None:
        seats.append(now[0])
        state = evolve(state, TilePicked(now[0], now[1][0]))
    assert seats == [BOB, CEM, ANN, ANN, CEM, BOB]
    assert [len(state.picks), len({tile for _, tile in state.picks})] == [6, 6]


def test_it_is_somebodys_turn_from_the_first_tile_to_the_last():
    assert turn_of(DRAFT) is None
    begun = picked((BOB, "start_gift"))
    assert turn_of(begun) == CEM
    assert turn_of(replace(begun, just_score=True)) is None


def test_the_first_tile_is_any_on_offer():
    assert turn(DRAFT) == (BOB, (*DRAFT.green, *DRAFT.red))


def test_the_second_tile_has_the_other_colour():
    state = picked((BOB, "start_gift"), (CEM, "start_poor"), (ANN, "market_free"))
    assert turn(state) == (ANN, ("start_weak", "covered_circle", "red_10"))
    with pytest.raises(Refusal, match="other colour"):
        pick(state, seat=ANN, tile="tavern_key")


def test_the_second_round_names_the_side_that_is_left():
    """Rulebook, Setup 11: then each takes a tile of the other type, in reverse order."""
    state, sides = DRAFT, []
    while (now := turn(state)) is not None:
        sides.append(side_due(state))
        state = evolve(state, TilePicked(now[0], now[1][0]))
    assert sides == [*[""] * 3, *["red"] * 3]
    assert side_due(state) == ""


def test_a_tile_is_picked():
    assert pick(DRAFT, seat=BOB, tile="red_10") == [TilePicked(BOB, "red_10")]


def test_only_the_seat_whose_turn_it_is_picks():
    with pytest.raises(Refusal, match="up yet"):
        pick(DRAFT, seat=ANN, tile="start_gift")


def test_a_tile_is_taken_once():
    with pytest.raises(Refusal, match="already taken"):
        pick(picked((BOB, "start_gift")), seat=CEM, tile="start_gift")


def test_a_tile_left_in_the_box_is_not_on_offer():
    with pytest.raises(Refusal, match="on offer"):
        pick(DRAFT, seat=BOB, tile="mages_once")


def test_a_game_without_tiles_has_no_draft():
    state = State(players=2, first_game=True)
    assert turn(state) is None
    with pytest.raises(Refusal, match="no tiles to take"):
        pick(state, seat=ANN, tile="start_gift")


def test_a_table_without_a_game_has_no_draft():
    with pytest.raises(Refusal, match="no game yet"):
        pick(State(), seat=ANN, tile="start_gift")


def test_a_player_starts_with_the_rulebooks_numbers():
    """Start as the rulebook's Setup 2 says."""
    sheet = start_sheet(DRAFT, ANN)
    assert (sheet.coins, sheet.scrolls, sheet.magic, sheet.capacity, sheet.base) == (4, 0, 3, 5, 0)
    assert (sheet.circles_covered, sheet.changes) == (0, ())


@pytest.mark.parametrize(
    ("tiles", "coins", "scrolls", "magic", "covered"),
    [
        (("start_gift", "red_10"), 6, 2, 4, 0),
        (("start_gift", "start_poor"), 3, 2, 4, 0),
        (("start_weak", "start_gift"), 6, 2, 1, 0),
        (("start_weak", "source_two"), 4, 0, 0, 0),
        (("start_poor", "source_two"), 1, 0, 3, 0),
        (("market_free", "covered_circle"), 4, 0, 3, 1),
    ],
)
def test_start_tiles_change_the_start(tiles, coins, scrolls, magic, covered):
    """Count what the rulebook's Character Tiles give and take."""
    sheet = start_sheet(picked(*((ANN, tile) for tile in tiles)), ANN)
    assert (sheet.coins, sheet.scrolls, sheet.magic, sheet.circles_covered) == (coins, scrolls, magic, covered)


def test_every_change_is_told():
    sheet = start_sheet(picked((ANN, "start_gift"), (ANN, "covered_circle")), ANN)
    assert sheet.changes == (
        "Coins: 6 instead of 4.",
        "Scrolls: 2 instead of 0.",
        "Magic Power: 4 instead of 3.",
        "Cover one of your active Spell Circles with the Spell Circle Cover.",
    )


def test_who_only_scores_may_hold_a_private_card_unless_it_was_a_first_game():
    scored = replace(DRAFT, green=(), red=(), just_score=True)
    assert may_hold_private_card(scored, ANN)
    assert not may_hold_private_card(replace(scored, first_game=True), ANN)


def test_who_took_the_tile_holds_a_private_card():
    assert not may_hold_private_card(DRAFT, ANN)
    out = replace(DRAFT, red=("private_scoring", "start_weak"))
    assert may_hold_private_card(out, ANN)
    assert may_hold_private_card(replace(out, picks=((ANN, "private_scoring"),)), ANN)
    assert not may_hold_private_card(replace(out, picks=((BOB, "private_scoring"),)), ANN)


def test_who_took_a_tile_that_nobody_could_name_may_hold_a_private_card():
    """What the table turned up for it may be the tile with the Scoring Card, which is green and has no text."""
    out = replace(DRAFT, green=("green_10", "market_free"), red=("red_10", "start_weak"))
    took = replace(out, picks=((ANN, "green_10"), (BOB, "red_10"), (CEM, "market_free")))
    assert may_hold_private_card(out, BOB)
    assert [may_hold_private_card(took, seat) for seat in (ANN, BOB, CEM)] == [True, False, False]
    named = replace(took, named=("green_10",))
    assert not may_hold_private_card(named, ANN)
    lies = replace(took, green=("green_10", "private_scoring"), named=("private_scoring",))
    assert not may_hold_private_card(lies, ANN)


# The page


@pytest.fixture
def drafting(ann, bob, setup, tap):
    """Let Ann, who hosts, and Bob have a phone each, and Ann pick first."""
    code = setup()
    for seat, phone in ((ANN, ann), (BOB, bob)):
        phone.post(f"/t/{code}/sit", seat=seat)
    tap(ann, code, "set-start", seat=ANN)
    return code


def pick_any(tap, state, phone, code):
    seat, tiles = turn(state(code))
    assert tap(phone, code, "pick", seat=seat, tile=tiles[0]).status_code == 303


def test_a_host_with_a_seat_is_asked_before_it_picks_for_another(ann, bob, drafting, tap, state):
    assert "For Ann?" not in ann.get(f"/djinn/{drafting}/draft").text
    pick_any(tap, state, ann, drafting)
    assert "For Bob?" in ann.get(f"/djinn/{drafting}/draft").text
    page = bob.get(f"/djinn/{drafting}/draft").text
    assert ("For Bob?" in page, ">Take</button>" in page) == (False, True)


def test_one_phone_for_all_is_not_asked_for_whom_it_picks(ann, setup, tap):
    code = setup()
    tap(ann, code, "set-start", seat=BOB)
    page = ann.get(f"/djinn/{code}/draft").text
    assert ("For Bob?" in page, ">Take</button>" in page) == (False, True)


def test_whose_pick_it_is_stays_in_view_and_ones_own_sheet_comes_first(ann, bob, drafting, tap, state):
    assert '<div id="picking" class="card row tight stuck">' in bob.get(f"/djinn/{drafting}/draft").text
    assert "Any one tile." in bob.get(f"/djinn/{drafting}/draft").text
    for _ in range(3):
        pick_any(tap, state, ann, drafting)
    assert "Now a red tile, in reverse order." in bob.get(f"/djinn/{drafting}/draft").text
    while turn(state(drafting)):
        pick_any(tap, state, ann, drafting)
    order = re.findall(r'<bdi class="grow clip">(\w+)</bdi>', bob.get(f"/djinn/{drafting}/draft").text)
    assert order == ["Bob", "Cem", "Ann"]
    assert '<div class="below">' in ann.get(f"/djinn/{drafting}/draft").text

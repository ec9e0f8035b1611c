"""A table that draws the set-up itself: what it is asked for, and what waits until it has said what came."""

import re
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from companion.games.djinn.facts import CARDS, COLOURS, LOCATIONS, TILES, TROPHIES, events as ev
from companion.games.djinn.play import hunt, rewards
from companion.games.djinn.setup import bag, by_hand, deal, draft
from companion.games.djinn.setup.checklist import steps
from companion.games.djinn.setup.draws import left_to_table
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.table.log import Refusal
from tests.conftest import seated

NAMES = ("Ann", "Bob", "Cem")
SOME = {side: [tile.id for tile in TILES.values() if tile.side == side][:4] for side in ("green", "red")}


def after(state, events):
    return reduce(evolve, events, state)


def opened(players=3, **options):
    options = {"first_game": False, "longer": False} | options
    return after(State(), deal.open_game(State(), players=players, rng=Random(7), **options))


def drawn_by_table(**options):
    return opened(by_table=True, **options)


def said(state, step):
    return " ".join(str(line) for one in steps(state, NAMES) if one.id == step for line in one.lines)


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({}, ("passages", "start", "cards", "tiles")),
        ({"first_game": True}, ("passages", "start")),
        ({"players": 1, "deck": 13}, ("passages",)),
    ],
)
def test_a_table_is_asked_for_what_it_can_recognise(options, left):
    """Trophies that nobody has described are laid out, and not named."""
    state = drawn_by_table(**options)
    assert state.to_enter == left
    assert state.awaited


def test_trophies_are_asked_for_once_one_is_known():
    noted = ev.BoxNoted({}, {}, {}, pictured=(next(iter(TROPHIES)),))
    assert "trophies" in left_to_table(opened(noted=noted))


def test_nothing_that_the_app_drew_in_secret_is_named():
    state = drawn_by_table()
    assert "puts the same two back into the box" in said(state, "players")
    assert not any("passages" in line.values for one in steps(state, NAMES) for line in one.lines)
    assert "Ann" not in said(state, "players") + said(state, "tiles")
    assert draft.turn(state) is None


def test_what_was_entered_is_named_and_let_go_on():
    state = drawn_by_table()
    state = after(state, by_hand.set_passages(state, locations=["market", "tavern"]))
    state = after(state, by_hand.set_start(state, seat=1))
    state = after(state, by_hand.set_tiles(state, tiles=[*SOME["green"], *SOME["red"]]))
    assert state.to_enter == ("cards",)
    state = after(state, by_hand.set_cards(state, cards=[*CARDS][:3]))
    assert (state.to_enter, state.cards) == ((), tuple(CARDS)[:3])
    assert "Bob takes the Roof Tile" in said(state, "players")
    assert draft.turn(state)[0] == 1


def test_before_that_neither_draft_nor_hunt_begins():
    state = drawn_by_table()
    with pytest.raises(Refusal, match="First enter what you drew"):
        draft.pick(state, seat=0, tile=state.green[0])
    while state.awaited:
        colour = next(one for one in COLOURS if one in state.bag)
        state = after(state, bag.drew(state, colour=colour))
    with pytest.raises(Refusal, match="Starting player"):
        hunt.begin(state, at=0.0)
    state = after(state, by_hand.set_start(state, seat=2))
    assert hunt.begin(state, at=0.0)


@pytest.mark.parametrize("element", ["passages", "start", "cards", "tiles"])
def test_each_thing_can_be_left_to_the_app_after_all(element):
    state = drawn_by_table()
    state = after(state, deal.reroll(state, element=element, rng=Random(7)))
    assert element not in state.to_enter


def test_all_that_is_drawn_anew_is_what_the_app_draws():
    state = drawn_by_table()
    drawn = {type(event) for event in deal.reroll(state, element="all", rng=Random(7))}
    assert drawn == {ev.LayoutDrawn, ev.TrophiesDrawn}


def test_scoring_cards_are_the_tables_too(ann, state, tap):
    """None is named or scored until the table has said which lie there; the sheet asks for them."""
    code = ann.post("/djinn/new", draws="table", **seated(3)).location.split("/")[2]
    assert state(code).cards == ()
    assert "Shuffle the Scoring Cards and lay out" in ann.get(f"/djinn/{code}/setup").text
    asked = "Which three Scoring Cards are on your table?"
    assert asked in ann.get(f"/djinn/{code}/score").text
    tap(ann, code, "set-cards", cards=[*CARDS][:3])
    assert state(code).cards == tuple(CARDS)[:3]
    assert asked not in ann.get(f"/djinn/{code}/score").text


def test_cards_that_are_entered_at_the_end_lead_back_to_the_sheets(ann, tap):
    """Before that they are a step of the set-up."""
    tables = [("/djinn/new", {"draws": "table"}, "/setup"), ("/djinn/just-score", {"cards": [*CARDS][1:4]}, "/score")]
    for address, options, page in tables:
        code = ann.post(address, **options, **seated(3)).location.split("/")[2]
        assert page in tap(ann, code, "set-cards", cards=[*CARDS][:3]).location


def test_the_draft_leads_to_what_is_to_be_entered_first(ann, tap):
    code = ann.post("/djinn/new", draws="table", **seated(3)).location.split("/")[2]
    page = ann.get(f"/djinn/{code}/draft").text
    assert page.index("setup?drew=start#drew") < page.index("setup?drew=tiles#drew")
    tap(ann, code, "set-start", seat=1)
    assert "setup?drew=start#drew" not in ann.get(f"/djinn/{code}/draft").text


def test_a_hunt_that_has_not_begun_leads_to_what_can_be_entered_only_before_it(ann, tap):
    """Scoring Cards may wait until the sheets; without the starting player it doesn't begin at all."""
    code = ann.post("/djinn/new", draws="table", **seated(3)).location.split("/")[2]

    def asked():
        return re.findall(r"setup\?drew=(\w+)#drew", ann.get(f"/djinn/{code}/hunt").text)

    assert asked() == ["passages", "start", "tiles"]
    tap(ann, code, "set-start", seat=1)
    assert asked() == ["passages", "tiles"]


def test_the_house_remembers_who_draws(app, ann, phone, state):
    """Also another phone of the house is asked so; a rematch goes on like that."""
    code = ann.post("/djinn/new", draws="table", **seated(3)).location.split("/")[2]
    assert state(code).table_draws
    bob = phone()
    found = re.findall(r'<input[^>]*name="draws"[^>]*>', bob.get("/djinn/new").text)
    assert [("checked" in box, 'value="table"' in box) for box in found] == [(False, False), (True, True)]
    other = ann.post("/djinn/new", draws="app", **seated(3)).location.split("/")[2]
    assert not state(other).table_draws


def test_a_challenge_is_drawn_by_the_app(ann, state):
    form = seated(1) | {"challenge": "", "deck": "13", "draws": "table"}
    own = ann.post("/djinn/new", **form).location.split("/")[2]
    assert state(own).table_draws
    today = ann.get("/djinn/today").text
    assert "Who draws" not in today


@pytest.mark.parametrize("element", ["passages", "cards", "tiles"])
def test_nothing_is_ticked_before_the_table_says_what_it_drew(element):
    """What the app drew meanwhile is no hint: two Passages once stood ticked, and one more tap made a wrong pair."""
    assert not any(one.lie for one in by_hand.groups(drawn_by_table(), element))
    assert any(one.lie for one in by_hand.groups(opened(), element))


def hunting_unsaid(**options):
    """Begin the hunt of a table that has said no more than who starts and what Djinn stand there."""
    state = drawn_by_table(**options)
    state = after(state, by_hand.set_start(state, seat=0))
    state = after(state, [ev.DjinnDrawn(dict.fromkeys(state.spaces, ()), state.bag)])
    return after(state, hunt.begin(state, at=1.0))


def test_what_the_app_drew_unseen_refuses_nothing_once_the_hunt_has_begun():
    """What the table drew may be anything that it has not said, as long as nobody has."""
    state = hunting_unsaid()
    assert (rewards.symbols_left(state, 0), len(state.passages_out)) == ([*LOCATIONS], 2)
    assert rewards.place_passage(state, seat=0, symbol=state.passages_out[0])
    told = after(state, [ev.PassagePlaced(0, "", state.passages_out[0])])
    assert state.passages_out[0] not in rewards.symbols_left(told, 0)
    hidden = replace(state, green=("start_gift",), red=("start_poor",))
    assert all(draft.may_hold_private_card(hidden, seat) for seat in range(3))


def test_any_trophy_of_a_row_may_be_taken_while_nobody_has_said_which_lie_out():
    photos = ev.BoxNoted({}, {}, {}, pictured=tuple(TROPHIES))
    state = hunting_unsaid(noted=photos)
    first = [id for id, trophy in TROPHIES.items() if trophy.row == "I"]
    assert [one.id for one in rewards.offers(state, 0)] == first
    seen = hunting_unsaid(noted=ev.BoxNoted({}, {}, {}, pictured=first[:1]))
    assert [one.id for one in rewards.offers(seen, 0)] == [first[0], "I/30", "I/36"]

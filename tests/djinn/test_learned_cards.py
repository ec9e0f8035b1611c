"""The printed cards of Tom's, which the box learns while one plays."""

import pytest

from companion.games.djinn.box import store
from companion.games.djinn.box.corrections import (
    AS_SHOWN,
    CARD_NUMBERS,
    Box,
    from_toml,
    learn,
    next_card,
    to_note,
    to_toml,
    tom_card,
)
from companion.games.djinn.facts.events import TomCard

TAVERN_MARKET = TomCard("printed", "tavern", "market", AS_SHOWN, AS_SHOWN)
MARKET_TAVERN = TomCard("printed", "market", "tavern", AS_SHOWN, AS_SHOWN)
NOTHING = TomCard("printed", None, None, None, AS_SHOWN)
NOTED = tom_card("1", "tavern", "market", "coin_1", "2 corks <b>")


def pairs(box):
    return {number: (card.first, card.second) for number, card in box.tom.items()}


def test_a_card_that_came_is_learned_once():
    box = learn(Box(), [TAVERN_MARKET, NOTHING, MARKET_TAVERN])
    assert pairs(box) == {"1": ("tavern", "market"), "2": ("market", "tavern")}
    assert learn(box, [MARKET_TAVERN, TAVERN_MARKET]) == box
    assert from_toml(to_toml(box)) == box


def test_two_cards_of_one_game_with_the_same_symbols_are_two():
    assert len(learn(Box(), [TAVERN_MARKET] * 2).tom) == 2


def test_what_the_owner_has_noted_stays():
    box = Box(tom={"1": NOTED})
    assert learn(box, [TAVERN_MARKET]) == box == from_toml(to_toml(box))
    assert learn(box, [], taken_back=[TAVERN_MARKET]) == box


def test_a_card_tapped_by_mistake_is_forgotten():
    box = learn(Box(tom={"1": NOTED}), [MARKET_TAVERN])
    assert pairs(learn(box, [TAVERN_MARKET], taken_back=[MARKET_TAVERN])) == {"1": ("tavern", "market")}
    assert pairs(learn(box, [MARKET_TAVERN], taken_back=[MARKET_TAVERN])) == pairs(box)


def test_a_card_that_was_known_before_is_not_forgotten():
    box = learn(Box(), [MARKET_TAVERN])
    assert learn(box, [], taken_back=[box.tom["1"]]) == box


def test_a_full_box_learns_nothing_more():
    box = Box(tom=dict.fromkeys(CARD_NUMBERS, NOTED))
    assert learn(box, [MARKET_TAVERN]) == box


@pytest.fixture
def flipping(ann):
    """Begin a game with the printed deck; give what reveals a card of it."""
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 13, "printed": "y"}
    code = ann.post("/djinn/new", **form).location.split("/")[2]
    ann.post(f"/djinn/{code}/begin", seen=99)

    def flip(**shows):
        answer = ann.post(f"/djinn/{code}/reveal-printed", seen=99, **shows)
        assert answer.status_code == 303, answer.text
        return ann.get(f"/djinn/{code}/hunt").text

    flip.code = code
    return flip


@pytest.mark.usefixtures("empty")
def test_the_box_fills_itself_while_one_plays(app, ann, flipping):
    """Learn a card, forget it when it is taken back, and say what is noted of it when it comes again."""
    page = flipping(first="tavern", second="market")
    assert "/djinn/box/tom/1?table=" in page
    ann.post(f"/t/{flipping.code}/undo", entry=3)
    assert 'name="nothing"' in flipping(first="market", second="academy")
    with app.app_context():
        assert pairs(store.find()) == {"1": ("market", "academy")}
    assert 'name="nothing"' not in flipping(nothing="y")


@pytest.mark.usefixtures("empty")
def test_when_the_box_is_full_a_card_is_one_tap(app, flipping, state):
    twelve = {number: tom_card(number, "market", "tavern", f"{number} corks", "key_1") for number in CARD_NUMBERS}
    with app.app_context():
        store.change(lambda box: Box(tom=twelve))
    page = flipping(card="own_07")
    assert state(flipping.code).revealed[-1].payment == "7 corks"
    assert [f'value="own_{int(number):02}"' in page for number in CARD_NUMBERS] == [n != "7" for n in CARD_NUMBERS]


def test_payments_are_noted_on_the_learned_card_that_has_none():
    half = {"3": tom_card("3", "market", "tavern", "coin_1", AS_SHOWN)}
    tom = learn(Box(tom={"1": NOTED}), [MARKET_TAVERN]).tom
    assert (to_note(tom, MARKET_TAVERN), to_note(tom, TAVERN_MARKET)) == ("2", None)
    assert to_note(half, MARKET_TAVERN) is None
    assert to_note(half | tom, MARKET_TAVERN) == "2"


def test_the_first_card_that_nobody_has_entered_is_asked_for():
    assert next_card(Box()) == CARD_NUMBERS[0]
    assert next_card(Box(tom={CARD_NUMBERS[0]: NOTED})) == CARD_NUMBERS[1]

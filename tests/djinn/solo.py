"""Games against Tom to begin with."""

from dataclasses import replace
from functools import reduce
from random import Random

from companion.games.djinn.facts.events import BossFled, TomCard, TomFlipped, TurnEnded
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import hunt
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import Clock, Space, State, Turn

ANN = 0

TAVERN_MARKET = TomCard("one", "tavern", "market", "coin_1", "scroll_1")

MARKET_TAVERN = TomCard("two", "market", "tavern", "scroll_1", "coin_1")

ARCHIVES_MARKET = TomCard("three", "archives", "market", "coins_2", "magic_1")

NOTHING = TomCard("nothing_1", None, None, None, None)

# A Boss stands at the Tavern and one at the Academy, none at the Market and the Archives.
HUNT = State(
    players=1,
    layout={"R1": "market", "R2": "tavern", "R3": "academy", "O12": "archives"},
    spaces={
        "R1": Space(False, ("brown",)),
        "R2": Space(True, ("third",)),
        "R3": Space(True, ("brown", "blue")),
        "O12": Space(),
    },
    bag=("fourth", "blue"),
    turn=Turn(ANN, 3),
    clock=Clock((10.0,), 100.0),
    caught=((),),
    sheets=(Sheet(),),
    deck_size=13,
    shuffled=True,
    deck=(TAVERN_MARKET, MARKET_TAVERN, ARCHIVES_MARKET, NOTHING),
    cards_left=4,
)

PRINTED = replace(HUNT, shuffled=False, deck=())

LAST_CARD = replace(HUNT, deck=(NOTHING,), cards_left=1)

LAST_BOSS = replace(HUNT, spaces=HUNT.spaces | {"R3": Space()})

WON = evolve(LAST_BOSS, BossFled("R2", "tavern"))

SOURCE = reduce(evolve, [TurnEnded(ANN, 107.0), TomFlipped(TAVERN_MARKET)], WON)

LOST = reduce(evolve, tom_game.reveal(LAST_CARD, at=107.0), LAST_CARD)


def after(state, events):
    return reduce(evolve, events, state)


def opening(deck=13, *, first_game=False, tom=HOUSE_DECK, seed=7):
    return open_game(State(), players=1, first_game=first_game, longer=False, rng=Random(seed), deck=deck, tom=tom)


def opened(deck=13, **options):
    return after(State(), opening(deck, **options))


def begun(deck=13, **options):
    state = opened(deck, **options)
    return after(state, hunt.begin(state, at=0.0))


MOVES = {
    "reveal": lambda state: tom_game.reveal(state, at=0.0),
    "reveal_printed": lambda state: tom_game.reveal_printed(state, nothing=True, at=0.0),
    "flip": lambda state: tom_game.flip(state, at=0.0),
    "finish": lambda state: tom_game.end(state, at=0.0),
}

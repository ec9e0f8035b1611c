"""Games of Djinn whose draws can be checked."""

from companion.games.djinn.facts.events import DjinnDrawn, LayoutDrawn, TomShuffled
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.table.play import find_table


def opened(rng, **options):
    options = {"players": 1, "first_game": False, "longer": False, "deck": 13, "tom": HOUSE_DECK} | options
    state = State()
    for event in open_game(state, rng=rng, **options):
        state = evolve(state, event)
    return state


def drawn(app, code):
    """Read layout, bag and deck as a table drew them last."""
    with app.app_context():
        events = {type(event): event for entry in find_table(code).moves for event in entry.events}
    djinn, deck = events[DjinnDrawn], events.get(TomShuffled)
    bag = [*(one for space in djinn.spaces.values() for one in space), *djinn.bag]
    return [events[LayoutDrawn].layout, bag, *([[card.id for card in deck.cards]] if deck else [])]

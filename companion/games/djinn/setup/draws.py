"""What chance decides in the set-up: each element drawn by the table's secret, on the board and box as noted. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from companion.games.djinn.facts import (
    CARDS,
    COLOURS,
    CONTENTS,
    HOUSE_CARDS,
    LOCATIONS,
    PLAYER_COUNTS,
    START,
    TILES,
    TROPHIES,
    events as ev,
)
from companion.games.djinn.facts.city import beside_source, lay_out
from companion.games.djinn.facts.events import Event
from companion.games.djinn.state.model import State, against_tom, have_left, is_settled, require_open, side_of
from companion.kit.fairness.committed_random import next_draw
from companion.language.texts import Text, listed
from companion.table.log import Refusal

NOT_IN_FIRST_GAME = ("cards", "tiles")
"""The steps and elements that a first game leaves out (rulebook, Setup, Note)."""
NOT_AGAINST_TOM = ("start", *NOT_IN_FIRST_GAME)
"""Those that a game against Tom leaves out (rulebook, Solo Play Setup); who plays alone starts."""
HOUSE_DECK = tuple(
    ev.TomCard(card.id, card.first, card.second, card.payment, card.bottom) for card in HOUSE_CARDS.values()
)
"""The house's twelve Location Cards for Tom, as long as the printed ones are unknown."""


def left_out(state: State) -> tuple[str, ...]:
    """List the steps and elements that this game leaves out."""
    if against_tom(state):
        return NOT_AGAINST_TOM
    return NOT_IN_FIRST_GAME if state.first_game else ()


def elements(state: State) -> tuple[str, ...]:
    """List what this game draws, each to be re-rolled alone; Tom's deck is shuffled once only."""
    return tuple(element for element in DRAWS if element not in left_out(state))


def require_unsettled(state: State, *chosen: str, by_hand: bool = False) -> None:
    """Raise Refusal for elements that this game leaves out, or on which it depends already.

    `by_hand` asks whether the table may still set them right.
    """
    require_open(state)
    for element in chosen:
        if element in {*DRAWS} - {*elements(state)} or (element == "deck" and not against_tom(state)):
            raise Refusal("You skip this in a first game or against Tom; choose something else.")
        if is_settled(state, element, by_hand=by_hand):
            raise _why_settled(state)


def is_open(state: State, element: str) -> bool:
    """Say whether a table may still set an element as it lies there."""
    has = against_tom(state) if element == "deck" else element in elements(state)
    return has and not is_settled(state, element, by_hand=True)


def _why_settled(state: State) -> Refusal:
    if state.finished:
        return Refusal("The game is finished. Open another table for a new one.")
    if state.cards_left < state.deck_size:
        return Refusal("Tom's first card is already revealed. Undo that first.")
    if state.turn is not None:
        return Refusal("The hunt has already begun. First undo everything back to its start.")
    if have_left(state):
        return Refusal("Djinn have already left the board. Undo that first.")
    return Refusal("A tile has already been taken. Undo the picks first.")


def draw_all(state: State, rng: Random | None = None) -> list[Event]:
    """Draw all elements that the table does not draw itself, each as it would be drawn alone."""
    own = (*state.by_table, *state.to_enter)
    return [draw(state, element, rng=rng) for element in elements(state) if element not in own]


def left_to_table(state: State) -> tuple[str, ...]:
    """List what a table enters that draws itself, besides the Djinn: what it can recognise."""
    left = (one for one in LEFT if one in elements(state))
    return tuple(one for one in left if one != "trophies" or known_trophies(state))


def require_entered(state: State, *needed: str) -> None:
    """Raise Refusal if the table has yet to say what it drew of these elements."""
    missing = [LABELS[element] for element in needed if element in state.to_enter]
    if missing:
        raise Refusal("First enter what you drew, on the Setup page: %(what)s.", what=listed(missing))


def draw(state: State, element: str, *, rng: Random | None = None) -> Event:
    """Draw an element by the table's secret, or by `rng` at a table from before there were secrets."""
    return DRAWS[element](state, next_draw(state, element, rng))


def shuffle(state: State) -> ev.TomShuffled:
    """Shuffle Tom's deck: the cards that the owner of the box has entered, or the house's."""
    cards = full_deck(state.tom or HOUSE_DECK, state.deck_size)
    return ev.TomShuffled(shuffled(cards, next_draw(state, "deck")), house=not state.tom)


def _draw_layout(state: State, rng: Random) -> Event:
    return ev.LayoutDrawn(lay_out(rng, city=state.city, first_game=state.first_game))


def _draw_passages(state: State, rng: Random) -> Event:
    return ev.PassagesRemoved(tuple(rng.sample(tuple(LOCATIONS), START.passages_removed)))


def _draw_start(state: State, rng: Random) -> Event:
    return ev.StartDrawn(rng.randrange(state.players))


def _draw_djinn(state: State, rng: Random) -> Event:
    """Shuffle the bag and deal from it (rulebook, Setup 7).

    The Variant and Solo Play put one more at the Source's spaces.
    """
    spaces, bag = {}, _full_bag(rng)
    for slot, count in dealt(state).items():
        spaces[slot], bag = bag[:count], bag[count:]
    return ev.DjinnDrawn(spaces, bag)


def _full_bag(rng: Random) -> tuple[str, ...]:
    bag = [colour for colour in COLOURS for _ in range(CONTENTS.djinn_per_colour)]
    rng.shuffle(bag)
    return tuple(bag)


def dealt(state: State) -> dict[str, int]:
    """Count the Djinn that come to each round space at the start."""
    usual = PLAYER_COUNTS[state.players]
    more = usual.more_beside_source + state.longer
    beside = beside_source(state.city)
    return {slot: usual.djinn_beside_boss + (more if slot in beside else 0) for slot in state.city.round}


def emptied(state: State, rng: Random | None = None) -> ev.DjinnDrawn:
    """Put all Djinn into the bag, so that the table draws those on the board itself."""
    bag = _full_bag(next_draw(state, "djinn", rng))
    return ev.DjinnDrawn(dict.fromkeys(state.city.round, ()), bag, by_hand=True)


def _draw_trophies(state: State, rng: Random) -> Event:
    """Draw one Trophy more than players from each row (rulebook, Setup 8)."""
    most, rows = state.players + 1, trophies_by_row(state)
    return ev.TrophiesDrawn({row: tuple(rng.sample(ids, min(most, len(ids)))) for row, ids in rows.items()})


def known_trophies(state: State) -> frozenset[str]:
    """List the Trophies that the owner of the box has described, or that a photo shows."""
    return frozenset((*state.noted.trophies, *TROPHIES.keys() & {*state.noted.pictured}))


def trophies_by_row(state: State) -> dict[str, list[str]]:
    """List the Trophies of each row, as the owner of the box has them."""
    rows: dict[str, list[str]] = {}
    for trophy in TROPHIES.values():
        row, *_ = state.noted.trophies.get(trophy.id, (trophy.row,))
        rows.setdefault(row, []).append(trophy.id)
    return rows


def _draw_cards(state: State, rng: Random) -> Event:
    return ev.CardsDrawn(tuple(rng.sample(tuple(CARDS), START.cards)))


def _draw_tiles(state: State, rng: Random) -> Event:
    """Draw one tile more than players of each side (rulebook, Setup 11)."""
    return ev.TilesDrawn(green=_some_tiles(state, rng, "green"), red=_some_tiles(state, rng, "red"))


def _some_tiles(state: State, rng: Random, side: str) -> tuple[str, ...]:
    return tuple(rng.sample([tile for tile in TILES if side_of(state, tile) == side], state.players + 1))


def full_deck(tom: Sequence[ev.TomCard], size: int) -> list[ev.TomCard]:
    """Combine Tom's Location Cards with as many Nothing-happens Cards as his deck needs, not yet shuffled."""
    if len(tom) != CONTENTS.location_cards:
        raise ValueError(f"{len(tom)} Location Cards instead of {CONTENTS.location_cards}")
    nothing = [ev.TomCard(f"nothing_{number}", None, None, None, None) for number in range(1, 1 + size - len(tom))]
    return sorted((*tom, *nothing), key=lambda card: card.id)


def shuffled(cards: Sequence[ev.TomCard], rng: Random) -> tuple[ev.TomCard, ...]:
    """Shuffle the cards; each order is equally likely."""
    return tuple(rng.sample(cards, len(cards)))


DRAWS: dict[str, Callable[[State, Random], Event]] = {
    "layout": _draw_layout,
    "passages": _draw_passages,
    "start": _draw_start,
    "djinn": _draw_djinn,
    "trophies": _draw_trophies,
    "cards": _draw_cards,
    "tiles": _draw_tiles,
}
"""What chance decides at the start, in the order of the rulebook's setup."""
LABELS = {
    "layout": Text("Action Spaces"),
    "passages": Text("Secret Passages"),
    "start": Text("Starting player"),
    "djinn": Text("Djinn"),
    "trophies": Text("Trophies"),
    "cards": Text("Scoring Cards"),
    "tiles": Text("Character Tiles"),
    "deck": Text("Tom's deck"),
}
"""What each of these is called."""
LEFT = ("passages", "start", "trophies", "cards", "tiles")
"""What a table draws that draws itself, besides the Djinn; the layout is offered as the app drew it."""
STEP_OF = {
    "layout": "board",
    "passages": "players",
    "start": "players",
    "djinn": "djinn",
    "trophies": "trophies",
    "cards": "cards",
    "tiles": "tiles",
    "deck": "tom",
}
"""The step of the set-up that lays each of these out."""

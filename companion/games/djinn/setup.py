"""Open a game of Djinn: draw what chance decides, re-roll it, and tick off the eleven steps. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random

from companion.games.djinn import fair
from companion.games.djinn.city import CITY, City, beside_source, lay_out
from companion.games.djinn.events import (
    BoxNoted,
    CardsDrawn,
    CityCorrected,
    DjinnDrawn,
    Event,
    LayoutDrawn,
    Opened,
    PassagesRemoved,
    SecretDrawn,
    StartDrawn,
    StepTicked,
    StepUnticked,
    TilesDrawn,
    TomCard,
    TomShuffled,
    TrophiesDrawn,
)
from companion.games.djinn.facts import (
    CARDS,
    COLOURS,
    CONTENTS,
    DECK_SIZES,
    HOUSE_CARDS,
    LOCATIONS,
    NAMES,
    PLAYER_COUNTS,
    START,
    TILES,
    TROPHIES,
    named,
)
from companion.games.djinn.state import State, against_tom, evolve, require_open, side_of
from companion.table.log import Refusal
from companion.text import Text, listed

NOT_IN_FIRST_GAME = ("cards", "tiles")
"""The steps and elements that a first game leaves out (rulebook, Setup, Note)."""
NOT_AGAINST_TOM = ("start", *NOT_IN_FIRST_GAME)
"""Those that a game against Tom leaves out (rulebook, Solo Play Setup); who plays alone starts."""
HOUSE_DECK = tuple(
    TomCard(card.id, card.first, card.second, card.payment, card.bottom) for card in HOUSE_CARDS.values()
)
"""The house's twelve Location Cards for Tom, as long as the printed ones are unknown."""


@dataclass(frozen=True)
class Step:
    """A step of the rulebook's setup, in the table's own numbers."""

    id: str
    number: int
    lines: tuple[Text, ...]


def open_game(
    state: State,
    *,
    players: int,
    first_game: bool,
    longer: bool,
    rng: Random,
    city: City = CITY,
    deck: int = 0,
    tom: Sequence[TomCard] = (),
    seed: str = "",
    noted: BoxNoted | None = None,
) -> list[Event]:
    """Open a game on the `city` as the box's owner knows it, and draw everything that chance decides.

    `noted` is what else the owner has entered. All draws follow from a secret, drawn by `rng`, or made around the
    `seed` of a challenge.

    One player plays against Tom's deck of `deck` cards: `tom` are the twelve Location Cards that the app shuffles into
    it, none for the printed deck, which the player flips.
    """
    if state.players:
        raise Refusal("This table already has a game; open another table for a new one.")
    opened = Opened(players, first_game, longer, deck)
    if players == 1:
        _require_solo(deck, longer=longer)
    elif players not in PLAYER_COUNTS or deck or tom:
        raise Refusal("Djinn is for 2 to 4 players, or for one against Tom's deck; choose how many of you play.")
    events: list[Event] = [opened]
    if city != CITY:
        paths = sorted((first, second) for first, second in map(sorted, city.paths))
        events.append(CityCorrected(tuple(paths), dict(city.place)))
    if noted:
        events.append(noted)
    secret = fair.new_secret(rng, deck=deck if tom else 0, first_game=first_game, seed=seed)
    events.append(SecretDrawn(fair.commitment(secret), secret))
    events += _draw_all(reduce(evolve, events, state), rng)
    return [*events, shuffle_deck(tom, deck, fair.draw(secret, "deck"))] if tom else events


def _require_solo(deck: int, *, longer: bool) -> None:
    """Raise Refusal for a game that one player cannot play against Tom (rulebook, Solo Play Setup)."""
    if deck not in DECK_SIZES:
        raise Refusal(
            "Djinn is for 2 to 4 players, or for one against Tom's deck of %(least)s to %(most)s cards; "
            "choose how many of you play, or how many cards.",
            least=DECK_SIZES[0],
            most=DECK_SIZES[-1],
        )
    if longer:
        raise Refusal(
            "A game against Tom has one more Djinn beside the Source anyway; leave the longer game out, "
            "or give Tom more cards."
        )


def left_out(state: State) -> tuple[str, ...]:
    """List the steps and elements that this game leaves out."""
    if against_tom(state):
        return NOT_AGAINST_TOM
    return NOT_IN_FIRST_GAME if state.first_game else ()


def elements(state: State) -> tuple[str, ...]:
    """List what this game draws, each to be re-rolled alone; Tom's deck is shuffled once only."""
    return tuple(element for element in DRAWS if element not in left_out(state))


def reroll(state: State, *, element: str, rng: Random) -> list[Event]:
    """Draw one element anew, or "all", until the first tick or pick; raise KeyError for an unknown one."""
    require_open(state)
    _require_untouched(state)
    if element == "all":
        return _draw_all(state, rng)
    if element not in elements(state) and element in DRAWS:
        raise Refusal("A first game or a game against Tom leaves this out; re-roll something else.")
    return [draw(state, element, rng=rng)]


def _draw_all(state: State, rng: Random) -> list[Event]:
    return [draw(state, element, rng=rng) for element in elements(state)]


def draw(state: State, element: str, *, rng: Random | None = None) -> Event:
    """Draw an element by the table's secret; a table from before there were secrets draws by `rng`."""
    chance = fair.draw(state.secret, element, state.drawn.get(element, 0)) if state.secret or rng is None else rng
    return DRAWS[element](state, chance, state.city)


def _require_untouched(state: State) -> None:
    if state.finished:
        raise Refusal("The game is finished, so nothing can be re-rolled; open another table for a new one.")
    if state.turn is not None:
        raise Refusal("The hunt has begun, so nothing can be re-rolled; undo back to its beginning first.")
    if state.picks:
        raise Refusal("A tile is taken already, so nothing can be re-rolled; undo the picks first.")
    if state.ticks:
        raise Refusal("A step is ticked already, so nothing can be re-rolled; untick all steps first.")


def _draw_layout(state: State, rng: Random, city: City) -> Event:
    return LayoutDrawn(lay_out(rng, city=city, first_game=state.first_game))


def _draw_passages(state: State, rng: Random, city: City) -> Event:
    return PassagesRemoved(tuple(rng.sample(tuple(LOCATIONS), START.passages_removed)))


def _draw_start(state: State, rng: Random, city: City) -> Event:
    return StartDrawn(rng.randrange(state.players))


def _draw_djinn(state: State, rng: Random, city: City) -> Event:
    """Shuffle the bag and deal from it (rulebook, Setup 7).

    The Variant and Solo Play put one more at the Source's spaces.
    """
    usual = PLAYER_COUNTS[state.players]
    more = usual.more_beside_source + state.longer
    bag = [colour for colour in COLOURS for _ in range(CONTENTS.djinn_per_colour)]
    rng.shuffle(bag)
    spaces = {}
    for slot in city.round:
        count = usual.djinn_beside_boss + (more if slot in beside_source(city) else 0)
        spaces[slot], bag = tuple(bag[:count]), bag[count:]
    return DjinnDrawn(spaces, tuple(bag))


def _draw_trophies(state: State, rng: Random, city: City) -> Event:
    """Draw one Trophy more than players from each row (rulebook, Setup 8)."""
    rows: dict[str, list[str]] = {}
    for trophy in TROPHIES.values():
        row, *_ = state.noted.trophies.get(trophy.id, (trophy.row,))
        rows.setdefault(row, []).append(trophy.id)
    most = state.players + 1
    return TrophiesDrawn({row: tuple(rng.sample(ids, min(most, len(ids)))) for row, ids in rows.items()})


def _draw_cards(state: State, rng: Random, city: City) -> Event:
    return CardsDrawn(tuple(rng.sample(tuple(CARDS), START.cards)))


def _draw_tiles(state: State, rng: Random, city: City) -> Event:
    """Draw one tile more than players of each side (rulebook, Setup 11)."""
    return TilesDrawn(green=_some_tiles(state, rng, "green"), red=_some_tiles(state, rng, "red"))


def _some_tiles(state: State, rng: Random, side: str) -> tuple[str, ...]:
    return tuple(rng.sample([tile for tile in TILES if side_of(state, tile) == side], state.players + 1))


def shuffle_deck(tom: Sequence[TomCard], size: int, rng: Random) -> Event:
    """Shuffle Tom's deck (rulebook, Solo Play Setup)."""
    return TomShuffled(shuffled(full_deck(tom, size), rng), house=tuple(tom) == HOUSE_DECK)


def full_deck(tom: Sequence[TomCard], size: int) -> list[TomCard]:
    """Give Tom's Location Cards with as many Nothing-happens Cards as his deck needs, before they are shuffled."""
    if len(tom) != CONTENTS.location_cards:
        raise ValueError(f"{len(tom)} Location Cards instead of {CONTENTS.location_cards}")
    nothing = [TomCard(f"nothing_{number}", None, None, None, None) for number in range(1, 1 + size - len(tom))]
    return sorted((*tom, *nothing), key=lambda card: card.id)


def shuffled(cards: Sequence[TomCard], rng: Random) -> tuple[TomCard, ...]:
    """Give the cards in an order by chance, each order equally likely."""
    return tuple(rng.sample(cards, len(cards)))


DRAWS: dict[str, Callable[[State, Random, City], Event]] = {
    "layout": _draw_layout,
    "passages": _draw_passages,
    "start": _draw_start,
    "djinn": _draw_djinn,
    "trophies": _draw_trophies,
    "cards": _draw_cards,
    "tiles": _draw_tiles,
}
"""What chance decides at the start, in the order of the rulebook's setup."""


def tick(state: State, *, step: str, seat: int | None) -> list[Event]:
    """Tick off a step of the setup; `seat` is who did it, None for a host without a seat."""
    require_open(state)
    if step in _LINES and step not in step_ids(state):
        raise Refusal("This game leaves this step out; go on with the next one.")
    if step in state.ticks:
        raise Refusal("This step is ticked already; untick it if it is not done yet.")
    if step not in _LINES:
        raise KeyError(step)
    return [StepTicked(step, seat)]


def untick(state: State, *, step: str) -> list[Event]:
    """Take the tick off a step."""
    if step not in state.ticks:
        raise Refusal("This step is not ticked; tick it once it is done.")
    return [StepUnticked(step)]


def steps(state: State, names: Sequence[str]) -> tuple[Step, ...]:
    """List the rulebook's steps for this table, with the seats' `names`."""
    return tuple(Step(id, NUMBERS[id], _LINES[id](state, names)) for id in step_ids(state))


def step_ids(state: State) -> tuple[str, ...]:
    """List the steps of this table by id."""
    return SOLO_STEPS if against_tom(state) else tuple(id for id in STEPS if id not in left_out(state))


def _board(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    board = Text("Lay the Game Board in the middle and the 12 Action Spaces into its slots as on the map.")
    if state.first_game:
        return (board, Text("First game: no path joins two equal symbols."))
    return (board,)


def _players(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    passages = listed([NAMES[location] for location in state.passages_out])
    alone = (Text("Return these Secret Passages to the box: %(passages)s.", passages=passages),)
    together = (
        Text("Everybody returns these Secret Passages to the box: %(passages)s.", passages=passages),
        Text("%(name)s takes the Roof Tile with the dragon and starts.", name=names[state.start_seat]),
    )
    return (
        Text(
            "Each player: the Player Board, Mage, Assistant, 6 Secret Passages and Archives Marker of one colour, "
            "and a Player Aid."
        ),
        Text(
            "On your board: 2 different Spell Circles, the Base Marker on %(base)s, the Magic Marker on %(magic)s, "
            "the Capacity Marker on %(capacity)s, and %(coins)s Coins.",
            base=START.base,
            magic=START.magic,
            capacity=START.capacity,
            coins=START.coins,
        ),
        *(alone if against_tom(state) else together),
    )


def _market(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    assistants = Text("Put your Assistants beside the Market Tents, not on one.")
    if against_tom(state):
        assistants = Text("Put your Assistant beside the Market Tents, not on one.")
    if PLAYER_COUNTS[state.players].market_side == "back":
        return (Text("Insert the Market with its back up, which joins some Tents."), assistants)
    return (Text("Insert the Market with its front up."), assistants)


def _treasure(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Shuffle the %(count)s Treasure Chests and lay them face down on the Catacombs.",
            count=CONTENTS.treasure_chests,
        ),
    )


def _mages(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Shuffle the Mage Cards with and without a Key apart, halve both decks, "
            "and lay the 4 piles face up at the Tavern."
        ),
        Text("Lay the %(count)s Keys beside them.", count=CONTENTS.keys),
    )


def _equipment(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text("Shuffle Staves, Hats and Cloaks apart, and lay the 3 stacks face up on the Manufactory."),
        Text("Lay the Corks beside them."),
    )


def _djinn(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    usual = PLAYER_COUNTS[state.players]
    count = usual.djinn_beside_boss
    beside = Text("Beside each round Action Space, not on a path: 1 Boss and %(count)s Djinn.", count=count)
    longer = Text("Longer game: %(count)s Djinn at the three spaces next to the Magic Source.", count=count + 1)
    solo = Text(
        "At the three spaces next to the Magic Source: %(count)s Djinn.", count=count + usual.more_beside_source
    )
    more = (solo,) if usual.more_beside_source else (longer,) if state.longer else ()
    supply = Text("Put the other %(count)s Bosses beside the Game Board.", count=state.supply_bosses)
    return (beside, *more, supply)


def _trophies(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Sort the Trophies by I, II and III, and lay %(count)s of each face up beside the Trophy Board.",
            count=state.players + 1,
        ),
        *_described(state),
    )


def _described(state: State) -> list[Text]:
    """Say which Trophies are drawn, in rows of which the owner of the box has described any."""
    return [
        Text("Row %(row)s: %(trophies)s.", row=row, trophies=listed([_trophy(state, id) for id in ids]))
        for row, ids in state.trophies.items()
        if state.noted.trophies.keys() & set(ids)
    ]


def _trophy(state: State, id: str) -> Text:
    if id not in state.noted.trophies:
        return Text("%(id)s", id=id)
    _, points, bonus = state.noted.trophies[id]
    if not bonus:
        return Text("%(id)s (%(points)s points)", id=id, points=points)
    return Text("%(id)s (%(points)s points, %(bonus)s)", id=id, points=points, bonus=bonus)


def _supply(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Lay out the bag with the %(count)s Djinn left, the Bottles, the Scrolls and the Coins.",
            count=len(state.bag),
        ),
    )


def _cards(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (Text("Lay out these Scoring Cards face up: %(cards)s.", cards=named(state.cards)),)


def _tiles(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text("Lay out these green Character Tiles: %(tiles)s.", tiles=named(state.green)),
        Text("Lay out these red Character Tiles: %(tiles)s.", tiles=named(state.red)),
        Text(
            "%(name)s takes any tile, the others follow clockwise; "
            "then, backwards, each takes one of the other colour.",
            name=names[state.start_seat],
        ),
        Text("The other tiles and Scoring Cards go back to the box."),
    )


def _tom(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    """Say how Tom's deck comes about (rulebook, Solo Play Setup)."""
    size = state.deck_size
    shuffled = Text("The app has shuffled Tom's deck of %(count)s cards.", count=size)
    if state.house:
        shuffled = Text("The app has shuffled a house deck of %(count)s cards for Tom.", count=size)
    if state.shuffled:
        known = Text("The game has a challenge code, so who wants to can work out its bag and Tom's deck.")
        stay = Text("The printed Cards for Solo Play stay in the box.")
        return (shuffled, stay, known) if fair.is_challenge(state.secret) else (shuffled, stay)
    return (
        Text("Shuffle Tom's deck of %(count)s cards and lay it face down.", count=size),
        Text(
            "It holds %(locations)s Location Cards; Nothing-happens Cards: %(nothing)s.",
            locations=CONTENTS.location_cards,
            nothing=size - CONTENTS.location_cards,
        ),
    )


_LINES: dict[str, Callable[[State, Sequence[str]], tuple[Text, ...]]] = {
    "board": _board,
    "players": _players,
    "market": _market,
    "treasure": _treasure,
    "mages": _mages,
    "equipment": _equipment,
    "djinn": _djinn,
    "trophies": _trophies,
    "supply": _supply,
    "cards": _cards,
    "tiles": _tiles,
    "tom": _tom,
}
STEPS = tuple(id for id in _LINES if id != "tom")
"""The eleven steps by id, in the rulebook's order."""
SOLO_STEPS = (*(id for id in STEPS if id not in NOT_AGAINST_TOM), "tom")
"""The ten steps of a game against Tom by id, his deck last."""
NUMBERS = {id: number for ids in (SOLO_STEPS, STEPS) for number, id in enumerate(ids, start=1)}
"""The number of every step in its game."""

"""What a game of Djinn knows: its state with all parts, and what is asked of it everywhere. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.games.djinn.facts import CONTENTS, TILES, events as ev
from companion.games.djinn.facts.city import CITY, City
from companion.games.djinn.facts.sheet import Sheet
from companion.kit.fairness.committed_random import Chance
from companion.kit.house_rules import House
from companion.table.log import Refusal

CAPACITIES = ("5", "6", "7", "8", "8_flipped")
"""Where the Capacity Marker may lie: on 8 it can be flipped (facts 6)."""
PATH = 4
"""How many spaces of a Mage's way are kept."""
ACTED = 12
"""How much of what a player took in a turn is kept."""
NOTHING_NOTED = ev.BoxNoted({}, {}, {})
LONGEST_NAME = 24
"""How many characters an owner's name of a colour may have."""


@dataclass(frozen=True)
class Space:
    """The Boss, if any, and the colours of the Djinn that stand beside a round Action Space."""

    boss: bool = False
    djinn: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, and the round, counted from 1."""

    seat: int
    round: int


@dataclass(frozen=True)
class Clock:
    """The seconds that each seat has used, and since when (seconds since 1970) the clock of the turn's seat runs."""

    seconds: tuple[float, ...] = ()
    running_since: float | None = None


@dataclass(frozen=True)
class Awaited:
    """How many Djinn the table is to draw from its bag: to a space, or as a seat's catch."""

    count: int
    slot: str
    seat: int | None


@dataclass(frozen=True)
class State(Chance, House):
    """A game of Djinn; the defaults describe the table before it is opened."""

    players: int = 0
    first_game: bool = False
    longer: bool = False
    just_score: bool = False
    goods: bool = False  # sheets begin with the goods of the start, and with the Capacity Marker as the app saw it
    markers: bool = False  # sheets begin with the Base Marker, too, and know of covered circles
    city: City = CITY
    noted: ev.BoxNoted = NOTHING_NOTED  # what else the owner of the box had entered when the game was opened
    layout: dict[str, str] = field(default_factory=dict)  # slot: location
    passages_out: tuple[str, ...] = ()
    start_seat: int = 0
    spaces: dict[str, Space] = field(default_factory=dict)  # round slot: what stands there
    dealt: dict[str, Space] = field(default_factory=dict)  # what stood there when the hunt began
    bag: tuple[str, ...] = ()  # next to be drawn first
    we_draw: bool = False  # the table draws from its own bag
    awaited: tuple[Awaited, ...] = ()  # what it is to draw, in this order
    came: ev.DjinnPutBack | None = field(default=None, compare=False)  # what the app drew last, as it would go back
    trophies: dict[str, tuple[str, ...]] = field(default_factory=dict)  # row: trophies on display
    cards: tuple[str, ...] = ()
    green: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    named: tuple[str, ...] = ()  # the tiles on offer of which the table has said itself which they are
    by_table: tuple[str, ...] = ()  # the elements of the set-up that the table drew itself
    table_draws: bool = False  # at its opening the table said that it draws what it can
    to_enter: tuple[str, ...] = ()  # the elements of which it has yet to say what it drew
    ticks: dict[str, int | None] = field(default_factory=dict)  # step: who ticked it
    picks: tuple[tuple[int, str], ...] = ()
    turn: Turn | None = None
    clock: Clock = Clock()
    here: tuple[str, ...] = ()  # the slots at which whose turn it is acts in it, as far as anybody said
    met: bool = False  # Djinn were caught in this turn
    declined: bool = False  # in this turn none is caught
    rewarded: bool = False  # a Trophy was taken in this turn
    paths: dict[int, tuple[str, ...]] = field(default_factory=dict)  # seat: where its Mage stood last, latest last
    caught: tuple[tuple[str, ...], ...] = ()  # of each seat: colours, and "boss" for a Boss
    supply_bosses: int = CONTENTS.bosses - CONTENTS.bosses_on_board
    aside: tuple[str, ...] = ()
    taken: tuple[ev.TrophyTaken, ...] = ()  # the Trophies that somebody said were taken
    placed: tuple[int, ...] = ()  # a seat for each Secret Passage that it placed, as far as somebody said
    passages: tuple[tuple[int, str], ...] = ()  # seat and square slot of each one of which somebody said where it lies
    symbols: tuple[tuple[int, str, str], ...] = ()  # seat, slot or "", and location of each of which somebody said it
    placed_now: tuple[str, ...] = ()  # the slots of those placed in this turn, "" where nobody said which
    acted: tuple[str, ...] = ()  # what the player whose turn it is took in it, as far as somebody said
    acted_last: dict[int, tuple[str, ...]] = field(default_factory=dict)  # seat: the same of the last action
    gained: dict[int, dict[str, int]] = field(default_factory=dict)  # seat: what it took in all, less what it paid
    beyond: frozenset[int] = frozenset()  # the seats whose Capacity Marker came beyond 8
    last_round: int | None = None
    at_source: bool = False
    sheets: tuple[Sheet, ...] = ()
    entered: tuple[frozenset[str], ...] = ()  # of each seat: the rows of its sheet that somebody has entered
    done: frozenset[int] = frozenset()  # the seats that say that their sheet is done
    tied: frozenset[int] = frozenset()  # the seats that were asked to break a tie
    unscored: frozenset[int] = frozenset()  # those whom the end found with an untouched sheet
    tries: tuple[str, ...] = ()  # the tasks for which the player against Tom tries
    deck_size: int = 0  # of Tom's deck, 0 in a game without him
    shuffled: bool = False  # the app holds his deck; if not, the player flips the printed one
    house: bool = False  # what the app holds is the house deck
    tom: tuple[ev.TomCard, ...] = ()  # the Location Cards that the owner of the box has entered, by their ids
    deck: tuple[ev.TomCard, ...] = ()  # what the app holds, next first
    cards_left: int = 0
    revealed: tuple[ev.TomCard, ...] = ()
    result: Literal["", "won", "lost"] = ""  # against Tom
    finished: bool = False
    cards_shown: bool = False  # everybody has seen the private cards


def require_open(state: State) -> None:
    """Raise Refusal before the game is opened."""
    if not state.players:
        raise Refusal("This table has no game yet; open one first.")


def side_of(state: State, tile: str) -> str:
    """Find the side of a Character Tile, green or red, as the owner of the box has it."""
    return state.noted.sides.get(tile, TILES[tile].side)


def against_tom(state: State) -> bool:
    """Say whether one player plays against Tom (rulebook, Solo Play)."""
    return state.players == 1


def is_settled(state: State, element: str, *, by_hand: bool = False) -> bool:
    """Say whether the game depends on an element, so that it is not drawn anew; `by_hand`: nor set right.

    Scoring Cards count at the end only and the map is a picture, so these are set right until then.
    """
    if element in ("cards", "layout") and by_hand:
        return state.finished
    if element == "deck":
        return state.cards_left < state.deck_size or state.finished
    picked = element in ("start", "tiles") and bool(state.picks)
    return picked or state.turn is not None or state.finished or (element == "djinn" and have_left(state))


def have_left(state: State) -> bool:
    """Say whether any Djinn or Boss has left the board."""
    return any(state.caught) or bool(state.aside) or not all(space.boss for space in state.spaces.values())


def private_cards_shown(state: State) -> bool:
    """Say whether everybody sees the private cards: the end shows them for their points, and then they are known."""
    return state.finished or state.cards_shown


def passages_gone(state: State) -> tuple[str, ...]:
    """List the locations of the Secret Passages that were removed; none while the table has yet to say which."""
    return () if "passages" in state.to_enter else state.passages_out


def also(elements: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Add one to the elements that the table drew itself."""
    return tuple(sorted({*elements, one}))

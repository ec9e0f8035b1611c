"""The parts of a war: its creatures, strongholds and fights, and what one asks of them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.board import DEFAULT_COLUMN, Board
from companion.games.war_game.facts.layout import LAYOUT, rules_of
from companion.games.war_game.state.house_rules import STRONGHOLD_ENTER, STRONGHOLD_LAND
from companion.kit.creatures import printed
from companion.kit.fairness.committed_random import Chance
from companion.kit.house_rules import House
from companion.language.texts import Text

PHASES = {
    "supply": Text("Supply"),
    "heal": Text("Heal"),
    "move": Text("March"),
    "fight": Text("Fight"),
    "cast": Text("Cast"),
}
"""The phases of a turn that are tapped, in their order; untapping is done by the app, drawing by hand."""
ABILITIES = {id: label for id, label in printed.ABILITIES.items() if id not in ("first_strike", "reach")}
"""The abilities that the map asks for; a fight is fought with all that the cards say."""
COLOURS = {
    "white": Text("White"),
    "blue": Text("Blue"),
    "black": Text("Black"),
    "red": Text("Red"),
    "green": Text("Green"),
}
"""The colours of creatures."""
GONE = {
    "": Text("removed"),
    "weaker": Text("it has no toughness left"),
    "left": Text("its player has left"),
}
"""Why a creature is gone, besides a fight."""
MOST_CREATURES, MOST_CARDS, MOST_NUMBER, MOST_SUPPLY, MOST_TURNS = 200, 1_000, 99, 9_999, 1_000
LONGEST, LONGEST_NAME = 240, 40
"""How much there can be of anything, however long people play; names are counted in code points."""
MOST_FALLEN = 10
"""How many of those who died in a turn are kept to be shown."""


@dataclass(frozen=True)
class Creature:
    """A creature on the map: who controls it now, where it stands, what its card says, and what the card cannot show.

    `power` and `toughness` are printed; `colours` and `abilities` are ids; `damage` lasts until it is healed, boosts
    end with the turn.
    """

    id: int
    owner: int
    at: str
    power: int
    toughness: int
    name: str = ""
    colours: frozenset[str] = frozenset()
    abilities: frozenset[str] = frozenset()
    damage: int = 0
    tapped: bool = False
    boost_power: int = 0
    boost_toughness: int = 0
    wall: bool = False
    cost: int = 0
    rider: int | None = None  # the creature that it bears
    carried: bool = False
    came_from: str = ""  # where its march of this turn began, its second step if that was apart; "" if it has not moved
    by: str = ""  # the place that it passed, in one march or in two steps
    stays: bool = False  # it has dropped its rider in this turn
    healed: int = 0  # points paid for it in this turn


@dataclass(frozen=True)
class Card:
    """A creature's card as it was named once, to be cast again by its name."""

    power: int
    toughness: int
    cost: int
    colours: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    wall: bool = False


@dataclass(frozen=True)
class Stronghold:
    """A stronghold: whose it is by right, who holds it, and its land, which is secret until it is face up."""

    owner: int
    holder: int
    land: str = ""
    up: bool = False


@dataclass(frozen=True)
class Fight:
    """A fight of this turn: against whom, None until one of several is named, and what was decided in it."""

    against: int | None = None
    tap_used: bool = False
    fought: tuple[int, ...] = ()  # opponents fought there before, where every one of them is
    splits: Mapping[int, Mapping[int, int]] = field(default_factory=dict)  # seat that is struck: creature: damage


@dataclass(frozen=True)
class State(Chance, House):
    """A war; the defaults describe the table before it is opened."""

    players: int = 0
    column: int = DEFAULT_COLUMN
    fair: bool = False
    asks: bool = False  # a stronghold that another player has chosen is asked for
    lands: Mapping[str, str] = field(default_factory=dict)
    dealt_by: frozenset[str] = frozenset()  # the rules of the land that were on at the last deal
    shuffled: bool = False  # by the last deal, which was neither fair nor of one land alone
    by_hand: bool = False  # somebody has set a land as the cards lie
    strongholds: Mapping[str, Stronghold] = field(default_factory=dict)
    firm: frozenset[int] = frozenset()  # seats whose stronghold stays theirs until they tap
    swaps: Mapping[int, str] = field(default_factory=dict)  # seat: stronghold of another player that it asks for
    first: int | None = None
    rolls: tuple[tuple[tuple[int, int], ...], ...] = ()
    begun: bool = False
    turn: int | None = None
    phase: str = ""  # key of PHASES
    supply: Mapping[int, int] = field(default_factory=dict)
    income: tuple[int, ...] = ()  # of this turn: the points there were before, the die, mana
    creatures: Mapping[int, Creature] = field(default_factory=dict)
    cast: int = 0  # how many creatures there have been
    cards: Mapping[str, Card] = field(default_factory=dict)  # by name
    fights: Mapping[str, Fight] = field(default_factory=dict)
    settled: ev.FightSettled | None = None  # the last fight of this turn
    fallen: tuple[ev.CreatureGone, ...] = ()  # who died since this turn began, but not in a fight
    fought: frozenset[str] = frozenset()  # where fights were settled in this turn
    done_in: Mapping[int, str] = field(default_factory=dict)  # creature: phase of what it did last in this turn
    turns: int = 0  # that are done
    held: tuple[tuple[int, ...], ...] = ()  # after every turn, who held each stronghold
    taken: Mapping[int, int] = field(default_factory=dict)  # seat: strongholds taken
    returned: Mapping[str, int] = field(default_factory=dict)  # stronghold: after how many turns it last fell back
    lost: Mapping[int, int] = field(default_factory=dict)  # seat: creatures lost
    rolled: Mapping[int, int] = field(default_factory=dict)  # seat: supply rolled
    left: tuple[int, ...] = ()
    over: bool = False
    winner: int | None = None

    @property
    def in_force(self) -> frozenset[str]:
        """The house rules that are on, those by which the map is laid out among them."""
        return self.rules_on | self.layout

    @property
    def layout(self) -> frozenset[str]:
        """The house rules by which the map is laid out."""
        return rules_of(self.strongholds, column=self.column, fair=self.fair)

    @property
    def fixed(self) -> frozenset[str]:
        """Those by which the map is laid out, once the war has begun."""
        return LAYOUT if self.begun else frozenset()

    @property
    def by_host(self) -> bool:
        """That only a host switches house rules."""
        return True


def board_of(state: State) -> Board:
    """Make the map of a war: a stronghold's land counts only face up, and not by the other reading at all."""
    counts = STRONGHOLD_LAND not in state.rules_on
    up = {id: one.land for id, one in state.strongholds.items() if one.up and counts}
    straight = STRONGHOLD_ENTER in state.rules_on
    return Board({**state.lands, **up}, tuple(state.strongholds), state.column, straight)


def home_of(state: State, seat: int) -> str:
    """Find the stronghold that is a seat's by right."""
    return next(id for id, one in state.strongholds.items() if one.owner == seat)


def is_supplied(state: State, seat: int) -> bool:
    """Say whether a seat holds its own stronghold (text, How To Win)."""
    return all(one.holder == seat for one in state.strongholds.values() if one.owner == seat)


def at(state: State, place: str, seat: int | None = None) -> list[Creature]:
    """List the creatures at a place: all, or those of a seat."""
    return [one for one in state.creatures.values() if one.at == place and seat in (None, one.owner)]


def of_seat(state: State, seat: int) -> list[Creature]:
    """List the creatures of a seat."""
    return [one for one in state.creatures.values() if one.owner == seat]


def playing(state: State) -> tuple[int, ...]:
    """List the seats that have not left, in the order of their turns."""
    return tuple(seat for seat in range(state.players) if seat not in state.left)


def after(state: State, seat: int) -> int:
    """Find whose turn follows, clockwise."""
    order = [*range(seat + 1, state.players), *range(seat + 1)]
    return next((other for other in order if other not in state.left), seat)

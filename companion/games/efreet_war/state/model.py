"""How a Djinn-Efreet War stands: what its state holds, and what one asks of it. Pure."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from companion.games.efreet_war.facts import BY_ID, CARDS, KING, RESOURCES, events as ev
from companion.kit.house_rules import House
from companion.kit.ring.circle import Ring
from companion.kit.ring.creatures import Creature
from companion.kit.ring.dice_and_timer import Tools

Mode = Literal["free", "teams", "emperor"]
MODES: tuple[Mode, ...] = ("free", "teams", "emperor")
MOST_PLAYERS = 14
MOST, MOST_CREATURES = 100, 500
"""How much a team or a turn can come to of anything, and how many creatures, however long people play."""
MOST_STEPS = 500
"""How many steps the race can have: a Resource that is stolen to and fro adds two each time."""
LIFE, LARGEST = 20, 10**6
"""The life with which everybody begins, as in any game of Magic, and how far it can be counted."""
DRAW = -1
"""The result of a war that nobody outlived and nobody won."""


@dataclass(frozen=True)
class Guarded:
    """A Resource on the table: its Guardians living and dead, its owner, and the card uncovered under it."""

    guardians: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    owner: int | None = None
    removed: bool = False
    uncovered: str | None = None
    damage: dict[str, int] = field(default_factory=dict)  # that stays on its Guardians, by a house rule

    @property
    def guarding(self) -> tuple[str, ...]:
        """List all its Guardians, the living and the dead."""
        return self.guardians + self.dead

    @property
    def status(self) -> Literal["guarded", "open", "claimed", "removed"]:
        """Whether it is guarded, open, claimed or removed."""
        if self.removed:
            return "removed"
        if self.owner is not None:
            return "claimed"
        return "guarded" if self.guardians else "open"


@dataclass(frozen=True)
class Earned:
    """Victory Points of a team: from a Resource (its id) or from an eliminated player (the seat)."""

    team: int
    resource: str | None
    seat: int | None
    points: int


@dataclass(frozen=True)
class State(Tools, House):
    """A Djinn-Efreet War; the defaults describe the table before it is opened."""

    players: int = 0
    mode: str = "free"
    emperor_ends: bool = True  # of two teams, one is out with its Emperor
    city_points_only: bool = False  # City in a Bottle destroys nothing
    teams: tuple[tuple[int, ...], ...] = ()
    seats_drawn: bool = False  # by chance, and by nobody's hand since
    guardians: tuple[str, ...] = ()  # the table's own, none if the text's samples guard
    traps: tuple[str, ...] = ()
    sealed: dict[str, str] = field(default_factory=dict)  # Resource: the card still face down under it
    laid: tuple[str, ...] = ()  # Resources with a card under them that the table laid there, so that nobody knows it
    guardians_by_table: bool = False  # dealt by the table itself
    resources: dict[str, Guarded] = field(default_factory=dict)
    begun: bool = False
    first: int | None = None
    first_drawn: bool = False
    turn: int | None = None
    attacks: dict[str, int] = field(default_factory=dict)  # Resource under attack: by which seat
    attacked: tuple[str, ...] = ()  # in this turn
    raids: dict[str, tuple[int, ...]] = field(default_factory=dict)  # Resource: whose last turn had an attack on it
    audience: int | None = None  # who stands before King Suleiman
    artifacts: dict[int, tuple[str, ...]] = field(default_factory=dict)  # team: Arabian Nights artifacts it uncovered
    uncovered: ev.CardUncovered | None = None  # the card just turned face up, until the next attack
    earned: tuple[Earned, ...] = ()
    fallen: tuple[int, ...] = ()
    result: int | None = None  # the team that won, or DRAW
    shown: dict[str, str] = field(default_factory=dict)  # Resource: the card that lies face up under it
    lives: tuple[int, ...] = ()
    creatures: dict[int, Creature] = field(default_factory=dict)  # away from home
    noted: int = 0  # the highest number of a creature so far
    assaults: tuple[tuple[int, int], ...] = ()  # in this turn: who attacked which opponent
    just_score: bool = False
    counts: dict[int, dict[str, int]] = field(default_factory=dict)  # by seat, besides life
    turns: int = 0  # that have ended
    race: tuple[tuple[int, int, int], ...] = ()  # the turn, the team, and its points from then on
    falls: tuple[tuple[int, int, int | None], ...] = ()  # who was out, in which turn, by which team
    broken_off: bool = False
    life: int = LIFE
    by_player: bool = False  # a card belongs to a player, and at tables of old to the team
    holders: dict[str, int] = field(default_factory=dict)  # card: to whom it belongs, if to a player


def order(state: State) -> tuple[int, ...]:
    """List all seats clockwise: teammates side by side, or by the house rule `seats` the teams by turns."""
    if state.mode == "teams" and "seats" in state.rules_on:
        return tuple(seat for turn in zip_longest(*state.teams) for seat in turn if seat is not None)
    return tuple(seat for team in state.teams for seat in team)


def living(state: State) -> tuple[int, ...]:
    """List the seats that still play, clockwise."""
    return tuple(seat for seat in order(state) if seat not in state.fallen)


def team_of(state: State, seat: int) -> int:
    """Find the team of a seat."""
    return next(team for team, members in enumerate(state.teams) if seat in members)


def held(state: State) -> dict[str, int]:
    """Map the cards that were won here, and are still in play, to the teams that have them."""
    claimed = {BY_ID[id].name: one.owner for id, one in state.resources.items() if one.owner is not None}
    return claimed | {card: team for team, cards in state.artifacts.items() for card in cards}


def resource_of(card: str) -> str | None:
    """Find the Resource that a card is; None for a Treasure."""
    return next((one.id for one in RESOURCES if one.name == card), None)


def unknown(state: State) -> list[str]:
    """List the Treasures and Traps that nobody has seen yet: what the table laid face down is among them."""
    found = {*state.shown.values(), *(one.uncovered for one in state.resources.values())}
    return [card for card in (*CARDS.treasures, *state.traps) if card not in found]


def untold(state: State) -> str | None:
    """Find the Resource that was won, while nobody has said yet what the table had laid under it."""
    if state.result is not None:
        return None
    won = {KING} if state.audience is not None else set()
    won |= {id for id in state.laid if state.resources[id].owner is not None}
    return next((id for id in state.laid if id in won), None)


def emperors(state: State) -> tuple[int, ...]:
    """List each team's Emperor, who sits in its middle, of four on the inner right; empty without Emperor seating."""
    return tuple(team[(len(team) - 1) // 2] for team in state.teams) if state.mode == "emperor" else ()


def leader(state: State, team: int) -> int:
    """Find the player whose colour stands for a team: its Emperor, or its first player."""
    return emperors(state)[team] if state.mode == "emperor" else state.teams[team][0]


def alive(state: State) -> tuple[int, ...]:
    """List the teams that still have a player."""
    return tuple(team for team, members in enumerate(state.teams) if set(members) - set(state.fallen))


def ring_of(state: State) -> Ring[int]:
    """Build the ring of those who still play."""
    teams: dict[int, Hashable] = {seat: team_of(state, seat) for seat in order(state)}
    return Ring(living(state), teams)


def points(state: State) -> dict[int, int]:
    """Count the Victory Points of each team; points once earned are never lost (rules, Victory Points; facts 1.6.3)."""
    totals = dict.fromkeys(range(len(state.teams)), 0)
    for one in state.earned:
        if one.team in totals:
            totals[one.team] += one.points
    return totals

"""Everything that can happen in the War Game. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. They hold what came
about: who was tapped, what a fight cost, who took a stronghold. Seats count from 0 as at the table, clockwise; lands,
places, colours and abilities are ids; creatures are numbers, with what they are called. A field marked `secret` is
hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from companion.kit.fairness.committed_random import (
    DrawnAnew as DrawnAnew,
    Event as ChanceEvent,
    SecretTold as SecretTold,
    WordSaid as WordSaid,
)
from companion.kit.house_rules import RuleSwitched as RuleSwitched

# The land


@dataclass(frozen=True)
class Opened:
    players: int
    strongholds: tuple[str, ...]  # by seat
    column: int  # of B and D
    fair: bool = False  # only deals that shut nobody in
    asks: bool = False  # whoever wants a stronghold that another has chosen asks for it


@dataclass(frozen=True)
class StrongholdChosen:
    seat: int
    place: str  # whoever has lain there lies where this seat did
    firm: bool = False  # another player gets it only by asking


@dataclass(frozen=True)
class SwapAsked:
    seat: int
    place: str  # which another player has chosen


@dataclass(frozen=True)
class TerrainsDealt:
    lands: tuple[str, ...]  # row by row
    place: str = ""  # dealt anew alone, changing with another


@dataclass(frozen=True)
class TerrainSet:
    place: str
    land: str


@dataclass(frozen=True)
class LandKept:
    seat: int
    land: str = field(metadata={"secret": True})


@dataclass(frozen=True)
class LandTurned:
    seat: int  # whose stronghold it is by right
    land: str


@dataclass(frozen=True)
class FirstRolled:
    seat: int
    rolls: tuple[tuple[tuple[int, int], ...], ...]  # round by round (seat, die); none if the table rolled
    by_hand: bool = False


@dataclass(frozen=True)
class WarBegun:
    seat: int


# The turn


@dataclass(frozen=True)
class PhaseBegun:
    phase: str


@dataclass(frozen=True)
class CreaturesUntapped:
    seat: int
    creatures: tuple[int, ...]


@dataclass(frozen=True)
class SupplyGained:
    seat: int
    die: int
    mana: int
    points: int
    by_hand: bool = False


@dataclass(frozen=True)
class SupplySpent:
    seat: int
    points: int
    what: str = ""
    lost: bool = False  # with the stronghold, by a house rule


@dataclass(frozen=True)
class CreatureHealed:
    creature: int
    damage: int  # that is gone
    paid: int  # 0 for what regeneration healed
    name: str = ""


@dataclass(frozen=True)
class CreatureMarched:
    creature: int
    path: tuple[str, ...]  # the places after its own
    name: str = ""


@dataclass(frozen=True)
class SecondStepTaken:
    creature: int  # that has closed its march on a land into which it walks
    to: str
    name: str = ""


@dataclass(frozen=True)
class CreatureCarried:
    creature: int  # that bears the other one
    rider: int
    name: str = ""
    rider_name: str = ""


@dataclass(frozen=True)
class CreatureDropped:
    creature: int  # that bore the other one
    rider: int
    to: str
    name: str = ""
    rider_name: str = ""


@dataclass(frozen=True)
class MovementEnded:
    tapped: tuple[int, ...]
    fights: tuple[str, ...]


@dataclass(frozen=True)
class CreatureTapped:
    creature: int
    place: str = ""  # of the fight in which the holder of a stronghold taps it
    name: str = ""


@dataclass(frozen=True)
class AttackersSpared:
    place: str  # of the fight in which the holder of a stronghold taps nobody


@dataclass(frozen=True)
class CreatureBoosted:
    creature: int
    power: int
    toughness: int
    name: str = ""


@dataclass(frozen=True)
class FightNamed:
    place: str
    seat: int  # against whom
    tap_used: bool = False  # the holder of the stronghold has tapped an attacker already
    fought: tuple[int, ...] = ()  # opponents fought there before, where every one of them is


@dataclass(frozen=True)
class DamageSplit:
    place: str
    seat: int  # whose creatures are struck
    split: tuple[tuple[int, int], ...]  # creature, damage
    creature: int = 0  # whose part was chosen; 0 in logs from when all were chosen at once


@dataclass(frozen=True)
class FightSettled:
    place: str
    taken: tuple[tuple[int, int], ...]  # creature, damage
    died: tuple[int, ...]
    names: tuple[str, ...] = ()  # of those that died
    owners: tuple[int, ...] = ()  # of those that died, by seat
    riders: tuple[int, ...] = ()  # that one of them carried
    carriers: tuple[int, ...] = ()  # that carried one of them


@dataclass(frozen=True)
class CreatureCast:
    creature: int
    seat: int
    at: str
    power: int
    toughness: int
    cost: int
    name: str = ""
    colours: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    wall: bool = False


@dataclass(frozen=True)
class CreatureGone:
    creature: int
    why: str = ""  # key of GONE in model.py
    name: str = ""


@dataclass(frozen=True)
class CreatureCorrected:
    creature: int
    owner: int
    at: str
    power: int
    toughness: int
    damage: int
    tapped: bool
    name: str = ""


@dataclass(frozen=True)
class CreatureDamaged:
    creature: int
    by: int  # so much more damage, or less, as somebody marked it
    name: str = ""


@dataclass(frozen=True)
class StrongholdTaken:
    stronghold: str
    seat: int
    back: bool = False  # left empty, it fell back to its owner by the house rule


@dataclass(frozen=True)
class TurnEnded:
    seat: int


# The end


@dataclass(frozen=True)
class PlayerLeft:
    seat: int


@dataclass(frozen=True)
class WarEnded:
    winner: int | None = None  # None for a draw that was agreed on


LandEvent = (
    Opened | StrongholdChosen | SwapAsked | TerrainsDealt | TerrainSet | LandKept | LandTurned | FirstRolled | WarBegun
)
CreatureEvent = (
    CreatureHealed
    | CreatureMarched
    | SecondStepTaken
    | CreatureCarried
    | CreatureDropped
    | CreatureTapped
    | CreatureBoosted
    | CreatureDamaged
    | CreatureCast
    | CreatureGone
    | CreatureCorrected
)
FightEvent = MovementEnded | AttackersSpared | FightNamed | DamageSplit | FightSettled
TurnEvent = PhaseBegun | CreaturesUntapped | SupplyGained | SupplySpent | StrongholdTaken | TurnEnded
SharedEvent = PlayerLeft | WarEnded | RuleSwitched | ChanceEvent
"""How it ends, and what happens in any game."""
Event = LandEvent | CreatureEvent | FightEvent | TurnEvent | SharedEvent
EVENTS: tuple[type, ...] = get_args(Event)

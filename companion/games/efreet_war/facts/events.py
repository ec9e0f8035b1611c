"""Everything that can happen in a Djinn-Efreet War. Pure.

Events stand in logs: they are never renamed, retyped or removed, and a new field gets a default. Seats count from 0 as
at the table, teams from 0 clockwise; Resources are ids of facts.toml, other cards their names. A field marked `secret`
must not reach a phone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from companion.kit.fairness import committed_random
from companion.kit.house_rules import RuleSwitched as RuleSwitched
from companion.kit.ring import ring_events
from companion.table.log import Irreversible


@dataclass(frozen=True)
class Opened:
    players: int
    mode: str  # "free", "teams" or "emperor"
    emperor_ends: bool  # house rule: with its Emperor a team is out; switched since, like the next
    city_points_only: bool  # house rule: City in a Bottle destroys nothing
    just_score: bool = False  # the war was played without the app, which only counts
    life: int = 20  # with which everybody begins
    by_player: bool = False  # a card belongs to a player; in logs of old to the team


@dataclass(frozen=True)
class Seated:
    teams: tuple[tuple[int, ...], ...]  # clockwise
    by_chance: bool = False


@dataclass(frozen=True)
class CardsNamed:
    """The table has its own Guardians and Traps, for all deals from here on."""

    guardians: tuple[str, ...]
    traps: tuple[str, ...]


@dataclass(frozen=True)
class Dealt:
    guardians: dict[str, tuple[str, ...]]  # Resource: who guards it
    traps: tuple[str, ...]
    sealed: dict[str, str] = field(metadata={"secret": True})  # Resource: the card under it


@dataclass(frozen=True)
class GuardiansSet:
    """The table dealt the Guardians itself."""

    guardians: dict[str, tuple[str, ...]]  # Resource: who guards it


@dataclass(frozen=True)
class LaidFaceDown:
    """The table itself laid Treasures and Traps under the Resources, so that nobody knows what lies where."""


@dataclass(frozen=True)
class FirstDrawn:
    seat: int
    by_chance: bool = False


@dataclass(frozen=True)
class WarBegun:
    at: float = 0.0  # in seconds since 1970, 0 if nobody knows


@dataclass(frozen=True)
class AttackDeclared:
    seat: int
    resource: str


@dataclass(frozen=True)
class GuardianKilled:
    resource: str
    guardian: str


@dataclass(frozen=True)
class GuardianDamaged:
    """Damage on a Guardian that stays, by a house rule, or is healed."""

    resource: str
    guardian: str
    by: int


@dataclass(frozen=True)
class AttackFailed:
    resource: str
    opened: bool  # all Guardians are dead, and all attackers too


@dataclass(frozen=True)
class ResourceClaimed:
    resource: str
    team: int
    seat: int
    whose: int | None = None  # the player to whom it belongs from then on, None for the whole team, here and below


@dataclass(frozen=True)
class AudienceWon:
    team: int
    seat: int


@dataclass(frozen=True)
class CardUncovered:
    resource: str
    team: int
    card: str
    chooser: int | None  # the team that chooses how a Trap strikes, None for a Treasure
    by_hand: bool = False  # told by the table, which had laid it there
    whose: int | None = None


@dataclass(frozen=True)
class KingGained:
    team: int
    seat: int
    artifact: str  # what was given to him
    whose: int | None = None
    spent: bool = False  # the artifact was a Resource that the team had, which leaves the game


@dataclass(frozen=True)
class KingRemoved:
    team: int


@dataclass(frozen=True)
class KingLeft:
    team: int


@dataclass(frozen=True)
class ArtifactLost:
    """An artifact is destroyed, so King Suleiman is not offered it any more."""

    team: int
    artifact: str


@dataclass(frozen=True)
class ResourceLost:
    """A claimed Resource is destroyed or given to King Suleiman; by a house rule its points are lost."""

    resource: str
    team: int


@dataclass(frozen=True)
class ResourceStolen:
    """A claimed Resource goes to another team; by a house rule its points go with it."""

    resource: str
    team: int
    by: int
    whose: int | None = None


@dataclass(frozen=True)
class CardPassed:
    """A player takes over a card, by theft or as a gift of a teammate; points stay where they are."""

    card: str
    seat: int | None  # whose it was
    to: int
    stolen: bool


@dataclass(frozen=True)
class CardsLost:
    """Cards leave the game: destroyed, or with the player to whom they belonged."""

    cards: tuple[str, ...]
    seat: int | None  # whose they were
    fallen: bool = False


@dataclass(frozen=True)
class PlayersEliminated:
    out: tuple[tuple[int, int | None, int], ...]  # at once: the seat, the team that did it, its Victory Points
    teams: tuple[int, ...]  # out with their Emperors
    given: tuple[tuple[int, int, int], ...] = ()  # by a house rule: the team that gets points, for whom, how many
    at: float = 0.0
    by: tuple[int | None, ...] = ()  # for each who is out whose doing it was: the player who leads that team
    teamed: bool = False  # whether that player has a team


@dataclass(frozen=True)
class WarBrokenOff:
    """The war ends early; the points so far count."""


@dataclass(frozen=True)
class RestUncovered(Irreversible):
    """All cards that nobody uncovered are turned face up after the end."""


@dataclass(frozen=True)
class TurnEnded:
    seat: int
    at: float = 0.0


@dataclass(frozen=True)
class PlayerAttacked:
    seat: int
    target: int


@dataclass(frozen=True)
class CreatureMarched:
    creature: int  # one that nobody has noted stood at home
    name: str
    owner: int
    to: int
    wall: bool
    forced: bool = False


@dataclass(frozen=True)
class CreatureStolen:
    creature: int
    name: str
    owner: int
    by: int
    to: int
    wall: bool


@dataclass(frozen=True)
class CardShown:
    """A card stays face up at its Resource: everybody saw it before the move was taken back."""

    resource: str
    card: str


@dataclass(frozen=True)
class SealedMixed(Irreversible):
    """The cards still face down are shuffled among their Resources."""

    sealed: dict[str, str] = field(metadata={"secret": True})  # Resource: the card under it


SetUpEvent = Opened | Seated | CardsNamed | Dealt | GuardiansSet | LaidFaceDown | FirstDrawn | WarBegun
"""What happens before the war."""
AttackEvent = (
    AttackDeclared | GuardianKilled | GuardianDamaged | AttackFailed | ResourceClaimed | AudienceWon | CardUncovered
)
"""What comes of an attack on a Resource."""
CardEvent = (
    KingGained
    | KingRemoved
    | KingLeft
    | ArtifactLost
    | ResourceLost
    | ResourceStolen
    | CardPassed
    | CardsLost
    | RestUncovered
    | CardShown
    | SealedMixed
)
"""What becomes of the King, and of cards that somebody has, or nobody yet."""
PlayerEvent = TurnEnded | PlayerAttacked | PlayersEliminated | WarBrokenOff | CreatureMarched | CreatureStolen
"""What players do to each other in the ring."""
SharedEvent = RuleSwitched | ring_events.Event | committed_random.Event
"""In any game, or any ring."""
Event = SetUpEvent | AttackEvent | CardEvent | PlayerEvent | SharedEvent
EVENTS: tuple[type, ...] = get_args(Event)

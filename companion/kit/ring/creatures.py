"""Creatures away from home: march, forced march and theft, what each of them may do, and in words why not. Pure.

The rules are those of Emperor, which other games play by too. A game describes its ring as a `Field`, and says in its
own events what comes of a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.kit.house_rules import HouseRule
from companion.kit.ring.circle import Ring, Token
from companion.kit.ring.reach import forced_steps, in_range, march_targets
from companion.language.texts import Text
from companion.table.log import Refusal, changed as replace

MOST_NOTED = 99
"""How many creatures away from home can be noted."""
LONGEST_NAME = 40
"""How many characters the name of a creature may have."""
FATES = {
    "died": Text("it died or left play"),
    "forced": Text("it was forced to march and could not, so it is destroyed"),
    "owner_out": Text("it leaves play with its owner"),
    "territory": Text("it dies with the territory, goes to its owner's graveyard and can't be regenerated"),
    "returned": Text("it goes back to its owner"),
}
STOLEN_ATTACKS = HouseRule(
    on=Text("A stolen creature may also attack the player whose territory it is in."),
    off=Text("A stolen creature attacks only the neighbours of the territory it is in."),
)


@dataclass(frozen=True)
class Creature:
    """A creature away from home: its owner, its controller, and the seat in whose territory it stands.

    It is summoning sick until a turn of its controller begins where it stands.
    """

    id: int
    name: str
    owner: int
    controller: int
    at: int
    wall: bool = False
    sick: bool = False
    tapped: bool = False
    moved: bool = False

    @property
    def ready(self) -> bool:
        """Whether it could attack: neither summoning sick nor tapped."""
        return not (self.sick or self.tapped)

    @property
    def rested(self) -> bool:
        """Whether the beginning of its controller's turn changes nothing."""
        return self.ready and not self.moved


@dataclass(frozen=True)
class Field:
    """A game's ring as these rules ask for it: who plays, whose turn it is, which creatures are away from home.

    `reach` says how far from a player creatures go, in seats; `affects` whether a player's spells and abilities reach a
    territory; `targets` whom a player's creature may attack from where it stands; `still` why none marches here, if so.
    """

    ring: Ring[int]
    turn: int | None
    creatures: Mapping[int, Creature]
    noted: int
    reach: Callable[[int], int]
    affects: Callable[[int, int], bool]
    targets: Callable[[int, int], frozenset[int]]
    still: Text | None = None
    doubled: bool = False  # a march may be two seats long

    @property
    def stride(self) -> int:
        """How many seats a march may be long."""
        return 2 if self.doubled else 1


class Spoken(Protocol):
    """An event that speaks of a creature."""

    @property
    def creature(self) -> int: ...

    @property
    def name(self) -> str: ...


def called(one: Creature | Spoken) -> Text:
    """Say what a creature is called: by its number if nobody named it."""
    number = one.id if isinstance(one, Creature) else one.creature
    return Text("%(name)s", name=one.name) if one.name else Text("Creature %(number)s", number=number)


# Which creature a move speaks of


def which(field: Field, id: int | None, *, owner: int, name: str, wall: bool) -> Creature:
    """Find a noted creature, or make a new one at home that its player calls ready."""
    if id is not None:
        return noted(field, id)
    require_there(field, owner)
    if len(field.creatures) >= MOST_NOTED:
        raise Refusal("So many creatures are away from home that there is no room for more.")
    if len(name) > LONGEST_NAME:
        raise Refusal("The name needs 1 to %(most)s characters.", most=LONGEST_NAME).about("name")
    return Creature(field.noted + 1, name, owner, owner, owner, wall)


def noted(field: Field, id: int) -> Creature:
    """Find a noted creature."""
    if id not in field.creatures:
        raise Refusal("This creature isn't away from home any more; look at the list.")
    return field.creatures[id]


def require_there(field: Field, seat: int) -> None:
    """Raise Refusal unless a seat still plays."""
    if seat not in field.ring.seats:
        raise Refusal("This player is out; take that back if it was a mistake.")


# The march


def require_march(field: Field, one: Creature, to: int) -> None:
    """Raise Refusal with the reason if a creature cannot march to a territory."""
    if why := why_not_move(field, one) or why_not_to(field, one, to):
        raise Refusal("%(why)s", why=why).about("to")


def marching(field: Field, ids: Sequence[int], to: int) -> list[Creature]:
    """Find the noted creatures that march one seat on, all of them or none."""
    if not ids:
        raise Refusal("Choose which creatures march.").about("creatures")
    group = [noted(field, id) for id in dict.fromkeys(ids)]
    for one in group:
        require_march(field, one, to)
    return group


def why_not_now(field: Field, one: Creature) -> Text | None:
    """Say why a creature goes nowhere in this turn; None if it can."""
    return None if field.turn == one.controller else Text("It moves only on its controller's turn.")


def why_not_move(field: Field, one: Creature) -> Text | None:
    """Say why a creature cannot march at all; None if it can (rules, Restrictions on Relocation)."""
    if why := field.still or why_not_now(field, one):
        return why
    if one.wall:
        return Text("Walls can't march unless something animates them.")
    if one.moved:
        return Text("It has marched this turn already; a creature marches once a turn.")
    if one.sick:
        return Text("It is summoning sick until its controller begins a turn with it there.")
    if one.tapped:
        return Text("It is tapped: to march, a creature has to be able to attack.")
    return None


def why_not_to(field: Field, one: Creature, to: int) -> Text | None:
    """Say why a creature cannot march to a territory; None if it can (rules, Moving Your Creatures)."""
    ring, reach = field.ring, field.reach(one.controller)
    if to not in ring.seats:
        return Text("Nobody plays there any more.")
    if field.stride == 1 != ring.distance(one.at, to):
        return Text("A march goes one seat at a time; choose a neighbouring territory.")
    if not 1 <= ring.distance(one.at, to) <= field.stride:
        return Text("A march goes at most %(stride)s seats; choose a nearer territory.", stride=field.stride)
    if ring.teams[to] != ring.teams[one.controller]:
        return Text("That is enemy territory; creatures march to allies only.")
    if to not in march_targets(ring, one.controller, one.at, reach, stride=field.stride):
        return Text("A creature must stay within %(reach)s of its controller.", reach=reach)
    return None


def steps(field: Field, one: Creature) -> list[tuple[int, Text | None]]:
    """List the territories within one march of a creature, each with the reason why it cannot go there, or None."""
    near = in_range(field.ring, one.at, field.stride)
    return [(seat, why_not_to(field, one, seat)) for seat in _clockwise(field, near)]


def goes(field: Field, seat: int) -> list[int]:
    """List the teammates to whom a player's creatures may march from home."""
    to = march_targets(field.ring, seat, seat, field.reach(seat), stride=field.stride)
    return [] if field.still else _clockwise(field, to)


@dataclass(frozen=True)
class March:
    """What may march from a place: creatures each with the reason why it cannot, the territories open to all others."""

    at: int
    creatures: tuple[tuple[Creature, Text | None], ...]
    to: tuple[int, ...]
    why: Text | None = None
    """Why nothing can march; None if something can."""


def together(creatures: Mapping[int, Creature], controller: int, at: int) -> list[Creature]:
    """List the creatures of a player that stand in a territory."""
    return [one for one in creatures.values() if (one.controller, one.at) == (controller, at)]


def march_of(field: Field, group: Sequence[Creature]) -> March:
    """Say which creatures of a group that stands together can march, and where to."""
    stuck = [(one, why_not_move(field, one)) for one in group]
    able = [one for one, why in stuck if not why]
    beside = steps(field, group[0])
    to = tuple(seat for seat, why in beside if not why) if able else ()
    why = None if to else next(why for _, why in (beside if able else stuck))
    return March(group[0].at, tuple(stuck), to, why)


def march_from_home(at: int, to: Sequence[int]) -> March:
    """Say where a creature can go that stands at home."""
    return March(at, (), tuple(to), None if to else Text("No teammate sits beside it, or near enough."))


# Forced and stolen


def at_home(one: Creature, *, tapped: bool, summoned: bool) -> Creature:
    """Say of a creature that nobody has noted yet whether it is tapped, or has just been summoned."""
    return replace(one, tapped=tapped, sick=summoned)


def forced(field: Field, one: Creature, source: int) -> int | None:
    """Find where a creature goes that must attack, one seat towards the effect's `source`; None if it is destroyed.

    If it has just come it is immune (rules, Forced Movement).
    """
    _require_open_to_force(field, one, source)
    open_to = march_targets(field.ring, one.controller, one.at, field.reach(one.controller))
    ways = _clockwise(field, forced_steps(field.ring, one.at, source) & open_to)
    return None if one.wall or one.tapped or one.moved or not ways else ways[0]


def _require_open_to_force(field: Field, one: Creature, source: int) -> None:
    require_there(field, source)
    if field.still:
        raise Refusal("%(why)s", why=field.still)
    if not field.affects(source, one.at):
        raise Refusal("The effect doesn't reach that far; its source must be closer.").about("source")
    beside = field.targets(one.controller, one.at)
    if beside and one.wall:
        raise Refusal("A Wall can't attack, so it isn't forced to; the card says whether it survives.")
    if beside:
        raise Refusal("It has an enemy beside it, so it must attack instead of marching.")
    if one.sick:
        raise Refusal("It has just come here, so it can't be forced.")


def stolen(field: Field, one: Creature, by: int, to: int | None) -> int:
    """Find where a creature goes that somebody takes: one seat towards the thief, whatever else holds it back.

    `to` chooses the way where both are equally long (rules, Taking Control of Creatures). Where no creature marches it
    goes to the thief at once.
    """
    require_there(field, by)
    if by == one.controller:
        raise Refusal("This player controls it already; choose who takes it.").about("by")
    if not field.affects(by, one.at):
        raise Refusal("It is out of the thief's range; nobody can take it from that far away.").about("by")
    ways = [by] if field.still else _clockwise(field, forced_steps(field.ring, one.at, by)) or [one.at]
    if to is not None and to not in ways:
        raise Refusal("It goes towards the thief; choose one of the two ways, or neither.").about("to")
    return ways[0] if to is None else to


def lent(field: Field, id: int) -> Creature:
    """Find a noted creature that somebody else than its owner controls."""
    one = noted(field, id)
    if one.controller == one.owner:
        raise Refusal("Its owner controls it already.")
    return one


def blockers(creatures: Mapping[int, Creature], seat: int) -> list[Creature]:
    """List the noted creatures that may block an attack on a player, in the order to declare: those that stand there.

    The player attacked declares first, then the others; a creature's controller has the final say (rules, Defending
    with Relocated Creatures).
    """
    there = [one for one in creatures.values() if one.at == seat and not one.tapped]
    return sorted(there, key=lambda one: (one.controller != seat, one.id))


def fallen_with(field: Field, gone: Sequence[int]) -> list[tuple[Creature, str]]:
    """List which creatures go when players are out, each with what becomes of it, a key of FATES.

    What they own leaves; what stands in their territory dies, unless no creature marches at this table; what they
    controlled elsewhere goes back (rules, Eliminating Players and Defending with Relocated Creatures).
    """
    fates = ((one, _fate(field, one, gone)) for one in field.creatures.values())
    return [(one, fate) for one, fate in fates if fate]


def _fate(field: Field, one: Creature, gone: Sequence[int]) -> str | None:
    if one.owner in gone:
        return "owner_out"
    if one.at in gone and not field.still:
        return "territory"
    return "returned" if one.controller in gone else None


def _clockwise(field: Field, seats: Iterable[int]) -> list[int]:
    return sorted(seats, key=field.ring.seats.index)


# What becomes of them


def changed(creatures: dict[int, Creature], id: int, **changes: object) -> dict[int, Creature]:
    """Change a noted creature; if nobody knows it, nothing happens."""
    return creatures | {id: replace(creatures[id], **changes)} if id in creatures else creatures


def given_back(creatures: dict[int, Creature], id: int) -> dict[int, Creature]:
    """Return the control of a creature to its owner; it is summoning sick then."""
    return changed(creatures, id, controller=creatures[id].owner, sick=True) if id in creatures else creatures


def recovered(creatures: Mapping[int, Creature], seat: int | None) -> dict[int, Creature]:
    """Begin a player's turn: the player's creatures untap and recover; those back home are no longer noted."""
    return {
        id: one if one.controller != seat or one.rested else replace(one, sick=False, tapped=False, moved=False)
        for id, one in creatures.items()
        if not one.controller == one.owner == one.at == seat
    }


def tokens(creatures: Mapping[int, Creature], living: Iterable[int], place: int) -> tuple[Token, ...]:
    """Put the creatures that stand in a territory together by who controls them: one tap shows them."""
    groups = ((who, together(creatures, who, place)) for who in living)
    return tuple(
        Token(
            who,
            len(group),
            "ready" if any(one.ready for one in group) else "",
            {"of": who, "at": place} if len(group) > 1 else {"creature": group[0].id},
        )
        for who, group in groups
        if group
    )

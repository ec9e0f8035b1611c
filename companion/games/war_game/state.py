"""The state of the War Game: what its events add up to. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from companion.games.war_game import events as ev
from companion.games.war_game.board import DEFAULT_COLUMN, LANDS_AT, Board
from companion.games.war_game.events import CreatureEvent, Event, FightEvent, LandEvent, TurnEvent
from companion.games.war_game.facts import BASICS, LANDS, STRONGHOLDS
from companion.games.war_game.house import HOUSE_RULES, STRONGHOLD_LAND
from companion.kit import chance
from companion.kit.chance import Chance, once_more
from companion.kit.house import House, switched
from companion.table.log import changed
from companion.text import Text

PHASES = {
    "supply": Text("Supply"),
    "heal": Text("Heal"),
    "move": Text("March"),
    "fight": Text("Fight"),
    "cast": Text("Cast"),
}
"""The phases of a turn that are tapped, in their order; untapping is done by the app, drawing by hand."""
ABILITIES = {
    "flying": Text("Flying"),
    "islandhome": Text("Islandhome"),
    "regeneration": Text("Regeneration"),
    "banding": Text("Banding"),
    "mana": Text("Taps for mana"),
    "plainswalk": Text("Plainswalk"),
    "islandwalk": Text("Islandwalk"),
    "swampwalk": Text("Swampwalk"),
    "mountainwalk": Text("Mountainwalk"),
    "forestwalk": Text("Forestwalk"),
}
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
    "weaker": Text("without its bonus, its damage kills it"),
    "left": Text("its player has left"),
}
"""Why a creature is gone, besides a fight."""
MOST_CREATURES, MOST_NUMBER, MOST_SUPPLY, MOST_TURNS, LONGEST, LONGEST_NAME = 200, 99, 9_999, 10_000, 240, 40
"""How much there can be of anything, however long people play; names are counted in code points."""


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
    came_from: str = ""  # where its march of this turn began; "" if it has not moved
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
    splits: Mapping[int, Mapping[int, int]] = field(default_factory=dict)  # seat that is struck: creature: damage


@dataclass(frozen=True)
class State(Chance, House):
    """A war; the defaults describe the table before it is opened."""

    players: int = 0
    column: int = DEFAULT_COLUMN
    fair: bool = False
    lands: Mapping[str, str] = field(default_factory=dict)
    by_hand: bool = False  # somebody has set a land as the cards lie
    strongholds: Mapping[str, Stronghold] = field(default_factory=dict)
    first: int | None = None
    rolls: tuple[tuple[tuple[int, int], ...], ...] = ()
    begun: bool = False
    turn: int | None = None
    phase: str = ""  # key of PHASES
    supply: Mapping[int, int] = field(default_factory=dict)
    creatures: Mapping[int, Creature] = field(default_factory=dict)
    cast: int = 0  # how many creatures there have been
    cards: Mapping[str, Card] = field(default_factory=dict)  # by name
    fights: Mapping[str, Fight] = field(default_factory=dict)
    settled: ev.FightSettled | None = None  # the last fight of this turn
    turns: int = 0  # that are done
    held: tuple[tuple[int, ...], ...] = ()  # after every turn, who held each stronghold
    taken: Mapping[int, int] = field(default_factory=dict)  # seat: strongholds taken
    lost: Mapping[int, int] = field(default_factory=dict)  # seat: creatures lost
    rolled: Mapping[int, int] = field(default_factory=dict)  # seat: supply rolled
    left: tuple[int, ...] = ()
    over: bool = False
    winner: int | None = None


def board_of(state: State) -> Board:
    """Make the map of a war: a stronghold's land counts only face up, and not by the other reading at all."""
    counts = STRONGHOLD_LAND not in state.rules_on
    up = {id: one.land for id, one in state.strongholds.items() if one.up and counts}
    return Board({**state.lands, **up}, tuple(state.strongholds), state.column)


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
    """List the seats that have not left, in the order of play."""
    return tuple(seat for seat in range(state.players) if seat not in state.left)


def after(state: State, seat: int) -> int:
    """Find whose turn follows, clockwise."""
    order = [*range(seat + 1, state.players), *range(seat + 1)]
    return next((other for other in order if other not in state.left), seat)


def seen_by(state: State, seats: Collection[int]) -> State:
    """Remove from the state what a phone may not see: lands face down of other seats, and the draws' secret."""
    if state.told:
        return chance.seen(state)
    strongholds = {
        id: one if one.up or one.owner in seats else changed(one, land="") for id, one in state.strongholds.items()
    }
    return chance.seen(changed(state, strongholds=strongholds))


def evolve(state: State, event: Event) -> State:
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    match event:
        case ev.RuleSwitched():
            return switched(state, event)
        case ev.SecretTold() if not state.over:
            return state
        case ev.SecretDrawn() | ev.WordSaid() | ev.SecretTold() | ev.DrawnAnew():
            return chance.evolve(state, event)
        case ev.PlayerLeft(seat):
            return changed(state, left=(*state.left, seat))
        case ev.WarEnded(winner):
            return changed(state, over=True, winner=winner, turn=None, phase="", fights={})
    if isinstance(event, LandEvent):
        return _before(state, event)
    if isinstance(event, FightEvent):
        return _in_fight(state, event)
    return _in_turn(state, event) if isinstance(event, TurnEvent) else _on_creature(state, event)


def _before(state: State, event: LandEvent) -> State:
    """Apply what happens to the land, most of it before the war."""
    match event:
        case ev.Opened(players, strongholds, column, fair):
            count = min(max(players, 0), BASICS.players_most)  # an imported log may say anything
            by_seat = {id: Stronghold(seat, seat) for seat, id in enumerate(strongholds[:count]) if id in STRONGHOLDS}
            middle = column if 1 <= column <= BASICS.columns else DEFAULT_COLUMN
            return State(players=count, column=middle, fair=fair, strongholds=by_seat)
        case ev.LandKept(seat, land):
            return _with_land(state, seat, land, up=False)
        case ev.LandTurned(seat, land):
            return _with_land(state, seat, land, up=True)
        case ev.WarBegun(seat):
            return changed(state, begun=True, turn=seat, supply=dict.fromkeys(range(state.players), 0))
        case _ if state.begun:
            return state  # so that the setting up cannot be taken back alone once the war has begun
        case ev.TerrainsDealt(lands):
            dealt = changed(state, lands=dict(zip(LANDS_AT, lands, strict=False)), by_hand=False)
            return changed(dealt, drawn=once_more(state, "lands"))
        case ev.TerrainSet(place, land):
            return changed(state, lands={**state.lands, place: land}, by_hand=True)
        case ev.FirstRolled(seat, rolls, by_hand):
            drawn = state.drawn if by_hand else once_more(state, "first")
            return changed(state, first=seat, rolls=rolls, drawn=drawn)
        case _:
            assert_never(event)


def _with_land(state: State, seat: int, land: str, *, up: bool) -> State:
    lain = {
        id: changed(one, land=land, up=up) if one.owner == seat and (up or not one.up) else one
        for id, one in state.strongholds.items()
    }
    return changed(state, strongholds=lain)


def _in_turn(state: State, event: TurnEvent) -> State:
    """Apply what happens to the whole table in a turn."""
    match event:
        case ev.PhaseBegun(phase):
            return changed(state, phase=phase, fights=state.fights if phase == "fight" else {})
        case ev.CreaturesUntapped(_, creatures):
            untapped = {id: changed(one, tapped=False) for id, one in state.creatures.items() if id in creatures}
            return changed(state, creatures={**state.creatures, **untapped})
        case ev.SupplyGained(seat, die, _, points, by_hand):
            drawn = state.drawn if by_hand else once_more(state, "supply")
            rolled = _counted(state.rolled, seat, die)
            return changed(state, supply=_counted(state.supply, seat, points), rolled=rolled, drawn=drawn)
        case ev.SupplySpent(seat, points):
            return changed(state, supply=_counted(state.supply, seat, -points))
        case ev.StrongholdTaken(id, seat):
            if id not in state.strongholds:
                return state
            theirs = {**state.strongholds, id: changed(state.strongholds[id], holder=seat)}
            return changed(state, strongholds=theirs, taken=_counted(state.taken, seat, 1))
        case ev.TurnEnded(seat):
            fresh = {id: _at_rest(one) for id, one in state.creatures.items()}
            held = (*state.held, tuple(one.holder for one in state.strongholds.values()))
            done = changed(state, creatures=fresh, held=held, turns=state.turns + 1, fights={}, settled=None, phase="")
            return changed(done, turn=after(state, seat))
        case _:
            assert_never(event)


def _at_rest(one: Creature) -> Creature:
    """Let a creature come to the end of a turn: boosts end, damage does not."""
    return changed(one, boost_power=0, boost_toughness=0, came_from="", stays=False, healed=0)


def _counted(counts: Mapping[int, int], seat: int, by: int) -> dict[int, int]:
    return {**counts, seat: counts.get(seat, 0) + by}


def _in_fight(state: State, event: FightEvent) -> State:
    """Apply what happens in fights."""
    match event:
        case ev.MovementEnded(tapped, fights):
            done = _each(state, tapped, tapped=True)
            return changed(done, fights={place: Fight(_only_other(state, place)) for place in fights})
        case ev.FightNamed(place, seat):
            return changed(state, fights={**state.fights, place: Fight(seat)})
        case ev.DamageSplit(place, seat, split):
            fight = state.fights.get(place, Fight())
            splits = {**fight.splits, seat: dict(split)}
            return changed(state, fights={**state.fights, place: changed(fight, splits=splits)})
        case ev.FightSettled(place, taken, died):
            hurt = {id: state.creatures[id] for id, _ in taken if id in state.creatures}
            hurt = {id: changed(one, damage=one.damage + dict(taken)[id]) for id, one in hurt.items()}
            left = {one: fight for one, fight in state.fights.items() if one != place}
            fought = changed(state, creatures={**state.creatures, **hurt}, fights=left, settled=event)
            for id in died:
                fought = _without(fought, id)
            return fought
        case _:
            assert_never(event)


def _only_other(state: State, place: str) -> int | None:
    """Find whom a fight is against, if only one other player has creatures there."""
    others = {one.owner for one in at(state, place)} - {state.turn}
    return others.pop() if len(others) == 1 else None


def _on_creature(state: State, event: CreatureEvent) -> State:  # noqa: C901 - one case an event
    """Apply what happens to single creatures."""
    match event:
        case ev.CreatureCast():
            return _cast(state, event)
        case ev.CreatureGone(id):
            return _without(state, id)
        case ev.CreatureMarched(id, path) if id in state.creatures and path:
            one = state.creatures[id]
            together = [id, *([one.rider] if one.rider in state.creatures else [])]
            return _each(state, together, at=path[-1], came_from=one.at)
        case ev.CreatureCarried(id, rider):
            bearing = _each(state, [id], tapped=True, rider=rider)
            return _each(bearing, [rider], tapped=True, carried=True)
        case ev.CreatureDropped(id, rider, to) if rider in state.creatures:
            free = _each(state, [id], rider=None, stays=True)
            return _each(free, [rider], carried=False, at=to, came_from=state.creatures[rider].at)
        case ev.CreatureTapped(id, place):
            tapped = _each(state, [id], tapped=True)
            if place not in state.fights:
                return tapped
            return changed(tapped, fights={**state.fights, place: changed(state.fights[place], tap_used=True)})
        case ev.CreatureHealed(id, damage, paid) if id in state.creatures:
            one = state.creatures[id]
            healed = _each(state, [id], damage=one.damage - damage, healed=one.healed + paid)
            return changed(healed, supply=_counted(state.supply, one.owner, -paid)) if paid else healed
        case ev.CreatureBoosted(id, power, toughness) if id in state.creatures:
            one = state.creatures[id]
            return _each(
                state, [id], boost_power=one.boost_power + power, boost_toughness=one.boost_toughness + toughness
            )
        case ev.CreatureCorrected(id, owner, place, power, toughness, damage, tapped):
            values = {"owner": owner, "at": place, "power": power, "toughness": toughness}
            return _each(state, [id], damage=damage, tapped=tapped, **values)
    return state


def _cast(state: State, event: ev.CreatureCast) -> State:
    id, seat = event.creature, event.seat
    colours, abilities = frozenset(event.colours), frozenset(event.abilities)
    one = Creature(id, seat, event.at, event.power, event.toughness, event.name, colours, abilities)
    one = changed(one, wall=event.wall, cost=event.cost)
    card = Card(event.power, event.toughness, event.cost, event.colours, event.abilities, event.wall)
    cards = {**state.cards, event.name: card} if event.name else state.cards
    supply = _counted(state.supply, seat, -event.cost)
    return changed(state, creatures={**state.creatures, id: one}, cast=max(state.cast, id), cards=cards, supply=supply)


def _each(state: State, ids: Collection[int | None], **values: object) -> State:
    """Change some values of some creatures."""
    some = {id: changed(one, **values) for id, one in state.creatures.items() if id in ids}
    return changed(state, creatures={**state.creatures, **some})


def _without(state: State, id: int) -> State:
    """Take a creature away; who bore it or was borne by it is free."""
    gone = state.creatures.get(id)
    if gone is None:
        return state
    left = {one.id: one for one in state.creatures.values() if one.id != id}
    bearers = [one.id for one in left.values() if one.rider == id]
    state = changed(state, creatures=left, lost=_counted(state.lost, gone.owner, 1))
    state = _each(state, bearers, rider=None) if bearers else state
    return _each(state, [gone.rider], carried=False) if gone.rider else state


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a war with so many seats."""
    everybody = set(range(seats))
    named = {one for one in (state.turn, state.first, state.winner) if one is not None} | {*state.left, *state.supply}
    named |= {*state.taken, *state.lost, *state.rolled, *(seat for held in state.held for seat in held)}
    places = {*LANDS_AT, *state.strongholds}
    holds = {
        "players": state.players == seats and BASICS.players_least <= seats <= BASICS.players_most,
        "strongholds": sorted(one.owner for one in state.strongholds.values()) == sorted(everybody)
        and all(one.holder in everybody and one.land in ("", *LANDS) for one in state.strongholds.values())
        and state.strongholds.keys() <= STRONGHOLDS.keys(),
        "lands": state.lands.keys() == {*LANDS_AT} and {*state.lands.values()} <= LANDS.keys(),
        "seats": named <= everybody,
        "turn": (state.turn is not None) == (state.begun and not state.over) and state.phase in ("", *PHASES),
        "supply": all(0 <= points <= MOST_SUPPLY for points in state.supply.values()),
        "creatures": len(state.creatures) <= MOST_CREATURES
        and all(_fits(one, id, state, places, everybody) for id, one in state.creatures.items()),
        "cards": all(len(name) <= LONGEST and _could_be(card) for name, card in state.cards.items()),
        "fights": all(
            place in places and fight.against in {None, *everybody} and fight.splits.keys() <= everybody
            for place, fight in state.fights.items()
        ),
        "turns": 0 <= state.turns <= MOST_TURNS and len(state.held) == state.turns,
        "chance": chance.fits(state, seats),
        "house": state.rules_on <= HOUSE_RULES.keys(),
    }
    wrong = [name for name, right in holds.items() if not right]
    if wrong:
        raise ValueError(f"no state of the War Game: {', '.join(wrong)}")


def _fits(one: Creature, id: int, state: State, places: Collection[str], everybody: Collection[int]) -> bool:
    """Say whether a creature is possible."""
    bounded = (one.power, one.toughness, one.damage, one.cost, abs(one.boost_power), abs(one.boost_toughness))
    return (
        one.id == id <= state.cast
        and one.owner in everybody
        and one.at in places
        and one.came_from in ("", *places)
        and all(0 <= number <= MOST_NUMBER for number in bounded)
        and one.colours <= COLOURS.keys()
        and one.abilities <= ABILITIES.keys()
        and len(one.name) <= LONGEST
        and (one.rider is None or one.rider in state.creatures)
        and 0 <= one.healed <= BASICS.heal
    )


def _could_be(card: Card) -> bool:
    return all(0 <= number <= MOST_NUMBER for number in (card.power, card.toughness, card.cost))

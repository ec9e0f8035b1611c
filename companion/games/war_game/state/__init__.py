"""The state of the War Game: what its events add up to, and what each phone may see of it. Pure.

Its parts are in model.py; which states are possible, in possible.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.games.war_game.facts import BASICS, STRONGHOLDS, events as ev
from companion.games.war_game.facts.board import DEFAULT_COLUMN, LANDS_AT
from companion.games.war_game.facts.events import CreatureEvent, Event, FightEvent, LandEvent, SharedEvent, TurnEvent
from companion.games.war_game.facts.layout import COLUMNS, LAYOUT, SHUT_IN, strongholds_of
from companion.games.war_game.state.cards import learn
from companion.games.war_game.state.house_rules import BOOST_ENDS
from companion.games.war_game.state.model import (
    MOST_FALLEN,
    MOST_NUMBER,
    Card,
    Creature,
    Fight,
    State,
    Stronghold,
    after,
    at,
)
from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import once_more
from companion.kit.house_rules import switched
from companion.table.log import changed, dispatch_by_type


def seen_by(state: State, seats: Collection[int]) -> State:
    """Remove from the state what a phone may not see: lands face down of other seats, and the draws' secret."""
    if state.told:
        return committed_random.seen(state)
    strongholds = {
        id: one if one.up or one.owner in seats else changed(one, land="") for id, one in state.strongholds.items()
    }
    return committed_random.seen(changed(state, strongholds=strongholds))


def evolve(state: State, event: Event) -> State:
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    return ROOMS[type(event)](state, event)


def _any_game(state: State, event: SharedEvent) -> State:
    match event:
        case ev.RuleSwitched():
            return _switched(state, event)
        case ev.PlayerLeft(seat):
            return state if seat in state.left else changed(state, left=(*state.left, seat))
        case ev.WarEnded(winner):
            return changed(state, over=True, winner=winner, turn=None, phase="", fights={})
    return committed_random.evolve(state, event, early=not state.over)


def _switched(state: State, event: ev.RuleSwitched) -> State:
    """Apply a switch; what lays the map out stays once the war has begun, so that it is not taken back alone then."""
    rule, on = event.rule, event.on
    if rule not in LAYOUT:
        return switched(state, event)
    if state.begun:
        return state
    if rule == SHUT_IN:
        return changed(state, fair=on)
    if rule in COLUMNS:
        return changed(state, column=COLUMNS[rule] if on else DEFAULT_COLUMN)
    laid = dict(zip(strongholds_of(state.players, near=on), state.strongholds.values(), strict=False))
    return changed(state, strongholds=laid, firm=frozenset(), swaps={})


def _before(state: State, event: LandEvent) -> State:  # noqa: C901 - one case an event
    """Apply what happens to the land, most of it before the war."""
    match event:
        case ev.Opened(players, strongholds, column, fair, asks):
            count = min(max(players, 0), BASICS.players_most)  # an imported log may say anything
            by_seat = {id: Stronghold(seat, seat) for seat, id in enumerate(strongholds[:count]) if id in STRONGHOLDS}
            middle = column if 1 <= column <= BASICS.columns else DEFAULT_COLUMN
            return State(players=count, column=middle, fair=fair, asks=asks, strongholds=by_seat)
        case ev.LandKept(seat, land):
            return _with_land(state, seat, land, up=False)
        case ev.LandTurned(seat, land):
            return _with_land(state, seat, land, up=True)
        case ev.WarBegun(seat):
            return changed(state, begun=True, turn=seat, swaps={}, supply=dict.fromkeys(range(state.players), 0))
        case _ if state.begun:
            return state  # so that the setting up cannot be taken back alone once the war has begun
        case ev.StrongholdChosen(seat, place, firm):
            return _moved(state, seat, place, firm=firm) if place in STRONGHOLDS else state
        case ev.SwapAsked(seat, place):
            known = seat in range(state.players) and place in state.strongholds
            return changed(state, swaps={**state.swaps, seat: place}) if known else state
        case ev.TerrainsDealt(lands, place):
            dealt = changed(state, lands=dict(zip(LANDS_AT, lands, strict=False)), by_hand=False)
            dealt = changed(dealt, shuffled=not place and not state.fair)
            return changed(dealt, drawn=once_more(state, "lands"), dealt_by=state.layout)
        case ev.TerrainSet(place, land):
            return changed(state, lands={**state.lands, place: land}, by_hand=True)
        case ev.FirstRolled(seat, rolls, by_hand):
            drawn = state.drawn if by_hand else once_more(state, "first")
            return changed(state, first=seat, rolls=rolls, drawn=drawn)


def _moved(state: State, seat: int, place: str, *, firm: bool) -> State:
    """Let a seat's stronghold lie at a place, and who has lain there where it did; wishes for either are over."""
    homes = {one.owner: id for id, one in state.strongholds.items()}
    before = homes.get(seat, place)
    other = {before: place, place: before}
    swaps = {one: wish for one, wish in state.swaps.items() if not {wish, homes.get(one)} & {before, place}}
    moved = {other.get(id, id): one for id, one in state.strongholds.items()}
    return changed(state, strongholds=moved, firm=state.firm | ({seat} if firm else set()), swaps=swaps)


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
            return _each(state, creatures, tapped=False)
        case ev.SupplyGained(seat, die, mana, points, by_hand):
            drawn = state.drawn if by_hand else once_more(state, "supply")
            rolled, income = _counted(state.rolled, seat, die), (state.supply.get(seat, 0), die, mana)
            supply = _counted(state.supply, seat, points)
            return changed(state, supply=supply, income=income, rolled=rolled, drawn=drawn)
        case ev.SupplySpent(seat, points):
            return changed(state, supply=_counted(state.supply, seat, -points))
        case ev.StrongholdTaken(id) if id not in state.strongholds:
            return state
        case ev.StrongholdTaken(id, seat, back):
            now = changed(state, strongholds={**state.strongholds, id: changed(state.strongholds[id], holder=seat)})
            if back:
                return changed(now, returned={**state.returned, id: state.turns})
            return changed(now, taken=_counted(state.taken, seat, 1))
        case ev.TurnEnded(seat):
            stay = BOOST_ENDS in state.rules_on
            fresh = {id: _at_rest(one, boosts_stay=stay) for id, one in state.creatures.items()}
            held = (*state.held, tuple(one.holder for one in state.strongholds.values()))
            done = changed(state, creatures=fresh, held=held, turns=state.turns + 1, turn=after(state, seat))
            done = changed(done, fights={}, settled=None, fallen=(), fought=frozenset())
            return changed(done, done_in={}, phase="", income=())


def _at_rest(one: Creature, *, boosts_stay: bool) -> Creature:
    """Let a creature come to the end of a turn: boosts end, unless they stay by the house rule; damage does not."""
    if not (one.came_from or one.by or one.stays or one.healed or one.boost_power or one.boost_toughness):
        return one
    rested = changed(one, came_from="", by="", stays=False, healed=0)
    return rested if boosts_stay else changed(rested, boost_power=0, boost_toughness=0)


def _counted(counts: Mapping[int, int], seat: int, by: int) -> dict[int, int]:
    return {**counts, seat: counts.get(seat, 0) + by}


def _in_fight(state: State, event: FightEvent) -> State:
    """Apply what happens in fights."""
    match event:
        case ev.MovementEnded(tapped, fights):
            done = _each(state, tapped, tapped=True)
            return changed(done, fights={place: Fight(_only_other(state, place)) for place in fights})
        case ev.AttackersSpared(place) if place in state.fights:
            return _tap_used(state, place)
        case ev.AttackersSpared():
            return state
        case ev.FightNamed(place, seat, tap_used, before):
            return changed(state, fights={**state.fights, place: Fight(seat, tap_used, before)})
        case ev.DamageSplit(place, seat, split):
            fight = state.fights.get(place, Fight())
            splits = {**fight.splits, seat: dict(split)}
            return changed(state, fights={**state.fights, place: changed(fight, splits=splits)})
        case ev.FightSettled(place, taken, died):
            hurt = {id: state.creatures[id] for id, _ in taken if id in state.creatures}
            hurt = {id: changed(one, damage=one.damage + dict(taken)[id]) for id, one in hurt.items()}
            left = {one: fight for one, fight in state.fights.items() if one != place}
            fought = changed(state, creatures={**state.creatures, **hurt}, fights=left, settled=event)
            fought = changed(fought, fought=fought.fought | {place})
            for id in died:
                fought = _without(fought, id)
            return fought


def _tap_used(state: State, place: str) -> State:
    return changed(state, fights={**state.fights, place: changed(state.fights[place], tap_used=True)})


def _only_other(state: State, place: str) -> int | None:
    """Find whom a fight is against, if only one other player has creatures there."""
    others = {one.owner for one in at(state, place)} - {state.turn}
    return others.pop() if len(others) == 1 else None


def _noted(state: State, event: CreatureEvent) -> State:
    """Note in which phase something was done, so that it is not taken back alone once that is over."""
    match event:
        case ev.CreatureGone() | ev.CreatureBoosted() | ev.CreatureCorrected() | ev.CreatureDamaged():
            return state
        case ev.CreatureTapped(place=place) if place and place not in state.fights:
            return state
        case _ if event.creature not in state.creatures and not isinstance(event, ev.CreatureCast):
            return state  # a file may name thousands that there are not
    return changed(state, done_in={**state.done_in, event.creature: state.phase})


def _on_creature(before: State, event: CreatureEvent) -> State:  # noqa: C901 - one case an event
    """Apply what happens to single creatures."""
    state = _noted(before, event)
    match event:
        case ev.CreatureCast():
            return _cast(state, event)
        case ev.CreatureGone(id, why):
            fallen = (*state.fallen, event)[-MOST_FALLEN:] if why == "weaker" else state.fallen
            return _without(changed(state, fallen=fallen), id)
        case ev.CreatureMarched(id, path) if id in state.creatures and path:
            one = state.creatures[id]
            return _each(state, _together(state, one), at=path[-1], came_from=one.at, by=path[0] if path[1:] else "")
        case ev.SecondStepTaken(id, to) if id in state.creatures:
            one = state.creatures[id]
            return _each(state, _together(state, one), at=to, came_from=one.at, by=one.at)
        case ev.CreatureCarried(id, rider):
            bearing = _each(state, [id], tapped=True, rider=rider)
            return _each(bearing, [rider], tapped=True, carried=True)
        case ev.CreatureDropped(id, rider, to) if rider in state.creatures:
            free = _each(state, [id], rider=None, stays=True)
            return _each(free, [rider], carried=False, at=to, came_from=state.creatures[rider].at)
        case ev.CreatureTapped(id, place):
            tapped = _each(state, [id], tapped=True)
            return _tap_used(tapped, place) if place in state.fights else tapped
        case ev.CreatureHealed(id, damage, paid) if id in state.creatures:
            one = state.creatures[id]
            healed = _each(state, [id], damage=one.damage - damage, healed=one.healed + paid)
            return changed(healed, supply=_counted(state.supply, one.owner, -paid)) if paid else healed
        case ev.CreatureBoosted(id, power, toughness) if id in state.creatures:
            one = state.creatures[id]
            return _each(
                state, [id], boost_power=one.boost_power + power, boost_toughness=one.boost_toughness + toughness
            )
        case ev.CreatureDamaged(id, by) if id in state.creatures:
            return _each(state, [id], damage=min(max(0, state.creatures[id].damage + by), MOST_NUMBER))
        case ev.CreatureCorrected(id, owner, place, power, toughness, damage, tapped):
            values = {"owner": owner, "at": place, "power": power, "toughness": toughness}
            return _each(state, [id], damage=damage, tapped=tapped, **values)
    return state


ROOMS = dispatch_by_type(
    (LandEvent, _before),
    (CreatureEvent, _on_creature),
    (FightEvent, _in_fight),
    (TurnEvent, _in_turn),
    (SharedEvent, _any_game),
)


def _together(state: State, one: Creature) -> list[int | None]:
    """List a creature that moves, and whom it bears."""
    return [one.id, *([one.rider] if one.rider in state.creatures else [])]


def _cast(state: State, event: ev.CreatureCast) -> State:
    id, seat = event.creature, event.seat
    colours, abilities = frozenset(event.colours), frozenset(event.abilities)
    one = Creature(id, seat, event.at, event.power, event.toughness, event.name, colours, abilities)
    one = changed(one, wall=event.wall, cost=event.cost)
    card = Card(event.power, event.toughness, event.cost, event.colours, event.abilities, event.wall)
    cards = learn(state.cards, {event.name: card}) if event.name else state.cards
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

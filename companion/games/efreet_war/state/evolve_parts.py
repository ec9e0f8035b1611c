"""What the events of a Djinn-Efreet War change, part by part. Pure.

Nothing is checked here, since it has happened, and no order of events may crash this.
"""

from __future__ import annotations

from typing import Any

from companion.games.efreet_war.facts import BY_ID, VICTORY, events as ev
from companion.games.efreet_war.state.model import (
    DRAW,
    Earned,
    Guarded,
    State,
    alive,
    order,
    points,
    resource_of,
    team_of,
)
from companion.kit.ring import creatures
from companion.kit.ring.creatures import Creature
from companion.table.log import changed as replace


def _put(state: State, resource: str, one: Guarded) -> State:
    return replace(state, resources=state.resources | {resource: one})


def guardian_killed(state: State, resource: str, guardian: str) -> State:
    """Move a Guardian from the living to the dead; change nothing if it is not among the living."""
    one = state.resources[resource]
    if guardian not in one.guardians:
        return state
    left = tuple(name for name in one.guardians if name != guardian)
    return _put(state, resource, replace(one, guardians=left, dead=(*one.dead, guardian)))


def guardian_damaged(state: State, resource: str, guardian: str, by: int) -> State:
    """Count damage that stays on a Guardian."""
    one = state.resources[resource]
    damage = one.damage | {guardian: max(0, one.damage.get(guardian, 0) + by)}
    return _put(state, resource, replace(one, damage=damage))


def attack_declared(state: State, resource: str, seat: int) -> State:
    """Put a Resource under attack, and remember by whom until the turn comes back there."""
    attacked, attacks = (*state.attacked, resource), state.attacks | {resource: seat}
    raids = state.raids | {resource: (*_without_seats(state.raids.get(resource, ()), (seat,)), seat)}
    return replace(state, attacks=attacks, attacked=attacked, raids=raids, uncovered=None)


def unguarded(state: State, resource: str) -> State:
    """Take away the Guardians of a Resource."""
    return _put(state, resource, replace(state.resources[resource], guardians=()))


def removed(state: State, resource: str) -> State:
    """Take a Resource out of the game."""
    return _put(state, resource, replace(state.resources[resource], owner=None, removed=True))


def resource_lost(state: State, resource: str, team: int) -> State:
    """Take a claimed Resource out of the game, and its points from the team that had it."""
    name = BY_ID[resource].name
    state = _belonging(removed(without(state, team, name), resource), name, None)
    left = tuple(one for one in state.earned if one.resource != resource)
    return _raced(replace(state, earned=left), team)


def resource_stolen(state: State, resource: str, team: int, by: int, whose: int | None) -> State:
    """Hand a claimed Resource and its points to another team."""
    name = BY_ID[resource].name
    if name in state.artifacts.get(team, ()):
        state = _holding(without(state, team, name), by, name)
    state = _belonging(_put(state, resource, replace(state.resources[resource], owner=by)), name, whose)
    earned = tuple(replace(one, team=by) if one.resource == resource else one for one in state.earned)
    return _raced(replace(state, earned=earned), team, by)


def passed(state: State, card: str, to: int) -> State:
    """Hand a card to a player, and to no team its points."""
    team, resource = team_of(state, to), resource_of(card)
    if card in (one for held in state.artifacts.values() for one in held):
        state = _holding(given(state, card), team, card)
    if resource is not None:
        state = _put(state, resource, replace(state.resources[resource], owner=team))
    return _belonging(state, card, to)


def lost(state: State, cards: tuple[str, ...]) -> State:
    """Take cards out of the game; their points stay."""
    for card in cards:
        state, resource = given(state, card), resource_of(card)
        state = state if resource is None else removed(state, resource)
    return state


def _belonging(state: State, card: str, seat: int | None) -> State:
    """Note to whom a card belongs from now on, None if to no player."""
    holders = {one: whose for one, whose in state.holders.items() if one != card}
    return replace(state, holders=holders if seat is None else holders | {card: seat})


def attack_over(state: State, resource: str) -> State:
    """End the attack on a Resource."""
    return replace(state, attacks={id: seat for id, seat in state.attacks.items() if id != resource})


def claimed(state: State, resource: str, team: int, whose: int | None) -> State:
    """Hand a Resource and its points to a team; an artifact may later be given to King Suleiman."""
    fact = BY_ID[resource]
    one = state.resources[resource]
    dead = one.dead if state.begun else (*one.dead, *one.guardians)  # nobody says who died in a war that is only scored
    state = _put(state, resource, replace(one, owner=team, guardians=(), dead=dead))
    state = _belonging(state, fact.name, whose)
    if fact.artifact:
        state = _holding(state, team, fact.name)
    return _earned(state, Earned(team, resource, None, fact.points))


def _earned(state: State, *more: Earned) -> State:
    """Add Victory Points, and what the race comes to with them."""
    state = replace(state, earned=(*state.earned, *more))
    return _raced(state, *dict.fromkeys(one.team for one in more))


def _raced(state: State, *teams: int) -> State:
    """Note what the race comes to for these teams."""
    totals = points(state)
    return replace(state, race=(*state.race, *((state.turns + 1, team, totals[team]) for team in teams)))


def uncovered(state: State, event: ev.CardUncovered) -> State:
    """Turn the card under a Resource face up: a Treasure is an artifact of the team that uncovered it."""
    resource, card = event.resource, event.card
    state = _lifted(state, resource)
    state = _put(state, resource, replace(state.resources[resource], uncovered=card))
    return state if card in state.traps else _belonging(_holding(state, event.team, card), card, event.whose)


def shown(state: State, resource: str, card: str) -> State:
    """Turn a card face up where it lies; change nothing if another deal has laid another card there."""
    if state.sealed.get(resource) != card:
        return state
    return replace(_lifted(state, resource), shown=state.shown | {resource: card})


def _lifted(state: State, resource: str) -> State:
    """Remove whatever lies under a Resource."""
    sealed = {id: card for id, card in state.sealed.items() if id != resource}
    shown = {id: card for id, card in state.shown.items() if id != resource}
    return replace(state, sealed=sealed, shown=shown, laid=tuple(id for id in state.laid if id != resource))


def _holding(state: State, team: int, artifact: str) -> State:
    return replace(state, artifacts=state.artifacts | {team: (*state.artifacts.get(team, ()), artifact)})


def given(state: State, artifact: str) -> State:
    """Take an artifact from whatever team uncovered it: another may have taken it over since."""
    for team in state.artifacts:
        state = without(state, team, artifact)
    return _belonging(state, artifact, None)


def artifact_lost(state: State, team: int, artifact: str) -> State:
    """Take a destroyed artifact from a team, and from its player."""
    return _belonging(without(state, team, artifact), artifact, None)


def without(state: State, team: int, artifact: str) -> State:
    """Take an artifact from a team."""
    left = tuple(name for name in state.artifacts.get(team, ()) if name != artifact)
    return replace(state, artifacts=state.artifacts | {team: left})


def eliminated(
    state: State,
    out: tuple[tuple[int, int | None, int], ...],
    teams: tuple[int, ...],
    given: tuple[tuple[int, int, int], ...],
) -> State:
    """Take players out, all at once, and whole teams with their Emperors; points count before the turn passes."""
    earned = [Earned(by, None, seat, worth) for seat, by, worth in out if by is not None and worth]
    earned += [Earned(team, None, seat, worth) for team, seat, worth in given]
    by = {seat: killer for seat, killer, _ in out}
    gone = dict.fromkeys([*by, *(seat for team in teams for seat in state.teams[team])])
    fallen = [seat for seat in gone if seat not in state.fallen]
    falls = [(seat, state.turns + 1, by.get(seat)) for seat in fallen]
    state = _earned(replace(state, fallen=(*state.fallen, *fallen), falls=(*state.falls, *falls)), *earned)
    return _turn_passed(settled(state))


def moved(state: State, event: ev.CreatureMarched | ev.CreatureStolen) -> State:
    """Let a creature go on by a march, or to a thief; it is noted when it first leaves home."""
    id, owner = event.creature, event.owner
    one = state.creatures.get(id, Creature(id, event.name, owner, owner, owner, event.wall))
    controller = event.by if isinstance(event, ev.CreatureStolen) else one.controller
    gone = replace(one, controller=controller, at=event.to, sick=True, moved=True, tapped=False)
    return replace(state, creatures=state.creatures | {id: gone}, noted=max(state.noted, id))


def _turn_passed(state: State) -> State:
    """Pass the turn on if its player has fallen, and forget what that player had begun."""
    if state.turn is None or state.turn not in state.fallen:
        return state
    return next_turn(replace(state, attacks={}, audience=None), state.turn)


def next_turn(state: State, seat: int) -> State:
    """Pass the turn on to the next living player clockwise after a seat."""
    everybody = order(state)
    place = everybody.index(seat)
    later = everybody[place + 1 :] + everybody
    turn = next((one for one in later if one not in state.fallen), None)
    passed = later if turn is None else later[: later.index(turn) + 1]
    raids = {id: left for id, seats in state.raids.items() if (left := _without_seats(seats, passed))}
    fresh: dict[str, Any] = {"attacks": {}, "attacked": (), "raids": raids, "assaults": ()}
    return replace(state, turn=turn, **fresh, creatures=creatures.recovered(state.creatures, turn))


def _without_seats(seats: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat not in gone)


def leading(state: State) -> int:
    """Find the team with the most points of those that still play; DRAW if several have as many."""
    totals = points(state)
    left = alive(state)
    most = max((totals[team] for team in left), default=0)
    ahead = [team for team in left if totals[team] == most]
    return ahead[0] if len(ahead) == 1 else DRAW


def settled(state: State) -> State:
    """End the war at the goal, or with the last team (rules, Ending the Game; facts 1.6.10)."""
    totals = points(state)
    reached = [team for team, total in totals.items() if total >= VICTORY.goal]
    if reached:
        active = None if state.turn is None else team_of(state, state.turn)
        turn_first = "both_goal" in state.rules_on
        best = max(reached, key=lambda team: (turn_first and team == active, totals[team], team == active, -team))
        return replace(state, result=best)
    left = alive(state)
    if len(left) > 1:
        return replace(state, result=None)
    return replace(state, result=next(iter(left), DRAW))

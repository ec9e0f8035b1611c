"""The state of a Djinn-Efreet War: what its events add up to, and what phones may see of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.games.efreet_war.facts import BY_ID, CARDS, GUARDIANS, KING, RESOURCES, TRAPS, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.state import evolve_parts
from companion.games.efreet_war.state.house_rules import HOUSE_RULES
from companion.games.efreet_war.state.model import (
    DRAW,
    LARGEST,
    MODES,
    MOST,
    MOST_CREATURES,
    MOST_PLAYERS,
    MOST_STEPS,
    Guarded,
    State,
    living,
    order,
)
from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import once_more
from companion.kit.house_rules import switched
from companion.kit.ring import away, counters, dice_and_timer
from companion.table.log import changed as replace, dispatch_by_type, require_possible


def evolve(state: State, event: Event) -> State:
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    return ROOMS[type(event)](state, event)


def _set_up(state: State, event: ev.SetUpEvent) -> State:  # noqa: C901 - one case an event
    match event:
        case ev.Opened(players, mode, emperor_ends, city_points_only, just, life, by_player):
            lives = (life,) * min(players, MOST_PLAYERS)  # an imported log may say anything
            options: dict[str, Any] = {"lives": lives, "life": life, "just_score": just, "by_player": by_player}
            return State(players, mode, emperor_ends, city_points_only, **options)
        case ev.Seated() | ev.CardsNamed() | ev.Dealt() | ev.GuardiansSet() | ev.LaidFaceDown() | ev.FirstDrawn() if (
            state.begun
        ):
            return state  # so that the setting up cannot be taken back alone once the war has begun
        case ev.Seated(teams, False):
            return replace(state, teams=teams, seats_drawn=False)
        case ev.Seated(teams):
            return replace(state, teams=teams, seats_drawn=True, drawn=once_more(state, "seats"))
        case ev.CardsNamed(guardians, traps):
            return replace(state, guardians=guardians, traps=traps)
        case ev.Dealt(guardians, traps, sealed):
            resources = {id: Guarded(names) for id, names in guardians.items()}
            lie: dict[str, Any] = {"traps": traps, "sealed": sealed, "resources": resources, "shown": {}}
            lie |= {"laid": (), "guardians_by_table": False}
            return replace(state, **lie, drawn=once_more(state, "deal"))
        case ev.GuardiansSet(guardians):
            set_ = {id: Guarded(names) for id, names in guardians.items()}
            return replace(state, resources=state.resources | set_, guardians_by_table=True)
        case ev.LaidFaceDown():
            return replace(state, sealed={}, shown={}, laid=tuple(BY_ID))
        case ev.FirstDrawn(seat, False):
            return replace(state, first=seat, first_drawn=False)
        case ev.FirstDrawn(seat):
            return replace(state, first=seat, first_drawn=True, drawn=once_more(state, "first"))
        case ev.WarBegun(at):
            return replace(state, begun=True, turn=state.first, turn_at=at)


def _attack(state: State, event: ev.AttackEvent) -> State:
    match event:
        case ev.AttackDeclared(seat, resource):
            return evolve_parts.attack_declared(state, resource, seat)
        case ev.GuardianKilled(resource, guardian):
            return evolve_parts.guardian_killed(state, resource, guardian)
        case ev.GuardianDamaged(resource, guardian, by):
            return evolve_parts.guardian_damaged(state, resource, guardian, by)
        case ev.AttackFailed(resource, _):
            return evolve_parts.attack_over(state, resource)
        case ev.ResourceClaimed(resource, team, _, whose):
            over = evolve_parts.attack_over(state, resource)
            return evolve_parts.settled(evolve_parts.claimed(over, resource, team, whose))
        case ev.AudienceWon(_, seat):
            return replace(evolve_parts.unguarded(evolve_parts.attack_over(state, KING), KING), audience=seat)
        case ev.CardUncovered():
            return evolve_parts.uncovered(replace(state, uncovered=event), event)


def _cards(state: State, event: ev.CardEvent) -> State:  # noqa: C901 - one case an event
    match event:
        case ev.KingGained(team, _, artifact, whose, spent):
            heard = replace(state, audience=None)
            paid = evolve_parts.lost(heard, (artifact,)) if spent else evolve_parts.given(heard, artifact)
            return evolve_parts.settled(evolve_parts.claimed(paid, KING, team, whose))
        case ev.ArtifactLost(team, artifact):
            return evolve_parts.artifact_lost(state, team, artifact)
        case ev.ResourceLost(resource, team):
            return evolve_parts.resource_lost(state, resource, team)
        case ev.ResourceStolen(resource, team, by, whose):
            return evolve_parts.settled(evolve_parts.resource_stolen(state, resource, team, by, whose))
        case ev.CardPassed(card, _, to):
            return evolve_parts.passed(state, card, to)
        case ev.CardsLost(cards):
            return evolve_parts.lost(state, cards)
        case ev.KingRemoved():
            return evolve_parts.removed(replace(state, audience=None), KING)
        case ev.KingLeft():
            return replace(state, audience=None)
        case ev.RestUncovered():
            return committed_random.evolve(state, committed_random.SecretTold(), early=state.result is None)
        case ev.CardShown(resource, card):
            return evolve_parts.shown(state, resource, card)
        case ev.SealedMixed(sealed):
            mixed = {id: sealed.get(id, card) for id, card in state.sealed.items()}
            return replace(state, sealed=mixed, drawn=once_more(state, "mixed"))


def _players(state: State, event: ev.PlayerEvent) -> State:
    match event:
        case ev.PlayersEliminated(out, teams, given, at):
            left = evolve_parts.eliminated(state, out, teams, given)
            return left if left.turn == state.turn else replace(left, turn_at=at)
        case ev.WarBrokenOff():
            return (
                replace(state, broken_off=True, result=evolve_parts.leading(state)) if state.result is None else state
            )
        case ev.TurnEnded(seat, at):
            return evolve_parts.next_turn(replace(state, turns=state.turns + 1, turn_at=at), seat)
        case ev.PlayerAttacked(seat, target):
            return replace(state, assaults=(*state.assaults, (seat, target)), uncovered=None)
        case ev.CreatureMarched() | ev.CreatureStolen():
            return evolve_parts.moved(state, event)


def _shared(state: State, event: ev.SharedEvent) -> State:
    if isinstance(event, counters.Event):
        return counters.evolve(state, event)
    if isinstance(event, away.Event):
        return replace(state, creatures=away.evolve(state.creatures, event))
    if isinstance(event, dice_and_timer.Event):
        return dice_and_timer.evolve(state, event)
    if isinstance(event, committed_random.Event):
        return committed_random.evolve(state, event, early=state.result is None)
    return _switched(state, event)


def _switched(state: State, event: ev.RuleSwitched) -> State:
    """Apply a switch; two of the rules were chosen with the war in logs of old, and stand where those have them."""
    match event:
        case ev.RuleSwitched("emperor_ends", on):
            return replace(switched(state, event), emperor_ends=not on)
        case ev.RuleSwitched("city", on):
            return replace(switched(state, event), city_points_only=on)
    return switched(state, event)


ROOMS = dispatch_by_type(
    (ev.SetUpEvent, _set_up),
    (ev.AttackEvent, _attack),
    (ev.CardEvent, _cards),
    (ev.PlayerEvent, _players),
    (ev.SharedEvent, _shared),
)


def seen_by(state: State) -> State:
    """Remove the secrets from the state: nobody may know what lies face down until all is turned up."""
    return state if state.told else replace(committed_random.seen(state), sealed={})


def remains(_: State, events: Iterable[Event]) -> list[Event]:
    """List what stays when a move is taken back: the cards that it uncovered, since everybody has seen them."""
    seen = (event for event in events if isinstance(event, ev.CardUncovered) and not event.by_hand)
    return [ev.CardShown(event.resource, event.card) for event in seen]


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a Djinn-Efreet War with so many seats."""
    everybody, teams = set(range(seats)), set(range(len(state.teams)))
    uncovered = [one.uncovered for one in state.resources.values() if one.uncovered]
    cards = Counter([*state.sealed.values(), *state.shown.values(), *uncovered])
    known = Counter([*CARDS.treasures, *state.traps])
    named = {seat for seat in (state.first, state.turn, state.audience) if seat is not None}
    named |= {seat for one in state.creatures.values() for seat in (one.owner, one.controller, one.at)}
    named |= {seat for pair in state.assaults for seat in pair} | {seat for seat, _, _ in state.falls}
    named |= {*state.fallen, *state.attacks.values(), *(one.seat for one in state.earned if one.seat is not None)}
    named |= {seat for seats in state.raids.values() for seat in seats} | {*state.holders.values()}
    owners = {one.owner for one in state.resources.values()} | {one.team for one in state.earned} | {*state.artifacts}
    guards = [name for one in state.resources.values() for name in (*one.guardians, *one.dead)]
    held = [*state.artifacts.values(), *(one.dead for one in state.resources.values())]
    holds = {
        "players": state.players == seats and 2 <= seats <= MOST_PLAYERS,
        "mode": state.mode in MODES,
        "teams": sorted(order(state)) == sorted(everybody) and len(teams) > 1 and all(state.teams),
        "resources": state.resources.keys() == BY_ID.keys() and {*state.sealed, *state.shown}.issubset(BY_ID),
        "guardians": len(guards) == len(set(guards)) == GUARDIANS,
        "cards": cards <= known and cards.total() + len(state.laid) == known.total() and len(state.traps) == TRAPS,
        "holders": {*state.holders}.issubset({*CARDS.treasures, *(one.name for one in RESOURCES)}),
        "laid": len({*state.laid}) == len(state.laid) and {*state.laid}.issubset(BY_ID),
        "seats": named <= everybody,
        "owners": owners <= teams | {None},
        "attacks": {*state.attacks, *state.attacked, *state.raids}.issubset(BY_ID),
        "damage": all(
            len(one.damage) <= MOST and all(0 <= much <= LARGEST for much in one.damage.values())
            for one in state.resources.values()
        ),
        "house": state.rules_on.issubset(HOUSE_RULES),
        "points": len({one.resource for one in state.earned if one.resource})
        == sum(one.resource is not None for one in state.earned),
        "first": state.first is not None,
        "named": len(state.guardians) in (0, GUARDIANS),
        "chance": committed_random.fits(state, seats) and dice_and_timer.fits(state),
        "turn": not state.begun or state.result is not None or state.turn in living(state),
        "result": state.result in {None, DRAW, *teams},
        "lives": len(state.lives) == seats and all(abs(life) <= LARGEST for life in (state.life, *state.lives)),
        "counts": {*state.counts} <= everybody and all(len(has) <= MOST for has in state.counts.values()),
        "counted": all(0 <= number <= LARGEST for has in state.counts.values() for number in has.values()),
        "creatures": len(state.creatures) <= MOST_CREATURES,
        "noted": max(state.creatures, default=0) <= state.noted <= LARGEST,
        "much": all(len(many) <= MOST for many in (state.assaults, state.earned, state.falls, state.attacked, *held))
        and len(state.race) <= MOST_STEPS,
        "turns": 0 <= state.turns <= LARGEST,
    }
    require_possible("Djinn-Efreet War", holds)

"""A turn's phases: supply, healing, from one to the next, and its end. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.games.war_game import draws, siege
from companion.games.war_game import events as ev
from companion.games.war_game.combat import named
from companion.games.war_game.creatures import find, require_turn, with_deaths
from companion.games.war_game.events import Event
from companion.games.war_game.moving import end_movement as end_movement
from companion.games.war_game.setup import require_open, require_seat
from companion.games.war_game.state import State, at, evolve, is_supplied, of_seat, playing
from companion.games.war_game.supply import heal as healed
from companion.table.log import Refusal

MANA, REGENERATION = "mana", "regeneration"


def roll_supply(state: State, *, rng: Random, die: int | None = None, creatures: Sequence[int] = ()) -> list[Event]:
    """Roll the supply die, or enter it, and tap creatures for mana; what regenerates heals by itself after that."""
    seat = require_turn(state, "supply")
    tapping = [find(state, id) for id in dict.fromkeys(creatures)]
    if any(one.owner != seat or MANA not in one.abilities or one.tapped for one in tapping):
        raise Refusal("Only untapped creatures of yours that tap for mana bring any.").about("creatures")
    tapped: list[Event] = [ev.CreatureTapped(one.id, name=named(one)) for one in tapping]
    gained = draws.supply(state, seat, len(tapped), die=die, rng=rng)
    return [*tapped, gained, *_to_heal(state, seat)]


def _to_heal(state: State, seat: int) -> list[Event]:
    """Begin the healing: regeneration heals one by itself; with nobody hurt beyond that, movement begins at once."""
    hurt = [one for one in of_seat(state, seat) if one.damage]
    free: list[Event] = [ev.CreatureHealed(one.id, 1, 0, named(one)) for one in hurt if REGENERATION in one.abilities]
    still = any(one.damage > (REGENERATION in one.abilities) for one in hurt)
    return [*free, ev.PhaseBegun("heal" if still else "move")]


def heal(state: State, *, creature: int, points: int = 1) -> list[Event]:
    """Heal a creature of whose turn it is, a point each (Upkeep/Heal Phase)."""
    seat, one = require_turn(state, "heal"), find(state, creature)
    if one.owner != seat:
        raise Refusal("Only the creatures of the player whose turn it is heal.")
    if points < 1:
        raise Refusal("Pay one point or more.").about("points")
    if points > state.supply.get(seat, 0):
        raise Refusal("You have %(supply)s supply points.", supply=state.supply.get(seat, 0))
    healed(one.damage + one.healed, points + one.healed)
    return [ev.CreatureHealed(creature, points, points, named(one))]


def go_on(state: State) -> list[Event]:
    """End a phase that ends only when its player says so: healing, or fights that need not be."""
    require_turn(state, "heal", "fight")
    if state.fights:
        raise Refusal("Settle the fights first.")
    return [ev.PhaseBegun("move" if state.phase == "heal" else "cast")]


def end_turn(state: State, *, seat: int) -> list[Event]:
    """End the turn: boosts end, strongholds change hands, and the next player's creatures untap (How To Win)."""
    if require_turn(state, "cast") != seat:
        raise Refusal("It is another player's turn now.")
    done = with_deaths(state, [ev.TurnEnded(seat)])
    now = reduce(evolve, done, state)
    present = {id: {one.owner for one in at(now, id)} for id in now.strongholds}
    control = {id: one.holder for id, one in now.strongholds.items()}
    held = siege.control_after(control, present)
    taken: list[Event] = [ev.StrongholdTaken(id, holder) for id, holder in held.items() if holder != control[id]]
    events = [*taken, *done]  # who took what belongs to the turn that ends
    winner = siege.winner(held)
    return [*events, ev.WarEnded(winner)] if winner is not None else [*events, *_next(reduce(evolve, events, state))]


def _next(state: State) -> list[Event]:
    """Begin the next player's turn: untapping is done by the app; who gets no supply goes on to healing."""
    seat = state.turn
    if seat is None:
        return []
    bound = {one.id for one in of_seat(state, seat) if one.carried or one.rider is not None}
    untapped = tuple(one.id for one in of_seat(state, seat) if one.tapped and one.id not in bound)
    begun: list[Event] = [ev.CreaturesUntapped(seat, untapped)] if untapped else []
    return [*begun, *([ev.PhaseBegun("supply")] if is_supplied(state, seat) else _to_heal(state, seat))]


def leave(state: State, *, seat: int) -> list[Event]:
    """Let a player leave the war: the creatures go, the stronghold waits for a taker; the last of two has won."""
    require_open(state)
    require_turn(state)
    require_seat(state, seat)
    gone: list[Event] = [ev.CreatureGone(one.id, "left", named(one)) for one in of_seat(state, seat)]
    events: list[Event] = [*gone, ev.PlayerLeft(seat)]
    now = reduce(evolve, events, state)
    if len(playing(now)) == 1:
        return [*events, ev.WarEnded(playing(now)[0])]
    if state.turn == seat:
        events.append(ev.TurnEnded(seat))
        events += _next(reduce(evolve, events, state))
    return events


def agree_draw(state: State) -> list[Event]:
    """End the war without a winner, as all agree."""
    require_turn(state)
    return [ev.WarEnded(None)]


def tell_secret(state: State) -> list[Event]:
    """Show everybody the secret of the draws, and the lands that lie face down, once the war is over."""
    if not state.over:
        raise Refusal("The secret is shown once the war is over.")
    if state.told:
        raise Refusal("The secret is shown already.")
    return [ev.SecretTold()]

"""A turn's phases: supply, healing, from one to the next, and its end. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.events import Event
from companion.games.war_game.facts.supply import most_paid
from companion.games.war_game.play import siege
from companion.games.war_game.play.combat import called, named
from companion.games.war_game.play.creatures import find, require_turn, with_deaths
from companion.games.war_game.play.movement import end_movement as end_movement
from companion.games.war_game.setup import draws
from companion.games.war_game.setup.setup import require_open, require_seat
from companion.games.war_game.state import evolve
from companion.games.war_game.state.house_rules import (
    BOTH_LOST,
    DRAW_GAME,
    LEAVES,
    LOST_SUPPLY,
    MANA_MUCH,
    REGENERATES_WITHIN,
    STRONGHOLD_EMPTY,
)
from companion.games.war_game.state.model import Creature, State, at, is_supplied, of_seat, playing
from companion.table.log import Refusal

MANA, REGENERATION = "mana", "regeneration"


def roll_supply(
    state: State, *, rng: Random, die: int | None = None, creatures: Sequence[int] = (), more: int = 0
) -> list[Event]:
    """Roll the supply die, or enter it, and tap creatures for mana; what regenerates heals by itself after that.

    Their cards may say `more` than 1 mana each.
    """
    seat = require_turn(state, "supply")
    tapping = [find(state, id) for id in dict.fromkeys(creatures)]
    if unfit := next((one for one in tapping if one.owner != seat or MANA not in one.abilities or one.tapped), None):
        raise Refusal(
            "%(name)s gives no mana: only your untapped creatures that tap for mana do.", name=called(unfit)
        ).about("creatures")
    tapped: list[Event] = [ev.CreatureTapped(one.id, name=named(one)) for one in tapping]
    if more and (MANA_MUCH in state.rules_on or not tapped):
        raise Refusal("Each creature that you tap for mana gives 1.").about("more")
    gained = draws.supply(state, seat, len(tapped) + more, die=die, rng=rng)
    return [*tapped, gained, *_to_heal(state, seat)]


def _to_heal(state: State, seat: int) -> list[Event]:
    """Begin the healing: regeneration heals one by itself; with nobody hurt beyond that, movement begins at once."""
    hurt = [one for one in of_seat(state, seat) if one.damage]
    free: list[Event] = [ev.CreatureHealed(one.id, 1, 0, named(one)) for one in hurt if REGENERATION in one.abilities]
    still = any(one.damage > (REGENERATION in one.abilities) for one in hurt)
    return [*free, ev.PhaseBegun("heal" if still else "move")]


def heal(state: State, *, creature: int, points: int = 1) -> list[Event]:
    """Heal a creature of the player whose turn it is, a point each (Upkeep/Heal Phase)."""
    seat, one = require_turn(state, "heal"), find(state, creature)
    if one.owner != seat:
        raise Refusal("%(name)s belongs to another player. Only the active player's creatures heal.", name=called(one))
    if points < 1:
        raise Refusal("Pay one point or more.").about("points")
    if points > state.supply.get(seat, 0):
        raise Refusal("You have %(supply)s supply points.", supply=state.supply.get(seat, 0))
    if points + one.healed > (most := most_healed(state, one)):
        raise Refusal("You can heal %(name)s by at most %(most)s a turn.", most=most, name=called(one))
    if points > one.damage:
        raise Refusal("%(name)s has only %(damage)s damage to heal.", name=called(one), damage=one.damage)
    return [ev.CreatureHealed(creature, points, points, named(one))]


def most_healed(state: State, one: Creature) -> int:
    """Find how many points may heal a creature in a turn, by the readings of the table."""
    return most_paid(regeneration=REGENERATION in one.abilities, on_top=REGENERATES_WITHIN not in state.rules_on)


def go_on(state: State) -> list[Event]:
    """End a phase that ends only when its player says so: healing, or fights that need not be."""
    require_turn(state, "heal", "fight")
    if state.fights:
        raise Refusal("Settle the fights first.")
    return [ev.PhaseBegun("move" if state.phase == "heal" else "cast")]


def end_turn(state: State, *, seat: int, returns: bool = False) -> list[Event]:
    """End the turn: boosts end, strongholds change hands, and the next player's creatures untap (How To Win).

    A stronghold that was left empty `returns` to its owner by the house rule; in older logs the owner took it.
    """
    if require_turn(state, "cast") != seat:
        raise Refusal("It is another player's turn now.")
    return _ended(state, seat, returns=returns)


def _ended(state: State, seat: int, *, returns: bool) -> list[Event]:
    """End a seat's turn, whatever its phase."""
    done = with_deaths(state, [ev.TurnEnded(seat)])
    now = reduce(evolve, done, state)
    held = holders_after(now)
    changing = {id: seat for id, seat in held.items() if seat != now.strongholds[id].holder}
    taken = [ev.StrongholdTaken(id, seat, back=returns and not at(now, id)) for id, seat in changing.items()]
    events = [*taken, *_lost_with(now, taken), *done]  # who took what belongs to the turn that ends
    winner = siege.winner(held)
    if winner is not None:
        return [*events, ev.WarEnded(winner)]
    after = reduce(evolve, events, state)
    if BOTH_LOST in state.rules_on and not any(is_supplied(after, one) for one in playing(after)):
        return [*events, ev.WarEnded(None)]
    return [*events, *_next(after)]


def holders_after(state: State) -> dict[str, int]:
    """Find who holds each stronghold if a turn ends now, by the readings of the table; who has left takes none."""
    present = {id: {one.owner for one in at(state, id)} for id in state.strongholds}
    taking = {id: seats for id, seats in present.items() if not seats <= {*state.left}}
    held = siege.control_after({id: one.holder for id, one in state.strongholds.items()}, taking)
    if STRONGHOLD_EMPTY not in state.rules_on:
        return held
    empty = {id: one.owner for id, one in state.strongholds.items() if not present[id] and one.owner not in state.left}
    return held | empty


def _lost_with(state: State, taken: Sequence[ev.StrongholdTaken]) -> list[Event]:
    """List the points that are lost with strongholds, by the house rule."""
    if LOST_SUPPLY not in state.rules_on:
        return []
    losers = [
        state.strongholds[one.stronghold].owner for one in taken if one.seat != state.strongholds[one.stronghold].owner
    ]
    return [ev.SupplySpent(seat, points, lost=True) for seat in losers if (points := state.supply.get(seat, 0))]


def _next(state: State) -> list[Event]:
    """Begin the next player's turn: untapping is done by the app; who gets no supply goes on to healing."""
    seat = state.turn
    if seat is None:
        return []
    bound = {one.id for one in of_seat(state, seat) if one.carried or one.rider is not None}
    untapped = tuple(one.id for one in of_seat(state, seat) if one.tapped and one.id not in bound)
    begun: list[Event] = [ev.CreaturesUntapped(seat, untapped)] if untapped else []
    return [*begun, *([ev.PhaseBegun("supply")] if is_supplied(state, seat) else _to_heal(state, seat))]


def leave(state: State, *, seat: int, returns: bool = False) -> list[Event]:
    """Let a player leave the war: the creatures go, the stronghold waits for a taker; the last of two has won.

    In their own turn it ends as in `end_turn`.
    """
    require_open(state)
    require_turn(state)
    require_seat(state, seat)
    going = [] if LEAVES in state.rules_on else of_seat(state, seat)
    gone: list[Event] = [ev.CreatureGone(one.id, "left", named(one)) for one in going]
    events: list[Event] = [*gone, ev.PlayerLeft(seat)]
    now = reduce(evolve, events, state)
    if len(playing(now)) == 1:
        return [*events, ev.WarEnded(playing(now)[0])]
    return [*events, *(_ended(now, seat, returns=returns) if now.turn == seat else [])]


def agree_draw(state: State) -> list[Event]:
    """End the war without a winner, as all agree."""
    require_turn(state)
    if DRAW_GAME in state.rules_on:
        raise Refusal("Under your house rule, there is no draw: play on, or change that rule under Ask.")
    return [ev.WarEnded(None)]


def tell_secret(state: State) -> list[Event]:
    """Show everybody the secret of the draws, and the lands that lie face down, once the war is over."""
    if not state.over:
        raise Refusal("The secret is shown once the war is over.")
    if state.told:
        raise Refusal("You can already see the secret.")
    return [ev.SecretTold()]

"""The hunt: turns, rounds and the clock, Djinn caught and Bosses gone, until all gather at the Magic Source. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Literal

from companion.games.djinn.facts import BOSS, CONTENTS, NAMES, PLAYER_COUNTS, START, events as ev, handful
from companion.games.djinn.facts.city import SOURCE, beside_source
from companion.games.djinn.facts.events import Event
from companion.games.djinn.facts.gains import KEYS_FOR
from companion.games.djinn.play import gains, movement
from companion.games.djinn.play.calculator import strength as strength_of
from companion.games.djinn.play.turns import require_begun, require_hunt, require_turn, require_unfinished
from companion.games.djinn.setup import draft
from companion.games.djinn.setup.bag import comes, refill, require_drawn
from companion.games.djinn.setup.checklist import STEPS
from companion.games.djinn.setup.draws import left_out, require_entered
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import Space, State, against_tom, require_open
from companion.language.texts import Text
from companion.table.log import Refusal

NO_KEYS: Mapping[str, int] = MappingProxyType({})
Phase = Literal["setup", "draft", "hunt", "source", "score", "finished"]


def phase(state: State) -> Phase:
    """Name the phase of the game; the draft begins when all steps are ticked, or with its first pick."""
    if state.finished:
        return "finished"
    if state.at_source:
        return "source"
    if state.turn is not None:
        return "hunt"
    if state.just_score:
        return "score"
    if state.picks or (not left_out(state) and set(STEPS).issubset(state.ticks)):
        return "draft"
    return "setup"


def turn_of(state: State) -> int | None:
    """Find the seat that takes a tile in the draft, or whose turn it is in the hunt; None if it is nobody's turn."""
    now = phase(state)
    if now == "hunt" and state.turn:
        return state.turn.seat
    picking = draft.turn(state) if now == "draft" else None
    return picking[0] if picking else None


def bosses_left(state: State) -> int:
    """Count the Bosses on the board."""
    return sum(space.boss for space in state.spaces.values())


def strength(state: State, slot: str) -> int | None:
    """Compute the Magic Power that the Boss at a space requires; None where no Boss stands."""
    space = state.spaces[slot]
    return strength_of([BOSS], others=len(space.djinn)) if space.boss else None


def ending(state: State) -> Text | None:
    """Say how the game ends once the last Boss has left the board (rulebook, End of the Game; Solo Play)."""
    if state.last_round is None or state.finished:
        return None
    if state.at_source:
        if against_tom(state):
            return Text("You've won! Use the Magic Source once more, without taking a Trophy. Then score.")
        return Text("Everyone gathers at the Magic Source for one last action, without Trophies. Then score.")
    if against_tom(state):
        return Text("The last Boss is gone, so you have won: finish your turn, then flip Tom's next card.")
    if state.turn is not None and state.turn.round == state.last_round:
        return Text("The last round, and the last chance for Trophies. Then everyone gathers at the Magic Source.")
    return Text(
        "The last Boss is gone: finish this round and play one more, then everyone gathers at the Magic Source."
    )


def begin(state: State, *, at: float) -> list[Event]:
    """Begin the hunt with the starting player's first turn; its clock runs from `at`."""
    require_open(state)
    require_unfinished(state)
    if state.turn is not None:
        raise Refusal("The hunt has already begun. Carry on with the turn.")
    require_drawn(state)
    require_entered(state, "start")
    if state.picks and draft.turn(state) is not None:
        raise Refusal("Not all tiles are taken yet; finish the draft or take it back first.")
    return [ev.HuntBegun(at)]


def at_round_space(state: State) -> bool | None:
    """Say whether this turn was at a round space; None if nobody said."""
    if state.here:
        return any(slot in state.city.round for slot in state.here)
    return True if state.met else None


def end_turn(state: State, *, seat: int | None = None, override: bool = False, at: float) -> list[Event]:
    """End the turn; refuse if it is no longer that of `seat`, or without `override` if something has to come first."""
    turn = require_turn(state, seat)
    if against_tom(state) and at_round_space(state) and state.result != "won" and not override:
        raise Refusal("You were at a round space, so now reveal Tom's card.")
    if must_catch(state) and not override:
        raise Refusal("You have to try to catch here: catch some, or tap “None caught”.")
    if state.result == "won":
        raise Refusal("The last Boss is gone, so you have won; flip Tom's next card instead.")
    return [ev.TurnEnded(turn.seat, at)]


def seconds(state: State, seat: int, now: float) -> float:
    """Count the seconds that a seat has used until `now`, even if the machine's clock was set back meanwhile."""
    since = state.clock.running_since
    running = max(now - since, 0) if since is not None and state.turn and state.turn.seat == seat else 0
    return state.clock.seconds[seat] + running


def used(state: State, now: float) -> float:
    """Count the seconds that the player whose turn it is has used until `now`."""
    return seconds(state, state.turn.seat, now) if state.turn else 0


def running(state: State) -> str:
    """Name the run of the clock by when it began and whose it is; "" while it stands."""
    since = state.clock.running_since
    return f"{int(since)}-{state.turn.seat}" if since and state.turn else ""


def pause(state: State, *, at: float) -> list[Event]:
    """Stop the clock at `at`."""
    require_hunt(state)
    if state.clock.running_since is None:
        raise Refusal("The clock is already paused; resume it when you play on.")
    return [ev.ClockPaused(at)]


def resume(state: State, *, at: float) -> list[Event]:
    """Let the clock run on from `at`."""
    require_hunt(state)
    if state.clock.running_since is not None:
        raise Refusal("The clock is already running; pause it when you take a break.")
    return [ev.ClockResumed(at)]


def catch(
    state: State,
    *,
    by: int | None = None,
    seat: int,
    slot: str,
    djinn: Sequence[str],
    boss: bool,
    enters: bool = False,
    override: bool = False,
    ends: bool = False,
    keys: Mapping[str, int] = NO_KEYS,
    at: float = 0.0,
) -> list[Event]:
    """Catch Djinn, with or without the Boss, at a round space (rulebook, Mandatory Action Catch Djinn).

    It brings the Mage there if it `enters`, with the doubts of a move unless `override`; older logs did not. The turn
    `ends` with it unless the table is to draw. `by` is the seat that asks, None for a host, who may act for everybody.
    `keys` are those that the seat turns into Magic Power and into Coins to pay.
    """
    turn = require_turn(state, by)
    if not djinn and not boss:
        raise Refusal("Choose the Djinn you want to catch.")
    if boss:
        _require_boss(state, slot)
    _require_djinn(state, slot, djinn)
    events: list[Event] = []
    if slot not in state.here and enters and seat == turn.seat:
        events = movement.enter_space(state, by=by, seat=seat, slot=slot, override=override)
    elif state.here and slot not in state.here and not enters:
        raise Refusal(
            "You're somewhere else this turn. If an effect brings you here too, tap “Allow anyway” first, then catch."
        )
    events += _settle(state, slot, ev.DjinnCaught(seat, slot, state.layout[slot], tuple(djinn), boss))
    events += _spend(state, seat, slot, keys)
    after = reduce(evolve, events, state)
    return [*events, *end_turn(after, seat=by, at=at)] if ends and not after.awaited else events


def _spend(state: State, seat: int, slot: str, keys: Mapping[str, int]) -> list[Event]:
    """Turn Keys into what a catch lacks (rulebook, Keys)."""
    held = min(max(0, gains.total(state, seat, "keys")), CONTENTS.keys)
    if min(keys.values(), default=0) < 0 or sum(keys.values()) > held:  # an imported log may say anything
        raise Refusal("Keys by the app's count: %(count)s. Choose again how to pay.", count=held)
    return [
        ev.ActionTaken(seat, slot, id, {what: 1, "keys": -1})
        for id, what in KEYS_FOR.items()
        for _ in range(keys.get(what, 0))
    ]


def must_catch(state: State) -> str:
    """Name the round space at which a player has yet to catch Djinn, or to say that none is caught; "" for nowhere.

    Rulebook, Mandatory Action Catch Djinn.
    """
    slot = state.here[-1] if state.here and not (state.met or state.declined) else ""
    space = state.spaces.get(slot)
    return slot if space and (space.djinn or space.boss) else ""


def catch_none(state: State, *, by: int | None = None, seat: int) -> list[Event]:
    """Catch no Djinn and lose 1 Magic Power (rulebook, Mandatory Action Catch Djinn).

    `by` is the seat that asks, None for a host, who may act for everybody.
    """
    require_turn(state, by)
    slot = must_catch(state)
    if not slot:
        raise Refusal("There's nothing to catch now. First tap the round space where your Mage is.")
    return [ev.NoneCaught(seat, slot, state.layout[slot])]


def flee(state: State, *, seat: int | None = None, slot: str) -> list[Event]:
    """Drive a Boss off the board by an effect; it goes to the supply (rulebook, Additional Rules Boss Djinn)."""
    require_turn(state, seat)
    _require_boss(state, slot)
    return _settle(state, slot, ev.BossFled(slot, state.layout[slot]))


def remove(state: State, *, seat: int | None = None, slot: str, djinn: Sequence[str]) -> list[Event]:
    """Set Djinn aside by an effect (rulebook, Symbols: remove Djinn from the board)."""
    require_turn(state, seat)
    if not djinn:
        raise Refusal("Choose the Djinn that leave the board.")
    _require_djinn(state, slot, djinn)
    return _settle(state, slot, ev.DjinnRemoved(slot, state.layout[slot], tuple(djinn)))


def draw_extra(state: State, *, seat: int, strict: bool = False) -> list[Event]:
    """Catch a Djinn from the bag for Capacity beyond 8 (rulebook, Player Board 1b).

    If `strict`, a seat whose Capacity Marker is not that far by what was told is asked first; older logs did not ask.
    """
    require_begun(state)
    require_drawn(state)
    if strict and seat not in state.beyond and not gains.draws_due(state, seat):
        now = START.capacity + gains.total(state, seat, "capacity")
        raise Refusal(
            "By the app's count your Capacity Marker is on %(capacity)s. Draw a Djinn only when it would go past 8.",
            capacity=now,
        ).unless("anyway", Text("Allow anyway"))
    if not state.bag:
        raise Refusal("The bag is empty, so there is no Djinn to draw; go on without one.")
    return [ev.DrawAwaited(1, seat=seat) if state.we_draw else ev.ExtraCaught(seat, state.bag[0])]


def catch_supply_boss(state: State, *, seat: int, acts: bool | None = None) -> list[Event]:
    """Catch a Boss of the supply for 6 Magic Power (rulebook, Magic Source)."""
    require_begun(state)
    if not state.supply_bosses:
        raise Refusal("There are no Bosses left in the supply. Use your Magic Power for something else.")
    at_source = state.at_source or (state.turn is not None and state.turn.seat == seat and SOURCE in state.here)
    if acts and at_source and "source" in gains.acted_by(state, seat):
        raise Refusal("You've filled up your Magic Power this turn: it's either that or Bosses. Undo it first.")
    return [
        ev.SupplyBossCaught(seat, bool(acts) and at_source),
        *(_beside_source(state) if "source_boss_refill" in state.rules_on else ()),
    ]


def _beside_source(state: State) -> list[Event]:
    """Draw for a Boss from the supply, one Djinn to each space beside the Source, as a house rule has it."""
    in_bag = len(state.bag) - sum(one.count for one in state.awaited)
    most = 0 if state.at_source else min(PLAYER_COUNTS[state.players].refill, in_bag)
    events: list[Event] = []
    for slot in beside_source(state.city)[:most]:
        events.append(comes(state, slot, 1))
        state = evolve(state, events[-1])
    return events


def groups(space: Space) -> list[tuple[str, ...]]:
    """List what is usually caught at once: the Boss, the Boss with one of its Djinn, one Djinn."""
    single: list[tuple[str, ...]] = [(colour,) for colour in dict.fromkeys(space.djinn)]
    return [(BOSS,), *((BOSS, *one) for one in single), *single] if space.boss else single


def _settle(state: State, slot: str, event: ev.DjinnCaught | ev.BossFled | ev.DjinnRemoved) -> list[Event]:
    """Add to `event` what follows from it: a Boss left alone flees, and Djinn come where a Boss went."""
    events: list[Event] = [event]
    before, after = state.spaces[slot], evolve(state, event).spaces[slot]
    if after.boss and not after.djinn:
        events.append(ev.BossFled(slot, state.layout[slot]))
        after = Space()
    count = PLAYER_COUNTS[state.players].refill
    none_come = "bag_empty" in state.rules_on and len(state.bag) < count
    if before.boss and not after.boss and count and not none_come:
        events.append(refill(state, slot))
    return events


def _require_boss(state: State, slot: str) -> None:
    if not state.spaces[slot].boss:
        raise Refusal(
            "There's no Boss at the round %(location)s. Choose another space.", location=_location(state, slot)
        )


def _require_djinn(state: State, slot: str, djinn: Sequence[str]) -> None:
    missing = Counter(djinn) - Counter(state.spaces[slot].djinn)
    if missing:
        raise Refusal(
            "Not at the round %(location)s: %(djinn)s. Choose from the Djinn that are there.",
            djinn=handful(missing.elements()),
            location=_location(state, slot),
        )


def _location(state: State, slot: str) -> Text:
    return NAMES[state.layout[slot]]

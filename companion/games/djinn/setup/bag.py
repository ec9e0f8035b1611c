"""What comes out of the bag of Djinn: drawn by the app, or by the table from the printed bag. Pure."""

from __future__ import annotations

from random import Random

from companion.games.djinn.facts import NAMES, PLAYER_COUNTS, events as ev
from companion.games.djinn.facts.events import Event
from companion.games.djinn.setup.draws import dealt, emptied, require_unsettled
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import Awaited, State, require_open
from companion.kit.fairness.committed_random import next_draw
from companion.table.log import Refusal


def comes(state: State, slot: str, count: int) -> ev.DjinnRefilled | ev.DrawAwaited:
    """Draw Djinn to a space, as many as the bag holds; a table that draws itself is asked for them."""
    there, location = min(count, len(state.bag)), state.layout[slot]
    if state.we_draw and there:
        return ev.DrawAwaited(there, slot, location, missing=count - there)
    return ev.DjinnRefilled(slot, location, state.bag[:there], count - there)


def refill(state: State, slot: str) -> ev.DjinnRefilled | ev.DrawAwaited:
    """Draw the Djinn that come for a Boss (rulebook, Additional Rules Boss Djinn)."""
    return comes(state, slot, PLAYER_COUNTS[state.players].refill)


def drawn(state: State, one: Awaited) -> Event:
    """Let the app draw what the table was asked for."""
    if one.seat is not None:
        return ev.ExtraCaught(one.seat, state.bag[0])
    return ev.DjinnRefilled(one.slot, state.layout[one.slot], state.bag[: one.count], 0)


def set_djinn(state: State, *, rng: Random) -> list[Event]:
    """Put all Djinn back into the bag; the table then draws those beside the Bosses (rulebook, Setup 7)."""
    require_unsettled(state, "djinn")
    counts = dealt(state)
    awaited = [ev.DrawAwaited(count, slot, state.layout[slot]) for slot, count in counts.items()]
    return [emptied(state, rng), *awaited]


def drew(state: State, *, colour: str) -> list[Event]:
    """Say which Djinn the table drew from its bag, one after the other."""
    if not state.awaited:
        raise Refusal("All Djinn are already here. If the last one's colour was wrong, undo it.")
    if colour not in state.bag:
        raise Refusal("There's no %(colour)s left in the bag. Check the disc again.", colour=NAMES[colour])
    one = state.awaited[0]
    if one.seat is not None:
        return [ev.ExtraCaught(one.seat, colour, by_hand=True)]
    return [ev.DjinnRefilled(one.slot, state.layout[one.slot], (colour,), 0, by_hand=True)]


def we_draw(state: State) -> list[Event]:
    """Let the table draw from its own bag from now on: first what the app drew last, which goes back."""
    require_open(state)
    if state.finished:
        raise Refusal("The game is finished, so nothing more is drawn.")
    if state.we_draw:
        raise Refusal("You're already drawing from your own bag.")
    if (back := state.came) is None:
        return [ev.BagTaken()]
    return [ev.BagTaken(), back, ev.DrawAwaited(len(back.djinn), back.slot, back.location, back.seat)]


def app_draws(state: State, *, rng: Random) -> list[Event]:
    """Let the app draw from now on: first what the table was asked for."""
    if not state.we_draw:
        raise Refusal("The app's already drawing.")
    events: list[Event] = [shuffled(state, rng)]
    state = evolve(state, events[0])
    while state.awaited:
        events.append(drawn(state, state.awaited[0]))
        state = evolve(state, events[-1])
    return events


def shuffled(state: State, rng: Random | None = None) -> ev.BagShuffled:
    """Shuffle what is left in the bag: the table has drawn from it in an order of its own."""
    bag = list(state.bag)
    next_draw(state, "bag", rng).shuffle(bag)
    return ev.BagShuffled(tuple(bag))


def require_drawn(state: State) -> None:
    """Raise Refusal as long as Djinn are to come that the table draws."""
    if state.awaited:
        raise Refusal(
            "Djinn still to come out of your bag: %(count)s. Tap them, or let the app draw.",
            count=sum(one.count for one in state.awaited),
        )

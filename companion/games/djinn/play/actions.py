"""What a player may do where the Mage is, and what is to be done next, each in a sentence of ours. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.djinn.facts import LOCATIONS
from companion.games.djinn.facts.city import SOURCE, neighbours
from companion.games.djinn.facts.gains import WAY
from companion.games.djinn.play import hunt, movement, prices
from companion.games.djinn.play.gains import (
    acted_here,
    base,
    has_placed_all,
    may_have_passage,
    pay_the_way,
    symbol_here,
    total,
)
from companion.games.djinn.play.options import offered
from companion.games.djinn.play.prices import Action
from companion.games.djinn.state.model import State, against_tom
from companion.language.texts import Text, everybody


def at(state: State, slot: str) -> list[Action]:
    """List what whoever is on the move may do at a space, until all is done (rulebook, A Player's Turn and Actions)."""
    if slot in state.here and all_done(state):
        return []
    if slot == SOURCE:
        return [*at_source(state, state.turn.seat if state.turn else -1), *_forfeit(state, slot)]
    location, improved = LOCATIONS[state.layout[slot]], _improved(state, slot)
    if slot in state.city.round:
        basic = Action(location.id, Text("Or just its Basic Action, as on the square space."))
        return [Action(location.id, Text(location.special)), *improved, basic, *_forfeit(state, slot)]
    return [Action(location.id, Text(location.basic)), *improved, *_passage(state, slot), *_forfeit(state, slot)]


def _forfeit(state: State, slot: str) -> list[Action]:
    """Offer what doing nothing gives, until the player whose turn it is has done something there."""
    if slot in state.here and _done_something(state):
        return []
    return [FORFEIT_BESIDES_CATCH if slot in state.city.round else FORFEIT]


def _done_something(state: State) -> bool:
    """Say whether the player whose turn it is did anything that the space offers."""
    return state.turn is not None and bool(acted_here(state, state.turn.seat) or state.placed_now)


def all_done(state: State) -> bool:
    """Say whether the player whose turn it is did all that the space offers."""
    return bool(state.here) and _done_something(state) and not offered(state, state.here[-1])


def at_source(state: State, seat: int) -> list[Action]:
    """List what a seat may do at the Magic Source, in its turn or at the end (rulebook, Magic Source)."""
    first = Text("Fill up your Magic Power, or pay 6 for each Boss that you catch from the supply.")
    return [Action("source", first), *prices.at_source(state, seat)]


def _improved(state: State, slot: str) -> list[Action]:
    """Say what the Archives give instead to whoever has placed all Secret Passages (rulebook, Archives)."""
    if state.turn is None or state.layout[slot] != "archives" or not has_placed_all(state, state.turn.seat):
        return []
    return [
        Action(
            "archives",
            Text(
                "All your Secret Passages are placed, so you get 4 Coins; 1 Scroll and 2 Magic Power; 2 Mage Cards; "
                "or a Spell Circle and 1 Key."
            ),
        )
    ]


def _passage(state: State, slot: str) -> list[Action]:
    """Say what a player's own Secret Passage gives at a square space, as far as somebody said where it lies."""
    seat = state.turn.seat if state.turn else -1
    lies_here = (seat, slot) in state.passages
    if lies_here and slot in state.placed_now:
        return [Action("archives", Text("You can use your new Secret Passage here from your next visit on."))]
    if lies_here and (symbol := symbol_here(state, seat, slot)):
        too = Text("Your Secret Passage here gives more: %(basic)s", basic=Text(LOCATIONS[symbol].basic))
        return [Action("archives", too)]
    if lies_here:
        return [
            Action(
                "archives",
                Text("Your Secret Passage here: do its Basic Action too. Nobody said which, so you see them all."),
            )
        ]
    if may_have_passage(state, seat, slot, state.placed_now):
        return [
            Action(
                "archives",
                Text(
                    "If your Secret Passage is here, do its action too. "
                    "Nobody said where it is, so you see them all here."
                ),
            )
        ]
    return []


def just_placed(state: State) -> list[Action]:
    """Say what comes of a Secret Passage in the turn in which it is placed (rulebook, Archives)."""
    if state.turn is None or not state.placed_now:
        return []
    if not has_placed_all(state, state.turn.seat):
        return [Action("archives", Text("You can't use your new Secret Passage this turn, only from the next one on."))]
    return [
        Action("archives", Text("That was your last Secret Passage. You can't use it this turn.")),
        Action("source", Text("You gain: Base Marker 1 space forward, and 2 Magic Power.")),
        Action("archives", Text("Put your Archives Marker into its slot at the Archives: they now give you more.")),
    ]


def at_any_time(state: State) -> list[Action]:
    """Say what may be done at any time and is easily forgotten (rulebook, Put a Djinn in a Bottle, Keys)."""
    if state.turn is None:
        return []
    seat, said = state.turn.seat, []
    if state.caught[seat]:
        said.append(Action("bottle", Text("Any time: put a Djinn from a Spell Circle into its Bottle, with a Cork.")))
    if total(state, seat, "keys") > 0:
        said.append(Action("key", Text("Any time: a Key buys 1 Coin, 1 Scroll or 1 Magic Power.")))
    return said


def last_action(state: State, seat: int) -> list[Action]:
    """List what a seat may do at the end of the game, and what it should not forget (rulebook, End of the Game)."""
    said = at_source(state, seat)
    if state.caught[seat]:
        last = Text(
            "Last chance to bottle a Djinn: a Cork takes it out of its Spell Circle. That is 10 points instead of 3."
        )
        said.append(Action("bottle", last))
    if total(state, seat, "keys") > 0:
        said.append(Action("key", Text("A Key still buys 1 Scroll or 1 Magic Power.")))
    return said


def same_way(state: State, names: Sequence[str]) -> Text | None:
    """Say whose Mages are here and came by the same path (rulebook, A Player's Turn, Exception)."""
    others = movement.same_way(state)
    if not others or not WAY.keys().isdisjoint(state.acted):
        return None
    listing = everybody(others, names)
    return Text("%(names)s came the same way: pay 1 Coin or 1 Scroll per player, or skip this space.", names=listing)


FORFEIT = Action("coins", Text("Or, instead of all this, take 2 Coins, 2 Magic Power, or 1 of each."))
FORFEIT_BESIDES_CATCH = Action(
    "coins", Text("Or, instead of the space's actions (not the catch), take 2 Coins, 2 Magic Power, or 1 of each.")
)
"""What is gained by whoever does nothing else at a space (rulebook, Forfeiting Actions)."""


def next_step(state: State, name: str, *, skips: bool = False) -> Text | None:
    """Say in one sentence what the player called so does next; None where the page itself asks for something."""
    if state.turn is None or state.awaited or state.at_source or state.finished or state.result:
        return None
    if skips or (movement.may_stand(state) and not state.met):
        if state.turn.round == 1 and not skips:
            return Text("%(name)s, tap the square space where your Mage begins.", name=name)
        return Text("%(name)s, tap where your Mage goes.", name=name)
    if pay_the_way(state):
        return Text("%(name)s: pay your way, or skip this space?", name=name)
    if hunt.must_catch(state):
        first = Text("%(name)s: catch first or act first?", name=name)
        return Text("%(name)s: now catch, or tap “None caught”.", name=name) if _done_something(state) else first
    if all_done(state):
        return Text("%(name)s: all done here? Then end the turn.", name=name)
    return Text("%(name)s, do what you like here, then end the turn.", name=name)


def reminder(state: State) -> Text | None:
    """Say what holds for the next step as long as the board's paths are unknown (rulebook, A Player's Turn)."""
    if state.turn is None or state.awaited:
        return None
    if hunt.must_catch(state):
        return Text("You must try to catch; the rest is up to you.")
    if state.met:
        return Text("Pay for your catch, and put it into Spell Circles or corked Bottles.")
    if not movement.may_stand(state) or state.met:
        return None
    if state.turn.round == 1:
        return Text("Put it on a path beside the space.")
    way = Text("Take one path, never straight back.")
    if not glowing(state) and not against_tom(state):
        way = Text(
            "Take one path, never straight back. Did a Mage come the same way? Pay its owner 1 Coin or Scroll, or "
            "move on."
        )
    if not base(state, state.turn.seat):
        return way
    return Text("First move your Magic Marker up to your Base Marker if it's below. %(way)s", way=way)


def glowing(state: State, *, skips: bool = False) -> frozenset[str]:
    """List where a Mage may go: in the first round to any square space, later by the paths that somebody confirmed.

    Who `skips` goes on from the space where the Mage is now.
    """
    turn = state.turn
    if turn is None or not (movement.may_stand(state) or skips) or state.met:
        return frozenset()
    path = state.paths.get(turn.seat, ())
    first = turn.round == 1 and not skips
    if not first and not (path and state.noted.paths_confirmed):
        return frozenset()
    near = state.city.square if first else neighbours(state.city, path[-1])
    came_from = path[-1] if skips else ""
    return frozenset(slot for slot in near if movement.doubt(state, slot, came_from) is None)


def doubtful(state: State, *, skips: bool = False) -> frozenset[str]:
    """List the spaces at which a tap asks first, since a Mage does not come there by the usual rules."""
    path = state.paths.get(state.turn.seat, ()) if state.turn else ()
    came_from = path[-1] if skips and path else ""
    return frozenset(slot for slot in state.city.slots if movement.doubt(state, slot, came_from))

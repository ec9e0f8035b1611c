"""The movement phase: creatures march, bear others, and movement ends. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.war_game.facts import events as ev
from companion.games.war_game.facts.board import is_land, neighbours
from companion.games.war_game.facts.events import Event
from companion.games.war_game.play.combat import called, named
from companion.games.war_game.play.creatures import find, require_turn, with_deaths
from companion.games.war_game.play.march import FLYING, ISLANDHOME, WALKS, destinations, enters_tapped, why_not
from companion.games.war_game.state.house_rules import CARRY_WHO, ISLANDWALK, LAND_UP, MOUNTAIN_PASS, START_FIGHT, WALLS
from companion.games.war_game.state.model import Creature, State, at, board_of
from companion.language.texts import Text
from companion.table.log import Refusal

BARRED = Text("A Wall can march, but not to where opponents are.")


def places_for(state: State, creature: Creature) -> frozenset[str]:
    """List where a creature may march now; nowhere once it has marched or while it is borne.

    A landwalker whose first step is closed takes its second one from there.
    """
    if why_not_now(state, creature):
        return frozenset()
    board, enters = board_of(state), ISLANDWALK not in state.rules_on
    found = destinations(board, creature, islandwalk_enters=enters)
    if creature.came_from:
        near = neighbours(board, creature.at, flying=FLYING in creature.abilities)
        found = frozenset(one for one in near if why_not(board, creature, (one,), islandwalk_enters=enters) is None)
    return frozenset(place for place in found if not _is_barred(state, creature, place))


def path_to(state: State, creature: Creature, to: str) -> tuple[str, ...]:
    """Find the way of a creature to a place, the shortest; raise Refusal with the reason if there is none."""
    if to not in board_of(state).places:
        raise Refusal("Choose a place on the map.").about("to")
    if why := why_not_now(state, creature):
        raise Refusal("%(why)s", why=why)
    found = way_to(state, creature, to)
    if isinstance(found, Text):
        raise Refusal("%(name)s: %(why)s", name=called(creature), why=found).about("to")
    return found


def way_to(state: State, creature: Creature, to: str) -> tuple[str, ...] | Text:
    """Find the way of a creature that may march now, the shortest, or why there is none."""
    board, enters = board_of(state), ISLANDWALK not in state.rules_on
    if _is_barred(state, creature, to):
        return BARRED
    near = sorted(
        neighbours(board, creature.at, flying=FLYING in creature.abilities),
        key=lambda one: (enters_tapped(board, one), one),  # where a Mountain is passed by, it taps nobody
    )
    reasons = []
    for path in [(to,), *((one, to) for one in near if one != to and not creature.came_from)]:
        why = why_not(board, creature, path, islandwalk_enters=enters)
        if why is None:
            return path
        reasons.append(why)
    return _plainest(reasons)


def _plainest(reasons: Sequence[Text]) -> Text:
    """Choose the reason that says most: where its own land was missing, before how far it is."""
    return next((why for why in reasons if "land" in why.values), reasons[0])


def why_not_now(state: State, creature: Creature) -> Text | None:
    """Say why a creature does not march any more in this turn; a landwalker may have its second step left."""
    return None if has_second_step(state, creature) else why_not_first(creature)


def why_not_first(creature: Creature) -> Text | None:
    """Say why a creature does not begin to march in this turn."""
    name = called(creature)
    if creature.carried:
        return Text("%(name)s is carried: it goes where its carrier goes.", name=name)
    if creature.stays:
        return Text("%(name)s has dropped its rider, so it stays put this turn.", name=name)
    if creature.came_from:
        return Text("%(name)s has already marched this turn; undo that with the arrow.", name=name)
    return None


def has_second_step(state: State, creature: Creature) -> bool:
    """Say whether a landwalker stands, after one step of its own, in a land into which it walks (Movement Phase).

    One that was borne or set down has not walked there.
    """
    walked = state.done_in.get(creature.id) == "move" and creature.came_from and not creature.by
    free = not creature.carried and not creature.stays
    land = board_of(state).lands.get(creature.at)
    return bool(walked) and free and any(WALKS.get(one) == land for one in creature.abilities & WALKS.keys())


def _is_barred(state: State, creature: Creature, place: str) -> bool:
    """Say whether a Wall would come onto opponents, marching or borne."""
    both = creature, state.creatures.get(creature.rider or 0, creature)
    walls = WALLS not in state.rules_on and any(one.wall for one in both)
    return walls and any(one.owner != creature.owner for one in at(state, place))


def march(state: State, *, creatures: Sequence[int], to: str) -> list[Event]:
    """March some creatures of the player whose turn it is to a place, all or none; their riders go along."""
    seat = require_turn(state, "move")
    group = [find(state, id) for id in dict.fromkeys(creatures)]
    if not group:
        raise Refusal("Tap a creature first.").about("creatures")
    if foreign := next((one for one in group if one.owner != seat), None):
        raise Refusal(
            "%(name)s belongs to another player. Only the active player's creatures march.", name=called(foreign)
        )
    gone = [_marched(state, one, to) for one in group]
    return with_deaths(state, gone, *(one.id for one in group), *(one.rider for one in group))


def _marched(state: State, one: Creature, to: str) -> Event:
    """March a creature to a place; a second step that is apart is an event of its own."""
    path = path_to(state, one, to)
    return ev.SecondStepTaken(one.id, to, named(one)) if one.came_from else ev.CreatureMarched(one.id, path, named(one))


def who_dies(state: State, creatures: Sequence[int], to: str) -> list[Creature]:
    """List which of some creatures would die by marching to a place, for want of their land's bonus."""
    try:
        events = march(state, creatures=creatures, to=to)
    except Refusal:
        return []
    return [state.creatures[event.creature] for event in events if isinstance(event, ev.CreatureGone)]


def carry(state: State, *, creature: int, rider: int, to: str) -> list[Event]:
    """Let a creature bear another one to a place; both are tapped until it is dropped (Movement Phase, our reading)."""
    seat = require_turn(state, "move")
    one, other = find(state, creature), find(state, rider)
    if one.owner != seat or other.owner != seat or one.at != other.at or one.id == other.id:
        raise Refusal("Choose two of your creatures in the same place.").about("rider")
    if CARRY_WHO in state.rules_on and ISLANDHOME not in other.abilities:
        raise Refusal("Under your house rule, only creatures with islandhome can be carried.").about("rider")
    if bound := next((who for who in (one, other) if who.rider is not None or who.carried), None):
        raise Refusal("%(name)s is already carrying or being carried; drop the rider first.", name=called(bound)).about(
            "rider"
        )
    if why := why_not_first(one) or why_not_first(other):
        raise Refusal("%(why)s", why=why).about("rider")
    if _is_barred(state, other, to):
        raise Refusal("%(name)s: %(why)s", name=called(other), why=BARRED).about("to")
    borne = ev.CreatureCarried(creature, rider, named(one), named(other))
    gone: list[Event] = [borne, ev.CreatureMarched(creature, path_to(state, one, to), named(one))]
    return with_deaths(state, gone, creature, rider)


def drop(state: State, *, creature: int, to: str) -> list[Event]:
    """Let a carrier set its rider down where it stands or beside it; the carrier stays for this turn."""
    seat = require_turn(state, "move")
    one = find(state, creature)
    if one.owner != seat or one.rider is None:
        raise Refusal("%(name)s isn't carrying a creature of yours.", name=called(one))
    if why := why_not_first(one):
        raise Refusal("%(why)s", why=why)
    rider, board = find(state, one.rider), board_of(state)
    if to not in {one.at, *neighbours(board, one.at)}:
        raise Refusal("Set %(name)s down where its carrier is, or next to it.", name=called(rider)).about("to")
    if ISLANDHOME in rider.abilities and is_land(to) and board.lands.get(to) != "island":
        name = called(rider)
        raise Refusal("%(name)s has islandhome: set it down on an Island or in a stronghold.", name=name).about("to")
    if _is_barred(state, rider, to):
        raise Refusal("%(name)s: %(why)s", name=called(rider), why=BARRED).about("to")
    return with_deaths(state, [ev.CreatureDropped(creature, rider.id, to, named(one), named(rider))], rider.id)


def end_movement(state: State) -> list[Event]:
    """End the movement: who entered a Mountain is tapped, and where opponents stand there is a fight.

    The land of a stronghold is turned up at the first fight there, if the app knows it (our reading).
    """
    seat = require_turn(state, "move")
    board = board_of(state)
    entered = [one for one in state.creatures.values() if one.owner == seat and one.came_from not in ("", one.at)]
    tapped = tuple(one.id for one in entered if not one.tapped and _crossed_mountain(state, one))
    fights = tuple(place for place in board.places if _fights(state, seat, place, {one.at for one in entered}))
    after = "fight" if fights or may_start(state, seat) else "cast"
    turned = [land for place in fights if (land := land_to_turn(state, place))]
    ended: list[Event] = [ev.PhaseBegun("fight"), ev.MovementEnded(tapped, fights), *turned]
    return ended if after == "fight" else [*ended, ev.PhaseBegun(after)]


def _crossed_mountain(state: State, one: Creature) -> bool:
    """Say whether a creature that has marched entered a Mountain: where it is, or by the house rule on its way."""
    board, passed = board_of(state), one.by if MOUNTAIN_PASS in state.rules_on else ""
    return enters_tapped(board, one.at) or bool(passed and enters_tapped(board, passed))


def land_to_turn(state: State, place: str) -> ev.LandTurned | None:
    """Turn up the land of a stronghold where a fight begins; none if it is up, unknown, or up to its player."""
    one = state.strongholds.get(place)
    if one is None or one.up or not one.land or LAND_UP in state.rules_on:
        return None
    return ev.LandTurned(one.owner, one.land)


def may_start(state: State, seat: int) -> list[str]:
    """List where a player may start a fight, by the other reading: where both stand, once a turn."""
    if START_FIGHT not in state.rules_on:
        return []
    places = [place for place in board_of(state).places if place not in state.fought]
    return [place for place in places if at(state, place, seat) and _enemies(state, seat, place)]


def _fights(state: State, seat: int, place: str, entered: set[str]) -> bool:
    return place in entered and bool(_enemies(state, seat, place))


def _enemies(state: State, seat: int, place: str) -> bool:
    return any(one.owner != seat for one in at(state, place))

"""What a page says of a place: who stands there, where they may go and why not elsewhere, whose spells reach. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.games.war_game.facts.board import distance
from companion.games.war_game.play import movement, reach
from companion.games.war_game.play.combat import called, has_bonus
from companion.games.war_game.play.march import WALKS
from companion.games.war_game.state.model import ABILITIES, Creature, State, at, board_of, playing
from companion.language.texts import Text


def facts_of(state: State, one: Creature) -> tuple[Text, ...]:
    """Say what of a creature matters now: its land, damage, boosts, and what holds it."""
    board, said = board_of(state), []
    if has_bonus(board, one):
        said.append(Text("+1/+1 from its land"))
    if one.boost_power or one.boost_toughness:
        said.append(
            Text(
                "%(power)s/%(toughness)s this turn",
                power=f"{one.boost_power:+d}",
                toughness=f"{one.boost_toughness:+d}",
            )
        )
    if one.damage:
        said.append(Text("damage %(damage)s", damage=one.damage))
    said += [Text("tapped")] if one.tapped else []
    said += [Text("carried")] if one.carried else []
    rider = state.creatures.get(one.rider or 0)
    said += [Text("carries %(name)s", name=called(rider))] if rider else []
    said += [Text("Wall")] if one.wall else []
    return (*said, *(label for id, label in ABILITIES.items() if id in one.abilities))


def ways_of(state: State, going: Sequence[Creature]) -> frozenset[str]:
    """List where all of some creatures may march together."""
    each = [movement.places_for(state, one) for one in going]
    return frozenset.intersection(*each) if each else frozenset()


def why_nots(state: State, going: Sequence[Creature], go: Collection[str]) -> dict[Text, list[str]]:
    """List the places near some creatures where they may not march, by the reasons; for landwalkers those in reach."""
    if not going:
        return {}
    board, start, found = board_of(state), going[0].at, dict[Text, list[str]]()
    steps = 2 if any(one.abilities & WALKS.keys() and not one.came_from for one in going) else 1
    for place in {*board.places} - {*go, start}:
        if distance(board, start, place, flying=True) == 1 or distance(board, start, place) <= steps:
            one, why = next((one, why) for one in going if (why := why_no_path(state, one, place)))
            why = Text("%(name)s: %(why)s", name=called(one), why=why) if len(going) > 1 else why
            found.setdefault(why, []).append(place)
    return {why: sorted(places) for why, places in sorted(found.items())}


def why_no_path(state: State, one: Creature, place: str) -> Text | None:
    """Say why a creature may not march to a place now."""
    if why := movement.why_not_now(state, one):
        return why
    found = movement.way_to(state, one, place)
    return found if isinstance(found, Text) else None


def fights_at(state: State, place: str) -> bool:
    """Say whether a creature that enters a place in this turn finds opponents there."""
    return any(one.owner != state.turn for one in at(state, place))


def riders(state: State, going: Sequence[Creature]) -> list[Creature]:
    """List who may be borne by another one of some creatures."""
    free = [one for one in going if one.rider is None and not one.came_from]
    return free if len(free) > 1 else []


def borne_to(state: State, riders: Sequence[Creature]) -> list[str]:
    """List where one of some creatures may bear another one: wherever any of them may march."""
    return sorted({place for one in riders for place in movement.places_for(state, one)})


def reaching(state: State, place: str) -> list[tuple[int, Text | None, Text | None]]:
    """Say of each player why single spells do not reach opposing creatures at a place, and those on the whole land."""
    single, area = reach.why_not_single, reach.why_not_area
    return [(seat, single(state, seat, place), area(state, seat, place)) for seat in playing(state)]


def far_from(state: State, place: str) -> list[tuple[str, int, int]]:
    """List the strongholds with how far they are from a place, on foot and flying, whatever lies between."""
    board = board_of(state)
    ends = [one for one in board.strongholds if one != place]
    return [(one, distance(board, place, one), distance(board, place, one, flying=True)) for one in ends]

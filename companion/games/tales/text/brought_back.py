"""Say what came back when a move was taken back: a turn and its encounter, or how a hero stood before. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.tales.facts import LEVELS, STATUSES
from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.state import CARDS, Encounter, State
from companion.games.tales.state.heroes import PLACES, Hero
from companion.language.texts import Text, listed

SHOWN = (
    ev.PointsChanged
    | ev.WealthChanged
    | ev.SkillTrained
    | ev.StatusGained
    | ev.StatusLost
    | ev.TreasureSold
    | ev.HeroDied
)
"""What changes how a hero stands."""


def brings_back(state: State, events: Sequence[Event], names: Sequence[str]) -> Text | None:
    """Say what of the state came back with these events; None where that is all they were."""
    for event in events:
        if isinstance(event, ev.TurnEnded) and state.turn == event.seat:
            return _turn(state.encounter, names[event.seat])
    for event in events:
        if isinstance(event, SHOWN | ev.HeroMoved) and event.seat in range(len(state.heroes)):
            hero, name = state.heroes[event.seat], names[event.seat]
            return _where(hero, name) if isinstance(event, ev.HeroMoved) else _stands(hero, name)
    return None


def _turn(now: Encounter | None, name: str) -> Text:
    """Say how far a turn had come that goes on."""
    if now and now.paragraph:
        return Text("%(name)s's turn goes on at paragraph %(paragraph)s.", name=name, paragraph=now.paragraph)
    if now and now.card:
        return Text("%(name)s's turn goes on: %(card)s.", name=name, card=CARDS[now.card])
    return Text("%(name)s's turn goes on.", name=name)


def _where(hero: Hero, name: str) -> Text:
    place = hero.place
    where = Text("%(place)s", place=place.name) if place.name else PLACES[place.kind]
    statuses = [Text(STATUSES[id].label) for id in hero.statuses]
    if not statuses:
        return Text("%(name)s is here again: %(place)s.", name=name, place=where)
    return Text("%(name)s is here again: %(place)s; %(statuses)s.", name=name, place=where, statuses=listed(statuses))


def _stands(hero: Hero, name: str) -> Text:
    """Say what a hero has again."""
    has = [
        Text("Destiny %(points)s", points=hero.destiny),
        Text("Story %(points)s", points=hero.story),
        Text(LEVELS[hero.wealth].label),
        *(Text(STATUSES[id].label) for id in hero.statuses),
    ]
    return Text("%(name)s has again: %(things)s.", name=name, things=listed(has))

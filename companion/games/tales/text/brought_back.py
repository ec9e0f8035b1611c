"""Say what came back when a move was taken back: a turn and its encounter, or what heroes had before. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import UnionType

from companion.games.tales.facts import LEVELS, SKILLS, STATUSES, events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.hero import MASTER
from companion.games.tales.state import CARDS, Encounter, State
from companion.games.tales.state.heroes import MARKERS, PLACES, Hero
from companion.language.texts import Text, listed

SUFFERING = ev.StatusGained | ev.StatusLost | ev.HeroDied
STANDING = ev.PointsChanged | ev.WealthChanged | SUFFERING
TREASURES = ev.TreasureGained | ev.TreasureLost | ev.TreasureSold | ev.HeroDied
"""What changes the statuses of a hero, how it stands, and which treasures it has."""


def brings_back(state: State, events: Sequence[Event], names: Sequence[str]) -> Text | None:
    """Say what of the state came back with these events; None where that is all they were."""
    for event in events:
        if isinstance(event, ev.TurnEnded) and state.turn == event.seat:
            return _turn(state.encounter, names[event.seat])
    of_heroes: dict[int, list[Event]] = {}
    for event in events:
        if isinstance(event, ev.HeroEvent | ev.HeroMoved):
            robbed = event.taken_from if isinstance(event, ev.TreasureGained) else None
            for seat in (event.seat, robbed):
                if seat is not None and seat in range(len(state.heroes)):
                    of_heroes.setdefault(seat, []).append(event)
    said = [part for seat, own in of_heroes.items() for part in _of(state.heroes[seat], names[seat], own)]
    return _one_after_another(said)


def _one_after_another(said: Sequence[Text]) -> Text | None:
    """Say several sentences; None if there is none."""
    if len(said) < 2:
        return said[0] if said else None
    return Text("%(one)s %(more)s", one=said[0], more=_one_after_another(said[1:]))


def _turn(now: Encounter | None, name: str) -> Text:
    """Say how far a turn had come that goes on."""
    if now and now.paragraph:
        return Text("%(name)s's turn goes on at paragraph %(paragraph)s.", name=name, paragraph=now.paragraph)
    if now and now.card:
        return Text("%(name)s's turn goes on: %(card)s.", name=name, card=CARDS[now.card])
    return Text("%(name)s's turn goes on.", name=name)


def _of(hero: Hero, name: str, events: Sequence[Event]) -> Iterator[Text]:
    """Say of a hero where it is again, and what it has again."""
    if _any(events, ev.HeroMoved | ev.HeroDied):
        yield _where(hero, name, events)
    if things := [*_things(hero, events), *_laid(hero, events)]:
        yield Text("%(name)s gets these back: %(things)s.", name=name, things=listed(things))


def _any(events: Sequence[Event], kinds: UnionType | type) -> bool:
    return any(isinstance(event, kinds) for event in events)


def _where(hero: Hero, name: str, events: Sequence[Event]) -> Text:
    place = hero.place
    where = Text("%(place)s", place=place.name) if place.name else PLACES[place.kind]
    statuses = [Text(STATUSES[id].label) for id in hero.statuses]
    if not statuses or not _any(events, SUFFERING):
        return Text("%(name)s is back at: %(place)s.", name=name, place=where)
    return Text("%(name)s is back at: %(place)s; %(statuses)s.", name=name, place=where, statuses=listed(statuses))


def _things(hero: Hero, events: Sequence[Event]) -> Iterator[Text]:
    """List how a hero stands, and all that it has of what had changed."""
    placed = _any(events, ev.HeroMoved | ev.HeroDied)  # its statuses were said with the place
    if _any(events, STANDING if not placed else ev.PointsChanged | ev.HeroDied) or _any(events, TREASURES):
        yield Text("Destiny %(points)s", points=hero.destiny)
        yield Text("Story %(points)s", points=hero.story)
        yield Text(LEVELS[hero.wealth].label)
    if _any(events, STANDING) and not placed:
        yield from (Text(STATUSES[id].label) for id in hero.statuses)
    if _any(events, ev.SkillTrained):
        yield from (_skill(skill, level) for skill, level in hero.skills.items())
    if _any(events, TREASURES):
        yield from (Text("%(thing)s", thing=treasure) for treasure in hero.treasures)


def _laid(hero: Hero, events: Sequence[Event]) -> Iterator[Text]:
    """List the city cards, the quest and the markers that are back."""
    back = set[str]()
    for event in events:
        match event:
            case ev.CityCardPlayed(_, card):
                yield Text("the city card %(card)s", card=card)
            case ev.QuestEnded(_, quest):
                yield Text("the quest %(quest)s", quest=quest) if quest else Text("the quest")
                back |= {marker for marker in hero.markers if marker.startswith("quest")}
            case ev.MarkerPlaced(_, marker) | ev.MarkerRemoved(_, marker):
                back.add(marker)
            case ev.HeroDied():
                back |= {*hero.markers}
    yield from (
        Text("the %(marker)s marker on %(place)s", marker=MARKERS[marker], place=place)
        for marker, place in hero.markers.items()
        if marker in back
    )


def _skill(skill: str, level: str) -> Text:
    label = Text(SKILLS[skill].label)
    return Text("%(skill)s (Master)", skill=label) if level == MASTER else label

"""A hero: what it has, where it stands, what becomes of it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from companion.games.tales.facts import BASICS, SKILLS, STATUSES, events as ev
from companion.games.tales.facts.events import HeroEvent
from companion.games.tales.facts.wealth import RANK
from companion.language.texts import Text
from companion.table.log import changed

PLACES = {
    "baghdad": Text("Baghdad"),
    "city": Text("City"),
    "other": Text("Other space"),
    "power": Text("Place of Power"),
}
"""The kinds of spaces."""
MARKERS = {
    "origin": Text("Origin"),
    "destination": Text("Destination"),
    "quest": Text("Quest"),
    "quest_2": Text("Quest 2"),
    "quest_3": Text("Quest 3"),
}
"""The markers of a hero, three of them for quests."""
BAGHDAD = ("Baghdad", "Bagdad")
"""How people write it, in either language."""
GENDERS = {"woman": Text("Woman"), "man": Text("Man")}
MOST_POINTS, MOST_THINGS, MOST_NUMBER, MOST_TURNS, LONGEST = 99, 30, 9_999, 10_000, 240
"""How much there can be of anything, however long people play; names are counted in code points."""


@dataclass(frozen=True)
class Place:
    """Where a hero stands: a key of PLACES, the number in the icon of the space, and its name if anybody gave it."""

    kind: str = "baghdad"
    number: int = 0
    name: str = ""


@dataclass(frozen=True)
class Hero:
    """One hero; the defaults are those of the rules' Setup."""

    name: str = ""
    gender: str = ""
    destiny: int = 0
    story: int = 0
    wealth: str = BASICS.start
    skills: dict[str, str] = field(default_factory=dict)  # skill: talent or master
    statuses: dict[str, int] = field(default_factory=dict)  # status: the destiny with which it was gained
    since: dict[str, int] = field(default_factory=dict)  # status: the story with which it was gained
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)  # status: the skills it holds
    master: int | None = None  # whom it serves
    treasures: tuple[str, ...] = ()
    cards: dict[str, int] = field(default_factory=dict)  # city card: in which of its own turns it was kept
    quest: str = ""
    quest_turn: int | None = None  # in which of its own turns it was got, None before the first
    markers: dict[str, str] = field(default_factory=dict)  # key of MARKERS: where it lies
    tied: dict[str, tuple[str, ...]] = field(default_factory=dict)  # marker: the statuses whose home it marks
    rewards: tuple[int, ...] = ()
    place: Place = Place()
    turns: int = 0
    deaths: int = 0
    died: int | None = None  # in which of its own turns, the last time
    suffered: int = 0  # how many statuses were gained
    highest: str = BASICS.start


def same_space(one: Place, other: Place) -> bool:
    """Say whether two places are one space, as far as anybody has said what they are called."""
    named = bool(one.name and other.name)
    same_name = not named or one.name.casefold() == other.name.casefold()
    return (one.kind, one.number) == (other.kind, other.number) and same_name


def is_of_city(card: str, city: str) -> bool:
    """Say whether a kept city card is of a city: its words hold the city's name."""
    name = re.escape(city.casefold())
    return bool(city) and re.search(rf"(?<!\w){name}(?!\w)", card.casefold()) is not None


def is_for(card: str, place: Place) -> bool | None:
    """Say whether a kept city card is for a place; None if nobody has said which city that is."""
    names = (*BAGHDAD, place.name) if place.kind == "baghdad" else (place.name,)
    return any(is_of_city(card, name) for name in names) if any(names) else None


def homes(hero: Hero) -> dict[str, str]:
    """Map the statuses that need a home to where it is, "" as long as nobody has said (FAQ, Origin markers)."""
    where = {id: hero.markers.get(marker, "") for marker, ids in hero.tied.items() for id in ids}
    return {id: where.get(id, "") for id in hero.statuses if STATUSES[id].marker}


def held_skills(hero: Hero) -> frozenset[str]:
    """List the skills that statuses hold; they count neither for use nor for the tie."""
    return frozenset(skill for skills in hero.held.values() for skill in skills)


def usable(hero: Hero) -> dict[str, str]:
    """List the skills that a hero can use, with their levels."""
    held = held_skills(hero)
    return {skill: level for skill, level in hero.skills.items() if skill not in held}


def after(hero: Hero, event: HeroEvent) -> Hero:  # noqa: C901 - one case an event
    """Find what becomes of a hero."""
    match event:
        case ev.PointsChanged(_, destiny, story):
            return changed(hero, destiny=hero.destiny + destiny, story=hero.story + story)
        case ev.WealthChanged(_, level):
            return changed(hero, wealth=level, highest=max(level, hero.highest, key=lambda one: RANK.get(one, 0)))
        case ev.SkillTrained(_, skill, level):
            rest = {one: at for one, at in hero.skills.items() if one != skill or level}
            return changed(hero, skills=rest | ({skill: level} if level else {}))
        case ev.StatusGained(_, status, destiny, story):
            since = hero.since | {status: story} if story else hero.since
            return changed(hero, statuses=hero.statuses | {status: destiny}, since=since, suffered=hero.suffered + 1)
        case ev.StatusLost(_, status):
            left, since = (
                {one: at for one, at in kept.items() if one != status} for kept in (hero.statuses, hero.since)
            )
            return changed(hero, statuses=left, since=since)
        case ev.MasterNamed(_, master):
            return changed(hero, master=master)
        case ev.SkillsHeld(_, status, skills):
            return changed(hero, held=hero.held | {status: skills})
        case ev.SkillsReleased(_, status, _):
            return changed(hero, held={one: skills for one, skills in hero.held.items() if one != status})
        case ev.RewardTaken(_, story):
            return changed(hero, rewards=(*hero.rewards, story))
        case ev.HeroDied():
            return _reborn(hero)
        case ev.MarkerPlaced(_, marker, place, tied):
            homes = hero.tied | {marker: tied} if tied or marker in hero.tied else hero.tied
            return changed(hero, markers=hero.markers | {marker: place}, tied=homes)
        case ev.MarkerRemoved(_, marker):
            return changed(hero, markers={one: place for one, place in hero.markers.items() if one != marker})
        case ev.CityCardKept(_, card):
            return changed(hero, cards=hero.cards | {card: hero.turns})
        case ev.CityCardPlayed(_, card):
            return changed(hero, cards={one: turn for one, turn in hero.cards.items() if one != card})
        case ev.QuestGot(_, quest):
            return changed(hero, quest=quest, quest_turn=hero.turns)
        case ev.QuestEnded():
            return changed(
                hero, quest="", markers={m: at for m, at in hero.markers.items() if not m.startswith("quest")}
            )
        case ev.GenderSet(_, gender):
            return changed(hero, gender=gender)
        case ev.TreasureGained(_, treasure):
            return changed(hero, treasures=(*hero.treasures, treasure))
        case ev.TreasureLost(_, treasure) | ev.TreasureSold(_, treasure):
            return changed(hero, treasures=without(hero.treasures, treasure))


def _reborn(hero: Hero) -> Hero:
    """Begin again in Baghdad: skills, points, quest and city cards are kept, held skills are free (rules, Death)."""
    new = changed(hero, wealth=BASICS.start, place=Place(), deaths=hero.deaths + 1, died=hero.turns)
    return changed(new, statuses={}, since={}, held={}, master=None, tied={}, treasures=(), markers={})


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """Take one of some things away."""
    if thing not in things:
        return things
    place = things.index(thing)
    return (*things[:place], *things[place + 1 :])


def could_be(hero: Hero) -> bool:
    """Say whether a hero is possible."""
    words = (hero.name, hero.quest, hero.place.name, *hero.treasures, *hero.cards, *hero.markers.values())
    return (
        0 <= hero.destiny <= MOST_POINTS
        and 0 <= hero.story <= MOST_POINTS
        and hero.wealth in RANK
        and hero.highest in RANK
        and {*hero.skills}.issubset(SKILLS)
        and {*hero.skills.values()}.issubset({"talent", "master"})
        and {*hero.statuses}.issubset(STATUSES)
        and {*hero.held, *hero.since}.issubset(hero.statuses)
        and {*hero.tied}.issubset(MARKERS)
        and {*hero.markers}.issubset(MARKERS)
        and hero.place.kind in PLACES
        and 0 <= hero.place.number <= MOST_NUMBER
        and hero.gender in ("", *GENDERS)
        and max(len(hero.treasures), len(hero.cards), len(hero.rewards)) <= MOST_THINGS
        and all(len(word) <= LONGEST for word in words)
        and 0 <= hero.turns <= MOST_TURNS
        and 0 <= hero.deaths <= MOST_TURNS
    )

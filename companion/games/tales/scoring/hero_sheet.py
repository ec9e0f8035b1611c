"""What pages show of a hero, ready to be drawn once for all phones: nothing in it is secret. Pure."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.tales.facts import LEVELS, SKILLS, STATUSES
from companion.games.tales.facts.hero import MASTER
from companion.games.tales.state.heroes import MARKERS, PLACES, Hero, Place, held_skills, usable
from companion.language.texts import Text, listed


class Sheet(NamedTuple):
    """A hero as all see it."""

    level: str
    label: str
    destiny: int
    story: int
    place: Place
    space: Text
    skills: tuple[tuple[str, bool, bool], ...]  # what it is called, whether it is at Master, whether it is held
    statuses: tuple[str, ...]
    treasures: tuple[str, ...]
    cards: tuple[str, ...]
    quest: str
    markers: tuple[tuple[Text, str], ...]


def sheet(hero: Hero) -> Sheet:
    """Write down what all see of a hero."""
    held = held_skills(hero)
    return Sheet(
        hero.wealth,
        LEVELS[hero.wealth].label,
        hero.destiny,
        hero.story,
        hero.place,
        PLACES[hero.place.kind],
        tuple((SKILLS[id].label, level == MASTER, id in held) for id, level in hero.skills.items()),
        tuple(STATUSES[id].label for id in hero.statuses),
        hero.treasures,
        (*hero.cards,),
        hero.quest,
        tuple((_of_marker(hero, marker), place) for marker, place in hero.markers.items()),
    )


def _of_marker(hero: Hero, marker: str) -> Text:
    """Say what a marker is, and of which statuses it is the home."""
    of = [Text(STATUSES[id].label) for id in hero.tied.get(marker, ()) if id in hero.statuses]
    return (
        Text("%(marker)s, home (%(statuses)s)", marker=MARKERS[marker], statuses=listed(of)) if of else MARKERS[marker]
    )


def serves(hero: Hero) -> bool:
    """Say whether a hero has a master, perhaps one who is still to be named."""
    return any(STATUSES[id].serves for id in hero.statuses)


def headings(hero: Hero, master: str = "") -> tuple[tuple[str, bool], ...]:
    """List the headings that a reader reads out for a hero, its treasures besides, and which of them are Masters.

    Of a `master` that led straight to the paragraph it is the only one (rules, Master skills).
    """
    if master in SKILLS:
        return ((SKILLS[master].label, True),)
    skills = [(SKILLS[id].label, level == MASTER) for id, level in usable(hero).items()]
    return (*skills, *((STATUSES[id].label, False) for id in hero.statuses))

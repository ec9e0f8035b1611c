"""The encounter: the row of the chart, the paragraphs of a number, and which of its sections one may choose. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from companion.games.tales.facts import BASICS

FACES = range(1, 7)
"""The faces of a die."""


class Section(NamedTuple):
    """A section of a paragraph: the skills, statuses and treasures that open it, and whether it must be chosen."""

    headings: frozenset[str]
    mandatory: bool = False


class Choice(NamedTuple):
    """Which sections of a paragraph a hero may choose, by their places, and whether No Skill is one of the choices."""

    sections: tuple[int, ...]
    none: bool


def bonus(destiny: int) -> int:
    """Compute what destiny adds on a chart (rules, Discover who or what you have encountered)."""
    return 2 if destiny >= 5 else 1 if destiny >= 3 else 0


def chart_row(die: int, space: int, destiny: int) -> int:
    """Find the row of a chart from the die, the number in the space's icon, 0 for none, and destiny.

    Raise ValueError for numbers that cannot be.
    """
    if die not in FACES or space < 0 or destiny < 0:
        raise ValueError(f"no roll: die {die}, space {space}, destiny {destiny}")
    return min(die + space + bonus(destiny), BASICS.charts)


def paragraphs(number: int) -> tuple[int, int, int]:
    """List the paragraphs that a matrix number leads to, by minus, blank and plus (rules, Determine your destiny).

    Raise ValueError for a number under 2.
    """
    if number < 2:
        raise ValueError(f"no number of a matrix: {number}")
    return number - 1, number, number + 1


def open_sections(sections: Sequence[Section], own: Collection[str]) -> Choice:
    """Find the sections that a hero may choose: those headed by something it has, mandatory ones before all others.

    Of several mandatory ones one is chosen: our reading (rules, Skills).
    """
    mine = [place for place, section in enumerate(sections) if not section.headings.isdisjoint(own)]
    must = tuple(place for place in mine if sections[place].mandatory)
    return Choice(must or tuple(mine), none=not must)

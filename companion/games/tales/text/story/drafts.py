"""What a story is made of: turns with what is told of them, first as drafts, then as paragraphs of beats. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.games.tales.facts import BASICS
from companion.games.tales.state.heroes import Place

ORDER = {
    kind: place
    for place, kinds in enumerate(
        (
            "opening cast sworn joined undecided",
            "stayed stayed_jailed arrived by_land by_sea by_both borne borne_by carried",
            "noon night",
            "met met_character met_terrain met_streets met_jailed met_city met_power card_played",
            "master",
            "quest_done quest_done_named sold",
            "treasure taken treasure_lost",
            "learned mastered unlearned",
            "richer poorer less_poor less_rich",
            "freed bereft",
            "struck favoured vowed",
            "serves free",
            "both_up destiny_up story_up destiny_down story_down both_down outlived",
            "died",
            "line_own line_other",
            "card_kept gift home gate quest_lost quest_new mark",
            "declared declared_alone quiet hushed",
        )
    )
    for kind in kinds.split()
}
"""In which order an adventure is told, whatever the order in which an award was applied."""
WENT, MET, END = ORDER["by_land"], ORDER["met"], len(ORDER)


class Beat(NamedTuple):
    """One thing to tell of a hero: its kind, what fills its sentence, and in which of the ways it is said."""

    kind: str
    seat: int
    gender: str = ""
    values: tuple[tuple[str, Any], ...] = ()
    way: int = 0
    clause: int = 0  # which clause of a status


class Paragraph(NamedTuple):
    """A turn as a paragraph: its number, 0 at the beginning and the end; whose it was; when; what is told of it."""

    number: int
    seat: int
    at: float
    beats: tuple[Beat, ...]
    book: tuple[int, ...] = ()  # the paragraphs of the Book that were read


@dataclass(eq=False)
class Draft:
    """A beat that a later event may cancel."""

    kind: str
    seat: int
    gender: str
    seed: tuple[int, int]
    values: dict[str, Any]
    part: int  # of its turn: which adventure


@dataclass
class Turn:
    """A turn as it is being read: its beats, and by part of it and seat what points and wealth came to."""

    number: int
    seat: int
    at: float
    drafts: list[Draft] = field(default_factory=list)
    lines: dict[int, Draft] = field(default_factory=dict)
    book: dict[int, int] = field(default_factory=dict)
    part: int = 0
    ended: bool = False


@dataclass
class Known:
    """What the reading has to remember of a hero."""

    gender: str = ""
    quest: str = ""
    wealth: str = BASICS.start
    skills: dict[str, str] = field(default_factory=dict)
    treasures: list[str] = field(default_factory=list)
    jailed: bool = False
    changed: bool = False  # by Sex-Changed: no pronoun is sure
    place: Place = field(default_factory=Place)

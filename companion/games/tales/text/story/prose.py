"""The prose: says the beats of a story in a language, with names and pronouns as its grammar wants them. Pure.

The sentences of each language are in a file of their own, en.toml and de.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.tales.facts import SKILLS, STATUSES

if TYPE_CHECKING:
    from companion.games.tales.text.story.drafts import Beat, Paragraph

TOKEN = re.compile(r"\{(\w+)\}")
AFTER = re.compile(r"(\. \{)(\w)")
"""The first letter of a token that begins another sentence."""
GOOD = frozenset(
    [
        "beloved",
        "blessed",
        "determined",
        "love_struck",
        "married",
        "on_pilgrimage",
        "respected",
        "robe_of_honor",
        "sultan",
        "vizier",
    ]
)
"""The statuses that one is glad of; of the others one is glad to be rid."""
OF_STATUSES = ("struck", "favoured", "freed", "bereft")
"""The kinds of beats whose sentences hold a clause of a status."""
CLAUSES = 2
"""How many clauses a status has for how it comes, and as many for how it goes."""
INNER, STRAIGHT = str.maketrans("„“”", "‚‘’"), re.compile(r'"([^"]+)"')
"""How quotation marks are written within others, in either language; and those that know no language."""
PRONOUNS = 3
"""How often in a row a hero is told of without its name."""
HISSED = re.compile(r"(s|ß|x|z|ce)$", re.IGNORECASE)
"""How names end to which German adds no s."""
OF_NAMES = frozenset(["whose", "sein", "seinen", "seinem"])
"""The tokens for which a name stands in the genitive."""


class Language(NamedTuple):
    """The prose of a language as its file has it, and what says the words that all pages share."""

    ways: Mapping[str, Sequence[str]]
    statuses: Mapping[str, Sequence[str]]
    words: Mapping[str, Any]
    pronouns: Mapping[str, Mapping[str, str]]
    levels: Mapping[str, str]
    places: Mapping[str, Sequence[str]]


@lru_cache(4)
def prose(language: str) -> Language:
    """Read the prose of a language, once."""
    path = Path(__file__).with_name(f"{language}.toml")
    return Language(**tomllib.loads(path.read_text(encoding="utf-8")))


def counts() -> dict[str, int]:
    """Count the ways in which each kind of beat is said, in every language."""
    return {kind: len(ways) for kind, ways in prose("en").ways.items()}


def said(paragraph: Paragraph, names: Sequence[str], language: str, label: Callable[[str], str]) -> str:
    """Tell a paragraph; `names` are those of the heroes by seat, and `label` says the name of a fact."""
    teller = Teller(prose(language), names, label)
    return " ".join(teller.say(beat) for beat in paragraph.beats)


def title(language: str, names: Sequence[str]) -> str:
    """List the names of the heroes in one line, as on a cover."""
    return Teller(prose(language), names, str).joined(names)


class Teller:
    """Tells one sentence after the other, and knows of whom the last one was."""

    def __init__(self, language: Language, names: Sequence[str], label: Callable[[str], str]) -> None:
        self.prose, self.names, self.label = language, names, label
        self.about, self.pronouns = -1, 0

    def say(self, beat: Beat) -> str:
        """Say one beat."""
        values, way = dict(beat.values), self.prose.ways[beat.kind][beat.way]
        if beat.kind in OF_STATUSES:
            going = CLAUSES * (beat.kind in ("freed", "bereft"))
            clause = self.prose.statuses[values["status"]][going + beat.clause]
            way = way.replace("{clause}", clause).replace("{Clause}", _capital(clause))
        parts = TOKEN.split(AFTER.sub(lambda match: match[1] + _first(match[2]), way))
        filled = [self._fill(part, beat, values) if place % 2 else part for place, part in enumerate(parts)]
        if {"line", "other", "names", "name"} & values.keys():
            self.about = -1  # others were spoken of
        sentence = "".join(filled)
        return sentence if sentence.startswith(tuple(self.names)) else _first(sentence)  # a name is as it is written

    def _fill(self, token: str, beat: Beat, values: Mapping[str, Any]) -> str:  # noqa: C901 - one case a token
        match value := token[0].lower() + token[1:]:
            case "names":
                return self.joined([self.names[seat] for seat in values["names"]])
            case "name" | "other":
                return str(self.names[values[value]])
            case "to" | "at":
                kind, name = values["place"]
                return self._place(kind, name, beat.way, at=value == "at")
            case "places":
                return self.joined(values["places"])
            case "skills":
                return self.joined([self.label(SKILLS[skill].label) for skill in values["skills"]])
            case "skill":
                return self.joined([self.label(SKILLS[values["skill"]].label)])
            case "level" | "before":
                return self.prose.levels.get(values[value], "")
            case "quest" | "treasure":
                return str(self.prose.words["quote"] % values[value])
            case "more" | "less":
                what, more, less = values["counted"]
                return self._count(what, more, less, value)
            case "mark":
                return self.label(STATUSES[values["mark"]].label)
            case "line":
                return STRAIGHT.sub(self.prose.words["inner"], str(values["line"]).translate(INNER))
            case "card":
                return str(values["card"])
        return self._hero(token, beat)

    def _hero(self, token: str, beat: Beat) -> str:
        """Name the hero, or say a pronoun where it is plain who is meant."""
        if self.about == beat.seat and beat.gender in self.prose.pronouns and self.pronouns < PRONOUNS:
            self.pronouns += 1
            pronoun = self.prose.pronouns[beat.gender][token.lower()]
            return pronoun if token.islower() else _first(pronoun)
        self.about, self.pronouns = beat.seat, 0
        name = self.names[beat.seat]
        return self._genitive(name) if token.lower() in OF_NAMES else name

    def _genitive(self, name: str) -> str:
        return str(self.prose.words["own_hissed" if HISSED.search(name) else "own"] % name)

    def joined(self, things: Sequence[str]) -> str:
        """Join words as a language does."""
        *first, last = things or ("",)
        return str(self.prose.words["comma"].join(first) + self.prose.words["and"] + last if first else last)

    def _place(self, kind: str, name: str, way: int, *, at: bool) -> str:
        """Say where somebody goes, or is; of what has no name there are several ways to speak."""
        if kind != "baghdad" and name:
            named = self.prose.places[f"named_{kind}"][at]
            return named % (re.sub(r"^[Tt]he ", "", name) if "the %s" in named else name)
        said = self.prose.places[kind]
        return said[2 * (way % (len(said) // 2)) + at]

    def _count(self, what: str, more: int, less: int, token: str) -> str:
        """Say how many of something somebody had more, and how many the other; what it is only once."""
        numbers, fewer = self.prose.words["numbers"], self.prose.words[f"less_{what}"]
        said = [numbers[count] if count < len(numbers) else str(count) for count in (more, less)]
        one, many = self.prose.words[what]
        if token == "less":
            return str(fewer[less] if less < len(fewer) else said[1])
        return str(one if more == 1 else many % said[0])


def _capital(text: str) -> str:
    """Begin a clause with a capital letter; a token that begins it will be filled so."""
    if match := TOKEN.match(text):
        return "{" + _first(match[1]) + "}" + text[match.end() :]
    return _first(text)


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]

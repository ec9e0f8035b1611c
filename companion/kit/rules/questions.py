"""Questions as people ask them at the table, and their answers: questions.toml beside a game's rules. Pure.

Each has an `id`, the `section` of the rules that it belongs to, its `certainty`, ids of others `near` it, and in every
language how one would `ask` it, what we `say`, and phrases by which it is `also` found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from companion.files.safe_readers import in_turn
from companion.kit.rules.search import Entry, Index, Speech
from companion.language.texts import Text

Certainty = Literal["printed", "reported", "reconstructed", "reading", "app"]
CERTAINTIES: Mapping[str, Text] = {
    "printed": Text("printed in the rules"),
    "reported": Text("reported, not printed"),
    "reconstructed": Text("our reconstruction"),
    "reading": Text("our reading: the text leaves it open"),
    "app": Text("how this app does it"),
}
"""How sure an answer is, in words."""
QUESTION = re.compile(r"^(?=\[\[questions\]\]$)", re.MULTILINE)
"""Where a question begins in a file."""


@dataclass(frozen=True, kw_only=True)
class Wording:
    """A question in one language."""

    ask: str
    say: str
    also: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question in all languages."""

    id: str
    section: str
    certainty: Certainty
    words: Mapping[str, Wording]
    near: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.certainty not in get_args(Certainty):
            raise ValueError(f"certainty {self.certainty!r} of {self.id} is none of {get_args(Certainty)}")


@dataclass(frozen=True)
class Answer:
    """A question in the reader's language, with its answer."""

    id: str
    section: str
    ask: str
    say: str
    sure: Text
    near: tuple[str, ...]


def read_questions(text: str, languages: Iterable[str]) -> tuple[list[Question], Mapping[str, list[str]]]:
    """Read questions.toml: the questions, and by language the words that mean the same in this game.

    Others have their turn meanwhile: whole it took 30 ms.
    """
    parts = [tomllib.loads(part) for part in in_turn(QUESTION.split(text))]
    same = {language: words for part in parts for language, words in part.get("same", {}).items()}
    return [_question(row, languages) for part in parts for row in part.get("questions", ())], same


def _question(row: dict[str, Any], languages: Iterable[str]) -> Question:
    words = {language: _wording(row.pop(language)) for language in languages}
    return Question(words=words, **row | {"near": tuple(row.get("near", ()))})


def _wording(row: dict[str, Any]) -> Wording:
    return Wording(**row | {"also": tuple(row.get("also", ()))})


class Answers:
    """The questions of a game in one language, with their answers."""

    def __init__(self, questions: Iterable[Question], language: str, speech: Speech) -> None:
        """Put questions into a language."""
        self.by_id = {one.id: _answer(one, one.words[language]) for one in questions}
        self.also = {one.id: one.words[language].also for one in questions}
        self.speech = speech

    def find(self, query: str) -> list[Answer]:
        """List the answers to what a query asks, the best first."""
        return [self.by_id[one.id] for one in self.index.find(query)]

    @cached_property
    def index(self) -> Index:
        """The questions, made to be found at the first search."""
        entries = [Entry(id, (one.ask, *self.also[id]), one.say) for id, one in self.by_id.items()]
        return Index(entries, self.speech, weight=0.3)

    def near(self, one: Answer) -> list[Answer]:
        """List the neighbours of an answer."""
        return [self.by_id[id] for id in one.near]

    def about(self, section: str) -> list[Answer]:
        """List the answers that belong to a section of the rules."""
        return [one for one in self.by_id.values() if one.section == section]


def _answer(one: Question, said: Wording) -> Answer:
    sure = CERTAINTIES[one.certainty]
    return Answer(one.id, one.section, said.ask, said.say, sure, one.near)

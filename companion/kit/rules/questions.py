"""Questions as people ask them at the table, and their answers: questions.toml beside a game's rules. Pure.

Each has an `id`, the `section` of the rules that it belongs to, its `certainty`, ids of others `near` it, and in every
language how one would `ask` it, what we `say`, and phrases by which it is `also` found. What people say in the heat of
a game is in spoken.toml beside it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from companion.files.safe_readers import in_turn
from companion.kit.rules.search import Entry, Speech
from companion.kit.rules.situations import Situations, pack
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
NOTHING: Mapping[str, Mapping[str, Sequence[str]]] = MappingProxyType({})
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


def spoken(texts: Path) -> dict[str, dict[str, list[str]]]:
    """Read what people say in the heat of a game, by question and language; only who packs a table needs it."""
    said = texts / "spoken.toml"
    return tomllib.loads(said.read_text(encoding="utf-8")) if said.exists() else {}


def _question(row: dict[str, Any], languages: Iterable[str]) -> Question:
    words = {language: _wording(row.pop(language)) for language in languages}
    return Question(words=words, **row | {"near": tuple(row.get("near", ()))})


def _wording(row: dict[str, Any]) -> Wording:
    return Wording(**row | {"also": tuple(row.get("also", ()))})


class Answers:
    """The questions of a game in one language, with their answers."""

    def __init__(
        self,
        questions: Iterable[Question],
        language: str,
        speech: Speech,
        spoken: Mapping[str, Mapping[str, Sequence[str]]] = NOTHING,
        packed: bytes = b"",
    ) -> None:
        """Put questions into a language; without the table that `make assets` has `packed` it is packed here."""
        self.by_id = {one.id: _answer(one, one.words[language]) for one in questions}
        self.also = {one.id: one.words[language].also for one in questions}
        self.spoken = {id: tuple(said.get(language, ())) for id, said in spoken.items()}
        self.speech, self.packed = speech, packed

    def find(self, query: str) -> list[Answer]:
        """List the answers to what a query asks, the best first."""
        return [self.by_id[one.id] for one in self.index.find(query)]

    def look_up(self, query: str) -> tuple[list[Answer], float]:
        """List the answers to a query, the best first, and say how sure it is that the first is meant."""
        found = self.index.find(query)
        return [self.by_id[one.id] for one in found], self.index.confidence(query, found)

    @cached_property
    def index(self) -> Situations:
        """The questions, made to be found."""
        return Situations(tuple(self.by_id), self.packed or self.pack(), self.speech)

    def pack(self) -> bytes:
        """Pack the table by which the questions are found."""
        ids = self.by_id.items()
        entries = (Entry(id, (one.ask, *self.also[id], *self.spoken.get(id, ())), one.say) for id, one in ids)
        return pack(entries, self.speech)

    def near(self, one: Answer) -> list[Answer]:
        """List the neighbours of an answer."""
        return [self.by_id[id] for id in one.near]

    def about(self, section: str) -> list[Answer]:
        """List the answers that belong to a section of the rules."""
        return [one for one in self.by_id.values() if one.section == section]


def _answer(one: Question, said: Wording) -> Answer:
    sure = CERTAINTIES[one.certainty]
    return Answer(one.id, one.section, said.ask, said.say, sure, one.near)

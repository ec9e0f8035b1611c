"""Find texts by what people type: in any order and form, with synonyms, unfinished, or with one letter wrong. Pure.

A `Speech` knows the words of one language, an `Index` the entries that can be found. All is bounded: however long a
query is, `MOST_WORDS` of its words are looked up.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any

from companion.files.safe_readers import in_turn

WORD = re.compile(r"[^\W_]+")
MOST_WORDS, LONGEST_WORD, MOST_LETTERS = 16, 30, 300
"""How much of a query is read."""
SYNONYM, BEGINNING, WRONG_LETTER, PART = 0.85, 0.6, 0.5, 0.35
"""How much a word counts that is another than the one typed; the very one, in any form, counts 1, a guess less."""
LONGEST_ENDING = 3
"""With how many more letters a word may be another form of a known one: the stemmer cuts no "regeneriert"."""
SMALL = 0.15
"""How much a small word as "may" or "how" counts beside others."""
FEWEST, NEAR_BEST = 0.3, 0.5
"""What an entry needs to be found: so much of the query, and so much of what another has of it."""


@dataclass(frozen=True)
class Entry:
    """What can be found: by the phrases it is `asked` by, and by its `text`."""

    id: str
    asked: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class Found:
    """An entry that was found, and how well it fits: 1 if a phrase is the query."""

    id: str
    score: float


@dataclass(frozen=True)
class Speech:
    """The words of a language: how they are stemmed, which mean the same, which are small, and which only fill."""

    stem: Any
    same: Mapping[str, frozenset[str]]
    small: frozenset[str]
    prefixes: tuple[str, ...] = ()
    filling: frozenset[str] = frozenset()

    def read(self, text: str, most: int | None = None) -> list[tuple[str, str]]:
        """List the words of a text, each in small letters without accents, and its stem; "uhm" says nothing."""
        words = WORD.findall(text[: most and MOST_LETTERS].lower())[:most]
        said = [word for word in words if word not in self.filling]
        return [(plain(word), self.stemmed(word[:LONGEST_WORD])) for word in said or words]

    def stemmed(self, word: str) -> str:
        """Cut a word in small letters to its stem."""
        return plain(self.stem(word))

    def parts(self, word: str) -> set[str]:
        """Find what verbs are made of: "abgehauen" has "hau" in it, as "haut ab" has."""
        begin = next((one for one in self.prefixes if word.startswith(one) and len(word) >= len(one) + 4), "")
        rest = word[len(begin) :]
        if self.prefixes and rest.startswith("ge") and len(rest) >= 6:
            return {self.stemmed(rest[2:]), self.stemmed(begin)} - {""}
        return {self.stemmed(rest), self.stemmed(begin)} if begin else set()


def speech(language: str, groups: Iterable[str] = ()) -> Speech:
    """Get the words of a language; each of the `groups` names words that mean the same in one game.

    Others have their turn meanwhile: whole it took 100 ms of a slow processor.
    """
    words, stem = _words()[language], _stem(language)
    same: dict[str, set[str]] = defaultdict(set)
    for group in in_turn((*words["same"], *groups)):
        stems = {plain(stem(word)) for word in group.split()}
        for one in stems:
            same[one] |= stems - {one}
    small = frozenset(plain(stem(word)) for word in words["small"].split())
    prefixes = tuple(sorted(words.get("prefixes", "").split(), key=len, reverse=True))
    filling = frozenset(words["filling"].split())
    return Speech(stem, {one: frozenset(others) for one, others in same.items()}, small, prefixes, filling)


@lru_cache(4)
def _stem(language: str) -> Any:
    """Make what cuts a language's words to their stems, once for all games: their texts have most words in common."""
    import snowballstemmer  # a server loads it when it starts; nobody else needs it

    return lru_cache(8192)(snowballstemmer.stemmer(_words()[language]["stemmer"]).stemWord)


@lru_cache(1)
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


@lru_cache(4096)
def plain(word: str) -> str:
    """Write a word in small letters without accents; one question asks for hundreds, a sixth of its time."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.replace("ß", "ss")) if not unicodedata.combining(c))


class Query:
    """What people typed: how much each word matters, and the known stems it may mean, with how much they count."""

    def __init__(self, words: Sequence[tuple[float, Mapping[str, float]]]) -> None:
        """Keep the words, and all stems that any of them may mean."""
        self.words = words
        self.whole = sum(worth for worth, _ in words)
        self.stems = frozenset(stem for _, may in words for stem in may)

    def covered(self, stems: frozenset[str]) -> float:
        """Compute how much of the words `stems` have: 1 if all."""
        here = self.stems & stems
        if not here:
            return 0
        much = (worth * max(map(may.__getitem__, may.keys() & here), default=0) for worth, may in self.words)
        return sum(much) / self.whole


class Index:
    """Entries in one language, found by what people type."""

    def __init__(self, entries: Sequence[Entry], speech: Speech, *, weight: float) -> None:
        """Read all entries, a few at a time; `weight` says how much their texts count beside the phrases for them."""
        self.speech, self.weight = speech, weight
        self.entries = [self._read(entry) for entry in in_turn(entries)]
        count = Counter(stem for _, _, stems in self.entries for stem in stems)
        self.worth = {stem: self._worth(stem, much) for stem, much in count.items()}

    def _read(self, entry: Entry) -> tuple[str, list[frozenset[str]], frozenset[str]]:
        """Find the stems of an entry: those of each phrase, and all that it has."""
        phrases = [self._stems(phrase) for phrase in entry.asked]
        return entry.id, phrases, self._stems(entry.text).union(*phrases)

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(stem for _, stem in self.speech.read(text))

    def _worth(self, stem: str, count: int) -> float:
        return log(1 + len(self.entries) / count) * (SMALL if stem in self.speech.small else 1)

    def find(self, query: str) -> list[Found]:
        """List the entries that a query means, the best first."""
        meant = self.meant(query)
        covered = [(id, phrases, meant.covered(stems)) for id, phrases, stems in self.entries]
        least = max(FEWEST, NEAR_BEST * max((much for _, _, much in covered), default=0))
        found = [
            Found(id, max((self._fit(phrase, meant) for phrase in phrases), default=0) + self.weight * much)
            for id, phrases, much in covered
            if much >= least
        ]
        return sorted(found, key=lambda one: -one.score)

    def _fit(self, phrase: frozenset[str], query: Query) -> float:
        """Compute how well a phrase fits: how much of the query stands in it, and how much of it in the query."""
        covered = query.covered(phrase)
        if not covered:
            return 0
        mine = sum(map(self.worth.__getitem__, phrase & query.stems)) / sum(map(self.worth.__getitem__, phrase))
        return covered * (0.6 + 0.4 * mine)

    def stems(self, query: str) -> frozenset[str]:
        """List the stems that the words of a query may mean, small words left out: what a text can mark."""
        return self.meant(query).stems - self.speech.small

    def meant(self, query: str) -> Query:
        """Work out what a query means."""
        words = list(dict.fromkeys(self.speech.read(query, MOST_WORDS)))
        meant = [(stem, self._meant(word, stem, last=at == len(words))) for at, (word, stem) in enumerate(words, 1)]
        return Query([(self._matters(stem, may), may) for stem, may in meant])

    def _matters(self, stem: str, may: Mapping[str, float]) -> float:
        if stem in self.speech.small:
            return SMALL
        known = [self.worth[one] * may[one] for one in ({stem} & self.worth.keys() or may)]
        return max(known, default=SMALL)

    def _meant(self, word: str, stem: str, *, last: bool) -> dict[str, float]:
        may = {one: SYNONYM for one in self.speech.same.get(stem, ()) if one in self.worth}
        if stem in self.worth:
            may[stem] = 1.0
        if stem in self.speech.small:
            return may
        if len(word) >= 3 and (last or not may):  # it may be unfinished
            may |= {one: BEGINNING for one in self.worth if one.startswith(word) and one not in may}
        if stem not in self.worth and len(word) >= 4:
            guessed = {one: much for one in self.worth if one not in may and (much := _likeness(word, stem, one))}
            slips = [one for one in self.speech.same if one_off(stem, one) or one_off(word, one)]
            same = {other for one in slips for other in self.speech.same.get(one, ())} & self.worth.keys()
            may = dict.fromkeys(same, WRONG_LETTER * SYNONYM) | may | guessed
        return may


def _likeness(word: str, stem: str, known: str) -> float:
    """Say how much a known stem counts for a word of which no form is known."""
    if len(known) >= 5 and word.startswith(known) and len(word) <= len(known) + LONGEST_ENDING:
        return BEGINNING
    if len(known) >= 4 and (known in word or stem in known):
        return PART
    return WRONG_LETTER if one_off(stem, known) or one_off(word, known) else 0


def one_off(one: str, other: str) -> bool:
    """Say whether one letter is wrong, missing or too much, or two neighbours are swapped."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < 3:
        return False
    if one[0] != other[0] and one[-1] != other[-1]:  # most are told apart by this
        return False
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[at:], other[at:]
    return (
        rest[1:] == others[1:]
        or rest[1:] == others
        or rest == others[1:]
        or (rest[1::-1] == others[:2] and rest[2:] == others[2:])
    )

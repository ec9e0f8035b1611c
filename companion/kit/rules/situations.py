"""Find the question that somebody means in the heat of a game, by words, neighbours and pieces of words. Pure.

Each question is one list of features: the stems of all phrases for it, each two stems in a row or nearly so, and each
four letters in a row. The best one is that whose phrases make it the likeliest to say what was typed: query likelihood
with Dirichlet smoothing (Zhai and Lafferty 2001). Measured on 22,000 questions of other writers than those it had
learned from, it had as many right answers among the first three as the cosine of tf-idf weights, and more of them
first; the more phrases there are, the more so.

Small words count, too: leaving them out cost 8 of 100, and "who can I" says as much as "attack". A table of all is
packed ahead by `make assets`: made at start it took 200 ms.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp, log, sqrt
from zlib import crc32

from companion.files.safe_readers import in_turn
from companion.kit.rules.search import MOST_WORDS, Entry, Speech, one_off

LETTERS, MOST_READ = 4, 2 * MOST_WORDS
WHOLE, WORD, SYNONYM, PIECE, SLIP, TEXT = 8.0, 3.0, 0.35, 1.0, 1.8, 0.6
"""How much count: the whole phrase, a word, another of its meaning, part of it, a slip put right, and our answer."""
PAIR, APART = 1.5, 0.5
"""How much two words in a row count, and two with one between them: "can (he) block"."""
SMOOTHED = 0.6
"""How much of what is said of all questions is mixed with each one's own phrases, beside the phrases of one of them."""
UNKNOWN = 0.6
"""How much a feature that no question has counts beside the rarest."""
CALM, SHORT = 0.1, 5.0
"""By how much likelihood a feature one question must be ahead to be e times as likely; as if a query had so many more.

Calibrated on questions that the index never saw: features depend on each other, so all of it would be far too much.
"""
SURE = 0.86
"""How sure it must be to be shown as the answer: the chance that the first is meant, times the root of its share of the
words: of "after gnorf" it had only the "after".

Calibrated on questions that the index never saw: at most 3 of 100 are then answered wrongly, half of all at once.
"""
FINE, MILLION, HEAD = 255, 1_000_000, 20
"""In a packed table: the steps of a weight, those of a number with a fraction, and the bytes that say its sizes."""


@dataclass(frozen=True)
class Guess:
    """A question that may be meant, and its score: the logarithm of how much likelier it makes each feature typed."""

    id: str
    score: float


def features(text: str, speech: Speech, most: int | None = None) -> defaultdict[str, float]:
    """Count what a text is found by."""
    count: defaultdict[str, float] = defaultdict(float)
    words = speech.read(text, most)
    for word, stem in words:
        count[stem] += WORD
        for other in speech.same.get(stem, ()):
            count[other] = max(count[other], SYNONYM)
        for part in speech.parts(word):
            count[part] = max(count[part], PIECE)
        for piece in pieces(word):
            count[piece] += 1
    for (_, one), (_, other) in pairwise(words):
        count[f"{one} {other}"] += PAIR
    for (_, one), (_, other) in zip(words, words[2:], strict=False):
        count[f"{one} {other}"] += APART
    if words:
        count["=" + " ".join(stem for _, stem in words)] += WHOLE
    return count


def pieces(word: str) -> Iterator[str]:
    """Cut a word, with a mark at either end, into pieces of some letters each."""
    whole = f"_{word}_"
    return (f"-{whole[at : at + LETTERS]}" for at in range(len(whole) - LETTERS + 1))


def pack(entries: Iterable[Entry], speech: Speech) -> bytes:
    """Pack the table of all entries: hashes of features, and which entry has each, how much."""
    said, stems = [], set()
    for entry in in_turn(list(entries)):
        count: defaultdict[str, float] = defaultdict(float)
        for phrase in entry.asked:
            for feature, much in features(phrase, speech).items():
                count[feature] += much
            stems |= {one for _, stem in speech.read(phrase) for one in (stem, *speech.same.get(stem, ()))}
        for feature, much in features(entry.text, speech).items():
            count[feature] += TEXT * much
        said.append(count)
    lengths = [sum(count.values()) for count in said]
    mixed = SMOOTHED * sum(lengths) / (len(lengths) or 1) or 1
    of_all: defaultdict[str, float] = defaultdict(float)
    for count in said:
        for feature, much in count.items():
            of_all[feature] += much
    expected = {feature: mixed * much / sum(lengths) for feature, much in of_all.items()}
    table: dict[int, dict[int, float]] = {crc32(feature.encode()): {} for feature in expected}
    for number, count in enumerate(in_turn(said)):
        for feature, much in count.items():
            table[crc32(feature.encode())][number] = log(1 + much / expected[feature])
    return _packed(table, [log(1 + length / mixed) for length in lengths], sorted(stems))


def _packed(table: Mapping[int, Mapping[int, float]], costs: Sequence[float], stems: Sequence[str]) -> bytes:
    most = max((much for row in table.values() for much in row.values()), default=1)
    keys = sorted(table)
    rows = [[one for one in table[key].items() if round(one[1] / most * FINE)] for key in keys]
    ends, end = array("I"), 0
    for row in rows:
        end += len(row)
        ends.append(end)
    words = " ".join(stems).encode()
    head = array("I", [len(costs), len(keys), end, len(words), round(most * MILLION)])
    cost = array("I", (round(one * MILLION) for one in costs))
    numbers = array("H", (number for row in rows for number, _ in row))
    for each in (head, cost, keys_ := array("I", keys), ends, numbers):
        _little(each)
    much = bytes(round(worth / most * FINE) for row in rows for _, worth in row)
    return b"".join((*map(array.tobytes, (head, cost, keys_, ends, numbers)), much, words))


def _little(numbers: array[int]) -> array[int]:
    """Turn the bytes of numbers round on a machine that has them the other way."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


class Situations:
    """A packed table of questions, found by what people type."""

    def __init__(self, ids: Sequence[str], packed: bytes, speech: Speech) -> None:
        """Unpack a table; `ids` are those of its entries, in their order."""
        self.ids, self.speech = ids, speech
        entries, many, much, letters, most = _numbers("I", packed[:HEAD])
        self.unit = most / MILLION / FINE
        sizes = (4 * entries, 4 * many, 4 * many, 2 * much, much, letters)
        at = [*accumulate(sizes, initial=HEAD)]
        cost, keys, ends, numbers, self.much, stems = (packed[one:end] for one, end in pairwise(at))
        self.costs = [one / MILLION for one in _numbers("I", cost)]
        self.keys, self.ends, self.numbers = _numbers("I", keys), _numbers("I", ends), _numbers("H", numbers)
        self.stems: dict[int, list[str]] = {}  # by their length
        for one in stems.decode().split():
            self.stems.setdefault(len(one), []).append(one)

    def find(self, query: str) -> list[Guess]:
        """List the questions that a query means, the best first: those likelier to be meant than any one by chance."""
        length, scores = 0.0, defaultdict[int, float](float)
        for feature, count in self._meant(query).items():
            row = self._row(feature)
            length += count if row else 0
            for at in row:
                scores[self.numbers[at]] += count * self.much[at] * self.unit
        gained = ((number, score - length * self.costs[number]) for number, score in scores.items())
        found = [Guess(self.ids[number], much / (length + SHORT)) for number, much in gained if much > 0]
        return sorted(found, key=lambda one: -one.score)

    def confidence(self, query: str, found: Sequence[Guess]) -> float:
        """Compute how sure it is that the first is what was meant: `SURE` or more, and it may be said so."""
        if not found:
            return 0
        chance = 1 / sum(exp((one.score - found[0].score) / CALM) for one in found)
        number = self.ids.index(found[0].id)
        words = dict.fromkeys(self.speech.read(query, MOST_READ))
        worth = {stem: self._worth(stem) for _, stem in words}
        has = {stem for word, stem in words if any(self._has(number, one) for one in self._known(word, stem))}
        share = sum(map(worth.__getitem__, has)) / sum(worth.values())
        return chance * sqrt(share)

    def _worth(self, feature: str) -> float:
        """Weigh a feature: the fewer questions have it, the more."""
        many = len(self._row(feature))
        return log(1 + len(self.ids) / many) if many else UNKNOWN * log(1 + len(self.ids))

    def _meant(self, query: str) -> Mapping[str, float]:
        """Count what a query may mean: a word that no question has may be another one mistyped."""
        count = features(query, self.speech, MOST_READ)
        for word, stem in self.speech.read(query, MOST_READ):
            for known in self._known(word, stem):
                if known == stem:
                    continue
                count.pop(stem, None)
                count.pop(f"={stem}", None)  # alone, it would weigh so much that nothing else is alike
                count[known] = max(count[known], SLIP)
                for other in self.speech.same.get(known, ()):
                    count[other] = max(count[other], SLIP / 2)
        return count

    def _known(self, word: str, stem: str) -> list[str]:
        """List the stems that a word may be: its own, or if no question has that those it is a slip away from."""
        if len(word) < LETTERS or self._row(stem):
            return [stem]
        sizes = {len(each) + more for each in (stem, word) for more in (-1, 0, 1)}
        near = (one for size in sorted(sizes) if size >= LETTERS for one in self.stems.get(size, ()))
        return [one for one in in_turn(near) if one_off(stem, one) or one_off(word, one)]

    def _has(self, number: int, stem: str) -> bool:
        return any(self.numbers[at] == number for at in self._row(stem))

    def _row(self, feature: str) -> range:
        """Name where the entries are that have a feature."""
        key = crc32(feature.encode())
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return range(0)
        return range(self.ends[at - 1] if at else 0, self.ends[at])


def _numbers(kind: str, packed: bytes) -> array[int]:
    numbers: array[int] = array(kind)
    numbers.frombytes(packed)
    return _little(numbers)

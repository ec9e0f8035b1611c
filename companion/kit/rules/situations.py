"""Find the question that somebody means in the heat of a game, by words, neighbours and pieces of words. Pure.

Each question is one list of features: the stems of all phrases for it, each two stems in a row, and each four letters
in a row. Small words count, too: measured on questions that the index never saw, leaving them out cost 8 of 100, and
"who can I" says as much as "attack". A table of all is packed ahead by `make assets`: made at start it took 200 ms.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from zlib import crc32

from companion.files.safe_readers import in_turn
from companion.kit.rules.search import MOST_WORDS, Entry, Speech, one_off

LETTERS, MOST_READ = 4, 2 * MOST_WORDS
WHOLE, WORD, SYNONYM, PIECE, SLIP, TEXT = 8.0, 2.0, 1.0, 1.0, 1.2, 0.3
"""How much count: the whole phrase, a word, another of its meaning, part of it, a slip put right, and our answer."""
UNKNOWN = 0.6
"""How much a feature that no question has counts beside the rarest."""
FEWEST, NEAR_BEST = 0.04, 0.4
"""What a question needs to be found: so much likeness, and so much of that of the best one."""
SURE = 0.19
"""How far the first must be ahead of the second, times the share of the words it has, to be shown as the answer.

Calibrated on questions that the index never saw: at most 3 of 100 are then answered wrongly, half of all at once.
"""
HALF = 0.5
"""The share of the words that the first must have to be sure at all: of "after gnorf" it had only the "after"."""
FINE = 255


@dataclass(frozen=True)
class Guess:
    """A question that may be meant, and how alike it is: 1 if it has just what was typed."""

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
        count[f"{one} {other}"] += 1
    if words:
        count["=" + " ".join(stem for _, stem in words)] += WHOLE
    return count


def pieces(word: str) -> Iterator[str]:
    """Cut a word, with a mark at either end, into pieces of some letters each."""
    whole = f"_{word}_"
    return (f"-{whole[at : at + LETTERS]}" for at in range(len(whole) - LETTERS + 1))


def pack(entries: Iterable[Entry], speech: Speech) -> bytes:
    """Pack the table of all entries: hashes of features, and which entry has each, how much."""
    vectors, stems = [], set()
    for entry in in_turn(list(entries)):
        count: defaultdict[str, float] = defaultdict(float)
        for phrase in entry.asked:
            for feature, much in features(phrase, speech).items():
                count[feature] += much
            stems |= {one for _, stem in speech.read(phrase) for one in (stem, *speech.same.get(stem, ()))}
        for feature, much in features(entry.text, speech).items():
            count[feature] += TEXT * much
        vectors.append(count)
    known = Counter(feature for vector in vectors for feature in vector)
    table: Mapping[int, dict[int, float]] = defaultdict(dict)
    for number, vector in enumerate(vectors):
        worth = {one: sqrt(much) * log(1 + len(vectors) / known[one]) for one, much in vector.items()}
        length = sqrt(sum(much * much for much in worth.values())) or 1
        for one, much in worth.items():
            table[crc32(one.encode())][number] = much / length
    return _packed(table, sorted(stems))


def _packed(table: Mapping[int, Mapping[int, float]], stems: Sequence[str]) -> bytes:
    most = max((much for row in table.values() for much in row.values()), default=1)
    keys = sorted(table)
    rows = [[one for one in table[key].items() if round(one[1] / most * FINE)] for key in keys]
    ends, end = array("I"), 0
    for row in rows:
        end += len(row)
        ends.append(end)
    words = " ".join(stems).encode()
    numbers = array("H", (number for row in rows for number, _ in row))
    head = array("I", [len(keys), end, len(words), round(most * 1_000_000)])
    for each in (head, keys_ := array("I", keys), ends, numbers):
        _little(each)
    much = bytes(round(worth / most * FINE) for row in rows for _, worth in row)
    return b"".join((head.tobytes(), keys_.tobytes(), ends.tobytes(), numbers.tobytes(), much, words))


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
        many, much, letters, most = _numbers("I", packed[:16])
        self.unit = most / 1_000_000 / FINE
        at = [16 + 4 * many, 16 + 8 * many, 16 + 8 * many + 2 * much, 16 + 8 * many + 3 * much]
        self.keys, self.ends = _numbers("I", packed[16 : at[0]]), _numbers("I", packed[at[0] : at[1]])
        self.numbers, self.much = _numbers("H", packed[at[1] : at[2]]), packed[at[2] : at[3]]
        self.stems = tuple(packed[at[3] : at[3] + letters].decode().split())

    def find(self, query: str) -> list[Guess]:
        """List the questions that a query means, the best first."""
        length = 0.0
        scores: dict[int, float] = defaultdict(float)
        for feature, count in self._meant(query).items():
            worth = sqrt(count) * self._worth(feature)
            length += worth * worth
            for at in self._row(feature):
                scores[self.numbers[at]] += worth * self.much[at]
        unit = self.unit / (sqrt(length) or 1)
        least = max(FEWEST / unit, NEAR_BEST * max(scores.values(), default=0))
        found = [Guess(self.ids[number], score * unit) for number, score in scores.items() if score >= least]
        return sorted(found, key=lambda one: -one.score)

    def confidence(self, query: str, found: Sequence[Guess]) -> float:
        """Compute how sure it is that the first is what was meant: `SURE` or more, and it may be said so."""
        if not found:
            return 0
        first, second = found[0], found[1].score if len(found) > 1 else 0
        number = self.ids.index(first.id)
        worth = {stem: self._worth(stem) for _, stem in self.speech.read(query, MOST_READ)}
        has = [stem for stem in worth if any(self.numbers[at] == number for at in self._row(stem))]
        share = sum(map(worth.__getitem__, has)) / sum(worth.values())
        return (1 - second / first.score) * share if share >= HALF else 0

    def _worth(self, feature: str) -> float:
        """Weigh a feature: the fewer questions have it, the more."""
        many = len(self._row(feature))
        return log(1 + len(self.ids) / many) if many else UNKNOWN * log(1 + len(self.ids))

    def _meant(self, query: str) -> Mapping[str, float]:
        """Count what a query may mean: a word that no question has may be another one mistyped."""
        count = features(query, self.speech, MOST_READ)
        for word, stem in self.speech.read(query, MOST_READ):
            if len(word) < LETTERS or self._row(stem):
                continue
            for known in self.stems:
                if len(known) >= LETTERS and (one_off(stem, known) or one_off(word, known)):
                    count.pop(stem, None)
                    count.pop(f"={stem}", None)  # alone, it would weigh so much that nothing else is alike
                    count[known] = max(count[known], SLIP)
                    for other in self.speech.same.get(known, ()):
                        count[other] = max(count[other], SLIP / 2)
        return count

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

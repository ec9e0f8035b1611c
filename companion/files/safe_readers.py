"""Files from strangers: limits for each kind, read piece by piece, their shape checked before it costs. Pure.

Whatever a file holds, reading it takes time in proportion to its length, and not much more memory.
"""

from __future__ import annotations

import gc
import json
import re
import time
import tomllib
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, BinaryIO, TypeVar

from companion.refusal import Refusal

KILOBYTE = 1024
FORM = 64 * KILOBYTE
"""How many bytes a form may have beside its file: 21 long notes of nothing but emoji take 51 kB."""
BREATH = 0.005
"""Seconds of work after which others have their turn."""
ZIP = b"PK\x03\x04"
"""How a ZIP file begins."""
LARGEST = 2**53
"""The largest whole number that is exact everywhere."""

Anything = TypeVar("Anything")
AnyView = TypeVar("AnyView", bound=Callable[..., Any])


class TooLong(Refusal):
    """A file that is longer than its kind needs to be."""

    status = 413


@dataclass(frozen=True)
class Kind:
    """A kind of file: its most bytes, its most things, and the most bytes of each thing; under what it is counted."""

    size: int
    most: int
    longest: int
    counted: str = "IMPORTS"

    def upload(self, view: AnyView) -> AnyView:
        """Mark a view that takes a file of this kind: a longer request is not even read."""
        view.takes = self  # type: ignore[attr-defined]
        return view

    def too_much(self) -> TooLong:
        """Make the refusal of a file that lists more than its most things."""
        return TooLong("This file has too many entries: Companion takes at most %(most)s at once.", most=self.most)

    def read(self, stream: BinaryIO) -> bytes:
        """Read a file; raise Refusal if it is too long, without reading it to its end, or if it is a ZIP file."""
        data = stream.read(self.size + 1)
        if data.startswith(ZIP):
            raise Refusal("This is a ZIP file, maybe an exported house. Unzip it, then choose one of the files inside.")
        if len(data) > self.size:
            raise TooLong("This file is too big: the limit is %(most)s kB.", most=self.size // KILOBYTE)
        return data


ANSWERS = Kind(2048 * KILOBYTE, 2_000, 16 * KILOBYTE)
BOX = Kind(64 * KILOBYTE, 0, 0)
TABLE = Kind(2048 * KILOBYTE, 20_000, 256 * KILOBYTE)
PLAYS = Kind(8192 * KILOBYTE, 20_000, 64 * KILOBYTE)


def yield_to_hub() -> None:
    """Let others have their turn: pause more than 0 s, else the server calls this again up to 50 times first."""
    time.sleep(0.0001)


def in_turn(things: Iterable[Anything]) -> Iterator[Anything]:
    """Pass on one thing after the other, letting other phones have their turn every few milliseconds."""
    now = time.perf_counter
    until = now() + BREATH
    for thing in things:
        yield thing
        if now() > until:
            yield_to_hub()
            until = now() + BREATH


class Paced(list[Anything]):
    """A list that lets other phones have their turn whenever it is gone through."""

    def __iter__(self) -> Iterator[Anything]:
        """Go through it as `in_turn` does."""
        return in_turn(super().__iter__())


@contextmanager
def uncollected() -> Iterator[None]:
    """Let nobody look for garbage while much is made that is none: each time it would stop all phones for long.

    What a refusal would keep alive is let go first.
    """
    gc.disable()
    try:
        yield
    except Exception as error:
        raised: BaseException | None = error
        while raised:
            traceback.clear_frames(raised.__traceback__)
            raised = raised.__context__
        raise
    finally:
        gc.enable()


# JSON

_BLANK = re.compile(rb"[ \t\n\r]*")
_BETWEEN = re.compile(rb"[ \t\n\r]*([,\]])")
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_WINDOW = 4 * KILOBYTE


def _constant(name: str) -> float:
    raise ValueError(f"no number: {name}")


_DECODER = json.JSONDecoder(parse_constant=_constant)


class Json:
    """A JSON file read piece by piece; raises ValueError or RecursionError if it is not JSON.

    Numbers may have any size: whoever reads one checks that.
    """

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data.removeprefix(b"\xef\xbb\xbf"), 0

    def _next(self) -> bytes:
        self._at = _BLANK.match(self._data, self._at).end()  # type: ignore[union-attr]
        return self._data[self._at : self._at + 1]

    def _take(self, char: bytes) -> bool:
        found = self._next() == char
        self._at += found
        return found

    def _expect(self, char: bytes) -> None:
        if not self._take(char):
            raise ValueError(f"no {char!r} at {self._at}")

    def value(self, longest: int) -> Any:
        """Read the next value, of at most `longest` bytes."""
        return self.piece(longest)[1]

    def piece(self, longest: int) -> tuple[bytes, Any]:
        """Read the next value, of at most `longest` bytes; return its bytes as written, and the value.

        A text that is not ASCII is read twice: only its bytes tell where it ends.
        """
        self._next()
        return self._piece(longest)

    def _piece(self, longest: int) -> tuple[bytes, Any]:
        window = _WINDOW
        while True:
            piece = self._data[self._at : self._at + min(window, longest)]
            try:
                found, end = _DECODER.raw_decode(piece.decode("latin-1"))
                break
            except json.JSONDecodeError:
                if window >= longest or self._at + window >= len(self._data):
                    raise
                window *= 8
        piece = piece[:end]
        self._at += end
        if not piece.isascii():
            found = _DECODER.decode(piece.decode())
        if _SURROGATE.search(piece):
            json.dumps(found, ensure_ascii=False).encode()  # halves of a character are none
        return piece, found

    def members(self) -> Iterator[str]:
        """List the names in the next object; the caller reads each one's value before the next name."""
        self._expect(b"{")
        known: set[str] = set()
        while not self._take(b"}"):
            if known:
                self._expect(b",")
            name = self.value(_WINDOW)
            if not isinstance(name, str) or name in known:
                raise ValueError(name)
            known.add(name)
            self._expect(b":")
            yield name

    def elements(self, kind: Kind) -> Iterator[tuple[bytes, dict[str, Any]]]:
        """List the objects in the next array, each with its bytes as written.

        Raise Refusal if there are more than such a file may list.
        """
        self._expect(b"[")
        if self._take(b"]"):
            return
        for _ in range(kind.most):
            if self._next() != b"{":
                raise ValueError("no object")
            yield self._piece(kind.longest)
            after = _BETWEEN.match(self._data, self._at)
            if after is None:
                raise ValueError(f"no end of an array at {self._at}")
            self._at = after.end()
            if after[1] == b"]":
                return
        raise kind.too_much()

    def end(self) -> None:
        """Raise ValueError if anything follows."""
        if self._next():
            raise ValueError("more than one value")


# TOML

_WORD = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*("{3,5})?|\'\'\'(?:[^\']|\'{1,2}(?!\'))*(\'{3,5})?'
    r'|"(?:[^"\\\n]|\\.)*(")?|\'[^\'\n]*(\')?|#[^\n]*',
    re.DOTALL,
)
"""A text, with the quotes that end it if there are any, or a comment.

It never looks anywhere twice: a text without an end is one, and nothing after it is looked at.
"""
_PIECE = re.compile(r"[\[\]{}=,\n]")
_AT_LINE = re.compile(r"\(at line (\d+)")
MOST_PIECES, MOST_OPENED = 7_000, 1_000
"""How many names and values, and how many tables and arrays; a box that holds all it can has 4,684 and 214.

A box that is kept is read like a file: of one that held more no page could show anything.
"""
MOST_LINES = 4_000
"""How many lines; a box that holds all it can has 2,970."""
LONGEST_PIECE = 100
DEEPEST = 3
MOST_PARTS = 3
"""How many parts a dotted name may have."""


class NotToml(ValueError):
    """A text that is no TOML, and the first line that shows it."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def unlike_ours() -> Refusal:
    """Make the refusal of a shape that no file of ours has."""
    return Refusal("Companion never writes a file this deeply nested or this long. Export it again.")


def read_toml(text: str) -> dict[str, Any]:
    """Read a small TOML text; raise NotToml if it is not TOML.

    Raise Refusal for a shape that no file of ours has: the library's time grows with the square of a name's parts, and
    faster with the depth, so these are counted first.
    """
    if text.lstrip().startswith("{"):  # as JSON does
        raise NotToml(1)
    if text.count("\n") > MOST_LINES:
        raise unlike_ours()
    bare = _WORD.sub(_without_words, text)
    pieces = [piece.strip() for piece in _PIECE.split(bare) if piece.strip()]
    if (
        _depth(bare) > DEEPEST
        or len(pieces) > MOST_PIECES
        or bare.count("[") + bare.count("{") > MOST_OPENED
        or any(len(piece) > LONGEST_PIECE or piece.count(".") >= MOST_PARTS for piece in pieces)
    ):
        raise unlike_ours()
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotToml(_line(text, str(error))) from None


def _line(text: str, said: str) -> int:
    """Find the line that the library complains of; at the end, it is the last one with anything in it."""
    found = _AT_LINE.search(said)
    return int(found[1]) if found else _line_of(text, len(text.rstrip()))


def _line_of(text: str, at: int) -> int:
    return 1 + text.count("\n", 0, at)


def _without_words(word: re.Match[str]) -> str:
    if word[0].startswith("#"):
        return ""
    if not any(word.groups()):
        raise NotToml(_line_of(word.string, word.start()))
    return "_"


def _depth(bare: str) -> int:
    changes = (1 if mark in "[{" else -1 for mark in re.findall(r"[\[\]{}]", bare))
    return max(accumulate(changes), default=0)

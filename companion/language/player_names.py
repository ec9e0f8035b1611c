"""Names of players: what of a new one shows, and which of them look the same at a table. Pure."""

from __future__ import annotations

import json
import operator
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""
LONGEST = 240
"""How many code points a name may have: some of what one sees as one character has ten."""
NORMALIZED = 500
"""How long a text may be that is normalized, and longer than any we keep: 10,000 marks on a letter take 170 ms."""
UNSAFE = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\ufeff")
"""What turns the direction of a text, and marks of its beginning."""
NEEDED = r"""
    \U0001f3f4 (?: \U000e0067\U000e0062 (?: \U000e0065\U000e006e\U000e0067 | \U000e0073\U000e0063\U000e0074
        | \U000e0077\U000e006c\U000e0073 ) ) \U000e007f         # the flags of England, Scotland and Wales
    | (?<= \p{Extended_Pictographic}\ufe0f? | \p{Emoji_Modifier} ) \u200d (?= \p{Extended_Pictographic} )
    | (?<= [\p{Emoji}--\p{Emoji_Presentation}--[0-9\#*]] ) \ufe0f  # a coloured heart
    | (?<= [0-9\#*] ) \ufe0f (?= \u20e3 )                       # a digit on a key
    | (?<= \p{ccc=9} ) [\u200c\u200d]                           # after a virama, in the scripts of India
    | (?<= \p{L} ) \u200d (?= \p{ccc=9} )                       # before one: Bengali ra
    | (?<= [\p{jt=D}\p{jt=L}]\p{Mn}{0,2} ) \u200c (?= \p{Mn}{0,2}[\p{jt=D}\p{jt=R}] )  # parts of Persian names
    | (?<= \p{jt=D}\p{Mn}{0,2} ) \u200d (?! \p{Mn}{0,2}[\p{jt=D}\p{jt=R}] )  # an Arabic letter as if it joined
    | (?<= [\p{Script=Mongolian}&&\p{L}] ) [\u180b-\u180f]
"""
"""Where what shows nothing itself changes how a name shows."""
UNSEEN = r"[\p{Default_Ignorable_Code_Point}\p{Cf}--\p{Prepended_Concatenation_Mark}]"


def tidy(name: str | None) -> str:
    """Remove control characters, direction overrides and needless spaces from a text."""
    if name and ((name.isascii() and name.isprintable()) or is_plain(name)):  # as most are: ten times as fast
        return " ".join(name.split())
    kept = (c if unicodedata.category(c) not in ("Cc", "Zl", "Zp") else " " for c in name or "")
    return _composed(" ".join("".join(c for c in kept if c not in UNSAFE).split()))


def _composed(text: str) -> str:
    return text if len(text) > NORMALIZED else unicodedata.normalize("NFC", text)


def is_plain(name: str) -> bool:
    """Say whether a name holds letters and digits, in their shortest form, and single blanks between them."""
    together = "".join(words := name.split(" "))
    return together.isalnum() and all(words) and len(name) <= NORMALIZED and unicodedata.is_normalized("NFC", name)


def shown(name: str | None) -> str:
    """Tidy a name that somebody typed, and remove what of it does not show.

    What joins emoji stays, and what a script needs. A name of which nothing shows stays as it is, to be refused.
    """
    kept = tidy(name)
    if _is_seen(kept) or len(kept) > NORMALIZED or not (regex := known_characters()):
        return kept
    seen = _pattern(regex, f"({NEEDED}) | {UNSEEN}").sub(lambda found: found[1] or "", kept)
    return _composed(" ".join(seen.replace("\u2800", " ").split())) or kept


def as_stored(stored: str, typed: str) -> str:
    """Keep a stored name that was sent again, of which the field has lost what does not show."""
    return stored if typed == shown(stored) else typed


def alike(one: str, other: str) -> bool:
    """Say whether two names look the same, be it in capital or in small letters."""
    return any(map(operator.eq, looks(one), looks(other)))


def twice(names: Sequence[str]) -> Iterator[int]:
    """List the places of names that look like an earlier one."""
    return (place for place, name in enumerate(names) if any(alike(name, earlier) for earlier in names[:place]))


@lru_cache(1024)
def looks(name: str) -> tuple[str, str]:
    """Reduce a name to what it looks like: as it is written, and with its capital letters made small.

    Both are the skeleton of Unicode's standard 39. One alone would not do: a capital I is an l there, and small an i.
    """
    seen = name if _is_seen(name) else without_unseen(name)
    written = " ".join(unicodedata.normalize("NFKC", seen).replace("\u2800", " ").split())
    small = unicodedata.normalize("NFKC", written.casefold()).replace("i\u0307", "i")  # İ is a capital i in Turkish
    return _skeleton(written), _skeleton(small)


def _is_seen(name: str) -> bool:
    return (name.isascii() and name.isprintable()) or (is_plain(name) and BLANKS.isdisjoint(name))


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(prototypes()))


@lru_cache(1)
def prototypes() -> dict[int, str]:
    """Map each character that looks like another to the one that stands for all of them: 30 ms, once.

    Only the data is read: what the package itself does with it tells scripts apart and loads all it needs to download.
    There both ways are listed, and what is written from right to left stands between marks.
    """
    import confusable_homoglyphs

    data = Path(confusable_homoglyphs.__file__).with_name("confusables.json").read_bytes()
    known = json.loads(data, object_pairs_hook=_without_names)
    found = {}
    for source, others in known.items():
        one, other = source.strip("\u200e"), others[0].strip("\u200e")
        paired = len(known[others[0]]) == 1 and len(other) == 1
        if len(one) == 1 and len(others) == 1 and not (paired and one < other):
            found[ord(one)] = other
    return found


def _without_names(pairs: list[tuple[str, Any]]) -> Any:
    """Read of a character and its name the character alone: the names take most of the memory."""
    return pairs[0][1] if len(pairs) == 2 else dict(pairs)


def without_unseen(name: str) -> str:
    """Remove what does not show."""
    if regex := known_characters():
        return str(_pattern(regex, UNSEEN).sub("", name))
    return "".join(c for c in name if unicodedata.category(c) != "Cf" and c not in BLANKS)


@lru_cache(1)
def known_characters() -> Any:
    """Load what knows all characters, at the first name that needs it: it takes 2 MB.

    Return None where it is missing, as in a browser: it is compiled for servers. Names of letters alone need none.
    """
    try:
        return import_module("regex")
    except ImportError:
        return None


@lru_cache(2)
def _pattern(regex: Any, source: str) -> Any:
    """Compile a pattern once."""
    return regex.compile(source, regex.VERSION1 | regex.VERBOSE)


JOINS = "\u200d"
"""What joins the sign before it and the one after it."""
TONES = range(0x1F3FB, 0x1F400)
"""The colours of skin, each of which belongs to the sign before it."""
FLAGS = range(0x1F1E6, 0x1F200)
"""Letters of which two are a flag."""


def joined(text: str) -> list[str]:
    """List the characters of a text by what Python knows of them: right for letters, most emoji and flags."""
    seen: list[str] = []
    for c in text:
        before = seen[-1] if seen else ""
        marks = c == JOINS or ord(c) in TONES or unicodedata.category(c).startswith("M")
        flag = ord(c) in FLAGS and len(before) == 1 and ord(before) in FLAGS
        if before and (marks or flag or before.endswith(JOINS)):
            seen[-1] += c
        else:
            seen.append(c)
    return seen

"""What games and rows of score sheets that Companion does not know are called in its data. Pure."""

from __future__ import annotations

from collections.abc import Container, Mapping
from hashlib import sha256

from companion.scores.model import words

LONGEST = 40
"""How many characters the slug of a game has at most."""


def spelled(title: str) -> str:
    """Write a title by its words alone, without capitals and accents."""
    return "_".join(words(title))


def slug_of(title: str, known: Mapping[str, str]) -> str:
    """Find the slug of a game by its title: that of one of the `known`, or one made of its words, always the same."""
    return known.get(spelled(title)) or fitting(spelled(title), title)


def row_of(label: str, taken: Container[str] = ()) -> str:
    """Make the id of a row of a score sheet of its label; some are `taken` by rows that are called nearly so."""
    id = fitting(spelled(label), label)
    return f"{id[: LONGEST - 9]}_{_mark(label)}" if id in taken else id


def _mark(said: str) -> str:
    return sha256(said.encode()).hexdigest()[:8]


def fitting(slug: str, said: str) -> str:
    """Make an identifier that is short enough."""
    mark = _mark(said)
    slug = slug if slug.isidentifier() or not slug else f"_{slug}"
    if slug.isidentifier() and len(slug) <= LONGEST:
        return slug
    return f"{slug[: LONGEST - 9]}_{mark}" if slug.isidentifier() else f"game_{mark}"

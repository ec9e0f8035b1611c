"""The things of a box that its owner can photograph. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.language.texts import Text


class Thing(NamedTuple):
    """A printed thing: its id, what its owner knows it by ("" if nothing tells), and our name."""

    id: str
    words: Text | str
    name: Text | str


class Group(NamedTuple):
    """Things of one kind, and how wide their photos are compared with their height."""

    title: Text
    things: Sequence[Thing]
    ratio: float

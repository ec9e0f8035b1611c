"""The base of every game's facts.toml: entries that name their source and certainty. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, get_args

Certainty = Literal["printed", "reported", "reconstructed"]


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One entry of a facts.toml: where it comes from and how sure it is."""

    source: str
    certainty: Certainty

    def __post_init__(self) -> None:
        if self.certainty not in get_args(Certainty):
            raise ValueError(f"certainty {self.certainty!r} of {self!r} is none of {get_args(Certainty)}")


class _Named(Protocol):
    @property
    def id(self) -> str: ...


_N = TypeVar("_N", bound=_Named)


def read(module: str) -> dict[str, Any]:
    """Read the facts.toml beside the `module` of that name, given as its `__file__`."""
    return tomllib.loads(Path(module).with_name("facts.toml").read_text(encoding="utf-8"))


def by_id(rows: Iterable[_N]) -> dict[str, _N]:
    """Map facts by their id; raise ValueError with an id that appears twice."""
    facts: dict[str, _N] = {}
    for row in rows:
        if row.id in facts:
            raise ValueError(f"id {row.id!r} stands twice in facts.toml")
        facts[row.id] = row
    return facts

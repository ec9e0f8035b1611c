"""What happens to a house at its tables and in its scores, which it does not know: `create_app` sets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from flask import current_app

Files = Iterator[tuple[str, Iterable[str] | Iterable[bytes]]]
"""The files of a house by their names, each with its text or its bytes in pieces."""


class Above(NamedTuple):
    """What a house asks of those above it."""

    renewed: Callable[[], AbstractContextManager[tuple[str, str | None]]]
    """Make a new id for the phone that asks, if the block succeeds; give it with the former one."""
    last_names: Callable[[str | None], list[tuple[str, str]]]
    """List the names, with colours, that a phone used last at tables."""
    leave_tables: Callable[[str, int], None]
    """Forget a phone at all tables of a house."""
    tables_gone: Callable[[Sequence[str]], None]
    """Tell the phones at these tables that they are gone."""
    files: tuple[Callable[[int], Files], ...]
    """List what else is in a house as files that Companion takes again."""


def above() -> Above:
    """Get what `create_app` has set."""
    found: Above = current_app.extensions["above_houses"]
    return found

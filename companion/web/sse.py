"""Server-sent events as they go over the wire, and what waits to be sent to one phone. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import SimpleQueue

BEAT = 5.0
"""Seconds between two signs of life on a stream."""
NEWS = "companion.news"
"""Names in a request's environment what its phone will be told, for a server that writes streams itself."""


def moved(seq: int) -> str:
    """Write the event that a table's log ends at `seq` now."""
    return f"event: moved\ndata: {seq}\n\n"


def told(version: str) -> str:
    """Write the event that says which version of Companion answers; "" writes none."""
    return f"event: version\ndata: {version}\n\n" if version else ""


def beat() -> str:
    """Write the event that says only that the server is there."""
    return f"event: beat\ndata: {int(time.time())}\n\n"


class News:
    """What a phone that waits is to be told, kept until it is asked for, or handed on at once; None is the end."""

    def __init__(self) -> None:
        self._kept: SimpleQueue[int | None] = SimpleQueue()
        self._taker: Callable[[int | None], None] | None = None

    def put(self, seq: int | None) -> None:
        """Tell it."""
        (self._taker or self._kept.put)(seq)

    def get(self) -> int | None:
        """Wait for news and return the newest; raise `Empty` when it is time for a beat."""
        news = self._kept.get(timeout=BEAT)
        while not self._kept.empty() and news is not None:
            news = self._kept.get()
        return news

    def hand_to(self, taker: Callable[[int | None], None]) -> None:
        """Hand on from now on, without waiting, what is told, and what was told already."""
        self._taker = taker
        while not self._kept.empty():
            taker(self._kept.get())

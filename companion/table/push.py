"""Tell the phones that wait at a table that it moved, and know which seats have a phone connected."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from queue import Empty, SimpleQueue

BEAT = 5.0
"""Seconds between two signs of life on a stream."""


def mask(seats: Iterable[int | None]) -> int:
    """Write a set of seats as a number, in which None stands for phones without a seat."""
    return sum(1 << (0 if seat is None else seat + 1) for seat in set(seats))


def unmask(here: int) -> frozenset[int | None]:
    """Read the seats of a `mask`."""
    return frozenset(bit - 1 if bit else None for bit in range(here.bit_length()) if here >> bit & 1)


class Push:
    """The streams of one process: who waits where, woken by `moved`; `count` of them, at most `most`.

    `process` is its name among the processes on the same file; `unsaved` are the tables whose presence those do not
    know yet.
    """

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        self.unsaved: set[str] = set()
        self._waiting: defaultdict[str, dict[SimpleQueue[int | None], tuple[str | None, int | None]]] = defaultdict(
            dict
        )
        self._here: dict[str, int] = {}
        self._sent: dict[str, tuple[int, int]] = {}
        self.count = 0
        self.most: int | None = None

    @property
    def full(self) -> bool:
        """Whether no more phones may wait here; those poll until one goes."""
        return self.most is not None and self.count >= self.most

    def moved(self, code: str, seq: int, seats: int | None = None) -> None:
        """Wake every phone at the table, whose log ends at `seq`, and whose seats have changed `seats` times."""
        if code not in self._waiting:
            return
        known = self._sent.get(code, (0, 0))[1]
        self._sent[code] = seq, known if seats is None else seats
        for queue in self._waiting[code]:
            queue.put(seq)

    def here(self, code: str) -> int:
        """Find the seats with a phone connected to this process, as a `mask`."""
        return self._here.get(code, 0)

    def codes(self) -> list[str]:
        """List the tables at which a phone waits."""
        return list(self._waiting)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        for queues in list(self._waiting.values()):
            for queue in list(queues):
                queue.put(None)

    def sent(self, code: str) -> tuple[int, int]:
        """Return the last seq, and the count of seat changes, that phones at the table were sent."""
        return self._sent.get(code, (0, 0))

    def seated(self, code: str, seats: Mapping[str, int | None]) -> None:
        """Note where each phone at a table sits now, if its id is known."""
        waiting = self._waiting.get(code)
        if waiting:
            for queue, (phone, seat) in waiting.items():
                waiting[queue] = phone, seats.get(phone, seat) if phone else seat
            self._came_or_went(code, self.sent(code)[0])

    def stream(self, code: str, seat: int | None, seq: int, phone: str | None = None) -> Iterator[str]:
        """Send server-sent events: `moved` with the log's last seq, at once and at every move, and a beat every 5 s."""
        queue: SimpleQueue[int | None] = SimpleQueue()
        self._waiting[code][queue] = phone, seat
        self.count += 1
        queue.put(seq)
        self._sent.setdefault(code, (seq, 0))
        self._came_or_went(code, seq)
        try:
            while True:
                try:
                    news = queue.get(timeout=BEAT)
                    while not queue.empty() and news is not None:
                        news = queue.get()
                except Empty:
                    yield f"event: beat\ndata: {int(time.time())}\n\n"
                    continue
                if news is None:
                    return
                yield f"event: moved\ndata: {news}\n\n"
        finally:
            self.count -= 1
            del self._waiting[code][queue]
            self._came_or_went(code, self.sent(code)[0])

    def _came_or_went(self, code: str, seq: int) -> None:
        """Note who is here; if that is news, wake the others and let other processes know."""
        here = mask(seat for _, seat in self._waiting[code].values())
        if here != self._here.get(code, 0):
            self.unsaved.add(code)
            self._here[code] = here
            self.moved(code, seq)
        if not here:
            del self._waiting[code], self._here[code]
            self._sent.pop(code, None)

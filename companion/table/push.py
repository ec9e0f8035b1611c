"""Tells the phones that wait at a table that it moved, and knows which seats have a phone connected."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from queue import Empty, Queue

BEAT = 5.0
"""Seconds between two signs of life on a stream."""


class Push:
    """The streams of one process: who waits where, woken by `moved`; `count` of them, which should not pass `most`."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, dict[Queue[int | None], int | None]] = defaultdict(dict)
        self._changes: Counter[str] = Counter()
        self._seq: Counter[str] = Counter()
        self.count = 0
        self.most: int | None = None

    @property
    def full(self) -> bool:
        """Say whether no more phones may wait here; those poll until one goes."""
        return self.most is not None and self.count >= self.most

    def moved(self, code: str, seq: int) -> None:
        """Wake every phone at the table."""
        self._seq[code] = seq
        for queue in self._waiting.get(code, ()):
            queue.put(seq)

    def here(self, code: str) -> frozenset[int | None]:
        """Give the seats with a phone connected; None stands for a phone without a seat."""
        return frozenset(self._waiting.get(code, {}).values())

    def here_changed(self, code: str) -> int:
        """Count the comings and goings at a table, so that a page can tell whether it shows the latest."""
        return self._changes[code]

    def codes(self) -> list[str]:
        """Give the tables at which a phone waits."""
        return list(self._waiting)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        for queues in list(self._waiting.values()):
            for queue in list(queues):
                queue.put(None)

    def seq(self, code: str) -> int:
        """Give the last seq that phones at the table were told."""
        return self._seq[code]

    def stream(self, code: str, seat: int | None, seq: int) -> Iterator[str]:
        """Give server-sent events: `moved` with the log's last seq, at once and at every move, and a beat every 5 s."""
        queue: Queue[int | None] = Queue()
        self._waiting[code][queue] = seat
        self.count += 1
        self._came_or_went(code, seq)
        try:
            while True:
                try:
                    told = queue.get(timeout=BEAT)
                    while not queue.empty() and told is not None:
                        told = queue.get()
                except Empty:
                    yield f"event: beat\ndata: {int(time.time())}\n\n"
                    continue
                if told is None:
                    return
                yield f"event: moved\ndata: {told}\n\n"
        finally:
            self.count -= 1
            del self._waiting[code][queue]
            if not self._waiting[code]:
                del self._waiting[code]
            self._came_or_went(code, self._seq[code])

    def _came_or_went(self, code: str, seq: int) -> None:
        self._changes[code] += 1
        self.moved(code, seq)

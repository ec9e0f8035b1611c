"""When the time of day may be trusted to delete by: once it has agreed for a day with a clock that nobody sets."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 24 * 3600
"""Seconds for which both clocks have to agree."""
JUMP = 10.0
"""Seconds by which they may part between two looks: a time server corrects a running clock by less, again and again."""


class TrustedTime:
    """The time of day, compared with a clock that only goes on; without a battery a machine starts at any time."""

    def __init__(self, now: Callable[[], float] = time.time, clock: Callable[[], float] = time.monotonic) -> None:
        self._now, self._clock = now, clock
        self._began, self._apart = clock(), now() - clock()

    def look(self) -> float | None:
        """Return the time of day if it may be trusted; call it often, so that no jump and jump back is missed."""
        day, passed = self._now(), self._clock()
        before, self._apart = self._apart, day - passed
        if abs(self._apart - before) > JUMP:
            self._began = passed
        return day if passed - self._began >= LONG else None

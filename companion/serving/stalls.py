"""How long this process stood still for all phones at a time, and what it did then.

One thing is done at a time until it waits for something: for so long nobody else is answered. gevent's own monitor
looks ten times a second whether that takes too long and prints a stack; how long it took it does not tell.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import gevent
from greenlet import greenlet, settrace

from companion.serving.histogram import Histogram
from companion.web.refusals import ENDPOINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed.wsgi import WSGIEnvironment

log = logging.getLogger(__name__)

LEAST, LOUD = 0.005, 0.1
"""Seconds above which a gap is noted, and above which the log tells of it."""
BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
OTHER = "other"
"""What is done for nobody's request."""


class Stalls:
    """The gaps of one process since it began, by what it did; at each switch between two greenlets one may end."""

    def __init__(self) -> None:
        self.seen: dict[str, Histogram] = {}
        self._longest: tuple[float, str] = 0.0, ""
        self._hub, self._since = gevent.get_hub(), 0.0

    def open(self) -> None:
        """Begin to measure; a switch then takes a third of a microsecond more."""
        self._since = time.perf_counter()
        settrace(self._switched)

    def close(self) -> None:
        """Measure no more."""
        settrace(None)

    @property
    def running(self) -> float:
        """The seconds for which nobody else had a turn until now."""
        return time.perf_counter() - self._since

    def _switched(self, _: str, between: tuple[greenlet, greenlet]) -> None:
        """Note how long what ran until now has run; this must neither raise nor wait."""
        now = time.perf_counter()
        took, self._since = now - self._since, now
        if took > LEAST and between[0] is not self._hub:  # the hub waits for phones
            self._note(took, getattr(getattr(between[0], "handler", None), "does", OTHER))

    def _note(self, took: float, what: str) -> None:
        if what not in self.seen:
            self.seen[what] = Histogram(BOUNDS)
        self.seen[what].observe(took)
        self._longest = max(self._longest, (took, what))

    def tell(self) -> None:
        """Write the longest gap since the last time into the log, if it was long."""
        (took, what), self._longest = self._longest, (0.0, "")
        if took > LOUD:
            log.warning("Nobody was answered for %.0f ms: %s", 1000 * took, what)

    def lines(self, name: str) -> Iterator[str]:
        """Write all gaps down."""
        for what, gaps in sorted(self.seen.items()):
            yield from gaps.lines(name, endpoint=what)


def kind(environ: WSGIEnvironment | None) -> str:
    """Say what was asked for: a file, the stream of a table, a form's tap, a live update, or a whole page."""
    if environ is None:
        return "unread"
    path = environ["PATH_INFO"]
    if path.startswith("/static/"):
        return "static"
    if path.endswith("/events"):
        return "stream"
    if environ["REQUEST_METHOD"] == "POST":
        return "tap"
    return "update" if "HTTP_HX_REQUEST" in environ else "page"


def endpoint(environ: WSGIEnvironment) -> str:
    """Name what was asked for: its endpoint, if it got so far, else its kind."""
    return environ.get(ENDPOINT) or kind(environ)

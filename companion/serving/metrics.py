"""What a process counts for those who run it, in Prometheus' text form, and whether it is well."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from companion.serving.histogram import Histogram
from companion.serving.stalls import kind
from companion.storage.connections import is_reachable

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment
    from flask import Flask

    from companion.serving.server import Room

UP, DOWN = "200 OK", "503 Service Unavailable"


class Metrics:
    """What one process has done since it began, and what it holds now."""

    def __init__(self, app: Flask, room: Room) -> None:
        self.app, self.room = app, room
        self.began = time.time()
        self.requests: Counter[tuple[str, str]] = Counter()
        self.seconds = Histogram()
        room.streams.delays = self.delays = Histogram()

    def saw(self, environ: WSGIEnvironment | None, status: str, took: float) -> None:
        """Count a request that was answered."""
        self.requests[kind(environ), status if status.isdigit() else "broken"] += 1
        self.seconds.observe(took)

    def text(self) -> str:
        """Write everything down."""
        return "\n".join([*self.counted(), *self.held(), ""])

    def counted(self) -> Iterator[str]:
        """Write down what only ever goes up."""
        counts: Counter[tuple[str, str]] = self.app.extensions["counts"]
        yield from head("requests_total", "counter", "Requests that were answered, by kind and status.")
        for (what, status), number in sorted(self.requests.items()):
            yield f'companion_requests_total{{kind="{what}",status="{status}"}} {number}'
        yield from head("errors_total", "counter", "Requests that failed by a fault of this side (5xx).")
        failed = sum(number for (_, status), number in self.requests.items() if status.startswith("5"))
        yield f"companion_errors_total {failed}"
        yield from head("refusals_total", "counter", "What people tapped and was refused in words, by reason.")
        for (what, reason), number in sorted(counts.items()):
            if what == "refusal":
                yield f'companion_refusals_total{{reason="{reason}"}} {number}'
        yield from head("moves_total", "counter", "Moves that were written.")
        yield f"companion_moves_total {counts['move', '']}"
        yield from head("request_seconds", "histogram", "How long requests took.")
        yield from self.seconds.lines("companion_request_seconds")
        yield from head(
            "push_delay_seconds", "histogram", "From when this process knew of a move until a phone was told."
        )
        yield from self.delays.lines("companion_push_delay_seconds")
        yield from head("stall_seconds", "histogram", "Gaps of 5 ms and more in which nobody was answered, by cause.")
        yield from self.room.stalls.lines("companion_stall_seconds")

    def held(self) -> Iterator[str]:
        """Write down what goes up and down."""
        push = self.app.extensions["push"]
        yield from gauge("phones_waiting", "Phones whose stream is open.", push.count)
        yield from gauge("tables_waiting", "Tables at which a phone waits.", len(push.codes()))
        yield from gauge("connections", "Connections of requests, under way or kept open.", self.room.connections)
        yield from gauge("up", "Whether the database answers and no stop is under way.", int(self.is_well()))
        yield from gauge("began_seconds", "When this process began, in seconds since 1970.", round(self.began))
        yield from head("cpu_seconds_total", "counter", "Seconds of a processor that were used.")
        yield f"companion_cpu_seconds_total {time.process_time():.3f}"
        if memory := resident():
            yield from gauge("memory_bytes", "Bytes of memory that are used.", memory)

    def is_well(self) -> bool:
        """Say whether new phones should come here."""
        return not self.room.stopping and is_reachable(self.app)

    def answer(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request for one of the two."""
        status, text = "404 Not Found", "Ask for /healthz or /metrics.\n"
        if environ["PATH_INFO"] == "/healthz":
            status, text = (UP, "ok\n") if self.is_well() else (DOWN, "out of order\n")
        elif environ["PATH_INFO"] == "/metrics":
            status, text = UP, self.text()
        start(status, [("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store")])
        return [text.encode()]


def head(name: str, sort: str, about: str) -> Iterator[str]:
    """Say what the next lines are."""
    yield f"# HELP companion_{name} {about}"
    yield f"# TYPE companion_{name} {sort}"


def gauge(name: str, about: str, value: float) -> Iterator[str]:
    """Write down a number of now."""
    yield from head(name, "gauge", about)
    yield f"companion_{name} {value}"


def resident() -> int:
    """Find how much memory this process takes; 0 where that is not known."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (ImportError, OSError):
        return 0

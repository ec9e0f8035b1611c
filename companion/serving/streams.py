"""The streams of phones that wait, all written by one greenlet: one for each phone would take many times the room."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from socket import MSG_PEEK
from ssl import SSLWantReadError
from typing import Any, Protocol

import gevent
from gevent import monkey
from gevent.event import Event
from gevent.ssl import SSLSocket

from companion.web.sse import BEAT, News, beat, moved

READABLE = 1
SLICE = 64
"""How many phones are told before pages have their turn."""

plain_socket: Any = monkey.get_original("socket", "socket")


class Stream:
    """The connection of a phone whose answer has begun; `result` is closed when it ends."""

    __slots__ = ("chunked", "result", "socket", "watcher")

    def __init__(self, connection: Any, result: Any, watcher: Callable[[int], Any], *, chunked: bool) -> None:
        self.socket = self._own(connection)
        self.socket.settimeout(0)
        self.result, self.chunked = result, chunked
        self.watcher = watcher(self.socket.fileno())

    def _own(self, connection: Any) -> Any:
        """Take a connection over from the server."""
        return plain_socket(fileno=connection.detach())

    def send(self, piece: str) -> bool:
        """Send a piece of the answer, or its end; say whether the phone took it, as any living one does."""
        data = piece.encode()
        if self.chunked:
            data = b"%x\r\n%b\r\n" % (len(data), data)
        try:
            return bool(self.socket.send(data) == len(data))
        except OSError:
            return False

    def has_ended(self) -> bool:
        """Say whether the phone has closed the connection."""
        try:
            return not self.socket.recv(1, MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Let go of the connection, and of all that the answer holds."""
        self.watcher.stop()
        self.watcher.close()
        self.socket.close()
        self.result.close()


class SecureStream(Stream):
    """The same by https, where only what has agreed on the keys can write: 7 kB more a phone."""

    __slots__ = ()

    def _own(self, connection: SSLSocket) -> SSLSocket:
        return connection

    def has_ended(self) -> bool:
        """Say whether the phone has closed the connection."""
        try:
            return not self.socket.recv(1)
        except SSLWantReadError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Let go of the connection at once, even while something of its request is kept."""
        self.watcher.stop()
        self.watcher.close()
        plain_socket(fileno=self.socket.detach()).close()
        self.result.close()


class Clock(Protocol):
    """Who wants to know how long something took."""

    def observe(self, seconds: float) -> None:
        """Note it."""


class Streams:
    """The streams of a server: which of them are to be told what, and when each is due for a beat, in that order.

    One greenlet tells them all: with one for each, every phone that waits would hold a stack all evening, and one that
    takes nothing in would still have to be given up by somebody.

    `delays` observes how long each phone has waited for its news, `since` it came.
    """

    delays: Clock | None = None

    def __init__(self, loop: Any, beats: float = BEAT) -> None:
        self.loop, self.beats = loop, beats
        self.pending: dict[Stream, int | None] = {}
        self.since: dict[Stream, float] = {}
        self.due: dict[Stream, float] = {}
        self.news = Event()

    def __len__(self) -> int:
        """Count them."""
        return len(self.due)

    def take(self, connection: Any, news: News, result: Any, *, chunked: bool) -> None:
        """Take over a connection whose answer has begun, with what its phone is told from now on."""
        kind = SecureStream if isinstance(connection, SSLSocket) else Stream
        stream = kind(connection, result, lambda number: self.loop.io(number, READABLE), chunked=chunked)
        stream.watcher.start(self._heard, stream)
        self.due[stream] = time.monotonic() + self.beats
        news.hand_to(lambda seq: self._tell(stream, seq))

    def _tell(self, stream: Stream, seq: int | None) -> None:
        if self.pending.get(stream, 0) is not None:  # after the end there is no news
            self.pending[stream] = seq
            if self.delays:
                self.since.setdefault(stream, time.monotonic())
        self.news.set()

    def _heard(self, stream: Stream) -> None:
        """Notice at once that a phone has gone; what else it sends is noticed only once."""
        stream.watcher.stop()
        if stream.has_ended():
            gevent.spawn(self.end, stream)

    def end(self, stream: Stream) -> None:
        """End a stream, once."""
        self.pending.pop(stream, None)
        self.since.pop(stream, None)
        if self.due.pop(stream, None) is not None:
            stream.close()

    def write(self) -> None:
        """Tell what is to be told, and give each silent phone its beat, for ever; one that fails keeps none waiting."""
        while True:
            first = next(iter(self.due.values()), time.monotonic() + self.beats)
            self.news.wait(max(0.0, first - time.monotonic()))
            self.news.clear()
            for phones in (self.told_now, self.beats_now):
                try:
                    self._in_turn(phones())
                except Exception:
                    gevent.get_hub().handle_error(self, *sys.exc_info())
                    self.news.set()

    def told_now(self) -> Iterable[None]:
        """Tell all news, a phone each time."""
        while self.pending:
            stream = next(iter(self.pending))
            seq = self.pending.pop(stream)
            if stream in self.due:
                if seq is None:
                    stream.send("")
                    self.end(stream)
                else:
                    self._send(stream, moved(seq))
                    if self.delays and stream in self.since:
                        self.delays.observe(time.monotonic() - self.since.pop(stream))
            yield

    def beats_now(self) -> Iterable[None]:
        """Give all beats that are due, a phone each time."""
        now = time.monotonic()
        while self.due and self.due[stream := next(iter(self.due))] <= now:
            self._send(stream, beat())
            yield

    def _send(self, stream: Stream, piece: str) -> None:
        if stream.send(piece):
            self.due.pop(stream)
            self.due[stream] = time.monotonic() + self.beats
        else:
            self.end(stream)

    @staticmethod
    def _in_turn(phones: Iterable[None]) -> None:
        for number, _ in enumerate(phones, 1):
            if number % SLICE == 0:
                gevent.sleep(0)

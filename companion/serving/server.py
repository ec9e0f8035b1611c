"""The web server: gevent's, with limits on slow and many connections."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from socket import MSG_PEEK, SHUT_WR
from typing import TYPE_CHECKING, Any, Protocol

import gevent
from gevent import Timeout
from gevent.pywsgi import WSGIServer

from companion.language.texts import Text
from companion.serving.handler import HEADER_SIZE, Handler, Late
from companion.serving.stalls import Stalls
from companion.serving.streams import Streams
from companion.web import HEADERS, LANGUAGES, catalogue
from companion.web.journal import Requests

if TYPE_CHECKING:
    import socket

    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from flask import Flask

    from companion.serving.certificates import Secured

    Saw = Callable[[WSGIEnvironment | None, str, float], None]
    """Counts a request that was answered, or one that was not even read: its status, and the seconds it took."""

HEADER = 10.0
"""Seconds for a request's line and headers (HEADER_SECONDS in config.py)."""
IDLE = 60.0
"""Seconds that a connection stays open without a request (IDLE_SECONDS in config.py)."""
BODY = 10.0
"""Seconds for a request's body (BODY_SECONDS in config.py); a long one has more."""
LOOK = 0.5
"""Seconds between two looks for connections that are late."""
OWN = 24
"""Descriptors kept for the process itself: its files, its listening socket, the watcher's database."""
PART, PARTING = 1.0, 8
"""Seconds in which somebody refused may read why, and how many at once."""
GRACE, AT_ONCE, OFTEN = 4.0, 0.5, 0.02
"""Seconds that a stop waits for requests under way, for those that have yet to begin, and between two looks."""
REQUEST = 3
"""Descriptors that a request may need: its connection, and the database with its write-ahead log."""
MOST_STREAMS = 10_000
FEW = 8
"""How many connections may ask at once how this process is."""
MOST_DESCRIPTORS = 65_536


CROWDED = Text("Too many phones are connected. Wait a moment, then try again.")
PLAIN = Text("This address needs https: start it with “https://”.")
HANDSHAKE = b"\x16"
"""What a connection by https begins with."""


class Greeting:
    """A connection by https before its first request, while both sides agree on keys."""

    served = False

    def __init__(self) -> None:
        self.greenlet = gevent.getcurrent()


class Waiting(Protocol):
    """The phones that wait for news: at most so many, until all are sent away."""

    most: int | None

    def close(self) -> None:
        """End what they wait for."""


class Nobody:
    """What stands for the phones that wait, at a server without streams."""

    most: int | None = None

    def close(self) -> None:
        """End nothing."""


class Room:
    """What the servers of a process share: the connections there may be, and the phones that wait.

    There is always room for one more page. When descriptors get scarce, the connection closes that has waited longest
    for its next request; a phone opens another one without a word. Only if all are busy is somebody refused.
    """

    stopping = False

    def __init__(self, push: Waiting, descriptors: int) -> None:
        self.push = push
        self.free = descriptors - OWN
        push.most = streams(descriptors)
        self.connections = 0
        self.waiting: dict[Handler | Greeting, float] = {}
        self.sending: dict[Handler | Greeting, float] = {}
        self.streams = Streams(gevent.get_hub().loop)
        self.stalls = Stalls()
        self.own: list[gevent.Greenlet] = []

    def open(self) -> None:
        """Begin to look for late connections, to tell the phones that wait, and to measure how long all wait."""
        self.stalls.open()
        self.own = [gevent.spawn(self.look), gevent.spawn(self.streams.write)]

    def close(self) -> None:
        """Send waiting phones their last news, and the end: they ask another process then."""
        self.push.most = 0
        self.push.close()
        for _ in self.streams.told_now():
            pass
        gevent.killall(self.own, block=False)

    def drain(self) -> None:
        """Wait until the requests under way are answered, but not for ever; connections without one are closed."""
        began = time.monotonic()
        while self.connections and time.monotonic() < began + GRACE:
            late = time.monotonic() >= began + AT_ONCE
            for handler in [handler for handler in self.waiting if handler.served or late]:
                self.give_up(handler)
            gevent.sleep(OFTEN)

    def look(self) -> None:
        """Interrupt late connections, for ever."""
        while True:
            gevent.sleep(LOOK)
            self.stalls.tell()
            now = time.monotonic()
            for handlers in (self.waiting, self.sending):
                for handler in [handler for handler, end in handlers.items() if end < now]:
                    self.give_up(handler)

    def give_up(self, handler: Handler | Greeting) -> None:
        """Stop waiting for a connection that is late."""
        self.waiting.pop(handler, None)
        self.sending.pop(handler, None)
        handler.greenlet.kill(Late(), block=False)

    def takes(self) -> bool:
        """Say whether one more connection leaves enough descriptors for pages, if need be by closing another one."""
        if len(self.streams) + REQUEST * (self.connections + 1) > self.free:
            if not self.waiting:
                return False
            self.give_up(next(iter(self.waiting)))
        return True


class Server(WSGIServer):
    """gevent's server, on one port, by http or, if it is `secured`, by https; `answers` stands in for the app."""

    handler_class = Handler

    def __init__(
        self,
        listener: socket.socket,
        app: Flask,
        *,
        room: Room,
        secured: Secured | None = None,
        answers: WSGIApplication | None = None,
        **options: Any,
    ) -> None:
        if secured:
            options["ssl_context"] = secured.shown[0].context
        super().__init__(listener, answers or app, **options)
        if secured:
            self.wrap_socket = secured.wrap
        self.room = room
        self.header: float = app.config.get("HEADER_SECONDS", HEADER)
        self.idle: float = app.config.get("IDLE_SECONDS", IDLE)
        self.body: float = app.config.get("BODY_SECONDS", BODY)
        self.max_accept = min(100, room.free // 8)
        self.parting = 0
        self.refusals = refusals(app)
        self.requests = Requests(app) if app.config.get("ACCESS_LOG") and not answers else None
        self.saw: Saw | None = None if answers else app.extensions.get("saw")

    def close(self) -> None:
        """Stop listening at once; whoever is connected already is served."""
        if not self.closed:
            with suppress(OSError):
                while found := self.do_read():
                    self.do_handle(*found)
        super().close()

    def do_handle(self, sock: socket.socket, address: Any) -> None:
        """Serve a connection if there is room."""
        if self.room.takes():
            self.room.connections += 1
            super().do_handle(sock, address)
        else:
            gevent.spawn(self.refuse, sock)

    def do_close(self, sock: socket.socket, *rest: Any) -> None:
        """Close a connection that was served."""
        self.room.connections -= 1
        super().do_close(sock, *rest)

    def wrap_socket_and_handle(self, client_socket: socket.socket, address: Any) -> None:
        """Serve a connection by https; who speaks http is told so, who says nothing or does not trust us is let go."""
        greeting = Greeting()
        self.room.waiting[greeting] = time.monotonic() + self.header
        try:
            by_https = client_socket.recv(1, MSG_PEEK) == HANDSHAKE
            secure = self.wrap_socket(client_socket, **self.ssl_args) if by_https else None
        except OSError:
            return
        finally:
            self.room.waiting.pop(greeting, None)
        if secure:
            self.handle(secure, address)
        else:
            self.refuse(client_socket, "426")

    def refuse(self, sock: socket.socket, status: str = "503") -> None:
        """Say that there is no room, or why not; a few are given the time to read it."""
        self.parting += 1
        if self.saw:
            self.saw(None, status, 0.0)
        try:
            sock.sendall(self.refusals[status])
            sock.shutdown(SHUT_WR)
            with Timeout(PART if self.parting <= PARTING else 0.01, False):
                sock.recv(HEADER_SIZE)
        except OSError:
            pass
        finally:
            self.parting -= 1
            sock.close()


def small_room() -> Room:
    """Make room for a few connections, with the same limits on each: who is late, or waits longest, is let go."""
    room = Room(Nobody(), OWN + FEW * REQUEST)
    room.own = [gevent.spawn(room.look)]
    return room


def streams(descriptors: int) -> int:
    """Compute how many phones may wait at once, so that at least a sixth of the rest serves pages."""
    free = descriptors - OWN
    return min(free - REQUEST * (free // (2 * REQUEST)), MOST_STREAMS)


def descriptors() -> int:
    """Let this process open as many files as the system allows; return how many these are."""
    try:
        import resource
    except ImportError:
        return MOST_DESCRIPTORS  # Windows counts sockets apart, and has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)
    for limit in (wanted, 10_240):  # macOS says more than it allows
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            return limit
    return int(soft)


def refusals(app: Flask) -> dict[str, bytes]:
    """Write the answers to requests that were not read, in every language, by status."""
    unread = "That couldn't be read. Go back and try again."
    much = "That's too much at once."
    said = {
        "400 Bad Request": unread,
        "408 Request Timeout": unread,
        "414 URI Too Long": much,
        "426 Upgrade Required": PLAIN,
        "431 Request Header Fields Too Large": much,
        "500 Internal Server Error": "Companion made a mistake. The table is safe: go back and try again.",
        "503 Service Unavailable": CROWDED,
    }
    with app.app_context():
        return {
            status[:3]: _answer(status, "\n".join(str(catalogue(language).gettext(text)) for language in LANGUAGES))
            for status, text in said.items()
        }


def _answer(status: str, text: str) -> bytes:
    body = text.encode()
    headers = {
        "Connection": "close",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": str(len(body)),
        **({"Retry-After": "5"} if status.startswith("503") else {}),
        **HEADERS,
    }
    head = [f"HTTP/1.1 {status}", *(f"{key}: {value}" for key, value in headers.items())]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body

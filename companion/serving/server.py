"""The web server: gevent's, with limits on slow and many connections."""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.errors import FirstHeaderLineIsContinuationDefect, InvalidHeaderDefect, MissingHeaderBodySeparatorDefect
from socket import MSG_PEEK, SHUT_WR
from ssl import SSLError
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, Protocol

import gevent
from gevent import Timeout
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.files.safe_readers import BREATH, yield_to_hub
from companion.language.texts import Text
from companion.serving.stalls import OTHER, Stalls, endpoint
from companion.serving.streams import Streams
from companion.web import HEADERS, LANGUAGES, catalogue
from companion.web.journal import REQUEST_ID, Requests
from companion.web.sse import NEWS

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
BODY, RATE, LONGEST = 10.0, 20_000, 300.0
"""Seconds for a request's body: so many (BODY_SECONDS), one more for every so many bytes, at most the last."""
SEND = 60.0
"""Seconds in which a phone must take each piece of an answer."""
READ = 2048
"""Bytes read at once: a phone's headers have about 1,000, and a waiting phone holds this room all evening."""
HEADER_SIZE = 32 * 1024
"""Bytes that all headers of a request may have together."""
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


CROWDED = Text("Too many phones are connected just now. Wait a moment, then try again.")
PLAIN = Text("Here only https is spoken: begin the address with “https://”.")
LENGTH = re.compile(r"[0-9]+[ \t]*")
"""How a body's length is written; int() takes 1_0 and +10, too, which a proxy before us may read otherwise."""
NO_HEADER = FirstHeaderLineIsContinuationDefect, InvalidHeaderDefect, MissingHeaderBodySeparatorDefect
"""What the library finds in a line that is no header; what follows it was not even read."""
HANDSHAKE = b"\x16"
"""What a connection by https begins with."""


class Late(TimeoutError):
    """Somebody took longer than a limit, or somebody else needs the room."""

    def __init__(self) -> None:
        super().__init__(errno.ETIMEDOUT, "too slow")


class TooLarge(ValueError):
    """Headers beyond their limit."""


class Handler(WSGIHandler):
    """One connection, with limits on what it may take."""

    rfile: Any
    headers: Any
    result: Any
    socket: Any
    environ: Any
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, errno.ETIMEDOUT)
    served = False
    did = OTHER
    """What was asked for last."""

    def __init__(self, sock: socket.socket, address: Any, server: Server) -> None:
        super().__init__(sock, address, server)
        self.rfile = sock.makefile("rb", READ)

    def handle(self) -> None:
        """Serve the connection until it ends."""
        self.greenlet = gevent.getcurrent()
        self.greenlet.handler = self
        try:
            super().handle()
        except OSError:
            pass  # who was refused has not waited for the answer
        finally:
            self.server.room.waiting.pop(self, None)
            self.greenlet.handler = SimpleNamespace(does=self.does)  # this one would be held for long

    @property
    def does(self) -> str:
        """What is done for this connection now; while it waits, what was done last."""
        return endpoint(self.environ) if self.environ else self.did

    def read_requestline(self) -> str:
        """Wait for a request; a fresh connection must begin at once, and only such a one while the server stops."""
        if self.served and self.server.room.stopping:
            raise Late
        self.did, self.environ = self.does, None
        if self.server.room.stalls.running > BREATH:  # what follows may be here already
            yield_to_hub()
        self.server.room.waiting[self] = time.monotonic() + (self.server.idle if self.served else self.server.header)
        line: str = super().read_requestline()
        return line

    def read_request(self, raw_requestline: str) -> bool:
        """Read the headers, which must neither come too slowly nor grow too long, and can be read in one way only."""
        whole = self.rfile
        require_clean(raw_requestline.encode("latin-1"))
        came, end, _ = whole.peek().partition(b"\r\n\r\n")
        if end:
            require_clean(came)
        else:
            if self.served and self in self.server.room.waiting:
                self.server.room.waiting[self] = time.monotonic() + self.server.header
            self.rfile = Bounded(whole, HEADER_SIZE)
        try:
            read: bool = super().read_request(raw_requestline)
        finally:
            self.rfile = whole
        self.server.room.waiting.pop(self, None)
        self.served = True
        return read

    def MessageClass(self, *read: Any) -> Any:
        """Read the headers; raise ValueError if they say in two ways whom they are for, or where the body ends."""
        headers = super().MessageClass(*read)
        hosts, lengths, ways = (headers.get_all(name, []) for name in ("Host", "Content-Length", "Transfer-Encoding"))
        if any(isinstance(defect, NO_HEADER) for defect in headers.defects):
            raise ValueError("a line that is no header")
        if len(hosts) > 1 or (not hosts and self.request_version == "HTTP/1.1"):
            raise ValueError("not one host")
        if len(lengths) > 1 or not all(LENGTH.fullmatch(length) for length in lengths):
            raise ValueError("not one length")
        if ways and (ways != ["chunked"] or lengths or self.request_version != "HTTP/1.1"):
            raise ValueError("not one end of the body")
        return headers

    def log_request(self) -> None:
        """Count the request, and write it down, if the owner wants that."""
        took = max(0.0, self.time_finish - self.time_start)
        status = str(self.code or self.status or "-")
        if self.server.saw:
            self.server.saw(self.environ, status, took)
        if self.server.requests:
            client = str(self.client_address[0]) if self.client_address else "-"
            self.server.requests.write(self.environ, client, self.requestline or "", status, self.response_length, took)

    def get_environ(self) -> dict[str, Any]:
        """Describe the request; its body must come in time."""
        environ: dict[str, Any] = super().get_environ()
        environ["SERVER_ADDR"] = str(self.socket.getsockname()[0]).partition("%")[0]
        if self.server.requests:
            environ[REQUEST_ID] = self.server.requests.name(environ)
        if self.content_length or self.wsgi_input.chunked_input:
            self.wsgi_input.rfile = Timely(self, self.content_length or 0)
        return environ

    def handle_one_response(self) -> None:
        """Answer the request; where its body ended nobody knows if a chunk was wrong, so nothing after it is read."""
        super().handle_one_response()
        if self.wsgi_input and self.wsgi_input._chunked_input_error:
            self.close_connection = True

    def process_result(self) -> None:
        """Send the answer; that of a phone that waits is begun, and its connection then handed over."""
        news = self.environ.get(NEWS)
        if news is None or self.environ["REQUEST_METHOD"] != "GET":
            super().process_result()
            return
        answer, self.result = self.result, None  # closed when the stream ends, not when this connection is let go
        try:
            self.write(next(iter(answer)))
        except BaseException:
            answer.close()
            raise
        self.close_connection = True
        self.server.room.streams.take(self.socket, news, answer, chunked=self.response_use_chunked)
        self.socket = None

    def start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        """Begin the answer: the last one before a stop says so, and it bears the name of its request in the log."""
        last = [("Connection", "close")] if self.server.room.stopping else []
        name = self.environ.get(REQUEST_ID)
        return super().start_response(status, [*headers, *last, *([("X-Request-ID", name)] if name else [])], exc_info)

    def _sendall(self, data: bytes) -> None:
        self.server.room.sending[self] = time.monotonic() + SEND
        try:
            super()._sendall(data)
        except SSLError as error:  # by https this says that the phone is gone
            raise BrokenPipeError(errno.EPIPE, str(error)) from error
        finally:
            self.server.room.sending.pop(self, None)

    def handle_one_request(self) -> Any:
        """Handle one request; say why not as every answer does."""
        answer = super().handle_one_request()
        if isinstance(answer, tuple):
            return answer[0], self.server.refusals[answer[0]]
        return answer

    def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
        status = "408" if isinstance(ex, Late) else "431" if isinstance(ex, TooLarge) else "400"
        return status, self.server.refusals[status]

    def _send_error_response_if_possible(self, error_code: int) -> None:
        self.close_connection = True
        if not self.response_length:
            with suppress(OSError):
                self._sendall(self.server.refusals[str(error_code)])


class Bounded:
    """The lines of a request's headers, limited to so many bytes in all."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self.file, self.left = file, most

    def readline(self, size: int) -> bytes:
        """Read a line; raise `TooLarge` beyond the limit, ValueError if it could be read as two."""
        line = self.file.readline(min(size, self.left + 1))
        self.left -= len(line)
        if self.left < 0:
            raise TooLarge("headers too large")
        require_clean(line)
        return line


def require_clean(lines: bytes) -> None:
    """Raise ValueError if lines hold NUL, or CR without LF.

    The library ends a header there and a proxy before us does not: a length behind it would hide a request from one.
    """
    if b"\0" in lines or lines.count(b"\r") != lines.count(b"\r\n"):
        raise ValueError("NUL or a bare CR")


class Timely:
    """A request's body, which must come in time from when it is read; however fast it comes, others have their turn."""

    def __init__(self, handler: Handler, length: int) -> None:
        self.handler, self.file = handler, handler.rfile
        self.most = min(handler.server.body + length / RATE, LONGEST)
        self.end = self.breath = 0.0

    def read(self, size: int) -> bytes:
        """Read so many bytes; raise `Late` when the time is over."""
        with self.in_time():
            return bytes(self.file.read(size))

    def readline(self, size: int) -> bytes:
        """Read a line; raise `Late` when the time is over."""
        with self.in_time():
            return bytes(self.file.readline(size))

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Raise `Late` when the time is over; then nobody waits for the rest.

        It may be over without a wait: a body that comes in tiny chunks keeps a processor busy.
        """
        now = time.monotonic()
        self.end = self.end or now + self.most
        if now > self.breath:
            yield_to_hub()
            self.breath = time.monotonic() + BREATH
        try:
            if now > self.end:
                raise Late
            with Timeout(max(0.0, self.end - time.monotonic()), Late()):
                yield
        except Late:
            self.handler.close_connection = True
            self.handler.wsgi_input._chunked_input_error = True
            raise


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
    unread = "That could not be read. Go back and try again."
    much = "That is more than Companion takes at once."
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

"""One connection: its requests read within bounds of size and time, and answered."""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.errors import FirstHeaderLineIsContinuationDefect, InvalidHeaderDefect, MissingHeaderBodySeparatorDefect
from ssl import SSLError
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any

import gevent
from gevent import Timeout
from gevent.pywsgi import WSGIHandler

from companion.files.safe_readers import BREATH, yield_to_hub
from companion.serving.stalls import OTHER, endpoint
from companion.web.journal import REQUEST_ID
from companion.web.sse import NEWS

if TYPE_CHECKING:
    import socket

    from companion.serving.server import Server

RATE, LONGEST = 20_000, 300.0
"""Bytes of a request's body for which it has a second more, and seconds that it has at most."""
SEND = 60.0
"""Seconds in which a phone must take each piece of an answer."""
READ = 2048
"""Bytes read at once: a phone's headers have about 1,000, and a waiting phone holds this room all evening."""
HEADER_SIZE = 32 * 1024
"""Bytes that all headers of a request may have together."""
LENGTH = re.compile(r"[0-9]+[ \t]*")
"""How a body's length is written; int() takes 1_0 and +10, too, which a proxy before us may read otherwise."""
NO_HEADER = FirstHeaderLineIsContinuationDefect, InvalidHeaderDefect, MissingHeaderBodySeparatorDefect
"""What the library finds in a line that is no header; what follows it was not even read."""


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

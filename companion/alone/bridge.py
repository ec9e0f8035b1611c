"""Answer a browser's requests where it runs the app itself: one after the other, and with cookies that are kept here.

A service worker sees no cookies and no address of a phone. It hears a request as a whole, and saves what was written
before it hands the answer on.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask

from companion.instance import secret_key, write
from companion.storage.connections import place
from companion.storage.sqlite import Place
from companion.storage.start import prepare
from companion.web.sse import NEWS, moved

COOKIES = "cookies.json"

Headers = Iterable[tuple[str, str]]


class Answer(NamedTuple):
    """The answer to a request. One with `close` goes on with what it tells, until that is called."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    close: Callable[[], None] | None = None


class Bridge:
    """Between a service worker and the app, whose pages have addresses below `at`, which ends in a slash."""

    def __init__(self, app: Flask, at: str = "/") -> None:
        self.app, self.at, self.kept = app, at, Path(app.instance_path) / COOKIES
        found = place(app)
        assert isinstance(found, Place)
        self.place = found
        self.wake()

    def move(self, host: str, at: str) -> None:
        """Serve the pages at another host and path, as one does that was made before either was known."""
        self.app.config["NAMES"], self.at = (host,), at

    def sleep(self) -> None:
        """Let go of all files, so that others can be laid in their place."""
        for file in (self.watcher, *self.app.extensions["db_pool"]):
            file.close()
        self.app.extensions["db_pool"].clear()
        self.app.extensions["tables"].clear()
        self.app.extensions["sessions"].clear()

    def wake(self, *, full: bool = False) -> None:
        """Take up the files as they are now; where the browser stores no more, `full`, nothing is written for now."""
        self.app.secret_key = secret_key(self.kept.parent)
        prepare(self.place.path)
        self.place.take_up(is_full=full)
        self.watcher = self.place.open()
        self.watcher.poll()
        self.cookies = json.loads(self.kept.read_text(encoding="utf-8")) if self.kept.exists() else {}
        self.was_given = False

    def answer(
        self, method: str, url: str, headers: Headers, body: bytes = b"", tell: Callable[[str], object] | None = None
    ) -> Answer:
        """Answer a request as a server would; `tell` gets each later piece of a stream, "" for its end."""
        environ = self._environ(method, url, headers, body)
        began: dict[str, Any] = {}
        pieces = self.app(environ, lambda status, given, _=None: began.update(status=status, headers=given) or bytes)
        close = getattr(pieces, "close", lambda: None)
        news = environ.get(NEWS) if tell else None
        if news is not None and tell is not None:
            data = next(iter(pieces))
            news.hand_to(lambda seq: tell("" if seq is None else moved(seq)))
        else:
            data = b"".join(pieces)
            close()
        kept = [*self._keep(began["headers"])]
        return Answer(int(began["status"].split()[0]), kept, data, close if news is not None else None)

    def has_written(self) -> bool:
        """Say whether anything is to be saved since the last call; all of it lies in the one file then."""
        given, self.was_given = self.was_given, False
        if self.watcher.poll() is None:
            given = True
        if given:
            self.watcher.gather()
        return given

    def _environ(self, method: str, url: str, headers: Headers, body: bytes) -> dict[str, Any]:
        parts = urlsplit(url)
        root = self.at.rstrip("/")
        path = parts.path.removeprefix(root)
        port = str(parts.port or (443 if parts.scheme == "https" else 80))
        environ: dict[str, Any] = {"REQUEST_METHOD": method, "SCRIPT_NAME": root, "QUERY_STRING": parts.query}
        environ |= {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "SERVER_PROTOCOL": "HTTP/1.1"}
        environ |= {"SERVER_NAME": parts.hostname, "SERVER_PORT": port, "HTTP_HOST": parts.netloc}
        environ |= {"REMOTE_ADDR": "127.0.0.1", "CONTENT_LENGTH": str(len(body)), "wsgi.url_scheme": parts.scheme}
        environ |= {"wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.version": (1, 0)}
        environ |= dict.fromkeys(("wsgi.multithread", "wsgi.multiprocess", "wsgi.run_once"), False)
        environ |= {_variable(name): value for name, value in headers}
        environ["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return environ

    def _keep(self, given: Headers) -> Iterable[tuple[str, str]]:
        """Keep the cookies that are given, and hand on all other headers."""
        for header, value in given:
            if header.lower() != "set-cookie":
                yield header, value
                continue
            for name, morsel in SimpleCookie(value).items():
                if morsel["max-age"] == "0" or "1970" in morsel["expires"]:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.coded_value
            write(self.kept, json.dumps(self.cookies))
            self.was_given = True


def _variable(header: str) -> str:
    """Name the variable of WSGI in which a header stands."""
    key = header.upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"

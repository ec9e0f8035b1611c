"""What is written down for the owner: a journal of what matters, and requests on demand; no names, no codes."""

from __future__ import annotations

import json
import logging
import os
import re
from datetime import UTC, datetime
from hashlib import blake2b
from logging.handlers import RotatingFileHandler
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from flask import Flask, current_app, request

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JOURNAL, REQUESTS = "companion.log", "access.log"
SIZE, FILES = 2**20, 3
"""How many bytes a file takes before the next is begun, and how many older ones are kept."""
NUMBER = re.compile(r"[0-9]{1,9}")
CODE = re.compile(r"[A-Z2-9]{5}")
METHOD = re.compile(r"[A-Z]{3,7}")
REQUEST_ID = "companion.request_id"
"""Names in a request's environment what it is called in the log."""
NAMED = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""What a proxy may call a request."""
STAMP = "%(asctime)s %(message)s"


class Rotating(RotatingFileHandler):
    """A log file of limited size, readable by its owner only; a failure to write never stops the app."""

    def _open(self):  # type: ignore[no-untyped-def]
        return open(self.baseFilename, self.mode, encoding="utf-8", opener=lambda path, how: os.open(path, how, 0o600))

    def handleError(self, record: logging.LogRecord) -> None:
        """Go on without the line: a full disk is reported elsewhere."""


def journal(folder: Path, name: str = JOURNAL, form: str = STAMP) -> logging.Logger:
    """Open a journal in a folder; its file is made with the first line."""
    log = logging.Logger(name)
    handler = Rotating(folder / name, maxBytes=SIZE, backupCount=FILES, delay=True)
    handler.setFormatter(logging.Formatter(form, "%Y-%m-%d %H:%M:%S"))
    log.addHandler(handler)
    return log


def write(log: logging.Logger, line: str) -> None:
    """Write a line and close the file: lines are rare, and several processes may rotate it."""
    log.info("%s", line)
    for handler in log.handlers:
        handler.close()


def note(what: str, code: str | None = None) -> None:
    """Write down what somebody did, from which address, and at which table, its code cut short.

    Whatever does something that matters says so itself, once it is done: `what` names no player and holds no secret.
    """
    address = request.remote_addr or "-"
    write(current_app.extensions["journal"], f"{address} {what}{f' at {short(code)}' if code else ''}")


def short(code: str) -> str:
    """Cut a code to what distinguishes tables but opens none, and drop anything else."""
    return f"{code[:2]}…" if CODE.fullmatch(code) else "…"


def init_app(app: Flask) -> None:
    """Open the journal of the app."""
    app.extensions["journal"] = journal(Path(app.instance_path))


class Requests:
    """A log of requests, a line of JSON each; of an address it keeps only what every installation has.

    A table is told from others by a hash of its code that only this installation can make.
    """

    def __init__(self, app: Flask) -> None:
        rules = [rule.rule for rule in app.url_map.iter_rules()] + [
            f"/static/{name}" for name in app.extensions["static"]
        ]
        self.known = {part for rule in rules for part in rule.split("/") if "<" not in part}
        self.log = journal(Path(app.instance_path), REQUESTS, "%(message)s")
        self.behind_proxy: int = app.config["BEHIND_PROXY"]
        self.key = blake2b(str(app.secret_key).encode(), digest_size=16, person=b"access log").digest()

    def name(self, environ: WSGIEnvironment | None) -> str:
        """Name a request: as the proxy does that we trust, or anew."""
        named: str = (environ or {}).get("HTTP_X_REQUEST_ID", "") if self.behind_proxy else ""
        return named if NAMED.fullmatch(named) else token_hex(8)

    def write(
        self, environ: WSGIEnvironment | None, client: str, line: str, status: str, size: int, took: float
    ) -> None:
        """Write down a request: from where, what, its status, the bytes of its answer and the time it took."""
        method, _, rest = line.partition(" ")
        address = rest.split(" ")[0]
        said = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "id": (environ or {}).get(REQUEST_ID) or self.name(None),
            "from": (environ or {}).get("REMOTE_ADDR", client),
            "method": method if METHOD.fullmatch(method) else "?",
            "path": self.path(address),
            "table": self.table(address),
            "status": status,
            "bytes": size,
            "ms": round(1000 * took),
        }
        self.log.info(
            "%s", json.dumps({key: value for key, value in said.items() if value is not None}, ensure_ascii=False)
        )

    def path(self, address: str) -> str:
        """Cut codes, keys and names out of an address."""
        return "/".join(part if part in self.known or NUMBER.fullmatch(part) else "…" for part in _parts(address))

    def table(self, address: str) -> str | None:
        """Hash the code of the table in an address."""
        code = next((part for part in _parts(address) if CODE.fullmatch(part)), None)
        return code and blake2b(code.encode(), key=self.key, digest_size=6).hexdigest()


def _parts(address: str) -> list[str]:
    return address.partition("?")[0].split("/")

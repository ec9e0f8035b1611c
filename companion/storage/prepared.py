"""What is asked often of PostgreSQL: prepared, and asked of libpq itself.

For an answer of one row the driver's cursors and its waiting under gevent take three times as long as all the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from gevent import Timeout, get_hub, monkey
from psycopg import Connection, waiting
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.waiting import Ready, Wait

from companion.storage.protocol import Values

OFTEN = 3
"""How often a connection lets the driver ask a statement before it is prepared."""
KEPT, COUNTED = 200, 2000
"""How many statements a connection keeps prepared, and counts: no more are asked often."""
PORTION = 1000
"""How many rows of a long answer are turned into tuples at once."""
READABLE = 1
UNKNOWN, INTEGER, BIGINT, DOUBLE, OTHER = 0, 23, 20, 701, -1
"""PostgreSQL's numbers for the types of values, as the driver gives them: of what is unknown it finds out.

What is of another type is left to the driver.
"""
_DONE = ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK

Statement = tuple[str, tuple[int, ...]]
"""What is prepared: its text, and the types of its values."""


class Found:
    """The rows of an answer."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self._rows = rows

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        """Return the rows that are left, one at a time."""
        return self._rows


class Prepared:
    """The prepared statements of a connection, so many at most."""

    def __init__(self, connection: Connection[Any], most: int = KEPT) -> None:
        self.connection, self.libpq, self.most = connection, connection.pgconn, most
        self._counts: Counter[Statement] = Counter()
        self._names: dict[Statement, bytes] = {}
        self._decode = Transformer(connection)
        under_gevent = monkey.is_module_patched("select")
        self._watcher = get_hub().loop.io(self.libpq.socket, READABLE) if under_gevent else None

    def say(self, sql: str) -> Found:
        """Ask statements without values, all at once; give the rows of the last."""
        self.libpq.send_query(sql.encode())
        return self._rows(self._answer())

    def ask(self, sql: str, values: Values) -> Found | None:
        """Ask a statement that is asked often; return None for any other, which is left to the driver."""
        text, names = _numbered(sql)
        written = [_written(value) for value in _in_order(values, names)]
        kinds = tuple(kind for kind, _ in written)
        if OTHER in kinds:
            return None
        statement = sql, kinds
        name = self._names.get(statement) or self._prepare(statement, text)
        if name is None:
            return None
        self.libpq.send_query_prepared(name, [value for _, value in written])
        return self._rows(self._answer())

    def _prepare(self, statement: Statement, text: bytes) -> bytes | None:
        self._counts[statement] += 1
        if self._counts[statement] <= OFTEN or len(self._names) >= self.most:
            if len(self._counts) > COUNTED:
                self._counts.clear()
            return None
        name = b"often%d" % len(self._names)
        self.libpq.send_prepare(name, text, statement[1])
        self._answer()
        self._names[statement] = name
        return name

    def _answer(self) -> PGresult:
        while self.libpq.flush():
            self._wait(Wait.RW)
            self.libpq.consume_input()
        last = None
        while True:
            while self.libpq.is_busy():
                self._wait(Wait.R)
                self.libpq.consume_input()
            found = self.libpq.get_result()
            if found is None:
                break
            last = found
        while said := self.libpq.notifies():
            if self.libpq.notify_handler:
                self.libpq.notify_handler(said)
        assert last is not None
        if last.status not in _DONE:
            raise error_from_result(last)
        return last

    def wait(self, seconds: float) -> None:
        """Wait until the server says something by itself, for so long at most."""
        if self._watcher:
            with Timeout(seconds, False):
                get_hub().wait(self._watcher)
        else:
            waiting.wait(_once(Wait.R), self.libpq.socket, interval=seconds)

    def _wait(self, what: Wait) -> None:
        if self._watcher and what is Wait.R:
            get_hub().wait(self._watcher)
        else:
            waiting.wait(_once(what), self.libpq.socket, interval=0.1)

    def _rows(self, result: PGresult) -> Found:
        count = result.ntuples
        decode = self._decode if count <= PORTION else Transformer(self.connection)
        decode.set_pgresult(result)
        if count <= PORTION:
            return Found(iter(decode.load_rows(0, count, tuple)))
        portions = (decode.load_rows(at, min(count, at + PORTION), tuple) for at in range(0, count, PORTION))
        return Found(chain.from_iterable(portions))

    def close(self) -> None:
        """Let go of the connection."""
        if self._watcher:
            self._watcher.stop()
            self._watcher.close()
            self._watcher = None


def _once(what: Wait) -> Generator[Wait, Ready | int, None]:
    yield what


@lru_cache(1024)
def _numbered(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """Write a statement with its values numbered, as libpq wants it; return it, and the values' names, if any.

    The same statements are asked over and over.
    """
    names = tuple(dict.fromkeys(re.findall(r"(?<!:):(\w+)", sql)))
    numbers = iter(range(1, len(sql)))
    if names:
        return re.sub(r"(?<!:):(\w+)", lambda found: f"${names.index(found[1]) + 1}", sql).encode(), names
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql).encode(), ()


def _in_order(values: Values, names: tuple[str, ...]) -> Iterable[Any]:
    return [values[name] for name in names] if isinstance(values, Mapping) else values


def _written(value: Any) -> tuple[int, bytes | None]:
    """Write a value, with its type."""
    kind = type(value)
    if kind is str and "\0" not in value:
        return UNKNOWN, value.encode()
    if kind is int:
        return INTEGER if -(2**31) <= value < 2**31 else BIGINT, b"%d" % value
    if kind is float:
        return DOUBLE, repr(value).encode()
    return (UNKNOWN if value is None else OTHER), None

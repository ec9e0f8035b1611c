"""PostgreSQL as the database of many processes: connections from a bounded pool, told by `NOTIFY`, and our own errors.

Needs `companion[postgres]`. What is asked often is prepared (`prepared.py`), since to plan it takes longer than to
answer it: 0.85 ms for what a page asks, instead of 0.07. Where a pooler in transaction mode stands between,
which mixes up what is prepared and loses `LISTEN`, nothing is, and what listens connects directly.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, wraps
from hashlib import blake2b
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import Any, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import IntLoader

from companion.instance import Unusable
from companion.storage.postgres_schema import VERSIONS
from companion.storage.prepared import KEPT, Prepared
from companion.storage.protocol import (
    Broken,
    ConnectionLost,
    DiskFull,
    LockTimeout,
    ReadOnly,
    Rows,
    StorageError,
    UniqueViolation,
    Values,
)

Method = TypeVar("Method", bound=Callable[..., Any])

CHANNEL = "companion"
"""Where processes tell each other which table has changed."""
REACHED = 5
"""Seconds that a connection may take to come about."""
SILENT = {"tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2}
"""When a connection counts as lost to which the other machine says nothing any more; a system waits for 15 minutes."""
ROUND = 1.0
"""Seconds after which a process looks at all its tables, for what nobody told it."""
START = 30.0
"""Seconds that a start waits for another process that brings the database up to date."""

_TROUBLE: tuple[tuple[type[psycopg.Error], type[StorageError]], ...] = (
    (errors.UniqueViolation, UniqueViolation),
    (errors.LockNotAvailable, LockTimeout),
    (errors.DeadlockDetected, LockTimeout),
    (errors.SerializationFailure, LockTimeout),
    (errors.DiskFull, DiskFull),
    (errors.ReadOnlySqlTransaction, ReadOnly),
    (errors.DataCorrupted, Broken),
    (errors.IndexCorrupted, Broken),
    (errors.AdminShutdown, ConnectionLost),
    (errors.CrashShutdown, ConnectionLost),
    (errors.CannotConnectNow, ConnectionLost),
    (errors.TooManyConnections, ConnectionLost),
)


def trouble(error: psycopg.Error) -> StorageError:
    """Turn an error of the driver into one of our own; a connection that is lost has no code."""
    found = next((ours for theirs, ours in _TROUBLE if isinstance(error, theirs)), StorageError)
    if found is StorageError and isinstance(error, psycopg.OperationalError) and not error.sqlstate:
        found = ConnectionLost
    return found(str(error))


def _translated(method: Method) -> Method:
    @wraps(method)
    def called(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except psycopg.Error as error:
            raise trouble(error) from error

    return cast(Method, called)


@lru_cache(1024)
def _written(sql: str) -> str:
    """Write a statement's values as the driver wants them; the same statements are asked over and over."""
    return re.sub(r"(?<!:):(\w+)", r"%(\1)s", sql).replace("?", "%s")


def _impatient(url: str) -> str:
    """Add to an address when a silent connection counts as lost, unless it says so itself."""
    return make_conninfo(url, **{**SILENT, **conninfo_to_dict(url)})


class Session:
    """A connection as a `Database`; outside a block it comes back by itself when it was lost."""

    def __init__(self, server: Server, patience: float, *, lasting: bool = True) -> None:
        self.server, self.lasting = server, lasting
        self._patience = patience
        self._changed: dict[str, None] = {}
        self._in_block = False
        self._looked = 0.0
        self._told: list[psycopg.Notify] = []
        self.connection = self._connect()

    @_translated
    def _connect(self) -> psycopg.Connection[Any]:
        server = self.server
        connection = psycopg.connect(
            _impatient(server.url if self.lasting else server.direct or server.url),
            autocommit=True,
            prepare_threshold=None,
            connect_timeout=REACHED,
            fallback_application_name=CHANNEL,
        )
        connection.adapters.register_loader("numeric", IntLoader)  # what adds up our numbers
        connection.execute("SELECT set_config('lock_timeout', %s, false)", [_milliseconds(self._patience)])
        if not self.lasting:
            connection.execute("SET synchronous_commit = off")
            connection.execute(f"LISTEN {CHANNEL}")
            self._looked = 0.0  # nobody heard what was told meanwhile
        self._asked = Prepared(connection, most=0 if self.lasting and server.direct else KEPT)
        return connection

    @property
    def patience(self) -> float:
        """The seconds that a statement waits for another process."""
        return self._patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self.execute("SELECT set_config('lock_timeout', ?, false)", [_milliseconds(seconds)])
        self._patience = seconds

    @property
    def is_writing(self) -> bool:
        """Whether this is within a writing block, or was left in one that it lost."""
        return self._in_block or self.connection.pgconn.transaction_status != TransactionStatus.IDLE

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Run a statement; outside a writing block its changes are written at once."""
        try:
            return self._execute(sql, values)
        except ConnectionLost:
            if self._in_block:  # what it has written is undone
                raise
        self.close()
        self.connection = self._connect()
        return self._execute(sql, values)

    @_translated
    def _execute(self, sql: str, values: Values) -> Rows:
        if not values:
            return self._asked.say(sql)
        return self._asked.ask(sql, values) or self.connection.execute(_written(sql), values)

    @_translated
    def executemany(self, sql: str, rows: Iterable[Values], /) -> None:
        """Run a statement for each of many rows."""
        with self.connection.cursor() as cursor:
            cursor.executemany(_written(sql), rows)

    @contextmanager
    def writing(self, *keys: str) -> Iterator[None]:
        """Hold a lock of each key until all is written; tell afterwards: a `NOTIFY` in it holds all others up."""
        if self._in_block:
            for locking in _locking(keys):
                self._execute(locking, ())
            yield
            return
        try:
            self.execute("; ".join(["BEGIN", *_locking(keys)]))  # one way there and back
            self._in_block = True
            yield
            self._execute("COMMIT", ())
        except BaseException:
            self._changed.clear()
            with suppress(psycopg.Error):
                self.connection.execute("ROLLBACK")
            raise
        finally:
            self._in_block = False
        changed, self._changed = self._changed, {}
        for code in changed:
            self.notify(code)

    def check(self) -> None:
        """Do nothing: no file can be taken away from under a connection."""

    def notify(self, code: str) -> None:
        """Let other processes know that a table has changed, once the block is written.

        If that fails, what was written stands, and others find it when they next look at all tables.
        """
        if self._in_block:
            self._changed[code] = None
            return
        with suppress(StorageError):
            self.execute("SELECT pg_notify(?, ?)", [CHANNEL, f"{self.server.process} {code}"])

    def poll(self) -> Collection[str] | None:
        """List the tables of which another process has told since the last call; every second it may be any.

        For what it wrote it may not have told yet, or it was cut off before it could.
        """
        heard, self._told = [*self._told, *self._heard()], []
        notes = [said.payload.partition(" ") for said in heard]  # another program may say anything there
        if time.monotonic() - self._looked >= ROUND:
            self._looked = time.monotonic()
            return None
        return {code for process, _, code in notes if process != self.server.process}

    def wait(self, seconds: float) -> None:
        """Wait until another process tells something, for so long at most."""
        self._told += self._heard()  # while something was asked
        if not self._told:
            self._asked.wait(seconds)

    def _heard(self) -> list[psycopg.Notify]:
        try:
            return list(self.connection.notifies(timeout=0))
        except psycopg.OperationalError:
            self.close()
            self.connection = self._connect()
            return []

    def others(self) -> int:
        """Count the connections that Companion has to this database besides this one."""
        found = self.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = ? AND pid <> pg_backend_pid()",
            [CHANNEL],
        )
        return int(found.fetchone()[0])

    def close(self) -> None:
        """Close the connection."""
        self._asked.close()
        self.connection.close()


class Room:
    """So many connections may be lent; in half a microsecond, where a semaphore takes four."""

    def __init__(self, most: int) -> None:
        self._free: SimpleQueue[None] = SimpleQueue()
        for _ in range(most):
            self.release()

    def acquire(self, timeout: float) -> bool:
        """Take one's place, once there is one; say whether there was in time."""
        try:
            self._free.get(timeout=timeout)
        except Empty:
            return False
        return True

    def release(self) -> None:
        """Give the place back."""
        self._free.put(None)


class Server:
    """The place of an app's data: a database that processes share; `process` is the name of this one there.

    If a pooler stands between, `direct` is the address past it.
    """

    read_only = False

    def __init__(self, url: str, *, patience: float, most: int = 1, direct: str | None = None) -> None:
        self.url, self.direct, self.patience = url, direct, patience
        self.room = Room(most)
        self.process = token_hex(8)

    @property
    def name(self) -> str:
        """The database's host and name, without a password."""
        known = conninfo_to_dict(self.url)
        return f"PostgreSQL, {known.get('host', 'localhost')}, {known.get('dbname', known.get('user', ''))}"

    def open(self, *, lasting: bool = True) -> Session:
        """Connect once more; what need not be `lasting` listens to what others tell."""
        return Session(self, self.patience, lasting=lasting)


def _locking(keys: Iterable[str]) -> Iterator[str]:
    """Write the statements that lock some keys, in one order, so that no two blocks wait for each other."""
    for key in sorted(keys):
        number = int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), signed=True)
        yield f"SELECT pg_advisory_xact_lock({number})"


def _milliseconds(seconds: float) -> str:
    return f"{max(1, round(seconds * 1000))}ms"  # none at all would mean for ever


def prepare(url: str) -> bool:
    """Bring a database up to date; raise `Unusable` if it cannot be reached or is of a later version."""
    try:
        with closing(Server(url, patience=START).open()) as session, session.writing(CHANNEL):
            update(session)
    except StorageError as error:
        raise Unusable(f"The database cannot be used: {error}") from error
    return True


def update(session: Session) -> None:
    """Bring a database up to date within a writing block; raise `Unusable` if it is of a later version."""
    session.execute("CREATE TABLE IF NOT EXISTS versions (name text PRIMARY KEY)")
    done = {name for (name,) in session.execute("SELECT name FROM versions")}
    if not done <= {name for name, _ in VERSIONS}:
        raise Unusable("The database was made by a later version of Companion. Update this one, then start again.")
    for name, statements in VERSIONS:
        if name not in done:
            session.execute(statements)
            session.execute("INSERT INTO versions (name) VALUES (?)", [name])

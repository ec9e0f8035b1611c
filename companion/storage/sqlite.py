"""SQLite as the embedded database: connections that wait without blocking the process, and raise our own errors."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import Any

from sqlite_utils import Database

from companion.storage.protocol import (
    Broken,
    DatabaseReplaced,
    DiskFull,
    LockTimeout,
    ReadOnly,
    StorageError,
    UniqueViolation,
    Values,
)

PATIENCE = 5.0
"""Seconds that a statement waits for another program to let go of the file (PATIENCE in config.py)."""
PAUSES = 0.001, 0.05
"""The first and the longest pause between two tries, in seconds."""
SLOW, MUCH = 0.004, 0.04
"""Seconds that a block may take on a fast disk (a card needs some 8 ms), and how many more make the disk a slow one."""
FORGETS, MOST = 0.01, 1.0
"""Which share of those seconds each block lets be forgotten, and how many are remembered at most."""

_TROUBLE = {
    sqlite3.SQLITE_BUSY: LockTimeout,
    sqlite3.SQLITE_CANTOPEN: DatabaseReplaced,
    sqlite3.SQLITE_CORRUPT: Broken,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_IOERR: DiskFull,  # what a full disk says of the files beside the database
    sqlite3.SQLITE_NOTADB: Broken,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_BUSY_SNAPSHOT: StorageError,  # who has read what is old by now would wait for ever
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: UniqueViolation,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: UniqueViolation,
    sqlite3.SQLITE_READONLY_DBMOVED: DatabaseReplaced,
}
"""What SQLite's codes mean: those that say more first, then the lowest byte."""


def trouble(error: sqlite3.Error) -> StorageError:
    """Turn an SQLite error into one of our own, by its code, since its texts may change."""
    code = getattr(error, "sqlite_errorcode", 0)
    return _TROUBLE.get(code, _TROUBLE.get(code & 0xFF, StorageError))(str(error))


def _translated(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def called(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except sqlite3.Error as error:
            raise trouble(error) from error

    return called


class Cursor(sqlite3.Cursor):
    """Rows that raise our own errors."""

    fetchone = _translated(sqlite3.Cursor.fetchone)
    fetchall = _translated(sqlite3.Cursor.fetchall)
    __next__ = _translated(sqlite3.Cursor.__next__)


class Connection(sqlite3.Connection):
    """A connection that waits for another program's lock without blocking this process.

    SQLite's own waiting would stop the thread, and with it every phone that this process serves.
    """

    patience = PATIENCE
    executemany = _translated(sqlite3.Connection.executemany)

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Run a statement, and try again while the file is locked; raise `LockTimeout` when patience ends."""
        end, (pause, longest) = None, PAUSES
        while True:
            try:
                return self.cursor(Cursor).execute(sql, parameters)  # one made by itself would never be forgotten
            except sqlite3.Error as error:
                found = trouble(error)
                end = end or time.monotonic() + self.patience
                if not isinstance(found, LockTimeout) or time.monotonic() >= end:
                    raise found from error
            time.sleep(pause)
            pause = min(2 * pause, longest)


class File(Database):
    """The embedded `companion.storage.protocol.Database`: sqlite-utils' one, and what the stores need besides."""

    conn: Connection

    lasting = True
    """Whether what is written survives a power cut."""

    def __init__(self, connection: Connection, place: Place | None = None) -> None:
        super().__init__(connection, strict=True)
        self.place = place
        self._version: object = None

    @property
    def patience(self) -> float:
        """The seconds that a statement waits for another program."""
        return self.conn.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self.conn.patience = seconds

    @property
    def is_writing(self) -> bool:
        """Whether this is within a writing block."""
        return self.conn.in_transaction

    def execute(self, sql: str, parameters: Values | None = None) -> Cursor:
        """Run a statement; outside a writing block its changes are written at once."""
        return self.conn.execute(sql, parameters or ())

    def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        """Run a statement for each of many rows."""
        self.conn.executemany(sql, rows)

    @contextmanager
    def writing(self, *_: str) -> Iterator[None]:
        """Hold the file's write lock, which is the same for all keys, from the first read on."""
        if self.is_writing:
            yield
            return
        with self.place.turn(self.patience) if self.place else nullcontext():
            self.check()
            self.execute("BEGIN IMMEDIATE")
            try:
                if self.place:
                    self.place.wrote()
                yield
                self._commit()
            except BaseException:
                self.rollback()
                raise
        self.check()

    def _commit(self) -> None:
        """Write a block to the disk: where that takes long, beside everything else that this process does."""
        if self.place and self.place.beside and self.place.disk.is_slow:
            self.place.beside(self._end)
        else:
            self._end()

    def _end(self) -> None:
        began = time.perf_counter()
        self.execute("COMMIT")
        if self.place and self.lasting:  # what need not last is fast on any disk
            self.place.disk.took(time.perf_counter() - began)

    def check(self) -> None:
        """Raise `DatabaseReplaced` unless the file in the folder is the one that this writes into.

        If only the log beside it is missing, its contents go into the file at once: nobody else could read it.
        """
        if self.place is None or self.place.is_whole():
            return
        if not self.place.is_there() or self.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            raise DatabaseReplaced(self.place.path)

    def notify(self, code: str) -> None:
        """Do nothing: SQLite counts what others write, and `poll` looks at that."""

    def poll(self) -> tuple[()] | None:
        """Look whether another connection has written anything since the last call, in a few microseconds."""
        before, self._version = self._version, self.execute("PRAGMA data_version").fetchone()
        return () if before == self._version else None

    def gather(self) -> None:
        """Bring all that was written into the one file; raise LockTimeout if a connection reads what was before."""
        if self.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            raise LockTimeout("what was written does not lie in one file")

    def wait(self, seconds: float) -> None:
        """Wait so long: SQLite wakes nobody when another process writes."""
        time.sleep(seconds)

    def close(self) -> None:
        """Close the connection."""
        super().close()
        if self.place:
            self.place.closed(self)


class Disk:
    """How long a disk takes to write a block down, as far as the last ones tell.

    Meanwhile the process answers nobody. In a thread beside it a write holds nobody up, but the way there takes a fifth
    of a move's time on a fast disk. What counts are the slow ones: a card that needs a second for each tenth block, and
    nothing for the others, is slow all the time.
    """

    def __init__(self) -> None:
        self._too_long = 0.0

    @property
    def is_slow(self) -> bool:
        """Whether blocks took too long by more than `MUCH` seconds together, not counting what is forgotten."""
        return self._too_long > MUCH

    def took(self, seconds: float) -> None:
        """Note how long a block took."""
        self._too_long = min(MOST, self._too_long * (1 - FORGETS) + max(0.0, seconds - SLOW))


class Place:
    """The place of an app's file: opens it for each request, and says whether it is still there.

    A server sets `beside`, which runs a function in a thread of its own while other phones are answered.
    """

    room = None
    """No request waits for a connection: with as many as there may be, one that reads is never held."""

    def __init__(self, path: Path, *, patience: float, read_only: bool) -> None:
        self.path, self.patience, self.read_only = path, patience, read_only
        self._file = self._find()
        self._log: tuple[int, int] | None = None
        self._is_full = False
        self._open: set[File] = set()
        self._turn = Lock()
        self.disk = Disk()
        self.beside: Callable[[Callable[[], None]], object] | None = None

    @contextmanager
    def turn(self, patience: float) -> Iterator[None]:
        """Take one's turn among those who write in this process; raise `LockTimeout` when patience ends."""
        if not self._turn.acquire(timeout=patience):
            raise LockTimeout("another request writes")
        try:
            yield
        finally:
            self._turn.release()

    @property
    def name(self) -> str:
        """The folder that holds the file."""
        return str(self.path.parent)

    def open(self, *, lasting: bool = True) -> File:
        """Open the file once more; without `lasting`, writes need not survive a power cut."""
        how = "immutable=1" if self.read_only else "mode=rw"  # never a new file in the place of one that is gone
        file = connect(self.path, how=how, patience=self.patience, place=self)
        if not lasting:
            file.lasting = False
            file.execute("PRAGMA synchronous = NORMAL")
        self._open.add(file)
        return file

    def is_there(self) -> bool:
        """Say whether the file is still the one that was opened, without another log; it may be put back."""
        return self._find() == self._file and self._find_log() in (None, self._log)

    def is_whole(self) -> bool:
        """Say whether the file is there, and its log."""
        return self._find() == self._file and (self._log is None or self._find_log() == self._log)

    def _find(self) -> tuple[int, int] | None:
        """Find the file; one that was emptied is none."""
        return _identity(self.path, least=1)

    def _find_log(self) -> tuple[int, int] | None:
        return _identity(f"{self.path}-wal")

    def take_up(self, *, is_full: bool = False) -> None:
        """Take the file that lies there now for the one of this place, once all connections are closed."""
        self._file, self._log, self._is_full = self._find(), None, is_full

    def wrote(self) -> None:
        """Remember the log beside the file: while a connection is open SQLite neither removes nor replaces it."""
        if self._is_full:
            raise DiskFull(self.path)
        self._log = self._log or self._find_log()

    def closed(self, file: File) -> None:
        """Forget the log when no connection is left, for then SQLite removes it."""
        self._open.discard(file)
        if not self._open:
            self._log = None


def _identity(path: Path | str, *, least: int = 0) -> tuple[int, int] | None:
    """Say which file is at a path; None without one of so many bytes."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_size >= least else None


def connect(path: Path, *, how: str = "mode=rwc", patience: float = PATIENCE, place: Place | None = None) -> File:
    """Open a file with the settings that every connection needs; an answered write survives a power cut."""
    uri = f"{path.resolve().as_uri()}?{how}"
    try:
        connection = sqlite3.connect(
            uri, uri=True, timeout=0, isolation_level=None, check_same_thread=False, factory=Connection
        )
    except sqlite3.Error as error:
        raise trouble(error) from error
    connection.patience = patience
    try:
        file = File(connection, place)
        file.execute("PRAGMA synchronous = FULL")
        file.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return file

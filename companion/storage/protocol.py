"""The storage of tables and scores, for any database: what the stores ask of it, and which errors it raises.

The embedded one is SQLite (`sqlite.py`). Another would bring a `Database` of its own, and the tables of
`schema.py`: statements are written once, so that PostgreSQL takes them, too. `tests/test_storage.py` says
where they may be and what they do without.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Values = Sequence[Any] | Mapping[str, Any]
"""What stands in a statement for each `?` in order, or for each `:name`."""


class Rows(Protocol):
    """The rows that a statement found; a row is a tuple."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Return the rows that are left, one at a time."""


class Database(Protocol):
    """A connection to the database, for one request at a time; a failure raises `StorageError`."""

    patience: float
    """Seconds that a statement waits for another program before it raises `LockTimeout`."""

    @property
    def is_writing(self) -> bool:
        """Whether this is within a writing block."""

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Run a statement."""

    def executemany(self, sql: str, rows: Iterable[Values], /) -> None:
        """Run a statement that finds nothing, once for each of many rows."""

    def writing(self, *keys: str) -> AbstractContextManager[None]:
        """Write all of a block or nothing; from its first read on nobody else writes what its `keys` name.

        A key is a table's code, or what else a store keeps. Within another such block it joins that one.
        """

    def check(self) -> None:
        """Raise `DatabaseReplaced` if the database is no longer there."""

    def notify(self, code: str) -> None:
        """Let other processes know that a table has changed, once the block that changed it is written."""

    def poll(self) -> Collection[str] | None:
        """List the tables of which another process has told since the last call; None if it may be any."""

    def wait(self, seconds: float) -> None:
        """Wait for so long at most, until `poll` may have news."""

    def close(self) -> None:
        """Close the connection for good."""


class StorageError(Exception):
    """The database could not do what it was asked: a mistake in the statement, or one of the kinds below."""


class UniqueViolation(StorageError):
    """A row that may exist only once exists already."""


class LockTimeout(StorageError):
    """Another program has locked the database: what failed may be tried again."""


class ReadOnly(StorageError):
    """The disk is read-only."""


class DiskFull(StorageError):
    """The disk is full."""


class DatabaseReplaced(StorageError):
    """The database was deleted, moved or replaced under this process: writes to it would be lost."""


class ConnectionLost(StorageError):
    """The database cannot be reached: whether what was under way is written, only it knows."""


class Broken(StorageError):
    """The database is damaged."""

"""What keeps tables and scores, whichever database that is: what the stores ask of it, and what can be in its way.

The embedded one is SQLite (`companion.db`). Another would bring a `Database` of its own, and the tables that
`companion.db.schema` comes to: statements are written once, so that PostgreSQL takes them, too. Where they may stand
and what they do without is in `tests/test_storage.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Values = Sequence[Any] | Mapping[str, Any]
"""What stands in a statement for each `?` in order, or for each `:name`."""


class Rows(Protocol):
    """What a statement found, row by row; a row is a tuple."""

    def fetchone(self) -> Any:
        """Give the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Give the rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Give the rows that are left, one at a time."""


class Database(Protocol):
    """A connection to the database, for one request at a time; what cannot be done raises `Trouble`."""

    patience: float
    """Seconds that a statement waits for another program before it raises `Busy`."""

    @property
    def is_writing(self) -> bool:
        """Say whether this is within a writing block."""

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        """Run a statement."""

    def executemany(self, sql: str, rows: Iterable[Values], /) -> None:
        """Run a statement that finds nothing, once for each of many rows."""

    def writing(self, *keys: str) -> AbstractContextManager[None]:
        """Write all of a block or nothing, and let nobody else write what its `keys` name from its first read on.

        A key is a table's code, or what else a store keeps. Within another such block it joins that one.
        """

    def check(self) -> None:
        """Raise `Gone` if the database is not there any more."""

    def tell(self, code: str) -> None:
        """Let other processes know that a table has changed, once the block in which it did is written."""

    def listen(self) -> bool:
        """Say whether another process may have told anything since this was asked last."""

    def close(self) -> None:
        """Give the connection back for good."""


class Trouble(Exception):
    """What was asked of the database was not done: as such a mistake in the asking, else one of the kinds below."""


class Taken(Trouble):
    """What was to be written stands there already, and must stand once."""


class Busy(Trouble):
    """Another program holds the database: what failed may be tried again."""


class ReadOnly(Trouble):
    """The disk allows reading only."""


class Full(Trouble):
    """The disk takes nothing more."""


class Gone(Trouble):
    """The database was deleted, moved or replaced under this process: what it writes would be lost."""


class Broken(Trouble):
    """The database is damaged."""

"""Moves of all that is kept into an empty database of the other kind: in one block, and compared row by row."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import psycopg

from companion.instance import Unusable, stopped
from companion.storage import postgres
from companion.storage.protocol import StorageError
from companion.storage.sqlite import File, connect
from companion.storage.start import prepare

Row = tuple[Any, ...]
Rows = Generator[Row, None, None]

AT_ONCE = 1000
"""How many rows of PostgreSQL are in memory at once."""
NOT_KEPT = "versions"
"""What PostgreSQL's tables are beside those of the embedded database."""


class Shape(NamedTuple):
    """A table: its columns, and by which of them its rows are told apart; which hold text matters for their order."""

    name: str
    columns: tuple[str, ...]
    keys: tuple[str, ...]
    texts: frozenset[str]


class Side(Protocol):
    """One of the two databases of a move."""

    name: str

    def tables(self) -> set[str]:
        """List the tables that are there, whosever they are."""

    def is_empty(self, table: str) -> bool:
        """Say whether a table has no rows."""

    def rows(self, shape: Shape) -> Rows:
        """Read the rows of a table in order, a few at a time."""

    def fill(self, shape: Shape, rows: Iterator[Row]) -> None:
        """Put rows into an empty table."""


class Embedded:
    """The file in an installation's folder."""

    def __init__(self, file: File, path: Path) -> None:
        self.file, self.name = file, str(path)

    def tables(self) -> set[str]:
        """List the tables of the file."""
        return {name for name in self.file.table_names() if not name.startswith(("sqlite_", "_sqlite_"))}

    def shapes(self) -> list[Shape]:
        """Describe its tables."""
        described = [(name, self.file.table(name)) for name in sorted(self.tables())]
        return [
            Shape(
                name,
                tuple(table.columns_dict),
                tuple(table.pks),
                frozenset(column.name for column in table.columns if column.type == "TEXT"),
            )
            for name, table in described
        ]

    def is_empty(self, table: str) -> bool:
        """Say whether a table has no rows."""
        return self.file.execute(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone() is None

    def rows(self, shape: Shape) -> Rows:
        """Read the rows of a table in order."""
        yield from self.file.execute(
            f'SELECT {_quoted(shape.columns)} FROM "{shape.name}" ORDER BY {_quoted(shape.keys)}'
        )

    def fill(self, shape: Shape, rows: Iterator[Row]) -> None:
        """Put rows into an empty table."""
        values = ", ".join("?" * len(shape.columns))
        self.file.executemany(f'INSERT INTO "{shape.name}" ({_quoted(shape.columns)}) VALUES ({values})', rows)


class Shared:
    """A database of PostgreSQL, in a writing block."""

    def __init__(self, session: postgres.Session) -> None:
        self.session, self.name = session, session.server.name

    def tables(self) -> set[str]:
        """List the tables of the schema, but for our versions."""
        found = self.session.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        return {name for (name,) in found} - {NOT_KEPT}

    def is_ours(self) -> bool:
        """Say whether Companion has ever been here."""
        return bool(self.session.execute("SELECT to_regclass(?) IS NOT NULL", [NOT_KEPT]).fetchone()[0])

    def is_empty(self, table: str) -> bool:
        """Say whether a table has no rows."""
        return self.session.execute(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone() is None

    def rows(self, shape: Shape) -> Rows:
        """Read the rows of a table in the order of the embedded database."""
        order = ", ".join(f'"{key}" COLLATE "C"' if key in shape.texts else f'"{key}"' for key in shape.keys)
        with _ours(), self.session.connection.cursor(name="moved") as cursor:
            cursor.itersize = AT_ONCE
            cursor.execute(f'SELECT {_quoted(shape.columns)} FROM "{shape.name}" ORDER BY {order}')
            yield from cursor

    def fill(self, shape: Shape, rows: Iterator[Row]) -> None:
        """Put rows into an empty table."""
        into = f'COPY "{shape.name}" ({_quoted(shape.columns)}) FROM STDIN'
        with _ours(), self.session.connection.cursor() as cursor, cursor.copy(into) as copy:
            for row in rows:
                copy.write_row(row)
        self._count_on(shape.name)

    def _count_on(self, table: str) -> None:
        """Let the next row of a table have the next number."""
        numbered = self.session.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'",
            [table],
        )
        for (column,) in numbered.fetchall():
            self.session.execute(
                f'SELECT setval(pg_get_serial_sequence(?, ?), coalesce(max("{column}"), 0) + 1, false) FROM "{table}"',
                [table, column],
            )


def _quoted(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


@contextmanager
def _ours() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise postgres.trouble(error) from error


def to_postgres(path: Path, url: str) -> dict[str, int]:
    """Copy an installation into an empty database; return how many rows each table has."""
    if not path.exists():
        raise Unusable(f"There is nothing to move yet: {path} does not exist.")
    with stopped(path.parent, "move"), _embedded(path) as source, _shared(url) as target:
        _demand_empty(target, target.tables())
        postgres.update(target.session)
        with source.file.writing():
            return _copy(source.shapes(), source, target)


def from_postgres(url: str, path: Path) -> dict[str, int]:
    """Copy a database into an empty installation; return how many rows each table has."""
    with stopped(path.parent, "move"), _shared(url) as source:
        if not source.is_ours():
            raise Unusable(f"There is nothing of Companion in {source.name}.")
        postgres.update(source.session)
        with _embedded(path) as target, target.file.writing():
            _demand_empty(target, target.tables())
            return _copy(target.shapes(), source, target)


@contextmanager
def _embedded(path: Path) -> Iterator[Embedded]:
    if not prepare(path):
        raise Unusable(f"{path} can only be read: the disk allows no more.")
    with closing(connect(path)) as file:
        yield Embedded(file, path)


@contextmanager
def _shared(url: str) -> Iterator[Shared]:
    """Hold a database in one block, in which it does not change, and no server may start there."""
    try:
        session = postgres.Server(url, patience=postgres.START).open()
    except StorageError as error:
        raise Unusable(f"The database cannot be used: {error}") from error
    with closing(session):
        session.execute("SET default_transaction_isolation = 'repeatable read'")
        with session.writing(postgres.CHANNEL):
            if session.others():
                raise Unusable(f"Companion is running on {session.server.name}. Stop it there first, then move.")
            yield Shared(session)


def _demand_empty(target: Side, tables: set[str]) -> None:
    for table in sorted(tables):
        if not target.is_empty(table):
            raise Unusable(f"{target.name} is not empty: there is something in “{table}”. Choose an empty database.")


def _copy(shapes: list[Shape], source: Side, target: Side) -> dict[str, int]:
    for side in (source, target):
        if strange := side.tables() ^ {shape.name for shape in shapes}:
            raise Unusable(f"{side.name} has other tables than Companion’s: {', '.join(sorted(strange))}.")
    counts = {}
    for shape in shapes:
        try:
            with closing(source.rows(shape)) as rows:
                target.fill(shape, rows)
            counts[shape.name] = _compare(shape, source, target)
        except StorageError as error:
            raise Unusable(f"“{shape.name}” could not be moved, so nothing was: {error}") from error
    return counts


def _compare(shape: Shape, source: Side, target: Side) -> int:
    """Read a table on both sides once more, row by row; return how many rows there are."""
    count = 0
    with closing(source.rows(shape)) as ours, closing(target.rows(shape)) as theirs:
        for count, (row, copy) in enumerate(zip_longest(ours, theirs), start=1):
            if row != copy:
                raise Unusable(f"Row {count} of “{shape.name}” did not arrive as it was, so nothing was moved.")
    return count

"""Whole copies of the database: saved while the server runs, brought back while it does not."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.instance import Unusable, stopped
from companion.storage.protocol import DatabaseReplaced, ReadOnly, StorageError
from companion.storage.sqlite import File, connect, trouble
from companion.storage.start import newer
from companion.web.journal import journal, write

BESIDE = ("", "-wal", "-shm")
"""What SQLite adds to a database's name for the files that belong to it."""


def save(source: Path, file: Path) -> None:
    """Copy the database to a new file, whole as of this moment; the name is taken only when all is on the disk."""
    if not source.exists():
        raise Unusable(f"There is nothing to save yet: {source} does not exist.")
    if file.exists():
        raise Unusable(f"{file} exists already. Choose another name.")
    if not file.resolve().parent.is_dir():
        raise Unusable(f"There is no folder {file.parent}. Choose another one.")
    with _copied(source, file) as copy:
        _take(copy, file)


def load(file: Path, target: Path, *, force: bool) -> Path | None:
    """Replace the database by a backup; return where the old one is kept.

    The copy is whole on the disk before it takes the name, and the old database keeps one of its own: whoever restores
    the wrong file can go back. Refused for a file that is not ours, while a server runs there, and over an existing
    database unless forced.
    """
    require_ours(file)
    with stopped(target.parent, "restore"):
        there = target.exists() and target.stat().st_size > 0
        if there and target.samefile(file):
            raise Unusable(f"{file} is the database itself.")
        if there and not force:
            raise Unusable(f"There are tables and scores in {target}. Use --force to replace them.")
        with _copied(file, target) as copy:
            kept = _set_aside(target) if there else None
            _set_log_aside(target, _kept_as(target))
            os.replace(copy, target)
        write(journal(target.parent), "a backup was restored")
    return kept


def require_ours(file: Path) -> None:
    """Raise Unusable unless a file is a sound database of ours, and of no later version."""
    try:
        file.open("rb").close()
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror}.") from None
    if not _is_ours(file):
        raise Unusable(f"{file} is no database or backup of Companion.")
    with closing(_open(file, "mode=ro")) as db:
        if newer(db):
            raise Unusable(f"{file} was made by a later version of Companion. Update this one, then try again.")


def _is_ours(file: Path) -> bool:
    try:
        with closing(_open(file, "mode=ro")) as db:
            names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            sound = db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except StorageError:
        return False
    return sound and {"tables", "seats", "phones", "log", "plays", "players", "_sqlite_migrations"} <= names


def _open(file: Path, how: str) -> File:
    """Open a database; where SQLite may put nothing beside it, as it does with most of ours, as it lies there."""
    try:
        return connect(file, how=how)
    except (DatabaseReplaced, ReadOnly):
        if Path(f"{file.resolve()}-wal").exists():
            raise
        return connect(file, how="immutable=1")


@contextmanager
def _copied(source: Path, file: Path) -> Iterator[Path]:
    """Copy a database under another name beside `file`, for its owner only; the copy is removed if it is not used."""
    handle, name = tempfile.mkstemp(dir=file.resolve().parent, prefix=f".{file.name}-", suffix=".part")
    copy = Path(name)
    try:
        with (
            closing(_open(source, "mode=rw")) as ours,
            closing(sqlite3.connect(copy)) as theirs,
        ):
            theirs.execute("PRAGMA journal_mode = OFF")
            ours.conn.backup(theirs)
            theirs.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        os.fsync(handle)
        yield copy
    except sqlite3.Error as error:
        raise trouble(error) from error
    finally:
        os.close(handle)
        copy.unlink(missing_ok=True)


def _take(copy: Path, file: Path) -> None:
    """Rename a copy to its final name, but never over a file that appeared meanwhile."""
    try:
        os.link(copy, file)
    except FileExistsError:
        raise Unusable(f"{file} exists already. Choose another name.") from None
    except OSError:  # a disk without second names
        if file.exists():
            raise Unusable(f"{file} exists already. Choose another name.") from None
        copy.rename(file)


def _set_aside(target: Path) -> Path:
    """Keep the database that is there under another name, too; return that name."""
    kept = _kept_as(target)
    try:
        with closing(sqlite3.connect(target, timeout=1)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # all that was written goes into the one file
    except sqlite3.OperationalError as error:
        raise Unusable(f"{target} cannot be replaced: {error}. Close what holds it, then restore.") from None
    except sqlite3.DatabaseError:  # damaged: its pieces stay together
        _set_log_aside(target, kept)
    try:
        os.link(target, kept)
    except OSError:
        target.rename(kept)
    return kept


def _kept_as(target: Path) -> Path:
    return target.with_name(f"{target.name}.before-restore-{time.strftime('%Y%m%d-%H%M%S')}")


def _set_log_aside(target: Path, kept: Path) -> None:
    """Keep the log that a killed server left under another name: SQLite would play it into whatever comes here."""
    for piece in BESIDE[1:]:
        with suppress(FileNotFoundError):
            os.rename(f"{target}{piece}", f"{kept}{piece}")

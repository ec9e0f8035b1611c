"""Prepare the embedded database at the start: sound and of this version, or refused."""

from __future__ import annotations

import logging
import os
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from companion.instance import Unusable
from companion.storage.protocol import Broken, DatabaseReplaced, DiskFull, LockTimeout, ReadOnly, StorageError
from companion.storage.schema import migrations
from companion.storage.sqlite import File, connect

log = logging.getLogger(__name__)

START = 30.0
"""Seconds that a start waits for another program to let go of the file."""
CHECKED = 32 * 2**20
"""Bytes of a file that a start checks through, in a fifth of a second; what is wrong in a larger one shows later."""
BESIDE = ("", "-wal", "-shm")
"""What SQLite adds to a database's name for the files that belong to it."""


def prepare(path: Path) -> bool:
    """Bring the file up to date; return False if the disk is read-only; raise `Unusable` for an unusable file."""
    try:
        _own(path)
        try:
            _update(path, patience=1)
        except LockTimeout:
            log.warning("Another program holds %s. Waiting until it lets go.", path)
            _update(path, patience=START)
        return True
    except (StorageError, OSError) as error:
        if not isinstance(error, ReadOnly | DatabaseReplaced | OSError):
            raise Unusable(_why(path, error)) from error
    try:
        with closing(connect(path, how="immutable=1")) as file:
            _check(path, file)
            pending = migrations.pending(file)
    except StorageError as error:
        raise Unusable(_why(path, error)) from error
    if pending:
        raise Unusable(f"{path} can only be read, and is of an earlier version. Let Companion write it once.")
    return False


def _own(path: Path) -> None:
    """Make the file, and those that SQLite puts beside it, readable by its owner only."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for suffix in BESIDE:
        with suppress(OSError):
            os.chmod(f"{path}{suffix}", os.stat(f"{path}{suffix}").st_mode & 0o700)


def _update(path: Path, *, patience: float) -> None:
    with closing(connect(path, patience=patience)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        _check(path, file)
        if migrations.pending(file):
            with file.writing():  # of several first starts one does it, and the others wait
                migrations.apply(file)


def _check(path: Path, file: File) -> None:
    """Raise `Broken` for a file that is damaged, and `Unusable` for one of a later version."""
    if path.stat().st_size <= CHECKED and (found := file.execute("PRAGMA quick_check(1)").fetchone()) != ("ok",):
        raise Broken(found[0].splitlines()[-1])
    if newer(file):
        raise Unusable(f"{path} was made by a later version of Companion. Update this one, then start again.")


def newer(database: Database) -> bool:
    """Say whether the file has changes that only a later version knows."""
    with closing(Database(memory=True)) as empty:
        known = {migration.name for migration in migrations.pending(empty)}
    return not known >= {migration.name for migration in migrations.applied(database)}


def _why(path: Path, error: Exception) -> str:
    """Say why a file cannot be used, and what to do."""
    if path.is_dir() or not path.exists() or not os.access(path, os.R_OK):
        return f"{path} cannot be opened: {getattr(error, 'strerror', None) or error}."
    if isinstance(error, LockTimeout):
        return f"Another program holds {path}. Close it, then start again."
    if isinstance(error, DiskFull):
        return f"The disk is full: nothing can be kept in {path}. Make room, then start again."
    return (
        f"{path} is damaged, or is no database of Companion: {error}. "
        f"Bring a backup back with: companion restore FILE --force (what is there now is kept beside it)."
    )

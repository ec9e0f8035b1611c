"""The folder of an installation: one process at a time changes its files, and all its servers are known."""

from __future__ import annotations

import logging
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

log = logging.getLogger(__name__)

START = 60.0
"""Seconds to wait for another process that is starting or restoring in the same folder."""
SHORTEST_KEY = 16
"""A secret key of fewer characters was cut short by a full disk."""
RUNNING = re.compile(r"(\d+)-(\d+)\.lock")


class Unusable(Exception):
    """The folder's contents cannot be used: the message says why, and what to do."""


def make(folder: Path) -> Path:
    """Make a folder unless it exists; raise `Unusable` where that is impossible."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        list(folder.iterdir())
    except OSError as error:
        raise Unusable(
            f"Nothing can be kept in {folder}: {error.strerror}. COMPANION_INSTANCE names another folder."
        ) from None
    return folder


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let one process at a time make or replace files of a folder; on a read-only disk nobody does."""
    lock = FileLock(_locks(folder) / "start.lock", timeout=START, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        raise Unusable(
            f"Another process has been starting or restoring in {folder} for a minute. Stop it, then try again."
        ) from None
    except OSError:
        pass
    try:
        yield
    finally:
        lock.release()


def announce(folder: Path, port: int) -> FileLock | None:
    """Announce a server to others for as long as the returned lock is held; the lock ends with the process."""
    with suppress(OSError):  # a disk that only reads keeps their locks
        running(folder)  # forget those that were killed
    lock = FileLock(_locks(folder) / f"{os.getpid()}-{port}.lock", timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except OSError:
        return None  # a disk that only reads cannot be restored to either
    return lock


def running(folder: Path) -> list[tuple[int, int]]:
    """List process and port of every server that uses a folder."""
    found = []
    for path in sorted((folder / "running").glob("*-*.lock")):
        if match := RUNNING.fullmatch(path.name):
            try:
                with FileLock(path, timeout=0):
                    path.unlink(missing_ok=True)  # its server was killed
            except Timeout:
                found.append((int(match[1]), int(match[2])))
    return found


@contextmanager
def stopped(folder: Path, then: str) -> Iterator[None]:
    """Keep every server away from a folder; raise `Unusable` if one runs there: it has to stop first."""
    with alone(folder):
        for process, port in running(folder):
            raise Unusable(
                f"Companion is running here on port {port}. Stop it first (Ctrl-C in its window, or: kill {process}), "
                f"then {then}."
            )
        yield


def secret_key(folder: Path) -> str:
    """Read the installation's secret key; make one at the first start, or if a full disk has cut it short.

    A new key lets no phone return to its seat by itself, which is worth a warning where there are tables.
    """
    path = folder / "secret_key"
    try:
        key = path.read_text(errors="replace") if path.exists() else ""
        if len(key) >= SHORTEST_KEY:
            return key
        if (folder / "companion.db").exists():
            log.warning(
                "%s was missing or damaged, and is made anew: phones take their seats again by their links.", path
            )
        key = secrets.token_hex(32)
        write(path, key)
    except OSError as error:
        raise Unusable(f"{path} cannot be kept: {error.strerror}. Put that right, then start again.") from None
    return key


def write(path: Path, text: str) -> None:
    """Write a whole file at once, readable by its owner only."""
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        os.replace(aside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise


def _locks(folder: Path) -> Path:
    path = folder / "running"
    with suppress(OSError):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path

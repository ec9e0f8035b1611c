"""Read a long file in a process of its own, bounded in time and memory: the server goes on answering phones."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from threading import Semaphore
from typing import Any

from companion.catalogue import ours
from companion.files import KILOBYTE, in_turn
from companion.houses import is_public
from companion.refusal import Refusal, TooOften
from companion.text import from_plain, to_plain

log = logging.getLogger(__name__)

LONG = 64 * KILOBYTE
"""Bytes above which a file is long: so much is read in some 20 ms, and to start a process takes half a second."""
SECONDS = 15
"""How long a process may take, and how much of a processor's time: it ends even if the server is killed meanwhile."""
PATIENCE = 10.0
"""Seconds that a file waits for those before it."""
MEMORY = 2**30
"""Bytes of addresses that a process may use, where the system counts them."""
NEEDED = "PATH", "LD_LIBRARY_PATH", "SYSTEMROOT"
"""What a process needs of the server's environment; of the database and the keys it knows nothing."""

_turn = Semaphore(1)


def wanted(data: bytes) -> bool:
    """Say whether a file is read apart: a long one, where strangers send files."""
    return len(data) > LONG and is_public()


def read(reader: str, data: bytes, *given: Any) -> Iterator[Any]:
    """Read a file by the function `reader` ("module:function") of the file and what it is `given`, one file at a time.

    What the function gives, value by value, and what it is told are JSON. Raise the Refusal that it raised.
    """
    if not _turn.acquire(timeout=PATIENCE):
        raise TooOften("Other long files are being read just now. Wait a minute, then open this one again.")
    command = [sys.executable, "-P", "-c", f"from {__name__} import main; main()", json.dumps([reader, MEMORY, given])]
    needed = {name: os.environ[name] for name in NEEDED if name in os.environ}
    where = needed | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, env=where, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        log.error("A file could not be read apart: %s", getattr(error, "stderr", None) or error)
        raise Refusal(
            "This file could not be read in time. Wait a minute, then open it again, or export it anew where it is."
        ) from None
    finally:
        _turn.release()
    status, *values = done.stdout.splitlines()
    if status != b"null":
        raise _refusal(*json.loads(status))
    return map(json.loads, in_turn(values))


def _refusal(status: int, said: Any) -> Refusal:
    text = from_plain(said, ours())
    refusal = Refusal(text.message, **text.values)
    refusal.status = status
    return refusal


def main() -> None:
    """Read the file on the standard input as the argument says; write null or the refusal, then a line a value."""
    reader, most, given = json.loads(sys.argv[1])
    _be_modest(most)
    module, function = reader.split(":")
    read = getattr(import_module(module), function)
    try:
        lines = [None, *read(sys.stdin.buffer.read(), *given)]
    except Refusal as refusal:
        lines = [(refusal.status, to_plain(refusal.text))]
    for line in lines:
        sys.stdout.buffer.write(json.dumps(line).encode() + b"\n")


def _be_modest(most: int) -> None:
    """Let phones come first, and take no more than a file needs; Windows has no such limits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))

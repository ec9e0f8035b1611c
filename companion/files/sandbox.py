"""Read each file of a stranger in a process of its own, bounded in time and memory: the server goes on meanwhile.

A worker has loaded what reads files, and forks for each: so nothing of one file is left for the next. It is started
when the first file comes, and ends when none has come for a while, or with the server. Where the system has no fork,
each file has a worker of its own.
"""

from __future__ import annotations

import atexit
import gc
import json
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Semaphore
from typing import IO, TYPE_CHECKING, Any

from flask import current_app, g

from companion.files.safe_readers import in_turn
from companion.language.catalogues import ours
from companion.language.texts import from_plain, to_plain
from companion.refusal import Refusal, TooOften

if TYPE_CHECKING:
    import subprocess

log = logging.getLogger(__name__)

AT_HOME, PUBLIC = 1, 2
"""How many files are read at once, on a host for one house and on one for many."""
SECONDS = 15
"""How long reading a file may take, and how much of a processor's time: it ends even if the server is killed."""
PATIENCE = 10.0
"""Seconds that a file waits for those before it."""
MEMORY = 2**30
"""Bytes of addresses that reading a file may use, where the system counts them."""
IDLE = 60.0
"""Seconds after which a worker ends to which nothing is given; for half of that it is given more."""
NEEDED = "PATH", "LD_LIBRARY_PATH", "SYSTEMROOT"
"""What a worker needs of the server's environment; of the database and the keys it knows nothing."""
SIZE = 8
"""How many digits say how long the description of a job is."""
END = b"end "
"""Begins the last line about a file, with the exit status of the process that read it."""

_idle: list[tuple[float, subprocess.Popen[bytes]]] = []
"""The workers that have nothing to do, each with the moment since when; the one that worked last comes last."""


class Failed(Exception):
    """A file could not be read, but not for what is in it."""


class Gone(Failed):
    """The worker itself has ended, as the system ends one when memory is short."""


def turns(config: Mapping[str, Any]) -> Semaphore:
    """Make the turns of an app: how many files are read at once."""
    return Semaphore(PUBLIC if config["PUBLIC"] else AT_HOME)


@contextmanager
def turn() -> Iterator[None]:
    """Take one's turn among those whose files are read, once in a request: before a file is in memory.

    Raise TooOften when patience ends.
    """
    if g.get("has_turn"):
        yield
        return
    turns: Semaphore = current_app.extensions["turns"]
    if not turns.acquire(timeout=PATIENCE):
        raise TooOften("Companion is reading other files. Wait a minute, then open this one again.")
    g.has_turn = True
    try:
        yield
    finally:
        g.has_turn = False
        turns.release()


def read(reader: Callable[..., Iterable[Any]], data: bytes, *given: Any, needs: Iterable[str] = ()) -> Iterator[Any]:
    """Read a file by the function `reader` of a module, of the file and what it is `given`, in a process of its own.

    A file made to be slow, or to take all memory, ends that process and nothing else.

    What the function gives, value by value, and what it is given are JSON. A worker loads the modules it `needs` once
    for all files. Raise the Refusal that it raised.

    Without a server the file is its reader's own, and keeps nobody else waiting: it is read here.
    """
    if current_app.config["ALONE"]:
        return (json.loads(json.dumps(value)) for value in [*reader(data, *given)])
    job = json.dumps([[reader.__module__, *needs], name_of(reader), MEMORY, SECONDS, len(data), given]).encode()
    with turn():
        try:
            status, *values = _answered(b"%*d" % (SIZE, len(job)) + job, data)
        except (OSError, ValueError, Failed) as error:
            log.error("A file could not be read apart: %s", error)
            raise Refusal(
                "Reading this file took too long. Wait a minute and open it again, or export it again."
            ) from None
    if status != b"null\n":
        raise _refusal(*json.loads(status))
    return map(json.loads, in_turn(values))


def _answered(job: bytes, data: bytes) -> list[bytes]:
    """Let a worker read a file, and another one if the first is gone, but not for the time that it took."""
    began = time.monotonic()
    try:
        return _answer(job, data)
    except Gone:
        if time.monotonic() - began >= SECONDS:
            raise
        return _answer(job, data)


def _answer(job: bytes, data: bytes) -> list[bytes]:
    """Let a worker read a file; it is kept only if all went well."""
    from threading import Timer

    worker = _take()
    late = Timer(SECONDS, _kill, [worker])
    late.start()
    try:
        lines = _asked(worker, job, data)
    except BaseException:
        _drop(worker)
        raise
    finally:
        late.cancel()
    _idle.append((time.monotonic(), worker))
    return lines


def _asked(worker: subprocess.Popen[bytes], job: bytes, data: bytes) -> list[bytes]:
    assert worker.stdin
    assert worker.stdout
    with suppress(BrokenPipeError):  # it says why
        for piece in (job, data):
            worker.stdin.write(piece)
        worker.stdin.flush()
    lines = list[bytes]()
    for line in in_turn(worker.stdout):
        if line == END + b"0\n":
            return lines
        if line.startswith(END):
            raise Failed(f"it ended with {line.removeprefix(END).decode().strip()}")
        lines.append(line)
    raise Gone("its worker has ended")


def _take() -> subprocess.Popen[bytes]:
    """Take an idle worker that will not end just now, or start one."""
    import subprocess  # which no browser has

    while _idle:
        since, worker = _idle.pop()
        if worker.poll() is None and time.monotonic() - since < IDLE / 2:
            return worker
        _drop(worker)
    command = [sys.executable, "-P", "-c", f"from {__name__} import work; work()"]
    needed = {name: os.environ[name] for name in NEEDED if name in os.environ}
    where = needed | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=where, start_new_session=hasattr(os, "fork")
    )


def _kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker, and what it has forked, unless it has ended."""
    import signal

    if worker.poll() is None:
        with suppress(OSError):
            os.killpg(worker.pid, signal.SIGKILL) if hasattr(os, "killpg") else worker.kill()


def _drop(worker: subprocess.Popen[bytes]) -> None:
    """Let go of a worker."""
    _kill(worker)
    for pipe in (worker.stdin, worker.stdout):
        with suppress(OSError):
            pipe.close()  # type: ignore[union-attr]
    worker.wait()


@atexit.register
def drop_idle() -> None:
    """Let go of all workers that have nothing to do."""
    while _idle:
        _drop(_idle.pop()[1])


def name_of(function: Callable[..., Any]) -> str:
    """Name a function of a module, so that a worker finds it."""
    return f"{function.__module__}:{function.__qualname__}"


def named(name: str) -> Callable[..., Any]:
    """Find the function of a name."""
    module, function = name.split(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


def _refusal(status: int, said: Any) -> Refusal:
    text = from_plain(said, ours())
    refusal = Refusal(text.message, **text.values)
    refusal.status = status
    return refusal


# The worker


def work() -> None:
    """Read files as the standard input says, each in a process of its own, until none has come for a while."""
    out = sys.stdout.buffer
    if hasattr(os, "nice"):
        os.nice(10)  # phones come first
    while _comes() and (size := _exactly(SIZE)):
        needs, *job = json.loads(_exactly(int(size)))
        for module in needs:
            import_module(module)
        gc.freeze()  # what is here stays: no process made of this one looks through it
        ended = _forked(*job) if hasattr(os, "fork") else _read(out, *job)
        out.write(END + b"%d\n" % ended)
        out.flush()
        if ended or not hasattr(os, "fork"):
            return  # of the file something may be left in the pipe


def _comes() -> bool:
    """Wait until something is given to this worker; return False if that takes too long."""
    import select

    return os.name == "nt" or bool(select.select([0], [], [], IDLE)[0])


def _exactly(size: int) -> bytes:
    """Read so many bytes, and none of what follows."""
    pieces = bytearray()
    while len(pieces) < size and (piece := os.read(0, size - len(pieces))):
        pieces += piece
    return bytes(pieces)


def _forked(*job: Any) -> int:
    """Read a file in a process made of this one; return its exit status, or minus the signal that has ended it."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    ended = 1
    try:
        ended = _read(sys.stdout.buffer, *job)
    finally:
        os._exit(ended)


def _read(out: IO[bytes], reader: str, memory: int, seconds: float, size: int, given: list[Any]) -> int:
    """Read the file on the standard input; write null or the refusal, then a line a value; return an exit status."""
    try:
        _be_modest(memory, seconds)
        try:
            lines = [None, *named(reader)(_exactly(size), *given)]
        except Refusal as refusal:
            lines = [(refusal.status, to_plain(refusal.text))]
        for line in lines:
            out.write(json.dumps(line).encode() + b"\n")
        out.flush()
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def _be_modest(memory: int, seconds: float) -> None:
    """Take no more than a file needs; Windows has no such limits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

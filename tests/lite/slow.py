"""A slow phone: a browser whose pages and workers have only one part in so many of the processor's time.

Chromium's own throttle slows pages, but no workers, where Python runs here.
"""

import os
import signal
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

PERIOD = 0.02
"""Seconds in which each process has its part once."""
LOOK = 10
"""After how many periods new processes are looked for."""


def renderers():
    """List the processes of our browser that run pages and workers, by their ids."""
    parents, commands = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(folder.name)] = (folder / "cmdline").read_bytes()
    return [one for one, command in commands.items() if b"--type=renderer" in command and is_ours(one, parents)]


def is_ours(process, parents):
    """Say whether this process, or one that it has started, started another."""
    while process and process != os.getpid():
        process = parents.get(process, 0)
    return bool(process)


@contextmanager
def slowed(times):
    """Slow pages and workers down so many times while the block runs."""
    ending = threading.Event()

    def slow():
        while not ending.is_set():
            ours = renderers()
            for _ in range(LOOK):
                each(ours, signal.SIGSTOP)
                time.sleep(PERIOD * (times - 1) / times)
                each(ours, signal.SIGCONT)
                time.sleep(PERIOD / times)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


def each(processes, number):
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)

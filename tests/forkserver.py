"""Servers without their half second of imports: a process that has loaded all a server needs forks one a line.

`python -m tests.forkserver` reads from its standard input how to start a server, or which one to wait for, and answers
with its number or its exit status. A forked server runs the whole command, as a new process would.
"""

import atexit
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

HOME = Path(__file__).parent.parent


class Forked:
    """A process of the command, as `subprocess.Popen` has it; errors come with the output, or go into a file."""

    def __init__(self, arguments, environment, limit=None, errors=None):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            os.mkfifo(out)
            wished = {"arguments": arguments, "environment": environment, "limit": limit, "out": out, "errors": errors}
            self.pid, self.status = ask(**wished), None
            self.stdout = open(out, encoding="utf-8")  # noqa: SIM115

    def send_signal(self, number):
        os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        with suppress(ProcessLookupError):
            self.send_signal(9)

    def poll(self, seconds=0):
        if self.status is None:
            self.status = ask(wait=self.pid, seconds=seconds)
        return self.status

    def wait(self, seconds):
        if self.poll(seconds) is None:
            raise subprocess.TimeoutExpired("companion", seconds)
        return self.status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wait(10)
        self.stdout.close()


@cache
def nursery():
    """Start the process that forks; it ends with this one."""
    command = [sys.executable, "-m", "tests.forkserver"]
    process = subprocess.Popen(command, cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(lambda: (process.stdin.close(), process.wait(10), process.stdout.close()))
    return process


def ask(**wished):
    """Let the nursery do something; give its answer."""
    process = nursery()
    print(json.dumps(wished), file=process.stdin, flush=True)
    return json.loads(process.stdout.readline())


def waited(pid, seconds):
    """Wait for a server; give its exit status, or None if it runs on."""
    end = time.monotonic() + seconds
    while not (found := os.waitpid(pid, os.WNOHANG))[0]:
        if time.monotonic() > end:
            return None
        time.sleep(0.002)
    return os.waitstatus_to_exitcode(found[1])


def become(arguments, environment, limit, out, errors):
    """Be the command in this forked process, noting what it shows if that is wanted; give its exit status."""
    import resource

    from companion.__main__ import main
    from tests.browser import shown

    said, nothing = os.open(out, os.O_WRONLY), os.open(os.devnull, os.O_RDONLY)
    wrong = os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if errors else said
    for number, place in enumerate((nothing, said, wrong)):
        os.dup2(place, number)
    os.environ.clear()
    os.environ.update(environment)
    if limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    random.seed()
    if shown.NOTES in environment:
        shown.note()
    return main(arguments)


def leave(status):
    """End this forked process at once: the system takes back all that the nursery had loaded for it."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def breed():
    """Load all that a server needs, then do what is asked for."""
    from gevent import monkey

    monkey.patch_all()
    from importlib import import_module

    from gevent.os import fork_gevent

    from companion import GAMES

    needed = (
        "__main__",
        "scores.views",
        "serving.server",
        "table.upkeep.change_feed",
        "table.views",
        "web.assets.prewarm",
    )
    for name in (*needed, *(f"games.{game}" for game in GAMES)):
        import_module(f"companion.{name}")
    gc.freeze()  # no server looks for garbage in what all of them share
    for line in sys.stdin:
        wished = json.loads(line)
        if pid := wished.get("wait"):
            answer = waited(pid, wished["seconds"])
        elif not (answer := fork_gevent()):
            leave(become(**wished))
        print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(breed())

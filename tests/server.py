"""The real server in a process of its own, and phones on real connections."""

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests import forkserver
from tests.colours import colour

NAMES = ("Ann", "Bob", "Cem")
REAL = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
"""What stays right where a clock is wrong: how time passes, and the times of files."""


def wrong_clock():
    """Find what gives a process another time of day: Debian's package faketime; None without it."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


without_faketime = pytest.mark.skipif(wrong_clock() is None, reason="needs Debian's package faketime")


class Server:
    """The real server in a process of its own, started anew after it was stopped.

    `arguments` go to the command, `config` into config.py; `limit` bounds its file descriptors. By
    its `clock` it is wrong by so much, as in `-10m` or `+400d`, or by what a file of such a path says at any time.
    """

    def __init__(self, folder, *arguments, limit=None, clock="", **config):
        self.folder, self.arguments, self.limit, self.process = folder, arguments, limit, None
        self.clock = clock
        folder.mkdir(exist_ok=True)
        lines = [f"from pathlib import {type(folder).__name__}"]
        (folder / "config.py").write_text("\n".join([*lines, *(f"{key} = {value!r}" for key, value in config.items())]))

    def launch(self):
        """Start it, and do not wait."""
        arguments = ["--host", "127.0.0.1", "--port", "0", *self.arguments]
        environment = os.environ | {"COMPANION_INSTANCE": str(self.folder), "PYTHONIOENCODING": "utf-8"}
        if self.clock:  # for the whole process, with all that it is made of: a new one then
            command = [sys.executable, "-m", "companion", *arguments]
            told = {"FAKETIME": self.clock}
            if isinstance(self.clock, Path):
                told = {"FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1"}
            wrong = {"LD_PRELOAD": str(wrong_clock())} | told | REAL
            out = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
            self.process = subprocess.Popen(command, env=environment | wrong, **out)
        else:
            self.process = forkserver.Forked(arguments, environment, self.limit)
        return self

    def start(self):
        """Start it unless it runs; wait until it says where."""
        if self.process is None:
            self.launch().wait()
        return self

    def wait(self):
        """Wait until it says where it is."""
        self.said = ""
        while "Open http" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        self.port = urlsplit(re.search(r"Open (\S+) on ", self.said)[1]).port

    def stop(self, number=signal.SIGTERM):
        """Send a signal; give the exit status and how many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(10)
        took = time.monotonic() - began
        self.said += self.process.stdout.read()
        self.process.stdout.close()
        self.process = None
        return status, took

    def kill(self):
        """End it if it runs."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process.stdout.close()
            self.process = None


class Browser:
    """A phone on a real connection: cookies, and the token of its forms."""

    def __init__(self, server, host="127.0.0.1"):
        self.connection = http.client.HTTPConnection(host, server.port, timeout=20)
        self.cookies, self.token = {}, None
        self.token = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/")[1])[1]

    def request(self, method, path, body=None, headers=None):
        cookies = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        self.connection.request(method, path, body, {"Cookie": cookies} | (headers or {}))
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            key, value = cookie.split(";")[0].split("=", 1)
            self.cookies[key] = value
        return answer

    def get(self, path):
        answer = self.request("GET", path)
        return answer.status, answer.read().decode()

    def post(self, path, **form):
        body = urlencode({"csrf_token": self.token} | form)
        answer = self.request("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})
        answer.read()
        return answer.status, answer.headers.get("Location", "")

    def listen(self, code):
        """Open the stream of a table; give its first message, and the stream."""
        answer = self.request("GET", f"/t/{code}/events")
        return answer.readline() + answer.readline() + answer.readline(), answer

    def open_table(self):
        names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
        colours = {f"players-{n}-colour": colour(n) for n in range(3)}
        status, location = self.post("/djinn/new", count=3, first_game="y", **names, **colours)
        assert status == 303
        return location.split("/")[2]


def at_once(*jobs):
    """Run functions in threads at once; give what they return."""
    results = [None] * len(jobs)
    errors = []

    def run(number, job):
        try:
            results[number] = job()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=each) for each in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    return results

"""Phones that do as `static/companion.js` does: taps are kept and sent again, streams are opened anew."""

import http.client
import random
import threading
import time
from contextlib import closing, suppress
from itertools import count
from urllib.parse import urlencode

from tests.server import Browser

BROKEN = 502
FIRST_WAIT, FIRST_RETRY, LONGEST, QUIET = 0.25, 0.5, 15.0, 12.0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
numbers = count(1)


class Phone(Browser):
    """A phone that taps; `sent` and `answered` are the ids of its taps, `broken` what went wrong on the way."""

    def __init__(self, server, like=None):
        self.sent, self.answered, self.broken, self.told = [], [], [], set()
        if like is None:
            super().__init__(server)
        else:
            self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            self.cookies, self.token = dict(like.cookies), like.token

    def once(self, method, path, body=None, headers=None):
        """Ask once; give the status, or 0 without an answer, and the text."""
        try:
            answer = self.request(method, path, body, headers)
            status, text = answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            status, text = 0, repr(error)
        if not status or status >= 500:
            self.broken.append((method, path, status, text[:200]))
            self.told.add(text)
        return status, text

    def look(self, path):
        return self.once("GET", path)

    def tap(self, code):
        """Tap on a counter once, sent again until it is answered; give the status."""
        number = next(numbers)
        op = f"tap-{number}"
        self.sent.append(op)
        form = {"csrf_token": self.token, "op": op, "seat": number % 3, "box": "other", "by": 1}
        wait = FIRST_WAIT
        while True:
            status, _ = self.once("POST", f"/djinn/{code}/count", urlencode(form), FORM | {"HX-Request": "true"})
            if 0 < status < BROKEN:
                break
            wait = min(2 * wait, LONGEST)
            time.sleep(wait)
        if status < 400:
            self.answered.append(op)
        return status


class Watcher(threading.Thread):
    """A phone's stream: the last `seq` it was told, at which process it is, and when it was lost and found."""

    def __init__(self, server, code, like):
        super().__init__(daemon=True)
        self.phone, self.code = Phone(server, like), code
        self.seq, self.at, self.told, self.over = 0, None, b"", False
        self.start()

    def run(self):
        wait = FIRST_RETRY
        while not self.over:
            with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
                wait = self.listen() or wait
            self.at = None
            self.phone.connection.close()
            if not self.over:
                time.sleep(wait * (1 + random.random()))
            wait = min(2 * wait, LONGEST)

    def listen(self):
        """Listen until the stream ends; give the wait that follows one that lived."""
        self.phone.connection.timeout = QUIET
        with closing(self.phone.request("GET", f"/t/{self.code}/events")) as answer:
            if answer.status != 200:
                return None
            at = answer.headers.get("Served-By")
            while not self.over and (line := answer.readline()):
                self.at = at
                if line.startswith(b"data: ") and self.told == b"event: moved":
                    self.seq = int(line[6:])
                self.told = line.strip()
        return FIRST_RETRY

    def wait(self, holds, seconds):
        """Wait until something holds; say whether it did in time."""
        end = time.monotonic() + seconds
        while not holds(self) and time.monotonic() < end:
            time.sleep(0.02)
        return holds(self)

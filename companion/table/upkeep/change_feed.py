"""Notice what another process wrote into the file, and tell the phones that wait here; tell it who is here."""

from __future__ import annotations

import logging
import time
from contextlib import suppress

from flask import Flask

from companion.files.safe_readers import yield_to_hub
from companion.storage.connections import place
from companion.storage.protocol import Database, DatabaseReplaced, LockTimeout, StorageError
from companion.table import store
from companion.table.seating import seats_store
from companion.table.seating.presence import Push
from companion.table.upkeep import rate_limits_store, retention
from companion.table.upkeep.trusted_time import TrustedTime
from companion.web.journal import write

log = logging.getLogger(__name__)

EVERY, LEAST = 0.05, 0.005
"""Seconds between two looks, and how soon one follows another if the database wakes us for news."""
WRITE, BEAT, CHECK = 0.5, 10.0, 1.0
"""Seconds between two times that it is written who is here, that a sign of life is given, that the file is checked."""
SWEPT, SOON = 3600.0, 10.0
"""Seconds between two looks for tables that nobody finishes, and while there may be more of them."""
ASLEEP = 5.0
"""Seconds between two looks after which this machine must have slept, or was held, or its clock was set."""


class Watch:
    """What one process does for others on the same file, and what it has seen of them.

    A file of SQLite tells nobody that it was written to, so each process looks again and again. Nothing that this does
    may wait for a lock: it runs beside the phones of this process, and what is not done now is done at the next look.
    """

    def __init__(self, app: Flask, trusted: TrustedTime | None = None) -> None:
        self.app, self.trusted = app, trusted or TrustedTime()
        self.push: Push = app.extensions["push"]
        self.db: Database = place(app).open(lasting=False)  # who is here need not survive a power cut
        self.db.patience = 0  # what is locked now is tried again at the next look
        self.unheard: frozenset[str] | None = frozenset()  # None: it may be any table
        self.others: dict[str, int] = {}
        self.writes = self.beats = self.checks = 0.0
        self.swept = time.monotonic() + SOON
        self.looked = time.time()
        self.there = True

    def look(self) -> None:
        """Look once: wake the phones of tables that have changed, and let others know who waits here."""
        now = time.monotonic()
        writes = self.there and not self.app.config["READ_ONLY"]
        if abs(time.time() - self.looked) > ASLEEP:
            self.push.overslept()
            if writes:
                store.overslept(self.db, at=time.time())
        self.looked, trusted = time.time(), self.trusted.look()
        due = now >= self.checks
        if due:
            self.push.look_round()
            self.checks = now + CHECK
            self.check()
        if writes and now >= self.writes:
            self.writes = now + WRITE
            self.tell(now)
        self.hear()
        if writes and due:
            rate_limits_store.share(self.db, self.app.extensions["guard"], self.push.process)
        if writes and now >= self.swept:
            self.swept = now + SOON
            self.sweep(now, trusted)

    def sweep(self, now: float, trusted: float | None) -> None:
        """Delete tables that nobody finishes, a few at a time, and houses that nobody opens, one at a time.

        As long as the time of day is not `trusted`, only what somebody has deleted already.
        """
        gone = retention.sweep(self.db, self.app.config, now=trusted) if trusted else 0
        if gone:
            write(self.app.extensions["journal"], f"unfinished tables deleted: {gone}")
        left = retention.sweep_houses(self.db, self.app.config, now=trusted)
        if left:
            write(self.app.extensions["journal"], "house deleted that nobody opened")
        if not gone and not left:
            self.swept = now + SWEPT

    def check(self) -> None:
        """Say it once when the file goes away, and once when it is back."""
        try:
            self.db.check()
            there = True
        except DatabaseReplaced:
            there = False
        if there != self.there:
            words = "is back." if there else "was deleted or replaced: nothing is saved any more until it is back."
            log.error("%s %s", place(self.app).name, words)
        self.there = there

    def tell(self, now: float) -> None:
        """Write who is here and whose host is away, if that has changed or a sign of life is due."""
        beats = bool(self.push.present()) and now >= self.beats
        news, away = {code: self.push.here(code) for code in self.push.unsaved}, self.push.away()
        if not (news or away or beats):
            return
        killed = store.save_here(self.db, self.push.process, news, at=time.time(), beat=beats, away=away)
        self.unheard = None if killed else self.unheard
        self.push.unsaved -= news.keys()
        self.push.unwritten -= away.keys()
        self.beats = now + BEAT if beats else self.beats

    def hear(self) -> None:
        """Wake the phones of tables that another process has changed."""
        codes = self.push.codes()
        heard = self.db.poll()
        self.unheard = None if heard is None or self.unheard is None else self.unheard.union(heard)
        heard = codes if self.unheard is None else [*self.unheard.intersection(codes)]
        for start in range(0, len(heard), store.MOST_AT_ONCE):
            some = heard[start : start + store.MOST_AT_ONCE]
            versions = store.find_versions(self.db, some, self.push.process, at=time.time())
            for code, version in versions.items():
                self.hear_of(code, version)
            yield_to_hub()
        self.unheard, self.others = frozenset(), {code: self.others.get(code, 0) for code in codes}

    def hear_of(self, code: str, version: store.Version) -> None:
        """Wake the phones of a table if another process has changed it."""
        seq, _, seats, others = version
        if seats != self.push.sent(code)[1]:
            self.push.seated(code, seats_store.find_phones(self.db, code))
        if (seq, seats) != self.push.sent(code) or others != self.others.get(code, 0):
            self.push.became(code, seq, seats)
        self.others[code] = others

    def leave(self) -> None:
        """Delete this process's presence, since it ends."""
        store.save_here(self.db, self.push.process, dict.fromkeys(self.push.present(), 0), at=time.time())
        self.db.close()


def other_processes(app: Flask) -> None:
    """Look for what other processes do, for ever."""
    watch, trouble = Watch(app), ""
    try:
        while True:
            time.sleep(LEAST)
            try:
                watch.db.wait(EVERY - LEAST)
                watch.look()
            except StorageError as error:  # a lock, a full disk: at the next look it may be over
                time.sleep(EVERY)
                if not isinstance(error, LockTimeout) and str(error) != trouble:
                    trouble = str(error)
                    log.warning("While looking for other processes: %s", error)
    finally:
        with suppress(StorageError):
            watch.leave()

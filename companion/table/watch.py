"""Notices what another process wrote into the file, and tells the phones that wait here."""

from __future__ import annotations

import time

from flask import Flask

from companion.db import open_db

EVERY = 0.05
"""Seconds between two looks; a look costs a few microseconds."""


def other_processes(app: Flask) -> None:
    """Wake waiting phones when their table's log has grown behind this process's back; runs for ever."""
    push = app.extensions["push"]
    db = open_db(app.config)
    seen = None
    while True:
        time.sleep(EVERY)
        codes = push.codes()
        version = db.execute("PRAGMA data_version").fetchone() if codes else seen
        if version == seen:
            continue
        seen = version
        for code in codes:
            (seq,) = db.execute("SELECT max(seq) FROM log WHERE code = ?", [code]).fetchone()
            if seq is not None and seq > push.seq(code):
                push.moved(code, seq)

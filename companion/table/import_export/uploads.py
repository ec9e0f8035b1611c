"""Let files in: each attempt counts before anything of it is read, and an address sends only so many at once."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask, current_app, g, request

from companion.files.sandbox import PATIENCE
from companion.refusal import TooOften
from companion.storage.connections import hand_back
from companion.table.attempts import counted_as, rate_limited
from companion.web.rate_limits import guard
from companion.web.refusals import read_form

PAUSE = 0.05
"""Seconds between two looks whether another body may come."""


def init_app(app: Flask) -> None:
    """Look at each request that brings a file, before its form and its token are read."""
    app.url_value_preprocessor(_let_in)
    app.teardown_request(_let_go)


def _let_in(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Count an attempt to bring in a file, and wait until there is room for it; raise TooOften if there is none."""
    kind = getattr(current_app.view_functions.get(endpoint or ""), "takes", None)
    if kind is None:
        return
    try:
        with rate_limited(kind.counted):
            pass
        hand_back()
        g.end_upload = _room()
    except TooOften:
        request.max_content_length = 0  # so that nobody reads it to say why
        raise
    read_form()


def _room() -> Any:
    """Wait until fewer files come from this address."""
    address, until = counted_as()["address"], time.monotonic() + PATIENCE
    while (end := guard().begin_upload(address)) is None:
        if time.monotonic() > until:
            raise TooOften("Too many files at once. Wait a minute, then open this one again.")
        time.sleep(PAUSE)
    return end


def _let_go(_: BaseException | None) -> None:
    if end := g.pop("end_upload", None):
        end()

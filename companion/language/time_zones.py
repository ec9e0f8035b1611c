"""The time zone in which pages say days and times: the phone's own, which its script has told in a cookie.

It is the machine's own for a phone that has told none, as one without scripts, and for a name that no zone has here.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo

from flask import g, has_request_context, request

COOKIE = "zone"
"""The cookie in which a phone's script tells its zone."""
LONGEST = 64
"""How many characters the name of a zone has at most."""
NAME = re.compile(r"[A-Z][\w+-]*(/[\w+-]+){0,2}", re.ASCII)
"""How zones are named: "Europe/Berlin"; nothing that leads elsewhere among the files of this machine."""


def is_name(text: object) -> bool:
    """Say whether a text may name a zone, known here or not."""
    return isinstance(text, str) and len(text) <= LONGEST and NAME.fullmatch(text) is not None


@lru_cache(64)
def named(name: str | None) -> ZoneInfo | None:
    """Find the zone with a name; None if none has it here."""
    try:
        return ZoneInfo(name) if name and is_name(name) else None
    except (LookupError, OSError, ValueError):  # a name that is newer, a folder, or another kind of file
        return None


def zone() -> ZoneInfo | None:
    """Find the zone of the phone that asks; None stands for this machine's."""
    if "zone" not in g:
        g.zone = named(request.cookies.get(COOKIE, "")) if has_request_context() else None
    found: ZoneInfo | None = g.zone
    return found


def name() -> str:
    """Name the zone of the phone that asks; "" stands for this machine's."""
    own = zone()
    return own.key if own else ""


def moment(at: float, where: ZoneInfo | None = None) -> datetime:
    """Read a clock at a moment, given in seconds since 1970: in a zone, or else in that of the phone that asks."""
    return datetime.fromtimestamp(at, where or zone()).replace(tzinfo=None)


def now() -> datetime:
    """Read the clock of the phone that asks."""
    return datetime.now(zone()).replace(tzinfo=None)


def today() -> date:
    """Find the day that it is for the phone that asks."""
    return now().date()


def seconds(clock: datetime) -> float:
    """Find the moment, in seconds since 1970, at which the clock of the phone that asks shows this."""
    return clock.replace(tzinfo=zone()).timestamp()


def start(day: date) -> float:
    """Find the first moment of a day for the phone that asks, in seconds since 1970."""
    return seconds(datetime.combine(day, time()))


def ahead() -> int | None:
    """Count the minutes that this page's clock is ahead of UTC, for a phone whose zone is not known; else None.

    A script that knows better has the page written once more.
    """
    offset = None if zone() else datetime.now().astimezone().utcoffset()
    return None if offset is None else round(offset.total_seconds() / 60)

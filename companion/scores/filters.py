"""Which plays an address asks for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from companion.language import time_zones
from companion.scores.forms import LONGEST, MOST_PLAYERS
from companion.scores.model import COMMON, SOLO, Choice

FILTERS = ("q", "game", "player", "other", "count", "since", "until")
COUNTS = {SOLO: (1, 1), COMMON: (2, MOST_PLAYERS)} | {
    str(count): (count, count) for count in range(1, MOST_PLAYERS + 1)
}
"""The numbers of players that can be asked for: the least and the most."""


def asked(arguments: Mapping[str, str]) -> dict[str, str]:
    """Read what an address asks for; what makes no sense is not asked for."""
    found = {name: arguments.get(name, "").strip()[:LONGEST] for name in FILTERS}
    if found["count"] not in COUNTS:
        found["count"] = ""
    for name in ("since", "until"):
        found[name] = found[name] if is_day(found[name]) else ""
    return {name: value for name, value in found.items() if value}


def choice(asked: Mapping[str, str]) -> Choice:
    """Make the choice of plays of what is asked for; `until` includes its day."""
    least, most = COUNTS.get(asked.get("count", ""), (None, None))
    since, until = asked.get("since"), asked.get("until")
    return Choice(
        game=asked.get("game"),
        player=asked.get("player"),
        other=asked.get("other"),
        least=least,
        most=most,
        since=start(since) if since else None,
        until=start(until, later=1) if until else None,
        text=asked.get("q", ""),
    )


def is_day(text: str) -> bool:
    """Say whether a text is a day that a play may have had."""
    try:
        return 1970 < date.fromisoformat(text).year < 2106
    except ValueError:
        return False


def start(day: str, *, later: int = 0) -> float:
    """Find the first moment of a day for the phone that asks, or of one `later`, in seconds since 1970."""
    return time_zones.start(date.fromisoformat(day) + timedelta(days=later))

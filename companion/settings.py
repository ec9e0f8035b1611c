"""What a config.py sets, looked through at the start: a slip there would fail pages later, or delete tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.instance import Unusable
from companion.table.seating.seats import ALPHABET
from companion.web.rate_limits import LIMIT, LIMITS

NUMBERS = (
    "BODY_SECONDS",
    "HEADER_SECONDS",
    "IDLE_SECONDS",
    "LOOK_SECONDS",
    "PATIENCE",
    "UNFINISHED_DAYS",
    "UNOPENED_DAYS",
)
"""Settings beside the limits that are numbers; without one it is as usual."""


def require_sound(config: Mapping[str, Any], file: Path) -> None:
    """Raise Unusable that names the first setting which is none of its kind."""
    for fault in _faults(config):
        raise Unusable(f"{file} cannot be used: {fault}.")


def _faults(config: Mapping[str, Any]) -> Iterator[str]:
    for name, usual in LIMITS.items():
        said = config[name]
        if not isinstance(usual, str) and not _is_number(said):
            yield f"{name} = {said!r} is no number from 0 on"
        if isinstance(usual, str) and not (isinstance(said, str) and LIMIT.fullmatch(said.strip())):
            yield f'{name} = {said!r} is no limit, such as "20/minute" or "3000 per 6000 seconds"'
    for name in NUMBERS:
        if config.get(name) is not None and not _is_number(config[name]):
            yield f"{name} = {config[name]!r} is no number from 0 on"
    if not config["CODES_BEGIN"] or {*config["CODES_BEGIN"]} - {*ALPHABET}:
        yield f"CODES_BEGIN = {config['CODES_BEGIN']!r} is not made of {ALPHABET}"


def _is_number(said: object) -> bool:
    return isinstance(said, int | float) and said >= 0

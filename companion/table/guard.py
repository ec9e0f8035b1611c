"""Slows down who tries codes of tables."""

from __future__ import annotations

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

WRONG_CODES = parse("20/minute")
"""How many wrong codes an address may try before even right ones have to wait; phones at a table never wait."""


class Guard:
    """Counts the wrong codes of each address."""

    def __init__(self) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def allows(self, address: str) -> bool:
        """Say whether the address may try another code."""
        return self._limiter.test(WRONG_CODES, address)

    def count(self, address: str) -> None:
        """Count a wrong code."""
        self._limiter.hit(WRONG_CODES, address)

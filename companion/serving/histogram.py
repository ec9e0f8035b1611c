"""A histogram in Prometheus' text form."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds up to which each bucket of a histogram counts."""


class Histogram:
    """How often something took how long."""

    def __init__(self, bounds: Sequence[float] = BOUNDS) -> None:
        self.bounds, self.buckets, self.sum = bounds, [0] * (len(bounds) + 1), 0.0

    def observe(self, seconds: float) -> None:
        """Count one more."""
        self.buckets[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str, **labels: str) -> Iterator[str]:
        """Write it down, with what it is told apart by."""
        count, own = 0, ",".join(f'{label}="{value}"' for label, value in labels.items())
        for bound, more in zip((*self.bounds, "+Inf"), self.buckets, strict=True):
            count += more
            yield f'{name}_bucket{{{own}{"," * bool(own)}le="{bound}"}} {count}'
        after = f"{{{own}}}" if own else ""
        yield f"{name}_sum{after} {self.sum:.6f}"
        yield f"{name}_count{after} {count}"

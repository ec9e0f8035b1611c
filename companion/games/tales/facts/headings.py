"""What a paragraph offers, as the players read it out: an event. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HeadingsTold:
    """The reader has told which headings a paragraph offers to the hero of a seat: skills and statuses."""

    seat: int
    paragraph: int
    headings: tuple[str, ...]

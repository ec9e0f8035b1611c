"""What a paragraph offers, as the players read it out: headings, and the event that tells them. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.tales.facts import SKILLS, STATUSES

OFFERED = {id: one.label for id, one in SKILLS.items()} | {id: one.label for id, one in STATUSES.items()}
"""What can head a section of a paragraph, besides treasures, as it is called."""


@dataclass(frozen=True)
class HeadingsTold:
    """The reader has told which headings a paragraph offers to the hero of a seat: skills and statuses."""

    seat: int
    paragraph: int
    headings: tuple[str, ...]

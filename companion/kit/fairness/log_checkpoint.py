"""Marks of a log: whoever noted one sees later whether anything before it was added, changed or left out. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from companion.language.texts import Text
from companion.table.log import Entry, Game
from companion.table.store import to_json

DIGITS = 16
"""How many hexadecimal digits of a hash a mark has: nobody makes another log with the same 64 bits."""


class Compared(NamedTuple):
    """Whether a log is the one that a noted mark belongs to, also in words."""

    same: bool
    said: Text


def marks(game: Game, entries: Iterable[Entry]) -> Iterator[str]:
    """Compute the mark of every entry: a hash of it and all before, without what a game may still hide."""
    start, mark = game.start(), ""
    for entry in entries:
        shown = to_json(game.secrets.redact(start, event) for event in entry.events)
        line = (entry.seq, entry.at, entry.seat, entry.move, shown, entry.strikes, entry.restores)
        mark = sha256(f"{mark}{json.dumps(line)}".encode()).hexdigest()
        groups = (mark[place : place + 4] for place in range(0, DIGITS, 4))
        yield "-".join([str(entry.seq), *groups])


def compare(noted: str, marks: Sequence[str]) -> Compared:
    """Compare a noted mark with those of a log, one for each entry."""
    seq, *groups = re.split(r"[\s-]+", noted.strip().lower())
    digits = "".join(groups)
    if not re.fullmatch("[1-9][0-9]{0,8}", seq) or not re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", digits):
        return Compared(
            False,
            Text("This isn't a mark: a mark has a number, and four groups of four digits or letters from a to f."),
        )
    if int(seq) > len(marks):
        return Compared(False, Text("This log has only %(count)s entries, so some were left out.", count=len(marks)))
    if marks[int(seq) - 1].replace("-", "") == seq + digits:
        return Compared(True, Text("Up to entry %(seq)s this is the log that the mark came from.", seq=seq))
    return Compared(
        False, Text("Up to entry %(seq)s this is a different log: something was added, changed or left out.", seq=seq)
    )

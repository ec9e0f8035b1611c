"""Finished plays as a JSON file, read back with care: all of them, or none and the reason."""

from __future__ import annotations

import json
import re
from typing import Any

from companion.scores.forms import LEAST, MOST, MOST_PLAYERS
from companion.scores.record import DRAW, Play
from companion.scores.store import from_json
from companion.table.forms import fitting, tidy
from companion.table.log import Refusal
from companion.table.seats import ALPHABET, COLOURS
from companion.text import Text

LAST_MOMENT = 2**32
CODE = re.compile(rf"[{ALPHABET}]{{5}}(/[1-9]\d?)?")
LARGEST = 100_000
NONSENSE = (AttributeError, LookupError, OverflowError, RecursionError, TypeError, ValueError)


def read(data: bytes) -> list[Play]:
    """Read the plays of an exported file; raise Refusal, naming the play, for what is none."""
    try:
        rows = json.loads(data)
        json.dumps(rows, ensure_ascii=False, allow_nan=False).encode()
        if not isinstance(rows, list):
            raise ValueError(rows)
    except NONSENSE:
        raise Refusal("This file is no list of plays of Companion, or it is damaged. Export the plays again.") from None
    return [_play(number, row) for number, row in enumerate(rows, start=1)]


def _play(number: int, row: Any) -> Play:
    try:
        play = from_json(row | {"id": 0})
    except NONSENSE:
        raise Refusal("Play %(number)s of this file cannot be read; nothing was added.", number=number) from None
    wrong = next((what for what, right in _checks(play).items() if not right), None)
    if wrong:
        raise Refusal(
            "Play %(number)s of this file has a wrong entry, “%(entry)s”; nothing was added.",
            number=number,
            entry=wrong,
        )
    return play


def _checks(play: Play) -> dict[str, bool]:
    """Say of each entry whether it may stand in the scores list."""
    players = play.players
    numbers = [number for player in players for number in (player.points, player.tie_break)]
    lines = [line for player in players for line in player.lines]
    return {
        "game": _text(play.game, 40) and play.game.isidentifier(),
        "code": play.code is None or (isinstance(play.code, str) and bool(CODE.fullmatch(play.code))),
        "played_at": isinstance(play.played_at, int | float) and 0 <= play.played_at < LAST_MOMENT,
        "options": isinstance(play.options, dict) and all(map(_harmless, play.options.values())),
        "note": _text(play.note, 200) and tidy(play.note) == play.note,
        "players": 0 < len(players) <= MOST_PLAYERS and len({player.name for player in players}) == len(players),
        "name": all(_fits(player.name) for player in players),
        "colour": all(player.colour in COLOURS for player in players),
        "place": all(_whole(player.place) and DRAW <= player.place <= MOST_PLAYERS for player in players),
        "points": all(number is None or (_whole(number) and LEAST <= number <= MOST) for number in numbers),
        "lines": all(_harmless(line.label) and _harmless(line.why) for line in lines)
        and all(_text(line.id, 100) and _text(line.label, 500) and _text(line.why, 1000) for line in lines)
        and all(_whole(line.points) and abs(line.points) <= LARGEST for line in lines),
    }


def _harmless(value: Any) -> bool:
    """Say whether a sentence may be shown like one of our own, which pages take for safe HTML."""
    if not isinstance(value, Text):
        return isinstance(value, str | int | float | list | None)
    return not set("<>&") & set(value.message) and all(map(_harmless, value.values.values()))


def _fits(name: Any) -> bool:
    try:
        fitting(name)
    except ValueError:
        return False
    return True


def _text(value: Any, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)

"""A play as plain values, and back; its sentences can still be translated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, overload

from companion.language.catalogues import ours
from companion.language.texts import from_plain, to_plain
from companion.table.finished import Line, Play, Player


class Unread(Sequence[Line]):
    """Lines as plain values that were checked: who only keeps them needs no sentences."""

    def __init__(self, plain: Sequence[Mapping[str, Any]]) -> None:
        self.plain = plain

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.plain)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Line, ...]: ...
    def __getitem__(self, index: int | slice) -> Line | tuple[Line, ...]:
        """Read one line, or some."""
        return _lines(self.plain)[index]


def to_json(play: Play) -> dict[str, Any]:
    """Write a play as plain values."""
    return {
        "id": play.id,
        "game": play.game,
        "code": play.code,
        "played_at": play.played_at,
        "options": {key: to_plain(value) for key, value in play.options.items()},
        "note": play.note,
        **({"identity": play.identity} if play.identity else {}),
        "players": [player_to_json(player) for player in play.players],
    }


def player_to_json(player: Player) -> dict[str, Any]:
    """Write a player of a play as plain values."""
    return {
        "name": player.name,
        "colour": player.colour,
        "place": player.place,
        "points": player.points,
        "tie_break": player.tie_break,
        **_seated(player),
        "lines": player.lines.plain if isinstance(player.lines, Unread) else [*map(_line_to_json, player.lines)],
    }


def _seated(player: Player) -> dict[str, Any]:
    """Write where a player sat and for whom, as far as that is known: files of earlier versions have none of it."""
    known = {"seat": player.seat, "team": player.team, "role": player.role}
    return {name: value for name, value in known.items() if value}


def _line_to_json(line: Line) -> dict[str, Any]:
    return {"id": line.id, "label": to_plain(line.label), "points": line.points, "why": to_plain(line.why)}


def from_json(values: Mapping[str, Any], *, unread: bool = False) -> Play:
    """Read a play back; its lines stay `unread` until somebody asks for them."""
    players = tuple(_player(player, Unread if unread else _lines) for player in values["players"])
    return Play(**{**values, "options": _options(values["options"]), "players": players})


def read_options(text: str) -> dict[str, Any]:
    """Read the options of a play from their JSON."""
    return _options(json.loads(text))


def read_lines(text: str) -> tuple[Line, ...]:
    """Read the lines behind a player's points from their JSON."""
    return _lines(json.loads(text))


def _options(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _option(value) for key, value in values.items()}


def _player(values: Mapping[str, Any], lines: Callable[[Any], Sequence[Line]]) -> Player:
    return Player(**{**values, "lines": lines(values["lines"])})


def _lines(values: Iterable[Mapping[str, Any]]) -> tuple[Line, ...]:
    return tuple(
        Line(**{**line, "label": from_plain(line["label"], ours()), "why": from_plain(line["why"], ours())})
        for line in values
    )


def _option(value: Any) -> Any:
    """Read one option of a play: a number, a word, a sentence, or a list of words and numbers."""
    if isinstance(value, list):
        return [one if isinstance(one, str | int | float) else "…" for one in value]
    read = from_plain(value, ours())
    return "…" if isinstance(read, dict) else read

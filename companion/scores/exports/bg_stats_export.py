"""Plays as a collection of the app BG Stats: what it told us once goes out again, and in its place what has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion.language import time_zones
from companion.scores.exports.bg_stats_import import moment, name_of, note_of, place_of, players_of, teams_of
from companion.table.finished import POINTS, SIDES, Play, Player, Won

FORMAT = "%Y-%m-%d %H:%M:%S"
"""How BG Stats writes moments."""


@dataclass
class Numbered:
    """Things of a kind that plays refer to: each has a number, in the order in which the plays name them."""

    kind: str
    kept: Mapping[str, Mapping[str, Any]]
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, key: str) -> int:
        """Find the number of a thing, a new one for a new thing."""
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def things(self, own: Mapping[str, Mapping[str, Any]] | None = None) -> list[dict[str, Any]]:
        """List the things, as they were told once, with what we know of them ourselves."""
        return [
            {"uuid": _uuid(self.kind, key), **self.kept.get(key, {}), **(own or {}).get(key, {}), "id": number}
            for key, number in self.numbers.items()
        ]


def _uuid(kind: str, key: str) -> str:
    """Make a UUID for a thing that has none, always the same."""
    return str(uuid5(NAMESPACE_URL, f"companion:{kind}:{key}")).upper()


class Collection:
    """A collection, written play by play, and at the end what the plays refer to."""

    def __init__(self, kept: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
        self.games, self.players, self.locations = (
            Numbered(kind, kept[kind]) for kind in ("game", "player", "location")
        )

    def write(
        self, chunks: Iterator[Sequence[tuple[Play, Mapping[str, Any]]]], titles: Mapping[str, tuple[str, str]]
    ) -> Iterator[str]:
        """Write the collection of plays, each with what was kept of it; `titles` are those of games, and how won."""
        yield '{"about": "Companion", "plays": [\n'
        between = ""
        for plays in chunks:
            rows = [json.dumps(self._play(play, kept, titles), ensure_ascii=False) for play, kept in plays]
            yield between + ",\n".join(rows)
            between = ",\n" if rows else between
        yield "\n]"
        own = {slug: self._game(slug, titles) for slug in self.games.numbers}
        for name, things in (
            ("games", self.games.things(own)),
            ("players", self.players.things({name: self._named(name) for name in self.players.numbers})),
            ("locations", self.locations.things({name: self._placed(name) for name in self.locations.numbers})),
        ):
            yield f',\n"{name}": {json.dumps(things, ensure_ascii=False)}'
        yield ',\n"challenges": [], "groups": [], "tags": [], "deletedObjects": [], "userInfo": {"meRefId": 0}}\n'

    def _game(self, slug: str, titles: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
        kept = self.games.kept.get(slug, {})
        if kept.get("name"):
            return {}
        title, way = titles[slug]
        return {
            "name": title,
            "bggName": title,
            "bggId": kept.get("bggId", 0),
            "highestWins": True,
            "noPoints": way != POINTS,
            "usesTeams": way == SIDES,
            "cooperative": False,
            "isBaseGame": 1,
            "isExpansion": 0,
        }

    def _named(self, name: str) -> dict[str, Any]:
        kept = self.players.kept.get(name, {})
        return {} if kept and name_of(kept) == name else {"name": name, "isAnonymous": False}

    def _placed(self, name: str) -> dict[str, Any]:
        kept = self.locations.kept.get(name, {})
        return {} if kept and place_of(kept) == name else {"name": name}

    def _play(self, play: Play, kept: Mapping[str, Any], titles: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
        at = time_zones.moment(play.played_at, time_zones.named(play.zone))
        location = play.options.get("location")
        row = {
            "uuid": _as_uuid(play.identity),
            "ignored": False,
            "rating": 0,
            "rounds": 0,
            "scoringSetting": 0,
            "manualWinner": True,
            "playImages": "[]",
            "bggId": 0,
            "entryDate": datetime.fromtimestamp(play.played_at, UTC).strftime(FORMAT),
            "modificationDate": datetime.fromtimestamp(play.played_at, UTC).strftime(FORMAT),
            **kept,
            "gameRefId": self.games.number(play.game),
            "playerScores": self._scores(play, kept, Won(titles[play.game][1])),
            "usesTeams": any(one.team is not None for one in play.players) or bool(kept.get("usesTeams")),
        }
        if moment(kept.get("playDate"), play.zone or "") != play.played_at:
            row |= {"playDate": at.strftime(FORMAT), "playDateYmd": int(at.strftime("%Y%m%d"))}
        if not kept or note_of(kept) != play.note:
            row["comments"] = play.note
        if play.seconds is not None or kept.get("durationMin"):
            row["durationMin"] = max(1, round(play.seconds / 60)) if play.seconds is not None else 0
        row.pop("locationRefId", None)
        if isinstance(location, str) and location:
            row["locationRefId"] = self.locations.number(location)
        return row

    def _scores(self, play: Play, kept: Mapping[str, Any], won: Won) -> list[dict[str, Any]]:
        before = kept.get("playerScores")
        told = before if isinstance(before, list) and len(before) == len(play.players) else [{}] * len(play.players)
        read = players_of(told, [one.name for one in play.players], self.games.kept.get(play.game, {}))
        started, ranked, teams = play.options.get("started"), play.is_numbered(won), teams_of(told)
        return [
            self._score(one, was, number, started=one.name == started)
            | _changed(one, was, known, ranked=ranked, teams=teams)
            for number, (one, was, known) in enumerate(zip(play.players, told, read, strict=True))
        ]

    def _score(self, one: Player, was: Mapping[str, Any], number: int, *, started: bool) -> dict[str, Any]:
        row = {"newPlayer": False, "seatOrder": number + 1, **was}
        row |= {"playerRefId": self.players.number(one.name), "winner": one.place == 1, "startPlayer": started}
        return row | ({"seatOrder": one.seat} if one.seat is not None else {})


def _changed(
    one: Player, was: Mapping[str, Any], known: Mapping[str, Any], *, ranked: bool, teams: Sequence[str]
) -> dict[str, Any]:
    """Say of a player what is not as it was told, or as it is `known` of that; of teams by the names they had."""
    row: dict[str, Any] = {}
    if known["points"] != one.points or not was:
        row["score"] = "" if one.points is None else str(one.points)
    if known["place"] != one.place or not was:
        row["rank"] = one.place if ranked else 0
    if known.get("team") != one.team:
        row["team"] = "" if one.team is None else dict(enumerate(teams, start=1)).get(one.team, f"Team {one.team}")
    if known.get("role", "") != one.role:
        row["role"] = one.role
    return row


def _as_uuid(identity: str) -> str:
    """Write an identity as a UUID, as BG Stats writes them."""
    return f"{identity[:8]}-{identity[8:12]}-{identity[12:16]}-{identity[16:20]}-{identity[20:]}".upper()

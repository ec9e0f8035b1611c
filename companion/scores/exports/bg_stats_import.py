"""The whole collection of the app BG Stats, read with care: each of its plays as one of ours. Pure.

What its file holds, as public programs read it: lists of games, players, locations and plays, which name the others by
their numbers. What of it we have no place for is kept beside each thing, as it was, and goes out again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from companion.files.safe_readers import LARGEST, PLAYS, in_turn
from companion.language import time_zones
from companion.language.i18n import characters
from companion.language.player_names import LONGEST, shown, tidy, twice
from companion.scores.exports.json_import import IMPORT_ERRORS, check, not_ours
from companion.scores.forms import MOST_SEATED
from companion.scores.model import LEAST, MOST
from companion.scores.slugs import slug_of
from companion.table.finished import DECLARED, POINTS, SIDES
from companion.table.seating.seats import COLOURS
from companion.web.forms import fitting

UUID = re.compile(r"[0-9A-Fa-f]{8}-?(?:[0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12}")
SUM = re.compile(r"\s*[-+]?\d{1,6}(?:\s*[-+]\s*\d{1,6}){0,30}\s*")
NUMBER = re.compile(r"[-+]?\s*\d+")
HALF = re.compile("[\ud800-\udfff]")
"""Half a character, which is none."""
NAME, TITLE, TEXT, NOTE, ROLE = 24, 60, 200, 200, 60
"""How many characters of a name, a title, a place, a comment and a role come in; the whole is kept beside it."""
KEPT = 4000
"""How many characters of a thing are kept as they were; of a longer one nothing is."""
LISTS = ("games", "players", "locations", "plays")
"""The lists of a collection."""


@dataclass
class Collection:
    """What the plays of a collection refer to, by its numbers."""

    games: Mapping[Any, dict[str, Any]]
    players: Mapping[Any, dict[str, Any]]
    locations: Mapping[Any, dict[str, Any]]
    slugs: Mapping[str, str]
    """The slugs of the games that are installed, by the words of their titles."""
    bgg: Mapping[str, str]
    """The slugs of games of which the house knows their numbers at BoardGameGeek."""
    zone: str
    names: Mapping[Any, str]
    told: set[tuple[str, str]] = field(default_factory=set)

    def kept(self, kind: str, key: str, thing: Mapping[str, Any]) -> Iterator[list[str]]:
        """Pass on what is to be kept of a thing, each once."""
        if (kind, key) not in self.told and len(text := _dump(thing)) <= KEPT:
            self.told.add((kind, key))
            yield [kind, key, text]


def is_collection(data: bytes) -> bool:
    """Say whether a file may be a collection: an object, where our plays are a list."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def find(data: bytes, slugs: Mapping[str, str], bgg: Mapping[str, str], zone: str) -> Iterator[list[str]]:
    """Read the plays of a collection, the oldest first, and what is to be kept of all it lists.

    Each comes as a kind, a key and a JSON text: a "row" is a play of ours, "left" one that has no place here. Raise
    Refusal for what is no collection.
    """
    try:
        whole = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
        if not (isinstance(whole, dict) and all(_is_list(whole.get(name)) for name in LISTS)):
            raise not_ours()
        if len(whole["plays"]) > PLAYS.most:
            raise PLAYS.too_much()
        games, players, places = (_by_number(whole[name]) for name in LISTS[:3])
        names = dict(zip(players, apart([name_of(player) for player in players.values()]), strict=True))
        known = Collection(games, players, places, slugs, bgg, zone, names)
        for play in in_turn(sorted(whole["plays"], key=lambda play: str(play.get("playDate", "")))):
            yield from _read(play, known)
    except IMPORT_ERRORS:
        raise not_ours() from None


def _no_number(name: str) -> float:
    raise ValueError(name)


def _is_list(things: Any) -> bool:
    return isinstance(things, list) and all(isinstance(thing, dict) for thing in things)


def _by_number(things: list[dict[str, Any]]) -> dict[Any, dict[str, Any]]:
    return {thing["id"]: thing for thing in things if isinstance(thing.get("id"), int | str)}


def _read(play: dict[str, Any], known: Collection) -> Iterator[list[str]]:
    """Read a play; one without a game, a day or players that we can seat is left out, and said to be."""
    game, found = known.games.get(_key(play.get("gameRefId"))), play.get("playerScores")
    at, scores = moment(play.get("playDate"), known.zone), found if isinstance(found, list) else []
    seated = _is_list(scores) and 0 < len(scores) <= MOST_SEATED
    if game is None or at is None or not seated or not isinstance(play.get("uuid"), str):
        yield ["left", "", ""]
        return
    identity = identity_of(play["uuid"])
    title = title_of(game)
    slug = known.bgg.get(str(_number(game.get("bggId")) or "")) or slug_of(title, known.slugs)
    names = apart([known.names.get(_key(score.get("playerRefId")), "?") for score in scores])
    location = known.locations.get(_key(play.get("locationRefId")), {})
    row = {
        "game": slug,
        "code": None,
        "played_at": at,
        "options": _options(play, game, slug, title, names, location, known),
        "note": note_of(play),
        "players": players_of(scores, names, game),
        "identity": identity,
    }
    check(1, row, set())
    yield ["row", identity, _dump(row)]
    yield from known.kept("play", identity, play)
    yield from known.kept("game", slug, game)
    for name, score in zip(names, scores, strict=True):
        yield from known.kept("player", name, known.players.get(_key(score.get("playerRefId")), {}))
    if location:
        yield from known.kept("location", place_of(location), location)


def _options(
    play: Mapping[str, Any],
    game: Mapping[str, Any],
    slug: str,
    title: str,
    names: list[str],
    location: Mapping[str, Any],
    known: Collection,
) -> dict[str, Any]:
    """List what is kept of how a game was played."""
    kept: dict[str, Any] = {"players": len(names)} | ({"zone": known.zone} if known.zone else {})
    if minutes := _number(play.get("durationMin")):
        kept["seconds"] = 60 * min(minutes, 10_000)
    kept |= {"location": place} if (place := place_of(location)) else {}
    kept |= {"expansion": board} if (board := _short(play.get("board"), TEXT)) else {}
    started = [name for name, one in zip(names, play["playerScores"], strict=True) if one.get("startPlayer")]
    kept |= {"started": started[0]} if len(started) == 1 else {}
    return kept if slug in known.slugs.values() else kept | {"title": title, "won_by": won_by(game)}


def won_by(game: Mapping[str, Any]) -> str:
    """Find how a game is won: fewest points are declared, since we rank by the most alone."""
    if game.get("usesTeams") or game.get("cooperative"):
        return SIDES
    return POINTS if game.get("highestWins", True) and not game.get("noPoints") else DECLARED


def moment(said: Any, zone: str) -> float | None:
    """Read a day and a time, by the clocks of a zone, as seconds since 1970; None if it is none that we keep."""
    try:
        clock = datetime.fromisoformat(str(said)).replace(tzinfo=time_zones.named(zone))
        return clock.timestamp() if 1970 < clock.year < 2106 else None
    except (OverflowError, OSError, ValueError):
        return None


def identity_of(uuid: str) -> str:
    """Write what identifies a play of a collection as we do: its UUID without signs, or the hash of another text."""
    return (
        uuid.replace("-", "").lower()
        if UUID.fullmatch(uuid)
        else sha256(uuid.encode("utf-8", "replace")).hexdigest()[:32]
    )


def points_of(score: Any) -> int | None:
    """Read points, which may be a sum as it was typed; None for none, and for what we cannot rank."""
    if not isinstance(score, str | int | float) or isinstance(score, bool):
        return None
    text = str(score)
    if not SUM.fullmatch(text):
        return None
    points = sum(int(number.replace(" ", "")) for number in NUMBER.findall(text))
    return points if LEAST <= points <= MOST else None


def players_of(
    scores: Sequence[Mapping[str, Any]], names: Sequence[str], game: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Read the players of a play: who won, their points, teams and roles."""
    points = [points_of(one.get("score")) for one in scores]
    places = places_of(scores, points, game)
    teams, order = [_short(one.get("team"), ROLE) for one in scores], teams_of(scores)
    return [
        {"name": name, "colour": colour, "place": place, "points": own, "tie_break": None, "lines": []}
        | ({"team": order.index(team) + 1} if team else {})
        | ({"role": role} if (role := _short(one.get("role"), ROLE)) else {})
        for name, colour, place, own, team, one in zip(
            names, _colours(len(names)), places, points, teams, scores, strict=True
        )
    ]


def teams_of(scores: Sequence[Mapping[str, Any]]) -> list[str]:
    """List the teams of a play, in the order in which they are numbered here."""
    return [*dict.fromkeys(filter(None, (_short(one.get("team"), ROLE) for one in scores)))]


def places_of(scores: Sequence[Mapping[str, Any]], points: Sequence[int | None], game: Mapping[str, Any]) -> list[int]:
    """Place the players: who is said to have won first, the others by their ranks, or else by their points."""
    won = [bool(one.get("winner")) for one in scores]
    if not any(won):
        return [2 if game.get("cooperative") or len(scores) == 1 else 0] * len(scores)
    first = sum(won)
    best = won_by(game) == POINTS and all(own is not None for own in points)
    found = []
    for number, one in enumerate(scores):
        rank = _number(one.get("rank")) or 0
        ahead = sum((other or 0) > (points[number] or 0) for at, other in enumerate(points) if not won[at])
        lost = min(rank, MOST_SEATED) if rank > 1 else first + 1 + ahead if best else 2
        found.append(1 if won[number] else max(2, lost))
    return found


def apart(names: Sequence[str]) -> list[str]:
    """Name players so that no two look alike: several may be anonymous, and long names begin alike."""
    found, ends = [*names], [*range(len(names))]
    while again := [*twice(found)]:
        for number in again:
            ends[number] += 1  # another one each time: somebody may be called so already
            end = f" {ends[number]}"
            found[number] = "".join(characters(names[number])[: NAME - len(end)]) + end
    return found


def name_of(player: Mapping[str, Any]) -> str:
    """Find what a player of a collection is called here."""
    name = shown(_short(player.get("name"), LONGEST))
    try:
        return fitting("".join(characters(name)[:NAME]).strip())
    except ValueError:
        return "?"


def title_of(game: Mapping[str, Any]) -> str:
    """Find what a game of a collection is called here."""
    return _short(game.get("name"), TITLE) or "?"


def place_of(location: Mapping[str, Any]) -> str:
    """Find what a place of a collection is called here."""
    return _short(location.get("name"), TEXT)


def note_of(play: Mapping[str, Any]) -> str:
    """Find the note of a play of a collection."""
    return _short(play.get("comments"), NOTE)


def _colours(count: int) -> list[str]:
    return [list(COLOURS)[number % len(COLOURS)] for number in range(count)]


def _short(said: Any, longest: int) -> str:
    return tidy(tidy(HALF.sub("", said[: 9 * longest]))[:longest]) if isinstance(said, str) else ""


def _key(value: Any) -> int | str | None:
    """Read what one thing names another by."""
    return value if isinstance(value, int | str) else None


def _number(value: Any) -> int | None:
    return value if type(value) is int and 0 < value <= LARGEST else None


def _dump(thing: Any) -> str:
    return HALF.sub("", json.dumps(thing, ensure_ascii=False))

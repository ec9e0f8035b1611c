"""Hand a finished play over to the app BG Stats. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.table.finished import Play, Player, Won


def link(play: Play, title: str, won: Won, *, facts: Sequence[str] = ()) -> str:
    """Build the link that opens a play in BG Stats on the same phone, which asks before it keeps it.

    The scheme is the app's own: nothing leaves the house, and without the app nothing happens if a frame opens it. Its
    moments are in UTC.
    What was kept of the play, in words, goes into the comments.
    """
    handed: dict[str, Any] = {
        "sourceName": "Companion",
        "sourcePlayId": f"{play.code or play.id}-{play.played_at:.0f}",
        "playDate": datetime.fromtimestamp(play.played_at, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "comments": "\n".join(filter(None, (play.note, *facts))),
        "game": {
            "name": title,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": all(player.points is None for player in play.players),
        },
        "players": [
            _player(player, started=player.name == play.options.get("started"), ranked=play.is_numbered(won))
            for player in play.players
        ],
    }
    if play.seconds is not None:
        handed["durationMin"] = max(1, round(play.seconds / 60))
    return "bgstats://app.bgstatsapp.com/createPlay.html?data=" + quote(json.dumps(handed, ensure_ascii=False), safe="")


def _player(player: Player, *, started: bool, ranked: bool) -> dict[str, Any]:
    """Write a player; the Android version needs `winner` and `startPlayer` of everybody.

    Only who played for points has a rank: a lost solo play is no second place, and a draw no place at all.
    """
    row = {
        "name": player.name,
        "sourcePlayerId": player.name,
        "startPlayer": started,
        "winner": player.place == 1,
    }
    row |= {"rank": player.place} if ranked else {}
    row |= {"team": str(player.team)} if player.team else {}
    row |= {"role": player.role} if player.role else {}
    return row | ({} if player.points is None else {"score": player.points})

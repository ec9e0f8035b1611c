"""Hand a finished play over to the app BG Stats. Pure."""

from __future__ import annotations

import json
from datetime import datetime
from urllib.parse import quote

from companion.scores.record import Play


def link(play: Play, title: str) -> str:
    """Build the link that opens a play in BG Stats on the same phone, which asks before it keeps it.

    The scheme is the app's own: nothing leaves the house, and without the app nothing happens. Every player has
    `winner` and `startPlayer`, because the Android version needs them; nobody is marked as starting.
    """
    handed = {
        "sourceName": "Companion",
        "sourcePlayId": f"{play.code or play.id}-{play.played_at:.0f}",
        "playDate": datetime.fromtimestamp(play.played_at).strftime("%Y-%m-%d %H:%M:%S"),
        "comments": play.note,
        "game": {
            "name": title,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": all(player.points is None for player in play.players),
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "startPlayer": False,
                "winner": player.place == 1,
                "rank": player.place,
            }
            | ({} if player.points is None else {"score": player.points})
            for player in play.players
        ],
    }
    return "bgstats://app.bgstatsapp.com/createPlay.html?data=" + quote(json.dumps(handed, ensure_ascii=False), safe="")

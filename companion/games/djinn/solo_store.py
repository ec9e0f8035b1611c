"""Games against Tom in the scores list: which they are, and what the log of high scores reads from them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.djinn import highscores, solo
from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.highscores import Played
from companion.scores import store as scores


def alone(plays: Iterable[scores.Play]) -> list[scores.Play]:
    """Pick the games against Tom."""
    return [play for play in plays if play.options.get("deck") in DECK_SIZES and len(play.players) == 1]


def played(play: scores.Play) -> Played:
    """Read what the log needs from a play."""
    player = play.players[0]
    tasks = frozenset(task for task in play.options.get("tasks") or () if task in solo.TASK_IDS)
    deck = int(play.options["deck"])
    if not won(play):
        return Played(play.id, play.played_at, deck, won=False)
    return Played(play.id, play.played_at, deck, won=True, points=player.points or 0, tasks=tasks)


def won(play: scores.Play) -> bool:
    """Say whether a game against Tom was won."""
    return play.options.get("result") == "won" and play.players[0].points is not None


def beaten(id: int) -> int | None:
    """Give the high score that a play has beaten, 0 for a first win, None for none."""
    play = scores.find(id)
    if play is None or not alone([play]):
        return None
    games = [played(one) for one in alone(scores.plays(game="djinn", player=play.players[0].name))]
    return highscores.beaten(games, played(play))

"""Games against Tom in the scores list: find them, and read what the log of high scores needs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.djinn import solo
from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.highscores import Column, First, Played
from companion.scores import list_store
from companion.scores import store as scores

ALONE, WON = "djinn/alone", "djinn/won"
"""The lists of the games against Tom, and of those that were won; with a deck's size behind it, of those with it."""


def is_alone(play: scores.Play) -> bool:
    """Say whether a play is a game against Tom."""
    return play.options.get("deck") in DECK_SIZES and len(play.players) == 1


def facts(play: scores.Play) -> Iterator[str]:
    """List the keys that find a game against Tom: its deck, whether it was won, its tasks, and its challenge."""
    if not is_alone(play):
        return
    deck = played(play).deck
    yield from ("alone", f"alone {deck}")
    if won(play):
        yield from ("won", f"won {deck}", *(f"won {deck} {task}" for task in sorted(played(play).tasks)))
    if challenge := play.options.get("challenge"):
        yield f"challenge {challenge}"


def played(play: scores.Play) -> Played:
    """Read what the log needs from a play."""
    player = play.players[0]
    deck = int(play.options["deck"])
    if not won(play):
        return Played(deck, won=False)
    met = play.options.get("tasks")
    tasks = frozenset(task for task in solo.TASK_IDS if isinstance(met, list) and task in met)
    return Played(deck, won=True, points=player.points or 0, tasks=tasks)


def won(play: scores.Play) -> bool:
    """Say whether a game against Tom was won."""
    return play.options.get("result") == "won" and play.players[0].points is not None


def players(asked: str | None, *, limit: int) -> list[str]:
    """List the players against Tom, the latest first; the one asked for is among them if there is such a one."""
    names = list_store.names(ALONE, limit=limit)
    return [asked, *names] if asked and asked not in names and list_store.is_listed(ALONE, asked) else names


def games(name: str, *, before: int | None, limit: int) -> list[scores.Play]:
    """List a player's games, the latest first, starting after the play with the id `before`."""
    rows = list_store.latest(ALONE, name, before=list_store.cursor(before), limit=limit)
    return scores.find_all([id for _, id in rows])


def columns(name: str) -> list[Column]:
    """Sum up a player's games for each size of the deck, the easiest first as in the rulebook's table."""
    return [_column(name, deck) for deck in reversed(DECK_SIZES)]


def _column(name: str, deck: int) -> Column:
    won = list_store.tally(f"{WON} {deck}", name)
    first = {task.id: list_store.first(f"{WON} {deck} {task.id}", name) for task in solo.TASKS}
    return Column(
        deck,
        played=list_store.tally(f"{ALONE} {deck}", name).plays,
        won=won.plays,
        best=won.best,
        average=won.average,
        first={task: First(*game) for task, game in first.items() if game},
    )


def beaten(id: int) -> int | None:
    """Find the high score that a play has beaten: 0 for a first win with its deck, None if it beat none."""
    play = scores.find(id)
    if play is None or not (is_alone(play) and won(play)):
        return None
    game, player = played(play), play.players[0]
    before = list_store.best_before(f"{WON} {game.deck}", player.name, play)
    if before is None:
        return 0
    return before if game.points > before else None


def challenged(code: str, *, start: int, limit: int) -> list[scores.Play]:
    """List the games of a challenge from the `start`-th on, the best first."""
    return scores.find_all(list_store.ranked(f"djinn/challenge {code}", start=start, limit=limit))

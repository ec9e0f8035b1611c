"""Games against Tom in the scores list: find them, and read what the log of high scores needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.solo import high_scores, tasks
from companion.games.djinn.solo.high_scores import Column, First, News, Played
from companion.language.player_names import as_stored
from companion.scores.model import correct
from companion.scores.stores import edit_store, list_store, play_store as scores
from companion.table.finished import Play, Player

ALONE, WON = "djinn/alone", "djinn/won"
"""The lists of the games against Tom, and of those that were won; behind it his deck and how many cards it had."""
TOMS = ("printed", "house", "own", "unknown")
"""The decks that are kept apart; of plays from before that was kept, and of some files, it is unknown."""


def is_alone(play: Play) -> bool:
    """Say whether a play is a game against Tom."""
    return play.options.get("deck") in DECK_SIZES and len(play.players) == 1


def facts(play: Play) -> Iterator[str]:
    """List the keys that find a game against Tom: its deck, whether it was won, its tasks, and its challenge."""
    if not is_alone(play):
        return
    game = played(play)
    yield from ("alone", f"alone {game.tom}", f"alone {game.tom} {game.deck}")
    if won(play):
        deck = f"won {game.tom} {game.deck}"
        yield from (deck, *(f"{deck} {task}" for task in sorted(game.tasks)))
    if challenge := play.options.get("challenge"):
        yield f"challenge {challenge}"


def played(play: Play) -> Played:
    """Read what the log needs from a play."""
    player = play.players[0]
    deck = int(play.options["deck"])
    tom = play.options.get("tom")
    tom = tom if isinstance(tom, str) and tom in TOMS else "unknown"
    if not won(play):
        return Played(deck, won=False, tom=tom)
    met = play.options.get("tasks")
    known = frozenset(task for task in tasks.TASK_IDS if isinstance(met, list) and task in met)
    return Played(deck, won=True, points=player.points or 0, tasks=known, tom=tom)


def won(play: Play) -> bool:
    """Say whether a game against Tom was won."""
    return play.options.get("result") == "won" and play.players[0].points is not None


def enter(player: Player, *, at: float, options: Mapping[str, Any]) -> str:
    """Keep a game against Tom that was played without the app; return its id."""
    return str(scores.save("djinn", code=None, played_at=at, options=options, players=[player]))


def change(id: int, *, seen: int, **entered: Any) -> bool:
    """Correct a game against Tom by what was `entered`, as `scores.change` does."""
    return edit_store.change(id, lambda play: corrected(play, **entered), seen=seen)


def corrected(play: Play, *, name: str, points: int | None, place: int, options: Mapping[str, Any]) -> Play:
    """Correct a game against Tom; where its points come from stays known if it was won and still is."""
    stays, name = won(play) and points is not None, as_stored(play.players[0].name, name)
    kept = correct(play, players=[(name, points)], note=play.note) if stays else play
    player = replace(kept.players[0], name=name, points=points, place=place)
    players = (player if stays else replace(player, lines=()),)
    return replace(kept, players=players, options={**play.options, **options})


def follow(play: Play) -> Play:
    """Let what is kept of a game against Tom follow a correction of who won it; a lost one has no points."""
    if not is_alone(play):
        return play
    player, options = play.players[0], dict(play.options)
    if player.place == 1:
        return replace(play, options=options | {"result": "won"})
    lost = replace(player, points=None, tie_break=None, lines=())
    return replace(play, players=(lost,), options=options | {"result": "lost", "tasks": []})


class Log(NamedTuple):
    """What is told of a player's games against Tom with one of his decks; `last` is the play after which more come."""

    player: str
    players: list[str]
    tom: str
    toms: dict[str, int]
    columns: list[Column]
    plays: list[Play]
    last: int | None


def log(player: str | None, tom: str | None, *, before: int | None, tabs: int, limit: int) -> Log | None:
    """Read the log of the player asked for, else the latest, with Tom's deck asked for; None if nobody has played."""
    names = players(player, limit=tabs)
    if not names:
        return None
    name = player if player in names else names[0]
    decks = toms(name)
    deck = tom if tom in decks else next(iter(decks), TOMS[0])
    plays = games(name, deck, before=before, limit=limit + 1)
    last = plays[limit - 1].id if len(plays) > limit else None
    return Log(name, names, deck, decks, columns(name, deck), plays[:limit], last)


def players(asked: str | None, *, limit: int) -> list[str]:
    """List the players against Tom, the latest first; the one asked for is among them if there is such a one."""
    names = list_store.names(ALONE, limit=limit)
    return [asked, *names] if asked and asked not in names and list_store.is_listed(ALONE, asked) else names


def toms(name: str) -> dict[str, int]:
    """Count a player's games with each of Tom's decks that the player met, that of the latest game first."""
    counts = {tom: list_store.tally(f"{ALONE} {tom}", name).plays for tom in TOMS}
    latest = games(name, "", before=None, limit=1)
    order = [played(play).tom for play in latest] + [*TOMS]
    return {tom: counts[tom] for tom in dict.fromkeys(order) if counts[tom]}


def games(name: str, tom: str, *, before: int | None, limit: int) -> list[Play]:
    """List a player's games with one of Tom's decks, or with any, the latest first, after the play `before`."""
    rows = list_store.latest(f"{ALONE} {tom}".rstrip(), name, before=list_store.cursor(before), limit=limit)
    return scores.find_all([id for _, id in rows])


def columns(name: str, tom: str) -> list[Column]:
    """Sum up a player's games for each size of one of Tom's decks, the easiest first as in the rulebook's table."""
    return [_column(name, tom, deck) for deck in reversed(DECK_SIZES)]


def _column(name: str, tom: str, deck: int) -> Column:
    won_list = f"{WON} {tom} {deck}"
    played, won = list_store.tally(f"{ALONE} {tom} {deck}", name), list_store.tally(won_list, name)
    first = {task.id: list_store.first(f"{won_list} {task.id}", name) for task in tasks.TASKS}
    streak, longest = list_store.runs(f"{ALONE} {tom} {deck}", name)
    return Column(
        deck,
        played=played.plays,
        won=won.plays,
        best=won.best,
        average=won.average,
        streak=streak,
        longest=longest,
        seconds=played.seconds,
        first={task: First(*game) for task, game in first.items() if game},
    )


def met(name: str) -> dict[str, list[int]]:
    """List, by task, the sizes of the deck with which a player has met it, against the deck that came last."""
    tom = next(iter(toms(name)), None)
    of = columns(name, tom) if tom else []
    return {task.id: [one.deck for one in of if task.id in one.first] for task in tasks.TASKS}


def beaten(id: int) -> int | None:
    """Find the high score that a play has beaten: 0 for a first win with its deck, None if it beat none."""
    play = scores.find(id)
    if play is None or not (is_alone(play) and won(play)):
        return None
    game, player = played(play), play.players[0]
    before = list_store.best_before(f"{WON} {game.tom} {game.deck}", player.name, play)
    if before is None:
        return 0
    return before if game.points > before else None


def news(id: int) -> News | None:
    """Tell what a play brought to the log; None if it is no game won against Tom."""
    play = scores.find(id)
    if play is None or not (is_alone(play) and won(play)):
        return None
    game = played(play)
    return high_scores.news(columns(play.players[0].name, game.tom), id, game.deck)


def challenged(code: str, *, start: int, limit: int) -> list[Play]:
    """List the games of a challenge from the `start`-th on, the best first."""
    return scores.find_all(list_store.ranked(f"djinn/challenge {code}", start=start, limit=limit))


def first_tries(code: str, *, limit: int) -> list[Play]:
    """List each player's first game of a challenge, the best first."""
    return scores.find_all(list_store.first_tries(f"djinn/challenge {code}", limit=limit))

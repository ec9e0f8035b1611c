"""Games that Companion does not know: each play says what its game is called and how it is won."""

from __future__ import annotations

from collections.abc import Iterable

from flask import current_app, g

from companion.language.texts import Text
from companion.scores import slugs
from companion.scores.model import CORRECTED
from companion.scores.slugs import spelled
from companion.scores.stores import play_store, search_store
from companion.scores.stores.play_store import Choice
from companion.table.finished import Play

FEW = 10
"""Among how many of the latest plays of a game one is looked for that has a score sheet."""


def known() -> dict[str, str]:
    """List the slugs of the games that are installed, by the words of their slugs and titles."""
    games = current_app.extensions.get("games", {}).values()
    return {spelled(said): str(game.slug) for game in games for said in (game.slug, game.title)}


def slug_of(title: str) -> str:
    """Find the slug of a game by its title: that of a game we know, or one made of its words, always the same."""
    return slugs.slug_of(title, known())


def title_of(slug: str) -> str:
    """Find what a game is called that Companion does not know, by its latest play; its slug if that says nothing."""
    if "titles" not in g:
        g.titles = {}
    if slug not in g.titles:
        latest = last(slug)
        g.titles[slug] = (latest and called(latest)) or slug
    return str(g.titles[slug])


def called(play: Play) -> str:
    """Say what a play itself calls its game; "" for a game of ours, and if it says nothing."""
    title = play.options.get("title")
    return title if isinstance(title, str) else ""


def last(slug: str) -> Play | None:
    """Find the latest play of a game, with its lines."""
    row = next(iter(search_store.latest(Choice(game=slug), limit=1)), None)
    return play_store.find(row[1]) if row else None


def last_counted(slug: str) -> Play | None:
    """Find the latest play of a game, among the last few, of which lines of points are known."""
    plays = (play_store.find(id) for _, id in search_store.latest(Choice(game=slug), limit=FEW))
    return next((play for play in plays if play and any(one.lines for one in play.players)), None)


def sheet_of(plays: Iterable[Play]) -> dict[str, str]:
    """List the rows of the score sheet of some plays: their ids with their labels."""
    lines = (line for play in plays for player in play.players for line in player.lines)
    return {line.id: line.label for line in lines if line.id != CORRECTED}


WON = {
    "points": Text("Most points"),
    "sides": Text("Teams, or everyone for themselves"),
    "last": Text("Last one left, or total conquest"),
    "declared": Text("By the game's rules; several can win"),
}
"""The ways to win a game, as one chooses them."""

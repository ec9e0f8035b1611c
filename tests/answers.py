"""Pack ahead by what each game's questions are found: `answers.<language>.bin` beside them; `make assets` does it."""

from pathlib import Path

from companion.kit.rules import book
from companion.web import LANGUAGES
from tests import scenes

GAMES = ("djinn", "emperor", "efreet_war", "tales", "war_game")


def packed(game):
    """Pack a game's tables from its texts, as files and what they hold."""
    views = scenes.module(game, "pages.views")
    texts = Path(scenes.module(game).__file__).parent / "text"
    for language in LANGUAGES:
        answers = views.book(language).answers
        answers.spoken = {id: tuple(said[language]) for id, said in book.spoken(texts).items()}
        yield texts / f"answers.{language}.bin", answers.pack()


def make():
    """Write all tables that have changed: one that is written again would look so in the repository."""
    for game in GAMES:
        for path, table in packed(game):
            if not path.exists() or path.read_bytes() != table:
                path.write_bytes(table)


if __name__ == "__main__":
    make()

"""Take the README's pictures, one a game: `make pictures`."""

import tempfile
from pathlib import Path

from tests.browser.cases_tales import NUMBER, begun as tale
from tests.browser.cases_war import ELF, OGRE, ring as war
from tests.browser.cases_war_game import FIGHT, begun as war_game
from tests.browser.moves import BEGIN, MARCH, djinn, do, emperor, killed, open_table
from tests.browser.phones import Phone, Server, chromium

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LIMIT = 200_000
"""Bytes a picture may have."""
PICTURES = {
    "djinn": (djinn(do("set-start", seat="0"), BEGIN), "hunt"),
    "tales": (tale(*NUMBER), "turn"),
    "emperor": (emperor(BEGIN, MARCH, do("life", seat="2", by="-5")), "ring?seat=0"),
    "efreet-war": (war(*killed("valley"), ELF, OGRE), "war?resource=valley"),
    "war-game": (war_game(*FIGHT), "war"),
}
"""The table that a picture shows, and the page."""
BY_DAY = ("tales", "efreet-war")
"""The others are taken by lamp light."""


def take(folder):
    """Take a picture of each game, of the same evening each time."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as house, chromium() as browser:
        Path(house, "config.py").write_text("import random\nRANDOM = random.Random(7)\n")
        server = Server(Path(house))
        for name, ((game, *table), page) in PICTURES.items():
            phone = Phone(browser, server, scheme="light" if name in BY_DAY else "dark")
            code = open_table(phone, game, *table)
            phone.post(f"t/{code}/sit", seat="0")
            phone.go(f"{game}/{code}/{page}")
            phone.quiet()
            path = folder / f"{name}.png"
            phone.page.screenshot(path=path, animations="disabled")
            print(f"{path}: {path.stat().st_size} bytes")
            assert path.stat().st_size < LIMIT
            phone.context.close()
        server.stop()


if __name__ == "__main__":
    take(FOLDER)

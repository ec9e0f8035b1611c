"""Moves on pages and without, and the tables that they are made at."""

import re
from typing import NamedTuple

from tests.colours import colour

SLOTS = ("R1", "R2", "R3", "O12", "O23", "O31")
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon", "Kim", "Lea", "Mia", "Ned")
TOP = "h1"
"""The outcome of a move that leads to another page or phase: that it begins at its top."""
SPACE = "#in-O31 a"
"""A round space in words."""
ANYWAY = "#stand button"
"""What lets a Mage go there against the usual rules."""
CATCH = "#catching button:has-text('Catch these')"
MATE = ".ring .go [id^=at-] >> nth=0"
"""A seat of the ring that can be tapped as where something goes."""


class Case(NamedTuple):
    """A move: its route, the table it is made at, the page and the taps, and where it shows what it did."""

    route: str
    table: tuple
    page: str
    taps: tuple[str, ...]
    outcome: str
    words: str
    left: str = ""
    """The page that the move leads to, if it is another."""
    fill: tuple[tuple[str, str], ...] = ()
    needs: str = ""


def djinn(*moves, count=3, **options):
    return "djinn", count, options, moves


def emperor(*moves, **options):
    return "emperor", 6, options, (do("first", team="0"), *moves)


def war(*moves, count=3, **options):
    return "efreet_war", count, {"mode": "free", "emperor_ends": "y"} | options, moves


def do(move, **form):
    return move, form


BEGIN = do("begin")
END = ("#ending summary", "#end-turn button")
"""The taps that end a turn of which nobody said where it was."""
AT_ROUND = (do("set-start", seat="0"), BEGIN, do("stand", seat="0", slot="R1", anyway="y"))
"""The moves that bring a Mage to a round space in the first turn."""
CORK = do("count", seat="0", box="corks", by="1")
MARCH = do("march", name="Sorcerer", owner="2", to="1")
ROUND = [do("end-turn", seat=seat) for seat in "234501"]
ALONE = {"count": 1, "deck": "12"}
FIRST = {"first_game": "y"}
OUT = do(
    "set-tiles",
    tiles=["green_10", "start_gift", "market_free", "tavern_key", "start_poor", "start_weak", "mages_once", "red_10"],
)
"""A tile that no text tells of lies out."""
SAID = (("#word [name=word]", "Karneol"),)


def won(count):
    """Catch the Bosses of the first spaces, wherever the Mage is."""
    return [do("catch", seat="0", slot=slot, boss="y", anyway="y") for slot in SLOTS[:count]]


def killed(resource):
    """Attack a Resource and see its Guardians dead."""
    return do("attack", resource=resource), do("kill", resource=resource)


def open_table(phone, game, count, options, moves):
    """Open a table as somebody new, since a phone opens only so many, and make the moves on it; give its code."""
    phone.go("about:blank")  # or the page that is open takes a cookie between this and the first move
    phone.context.clear_cookies()
    phone.token = None
    form = {"count": str(count), **options}
    for n in range(count):
        form |= {f"players-{n}-name": NAMES[n], f"players-{n}-colour": colour(n)}
    code = phone.post(f"{game}/new", **form).headers["location"].split("/")[2]
    for move, choices in moves:
        make(phone, game, code, move, choices)
    return code


def make(phone, game, code, move, choices):
    """Make a move without a page; "kill" kills every Guardian of a Resource, "undo" takes back the last move."""
    path, forms = f"{game}/{code}/{move}", [choices]
    if move == "kill":
        page = phone.context.request.get(f"{game}/{code}/war?resource={choices['resource']}").text()
        forms = [{**choices, "guardian": name} for name in re.findall(r'name="guardian" value="([^"]+)"', page)]
    if move == "undo":
        page = phone.context.request.get(f"t/{code}/log").text()
        path, forms = f"t/{code}/undo", [{"entry": re.search(r'id="undo-(\d+)"', page)[1]}]
    for form in forms:
        answer = phone.post(path, seen="9999", **form)
        assert answer.status == 303, re.search(r'role="alert"[^>]*>(.+?)<', answer.text())[1]

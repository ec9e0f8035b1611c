"""A screen in the middle of the table: it stays there whatever the table does, and is read from two metres."""

import pytest

from tests.browser.moves import BEGIN, do, emperor, make, open_table, war
from tests.browser.test_lost_connections import BROKEN

pytestmark = pytest.mark.browser

FALL, AGAIN = do("out", seats="3"), do("rematch")
"""The Emperor of the second team falls: the duel is over."""
EVENINGS = {
    "emperor": (emperor(BEGIN), [do("out", seats="4"), do("next", team="0"), BEGIN]),
    "efreet_war": (war(do("deal"), BEGIN), [do("break-off"), AGAIN]),
}
"""A table as it begins, and the moves from there to the next game; a rematch is at a table of its own."""


def follow(phone, code):
    """Find the table that a rematch has opened."""
    answer = phone.context.request.get(f"t/{code}/board", max_redirects=9)
    return answer.url.split("/")[4]


@pytest.mark.parametrize("game", EVENINGS)
def test_a_board_stays_a_board_through_three_rematches_and_a_restart(own_server, phone, game):
    """A duel's end made a phone's page of it, and a rematch asked a television who it was."""
    ann, screen = phone(at=own_server), phone(at=own_server, width=1920, height=1080)
    opened, moves = EVENINGS[game]
    code = open_table(ann, *opened)
    screen.forgive(*BROKEN)
    screen.go(f"t/{code}/board").at(f"/{game}/{code}/board")
    for time in range(3):
        for move, choices in moves:
            make(ann, opened[0], code, move, choices)
            screen.quiet()
            screen.sees("#board")
        code = follow(ann, code)
        screen.at(f"/{game}/{code}/board")
        if time == 1:
            own_server.kill()
            own_server.start()
        if game == "efreet_war":
            make(ann, game, code, *BEGIN)
        screen.reads("#board h1", "turn")


def test_a_board_that_slept_through_rematches_wakes_at_the_latest_one(phone):
    """Its old address leads there, too: it may have been turned off and on."""
    ann, screen = phone(), phone(width=1024, height=768)
    code = first = open_table(ann, *war(do("deal"), BEGIN))
    for _ in range(2):
        make(ann, "efreet_war", code, "break-off", {})
        make(ann, "efreet_war", code, "rematch", {})
        code = follow(ann, code)
        make(ann, "efreet_war", code, *BEGIN)
    screen.go(f"efreet_war/{first}/board?lying=1").at(rf"/efreet_war/{code}/board\?lying=1")

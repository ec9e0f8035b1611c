"""Evenings of every game, their ends, and their page on fair draws."""

import html

from tests.bazaar import scenes as bazaar

OPENING = {
    "djinn": {"count": 3},
    "emperor": {"count": 6, "ante": "y", "mixed": "y"},
    "efreet_war": {"count": 3, "mode": "free"},
    "tales": {"count": 3, "total": 20},
    "war_game": {"count": 3},
    "bazaar": {"count": 3},
}

GOALS = [("goal", {"seat": seat, "destiny": 9}) for seat in range(3)]
BEGIN = {"tales": [*GOALS, ("draw-skills", {}), ("begin", {})]}
"""What begins a game, if it is more than one tap."""

END = {
    "djinn": [("begin", {}), ("count", {"seat": 0, "box": "corks", "value": 1}), ("finish", {})],
    "emperor": [("begin", {}), ("out", {"seats": [1]})],
    "efreet_war": [("begin", {}), ("out", {"by_1": 0, "by_2": 0})],
    "tales": [*BEGIN["tales"], ("row", {}), ("stop", {})],
    "war_game": [("begin", {}), ("leave", {"seat": 1}), ("draw", {})],
    "bazaar": bazaar.COUNTED,
}
"""What ends a game by hand."""
RING = [("ante", {"seat": 2, "card": "Mox"}), ("begin", {}), lambda state: ("out", {"seats": [state.order[1]]})]
WHOLE_END = END | {"emperor": [*RING, ("divide", {})]}

FAIR = "Everything that was drawn follows from the secret"
HOSTILE = "'\"\\<b>{{7*7}}\u202ex"


def fair(evening, *, phone=None, **headers):
    """Read the page's text."""
    answer = (phone or evening.host).get(f"/{evening.game}/{evening.code}/fair?all=1", headers=headers)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def seated(evening, seat):
    """Find the phone of a player."""
    phone = evening.app.test_client()
    phone.post(f"/t/{evening.code}/sit", data={"seat": seat})
    return phone


def end(evening):
    """End a game by hand; of the ring, an Emperor falls, and the ante is divided."""
    for tap in WHOLE_END[evening.game]:
        evening.must(tap)

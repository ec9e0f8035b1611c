"""Evenings of every game, their ends, and their page on fair draws."""

import html

OPENING = {
    "djinn": {"count": 3},
    "emperor": {"count": 6, "ante": "y", "mixed": "y"},
    "efreet_war": {"count": 3, "mode": "free"},
}

HOSTILE = "'\"\\<b>{{7*7}}\u202ex"


def fair(evening, *, phone=None, **headers):
    """Give the page's text."""
    answer = (phone or evening.host).get(f"/{evening.game}/{evening.code}/fair", headers=headers)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def seated(evening, seat):
    """Give the phone of a player."""
    phone = evening.app.test_client()
    phone.post(f"/t/{evening.code}/sit", data={"seat": seat})
    return phone

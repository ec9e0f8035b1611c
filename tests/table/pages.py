"""What tests of a table's pages share."""

import re

from companion.games.djinn.scoring import scoring
from companion.table.play import play

ANN, BOB = 0, 1


def since(page):
    """Find the version that a page's live block names."""
    return re.search(r"since=([\d.]+)", page.text)[1]


def count(phone, code, seat=ANN, by=1):
    return phone.post(f"/djinn/{code}/count", seat=seat, box="coins", by=by)


def count_on(app, code, numbers):
    """Let a table count Coins again and again, without a phone."""
    with app.app_context():
        for n, by in enumerate(numbers):
            play(code, "count", scoring.count, tapped_by=None, op=f"counted {n}", seat=ANN, box="coins", by=by)

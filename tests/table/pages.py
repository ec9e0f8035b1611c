"""What tests of a table's pages share."""

import re

ANN, BOB = 0, 1


def since(page):
    """Find the version that a page's live block names."""
    return re.search(r"since=([\d.]+)", page.text)[1]


def count(phone, code, seat=ANN, by=1):
    return phone.post(f"/djinn/{code}/count", seat=seat, box="coins", by=by)

"""What tests of seats, links and cookies share."""

import re


def sit(phone, code, seat):
    return phone.post(f"/t/{code}/sit", seat=seat)


def count(phone, code, seat):
    return phone.post(f"/djinn/{code}/count", seat=seat, box="coins", by=1)


def links(phone, code):
    """Read the paths of the personal links that a phone's share page shows."""
    return re.findall(r"/s/[\w-]+", re.sub(r"<a [^>]*>", "", phone.get(f"/t/{code}/share").text))


def link_of(phone, code, seat):
    return links(phone, code)[seat]

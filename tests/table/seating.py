"""What tests of seats, links and cookies share."""

import re
import time

from companion.table.upkeep.trusted_time import LONG, TrustedTime


def sit(phone, code, seat):
    return phone.post(f"/t/{code}/sit", seat=seat)


def count(phone, code, seat):
    return phone.post(f"/djinn/{code}/count", seat=seat, box="coins", by=1)


def links(phone, code):
    """Read the paths of the personal links that a phone's share page shows."""
    return re.findall(r"/s/[\w-]+", re.sub(r"<a [^>]*>", "", phone.get(f"/t/{code}/share").text))


def link_of(phone, code, seat):
    return links(phone, code)[seat]


def trusted_time():
    """Give a time of day that has agreed with a clock nobody sets for as long as it takes."""
    passed = 0.0
    trusted = TrustedTime(lambda: time.time() - LONG + passed, lambda: passed)
    passed = LONG
    return trusted

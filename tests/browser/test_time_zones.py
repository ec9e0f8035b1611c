"""A phone tells its time zone once, and reads all times in it."""

import time

import pytest

pytestmark = pytest.mark.browser

FAR = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
"""Zones whose clocks are 25 hours apart, so that one shows another day than this machine's."""
SETTLES = 1500
"""Milliseconds in which a page that comes again does so."""
NO_COOKIES = "Object.defineProperty(document, 'cookie', {get: () => '', set: () => {}});"


def visits(phone, path):
    """Open a page; count how often it was loaded."""
    loads = []
    phone.page.on("request", lambda request: request.is_navigation_request() and loads.append(request.url))
    phone.go(path)
    phone.page.wait_for_timeout(SETTLES)
    return len(loads)


def told(phone):
    return [cookie["value"] for cookie in phone.context.cookies() if cookie["name"] == "zone"]


@pytest.mark.parametrize("zone", FAR)
def test_the_first_page_of_a_phone_elsewhere_comes_again_once_in_its_own_time(phone, zone):
    ann = phone(timezone_id=zone, cold=True)
    assert visits(ann, "djinn/today") == 2
    assert told(ann) == [zone]
    own = ann.page.evaluate("new Date().toLocaleDateString('en-GB', {day: 'numeric', month: 'long', year: 'numeric'})")
    assert ann.find("#main h2").first.inner_text() == own
    assert visits(ann, "scores/") == 1


def test_a_phone_in_the_machines_zone_loads_no_page_twice(phone):
    ann = phone(cold=True)
    assert visits(ann, "djinn/today") == 1
    assert told(ann)


def test_who_travels_tells_the_new_zone(phone):
    ann = phone(timezone_id=FAR[0], cold=True)
    ann.context.add_cookies([{"name": "zone", "value": FAR[1], "url": ann.server.url}])
    assert visits(ann, "djinn/today") == 2
    assert told(ann) == [FAR[0]]


def test_a_phone_that_keeps_no_cookies_loads_no_page_for_ever(phone):
    ann = phone(timezone_id=FAR[0], cold=True)
    ann.context.add_init_script(NO_COOKIES)
    assert visits(ann, "djinn/today") == 1


def test_a_phone_without_scripts_reads_the_machines_time(phone):
    ann = phone(timezone_id=FAR[0], js=False, cold=True)
    ann.go("djinn/today")
    assert not told(ann)
    day = time.strftime("%d %B %Y").lstrip("0")
    assert ann.find("#main h2").first.inner_text() == day

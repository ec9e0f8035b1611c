"""The first minute in five networks: what is printed, shown and trusted is what leads a phone here.

They need root, iproute2 and /dev/net/tun (Linux), and are skipped with a reason elsewhere.
"""

import http.client
import re
import ssl
from contextlib import closing

import pytest

from tests.process.networks import Machine, missing
from tests.process.phones import soon
from tests.server import Browser

LACKS = missing()
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(bool(LACKS), reason=LACKS)]

HOME, HOTSPOT, VPN, SIX = "192.168.1.5", "10.42.0.1", "10.8.0.2", "fd00:1::5"


@pytest.fixture
def machine():
    """Make machines that are in no network yet."""
    machines = []

    def machine(name="server"):
        machines.append(Machine(name))
        return machines[-1]

    yield machine
    for one in machines:
        one.close()


@pytest.fixture
def pi(machine):
    """Make the machine that runs Companion."""
    return machine()


@pytest.fixture
def beside(machine, pi):
    """Put the server into a network by an interface and its address; give a phone's machine there."""

    def beside(interface, address):
        phone = machine(interface)
        pi.meet(interface, phone)
        pi.wear(interface, f"{address}/{64 if ':' in address else 24}")
        phone.wear(interface, f"{address}7/{64 if ':' in address else 24}")
        return phone

    return beside


@pytest.fixture
def serve(pi, tmp_path, static_cache):
    """Start Companion as people do, on a port of its own."""

    def serve(*arguments):
        pi.serve(tmp_path, "--port", "8123", *arguments, LOOK_SECONDS=1, STATIC_CACHE=static_cache)
        return "".join(pi.said)

    return serve


def shared(phone, pi, address):
    """Open Companion and a table there on a phone; give the links on the page to share, in their order."""
    with phone.inside():
        browser = Browser(pi, address)
        code = browser.open_table()
        text = browser.get(f"/t/{code}/share")[1]
        browser.connection.close()
    assert text.count('class="qr"') == len(set(re.findall(rf"http://[^\"<]+/t/{code}", text)))
    return list(dict.fromkeys(re.findall(rf"(http://[^\"<]+)/t/{code}", text))), text


def trusts(phone, pi, address):
    """Fetch the certificate as a phone does, and open the page by https; give the authority."""
    with phone.inside():
        with closing(http.client.HTTPConnection(address, pi.port, timeout=20)) as plain:
            plain.request("GET", "/awake/companion.crt")
            authority = plain.getresponse().read()
        assert opens(phone, pi, address, authority)
    return authority


def opens(phone, pi, address, authority):
    """Say whether a phone that trusts an authority opens the page by https."""
    context = ssl.create_default_context(cadata=authority)
    with phone.inside(), closing(http.client.HTTPSConnection(address, pi.port + 1, timeout=20, context=context)) as one:
        try:
            one.request("GET", "/awake")
        except ssl.SSLCertVerificationError:
            return False
        return b"This page uses https" in one.getresponse().read()


def test_an_access_point_without_uplink_shares_its_own_address(pi, beside, serve):
    phone = beside("wlan0", HOTSPOT)
    said = serve("--https")
    assert f"Open http://{HOTSPOT}:8123/ on the phones" in said
    assert "127.0.0.1" not in said
    links, text = shared(phone, pi, HOTSPOT)
    assert links == [f"http://{HOTSPOT}:8123"]
    assert "127.0.0.1" not in text
    assert "started for this computer only" not in text
    trusts(phone, pi, HOTSPOT)


def test_a_vpn_takes_no_phone_away(pi, beside, serve):
    phone = beside("eth0", HOME)
    pi.ip("route", "add", "default", "via", f"{HOME}7")
    pi.tunnel("tun0", f"{VPN}/24")
    said = serve("--https")
    assert f"Open http://{HOME}:8123/ on the phones" in said
    assert f"Where that does not open: http://{VPN}:8123/" in said
    assert shared(phone, pi, HOME)[0] == [f"http://{HOME}:8123", f"http://{VPN}:8123"]
    trusts(phone, pi, HOME)


def test_a_vpn_that_comes_later_changes_nothing_that_phones_trust(pi, beside, serve):
    phone = beside("eth0", HOME)
    serve("--https")
    authority = trusts(phone, pi, HOME)
    pi.tunnel("tun0", f"{VPN}/24")
    soon(lambda: any(f"http://{VPN}:8123" in line for line in pi.said), True)
    assert trusts(phone, pi, HOME) == authority
    assert not any("another certificate" in line for line in pi.said)


def test_of_two_networks_each_phone_is_shown_its_own_first(pi, beside, serve):
    at_home, at_hotspot = beside("eth0", HOME), beside("wlan0", HOTSPOT)
    pi.ip("route", "add", "default", "via", f"{HOME}7")
    said = serve("--https")
    assert f"Open http://{HOME}:8123/ on the phones" in said
    assert f"Where that does not open: http://{HOTSPOT}:8123/" in said
    assert shared(at_home, pi, HOME)[0] == [f"http://{HOME}:8123", f"http://{HOTSPOT}:8123"]
    assert shared(at_hotspot, pi, HOTSPOT)[0] == [f"http://{HOTSPOT}:8123", f"http://{HOME}:8123"]
    assert trusts(at_home, pi, HOME) == trusts(at_hotspot, pi, HOTSPOT)  # one to install for both


def test_a_network_that_comes_later_has_an_authority_of_its_own_and_the_first_phones_need_no_other(pi, beside, serve):
    at_home = beside("eth0", HOME)
    serve("--https")
    first = trusts(at_home, pi, HOME)
    at_hotspot = beside("wlan0", HOTSPOT)
    soon(lambda: any("phones trust another certificate there" in line for line in pi.said), True)
    assert not opens(at_hotspot, pi, HOTSPOT, first)
    second = trusts(at_hotspot, pi, HOTSPOT)
    assert second != first
    assert opens(at_home, pi, HOME, first)
    with at_hotspot.inside():
        phone = Browser(pi, HOTSPOT)
        text = phone.get("/awake")[1]
        phone.connection.close()
    assert "A phone that has a different one needs this one too." in text


def test_without_a_network_it_says_so_and_follows_into_one(pi, machine, beside, serve):
    said = serve("--https")
    assert "This machine is in no network: phones find it once it is in one." in said
    assert "Open http://127.0.0.1:8123/ on this computer." in said
    assert "█" not in said
    links, text = shared(pi, pi, "127.0.0.1")
    assert links == ["http://127.0.0.1:8123"]
    assert "on a network. Connect it" in text
    assert "Point the camera" not in text
    phone = beside("wlan0", HOTSPOT)
    soon(lambda: f"Phones now open http://{HOTSPOT}:8123\n" in pi.said, True)
    links, text = shared(phone, pi, HOTSPOT)
    assert links == [f"http://{HOTSPOT}:8123"]
    assert "on a network. Connect it" not in text
    trusts(phone, pi, HOTSPOT)
    pi.ip("link", "set", "wlan0", "down")
    soon(lambda: pi.said[-1], "This machine is in no network: phones find it once it is in one.\n")


def test_a_network_of_ipv6_alone_leads_here(pi, beside, serve):
    phone = beside("eth0", SIX)
    said = serve("--https")
    assert f"Open http://[{SIX}]:8123/ on the phones" in said
    assert "fe80" not in said
    assert shared(phone, pi, SIX)[0] == [f"http://[{SIX}]:8123"]
    trusts(phone, pi, SIX)


def test_a_name_is_shown_with_the_address_beside_it(pi, beside, serve):
    phone = beside("eth0", HOME)
    said = serve("--name", "games.example")
    assert "Open http://games.example:8123/ on the phones" in said
    assert f"Where that does not open: http://{HOME}:8123/" in said
    assert set(shared(phone, pi, HOME)[0]) == {"http://games.example:8123", f"http://{HOME}:8123"}

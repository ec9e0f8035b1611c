"""Names that a server announces in the house."""

import re

import pytest

from companion.address import lan_address
from companion.mdns import CARRIED, SILENT, TAKEN, Announced, led

LOOPBACK = "127.0.0.1"
pytestmark = pytest.mark.thorough


@pytest.fixture
def announced():
    """Announce names as Companion does, and take them back."""
    open_ones = []

    def announced(name):
        open_ones.append(Announced(name, 8000))
        return open_ones[-1]

    yield announced
    for one in open_ones:
        one.close()
        assert one.process.returncode == 0


def test_a_name_leads_here_as_long_as_it_is_announced(announced):
    name = "companion-test-1.local"
    assert led(name, LOOPBACK, 500) == SILENT
    one = announced(name)
    assert one.at(LOOPBACK) == CARRIED
    assert led(name, LOOPBACK, 3000) == CARRIED
    other = announced(name)
    assert other.at(LOOPBACK) == CARRIED  # another server of this machine
    for server in (one, other):
        server.close()
    assert led(name, LOOPBACK, 500) == SILENT


def test_an_address_that_is_not_here_is_announced_nowhere_and_the_next_one_is(announced):
    one = announced("companion-test-2.local")
    assert one.at("192.0.2.77") == SILENT
    assert one.at("no address") == SILENT
    assert one.at(LOOPBACK) == CARRIED


@pytest.mark.skipif(lan_address() == LOOPBACK, reason="no network here")
def test_a_name_of_another_machine_stays_its_own(announced):
    name = "companion-test-3.local"
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    web = "_http._tcp.local."
    with Zeroconf(interfaces=[lan_address()], ip_version=IPVersion.V4Only) as other:
        info = ServiceInfo(web, f"Somebody.{web}", 80, parsed_addresses=["192.0.2.99"], server=f"{name}.")
        other.register_service(info)
        assert announced(name).at(lan_address()) == TAKEN


@pytest.mark.skipif(lan_address() == LOOPBACK, reason="no network here")
def test_the_command_shows_a_name_that_leads_here(start):
    server = start(None, "--host", "0.0.0.0", "--name", "companion-test-4.local")
    assert re.search(r"Open http://companion-test-4\.local:\d+/ on", server.said)
    assert server.stop()[0] == 0
    assert led("companion-test-4.local", lan_address(), 500) == SILENT


def test_a_server_that_no_phone_reaches_announces_nothing(start):
    server = start(None, "--name", "companion-test-5.local")
    assert "Open http://companion-test-5.local" in server.said
    assert led("companion-test-5.local", LOOPBACK, 500) == SILENT

"""Names that a server announces in the house."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from zeroconf import ServiceInfo

from companion.addresses import lan_address
from companion.serving.mdns import CARRIED, SILENT, TAKEN, WEB, Announced, house, led

LOOPBACK = "127.0.0.1"
SIX = lan_address("::")
pytestmark = pytest.mark.thorough


@contextmanager
def another(name, at, *, called="Somebody"):
    """Be another machine, which has a name."""
    with house(at) as other:
        service = f"{called}.{WEB}"
        other.register_service(ServiceInfo(WEB, service, 80, parsed_addresses=["192.0.2.99"], server=f"{name}."))
        yield


@pytest.fixture
def announced():
    """Announce names as Companion does, and take them back."""
    open_ones = []

    def announced(name, port=8000):
        open_ones.append(Announced(name, port))
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


def test_a_name_leads_here_again_after_the_system_has_ended_what_announces_it(announced):
    one = announced("companion-test-14.local")
    assert one.at(LOOPBACK) == CARRIED
    one.process.kill()
    one.process.wait()
    assert one.at(LOOPBACK) == CARRIED


def test_what_announces_a_name_may_have_ended_when_that_is_taken_back():
    one = Announced("companion-test-15.local", 8000)
    one.process.kill()
    one.process.wait()
    with suppress(OSError):
        print(LOOPBACK, file=one.process.stdin, flush=True)
    one.close()


def test_a_name_of_another_machine_stays_its_own_until_that_gives_it_back(announced):
    name = "companion-test-3.local"
    with another(name, LOOPBACK):
        one = announced(name)
        assert one.at(LOOPBACK) == TAKEN
        assert one.at(LOOPBACK) == TAKEN
    assert one.at(LOOPBACK) == CARRIED


def test_a_name_leads_here_until_the_last_server_of_this_machine_has_gone(announced):
    name = "companion-test-6.local"
    first, second = announced(name), announced(name, 8001)
    for one in (first, second):
        assert one.at(LOOPBACK) == CARRIED
    first.close()
    assert led(name, LOOPBACK, 3000) == CARRIED
    second.close()
    assert led(name, LOOPBACK, 500) == SILENT


def test_a_name_that_two_machines_take_at_the_same_time_leads_to_one_at_most(announced):
    """Both may have asked before either of them answered."""
    name, addresses = "companion-test-7.local", [LOOPBACK, "127.0.0.2"]
    with ThreadPoolExecutor() as pool:
        said = [*pool.map(lambda address: announced(name).at(address), addresses)]
    left = [led(name, address, 3000) for address in addresses]
    assert left in ([SILENT, SILENT], [CARRIED, TAKEN], [TAKEN, CARRIED])
    assert left == said or said == [TAKEN, TAKEN]


@pytest.mark.parametrize("name", ["x" * 300 + ".local", "x" * 64 + ".local", ".local"])
def test_a_name_that_cannot_be_announced_leads_nowhere(announced, name, capfd):
    assert announced(name).at(LOOPBACK) == SILENT
    assert "Traceback" not in capfd.readouterr().err


def test_a_service_that_is_called_alike_is_no_fault(announced, capfd):
    with another("companion-test-9.local", LOOPBACK, called="Companion at companion-test-8 8000"):
        assert announced("companion-test-8.local").at(LOOPBACK) == CARRIED
    assert "Traceback" not in capfd.readouterr().err


def test_a_long_name_is_announced(announced):
    name = f"{'companion-test-13'.ljust(63, 'x')}.local"
    assert announced(name).at(LOOPBACK) == CARRIED


@pytest.mark.skipif(SIX == "::1", reason="no network by IPv6 here")
def test_a_name_leads_to_an_address_of_ipv6(announced):
    name = "companion-test-10.local"
    assert announced(name).at(SIX) == CARRIED
    assert led(name, SIX, 3000) == CARRIED


@pytest.mark.skipif(lan_address() == LOOPBACK, reason="no network here")
def test_the_command_shows_a_name_that_leads_here(start):
    server = start(None, "--host", "0.0.0.0", "--name", "companion-test-4.local")
    assert server.said.startswith("Asking this network about companion-test-4.local")
    assert re.search(r"Open http://companion-test-4\.local:\d+/ on", server.said)
    assert server.stop()[0] == 0
    assert led("companion-test-4.local", lan_address(), 500) == SILENT


def test_a_server_that_no_phone_reaches_announces_nothing(start):
    server = start(None, "--name", "companion-test-5.local")
    assert "Open http://companion-test-5.local" in server.said
    assert led("companion-test-5.local", LOOPBACK, 500) == SILENT


@pytest.mark.skipif(lan_address() == LOOPBACK, reason="no network here")
@pytest.mark.parametrize("name", ["Companion-Test-11.LOCAL", "companion-test-11.local.", "companion-test-11.local:80"])
def test_a_name_is_announced_however_it_is_written(start, name):
    server = start(None, "--host", "0.0.0.0", "--name", name)
    assert "Open http://companion-test-11.local:" in server.said
    assert led("companion-test-11.local", lan_address(), 3000) == CARRIED
    server.stop()


@pytest.mark.skipif(lan_address() == LOOPBACK, reason="no network here")
def test_the_command_says_who_has_a_name(start):
    with another("companion-test-12.local", lan_address()):
        server = start(None, "--host", "0.0.0.0", "--name", "companion-test-12.local")
    assert "Another machine here is called companion-test-12.local: phones open the address." in server.said
    assert f"Open http://{lan_address()}:" in server.said
    server.stop()

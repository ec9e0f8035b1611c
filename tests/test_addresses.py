"""Which addresses of a machine lead phones to it, and which of them comes first."""

import socket
from ipaddress import ip_address

import ifaddr
import pytest

from companion.addresses import in_house, interfaces, is_offline, reachable, ways
from companion.serving.certificates import machine

HOME, HOTSPOT, VPN, SIX = "192.168.1.5", "10.42.0.1", "10.8.0.2", "fd00::5"
LAN, WIFI, TUNNEL = ("eth0", "eth0", HOME), ("wlan0", "wlan0", HOTSPOT), ("tun0", "tun0", VPN)
DOCKER, SINGLE = ("docker0", "docker0", "172.17.0.1"), ("eth0", "eth0", "169.254.7.7")


@pytest.fixture
def connected(monkeypatch, tmp_path):
    """Give this machine interfaces with addresses, a default route, and addresses from which it asks elsewhere."""

    def connected(*found, default="", routed=()):
        own = [(name, called, ip_address(address)) for name, called, address in found]
        monkeypatch.setattr(interfaces, "interface_addresses", lambda: own)
        monkeypatch.setattr(interfaces, "default_interfaces", lambda: {default})
        monkeypatch.setattr(interfaces, "routed_addresses", lambda: {*map(ip_address, routed)})
        monkeypatch.setattr(interfaces, "NETWORKS", tmp_path)

    return connected


def config(**own):
    return {"LISTENS": "", "NAMES": (), "SILENT": (), "BEHIND_PROXY": 0} | own


PLACES = {
    "one network": ([LAN], "eth0", [HOME], [HOME]),
    "an access point without uplink": ([WIFI], "", [], [HOTSPOT]),
    "two networks": ([WIFI, LAN], "eth0", [HOME], [HOME, HOTSPOT]),
    "two networks, uplink by the other": ([LAN, WIFI], "wlan0", [HOTSPOT], [HOTSPOT, HOME]),
    "a VPN that takes all routes": ([TUNNEL, WIFI, LAN], "eth0", [VPN], [HOME, HOTSPOT, VPN]),
    "a VPN alone": ([TUNNEL], "tun0", [VPN], [VPN]),
    "a VPN as Windows names it": ([("{1-2}", "WireGuard Tunnel", VPN), LAN], "", [VPN], [HOME, VPN]),
    "a VPN of shared addresses": ([("en5", "en5", "100.80.1.2"), LAN], "", [], [HOME, "100.80.1.2"]),
    "containers beside": ([DOCKER, LAN, ("br-0123456789ab", "", "172.18.0.1")], "eth0", [HOME], [HOME]),
    "containers alone": ([DOCKER], "", [], ["172.17.0.1"]),
    "a bridge that is a router's": ([("br-lan", "br-lan", HOME), TUNNEL], "", [], [HOME, VPN]),
    "IPv6 beside": ([("eth0", "eth0", SIX), LAN], "eth0", [HOME, SIX], [HOME, SIX]),
    "IPv6 alone": ([("eth0", "eth0", SIX)], "", [SIX], [SIX]),
    "a cable without a router": ([SINGLE, ("eth1", "eth1", HOME)], "", [], [HOME, "169.254.7.7"]),
    "interfaces that cannot be read": ([], "", [HOME], [HOME]),
    "on a network. Connect it": ([], "", [], ["127.0.0.1"]),
}


@pytest.mark.parametrize(("found", "default", "routed", "expected"), PLACES.values(), ids=PLACES)
def test_the_likeliest_address_comes_first(connected, found, default, routed, expected):
    connected(*found, default=default, routed=routed)
    assert reachable() == expected
    assert in_house(config()) == expected[0]
    assert is_offline(config()) is (expected == ["127.0.0.1"])


def test_a_tunnel_is_known_by_its_flag_whatever_its_name(connected, tmp_path):
    connected(("work", "work", VPN), WIFI, routed=[VPN], default="work")
    assert reachable() == [VPN, HOTSPOT]
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "flags").write_text("0x1091\n")
    assert reachable() == [HOTSPOT, VPN]


def test_addresses_of_one_kind_are_shown_to_who_listens_to_it_alone(connected):
    connected(LAN, ("eth0", "eth0", SIX))
    assert reachable("0.0.0.0") == [HOME]
    assert reachable("::") == [SIX]
    connected(LAN)
    assert reachable("::") == ["::1"]


def test_who_rents_a_network_is_shown_a_few_addresses(connected):
    connected(*(("eth0", "eth0", f"10.0.{n}.{m}") for n in range(20) for m in range(1, 200)))
    assert len(reachable()) == interfaces.MOST


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "fe80::1", "0.0.0.0", "::", "ff02::1", "::ffff:10.0.0.1"])
def test_no_link_can_lead_to_such_an_address(address):
    assert not interfaces.is_for_phones(ip_address(address))


def test_an_interface_that_is_down_leads_nowhere(monkeypatch, tmp_path):
    here = [*interfaces.interface_addresses()]
    if not here:
        pytest.skip("no network here")
    monkeypatch.setattr(interfaces, "NETWORKS", tmp_path)
    for name in {name for name, _, _ in here}:
        (tmp_path / name).mkdir()
        (tmp_path / name / "operstate").write_text("down\n")
    assert [*interfaces.interface_addresses()] == []


@pytest.mark.parametrize("error", [OSError, AssertionError, ValueError])
def test_interfaces_that_cannot_be_read_are_no_fault(monkeypatch, error):
    def fails():
        raise error

    monkeypatch.setattr(ifaddr, "get_adapters", fails)
    assert {*reachable()} == ({*map(str, interfaces.routed_addresses())} or {"127.0.0.1"})


def test_nothing_is_sent_to_find_out(monkeypatch):
    kinds = []

    class Probe(socket.socket):
        def __init__(self, family, kind):
            kinds.append(kind)
            super().__init__(family, kind)

        def send(self, *_):
            raise AssertionError

        sendto = sendall = sendmsg = send

    monkeypatch.setattr(interfaces.socket, "socket", Probe)
    interfaces.find_addresses()
    assert kinds == [socket.SOCK_DGRAM] * 2


# What is shown

NAMED = {"NAMES": ("djinn.local",)}
SHOWN = [
    ({}, [], [HOME, HOTSPOT]),
    ({}, ["10.42.0.1"], [HOTSPOT, HOME]),
    ({}, ["pi.local", "10.42.0.1"], [HOTSPOT, HOME]),
    ({}, ["192.168.1.5", "10.42.0.1"], [HOME, HOTSPOT]),
    ({}, ["evil.example", "203.0.113.9"], [HOME, HOTSPOT]),
    ({}, ["", ""], [HOME, HOTSPOT]),
    (NAMED, [], ["djinn.local", HOME, HOTSPOT]),
    (NAMED, ["djinn.local", "10.42.0.1"], ["djinn.local", HOTSPOT, HOME]),
    (NAMED, ["10.42.0.1", "10.42.0.1"], [HOTSPOT, "djinn.local", HOME]),
    (NAMED | {"SILENT": ("djinn.local",)}, ["djinn.local"], [HOME, HOTSPOT]),
    ({"NAMES": ("192.168.1.5",)}, [], [HOME, HOTSPOT]),
    ({"LISTENS": "10.42.0.1"}, ["192.168.1.5"], [HOTSPOT]),
    ({"LISTENS": "10.42.0.1"} | NAMED, [], ["djinn.local", HOTSPOT]),
    ({"LISTENS": "127.0.0.1"}, ["192.168.1.5"], ["127.0.0.1"]),
    ({"LISTENS": "127.0.0.1"} | NAMED, [], ["djinn.local"]),
    ({"LISTENS": "::1"}, [], ["[::1]"]),
]


@pytest.mark.parametrize(("own", "came_by", "hosts"), SHOWN)
def test_all_that_may_work_is_shown_that_by_which_one_came_first(connected, own, came_by, hosts):
    connected(LAN, WIFI, default="eth0")
    assert ways(config(**own), "8000", came_by) == [f"http://{host}:8000" for host in hosts]


def test_in_no_network_the_loopback_address_is_shown_only_where_there_is_nothing_else(connected):
    connected()
    assert ways(config(), "8000") == ["http://127.0.0.1:8000"]
    assert ways(config(**NAMED), "8000") == ["http://djinn.local:8000"]


def test_behind_a_proxy_it_is_the_proxys_name_alone(connected):
    connected(LAN, WIFI)
    assert ways(config(BEHIND_PROXY=1, **NAMED), "8000", [HOME, HOME]) == ["https://djinn.local"]


def test_an_address_of_ipv6_has_brackets(connected):
    connected(LAN, ("eth0", "eth0", SIX))
    assert ways(config(), "8000", ["[fd00::5]", ""]) == ["http://[fd00::5]:8000", f"http://{HOME}:8000"]
    assert ways(config(), "8000", ["pi", "fd00::5"])[0] == "http://[fd00::5]:8000"


def test_a_name_with_a_port_keeps_it(connected):
    connected(LAN)
    assert ways(config(NAMES=("djinn.local:81",)), "8000") == ["http://djinn.local:81", f"http://{HOME}:8000"]


# What is vouched for


def test_phones_can_trust_each_network_of_the_house(connected):
    connected(TUNNEL, DOCKER, WIFI, LAN, ("eth0", "eth0", "2a02::5"), default="eth0", routed=[VPN])
    known = machine(config())
    assert [*map(str, known.addresses)] == [HOME, HOTSPOT]
    assert {*map(str, known.others)} == {VPN, "2a02::5"}


def test_a_tunnel_is_vouched_for_where_there_is_nothing_else(connected):
    connected(TUNNEL)
    assert [*map(str, machine(config()).addresses)] == [VPN]


def test_a_machine_in_no_network_has_no_address_to_vouch_for(connected):
    connected()
    assert machine(config()).addresses == machine(config(LISTENS="127.0.0.1")).addresses == ()

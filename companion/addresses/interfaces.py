"""What this machine is connected to: its interfaces and their addresses, the likeliest first; nothing is sent."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

Address = IPv4Address | IPv6Address

FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Of IPv4 and of IPv6: an address that is somewhere else, reserved for examples."""
MOST = 8
"""How many addresses count: who rents a network could have thousands on one machine."""
NETWORKS = Path("/sys/class/net")
"""Where Linux describes its interfaces; elsewhere only their names tell what they are."""
POINT_TO_POINT = 0x10
"""The flag of an interface with one other end, as tunnels have (IFF_POINTOPOINT)."""
TUNNEL = re.compile(
    r"(u?tun|tap|wg|ppp|ipsec|zt|tailscale|nordlynx|proton)|.*(vpn|wireguard|wintun|zerotier)", re.IGNORECASE
)
"""How an interface is called that leads to a network elsewhere."""
GUESTS = re.compile(
    r"(docker|br-[0-9a-f]{12}$|veth|virbr|vboxnet|vmnet|lxc|lxd|cni|podman|flannel|cali)|.*(vethernet|virtualbox|vmware)",
    re.IGNORECASE,
)
"""How an interface is called that leads to this machine's own containers and virtual machines: no phone is there."""
CARRIER = ip_network("100.64.0.0/10")
"""Addresses between a provider and its customers, which tunnels use too (RFC 6598)."""


@dataclass(frozen=True)
class Here:
    """An address of this machine; `house` says that it is in the network around it, and not at a tunnel's end."""

    address: Address
    house: bool


def find_addresses() -> list[Here]:
    """List the addresses at which phones may find this machine, the likeliest first; nothing is sent.

    Those of the house come before those of tunnels, IPv4 before IPv6, and that of the default route before others. No
    loopback address is among them, nor one of IPv6 that holds for a single link: no browser takes it in a link.
    """
    ways_out, routed, found = default_interfaces(), routed_addresses(), {}
    for name, called, address in interface_addresses():
        guests = bool(GUESTS.match(name) or GUESTS.match(called))
        tunnel = is_tunnel(name, called) or address in CARRIER
        rank = (guests, address.is_link_local, tunnel, address.version, not (name in ways_out or address in routed))
        found[address] = (rank, Here(address, house=not (guests or tunnel)))
    for address in routed:  # where the interfaces cannot be read
        found.setdefault(address, ((False, False, False, address.version, False), Here(address, house=True)))
    ranked = sorted(found.values(), key=lambda one: one[0])
    guests_alone = all(rank[0] for rank, _ in ranked)
    return [one for rank, one in ranked if guests_alone or not rank[0]][:MOST]


def interface_addresses() -> Iterable[tuple[str, str, Address]]:
    """Yield the name of an interface, what it is called, and an address that it has; none that is down."""
    import ifaddr  # which asks another program where the C library is: not each process that only knows names

    try:
        adapters = [*ifaddr.get_adapters()]
    except (OSError, AssertionError, ValueError):  # an interface that has an address without a mask
        return
    for adapter in adapters:
        if _described(adapter.name, "operstate") in ("down", "lowerlayerdown"):
            continue
        for one in adapter.ips:
            address = ip_address(one.ip[0] if isinstance(one.ip, tuple) else one.ip)
            if is_for_phones(address):
                yield adapter.name, f"{adapter.nice_name} {one.nice_name}", address


def is_for_phones(address: Address) -> bool:
    """Say whether a link to an address can lead from one machine to another."""
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    return address.version == 4 or not (address.is_link_local or address.ipv4_mapped)


def is_tunnel(name: str, called: str) -> bool:
    """Say whether an interface leads to a network elsewhere, such as that of a VPN."""
    with suppress(ValueError):
        if int(_described(name, "flags"), 16) & POINT_TO_POINT:
            return True
    return bool(TUNNEL.match(name) or TUNNEL.match(called))


def default_interfaces() -> set[str]:
    """Read which interfaces lead everywhere; of a VPN that covers the default route by two halves, the one below it."""
    try:
        routes = [line.split() for line in Path("/proc/net/route").read_text().splitlines()[1:]]
    except OSError:
        return set()
    return {route[0] for route in routes if len(route) > 7 and route[1] == route[7] == "00000000"}


def routed_addresses() -> set[Address]:
    """Find the addresses from which this machine would ask elsewhere, by IPv4 and by IPv6; nothing is sent."""
    found = set()
    for family, far in FAR:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.add(ip_address(probe.getsockname()[0].partition("%")[0]))
    return {address for address in found if is_for_phones(address)}


def _described(interface: str, what: str) -> str:
    try:
        return (NETWORKS / interface.partition(":")[0] / what).read_text().strip()
    except (OSError, ValueError):
        return ""

"""The addresses under which phones reach this machine, and the names by which it may be called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import ip_address
from typing import Any

SUFFIXES = ("", ".local", ".lan", ".home.arpa", ".fritz.box")
"""What routers and phones put behind a machine's own name."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]/@\\\s]+)(?::(\d{0,5}))?", re.IGNORECASE)
LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
NAME = re.compile(rf"(?!.{{254}}){LABEL}(\.{LABEL})*(:\d{{1,5}})?")
"""A name as browsers send it, or an address of IPv4; perhaps with a port."""
LONGEST = 255
"""How long a name may be (RFC 1035)."""
LAST_PORT = 65535


def reachable(bound: str = "") -> list[str]:
    """List the addresses at which `bound` is reached, the likeliest first; without a network the loopback one.

    `bound` is an address that stands for all of its kind, or empty for those of IPv4 and IPv6.
    """
    from companion.addresses.interfaces import find_addresses  # which asks the system: not where no phone comes

    six = ":" in bound
    found = [one.address for one in find_addresses() if not bound or (one.address.version == 6) == six]
    return [str(address) for address in found] or ["::1" if six else "127.0.0.1"]


def lan_address(bound: str = "") -> str:
    """Find this machine's likeliest address, or the loopback address without a network."""
    return reachable(bound)[0]


def ways(config: Mapping[str, Any], port: str, came_by: Iterable[str] = ()) -> list[str]:
    """List the addresses that may lead other phones here: names that do, then addresses, the likeliest first.

    What the asker `came_by` comes first, but only if it is one of them: it never depends on what a request says of
    itself where the keys in links lead. Behind a proxy it is that proxy's, by https.
    """
    hosts = [name for name in config["NAMES"] if name not in config["SILENT"]]
    if config["BEHIND_PROXY"]:
        return [f"https://{next(iter(hosts), bracketed(in_house(config)))}"]
    bound = config["LISTENS"]
    if is_alone(config) or not is_everywhere(bound):
        hosts.append(bracketed(bound))
    elif not hosts or not (is_loopback(bound) or is_offline(config)):
        hosts += map(bracketed, reachable(bound))
    for came in reversed([*came_by]):
        hosts.sort(key=lambda host: bare(host) != bare(bracketed(came)))
    ported = (host if ":" in host.rpartition("]")[2] else f"{host}:{port}" for host in hosts)
    return [f"http://{host}" for host in dict.fromkeys(ported)]


def outside(config: Mapping[str, Any], port: str) -> str:
    """Build the address that other phones open: by the first name that leads here, else by the likeliest address."""
    return ways(config, port)[0]


def announced(config: Mapping[str, Any], port: str) -> list[str]:
    """List the addresses to print at the start: those to share, or where the server listens if a proxy has no name."""
    return ways({**config, "BEHIND_PROXY": config["BEHIND_PROXY"] and config["NAMES"]}, port)


def bracketed(host: str) -> str:
    """Write a host as it stands in a link, where an address of IPv6 has brackets."""
    return f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host


def is_alone(config: Mapping[str, Any]) -> bool:
    """Say whether no other phone reaches this server: it listens to its machine alone, and nothing is before it."""
    return is_loopback(config["LISTENS"]) and not (config["NAMES"] or config["BEHIND_PROXY"])


def is_offline(config: Mapping[str, Any]) -> bool:
    """Say whether no other phone reaches this server because its machine is in no network."""
    waits = is_everywhere(config["LISTENS"]) and not is_loopback(config["LISTENS"])
    return waits and not config["BEHIND_PROXY"] and is_loopback(in_house(config))


def in_house(config: Mapping[str, Any]) -> str:
    """Find the address or the name by which this machine listens to the house."""
    bound: str = config["LISTENS"]
    if not is_everywhere(bound):
        return bound.lower()
    return lan_address("" if bound == "localhost" else bound)


def is_everywhere(bound: str) -> bool:
    """Say whether a server listens on all interfaces, or only on the loopback one, which no other phone reaches."""
    return bound in ("", "0.0.0.0", "::") or is_loopback(bound)


def is_loopback(bound: str) -> bool:
    """Say whether an address or a name is this machine's for itself alone."""
    try:
        return ip_address(bound or "0.0.0.0").is_loopback
    except ValueError:
        return bound == "localhost"


@lru_cache(1)
def own_names() -> frozenset[str]:
    """List the names of this machine in the house; each request asks, and they stay."""
    import socket

    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return frozenset({"localhost", name, *(f"{short}{suffix}" for suffix in SUFFIXES)}) - {""}


def is_ours(host: str | None, names: tuple[str, ...]) -> bool:
    """Say whether a request may use this name for the server: a literal address, a name of this machine, or one given.

    Any other name may belong to somebody who points it here, to read what only phones in this house may read.
    """
    return host is None or (len(host) <= LONGEST and _is_ours(host, names))


@lru_cache(1024)
def _is_ours(host: str, names: tuple[str, ...]) -> bool:
    """Say it for one host; each request asks, and a house has few."""
    found = HOST.fullmatch(host)
    if not found or not is_port(found[2]):
        return False
    name = found[1].lower().rstrip(".")
    if name in (bare(each) for each in names) or name in own_names():
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_name(text: str) -> bool:
    """Say whether browsers call a machine so, in small letters: by a name or an address, perhaps with a port."""
    found = HOST.fullmatch(text)
    return bool(found and is_port(found[2]) and (NAME.fullmatch(text) or text.startswith("[")))


def is_port(digits: str | None) -> bool:
    """Say whether a host ends in a port that there can be, or in none."""
    return not digits or 1 <= int(digits) <= LAST_PORT


def bare(name: str) -> str:
    """Cut the port off a name, to compare it."""
    found = HOST.fullmatch(name)
    return found[1].lower().rstrip(".") if found else name.lower()

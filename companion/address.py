"""The address under which phones reach this machine, and the names by which it may be called."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address
from typing import Any

SUFFIXES = ("", ".local", ".lan", ".home.arpa", ".fritz.box")
"""What routers and phones put behind a machine's own name."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]/@\\\s]+)(?::\d{0,5})?", re.IGNORECASE)
LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
NAME = re.compile(rf"(?!.{{254}}){LABEL}(\.{LABEL})*(:\d{{1,5}})?")
"""A name as browsers send it, or an address of IPv4; perhaps with a port."""
FAR = ((socket.AF_INET, "192.0.2.1", "127.0.0.1"), (socket.AF_INET6, "2001:db8::1", "::1"))
"""Of IPv4 and of IPv6: an address that is somewhere else, and the loopback one."""
LONGEST = 255
"""How long a name may be (RFC 1035)."""


def lan_address(bound: str = "") -> str:
    """Find this machine's address in the house, or the loopback address without a network; nothing is sent.

    It is one of IPv6 if the server listens to that alone.
    """
    family, far, none = FAR[":" in bound]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
        except OSError:
            return none
        return str(probe.getsockname()[0])


def outside(config: Mapping[str, Any], port: str) -> str:
    """Build the address that other phones open: by the first name that leads here, else by the address in the house.

    It never depends on what a request says of itself. Behind a proxy it is that proxy's, by https.
    """
    bound = config["LISTENS"]
    address = lan_address(bound) if is_everywhere(bound) and not is_alone(config) else bound
    called = (name for name in config["NAMES"] if name not in config["SILENT"])
    host = next(called, None) or (f"[{address}]" if ":" in address else address)
    if config["BEHIND_PROXY"]:
        return f"https://{host}"
    return f"http://{host}" if ":" in host.rpartition("]")[2] else f"http://{host}:{port}"


def is_alone(config: Mapping[str, Any]) -> bool:
    """Say whether no other phone reaches this server: it listens to its machine alone, and nothing is before it."""
    bound = config["LISTENS"]
    own = is_everywhere(bound) and bound not in ("", "0.0.0.0", "::")
    return own and not (config["NAMES"] or config["BEHIND_PROXY"])


def announced(config: Mapping[str, Any], port: str) -> str:
    """Build the address to print at the start: by the first name given, else where the server itself listens."""
    return outside({**config, "BEHIND_PROXY": config["BEHIND_PROXY"] and config["NAMES"]}, port)


def in_house(config: Mapping[str, Any]) -> str:
    """Find the address or the name by which this machine listens to the house."""
    bound: str = config["LISTENS"]
    return lan_address(bound) if is_everywhere(bound) else bound.lower()


def is_everywhere(bound: str) -> bool:
    """Say whether a server listens on all interfaces, or only on the loopback one, which no other phone reaches."""
    try:
        address = ip_address(bound or "0.0.0.0")
    except ValueError:
        return bound == "localhost"
    return address.is_unspecified or address.is_loopback


@lru_cache(1)
def own_names() -> frozenset[str]:
    """List the names of this machine in the house; each request asks, and they stay."""
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
    if not found:
        return False
    name = found[1].lower().rstrip(".")
    if name in own_names() or name in (bare(each) for each in names):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_name(text: str) -> bool:
    """Say whether browsers call a machine so, in small letters: by a name or an address, perhaps with a port."""
    return bool(NAME.fullmatch(text) or (text.startswith("[") and HOST.fullmatch(text)))


def bare(name: str) -> str:
    """Cut the port off a name, to compare it."""
    found = HOST.fullmatch(name)
    return found[1].lower().rstrip(".") if found else name.lower()

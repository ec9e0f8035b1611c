"""The address under which phones in the house reach this machine."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit


def lan_address() -> str:
    """Give this machine's address in the house, or the loopback address without a network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def reachable(url: str) -> str:
    """Give an address of this server that other phones can open: one that names localhost names the machine instead."""
    parts = urlsplit(url)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        return url
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=f"{lan_address()}{port}").geturl()

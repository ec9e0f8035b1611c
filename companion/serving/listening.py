"""Sockets on which phones are waited for."""

from __future__ import annotations

import errno
import socket

PORTS_TRIED = 50
LAST_PORT = 65535
UNREACHABLE = 30_000
"""Milliseconds after which a phone that takes in nothing is not here any more."""


def listen_all(host: str, port: int, tried: int = 0) -> list[socket.socket]:
    """Listen on the port, or the next free one: on all interfaces by IPv4 and IPv6 where no host is given."""
    last = min(port + (tried or PORTS_TRIED) - 1, LAST_PORT)
    for number in range(port, last + 1) if port else [0] * PORTS_TRIED:
        try:
            return [listen_at(host, number)] if host else listen_twice(number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                where = f"{host}, port {number}" if host else f"port {number}"
                raise SystemExit(f"Cannot listen on {where}: {error.strerror or error}") from None
    if tried:
        raise SystemExit(f"Port {port} is taken by another program: choose another one.")
    raise SystemExit(f"No port from {port} to {last} is free.")


def listen(host: str, port: int, tried: int = 0) -> socket.socket:
    """Listen at one host, on the port or the next free one."""
    return listen_all(host, port, tried)[0]


def listen_twice(port: int) -> list[socket.socket]:
    """Listen on all interfaces by IPv4, and by IPv6 where there is any; each needs a socket of its own."""
    four = listen_at("0.0.0.0", port)
    if not socket.has_ipv6:
        return [four]
    try:
        return [four, listen_at("::", four.getsockname()[1])]
    except OSError as error:
        if error.errno != errno.EADDRINUSE:  # the system has no IPv6
            return [four]
        four.close()  # its phones by IPv6 would be another program's
        raise


def listen_at(host: str, port: int) -> socket.socket:
    """Listen on one port; answers leave at once (without NODELAY each would wait 44 ms)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=1024)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; elsewhere a phone that is out of reach is missed later
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREACHABLE)
    return listener

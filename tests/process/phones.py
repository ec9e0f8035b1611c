"""What phones do at a server in a process of its own."""

import socket
import time
from contextlib import suppress

PATIENCE = 1.5

QUICK = {"PATIENCE": PATIENCE, "HEADER_SECONDS": 1, "IDLE_SECONDS": 2, "BODY_SECONDS": 1}


def count(phone, code, **form):
    return phone.post(f"/djinn/{code}/count", op=str(time.monotonic_ns()), seat=0, box="corks", by=1, **form)


def moved_to(server, *phones):
    """Let phones come to where the server is now, with all that they have."""
    for phone in phones:
        phone.connection.close()
        phone.connection.port = server.port


def plays(host, guest, code):
    """Let a host and a guest do what only they may, with the tokens of pages that they opened long ago."""
    before = [dict(phone.cookies) for phone in (host, guest)]
    assert host.post(f"/t/{code}/lock", locked="y")[0] == 303
    op = str(time.monotonic_ns())
    assert guest.post(f"/djinn/{code}/count", op=op, seat=1, box="corks", by=1)[0] == 303
    for phone in (host, guest):
        assert phone.get(f"/djinn/{code}/setup")[0] == 200
    assert before == [phone.cookies for phone in (host, guest)]


def dial(server):
    """Open a bare connection."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def rest(connection):
    """Read all that still comes on a connection until the server closes it."""
    said = b""
    with connection, suppress(ConnectionError):
        while more := connection.recv(65536):
            said += more
    return said.decode()


def say(server, *parts):
    """Send bytes on a connection of their own; give all that the server says before it closes it."""
    connection = dial(server)
    with suppress(ConnectionError):
        for part in parts:
            connection.sendall(part)
            time.sleep(0.2 if len(parts) > 1 else 0)
    return rest(connection)


def soon(look, wanted):
    """Look until it is as wanted, for at most 10 s."""
    end = time.monotonic() + 10
    while (found := look()) != wanted:
        assert time.monotonic() < end, found
        time.sleep(0.05)

"""Announce a name in the house (mDNS), in a process of its own: zeroconf needs threads and a loop that gevent replaces.

`python -m companion.mdns NAME PORT` reads addresses, one a line, and answers each with what the network does with the
name; it ends with its input.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

WEB = "_http._tcp.local."
CARRIED, TAKEN, SILENT = "carried", "taken", "silent"
"""The name leads here; it leads to another machine; it leads nowhere, since the network does not carry it."""
ASKED, HEARD = 2_500, 3_000
"""Milliseconds to wait for others who go by the name, and for one's own answer."""
PARTING = 2.0
"""Seconds in which the house is told that the name is gone."""


class Announced:
    """A name that is announced for as long as this is open, and what the network did with it last."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self.address, self.said = name, "", SILENT
        command = [sys.executable, "-m", "companion.mdns", name, str(port)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def at(self, address: str) -> str:
        """Announce where the name leads, unless it is known; return what the network does with it."""
        if address != self.address and self.process.stdin and self.process.stdout:
            self.address, self.said = address, SILENT
            with suppress(OSError):
                print(address, file=self.process.stdin, flush=True)
                self.said = self.process.stdout.readline().strip() or SILENT
        return self.said

    def close(self) -> None:
        """Say that the name is gone."""
        if self.process.stdin:
            self.process.stdin.close()
        try:
            self.process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def main(name: str, port: int, addresses: Iterable[str]) -> None:
    """Announce a name at one address after the other; say each time what the network does with it."""
    here = None
    for line in addresses:
        if here:
            here.close()
        here, said = None, SILENT
        with suppress(OSError, ValueError):  # that address has gone already, or no name can be announced there
            here, said = announce(name, port, line.strip())
        print(said, flush=True)
    if here:
        here.close()


def announce(name: str, port: int, address: str) -> tuple[Zeroconf | None, str]:
    """Announce a name unless somebody does; return what keeps it announced, and what the network does with it."""
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    said = led(name, address, ASKED)
    if said != SILENT:
        return None, said
    here = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    service = f"Companion at {name.partition('.')[0]} {port}.{WEB}"
    here.register_service(ServiceInfo(WEB, service, port, parsed_addresses=[address], server=f"{name}."))
    return here, led(name, address, HEARD)


def led(name: str, address: str, patience: int) -> str:
    """Ask the network where a name leads, as a phone would, with nothing remembered."""
    from zeroconf import AddressResolverIPv4, IPVersion, Zeroconf  # type: ignore[attr-defined]

    with Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only) as phone:
        asked = AddressResolverIPv4(f"{name}.")
        if not asked.request(phone, patience):
            return SILENT
        return CARRIED if asked.parsed_addresses() == [address] else TAKEN


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(sys.argv[1], int(sys.argv[2]), sys.stdin)

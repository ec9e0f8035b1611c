"""Announce a name in the house (mDNS), in a process of its own: zeroconf needs threads and a loop that gevent replaces.

`python -m companion.serving.mdns NAME PORT` reads addresses, one a line, and answers each with what the network does
with the name; it ends with its input.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

WEB = "_http._tcp.local."
CARRIED, TAKEN, SILENT = "carried", "taken", "silent"
"""The name leads here; it leads to another machine; it leads nowhere, since the network does not carry it."""
ASKED, HEARD = 2_500, 3_000
"""Milliseconds to wait for others who go by the name, and for one's own answer."""
OTHERS = 0.3
"""Seconds in which further machines may answer that go by a name, after the first."""
LABEL = 50
"""How long the name of a service may be before its port: all of it, 63 bytes."""
PARTING = 2.0
"""Seconds in which the house is told that the name is gone."""


class Announced:
    """A name that is announced for as long as this is open."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self.port = name, port
        self.process = self._begin()

    def _begin(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "companion.serving.mdns", self.name, str(self.port)]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def at(self, address: str) -> str:
        """Announce where the name leads, unless that is known; return what the network now does with it."""
        if self.process.poll() is not None:  # the system ends it where memory is short
            self.close()
            self.process = self._begin()
        said = ""
        with suppress(OSError):
            print(address, file=self.process.stdin, flush=True)
            said = self.process.stdout.readline().strip() if self.process.stdout else ""
        return said or SILENT

    def close(self) -> None:
        """Say that the name is gone."""
        if self.process.stdin:
            with suppress(OSError):  # what was written last, if the process has ended
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
    from zeroconf import Error

    here, known = None, ""
    for line in addresses:
        address, said = line.strip(), SILENT
        if here and address != known:
            here.close()
            here = None
        with suppress(OSError, ValueError, Error):  # that address has gone already, or no name can be announced there
            here, known = here or announce(name, port, address), address
            said = led(name, address, HEARD) if here else TAKEN
        if here and said != CARRIED:
            here.close()
            here = None
        print(said, flush=True)
    if here:
        here.close()


def announce(name: str, port: int, address: str) -> Zeroconf | None:
    """Announce a name unless another machine does; return what keeps it announced."""
    from zeroconf import ServiceInfo

    if led(name, address, ASKED) == TAKEN:
        return None
    here = house(address)
    called = f"Companion at {name.partition('.')[0]}"[:LABEL]
    info = ServiceInfo(WEB, f"{called} {port}.{WEB}", port, parsed_addresses=[address], server=f"{name}.")
    try:
        here.register_service(info, allow_name_change=True)
    except BaseException:
        here.close()
        raise
    return here


def house(address: str) -> Zeroconf:
    """Be in the network of an address of this machine."""
    from zeroconf import IPVersion, Zeroconf

    return Zeroconf(interfaces=[address], ip_version=IPVersion.V6Only if ":" in address else IPVersion.V4Only)


def led(name: str, address: str, patience: int) -> str:
    """Ask the network where a name leads, as a phone would, with nothing remembered."""
    from zeroconf import AddressResolverIPv4, AddressResolverIPv6  # type: ignore[attr-defined]

    with house(address) as phone:
        asked = (AddressResolverIPv6 if ":" in address else AddressResolverIPv4)(f"{name}.")
        if not asked.request(phone, patience):
            return SILENT
        time.sleep(OTHERS)
        asked.load_from_cache(phone)
        return CARRIED if [*map(ip_address, asked.parsed_addresses())] == [ip_address(address)] else TAKEN


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(sys.argv[1], int(sys.argv[2]), sys.stdin)

"""What follows this machine's address in the house: the certificate shown there, and the names announced."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING

import gevent

from companion.address import bare, in_house
from companion.instance import Unusable
from companion.mdns import CARRIED, Announced

if TYPE_CHECKING:
    from flask import Flask

    from companion.certificate import Secured

LOOK = 60
"""Seconds between two looks for this machine's address."""


class House:
    """The network around this machine; the app's SILENT then lists the names that do not lead here."""

    def __init__(self, app: Flask, port: int) -> None:
        self.app = app
        self.secured: Secured | None = app.extensions.get("secured")
        names = [name for name in app.config["NAMES"] if name == bare(name) and name.endswith(".local")]
        self.announced = [Announced(name, port) for name in names if is_open(app.config["LISTENS"])]
        self.follower: gevent.Greenlet | None = None

    def open(self) -> None:
        """Let the house know where this machine is, now and from now on."""
        self.look()
        self.follower = gevent.spawn(self.follow)

    def look(self) -> None:
        """See where this machine is now, and let the house know."""
        address = in_house(self.app.config)
        self.app.config["SILENT"] = tuple(one.name for one in self.announced if one.at(address) != CARRIED)
        if self.secured:
            from companion.certificate import machine

            if self.secured.renew(machine(self.app.config), datetime.now(UTC)):
                print("This machine is in another network: phones trust another certificate there.", flush=True)

    def follow(self) -> None:
        """Look again and again, for ever."""
        while True:
            gevent.sleep(LOOK)
            with suppress(OSError, Unusable):  # a full disk; what is shown holds for weeks
                self.look()

    def close(self) -> None:
        """Take the names back."""
        if self.follower:
            self.follower.kill(timeout=0.5)
        for one in self.announced:
            one.close()


def is_open(bound: str) -> bool:
    """Say whether a server that listens there is reached from the house at all."""
    try:
        return not ip_address(bound or "0.0.0.0").is_loopback
    except ValueError:
        return bound != "localhost"

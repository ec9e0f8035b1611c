"""What follows this machine's addresses in the house: the certificate shown there, and the names announced."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import gevent

from companion.addresses import announced, bare, in_house, is_loopback, is_offline
from companion.instance import Unusable
from companion.serving.mdns import CARRIED, SILENT, TAKEN, Announced

if TYPE_CHECKING:
    from flask import Flask

    from companion.serving.certificates import Secured

LOOK = 50.0
"""Seconds between two looks for this machine's addresses (LOOK_SECONDS in config.py); asking about names takes some."""
OFFLINE = "This machine is in no network: phones find it once it is in one."


class House:
    """The network around this machine; the app's SILENT then lists the names that do not lead here."""

    def __init__(self, app: Flask, port: int) -> None:
        self.app = app
        self.secured: Secured | None = app.extensions.get("secured")
        names = [name for name in app.config["NAMES"] if bare(name).endswith(".local")]
        self.port = port
        self.announced = {name: Announced(bare(name), port) for name in names if not is_loopback(app.config["LISTENS"])}
        self.ways: list[str] = []
        self.said: dict[str, str] = {}
        self.follower: gevent.Greenlet | None = None

    def open(self) -> None:
        """Let the house know where this machine is, now and from now on."""
        for name in self.announced:
            print(f"Asking this network about {name}: that takes a few seconds.", flush=True)
        self.look()
        self.follower = gevent.spawn(self.follow)

    def look(self) -> None:
        """See where this machine is now, and let the house know."""
        address = in_house(self.app.config)
        for name, one in self.announced.items():
            self.said[name] = SILENT if is_loopback(address) else one.at(address)
        self.app.config["SILENT"] = tuple(name for name, said in self.said.items() if said != CARRIED)
        for sentence in (*self.renewed(), *self.moved()):
            print(sentence, flush=True)

    def renewed(self) -> Iterator[str]:
        """Let the certificate follow; tell of one that phones do not trust yet."""
        if self.secured:
            from companion.serving.certificates import machine

            if self.secured.renew(machine(self.app.config), datetime.now(UTC)):
                yield "This machine is in another network: phones trust another certificate there (SHA-256):"
                yield from self.secured.fingerprints()

    def moved(self) -> Iterator[str]:
        """Tell which addresses phones open from now on, if they are others than before."""
        before, self.ways = self.ways, announced(self.app.config, str(self.port))
        if before and before != self.ways:
            yield OFFLINE if is_offline(self.app.config) else f"Phones now open {' or '.join(self.ways)}"

    def told(self) -> Iterator[str]:
        """Tell of the names that do not lead here, and of a network that is missing."""
        if is_offline(self.app.config):
            yield OFFLINE
            return
        for name, said in self.said.items():
            if said == TAKEN:
                yield f"Another machine here is called {name}: phones open the address."
            if said == SILENT:
                yield f"This network does not lead phones to {name}: they open the address."

    def follow(self) -> None:
        """Look again and again, for ever."""
        while True:
            gevent.sleep(self.app.config.get("LOOK_SECONDS", LOOK))
            with suppress(OSError, Unusable):  # a full disk; what is shown holds for weeks
                self.look()

    def close(self) -> None:
        """Take the names back."""
        if self.follower:
            self.follower.kill(timeout=0.5)
        for one in self.announced.values():
            one.close()

"""How often strangers may do things: guess codes, open tables, bring files, hold streams.

All of it is counted in memory by address (an IPv6 network of one house, /64, is one address) and by phone, under names
that only this installation can make of them, and is forgotten when its time is over, at the first count a minute later.
That time is measured by a clock which is never set: a machine that wakes in another year locks nobody out.
Processes on one database tell each other every second what they counted, and for how many seconds it counts yet: their
clocks have nothing in common. Streams each bounds by itself.
At most `MOST_COUNTED` addresses and phones are counted separately; all others share one count. Every limit is a
setting in `config.py`, by the names in `LIMITS`.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import Any

from flask import abort, current_app, request

LIMITS: dict[str, str | int | float] = {
    "WRONG_CODES": "20/minute",
    "WRONG_CODES_AT_ONCE": "3000 per 6000 seconds",
    "WRONG_CODE_SECONDS": 2.0,
    "WRONG_CODES_WAITING": 20,
    "TABLES_PER_PHONE": "60/hour",
    "TABLES_PER_ADDRESS": "1000/hour",
    "IMPORTS_PER_PHONE": "60/hour",
    "IMPORTS_PER_ADDRESS": "600/hour",
    "PHOTOS_PER_PHONE": "300/hour",
    "PHOTOS_PER_ADDRESS": "1000/hour",
    "QUESTIONS_PER_PHONE": "120/hour",
    "QUESTIONS_PER_ADDRESS": "600/hour",
    "HOUSES_PER_PHONE": "5/day",
    "HOUSES_PER_ADDRESS": "100/day",
    "TABLES_PER_HOUSE": "200/day",
    "IMPORTS_PER_HOUSE": "200/day",
    "PHOTOS_PER_HOUSE": "1000/day",
    "QUESTIONS_PER_HOUSE": "1000/day",
    "PLAYS_PER_HOUSE": 20_000,
    "MEMBERS_PER_HOUSE": 100,
    "INVITATIONS_PER_HOUSE": 10,
    "WATCHERS_PER_TABLE": 100,
    "STREAMS_PER_PHONE": 8,
    "STREAMS_PER_ADDRESS": 400,
    "UPLOADS_PER_ADDRESS": 4,
    "UPLOADS": 32,
}
"""What an installation allows unless its `config.py` says otherwise.

An address that had WRONG_CODES wrong ones in a minute gets 429 for further wrong ones, while a right one always opens.
So that this does not tell the two apart without limit (there are 31^5 = 28.6 million codes), an address has only
WRONG_CODES_AT_ONCE looks in reserve; after that phones that no table knows get one answer in WRONG_CODE_SECONDS, and
WRONG_CODES_WAITING may wait: one of a hundred tables is then found in a week.

Of files each attempt counts, whatever comes of it; UPLOADS of them may be on their way here at once.
"""
MOST_COUNTED = 10_000
OTHERS = "others"
LIMIT = re.compile(r"(\d+) ?(?:/|per) ?(\d*) ?(second|minute|hour|day)s?")
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
Place = tuple[str, str]
"""Where something is counted: what it is, and who did it."""
Hits = dict[Place, tuple[float, int]]
"""For how many seconds it counts yet, and how often it was done."""
COUNTED = "companion.counted"
"""Marks a request whose wrong code is counted already."""
FORGOTTEN = 60.0
"""Seconds between two times at which counts are forgotten that are over."""


@lru_cache(4096)
def network(address: str) -> str:
    """Find the unit to count: an IPv4 address, or the network that an IPv6 address shares with its house.

    Each request asks: for a page that is kept, this would take a fiftieth of its time.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64)) if not found.is_loopback else str(found)


@lru_cache(4096)
def called(key: str, secret: str) -> str:
    """Name a phone or an address so that the database does not give it away; most requests ask."""
    return blake2b(key.encode(), key=secret.encode()[:64], digest_size=12).hexdigest()


class Guard:
    """A counter of what each address and each phone does, with the limits of an app's config."""

    def __init__(
        self,
        config: Mapping[str, Any],
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config, self._sleep, self._clock = config, sleep, clock
        self._secret = str(config.get("SECRET_KEY") or "")
        self._counts: dict[Place, tuple[float, int]] = {}
        self._untold: set[Place] = set()
        self._told: set[Place] = set()
        self._heard: dict[tuple[str, str, str], tuple[float, float, int]] = {}
        self._elsewhere: Counter[Place] = Counter()
        self._forgets = 0.0
        self._turns: dict[str, float] = {}
        self._under_way: Counter[str] = Counter()

    def allows(self, address: str) -> bool:
        """Say whether an address may still try codes; after too many wrong ones it gets no other answer for them."""
        return self._left("WRONG_CODES", address)

    def count(self, address: str) -> None:
        """Count a wrong code."""
        if not self.allows(address):
            self._hit("WRONG_CODES_AT_ONCE", address)
        self._hit("WRONG_CODES", address)

    def wait(self, address: str) -> bool:
        """Let an address with too many wrong codes wait for its turn; return False if too many wait there already."""
        if self._left("WRONG_CODES_AT_ONCE", address):
            return True
        seconds, now = self._config["WRONG_CODE_SECONDS"], self._clock()
        self._turns = {each: turn for each, turn in self._turns.items() if turn > now}
        turn = max(now, self._turns.get(address, now))
        if turn - now > seconds * self._config["WRONG_CODES_WAITING"]:
            return False
        self._turns[address] = turn + seconds
        self._sleep(turn - now)
        return True

    def may(self, what: str, **who: str | None) -> bool:
        """Say whether a thing may be done again by a phone, an address, a house: what `LIMITS` has as <what>_PER_….

        What is None does not count: a phone without a cookie, or a house at home.
        """
        return all(self._left(f"{what}_PER_{unit.upper()}", key) for unit, key in who.items() if key is not None)

    def did(self, what: str, **who: str | None) -> None:
        """Count what was done."""
        for unit, key in who.items():
            if key is not None:
                self._hit(f"{what}_PER_{unit.upper()}", key)

    def begin_stream(self, phone: str | None, address: str) -> Callable[[], None] | None:
        """Count a stream and return the function that ends it; None if phone or address holds too many."""
        held = {f"address {address}": self._config["STREAMS_PER_ADDRESS"]}
        if phone is not None:
            held[f"phone {phone}"] = self._config["STREAMS_PER_PHONE"]
        return self._begin(held)

    def begin_upload(self, address: str) -> Callable[[], None] | None:
        """Count a file that comes, and return the function that ends it; None if there are too many."""
        return self._begin(
            {"uploads": self._config["UPLOADS"], f"uploads of {address}": self._config["UPLOADS_PER_ADDRESS"]}
        )

    def _begin(self, held: Mapping[str, int]) -> Callable[[], None] | None:
        """Count one more under each key; None if there is one of which there are as many as there may be."""
        if any(self._under_way[key] >= most for key, most in held.items()):
            return None
        self._under_way.update(held.keys())

        def end() -> None:
            self._under_way.subtract(held.keys())
            for key in held:
                if self._under_way[key] <= 0:
                    del self._under_way[key]

        return end

    def take_untold(self) -> tuple[Hits, list[Place]]:
        """Hand over what was counted here since the last time, and what is over of all that was handed over."""
        now, untold = self._clock(), self._untold
        self._untold = set()
        hits = {
            place: (self._until(place) - now, self._counts[place][1]) for place in untold if self._until(place) > now
        }
        over = [place for place in self._told if self._until(place) <= now]
        self._told = self._told.union(hits).difference(over)
        return hits, over

    def put_back(self, hits: Iterable[Place], over: Iterable[Place]) -> None:
        """Keep what could not be told for the next time."""
        self._untold.update(hits)
        self._told.update(over)

    def heard(self, told: Iterable[tuple[str, str, str, float, int]]) -> list[tuple[str, str, str]]:
        """Learn what other processes have counted: process, what, who, for how many seconds it counts, and how often.

        Of each, the seconds begin when it is heard first. Return what its process should have forgotten long ago: that
        was killed.
        """
        now, before = self._clock(), self._heard
        self._heard, self._elsewhere = {}, Counter()
        for process, what, who, seconds, count in told:
            known = before.get((process, what, who), (now + seconds, seconds, count))
            until = known[0] if known[1:] == (seconds, count) else now + seconds
            self._heard[process, what, who] = until, seconds, count
            self._elsewhere[what, who] += count if until > now else 0
        return [place for place, (until, *_) in self._heard.items() if until + FORGOTTEN <= now]

    def _until(self, place: Place) -> float:
        return self._counts.get(place, (0.0, 0))[0]

    def _left(self, name: str, key: str) -> bool:
        most, _ = limit(self._config[name])
        place = self._place(name, key)
        here = self._counts[place][1] if self._until(place) > self._clock() else 0
        return here + self._elsewhere[place] < most

    def _hit(self, name: str, key: str) -> None:
        now = self._clock()
        if now >= self._forgets:
            self._counts = {place: counted for place, counted in self._counts.items() if counted[0] > now}
            self._forgets = now + FORGOTTEN
        place = self._place(name, key)
        until, count = self._counts.get(place, (0.0, 0))
        if until <= now:
            until, count = now + limit(self._config[name])[1], 0
        self._counts[place] = until, count + 1
        self._untold.add(place)

    def _place(self, name: str, key: str) -> Place:
        """Find where a key is counted: apart, if there is room."""
        place = name, called(key, self._secret)
        known = place in self._counts or place in self._elsewhere
        return place if known or len(self._counts) < MOST_COUNTED else (name, OTHERS)


@lru_cache(64)
def limit(words: str) -> tuple[int, int]:
    """Read a limit such as `20/minute` or `3000 per 6000 seconds`: how often within how many seconds.

    A dozen stand in an app's config, and most requests ask for one.
    """
    found = LIMIT.fullmatch(words.strip())
    if not found:
        raise ValueError(f"{words!r} is no limit: write one like 20/minute, or 3000 per 6000 seconds")
    most, many, unit = found.groups()
    return int(most), int(many or 1) * SECONDS[unit]


def guard() -> Guard:
    """Get the counter of what phones do too often."""
    found: Guard = current_app.extensions["guard"]
    return found


def wrong_guess() -> None:
    """Count a wrong code or link; answer 429 to an address that had too many."""
    if COUNTED in request.environ:
        return
    address = network(request.remote_addr or "")
    blocked = not guard().allows(address)
    guard().count(address)
    if blocked:
        abort(429)

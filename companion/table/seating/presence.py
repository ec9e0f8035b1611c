"""Tell the phones that wait at a table that it moved, and know which seats, and whether its host, are here."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from queue import Empty

from companion.web.sse import News, beat, moved, told

HOST = -1
"""Stands among the seats that are here for the phone that hosts, wherever it sits."""
GONE = 600.0
"""Seconds without the host after which a seat may take over."""
AHEAD = 10.0
"""Seconds by which another process may be ahead; what was written down later than that is of a clock that was set."""
VISIT = 60.0
"""Seconds for which a host counts as here that has asked for a page without a stream."""
FOLLOWED = 4096
"""Of how many tables a process remembers since when the host is away: half a megabyte."""


def mask(seats: Iterable[int | None]) -> int:
    """Write a set of seats as a number, in which None stands for phones without a seat."""
    return sum(1 << (0 if seat is None else seat + 2) for seat in set(seats))


def unmask(here: int) -> frozenset[int | None]:
    """Read the seats of a `mask`."""
    return frozenset(bit - 2 if bit else None for bit in range(here.bit_length()) if here >> bit & 1)


Waiting = tuple[str | None, int | None, bool]
"""A phone that waits: its id, its seat, and whether it hosts."""


HOSTED = mask([HOST])


class Push:
    """The streams of one process: who waits where, woken by `moved`; `count` of them, at most `most`.

    `process` is its name among the processes on the same file; `unsaved` are the tables whose presence those do not
    know yet, `unwritten` those whose host is away, which they do not know yet. The `clock` never jumps; `now` is
    the time of day, which all processes have in common. Each stream begins with the `version` of Companion.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
        *,
        version: str = "",
    ) -> None:
        self.clock, self.now, self.version = clock, now, version
        self.process = secrets.token_hex(8)
        self.unsaved: set[str] = set()
        self.unwritten: set[str] = set()
        self._waiting: defaultdict[str, dict[News, Waiting]] = defaultdict(dict)
        self._here: dict[str, int] = {}
        self._sent: dict[str, tuple[int, int]] = {}
        self._visits: OrderedDict[str, float] = OrderedDict()
        self._away: OrderedDict[str, float] = OrderedDict()
        self._round = now()
        self.count = 0
        self.most: int | None = None

    @property
    def full(self) -> bool:
        """Whether no more phones may wait here; those poll until one goes."""
        return self.most is not None and self.count >= self.most

    def moved(self, code: str, seq: int, seats: int = 0) -> None:
        """Wake every phone at the table, whose log ends at `seq`, and whose seats have changed `seats` times.

        Both only go up: a call about an earlier move was held up on its way.
        """
        known = self.sent(code)
        self.became(code, max(seq, known[0]), max(seats, known[1]))

    def became(self, code: str, seq: int, seats: int) -> None:
        """Wake every phone at a table that was looked at, and whose log may have been replaced by an older one."""
        if code not in self._waiting:
            return
        self._sent[code] = seq, seats
        for news in self._waiting[code]:
            news.put(seq)

    def here(self, code: str) -> int:
        """Find the seats with a phone connected to this process, as a `mask`."""
        return self._here.get(code, 0)

    def codes(self) -> list[str]:
        """List the tables at which a phone waits."""
        return list(self._waiting)

    def present(self) -> list[str]:
        """List the tables at which somebody is here."""
        return list(self._here)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        for waiting in list(self._waiting.values()):
            for news in list(waiting):
                news.put(None)

    def sent(self, code: str) -> tuple[int, int]:
        """Return the last seq, and the count of seat changes, that phones at the table were sent."""
        return self._sent.get(code, (0, 0))

    def seated(self, code: str, seats: Mapping[str, tuple[int | None, bool]]) -> None:
        """Note where each phone at a table sits now, if its id is known, and whether it hosts."""
        waiting = self._waiting.get(code)
        if waiting:
            for news, (phone, seat, host) in waiting.items():
                waiting[news] = phone, *(seats.get(phone, (seat, False)) if phone else (seat, host))
            self._came_or_went(code, self.sent(code)[0])

    def stream(
        self,
        code: str,
        seat: int | None,
        seq: int,
        phone: str | None = None,
        *,
        host: bool = False,
        news: News | None = None,
    ) -> Iterator[str]:
        """Send server-sent events: `moved` with the log's last seq, at once and at every move, and a beat every 5 s.

        The version comes in one piece with the first event: the server writes only that before it takes the stream.
        A server that takes the `news` over after the first event sends the others itself, and closes this at the end.
        """
        news = news or News()
        self._waiting[code][news] = phone, seat, host
        self.count += 1
        news.put(seq)
        self._sent.setdefault(code, (seq, 0))
        self._came_or_went(code, seq)
        once = told(self.version)
        try:
            while True:
                try:
                    latest = news.get()
                except Empty:
                    yield beat()
                    continue
                if latest is None:
                    return
                yield moved(latest) + once
                once = ""
        finally:
            self.count -= 1
            del self._waiting[code][news]
            self._came_or_went(code, self.sent(code)[0])

    def _came_or_went(self, code: str, seq: int) -> None:
        """Note who is here; if that is news, wake the others and let other processes know."""
        waiting = self._waiting.get(code, {}).values()
        hosted = code in self._visits or any(host for *_, host in waiting)
        here = mask([*(seat for _, seat, _ in waiting), *[HOST] * hosted])
        if here != self._here.get(code, 0):
            self.unsaved.add(code)
            self._here[code] = here
            self.moved(code, seq)
        if not waiting:
            self._waiting.pop(code, None)
            self._sent.pop(code, None)
        if not here:
            self._here.pop(code, None)

    # The host

    def hosted(self, code: str) -> bool:
        """Say whether the host of a table is known to be here for a while yet, by its stream or its last visit."""
        visit = self._visits.get(code, 0.0) - self.clock() > VISIT / 2
        return visit or any(host for *_, host in self._waiting.get(code, {}).values())

    def who_is_here(
        self,
        code: str,
        elsewhere: int,
        away: float | None,
        *,
        is_visit: bool = False,
        at_another_table: Callable[[], bool],
    ) -> int:
        """Say who is here at any process, as a `mask`; what stands for the host is set only once it is lost.

        `elsewhere` are those who are at other processes; `away` is as for `is_lost`. It `is_visit` if the host asks. A
        host whose phone is `at_another_table` is not lost: for a minute it then counts as here at this one, too.
        """
        here = self.here(code) | elsewhere
        lost = self.is_lost(code, here, away)
        busy = lost and at_another_table()
        if busy or (is_visit and not self.hosted(code)):
            self.visited(code)
        return here & ~HOSTED | (HOSTED if lost and not busy else 0)

    def visited(self, code: str) -> None:
        """Note that the host of a table is here though it has no stream, for a minute from now."""
        known = code in self._visits
        self._visits[code] = self.clock() + VISIT
        self._visits.move_to_end(code)
        if not known:
            self._came_or_went(code, self.sent(code)[0])
        if len(self._visits) > FOLLOWED:
            self._leave(next(iter(self._visits)))

    def is_lost(self, code: str, here: int, away: float | None) -> bool:
        """Say whether a table's host is gone for ten minutes, with who is `here` at any process.

        `away` is since when, as some process wrote it down; without it, this one has yet to, or sees it only now.
        """
        if here & HOSTED:
            self._found(code)
            return False
        if away is not None and away <= self.now() + AHEAD:
            self._away[code] = away
            self.unwritten.discard(code)
        elif code not in self.unwritten:
            self._away[code] = self.now()
            self.unwritten.add(code)
        since = self._away[code]
        if len(self._away) > FOLLOWED:
            self._found(next(iter(self._away)))
        return self.now() - since >= GONE

    def away(self) -> dict[str, float]:
        """List the tables whose host is away, each with since when, where no process has written that down yet."""
        return {code: self._away[code] for code in self.unwritten}

    def look_round(self) -> None:
        """Forget visits that are over, and tell the phones at tables whose host is lost since the last round."""
        for code in [code for code, until in self._visits.items() if until <= self.clock()]:
            self._leave(code)
        last, self._round = self._round, self.now()
        for code in [code for code, away in self._away.items() if last < away + GONE <= self._round]:
            self.moved(code, self.sent(code)[0])

    def overslept(self) -> None:
        """Begin anew to see who is away: this machine was asleep, so nobody could be here, or its clock was set.

        To others who is here then seems to be so at another time: that is written anew.
        """
        self._away.clear()
        self.unwritten.clear()
        self.unsaved.update(self._here)

    def _found(self, code: str) -> None:
        self._away.pop(code, None)
        self.unwritten.discard(code)

    def _leave(self, code: str) -> None:
        del self._visits[code]
        self._came_or_went(code, self.sent(code)[0])

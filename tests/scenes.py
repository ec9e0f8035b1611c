"""Every game in every scene: what the checks that all games share run over."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from companion import GAMES as OURS
from companion.table.play import find_table
from companion.table.seating import seats
from tests import copies
from tests.colours import colour

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon", "Kim", "Lea", "Mia", "Ned")
PACKAGES = {game: f"companion.games.{game}" for game in OURS} | {"bazaar": "tests.bazaar"}
"""Where each game is: those of the app, and one that is kept beside its tests."""
GAMES = tuple(PACKAGES)
HOSTILE = tuple(f"{name}'\"><b zq>{{{{7**11}}}}" for name in NAMES)
"""Names that want to be HTML."""
HTMX = {"HX-Request": "true"}
MOST_MOVES = 2_000
"""How many random moves may lead to a scene."""

ROLES = ("nobody", "stranger", "watcher", "elsewhere", "guest", "host")
"""Somebody without a cookie; with one, but known nowhere; who only watches; the host of another table; who holds a
seat; the host."""
HOST, TURN, OWN, SEATS, KNOWN, ALL = "-----+", "----?+", "----??", "----++", "---+++", "++++++"
"""Who is refused with 403 (`-`), who is not (`+`), and who in the own turn only (`?`), in the order of the roles."""
ASKED = dict.fromkeys(("import_answers", "keep_asked", "remove_all_asked", "remove_asked", "save_answer"), KNOWN)
"""Who may do what with what a house asked about a game's rules, the same in every game."""

PLAYED = {}
"""The evenings that came to a scene in this process, by game and name."""

Tap = tuple[str, Mapping[str, Any]]
"""A move as a phone makes it: the end of its address, and its form."""


@dataclass(frozen=True)
class Scene:
    """How a table comes to a scene: the form that opens it, taps (or what makes one of the state), then random moves.

    Random moves go on `until` something is true of the state. While it is opened, the owner's `box` is this one.
    """

    opening: Mapping[str, Any]
    taps: Sequence[Tap | Callable[[Any], Tap]] = ()
    until: Callable[[Any], bool] = field(default=lambda _: True)
    box: Any = None


def of(game):
    """Find the module that knows a game by chance.

    OPENINGS are the forms that open its tables, SCENES what a table comes to, `random_move(state, rng)` gives a move
    that may be legal, `conserved(state)` what there is of what never gets more or less, with what there has to be, and
    `secrets(table)` the texts that nobody may read before the table is told.
    """
    return import_module(f"tests.{game}.scenes")


def module(game, name=""):
    """Import the package of a game, or a module in it."""
    return import_module(f"{PACKAGES[game]}.{name}".rstrip("."))


def every():
    """List all scenes as (game, name)."""
    return [(game, name) for game in GAMES for name in of(game).SCENES]


class Evening:
    """A table that one phone plays for all, by HTTP; it begins where some `taps` led to.

    It is `copied` from an earlier one that began alike.
    """

    def __init__(self, app, game, opening, taps=(), *, phone=None, names=NAMES, seed=7, copied=True):
        self.name, self.names = "", names[: opening["count"]]
        self.app, self.game, self.rng, self.tapped = app, game, random.Random(seed), 0
        self.host = phone or app.test_client()
        form = {f"players-{n}-name": name for n, name in enumerate(self.names)}
        form |= {f"players-{n}-colour": colour(n) for n in range(opening["count"])}
        form |= opening
        make = partial(self.come, form, taps)
        self.code = copies.once(self.host, (game, *form.items(), repr(taps)), make) if copied else make()

    def come(self, form, taps):
        """Open the table and make these moves, all of which the rules allow; give its code."""
        self.code = copies.open_table(self.host, self.game, form)
        for tap in taps:
            self.must(tap)
        return self.code

    def must(self, tap):
        """Make a move that the rules allow; what makes it of the state is asked for it."""
        path, form = tap(self.state) if callable(tap) else tap
        status = self.tap(path, form)
        assert status == 303, (self.game, path, form, status)

    @property
    def table(self):
        with self.app.app_context():
            return find_table(self.code)

    @property
    def state(self):
        return self.table.state

    @property
    def seats(self):
        """Count the seats, one of somebody who joined later among them."""
        with self.app.app_context():
            return len(seats.find_seats(self.code))

    def op(self):
        """Give a tap its own id."""
        self.tapped += 1
        return {"op": f"{self.code}-{self.tapped}"}

    def tap(self, path, form):
        """Make a move on the latest screen; give the answer's status."""
        sent = self.op() | {"seen": self.table.seq} | form
        return self.host.post(f"/{self.game}/{self.code}/{path}", data=sent, headers=HTMX).status_code

    def undo(self, seq):
        """Take back an entry; give the answer's status."""
        return self.host.post(f"/t/{self.code}/undo", data={"entry": seq} | self.op()).status_code

    def redo(self, seq):
        """Restore an entry; give the answer's status."""
        return self.host.post(f"/t/{self.code}/redo", data={"entry": seq} | self.op()).status_code

    def copy(self):
        """Go on with a copy of the table, for which what is hidden is drawn anew if nobody has told it."""
        file = self.host.get(f"/t/{self.code}/export.json").data
        answer = self.host.post("/import", data={"file": (io.BytesIO(file), "table.json"), "copied": "yes"})
        assert answer.status_code == 303, answer.text
        self.code = answer.location.split("/")[2]

    def random_move(self):
        """Make one move by chance, which the rules may refuse; give its path and the answer's status."""
        path, form = of(self.game).random_move(self.state, self.rng)
        status = self.tap(path, form)
        assert status in (200, 303, 403, 422), (path, form, status)  # 200 offers what is refused once more
        return path, status

    def play(self, until):
        """Make random moves until something is true of the state."""
        for _ in range(MOST_MOVES):
            if until(self.state):
                return
            self.random_move()
        raise AssertionError(f"{self.game} never came to this scene")


def stage(app, game, name, *, names=NAMES):
    """Bring a table of a game to one of its scenes, the same each time: played once, then copied, for other names."""
    scene = game, name

    def make():
        PLAYED[scene] = _played(app, *scene)
        return PLAYED[scene].code

    host = app.test_client()
    code = copies.copied(host, scene, make, names)
    it = copy(PLAYED[scene])
    it.app, it.host, it.code, it.rng = app, host, code, copy(it.rng)
    it.names = names[: it.seats]
    return it


@contextmanager
def boxed(app, game, box):
    """Let the owner's box be another one for a while."""
    if box is None:
        yield
        return
    boxes = module(game, "box.store")
    with app.app_context():
        before = boxes.find()
        boxes.change(lambda _: box)
    yield
    with app.app_context():
        boxes.change(lambda _: before)


def _played(app, game, name):
    app.config["RANDOM"].seed(f"{game} {name}")
    scene = of(game).SCENES[name]
    with boxed(app, game, scene.box):
        evening = Evening(app, game, scene.opening, copied=False)
    evening.name = name
    for tap in scene.taps:
        evening.must(tap)
    evening.play(scene.until)
    return evening

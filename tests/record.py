"""Record sessions of random moves: `python -m tests.record djinn --seeds 1-15`.

Each is played through the app as phones play it, much of it taken back and restored on the way, and is written into a
file of the game's logs: a line with the table and what it came to under "expect", then a line for each entry. Files are
only ever added: an old one is never written again.
"""

import argparse
import json
import random
import tempfile
import time
from dataclasses import asdict, fields
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path

import cattrs

from companion import GAMES
from companion.language.texts import to_plain
from companion.table import store
from companion.table.log import Entry, fold_log, is_told
from companion.table.play import find_table
from companion.table.seating import seats
from tests import apps, scenes

HERE = Path(__file__).parent
MOST_MOVES = 1_500
TELLING = ("uncover-rest", "tell-secret")
"""How games show what was hidden."""
CONVERTER = cattrs.Converter(omit_if_default=True)


# What a table came to


def plain(state, names):
    """Write some fields of a state as plain values."""
    values = {name: CONVERTER.unstructure(getattr(state, name)) for name in names}
    return json.loads(json.dumps(values, default=in_order))


def in_order(many):
    """Write a set as a list."""
    return sorted(sorted(one) if isinstance(one, frozenset) else one for one in many)


def came_to(table):
    """Say what a table came to: its page, its result, and its state without what is as at the start."""
    game, state, start = table.game, table.state, table.game.start()
    names = [one.name for one in fields(state)]
    set_ = [name for name in names if getattr(state, name) != getattr(start, name)]
    results = [
        [one.place, one.points, one.tie_break, {line.id: line.points for line in one.lines if line.points}]
        for one in game.result(state) or ()
    ]
    said = {
        "page": game.pages.current(state),
        "told": is_told(game, state),
        "result": results,
        "options": game.scores.options(state),
    }
    said["state"], said["unset"] = plain(state, set_), [name for name in names if name not in set_]
    return json.loads(json.dumps(said, default=to_plain))


def compared(table, expect):
    """Tell what a table came to in the words of an earlier `expect`: what came since is left out."""
    now = {key: value for key, value in came_to(table).items() if key in expect}
    now["options"] = {name: now["options"].get(name) for name in expect["options"]} | tasks_then(now, expect)
    names = {*expect["state"], *expect["unset"]}
    now["unset"] = [name for name in expect["unset"] if name in now["unset"]]
    return now | {"state": {name: value for name, value in now["state"].items() if name in names}}


def tasks_then(now, expect):
    """List the tasks of a session from before only those counted that somebody had counted, if these are still met."""
    then, counted = expect["options"].get("tasks"), now["options"].get("counted")
    if "counted" in expect["options"] or not then or counted is None:
        return {}
    return {"tasks": then} if now["options"]["tasks"] == [task for task in then if task in counted] else {}


# Files


def row(entry):
    """Write an entry as a line of a file has it: without what it says nothing of."""
    values = asdict(entry) | {"events": store.to_json(entry.events)}
    values["once"] = values.pop("exclusive")
    return {name: value for name, value in values.items() if value not in (None, False)}


def read_entry(game, row):
    """Read an entry, its fields under the names that they have in logs."""
    once = row.get("once", False)
    fields = {name: value for name, value in row.items() if name != "once"}
    return Entry(**{"seat": None} | fields | {"events": store.from_json(game, row["events"]), "exclusive": once})


def write(path, table, at_table):
    """Write a table and what it came to."""
    head = {"companion": 1, "game": table.game.slug, "code": table.code}
    head |= {"seats": [{"name": name, "colour": colour} for name, colour in at_table], "expect": came_to(table)}
    lines = [head, *map(row, table.entries)]
    with path.open("x", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


@cache
def read(path):
    """Read a file, once for all tests; give its first line, and the table folded from the others."""
    head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    game = import_module(f"companion.games.{head['game']}").game
    entries = [read_entry(game, one) for one in rows]
    return head, fold_log(game, head["code"], entries)


def imported(text):
    """Fold what a table exported, what it hides drawn anew as for any copy; give the table and who sits at it."""
    file = json.loads(text)
    game = import_module(f"companion.games.{file['game']}").game
    entries = [read_entry(game, one) for one in file["log"]]
    table = fold_log(game, file["code"], entries)
    if not table.state.told:
        table = fold_log(game, file["code"], game.secrets.redraw_hidden(entries, random.Random(7)))
    return table, [(seat["name"], seat["colour"]) for seat in file["seats"]]


# Playing


class Session(scenes.Evening):
    """A table at which every move is made by chance, and some are thought over."""

    def think_again(self):
        """Take back any of the last moves, and restore it every other time."""
        entries = self.table.entries[1:]
        if not entries:
            return
        seq = self.rng.choice(entries[-6:]).seq
        undone = self.undo(seq)
        assert undone in (303, 409, 422), undone
        if undone == 303 and self.rng.random() < 0.5:
            assert self.redo(seq) == 303

    def play_on(self, moves, *, end=False):
        """Make so many moves, or fewer if the game ends before and that is the `end`."""
        for _ in range(moves):
            if end and self.table.game.over(self.state):
                return
            if self.random_move()[1] == 303 and self.rng.random() < 0.12:
                self.think_again()

    def take_end_back(self):
        """Take the end of the game back, and play on to another."""
        self.undo(self.table.seq)
        self.play_on(60, end=True)

    def tell(self):
        """Show what was hidden, if the game is over."""
        for path in self.rng.sample(TELLING, 2):
            self.tap(path, {})


def own_box(app, game):
    """Let the owner of the game's box have something else than we think, if the game has a box."""
    box = getattr(scenes.of(game), "OWN", None)
    if box is not None:
        with app.app_context():
            import_module(f"companion.games.{game}.box.store").change(lambda _: box)


def record(path, game, *, seed):
    """Play a game and write it."""
    rng, now, real = random.Random(seed), count(1_790_000_000), time.time
    openings = scenes.of(game).OPENINGS
    opening = openings[seed % len(openings)]
    time.time = lambda: next(now) + 0.25
    try:
        with tempfile.TemporaryDirectory() as folder:
            app = apps.make(Path(folder), Path(folder) / "static", RANDOM=random.Random(seed))
            if seed % 5 == 1:
                own_box(app, game)
            session = Session(app, game, opening, seed=seed)
            if seed % 4 == 0:
                session.tap("word", {"seat": 0, "word": f"word {seed}"})
            session.play_on(rng.choice((60, 120)) if seed % 3 == 0 else MOST_MOVES, end=True)
            if seed % 4 == 1:
                session.take_end_back()
            if seed % 5 == 0:
                session.copy()
                session.play_on(40)
            if seed % 2:
                session.tell()
            if seed % 7 == 0:
                session.play_on(80)
            with app.app_context():
                table = find_table(session.code)
                write(path, table, [(seat.name, seat.colour) for seat in seats.find_seats(session.code)])
            apps.close(app)
    finally:
        time.time = real
    return table


def main():
    """Read the command line and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seeds", default="1-15")
    asked = parser.parse_args()
    first, last = map(int, asked.seeds.split("-"))
    for seed in range(first, last + 1):
        path = HERE / asked.game / "logs" / f"random-{seed:02}.jsonl"
        table = record(path, asked.game, seed=seed)
        print(
            path.name,
            path.stat().st_size,
            table.seq,
            table.game.pages.current(table.state),
            is_told(table.game, table.state),
        )


if __name__ == "__main__":
    main()

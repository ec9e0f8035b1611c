"""Fill a database with thousands of plays and tables, as a version of Companion before them would have left it."""

import json
import random
import sqlite3

from companion.table.seating.seats import ALPHABET

TASKS = ("eight_mages", "ten_coins", "three_keys", "no_passages", "low_capacity")
LINES = ("keys", "staves", "hats", "cloaks", "coins", "corked", "mages", "trophies", "passages", "other")
COLOURS = ("red", "blue", "green", "yellow")


def dump(value):
    return json.dumps(value, ensure_ascii=False)


def explained(points):
    """Write the lines that explain a player's points."""
    part, rest = divmod(points, len(LINES))
    return dump(
        [
            {
                "id": id,
                "label": {"message": "Keys: %(count)s", "values": {"count": id}},
                "points": part + (rest if id == "other" else 0),
                "why": {"message": "3 points for each of %(count)s.", "values": {"count": part}},
            }
            for id in LINES
        ]
    )


class Plays:
    """Rows of plays and their players, drawn at random from `names`."""

    def __init__(self, names, *, alone=0.25, seed=7):
        self.names, self.alone, self.rng = names, alone, random.Random(seed)
        self.known = [explained(points) for points in range(60, 180)]

    def play(self, id):
        """Make one row of `plays` and its rows of `players`."""
        at = 1.6e9 + 5000 * id + self.rng.random()
        if self.rng.random() < self.alone:
            return self.solo(id, at)
        game = self.rng.choice(("djinn", "djinn", "emperor"))
        options = {"players": 4, "first_game": False, "longer": False} if game == "djinn" else {"mode": "Classic"}
        points = sorted((self.rng.randrange(60, 180) for _ in range(4)), reverse=True)
        return (id, game, code(id) if id % 2 else None, at, dump(options), ""), [
            (id, seat, name, COLOURS[seat], seat + 1, points[seat], 3, self.known[points[seat] - 60])
            if game == "djinn"
            else (id, seat, name, COLOURS[seat], 1 if seat == 0 else 2, None, None, "[]")
            for seat, name in enumerate(self.rng.sample(self.names, 4))
        ]

    def solo(self, id, at):
        """Make a game against Tom, most of them won."""
        won, points = self.rng.random() < 0.7, self.rng.randrange(60, 180)
        tasks = sorted(self.rng.sample(TASKS, self.rng.randrange(5))) if won else []
        options = {"players": 1, "first_game": False, "longer": False, "deck": self.rng.randrange(12, 16)}
        options |= {"result": "won" if won else "lost", "tasks": tasks, "challenge": CHALLENGE}
        lines = self.known[points - 60] if won else "[]"
        name = self.names[0] if self.rng.random() < 0.9 else self.rng.choice(self.names)
        player = (id, 0, name, "red", 1 if won else 2, points if won else None, None, lines)
        return (id, "djinn", None, at, dump(options), ""), [player]


CHALLENGE = "222222222"


def code(number):
    """Make the code of the table with a number."""
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(5))


def fill_plays(path, count, names, **how):
    """Add so many plays to the file."""
    made = Plays(names, **how)
    rows = [made.play(id) for id in range(1, count + 1)]
    with sqlite3.connect(path) as db:
        db.executemany(
            "INSERT INTO plays (id, game, code, played_at, options, note) VALUES (?, ?, ?, ?, ?, ?)",
            (play for play, _ in rows),
        )
        db.executemany(
            "INSERT INTO players (play, position, name, colour, place, points, tie_break, lines)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (player for _, players in rows for player in players),
        )
    db.close()


def fill_tables(path, count, phone, names):
    """Add so many tables of four, all of them hosted by one phone."""
    rng = random.Random(7)
    codes = [code(number) for number in range(1, count + 1)]
    with sqlite3.connect(path) as db:
        db.executemany(
            "INSERT INTO tables (code, game, opened_at, locked, seats_changed) VALUES (?, 'djinn', ?, 0, 0)",
            ((code, 1.6e9 + 5000 * number) for number, code in enumerate(codes)),
        )
        db.executemany(
            "INSERT INTO seats (code, seat, name, colour, key) VALUES (?, ?, ?, ?, ?)",
            (
                (code, seat, name, COLOURS[seat], f"{code}-{seat}")
                for code in codes
                for seat, name in enumerate(rng.sample(names, 4))
            ),
        )
        db.executemany(
            "INSERT INTO phones (code, phone, seat, host) VALUES (?, ?, NULL, 1)", ((c, phone) for c in codes)
        )
        db.executemany(
            "INSERT INTO log (code, seq, at, move, events, once, op)"
            " VALUES (?, 1, 1.6e9, 'open_game', '[]', 0, 'open')",
            ((code,) for code in codes),
        )
    db.close()

"""Record a whole game of random legal moves: `python tests/djinn/logs/record.py NAME --players 3 --seed 7 [--first]`.

With `--alone win`, `loss` or `last` (a win on the last possible card) it is one against Tom instead.

It plays through the app as phones do, exports the finished game, adds what it came to under "expect", and writes the
file NAME.json here. An old file is never written again: make a new one.
"""

import argparse
import json
import random
import tempfile
import time
from pathlib import Path

from companion import create_app
from companion.games.djinn import draft
from companion.games.djinn.facts import CARDS
from companion.games.djinn.result import sheet_scores
from companion.games.djinn.scoring import BOXES, standings
from companion.games.djinn.setup import elements, step_ids
from companion.table.play import find_table

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cem", "Dee")
COLOURS = ("red", "blue", "green", "yellow")


class Evening:
    """A table with a phone on each seat; Ann's is the host."""

    def __init__(self, app, *, players, seed, first_game):
        self.app, self.players, self.rng = app, players, random.Random(seed)
        self.phones = [app.test_client() for _ in range(players)]
        form = {"count": players, "deck": 12} | ({"first_game": "y"} if first_game else {})
        form |= {"longer": "y"} if players > 1 and not first_game else {}
        for n in range(players):
            form |= {f"players-{n}-name": NAMES[n], f"players-{n}-colour": COLOURS[n]}
        self.code = self.phones[0].post("/djinn/new", data=form).location.split("/")[2]
        for seat, phone in enumerate(self.phones):
            phone.post(f"/t/{self.code}/sit", data={"seat": seat})

    @property
    def table(self):
        with self.app.app_context():
            return find_table(self.code)

    @property
    def state(self):
        return self.table.state

    def tap(self, phone, path, **form):
        """Tap on the phone of a seat; say whether it was a legal move."""
        form = {"op": f"{self.rng.random()}", "seen": self.table.seq} | form
        if path in ("count", "tick", "untick", "pause", "resume", "private"):
            del form["seen"]
        place = "t" if path in ("undo", "redo") else "djinn"
        status = self.phones[phone].post(f"/{place}/{self.code}/{path}", data=form).status_code
        assert status in (303, 422), (path, form, status)
        return status == 303

    def think_again(self, seat):
        """Take the last move back now and then, and restore it every other time."""
        last = self.table.seq
        if self.rng.random() < 0.1 and self.tap(0, "undo", entry=last) and self.rng.random() < 0.5:
            self.tap(0, "redo", entry=last)

    def set_up(self):
        for element in self.rng.sample([*elements(self.state), "all"], 3):
            self.tap(0, "reroll", element=element)
        for step in step_ids(self.state):
            seat = self.rng.randrange(self.players)
            self.tap(seat, "tick", step=step)
            if self.rng.random() < 0.2 and self.tap(seat, "untick", step=step):
                self.tap(seat, "tick", step=step)
            self.think_again(seat)

    def draft(self):
        while (turn := draft.turn(self.state)) is not None:
            seat, tiles = turn
            wanted = "private_scoring" if "private_scoring" in tiles else self.rng.choice(tiles)
            self.tap(seat, "pick", seat=seat, tile=wanted)
            self.think_again(seat)

    def hunt(self):
        assert self.tap(0, "begin")
        while not self.state.at_source:
            seat = self.state.turn.seat
            for _ in range(self.rng.randrange(3)):
                self.act(seat)
                self.think_again(seat)
            self.tap(seat, "end-turn", seat=seat)
        for seat in range(self.players):
            if self.rng.random() < 0.7:
                self.tap(seat, "supply-boss", seat=seat)

    def hunt_alone(self, end):
        """Play against Tom until the game is won or lost."""
        assert self.tap(0, "begin")
        bosses = list(self.state.spaces)
        while not self.state.result and not self.state.finished:
            spare = end == "loss" or (end == "last" and self.state.cards_left > 1)
            if len(bosses) > spare:
                slot = bosses.pop()
                some = list(self.state.spaces[slot].djinn)[: self.rng.randint(0, 2)]
                self.tap(0, "catch", seat=0, slot=slot, djinn=some, boss="y")
                self.think_again(0)
                bosses = [slot for slot, space in self.state.spaces.items() if space.boss]
            if not self.state.result:
                assert self.tap(0, "reveal")
        if self.state.result == "won":
            assert self.tap(0, "flip")

    def act(self, seat):
        slot, space = self.rng.choice(list(self.state.spaces.items()))
        some = self.rng.sample(space.djinn, self.rng.randint(0, min(2, len(space.djinn))))
        boss = {"boss": "y"} if self.rng.random() < 0.6 else {}
        path = self.rng.choices(("catch", "flee", "remove", "draw", "pause", "resume"), (6, 2, 1, 1, 1, 1))[0]
        form = {} if path in ("pause", "resume") else {"seat": seat, "slot": slot, "djinn": some, **boss}
        self.tap(seat, path, **form)

    def fill_in(self):
        """Fill every sheet in: Djinn as caught, the rest as chance has it."""
        for seat in range(self.players):
            caught = len(self.state.caught[seat])
            circled = min(2, caught)
            self.tap(seat, "count", seat=seat, box="corked", value=caught - circled)
            self.tap(seat, "count", seat=seat, box="circled", value=circled)
            for box in BOXES:
                if box.id not in ("corked", "circled"):
                    most = min(box.most, 6)
                    self.tap(seat, "count", seat=seat, box=box.id, value=self.rng.randint(max(box.least, -3), most))
                    self.tap(seat, "count", seat=seat, box=box.id, by=self.rng.choice((-1, 1)))
                    self.think_again(seat)
            if "private_scoring" in draft.tiles_of(self.state, seat):
                card = self.rng.choice([card for card in CARDS if card not in self.state.cards])
                self.tap(seat, "private", seat=seat, card=card)

    def finish(self):
        assert self.tap(0, "finish")
        entry = self.table.seq
        assert self.tap(0, "undo", entry=entry)
        self.tap(0, "count", seat=0, box="coins", by=1)
        assert self.tap(0, "finish")

    def export(self):
        return self.phones[0].get(f"/t/{self.code}/export.json").json


def expected(state):
    """Give what a finished game came to."""
    scores = sheet_scores(state)
    ranking = standings({str(seat): (sheet, scores[seat]) for seat, sheet in enumerate(state.sheets)})
    return {
        "totals": [score.total for score in scores],
        "lines": [{line.id: line.points for line in score.lines if line.points} for score in scores],
        "places": [next(one.place for one in ranking if one.name == str(seat)) for seat in range(state.players)],
        "caught": [sorted(caught) for caught in state.caught],
        "aside": sorted(state.aside),
        "bag": sorted(state.bag),
        "supply_bosses": state.supply_bosses,
        "last_round": state.last_round,
        "tom": [state.result, state.cards_left, [card.id for card in state.revealed]],
        "seconds": [round(seconds, 3) for seconds in state.clock.seconds],
    }


def record(*, players, seed, first_game, alone=None):
    """Play a game; give its export with what it came to."""
    rng, now, real = random.Random(seed), [1_760_000_000.0], time.time
    time.time = lambda: now.append(now[-1] + rng.random() * 20) or round(now[-1], 3)
    try:
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(Path(folder), TESTING=True, WTF_CSRF_ENABLED=False, RANDOM=random.Random(seed))
            evening = Evening(app, players=players, seed=seed, first_game=first_game)
            evening.set_up()
            if alone:
                evening.hunt_alone(alone)
            else:
                evening.draft()
                evening.hunt()
            if alone != "loss":
                evening.fill_in()
                evening.finish()
            assert evening.tap(0, "tell-secret")
            return evening.export() | {"expect": expected(evening.state)}
    finally:
        time.time = real


def main():
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--alone", choices=("win", "loss", "last"))
    chosen = parser.parse_args()
    players = 1 if chosen.alone else chosen.players
    played = record(players=players, seed=chosen.seed, first_game=chosen.first, alone=chosen.alone)
    with (HERE / f"{chosen.name}.json").open("x", encoding="utf-8") as file:
        rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in played.pop("log"))
        head = json.dumps(played, ensure_ascii=False, indent=1).removesuffix("\n}")
        file.write(f'{head},\n "log": [\n{rows}\n]}}\n')


if __name__ == "__main__":
    main()

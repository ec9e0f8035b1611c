"""Record a whole game of Emperor or the war, of random moves: `python -m tests.record emperor NAME --seed 7`.

It plays through the app as phones do, undoing now and then, exports the finished game, adds what it came to under
"expect", and writes NAME.json into the game's logs. An old file is never written again: make a new one.
"""

import argparse
import json
import random
import tempfile
from pathlib import Path

from companion import create_app
from companion.games.efreet_war.facts import BY_ID
from companion.games.efreet_war.state import living as warring
from companion.games.efreet_war.state import points, team_of
from companion.games.emperor.facts import RANGES
from companion.games.emperor.state import emperors, living
from companion.table import export, seats
from companion.table.play import find_table

HERE = Path(__file__).parent


def expected(game, state):
    """Give what a finished game came to."""
    if game == "emperor":
        told = {"order": state.order, "lives": state.lives, "fallen": state.fallen, "range": state.range_id}
        told |= {"result": state.result, "results": state.results, "shares": state.shares}
        told["creatures"] = [[one.name, one.owner, one.controller, one.at] for one in state.creatures.values()]
    else:
        told = {"teams": state.teams, "points": list(points(state).values()), "result": state.result}
        told |= {"fallen": state.fallen, "resources": {id: one.status for id, one in state.resources.items()}}
        told["uncovered"] = {id: one.uncovered for id, one in state.resources.items()}
    return json.loads(json.dumps(told))


class Evening:
    """A table of a game that one phone plays for all."""

    def __init__(self, app, game, *, players, seed, **options):
        self.app, self.game, self.rng = app, game, random.Random(seed)
        self.host = app.test_client()
        form = {"count": players, **options}
        for n in range(players):
            form |= {f"players-{n}-name": f"Player {n}", f"players-{n}-colour": "red"}
        answer = self.host.post(f"/{game}/new", data=form)
        assert answer.status_code == 303, answer.text
        self.code = answer.location.split("/")[2]

    @property
    def table(self):
        with self.app.app_context():
            return find_table(self.code)

    @property
    def state(self):
        return self.table.state

    def tap(self, move, **form):
        """Tap; say whether it was a legal move. Now and then think again."""
        form = {"op": f"{self.rng.random()}", "seen": self.table.seq, **form}
        status = self.host.post(f"/{self.game}/{self.code}/{move}", data=form).status_code
        assert status in (303, 422), (move, form, status)
        if status == 303 and self.rng.random() < 0.05:
            entry = {"op": f"{self.rng.random()}", "entry": self.table.seq}
            undone = self.host.post(f"/t/{self.code}/undo", data=entry).status_code == 303
            if undone and self.rng.random() < 0.5:
                self.host.post(f"/t/{self.code}/redo", data=entry | {"op": f"{self.rng.random()}"})
        return status == 303

    def emperor(self):
        for seat in range(self.state.players):
            self.tap("ante", seat=seat, card=f"Card {seat}")
        self.tap("swap", one=0, other=1)
        while not self.state.begun:
            self.tap("begin")
        while self.state.result is None:
            state, rng = self.state, self.rng
            seat, other, known = rng.choice(state.order), rng.choice(state.order), rng.choice([None, *state.creatures])
            which = {"creature": known or "", "owner": seat, "name": f"Creature {state.noted + 1}"}
            which |= {"wall": "y"} if rng.random() < 0.1 else {}
            ends = not set(emperors(state)) - set(living(state)) or len(living(state)) < state.players - 2
            moves = [
                ("life", {"seat": seat, "by": rng.randrange(-5, 3)}),
                ("life", {"seat": seat, "value": rng.randrange(1, 30)}),
                ("march", which | {"owner": state.turn, "to": other}),
                ("march", which | {"owner": state.turn, "to": other}),
                ("steal", which | {"by": other}),
                ("force", which | {"source": other}),
                ("deploy", which | {"owner": state.turn, "to": other}),
                *((move, {"creature": known or ""}) for move in ("tap", "untap", "give-back", "bury")),
                ("end-turn", {"seat": state.turn}),
                ("out", {"seats": seat if rng.random() < 0.2 and (ends or seat not in emperors(state)) else ""}),
            ]
            move, choices = rng.choice(moves)
            self.tap(move, **choices)
        self.tap("divide")

    def efreet_war(self):
        self.tap("mix")
        while not self.state.begun:
            self.tap("begin")
        while self.state.result is None:
            state, rng = self.state, self.rng
            resource = rng.choice([*state.attacks, *sorted(BY_ID)])
            guards = state.resources[resource].guardians or ("",)
            held = state.artifacts.get(team_of(state, state.turn), ()) or ("",)
            fallen = rng.choice(warring(state)) if rng.random() < 0.05 else 99
            moves = [
                ("attack", {"resource": resource}),
                *2 * [("kill", {"resource": resource, "guardian": rng.choice(guards)})],
                ("resolve", {"resource": resource, "survived": rng.choice(["yes", "yes", "no"])}),
                ("king", {"answer": rng.choice(["gain", "remove", "leave"]), "artifact": rng.choice(held)}),
                ("end-turn", {"seat": state.turn}),
                ("out", {f"by_{fallen}": rng.randrange(-1, len(state.teams))}),
            ]
            move, choices = ("mix-sealed", {}) if rng.random() < 0.02 else rng.choice(moves)
            self.tap(move, **choices)
        self.host.post(f"/efreet_war/{self.code}/uncover-rest", data={"op": "rest", "seen": self.table.seq})


def record(game, *, players, seed, **options):
    """Play a game to its end; give its export with what it came to."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder), TESTING=True, WTF_CSRF_ENABLED=False, RANDOM=random.Random(seed))
        evening = Evening(app, game, players=players, seed=seed, **options)
        getattr(evening, game)()
        table = evening.table
        with app.app_context():
            data = export.dump(table, seats.find_seats(evening.code))
        for database in app.extensions["db_pool"]:
            database.close()
    return data | {"expect": expected(game, table.state)}


def main():
    """Read the command line and record one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["emperor", "efreet_war"])
    parser.add_argument("name")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--range", choices=list(RANGES), default="text")
    parser.add_argument("--mode", choices=["free", "teams", "emperor"], default="emperor")
    asked = parser.parse_args()
    of_game = {"emperor": {"range": asked.range, "ante": "y"}, "efreet_war": {"mode": asked.mode, "emperor_ends": "y"}}
    options = of_game[asked.game]
    path = HERE / asked.game / "logs" / f"{asked.name}.json"
    data = record(asked.game, players=asked.players, seed=asked.seed, **options)
    with path.open("x", encoding="utf-8") as file:
        json.dump(data, file, indent=1)
    print(path)


if __name__ == "__main__":
    main()

"""One machine plays all games at random as phones do; what is true after every step is true of a sixth game too."""

import html
import json

import pytest
from hypothesis import note, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from companion.kit.fairness.committed_random import Chance, DrawnAnew
from companion.scores.stores.play_store import find_code
from companion.storage.connections import get_db
from companion.table import store
from companion.table.log import effective, fold, fold_log
from companion.table.play import find_table, undone
from companion.web.rate_limits import LIMITS
from tests import scenes
from tests.log_tampering import named
from tests.phone_views import everything, look
from tests.scenes import GAMES, PACKAGES
from tests.thorough import tries

MOVES = st.integers(1, 20)
"""How many moves are made before everything is looked at."""
RANDOM = st.randoms(use_true_random=True)
PLAYED = st.sampled_from(tries([0, 20], [0, 60, 200]))
"""How many moves are made before anything is looked at."""
TELLING = ("tell-secret", "uncover-rest")
"""How games show what was hidden."""


class Playing(RuleBasedStateMachine):
    """A table of some game, at which one phone plays for all, by two processes that share a file."""

    def __init__(self, apps):
        super().__init__()
        self.apps = apps

    @initialize(game=st.sampled_from(GAMES), rng=RANDOM, played=PLAYED)
    def open(self, game, rng, played):
        for app in self.apps:
            app.config["RANDOM"].seed(f"{game} {rng.random()}")
        self.known = scenes.of(game)
        self.evening = scenes.Evening(self.apps[0], game, rng.choice(self.known.OPENINGS))
        places = everything(self.apps[0], game, self.evening.code)
        self.places = [place.split(self.evening.code) for place in places]
        self.copied, self.steps = False, 0
        self.table = self.evening.table
        self.watch()
        self.move(rng, played)

    def watch(self):
        """Let another phone look on, at the other process."""
        self.watcher = self.apps[1].test_client()
        self.watcher.post(f"/t/{self.evening.code}/watch")

    # What people do

    @rule(rng=RANDOM, moves=MOVES)
    def move(self, rng, moves):
        self.evening.rng = rng
        for _ in range(moves):
            note(f"{self.evening.random_move()}")
            if self.table.game.over(self.evening.state):
                break

    @rule(rng=RANDOM)
    def move_twice(self, rng):
        """Send a tap again: it counts once."""
        path, form = self.known.random_move(self.table.state, rng)
        sent = form | self.evening.op()
        self.evening.tap(path, sent)
        once = self.evening.table
        self.evening.tap(path, sent)
        assert self.evening.table == once

    @rule(rng=RANDOM, restore=st.booleans())
    def undo(self, rng, restore):
        """Take back any entry, if it can be; to restore it then changes nothing but what everybody has seen."""
        before = self.table
        early, late = before.moves[1:5] or before.moves, before.moves[-1:]
        seq = rng.choice(rng.choice([early, before.moves, before.entries, late])).seq
        status = self.evening.undo(seq)
        note(f"undo {seq}: {status}")
        if status != 303:
            assert status in (409, 422)
            assert self.evening.table == before
        elif restore:
            left = self.evening.table.entries[-1:]
            assert self.evening.redo(seq) == 303
            assert self.evening.state == fold(before.game, left, before.state)

    # No preconditions: the file keeps the tables of all examples, so a code may be taken when an example is run again,
    # and the game be another one then. What is drawn may not depend on it.

    @rule()
    def redo(self):
        if last := undone(self.table):
            assert self.evening.redo(last.strikes) in (303, 422)

    @rule(rng=RANDOM)
    def say_a_word(self, rng):
        if isinstance(self.table.state, Chance):
            seat = rng.randrange(self.table.state.players)
            assert self.evening.tap("word", {"seat": seat, "word": f"word {seat}"}) in (303, 422)

    @rule(path=st.sampled_from(TELLING))
    def tell(self, path):
        if isinstance(self.table.state, Chance) and self.table.game.over(self.table.state):
            assert self.evening.tap(path, {}) in (303, 404, 422)

    # What happens to the table

    @rule(other=st.booleans())
    def start_anew(self, other):
        """Fold all anew, as a server does that has just started; or go on at the other process."""
        if not other:
            self.evening.app.extensions["tables"].clear()
            return
        cookie = self.evening.host.get_cookie("companion").value
        self.evening.app = next(app for app in self.apps if app is not self.evening.app)
        self.evening.host = self.evening.app.test_client()
        self.evening.host.set_cookie("companion", cookie)

    @rule()
    def copy(self):
        """Go on with a copy; it is the same game, but for what is hidden."""
        before, shown = self.table, self.exported()
        self.evening.copy()
        self.copied = True
        self.watch()
        after = self.evening.table
        assert bare(self.exported()) == bare(shown)
        assert after.game.result(after.state) == before.game.result(before.state)
        drawn_anew = DrawnAnew() in after.entries[0].events
        note(f"copy {after.code}, drawn anew: {drawn_anew}")
        assert drawn_anew or after.state == before.state

    def exported(self):
        return self.evening.host.get(f"/t/{self.evening.code}/export.json").text

    # What is true after every step

    @invariant()
    def it_is_one_game_for_everybody(self):
        self.table = table = self.evening.table
        with self.apps[0].app_context():
            cold = fold_log(table.game, table.code, store.read_log(get_db(), table.game, table.code))
            kept = find_code(table.game.scores.score_key(table.code, table.state))
        for app in self.apps:
            with app.app_context():
                assert find_table(table.code) == cold
        assert cold.state == fold(table.game, effective(cold.entries))
        table.game.check(table.state, self.evening.seats)
        for law, (there, due) in self.known.conserved(table.state).items():
            assert there == due, law
        assert self.copied or (kept is not None) == table.game.over(table.state)  # the scores have what is over

    @invariant()
    def nobody_can_read_a_secret(self):
        """Look at all there is one after the other, now as the host and now as one who only watches."""
        self.steps += 1
        phone = (self.evening.host, self.watcher)[self.steps % 2]
        place = self.evening.code.join(self.places[self.steps // 2 % len(self.places)])
        text = html.unescape(look(phone, place))
        printed = place.endswith("/rules")  # stands there for everybody, whatever was dealt
        if not (printed or getattr(self.table.state, "told", False)):
            assert not [secret for secret in self.known.secrets(self.table) if secret and secret in text], place

    def teardown(self):
        """At the end see that the check names nothing, where nothing was drawn anew for a copy."""
        state = self.evening.state
        if isinstance(state, Chance) and not state.copied:
            assert named(self.table.game.slug, self.evening.table.entries)[0] == set()


def bare(text):
    """Read an exported log, without what says that it is a copy."""
    log = json.loads(text)["log"]
    for entry in log:
        entry["events"] = [event for event in entry["events"] if event["event"] != "DrawnAnew"]
    return log


@pytest.fixture(scope="module")
def processes(new_app, tmp_path_factory):
    """Make two apps on one file, each with tables of its own in memory."""
    folder, games = tmp_path_factory.mktemp("two"), [*PACKAGES.values()]
    freely = {name: "100000/hour" for name in LIMITS if name.startswith(("TABLES", "IMPORTS"))}
    return [new_app(folder, GAMES=games, PROPAGATE_EXCEPTIONS=True, **freely) for _ in range(2)]


def test_all_games_played_at_random_stay_games(processes):
    limits = settings(max_examples=tries(1, 40), stateful_step_count=tries(10, 40))
    run_state_machine_as_test(lambda: Playing(processes), settings=limits)

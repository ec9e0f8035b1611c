"""Files of tables from strangers: every entry as the app would have written it, or the file is refused, whole."""

import json
import random
import threading
import time
import tracemalloc
from copy import deepcopy
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from companion import GAMES
from companion.files.safe_readers import TABLE
from companion.games import emperor
from companion.games.djinn.facts.events import TilePicked
from companion.storage.connections import get_db
from companion.table.import_export import export, import_parser
from companion.table.log import Entry, Refusal, effective, fold, fold_log
from companion.table.play import find_table, redo
from tests import record
from tests.apps import row_counts
from tests.server import Browser, Server
from tests.thorough import tries

pytestmark = pytest.mark.usefixtures("read_here")

LOGS = {game: Path(__file__).parent.parent / game / "logs" for game in ("djinn", "emperor", "efreet_war")}
FILES = {"djinn": "two_first_game", "emperor": "six", "efreet_war": "free"}


def file_of(game):
    data = json.loads((LOGS[game] / f"{FILES[game]}.json").read_text(encoding="utf-8"))
    return {key: value for key, value in data.items() if key != "expect"}


@pytest.fixture
def djinn():
    return file_of("djinn")


@pytest.fixture
def load(app):
    """Import plain values; give the table's code, or the sentence why not, when nothing has changed."""

    def load(data):
        with app.app_context():
            before = rows()
            try:
                return export.load(data if isinstance(data, str | bytes) else json.dumps(data), phone="phone")
            except Refusal as refusal:
                assert rows() == before
                return str(refusal.text)

    return load


def rows():
    """Count everything that is kept."""
    return row_counts(get_db())


def entry(number, *events, move="count", **more):
    row = {"seq": number, "at": 1763775271.5, "seat": 0, "move": move, "events": list(events)}
    return row | {"strikes": None, "restores": None, "once": False} | more


def counted(by=1):
    return {"event": "SheetCounted", "seat": 0, "box": "coins", "by": by}


def longer(data, entries):
    """Make a file with other entries after the first."""
    log = data["log"][:1]
    for number, make in zip(count(2), entries, strict=False):
        log.append(make(number))
    return data | {"log": log}


@pytest.mark.parametrize("game", FILES)
def test_a_good_file_comes_in(app, load, game):
    code = load(file_of(game))
    with app.app_context():
        assert find_table(code).seq == len(file_of(game)["log"])


def test_a_log_of_undos_and_redos_comes_in_as_it_was(app, load, djinn):
    """Take back the last one, one before it, and restore both; take back what is long gone by."""
    plain = [lambda n: entry(n, counted(1)) for _ in range(200)]
    undo = [lambda n, back=back: entry(n, move="undo", strikes=n - back) for back in (1, 3)]
    redo = [lambda n, back=back: entry(n, move="redo", restores=n - back) for back in (4, 4)]
    data = longer(djinn, [*plain, *undo, *redo, lambda n: entry(n, move="undo", strikes=2)])
    code = load(data)
    with app.app_context():
        table = find_table(code)
        assert table.state.sheets[0].coins == 199
        assert table.state == fold(table.game, effective(table.entries))


def test_a_replay_folds_as_the_app_does():
    """Any undos and redos that the app may write, in any order."""
    game, rng = emperor.game, random.Random(7)
    with_opening = json.loads((LOGS["emperor"] / "six.json").read_text())["log"][:1]
    first = tuple(import_parser.event(game, dict(one)) for one in with_opening[0]["events"])
    for _ in range(tries(5, 20)):
        replay, log, struck = import_parser.Replay(game), [Entry(1, 1.0, None, "open", first)], []
        replay.add(log[0])
        for number in range(2, 400):
            standing = [move.seq for move in replay.moves[1:]]
            kind = rng.random()
            if kind < 0.2 and standing:
                struck.append(standing[-1] if rng.random() < 0.8 else rng.choice(standing))
                row = Entry(number, 1.0, None, "undo", strikes=struck[-1])
            elif kind < 0.3 and struck:
                row = Entry(number, 1.0, None, "redo", restores=struck.pop())
            else:
                life = import_parser.event(game, {"event": "LifeSet", "seat": number % 6, "life": number})
                row = Entry(number, 1.0, None, "life", (life,))
            log.append(row)
            replay.add(row)
        assert replay.state == fold_log(game, "X", log).state


# What is no log


NONSENSE = {
    "djinn": {"event": "TilePicked", "seat": 0, "tile": "joker"},
    "djinn, a sheet beyond all measure": counted(2**52),
    "djinn, a time at the end of time": {"event": "HuntBegun", "at": 2.0**52},
    "djinn, a time that is none": {"event": "HuntBegun", "at": "nan"},
    "emperor": {"event": "PlayersFallen", "seats": [1, 1]},
    "emperor, without an end": {"event": "PlayersFallen", "seats": [1] * 2_000},
    "efreet_war": {"event": "PlayersEliminated", "out": [[9, None, 1]], "teams": []},
}


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("what", NONSENSE)
@pytest.mark.parametrize("then", ["stands", "is struck", "is restored"])
def test_nonsense_is_refused_even_where_it_was_taken_back(load, what, then):
    """Its redo would bring it back, or its undo a state that nobody can play."""
    rows = [lambda n: entry(n, NONSENSE[what])]
    rows += [lambda n: entry(n, move="undo", strikes=n - 1)] * (then != "stands")
    rows += [lambda n: entry(n, move="redo", restores=n - 2)] * (then == "is restored")
    assert "a Companion table" in load(longer(file_of(what.split(",")[0]), rows))


@pytest.mark.parametrize("then", ["stands", "is struck", "is restored"])
def test_djinn_out_of_nothing_are_refused_or_cannot_be_restored(app, load, djinn, then):
    """In a copy all that is hidden was drawn anew, so what was taken back need not fit it: its redo is refused."""
    many = {"event": "DjinnCaught", "seat": 0, "slot": "R1", "location": "market", "djinn": ["brown"] * 90}
    rows = [lambda n: entry(n, many | {"boss": False})]
    rows += [lambda n: entry(n, move="undo", strikes=n - 1)] * (then != "stands")
    rows += [lambda n: entry(n, move="redo", restores=n - 2)] * (then == "is restored")
    code = load(longer(djinn, rows))
    if then != "is struck":
        assert "a Companion table" in code
        return
    with app.app_context(), pytest.raises(Refusal, match="make no sense"):
        redo(code, restored=2, seat=None, host=True, op="redo")


def test_a_log_whose_beginning_crashes_is_refused(load):
    """A card uncovered before any was dealt cannot be folded, whatever is dealt afterwards."""
    data = file_of("efreet_war")
    first = data["log"][0]
    early = {"event": "CardUncovered", "resource": "valley", "team": 0, "card": "x", "chooser": None}
    data["log"] = [entry(1, first["events"][0], move="open"), entry(2, early), first | {"seq": 3}]
    assert "a Companion table" in load(data)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "change",
    [
        {"strikes": 1},
        {"strikes": 99},
        {"restores": 2},
        {"strikes": 2, "restores": 2},
        {"seq": True},
        {"once": 1},
        {"at": True},
        {"at": 10**400},
        {"seat": 10**400},
        {"seat": -1},
        {"move": "x" * 60},
        {"move": "a b"},
        {"events": [counted()] * 300},
        {"events": [counted(10**400)]},
        {"events": [counted(True)]},
        {"events": [counted() | {"box": "x" * 2**20}]},
        {"events": [[]]},
        {"more": 1},
        {"arguments": None},
        {"arguments": [1]},
        {"arguments": {"seat": 10**400}},
        {"arguments": {"word": "x" * 1_001}},
        {"arguments": {"a": {"b": {"c": {"d": 1}}}}},
        {"arguments": {"seats": [1] * 200}},
    ],
    ids=str,
)
def test_an_entry_that_the_app_does_not_write_is_refused(load, djinn, change):
    data = longer(djinn, [lambda n: entry(n, counted()), lambda n: entry(n, counted())])
    assert len(load(data)) == 5
    data["log"][2] |= change
    assert "a Companion table" in load(data)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("one", FILES)
@pytest.mark.parametrize("other", FILES)
def test_a_table_of_another_game_is_refused(load, one, other):
    if one != other:
        assert "a Companion table" in load(file_of(one) | {"game": other})


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("colour", "x" * 2**20),
        ("colour", "ultraviolet"),
        ("colour", ["red"]),
        ("name", "x" * 2**21),
        ("name", "Bob"),
        ("name", ["Ann"]),
    ],
    ids=["long colour", "no colour", "a list", "long name", "the same name", "a list of names"],
)
def test_seats_have_known_colours_and_names_of_their_own(load, djinn, key, value):
    data = deepcopy(djinn)
    data["seats"][0][key] = data["seats"][1]["name"] if value == "Bob" else value
    assert "a Companion table" in load(data)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("code", ["k7qfm", "K7QF", "K7QFM2", "K7QF0", "K7QFM/2", "K7QFM\n", 7, None, ["K"]])
def test_a_code_is_one_of_ours(load, djinn, code):
    assert "a Companion table" in load(djinn | {"code": code})


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("number", ["9" * 400, "9" * 5_000, "1e999", "-1e999"])
def test_numbers_beyond_all_measure_are_refused(load, djinn, number):
    data = longer(djinn, [lambda n: entry(n, counted("NUMBER"))])
    assert "a Companion table" in load(json.dumps(data).replace('"NUMBER"', number))


@pytest.mark.thorough
def test_a_log_has_only_so_many_entries(load, djinn):
    data = longer(djinn, [lambda n: entry(n, counted(n % 2 * 2 - 1))] * TABLE.most)
    assert "at once" in load(data)


def test_a_log_has_only_so_many_events(load, djinn):
    """Each costs as much as an entry does, and two hundred of them may stand in one."""
    data = longer(djinn, [lambda n: entry(n, *[counted(n % 2 * 2 - 1)] * 200)] * (TABLE.most // 200))
    assert "at once" in load(data)


@pytest.mark.thorough
def test_a_log_takes_back_only_so_much(load, djinn):
    rows = [lambda n: entry(n, counted()), lambda n: entry(n, move="undo", strikes=n - 1)]
    assert "undoes and restores more" in load(longer(djinn, rows * (import_parser.MOST_STRUCK + 1)))


LIFE = {"event": "LifeCounted", "seat": 0, "by": 0}
WAVER = [lambda n: entry(n, move="undo", strikes=2), lambda n: entry(n, move="redo", restores=2)]
MUCH = {
    "a thousand taps back, fifty times": [*[lambda n: entry(n, LIFE)] * 1_000, *WAVER * 25],
    "a few long entries, a hundred times": [
        *[lambda n: entry(n, LIFE)] * 2,
        lambda n: entry(n, *[LIFE] * 100),
        *WAVER * 50,
    ],
    "nonsense, and a thousand times the move before it": [
        *[lambda n: entry(n, LIFE)] * 100,
        *WAVER * 500,
        lambda n: entry(n, NONSENSE["emperor"]),
        lambda n: entry(n, move="undo", strikes=n - 1),
    ],
}


@pytest.mark.parametrize("what", MUCH)
def test_what_is_folded_anew_grows_with_a_file_only(app, load, monkeypatch, what):
    """Of 0.2 MB that took back what came before long entries the second thoughts alone took 4 s."""
    data, folded, known = longer(file_of("emperor"), MUCH[what]), [0], emperor.game.evolve
    game = replace(emperor.game, evolve=lambda *of: folded.append(0) or known(*of))
    monkeypatch.setattr(export, "games", lambda: {game.slug: game})
    assert len(load(data)) == 5
    entries, events = len(data["log"]), sum(len(one["events"]) for one in data["log"])
    assert len(folded) < 2 * events + entries + import_parser.LEAST_FOLDED


def test_what_was_taken_back_and_not_looked_at_cannot_be_restored(app, load):
    data = longer(file_of("emperor"), MUCH["nonsense, and a thousand times the move before it"])
    code = load(data)
    with app.app_context(), pytest.raises(Refusal, match="make no sense"):
        redo(code, restored=len(data["log"]) - 1, seat=None, host=True, op="redo")


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_every_session_is_short_enough_for_all_that_was_taken_back(game, monkeypatch):
    """Though every tenth tap of most is an undo: whatever was ever on the table is looked at."""
    monkeypatch.setattr(import_parser, "check_copy", None)
    for path in (Path(__file__).parent.parent / game / "logs").glob("*.jsonl"):
        head, table = record.read(path)
        state = import_parser.check(table.game, table.entries, len(head["seats"]))
        assert state == table.state, path


@pytest.mark.thorough
def test_picks_without_end_are_refused_before_they_cost(load, djinn):
    """Each copies all before it: with 10,000 of them that took seconds."""
    pick = {"event": TilePicked.__name__, "seat": 0, "tile": "start_gift"}
    assert "a Companion table" in load(longer(djinn, [lambda n: entry(n, pick)] * tries(2_500, 10_000)))


@pytest.mark.thorough
def test_a_big_file_takes_little_room_and_leaves_none_behind(app, load, djinn):
    """Measure what an import allocates, in sizes of the file: with the 2 MB that it may have, far below 50 MB."""
    text = json.dumps(longer(djinn, [lambda n: entry(n, counted(n % 2 * 2 - 1))] * tries(300, 1_000))).encode()
    tracemalloc.start()
    try:
        code = load(text)
        assert len(code) == 5, code
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text)
    finally:
        tracemalloc.stop()
    assert code not in app.extensions["tables"]


@pytest.mark.thorough
def test_a_big_file_lets_others_have_their_turn(tmp_path, static_cache, djinn):
    """Ask for pages on one connection while another brings in 350 or 700 kB: none waits for the whole of it."""
    text = json.dumps(longer(djinn, [lambda n: entry(n, counted(n % 2 * 2 - 1))] * tries(2_000, 4_000))).encode()
    server, phones = Server(tmp_path / "instance", STATIC_CACHE=static_cache).start(), []
    try:
        host, guest, waits, done = Browser(server), Browser(server), [], threading.Event()
        phones = [host, guest]

        def bring():
            body = (
                f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{host.token}\r\n'
                '--x\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'
            ).encode()
            headers = {"Content-Type": "multipart/form-data; boundary=x"}
            answers.append(host.request("POST", "/import", body + text + b"\r\n--x--\r\n", headers))
            done.set()

        answers = []
        thread = threading.Thread(target=bring)
        began = time.monotonic()
        thread.start()
        while not done.is_set():
            before = time.monotonic()
            guest.get("/")
            waits.append(time.monotonic() - before)
        thread.join()
        assert answers[0].status == 303
        assert len(waits) > 3
        assert max(waits) < max(0.5, (time.monotonic() - began) / 2)
        answers[0].read()
    finally:
        for phone in phones:
            phone.connection.close()
        server.kill()

"""Importing counted in steps, not in seconds: what is done once, and what is done between two times of giving way."""

import gc
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion import GAMES
from companion.files import safe_readers
from companion.storage.connections import get_db
from companion.table import store
from companion.table.import_export import export, import_parser
from companion.table.log import Entry, Refusal
from companion.table.seating.seats import Seat
from tests import record
from tests.apps import embedded

pytestmark = pytest.mark.usefixtures("read_here")

LOGS = Path(__file__).parent.parent
MANY = 600


def session(game):
    """Read the file of a game's longest recorded session."""
    path = max((LOGS / game / "logs").glob("*.jsonl"), key=lambda path: path.stat().st_size)
    head, table = record.read(path)
    return export.dump(table, [Seat(n, one["name"], one["colour"], "", False) for n, one in enumerate(head["seats"])])


def row(seq, *events, **more):
    told = {"seq": seq, "at": 1.0, "seat": 0, "move": "a", "events": events, "strikes": None, "restores": None}
    return told | {"once": False} | more


def hostile():
    """Write a file of many private cards, which no export of ours has: a copy of it is made twice."""
    data = session("djinn")
    log = [one for one in data["log"][:1] if one["strikes"] is None]
    cards = ("few_passages", "no_key_mage")
    card = [{"event": "PrivateCardChosen", "seat": 0, "card": card} for card in cards]
    log += [row(len(log) + 1 + n, card[n % 2]) for n in range(MANY)]
    log += [row(len(log) + 1, move="undo", strikes=len(log)), row(len(log) + 2, move="redo", restores=len(log))]
    return data | {"log": log}


def hidden():
    """Write a file of many goals that are hidden already: to hide them changes nothing."""
    data = session("tales")
    goal = {"event": "GoalChosen", "seat": 0, "destiny": -1, "story": -1}
    return data | {"log": [*data["log"][:1], *(row(2 + n, goal) for n in range(MANY))]}


FILES = {**{game: lambda game=game: session(game) for game in GAMES}, "many private cards": hostile}
FILES["many hidden goals"] = hidden


@embedded  # PostgreSQL's driver waits, and lets others in, in the midst of what it writes
@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("what", FILES)
def test_no_pass_over_a_log_keeps_others_waiting(app, monkeypatch, what):
    """With no breath at all every entry lets others in: a pass that does not would make a call for each of them."""
    data, calls = FILES[what](), [0]
    monkeypatch.setattr(safe_readers, "BREATH", -1.0)
    monkeypatch.setattr(safe_readers, "yield_to_hub", lambda: calls.append(0))

    def count(_, event, __):
        calls[-1] += event == "call"

    with app.app_context():
        text = json.dumps(data).encode()
        export.load(text, phone="phone", keep_code=False)  # what is made once is made
        del calls[1:]
        sys.setprofile(count)
        try:
            export.load(text, phone="phone", keep_code=False)
        finally:
            sys.setprofile(None)
    size = max(len(data["log"]), MANY)
    most_at_once = max(len(entry["events"]) for entry in data["log"])
    assert len(calls) > 4 * len(data["log"])
    assert max(calls) < max(size, 150 * most_at_once), Counter(calls).most_common()[-5:]


def test_a_log_is_read_with_others_let_in_by_the_clock(app, monkeypatch):
    """A hundred entries may hold 19,000 events: read in one go they held others up for 37 ms."""
    with app.app_context():
        data = session("emperor")
        code, turns = export.load(json.dumps(data), phone="phone", keep_code=False), []
        monkeypatch.setattr(safe_readers, "BREATH", -1.0)
        monkeypatch.setattr(safe_readers, "yield_to_hub", lambda: turns.append(0))
        store.read_log(get_db(), export.games()["emperor"], code)
    assert len(turns) == len(data["log"])


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(("what", "folded"), [("djinn", 1), ("tales", 1), ("war_game", 1), ("many private cards", 2)])
def test_a_file_is_folded_and_said_once(app, monkeypatch, what, folded):
    """A copy without its hidden things is folded once more if the file had some, and what stays is not said again."""
    data, done = FILES[what](), Counter()

    def counted(name, game):
        def call(*arguments):
            done[name] += 1
            return getattr(game, name)(*arguments)

        return call

    with app.app_context():
        known = export.games()[data["game"]]
        game = replace(known, describe=counted("describe", known), evolve=counted("evolve", known))
        monkeypatch.setattr(export, "games", lambda: {game.slug: game})
        export.load(json.dumps(data), phone="phone", keep_code=False)
    events = sum(len(entry["events"]) for entry in data["log"])
    changes = sum(entry["strikes"] is not None or entry["restores"] is not None for entry in data["log"])
    assert events <= done["describe"] <= 10 + folded * events
    assert done["evolve"] <= folded * (events + 1) + 10 * changes  # and one that says so


def test_nobody_looks_for_garbage_while_a_file_comes_in(app, monkeypatch):
    """It would find none, and stop everybody for as long as all that the file made takes to be looked through."""
    looked = []
    read = import_parser.read
    monkeypatch.setattr(import_parser, "read", lambda data: looked.append(gc.isenabled()) or read(data))
    with app.app_context():
        export.load(json.dumps(session("emperor")), phone="phone", keep_code=False)
        with pytest.raises(Refusal):
            export.load("[]", phone="phone")
    assert looked == [False, False]
    assert gc.isenabled()


def test_others_may_write_until_a_file_is_ready(app, monkeypatch):
    """Half the time that taps waited for a file of 2 MB went into what is no writing yet."""
    written, to_row = [], store.to_row
    monkeypatch.setattr(store, "to_row", lambda *of, **op: written.append(get_db().is_writing) or to_row(*of, **op))
    with app.app_context():
        export.load(json.dumps(session("emperor")), phone="phone", keep_code=False)
    assert written
    assert not any(written)


def test_a_refused_file_leaves_nothing_to_look_through(app):
    """The refusal would keep all that was read until it is told; to look through that held others up for 30 ms."""
    data = session("emperor")
    data["log"].append(row(len(data["log"]) + 1, move="redo", restores=1))
    gc.freeze()  # what is here now is none of it
    with app.app_context(), pytest.raises(Refusal) as refused:
        export.load(json.dumps(data), phone="phone", keep_code=False)
    assert "damaged" in str(refused.value)
    assert not any(isinstance(one, Entry) for one in gc.get_objects())


def test_short_events_by_the_thousand_are_refused(app):
    """Each costs as much as a long one: a file has for each as many bytes as ours have at least, or half of them."""
    data = session("emperor")
    begun = {"event": "DuelBegun", "at": 1}
    data["log"] = [*data["log"][:2], *(row(3 + n, *[begun] * 150, seat=None) for n in range(10))]
    with app.app_context(), pytest.raises(Refusal, match="or this long"):
        export.load(json.dumps(data), phone="phone")


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_no_session_comes_near_what_a_file_may_hold(game):
    """Even without a blank its file is longer by far than its events need."""
    for path in (LOGS / game / "logs").glob("*.jsonl"):
        _, table = record.read(path)
        data = json.dumps(export.dump(table, []), ensure_ascii=False, separators=(",", ":")).encode()
        assert sum(len(entry.events) for entry in table.entries) < 0.7 * len(data) / import_parser.SHORTEST

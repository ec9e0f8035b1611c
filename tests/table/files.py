"""A game with every kind of entry, saved and opened as a file."""

import io
import json
import random
from copy import deepcopy

from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.djinn.setup import deal
from companion.table.import_export import export
from companion.table.log import Refusal
from companion.table.play import find_table, games, play, redo, undo
from companion.table.seating import lifecycle

ANN, BOB = 0, 1

CARDS = ("few_passages", "no_key_mage", "low_capacity", "high_base")
"""Scoring Cards whose names stand for nothing else; one of them at least is not on the table."""


def played(*, finished):
    """Play a game with every kind of entry: moves of all sorts, a private card, an undo and a redo; give its code."""
    rng, taps = random.Random(7), iter(range(99))
    code = lifecycle.open_table(games()["djinn"], [("Ann", "red"), ("אבי <b>", "blue")], phone="host")

    def tap(move, tapper=None, once=False, **choices):
        seen = find_table(code).seq if once else None
        play(code, move.__name__, move, tapped_by=tapper, op=f"tap-{next(taps)}", seen=seen, **choices)

    tap(deal.open_game, players=2, first_game=False, longer=True, rng=rng)
    tap(deal.reroll, once=True, element="djinn", rng=rng)
    tap(deal.tick, BOB, step="board", seat=BOB)
    tap(hunt.begin, once=True, at=1000.25)
    slot, space = next(iter(find_table(code).state.spaces.items()))
    tap(hunt.catch, ANN, once=True, seat=ANN, slot=slot, djinn=space.djinn[:1], boss=True)
    tap(hunt.draw_extra, BOB, once=True, seat=BOB)
    tap(hunt.end_turn, ANN, once=True, at=1060.5)
    tap(scoring.set_box, ANN, seat=ANN, box="coins", value=7)
    tap(scoring.set_box, BOB, seat=BOB, box="other", value=-3)
    tap(scoring.count, BOB, seat=BOB, box="corks", by=2)
    card = next(card for card in CARDS if card not in find_table(code).state.cards)
    tap(scoring.choose_private_card, BOB, seat=BOB, card=card)
    undo(code, struck=8, seat=ANN, host=False, op="undo")
    redo(code, restored=8, seat=ANN, host=False, op="redo")
    if finished:
        tap(scoring.end, once=True, at=2000.0)
        tap(scoring.tell_secret, once=True)
    return code


def phone_of(app, id):
    """Find the phone with an id."""
    phone = app.test_client()
    with phone.session_transaction() as session:
        session["phone"] = id
    return phone


def saved(app, code):
    """Read the file of a table, as its host saves it."""
    answer = phone_of(app, "host").get(f"/t/{code}/export.json")
    assert answer.status_code == 200
    return answer.text


def open_file(app, content, **form):
    content = content if isinstance(content, bytes) else content.encode()
    return app.test_client().post(
        "/import", data={"file": (io.BytesIO(content), "table.json"), "copied": "yes", **form}
    )


def changed(data, path, value):
    """Make a copy with another value at a path; a function makes it of the old one."""
    data = parent = deepcopy(data)
    *way, last = keys(data, path)
    for key in way:
        parent = parent[key]
    parent[last] = value(parent[last]) if callable(value) else value
    return data


def load(app, data):
    """Import plain values; give the new code, or None if they are refused."""
    with app.app_context():
        try:
            return export.load(json.dumps(data), phone="phone")
        except Refusal:
            return None


def keys(data, path):
    """Read a path: keys in the file joined by dots, or an event's name and its field for the first such event."""
    head, *rest = (int(key) if key.isdigit() else key for key in path.split("."))
    if head in data:
        return [head, *rest]
    for index, entry in enumerate(data["log"]):
        for number, event in enumerate(entry["events"]):
            if event["event"] == head:
                return ["log", index, "events", number, *rest]
    raise LookupError(path)

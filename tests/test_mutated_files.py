"""Files that somebody has tampered with: none takes long, much room or is answered with 500, and none comes in by half.

COMPANION_MUTATED sets how many of each kind.
"""

import json
import os
import random
import resource
import time
from copy import deepcopy
from pathlib import Path

import pytest

from companion import GAMES
from companion.games.djinn.box import corrections
from companion.storage.connections import get_db
from companion.table.import_export import export
from companion.table.seating.seats import Seat
from tests import record
from tests.apps import row_counts
from tests.test_upload_limits import FULL
from tests.thorough import tries

FILES = int(os.environ.get("COMPANION_MUTATED", tries(5, 40)))
SECONDS, KILOBYTES = 1.0, 50_000
"""What one file may take, of processor time and of memory."""
LOGS = Path(__file__).parent
LINES = 30
"""How many entries a recorded session has at least that is worth tampering with."""
TOKENS = (
    b"[" * 5_000,
    b'{"a":' * 5_000,
    b"]" * 50,
    b"9" * 400,
    b"9" * 4_301,
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b'"',
    b"'",
    b'"""',
    b"\\",
    b"\\ud800",
    b"\xff",
    b"\x00",
    b"\n",
    b"a" + b".a" * 2_000,
    b"[a" + b".a" * 2_000 + b"]",
    b"%(a).999999999f",
    b'{"message":"%(a)99999999s","values":{"a":1}}',
    b"\xf0\x9f\x8e\xb2" * 20_000,
    b"x" * 500_000,
    b"{}," * 50_000,
)
VALUES = (None, True, -1, 2**31, 10**20, 10**400, 0.5, "", "x" * 2**20, "K7QFM", [], {}, [[]], [1, 2], {"a": {"b": []}})
VALUES += ("%(a)999999999s", {"message": "%(a).999999999f", "values": {"a": 1.5}}, [{}] * 10_000, "\ud83c", "red")


def mutated_bytes(rng, data):
    """Cut, double, swap or insert pieces of a file's bytes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        start, length = rng.randrange(len(data) + 1), rng.choice((1, 3, 20, 400))
        kind = rng.random()
        if kind < 0.4:
            data[start:start] = rng.choice(TOKENS)
        elif kind < 0.6:
            del data[start : start + length]
        elif kind < 0.8:
            data[start:start] = data[start : start + length] * rng.choice((1, 2, 300))
        else:
            data[start : start + 1] = bytes([rng.randrange(256)])
    return bytes(data)


def holders(value):
    """List every list and object in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return ([value] if inner else []) + [one for each in inner for one in holders(each)]


def mutated_values(rng, value):
    """Put another value into a file's tree, take one out, double some, or move one elsewhere."""
    value = deepcopy(value)
    for _ in range(rng.randint(1, 3)):
        places = holders(value)
        if not places:
            break
        place = rng.choice(places)
        key = rng.choice([*place]) if isinstance(place, dict) else rng.randrange(len(place))
        kind = rng.random()
        if kind < 0.5:
            place[key] = deepcopy(rng.choice(VALUES))
        elif kind < 0.65:
            del place[key]
        elif kind < 0.8 and isinstance(place, list):
            place[key:key] = deepcopy(place[:key][:9]) * rng.choice((1, 30))
        else:
            place[key] = deepcopy(rng.choice(places))
    return json.dumps(value).encode()


@pytest.fixture(scope="module")
def app(new_app):
    """Share one app that takes any number of files."""
    return new_app(IMPORTS_PER_PHONE="10000000/hour", IMPORTS_PER_ADDRESS="10000000/hour")


@pytest.fixture(scope="module")
def owner(app):
    """Give a phone that has sat at a table."""
    phone = app.test_client()
    form = {"count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
    form |= {"players-0-colour": "red", "players-1-colour": "blue", "first_game": "y"}
    assert phone.post("/djinn/new", data=form).status_code == 303
    for day in range(1, 9):
        form = {"name": "Ann", "day": f"2026-01-0{day}", "deck": 12, "won": "y", "points": 100}
        assert phone.post("/djinn/solo/new", data=form).status_code == 303
    return phone


def kept(app):
    """Count what is kept: how many rows in each table."""
    with app.app_context():
        return row_counts(get_db())


def multipart(data):
    head = b'--b0undary\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'
    return {"data": head + data + b"\r\n--b0undary--\r\n", "content_type": "multipart/form-data; boundary=b0undary"}


def room():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def tried(app, owner, address, data):
    """Send a file; say what is wrong with what came of it, if anything is."""
    before, most, began = kept(app), room(), time.process_time()
    answer = owner.post(address, **multipart(data))
    took, grown = time.process_time() - began, room() - most
    if answer.status_code not in (303, 409, 413, 422):
        return f"status {answer.status_code}"
    if answer.status_code != 303 and kept(app) != before:
        return "refused, but something has changed"
    if answer.status_code == 303 and owner.get(answer.location, follow_redirects=True).status_code != 200:
        return f"came in, but its page {answer.location} does not"
    if took > SECONDS or grown > KILOBYTES:
        return f"{took:.2f} s, {grown} kB"
    return None


def many(app, owner, address, make):
    rng, found = random.Random(7), []
    for number in range(FILES):
        data = make(rng, number)
        wrong = tried(app, owner, address, data)
        if wrong:
            found.append((number, wrong, data[:200]))
    assert not found, f"{len(found)} of {FILES}\n" + "\n".join(map(str, found[:20]))


def session(game):
    """Read the file of a table: of the shortest recorded session that has something of everything."""
    paths = sorted((LOGS / game / "logs").glob("*.jsonl"), key=lambda path: path.stat().st_size)
    head, table = next(one for one in map(record.read, paths) if len(one[1].entries) > LINES)
    at_table = [Seat(number, one["name"], one["colour"], "", False) for number, one in enumerate(head["seats"])]
    return export.dump(table, at_table)


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_tampered_tables(app, owner, game):
    value = session(game)
    data = json.dumps(value, indent=1).encode()
    assert tried(app, owner, "/import", data) is None

    def make(rng, number):
        return mutated_values(rng, value) if number % 3 else mutated_bytes(rng, data)

    many(app, owner, "/import", make)


def test_tampered_plays(app, owner):
    value = owner.get("/scores/plays.json").json
    sentence = {"message": "%(first)s and %(last)s", "values": {"first": {"message": "Keys", "values": {}}, "last": 3}}
    lines = [{"id": "keys", "label": sentence, "points": 7, "why": "why"}]
    value[0]["players"][0]["lines"] = lines
    data = json.dumps(value, indent=1, ensure_ascii=False).encode()

    def make(rng, number):
        return mutated_values(rng, value) if number % 3 else mutated_bytes(rng, data)

    many(app, owner, "/scores/import", make)


def test_tampered_boxes(app, owner):
    data = corrections.to_toml(FULL).encode()
    assert tried(app, owner, "/djinn/box/import", data) is None
    many(app, owner, "/djinn/box/import", lambda rng, _: mutated_bytes(rng, data))

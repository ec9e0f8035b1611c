"""Files from strangers: as long as their kind needs, their shape looked at before it costs, whole or not at all."""

import io
import json
import re
import time
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion import GAMES
from companion.files.safe_readers import BOX, MOST_LINES, MOST_OPENED, PLAYS, TABLE, Json, Kind, TooLong, read_toml
from companion.games.djinn.box import corrections, finds
from companion.games.djinn.box.corrections import Box, ColourNote, TrophyNote, from_toml, parse, to_toml, tom_card
from companion.games.djinn.box.finds import FindNote
from companion.games.djinn.box.mages import NUMBERS, MageNote
from companion.games.djinn.facts import COLOURS, SLOTS, TILES, TROPHIES
from companion.games.djinn.state.model import CAPACITIES
from companion.language.catalogues import ours
from companion.language.texts import Text, from_plain
from companion.scores.exports import json_import
from companion.scores.stores import batch_store, play_store as scores
from companion.table.forms import MOST_PLAYERS
from companion.table.import_export.serialize import from_json, to_json
from companion.table.log import Refusal, effective
from companion.table.play import ended
from tests import record

FULL = Box(
    paths=frozenset(frozenset((one, other)) for one in sorted(SLOTS)[:10] for other in sorted(SLOTS)[10:20]),
    place={slot: (0.123, -2.5) for slot in SLOTS if slot != "S"},
    colours={id: ColourNote(f"{id:x<24}", "grey") for id in COLOURS},
    tom={number: tom_card(number, "market", "tavern", "coin_1", "key_1") for number in corrections.CARD_NUMBERS},
    trophies={id: TrophyNote("III", 36, "🎲" * corrections.LONGEST) for id in TROPHIES},
    tiles={tile.id: "\\" * corrections.LONGEST for tile in TILES.values() if tile.known != "whole"},
    scrolls=dict.fromkeys(CAPACITIES, 20),
    tents=dict.fromkeys(corrections.TENTS, '"' * corrections.LONGEST),
    sides={tile.id: tile.side for tile in TILES.values() if tile.certainty != "printed"},
    mages=dict.fromkeys(NUMBERS, MageNote(9, 20, dict.fromkeys(COLOURS, 9), key=True)),
)
GAINED = dict.fromkeys(finds.GAINS, finds.MOST)
ALL = replace(
    FULL,
    retold=dict.fromkeys(FULL.tiles, "Gain 1 Coin."),
    bonuses=dict.fromkeys(TROPHIES, GAINED),
    finds={number: FindNote("chest", f"What is in chest {number}", GAINED) for number in finds.NUMBERS},
    distinct=tuple(f"finds {one} {other}" for one in range(1, 26) for other in range(51, 71)),
    paths_confirmed=True,
)
"""What is told in many games besides."""
HEAD = "companion_djinn_box = 1\n"
MANY = BOX.size // 2
SLOW = {
    "a name of many parts": "a" + ".a" * MANY + " = 1",
    "a quoted name of many parts": '"a"' + '."a"' * (MANY // 2) + " = 1",
    "parts with blanks": "a" + " . a" * (MANY // 2) + " = 1",
    "a header of many parts": "[a" + ".a" * MANY + "]",
    "many headers": "".join(f"[a{n}]\n" for n in range(BOX.size // 8)),
    "many deep headers": "".join(f"[a.b.c{n}]\n" for n in range(BOX.size // 12)),
    "many names": "".join(f"a.b.c{n}=1\n" for n in range(BOX.size // 12)),
    "many tables in an array": "[[a]]\n" * (BOX.size // 6),
    "deep arrays": "a = " + "[" * MANY,
    "deep arrays that end": "a = " + "[" * MANY + "]" * MANY,
    "deep tables": "a = " + "{a=" * (MANY // 2),
    "a number of thousands of digits": "a = " + "9" * 4301,
    "a number of many parts": "a = 1" + "_1" * MANY,
    "a fraction of thousands of digits": "a = 1." + "9" * MANY,
    "a text without an end": 'a = "' + "x" * MANY,
    "a long text without an end": 'a = """' + "x" * MANY,
    "quotes": '"' * BOX.size,
    "quotes in lines": '"\n' * MANY,
    "triple quotes": 'a = """' * (MANY // 4),
    "quotes that hide a name": 'a = {b = """x"""", ' + "c." * (MANY - 50) + 'c = 1, d = ""}',
    "other quotes that hide a name": "a = {b = '''x'''', " + "c." * (MANY - 50) + "c = 1, d = ''}",
}


def test_whatever_a_box_may_hold_fits_its_file():
    text = to_toml(FULL)
    assert len(text.encode()) < BOX.size
    assert from_toml(text) == FULL


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_a_slow_toml_file_is_refused_before_it_costs(text):
    """One name of 100,000 parts took 8.8 GB; the measure is processor time, a hundred times what it takes."""
    before = time.process_time()
    with pytest.raises(Refusal):
        from_toml(HEAD + text)
    assert time.process_time() - before < 2


PIECES = (*('"""', "'''", '"', "'", "\\", "#", "\n", " ", "a", "=", "[", "]", "{", "}", ".", ",", "1", "é", "\\u"),)


def took(text, size):
    """Measure the processor time of reading a box of a text over and over, whatever comes of it."""
    text = HEAD + text * (size // len(text.encode()))
    before = time.process_time()
    with suppress(Refusal):
        from_toml(text)
    return time.process_time() - before


@pytest.mark.thorough
@pytest.mark.parametrize("first", PIECES)
def test_no_text_of_a_few_pieces_over_and_over_takes_long(first):
    """Long texts whose end never came took 11 s in 65 kB, since each was looked for again from every later quote."""
    for others in product(PIECES, repeat=2):
        for piece in (first + "".join(others), "a = " + first + "".join(others)):
            assert took(piece, BOX.size // 4) < 0.1 or took(piece, BOX.size) < 0.2, piece


def test_a_long_text_without_an_end_ends_the_reading_at_once():
    for quote in ('"""', "'''"):
        piece = f'{quote} "\\'
        assert took(piece, BOX.size) < 0.2


@pytest.mark.parametrize(
    "text",
    [
        *("[[a]]\n" * 1_001, "[a.b]\n" * 1_001, "a = [" + "[]," * 1_000 + "]", "a = [" + "{}," * 1_000 + "]"),
        *("#\n" * 4_001, "\n" * 4_001, "a = [" + "\n" * 4_001 + "]"),
    ],
)
def test_a_toml_file_has_only_so_many_tables_arrays_and_lines(text):
    """Four thousand tables in one array took 44 ms, twenty thousand empty ones 22, and 32,000 empty comments 25."""
    with pytest.raises(Refusal, match="or this long"):
        read_toml(text)


def test_a_box_that_holds_all_it_can_is_read():
    """A full one was too much once its finds were told, too, and no page showed it any more."""
    assert len(to_toml(ALL)) < BOX.size
    assert parse(to_toml(ALL)) == ALL
    assert to_toml(ALL).count("[") < MOST_OPENED / 2
    assert to_toml(ALL).count("\n") < MOST_LINES


@pytest.mark.parametrize(
    "text", ["a = '''x''''", 'a = """x"""""', "a = [['''[[[[''']]", 'a = 1 # [[[[[[ "', "a.b.c = 1"]
)
def test_a_text_that_only_looks_slow_is_read(text):
    assert read_toml(text)


def send(client, path, data):
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'
    return client.post(path, data=head + data + b"\r\n--x--\r\n", content_type="multipart/form-data; boundary=x")


@pytest.mark.parametrize("length", range(60, 64))
def test_a_file_comes_whole_wherever_its_lines_end(app, length):
    """What may follow an end of line is kept in memory until the next piece comes."""
    data = b"x" * length + b"\n" * 200_000
    assert send(app.test_client(), "/import", data).status_code == 422


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(("path", "kind"), [("/djinn/box/import", BOX), ("/scores/import", PLAYS), ("/import", TABLE)])
def test_a_file_is_as_long_as_its_kind_needs(ann, open_djinn, path, kind):
    open_djinn(ann)
    assert send(ann.http, path, b" " * kind.size).status_code == 422
    for size in (kind.size + 1, kind.size + 2**20):
        answer = send(ann.http, path, b" " * size)
        assert answer.status_code == 413
        assert re.search("This file is too big|too much at once", answer.text)
    assert ann.get("/scores/plays.json").json == []


def test_a_form_without_a_file_is_not_read_when_it_is_long(ann):
    for length in (64 * 1024, 2**20):
        answer = ann.post("/language", language="de", more="x" * length)
        assert (answer.status_code, answer.headers.get("Set-Cookie")) == (413, None)
        assert '<html lang="en">' in ann.get("/").text


RUBBISH = {
    "fields": "a&",
    "pairs": "a=b&",
    "no text": "%ff",
    "no code": "%zz",
    "signs": "%",
    "no text in fields": "%ff&",
    "words": "ab+%20c=1&",
}


@pytest.mark.parametrize("unit", RUBBISH.values(), ids=RUBBISH)
@pytest.mark.parametrize("size", [2**16 - 1, 2**19 - 1])
def test_rubbish_without_a_token_costs_less_than_a_page(new_app, unit, size):
    """512 kB of it took up to 435 ms each time, before anybody asked for a token."""
    phone = new_app(WTF_CSRF_ENABLED=True).test_client()
    body, took = (unit * size)[:size], []
    for _ in range(3):
        before = time.process_time()
        answer = phone.post("/djinn/new", data=body, content_type="application/x-www-form-urlencoded")
        took.append(time.process_time() - before)
        assert answer.status_code in (400, 413)
    assert min(took) < 0.05


def test_what_the_largest_form_sends_is_read(app, owner):
    """Notes of nothing but emoji in all places of the box: 51 kB."""
    notes = {f"bonus-{id}": "🎲" * corrections.LONGEST for id in TROPHIES} | {f"points-{id}": 36 for id in TROPHIES}
    assert len(urlencode(notes)) > 50_000
    answer = owner.post("/djinn/box/trophies", **notes)
    assert answer.status_code == 303
    assert owner.get("/djinn/box/trophies").text.count("🎲" * corrections.LONGEST) == len(TROPHIES)


def test_a_file_is_not_read_to_its_end():
    stream = io.BytesIO(b"x" * 100)
    with pytest.raises(TooLong):
        Kind(10, 1, 1).read(stream)
    assert stream.tell() == 11


# JSON, piece by piece


def elements(text, most=9, longest=99_999):
    file = Json(text if isinstance(text, bytes) else text.encode())
    found = [row for _, row in file.elements(Kind(0, most, longest))]
    file.end()
    return found


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [{}],
        [{"a": 'ü 🎲 \\ " \n ] }'}, {"b": [1, 2.5, None, True, {"c": "x" * 50_000}]}],
        [{"a": "é" * 9_000}, {"1": 2**53, "2": -0.25}],
    ],
)
@pytest.mark.parametrize("style", [{}, {"indent": 3}, {"ensure_ascii": False}, {"separators": (",", ":")}])
def test_objects_come_one_by_one_as_they_were_written(rows, style):
    assert elements(json.dumps(rows, **style)) == rows


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "{}",
        "[1]",
        "[[]]",
        "[{}",
        "[{},]",
        "[{} {}]",
        "[{}] []",
        '[{"a": 1' + "0" * 5_000 + "}]",
        '[{"a": NaN}]',
        '[{"a": -Infinity}]',
        '[{"a": "\\ud800"}]',
        b'[{"a": "\xff"}]',
        '[{"a": ' + "[" * 50_000 + "}]",
        '[{"a": "' + "x" * 100_000 + '"}]',
    ],
)
def test_what_is_no_list_of_objects_raises(text):
    with pytest.raises((ValueError, RecursionError)):
        elements(text)


def test_a_file_lists_only_so_much():
    assert len(elements("[{},{},{}]", most=3)) == 3
    with pytest.raises(TooLong):
        elements("[{},{},{}]", most=2)


def test_members_come_one_by_one_and_once():
    file = Json(b' {"a" : 1, "b":[{"c":2}] } ')
    found = {
        name: file.value(99) if name == "a" else [row for _, row in file.elements(TABLE)] for name in file.members()
    }
    file.end()
    assert found == {"a": 1, "b": [{"c": 2}]}
    file = Json(b'{"a":1,"a":1}')
    with pytest.raises(ValueError, match="a"):
        [file.value(9) for _ in file.members()]


# Sentences


def read_here(data):
    """Read plays in this process, not in one of their own."""
    return json_import.Plays(data, [*json_import.find(data)])


def deep(levels, message="%(first)s, %(then)s"):
    value = "x"
    for _ in range(levels):
        value = {"message": message, "values": {"first": value, "then": value if levels < 40 else "y"}}
    return value


HOSTILE = {
    "a width": {"message": "%(a).999999999f", "values": {"a": 1.5}},
    "a width of ours": {"message": "%(first)999999999s", "values": {"first": 1}},
    "a sentence of nobody": {"message": "Hello", "values": {}},
    "HTML": {"message": '"><b hx-post="/x" hx-trigger="load">', "values": {}},
    "values missing": {"message": "%(first)s and %(last)s", "values": {}},
    "values too many": {"message": "Keys", "values": {"a": 1}},
    "a value that is a list": {"message": "%(first)s and %(last)s", "values": {"first": [1], "last": 1}},
    "a value that is an object": {"message": "%(first)s and %(last)s", "values": {"first": {}, "last": 1}},
    "a long value": {"message": "%(first)s and %(last)s", "values": {"first": "x" * 300, "last": 1}},
    "a deep one": deep(100),
    "a wide one": deep(8),
    "a message that is none": {"message": 7, "values": {}},
    "values that are none": {"message": "Keys", "values": []},
    "lines": "two\nlines",
    "a long text": "x" * 5_000,
    "a number": 7,
    "a huge number in it": {"message": "%(first)s and %(last)s", "values": {"first": 10**400, "last": 1e308 * 10}},
    "nothing": None,
}


@pytest.fixture
def play():
    """Make a play as a file has it."""
    line = {"id": "keys", "label": {"message": "Keys", "values": {}}, "points": 7, "why": "why"}
    player = {"name": "Ann", "colour": "red", "place": 1, "points": 7, "tie_break": None, "lines": [line]}
    options = {"deck": 12, "tasks": ["a"], "range": {"message": "Keys", "values": {}}, "longer": True, "mode": None}
    return {"game": "djinn", "code": None, "played_at": 1.0, "options": options, "note": "", "players": [player]}


def imported(rows):
    return list(read_here(json.dumps(rows).encode()))


def test_a_good_play_comes_in(play):
    (found,) = imported([play])
    assert to_json(found) == to_json(from_json(play | {"id": 0}))
    assert found.players[0].lines[0].label == Text("Keys")
    assert found.players[0].lines[0:] == from_json(play | {"id": 0}).players[0].lines


def test_a_play_that_comes_in_keeps_its_sentences(app, play):
    with app.test_request_context():
        added, _ = batch_store.bring_in(read_here(json.dumps([play]).encode()))
        kept = scores.find(scores.plays()[0].id)
    assert added == 1
    assert kept.players[0].lines == from_json(play | {"id": 0}).players[0].lines


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("where", ["label", "why", "range"])
def test_only_our_own_sentences_come_in(play, where, value):
    (play["options"] if where == "range" else play["players"][0]["lines"][0])[where] = value
    if where == "range" and (value is None or value == 7):
        assert imported([play])
        return
    before = time.process_time()
    with pytest.raises(Refusal):
        imported([play])
    assert time.process_time() - before < 1


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
def test_a_sentence_that_is_kept_already_is_read_and_never_formatted(value):
    before = time.process_time()
    found = from_plain(value, ours())
    assert time.process_time() - before < 1
    assert not isinstance(found, Text) or found.message in ours()
    assert not isinstance(found, str) or len(found) <= 5_000


def test_a_sentence_of_an_older_version_still_reads():
    old = {"message": "%(name)s had %(count)s Lamps.", "values": {"name": "Ann", "count": 3}}
    assert from_plain(old, ours()) == "Ann had 3 Lamps."


def wrong(play, entry, value):
    """Make a play with another value at an entry of it, of its player or of its line."""
    player = play["players"][0]
    holder = next(one for one in (play, player, player["lines"][0]) if entry in one)
    holder[entry] = value
    return play


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("entry", "value"),
    [
        *((entry, 10**400) for entry in ("played_at", "place", "points", "tie_break")),
        *((entry, True) for entry in ("played_at", "place", "points")),
        *((entry, "x" * 2**20) for entry in ("game", "code", "note", "name", "colour", "id")),
        *((entry, {}) for entry in ("game", "code", "note", "name", "colour", "id", "lines", "players")),
        ("code", "k7qfm"),
        ("code", "K7QFM/1"),
        ("options", {"a" * 99: 1}),
        ("options", {str(n): n for n in range(99)}),
        ("options", {"a": [["a"]]}),
        ("options", {"a": 10**400}),
        ("options", {"a": [-(10**17)]}),
        ("options", {"a": ["x" * 999]}),
        ("options", {"a": list(range(999))}),
        ("options", {"a": {"b": 1}}),
        ("options", []),
        ("tie_break", 10**6),
        ("colour", "ultraviolet"),
    ],
)
def test_a_wrong_entry_is_refused(play, entry, value):
    with pytest.raises(Refusal):
        imported([wrong(play, entry, value)])


def test_a_code_stands_once_in_a_file(play):
    assert len(imported([play, play | {"played_at": 2.0}])) == 2
    with pytest.raises(Refusal, match="Play 2"):
        imported([play | {"code": "K7QFM"}, play | {"code": "K7QFM", "played_at": 2.0}])


def with_players(play, *names):
    return play | {"players": [play["players"][0] | {"name": name} for name in names]}


def at_moments(plays):
    return [play | {"played_at": float(at)} for at, play in enumerate(plays)]


def test_a_play_has_as_many_players_as_a_table_and_some_more(play):
    most = json_import.MOST_SEATED
    assert most > MOST_PLAYERS
    assert len(imported([with_players(play, *map(str, range(most)))])) == 1
    with pytest.raises(Refusal, match="invalid entry, “players”"):
        imported([with_players(play, *map(str, range(most + 1)))])


def test_plays_of_one_player_stand_together_each_the_oldest_first(play):
    """So do their lists: 5,000 games against Tom by a thousand players took twice as long by their days."""
    names = [("Bob",), ("Ann",), ("Ann", "Bob"), ("Bob",), ("Ann", "Bob"), ("Ann",)]
    found = imported([with_players(play, *some) | {"played_at": at} for at, some in enumerate(names)][::-1])
    assert [found.played_at for found in found] == [2, 4, 1, 5, 0, 3]


def without_lines(plays):
    return [one | {"players": [player | {"lines": []} for player in one["players"]]} for one in plays]


def test_a_file_names_only_so_many_players_for_its_length(play):
    """Each stands in lists and sums: plays of nothing but new players took twice as long as they may."""
    guests = at_moments(with_players(play, *(f"{n} of {at}" for n in range(8))) for at in range(200))
    assert len(json.dumps(guests)) > 200 * 8 * json_import.BYTES_A_SUM
    assert len(imported(guests)) == 200
    with pytest.raises(Refusal, match="or this long"):
        imported(without_lines(guests))


def test_the_same_people_play_as_often_as_they_like(play):
    """A house could not read back its own export of 160 plays of five without lines."""
    evenings = without_lines(at_moments([with_players(play, *"ABCDE")] * 1000))
    assert len(imported(evenings)) == 1000


def test_a_file_has_plays_of_only_so_many_games(play):
    games = at_moments(play | {"game": f"game_{n}"} for n in range(json_import.MOST_GAMES + 1))
    assert len(imported(games[1:])) == json_import.MOST_GAMES
    assert 4 * len(GAMES) < json_import.MOST_GAMES
    with pytest.raises(Refusal, match="or this long"):
        imported(games)


@pytest.mark.thorough
def test_real_plays_are_so_long_that_all_their_players_may_come_in():
    for path in Path(__file__).parent.glob("*/logs/*.jsonl"):
        head, table = record.read(path)
        players = [(seat["name"], seat["colour"]) for seat in head["seats"]]
        moves = effective(table.entries)
        if play := ended(table.game, "ABCDE", table.state, players, table.entries[-1].at, moves=moves):
            assert len(json.dumps(to_json(play))) > 1.25 * json_import.BYTES_A_SUM * len(players), path


@pytest.mark.thorough
def test_only_so_many_plays_come_in_at_once(play):
    assert len(read_here(json.dumps([play] * PLAYS.most).encode())) == PLAYS.most
    with pytest.raises(TooLong):
        imported([play] * (PLAYS.most + 1))

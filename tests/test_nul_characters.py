"""A character that PostgreSQL keeps in no text is refused before any database sees it, wherever it is sent."""

import io
import json

import pytest
from werkzeug.routing import BuildError

from tests.thorough import share

TEXTS = ("\0", "a\0b")
ASKED = ("text", "game", "player", "since", "players", "q", "code", "had")


def paths(app, text):
    """List every address with the text in place of its codes, links and names."""
    adapter = app.url_map.bind("")
    for rule in app.url_map.iter_rules():
        try:
            yield rule, adapter.build(rule.endpoint, dict.fromkeys(rule.arguments, text), force_external=False)
        except (BuildError, ValueError):  # its arguments are numbers
            continue


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("text", TEXTS)
def test_no_address_brings_it(app, ann, table, text):
    for number, (rule, path) in enumerate(paths(app, text)):
        if rule.arguments and "GET" in rule.methods:
            assert ann.get(path).status_code == 404, path
        if not rule.arguments and "GET" in rule.methods:
            for name in share(ASKED, number, of=4):
                assert ann.http.get(path, query_string={name: text}).status_code == 400, (path, name)
    assert ann.http.get(f"/djinn/{table}/hunt", query_string={"since": text}).status_code == 400


@pytest.mark.parametrize("text", TEXTS)
def test_no_tap_brings_it(ann, table, text):
    """Not in its id, which is kept as it is, nor in what it chooses; of a name it is left out."""
    before = ann.get(f"/t/{table}/log").text.count("<li")
    for form in ({"op": text}, {"op": "good", "step": text}):
        answer = ann.http.post(f"/djinn/{table}/tick", data={"seen": "1", "step": "board"} | form)
        assert answer.status_code == 422
    assert ann.get(f"/t/{table}/log").text.count("<li") == before
    assert ann.post(f"/t/{table}/rename", seat=0, name=f"Zoe{text}", colour="red").status_code == 303
    assert "\0" not in ann.get(f"/t/{table}/menu").text


@pytest.mark.parametrize("field", ["name", "note"])
def test_no_file_of_plays_brings_it(ann, table, field):
    player = {"name": "Zaphod", "colour": "red", "place": 1, "points": 80, "tie_break": None, "lines": []}
    play = {"game": "djinn", "code": None, "played_at": 1e9, "options": {}, "note": "", "players": [player]}
    for text, status in (("good", 303), ("a\0b", 422)):
        changed = play | ({"note": text} if field == "note" else {"players": [player | {"name": text}]})
        data = {"file": (io.BytesIO(json.dumps([changed]).encode()), "plays.json")}
        assert ann.http.post("/scores/import", data=data).status_code == status
    plays = ann.get("/scores/plays.json").json
    arrived = [one["note"] if field == "note" else one["players"][0]["name"] for one in plays]
    assert "good" in arrived
    assert not any("a" in value for value in {*arrived} - {"Zaphod"})

"""What strangers try against a house: forged cookies, other processes, numbers and links that nobody gave them."""

import json
import re
from pathlib import Path

import pytest

from companion.games.djinn.box.table_notes import UNTOLD
from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.storage.connections import get_db
from companion.table.play import find_table, play
from tests.apps import ON
from tests.houses.test_membership import recovery, rows, sent
from tests.houses.test_permissions import GETS, plays


def test_a_chosen_house_is_only_a_wish(app, ann, cem, opened):
    """Whatever stands in a cookie, membership is asked for."""
    code = opened(ann)
    opened(cem, ("Cem", "Dee"))
    [(house,)] = rows(app, "SELECT house FROM tables WHERE code = ?", code)
    with cem.http.session_transaction() as session:
        session["house"] = house
    assert code not in cem.get("/").text
    assert "Cem&#39;s house" in cem.get("/house/").text
    for wish in (house, 0, -1, 2**31, 2**70, "x", "1e3", ""):
        assert cem.post("/house/choose", house=wish).status_code in (403, 422)


@pytest.mark.skipif(bool(ON), reason="each app has a database of its own there")
def test_a_removed_phone_is_out_at_every_process(app, new_app, ann, bob, opened, joined, members):
    other = new_app(Path(app.instance_path), PUBLIC=True)
    code = opened(ann)
    joined(bob, ann)
    elsewhere = type(bob)(other)
    elsewhere.http.set_cookie("companion", bob.http.get_cookie("companion").value)
    assert code in elsewhere.get("/").text
    assert ann.post("/house/remove", member=members(ann)["Bob"]).status_code == 303
    assert code not in elsewhere.get("/").text
    assert elsewhere.get("/scores/plays.json").text == "[]"


def test_a_play_of_another_house_is_as_one_that_never_was(app, ann, cem, opened):
    opened(ann)
    opened(cem, ("Cem", "Dee"))
    assert ann.http.post("/scores/import", data=plays("Zaphod")).status_code == 303
    [(id,)] = rows(app, "SELECT id FROM plays")
    for path in ("/scores/{}", "/scores/{}.svg", "/scores/{}/edit", "/scores/{}/delete", "/scores/import/{}"):
        answers = [cem.get(path.format(one)) for one in (id, id + 1000)]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert answers[0].text == answers[1].text


def test_a_file_of_another_house_becomes_a_table_of_ones_own(app, ann, cem, opened):
    code = opened(ann)
    opened(cem, ("Cem", "Dee"))
    file = ann.get(f"/t/{code}/export.json").data
    assert sent(cem, "/import", file).status_code == 409
    assert sent(cem, "/import", file, copied="y").status_code == 303
    cem.get("/")
    houses = dict(rows(app, "SELECT code, house FROM tables"))
    [mine] = {houses[code]}
    assert sorted(house == mine for house in houses.values()) == [False, False, True]
    said = json.loads(file)
    free = json.dumps(said | {"code": "ZZZZZ"}).encode()
    assert sent(cem, "/import", free).status_code == 303
    assert dict(rows(app, "SELECT code, house FROM tables"))["ZZZZZ"] != mine


@pytest.mark.parametrize("path", sorted(path for path in GETS if "{" not in path))
def test_nothing_of_a_house_is_kept_between_it_and_its_phones(ann, opened, path):
    opened(ann)
    answer = ann.get(path)
    kept = answer.headers.get("Cache-Control")
    assert answer.status_code in (200, 404)
    assert kept == "no-store"
    assert not {"ETag", "Last-Modified"} & {*answer.headers.keys()}


@pytest.mark.parametrize("secret", ["%00", "%ff", "%ed%a0%80", "..%2f..", "x" * 3000, "%F0%9F%A7%9E", "' OR 1=1 --"])
def test_garbage_is_no_link(app, cem, secret):
    before = rows(app, "SELECT count(*) FROM members")
    for path in ("/house/join/", "/house/recover/"):
        assert cem.get(path + secret).status_code in (400, 404, 429)
        assert cem.post(path + secret, name="Eve").status_code in (400, 404, 429)
    assert rows(app, "SELECT count(*) FROM members") == before


@pytest.mark.parametrize("name", ["", " ", "\0", "\u2800", "x" * 25, "x" * 100_000])
def test_a_name_has_to_be_one(app, ann, bob, opened, invited, name):
    opened(ann)
    for phone, path in ((ann, "/house/name"), (ann, "/house/me"), (bob, invited(ann))):
        assert phone.post(path, name=name).status_code in (413, 422)
    assert rows(app, "SELECT name FROM houses") == [("",)]
    assert rows(app, "SELECT name FROM members") == [("Ann",)]


def test_links_lead_into_their_own_house_only(app, ann, bob, opened, invited):
    """Whatever house the phone that opens them has chosen, or came with."""
    code, own = opened(ann), opened(bob, ("Bob", "Dee"))
    join, recover = invited(ann), recovery(ann)
    houses = dict(rows(app, "SELECT code, house FROM tables"))
    assert bob.post(join, name="Bob", house=houses[own], member=1).status_code == 303
    bob.get("/")
    assert bob.post("/house/name", name="Mine").status_code == 403  # he came into hers, and hosts only his
    assert bob.post(recover, name="Bob").status_code == 303
    bob.get("/")
    found = rows(app, "SELECT house, name, host FROM members ORDER BY house = ?, name", houses[code])
    assert found == [(houses[own], "Bob", 1), (houses[code], "Ann", 0), (houses[code], "Bob", 1)]


def test_a_rematch_that_a_guest_opens_is_the_houses_and_played_with_its_box(app, ann, bob, opened):
    """Though the guest sees nothing of the box but what the game says of it."""
    box = b'companion_djinn_box = 1\n[tiles]\n%s = "Beeblebrox"\n' % UNTOLD[0].encode()
    code = opened(ann)
    assert sent(ann, "/djinn/box/import", box).status_code == 303
    bob.post(f"/t/{code}/sit", seat=1)
    bob.get("/")
    with app.app_context():
        play(code, "count", scoring.count, tapped_by=0, op="count", seat=0, box="corks", by=1)
        for name, move in (("begin", hunt.begin), ("end", scoring.end)):
            play(code, name, move, tapped_by=None, op=name, seen=find_table(code).seq, at=2e9)
    answer = bob.post(f"/djinn/{code}/rematch")
    assert answer.status_code == 303, answer.text
    with app.app_context():
        assert find_table(answer.location[-5:]).state.noted.tiles == {UNTOLD[0]: "Beeblebrox"}
    assert len({house for (house,) in rows(app, "SELECT house FROM tables")}) == 1
    assert rows(app, "SELECT count(*) FROM houses") == [(1,)]
    assert "Beeblebrox" not in bob.get("/djinn/box").text + bob.get("/djinn/box.toml").text


def test_at_home_there_are_no_addresses_of_houses(new_app, phone):
    app = new_app()
    ann = phone(app)
    assert not [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/house")]
    assert ann.get("/house/").status_code == 404
    page = ann.get("/").text
    assert not re.search(r"\bhouse(?!_\w+\.svg)", page, re.IGNORECASE)
    with app.app_context():
        assert get_db().execute("SELECT count(*) FROM houses").fetchone() == (0,)

"""Who is in a house on a public host: opened by the first table, joined, left, handed on, brought back, deleted."""

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from companion.houses import circle
from companion.storage.connections import get_db
from tests.apps import row_counts
from tests.conftest import seated


def rows(app, sql, *values):
    with app.app_context():
        return [tuple(row) for row in get_db().execute(sql, values).fetchall()]


def test_a_phone_gets_a_house_by_its_first_table(app, ann, opened):
    assert ann.get("/").status_code == 200
    assert rows(app, "SELECT count(*) FROM houses") == [(0,)]
    first, second = opened(ann), opened(ann)
    [(house, name)] = rows(app, "SELECT house, name FROM members")
    assert house > 0
    assert name == "Ann"
    assert rows(app, "SELECT DISTINCT house FROM tables") == [(house,)]
    assert "Ann&#39;s house" in ann.get("/").text
    assert {first, second} == {code for (code,) in rows(app, "SELECT code FROM tables")}


def test_nobody_outside_sees_a_table(ann, bob, cem, opened, joined):
    code = opened(ann)
    joined(bob, ann)
    assert code in bob.get("/").text
    assert code not in cem.get("/").text
    own = opened(cem, ("Cem", "Dee"))
    assert code not in cem.get("/").text
    assert own not in ann.get("/").text
    assert own not in bob.get("/").text


def test_a_code_leads_in_and_nothing_else_is_seen(app, ann, cem, opened):
    """A guest sits at a table; of its house he has neither the other table nor its name."""
    code, other = opened(ann), opened(ann)
    ann.post("/house/name", name="Cellar")
    assert cem.post("/join", code=code).status_code == 303
    assert cem.post(f"/t/{code}/sit", seat=1).status_code == 303
    cem.get("/")
    assert rows(app, "SELECT count(*) FROM members") == [(1,)]
    for path in ("/", "/house/", f"/t/{code}/menu", f"/djinn/{code}/setup"):
        page = cem.get(path).text
        assert other not in page
        assert "Cellar" not in page
    assert ["a guest here" in one.get(f"/t/{code}/menu").text for one in (cem, ann)] == [True, False]
    assert code in cem.get("/").text


def test_a_refused_name_stays_in_its_own_form(ann, opened):
    """A house and who is in it are named on one page, by fields of one name."""
    opened(ann)
    house = re.search(r'name="house" value="(\d+)"', ann.get("/house/").text)[1]
    for path, marked in (("me", 0), ("name", 1)):
        form = {"name": "x" * 25, "house": house}
        answer = ann.http.post(f"/house/{path}", data=form, headers={"Referer": "http://localhost/house/"})
        assert answer.status_code == 422
        fields = re.findall(r'<input[^>]* name="name"[^>]*>', answer.text)
        assert ["aria-invalid" in field and "x" * 25 in field for field in fields] == [marked == n for n in range(2)]
        assert bool(re.search(r'<details id="member-\d+" open', answer.text)) == (path == "me")


def test_a_preview_of_an_invitation_does_not_join(app, ann, bob, opened, invited):
    opened(ann)
    link = invited(ann)
    page = bob.get(link)
    assert page.status_code == 200
    assert "Ann&#39;s house" in page.text
    assert rows(app, "SELECT count(*) FROM members") == [(1,)]
    assert bob.post(link, name="Bob").status_code == 303
    assert rows(app, "SELECT count(*) FROM members") == [(2,)]
    bob.get("/")
    assert bob.post(link, name="Bobby").status_code == 303
    bob.get("/")
    assert {name for (name,) in rows(app, "SELECT name FROM members")} == {"Ann", "Bobby"}


def test_only_hashes_of_links_are_kept(app, ann, opened, invited):
    opened(ann)
    secrets = [invited(ann).rpartition("/")[2]]
    secrets.append(recovery(ann).rpartition("/")[2])
    kept = repr([rows(app, f"SELECT * FROM {table}") for table in ("houses", "members", "invitations")])
    for secret in secrets:
        assert len(secret) >= 32  # 192 bits
        assert secret not in kept
        assert circle.hashed(secret) in kept


def recovery(host, **form):
    seen = re.search(r'name="seen" value="(\w*)"', host.get("/house/recovery").text)[1]
    answer = host.post("/house/recovery", **{"seen": seen} | form)
    return re.search(r'href="https?://[^/"]+(/house/recover/[\w-]+)"', answer.text)[1]


def test_a_removed_phone_is_out_at_once(app, ann, bob, opened, joined, invited, members):
    """It leaves its seats at the house's tables, and the invitation that it may have kept is void."""
    code = opened(ann)
    link = invited(ann)
    bob.post(link, name="Bob")
    bob.get("/")
    bob.post(f"/t/{code}/sit", seat=1)
    bob.get("/")
    assert ann.post("/house/remove", member=members(ann)["Bob"]).status_code == 303
    assert code not in bob.get("/").text
    assert bob.post(link, name="Bob").status_code == 404
    assert rows(app, "SELECT count(*) FROM phones WHERE seat = 1") == [(0,)]
    assert [*members(ann)] == ["Ann"]


def test_a_phone_is_in_several_houses(ann, bob, opened, joined):
    code, own = opened(ann), opened(bob, ("Bob", "Dee"))
    joined(bob, ann)
    assert code in bob.get("/").text
    other = re.search(r'name="house" value="(\d+)"', bob.get("/").text)[1]
    assert bob.post("/house/choose", house=other).status_code == 303
    assert code not in bob.get("/").text
    assert own in bob.get("/").text
    assert ann.post("/house/choose", house=other).status_code == 403


def test_the_host_hands_the_house_on(ann, bob, opened, joined, members):
    """His recovery link is void then: it would make him the host again."""
    opened(ann)
    joined(bob, ann)
    link = recovery(ann)
    for _ in range(2):  # by a thumb that trembles
        assert ann.post("/house/hand-on", member=members(ann)["Bob"]).status_code == 303
    assert ann.post("/house/name", name="Mine").status_code == 403
    assert bob.post("/house/name", name="Cellar").status_code == 303
    assert "Cellar" in ann.get("/").text
    assert ann.post(link, name="Ann").status_code == 404
    assert ann.post("/house/name", name="Mine").status_code == 403


@pytest.mark.parametrize("way", ["/house/leave", "/sign-out"])
def test_a_house_always_has_a_host(app, ann, bob, cem, opened, joined, way):
    """If the host goes, it is who has been in the house longest."""
    opened(ann)
    joined(bob, ann)
    joined(cem, ann, "Cem")
    assert ann.post(way, sure="yes").status_code == 303
    assert rows(app, "SELECT name FROM members WHERE host = 1") == [("Bob",)]
    assert rows(app, "SELECT count(*) FROM members") == [(2,)]


@pytest.mark.parametrize(
    ("way", "told"), [("leave", "has left the house"), ("delete", "The house and everything in it were deleted")]
)
def test_home_says_once_that_a_house_is_gone(ann, opened, way, told):
    opened(ann)
    ann.post(f"/house/{way}", sure="yes")
    assert [told in ann.get("/").text for _ in range(2)] == [True, False]


def test_who_signs_out_reads_which_houses_the_phone_leaves(ann, cem, opened):
    opened(ann)
    page = ann.get("/sign-out").text
    assert "also leaves these houses" in page
    assert "Ann&#39;s house" in page
    assert "houses" not in cem.get("/sign-out").text


def test_a_guest_reads_what_it_needs_to_change_scores(ann, bob, opened):
    code = opened(ann)
    bob.post(f"/t/{code}/sit", seat=1)
    bob.get("/")
    assert "in a house yet" in bob.get("/scores/import").text
    assert "in a house yet" not in ann.get("/scores/import").text
    answer = bob.http.post("/scores/import", data={})
    assert (answer.status_code, "in a house yet" in answer.text) == (403, True)


def test_a_recovery_link_brings_a_house_back(app, ann, bob, opened, joined):
    """It can be opened on a new phone, twice by the same; who hosted before is a member then."""
    code = opened(ann)
    joined(bob, ann)
    void, link = recovery(ann), recovery(ann)
    dee = type(ann)(app)
    assert dee.get(link).status_code == 200
    assert dee.post(void, name="Dee").status_code == 404
    for _ in range(2):
        assert dee.post(link, name="Dee").status_code == 303
        dee.get("/")
    assert rows(app, "SELECT name, host FROM members ORDER BY name") == [("Ann", 0), ("Bob", 0), ("Dee", 1)]
    assert code in dee.get("/").text
    assert ann.post("/house/recovery", seen="").status_code == 403


def test_a_recovery_link_is_not_voided_by_a_page_that_is_loaded_again(app, ann, cem, opened):
    """Nor by a double tap; another one that was made since stays, too."""
    opened(ann)
    first = recovery(ann, op="first", seen="")
    assert recovery(ann, op="first", seen="") == first
    assert cem.get(first).status_code == 200
    second = recovery(ann, op="second")
    assert second != first
    answer = ann.post("/house/recovery", op="first", seen="")
    assert (answer.status_code, "made another recovery link" in answer.text) == (409, True)
    assert cem.get(second).status_code == 200
    assert cem.get(first).status_code == 404
    opened(cem)
    assert recovery(cem, op="first") not in (first, second)


def test_who_is_in_a_house_need_not_join_it(ann, bob, opened, joined, invited):
    """A host that opens the own invitation is told so, and so is a member; a recovery link makes it the host."""
    opened(ann)
    joined(bob, ann)
    link, back = invited(ann), recovery(ann)
    for phone in (ann, bob):
        page = phone.get(link).text
        assert "already in this house" in page
        assert 'name="name"' not in page
    assert "already in this house" in ann.get(back).text
    assert "Bring this house back?" in bob.get(back).text


def test_nothing_is_left_of_a_house_that_is_deleted(app, ann, bob, opened, joined):
    with app.app_context():
        before = row_counts(get_db())
    code = opened(ann)
    joined(bob, ann)
    ann.post("/djinn/box/tents", **{"1": "Red"})
    recovery(ann)
    assert ann.post("/house/delete").status_code == 422
    assert ann.post("/house/delete", sure="yes").status_code == 303
    assert bob.get(f"/t/{code}").status_code == 404
    with app.app_context():
        after = row_counts(get_db())
    assert {name: count for name, count in after.items() if count != before[name]} == {}


def test_an_export_holds_all_that_is_seen_of_a_house(app, ann, cem, opened):
    """Each file in it is one that Companion takes again: the table at its page, the plays in the scores."""
    code, other = opened(ann), opened(cem, ("Cem", "Dee"))
    play = {"game": "djinn", "code": None, "played_at": 1e9, "options": {}, "note": "", "players": [PLAYER]}
    assert sent(ann, "/scores/import", json.dumps([play]).encode()).status_code == 303
    answer = ann.get("/house/export.zip")
    with ZipFile(BytesIO(answer.data)) as file:
        assert file.testzip() is None
        found = {name: file.read(name) for name in file.namelist()}
    assert set(found) == {"house.json", f"tables/{code}.json", "plays-1.json"}
    assert other not in repr(found)
    dee = type(ann)(app)
    assert sent(dee, "/import", found[f"tables/{code}.json"], copied="y").status_code == 303
    dee.get("/")
    assert "added=1" in sent(dee, "/scores/import", found["plays-1.json"]).location
    assert cem.get("/house/export.zip").data != answer.data
    assert "a Companion table" in sent(dee, "/import", found["house.json"]).text
    for path in ("/import", "/scores/import", "/djinn/box/import"):
        assert "This is a ZIP file, maybe an exported house. Unzip it" in sent(dee, path, answer.data).text


PLAYER = {"name": "Zaphod", "colour": "red", "place": 1, "points": 80, "tie_break": None, "lines": []}


def sent(phone, path, data, **form):
    return phone.http.post(path, data=form | {"file": (BytesIO(data), "file.json")})


def test_a_first_table_whose_answer_was_lost_opens_one_house(app, ann):
    """Its form is sent again, by the id that the phone had before."""
    ann.get("/djinn/new")
    cookie = ann.http.get_cookie("companion")
    codes = set()
    for _ in range(3):
        ann.http.set_cookie("companion", cookie.value) if cookie else ann.http.delete_cookie("companion")
        codes.add(ann.http.post("/djinn/new", data=seated(2, me=0) | {"op": "first"}).location)
    ann.get("/")
    assert len(codes) == 1
    assert rows(app, "SELECT count(*) FROM houses") == rows(app, "SELECT count(*) FROM members") == [(1,)]
    assert "Ann&#39;s house" in ann.get("/").text

"""Who may do what on a public host: every address of houses, scores, boxes and lists, asked by everybody there is."""

import io
import json
import re
from zipfile import ZipFile

import pytest

from companion.storage.connections import get_db
from tests.photos import photo

SECRET = "Zaph Beeblebrox"
MARK = b"Beeblebrox"
ROLES = ("nobody", "stranger", "guest", "watcher", "elsewhere", "removed", "member", "host")
"""Somebody without a cookie; with one; with a seat at a table of the house; who looks on there; the host of another
house; who was removed; a member; the host."""
HOST, MEMBER, ALL = "-------+", "------++", "++++++++"
POSTS = {
    "/house/invite": ({}, HOST),
    "/house/revoke": ({}, HOST),
    "/house/name": ({"name": "Mine"}, HOST),
    "/house/me": ({"name": "Me"}, MEMBER),
    "/house/choose": ({"house": "{house}"}, MEMBER),
    "/house/remove": ({"member": "{member}"}, HOST),
    "/house/hand-on": ({"member": "{member}"}, HOST),
    "/house/leave": ({"sure": "yes"}, MEMBER),
    "/house/recovery": ({}, HOST),
    "/house/delete": ({"sure": "yes"}, HOST),
    "/house/join/{invitation}": ({"name": "Me"}, ALL),
    "/house/recover/{recovery}": ({"name": "Me"}, ALL),
    "/scores/{play}/edit": (
        {"players-0-name": "Eve", "players-0-points": "1", "note": "", "seen": "0"},
        MEMBER,
    ),
    "/scores/{play}/delete": ({}, MEMBER),
    "/scores/{gone}/restore": ({}, MEMBER),
    "/scores/import/{batch}/delete": ({}, MEMBER),
    "/scores/import/{batch}/restore": ({}, MEMBER),
    "/djinn/box/history/{box}": ({}, MEMBER),
    "/djinn/box/photos": ({}, MEMBER),
    "/djinn/box/photos/green/remove": ({"thing": "green_10"}, MEMBER),
    "/djinn/box/photos/green/which": ({"untold": "green_10", "thing": "start_gift"}, MEMBER),
}
"""What is sent to change something of the house, and which roles may."""
GETS = {
    "/": "--++--++",  # at a table that one has been at, one has seen the names
    "/house/": MEMBER,
    "/house/remove/{member}": HOST,
    "/house/hand-on/{member}": HOST,
    "/house/export.zip": HOST,
    "/house/delete": HOST,
    "/scores/": MEMBER,
    "/scores/players?count=solo": MEMBER,
    "/scores/player/Zaph%20Beeblebrox": MEMBER,
    "/scores/?text=Zaph": MEMBER,
    "/scores/plays.json": MEMBER,
    "/scores/plays.csv": MEMBER,
    "/scores/trash": MEMBER,
    "/scores/import/{batch}": MEMBER,
    "/scores/{play}": MEMBER,
    "/scores/{play}.svg": MEMBER,
    "/scores/{play}/edit": MEMBER,
    "/scores/{play}/delete": MEMBER,
    "/djinn/box": MEMBER,
    "/djinn/box.toml": MEMBER,
}
"""What shows something of the house, and to whom."""


def player(name):
    return {"name": name, "colour": "red", "place": 1, "points": 80, "tie_break": None, "lines": []}


def plays(*names):
    rows = [
        {
            "game": "djinn",
            "code": None,
            "played_at": 1e9 + number,
            "options": {},
            "note": SECRET,
            "players": [player(name)],
        }
        for number, name in enumerate(names)
    ]
    return {"file": (io.BytesIO(json.dumps(rows).encode()), "plays.json")}


BOX = b'companion_djinn_box = 1\n[tents]\n1 = "Beeblebrox"\n'


@pytest.fixture
def evening(app, phone, opened, joined, invited, members):
    """Give the phones by their roles, and what stands for the places in an address."""
    phones = {role: phone() for role in ROLES}
    host = phones["host"]
    code = opened(host, (SECRET, "Bob"))
    host.post("/house/name", name=f"{SECRET}'s cellar")
    assert host.http.post("/scores/import", data=plays(SECRET, f"{SECRET} II")).status_code == 303
    assert host.http.post("/djinn/box/import", data={"file": (io.BytesIO(BOX), "box.toml")}).status_code == 303
    assert host.http.post("/djinn/box/photos/green", data=photo(thing="green_10")).status_code == 303
    for role in ("member", "removed"):
        joined(phones[role], host, f"{SECRET} {role}")
    numbers = members(host)
    assert host.post("/house/remove", member=numbers[f"{SECRET} removed"]).status_code == 303
    opened(phones["elsewhere"], ("Cem", "Dee"))
    phones["stranger"].get("/")
    phones["guest"].post(f"/t/{code}/sit", seat=1)
    phones["guest"].get("/")
    phones["watcher"].post(f"/t/{code}/watch")
    with app.app_context():
        [(house,), *_] = get_db().execute("SELECT house FROM tables WHERE code = ?", [code]).fetchall()
        ids = [id for (id,) in get_db().execute("SELECT id FROM plays ORDER BY id").fetchall()]
        [(box,), *_] = get_db().execute("SELECT id FROM box_versions ORDER BY id").fetchall()
        [(hash,)] = get_db().execute("SELECT hash FROM box_photos").fetchall()
        [(batch,)] = get_db().execute("SELECT id FROM batches").fetchall()
    host.post(f"/scores/{ids[1]}/delete")
    link = re.search(r"/house/recover/([\w-]+)", host.post("/house/recovery").text)[1]
    places = {
        "house": house,
        "play": ids[0],
        "gone": ids[1],
        "batch": batch,
        "box": box,
        "recovery": link,
        "hash": hash,
    }
    places |= {"member": numbers[f"{SECRET} member"], "invitation": invited(host).rpartition("/")[2]}
    return phones, places


KEPT = (
    "SELECT name, recovery FROM houses WHERE id = ?",
    "SELECT member, phone, name, host FROM members WHERE house = ? ORDER BY member",
    "SELECT hash FROM invitations WHERE house = ? ORDER BY hash",
    "SELECT id, note, deleted FROM plays WHERE house = ? ORDER BY id",
    "SELECT play, players.name FROM players JOIN plays ON plays.id = play WHERE house = ? ORDER BY play, position",
    "SELECT id, corrections FROM box_versions WHERE house = ? ORDER BY id",
    "SELECT thing, hash FROM box_photos WHERE house = ? ORDER BY thing",
)


def changes(app, house):
    """Read all that is kept of a house."""
    with app.app_context():
        return [list(map(tuple, get_db().execute(sql, [house]).fetchall())) for sql in KEPT]


@pytest.mark.thorough(one_in=6)
@pytest.mark.parametrize("path", sorted(POSTS))
def test_only_some_may_change_a_house(app, evening, path):
    """Each asks in turn, the host last: whoever is refused has changed nothing, and is told why in words."""
    phones, places = evening
    form, allowed = POSTS[path]
    form = {key: value.format(**places) for key, value in form.items()}
    for role, may in zip(ROLES, allowed, strict=True):
        before = changes(app, places["house"])
        answer = phones[role].post(path.format(**places), **form)
        if may == "-":
            assert changes(app, places["house"]) == before, (role, path)
        if may == "-" and role != "elsewhere":  # who does this to a house of their own
            assert answer.status_code in (403, 404), (role, answer.status_code)
        if role == ROLES[-1] or may == "+":
            assert answer.status_code in (200, 303, 422), (role, answer.status_code, answer.text)
        if may == "+" and allowed == HOST:
            assert changes(app, places["house"]) != before


@pytest.mark.parametrize("size", ["small", "large"])
def test_only_members_see_a_photo(evening, size):
    """Also a guest who sits at a table of the house sees none: neither the photo, nor where it would be."""
    phones, places = evening
    answers = [phones[role].get(f"/djinn/box/photo/{places['hash']}/{size}.webp") for role in ROLES]
    assert [answer.status_code for answer in answers] == [404] * 6 + [200] * 2
    assert all("private" in answer.headers["Cache-Control"] for answer in answers[-2:])
    pages = [phones[role].get("/djinn/box/photos/green").text for role in ROLES]
    assert [places["hash"] in page for page in pages] == [role in ROLES[-2:] for role in ROLES]


def test_only_some_see_anything_of_a_house(evening):
    phones, places = evening
    shown = dict.fromkeys(GETS, "")
    for path in GETS:
        for role in ROLES:
            answer = phones[role].get(path.format(**places))
            text = zipped(answer.data) if answer.mimetype == "application/zip" else answer.data
            said = MARK in text or (answer.status_code == 200 and "/import/" in path)
            shown[path] += "+" if answer.status_code == 200 and said else "-"
    assert shown == GETS


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("path", [path for path in sorted(GETS) if re.search(r"\{(play|batch|member)\}", path)])
def test_to_others_what_is_another_house_s_is_as_what_nobody_has(evening, path):
    """A number tells nobody outside whether there is something under it."""
    phones, places = evening
    nothing = places | {"play": 987654, "batch": 987654, "member": 987654321}
    for role in ROLES[:-2]:
        answers = [phones[role].get(path.format(**numbers)) for numbers in (places, nothing)]
        assert answers[0].status_code == answers[1].status_code, role
        assert neutral(answers[0].text) == neutral(answers[1].text), role


@pytest.mark.parametrize("way", ["invitation", "recovery"])
def test_a_link_that_was_made_void_is_as_one_that_never_was(evening, way):
    phones, places = evening
    path = {"invitation": "/house/join/", "recovery": "/house/recover/"}[way]
    phones["host"].post("/house/hand-on", member=places["member"])
    phones["member"].get("/")
    phones["member"].post("/house/revoke")
    answers = [phones["stranger"].get(path + secret) for secret in (places[way], "never")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert neutral(answers[0].text) == neutral(answers[1].text)


def neutral(text):
    """Leave out of a page what is another one each time: tokens and ids of taps."""
    return re.sub(r'value="[^"]*"', "", text)


def zipped(data):
    with ZipFile(io.BytesIO(data)) as file:
        return b"".join(file.read(name) for name in file.namelist())


def test_every_address_of_houses_is_asked(app):
    """None is forgotten here; those that show nothing of a house are named."""
    silent = {"/house/leave", "/house/recovery", "/house/join/<secret>", "/house/recover/<secret>"}
    known = {re.sub(r"\{(\w+)\}", "<>", path) for path in (*POSTS, *GETS)}
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("houses.") and rule.rule not in silent:
            assert re.sub(r"<[^>]*>", "<>", rule.rule) in known, rule.rule

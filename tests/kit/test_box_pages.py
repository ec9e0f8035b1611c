"""The pages of a box that are the same for every game: its history, page by page, and its file."""

import io
import re
import time
from dataclasses import replace

import pytest

from companion.games.djinn.box import store
from companion.games.djinn.box.corrections import TrophyNote
from companion.games.djinn.facts import TROPHIES

pytestmark = pytest.mark.usefixtures("empty")
TOLD = {next(iter(TROPHIES)): TrophyNote("I", 30, "Told")}


@pytest.fixture
def changed(app):
    """Change the box so many times."""

    def changed(times):
        with app.app_context():
            for number in range(times):
                store.change(lambda known, n=number: replace(known, tents={"1": f"tent {n}"}))

    return changed


def listed(page):
    """Count the versions on a page of the history; say whether it leads to the latest ones, and to earlier ones."""
    return page.count('<li class="row">'), "Back to the latest" in page, "Earlier ones" in page


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(
    ("times", "pages"),
    [
        (19, [(20, False, False)]),
        (0, [(0, False, False)]),
        (20, [(20, False, True), (1, True, False)]),
        (39, [(20, False, True), (20, True, False)]),
        (45, [(20, False, True), (20, True, True), (6, True, False)]),
    ],
)
def test_twenty_versions_stand_on_a_page(owner, changed, times, pages):
    """The first change keeps what there was before it, too."""
    changed(times)
    for number, page in enumerate(pages):
        assert listed(owner.get(f"/djinn/box/history?page={number}").text) == page
    first = owner.get("/djinn/box/history").text
    for odd in ("?page=-1", "?page=many", "?page=0"):
        assert listed(owner.get(f"/djinn/box/history{odd}").text) == listed(first)
    for beyond in (len(pages), 10**9):
        assert listed(owner.get(f"/djinn/box/history?page={beyond}").text)[0] == 0
    assert first.count("<span>now</span>") == (times > 0)


def test_a_box_is_sent_as_a_file_of_today(owner, changed):
    changed(1)
    answer = owner.get("/djinn/box.toml")
    assert answer.mimetype == "application/toml"
    name = re.fullmatch(
        r"attachment; filename=djinn-box-(\d{4}-\d\d-\d\d)\.toml", answer.headers["Content-Disposition"]
    )
    assert name[1] in (time.strftime("%Y-%m-%d"), time.strftime("%Y-%m-%d", time.localtime(time.time() - 60)))
    assert "tent 0" in answer.text


def test_what_is_no_text_is_no_box(owner):
    answer = owner.http.post("/djinn/box/import", data={"file": (io.BytesIO(b"\xff\xfe"), "box.toml")})
    assert (answer.status_code, "written in UTF-8" in answer.text) == (422, True)


def test_a_file_that_came_in_says_whether_it_changed_the_box(owner):
    said = []
    for text in ("[tents]\n1 = 'tea'", "[tents]\n1 = 'tea'", ""):
        file = io.BytesIO(b"companion_djinn_box = 1\n" + text.encode())
        answer = owner.http.post("/djinn/box/import", data={"file": (file, "box.toml")})
        page = owner.get(answer.location).text
        said.append(re.search(r'class="card" role="status">\s*([^<]*?)\s*<', page)[1])
    assert said[-1] not in owner.get("/djinn/box").text
    new = "The box now matches the file."
    assert said == [new, "The file says the same as the box, so nothing changed.", new]


def test_a_part_goes_back_to_what_we_know_alone(owner, app):
    with app.app_context():
        store.change(lambda known: replace(known, tents={"1": "tea"}, scrolls={"5": 3}, trophies=TOLD))
    answer = owner.post("/djinn/box/reset/trophies")
    assert (answer.status_code, answer.location) == (303, "/djinn/box")
    with app.app_context():
        known = store.find()
    assert (known.tents, known.scrolls, known.trophies) == ({"1": "tea"}, {"5": 3}, {})
    answer = owner.post("/djinn/box/reset/camels")
    assert (answer.status_code, "nothing to reset here" in answer.text) == (422, True)


def test_whoever_never_sat_here_reads_and_does_not_write(app, phone, owner):
    stranger = phone()
    with app.app_context():
        store.change(lambda known: replace(known, trophies=TOLD))
    for path in ("box/history", "box/import", "box.toml", "box/reset/trophies", "box"):
        assert stranger.get(f"/djinn/{path}").status_code == 200
    for writer, status, left in ((stranger, 403, TOLD), (owner, 303, {})):
        assert writer.post("/djinn/box/reset/trophies").status_code == status
        with app.app_context():
            assert store.find().trophies == left

"""The forms of Tales: what was refused comes back as it was sent, in the one form that was sent."""

import re

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.tales.box import store
from companion.games.tales.state import box_overrides
from tests import scenes
from tests.tales.scenes import JOINED, THREE, award, begun
from tests.test_forms import COLOURS, PLAYERS, comes_back, fault, field

LONG = "x" * 41
LAMP = award(treasure="Lamp")
MOVED = ("move", {"seat": 0, "kind": "city", "number": 2})
MASTERY = [award(mastered="magic", gained="luck"), award(mastered="luck"), ("number", {"number": 842})]
ENDS = [("end-turn", {"seat": seat}) for seat in range(3)]


@pytest.fixture
def refuse(app):
    """Play some moves, then send a form that is refused from a page; give the page that a browser then gets."""

    def send(moves, page, path, form):
        evening = scenes.Evening(app, "tales", THREE, moves)
        address = f"/tales/{evening.code}/{page}"
        sent = evening.op() | {"seen": evening.table.seq, "page": address} | form
        answer = evening.host.post(f"/tales/{evening.code}/{path}", data=sent)
        assert answer.status_code == 422, answer.text
        assert 'role="alert">' in answer.text
        return answer.text

    return send


def part(page, start, end="</form>"):
    """Cut a form out of a page, or another part."""
    return page[page.index(start) : page.index(end, page.index(start))]


@pytest.mark.parametrize(
    ("moves", "page", "path", "id", "form"),
    [
        ([], "turn", "move", "move-hero", {"seat": 0, "kind": "power", "number": "3", "place": "Brass <b>"}),
        ([], "turn", "move", "move-hero", {"seat": 0, "kind": "city", "number": "4", "place": LONG}),
        (
            [MOVED],
            "turn?doing=later",
            "move",
            "carry-hero",
            {"seat": 0, "kind": "city", "carried": "y", "place": LONG},
        ),
        ([], "turn?doing=number", "number", "give-number", {"number": "1000001", "matrix": "C"}),
        (MASTERY, "turn", "master", "master", {"skill": "luck", "paragraph": "9"}),
        ([], "turn?doing=more", "award", "award", {"seat": 0, "destiny": "5", "treasure": LONG, "died": "y"}),
        ([], "turn?doing=more", "award", "award", {"seat": 0, "wealth": "-2", "limit": "rich", "treasure": LONG}),
        ([], "turn?doing=later", "keep-card", "keep", {"seat": 0, "card": LONG}),
        (ENDS, "turn?doing=later", "quest", "quest", {"seat": 0, "quest": LONG}),
        ([LAMP], "turn?doing=later", "sell", "sell-1", {"seat": 0, "treasure": "Lamp", "by": "3", "limit": ""}),
        ([], "turn?doing=later", "marker", "markers", {"seat": 0, "marker": "quest", "place": LONG}),
        ([], "turn?doing=later", "line", "tell", {"seat": 0, "line": "x" * 201}),
        (
            [],
            "heroes?doing=putting-1",
            "correct",
            "correct-1",
            {"seat": 1, "destiny": "100", "story": "7", "level": "rich", "skill": "luck", "trained": "master"},
        ),
        (
            [],
            "heroes?doing=putting-1",
            "marker",
            "markers",
            {"seat": 1, "on_heroes": "y", "marker": "quest", "place": LONG},
        ),
        ([JOINED], "setup", "hero", "choose-3", {"seat": 3, "gender": "man", "name": LONG, "quest": "The Roc"}),
        ([], "setup", "join", "join", {"name": "Dee", "colour": "grey", "right": "1", "total": "21"}),
    ],
)
def test_what_was_sent_stands_in_its_form_again(refuse, moves, page, path, id, form):
    html = refuse([*begun(), *moves], page, path, form)
    typed = {name: str(value) for name, value in form.items() if name not in ("kind", "paragraph", "marker")}
    comes_back(part(html, f'id="{id}"'), typed)
    for folded in re.findall(r"<details[^>]*>", html[: html.index(f'id="{id}"')].rpartition("</details>")[2]):
        assert " open" in folded


@pytest.mark.parametrize(
    ("page", "path", "form", "marked", "said"),
    [
        ("turn?doing=number", "number", {"number": "", "matrix": "C"}, "number", "Type the number first."),
        ("turn?doing=later", "line", {"seat": 0, "line": "x" * 201}, "line", "A line needs 1 to 200 characters."),
        ("setup", "join", {"name": "Dee", "colour": "grey", "right": "1", "total": "21"}, "total", "2 to 20 points"),
        ("setup", "join", {"name": "", "colour": "grey", "right": "1", "total": "9"}, "name", "1 to 24 characters"),
        ("heroes?doing=putting-1", "correct", {"seat": 1, "story": "1000"}, "story", "between -99 and 999"),
    ],
)
def test_the_field_that_is_wrong_is_marked(refuse, page, path, form, marked, said):
    html = refuse(begun(), page, path, form)
    assert said in fault(html, marked)
    assert html.count("aria-invalid") == 1


def test_of_two_heroes_only_the_one_that_was_sent_holds_it(refuse):
    html = refuse([], "setup", "hero", {"seat": 1, "gender": "man", "name": LONG, "quest": ""})
    assert [LONG in part(html, f'id="choose-{seat}"') for seat in range(3)] == [False, True, False]
    assert '<details id="heroes" class="card" open>' in html
    assert '<details id="joining" class="card" >' in html


def test_two_statuses_come_back_each_in_its_own_list(refuse):
    sent = {"seat": 0, "statuses": ["lost", "wounded"], "treasure": LONG, "one_of": "y"}
    html = refuse(begun(), "turn?doing=more", "award", sent)
    lists = re.findall(r'<select[^>]* name="statuses">.*?</select>', html, re.DOTALL)
    assert [re.findall(r'value="(\w*)" selected', one) for one in lists] == [["lost"], ["wounded"]]
    assert '<details id="rarer" open>' in html


def test_a_new_table(app):
    form = PLAYERS | COLOURS | {"total": "14", "on_paper": "y", "decks": "2"}
    html = app.test_client().post("/tales/new", data=form).text
    comes_back(html, form)
    assert " checked" not in field(html, "one_status")
    assert html.count("aria-invalid") == 1


@pytest.fixture
def owner(app):
    """Give a phone that has sat at a table, so that it may change the box."""
    return scenes.Evening(app, "tales", THREE).host


RATES = {f"{way}-{id}": "3" for id in box_overrides.TO_RATE for way in ("land", "sea")}


@pytest.mark.parametrize(
    ("part", "form", "marked", "said"),
    [
        ("rates", RATES | {"sea-rich": "10"}, "sea-rich", "between 0 and 9"),
        ("rates", RATES | {"sea-rich": "+4"}, "sea-rich", "a whole number. Enter one"),
        ("rates", RATES | {"land-rich": ""}, "land-rich", "required"),
        ("rewards", {"step-0": "3", "wealth-0": "1", "step-1": "22", "wealth-1": "2"}, "step-1", "between 1 and 21"),
        (
            "rewards",
            {"step-0": "3", "wealth-0": "1", "step-1": "8", "wealth-1": ""},
            "wealth-1",
            "a whole number. Enter one",
        ),
        ("names", {"treasures": "Lamp\nRing", "quests": LONG, "cities": "<b>"}, "quests", "40"),
        ("status/lost", {"slower": "6", "most": "", "bars": "y", "holds": ["luck", "magic"]}, "slower", "0 and 5"),
        ("status/lost", {"slower": "", "most": "4", "talents": "y"}, "slower", "required"),
    ],
)
def test_a_part_of_the_box(owner, part, form, marked, said):
    answer = owner.post(f"/tales/box/{part}", data=form)
    assert answer.status_code == 422
    comes_back(answer.text, form)
    assert said in fault(answer.text, marked)
    assert answer.text.count("aria-invalid") == 1


def test_a_part_of_the_box_as_it_stands_is_no_correction(app, owner):
    """What its page shows, sent back, changes nothing."""
    with app.app_context():
        before = store.find()
    for part in ("rates", "rewards", "status/lost", "status/imprisoned"):
        page = owner.get(f"/tales/box/{part}").text
        tags = re.findall(r"<input[^>]*>", page[page.index("<main") :])
        shown = [tag for tag in tags if "hidden" not in tag and ("checkbox" not in tag or " checked" in tag)]
        pairs = [[re.search(rf' {what}="([^"]*)"', tag)[1] for what in ("name", "value")] for tag in shown]
        assert owner.post(f"/tales/box/{part}", data=MultiDict(pairs)).status_code == 303
    with app.app_context():
        assert store.find() == before

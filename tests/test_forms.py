"""A refused form comes back with everything typed, its field marked and the sentence beside it."""

import re
from html import unescape

import pytest
from flask import g
from werkzeug.datastructures import MultiDict

from companion.language.player_names import tidy
from companion.table.forms import RenameForm
from companion.web.forms import Refused, fitting, shown
from tests import scenes

PLAYERS = {"count": "3"} | {f"players-{n}-name": name for n, name in enumerate(("Ann", "Bob", "Ann"))}
COLOURS = {f"players-{n}-colour": colour for n, colour in enumerate(("teal", "pink", "brown", "red", "blue", "grey"))}
TWICE = "Two players have the same name. Add a letter to tell them apart."
CODE = "This isn't a challenge code: a character is wrong, or two are swapped. Check it again."
ALONE = {
    "name": "Ann",
    "day": "2026-01-02",
    "deck": "13",
    "won": "y",
    "points": "",
    "tasks": ["ten_coins", "two_mages"],
}


def field(page, name):
    """Find the tag of a field, the one that is marked if there are several."""
    tags = re.findall(rf'<(?:input|select|textarea)[^>]* name="{re.escape(name)}"[^>]*>', page)
    return next((tag for tag in tags if "aria-invalid" in tag), tags[0])


def fault(page, name):
    """Read what stands beside a field, which it must be described by."""
    tag = field(page, name)
    assert 'aria-invalid="true"' in tag
    assert f"fault-{name}" in re.search(r'aria-describedby="([^"]+)"', tag)[1].split()
    return unescape(re.search(rf'<small id="fault-{re.escape(name)}"[^>]*>(.*?)</small>', page)[1])


def comes_back(page, form):
    """See that every value of a form stands in its fields again."""
    for name, value in form.items():
        for one in value if isinstance(value, list) else [value]:
            tags = re.findall(rf'<(?:input|select|textarea)[^>]* name="{re.escape(name)}"[^>]*>', page)
            kinds = {re.search(r' type="(\w+)"', tag)[1] if " type=" in tag else tag[1:7] for tag in tags}
            if kinds & {"radio", "checkbox"}:
                (tag,) = (tag for tag in tags if f' value="{one}"' in tag)
                assert " checked" in tag, (name, one)
            elif "select" in kinds:
                chosen = page[page.index(tags[0]) :].split("</select>")[0]
                assert re.search(rf'<option value="{one}"[^>]* selected', chosen), (name, one)
            elif "textar" in kinds:
                assert unescape(page[page.index(tags[0]) :].split(">", 1)[1].split("</textarea>")[0]).strip() == one
            else:
                assert f'value="{one}"' in unescape(tags[0]), (name, one)


@pytest.fixture
def host(ann, table):
    """Give a phone that has sat at a table, so that it may change scores and box."""
    return ann


def refused(phone, path, form, **headers):
    """Send a form as a browser without scripts does; give the page that it gets."""
    answer = phone.http.post(path, data=form, headers=headers)
    assert answer.status_code == 422, answer.text
    assert answer.text.startswith("<!doctype html>")
    assert 'role="alert">' in answer.text
    return answer.text


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("djinn", {"first_game": "y", "longer": "y", "deck": "14"}),
        (
            "emperor",
            {"count": "6", "range": "one", "mixed": "y", "ante": "y"}
            | {f"players-{n}-name": str(n) for n in (3, 4, 5)},
        ),
        (
            "efreet_war",
            {"mode": "teams", "team_count": "3", "city_points_only": "y", "guardians": "One\nTwo", "traps": "A"},
        ),
    ],
)
def test_a_new_table(ann, game, form):
    colours = {name: colour for name, colour in COLOURS.items() if game != "djinn" or name < "players-4"}
    form = PLAYERS | colours | form
    page = refused(ann, f"/{game}/new", form)
    comes_back(page, form)
    assert fault(page, "players-2-name") == TWICE
    assert page.count("aria-invalid") == 1
    if game == "efreet_war":
        assert " checked" not in field(page, "emperor_ends")
        assert '<details class="card" id="lists" open>' in page


def test_all_names_that_show_nothing_are_marked(ann):
    page = refused(ann, "/djinn/new", PLAYERS | COLOURS | {"players-1-name": "\u2800", "players-2-name": "\u3164"})
    for name in ("players-1-name", "players-2-name"):
        assert fault(page, name) == "A name needs 1 to 24 characters."
    assert page.count(" autofocus") == 1
    assert page.count("aria-invalid") == 2


def test_of_two_players_of_one_colour_the_second_is_marked(ann):
    form = PLAYERS | {"players-2-name": "Cem"} | {f"players-{n}-colour": ("teal", "pink", "teal")[n] for n in range(3)}
    page = refused(ann, "/djinn/new", form)
    comes_back(page, form)
    assert fault(page, "players-2-colour") == "Two players have the same colour. Change one of them."
    assert page.count("aria-invalid") == 1


def test_a_challenge_code(ann):
    form = {"count": "1", "players-0-name": "Ann", "players-0-colour": "pink", "challenge": "K7Q-FM2-P9X", "deck": "13"}
    page = refused(ann, "/djinn/new", form)
    comes_back(page, form)
    assert fault(page, "challenge") == CODE


def test_a_war_with_too_few_guardians(ann):
    form = (
        PLAYERS | COLOURS | {"players-2-name": "Cem", "mode": "free", "guardians": "One\nTwo", "traps": "<b>\nA & B\nC"}
    )
    page = refused(ann, "/efreet_war/new", form)
    comes_back(page, form)
    assert "need exactly 18" in fault(page, "guardians")
    assert "<b>\n" not in page


@pytest.mark.parametrize(
    ("part", "form", "marked"),
    [
        ("trophies", {"row-I-5": "II", "points-I-5": "", "bonus-I-5": "A long story"}, "points-I-5"),
        ("trophies", {"row-I-5": "II", "points-I-5": "36", "bonus-I-5": "x" * 201}, "bonus-I-5"),
        ("numbers", {"scrolls-5": "4", "scrolls-6": "99", "tent-1": "Coins"}, "scrolls-6"),
        ("numbers", {"scrolls-5": "4", "scrolls-6": "many", "tent-1": "Coins"}, "scrolls-6"),
        ("numbers", {"scrolls-5": "4", "tent-1": "x" * 201}, "tent-1"),
        ("colours", {"name-brown": "x" * 25, "swatch-brown": "teal"}, "name-brown"),
    ],
)
def test_a_part_of_the_box(host, part, form, marked):
    page = refused(host, f"/djinn/box/{part}", form)
    comes_back(page, form)
    assert fault(page, marked)
    assert page.count("aria-invalid") == 1


def test_a_bonus_without_points_says_what_is_missing(host):
    page = refused(host, "/djinn/box/trophies", {"bonus-I-5": "A long story"})
    assert fault(page, "points-I-5") == "To save a bonus, also choose its Trophy's points."


@pytest.mark.parametrize("page", ["/djinn/box/import", "/scores/import", "/"])
def test_a_file_that_was_not_chosen(host, page):
    text = refused(host, "/import" if page == "/" else page, {}, Referer=f"http://localhost{page}")
    assert fault(text, "file") == "Choose a file first."
    assert '<details class="card">' not in text, "its fold is closed"


def test_a_list_that_cannot_be_read_leaves_the_form_as_it_was(host, play):
    """A superscript two is a digit, but no number."""
    page = refused(host, f"/scores/{play}/edit", {"players-\u00b2-name": "Anna", "seen": "0"})
    assert 'value="Ann"' in field(page, "players-0-name")


def test_plays_are_chosen_by_what_the_form_holds(host, play):
    asked = {"q": "a <b>", "since": "2026-01-01", "until": "2026-12-31", "game": "djinn", "player": "Ann"}
    comes_back(host.get("/scores/", query_string=asked | {"count": "solo"}).text, asked | {"count": "solo"})
    page = host.get("/scores/", query_string={"since": "never", "count": "x"}).text
    assert 'value=""' in field(page, "since")


def test_a_card_of_tom(host):
    form = {"pair": "tavern market", "payment": "coins_2", "bottom_text": "x" * 61, "bottom_now": "", "table": ""}
    page = refused(host, "/djinn/box/tom/3", form)
    comes_back(page, form)
    assert "60 characters" in fault(page, "bottom_text")


@pytest.fixture
def play(host):
    """Give the number of a game against Tom in the scores."""
    answer = host.post("/djinn/solo/new", **ALONE | {"points": "300"})
    return re.search(r"#play-(\d+)", answer.location)[1]


def test_a_corrected_play(host, play):
    form = {"players-0-name": "Anna", "players-0-points": "many", "note": "Best of all", "seen": "0"}
    page = refused(host, f"/scores/{play}/edit", form)
    comes_back(page, form)
    assert fault(page, "players-0-points") == "Points are whole numbers from −9999 to 9999."
    page = refused(host, f"/scores/{play}/edit", form | {"players-0-points": "3", "note": "x" * 201})
    assert fault(page, "note") == "A note can have at most 200 characters."


@pytest.mark.parametrize("new", [True, False])
def test_a_game_against_tom(host, play, new):
    page = refused(host, "/djinn/solo/new" if new else f"/djinn/solo/{play}", ALONE)
    comes_back(page, ALONE)
    assert fault(page, "points") == "Enter the points from the game you won."
    assert len(re.findall(r'<input checked[^>]* name="tasks"', page)) == 2


def test_a_game_played_without_the_app_is_probably_of_the_last_name(host):
    host.post("/djinn/new", count="1", deck="12", **{"players-0-name": "Ann", "players-0-colour": "red"})
    assert 'value="Ann"' in field(host.get("/djinn/solo/new").text, "name")


def test_a_code_to_join(ann):
    page = refused(ann, "/join", {"code": "K7Q0"})
    comes_back(page, {"code": "K7Q0"})
    assert fault(page, "code") == "A code is 5 letters or digits, never 0, O, 1, I or L."


def test_a_code_that_no_table_has(ann):
    answer = ann.post("/join", code="22222")
    assert answer.status_code == 404
    comes_back(answer.text, {"code": "22222"})
    assert fault(answer.text, "code").startswith("No table has this code.")


def test_a_new_name(host, table):
    form = {"seat": "1", "name": "Ann", "colour": "pink"}
    page = refused(host, f"/t/{table}/rename", form, Referer=f"http://localhost/t/{table}/menu")
    assert fault(page, "name") == "Somebody at this table has that name already. Add a letter to tell you apart."
    assert page.count('value="Ann"') == 2  # her own, and what was typed for Bob
    assert len(re.findall(r"<details[^>]* open", page)) == 1


def test_a_form_of_a_table_again_and_again(host, table):
    """The page that a refusal gave is no address of its own: the form says where it came from."""
    page, form = f"http://localhost/djinn/{table}/score?seat=1", {"op": "1", "seat": "1", "box": "keys", "value": "13"}
    for _ in range(2):
        text = refused(host, f"/djinn/{table}/count", form, Referer=page)
        assert "Keys: must be 0 to 12" in fault(text, "value")
        assert text.count('value="13"') == 1
        assert f'href="/djinn/{table}/score"' in text
        form["page"] = unescape(re.search(r'name="page" value="([^"]+)"', text)[1])
        page = f"http://localhost/djinn/{table}/count"


def test_with_scripts_the_page_stays_and_the_answer_names_the_field(host, table):
    answer = host.post(f"/djinn/{table}/count", htmx=True, seat="1", box="keys", value="13")
    assert (answer.status_code, answer.headers["Field"]) == (422, "value")
    assert answer.text.startswith("Keys: must be 0 to 12")


@pytest.mark.parametrize("number", ["²", "9" * 5_000])
def test_a_form_whose_names_cannot_be_read_comes_back_as_it_was_at_first(ann, number):
    page = refused(ann, "/djinn/new", {"count": "2", f"players-{number}-name": "Ann"})
    assert "be read. Reload the page" in page
    assert page.count("aria-invalid") == 0


@pytest.mark.parametrize(
    "referrer", ["http://evil.example/djinn/new", "http://[", "/\\x", "http://localhost/t/{}/events", ""]
)
def test_a_strange_address_to_come_back_to_gives_the_plain_page(host, table, referrer):
    answer = host.http.post(f"/djinn/{table}/tick", data={}, headers={"Referer": referrer.format(table)})
    assert answer.status_code == 422
    assert "<h1>Not now</h1>" in answer.text
    assert f'href="/t/{table}">Back to the table' in " ".join(answer.text.split())


def test_back_to_the_table_only_where_there_is_one(host):
    for path in ("/t/ZZZZZ/lock", "/djinn/box/reset/nothing", "/nowhere"):
        answer = host.http.post(path, data={}, headers={"Referer": "http://localhost/t/ZZZZZ"})
        assert 400 <= answer.status_code < 500
        assert "Back to the table" not in answer.text


@pytest.mark.parametrize("page", ["djinn/{}/ask", "djinn/{}/board", "djinn/{}/hunt", "t/{}/log"])
def test_whatever_page_an_undo_is_tapped_on_says_why_not(host, table, page):
    """The bar of each page of a table has one."""
    page = f"/{page.format(table)}"
    assert host.get(page).status_code == 200
    form = {"op": "a", "entry": "99"}
    answer = host.http.post(f"/t/{table}/undo", data=form, headers={"Referer": f"http://localhost{page}"})
    assert answer.status_code == 409
    assert answer.text.count('<p class="card bad" role="alert">This has already been taken back.') == 1
    assert "&lt;" not in answer.text
    assert f'href="{page}">Reload' in answer.text, "it is another page"


def test_a_link_to_more_of_the_page_leads_there_from_a_refused_form_too(app):
    """Its address is that of the move, which nobody can look at."""
    evening = scenes.stage(app, "war_game", "laid")
    page = f"/war_game/{evening.code}/land"
    text = evening.host.get(page).text
    move = re.search(r'<main.* action="([^"]+)"', text, re.DOTALL)[1]
    answer = evening.host.post(move, data={}, headers={"Referer": f"http://localhost{page}"})
    assert answer.status_code == 422
    assert 'href="?' in text
    assert 'href="?' not in answer.text
    assert f'href="{page}?' in answer.text


def test_every_page_has_a_line_for_refusals(host, table, play):
    paths = ["/", "/djinn/new", "/djinn/rules", "/djinn/box", "/djinn/box/trophies", "/djinn/solo", "/djinn/solo/new"]
    paths += ["/scores/", f"/scores/{play}", f"/scores/{play}/edit", "/s/nothing", "/nowhere", "/t/ZZZZZ"]
    paths += [f"/t/{table}/{page}" for page in ("menu", "share", "log")]
    paths += [f"/djinn/{table}/{page}" for page in ("setup", "draft", "hunt", "can", "score", "fair")]
    for path in paths:
        page = host.get(path, follow_redirects=True).text
        assert page.count('id="refusal" role="alert"') == 1, path
        assert page.count('id="did" role="status"') == 1, path


def test_only_the_form_that_was_sent_is_filled_in(app):
    sent = MultiDict({"seat": "1", "name": '"><script>'})
    with app.test_request_context():
        g.refused = Refused("/a", "/p", sent, {"name": "No"}, "No.")
        forms = [shown(RenameForm, *at, name="x") for at in (("/a", {"seat": 1}), ("/a", {"seat": 11}), ("/b",))]
        drawn = [form.name() for form in forms]
    assert [form.refused for form in forms] == [True, False, False]
    assert ['value="x"' in one for one in drawn] == [False, True, True]
    assert 'value="&#34;&gt;&lt;script&gt;"' in drawn[0]


NAMES = (
    "Ann",
    "Ümit Ağaoğlu",
    "Αλέξης",
    "아나 2",
    "אבי",
    "x²",
    "👩\u200d👩\u200d👧" * 24,
    "ñ" * 24,
    "<b>",
    "\u3164a",
)
TIDIED = {
    "n\u0303o": "ño",
    " Ann": "Ann",
    "Ann\u2003Bo": "Ann Bo",
    "Αλέξ  ης": "Αλέξ ης",
    "Αλέξης ": "Αλέξης",
    "Ξ\nΨ": "Ξ Ψ",
    "\u202eΞ": "Ξ",
}
NONE = ("", " ", "x" * 25, "ξ" * 25, "x" * 241, "\u3164", "\u3164 \u115f", "\u0301", "\u200b", None, 7, ["Ann"])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_a_name_stays_as_it_is(name):
    assert (fitting(name), tidy(name)) == (name, name)


@pytest.mark.parametrize(("name", "tidied"), TIDIED.items())
def test_a_name_is_tidied(name, tidied):
    assert tidy(name) == tidied
    assert fitting(tidied) == tidied


@pytest.mark.parametrize("name", [*TIDIED, *NONE], ids=repr)
def test_what_is_none_is_refused(name):
    with pytest.raises(ValueError, match=f"^{re.escape(str(name))}$"):
        fitting(name)

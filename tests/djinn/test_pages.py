"""The pages of Djinn."""

import re

import pytest

from companion.table.seating.seats import COLOURS
from tests import scenes


def since(page):
    """Find the version that a page's live block names."""
    return re.search(r"since=([\d.]+)", page.text)[1]


# Pages

PAGES = [
    ("setup", "setup", "setup", "Set up for three"),
    ("ticked", "setup", "setup", "1 of 11 done"),
    ("setup", "draft", "draft", "Green: an advantage"),
    ("hunt", "draft", "draft", "No draft in a first game"),
    ("setup", "hunt", "hunt", "Begin the hunt"),
    ("hunt", "hunt", "hunt", "6 Bosses left"),
    ("paused", "hunt", "hunt", "Resume the clock"),
    ("setup", "rarer", "rarer", "Ann"),
    ("source", "hunt", "hunt", "Boss for 6 Magic Power"),
    ("source", "hunt", "hunt", "Everyone gathers at the Magic Source"),
    ("setup", "score", "score", "Not done yet"),
    ("counted", "score", "score", "Done: on to"),
    ("finished", "score?seat=0", "score", "See the result"),
    ("finished", "result", "result", "Bob wins"),
    ("finished", "hunt", "hunt", "City map"),
    ("finished", "setup", "setup", "Set up for three"),
]


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(("scene", "path", "block", "words"), PAGES)
def test_a_page_comes_whole_as_a_block_or_not_at_all(ann, at, scene, path, block, words):
    """A browser gets the page, htmx its block and the bars, and 204 while nothing changed."""
    address = f"/djinn/{at(scene)}/{path}"
    whole, part = ann.get(address), ann.live(address, block)
    assert whole.text.startswith("<!doctype html>")
    assert words in whole.text
    assert part.text.lstrip().startswith(f'<section id="{block}"')
    assert words in part.text
    assert 'id="nav"' in part.text
    assert "<html" not in part.text
    unchanged = ann.live(f"{address}{'&' if '?' in address else '?'}since={since(whole)}", block)
    assert (unchanged.status_code, unchanged.data) == (204, b"")


def test_the_app_follows_the_game_from_page_to_page(ann, at):
    for scene, path in (("setup", "setup"), ("hunt", "hunt"), ("source", "hunt"), ("finished", "score")):
        code = at(scene)
        assert ann.get(f"/t/{code}").location == f"/djinn/{code}/{path}"


def test_a_result_comes_only_at_the_end(ann, at):
    code = at("hunt")
    assert ann.get(f"/djinn/{code}/result").location == f"/djinn/{code}/score"


def test_a_result_taken_back_leads_its_phones_to_the_score_page(ann, at):
    """The block that asked is on the result page only, so the other page's main part comes in place of the whole."""
    code = at("hunt")
    headers = {"HX-Request": "true", "HX-Target": "result", "HX-Trigger": "result"}
    answer = ann.get(f"/djinn/{code}/result?since=0", headers=headers, follow_redirects=True)
    assert answer.text.startswith(f'<title>Score · Djinn · {code}</title><main id="main" hx-swap-oob="morph">')
    assert 'id="did"' not in answer.text
    assert (answer.headers["HX-Reswap"], answer.headers["HX-Replace-Url"]) == ("none", f"/djinn/{code}/score")


def test_a_new_table_asks_who_plays(ann):
    page = ann.get("/djinn/new")
    assert page.status_code == 200
    assert page.text.count('name="count"') == 4


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count": ""}, "Choose how many play"),
        ({"count": 5}, ""),
        ({"count": 1, "deck": 11}, ""),
        ({"count": 0}, ""),
        ({"count": -1}, ""),
        ({"count": "two"}, ""),
        ({"players-1-name": "\u2800"}, "1 to 24 characters"),
        ({"players-1-colour": "red"}, "same colour"),
        ({"players-1-name": "Ann"}, "same name"),
        ({"players-0-name": "Änne", "players-1-name": "änne"}, "same name"),
        ({"players-1-colour": "mauve"}, ""),
        ({"count": 3}, "needs a name"),
        ({"players-²-name": "Cem"}, ""),
    ],
)
def test_a_table_that_cannot_be_is_refused(ann, change, words):
    form = {
        "count": 2,
        "players-0-name": "Ann",
        "players-0-colour": "red",
        "players-1-name": "Bob",
        "players-1-colour": "blue",
    }
    answer = ann.post("/djinn/new", **form | change)
    assert answer.status_code == 422 or change.keys() == {"players-²-name"}
    assert words in answer.text


def test_whose_line_is_empty_is_called_what_stands_there(ann):
    form = {"count": 2, "players-0-name": "Ann", "players-1-name": " "}
    form |= {f"players-{n}-colour": colour for n, colour in enumerate(COLOURS)}
    code = ann.post("/djinn/new", **form).location.split("/")[2]
    assert "I am Player 2" in ann.get(f"/t/{code}?pick=1").text
    assert 'placeholder="Player 2"' in ann.get("/djinn/new").text


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_somebody_without_a_name_is_called_is_not_offered_again(ann, language):
    """In neither language, whichever the table was opened in."""
    ann.http.set_cookie("language", language)
    form = {"players-0-name": "Cem", "players-0-colour": "red", "players-1-name": "", "players-1-colour": "blue"}
    assert ann.post("/djinn/new", count=2, **form).status_code == 303
    ann.http.set_cookie("language", "en")
    assert re.findall('data-fill="([^"]*)"', ann.get("/djinn/new").text) == ["Cem"]


def test_names_of_players_who_do_not_play_do_not_matter(ann, state):
    form = {
        f"players-{n}-{key}": value
        for n in range(4)
        for key, value in (("name", f"P{n}"), ("colour", list(COLOURS)[n % 2]))
    }
    form |= {"players-3-name": "P0", "players-2-name": ""}
    answer = ann.post("/djinn/new", count=2, **form)
    assert answer.status_code == 303
    assert state(answer.location.split("/")[2]).players == 2


def test_the_rules_are_searched(ann):
    assert ann.get("/djinn/rules").text.startswith("<!doctype html>")
    found = ann.live("/djinn/rules?q=spell+circle", "found").text
    assert "Spell Circles" in found
    assert "<html" not in found
    assert "Nothing found" in ann.live("/djinn/rules?q=xyzzy", "found").text
    assert "&lt;b&gt;" in ann.get("/djinn/rules?q=<b>").text


def test_the_tapped_space_opens_its_panel(ann, at, state):
    code = at("hunt")
    panel = ann.live(f"/djinn/{code}/hunt?space=R1", "hunt").text
    assert '<div id="space"' in panel
    assert panel.count('name="djinn"') == len(state(code).spaces["R1"].djinn)
    assert 'name="boss"' in panel


def test_the_calculator_answers(ann, at, state):
    code = at("hunt")
    colour = state(code).spaces["R1"].djinn[0]
    form = f"space=R1&djinn={colour}&magic=4&coins=0&circles=1&corks=0"
    page = ann.get(f"/djinn/{code}/can?{form}")
    assert "Yes, you can." in page.text
    assert "Not enough yet." in ann.live(f"/djinn/{code}/can?{form.replace('magic=4', 'magic=3')}", "answer").text
    assert ann.get(f"/djinn/{code}/can?magic=100").status_code == 422


def test_the_calculator_lays_out_one_more_mage(ann, at):
    code = at("hunt")
    page = ann.get(f"/djinn/{code}/can?magic=3&mages-0-power=1&mages-1-power=1&more=1").text
    assert 'name="mages-2-power"' in page
    assert 'name="mages-3-power"' not in page


def test_trophies_are_drawn_anew_where_the_owner_has_described_them(ann, open_djinn):
    button = 'name="element" value="trophies"'
    assert button not in ann.get(f"/djinn/{open_djinn(ann)}/setup").text
    ann.post("/djinn/box/trophies", **{"row-I-1": "I", "points-I-1": 30})
    code = open_djinn(ann)
    assert button in ann.get(f"/djinn/{code}/setup").text
    assert ann.post(f"/djinn/{code}/reroll", element="trophies", seen=1).status_code == 303
    ann.post("/djinn/box/reset/trophies")


def test_the_end_leads_every_phone_to_the_result(ann, bob, at, tap):
    """A page that was sent before the end is led on by its live update; one that is opened afterwards stays."""
    code = at("counted")
    tap(ann, code, "count", seat=1, box="corks", value=3)
    known = {page: since(bob.get(f"/djinn/{code}/{page}")) for page in ("hunt", "score")}
    tap(ann, code, "finish")
    for page, version in known.items():
        assert bob.live(f"/djinn/{code}/{page}?since={version}", page).location.startswith(f"/djinn/{code}/score?seen=")
    assert bob.get(f"/djinn/{code}/score").location == f"/djinn/{code}/result"
    tap(ann, code, "tell-secret")
    assert bob.live(f"/djinn/{code}/score?seat=0&since=4.0.0.0", "score").status_code == 200
    assert "ceremony" in bob.get(f"/djinn/{code}/result").text


def test_a_second_map_shows_what_the_first_has_drawn(app):
    evening = scenes.stage(app, "djinn", "set up")
    page = evening.host.get(f"/djinn/{evening.code}/setup?drew=layout").text
    drawn = re.search(r'<svg\s+id="swap-city".*?</svg>', page, re.DOTALL)[0]
    shown = re.findall(r'<use\b[^>]* href="#([\w-]+)"', drawn)
    assert shown == ["at-paths", "at-places", "at-crowds"]
    assert all(page.count(f' id="{one}"') == 1 for one in shown)


def test_a_colour_that_nobody_has_named_is_called_by_its_number(app):
    evening = scenes.stage(app, "djinn", "set up")
    page = evening.host.get(f"/djinn/{evening.code}/setup").text
    third = r'sign-third[^>]*>\s*</span>\s*(.*?)\s*</span>\s*<span class="row">'
    assert re.search(third, page, re.DOTALL)[1] == "Colour 3"
    assert evening.tap("name-colour", {"colour": "third", "name": "Violet", "swatch": "purple"}) == 303
    page = evening.host.get(f"/djinn/{evening.code}/setup").text
    assert re.search(third, page, re.DOTALL)[1] == "Violet"

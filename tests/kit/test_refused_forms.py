"""Forms of the War Game, and those that games share, come back as they were sent, where no script keeps the page."""

import re
from html import unescape

import pytest

from tests.scenes import stage
from tests.test_forms import COLOURS, PLAYERS, TWICE, comes_back, fault, field
from tests.war_game.scenes import correct

LONG = "x" * 41
CARD = {"like": "", "name": "Elf", "power": "3", "toughness": "4", "cost": "2"}
CARD |= {"colours": ["green", "red"], "abilities": ["flying"], "wall": "y"}
CORRECT = {"creature": "1", "owner": "1", "at": "C", "power": "3", "toughness": "4", "tapped": "y", "damage": "0"}
AT_HOME = {"name": LONG, "owner": "4", "wall": "y"}
FORMS = [
    ("war_game", "cast", "war?new", "cast", CARD | {"name": LONG}, "name"),
    ("war_game", "cast", "war?new", "cast", CARD | {"toughness": "0"}, "toughness"),
    ("war_game", "supplying", "war", "supply", {"creatures": ["2"], "more": "12345"}, "more"),
    ("war_game", "splitting", "war", "split?creature=4", {"value": "9"}, "value"),
    ("war_game", "march", "army", "damage?creature=3", {"value": "12345"}, "value"),
    (
        "war_game",
        "march",
        "army?creature=1",
        "boost",
        {"creature": "1", "power": "-3", "toughness": "many"},
        "toughness",
    ),
    ("war_game", "march", "army?creature=1", "correct", CORRECT | {"power": "12345"}, "power"),
    ("war_game", "march", "army", "spend", {"seat": "0", "points": "999", "what": "Fog"}, ""),
    ("emperor", "in play", "ring?seat=2", "life", {"seat": "2", "value": "123456"}, "value"),
    ("emperor", "in play", "ring?seat=2&counter=poison", "life?counter=poison", {"seat": "2", "value": "-3"}, "value"),
    ("emperor", "in play", "ring?doing=name", "name-counter", {"name": "x" * 17}, "name"),
    ("emperor", "in play", "ring?doing=force", "force", AT_HOME | {"source": "5", "summoned": "y"}, "name"),
    ("emperor", "in play", "ring?doing=steal", "steal", AT_HOME | {"by": "2", "to": "5"}, "name"),
    ("emperor", "set up", "fair", "word", {"seat": "4", "word": LONG}, "word"),
    ("efreet_war", "set up", "deal", "swap", {"one": "2", "other": "2"}, ""),
]


def refused(evening, page, move, form):
    """Send a form from its page as a browser does without scripts; give the page that it gets."""
    path = f"/{evening.game}/{evening.code}/"
    whole = {"op": "refused", "seen": evening.table.seq} | form
    answer = evening.host.post(path + move, data=whole, headers={"Referer": f"http://localhost{path}{page}"})
    assert answer.status_code in (409, 422), answer.text
    assert 'role="alert">' in answer.text
    return answer.text


def form_of(page, move, form):
    """Find the form that is sent to a move with such fields, the first of several."""
    forms = re.findall(rf'<form[^>]* action="[^"]*/{re.escape(move)}".*?</form>', page, re.DOTALL)
    return next(one for one in forms if all(f'name="{name}"' in one for name in form))


@pytest.mark.parametrize(("game", "scene", "page", "move", "form", "marked"), FORMS)
def test_a_refused_form_comes_back_as_it_was_sent(app, game, scene, page, move, form, marked):
    text = refused(stage(app, game, scene), page, move, form)
    filled = form_of(text, move, form)
    comes_back(filled, {name: value for name, value in form.items() if name != "points"})
    assert text.count("aria-invalid") == bool(marked)
    if marked:
        assert fault(text, marked)
        assert "aria-invalid" in filled


def test_a_new_war_comes_back_as_it_was_sent(ann):
    form = PLAYERS | COLOURS | {"column": "5", "fair": "y", "near": "y", "rules": ["walls_enter", "mana_much"]}
    answer = ann.http.post("/war_game/new", data=form, headers={"Referer": "http://localhost/war_game/new"})
    comes_back(answer.text, form)
    assert fault(answer.text, "players-2-name") == TWICE


def test_a_creature_that_is_cast_again_leaves_the_new_one_as_it_was(app):
    page = refused(stage(app, "war_game", "cast"), "war?new", "cast", {"like": "Nobody"})
    assert 'value="1"' in field(page, "power")


def test_who_carries_whom_comes_back(app):
    evening = stage(app, "war_game", "march")
    assert evening.tap(*correct(2, "23", power=1, toughness=1)) == 303
    form = {"creature": "2", "rider": "2", "to": "33"}
    page = refused(evening, "war?at=23", "carry", form)
    comes_back(form_of(page, "carry", form), {"creature": "2", "rider": "2"})
    assert re.search(r'<details id="carrying"\s+open', page)


def test_what_is_prevented_of_each_creature_comes_back(app):
    evening = stage(app, "war_game", "fight")
    struck = re.findall(r'name="creatures" value="(\d+)"', evening.host.get(f"/war_game/{evening.code}/war").text)
    typed = ["1", "2"][: len(struck)]
    page = refused(evening, "war", "settle", {"place": "22", "creatures": struck, "damage": [*typed[1:], "many"]})
    inputs = re.findall(r'<input[^>]* name="damage"[^>]*>', page)
    assert [re.search(r'value="([^"]*)"', one)[1] for one in inputs] == [*typed[1:], "many"]
    assert re.search(r'<details id="preventing-22"\s+open', page)


def test_creatures_that_march_together_come_back(app):
    evening = stage(app, "emperor", "with tools")
    for move, form in (
        *(("march", {"owner": 2, "to": 1}) for _ in range(2)),
        *(("end-turn", {"seat": seat}) for seat in (2, 3, 4, 5, 0, 1)),
    ):
        assert evening.tap(move, form) == 303
    page = "ring?of=2&at=1"
    offered = evening.host.get(f"/emperor/{evening.code}/{page}").text
    assert offered.count('name="creatures"') == len(re.findall(r' checked[^>]* name="creatures"', offered)) == 2
    again = refused(evening, page, "march-together", {"creatures": ["2"], "to": "5"})
    assert re.findall(r' checked[^>]* name="creatures"[^>]* value="(\d)"', again) == ["2"]


def test_why_a_life_changed_comes_back(app):
    evening = stage(app, "emperor", "in play")
    assert evening.tap("life", {"seat": 2, "by": -3}) == 303
    page = refused(evening, "ring?seat=2&doing=why", "why", {"seat": "2", "change": "-3", "why": LONG})
    comes_back(page, {"why": LONG})
    assert "40" in fault(page, "why")


@pytest.mark.parametrize(("page", "name", "typed"), [("rules", "q", "<b> & swamp"), ("fair", "mark", '"><script>')])
def test_what_is_asked_for_stays_in_its_field(app, page, name, typed):
    evening = stage(app, "emperor", "set up")
    text = evening.host.get(f"/emperor/{evening.code}/{page}", query_string={name: typed}).text
    assert f'value="{typed}"' in unescape(field(text, name))
    assert "<script>" not in field(text, name)

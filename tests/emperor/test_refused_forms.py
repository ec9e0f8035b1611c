"""A refused form of a duel comes back filled in, where browsers run no scripts."""

import re

from tests.refusals import page_after
from tests.test_forms import comes_back, fault


def refused(app, *form):
    return page_after(app, "emperor", *form)


def test_a_card_whose_name_is_too_long(app):
    page = refused(app, "set up", "seats", "ante", {"seat": 2, "card": "x" * 41})
    assert fault(page, "card") == "The name needs 1 to 40 characters."
    cards = re.findall(r'<input[^>]* name="card"[^>]*>', page)
    assert [re.search(r'value="([^"]*)"', card)[1] for card in cards] == [
        "x" * 41 if seat == 2 else f"Card {seat}" for seat in range(6)
    ]
    assert all('maxlength="40"' in card for card in cards)


def test_those_who_are_out(app):
    form = {"seats": ["1", "3"], "by": "99"}
    page = refused(app, "four against four", "ring?doing=out", "out", form)
    comes_back(page, {"seats": form["seats"]})
    assert "Number must be between" in fault(page, "by")


def test_nobody_is_out(app):
    page = refused(app, "four against four", "ring?doing=out", "out", {"by": "2"})
    comes_back(page, {"by": "2"})
    assert " checked" not in page


def test_a_score_whose_fallen_contradict_it(app):
    form = {"result": "0", "fell_1": "1", "by_1": "4", "fell_2": "2", "by_2": ""}
    page = refused(app, "just to score", "result", "score", form)
    comes_back(page, form)
    assert "whose Emperor is left wins" in fault(page, "result")
    assert '<details class="card" open>' in page


def test_a_next_duel_of_a_team_that_is_none(app):
    page = refused(app, "told", "result", "next", {"team": 9, "seating": "fallen"})
    comes_back(page, {"seating": "fallen"})


def test_range_rules_that_are_none(app):
    page = refused(app, "set up", "seats", "range", {"range": "none"})
    assert "Not a valid choice" in fault(page, "range")
    assert 'id="ranging" open' in page

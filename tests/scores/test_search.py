"""Finding plays, and a list that goes on as one scrolls."""

import html
import re
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

import pytest

from companion.scores import filters
from companion.scores.model import COMMON, LONGEST, SOLO, Choice, words
from companion.scores.stores import play_store, search_store
from tests.pages import Page
from tests.scores.entries import edit
from tests.scores.test_views import ANN, BOB

pytestmark = pytest.mark.usefixtures("empty")

CEM = replace(BOB, name="Cem Özgür")
MAY, JUNE = (datetime(2026, month, 5, 20).timestamp() for month in (5, 6))


@pytest.fixture
def plays(app):
    """Keep three plays; give their ids by a word."""
    with app.app_context():
        kept = {
            "solo": play_store.save("djinn", code=None, played_at=MAY, options={}, players=[ANN]),
            "pair": play_store.save("djinn", code="K7QFM/2", played_at=MAY + 60, options={}, players=[ANN, BOB]),
            "trio": play_store.save("emperor", code=None, played_at=JUNE, options={}, players=[ANN, BOB, CEM]),
        }
        edit(kept["pair"], players=[("Ann", 80), ("Bob", 60)], note="In the garden", seen=0)
        yield kept


def found(plays, query):
    """Name the plays that an address finds."""
    choice = filters.choice(filters.asked(dict(part.split("=") for part in query.split("&"))))
    ids = [play.id for play in play_store.plays(choice)]
    assert len(ids) == sum(search_store.count(choice).values())
    return " ".join(name for name, id in plays.items() if id in ids)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("q=ann", "solo pair trio"),
        ("q=BO", "pair trio"),
        ("q=garden", "pair"),
        ("q=bob gar", "pair"),
        ("q=k7qfm", "pair"),
        ("q=ozgur", "trio"),
        ("q=ÖZGÜR", "trio"),
        ("q=arden", ""),
        ("q=% _ ' \\", "solo pair trio"),
        ("q=emperor", "trio"),
        ("count=solo", "solo"),
        ("count=common", "pair trio"),
        ("count=3", "trio"),
        ("count=0", "solo pair trio"),
        ("player=Bob", "pair trio"),
        ("player=bob", ""),
        ("player=Ann&count=solo", "solo"),
        ("player=Ann&count=2&game=djinn", "pair"),
        ("player=Ann&since=2026-06-05", "trio"),
        ("until=2026-05-05", "solo pair"),
        ("until=2026-05-04", ""),
        ("since=2026-05-06&until=2026-06-04", ""),
        ("since=never&until=9999-12-31", "solo pair trio"),
        ("q=ann&game=djinn&player=Bob&count=common&since=2026-01-01", "pair"),
    ],
)
def test_plays_are_found_by_what_is_asked(plays, query, names):
    assert found(plays, query) == names


def test_what_is_deleted_or_corrected_is_found_no_more(plays):
    play_store.delete(plays["pair"])
    assert found(plays, "q=garden") == ""
    edit(plays["trio"], players=[("Ann", 80), ("Bob", 60), ("Dee", 60)], note="", seen=0)
    assert (found(plays, "q=cem"), found(plays, "q=dee")) == ("", "trio")
    play_store.restore(plays["pair"])
    assert found(plays, "q=garden") == "pair"


@pytest.mark.parametrize(
    ("count", "kind"), [(None, None), ((1, 1), SOLO), ((2, 99), COMMON), ((4, 4), COMMON), ((1, 4), None)]
)
def test_a_choice_knows_its_kind(count, kind):
    least, most = count or (None, None)
    assert Choice(least=least, most=most).kind == kind


def test_the_page_says_what_is_chosen_and_its_exports_take_only_that(client_page, plays):
    page = client_page("/scores/?count=solo&since=2026-05-01")
    assert "1 play" in page
    assert "from 1 May 2026 on" in page
    link = html.unescape(re.search(r'href="([^"]+plays.json[^"]*)"', page)[1])
    assert [play["id"] for play in client_page(link, json=True)] == [plays["solo"]]


@pytest.fixture
def client_page(app):
    """Give a reader of pages, British as the phones of the tests."""
    client = app.test_client()

    def read(path, json=False, **headers):
        answer = client.get(path, headers={"Accept-Language": "en-GB"} | headers)
        return answer.json if json else answer.text

    return read


def test_a_list_goes_on_as_one_scrolls_and_names_each_month_once(app, client_page):
    """The block that htmx asks for holds the next rows and the next link, and no heading that stands above already."""
    with app.app_context():
        for day in range(45):
            play_store.save("djinn", code=None, played_at=JUNE - 86400 * day, options={}, players=(ANN, BOB))
    first = client_page("/scores/")
    link = html.unescape(re.search(r'id="more"\s+hx-get="([^"]+)"\s+hx-trigger="revealed"', first)[1])
    assert f'href="{html.escape(link)}"' in first
    rest = client_page(link, **{"HX-Request": "true", "HX-Target": "more", "HX-Trigger": "more"})
    months = [re.findall(r"<h2>(\w+ 2026)</h2>", page) for page in (first, rest)]
    assert months == [["June 2026", "May 2026"], ["April 2026"]]
    rows = [re.findall(r'href="/scores/(\d+)"', page) for page in (first, rest)]
    assert [len(one) for one in rows] == [30, 15]
    assert not set(rows[0]) & set(rows[1])
    assert "<main" not in rest
    assert 'id="more"' not in rest


def test_words_are_found_without_capitals_and_marks():
    assert words("Ümit, e\u0301t\u0323é ΆΛΦΑ straße") == ["umit", "ete", "αλφα", "strasse"]


def test_no_search_takes_more_than_it_should(app, plays):
    """A word has a bound, and so has their number."""
    assert [len(word) for word in words("x" * 500)] == [LONGEST]
    assert found(plays, "q=" + " ".join("abcdefghij" * 20)) == ""


@pytest.mark.parametrize("asked", [{"player": "Ann", "other": "Bob"}, {"count": "15"}, {"count": "1"}])
def test_a_search_keeps_what_plays_were_chosen_by(app, plays, asked):
    """Statistics lead to the plays of two players, or of so many: a search there was one of all plays."""
    address = f"/scores/?{urlencode(asked)}"
    (form,) = (fields for to, fields in Page(app.test_client().get(address).text).forms if to["method"] == "get")
    assert {name: value for name, value in form.items() if value} == asked

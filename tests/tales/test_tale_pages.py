"""What people keep of a tale: a text, and a picture that needs nothing besides."""

import itertools
import re
import time
from html import unescape
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

from companion.files import safe_readers
from companion.games.tales.facts import events as ev
from companion.games.tales.pages import tale_views
from companion.games.tales.text.story.prose import said
from companion.games.tales.text.story.wording import read
from companion.table.log import Entry
from tests import scenes
from tests.tales.scenes import DECLARED, LAST, THREE

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def told(app):
    """Open a table of people with hostile names, with a turn told; what is kept of it by its kind."""
    evening = scenes.Evening(app, "tales", {"count": 2, "total": 20}, names=scenes.HOSTILE)
    for seat in (0, 1):
        assert evening.tap("goal", {"seat": seat, "destiny": 7}) == 303
    moves = [
        ("first", {"seat": 0}),
        ("draw-skills", {}),
        ("begin", {}),
        ("move", {"seat": 0, "kind": "city", "route": "LL", "number": 2, "place": "<script>Basra"}),
        ("award", {"seat": 0, "statuses": "lost", "treasure": "Lamp"}),
        ("line", {"seat": 1, "line": "It rained <b>roses</b>."}),
        ("end-turn", {"seat": 0}),
    ]
    for path, form in moves:
        assert evening.tap(path, form) == 303, path
    return lambda kind, **how: evening.host.get(f"/tales/tale/{evening.code}.{kind}", **how)


def test_the_text_tells_every_turn_with_its_lines(told):
    answer = told("txt")
    assert answer.mimetype == "text/plain"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "“It rained <b>roses</b>.”" in answer.text
    assert "<script>Basra" in answer.text
    assert "Chapter 1: " in answer.text
    assert answer.text.startswith("The tale of ")


def test_the_text_is_in_the_language_of_who_saves_it(told):
    text = told("txt", headers={"Accept-Language": "de"}).text
    assert text.startswith("Die Geschichte von ")
    assert "Kapitel 1: " in text
    assert "„It rained <b>roses</b>.“" in text


def test_the_book_tells_as_much_as_the_text(app):
    evening = scenes.stage(app, "tales", "over")
    text = evening.host.get(f"/tales/tale/{evening.code}.txt").text
    book = LexborHTMLParser(evening.host.get(f"/tales/{evening.code}/book").text)
    paragraphs = [re.sub(r"\s+", " ", node.text(deep=True)).strip() for node in book.css("#book article p")]
    assert len(paragraphs) > 2
    assert [one for one in paragraphs if one not in text] == []
    assert book.css_first("#book .cover h1").text() == "The tale of Ann, Bob and Cem"


def test_before_the_first_turn_the_book_is_empty(app):
    evening = scenes.stage(app, "tales", "new")
    assert "Nothing has been told yet" in evening.host.get(f"/tales/{evening.code}/book").text
    assert evening.host.get(f"/tales/tale/{evening.code}.txt").text.startswith("The tale of Ann")


def test_a_long_book_tells_the_last_turns_and_the_text_all(app, monkeypatch):
    monkeypatch.setattr(tale_views, "MOST_PARAGRAPHS", 1)
    evening = scenes.stage(app, "tales", "over")
    book = evening.host.get(f"/tales/{evening.code}/book").text
    assert "The text includes the earlier turns." in book
    assert book.count("<article") == 1


def test_other_phones_have_their_turn_while_a_long_tale_is_read():
    """A log of thousands of entries gives others their turn again and again."""
    begun = Entry(1, 0.0, None, "begin", (ev.Begun(0),))
    turn = (ev.HeroMoved(0, "LL", "city", 0, "Basra"), ev.CardDrawn(0, "character"), ev.PointsChanged(0, 1, 1))
    entries = [Entry(n, float(n), 0, "moved", (*turn, ev.TurnEnded(0))) for n in range(2, 3000)]
    waited = [time.thread_time()]

    def others():
        waited.append(time.thread_time())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(safe_readers, "yield_to_hub", others)
        story = read([begun, *entries], 2, "ABCDE")
        assert len(waited) > 2
        for one in safe_readers.in_turn(story):
            said(one, ("Ann", "Bob"), "en", str)
    assert len(story) == 2999
    assert max(after - before for before, after in itertools.pairwise(waited)) < 0.05


def test_the_page_of_the_end_says_why(app):
    """Bob has met his goal, too, and has no status."""
    award = {"seat": 1, "destiny": 3, "story": 17}
    met = [("move", {"seat": 1, "kind": "baghdad"}), ("card", {"seat": 1, "card": "terrain"}), ("award", award)]
    blessed = ("award", {"seat": 0, "statuses": "blessed"})
    evening = scenes.Evening(app, "tales", THREE, [*DECLARED[:-1], blessed, DECLARED[-1], *met, *LAST])
    page = LexborHTMLParser(evening.host.get(f"/tales/{evening.code}/tale").text)
    assert page.css_first("#why").text(strip=True) == "Ann and Bob could win; Ann has more statuses (1 to 0)."


@pytest.mark.parametrize("by", [0, 1])
def test_of_the_turn_that_ends_the_game_a_line_can_still_be_told(app, by):
    """No other turn begins in which it could be; who tells it stands in the same paragraph."""
    evening = scenes.Evening(app, "tales", THREE, [*DECLARED, *LAST])
    page = evening.host.get(f"/tales/{evening.code}/tale").text
    form = page[page.index('id="tell"') :]
    sent = dict(re.findall(r'name="(seat|turn)" value="(\d+)"', form[: form.index("</form>")]))
    assert sent == {"seat": "2", "turn": "3"}
    assert evening.tap("line", sent | {"seat": by, "line": "It rained roses."}) == 303
    story = tale_views.story_of(evening.table)
    assert [one.number for one in story if any(beat.kind.startswith("line") for beat in one.beats)] == [3]
    assert 'id="tell"' not in evening.app.test_client().get(f"/tales/{evening.code}/tale").text


def test_the_picture_takes_its_symbols_along_and_trusts_no_name(told):
    answer = told("svg")
    assert answer.mimetype == "image/svg+xml"
    picture = ElementTree.fromstring(answer.text)
    there = {one.get("id") for one in picture.iter(f"{SVG}symbol")}
    used = {one.get("href") for one in picture.iter(f"{SVG}use")}
    assert {"#place_baghdad", "#place_city", "#lost", "#treasure"} == used
    assert used <= {f"#{id}" for id in there}
    assert not [one.tag for one in picture.iter() if one.tag in (f"{SVG}script", f"{SVG}b")]


def test_all_words_of_the_picture_are_in_the_language_of_who_saves_it(told):
    picture = told("svg", headers={"Accept-Language": "de"}).text
    assert "Ihre Wege" in picture
    assert "Schicksal" in picture


def test_a_long_name_of_a_place_is_cut_at_its_end_only(told):
    picture = ElementTree.fromstring(told("svg").text)
    labels = [one for one in picture.iter(f"{SVG}text") if one.get("paint-order")]
    long = [one for one in labels if (one.text or "").startswith("<script>")]
    assert [one.text[-1] for one in long] == ["…"]
    assert [one.get("textLength") for one in labels] == [
        "124" if one in long else None for one in labels
    ]  # side by side


def test_nothing_else_is_kept(told):
    assert told("html").status_code == 404


def test_the_next_skill_is_picked_where_the_last_one_was(app):
    """The skills so far stand above those that are left; after the third the hero's line shows all of them."""
    evening, ann = scenes.Evening(app, "tales", {"count": 3, "total": 20, "on_paper": "y"}, []), app.test_client()
    ann.post(f"/t/{evening.code}/sit", data={"seat": 0})
    shown, htmx = [], {"HX-Request": "true", "HX-Target": "setup"}
    for skill in ("luck", "magic", "wisdom"):
        data = {"seat": 0, "skill": skill, **evening.op()}
        answer = ann.post(f"/tales/{evening.code}/skill", data=data, headers=htmx, follow_redirects=True)
        shown.append(answer.headers["Outcome"])
        if skill == "magic":
            assert "Luck, Magic" in unescape(
                answer.text[answer.text.index('id="pick"') : answer.text.index('id="hero-0"')]
            )
    assert shown == ["before", "before", "hero-0"]
    assert 'id="pick"' not in answer.text


def test_what_was_drawn_for_everybody_is_shown_and_not_the_button(app):
    evening = scenes.Evening(app, "tales", {"count": 3, "total": 20}, [])
    answer = evening.host.post(f"/tales/{evening.code}/draw-skills", data={**evening.op(), "seen": evening.table.seq})
    assert answer.location.endswith("#hero-0")


@pytest.mark.parametrize(("button", "page"), [({"at_end": "y"}, "tale"), ({}, "fair")])
def test_who_shows_all_goals_sees_them_where_that_was_tapped(app, button, page):
    """From the end nobody is led to a page about draws."""
    evening = scenes.stage(app, "tales", "over")
    address = f"/tales/{evening.code}/tell-secret"
    answer = evening.host.post(address, data={"seen": evening.table.seq} | evening.op() | button)
    assert answer.location == f"/tales/{evening.code}/{page}#secret"
    shown = evening.host.get(answer.location).text
    assert 'id="secret"' in shown
    assert ("Goal: destiny 3, story 17" in shown) == (page == "tale")

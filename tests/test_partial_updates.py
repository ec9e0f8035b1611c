"""What of a page a phone has already, and what a live update then leaves out."""

import html
import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from companion.web import kept, parts
from companion.web.compact import Compact
from companion.web.parts import without_known
from tests import scenes
from tests.test_update_equals_reload import pages_of


@pytest.fixture
def hunt(app):
    """Stage a hunt; give its table, and what asks for an update of its page."""
    evening = scenes.stage(app, "djinn", "in play")
    page = f"/djinn/{evening.code}/hunt"

    def update(address):
        return evening.host.get(address, headers={"HX-Request": "true", "HX-Target": "hunt"}).text

    return evening, evening.host.get(page).text, update


def again(page):
    """Read the address where a page asks for its live updates."""
    return html.unescape(re.search(r'<section id="(?:hunt|setup)"[^>]* hx-get="([^"]+)', page)[1])


def crowds(page):
    """List the ids of the round spaces beside which Djinn stand on the map, of those that come whole."""
    return set(re.findall(r'<g id="at-crowd-(\w+)" (?!data-same)', page))


def catch(evening):
    """Catch a Djinn; give the space where it stood."""
    slot, space = next((slot, space) for slot, space in evening.state.spaces.items() if space.djinn)
    assert evening.tap("remove", {"seat": evening.state.turn.seat, "slot": slot, "djinn": [*space.djinn[:1]]}) == 303
    return slot


def test_an_update_brings_the_one_space_that_has_changed(hunt):
    evening, page, update = hunt
    assert len(crowds(page)) == 6
    for _ in range(2):  # by what the page has, then by what the first update has left there
        slot = catch(evening)
        page = update(again(page))
        assert crowds(page) == {slot}
        assert page.count('<g id="at-crowd-') == 1
        assert '<div id="city" data-same="1">' in page
        assert not re.search('id="(at-places|taps-stand)"', page)


def test_an_update_that_leaves_out_the_map_goes_on_knowing_its_spaces(hunt):
    evening, page, update = hunt
    evening.tap("pause", {})
    page = update(again(page))
    assert '<div id="city" data-same="1">' in page
    slot = catch(evening)
    assert crowds(update(again(page))) == {slot}


@pytest.mark.parametrize("name", ["", "AAAAAAAA", "x" * 2000, "<part>"])
def test_a_page_that_nobody_remembers_comes_whole(hunt, name):
    evening, page, update = hunt
    catch(evening)
    text = update(re.sub(r"have=[\w-]+", f"have={name}", again(page)))
    assert len(crowds(text)) == 6
    assert "data-same" not in text


def test_no_more_pages_are_remembered_than_so_many(app, monkeypatch):
    monkeypatch.setattr(parts, "STAMPS_KEPT", 3)
    monkeypatch.setitem(app.extensions, "stamps", {})
    with app.test_request_context():
        names = [parts.remembered(f"page {number}") for number in range(4)]
        assert parts.remembered("page 1") == names[1]
        parts.remembered("page 5")
        assert set(app.extensions["stamps"]) >= {names[1], names[3]}
        assert len(app.extensions["stamps"]) == 3


@pytest.fixture
def sent(app):
    """Leave out of a page what a phone has that got the page `known`."""

    def sent(html, known=""):
        with app.test_request_context():
            name = parts.remembered(".".join(parts.stamps_in(known)))
        with app.test_request_context(f"/?have={name}"):
            return re.sub(r"&amp;have=[\w-]+", parts.HAVE, without_known(html))

    return sent


def form(op, *, seen=4, words="Done"):
    """Write a form as a part of a page."""
    fields = f'<input type="hidden" name="op" value="{op}"><input type="hidden" name="seen" value="{seen}">'
    return f'<part><form id="one">{fields}<button>{words}</button></form></part>'


def test_a_form_comes_only_if_it_offers_something_else(sent):
    """What its tap is called, and which screen it is made on, the script knows."""
    known = form(f"{kept.MARKED}op:-1")
    assert sent(form(f"{kept.MARKED}op:-7", seen=9), known) == '<form id="one" data-same="1"></form>'
    assert "Once more" in sent(form(f"{kept.MARKED}op:-1", words="Once more"), known)


def street(one, other, *, name="Elm Street"):
    """Write a part that has two parts, one of them a picture with a part of its own."""
    shape = f'<part><svg id="trees"><part><g id="tree"><text>{other}</text></g></part></svg></part>'
    return f'<part><div id="street"><h2>{name}</h2><part><p id="door">{one}</p></part>{shape}</div></part>'


def test_a_part_of_which_only_parts_have_changed_brings_them_alone(sent):
    known = street(1, 2)
    assert sent(street(1, 2), known) == '<div id="street" data-same="1"></div>'
    assert sent(street(3, 2), known) == '<div id="street" data-same="1"><p id="door">3</p></div>'
    tree = '<svg id="trees" data-same="1"><g id="tree"><text>3</text></g></svg>'
    assert sent(street(1, 3), known) == f'<div id="street" data-same="1">{tree}</div>'
    assert sent(street(1, 3, name="Oak Street"), known) == (
        f'<div id="street"><h2>Oak Street</h2><p id="door" data-same="1"></p>{tree}</div>'
    )


def test_a_part_that_a_phone_has_under_another_id_comes_whole(sent):
    other = street(1, 2).replace('id="street"', 'id="road"')
    assert '<div id="road"><h2>Elm Street</h2>' in sent(other, street(1, 2))


def test_a_block_that_is_alive_always_says_where_it_asks_next(sent):
    def block(seq, text, css="stack"):
        now = f'hx-get="hunt?since={seq}{parts.HAVE}" hx-sync="drop" data-seq="{seq}"'
        begin = f'<part><section id="hunt" class="{css}" {now}>'
        return f'{begin}<h1>Hunt</h1><part><p id="now">{text}</p></part></section></part>'

    begin = f'<section id="hunt" hx-get="hunt?since=2{parts.HAVE}" data-seq="2" data-same="1">'
    assert sent(block(2, "a"), block(1, "a")) == f"{begin}</section>"
    assert sent(block(2, "b"), block(1, "a")) == f'{begin}<p id="now">b</p></section>'
    assert 'class="card"' in sent(block(2, "a", css="card"), block(1, "a"))


def test_an_update_leaves_out_the_forms_that_stay(app):
    evening = scenes.stage(app, "djinn", "set up")
    assert evening.tap("tick", {"step": "tiles"}) == 303
    page = evening.host.get(f"/djinn/{evening.code}/setup").text
    assert evening.tap("untick", {"step": "tiles"}) == 303
    address = html.unescape(re.search(r'<section id="setup"[^>]* hx-get="([^"]+)', page)[1])
    token = re.search(r'"X-CSRFToken": "([^"]+)', page)[1]
    headers = {"HX-Request": "true", "HX-Target": "setup", "X-CSRFToken": token}
    update = evening.host.get(address, headers=headers).text
    assert '<form id="undo" data-same="1"></form>' in update
    assert '<form id="tick-board" ' not in update
    assert f'name="entry" value="{evening.table.seq}" form="undo"' in update


def test_where_one_stands_changes_what_is_tapped_on_the_map_but_no_place(app):
    evening = scenes.stage(app, "djinn", "own cards")
    page = evening.host.get(f"/djinn/{evening.code}/hunt").text
    assert evening.tap("stand", {"seat": 0, "slot": "S"}) == 303
    update = evening.host.get(again(page), headers={"HX-Request": "true", "HX-Target": "hunt"}).text
    assert 'id="stand-R1"' in page
    assert '<g id="at-places" data-same="1"></g>' in update
    assert 'id="at-R1"' in update
    assert crowds(update) == set()


def hurt(state):
    """Damage the first Guardian of the King, who is attacked."""
    return {"resource": "king", "guardian": state.resources["king"].guardians[0], "by": 1}


LEFT_OUT = (
    ("efreet_war", "house rules", "war", "damage", hurt, "harm-2"),
    ("efreet_war", "house rules", "war", "damage", hurt, "stays"),
    ("emperor", "in play", "ring", "bury", lambda state: {"creature": next(iter(state.creatures))}, "stands-2"),
    ("emperor", "set up", "seats", "swap", {"one": 0, "other": 3}, "clocking"),
    ("efreet_war", "set up", "deal", "swap", {"one": 0, "other": 3}, "rolling"),
    ("djinn", "in play", "hunt", "catch", None, "pause"),
    ("djinn", "set up", "setup", "reroll", {"element": "all"}, "players-0"),
    ("djinn", "set up", "setup", "untick", {"step": "mages"}, "mages-1"),
)


@pytest.mark.parametrize(("game", "scene", "block", "path", "form", "part"), LEFT_OUT)
def test_an_update_leaves_out_what_a_move_has_not_changed(app, game, scene, block, path, form, part):
    evening = scenes.stage(app, game, scene)
    page = evening.host.get(f"/{game}/{evening.code}/{block}").text
    assert f'id="{part}"' in page
    address = html.unescape(re.search(rf'<section id="{block}"[^>]* hx-get="([^"]+)', page)[1])
    token = re.search(r'"X-CSRFToken": "([^"]+)', page)[1]
    if form is None:
        catch(evening)
    else:
        assert evening.tap(path, form(evening.state) if callable(form) else form) == 303
    update = evening.host.get(address, headers={"HX-Request": "true", "HX-Target": block, "X-CSRFToken": token}).text
    assert not re.search(rf' id="{part}"(?! data-same="1"></)', update)


def test_of_the_step_with_the_bag_comes_only_how_many_are_left_in_it(app):
    evening = scenes.stage(app, "djinn", "set up")
    page = evening.host.get(f"/djinn/{evening.code}/setup").text
    assert evening.tap("set-djinn", {}) == 303
    headers = {"HX-Request": "true", "HX-Target": "setup"}
    update = evening.host.get(again(page), headers=headers).text
    assert '<p id="supply-0" data-same="1"><strong class="brass" id="supply-count">36</strong></p>' in update


def test_a_second_map_shows_what_the_first_has_drawn(app):
    evening = scenes.stage(app, "djinn", "set up")
    page = evening.host.get(f"/djinn/{evening.code}/setup?drew=layout").text
    drawn = re.search(r'<svg\s+id="swap-city".*?</svg>', page, re.DOTALL)[0]
    shown = re.findall(r'<use\b[^>]* href="#([\w-]+)"', drawn)
    assert shown == ["at-paths", "at-places", "at-crowds"]
    assert all(page.count(f' id="{one}"') == 1 for one in shown)


def test_the_city_of_a_hunt_is_there_before_it_begins(app):
    evening = scenes.stage(app, "djinn", "drafted")
    page = evening.host.get(f"/djinn/{evening.code}/hunt").text
    assert 'id="at-R1"' in page
    assert evening.tap("begin", {}) == 303
    update = evening.host.get(again(page), headers={"HX-Request": "true", "HX-Target": "hunt"}).text
    assert '<div id="city" data-same="1"><svg id="at-city" data-same="1"><g id="at-taps"' in update
    assert crowds(update) == set()
    assert 'id="spaces"' not in update


def test_a_clock_comes_again_only_when_it_was_set(sent):
    def clock(since):
        return f'<part><time id="clock">{kept.LASTING}_{since}:</time></part>'

    assert sent(clock(7), clock(7)) == '<time id="clock" data-same="1"></time>'
    assert sent(clock(8), clock(7)) != sent(clock(7), clock(7))
    assert "data-same" not in sent(clock(8), clock(7))


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            "<ul>\n  {% for one in [1, 2] %}\n    <li>{{ one }}</li>\n  {% endfor %}\n</ul>\n",
            "<ul><li>1</li><li>2</li></ul>",
        ),
        ("<p>\n  A\n</p>\n<p>\n  <b>B</b>\n  <i>C</i>\n</p>\n", "<p>A</p><p><b>B</b>\n<i>C</i></p>"),
        (
            '<g>\n  <part><g id="a">\n      <circle r="1" />\n    </g></part>\n</g>\n',
            '<g><part><g id="a"><circle r="1" /></g></part></g>',
        ),
    ],
)
def test_no_space_is_sent_where_none_is_shown(app, source, lines):
    made = app.jinja_env.from_string(source)
    assert made.render().strip() == lines


def test_a_counter_is_no_part_of_its_own_since_its_number_always_comes():
    source = (
        '<form id="a" class="taps" method="post" {{ counts(url) }}></form><form id="b" {{ move("x", code) }}></form>'
    )
    assert Compact.preprocess(None, source, None).count("<part>") == 1


@pytest.mark.thorough(one_in=16)
@pytest.mark.parametrize(("game", "scene"), scenes.every())
def test_what_comes_and_goes_before_a_part_is_not_taken_for_it(app, monkeypatch, game, scene):
    """The script takes an element without an id for any new one with its tag."""
    made = []
    monkeypatch.setattr(parts, "without_known", lambda page: made.append(page) or without_known(page))
    evening, found = scenes.stage(app, game, scene), []
    for page in dict.fromkeys(pages_of(evening)):
        evening.host.get(page)
    for page in made:
        tree = LexborHTMLParser(re.sub(r"<part>(\s*)<(\w+)", r"\1<\2 data-part", page).replace("</part>", ""))
        for block in tree.css("main > [data-seq]"):
            bare = set()
            for one in block.iter():
                if "data-part" in one.attributes and one.tag in bare:
                    found.append(one.attributes["id"])
                elif "id" not in one.attributes:
                    bare.add(one.tag)
    assert not found

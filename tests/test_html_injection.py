"""Strings that want to be HTML, in everything that a person or a file can write: on every page they stay text.

And htmx obeys nothing that stands in them, should one ever come through: what people or files wrote lies in a `<bdi>`
or in something marked `hx-disable`, where htmx does not look (see `htmx-config` in _head.html).
"""

import io
import json
import re
from urllib.parse import quote

import pytest
from flask import url_for
from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser

from companion.games.djinn.box import corrections
from companion.games.djinn.box.corrections import Box, ColourNote, TrophyNote, tom_card
from companion.games.djinn.facts import COLOURS, TILES, TROPHIES
from tests import scenes
from tests.colours import colour
from tests.evening import Evening
from tests.scenes import GAMES
from tests.thorough import share, tries

SHORT = ('"><b zq{} hx-get=/>', "'><b zq{} hx-get=/>", "</bdi><script zq{}>", "{{{{7**11}}}}%(zq{})s<b zq>")
"""Names have 24 characters at most."""
LONG = (
    '"\'></bdi></span></p></div><form zq hx-post="/t/22222/hand-over" hx-trigger="load"><input zq name="seat">'
    "</form><script zq>alert(1)</script><!-- zq {{7**11}} {% raw %} %(zq)s %999999999s"
)
NAME = re.compile(r"players-(\d+)-name")
FREE = {"card", "name", "note", "owner_name"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
RAW = {"title", "textarea", "option"}
"""Elements in which no other can stand."""
WORDS = {"bdi", "h1", "h2", "p", "small", "span", "strong", "text"}
"""Elements of words only, in which htmx does not look, nor in what lies in one of LABELLED."""
LABELLED = {"button", "label"}


def short(number):
    return SHORT[number % len(SHORT)].format(number)


class Hostile(FlaskClient):
    """A phone that writes something else wherever its player may write what they like."""

    def post(self, path, data=None, **kwargs):
        if isinstance(data, dict):
            data = {key: self.written(key, value) for key, value in data.items()}
        return super().post(path, data=data, **kwargs)

    def written(self, key, value):
        if named := NAME.fullmatch(key):
            return short(int(named[1]))
        return short(5) if key in FREE and isinstance(value, str) else value


WRITTEN = re.compile(r"(?<![\w/-])zq")
"""What somebody wrote; a link of random letters may hold the same two."""


class Tree:
    """What stems from such strings in a page: elements and attributes, and where their text lies unguarded."""

    def __init__(self, text):
        self.born, self.unguarded, self.deaf = [], [], []
        self.look(LexborHTMLParser(text).root, guarded=False, labelled=False, raw=False)

    def look(self, node, *, guarded, labelled, raw):
        """Look at an element and all in it; what is `guarded` or `labelled` lies where htmx looks at nothing."""
        acting = any(name.startswith("hx-") and name != "hx-swap-oob" for name in node.attributes)  # that acts anywhere
        if acting and (node.tag in WORDS or guarded or labelled):
            self.deaf.append(node.html)
        if any("zq" in name for name in (node.tag, *node.attributes)):
            self.born.append(node.html)
        disabled = "hx-disable" in node.attributes and node.tag != "body"  # the script takes that away when it starts
        guarded = guarded or node.tag in WORDS or disabled
        labelled, raw = labelled or node.tag in LABELLED, raw or node.tag in RAW
        for inner in node.iter(include_text=True):
            if inner.tag == "-text":
                self.read(inner, node, sealed=guarded or labelled or raw)
            elif inner.tag == "-comment":
                self.born += [inner.html] if "zq" in inner.html else []
            else:
                self.look(inner, guarded=guarded, labelled=labelled, raw=raw)

    def read(self, text, node, *, sealed):
        """Look at words."""
        if "1977326743" in text.text_content:
            self.born.append(text.text_content)
        if WRITTEN.search(text.text_content) and not sealed:
            self.unguarded.append((node.tag, text.text_content.strip()))


@pytest.fixture(scope="module")
def hostile(new_app):
    """Play an evening on which everybody writes such things, and the owner of the box too."""
    app = new_app(GAMES=[*scenes.PACKAGES.values()])
    app.test_client_class = Hostile
    evening = Evening(app)
    host = evening.host
    known = Box(
        colours={id: ColourNote(short(number), "grey") for number, id in enumerate(COLOURS)},
        tom={number: tom_card(number, "market", "tavern", "coin_1", "key_1") for number in corrections.CARD_NUMBERS},
        trophies={id: TrophyNote("I", 30, LONG[:200]) for id in TROPHIES},
        tiles={tile.id: LONG[:200] for tile in TILES.values() if tile.known != "whole"},
        tents=dict.fromkeys(corrections.TENTS, LONG[:200]),
    )
    import_file(host, "/djinn/box/import", corrections.to_toml(known).encode())
    evening.tables += [evening.open() for _ in range(2)]
    evening.tap(evening.tables[-1], "begin")
    evening.wars.append(own_cards(host))
    import_file(host, "/scores/import", json.dumps([written_play(number) for number in range(3)]).encode())
    host.post("/scores/9/edit", data={"players-0-name": "x", "players-0-points": "5", "note": LONG[:200], "seen": "0"})
    return evening


def import_file(host, path, data):
    answer = host.post(path, data={"file": (io.BytesIO(data), "file")})
    assert answer.status_code == 303, answer.text


def own_cards(host):
    """Open a war with Guardians and Traps of one's own."""
    form = {"count": 3, "mode": "free", "guardians": "\n".join(f"{short(0)[:-1]} {n}" for n in range(18))}
    form |= {"traps": "\n".join(f"{short(1)[:-1]} {n}" for n in range(3))}
    form |= {f"players-{n}-name": "x" for n in range(3)} | {f"players-{n}-colour": colour(n) for n in range(3)}
    answer = host.post("/efreet_war/new", data=form)
    assert answer.status_code == 303, answer.text
    code = answer.location.split("/")[2]
    host.post(f"/efreet_war/{code}/begin", data={"op": "begin", "seen": 99})
    host.post(f"/efreet_war/{code}/attack", data={"op": "attack", "seen": 99, "resource": "king"})
    return code


def written_play(number):
    """Write a play as a file may have it: of a game against Tom, or of one that nobody knows."""
    sentence = {"message": "%(first)s and %(last)s", "values": {"first": LONG[:200], "last": short(number)}}
    lines = [{"id": LONG[:90], "label": LONG[:200], "points": 5, "why": sentence}]
    lines.append({"id": "two", "label": sentence, "points": 5, "why": LONG})
    player = {"name": short(number), "colour": "red", "place": 1, "points": 10, "tie_break": 3, "lines": lines}
    options = {"deck": 12, "result": "won", "tasks": [LONG[:200]], "challenge": LONG[:200], "range": sentence}
    options |= {short(4): LONG[:200]}
    game = "djinn" if number else "tiddlywinks"
    play = {"game": game, "code": None, "played_at": 1e9 + number, "options": options, "note": short(3)}
    return play | {"players": [player]}


def addresses(evening):
    """List the addresses of all pages, and of those that show what is in their address."""
    yield from evening.pages()
    plays = [play["id"] for play in evening.host.get("/scores/plays.json").json]
    yield from (f"/scores/{id}{page}" for id in plays for page in ("", ".svg", "/edit", "/delete"))
    yield from (f"/djinn/solo/{id}" for id in plays)
    yield from (f"/djinn/box/{part}" for part in ("colours", "tiles", "trophies", "numbers"))
    for written in (*map(short, range(6)), LONG):
        said = quote(written, safe="")
        yield from (f"/scores/player/{said}", f"/scores/?player={said}", f"/scores/?game={said}")
        yield from (f"/djinn/solo?player={said}", f"/djinn/box?slot={said}", f"/{said}", f"/t/{said}", f"/s/{said}")
        yield from (f"/{game}/rules?q={said}" for game in ("djinn", "emperor", "efreet_war"))
        yield from (f"/djinn/ask?{asked}={said}" for asked in ("q", "about", "section"))
        for code in evening.tables[1:3]:
            yield from (f"/djinn/{code}/hunt?space={said}", f"/djinn/{code}/can?magic=1&x={said}&{said}=1")
        yield f"/emperor/{evening.rings[1]}/ring?seat=1&x={said}"
        yield f"/efreet_war/{evening.wars[-1]}/war?resource={said}"
    yield f"/efreet_war/{evening.wars[-1]}/war?resource=king"


@pytest.fixture(scope="module")
def trees(hostile):
    """Fetch every page, whole or as htmx gets it, read as a browser reads it."""
    found = {}
    for number, path in enumerate(share([*dict.fromkeys(addresses(hostile))], 0, of=4)):
        for headers in share(({}, {"HX-Request": "true", "HX-Target": "main"}), number, of=2):
            answer = hostile.host.get(path, headers=headers, follow_redirects=True)
            if answer.mimetype in ("text/html", "image/svg+xml"):
                found[path, bool(headers)] = Tree(answer.text)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_htmx_looks_at_no_name_in_the_draws_that_are_told(app, game):
    evening = scenes.stage(app, game, "told", names=scenes.HOSTILE)
    page = evening.host.get(f"/{game}/{evening.code}/fair").text
    assert "zq" in page
    assert Tree(page).unguarded == []


@pytest.mark.parametrize("game", ["emperor", "efreet_war"])
def test_htmx_looks_at_no_counter_that_players_have_named(app, game):
    evening = scenes.stage(app, game, {"emperor": "later rules", "efreet_war": "in play"}[game])
    evening.must(("name-counter", {"name": '"><b zq>'}))
    with app.test_request_context():
        page = url_for(evening.table.game.pages.current(evening.state), code=evening.code)
    text = evening.host.get(page, query_string={"seat": 0}).text
    assert "zq" in text
    assert Tree(text).unguarded == []


@pytest.mark.thorough
def test_such_strings_are_everywhere(hostile, trees):
    texts = [hostile.host.get(path).text for path in ("/", f"/t/{hostile.tables[0]}/log", "/scores/", "/djinn/box")]
    assert len(trees) > tries(100, 900)
    assert "zq" in "".join(texts)


@pytest.mark.thorough
def test_no_element_or_attribute_stems_from_what_people_or_files_wrote(trees):
    assert not [(*at, tree.born[:2]) for at, tree in trees.items() if tree.born]


@pytest.mark.thorough
def test_htmx_looks_at_nothing_that_people_or_files_wrote(trees):
    found = {}
    for at, tree in trees.items():
        for unguarded in tree.unguarded:
            found.setdefault(unguarded, at)
    assert not found, f"{len(found)}\n" + "\n".join(f"{at} <{tag}> {text[:90]}" for (tag, text), at in found.items())


@pytest.mark.thorough
def test_htmx_looks_at_everything_of_ours(trees):
    assert not {text: at for at, tree in trees.items() for text in tree.deaf}


@pytest.mark.thorough
def test_refusals_say_such_strings_as_text(hostile):
    """A sentence that names what was typed."""
    for headers in ({}, {"HX-Request": "true"}):
        for path, form in (
            ("/djinn/box/numbers", {"scrolls-5": LONG}),
            (f"/t/{hostile.tables[0]}/undo", {"op": LONG[:60], "entry": LONG, "back": LONG}),
        ):
            answer = hostile.host.post(path, data=form, headers=headers)
            assert answer.status_code == 422
            assert not Tree(answer.text).born


def test_the_config_says_where_htmx_does_not_look(ann):
    config = json.loads(re.search(r"name=\"htmx-config\" content='([^']*)'", ann.get("/").text)[1])
    words, labelled = (
        ", ".join(f"{tag}{inner}" for tag in sorted(tags)) for tags, inner in ((WORDS, ""), (LABELLED, " *"))
    )
    assert config["disableSelector"] == f"[hx-disable], {words}, {labelled}"


def test_an_answer_whose_form_is_gone_takes_the_place_of_what_it_is_for(ann):
    """A live update may take the form away, which then inherits nothing: htmx would put `main` into `main`."""
    config = json.loads(re.search(r"name=\"htmx-config\" content='([^']*)'", ann.get("/").text)[1])
    assert config["defaultSwapStyle"] == "outerHTML"

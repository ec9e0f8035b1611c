"""What holds for every game in every scene: a sixth game is checked by existing."""

import inspect
import json
import re
from collections import Counter, defaultdict
from contextlib import suppress
from functools import cache
from itertools import count
from random import Random
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

import brotli
import pytest
from flask import url_for
from selectolax.lexbor import LexborHTMLParser

from companion.kit.moves import AT_HAND
from companion.table.forms import OnceForm
from companion.table.log import effective, fold, fold_log
from tests import scenes, weigh
from tests.log_tampering import found, named, odd, tampered
from tests.scenes import GAMES
from tests.test_html_injection import Tree
from tests.thorough import share, tries

SCENES = scenes.every()
LANGUAGES = ("en", "de")
GARBAGE = ("", "-1", "9" * 309, "1e9", "½", "\x00", "💥", "x" * 3000, "%(a)s", '"><script zq>', "{{7**11}}")
TAPPED = {"HX-Request": "true", "HX-Target": "main"}
OF_A_KIND = 2
"""How many pages are looked at that differ only in the words of their address."""


class Page:
    """A page's elements, and its forms: attributes, fields, and the buttons that send them."""

    def __init__(self, text):
        self.text = text
        tree = LexborHTMLParser(text)
        self.elements = [(node.tag, node.attributes) for node in tree.css("*")]
        self.forms = [(form.attributes, *filled(form)) for form in tree.css("form")]

    def ids(self):
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    def moves(self, prefix):
        """List everything that can be sent from the page to addresses that begin so: address and form."""
        for attributes, fields, buttons in self.forms:
            for action, more in buttons or [(None, {})]:
                address = action or attributes["action"]
                if attributes["method"] == "post" and address.startswith(prefix):
                    yield address, fields | more


def filled(form):
    """Read the fields of a form as they stand, and its buttons: where each sends it, and what it adds."""
    fields, buttons = {}, []
    for node in form.css("input[name], select, button"):
        attributes = node.attributes
        name, value = attributes.get("name"), attributes.get("value") or ""
        if node.tag == "select":
            chosen = node.css_first("option[selected]") or node.css_first("option")
            fields[name] = chosen.attributes.get("value") or ""
        elif node.tag == "button":
            buttons.append((attributes.get("formaction"), {name: value} if name else {}))
        elif attributes.get("type") not in ("checkbox", "radio") or "checked" in attributes:
            fields[name] = value
    return fields, buttons


@cache
def taps(game):
    return scenes.module(game, "pages.views").MOVES


@cache
def paths(app, game):
    """List the pages of a table of the game."""
    found = [
        rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith(f"{game}.") and "GET" in rule.methods
    ]
    return [rule.rule for rule in found if rule.arguments == {"code"}]


@pytest.fixture(scope="module")
def evenings(app):
    """Stage a scene when it is wanted first; who changes one stages it anew."""
    return cache(lambda game, name: scenes.stage(app, game, name, names=scenes.HOSTILE))


@pytest.fixture(params=SCENES, ids=lambda scene: "-".join(scene))
def evening(request, evenings):
    return evenings(*request.param)


@pytest.fixture(scope="module")
def met():
    """Remember the moves that were tried, by test."""
    return defaultdict(set)


@pytest.fixture
def to_tap(request, evening, met):
    """List what is tapped at a scene: what its pages offer; in the suite each move once, where it is offered first."""
    every, known = offered(evening), met[evening.game, request.function]
    new = {move: tap for tap in every if (move := move_of(tap)) not in known}
    known.update(new)
    return tries([*new.values()], every)


def move_of(tap):
    """Read the last part of the address that a tap goes to."""
    return tap[0].split("?")[0].rpartition("/")[2]


def place(evening):
    """Find the number of a scene: what is tried there is shared out by it."""
    return SCENES.index((evening.game, evening.name))


def page_of(evening):
    """Find the address of the page that the game is at."""
    with evening.app.test_request_context():
        return url_for(evening.table.game.pages.current(evening.state), code=evening.code)


@cache
def shown(evening, language):
    """Look at every page of a table, by address, as its host sees it at first."""
    return list(looked_at(evening, language))


@cache
def followed(game):
    """Count the links that the suite has followed at tables of a game, by kind."""
    return Counter()


def looked_at(evening, language):
    """Fetch the page that the table is at by address, some of the others, and those that they lead to, a few of a kind.

    In another scene it is others; in German it is fewer.
    """
    every = [rule.replace("<code>", evening.code) for rule in paths(evening.app, evening.game)]
    kinds = tries(followed(evening.game), Counter())
    wanted = list(dict.fromkeys([page_of(evening), *share(every, place(evening), of=6 if language == "en" else 12)]))
    for path in wanted:
        answer = evening.host.get(path, headers={"Accept-Language": language}, follow_redirects=True)
        assert answer.status_code == 200, path
        page = Page(answer.text)
        yield path, page
        for _, attributes in page.elements if language == "en" else ():
            link = urldefrag(urljoin(path, attributes.get("href") or attributes.get("hx-get") or "")).url
            there = link.partition("?")[0]
            kind = there.rpartition("/")[2], *parse_qs(urlsplit(link).query)
            ours = link.startswith(f"/{evening.game}/{evening.code}/") and (there in wanted or there not in every)
            if ours and link not in wanted and "since" not in kind:
                kinds[kind] += 1
                wanted += [link] if kinds[kind] <= OF_A_KIND else []


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_of_a_form_are_the_arguments_of_its_move(app, game):
    with app.test_request_context(method="POST", data={}):
        for tap in taps(game):
            form = tap.form()
            arguments = {
                name for name, one in inspect.signature(tap.move).parameters.items() if one.kind == one.KEYWORD_ONLY
            }
            given = {tap.may.actor, tap.may.guest, *tap.inject} - {""}
            assert form.choices.keys() | given == arguments - (AT_HAND.keys() - form.choices.keys()), tap.name


@pytest.mark.thorough(one_in=42)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole(evening, language):
    """One heading, one line for what is told, no id twice, every form with an address that works without scripts."""
    addresses = evening.app.url_map.bind("localhost")
    for path, page in shown(evening, language):
        ids = page.ids()
        assert f'<html lang="{language}">' in page.text, path
        assert [tag for tag, _ in page.elements].count("h1") == 1, path
        assert len(ids) == len(set(ids)), [path, *sorted({one for one in ids if ids.count(one) > 1})]
        told = [attributes["id"] for _, attributes in page.elements if attributes.get("role") == "status"]
        assert sorted(told) in (["did", "offline"], ["answer", "did", "offline"], ["did", "offline", "priced"]), path
        assert not [attributes for _, attributes in page.elements if "style" in attributes], path
        for attributes, _, buttons in page.forms:
            assert addresses.match(re.split("[?#]", attributes["action"])[0], method=attributes["method"].upper())
            assert attributes.get("hx-post", attributes["action"]) == attributes["action"], path
            assert all(action is None or addresses.match(action.split("?")[0], method="POST") for action, _ in buttons)


@pytest.mark.thorough(one_in=14)
def test_every_block_comes_alone_and_not_again(evening):
    """A block that fetches itself comes without the page around it, and with 204 as long as nothing has moved."""
    blocks = [
        attributes
        for _, page in shown(evening, "en")
        for _, attributes in page.elements
        if attributes.get("hx-trigger") == "moved from:body"
    ]
    for attributes in share(blocks, min(place(evening) % 4, len(blocks) - 1), of=4):
        address, headers = attributes["hx-get"], {"HX-Request": "true", "HX-Target": attributes["id"]}
        assert evening.host.get(address, headers=headers).status_code == 204, address
        answer = evening.host.get(re.sub(r"since=(\d+)[\d.]+", r"since=\1.0.0.0", address), headers=headers)
        assert answer.status_code == 200, address
        assert f'id="{attributes["id"]}"' in answer.text
        assert "<html" not in answer.text
    assert blocks


@pytest.mark.thorough(one_in=28)
def test_every_tap_of_a_page_is_answered_shown_and_taken_back(app, evening, to_tap):
    """What a page offers is a move or is refused in words; what it did is on the page, small, and comes back whole."""
    wrong = []
    for address, form in to_tap:
        fresh = scenes.stage(app, evening.game, evening.name)
        watched, before, (address, form) = block_of(fresh), fresh.state, renewed(fresh, address, form)
        entries = len(fresh.table.entries)
        answer = fresh.host.post(address, data=form, headers=TAPPED, follow_redirects=True)
        if len(fresh.table.entries) == entries:
            wrong += [(address, form, answer.status_code)] if answer.status_code not in (200, 422) else []
            continue
        if problem := unshown(fresh, answer, watched) or untaken(fresh, before):
            wrong.append((address, form, problem))
    assert not wrong, "\n".join(map(str, wrong))


def renewed(evening, address, form):
    """Find a tap as a page of this very table has it now."""
    seen = {"seen": evening.table.seq} if "seen" in form else {}
    return "/".join([*address.split("/")[:2], evening.code, *address.split("/")[3:]]), form | seen | evening.op()


def unshown(evening, answer, watched):
    """Say what is wrong with how a move is shown: to the phone that made it, and to another, which is told as well."""
    outcome = answer.headers["Outcome"]
    if outcome and f'id="{outcome}"' not in answer.text:
        return f"no {outcome}"
    told = live_update(evening, watched, evening.app.test_client(), follow_redirects=True)
    if not re.search(rb'<p id="did" role="status" [^>]*>\s*\w', told):
        return "not told"
    update = brotli.compress(live_update(evening, watched, evening.host), quality=5)
    return f"{len(update)} bytes" if len(update) > weigh.LIGHT else ""


def untaken(evening, before):
    """Take the last move back; say what is wrong with that."""
    table = evening.table
    final = table.entries[-1].is_irreversible
    answer = evening.host.post(f"/t/{evening.code}/undo", data={"entry": table.seq} | evening.op())
    if answer.status_code != (422 if final else 303):
        return answer.text
    left = evening.table.entries[-1].events  # what stays of it, as somebody has seen a secret
    return "" if final or left or evening.state == before else "not taken back"


@pytest.mark.thorough(one_in=14)
def test_no_tap_that_must_not_is_made_twice(app, evening, to_tap):
    """A once-only move, tapped on two phones at once, is made once: the second one hears that the table moved on."""
    once = {tap.address for tap in taps(evening.game) if issubclass(tap.form, OnceForm)}
    for address, form in (tap for tap in to_tap if move_of(tap) in once):
        fresh = scenes.stage(app, evening.game, evening.name)
        address, form = renewed(fresh, address, form)
        if fresh.host.post(address, data=form).status_code == 303 and fresh.table.seq > int(form["seen"]):
            made = fresh.table.seq
            assert fresh.host.post(address, data=form | fresh.op()).status_code == 409, address
            assert fresh.table.seq == made, address


def block_of(evening):
    """Find the block of the page that the game is at: its id, and where it fetches itself."""
    elements = Page(evening.host.get(page_of(evening), follow_redirects=True).text).elements
    return next((one["id"], one["hx-get"]) for _, one in elements if one.get("hx-trigger") == "moved from:body")


def live_update(evening, block, phone, **how):
    """Fetch what a phone gets that looked at a block before the last move."""
    id, address = block
    return phone.get(address, headers={"HX-Request": "true", "HX-Target": id, "HX-Trigger": id}, **how).data


@cache
def offered(evening):
    """List what the pages of a table offer: address and form, a few of each kind."""
    found, kinds = {}, Counter()
    for _, page in shown(evening, "en"):
        for address, form in page.moves(f"/{evening.game}/{evening.code}/"):
            chosen = sorted((name, value) for name, value in form.items() if name not in ("op", "seen", "csrf_token"))
            kind = address, *(name for name, _ in chosen)
            if (address, *chosen) not in found:
                kinds[kind] += 1
                found |= {(address, *chosen): (address, form)} if kinds[kind] <= OF_A_KIND else {}
    return list(found.values())


@pytest.mark.thorough(one_in=14)
def test_who_watches_makes_no_move(app, evening, to_tap):
    watcher = app.test_client()
    watcher.post(f"/t/{evening.code}/watch")
    seq = evening.table.seq
    for address, form in to_tap:
        status = watcher.post(address, data=form | {"op": "watched"}).status_code
        assert status == 403 or (status == 422 and "" in form.values()), address  # a field still to be filled in
    assert evening.table.seq == seq


@pytest.mark.thorough(one_in=14)
def test_what_people_write_stays_text(evening):
    """The names of everybody here want to be HTML, and htmx looks at none of them."""
    for path, page in shown(evening, "en"):
        assert not Tree(page.text).unguarded, path
        assert not [(tag, attributes) for tag, attributes in page.elements if "zq" in (tag, *attributes)], path
        assert "1977326743" not in page.text, path


@pytest.mark.thorough(one_in=14)
def test_every_prefix_of_a_log_is_a_game(evening):
    """However much of a log is there, it folds, and to the same state as when it came move by move."""
    table = evening.table
    for end in share(range(1, len(table.entries) + 1), 0, of=3):
        prefix = table.entries[:end]
        state = fold_log(table.game, table.code, prefix).state
        table.game.check(state, len(evening.names))
        assert state == fold(table.game, effective(prefix)), end


@pytest.mark.thorough(one_in=14)
def test_all_that_was_drawn_follows_from_the_secret_and_what_is_changed_does_not(evening):
    table = evening.table
    assert table.state.commitment
    assert [draw for draw in found(evening.game, table.entries) if not draw.fits] == []
    for number in range(tries(1, 3)):
        log, changed, field = tampered(evening.game, table, Random(number))
        with suppress(LookupError, ValueError):  # not even a log any more: the table would not open
            wrong, own = named(evening.game, log)
            assert wrong or (field in ("by_chance", "by_hand") and own), (changed, field)


@pytest.mark.thorough(one_in=3)
def test_every_move_keeps_what_was_chosen_in_it_and_is_repeated_with_that(evening):
    fairness = scenes.module(evening.game).fairness
    from_outside = {move.name for move in fairness.taken if move.inject}
    made = [one for one in evening.table.entries[1:] if one.events and one.strikes is None]
    assert {one.move for one in made if one.arguments is None} <= from_outside
    assert all(one.arguments == json.loads(json.dumps(one.arguments)) for one in made)
    assert odd(evening.game, evening.table.entries) == []


@pytest.mark.parametrize("game", GAMES)
def test_garbage_in_any_field_is_refused_or_harmless(app, evenings, game):
    """Whatever stands in a field of a move, the answer is a page or a sentence, and the game stays one."""
    tried, turn = set(), count()
    names = [name for of, name in SCENES if of == game]
    for name in share(names, 0, of=min(8, len(names) // 3)):
        fresh = scenes.stage(app, game, name)
        for address, form in (renewed(fresh, *one) for one in offered(evenings(game, name))):
            path = move_of((address, form))
            new = [field for field in form if field != "csrf_token" and (path, field) not in tried]
            tried.update((path, field) for field in new)
            for field in share(new, len(tried), of=4):
                for garbage in share(GARBAGE, next(turn), of=len(GARBAGE)):
                    sent = form | fresh.op() | {"seen": fresh.table.seq, field: garbage}
                    answer = fresh.host.post(address, data=sent)
                    assert answer.status_code in (303, 403, 404, 409, 422), (name, address, sent, answer.status_code)
        fresh.table.game.check(fresh.state, fresh.seats)
    assert len(tried) > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_another_game_and_one_that_is_not_there(app, evenings, game):
    """A page of a game leads a table of another one to its own; an unknown code is told."""
    other = evenings(*next(scene for scene in SCENES if scene[0] != game))
    for rule in paths(app, game):
        answer = other.host.get(rule.replace("<code>", other.code))
        assert (answer.status_code, answer.location) == (303, f"/t/{other.code}")
    assert other.host.get(paths(app, game)[0].replace("<code>", "22222")).status_code == 404

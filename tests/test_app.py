"""What an app keeps, its static files, and every page of it."""

import os
import re
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from flask import abort, redirect
from werkzeug.exceptions import HTTPException

import companion
from companion import GAMES, create_app, default_instance
from companion.games.djinn.setup import by_hand
from companion.games.djinn.setup.challenges import new_seed
from companion.instance import secret_key
from tests.assets import PACKED
from tests.pages import Page, at_box, open_ring, open_table, open_tales, open_war, open_war_game, post
from tests.thorough import share, tries

HOME = Path(companion.__file__).parent.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="module")
def app(folder, new_app):
    """Share one app, its forms protected as in real life."""
    return new_app(folder, WTF_CSRF_ENABLED=True)


@pytest.fixture(scope="module")
def host(app):
    return app.test_client()


def at_no_table(app, host):
    """List the addresses of all pages that belong to no table."""
    with app.test_request_context():
        rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not rule.arguments]
        return [app.url_for(rule.endpoint) for rule in rules]


def at_tables(app, host):
    """List the addresses of all pages, at tables in every state."""
    drafting, hunting, over = open_table(host), *(open_table(host, first_game="y") for _ in range(2))
    for code in (hunting, over):
        post(host, f"/djinn/{code}/hunt", f"/djinn/{code}/begin")
        post(host, f"/djinn/{code}/score", f"/djinn/{code}/count", box="coins", by="1", value="")
    post(host, f"/t/{over}/log", f"/t/{over}/undo")
    post(host, f"/djinn/{over}/score", f"/djinn/{over}/count", box="corks", by="1", value="")
    post(host, f"/djinn/{over}/score", f"/djinn/{over}/finish")
    post(host, f"/djinn/{drafting}/setup", f"/djinn/{drafting}/tick", step="board")
    post(host, f"/djinn/{drafting}/setup", f"/t/{drafting}/undo")
    post(host, f"/t/{hunting}?pick=1", f"/t/{hunting}/sit", seat="0")
    ring = open_ring(host)
    values = {"name": "Ann", "id": 1, "key": "any", "seed": new_seed(7, deck=13, first_game=False)}
    values |= {"part": "colours", "number": 1, "seat": 1, "kind": "txt", "year": time.localtime().tm_year}
    values |= {"secret": re.search(r"/scores/in/([\w-]+)", post(host, "/scores/let-in", "/scores/let-in").text)[1]}
    texts = dict.fromkeys(("/scores/new?game=tales", "/scores/new?game=emperor", "/scores/new?title=Azul"))
    war = open_war(host)
    tables = {"djinn": (drafting, hunting, over), "emperor": ring, "efreet_war": war, "tales": open_tales(host)}
    tables["war_game"] = open_war_game(host)
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            codes = (
                tables.get(rule.endpoint.split(".")[0], (drafting, hunting, over))
                if "code" in rule.arguments
                else (None,)
            )
            if "GET" in rule.methods and rule.endpoint != "table.events":
                for code in codes:
                    own = values | at_box(rule.endpoint) | {"code": code}
                    known = {key: own[key] for key in rule.arguments}
                    texts[app.url_for(rule.endpoint, **known)] = None
    texts |= dict.fromkeys(
        (
            f"/t/{drafting}?pick=1",
            f"/djinn/{hunting}/hunt?space=R1",
            f"/djinn/{hunting}/hunt?gain=1",
            f"/djinn/{drafting}/setup?name=1",
            f"/djinn/{drafting}/draft?tile=red_10",
            f"/djinn/{over}/score?seat=1",
        )
    )
    texts |= dict.fromkeys(f"/djinn/{drafting}/setup?drew={element}" for element in by_hand.CHANGES)
    texts |= dict.fromkeys(f"/djinn/box/{part}" for part in ("tiles", "trophies", "numbers"))
    texts |= dict.fromkeys(
        (
            "/djinn/box?slot=R1",
            f"/emperor/{ring[0]}/seats?begin",
            *(f"/emperor/{ring[1]}/ring?{one}" for one in ("seat=1", "creature=1", "leave=1")),
        )
    )
    texts |= dict.fromkeys(
        f"/tales/{tables['tales'][3]}/turn?doing={one}"
        for one in ("move", "card", "row", "number", "master", "destiny", "award", "more", "later")
    )
    texts |= {f"/tales/{tables['tales'][0]}/ask?about=gift_cap": None}
    texts |= {f"/tales/{tables['tales'][3]}/heroes?doing=putting-0": None}
    texts |= dict.fromkeys(f"/efreet_war/{war[1]}/war?resource={one}" for one in ("valley", "city", "king"))
    texts |= {f"/efreet_war/{war[0]}/deal?doing=drew": None}
    texts |= dict.fromkeys(("/nowhere", "/t/22222", "/scores/9"))
    return texts


@pytest.fixture(scope="module")
def pages(app, host):
    """Fetch every page of the app by its address; in the suite those that belong to no table."""
    found = {}
    for path in tries(at_no_table, at_tables)(app, host):
        answer = host.get(path, follow_redirects=True)
        if answer.mimetype == "text/html":
            found[path] = Page(answer.text)
    return found


# What is kept, and where


@pytest.mark.thorough
def test_everything_made_lies_in_the_instance_folder(folder, app, host):
    host.get("/")
    made = {path.name for path in folder.iterdir()}
    always = {"companion.db", "running", "secret_key"}
    assert always <= made <= always | {"companion.db-wal", "companion.db-shm"}


def test_the_secret_key_is_for_its_owner_only(folder, app):
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600


def test_the_secret_key_stays(folder, app):
    assert secret_key(folder) == app.secret_key
    assert len(app.secret_key) >= 32


def test_every_installation_has_its_own_key(tmp_path, app):
    assert secret_key(tmp_path) != app.secret_key


def test_the_config_file_is_read_and_given_values_win(tmp_path, static_cache):
    (tmp_path / "config.py").write_text(
        f"STATIC_CACHE = __import__('pathlib').Path({str(static_cache)!r})\nA = B = 1\n"
    )
    app = create_app(tmp_path, B=2)
    assert (app.config["A"], app.config["B"]) == (1, 2)
    assert app.config["STATIC_CACHE"] == static_cache


def test_a_checkout_keeps_things_in_its_instance_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    (tmp_path / "instance").mkdir()
    assert default_instance(tmp_path) == tmp_path / "instance"


def test_an_installed_package_keeps_things_in_the_users_data_folder(tmp_path, monkeypatch):
    """Never beside the code: that may be a cache that is thrown away (pipx, uvx)."""
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    for home in (tmp_path, Path(companion.__file__).parent):
        chosen = default_instance(home)
        assert chosen.name == "companion"
        assert home not in chosen.parents


def test_the_environment_names_another_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "here"))
    assert default_instance(HOME) == tmp_path / "here"


def test_the_package_needs_nothing_but_its_folder(tmp_path):
    """The modules are loaded without Flask until an app is made: the server patches the standard library first."""
    code = "import sys, companion, companion.__main__; print(sorted({'flask', 'gevent', 'sqlite3'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True)
    assert "flask" not in done.stdout


# Static files and compression


def test_static_files_are_kept_for_a_year_under_their_content(app, host):
    for name, path in app.extensions["static"].items():
        answer = host.get(path, buffered=True)
        assert answer.status_code == 200, name
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert re.search(r"\?v=\w{6}$", path)


def test_a_page_names_static_files_by_their_content(app, pages):
    """The only pictures that are no such files are written into a page, drawn on it, or drawn from a play."""
    for page in pages.values():
        drawn = {f"#{attributes['id']}" for _, attributes in page.elements if attributes.get("id")}
        for tag, attributes in page.elements:
            link = attributes.get("href" if tag in ("link", "use") else "src")
            if link and tag != "img" and link not in drawn and not link.startswith("data:"):
                assert link.split("#")[0] in app.extensions["static"].values()


@pytest.mark.parametrize(("accepted", "given"), [("br, gzip", "br"), ("gzip", "gzip"), ("", None)])
def test_static_files_come_compressed(app, host, accepted, given):
    names = [name for name in app.extensions["static"] if not name.endswith(PACKED)]
    for name in share(names, 0, of=6):
        answer = host.get(app.extensions["static"][name], headers={"Accept-Encoding": accepted}, buffered=True)
        assert answer.headers.get("Content-Encoding") == given
        assert "Accept-Encoding" in answer.vary


@pytest.mark.parametrize("path", ["/static/nothing.css", "/static/../companion/__init__.py", "/static/", "/static"])
def test_there_are_no_other_static_files(host, path):
    assert host.get(path).status_code == 404


@pytest.mark.parametrize(("accepted", "given"), [("br, gzip", "br"), ("gzip", "gzip"), ("", None)])
def test_pages_come_compressed(host, accepted, given):
    answer = host.get("/djinn/rules", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == given
    assert "Accept-Encoding" in answer.vary


def test_what_is_compressed_has_the_length_that_it_says(app):
    """A browser waits for ever for what is missing; also of a redirect that is raised, which comes in pieces."""
    with pytest.raises(HTTPException) as raised:
        abort(redirect("/there", 303))
    for answer in (raised.value, "short", "long" * 500, iter(["a", "few", "pieces"] * 500)):
        with app.test_request_context(headers={"Accept-Encoding": "gzip"}):
            packed = app.process_response(app.make_response(answer))
            length = packed.content_length
            assert length is None or length == len(b"".join(packed.iter_encoded())), answer


def test_the_stream_is_not_compressed(host):
    """A compressor would hold messages back until it has enough of them."""
    code = open_table(host)
    answer = host.get(f"/t/{code}/events", headers={"Accept-Encoding": "br, gzip"}, buffered=False)
    assert "Content-Encoding" not in answer.headers
    first = next(iter(answer.response))
    assert (first if isinstance(first, str) else first.decode()).startswith("event: moved\ndata: 1\n\n")
    answer.close()


# Every page


@pytest.mark.thorough
def test_all_pages_are_looked_at(pages):
    assert len(pages) > 35
    assert {path.split("/")[-1].split("?")[0] for path in pages} >= {"setup", "draft", "hunt", "can", "score", "result"}


def test_every_page_has_a_title_and_a_language(pages):
    for path, page in pages.items():
        assert page.text.startswith("<!doctype html>"), path
        assert len(page.title.strip()) > 3, path
        assert page.all("html")[0]["lang"] == "en", path
        assert len(page.all("main")) == 1, path


def test_every_page_has_one_heading(pages):
    assert [path for path, page in pages.items() if len(page.all("h1")) != 1] == []


def test_every_page_keeps_to_the_strict_policy(pages):
    """Content-Security-Policy forbids scripts and styles in the page, and so does the browser: they would not work."""
    for path, page in pages.items():
        for tag, attributes in page.elements:
            assert tag != "style", path
            assert "style" not in attributes, path
            assert tag != "script" or attributes.get("src"), path
            assert not [name for name in attributes if name.startswith(("on", "hx-on"))], path
            assert not str(attributes.get("href", "")).lower().startswith("javascript:"), path


def test_ids_are_unique_on_every_page(pages):
    for path, page in pages.items():
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(ids) == len(set(ids)), (path, sorted(id for id in ids if ids.count(id) > 1))


def test_every_form_works_without_scripts(app, pages):
    """Its address and method stand in the HTML, beside what htmx makes of them, and a button sends it."""
    addresses = app.url_map.bind("localhost")
    for path, page in pages.items():
        for attributes, _ in page.forms:
            assert attributes["method"] in ("get", "post"), path
            assert addresses.match(re.split("[?#]", attributes["action"])[0], method=attributes["method"].upper())
            assert attributes.get("hx-post", attributes["action"]) == attributes["action"], path
        actions = {form["action"] for form, _ in page.forms if form["method"] == "post"}
        for attributes in page.all("button"):
            if "hx-post" in attributes:
                own = [attributes["formaction"]] if "formaction" in attributes else actions
                assert attributes["hx-post"] in own, path
        for attributes in page.all("a"):
            assert "href" in attributes or attributes.get("role") == "img", path


def test_every_form_that_writes_carries_the_token(pages):
    forms = [(path, *form) for path, page in pages.items() for form in page.forms]
    assert len(forms) > tries(15, 150)
    for path, attributes, fields in forms:
        assert (attributes["method"] == "get") != ("csrf_token" in fields), (path, attributes)


@pytest.mark.thorough
def test_every_move_is_on_some_page(app, pages):
    """A rule of the app that no form leads to would be dead."""
    addresses = app.url_map.bind("localhost")
    actions = {form["action"] for page in pages.values() for form, _ in page.forms if form["method"] == "post"}
    actions |= {one["formaction"] for page in pages.values() for one in page.all("button") if "formaction" in one}
    found = {addresses.match(action.split("?")[0], method="POST")[0] for action in actions}
    wanted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    only_in_scenes = {"djinn.supply_boss", "djinn.draw", "djinn.private", "djinn.resume", "djinn.untick"}
    only_in_scenes |= {"djinn.reveal", "djinn.reveal_printed", "djinn.flip", "scores.restore"}
    only_in_scenes |= {"djinn.correct_alone", "emperor.deploy", "emperor.tell_secret", "emperor.untap"}
    only_in_scenes |= {"djinn.app_draws", "djinn.drew", "djinn.pay", "djinn.set_deck", "djinn.as_it_stands"}
    only_in_scenes |= {
        "djinn.go_back",
        "scores.take_back",
        "scores.take_back_rename",
        "scores.take_back_batch",
        "scores.restore_batch",
    }
    only_in_scenes |= {"djinn.catch_none", "djinn.describe_tile", "djinn.name_tile"}
    only_in_scenes |= {"djinn.remove_photo", "djinn.tell_photo", "djinn.confirm_paths", "djinn.settle", "djinn.take"}
    only_in_scenes |= {"djinn.house_rule", "emperor.house_rule"}  # at their questions
    alone = ("attack", "kill", "resolve", "house_rule", "march", "march_together", "give_back", "animate", "bury")
    alone = (
        *alone,
        "damage",
        "pass_card",
        "lose_card",
        "name_counter",
        "why",
        "force",
        "tap",
        "untap",
        "steal",
        "out",
        "mix_sealed",
    )
    only_in_scenes |= {f"efreet_war.{move}" for move in alone}
    only_in_scenes |= {
        f"emperor.{move}" for move in ("animate", "score", "force", "why", "steal", "name_counter", "swap")
    }
    only_in_scenes |= {f"{game}.remove_asked" for game in GAMES}  # nothing was asked here
    only_in_scenes |= {"efreet_war.tell_card", "tales.headings", "tales.not_so", "tales.serve"}
    turn = ("boost", "carry", "cast", "correct", "drop", "end_movement", "end_turn", "go_on", "heal", "march", "split")
    turn = (
        *turn,
        "damage",
        "name_fight",
        "remove",
        "settle",
        "spare_attackers",
        "spend",
        "tap_attacker",
        "terrain",
        "house_rule",
    )
    only_in_scenes |= {f"war_game.{move}" for move in (*turn, "agree_swap", "rematch", "tell_secret")}
    only_in_scenes |= {"emperor.count_on_board", "efreet_war.count_on_board"}  # on a board that lies
    only_in_scenes |= {"table.ask_to_count", "table.let_count"}  # of a screen in the middle
    assert wanted - found <= only_in_scenes | {
        "table.hand_over",
        "table.take_over",
        "table.one_phone",
        "table.heard",
        "table.remember",
    }


def test_the_app_is_made_where_nothing_can_be_asked(tmp_path, static_cache, monkeypatch):
    """No step of making an app may depend on the folder one happens to be in."""
    monkeypatch.chdir(tmp_path)
    app = create_app(Path("relative"), STATIC_CACHE=static_cache)
    os.chdir("/")
    assert 'href="/djinn/new"' in app.test_client().get("/").text
    assert (tmp_path / "relative" / "companion.db").exists()
    for database in app.extensions["db_pool"]:
        database.close()


@pytest.mark.parametrize(("language", "words"), [("en", "Tabletop games"), ("de", "Brettspiele")])
def test_a_page_says_what_the_app_is_in_the_readers_language(app, language, words):
    page = app.test_client().get("/", headers={"Accept-Language": language}).text
    assert re.search(rf'<meta\s+name="description"\s+content="{words}', page)

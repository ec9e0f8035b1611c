import os
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest
from babel import localedata
from babel.core import get_global
from jinja2 import DictLoader, Environment
from jinja2.ext import Extension
from werkzeug.routing import Rule

from companion import web
from companion.web.assets import prewarm
from tests.server import Server

HOME = Path(__file__).parent.parent
PAGES = ("/", "/scores/", "/djinn/new", "/djinn/solo", "/emperor/new", "/efreet_war/new")


@pytest.fixture
def fresh(tmp_path, static_cache):
    """Make the folder of an installation that has compiled no template yet."""
    (tmp_path / "static").symlink_to(static_cache)
    return tmp_path / "static"


def test_a_start_compiles_nothing(new_app, monkeypatch, fresh):
    """What no page has used yet would be half of a start."""
    compiled = counted(monkeypatch)
    new_app(STATIC_CACHE=fresh)
    assert compiled == []


@pytest.mark.thorough
def test_what_was_compiled_once_is_kept_for_later_starts(new_app, monkeypatch, fresh):
    def asked():
        phone = new_app(STATIC_CACHE=fresh).test_client()
        return [phone.get(page).status_code for page in PAGES]

    compiled = counted(monkeypatch)
    assert asked() == [200] * len(PAGES)
    assert compiled
    compiled.clear()
    assert asked() == [200] * len(PAGES)
    assert compiled == []


def counted(monkeypatch):
    """Note each template that is compiled."""
    compiled, compile = [], Environment.compile
    monkeypatch.setattr(
        Environment, "compile", lambda *given, **how: compiled.append(given[2]) or compile(*given, **how)
    )
    return compiled


def test_an_address_is_compiled_when_the_first_is_built(new_app, monkeypatch):
    """For all the app's addresses at once it would take half of a start."""
    compiled, compile = [], Rule._compile_builder
    monkeypatch.setattr(
        Rule, "_compile_builder", lambda rule, *how: compiled.append(rule.endpoint) or compile(rule, *how)
    )
    app = new_app()
    assert compiled == []
    with app.test_request_context():
        for code in ("K7QFM", "2ABCD"):
            assert app.url_for("table.log", code=code) == f"/t/{code}/log"
    assert compiled == ["table.log"]


def test_what_an_earlier_version_compiled_is_not_taken(tmp_path, monkeypatch):
    """A template may be the same and be read in another way: pages showed marks that were gone."""

    def page(reader):
        environment = Environment(bytecode_cache=prewarm.Compiled(str(tmp_path)), loader=DictLoader({"a": "a"}))
        environment.add_extension(reader)
        return environment.get_template("a").render()

    class Before(Extension):
        def preprocess(self, source, name, filename=None):
            return "<part>"

    class After(Extension):
        pass

    monkeypatch.setattr(prewarm, "READER", "before")
    assert page(Before) == "<part>"
    monkeypatch.setattr(prewarm, "READER", "after")
    assert page(After) == "a"


@pytest.mark.thorough
def test_a_disk_that_takes_nothing_stops_no_page(new_app, tmp_path):
    app = new_app()
    app.jinja_env.bytecode_cache = prewarm.Compiled(str(tmp_path / "nowhere"))
    app.jinja_env.cache.clear()
    assert app.test_client().get("/scores/").status_code == 200


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_server_compiles_the_rest_beside_itself(tmp_path, fresh, app):
    """Templates come to lie in the folder with nobody asking, and the process that made them ends."""
    every = app.jinja_env.list_templates(extensions=["html", "svg"])
    all_of_them = sum(not name.startswith("bazaar/") for name in every)  # a game that this server does not have
    server = Server(tmp_path / "instance", STATIC_CACHE=fresh).start()
    try:
        until = time.monotonic() + 60
        while len(list((tmp_path / "compiled").glob("*.cache"))) < all_of_them:
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        assert server.stop()[0] == 0
    assert not list((tmp_path / "compiled").glob("*.tmp"))


@pytest.mark.thorough
def test_a_start_loads_no_template_and_nothing_that_knows_how_signs_are_joined(tmp_path, fresh):
    """All templates together, and what rare names need, would be a tenth of its memory."""
    code = (
        "import sys; from pathlib import Path; from companion import create_app;"
        f"app = create_app(Path({str(tmp_path)!r}), STATIC_CACHE=Path({str(fresh)!r}));"
        "print(len(app.jinja_env.cache), 'regex' in sys.modules);"
        "app.test_client().get('/'); print(len(app.jinja_env.cache) > 3)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOME)
    assert told.stdout.split() == ["0", "False", "True"]


def test_what_no_page_says_of_babels_tables_is_forgotten_and_dates_stay(app):
    assert [*get_global("likely_subtags")] == []
    assert "unit_patterns" not in localedata.load("de")
    for wish, day in (("de-AT", "31. Jänner 2026"), ("en-GB", "31 January 2026"), ("en", "January 31, 2026")):
        with app.test_request_context(headers={"Accept-Language": wish}):
            assert web.day(datetime(2026, 1, 31, 12).timestamp()) == day

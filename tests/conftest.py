"""The cast: Ann, Bob, Cem and Dee, a table of Djinn, and phones to hold."""

import gc
import logging
import os
import re
import secrets
import shutil
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.storage.start import prepare
from tests import copies, scenes, thorough
from tests.apps import anew, close, make, quiet
from tests.evening import Evening

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=8)
settings.register_profile("thorough", settings.get_profile("house"), max_examples=300)
settings.load_profile(thorough.PROFILE)  # no test depends on speed
gc.disable()  # until all tests are loaded

NAMES = ("Ann", "Bob", "Cem", "Dee")
PHONES = count()
"""Numbers for phones: the log of a table that was copied holds the taps of phones that are gone."""
ROOM = 4 * 2**30
"""How many bytes have to be free in memory for the folders of tests."""


def pytest_configure(config):
    """Keep the folders of tests in memory, where there is room for their hundreds of databases.

    Who keeps nothing compiled beside the sources has the tests compiled in pytest's cache, from one run to the next.
    """
    if sys.dont_write_bytecode and hasattr(config, "cache"):
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(config.cache.mkdir("compiled"))
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


def pytest_ignore_collect(collection_path, config):
    """Load nothing that drives a browser for tests that drive none, and no cluster unless it is named."""
    unwanted = {one for one in ("cluster", "lite") if not any(f"tests/{one}" in name for name in config.args)}
    if config.option.markexpr == "not browser":
        unwanted.add("browser")
    return True if collection_path.name in unwanted and collection_path.is_dir() else None


def pytest_collection_modifyitems(config, items):
    """Leave to `make thorough` what it alone tries, and to it only that and what tries more then."""
    every, items[:] = items[:], thorough.tried(items)
    chosen = {*items}
    config.hook.pytest_deselected(items=[item for item in every if item not in chosen])


def pytest_collection_finish(session):
    """Look for garbage seldom, in the suite not at all, and never in what was loaded for the tests: that stays."""
    gc.freeze()
    gc.set_threshold(4_000_000, 50, 50)
    gc.enable()


class Phone:
    """One phone: its own cookies, forms filled in like a page does."""

    def __init__(self, app):
        self.http = app.test_client()
        self.number, self.taps = next(PHONES), 0

    def get(self, path, **kwargs):
        return self.http.get(path, **kwargs)

    def live(self, path, target):
        return self.http.get(path, headers={"HX-Request": "true", "HX-Target": target})

    def post(self, path, *, htmx=False, **form):
        self.taps += 1
        form = {"op": f"{self.number}-{self.taps}"} | form
        headers = {"HX-Request": "true", "HX-Target": "main"} if htmx else {}
        return self.http.post(path, data=form, headers=headers)


def pytest_unconfigure(config):
    """Look for garbage a last time in `make test` and `make thorough`; the end of the process need not, six times."""
    if config.option.markexpr != "not browser" or thorough.PROFILE == "thorough":
        gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def static_cache(request, tmp_path_factory):
    """Compress the static files and compile the templates once, and keep them from one run to the next."""
    cache = getattr(request.config, "cache", None)
    return (cache.mkdir("companion") if cache else tmp_path_factory.mktemp("cache")) / "static"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """Make a database without tables once for all tests."""
    path = tmp_path_factory.mktemp("empty") / "companion.db"
    prepare(path)
    return path


@pytest.fixture(scope="session")
def new_folder(tmp_path_factory, empty_database):
    """Make a folder for an app, with a database and a key of its own."""

    def new_folder():
        folder = tmp_path_factory.mktemp("instance")
        shutil.copy(empty_database, folder)
        (folder / "secret_key").write_text(secrets.token_hex(32))
        return folder

    return new_folder


@pytest.fixture(scope="module")
def new_app(new_folder, static_cache):
    """Make an app, in a folder of its own unless one is given; its files are closed after the tests of a file."""
    apps = []

    def new_app(folder=None, **config):
        apps.append(make(folder or new_folder(), static_cache, **config))
        return apps[-1]

    yield new_app
    for app in apps:
        close(app)


@pytest.fixture(scope="session")
def shared_app(new_folder, static_cache):
    """Make one app for all files of tests that need nothing else."""
    app = make(new_folder(), static_cache, GAMES=[*scenes.PACKAGES.values()])
    yield app
    close(app)


@pytest.fixture(scope="module")
def app(shared_app):
    """Give the tests of a file an app at its beginning: each opens tables of its own."""
    return anew(shared_app)


@pytest.fixture(scope="session")
def first_evening(tmp_path_factory, static_cache):
    """Play one evening for all files of tests."""
    app = make(tmp_path_factory.mktemp("evening"), static_cache, GAMES=[*scenes.PACKAGES.values()])
    evening = Evening(app)
    assert evening.forms, "found once for all copies"
    close(app)
    return evening


@pytest.fixture(scope="module")
def evening(first_evening, new_app, tmp_path_factory):
    """Give every file of tests a copy of the evening, at an app of its own."""
    folder = tmp_path_factory.mktemp("evening") / "instance"
    shutil.copytree(first_evening.app.instance_path, folder)
    return first_evening.at(quiet(new_app(folder, GAMES=[*scenes.PACKAGES.values()])))


@pytest.fixture
def empty(app):
    """Begin without tables, scores and versions of the box."""
    anew(app)


@pytest.fixture
def phone(app):
    return lambda at=app: Phone(at)


@pytest.fixture
def ann(phone):
    return phone()


@pytest.fixture
def bob(phone):
    return phone()


@pytest.fixture
def lines(app):
    """Read what the journal has gained since the test began."""
    file = Path(app.instance_path) / "companion.log"
    before = len(file.read_text(encoding="utf-8")) if file.exists() else 0
    return lambda: file.read_text(encoding="utf-8")[before:].splitlines() if file.exists() else []


def said(lines):
    """Read what lines of the journal say, without when, where and codes."""
    return [re.sub(r" at [A-Z2-9]{2}…$", " at XX…", line.split(" ", 3)[3]) for line in lines()]


@pytest.fixture
def once(ann):
    """Let what opens a table for Ann play it once for all tests with the same options, and else give copies."""

    def once(make):
        name = f"{make.__module__} {make.__qualname__}"

        def played(*args, **options):
            return copies.once(ann.http, (name, *args, *options.items()), lambda: make(*args, **options))

        return played

    return once


def seated(players, **options):
    """Fill in the form for a table of Djinn."""
    form = {"count": players, **options}
    for n, name in enumerate(NAMES[:players]):
        form |= {f"players-{n}-name": name, f"players-{n}-colour": ("red", "blue", "green", "yellow")[n]}
    return form


@pytest.fixture
def open_djinn():
    """Let a phone have a table of Djinn, a copy of one that was opened before; give its code."""
    return lambda host, players=3, **options: copies.opened(host.http, "djinn", seated(players, **options))


@pytest.fixture
def open_anew():
    """Let a phone open a table of Djinn by HTTP, with all that comes of it; give its code."""
    return lambda host, players=3, **options: copies.open_table(host.http, "djinn", seated(players, **options))


@pytest.fixture
def table(ann, open_djinn):
    """Give the code of a table that Ann hosts for three."""
    return open_djinn(ann)


@pytest.fixture
def logged():
    """Give what is logged, line by line; pytest's own would look after every test for what none of them wants."""
    lines, handler = [], logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logging.getLogger().addHandler(handler)
    yield lines
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def state(app):
    """Find the state of a table as the log has it."""

    def state(code):
        from companion.table.play import find_table

        with app.app_context():
            return find_table(code).state

    return state


@pytest.fixture
def seq(app):
    """Find the number of a table's last entry."""

    def seq(code):
        from companion.table.play import find_table

        with app.app_context():
            return find_table(code).seq

    return seq


@pytest.fixture
def owner(ann, open_djinn):
    """Let Ann have sat at a table: only such a phone changes the box."""
    open_djinn(ann)
    return ann

"""The cast: Ann, Bob, Cem and Dee, a table of Djinn, and phones to hold."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion import create_app
from companion.db import writing

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")  # no test depends on speed

NAMES = ("Ann", "Bob", "Cem", "Dee")


class Phone:
    """One phone: its own cookies, forms filled in like a page does."""

    def __init__(self, app):
        self.http = app.test_client()
        self.taps = 0

    def get(self, path, **kwargs):
        return self.http.get(path, **kwargs)

    def live(self, path, target):
        return self.http.get(path, headers={"HX-Request": "true", "HX-Target": target})

    def post(self, path, *, htmx=False, **form):
        self.taps += 1
        form = {"op": f"{id(self)}-{self.taps}"} | form
        headers = {"HX-Request": "true", "HX-Target": "main"} if htmx else {}
        return self.http.post(path, data=form, headers=headers)


@pytest.fixture(scope="session")
def static_cache(tmp_path_factory):
    """Compress the static files once for all tests."""
    return tmp_path_factory.mktemp("cache") / "static"


@pytest.fixture(scope="module")
def new_app(tmp_path_factory, static_cache):
    """Make an app, in a folder of its own unless one is given; its files are closed after the tests of a file."""
    apps = []

    def new_app(folder=None, **config):
        usual = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RANDOM": random.Random(7), "STATIC_CACHE": static_cache}
        app = create_app(Path(folder or tmp_path_factory.mktemp("instance")), **usual | config)
        apps.append(app)
        return app

    yield new_app
    for app in apps:
        for database in app.extensions["db_pool"]:
            database.close()


@pytest.fixture(scope="module")
def app(new_app):
    """Share one app between the tests of a file: each opens tables of its own."""
    return new_app()


@pytest.fixture
def empty(app):
    """Begin without tables, scores and versions of the box."""
    app.config["RANDOM"].seed(7)
    with app.app_context(), writing() as db:
        for name in set(db.table_names()) - {"_sqlite_migrations"}:
            db.execute(f'DELETE FROM "{name}"')
    app.extensions["tables"].clear()


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
def open_djinn():
    """Let a phone open a table of Djinn; give its code."""

    def open_djinn(host, players=3, **options):
        form = {"count": players, **options}
        for n, name in enumerate(NAMES[:players]):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": ("red", "blue", "green", "yellow")[n]}
        answer = host.post("/djinn/new", **form)
        assert answer.status_code == 303, answer.text
        return answer.location.split("/")[2]

    return open_djinn


@pytest.fixture
def table(ann, open_djinn):
    """Give the code of a table that Ann hosts for three."""
    return open_djinn(ann)


@pytest.fixture
def state(app):
    """Give the state of a table as the log has it."""

    def state(code):
        from companion.table.play import find_table

        with app.app_context():
            return find_table(code).state

    return state


@pytest.fixture
def seq(app):
    """Give the number of a table's last entry."""

    def seq(code):
        from companion.table.play import find_table

        with app.app_context():
            return find_table(code).seq

    return seq

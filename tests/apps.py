"""Apps of this process, made as tests need them."""

import hashlib
import os
import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest
import werkzeug.test

from companion import create_app
from companion.storage.connections import writing
from companion.web.assets import prewarm, static_files
from companion.web.rate_limits import Guard

TABLES = (
    *(
        "tables",
        "seats",
        "phones",
        "log",
        "notes",
        "presence",
        "counts",
        "box_versions",
        "box_photos",
        "learned",
        "asked",
    ),
    *("plays", "players", "edits", "batches", "listed", "summaries", "identities", "people", "renames", "kept_things"),
    *("houses", "members", "invitations", "sent"),
)


STATIC = Path(__file__).parent.parent / "static"
ON = os.environ.get("COMPANION_TESTED_ON")
"""The address of the PostgreSQL that the tests are to run on; without it they run on the embedded database."""
embedded = pytest.mark.skipif(bool(ON), reason="about the embedded database's file")


class Shared(prewarm.Compiled):
    """A folder of compiled templates, of which this process reads no file twice."""

    codes = {}  # noqa: RUF012

    def has(self, environment, name):
        """Leave a template until it is used: of most apps that tests make few pages are."""
        return False

    def load_bytecode(self, bucket):
        file = self._get_cache_filename(bucket)
        with suppress(OSError):
            known = file, os.stat(file).st_mtime_ns, bucket.checksum
            if known not in self.codes:
                super().load_bytecode(bucket)
                self.codes[known] = bucket.code
            bucket.code = self.codes[known]


prewarm.Compiled = Shared


find = static_files.find


@cache
def files(folder, kept):
    """Find the static files of this tree once for all apps: no test changes them."""
    return find(folder, kept)


static_files.find = lambda folder, kept: (files if folder == STATIC else find)(folder, kept)


def asked(environ):
    """Read the address of a request, for the cookies that it carries; werkzeug's own takes a tenth of a request."""
    host, path = environ["HTTP_HOST"], quote(environ["SCRIPT_NAME"] + environ["PATH_INFO"])
    return f"{environ['wsgi.url_scheme']}://{host if host.count('[') == host.count(']') else ''}{path}"


werkzeug.test.get_current_url = asked


def make(folder, static_cache, **config):
    """Make an app whose chance is the same each time, and whose forms need no token."""
    usual = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RANDOM": random.Random(7), "STATIC_CACHE": static_cache}
    return create_app(
        Path(folder),
        **usual
        | database(folder)
        | {"TABLES_PER_PHONE": "1000/hour", "IMPORTS_PER_PHONE": "100000/hour", "IMPORTS_PER_ADDRESS": "100000/hour"}
        | config,
    )


def database(folder):
    """Give an app a schema of its own of the PostgreSQL database that the tests are to run on, if there is one."""
    if not ON:
        return {}
    import psycopg

    schema = "t" + hashlib.sha256(str(folder).encode()).hexdigest()[:20]
    with psycopg.connect(ON, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    return {"DATABASE": f"{ON}&options=-csearch_path%3D{schema}"}


def anew(app):
    """Bring an app that others have used to where it began: nothing is kept, counted or remembered."""
    app.config["RANDOM"].seed(7)
    app.logger.disabled = False
    app.extensions["guard"] = Guard(app.config)
    app.extensions["tables"].clear()
    with app.app_context(), writing() as db:
        for name in TABLES:
            db.execute(f"TRUNCATE {name} RESTART IDENTITY" if ON else f"DELETE FROM {name}")
    return app


def row_counts(db):
    """Count the rows of everything that is kept."""
    return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES}


def quiet(app):
    """Let no expected mistake fill the terminal."""
    app.logger.disabled = True
    return app


def close(app):
    """Close the files of an app that serves no more."""
    for database in app.extensions["db_pool"]:
        database.close()

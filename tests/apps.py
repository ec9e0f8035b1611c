"""Apps of this process, made as tests need them."""

import os
import random
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import werkzeug.test

from companion import create_app, warm
from companion.db import writing
from companion.table.guard import Guard


class Shared(warm.Compiled):
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


warm.Compiled = Shared


def asked(environ):
    """Give the address of a request, for the cookies that it carries; werkzeug's own takes a tenth of a request."""
    host, path = environ["HTTP_HOST"], quote(environ["SCRIPT_NAME"] + environ["PATH_INFO"])
    return f"{environ['wsgi.url_scheme']}://{host if host.count('[') == host.count(']') else ''}{path}"


werkzeug.test.get_current_url = asked


def make(folder, static_cache, **config):
    """Make an app whose chance is the same each time, and whose forms need no token."""
    usual = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RANDOM": random.Random(7), "STATIC_CACHE": static_cache}
    return create_app(Path(folder), **usual | {"TABLES_PER_PHONE": "1000/hour"} | config)


def anew(app):
    """Bring an app that others have used to where it began: nothing is kept, counted or remembered."""
    app.config["RANDOM"].seed(7)
    app.logger.disabled = False
    app.extensions["guard"] = Guard(app.config)
    for kept in ("tables", "played"):
        app.extensions.get(kept, {}).clear()
    with app.app_context(), writing() as db:
        for name in set(db.table_names()) - {"_sqlite_migrations"}:
            db.execute(f'DELETE FROM "{name}"')
    return app


def quiet(app):
    """Let no expected mistake fill the terminal."""
    app.logger.disabled = True
    return app


def close(app):
    """Close the files of an app that serves no more."""
    for database in app.extensions["db_pool"]:
        database.close()

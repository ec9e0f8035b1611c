"""Apps of this process, made as tests need them."""

import random
from pathlib import Path

from companion import create_app


def make(folder, static_cache, **config):
    """Make an app whose chance is the same each time, and whose forms need no token."""
    usual = {"TESTING": True, "WTF_CSRF_ENABLED": False, "RANDOM": random.Random(7), "STATIC_CACHE": static_cache}
    return create_app(Path(folder), **usual | config)


def quiet(app):
    """Let no expected mistake fill the terminal."""
    app.logger.disabled = True
    return app


def close(app):
    """Close the files of an app that serves no more."""
    for database in app.extensions["db_pool"]:
        database.close()

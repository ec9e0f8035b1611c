"""Companion: a web app on the phones around a tabletop game."""

from __future__ import annotations

import os
import random
from collections import Counter, OrderedDict
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

GAMES = ("djinn", "emperor", "efreet_war", "tales", "war_game")
"""The packages under `companion.games`, in the order of the home page."""

PACKAGE = Path(__file__).parent


def create_app(instance: Path | None = None, **config: Any) -> Flask:
    """Make the app, which keeps everything in the folder `instance`; `config` overrides its config.py."""
    # Imported here, so that the server can patch the standard library before anything else is loaded.
    from flask import Flask
    from werkzeug.middleware.proxy_fix import ProxyFix

    from companion import instance as own, web
    from companion.houses import views as houses
    from companion.scores import entry_views, guest_views, people_views  # noqa: F401 - they load the blueprint's other pages, too
    from companion.scores.exports import bg_stats_views as bg_stats, file_views as scores
    from companion.scores.statistics import views as statistics
    from companion.settings import require_sound
    from companion.storage import connections
    from companion.table import pwa
    from companion.table.import_export import uploads
    from companion.table.live_updates import UnchangedPolls
    from companion.table.seating import views as table  # loads the blueprint's other pages, too
    from companion.web import journal
    from companion.web.assets import prewarm, static_files
    from companion.web.assets.version import version
    from companion.web.tokens import HOST_ONLY

    home = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
    folder = own.make((instance or default_instance(home)).resolve())
    app = Flask(__name__, instance_path=str(folder), template_folder=str(home / "templates"), static_folder=None)
    _set_defaults(app)
    app.config.from_pyfile(str(folder / "config.py"), silent=True)
    app.config.update(config)
    require_sound(app.config, folder / "config.py")
    if app.config["ALONE"]:  # nothing there reads photos: what does is compiled for servers
        app.config["NO_PHOTOS"] = True
    app.url_rule_class = prewarm.Address
    behind = app.config["BEHIND_PROXY"]
    if behind:
        name = HOST_ONLY + app.config["SESSION_COOKIE_NAME"]
        app.config.update(SESSION_COOKIE_NAME=name, SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
    with own.alone(folder):
        app.secret_key = app.secret_key or own.secret_key(folder)
        connections.init_app(app)
        files = static_files.find(home / "static", app.config["STATIC_CACHE"])
    made_by = version(PACKAGE, home / "templates", files.addresses)
    games = [import_module(name) for name in app.config["GAMES"]]
    _extend(app, games, made_by)
    for part in (web, journal, uploads):
        part.init_app(app)
    app.wsgi_app = UnchangedPolls(app)  # type: ignore[method-assign]
    static_files.init_app(app, files)
    app.wsgi_app = web.with_headers(app.wsgi_app, made_by, behind_proxy=behind)  # type: ignore[method-assign, assignment]
    shown = [import_module("companion.gallery")] if app.config["GALLERY"] else []
    shown += [import_module("companion.alone.views")] if app.config["ALONE"] else []
    for module in (table, pwa, scores, bg_stats, statistics, *[houses] * app.config["PUBLIC"], *games, *shown):
        app.register_blueprint(module.bp)
    if behind:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=behind, x_proto=behind, x_host=behind)  # type: ignore[method-assign]
    prewarm.init_app(app)
    return app


def _set_defaults(app: Flask) -> None:
    """Set what a config.py and the command line may set otherwise."""
    from companion.table.seating.seats import ALPHABET
    from companion.web.rate_limits import LIMITS

    folder = Path(app.instance_path)
    app.config.update(
        LIMITS,
        ALONE=False,
        BEHIND_PROXY=0,
        CODES_BEGIN=ALPHABET,
        DATABASE=folder / "companion.db",
        GALLERY=False,
        GAMES=tuple(f"companion.games.{name}" for name in GAMES),
        KEEP_QUESTIONS=None,
        LISTENS="",
        LOOK_UP=False,
        METRICS=None,
        NAMES=(),
        NO_PHOTOS=False,
        PORT=None,
        PUBLIC=False,
        RANDOM=random.SystemRandom(),
        SECURE=False,
        SECURE_PORT=None,
        SILENT=(),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        STATIC_CACHE=folder / "static",
        UNFINISHED_DAYS=None,
        UNOPENED_DAYS=730,
        WTF_CSRF_SSL_STRICT=False,
        WTF_CSRF_TIME_LIMIT=None,
    )


def _extend(app: Flask, games: Sequence[ModuleType], made_by: str) -> None:
    """Give the app what its parts share; what lies below gets hooks into what lies above it."""
    from companion.files import sandbox
    from companion.houses.hooks import Above
    from companion.kit.box import photo_store
    from companion.kit.rules import own_store
    from companion.scores.exports import house_files
    from companion.scores.stores import batch_store, list_store, play_store as plays
    from companion.table.import_export import export
    from companion.table.play import Scores, tell_gone
    from companion.table.screen import renewed
    from companion.table.seating import devices
    from companion.table.seating.presence import Push
    from companion.web.rate_limits import Guard

    house_parts = photo_store.files_of, export.files_of, house_files.files_of, own_store.files_of
    app.extensions |= {
        "above_houses": Above(renewed, devices.last_names, devices.leave_tables, tell_gone, house_parts),
        "boxes": {},
        "counts": Counter(),
        "games": {module.game.slug: module.game for module in games},
        "guard": Guard(app.config),
        "push": Push(version=made_by),
        "scores": Scores(plays.keep, plays.let_wait, list_store.recount, batch_store.bring_in, plays.find_zone),
        "tables": OrderedDict(),
        "turns": sandbox.turns(app.config),
        "version": made_by,
    }


def default_instance(home: Path) -> Path:
    """Choose the folder to keep things in: COMPANION_INSTANCE, `instance/` in a checkout, or the user's data folder."""
    from platformdirs import user_data_path

    if chosen := os.environ.get("COMPANION_INSTANCE"):
        return Path(chosen)
    checkout = home / "instance"
    return checkout if home != PACKAGE and checkout.is_dir() else user_data_path("companion", appauthor=False)

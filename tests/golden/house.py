"""What is seen without a recorded session: pages that need no table, and databases of earlier versions."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from companion import GAMES
from tests.golden.sessions import LANGUAGES, Pages, clock_at, play_looks

OLD = {f"old-{path.stem}": path for path in sorted((Path(__file__).parent.parent / "old").glob("*.sql"))}
"""The databases of earlier versions."""
HOUSE = "house-empty"
"""What the pages of an app without tables are called among sessions."""
NOW = 1_800_000_000.0
"""When they are looked at."""
OWN = ("offline", "scores", "sign-out")
"""What the addresses begin with of pages that belong to no game."""
VARYING = ("/today", ".json", ".csv", ".toml")
"""How the addresses end of pages that differ from day to day, and of files, which are looked at with plays in them."""


def house_paths(app):
    """List the addresses of all pages that need no table."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not rule.arguments]
    known = [rule for rule in rules if rule == "/" or rule.split("/")[1] in (*GAMES, *OWN)]
    return sorted(rule for rule in known if not rule.endswith(VARYING))


def house_looks(app):
    """Look at all pages of an empty app that need no table."""
    found = {}
    with clock_at(NOW):
        for language in LANGUAGES:
            for path in house_paths(app):
                pages = Pages(app.test_client(), language)
                pages.open(path)
                found[path, language] = pages.lines
    return found


def unpack(path, folder):
    """Write a database of an earlier version into the folder of an app."""
    (folder / "secret_key").write_text("7" * 64)
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        db.executescript(path.read_text(encoding="utf-8"))


def old_looks(app, path):
    """Look at every table of a database of an earlier version, at its plays and its boxes."""
    expect, found = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")), {}
    with clock_at(NOW):
        for code in expect["tables"]:
            phone = app.test_client()
            assert phone.post(f"/t/{code}/watch").status_code == 303
            for language in LANGUAGES:
                pages = Pages(phone, language)
                pages.walk(code)
                for path in (f"/t/{code}/log", f"/{expect['tables'][code]['page'].split('/')[1]}/{code}/fair"):
                    pages.open(path)
                found[code, f"watcher.{language}"] = pages.lines
        phone = app.test_client()
        found |= {("plays", look): lines for look, lines in play_looks(phone)}
        for game in GAMES:
            box = phone.get(f"/{game}/box.toml")
            found |= {("box", game): box.text.splitlines()} if box.status_code == 200 else {}
    return found

"""The owner's box in SQLite: one TOML text, read when the app starts and kept in memory."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, current_app
from flask.sansio.app import App

from companion.db import get_db, writing
from companion.games.djinn import box
from companion.games.djinn.box import Box


def find() -> Box:
    """Give what the owner has put right."""
    found: Box = current_app.extensions["djinn_box"]
    return found


def change(corrected: Callable[[Box], Box]) -> Box:
    """Put what `corrected` makes of the box in its place."""
    with writing() as db:
        after = corrected(find())
        row = {"game": "djinn", "corrections": box.to_toml(after)}
        db.execute("INSERT OR REPLACE INTO boxes (game, corrections) VALUES (:game, :corrections)", row)
    current_app.extensions["djinn_box"] = after
    return after


def load(app: App) -> None:
    """Read the box that was kept."""
    assert isinstance(app, Flask)  # blueprints know only what it has in common with others
    with app.app_context():
        row = next(get_db().query("SELECT corrections FROM boxes WHERE game = 'djinn'"), None)
        app.extensions["djinn_box"] = box.parse(row["corrections"]) if row else Box()

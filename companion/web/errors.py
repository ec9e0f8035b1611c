"""The answers to phones when the database is in the way."""

from __future__ import annotations

from flask import Flask, Response, current_app

from companion.language.i18n import gettext, translate
from companion.language.texts import Text
from companion.refusal import Stale
from companion.storage.connections import place
from companion.storage.protocol import (
    Broken,
    ConnectionLost,
    DatabaseReplaced,
    DiskFull,
    LockTimeout,
    ReadOnly,
    StorageError,
    UniqueViolation,
)
from companion.web.pages import htmx
from companion.web.refusals import refuse

HINDERED = {
    ConnectionLost: Text("Can't reach the database right now."),
    LockTimeout: Text("Another program is using the database."),
    DiskFull: Text("Can't save: the disk is full. Everything saved so far can still be read."),
    ReadOnly: Text("Can't save: the disk is read-only. Everything saved so far can still be read."),
}
"""What a phone is told of trouble that may pass."""


def init_app(app: Flask) -> None:
    """Answer trouble in words."""
    for hindrance in HINDERED:
        app.register_error_handler(hindrance, _hindered)
    for error, handler in ((UniqueViolation, _taken), (DatabaseReplaced, _gone), (Broken, _broken)):
        app.register_error_handler(error, handler)


def _hindered(error: StorageError) -> Response:
    current_app.logger.error("database: %s", error)
    # A page with scripts sends the tap again by itself, and a second tap would count too.
    then = gettext("Your tap isn't lost: it will be sent again.") if htmx else gettext("Please try again in a moment.")
    return refuse(f"{translate(HINDERED[type(error)])} {then}", 503)


def _taken(error: UniqueViolation) -> Response:
    current_app.logger.warning("written twice: %s", error)
    sentence = gettext("Somebody was faster: the table has moved on. Look at what it shows now, then tap again.")
    return refuse(sentence, Stale.status)


def _gone(error: DatabaseReplaced) -> Response:
    current_app.logger.error("%s is gone: %s", place(current_app).name, error)
    return refuse(
        gettext(
            "The file with all tables and scores was deleted or replaced while Companion was running, so nothing is "
            "saved now. Stop Companion, put the file back or restore a backup, and start it again."
        ),
        503,
    )


def _broken(error: Broken) -> Response:
    current_app.logger.error("%s is damaged: %s", place(current_app).name, error)
    return refuse(
        gettext(
            "The file with all tables and scores is damaged. Stop Companion, restore a backup, and start it again."
        ),
        503,
    )

"""The pages for a table that cannot be found, or whose log cannot be read; and the way back to one that can."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, g, request

from companion.table.play import NoTable
from companion.table.store import Damaged, Unreadable
from companion.web import again, gettext, refuse
from companion.web.journal import note


def tell_by(bp: Blueprint) -> None:
    """Let all pages of the app tell of such a table."""
    bp.app_errorhandler(NoTable)(_no_table)
    bp.app_errorhandler(Damaged)(_damaged)
    bp.app_errorhandler(Unreadable)(_unreadable)
    bp.app_template_global("table_here")(_table_here)


def _table_here() -> str | None:
    """Find the code of the table in the request, if there is one."""
    code: str | None = (request.view_args or {}).get("code")
    return code if g.get("version") else None


def _no_table(_: NoTable) -> Response:
    note("wrong code", (request.view_args or {}).get("code"))
    sentence = gettext("No table has this code. Check the code, or open a table of your own.")
    refusal = again(sentence, 404, {"code": sentence}) or refuse(sentence, 404, gettext("No such table"))
    if request.args.get("since"):  # an open page would ask again and again, as one that guesses codes
        refusal.headers["HX-Refresh"] = "true"
    return refusal


def _damaged(error: Damaged) -> Response:
    current_app.logger.error("damaged table: %s", error)
    sentence = gettext("This table's log is damaged and can't be shown. A backup may still have all of it.")
    return refuse(sentence, 409, gettext("A damaged table"))


def _unreadable(error: Unreadable) -> Response:
    current_app.logger.error("unreadable table: %s", error)
    return refuse(
        gettext("This table was played with a newer Companion. Update yours."),
        409,
        gettext("Update needed"),
    )

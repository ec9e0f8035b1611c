"""Commands about what is kept, also while the server runs: free the seats of a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.instance import Unusable

if TYPE_CHECKING:
    from flask import Flask


def free(code: str, file: Path, url: str | None) -> list[str]:
    """Free the seats and the host of a table whose phones nobody has any more; return what to tell."""
    from companion.table.play import NoTable
    from companion.table.seating import hosts
    from companion.web import journal

    unknown = f"No table here has the code {code}."
    app = _app(file, url, unknown)
    try:
        with app.app_context():
            names = hosts.free_all(code)
    except NoTable:
        raise Unusable(unknown) from None
    journal.write(app.extensions["journal"], f"seats freed at {journal.short(code)}")
    return [
        f"Freed at {code}: {', '.join(names) or 'no seats, as nobody sat there'}.",
        "Whoever sits down first hosts this table.",
    ]


def _app(file: Path, url: str | None, nothing: str) -> Flask:
    """Make the app on what is kept here; raise Unusable, saying that there is `nothing`, where nothing is."""
    from companion import create_app

    if not (url or file.exists()):
        raise Unusable(nothing)
    config: dict[str, Any] = {"DATABASE": url} if url else {}
    return create_app(**config)

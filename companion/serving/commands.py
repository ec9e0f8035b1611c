"""Commands about what is kept, also while the server runs: free a table's seats, merge another installation."""

from __future__ import annotations

import argparse
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.instance import Unusable
from companion.refusal import Refusal

if TYPE_CHECKING:
    from flask import Flask

    from companion.storage.sqlite import File


SHOWN = 40
"""How much is shown of a code that may be none."""


def run(arguments: argparse.Namespace, file: Path) -> list[str]:
    """Do what was asked for; return what to tell. Raise Unusable for what cannot be done."""
    if arguments.command == "merge":
        return merge(arguments.file, arguments.database)
    return free(arguments.code.upper(), file, arguments.database)


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


def merge(file: Path, url: str | None) -> list[str]:
    """Add what another installation has at home, each thing once; return what to tell.

    `file` is its companion.db, a backup, or what a phone has saved that ran Companion by itself.
    """
    from companion import create_app
    from companion.serving import backup, score_commands
    from companion.storage.sqlite import connect
    from companion.web import journal

    backup.require_ours(file)
    config: dict[str, Any] = {"DATABASE": url} if url else {}
    app = create_app(**config)
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / "companion.db"
        backup.save(file, copy)
        create_app(Path(folder), SECRET_KEY="of a copy")  # which brings it up to date
        with app.test_request_context():
            try:
                told = [score_commands.merge(copy)]
            except Refusal as reason:
                raise Unusable(str(reason)) from None
            with closing(connect(copy, how="mode=ro")) as source:
                told += _merged(source)
    journal.write(app.extensions["journal"], "another installation was merged")
    return told


def _merged(source: File) -> list[str]:
    """Bring in tables, boxes, photos and what was learned; each table is a transaction of its own."""
    from flask import current_app

    from companion import membership
    from companion.storage import merge
    from companion.storage.connections import writing
    from companion.table.import_export.import_table import is_sound
    from companion.table.seating import seats, seats_store

    house, found = membership.current_house(), dict[str, list[str]]()
    for code in merge.codes(source):
        with writing(code) as db:
            what = merge.bring_table(source, db, code, is_sound)
            if what == "new":
                seats_store.free_all(db, code)  # of its phones none comes along, and no entry of its log says so
                seats.renew_keys(code)
        found.setdefault(what, []).append(code)
    with writing("boxes") as db:
        boxes = merge.bring_boxes(source, db, house, is_box)
        photos = merge.bring_photos(source, db, house)
        learned = merge.bring_learned(source, db, house, current_app.extensions.get("is_telling", nobody))
        asked = merge.bring_asked(source, db, house)
    count = {what: len(found.get(what, ())) for what in ("new", "more", "known")}
    told = [f"New tables: {count['new']}, gone on: {count['more']}, known already: {count['known']}."]
    told += [f"Left out, as another table here has its code: {code}." for code in found.get("other", ())]
    told += [f"Left out, as it is damaged or not of our games: {code[:SHOWN]!r}." for code in found.get("odd", ())]
    told += [f"New versions of boxes: {boxes}, photos: {photos}, readings in Tales: {learned}."]
    return [*told, f"New questions and own answers: {asked}."]


def is_box(game: str, text: str) -> bool:
    """Say whether a text from elsewhere is a box of a game here: all that looks at this one would fail over another."""
    from flask import current_app

    from companion.files.safe_readers import BOX

    boxes = current_app.extensions["boxes"]
    try:
        return len(text) <= BOX.size and game in boxes and boxes[game](text) is not None
    except (Refusal, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return False


def nobody(*_: str) -> bool:
    """Say that nobody can have read this off, where no game keeps what one reads off."""
    return False


def _app(file: Path, url: str | None, nothing: str) -> Flask:
    """Make the app on what is kept here; raise Unusable, saying that there is `nothing`, where nothing is."""
    from companion import create_app

    if not (url or file.exists()):
        raise Unusable(nothing)
    config: dict[str, Any] = {"DATABASE": url} if url else {}
    return create_app(**config)

"""`companion scores`: finished plays written to a file, brought in from one, and from another installation.

It works while the server runs, and in PostgreSQL: what comes in is written as an import on the page is.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files.safe_readers import PLAYS
from companion.instance import Unusable
from companion.refusal import Refusal

if TYPE_CHECKING:
    from flask import Flask

PORTION = 1000
"""How many plays of another installation come in at once."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command and what it takes."""
    scores = commands.add_parser("scores", help="export, import or merge finished plays, also while the server runs")
    doing = scores.add_subparsers(dest="doing", required=True, metavar="export | import | merge")
    exporting = doing.add_parser("export", help="write all plays to a new JSON file, with every line of points")
    exporting.add_argument("--bg-stats", action="store_true", help="as a collection that the app BG Stats reads")
    importing = doing.add_parser("import", help="add the plays of a JSON file of Companion or of BG Stats")
    merging = doing.add_parser("merge", help="add the plays of another installation: its companion.db, or a backup")
    for command in (exporting, importing, merging):
        command.add_argument("file", type=Path)
        command.add_argument(
            "--house", type=int, default=0, help="the number of the house (default: 0, the one at home)"
        )


def run(arguments: argparse.Namespace, app: Flask) -> str:
    """Do what was asked for; return what to tell. Raise Unusable for what cannot be done."""
    with app.test_request_context():
        _enter(arguments.house)
        try:
            if arguments.doing == "export":
                return export(arguments.file, bg_stats=arguments.bg_stats)
            if arguments.doing == "import":
                return bring_in(arguments.file)
            return merge(arguments.file)
        except Refusal as reason:
            raise Unusable(str(reason)) from None


def _enter(house: int) -> None:
    """Let it be about a house; by a mistyped number plays would belong to nobody."""
    from companion import membership
    from companion.houses import store
    from companion.storage.connections import get_db

    if house and not store.find_house(get_db(), house):
        raise Unusable(f"There is no house {house} here.")
    membership.enter(house)


def export(file: Path, *, bg_stats: bool) -> str:
    """Write all plays to a new file."""
    from companion.scores.exports import bg_stats_views, file_views
    from companion.scores.model import Choice

    pieces = bg_stats_views.written(Choice()) if bg_stats else file_views.written(Choice())
    try:
        with file.open("x", encoding="utf-8") as out:
            out.writelines(pieces)
    except FileExistsError:
        raise Unusable(f"{file} exists already. Choose another name.") from None
    return f"Exported to {file}."


def bring_in(file: Path) -> str:
    """Add the plays of a file that are not here yet."""
    from companion.scores.exports import file_views

    with file.open("rb") as stream:
        added, known, _, left = file_views.bring_in(PLAYS.read(stream))
    rest = f", left out: {left}" if left else ""
    return f"New plays: {added}, known already: {known}{rest}."


def merge(file: Path) -> str:
    """Add the plays at home of another installation that are not here yet, each by what identifies it."""
    from companion.scores.exports import json_import
    from companion.scores.stores import batch_store

    texts = plays_of(file)
    some = [texts[start : start + PORTION] for start in range(0, len(texts), PORTION)]
    files = [json_import.read(f"[{','.join(each)}]".encode()) for each in some]  # all before the first comes in
    added = sum(batch_store.bring_in(each)[0] for each in files)
    return f"New plays: {added}, known already: {len(texts) - added}."


def plays_of(file: Path) -> list[str]:
    """Read the plays of another installation from a copy of its database, which is brought up to date first."""
    from companion import create_app
    from companion.scores.stores import play_store
    from companion.serving import backup

    backup.require_ours(file)
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        backup.save(file, Path(folder) / "companion.db")
        with create_app(Path(folder), SECRET_KEY="of a copy").test_request_context():
            try:
                return [text for texts in play_store.exported() for text in texts]
            except (LookupError, OverflowError, RecursionError, TypeError, ValueError):
                raise Unusable("The plays in this file are damaged. Take a backup of another day.") from None

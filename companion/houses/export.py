"""All that is in a house as a ZIP file, made while it is sent: each file in it is one that Companion takes again.

`tables/CODE.json` opens as a table, `plays-1.json` and the following come into the scores, `boxes/GAME.toml` is an
owner's box, and the photos in the folder beside it are its own. To be read are `house.json`, which names the house and
who is in it, and `answers.json`, with what the house asked of the rules and did not find, and its own answers. What a
game still hides is in none of them, nor are deleted plays, earlier versions, phones and links, nor what the house has
learned of its own matrix in Tales: that goes to nobody.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from zipfile import ZIP_DEFLATED, ZipFile

from companion.houses import store
from companion.houses.hooks import Files, above
from companion.storage.connections import get_db


class Sent:
    """What a ZIP file is written into, and taken out of piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Take some bytes in."""
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: what is written is sent."""

    def close(self) -> None:
        """Do nothing, either."""

    def take(self) -> bytes:
        """Hand over what was written since the last time."""
        taken, self._pieces = b"".join(self._pieces), []
        return taken


def pieces(house: int) -> Iterator[bytes]:
    """Write the file, piece by piece; each may be asked for in another context, and nothing is locked in between."""
    sent = Sent()
    with ZipFile(sent, "w", ZIP_DEFLATED) as file:
        for name, parts in _files(house):
            with file.open(name, "w") as entry:
                for part in parts:
                    entry.write(part if isinstance(part, bytes) else part.encode())
                    yield sent.take()
            yield sent.take()
    yield sent.take()


def _files(house: int) -> Files:
    """List the files by their names, each with its text or its bytes in pieces."""
    yield "house.json", [_house(house)]
    for game, corrections in store.find_boxes(get_db(), house):
        yield f"boxes/{game}.toml", [corrections]
    for files in above().files:
        yield from files(house)


def _house(house: int) -> str:
    name, _ = store.find_house(get_db(), house) or ("", "")
    members = [{"name": called, "host": host} for _, called, host, _ in store.find_members(get_db(), house)]
    said = {"companion_house": 1, "name": name, "exported_at": round(time.time()), "members": members}
    return json.dumps(said, ensure_ascii=False, indent=1)

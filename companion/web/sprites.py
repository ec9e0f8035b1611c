"""Pictures that come together: each page takes all that it usually shows from one sprite. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

List = Mapping[str, Any]
"""Which pictures come together: for the pages of a game or of the house, by their names, or for those of all games."""
HOUSE = "house"
"""Names the sprites of pages that belong to no table."""
PICTURE = re.compile(r'<symbol id="([\w-]+)".*?</symbol>|<path id="([\w-]+)"[^>]*/>', re.DOTALL)
SYMBOL = re.compile(r'<symbol id="[\w-]+" (.*)</symbol>', re.DOTALL)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg"><!-- game-icons.net, CC BY 3.0: icons.LICENSE -->'


def composed(sources: Mapping[str, bytes], known: List) -> dict[str, bytes]:
    """Put together the sprites that the list names, out of those that pictures are drawn in."""
    drawn: dict[str, str] = {}
    for sprite in _drawn_in(sources):
        for id, picture in pictures(sources[f"{sprite}.svg"]).items():
            drawn[f"{sprite}/{id}"] = picture
            drawn.setdefault(id, picture)
    return {
        f"{name}.svg": f"{HEAD}{''.join(drawn[one] for one in dict.fromkeys(ids))}</svg>\n".encode()
        for name, ids in listed(known).items()
    }


def listed(known: List) -> dict[str, list[str]]:
    """Read the list: the pictures of each sprite by their names, `id` or `sprite/id`."""
    shared = {name: its for name, its in known.items() if isinstance(its, str)}
    found: dict[str, list[str]] = {}
    for group, its in known.items():
        if isinstance(its, dict):
            bar = f"{'' if group == HOUSE else shared['always']} {its['bar']}"
            own = its if group == HOUSE else shared | its
            found |= {f"{group}_{page}": f"{bar} {own[page]}".split() for page in own if page not in ("always", "bar")}
    return found


def pictures(sprite: bytes) -> dict[str, str]:
    """Take a sprite apart: its pictures by their ids."""
    return {found[1] or found[2]: found[0] for found in PICTURE.finditer(sprite.decode())}


def symbols(sources: Mapping[str, bytes], known: List, addresses: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Find the address of each picture for a page of each sprite: there, or else in the one that it is drawn in."""
    elsewhere: dict[str, str] = {}
    for sprite in _drawn_in(sources):
        for id in pictures(sources[f"{sprite}.svg"]):
            address = f"{addresses[f'{sprite}.svg']}#{id}"
            elsewhere[f"{sprite}/{id}"] = address
            elsewhere.setdefault(id, address)
    found = {"": elsewhere}
    for name, ids in listed(known).items():
        here = {elsewhere[one]: f"{addresses[f'{name}.svg']}#{one.rpartition('/')[2]}" for one in ids}
        found[name] = {one: here.get(address, address) for one, address in elsewhere.items()}
    return found


def written_out(sources: Mapping[str, bytes], addresses: Mapping[str, str]) -> dict[str, str]:
    """Write out the pictures that a page shows by itself where its sprite has none of them, by their addresses."""
    found = {}
    for sprite in _drawn_in(sources):
        for id, picture in pictures(sources[f"{sprite}.svg"]).items():
            if symbol := SYMBOL.fullmatch(picture):
                found[f"{addresses[f'{sprite}.svg']}#{id}"] = f'<svg class="icon" aria-hidden="true" {symbol[1]}</svg>'
    return found


def _drawn_in(sources: Mapping[str, bytes]) -> list[str]:
    """List the sprites that pictures are drawn in; an id that two have finds the first one's."""
    return [name.removesuffix(".svg") for name in sources if name.endswith(".svg") and "/" not in name]

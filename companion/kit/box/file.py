"""A box's file: TOML, read entry by entry, and refused with the entry and the reason. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import tomli_w

from companion.files.safe_readers import NotToml, read_toml
from companion.language.player_names import tidy
from companion.language.texts import Text
from companion.refusal import Refusal

VERSION = 1
LONGEST = 200
"""How many characters a text may have, and how much of a file's own words a refusal repeats."""

Read = Callable[[str, Any], Any]
"""Reads the value of an entry, whose name comes first."""


def read_box(text: str, game: str, title: str, readers: Mapping[str, Read]) -> dict[str, Any]:
    """Read the entries of a game's box that a file has; raise Refusal for an unknown one, or for no box at all."""
    try:
        data = read_toml(text)
    except NotToml as error:
        raise Refusal(
            "This isn't a TOML file: line %(line)s can't be read. Nothing was imported.", line=error.line
        ) from None
    _require_version(data.pop(_mark(game), None), game, title)
    for name in data:
        if name not in readers:
            raise wrong(name, Text("there is no such entry"))
    return {name: readers[name](name, value) for name, value in data.items()}


def _require_version(version: object, game: str, title: str) -> None:
    if version is None:
        raise Refusal("This file isn't a box for %(game)s: it has no entry “%(entry)s”.", game=title, entry=_mark(game))
    if type(version) is not int or version != VERSION:
        raise Refusal("This box comes from another version of Companion. Update Companion first.")


def write_box(game: str, entries: Mapping[str, Any]) -> str:
    """Write a game's box as TOML, without tables that are empty."""
    return tomli_w.dumps({_mark(game): VERSION} | {name: value for name, value in entries.items() if value != {}})


def _mark(game: str) -> str:
    """Name the entry by which a file says whose box it holds."""
    return f"companion_{game}_box"


def wrong(entry: str, reason: Text) -> Refusal:
    """Refuse a file because of an entry."""
    refusal = Refusal("Entry “%(entry)s”: %(reason)s. Nothing was imported.", entry=entry[:LONGEST], reason=reason)
    return refusal.about(entry)


def table_of(ids: Collection[str], read: Callable[[str, str, Any], Any]) -> Read:
    """Make what reads a table of entries with these ids; `read` takes an entry's name, its id and its value."""

    def read_table(name: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong(name, Text("this isn't a table"))
        for id in value:
            if id not in ids:
                raise wrong(f"{name}.{id}", Text("the known ones are %(known)s", known=", ".join(ids)))
        return {id: read(f"{name}.{id}", id, value[id]) for id in ids if id in value}

    return read_table


def fields_of(entry: str, value: Any, names: Sequence[str]) -> dict[str, Any]:
    """Read an entry that is a table with exactly these names."""
    if not isinstance(value, dict) or set(value) != set(names):
        raise wrong(entry, Text("this needs %(known)s, and nothing else", known=", ".join(names)))
    return value


def one_of(entry: str, value: Any, known: Collection[str]) -> str:
    """Read one of some known ids."""
    if not isinstance(value, str) or value not in known:
        raise wrong(entry, Text("the known ones are %(known)s", known=", ".join(known)))
    return value


def whole(entry: str, value: Any, least: int, most: int) -> int:
    """Read a whole number within limits."""
    if type(value) is not int or not least <= value <= most:
        raise wrong(entry, Text("this must be a whole number from %(least)s to %(most)s", least=least, most=most))
    return value


def short(entry: str, value: Any, longest: int = LONGEST) -> str:
    """Read a tidy text in one line, which is not empty: printable, or as forms tidy what people type.

    An emoji of several is not printable, as what joins it is not; a box that held one could not be read any more.
    """
    line = isinstance(value, str) and value.isprintable() and value == " ".join(value.split())
    if not (line or (isinstance(value, str) and value == tidy(value))) or not 1 <= len(value) <= longest:
        raise wrong(entry, Text("text must be 1 to %(longest)s characters on one line", longest=longest))
    return str(value)

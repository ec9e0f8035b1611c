"""Static files: joined and compressed by `make assets`, addressed by content, kept by browsers for a year."""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

from companion.web import sprites

YEAR = 365 * 24 * 3600
SERVED = "served.toml"
"""The source that says what is served as one file; browsers are not given it."""

FACE = re.compile(rb'url\("?(\w+\.woff2)"?\)')


@dataclass(frozen=True)
class Files:
    """The static files: their folder, the address of each, which contains its hash, and of each picture, by sprite.

    `written_out` are pictures by those addresses that no sprite of pages has.
    """

    folder: Path
    addresses: dict[str, str]
    symbols: dict[str, dict[str, str]]
    written_out: dict[str, str]


def init_app(app: Flask, files: Files) -> None:
    """Serve files under /static/; the app's extensions `static` and `symbols` hold their addresses."""
    app.extensions |= {"static": files.addresses, "symbols": files.symbols, "written_out": files.written_out}
    app.static_folder = str(files.folder)  # where pictures read their symbols; no route of Flask's serves it
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app, root=files.folder, prefix="static/", max_age=YEAR, allow_all_origins=False
    )


def find(folder: Path, cache: Path) -> Files:
    """Find what `make assets` made of a folder's sources; if one has changed since, join and compress them anew."""
    known = sources(folder)
    files, made = joined(known), folder / "built"
    if not is_made_of(made, known):
        made = cache
        if not is_made_of(made, known):
            write(made, files, known)
            for name in files:
                Compressor(quiet=True).compress(str(made / name))
    addresses = {name: f"/static/{name}?v={version((made / name).read_bytes())}" for name in files}
    symbols = sprites.symbols(known, tomllib.loads(known[SERVED].decode())["sprites"], addresses)
    return Files(made, addresses, symbols, sprites.written_out(known, addresses))


def sources(folder: Path) -> dict[str, bytes]:
    """Read what browsers are given of a folder, by name, before it is joined."""
    paths = (
        path for kind in ("css", "js", "png", "svg", "toml", "woff2") for path in sorted(folder.rglob(f"*.{kind}"))
    )
    named = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith("built/")}


def joined(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Put together what is served as one file."""
    served = tomllib.loads(sources[SERVED].decode())
    parts = {name: parts.split() for name, parts in served["joined"].items()}
    alone = sources.keys() - {part for its in parts.values() for part in its} - {SERVED}
    files = {name: sources[name] for name in sorted(alone)} | sprites.composed(sources, served["sprites"])
    files |= {name: b"\n".join(sources[part] for part in its) for name, its in parts.items()}
    return {name: faced(content, files) if name.endswith(".css") else content for name, content in files.items()}


def faced(style: bytes, files: Mapping[str, bytes]) -> bytes:
    """Let a style sheet name its faces as pages do, which fetch them at once."""
    return FACE.sub(lambda found: b'url("%b?v=%b")' % (found[1], version(files[found[1].decode()]).encode()), style)


def version(content: bytes) -> str:
    """Name a file's content."""
    return hashlib.sha256(content).hexdigest()[:6]


def is_made_of(made: Path, sources: Mapping[str, bytes]) -> bool:
    """Tell whether a folder was made of exactly these sources."""
    try:
        return _stamp(made).read_text() == _content(sources)
    except OSError:
        return False


def write(made: Path, files: Mapping[str, bytes], sources: Mapping[str, bytes]) -> None:
    """Write files into a folder of their own, and beside it what they were made of."""
    shutil.rmtree(made, ignore_errors=True)
    for name, content in files.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(content)
    _stamp(made).write_text(_content(sources))


def _stamp(made: Path) -> Path:
    return made.with_suffix(".sha256")


def _content(sources: Mapping[str, bytes]) -> str:
    hashes = (f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(sources.items()))
    return "".join(hashes)

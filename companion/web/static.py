"""Static files: compressed once, addressed by content, kept by browsers for a year."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Files:
    """The static files: their folder, and the address of each, which contains its hash."""

    folder: Path
    addresses: dict[str, str]


def init_app(app: Flask, files: Files) -> None:
    """Serve files under /static/; `app.extensions["static"]` gives their addresses."""
    app.extensions["static"] = files.addresses
    app.static_folder = str(files.folder)  # where pictures read their symbols; no route of Flask's serves it
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app, root=files.folder, prefix="static/", max_age=YEAR, allow_all_origins=False
    )


def compressed(folder: Path, cache: Path) -> Files:
    """Keep a copy of a folder's files with their compressed forms beside them, made anew when any has changed."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest()[:10] for name, path in paths.items()}
    addresses = {name: f"/static/{name}?v={value}" for name, value in hashes.items()}
    return Files(_compressed(folder, cache, " ".join(sorted(hashes.values()))), addresses)


def _compressed(folder: Path, cache: Path, content: str) -> Path:
    stamp = cache / "stamp"
    try:
        if not stamp.exists() or stamp.read_text() != content:
            shutil.rmtree(cache, ignore_errors=True)
            shutil.copytree(folder, cache)
            for path in [path for path in cache.rglob("*") if path.is_file()]:
                Compressor(quiet=True).compress(str(path))
            stamp.write_text(content)
    except OSError:
        return folder
    return cache

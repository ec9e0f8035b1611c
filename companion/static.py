"""Static files: compressed once, addressed by content, kept by browsers for a year."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from flask import Flask
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

YEAR = 365 * 24 * 3600


def init_app(app: Flask, folder: Path) -> None:
    """Serve `folder` under /static/; `app.extensions["static"]` gives each file's address, which holds its hash."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest()[:10] for name, path in files.items()}
    app.extensions["static"] = {name: f"/static/{name}?v={value}" for name, value in hashes.items()}
    served = _compressed(folder, app.config["STATIC_CACHE"], " ".join(sorted(hashes.values())))
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app, root=served, prefix="static/", max_age=YEAR, allow_all_origins=False
    )


def _compressed(folder: Path, cache: Path, content: str) -> Path:
    """Give a copy of the files with their compressed forms beside them, made anew when any has changed."""
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

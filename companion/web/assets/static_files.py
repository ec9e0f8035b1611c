"""Static files: joined and compressed by `make assets`, addressed by content, kept by browsers for a year.

A style sheet or a script names the parts that it is put together of, as browsers know it: by `@import` and `import`.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

YEAR = 365 * 24 * 3600
FACE = re.compile(rb'url\("?(\w+\.woff2)"?\)')
PICTURE = re.compile(r'<(?:symbol|path) id="([\w-]+)"')
SHEET = re.compile(rb'^@import "([^"]+)";\n', re.MULTILINE)
MODULE = re.compile(rb'^import (?:[^"]* from )?"\./([^"]+)";\n', re.MULTILINE | re.DOTALL)
PARTS = ("css/", "js/", "vendor/")
"""Folders of what is served as a part of something else."""
EXPORT = re.compile(rb"^export ", re.MULTILINE)


@dataclass(frozen=True)
class Files:
    """The static files: their folder, the address of each, which contains its hash, and of each picture by its id.

    A picture whose id several sprites have is found in the first; `sprite/id` finds that of a certain one.
    """

    folder: Path
    addresses: dict[str, str]
    symbols: dict[str, str]


def init_app(app: Flask, files: Files) -> None:
    """Serve files under /static/; the app's extensions `static` and `symbols` hold their addresses.

    Without a server the browser has them all.
    """
    app.extensions |= {"static": files.addresses, "symbols": files.symbols}
    app.static_folder = str(files.folder)  # where pictures read their symbols; no route of Flask's serves it
    if app.config["ALONE"]:
        return
    from whitenoise import WhiteNoise

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
            from whitenoise.compress import Compressor

            write(made, files, known)
            for name in files:
                Compressor(quiet=True).compress(str(made / name))
    addresses = {name: f"/static/{name}?v={version((made / name).read_bytes())}" for name in files}
    return Files(made, addresses, symbols(files, addresses))


def symbols(files: Mapping[str, bytes], addresses: Mapping[str, str]) -> dict[str, str]:
    """Find the address of each picture: by its id in the first sprite that has it, and with the name of its sprite."""
    found: dict[str, str] = {}
    for sprite in [name for name in files if name.endswith(".svg")]:
        for id in PICTURE.findall(files[sprite].decode()):
            found[f"{sprite.removesuffix('.svg')}/{id}"] = address = f"{addresses[sprite]}#{id}"
            found.setdefault(id, address)
    return found


def sources(folder: Path) -> dict[str, bytes]:
    """Read what browsers are given of a folder, by name, before it is joined."""
    kinds = ("css", "js", "png", "svg", "woff2")
    paths = [path for kind in kinds for path in sorted(folder.rglob(f"*.{kind}"))]
    named = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith("built/")}


def as_it_is(_: str, text: bytes) -> bytes:
    """Leave a part of a file as it is."""
    return text


def joined(sources: Mapping[str, bytes], short: Callable[[str, bytes], bytes] = as_it_is) -> dict[str, bytes]:
    """Put together what is served: the files that stand at the top, with what they import, each part made `short`."""
    files = {name: text for name, text in sources.items() if not name.startswith(PARTS)}
    for name in [name for name in files if name.endswith(".css")]:
        files[name] = faced(short(name, SHEET.sub(lambda part: sources[part[1].decode()], files[name])), files)
    for name in [name for name in files if name.endswith(".js")]:
        files[name] = _script(name, sources, short)
    return files


def _script(name: str, sources: Mapping[str, bytes], short: Callable[[str, bytes], bytes]) -> bytes:
    """Join a script: first what others wrote, as it came; then our modules, in the order in which a browser runs them.

    No two modules may have a name in common: they share the function that is made of them.
    """
    ran: list[str] = []

    def run(module: str) -> None:
        if module not in ran:
            for part in MODULE.findall(sources[module]):
                run((Path(module).parent / part.decode()).as_posix())
            ran.append(module)

    run(name)
    others = [part for part in ran if part.startswith("vendor/")]
    ours = b"\n".join(MODULE.sub(b"", EXPORT.sub(b"", sources[part])) for part in ran if part not in others)
    return b"\n".join([*(sources[part] for part in others), short(name, b"(() => {%b})()" % ours)])


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

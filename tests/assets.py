"""Make `static/built/`, which browsers are given, of `static/`: `make assets`; with `--check`, only see to its age."""

import gzip
import re
import sys
from pathlib import Path
from urllib.parse import quote

import brotli

from companion.web.assets import static_files

STATIC = Path(__file__).parent.parent / "static"
BUILT = STATIC / "built"
DRAWN = re.compile(r'url\("([\w/]+\.svg)"\)')
AIR = re.compile(r";?\n\s*(?=})|(?<=[{},;])\n\s*|(?<=[\w)\]]) (?={)")
COLON = re.compile(r"([{;][a-z-]+): ")
SAFE = "<>'/:= "
PACKED = (".png", ".woff2")
"""What is compressed already."""
KINDS = {".css": "text/css", ".js": "application/javascript"}


def make():
    """Shorten, join and compress the sources; what others wrote and shortened is joined as it came."""
    import zopfli.gzip

    from tests import answers

    answers.make()
    sources = static_files.sources(STATIC)
    files = static_files.joined(sources, shortened)
    static_files.write(BUILT, files, sources)
    for name, content in files.items():
        if name.endswith(PACKED):
            continue
        (BUILT / f"{name}.gz").write_bytes(zopfli.gzip.compress(content, numiterations=50))
        (BUILT / f"{name}.br").write_bytes(brotli.compress(content))


def shortened(name, text):
    """Shorten a script or a style sheet, there also what the shortener leaves as it is: the rules of @container."""
    import minify

    kind = KINDS[Path(name).suffix]
    short = minify.string(kind, drawn(text.decode()))
    return (COLON.sub(r"\1:", AIR.sub("", short)) if kind == "text/css" else short).encode()


def drawn(style):
    """Put the pictures that a style sheet names into it: each would be a request of its own."""
    return DRAWN.sub(lambda found: f'url("{data(STATIC / found[1])}")', style)


def data(path):
    """Write a picture as an address of its content."""
    return f"data:image/svg+xml,{quote(path.read_text().strip(), SAFE)}"


def wrong():
    """List what is not as `make assets` would leave it, as far as that can be told without making it."""
    sources = static_files.sources(STATIC)
    files = static_files.joined(sources)
    unpacked = {".gz": gzip.decompress, ".br": brotli.decompress}
    found = [] if static_files.is_made_of(BUILT, sources) else ["the sources have changed"]
    for name in [name for name in files if not name.endswith(PACKED)]:
        content = (BUILT / name).read_bytes()
        found += [
            f"{name}{end} holds something else"
            for end, unpack in unpacked.items()
            if unpack((BUILT / f"{name}{end}").read_bytes()) != content
        ]
    kept = {path.relative_to(BUILT).as_posix() for path in BUILT.rglob("*") if path.is_file()}
    return found + sorted(kept - {name + end for name in files for end in ("", *unpacked)})


if __name__ == "__main__":
    if "--check" not in sys.argv:
        make()
    elif found := wrong():
        raise SystemExit(f"static/built is not up to date ({'; '.join(found)}). `make assets` brings it there.")

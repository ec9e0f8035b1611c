"""Build `dist/lite/`: Companion as a folder of static files, which a browser runs without a server (`make lite`).

What runs Python in a browser comes by npm, of the version and with the hash in `pyodide.json`. The libraries are those
of this installation, without what is compiled for its machine: a browser runs them as they are.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Sequence
from importlib.metadata import distribution
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
KEPT = ROOT / ".lite"
"""What npm has fetched, and what is compiled."""
SITE = ROOT / "dist" / "lite"
UNREACHED = 69
"""The exit status where npm reaches no registry, by which CI tells that from a build that failed."""
NEEDS = "make lite needs Node 18 or later with npm (on Debian: apt install nodejs npm)."
RUNTIME = ("pyodide.asm.wasm", "python_stdlib.zip")
SCRIPTS = {"pyodide.js": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
CLASSIC = {
    "import.meta.url": "self.location.href",
    "export default _createPyodideModule;": "",
    'throw new Error("Classic web workers are not supported")': "void 0",
    "return Module.HEAP8.set(t),l}": "{const more=t.length-Module.HEAP8.length;"
    "if(more>0){wasmMemory.grow(Math.ceil(more/65536));updateMemoryViews()}}return Module.HEAP8.set(t),l}",
}
"""What of the runtime's scripts is written otherwise: for a worker that is no module, and for a large image.

Until lately Firefox allowed no modules as service workers. The runtime refuses other workers since it may have to load
modules, which this one never does. An image is restored into memory of the first size, and ours is larger.
"""
LIBRARIES = (
    *("attrs", "babel", "blinker", "cattrs", "click", "click-default-group", "confusable-homoglyphs", "filelock"),
    *("flask", "flask-babel", "flask-htmx", "flask-wtf", "itsdangerous", "jinja2", "markdown-it-py", "markupsafe"),
    *("mdurl", "pluggy", "python-dateutil", "pytz", "segno", "snowballstemmer", "sqlite-fts4"),
    *("sqlite-utils", "tabulate", "tomli-w", "typing-extensions", "tzdata", "werkzeug", "wtforms"),
)
"""What the app imports where no server is."""
LANGUAGES = ("root", "en", "de")
"""Whose dates and numbers come along."""
DATA = (".py", ".dat", ".json", ".mo", ".txt", ".zi", "")
UNUSED = (
    *("click/shell_completion", "dateutil/zoneinfo/", "pytz/zoneinfo/", "sqlite_utils/cli.py"),
    "werkzeug/debug/",
)
STEMMERS = """
from .english_stemmer import EnglishStemmer
from .german_stemmer import GermanStemmer

def stemmer(language):
    return {"english": EnglishStemmer, "german": GermanStemmer}[language]()
"""
"""In the place of what loads the stemmers of thirty languages."""
APART = ("serving", "__main__.py", "command_line.py", "gallery.py")
"""What of the package only a server has."""
SCRIPTS_HERE = "<!-- scripts -->"
"""Where the first page has its script: each that is written of it knows another way there."""
DEEPEST = 6
"""How many slashes an address has at most below the site."""
NOT_STORED = ("postgres.py", "postgres_schema.py", "prepared.py", "move.py")


def main() -> None:
    """Build the folder anew, and say what a first visit loads."""
    runtime = fetched()
    tree = KEPT / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(tree)
    subprocess.run(["node", HERE / "compile.mjs", runtime, tree], check=True)
    subprocess.run(["node", HERE / "image.mjs", runtime, tree, KEPT / "image"], check=True)
    shutil.rmtree(SITE, ignore_errors=True)
    write_site(runtime, tree)
    files = [path for path in SITE.rglob("*") if path.is_file()]
    loaded = sum(min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 6))) for path in files)
    print(f"{SITE.relative_to(ROOT)}: {len(files)} files; a first visit loads {loaded / 10**6:.1f} MB by gzip.")


def fetched() -> Path:
    """Find the folder of what runs Python in browsers, or fetch it by npm; exit with what is needed."""
    pinned = json.loads((HERE / "pyodide.json").read_text(encoding="utf-8"))
    file = KEPT / f"pyodide-{pinned['version']}.tgz"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit(NEEDS)
    if not file.exists():
        KEPT.mkdir(exist_ok=True)
        wanted = ["npm", "pack", "--silent", "--fetch-retries=0", f"pyodide@{pinned['version']}"]
        if subprocess.run(wanted, cwd=KEPT, stdout=subprocess.DEVNULL).returncode:
            print(f"{NEEDS} npm could not fetch Pyodide.", file=sys.stderr)
            raise SystemExit(UNREACHED)
    hashed = "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    if hashed != pinned["integrity"]:
        file.unlink()
        raise SystemExit(f"{file.name} is not what deploy/lite/pyodide.json names.")
    folder = KEPT / file.stem
    if not folder.exists():
        with tarfile.open(file) as packed:
            if hasattr(tarfile, "data_filter"):  # Python 3.11 has it from its fourth patch on; the hash is ours anyway
                packed.extraction_filter = tarfile.data_filter
            packed.extractall(folder)
    return folder / "package"


def lay_out(tree: Path) -> None:
    """Lay libraries and app into a folder, as Python finds them."""
    lay_out_libraries(tree)
    lay_out_app(tree)


def lay_out_libraries(tree: Path) -> None:
    for name in LIBRARIES:
        for file in distribution(name).files or ():
            path = file.as_posix()
            if path.startswith("..") or ".dist-info/" in path or file.suffix not in DATA or path.startswith(UNUSED):
                continue
            if path.startswith("babel/locale-data/") and file.stem.split("_")[0] not in LANGUAGES:
                continue
            put(Path(str(file.locate())), tree / path)
    for path in (tree / "snowballstemmer").glob("*_stemmer.py"):
        if path.stem not in ("english_stemmer", "german_stemmer"):
            path.unlink()
    (tree / "snowballstemmer" / "__init__.py").write_text(STEMMERS)


def lay_out_app(tree: Path) -> None:
    package = ROOT / "companion"
    for path in sorted(package.rglob("*")):
        inner = path.relative_to(package)
        served = inner.parts[0] in APART or (inner.parts[0] == "storage" and inner.name in NOT_STORED)
        packed = path.name == "spoken.toml"  # what is learned from it lies beside it, in answers.*.bin
        if path.is_file() and not (served or packed) and path.suffix not in (".pyc", ".po", ".pot"):
            put(path, tree / "companion" / inner)
    for folder in ("static", "templates"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in (".br", ".gz", ".LICENSE"):
                put(path, tree / "companion" / path.relative_to(ROOT))


def put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write_site(runtime: Path, tree: Path) -> None:
    """Write what a host serves: Python, one archive with all that it runs, static files, and the worker last."""
    python = SITE / "python"
    python.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copyfile(runtime / name, python / name)
    for name, script in SCRIPTS.items():
        (python / script).write_text(as_script((runtime / name).read_text(encoding="utf-8")), encoding="utf-8")
    (python / "pyodide-lock.json").write_text(lock_of_nothing(runtime), encoding="utf-8")
    (python / "app.pack").write_bytes(packed(tree))
    (python / "image.pack").write_bytes(gzip.compress((KEPT / "image").read_bytes(), 9, mtime=0))
    built = ROOT / "static" / "built"
    for path in sorted(built.rglob("*")):
        if path.is_file() and path.suffix not in (".br", ".gz"):
            put(path, SITE / "static" / path.relative_to(built))
    for name in ("start.js", "companion.webmanifest", "_headers"):
        shutil.copyfile(HERE / name, SITE / name)
    around = (HERE / "index.html").read_text(encoding="utf-8").split(SCRIPTS_HERE)
    (SITE / "index.html").write_text(first_page(around, [""]), encoding="utf-8")
    (SITE / "404.html").write_text(first_page(around, ["../" * up for up in range(DEEPEST)]), encoding="utf-8")
    named = {path.relative_to(SITE).as_posix(): digest(path) for path in sorted(SITE.rglob("*")) if path.is_file()}
    kept = {name: hashed for name, hashed in named.items() if name not in ("404.html", "_headers")}
    worker = (HERE / "worker.js").read_text(encoding="utf-8")
    version = hashlib.sha256((json.dumps(kept) + worker).encode()).hexdigest()[:10]
    size = sum((SITE / name).stat().st_size for name in kept)
    head = f'const VERSION = "{version}";\nconst FILES = {json.dumps(kept, indent=0)};\nconst SIZE = {size};\n'
    head += f"const PAGE = {json.dumps(around)};\n"
    (SITE / "worker.js").write_text(head + worker, encoding="utf-8")


def first_page(around: Sequence[str], ways: Iterable[str]) -> str:
    """Write the first page, whose script is at one of these `ways`: hosts show it at addresses that they lack, too."""
    return "".join(f'<script src="{way}start.js"></script>' for way in ways).join(around)


def as_script(module: str) -> str:
    """Write a script of the runtime so that one runs it that is no module; raise ValueError for one of another kind."""
    if 'throw new Error("Classic' not in module:
        raise ValueError("This Pyodide refuses classic workers in other words: see CLASSIC.")
    if "_loadSnapshot" not in module and "HEAP8.set(t),l}" not in module:
        raise ValueError("This Pyodide restores images in another way: see CLASSIC.")
    for words, others in CLASSIC.items():
        module = module.replace(words, others)
    return module.partition("\n//# sourceMappingURL")[0] + "\n"


def lock_of_nothing(runtime: Path) -> str:
    """Write the list of packages that Pyodide could load, of which the app needs none."""
    lock = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps(lock | {"packages": {}})


def packed(tree: Path) -> bytes:
    """Pack a folder as one archive, of which two builds are the same."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(path for path in tree.rglob("*") if path.is_file()):
            info = tarfile.TarInfo(path.relative_to(tree).as_posix())
            info.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(info, file)
    return gzip.compress(out.getvalue(), 9, mtime=0)


def digest(path: Path) -> str:
    """Hash a file as browsers check it."""
    return base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


if __name__ == "__main__":
    main()

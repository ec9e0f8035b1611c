"""Bring the catalogues up to date with the code: `make translations`, then fill in what is empty in the .po files."""

import hashlib
import tomllib
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "companion" / "translations"
BAZAAR = ROOT / "tests" / "bazaar"
CATALOGUES = {FOLDER: [ROOT / "companion", ROOT / "templates"], BAZAAR / "translations": [BAZAAR]}
"""What each folder of catalogues translates."""
LANGUAGES = ("de",)
KEYWORDS = DEFAULT_KEYWORDS | dict.fromkeys(
    ("_l", "Text", "Refusal", "Stale", "NotYours", "TooLong", "TooMuch", "TooOften", "NoLink")
)
SHOWN = ("basic", "label", "note", "special", "text")
"""The keys of facts.toml that a page shows."""


def facts(path):
    """Yield what a facts.toml says to people."""

    def walk(value):
        if isinstance(value, dict):
            for key, one in value.items():
                if key in SHOWN and isinstance(one, str):
                    yield one
                else:
                    yield from walk(one)
        elif isinstance(value, list):
            for one in value:
                yield from walk(one)

    return walk(tomllib.loads(path.read_text(encoding="utf-8")))


def said(method, path, kept):
    """List what a file says: text, comments, context; it is read once as long as pytest's cache keeps its content."""
    key = f"companion/said/{hashlib.sha256(path.read_bytes() + repr(sorted(KEYWORDS)).encode()).hexdigest()}"
    found = kept.get(key, None) if kept else None
    if found is None:
        found = [rest for _, *rest in extract_from_file(method, path, keywords=KEYWORDS)]
        if kept:
            kept.set(key, found)
    return found


def template(kept=None, folder=FOLDER):
    """Collect every text of the code, the templates and the facts that a folder of catalogues translates."""
    catalog = Catalog(project="Companion", charset="utf-8")
    for pattern, method in (("*.py", "python"), ("*.html", "jinja2")):
        for path in files(folder, pattern):
            for message, comments, context in said(method, path, kept):
                message = message if isinstance(message, str) else tuple(message)
                catalog.add(message, None, [(relative(path), None)], auto_comments=comments, context=context)
    for path in files(folder, "facts.toml"):
        for message in facts(path):
            catalog.add(message, None, [(relative(path), None)])
    return catalog


def files(folder, pattern):
    """List the files whose texts a folder of catalogues translates."""
    return [path for root in CATALOGUES[folder] for path in sorted(root.rglob(pattern))]


def relative(path):
    """Write where a file is in the project."""
    return path.relative_to(ROOT).as_posix()


def read(language, folder=FOLDER):
    """Read a language's catalogue."""
    path = folder / language / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return Catalog(locale=language, project="Companion", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(language, catalog, folder=FOLDER):
    """Write a language's catalogue and its compiled form."""
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # so that only texts change files
    catalog.header_comment = f"# Companion: {language}"
    folder = folder / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "messages.po").open("wb") as file:
        write_po(file, catalog, width=120, sort_output=True, ignore_obsolete=True, include_lineno=False)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalog)


def strings(message):
    """List a message's translations: one, or one for each plural form."""
    return message.string if isinstance(message.string, tuple | list) else [message.string]


def update():
    """Update every catalogue; say what is left to translate."""
    for folder, language in product(CATALOGUES, LANGUAGES):
        catalog = read(language, folder)
        catalog.update(template(folder=folder), no_fuzzy_matching=True)
        write(language, catalog, folder)
        missing = [message.id for message in catalog if message.id and not all(strings(message))]
        print(f"{relative(folder)}, {language}: {len(catalog)} texts, {len(missing)} to translate")
        for message in missing:
            print(f"  {message!r}")


if __name__ == "__main__":
    update()

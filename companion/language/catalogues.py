"""The sentences that Companion can say: all that its catalogues translate, from code, templates and facts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from babel.messages.mofile import read_mo

FOLDERS = [Path(__file__).parent.parent / "translations"]


def bring(folder: Path) -> None:
    """Add the catalogues of a game that is no part of this package, as soon as it is imported."""
    if folder not in FOLDERS:
        FOLDERS.append(folder)
        ours.cache_clear()


@lru_cache(1)
def ours() -> frozenset[str]:
    """List all our sentences, in English; a plural makes two."""
    sentences: set[str] = set()
    for path in (path for folder in FOLDERS for path in folder.glob("*/LC_MESSAGES/messages.mo")):
        with path.open("rb") as file:
            for message in read_mo(file):
                sentences.update([message.id] if isinstance(message.id, str) else message.id)
    return frozenset(sentences - {""})

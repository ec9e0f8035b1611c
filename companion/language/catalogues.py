"""The sentences that Companion can say: all that its catalogues translate, from code, templates and facts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from babel.messages.mofile import read_mo

FOLDER = Path(__file__).parent.parent / "translations"


@lru_cache(1)
def ours() -> frozenset[str]:
    """List all our sentences, in English; a plural makes two."""
    sentences: set[str] = set()
    for path in FOLDER.glob("*/LC_MESSAGES/messages.mo"):
        with path.open("rb") as file:
            for message in read_mo(file):
                sentences.update([message.id] if isinstance(message.id, str) else message.id)
    return frozenset(sentences - {""})

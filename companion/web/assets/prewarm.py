"""Prepare what the first request of each page would otherwise wait for: compiled templates, texts and dates."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from babel import localedata
from babel.core import get_global
from flask import Flask
from flask_babel import force_locale
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from companion import web
from companion.language import player_names
from companion.web.assets import compact

UNSAID: tuple[Any, ...] = ("all_currencies", "likely_subtags", "territory_currencies", "territory_languages")
UNSAID_OF_A_LANGUAGE = (
    "compact_currency_formats",
    "compact_decimal_formats",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "languages",
    "scripts",
    "territories",
    "unit_display_names",
    "unit_patterns",
)
"""What of Babel's tables no page says."""


READER = hashlib.sha256(Path(compact.__file__).read_bytes()).hexdigest()
"""What reads templates before they are compiled."""


class Compiled(FileSystemBytecodeCache):
    """A folder of compiled templates; where the disk is full, templates are compiled anew.

    What an earlier version compiled is not taken: it may have read the same template in another way.
    """

    def get_source_checksum(self, source: str) -> str:
        """Name a template by its text, and by what reads it."""
        return super().get_source_checksum(f"{source}{READER}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template if the disk allows it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Address(Rule):
    """A rule that compiles its builders of addresses at first use: all of them at once are half of a start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            compiled: Callable[..., tuple[str, str]] = Rule._compile_builder(rule, append_unknown).__get__(rule)
            setattr(rule, "_build_unknown" if append_unknown else "_build", compiled)
            return compiled(**values)

        return build


def init_app(app: Flask) -> None:
    """Keep compiled templates from one start to the next; each is loaded at its first use.

    An evening uses a fifth of them: all would take a tenth of a start, and 4 MB.
    """
    folder = app.config["STATIC_CACHE"].with_name("compiled")
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
    app.jinja_env.bytecode_cache = Compiled(str(folder))
    for language in web.LANGUAGES:
        with app.app_context(), force_locale(language):
            web.catalogue(language)
            web.when(time.time()), web.when(0), web.day(0)
    forget_unsaid()


def forget_unsaid() -> None:
    """Drop what Babel has loaded and no page says, 3 MB of memory: pages say dates, no units, money or countries."""
    for table in UNSAID:
        get_global(table).clear()  # type: ignore[attr-defined]
    for language in ("root", *web.LANGUAGES):
        known = localedata.load(language)
        for part in UNSAID_OF_A_LANGUAGE:
            known.pop(part, None)


def load_ahead() -> None:
    """Load what rules and names need, before there are phones that would wait for it: 140 ms, once."""
    for module in ("markdown_it", "snowballstemmer"):
        import_module(module)
    player_names.alike("A\u200d", "\u0410")

"""What pages say: sentences, dates and names, in the reader's language."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

import regex
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, request
from flask_babel import format_date, format_datetime, format_time
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.text import Text

LANGUAGES = {"en": "English", "de": "Deutsch"}
LONG = 200
"""How much of a browser's wish is read: a request can bring kilobytes."""


def init_app(app: Flask) -> None:
    """Let templates say things, and offer the languages."""
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.filters |= {
        "clock": clock,
        "day": day,
        "emphasize": emphasize,
        "initial": initial,
        "short": short,
        "t": translate,
        "tr": gettext,
        "when": when,
    }
    app.context_processor(spoken)


def spoken() -> dict[str, Any]:
    """Prepare a page's language, looked up once, and the functions that say sentences in it."""
    here = language()

    def say(message: str, **values: Any) -> Markup:
        text = said(here, message)
        return text % values if values else text

    def say_number(one: str, many: str, num: int) -> Markup:
        return escape(catalogue(here).ngettext(one, many, num) % {"num": num})

    return {"_": say, "ngettext": say_number, "language": here}


@lru_cache(8)
def catalogue(language: str) -> NullTranslations:
    """Load a language's texts, once; those of the code are English already."""
    return Translations.load(current_app.config["BABEL_TRANSLATION_DIRECTORIES"], [language])


@lru_cache(4096)
def said(language: str, message: str) -> Markup:
    """Say a sentence in a language, ready for a template and any attribute: no sentence is HTML, whoever wrote it.

    A page says up to two hundred, all from the catalogue.
    """
    return escape(catalogue(language).gettext(message))


def gettext(message: str, **values: Any) -> str:
    """Say a sentence in the reader's language."""
    text = catalogue(language()).gettext(message)
    return text % values if values else text


def translate(text: Any) -> Any:
    """Say a `Text` in the reader's language, to be escaped like any string; leave anything else as it is."""
    if not isinstance(text, Text):
        return text
    message = catalogue(language()).gettext(text.message)
    if text.values:
        return message % {key: translate(value) for key, value in text.values.items()}
    return g.get("names", {}).get(text.message, message)


def emphasize(text: Text) -> Markup:
    """Say a `Text` with its numbers and names standing out."""
    parts = {key: escape(translate(part)) for key, part in text.values.items()}
    strong = {key: Markup(f'<strong class="brass">{part}</strong>') for key, part in parts.items()}
    return said(language(), text.message) % strong


def language() -> str:
    """Choose the language of this page: the one switched to, else the browser's wish."""
    found: str | None = g.get("language")
    if found is None:
        chosen = request.cookies.get("language")
        found = chosen if chosen in LANGUAGES else wished(request.headers.get("Accept-Language", "")[:LONG])
        g.language = found
    return found


@lru_cache(256)
def wished(header: str) -> str:
    """Choose the language that suits a browser's wish best; every request of a phone brings the same one."""
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES, "en")


@lru_cache(1024)
def initial(name: str) -> str:
    """Cut a name to its first visible letter, with the marks that belong to it."""
    found = regex.match(r"\X", name)
    return found.group().upper() if found else "?"


@lru_cache(1024)
def short(name: str, most: int) -> str:
    """Cut a name to so many visible characters."""
    seen = regex.findall(r"\X", name)
    return name if len(seen) <= most else "".join(seen[: most - 1]).rstrip() + "…"


def when(at: float) -> str:
    """Say a moment, given in seconds since 1970, as the reader's language writes it: only the time if it is today."""
    moment = datetime.fromtimestamp(at)
    if moment.date() == datetime.now().date():
        return str(format_time(moment, "short", rebase=False))
    return str(format_datetime(moment, "short", rebase=False))


def day(at: float) -> str:
    """Say the day of a moment, given in seconds since 1970, as the reader's language writes it."""
    return str(format_date(datetime.fromtimestamp(at), "short", rebase=False))


def clock(seconds: float) -> str:
    """Say a span of time in minutes and seconds; none is below zero, even if the machine's clock was set back."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"

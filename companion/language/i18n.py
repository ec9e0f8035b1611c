"""What pages say: sentences, dates and names, in the reader's language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache
from sys import intern
from typing import Any
from unicodedata import east_asian_width
from zoneinfo import ZoneInfo

from babel import localedata
from babel.dates import format_interval, format_skeleton, get_month_names
from babel.support import NullTranslations, Translations
from flask import Flask, g, request
from flask_babel import format_date, format_decimal, format_time
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.language import player_names, time_zones
from companion.language.catalogues import FOLDERS
from companion.language.texts import Text, numeral, with_sign

LANGUAGES = {"en": "English", "de": "Deutsch"}
COUNTRY = re.compile(r"-([A-Za-z]{2})$")
NUMBER = re.compile(r"\b[0-9]{1,2}$")
THOUSAND = 1000
"""From here on a number is written in groups of three, as the language does."""
LONG = 200
"""How much of a browser's wish is read: a request can bring kilobytes."""


def init_app(app: Flask) -> None:
    """Let templates say things, and offer the languages."""
    app.jinja_env.globals |= {
        "_": say,
        "languages": LANGUAGES,
        "minutes_ahead": time_zones.ahead,
        "ngettext": say_number,
    }
    app.jinja_env.filters |= {
        "breadth": breadth,
        "clock": clock,
        "day": day,
        "emphasize": emphasize,
        "initial": letters,
        "month": month,
        "short": short,
        "t": translate,
        "tr": gettext,
        "when": when,
        "with_sign": with_sign,
        "weekday": weekday,
    }
    app.context_processor(lambda: {"language": language()})


def say(message: str, **values: Any) -> Markup:
    """Say a sentence of a template in the reader's language, ready for any attribute."""
    text = said(language(), message)
    return text % values if values else text


def say_number(one: str, many: str, num: int) -> Markup:
    """Say a sentence with a number, as the reader's language writes both."""
    said_num = num if num < THOUSAND else format_decimal(num)
    return escape(catalogue(language()).ngettext(one, many, num) % {"num": said_num})


@lru_cache(8)
def catalogue(language: str) -> NullTranslations:
    """Load a language's texts, once; those of the code are English already."""
    found, *others = (Translations.load(folder, [language]) for folder in FOLDERS)
    for other in others:
        if isinstance(found, Translations) and isinstance(other, Translations):
            found.merge(other)
    return found


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
    """Say a `Text` in the reader's language, to be escaped like any string; leave what is no number as it is."""
    if not isinstance(text, Text):
        return numeral(text) if type(text) is int else text
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
        found = chosen if chosen in LANGUAGES else _wish()[:2]
        g.language = found
    return found


def locale() -> str:
    """Choose how this page writes dates and numbers: as its language does where the reader lives."""
    return lived(language(), _wish()[3:])


def _wish() -> str:
    return negotiate_language(request.headers.get("Accept-Language", "")[:LONG])


@lru_cache(256)
def negotiate_language(header: str) -> str:
    """Choose the language that suits a browser's wish best, and add the first country named there, if any: "de-AT".

    Every request of a phone brings the same wish.
    """
    wish = parse_accept_header(header, LanguageAccept)
    countries = (COUNTRY.search(each) for each in wish.values())
    country = next((found[0].upper() for found in countries if found), "")
    return intern(wish.best_match(LANGUAGES, "en") + country)


def lived(language: str, country: str) -> str:
    """Add to a language the country in which it is read, if dates are written in a manner of its own there."""
    return f"{language}_{country}" if country and localedata.exists(f"{language}_{country}") else language


MARKS = "\u0300"
"""The first letter that may join the one before it: what comes earlier in Unicode stands alone."""


def characters(text: str) -> list[str]:
    """List what a reader sees as one character each: a letter with its marks, signs that are joined.

    Only text that may have such loads what knows them, which takes 2 MB.
    """
    if max(text, default="") < MARKS:
        return list(text)
    regex = player_names.known_characters()
    return regex.findall(r"\X", text) if regex else player_names.joined(text)


def letters(name: str) -> str:
    """Cut a name to what its disc shows, told apart from the others at the table of this page, if it has one."""
    return initial(name, g.get("alike", ()))


@lru_cache(256)
def alike(names: tuple[str, ...]) -> tuple[str, ...]:
    """List the names that begin with the same letter as another: one letter does not tell them apart."""
    firsts = [(initial(name), name) for name in names]
    count = Counter(first for first, _ in firsts)
    return tuple(name for first, name in firsts if count[first] > 1)


def initial(name: str, among: Iterable[str] = ()) -> str:
    """Cut a name to its first visible letter, with the marks that belong to it.

    If others `among` whom it is begin alike, a second letter tells them apart: An and Al, P1 and P2; their numbers
    alone do so where some have two digits: 1 and 10.
    """
    if not name:
        return "?"
    if number := _number(name, among):
        return number
    first, *rest = characters(name)
    first = first.upper()
    others = [one for one in map(characters, among) if one and one[0].upper() == first]
    return first + "".join(rest[_parting(others) - 1 :][:1] if len(others) > 1 else ())


def _number(name: str, among: Iterable[str]) -> str:
    """Find the number at a name's end that tells it apart from others, if any of these numbers has two digits."""
    own = NUMBER.search(name)
    if own is None:
        return ""
    ends = [one[own.start() :] for one in among if one.startswith(name[: own.start()])]
    numbers = [end for end in ends if NUMBER.match(end)]
    return own[0] if len(numbers) > 1 and max(map(len, numbers)) > 1 else ""


def _parting(names: list[list[str]]) -> int:
    """Find the first place after the first letter where the most names differ, and where none has a space."""
    letters = [[one[place] if len(one) > place else "" for one in names] for place in range(max(map(len, names)))]
    places = [place for place, there in enumerate(letters) if place and " " not in there]
    return max(places, key=lambda place: len({*letters[place]}), default=1)


def short(name: str, most: int) -> str:
    """Cut a name to so many visible characters."""
    seen = characters(name)
    return name if len(seen) <= most else "".join(seen[: most - 1]).rstrip() + "…"


NARROW, WIDE = frozenset(" '!()|,.-:;Ifijlrt"), frozenset("%@MWmw")


def breadth(name: str) -> float:
    """Estimate how wide a name is in bold type, by the size of its letters."""
    return sum(_breadth(seen) for seen in characters(name))


def _breadth(seen: str) -> float:
    if seen in NARROW:
        return 0.36
    return 1.0 if seen in WIDE or len(seen) > 2 or east_asian_width(seen[0]) in "FW" else 0.65


def when(at: float, where: ZoneInfo | None = None) -> str:
    """Say a moment, given in seconds since 1970, in the reader's language and zone: only the time if it is today.

    Say it with its day, and by the clocks `where` it was, if that is another zone.
    """
    moment = time_zones.moment(at, where)
    time = str(format_time(moment, "short", rebase=False))
    return time if not where and moment.date() == time_zones.today() else f"{_day(moment)}, {time}"


def day(at: float) -> str:
    """Say the day of a moment, given in seconds since 1970, in full, as the reader writes it."""
    return _day(time_zones.moment(at))


def _day(moment: datetime) -> str:
    return str(format_date(moment, "long", rebase=False))


def weekday(at: float) -> str:
    """Say the day of a moment, given in seconds since 1970, without its year, which stands above it."""
    return format_skeleton("MMMEd", time_zones.moment(at), locale=locale())


def month(at: float) -> str:
    """Say the month of a moment, given in seconds since 1970."""
    return format_skeleton("yMMMM", time_zones.moment(at), locale=locale())


def months(first: date, last: date) -> str:
    """Say a span of months by their short names, with the year."""
    return format_interval(first, last, "yMMM", locale=locale())


def initials_of_months() -> list[tuple[int, str]]:
    """List the twelve months with the letters that stand for them below a picture."""
    return [*get_month_names("narrow", "stand-alone", locale()).items()]


def clock(seconds: float) -> str:
    """Say a span of time in minutes and seconds; none is below zero, even if the machine's clock was set back."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"

"""Compact templates as they are read: without the line breaks and the indentation that only help their writers."""

from __future__ import annotations

import re

from jinja2.ext import Extension

JINJA = r"{%.*?%}|{{.*?}}|{#.*?#}"
VOID = r"(?:(area|br|hr|img|input|link|meta|wbr)\b)?"
PLACES = re.compile(rf"\s*\n\s*</|<(?=[a-z]){VOID}(?:{JINJA}|[^<>])*?>(?(1)|(?:\s*\n\s*)?)", re.DOTALL)
BREAK = re.compile(rf"({JINJA})|\s*\n\s*(</|>|\Z)?", re.DOTALL)
INDENTED = re.compile(r"(?<!%}\n)^ +|(?<=%}\n) +(?= )", re.MULTILINE)


class Compact(Extension):
    """Write each tag in one line, joined by what follows its beginning and what comes before its end."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Unindent the other lines, too, but for a space where `trim_blocks` takes the break after a statement."""
        return INDENTED.sub("", PLACES.sub(lambda place: BREAK.sub(_joined, place[0]), source))


def _joined(found: re.Match[str]) -> str:
    """Write a break as a comment, which a template counts for a traceback and a page does not have."""
    counted = "{#" + "\n" * found[0].count("\n") + "#}"
    return found[1] or (counted + found[2] if found[2] is not None else f" {counted}")

"""Compact templates as they are read: without the line breaks and the indentation that only help their writers."""

from __future__ import annotations

import re

from jinja2.ext import Extension


class Compact(Extension):
    """Leave out what would only make pages heavier.

    A tag becomes one line; what follows its beginning and what comes before its end joins it, and so does what comes
    round a block or a shape, where no space shows. Elsewhere only the indentation goes, but for one space after a
    statement, since there the line break goes (`trim_blocks`).
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Join the lines of each tag, and unindent the others; a traceback still finds their numbers."""
        closed = BEFORE_END.sub(lambda found: _counted(found[0]), source)
        closed = AFTER_BLOCK.sub(lambda found: f"{found[1]}{_counted(found[2])}", closed)
        closed = BEFORE_BLOCK.sub(lambda found: _counted(found[0]), closed)
        return INDENTED.sub("", TAG.sub(_joined, closed))


def _joined(found: re.Match[str]) -> str:
    tag, end, after = found.groups(default="")
    inner = BREAK.sub(lambda part: part[1] or f" {_counted(part[2])}", tag)
    return f"{inner}{_counted(end)}>{after if VOID.match(tag) else _counted(after)}"


def _counted(space: str) -> str:
    """Write line breaks as a comment, which a template counts and a page does not have."""
    return "{#" + "\n" * space.count("\n") + "#}" if "\n" in space else ""


JINJA = r"{%.*?%}|{{.*?}}|{#.*?#}"
TAG = re.compile(rf"(<[a-z](?:{JINJA}|[^<>])*?)(\s*)>(\s*\n\s*)?", re.DOTALL | re.IGNORECASE)
VOID = re.compile(r"<(area|br|hr|img|input|link|meta|wbr)\b")
BEFORE_END = re.compile(r"\s*\n\s*(?=</)")
BLOCK = (
    "article|circle|dd|details|div|dl|dt|fieldset|form|g|h1|h2|h3|legend|li|line|ol|option|p|path|polyline|rect|section"
    "|summary|table|tbody|td|text|th|thead|tr|ul|use"
)
AFTER_BLOCK = re.compile(rf"(</(?:{BLOCK})>)(\s*\n\s*)")
BEFORE_BLOCK = re.compile(rf"\s*\n\s*(?=<(?:{BLOCK})\b)")
BREAK = re.compile(rf"({JINJA})|(\s*\n\s*)", re.DOTALL)
INDENTED = re.compile(r"(?<!%}\n)^ +|(?<=%}\n) +(?= )", re.MULTILINE)

"""A game's rules in our own words: rules.en.md and rules.de.md beside its facts, searched section by section.

A section begins with `## Its title {#its-id}`; its id is the same in all languages, because other pages link to it. A
paragraph's *emphasis* says how sure it is. `{victory.goal}` is replaced by that entry of facts.toml,
`{cards.guardians:count}` by the number of its values, and `{mages}` by what the game itself works out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.kit import facts
from companion.web import LANGUAGES, language, page

HEADING = re.compile(r"(?P<title>.+?) \{#(?P<id>[\w-]+)\}")
FACT = re.compile(r"\{(?P<path>\w+(?:\.\w+)*)(?P<count>:count)?\}")


@dataclass(frozen=True)
class Section:
    """A section of the rules: its HTML for the page, and its words in small letters for the search."""

    id: str
    title: str
    text: Markup
    words: str


@dataclass(frozen=True)
class Rules:
    """The rules of a game in one language."""

    title: str
    begin: Markup
    sections: tuple[Section, ...]


def show_rules(bp: Blueprint, **worked_out: object) -> None:
    """Register the page /<game>/rules; texts can name the values `worked_out` from the facts."""
    folder = Path(bp.root_path)

    @lru_cache(len(LANGUAGES))
    def read(language: str) -> Rules:
        text = (folder / f"rules.{language}.md").read_text(encoding="utf-8")
        known = facts.read(str(folder / "facts.py")) if (folder / "facts.toml").exists() else {}
        return parse(filled(text, known | worked_out))

    bp.add_url_rule("/rules", "rules", _view(read))


def _view(read: Callable[[str], Rules]) -> Callable[[], ResponseReturnValue]:
    def view() -> ResponseReturnValue:
        rules = read(language())
        q = " ".join(request.args.get("q", "").casefold().split())
        found = [section for section in rules.sections if q in section.words]
        return page("kit/rules.html", rules=rules, found=found, q=q)

    return view


def filled(text: str, known: Mapping[str, Any]) -> str:
    """Put facts into a text; raise `KeyError` for an unknown one."""

    def fill(place: re.Match[str]) -> str:
        value: Any = known
        for key in place["path"].split("."):
            value = _by_first(value)[key]
        return str(len(value) if place["count"] else value)

    return FACT.sub(fill, text)


def _by_first(entries: Any) -> Mapping[str, Any]:
    """Map a list of entries by the first value of each, which is its id."""
    if isinstance(entries, list):
        return {str(next(iter(entry.values()))): entry for entry in entries}
    mapping: Mapping[str, Any] = entries
    return mapping


def parse(text: str) -> Rules:
    """Read rules in Markdown; HTML in it is shown as text."""
    from markdown_it import MarkdownIt  # when the first rules are read: not every start needs it

    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.add_render_rule("em_open", lambda *_: '<small class="certainty">')
    markdown.add_render_rule("em_close", lambda *_: "</small>")
    parts: list[list[Any]] = [[]]
    for token in markdown.parse(text):
        if token.type == "heading_open":
            parts.append([])
        parts[-1].append(token)
    _, begin, *sections = parts

    def render(tokens: list[Any]) -> Markup:
        return Markup(markdown.renderer.render(tokens, markdown.options, {}))

    return Rules(begin[1].content, render(begin[3:]), tuple(_section(part, render) for part in sections))


def _section(tokens: list[Any], render: Callable[[list[Any]], Markup]) -> Section:
    heading = HEADING.fullmatch(tokens[1].content)
    if not heading:
        raise ValueError(f"no id: {tokens[1].content!r}")
    text = render(tokens[3:])
    return Section(heading["id"], heading["title"], text, f"{heading['title']} {text.striptags()}".casefold())

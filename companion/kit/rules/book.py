"""A game's rules in our own words: rules.en.md and rules.de.md beside its facts, searched paragraph by paragraph.

A section begins with `## Its title {#its-id}`; its id is the same in all languages, because other pages link to it. A
paragraph's *emphasis* says how sure it is. `{victory.goal}` is replaced by that entry of facts.toml,
`{cards.guardians:count}` by the number of its values, and `{mages}` by what the game itself works out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.files.safe_readers import yield_to_hub
from companion.kit import facts
from companion.kit.forms import SearchForm
from companion.kit.house_rules import House, HouseRule, by_question, differing, question_of
from companion.kit.moves import Place
from companion.kit.rules.at_table import Asked, Own, asked_of
from companion.kit.rules.named import without
from companion.kit.rules.own_answers import first, own_answers
from companion.kit.rules.own_store import count_asked
from companion.kit.rules.questions import Answer, Answers, read_questions, spoken
from companion.kit.rules.search import MOST_LETTERS, WORD, Entry, Index, Speech, speech
from companion.kit.rules.situations import SURE
from companion.language.texts import Text
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.web import LANGUAGES, language, page, this_page
from companion.web.forms import shown

HEADING = re.compile(r"(?P<title>.+?) \{#(?P<id>[\w-]+)\}")
NO_RULES: Mapping[str, HouseRule] = MappingProxyType({})
MOST_SECTIONS, MOST_PARAGRAPHS, MOST_ANSWERS, MOST_BESIDE = 12, 4, 6, 2
"""How much of what a search finds is shown: sections, of each the paragraphs, answers, and sections beside those."""
ROOM, LINKS = 11_300, 60
"""For how many letters of HTML a page has room, of which the links to each section take some: so it stays light."""
FACT = re.compile(r"\{(?P<path>\w+(?:\.\w+)*)(?P<count>:count)?\}")


@dataclass(frozen=True)
class Section:
    """A section of the rules: its HTML, whole and paragraph by paragraph."""

    id: str
    title: str
    paragraphs: tuple[Markup, ...]

    @property
    def text(self) -> Markup:
        """The whole section."""
        return Markup().join(self.paragraphs)


@dataclass(frozen=True)
class Rules:
    """The rules of a game in one language."""

    title: str
    begin: Markup
    sections: tuple[Section, ...]
    speech: Speech

    @cached_property
    def by_id(self) -> Mapping[str, Section]:
        """The sections by their ids."""
        return {section.id: section for section in self.sections}

    def opened(self, id: str) -> set[str]:
        """Name the sections that a page shows whole: from this one on those that it has room for, or the first ones.

        Where none is left to follow, those before it come in, too.
        """
        at = next((number for number, section in enumerate(self.sections) if section.id == id), 0)
        shown, room = {self.sections[at].id}, ROOM - LINKS * len(self.sections) - len(self.sections[at].text)
        for section in (*self.sections[at + 1 :], *reversed(self.sections[:at])):
            room -= len(section.text)
            if room < 0:
                break
            shown.add(section.id)
        return shown

    def find(self, query: str) -> list[Section]:
        """List the sections with what a query means, the best first, cut down to those paragraphs, its words marked."""
        found: dict[str, list[int]] = {}
        for one in self.index.find(query):
            id, _, number = one.id.partition("/")
            found.setdefault(id, []).append(int(number))
        meant = self.index.stems(query)
        return [self._cut(self.by_id[id], numbers, meant) for id, numbers in list(found.items())[:MOST_SECTIONS]]

    def _cut(self, section: Section, numbers: list[int], meant: Container[str]) -> Section:
        best = sorted(numbers[:MOST_PARAGRAPHS])
        shown = tuple(marked(section.paragraphs[number], self.index.speech, meant) for number in best)
        return replace(section, paragraphs=shown)

    @cached_property
    def index(self) -> Index:
        """The paragraphs, made to be found at the first search."""
        entries = (
            Entry(
                f"{section.id}/{number}",
                (f"{section.title} {section.id}",),
                Markup(CERTAINTY.sub("", text)).striptags(),
            )
            for section in self.sections
            for number, text in enumerate(section.paragraphs)
        )
        return Index(list(entries), self.speech, weight=1)


@dataclass(frozen=True)
class Switch:
    """The house rules of one question: which is `on` at a table, what it plays by now, and who can change that.

    A rule that is on by default at this table is `usual`.
    """

    id: str
    rules: Mapping[str, HouseRule]
    on: str | None = None
    now: Text | None = None
    fixed: bool = False
    may: bool = False
    usual: bool = False


@dataclass(frozen=True)
class Answered:
    """What a page shows of a question: its answer, where that stands, its switch, and what people ask next."""

    answer: Answer
    section: Section
    switch: Switch | None
    near: Sequence[Answer]
    now: Text | None = None


@dataclass(frozen=True)
class Book:
    """What a game has to say in one language: its rules, and the answers to what people ask."""

    rules: Rules
    answers: Answers

    def find(self, query: str) -> list[Section]:
        """List the sections with what a query means, first those that its answers belong to."""
        asked = list(dict.fromkeys(one.section for one in self.answers.find(query)[:2]))
        found = {section.id: section for section in self.rules.find(query)}
        first = {id: found.get(id, self.rules.by_id[id]) for id in asked}
        return list((first | found).values())[:MOST_SECTIONS]


def show_rules(
    bp: Blueprint,
    house: Mapping[str, HouseRule] = NO_RULES,
    known: Asked | None = None,
    own: Own | None = None,
    **worked_out: object,
) -> Callable[[str], Book]:
    """Register the pages /<game>/rules and /<game>/ask, also at a table; return what reads the game's book.

    A question whose id is that of a `house` rule offers to switch it; `known` says what a table answers
    itself, `own` what only the phones of a seat are told. Texts can name the values `worked_out` from the
    facts. The game's folders `facts` and `text` lie beside its blueprint's module, or one above. A game
    without a questions.toml is asked for its rules only.
    """
    home = next(one for one in (Path(bp.root_path), Path(bp.root_path).parent) if (one / "text").is_dir())
    printed, texts = home / "facts" / "facts.toml", home / "text"
    made: dict[str, Book] = {}
    making = Lock()

    def read(language: str) -> Book:
        with making:  # whoever asks meanwhile waits for the same
            if language not in made:
                made[language] = make(language)
        return made[language]

    def make(language: str) -> Book:
        """Prepare a book whole, a little at a time: at once it kept others waiting for up to 250 ms."""
        values = (facts.read(str(printed)) if printed.exists() else {}) | worked_out
        rules = filled((texts / f"rules.{language}.md").read_text(encoding="utf-8"), values)
        asked = texts / "questions.toml"
        text = filled(asked.read_text(encoding="utf-8"), values) if asked.exists() else ""
        questions, same = read_questions(text, LANGUAGES)
        words = speech(language, same.get(language, ()))
        yield_to_hub()
        table = texts / f"answers.{language}.bin"
        packed = table.read_bytes() if table.exists() else b""
        book = Book(parse(rules, words), Answers(questions, language, words, {} if packed else spoken(texts), packed))
        for one in (book.rules, book.answers):
            yield_to_hub()
            one.index  # noqa: B018
        return book

    asks = _ask_page(read, bp.name, house, known, own)
    for path, view in (("rules", _rules_page(read, bp.name, house)), ("ask", asks)):
        bp.add_url_rule(f"/{path}", path, view)
        bp.add_url_rule(f"/<code>/{path}", path, view)
    own_answers(bp)
    return read


def _rules_page(
    read: Callable[[str], Book], game: str, house: Mapping[str, HouseRule]
) -> Callable[..., ResponseReturnValue]:
    def view(code: str = "") -> ResponseReturnValue:
        book, q = read(language()), asked()
        opened = book.rules.opened(request.args.get("section", ""))
        shared = {"rules": book.rules, "game": game, "found": book.find(q) if q else None, "opened": opened}
        shared["box"] = f"{game}.box_page" in current_app.view_functions
        return page("kit/rules/rules.html", **shared, **_searched(q), **_table(code, house))

    return view


def _ask_page(
    read: Callable[[str], Book], game: str, house: Mapping[str, HouseRule], known: Asked | None, own: Own | None
) -> Callable[..., ResponseReturnValue]:
    def view(code: str = "") -> ResponseReturnValue:
        book, q = read(language()), asked()
        table = _table(code, house)
        now = asked_of(screen := table.get("screen"), known, own, q)
        found, sure = _asked_for(read, typed := without(q, screen.names if screen else ()))
        by_house = first(game, typed, book.rules.speech, sure=sure)
        sections = book.rules.find(q)[:MOST_BESIDE] if q else []
        return page(
            "kit/rules/ask.html",
            rules=book.rules,
            game=game,
            found=None if found is None else _answered(book, house, found, screen, now),
            sure=sure,
            own=by_house,
            count_asked=count_asked,
            sections=sections,
            hit=len(by_house) + len(found or ()) + len(sections),
            topics=[] if found else [one for one in book.rules.sections if book.answers.about(one.id)],
            **_searched(q),
            **table,
        )

    return view


def _answered(
    book: Book,
    house: Mapping[str, HouseRule],
    found: Sequence[Answer],
    screen: Screen | None,
    now: Mapping[str, Text],
) -> list[Answered]:
    """Show answers with their switches; the first one also says what people ask next."""
    rules = by_question(house)
    return [
        Answered(
            one,
            book.rules.by_id[one.section],
            _switch(one.id, {id: house[id] for id in rules[one.id]}, screen) if one.id in rules else None,
            () if number else book.answers.near(one),
            now.get(one.id),
        )
        for number, one in enumerate(found)
    ]


def _switch(id: str, rules: Mapping[str, HouseRule], screen: Screen | None) -> Switch:
    """Show the house rules of a question, and at a table how they stand there."""
    if screen is None:
        return Switch(id, rules)
    state: House = screen.table.state
    on = next((rule for rule in rules if rule in state.in_force), None)
    return Switch(
        id,
        rules,
        on=on,
        now=rules[on].on if on else next(iter(rules.values())).off,
        fixed=next(iter(rules)) in state.fixed,
        may=screen.me.host if state.by_host else screen.me.plays,
        usual=on in state.usual,
    )


def at_rule(_: Table, form: Any) -> Place:
    """Come back to the question whose house rule was switched."""
    return "ask", {"about": question_of(form.rule.data)}


def _asked_for(read: Callable[[str], Book], query: str) -> tuple[list[Answer] | None, bool]:
    """List the answers that a page shows: to a query, to one question and its neighbours, or of a section.

    Also say whether the first is what was asked for. A query may be in another language than its page: in one that is
    twice as sure, as a word or two are alike in both.
    """
    answers = read(language()).answers
    if query:
        found, sure = answers.look_up(query)
        for other in LANGUAGES if sure < SURE else ():
            others, surer = read(other).answers.look_up(query)
            if surer > 2 * sure:
                found, sure = [answers.by_id[one.id] for one in others], surer
        return found[:MOST_ANSWERS], sure >= SURE
    if one := answers.by_id.get(request.args.get("about", "")):
        return [one, *answers.near(one)], True
    return answers.about(request.args.get("section", "")) or None, True


def _searched(q: str) -> dict[str, Any]:
    """Prepare the form that a page is searched by, with what it was asked."""
    return {"q": q, "search": shown(SearchForm, this_page(), q=q)}


def _table(code: str, house: Mapping[str, HouseRule]) -> dict[str, Any]:
    """Prepare a page at a table, which follows its house rules, or one without."""
    if not code:
        return {"otherwise": {}}
    screen = load_screen(code)
    return {"screen": screen, "otherwise": differing(screen.table.state, house)}


def asked() -> str:
    """Read what a page was asked to find."""
    return " ".join(request.args.get("q", "")[:MOST_LETTERS].split())


CERTAINTY = re.compile(r'<small class="certainty">.*?</small>', re.DOTALL)
ASIDE = re.compile(rf"({CERTAINTY.pattern}|<[^>]*>|&\w+;)", re.DOTALL)
"""What of a text's HTML is not searched."""


def marked(html: Markup, speech: Speech, meant: Container[str]) -> Markup:
    """Mark the words of a text whose stems are `meant`."""

    def mark(word: re.Match[str]) -> str:
        return f"<mark>{word[0]}</mark>" if speech.stemmed(word[0].lower()) in meant else word[0]

    parts = ASIDE.split(html)
    parts[::2] = [WORD.sub(mark, part) for part in parts[::2]]
    return Markup("".join(parts))


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


def parse(text: str, speech: Speech) -> Rules:
    """Read rules in Markdown, in the words of a language; HTML in it is shown as text."""
    from markdown_it import MarkdownIt  # a server loads it when it starts; nobody else needs it

    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.add_render_rule("em_open", lambda *_: '<small class="certainty">')
    markdown.add_render_rule("em_close", lambda *_: "</small>")
    parts: list[list[Any]] = [[]]
    for token in markdown.parse(text):
        if token.type == "heading_open":
            parts.append([])
        parts[-1].append(token)
    _, begin, *sections = parts

    def render(tokens: list[Any]) -> tuple[Markup, ...]:
        ends = [number for number, token in enumerate(tokens, 1) if token.level == 0 and token.nesting <= 0]
        blocks = (tokens[start:end] for start, end in pairwise([0, *ends]))
        return tuple(Markup(markdown.renderer.render(block, markdown.options, {})) for block in blocks)

    said = tuple(_section(part, render) for part in sections)
    return Rules(begin[1].content, Markup().join(render(begin[3:])), said, speech)


def _section(tokens: list[Any], render: Callable[[list[Any]], tuple[Markup, ...]]) -> Section:
    heading = HEADING.fullmatch(tokens[1].content)
    if not heading:
        raise ValueError(f"no id: {tokens[1].content!r}")
    return Section(heading["id"], heading["title"], render(tokens[3:]))

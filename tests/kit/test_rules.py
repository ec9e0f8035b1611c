"""Rules pages: every game's, in every language, and the Markdown that they are read from."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from flask import Blueprint, Flask

from companion import GAMES
from companion.kit.rules import FACT, HEADING, filled, parse, show_rules
from companion.kit.search import speech
from companion.web import LANGUAGES

FOLDERS = {game: Path(import_module(f"companion.games.{game}").__file__).parent for game in GAMES}
PAGES = [(game, language) for game in GAMES for language in LANGUAGES]
WORD = re.compile(r"[^\W\d_]{5,}")


def written(game, language):
    return (FOLDERS[game] / f"rules.{language}.md").read_text(encoding="utf-8")


def sections(text):
    """Read the sections as they are written: their ids, and of each the paragraphs."""
    parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)[1:]
    ids = [HEADING.fullmatch(heading)["id"] for heading in parts[::2]]
    return dict(zip(ids, (part.strip().split("\n\n") for part in parts[1::2]), strict=True))


def shown(page):
    return re.findall(r'<section class="rule" id="([\w-]+)">', page)


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_section_is_shown_and_found_by_a_word_of_it(ann, game, language):
    in_language = {"headers": {"Accept-Language": language}}
    page = ann.get(f"/{game}/rules", **in_language)
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text
    assert shown(page.text) == list(sections(written(game, language)))
    for id, text in re.findall(r'<section class="rule" id="([\w-]+)">(.*?)</section>', page.text, re.DOTALL):
        word = max(WORD.findall(re.sub(r"<small.*?</small>|<a .*?</a>|<[^>]+>|&[^;]+;", " ", text)), key=len)
        found = ann.get(f"/{game}/rules", query_string={"q": f" {word.upper()} "}, **in_language).text
        assert id in shown(found), word
        assert len(shown(found)) <= len(shown(page.text))


@pytest.mark.parametrize("game", GAMES)
def test_all_languages_tell_the_same(game):
    """Ids of sections, how many paragraphs each has, how sure they are, and the facts in them."""

    def told(language):
        return {
            id: [("*" in paragraph, sorted(FACT.findall(paragraph))) for paragraph in paragraphs]
            for id, paragraphs in sections(written(game, language)).items()
        }

    first, *others = LANGUAGES
    for other in others:
        assert told(other) == told(first)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_fact_is_filled_in(ann, game, language):
    page = ann.get(f"/{game}/rules", headers={"Accept-Language": language}).text
    assert FACT.search(written(game, language))
    assert "{" not in page[page.index("<h1>") :]


@pytest.mark.parametrize("game", GAMES)
def test_what_other_pages_lead_to_is_there(game):
    templates = FOLDERS[game].parents[2] / "templates" / game
    links = {
        link for path in templates.rglob("*.html") for link in re.findall(r"rules'[^}]*}}#([\w-]+)", path.read_text())
    }
    assert links <= set(sections(written(game, "en")))


FACTS = {"goal": 10, "cards": [{"id": "a", "points": 3}, {"id": "b", "points": 4}], "names": ["Ann", "Bob"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{goal}", "10"),
        ("{cards.b.points}", "4"),
        ("{cards:count} and {names:count}", "2 and 2"),
        ("{#goal}", "{#goal}"),
    ],
)
def test_a_fact_stands_in_a_text_by_its_name(text, said):
    assert filled(text, FACTS) == said


@pytest.mark.parametrize("text", ["{gaol}", "{cards.c.points}", "{cards.a.price}", "{gaol:count}"])
def test_an_unknown_fact_is_refused(text):
    with pytest.raises(KeyError):
        filled(text, FACTS)


def test_rules_are_read_from_markdown():
    rules = parse("# Race\n\nFor two.\n\n## Goal {#goal}\n\nGo **on**\nand on. *our reading*\n\nStop.\n", speech("en"))
    assert (rules.title, rules.begin) == ("Race", "<p>For two.</p>\n")
    [goal] = rules.sections
    assert (goal.id, goal.title) == ("goal", "Goal")
    note = '<small class="certainty">our reading</small>'
    assert goal.text == f"<p>Go <strong>on</strong>\nand on. {note}</p>\n<p>Stop.</p>\n"
    assert goal.paragraphs[1] == "<p>Stop.</p>\n"


def test_html_in_rules_is_text():
    [section] = parse("# A\n\nB.\n\n## C {#c}\n\n<b onclick=x>D</b>\n", speech("en")).sections
    assert section.text == "<p>&lt;b onclick=x&gt;D&lt;/b&gt;</p>\n"


def test_a_section_needs_an_id():
    with pytest.raises(ValueError, match="Goal"):
        parse("# A\n\nB.\n\n## Goal\n\nC.\n", speech("en"))


def test_rules_are_read_once_a_language(tmp_path, monkeypatch):
    bp = Blueprint("race", __name__, root_path=str(tmp_path))
    for language in LANGUAGES:
        (tmp_path / f"rules.{language}.md").write_text("# A\n\nB.\n\n## C {#c}\n\n{goal}\n")
    show_rules(bp, goal=10)
    app = Flask(__name__)
    app.register_blueprint(bp)
    seen = []
    monkeypatch.setattr("companion.kit.rules.page", lambda _, rules, **__: seen.append(rules) or "")
    for language in (*LANGUAGES, *LANGUAGES):
        assert app.test_client().get("/rules", headers={"Accept-Language": language}).status_code == 200
    assert seen[0] is seen[len(LANGUAGES)]
    assert seen[0].sections[0].text == "<p>10</p>\n"

"""Rules pages: every game's, in every language, and the Markdown that they are read from."""

import re
from pathlib import Path

import pytest
from flask import Blueprint, Flask

from companion.kit.rules.book import FACT, HEADING, filled, parse, show_rules
from companion.kit.rules.search import speech
from companion.web import LANGUAGES
from tests import scenes
from tests.scenes import GAMES

FOLDERS = {game: Path(scenes.module(game).__file__).parent / "text" for game in GAMES}
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


def whole(page):
    """Read the sections that a page shows whole: their HTML by their ids."""
    found = dict(re.findall(r'<section class="rule" id="([\w-]+)">(.*?)</section>', page, re.DOTALL))
    return {id: text for id, text in found.items() if not re.match(r"\s*<h2>\s*<a ", text)}


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_section_is_shown_and_found_by_a_word_of_it(ann, game, language):
    in_language = {"headers": {"Accept-Language": language}}
    page = ann.get(f"/{game}/rules", **in_language)
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text
    assert shown(page.text) == list(sections(written(game, language)))
    for id in shown(page.text):
        text = whole(ann.get(f"/{game}/rules?section={id}", **in_language).text)[id]
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
    folders = FOLDERS[game].parents
    templates = next(folders[n] / "templates" / game for n in (0, 3) if (folders[n] / "templates").is_dir())
    links = {
        link
        for path in templates.rglob("*.html")
        for link in re.findall(r"rules', [^}]*section='([\w-]+)'\) }}#\1", path.read_text())
    }
    assert bool(links) == (game in ("djinn", "efreet_war", "emperor"))
    assert links <= set(sections(written(game, "en")))


def test_a_page_has_room_for_the_first_chapters_and_the_others_a_tap_away(ann):
    page = ann.get("/djinn/rules").text
    ids = shown(page)
    first = [*whole(page)]
    assert first == ids[: len(first)]
    follows = ids[len(first)]
    assert page.count(f'href="/djinn/rules?section={follows}#{follows}"') == 2  # in the contents and in its place
    assert page.count(f'href="#{first[-1]}"') == 1
    onward = ann.get(f"/djinn/rules?section={follows}").text
    assert follows in whole(onward)
    assert ids == shown(onward)


def test_a_short_book_is_shown_whole_wherever_one_begins(ann):
    for page in ("rules", "rules?section=setup", "rules?section=nothing", f"rules?section={'x' * 999}"):
        text = ann.get(f"/efreet_war/{page}").text
        assert [*whole(text)] == shown(text)


LONG = "".join(f"## {id} {{#{id}}}\n\n{'word ' * 800}\n\n" for id in "abcde")


@pytest.mark.parametrize(
    ("id", "opened"),
    [("", "ab"), ("a", "ab"), ("b", "bc"), ("d", "de"), ("e", "ed"), ("nothing", "ab")],
)
def test_from_a_chapter_on_as_many_are_whole_as_there_is_room_for(id, opened):
    assert parse(f"# Race\n\nFor two.\n\n{LONG}", speech("en")).opened(id) == set(opened)


def test_a_chapter_that_has_no_room_is_shown_whole_all_the_same():
    rules = parse(f"# Race\n\nFor two.\n\n## A {{#a}}\n\n{'word ' * 4000}\n\n{LONG}", speech("en"))
    assert rules.opened("a") == {"a"}


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
    bp = Blueprint("race", __name__, root_path=str(tmp_path / "pages"))
    (tmp_path / "text").mkdir()
    for language in LANGUAGES:
        (tmp_path / "text" / f"rules.{language}.md").write_text("# A\n\nB.\n\n## C {#c}\n\n{goal}\n")
    show_rules(bp, goal=10)
    app = Flask(__name__)
    app.register_blueprint(bp)
    seen = []
    monkeypatch.setattr("companion.kit.rules.book.page", lambda _, rules, **__: seen.append(rules) or "")
    for language in (*LANGUAGES, *LANGUAGES):
        assert app.test_client().get("/rules", headers={"Accept-Language": language}).status_code == 200
    assert seen[0] is seen[len(LANGUAGES)]
    assert seen[0].sections[0].text == "<p>10</p>\n"

"""The catalogues: complete, true to the code, compiled, and shown to who asks for them."""

import ast
import re

import pytest
from babel.messages.mofile import read_mo

from tests import scenes
from tests.sources import nodes
from tests.translations import CATALOGUES, KEYWORDS, LANGUAGES, ROOT, read, relative, strings, template

PACKAGE = ROOT / "companion"

CURE = "run `make translations`, fill in what is empty in the .po, and run it again"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]")


def texts(catalog):
    """Read a catalogue's messages by their text; by singular and plural where there are two."""
    return {message.id: message for message in catalog if message.id}


def forms(text):
    """List a text's forms: one, or one a plural form."""
    return (text,) if isinstance(text, str) else tuple(text)


def english(message):
    """List the forms of a message before it is translated."""
    return forms(message.id)


def placeholders(text):
    return sorted(PLACEHOLDER.findall(text))


@pytest.fixture(scope="module", params=CATALOGUES, ids=relative)
def folder(request):
    return request.param


@pytest.fixture(scope="module")
def wanted(request, folder):
    return texts(template(getattr(request.config, "cache", None), folder))


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture(scope="module")
def catalog(language, folder):
    return read(language, folder)


def test_every_text_of_the_code_is_translated(wanted, language, catalog):
    known = texts(catalog)
    missing = [text for text in wanted if text not in known or not all(forms(known[text].string))]
    assert not missing, f"not in {language}: {missing}; {CURE}"


def test_every_plural_form_is_there(language, catalog):
    short = [m.id for m in catalog if m.pluralizable and len(forms(m.string)) != catalog.num_plurals]
    assert not short, f"not {catalog.num_plurals} forms in {language}: {short}; {CURE}"


def test_no_translation_is_only_guessed(language, catalog):
    guessed = [text for text, message in texts(catalog).items() if message.fuzzy]
    assert not guessed, f"fuzzy in {language}: {guessed}; check them, take the mark away, and run `make translations`"


def test_no_text_is_left_that_the_code_no_longer_has(wanted, language, catalog):
    left = [text for text in texts(catalog) if text not in wanted] + [m.id for m in catalog.obsolete.values()]
    assert not left, f"only in {language}: {left}; {CURE}"


def test_translations_keep_the_placeholders(language, catalog):
    other = [
        (text, form)
        for text, message in texts(catalog).items()
        for form in forms(message.string)
        if form and placeholders(form) != placeholders(forms(text)[-1])
    ]
    assert not other, f"other placeholders in {language}: {other}; correct the .po and run `make translations`"


def test_a_percent_sign_stands_only_where_it_formats(language, catalog):
    """A text with placeholders goes through %, where any other percent sign would break the page."""
    broken = [
        form
        for text, message in texts(catalog).items()
        for form in forms(message.string)
        if placeholders(forms(text)[-1]) and "%" in PLACEHOLDER.sub("", form).replace("%%", "")
    ]
    assert not broken, f"a lone % in {language}: {broken}; write %% in the .po and run `make translations`"


def test_the_compiled_catalogue_is_up_to_date(language, folder, catalog):
    """Texts are compared, not bytes: the header of a file names the version of Babel that wrote it."""
    path = folder / language / "LC_MESSAGES" / "messages.mo"
    with path.open("rb") as file:
        compiled = read_mo(file)
    written, said = ({(m.context, *forms(m.id)): forms(m.string) for m in each if m.id} for each in (catalog, compiled))
    assert said == written, f"{path} is not what its .po compiles to: run `make translations`"


@pytest.mark.parametrize(("language", "sentences"), [("English", english), ("German", strings)])
def test_no_page_says_what_people_do_not_say(language, sentences):
    """The words are those that docs/words.md has under “Never on a page”."""
    listed = re.search(rf"^\| {language} \| (.+) \|$", (ROOT / "docs/words.md").read_text("utf-8"), re.MULTILINE)[1]
    foreign = re.compile(rf"\b({'|'.join(listed.split(', '))})\b", re.IGNORECASE)
    said = [text for message in read("de") if message.id for text in sentences(message) if text]
    assert foreign.search(f"This is {listed.partition(', ')[0]}.")
    assert [text for text in said if foreign.search(text)] == []


def test_a_thing_of_djinn_has_its_capitals_everywhere():
    """The things are those that docs/words.md has under “One thing, one word”."""
    rows = re.findall(r"^\| (\w*) ?\| ([^|]+) \| [^|]+ \|$", (ROOT / "docs/words.md").read_text("utf-8"), re.MULTILINE)
    begin = [place for place, _ in rows].index("Djinn")
    end = next(at for at, (place, _) in enumerate(rows) if at > begin and place)
    things = [
        one for _, row in rows[begin:end] for one in row.split(", ") if re.fullmatch("[A-Z]\\w+( [A-Z]\\w+)+", one)
    ]
    small = re.compile("|".join(rf"\b(?!{one})(?i:{one})(?![a-rt-z])" for one in things))
    assert {"Spell Circle", "Character Tile", "Base Marker"} <= {*things}
    assert small.search("It holds no spell circles.")
    texts = scenes.module("djinn", "pages.views").book("en")
    said = [text for message in read("de") if message.id for text in english(message)]
    said += [paragraph for section in texts.rules.sections for paragraph in (section.title, *section.paragraphs)]
    said += [text for one in texts.answers.by_id.values() for text in (one.ask, one.say)]
    assert [text for text in said if small.search(text)] == []


def test_a_page_comes_in_the_language_the_browser_asks_for(phone, language):
    catalog = read(language)
    page = phone().get("/", headers={"Accept-Language": f"{language},en;q=0.5"}).text
    assert f'<html lang="{language}">' in page
    assert catalog.get("New table").string in page
    assert "New table" not in page


def test_the_language_switched_to_wins_over_the_browser(phone, language):
    catalog = read(language)
    reader = phone()
    reader.http.set_cookie("language", "en")
    page = reader.get("/", headers={"Accept-Language": language}).text
    assert '<html lang="en">' in page
    assert "New table" in page
    assert catalog.get("New table").string not in page


def calls(path):
    """List the first arguments of what makes a text for people, with their lines."""
    for node in nodes(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in KEYWORDS and node.args:
            yield node.lineno, node.args[0]


def test_what_people_read_stands_where_it_is_looked_for():
    """A sentence that first goes into a variable is found by nobody, and stays English."""
    makers = {PACKAGE / "language" / "texts.py", PACKAGE / "refusal.py"}
    hidden = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted({*PACKAGE.rglob("*.py")} - makers)
        for line, said in calls(path)
        if isinstance(said, (ast.Name, ast.Call, ast.JoinedStr, ast.IfExp))
    ]
    assert not hidden

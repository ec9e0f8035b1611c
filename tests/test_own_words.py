"""Rules are restated: no eight words in a row are the publishers'."""

import tomllib

import pytest

from companion.web import LANGUAGES
from tests.kit.test_questions import FOLDERS, book
from tests.own_words import hashes, kept, runs
from tests.scenes import GAMES
from tests.translations import read, strings, template

THEIRS = kept()


def copied(texts, theirs=THEIRS):
    """List what others wrote, word for word."""
    return [run for text in texts for run, hashed in runs(text) if hashed in theirs]


def test_eight_words_in_a_row_are_recognised_whatever_is_between_them():
    theirs = hashes(["Once a merchant’s *son* of Basra found\na lamp."])
    assert len(THEIRS) > 10_000
    assert copied(["So once a merchant's son of Basra, found a ring."], theirs) == [
        "once a merchant's son of basra found a"
    ]
    assert copied(["Once a merchant's daughter of Basra found a lamp."], theirs) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_answers_are_in_our_own_words(game, language):
    rules, answers = book(game, language).rules, book(game, language).answers
    texts = [paragraph.striptags() for section in rules.sections for paragraph in section.paragraphs]
    texts += [rules.begin.striptags(), *(section.title for section in rules.sections)]
    texts += [phrase for one in answers.by_id.values() for phrase in (one.ask, one.say, *answers.also[one.id])]
    assert copied(texts) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tale_is_told_in_our_own_words(language):
    assert copied(_texts(tomllib.loads((FOLDERS["tales"] / "story" / f"{language}.toml").read_text("utf-8")))) == []


def test_what_pages_say_is_in_our_own_words(pytestconfig):
    said = [text for message in template(pytestconfig.cache) if message.id for text in _each(message.id)]
    assert copied(said) == []
    assert copied(text for message in read("de") if message.id for text in strings(message)) == []


def _texts(value):
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from _texts(one)
        case list():
            for one in value:
                yield from _texts(one)


def _each(id):
    return [id] if isinstance(id, str) else id

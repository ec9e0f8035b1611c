"""The questions of every game: in every language, linked, and found by what people type."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.games.djinn.facts import PLAYER_COUNTS
from companion.kit.rules.book import MOST_ANSWERS
from companion.kit.rules.questions import CERTAINTIES, Answers, Question, Wording, read_questions
from companion.web import LANGUAGES
from tests import scenes
from tests.scenes import GAMES
from tests.test_games import Page
from tests.thorough import share

FOLDERS = {game: Path(scenes.module(game).__file__).parent / "text" for game in GAMES}
ASKED = [game for game in GAMES if (FOLDERS[game] / "questions.toml").exists()]
FEWEST = {"djinn": 60, "emperor": 40, "efreet_war": 40, "tales": 40, "war_game": 50, "bazaar": 10}


def book(game, language):
    return scenes.module(game, "pages.views").book(language)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("game", ASKED)
def test_there_are_enough_questions_and_every_link_leads_somewhere(game):
    text = (FOLDERS[game] / "questions.toml").read_text(encoding="utf-8")
    questions, same = read_questions(text, LANGUAGES)
    ids = [one.id for one in questions]
    assert len(ids) == len({*ids}) >= FEWEST[game]
    sections = re.findall(r"\{#([\w-]+)\}", (FOLDERS[game] / "rules.en.md").read_text(encoding="utf-8"))
    for one in questions:
        assert one.section in sections, one.id
        assert one.near, one.id
        assert {*one.near} <= {*ids} - {one.id}, one.id
    assert same.keys() <= LANGUAGES.keys()


@pytest.mark.thorough(one_in=6)
@pytest.mark.parametrize("game", ASKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_finds_its_question_within_the_first_three(game, language):
    answers = book(game, language).answers
    phrases = [(id, phrase) for id, one in answers.by_id.items() for phrase in (one.ask, *answers.also[id])]
    few = share(phrases, 0, of=12)
    assert [(id, phrase) for id, phrase in few if answers.by_id[id] not in answers.find(phrase)[:3]] == []


def test_an_unknown_key_or_certainty_is_refused():
    said = Wording(ask="Why?", say="So.", also=())
    with pytest.raises(ValueError, match="rumour"):
        Question(id="a", section="b", certainty="rumour", words={"en": said})
    with pytest.raises(TypeError, match="colour"):
        read_questions('[[questions]]\nid = "a"\nsection = "b"\ncertainty = "printed"\ncolour = 1\n', ())
    with pytest.raises(KeyError, match="en"):
        read_questions('[[questions]]\nid = "a"\nsection = "b"\ncertainty = "printed"\n', ["en"])
    assert CERTAINTIES.keys() == {"printed", "reported", "reconstructed", "reading", "app"}
    assert Answers([], "en", None).by_id == {}


ISSUE = {
    ("djinn", "en"): {
        "color": "catching",
        "backwards": "moving",
        "jump": "moving",
        "forfeit": "turn",
        "exchange": "keys",
        "unlimited": "goal",
        "reactivate": "catching",
        "solo": "solo",
        "boss flee": "bosses",
        "last round": "end",
        "end of game": "end",
        "lose magic": "catching",
        "first player": "setup",
        "open bottle": "bottling",
        "bag empty": "bosses",
        "boss bottle": "bosses",
    },
    ("djinn", "de"): {
        "rückwärts": "moving",
        "letzte Runde": "end",
        "Startspieler": "setup",
        "entkorken": "bottling",
    },
    ("emperor", "en"): {"global": "cards"},
}


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("game", "language", "words", "section"),
    [(*key, words, section) for key, cases in ISSUE.items() for words, section in cases.items()],
)
def test_the_words_that_once_found_nothing_find_their_section(game, language, words, section):
    both = book(game, language)
    assert section in [one.id for one in both.find(words)][:2]
    assert section in [one.section for one in both.answers.find(words)][:2]


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_nine_of_ten_questions_of_strangers_are_answered_among_those_shown(language):
    """They were typed before the search knew their words."""
    rows = tomllib.loads(Path(__file__).with_name("strangers.toml").read_text(encoding="utf-8"))
    asked = [
        (game, {*ids.split()}, {"en": en, "de": de}[language]) for game, own in rows.items() for ids, en, de in own
    ]
    missed = [
        typed
        for game, ids, typed in asked
        if ids.isdisjoint(one.id for one in book(game, language).answers.find(typed)[:MOST_ANSWERS])
    ]
    assert len(missed) <= len(asked) / 10, missed


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", ["ask", "rules"])
def test_a_hostile_question_is_text(ann, game, path):
    for q in ("<img src=x>", '"><script>', "a" * 10_000, ".*(?"):
        answer = ann.get(f"/{game}/{path}", query_string={"q": q})
        assert answer.status_code == 200
        assert "<img src=x" not in answer.text
        assert "><script>" not in answer.text.split("<main")[1]
        assert len(answer.text) < 20_000


def test_the_answer_stands_on_the_page_with_its_section_certainty_and_neighbours(ann):
    page = ann.get("/djinn/ask?q=go backwards").text
    first = re.search(r"<article.*?</article>", page, re.DOTALL)[0]
    assert "<h2>May I move backwards?</h2>" in first
    assert "Never: cross the space" in first
    assert "printed in the rules" in first
    assert 'href="/djinn/rules?section=moving#moving"' in first
    assert 'href="/djinn/ask?about=jump"' in first
    about = ann.get("/djinn/ask?about=jump").text
    assert about.index("May I jump over a space?") < about.index("May I move backwards?")
    assert "May I stay where I am?" in ann.get("/djinn/ask?section=moving").text
    assert "Catching Djinn" in ann.get("/djinn/ask?about=nothing").text


@pytest.mark.parametrize("game", GAMES)
def test_no_section_and_no_answer_has_the_name_of_a_part_of_the_page(app, game):
    table = scenes.stage(app, *[scene for scene in scenes.every() if scene[0] == game][-1])
    for section in book(game, "en").rules.by_id:
        for path in ("ask", "rules"):
            ids = Page(table.host.get(f"/{game}/{table.code}/{path}?section={section}").text).ids()
            assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})


def test_a_question_in_another_language_is_answered_in_that_of_the_page(ann):
    assert "<h2>May I open a corked Bottle again?</h2>" in ann.get("/djinn/ask?q=entkorken").text


def test_a_page_of_a_table_leads_to_both_and_back(ann, table):
    page = ann.get(f"/djinn/{table}/setup").text
    assert f'href="/djinn/{table}/ask"' in page
    for path in ("ask", "rules"):
        assert f'href="/djinn/{table}/setup"' in ann.get(f"/djinn/{table}/{path}").text
        assert ann.get(f"/djinn/ZZZZZ/{path}").status_code == 404


def test_what_the_table_knows_is_said_with_its_answer_at_the_table_alone(ann, table):
    said = f"Draw {PLAYER_COUNTS[3].refill} for the space, as there are 3 of you."
    assert said in ann.get(f"/djinn/{table}/ask?about=refill").text
    assert said not in ann.get("/djinn/ask?about=refill").text


def test_where_nothing_fits_for_sure_there_are_titles_alone(ann):
    unsure = ann.get("/djinn/ask?q=boss").text
    assert "Nothing clearly fits." in unsure
    assert "<article" not in unsure
    assert 'href="/djinn/ask?about=boss_' in unsure
    assert "Nothing clearly fits." not in ann.get("/djinn/ask?q=when does a boss flee").text

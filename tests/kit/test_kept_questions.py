"""Questions as people put them in the heat of a game, which the index never learned: found, seldom answered wrongly."""

import re
import time
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from companion.kit.rules import book
from companion.kit.rules.situations import SURE
from companion.web import LANGUAGES
from tests import answers, scenes
from tests.answers import GAMES

KEPT = {game: tomllib.loads((Path(__file__).parent / "kept" / f"{game}.toml").read_text()) for game in GAMES}
LEAST_AMONG_THREE, LEAST_FIRST, MOST_WRONG, LEAST_SURE = 0.94, 0.85, 0.03, 0.5


def read(game, language):
    return scenes.module(game, "pages.views").book(language).answers


def texts(game):
    return Path(scenes.module(game).__file__).parent / "text"


def asked(game, language):
    """List the kept questions of a game, each with the ids of the answers that are right."""
    return [(typed, {id, *row.get("or", ())}) for id, row in KEPT[game].items() for typed in row[language]]


def test_kept_questions_are_found_and_seldom_answered_wrongly():
    many = three = first = sure = wrong = 0
    for game in GAMES:
        for language in LANGUAGES:
            for typed, right in asked(game, language):
                found, confidence = read(game, language).look_up(typed)
                ids = [one.id for one in found[:3]]
                many += 1
                three += not right.isdisjoint(ids)
                first += not right.isdisjoint(ids[:1])
                sure += confidence >= SURE
                wrong += confidence >= SURE and right.isdisjoint(ids[:1])
    assert many > 2_000
    assert three / many >= LEAST_AMONG_THREE, three / many
    assert first / many >= LEAST_FIRST, first / many
    assert wrong / many <= MOST_WRONG, wrong / many
    assert sure / many >= LEAST_SURE, sure / many


def test_questions_of_other_authors_are_found():
    """Who wrote what is kept above wrote much of what is learned, too: this asks others."""
    many = three = first = wrong = 0
    for game in GAMES:
        for row in tomllib.loads((Path(__file__).parent / "heat" / f"{game}.toml").read_text())["ask"]:
            found, confidence = read(game, row["lang"]).look_up(row["q"])
            ids = [one.id for one in found[:3]]
            many += 1
            three += not {*row["ids"]}.isdisjoint(ids)
            first += not {*row["ids"]}.isdisjoint(ids[:1])
            wrong += confidence >= SURE and {*row["ids"]}.isdisjoint(ids[:1])
    assert many > 700
    assert three / many >= LEAST_AMONG_THREE, three / many
    assert first / many >= LEAST_FIRST, first / many
    assert wrong / many <= MOST_WRONG, wrong / many


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_words_that_are_learned_and_others_that_are_kept(game):
    said = book.spoken(texts(game))
    ids = read(game, "en").by_id
    assert said.keys() == KEPT[game].keys() == ids.keys()
    for id, row in said.items():
        for language in LANGUAGES:
            learned = {plain(phrase) for phrase in (*row[language], *read(game, language).also[id])}
            assert len(row[language]) >= 4, id
            assert len(KEPT[game][id][language]) >= 2, id
            assert learned.isdisjoint(map(plain, KEPT[game][id][language])), id
        assert ids.keys() >= {*KEPT[game][id].get("or", ())} - {id}


def plain(phrase):
    return " ".join(re.findall(r"\w+", phrase.lower()))


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_the_packed_tables_are_made_of_the_texts(game):
    for path, table in answers.packed(game):
        assert path.read_bytes() == table, f"{path.name} of {game} is old: make assets"


def test_an_answer_takes_little_time_and_room():
    typed = [one for one, _ in chain(*(asked(game, "de") for game in GAMES))][::20]
    answers = read("djinn", "de")
    begun = time.thread_time()
    for one in typed:
        answers.look_up(one)
    assert (time.thread_time() - begun) / len(typed) < 0.03
    assert sum(path.stat().st_size for game in GAMES for path in texts(game).glob("*.bin")) < 10_000_000

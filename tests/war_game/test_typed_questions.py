"""Questions as people type them in a hurry: their answers are among the three that are shown first."""

import tomllib
from pathlib import Path

import pytest

from companion.games.war_game.pages.views import book
from companion.kit.rules.book import SURE

ASKED = tomllib.loads(Path(__file__).with_name("asked.toml").read_text(encoding="utf-8"))
FEWEST = 0.97


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("language", ASKED)
def test_what_people_type_in_a_hurry_is_answered(language):
    answers, missed = book(language).answers, []
    asked = [line.rsplit(" = ", 1) for line in ASKED[language].strip().splitlines()]
    for typed, ids in asked:
        wanted = {*ids.split()}
        assert wanted <= answers.by_id.keys(), ids
        if not wanted & {one.id for one in answers.find(typed)[:3]}:
            missed.append(typed)
    assert len(missed) <= (1 - FEWEST) * len(asked), missed


@pytest.mark.parametrize(("typed", "language"), [("token creatures", "en"), ("Token", "de"), ("Spielsteine", "de")])
def test_creatures_that_a_card_makes(typed, language):
    assert book(language).answers.find(typed)[0].id == "tokens"


@pytest.mark.parametrize(
    ("typed", "language", "id"),
    [
        ("what if my stronghold is taken", "en", "lost_stronghold"),
        ("what happens if my stronghold is captured", "en", "lost_stronghold"),
        ("do creatures heal at end of turn", "en", "damage_stays"),
        ("was wenn meine Festung eingenommen wird", "de", "lost_stronghold"),
        ("heilen Kreaturen am Ende des Zugs", "de", "damage_stays"),
    ],
)
def test_what_was_once_found_with_doubt_is_answered_at_once(typed, language, id):
    found, sure = book(language).answers.look_up(typed)
    assert (found[0].id, sure >= SURE) == (id, True)

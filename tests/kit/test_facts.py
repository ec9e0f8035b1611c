"""Entries of facts.toml: each says where it comes from and how sure it is, and stands there once."""

from pathlib import Path

import pytest

from companion.games.djinn.facts import Location
from companion.kit.facts import Fact, by_id, read

TAVERN = Location(
    id="tavern", label="Tavern", icon="mug", basic="Drink.", special="Drink twice.", source="rules", certainty="printed"
)


@pytest.mark.parametrize("certainty", ["printed", "reported", "reconstructed"])
def test_a_fact_is_as_sure_as_it_says(certainty):
    assert Fact(source="rules", certainty=certainty).certainty == certainty


def test_nobody_guesses():
    with pytest.raises(ValueError, match="certainty 'guessed'"):
        Fact(source="rules", certainty="guessed")


def test_an_id_stands_once():
    assert by_id([TAVERN]) == {"tavern": TAVERN}
    with pytest.raises(ValueError, match="'tavern' stands twice"):
        by_id([TAVERN, TAVERN])


def test_facts_are_read_beside_their_module(tmp_path):
    (tmp_path / "facts.toml").write_text("goal = 10\nname = 'Ma’ruf'\n", encoding="utf-8")
    assert read(str(Path(tmp_path) / "facts.py")) == {"goal": 10, "name": "Ma’ruf"}

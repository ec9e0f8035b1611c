"""The creatures that are known: their facts, and how few letters find them."""

from collections import Counter

import pytest

from companion.games.efreet_war.facts import CARDS
from companion.games.war_game.state.model import ABILITIES, COLOURS
from companion.kit.creatures.printed import artifacts, creatures as printed, find, is_wall, offered

MORE = {"first_strike", "reach"}
"""Abilities that the map of the War Game does not ask for."""


def test_there_are_those_of_both_sets_and_each_is_a_card():
    sets = Counter(one for card in printed().values() for one in card.sets)
    assert sets == {"Revised": 105, "Arabian Nights": 43}
    for card in printed().values():
        assert {*card.colours} <= COLOURS.keys()
        assert {*card.abilities} <= ABILITIES.keys() | MORE
        assert all(number == "*" or 0 <= number <= 9 for number in (card.power, card.toughness))
        assert 0 <= card.cost <= 9


@pytest.mark.parametrize(
    ("name", "cost", "colours", "strength", "abilities", "wall"),
    [
        ("Juzám Djinn", 4, ("black",), (5, 5), (), False),
        ("Mahamoti Djinn", 6, ("blue",), (5, 6), ("flying",), False),
        ("Giant Spider", 4, ("green",), (2, 4), ("reach",), False),
        ("Drudge Skeletons", 2, ("black",), (1, 1), ("regeneration",), False),
        ("Benalish Hero", 1, ("white",), (1, 1), ("banding",), False),
        ("Dandân", 2, ("blue",), (4, 1), ("islandhome",), False),
        ("Shanodin Dryads", 1, ("green",), (1, 1), ("forestwalk",), False),
        ("White Knight", 2, ("white",), (2, 2), ("first_strike",), False),
        ("Llanowar Elves", 1, ("green",), (1, 1), ("mana",), False),
        ("Wall of Air", 3, ("blue",), (1, 5), ("flying",), True),
        ("Brass Man", 1, (), (1, 3), (), False),
        ("Goblin King", 3, ("red",), (2, 2), (), False),
    ],
)
def test_a_creature_is_as_its_card_says(name, cost, colours, strength, abilities, wall):
    card = printed()[name]
    assert (card.cost, card.colours, (card.power, card.toughness)) == (cost, colours, strength)
    assert (card.abilities, card.wall) == (abilities, wall)


def test_what_a_card_leaves_open_is_asked():
    asked = {name for name, card in printed().items() if not card.is_whole}
    assert asked == {
        "Clockwork Beast",
        "Clone",
        "Gaea's Liege",
        "Keldon Warlord",
        "Nightmare",
        "Plague Rats",
        "Primal Clay",
        "Rock Hydra",
        "Vesuvan Doppelganger",
    }


def test_the_nine_treasures_are_artifacts_of_the_set():
    assert len(artifacts()) == 14
    assert {*CARDS.treasures} <= artifacts().keys()
    assert {*CARDS.guardians} <= printed().keys()


@pytest.mark.parametrize(
    ("letters", "first"),
    [
        ("juz", "Juzám Djinn"),
        ("JUZÁ", "Juzám Djinn"),
        ("sav", "Savannah Lions"),
        ("lions", "Savannah Lions"),
        ("dandan", "Dandân"),
    ],
)
def test_three_letters_find_a_creature(letters, first):
    assert find(letters, printed())[0] == first


@pytest.mark.parametrize("letters", ["", "ju", "%%%", "zzz", " a  "])
def test_fewer_letters_find_none(letters):
    assert find(letters, printed()) == []


def test_never_more_are_found_than_fit():
    assert len(find("wall", printed())) == 8


def test_names_are_offered_those_at_the_table_first_and_each_once():
    offers = offered(["Serra Angel", "", "Our Ogre", "Serra Angel"])
    assert offers[:2] == ["Serra Angel", "Our Ogre"]
    assert offers.count("Serra Angel") == 1
    assert len(offers) == len(printed()) + 1


def test_whose_card_says_so_is_a_wall():
    assert is_wall("wall of air")
    assert not is_wall("Air Elemental")
    assert not is_wall("Wall of Nobody")

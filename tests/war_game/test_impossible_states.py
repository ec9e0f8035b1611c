"""What no war can be in: an imported log may hold anything, and the check names what is wrong with it."""

from dataclasses import replace

import pytest

from companion.games.war_game.facts import LANDS
from companion.games.war_game.facts.board import LANDS_AT
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import (
    ABILITIES,
    COLOURS,
    LONGEST,
    MOST_CARDS,
    MOST_CREATURES,
    MOST_NUMBER,
    MOST_SUPPLY,
    MOST_TURNS,
    Card,
    Creature,
    Fight,
    Stronghold,
)
from companion.games.war_game.state.possible import check
from tests.checks import wrong

HOMES = {"A": Stronghold(0, 0), "C": Stronghold(1, 1)}
ONE = Creature(1, 0, "21", 1, 1)
BEAR = Card(2, 2, 2)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        (["players"], {"players": 3}),
        (["strongholds"], {"strongholds": {"A": HOMES["A"], "C": Stronghold(0, 1)}}),
        (["strongholds"], {"strongholds": HOMES | {"C": Stronghold(1, 2)}}),
        (["strongholds"], {"strongholds": HOMES | {"C": Stronghold(1, 1, "desert")}}),
        (["strongholds"], {"strongholds": {"A": HOMES["A"], "E": HOMES["C"]}}),
        (["lands"], {"lands": {"11": "swamp"}}),
        (["seats"], {"turn": 2}),
        (["seats"], {"first": 2}),
        (["seats"], {"winner": 2}),
        (["seats"], {"left": (2,)}),
        (["seats"], {"supply": {2: 1}}),
        (["seats"], {"taken": {2: 1}}),
        (["seats"], {"lost": {2: 1}}),
        (["seats"], {"rolled": {2: 1}}),
        (["seats"], {"held": ((0, 2),), "turns": 1}),
        (["turn"], {"turn": None}),
        (["turn"], {"begun": False}),
        (["turn"], {"over": True}),
        (["turn"], {"phase": "upkeep"}),
        (["supply"], {"supply": {0: -1}}),
        (["supply"], {"supply": {0: MOST_SUPPLY + 1}}),
        (["fights"], {"fights": {"99": Fight()}}),
        (["fights"], {"fights": {"21": Fight(against=2)}}),
        (["fights"], {"fights": {"21": Fight(splits={2: {}})}}),
        (["turns"], {"held": ((0, 1),)}),
        (["turns"], {"turns": -1}),
        (["turns"], {"held": ((0, 1),) * (MOST_TURNS + 1), "turns": MOST_TURNS + 1}),
        (["chance"], {"words": ((2, "word"),)}),
        (["house"], {"rules_on": {"camel"}}),
        (["cards"], {"cards": {"x" * (LONGEST + 1): BEAR}}),
        *((["cards"], {"cards": {"Bear": replace(BEAR, **{what: -1})}}) for what in ("power", "toughness", "cost")),
        (["cards"], {"cards": {"Bear": replace(BEAR, cost=MOST_NUMBER + 1)}}),
    ],
)
def test_what_is_wrong_is_named(war, what, change):
    assert wrong(check, replace(war(), **change), 2) == what


@pytest.mark.parametrize(
    "change",
    [
        {"strongholds": {"A": Stronghold(0, 1, "island"), "C": Stronghold(1, 0)}},
        {"supply": {0: 0, 1: MOST_SUPPLY}},
        {"fights": {"21": Fight(0, splits={0: {}, 1: {}}), "A": Fight()}},
        {"lands": dict(zip(LANDS_AT, [*LANDS] * 3, strict=True))},
        {"held": ((0, 1),) * MOST_TURNS, "turns": MOST_TURNS},
        {"over": True, "turn": None, "winner": 1, "phase": ""},
        {"rules_on": {*HOUSE_RULES}},
        {"cards": {"x" * LONGEST: Card(0, MOST_NUMBER, MOST_NUMBER)}},
    ],
)
def test_what_may_be_is_right(war, change):
    assert wrong(check, replace(war(), **change), 2) == []


@pytest.mark.parametrize("players", range(6))
def test_two_to_four_play(war, players):
    state = replace(war(players=min(max(players, 2), 4)), players=players)
    assert (wrong(check, state, players) == []) == (2 <= players <= 4)


@pytest.mark.parametrize(
    "change",
    [
        {"id": 2},
        {"owner": 2},
        {"at": "99"},
        {"came_from": "99"},
        {"colours": frozenset({"pink"})},
        {"abilities": frozenset({"swimming"})},
        {"name": "x" * (LONGEST + 1)},
        {"rider": 2},
        {"healed": -1},
        {"healed": 3},
        {"boost_power": -MOST_NUMBER - 1},
        {"boost_toughness": -MOST_NUMBER - 1},
        *({number: -1} for number in ("power", "toughness", "damage", "cost")),
        *({number: MOST_NUMBER + 1} for number in ("power", "toughness", "damage", "cost", "boost_power")),
    ],
)
def test_no_creature_is_like_that(war, change):
    assert wrong(check, replace(war("move", ONE), creatures={1: replace(ONE, **change)}), 2) == ["creatures"]


@pytest.mark.parametrize(
    "change",
    [
        {"at": "C", "came_from": "21", "name": "x" * LONGEST, "healed": 2, "rider": 1},
        {"colours": frozenset(COLOURS), "abilities": frozenset(ABILITIES)},
        {"power": 0, "toughness": MOST_NUMBER, "damage": MOST_NUMBER, "boost_power": -MOST_NUMBER},
    ],
)
def test_a_creature_may_be_like_that(war, change):
    assert wrong(check, war("move", replace(ONE, **change)), 2) == []


@pytest.mark.parametrize(
    ("name", "most", "one"),
    [
        ("creatures", MOST_CREATURES, lambda n: (n, replace(ONE, id=n))),
        ("done_in", MOST_CARDS, lambda n: (n, "move")),
        ("cards", MOST_CARDS, lambda n: (f"Bear {n}", BEAR)),
    ],
)
def test_there_are_only_so_many_creatures_and_cards(war, name, most, one):
    """A file may cast and remove them without an end."""
    state = replace(war("move"), cast=most + 1)
    assert wrong(check, replace(state, **{name: dict(map(one, range(1, most + 1)))}), 2) == []
    assert wrong(check, replace(state, **{name: dict(map(one, range(1, most + 2)))}), 2) == [name.removesuffix("_in")]

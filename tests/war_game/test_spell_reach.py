"""Whose spells reach what, by both readings."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.play.reach import area, single
from companion.games.war_game.state.house_rules import AREA_NEAR, STRONGHOLD_TARGET


@pytest.mark.parametrize(
    ("at", "place", "reads", "found"),
    [
        ("25", "C", [], (True, False)),
        ("25", "C", [STRONGHOLD_TARGET], (False, False)),
        ("25", "A", [STRONGHOLD_TARGET], (False, True)),
        ("21", "A", [STRONGHOLD_TARGET], (True, True)),
        ("21", "24", [], (False, True)),
        ("21", "24", [AREA_NEAR], (False, False)),
        ("23", "24", [AREA_NEAR], (True, True)),
    ],
)
def test_single_spells_need_somebody_near_and_others_a_land_that_is_no_opponents_stronghold(
    war, creature, at, place, reads, found
):
    """Global spells and effects: one chosen terrain, never an opponent's stronghold; targets near own creatures."""
    state = war("cast", creature(at), rules=reads)
    assert (single(state, 0, place), area(state, 0, place)) == found


def test_a_stronghold_that_one_holds_is_no_opponents(war, creature, after):
    state = after(war("cast", creature("25")), lambda _: [ev.StrongholdTaken("C", 0)])
    assert area(state, 0, "C")
    assert not area(state, 1, "C")

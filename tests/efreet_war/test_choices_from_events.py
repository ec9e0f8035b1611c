"""What was chosen in a move of a war is read from its events, so that the check can repeat the move."""

from random import Random

import pytest

from companion.games.efreet_war import fairness, game
from companion.games.efreet_war.facts.events import GuardianKilled
from companion.games.efreet_war.play import counters, rules
from companion.games.efreet_war.setup import by_hand as table
from companion.table.log import Entry
from tests.efreet_war.conftest import begun, fight, fold, opened, under

RNG = Random(7)
STANDING = {f"{id}-{n}": name for id, one in opened().resources.items() for n, name in enumerate(one.guardians)}
ATTACKED = fold(begun(), rules.attack(begun(), resource="valley"))
AUDIENCE = fight(under(begun(), "king", "Pyramids"), "king")
SHEET = opened(just_score=True)
MADE = [
    (begun(), counters.change_life, {"seat": 1, "by": -3}),
    (begun(), counters.change_life, {"seat": 1, "value": 7}),
    (begun(), counters.change_life, {"seat": 1, "by": 2, "counter": "poison"}),
    (opened(), rules.deal, {"rng": RNG}),
    (opened(), table.set_guardians, {"guards": STANDING}),
    (begun(), rules.attack, {"resource": "valley"}),
    (fight(begun(), "valley", kill=0), rules.end_turn, {}),
    (begun(), rules.eliminate, {"seats": [4, 5], "by": [0, None]}),
    (AUDIENCE, rules.claim_king, {"answer": "gain", "other": "Pyramids"}),
    (AUDIENCE, rules.claim_king, {"answer": "remove"}),
    (AUDIENCE, rules.claim_king, {"answer": "leave"}),
    (SHEET, rules.score, {"owners": {"valley": 0, "lamp": 1}, "out": {4: 0}, "broken_off": True}),
]


@pytest.mark.parametrize(("state", "move", "choices"), MADE)
def test_a_move_is_repeated_as_it_was_made(state, move, choices):
    events = [*move(state, **choices)]
    entry = Entry(9, 5.0, None, move.__name__, tuple(events))
    assert events == [*fairness.checker(game, 6, ()).asked(state, entry)] != []


@pytest.mark.parametrize(("resource", "survived"), [("valley", True), ("valley", False), ("king", True)])
def test_an_attack_is_settled_again_as_it_was(resource, survived):
    state = fold(begun(), rules.attack(begun(), resource=resource))
    state = fold(state, [GuardianKilled(resource, name) for name in state.resources[resource].guardians])
    events = [*rules.resolve(state, resource=resource, survived=survived)]
    entry = Entry(9, 5.0, None, "resolve", tuple(events))
    assert events == [*fairness.checker(game, 6, ()).asked(state, entry)]

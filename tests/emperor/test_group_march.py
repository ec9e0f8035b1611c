"""Creatures that stand together march together, and what may march is known before."""

import pytest

from companion.games.emperor.facts.events import CreatureMarched, CreatureNoted, TurnEnded
from companion.games.emperor.play.creatures import goes, march_together
from companion.games.emperor.play.reach import field_of
from companion.kit.ring.away import CreatureTapped
from companion.kit.ring.creatures import March, march_from_home, march_of, together, why_not_move
from companion.table.log import Refusal
from tests.emperor.conftest import D, E, F, fold
from tests.emperor.test_creatures import sorcerer, until


def pair(duel):
    """Two creatures of F that stand with D, ready, in F's turn."""
    second = CreatureNoted(2, "", F, False), CreatureMarched(2, "", E), CreatureMarched(2, "", D)
    state = fold(sorcerer(duel), second)
    return until(fold(state, [TurnEnded(F)]), F)


def test_creatures_of_one_place_march_together_or_not_at_all(duel):
    state = pair(duel)
    both = march_together(state, creatures=[1, 2, 1], to=E)
    assert both == [CreatureMarched(1, "Ogre", E), CreatureMarched(2, "", E)]
    with pytest.raises(Refusal, match="tapped"):
        march_together(fold(state, [CreatureTapped(2, "")]), creatures=[1, 2], to=E)
    with pytest.raises(Refusal, match="Choose which"):
        march_together(state, creatures=[], to=E)


def test_what_may_march_from_a_place_is_known_before(duel):
    state = fold(pair(duel), [CreatureTapped(2, "")])
    tapped = why_not_move(field_of(state), state.creatures[2])
    going = march_of(field_of(state), together(state.creatures, F, D))
    assert going == March(D, ((state.creatures[1], None), (state.creatures[2], tapped)), (E,))
    stuck = fold(state, [CreatureTapped(1, "Ogre")])
    going = march_of(field_of(stuck), together(stuck.creatures, F, D))
    assert (going.to, going.why) == ((), tapped)
    assert march_from_home(F, goes(state, F)).to == (E,)

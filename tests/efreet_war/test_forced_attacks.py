"""Creatures that an effect forces to attack, by the rules of Emperor: away from home, and at home."""

import pytest

from companion.games.efreet_war.facts.events import CreatureMarched
from companion.games.efreet_war.play import creatures
from companion.games.efreet_war.text.describe import outcome, tell
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.away import CreatureGone, CreatureTapped, CreatureUntapped
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fold

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
HOME = {"creature": None, "name": "Ogre", "wall": False}


def emperor(**options):
    return begun(mode="emperor", first=2, **options)


def test_who_must_attack_and_has_no_enemy_beside_marches_towards_the_source():
    """Forced Movement: the Emperor's creatures go one step closer to whoever cast Siren's Call."""
    state = emperor()
    (event,) = creatures.force(state, **HOME, owner=4, source=2)
    assert event == CreatureMarched(1, "Ogre", 4, 3, False, forced=True)
    after = fold(state, [event])
    assert (after.creatures[1].at, after.creatures[1].sick) == (3, True)
    assert tell(event, NAMES) == "Ogre is forced to march to Dee."
    assert outcome(after, [event]) == "creature-1"
    with pytest.raises(Refusal, match="enemy beside it"):
        creatures.force(state, **HOME, owner=3, source=2)
    with pytest.raises(Refusal, match="doesn't reach"):
        creatures.force(begun(10, mode="emperor", first=2), **HOME, owner=7, source=2)


def test_at_home_too_what_is_tapped_is_destroyed_and_what_was_just_summoned_is_immune():
    """Forced Movement: creatures who cannot move are destroyed; cards just summoned are immune."""
    state = emperor()
    gone = creatures.force(state, **HOME, owner=4, source=2, tapped=True)
    assert gone == [CreatureGone(1, "Ogre", "forced")]
    assert outcome(fold(state, gone), gone) == "happened"
    with pytest.raises(Refusal, match="can't be forced"):
        creatures.force(state, **HOME, owner=4, source=2, summoned=True)


def test_a_noted_creature_is_as_it_is():
    state = fold(emperor(), [CreatureMarched(1, "Ogre", 3, 4, False)])
    with pytest.raises(Refusal, match="can't be forced"):
        creatures.force(state, creature=1, owner=3, name="", wall=False, source=2)


def test_nothing_is_forced_where_no_creature_marches():
    state = begun(4, mode="free")
    with pytest.raises(Refusal, match="don't march"):
        creatures.force(state, **HOME, owner=2, source=0)
    ranged = fold(begun(9, mode="teams", team_count=3), [RuleSwitched("reach_teams", True)])
    assert creatures.force(ranged, **HOME, owner=4, source=2)


def test_a_creature_is_tapped_and_untapped():
    state = fold(emperor(), [CreatureMarched(1, "Ogre", 3, 4, False)])
    assert creatures.untap(state, creature=1) == []
    tapped = fold(state, creatures.tap(state, creature=1))
    assert (tapped.creatures[1].tapped, creatures.tap(tapped, creature=1)) == (True, [])
    assert fold(tapped, creatures.untap(tapped, creature=1)) == state
    said = [str(tell(event, NAMES)) for event in (CreatureTapped(1, "Ogre"), CreatureUntapped(1, ""))]
    assert said == ["Ogre is tapped.", "Creature 1 is untapped."]

"""Who would die in an attack: as many as power is enough for, and what the cards leave open is said."""

import pytest

from companion.games.efreet_war.play.fight import propose


@pytest.mark.parametrize(
    ("attackers", "guards", "damage", "dead_guards", "dead_attackers"),
    [
        (["Juzám Djinn"], ["Serra Angel"], {}, ["Serra Angel"], []),  # 5/5 against 4/4
        (["Serra Angel"], ["Juzám Djinn"], {}, [], ["Serra Angel"]),
        (["serra angel"], ["Juzám Djinn"], {"Juzám Djinn": 1}, ["Juzám Djinn"], ["serra angel"]),
        (["Juzám Djinn"], ["Giant Spider", "Benalish Hero"], {}, ["Benalish Hero", "Giant Spider"], []),  # 1 and 4 of 5
        (["Benalish Hero", "Benalish Hero"], ["Air Elemental"], {}, [], ["Benalish Hero", "Benalish Hero"]),
        ([], ["Serra Angel"], {}, [], []),
    ],
)
def test_as_many_die_as_power_is_enough_for(attackers, guards, damage, dead_guards, dead_attackers):
    fight = propose(attackers, guards, damage)
    assert (fight.dead_guards, fight.dead_attackers) == (dead_guards, dead_attackers)


def test_what_the_cards_leave_open_is_said():
    fight = propose(["Our Ogre", "White Knight"], ["Plague Rats", "Drudge Skeletons"], {})
    assert fight.unknown == ["Our Ogre", "Plague Rats"]
    assert fight.special == ["White Knight", "Drudge Skeletons"]
    assert (fight.attack, fight.defence) == (2, 1)

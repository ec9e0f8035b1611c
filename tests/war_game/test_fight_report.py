"""What all phones read after a fight: who died, what is left of the others, and what the deaths free."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.play import fight
from companion.games.war_game.text.aftermath import aftermath
from companion.games.war_game.text.describe import outcome, tell
from companion.table.log import changed
from tests.war_game.conftest import fold

NAMES = ("Ann", "Bob", "Cem")
OGRE = {"owner": 1, "name": "Ogre"}


@pytest.fixture
def said(war):
    """Let creatures fight at a place; give what is read afterwards."""

    def said(*creatures, place="22", against=1, **options):
        state = war("fight", *creatures, players=3, **options)
        state = fold(state, [ev.MovementEnded((), (place,)), ev.FightNamed(place, against, tap_used=True)])
        return [str(line) for line in aftermath(fold(state, fight.settle(state, place=place)), NAMES)]

    return said


def test_nothing_is_read_before_a_fight(war, creature):
    assert aftermath(war("fight", creature()), NAMES) == []


def test_who_lives_on_is_read_with_what_is_left(said, creature):
    lines = said(creature("22", 1, 3, name="Elf"), creature("22", 1, 3, **OGRE))
    assert lines == ["Fight in 22: nobody dies.", "Elf: damage 1, 2 left.", "Ogre: damage 1, 2 left."]


def test_who_alone_is_left_at_a_place(said, creature):
    lines = said(creature("22", 2, 3, name="Elf"), creature("22", 0, 2, **OGRE))
    assert lines == ["Fight in 22. Dead: Ogre (Bob).", "Only Ann is left in 22."]


def test_what_a_death_frees_is_read_before_what_is_left_of_the_living(said, creature):
    """On small phones the last lines of many lie below the edge."""
    lines = said(creature("22", 2, 3, name="Elf"), creature("22", 1, 2, **OGRE))
    assert lines == ["Fight in 22. Dead: Ogre (Bob).", "Only Ann is left in 22.", "Elf: damage 1, 2 left."]


def test_the_dead_of_one_player_are_named_together(said, creature):
    dead = creature("22", 0, 1, **OGRE), creature("22", 0, 1, owner=1, name="Elf"), creature("22", 0, 1, name="Bear")
    assert said(creature("22", 4, 4), *dead, place="22")[0] == "Fight in 22. Dead: Ogre and Elf (Bob)."


def test_a_place_may_be_empty_or_others_still_stand_there(said, creature):
    assert said(creature("22", 2, 2), creature("22", 2, 2, owner=1))[-1] == "Nobody is left in 22."
    three = creature("22", 2, 2), creature("22", 2, 2, owner=1), creature("22", 9, 9, owner=2)
    assert said(*three)[-1] == "Only Cem is left in 22."
    more = creature("22", 2, 2), creature("22", 0, 2, owner=1), creature("22", 9, 9, owner=2)
    assert said(*more) == ["Fight in 22. Dead: 0/2 (Bob)."]


def test_an_open_stronghold_is_taken_as_the_turn_ends(said, creature):
    """How To Win: the only player with creatures in an opponent's stronghold takes control at the end of a turn."""
    lines = said(creature("C", 2, 2, name="Elf"), creature("C", 0, 2, owner=2), place="C", against=2)
    assert lines[-1] == "Only Ann is left in C and takes it when this turn ends."


def test_the_last_stronghold_wins_the_war(war, creature):
    """How To Win: the game ends when one player controls all the strongholds."""
    state = war("fight", creature("C", 2, 2), creature("C", 0, 2, owner=1))
    state = fold(state, [ev.MovementEnded((), ("C",)), ev.AttackersSpared("C")])
    lines = aftermath(fold(state, fight.settle(state, place="C")), NAMES)
    assert lines[-1] == "Only Ann is left in C and wins when this turn ends."


def test_a_full_stronghold_has_room_again(said, creature):
    """Casting Phase: no fourth creature comes into a stronghold until there is a vacancy."""
    home = [creature("C", 0, 2, owner=2) for _ in range(3)]
    lines = said(creature("C", 2, 2), *home, place="C", against=2)
    assert lines[-1] == "Cem has room for a new creature again."
    assert "room" not in " ".join(said(creature("C", 2, 2), *home[:2], place="C", against=2))


def test_a_carrier_and_its_rider_free_each_other_by_dying(said, creature):
    rider = creature("22", 0, 9, owner=1, carried=True, name="Fish")
    carrier = creature("22", 0, 2, rider=rider.id, tapped=True, **OGRE)
    lines = said(creature("22", 2, 9), carrier, rider)
    assert lines[-1] == "Fish is no longer carried."
    weak = changed(rider, toughness=1)
    lines = said(creature("22", 1, 9), weak, changed(carrier, toughness=9))
    assert lines[-1] == "Ogre no longer has a rider."


def test_who_has_gone_since_a_fight_is_not_read(war, creature):
    rider = creature("22", 0, 9, owner=1, carried=True, name="Fish")
    state = war("fight", creature("22", 2, 9), creature("22", 0, 2, rider=rider.id, tapped=True, **OGRE), rider)
    state = fold(state, [ev.MovementEnded((), ("22",))])
    state = fold(state, fight.settle(state, place="22"))
    assert "Fish is no longer carried." in map(str, aftermath(state, NAMES))
    assert "Fish" not in " ".join(map(str, aftermath(fold(state, [ev.CreatureGone(rider.id, "")]), NAMES)))


def test_who_dies_without_a_bonus_is_read_until_the_turn_ends(war, creature):
    state = fold(war("move", creature("22", name="Elf")), [ev.CreatureGone(1, "weaker", "Elf")])
    assert [str(line) for line in aftermath(state, NAMES)] == ["Elf is gone: it has no toughness left."]
    assert outcome(state, [ev.CreatureMarched(1, ("23",), "Elf")]) == "settled"
    assert aftermath(fold(state, [ev.TurnEnded(0)]), NAMES) == []


def test_a_log_from_before_names_the_dead_alone():
    old = ev.FightSettled("22", ((1, 2),), (1,), ("Bear",))
    assert tell(old, NAMES) == "Fight in 22. Dead: Bear."

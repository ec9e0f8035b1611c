"""What others report of statuses: how they end, and what becomes of an award; the owner of a box can switch it off."""

import pytest

from companion.games.tales.box.corrections import Box, from_toml, sold, to_toml
from companion.games.tales.facts import STATUSES, events as ev
from companion.games.tales.play import end_of_turn as moves
from companion.games.tales.play.award import award, served
from companion.games.tales.play.ending import end_turn
from companion.games.tales.play.status_hints import at_home
from companion.games.tales.play.turn import give_number
from companion.games.tales.scoring.hero_sheet import sheet
from companion.games.tales.state import time_of
from companion.games.tales.state.box_overrides import statuses_of
from companion.games.tales.state.heroes import Place, same_space
from companion.table.log import Refusal, changed
from tests.tales.conftest import fold, hero


def off(state, status):
    """Let the owner of the box say that a card does otherwise."""
    return changed(state, noted=ev.BoxNoted(statuses={status: ev.Effect(otherwise=True)}))


ENDS = [
    ({"statuses": {"crippled": 0}}, {"statuses": ["blessed"]}, "crippled"),
    ({"statuses": {"accursed": 0}}, {"statuses": ["blessed"]}, "accursed"),
    ({"statuses": {"blessed": 0}}, {"statuses": ["accursed"]}, "blessed"),
    ({"statuses": {"insane": 0}}, {"gained": ["piety"]}, "insane"),
    ({"statuses": {"imprisoned": 0}, "story": 8}, {"story": 2}, "imprisoned"),
    ({"statuses": {"grief_stricken": 0}, "since": {"grief_stricken": 9}, "story": 9}, {"story": 1}, "grief_stricken"),
    ({"statuses": {"fated": 0}}, {"destiny": 3, "story": 1}, "fated"),
    ({"statuses": {"fated": 2}, "since": {"fated": 3}, "destiny": 2, "story": 3}, {"destiny": 3, "story": 1}, "fated"),
]


@pytest.mark.parametrize(("has", "given", "ended"), ENDS)
def test_a_status_ends_as_reported(game, after, has, given, ended):
    state = game(**has)
    assert ended not in hero(after(state, award, **given)).statuses
    assert ended in hero(after(off(state, ended), award, **given)).statuses


def test_of_a_card_that_does_otherwise_nothing_is_as_reported():
    whole = ev.BoxNoted(statuses=dict.fromkeys(STATUSES, ev.Effect(otherwise=True)))
    assert any(status.reported for status in STATUSES.values())
    assert not any(status.reported for status in statuses_of(whole, STATUSES))


@pytest.mark.parametrize(
    ("has", "given", "kept"),
    [
        ({"statuses": {"blessed": 0}}, {"statuses": ["crippled"]}, "crippled"),
        ({"statuses": {"insane": 0}}, {"unlearned": ["luck"]}, "insane"),
        ({"story": 12}, {"statuses": ["imprisoned"]}, "imprisoned"),
        ({"statuses": {"fated": 0}}, {"destiny": 2, "story": 1}, "fated"),
    ],
)
def test_what_does_not_end_a_status(game, after, has, given, kept):
    assert kept in hero(after(game(**has), award, **given)).statuses


def test_whoever_is_scorned_gains_story_alone(game, after):
    state = game(statuses={"scorned": 0}, destiny=1)
    given = {"destiny": 2, "story": 1, "wealth": 1, "gained": ["piety"]}
    scorned = hero(after(state, award, **given))
    assert (scorned.destiny, scorned.story, scorned.skills.keys()) == (1, 3, {"luck", "magic", "wisdom"})
    assert scorned.wealth == "respectable"  # by the story track alone
    for destiny, then in ((1, (1, 1)), (-1, (0, 0))):
        scorned = hero(after(state, award, destiny=destiny, wealth=-1))
        assert (scorned.destiny, scorned.story) == then
    assert hero(after(off(state, "scorned"), award, **given)).destiny == 3


@pytest.mark.parametrize("cured", [[], ["enslaved"]])
def test_the_geas_of_a_master_ends_with_what_its_slave_earns(game, after, cured):
    """Logs of earlier hold that it stayed."""
    state = game(statuses={"enslaved": 0}, master=1)
    bob = changed(state.heroes[1], destiny=6, statuses={"under_geas": 4})
    state = changed(state, heroes=(state.heroes[0], bob, state.heroes[2]))
    assert after(state, award, destiny=1, cured=cured, strict=True).heroes[1].statuses == {}
    assert after(state, award, destiny=1, cured=cured).heroes[1].statuses == {"under_geas": 4}


def test_destiny_and_treasures_go_to_the_master(game, after):
    state = game(statuses={"enslaved": 0})
    assert hero(after(state, award, destiny=2)).destiny == 2  # nobody has said who that is
    served = after(state, moves.name_master, seat=0, master=1)
    paid = after(served, award, destiny=2, story=1, treasure="Lamp")
    assert [(one.destiny, one.story, one.treasures) for one in paid.heroes[:2]] == [(0, 1, ()), (2, 0, ("Lamp",))]
    assert after(paid, award, destiny=-1).heroes[1].destiny == 2
    some = changed(paid, heroes=(changed(hero(paid), destiny=1), *paid.heroes[1:]))
    for destiny, then in ((1, (1, 3)), (-1, (0, 2))):
        state = after(some, award, destiny=destiny)
        assert (hero(state).destiny, hero(state, 1).destiny) == then
    assert after(served, moves.name_master, seat=0, master=0).heroes[0].master is None
    rich = changed(served, heroes=(hero(served), changed(hero(served, 1), treasures=("Lamp",) * 30), hero(served, 2)))
    with pytest.raises(Refusal, match="at most 30 treasures"):
        award(rich, treasure="Ring")
    with pytest.raises(Refusal, match="one of the players"):
        moves.name_master(state, seat=0, master=7)


# A home


def test_a_home_that_moves_is_lost(game, after):
    """FAQ, The Destination and Origin markers."""
    wed = game(statuses={"married": 0}, markers={"origin": "Mecca"})
    home = after(wed, moves.place_marker, seat=0, marker="origin", place="Basra")
    assert (hero(home).statuses, hero(home).tied) == ({"married": 0}, {"origin": ("married",)})
    assert after(home, moves.place_marker, seat=0, marker="origin", place="Basra").heroes == home.heroes
    for place in ("Mecca", ""):
        assert hero(after(home, moves.place_marker, seat=0, marker="origin", place=place)).statuses == {}
    assert hero(after(home, moves.place_marker, seat=0, marker="quest", place="Mecca")).statuses == {"married": 0}


def test_a_new_home_ends_the_old_one(game, after):
    home = after(game(statuses={"married": 0}), moves.place_marker, seat=0, marker="origin", place="Basra")
    vizier = after(home, award, statuses=["vizier"])
    moved = after(vizier, moves.place_marker, seat=0, marker="origin", place="Mecca")
    assert (hero(moved).statuses.keys(), hero(moved).tied) == ({"vizier"}, {"origin": ("vizier",)})


def test_a_home_is_asked_for_and_said_where_it_matters(game, after):
    """FAQ, The Destination and Origin markers: Married marks a home on the nearest city."""
    wed = game(statuses={"married": 0}, markers={"origin": "Mecca"}, place=Place("city", 2, "Basra"))
    for moment in ("move", "after"):
        assert at_home(moment, hero(wed)) == ["Married: put your origin marker on the nearest city, your home."]
    home = after(wed, moves.place_marker, seat=0, marker="origin", place="basra")
    assert at_home("move", hero(home)) == ["Married: your home is basra. Does your card call you there?"]
    assert at_home("after", hero(home)) == ["Married: you're home. What does your card give you?"]
    assert at_home("after", changed(hero(home), place=Place("city", 3, "Mecca"))) == []
    assert sheet(hero(home)).markers == (("Origin, home (Married)", "basra"),)
    assert at_home("move", hero(game())) == []


# Spaces, time, sales


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (Place("city", 2, "Basra"), True),
        (Place("city", 2, "basra"), True),
        (Place("city", 2), True),
        (Place("city", 3), False),
        (Place("city", 2, "Mecca"), False),
        (Place("other", 2), False),
    ],
)
def test_a_space_is_the_same_as_far_as_anybody_knows(game, other, same):
    here = Place("city", 2, "Basra")
    assert same_space(here, other) == same
    state = game(place=here)
    state = changed(state, heroes=(state.heroes[0], changed(state.heroes[1], place=other), state.heroes[2]))
    if same:
        assert moves.give(state, seat=0, to=1)
    else:
        with pytest.raises(Refusal, match="You must share a space"):
            moves.give(state, seat=0, to=1)


@pytest.mark.parametrize("rules", [(), ("time_rounds",)])
def test_the_time_of_day_is_set_by_hand_and_goes_on(game, after, rules):
    state = changed(game(1, rules=rules), reshuffles=5)
    for time in (0, 2, 1):
        state = after(state, moves.set_time, time=time)
        assert time_of(state) == time
    assert moves.set_time(state, time=1) == []
    later = changed(state, reshuffles=6, rounds=1)
    assert time_of(later) == 2
    with pytest.raises(Refusal, match="time of day"):
        moves.set_time(state, time=3)


def test_what_a_card_brings_is_offered_again(game):
    state = game(treasures=("Lamp",))
    events = moves.sell(state, treasure="Lamp", by=2, limit="rich")
    assert (hero(fold(state, events)).treasures, hero(fold(state, events)).wealth) == ((), "rich")
    box = sold(Box(sales={"Lamp": (1, "poor"), "Ring": (1, "rich")}), events)
    assert [*box.sales.items()] == [("Ring", (1, "rich")), ("Lamp", (2, "rich"))]
    assert sold(Box(), [ev.TreasureSold(0, name, 1, "rich") for name in ("x" * 41, "", "La\0mp")]) == Box()
    assert from_toml(to_toml(box)) == box
    for wrong in ('Lamp = [0, "rich"]', 'Lamp = [1, "richer"]', "Lamp = 1"):
        with pytest.raises(Refusal, match="Entry"):
            from_toml(f"companion_tales_box = 1\n[sales]\n{wrong}")


def test_a_box_of_before_does_as_reported():
    effect = "slower = 1\nmost = -1\nholds = []\ntalents = false\nbars = false"
    read = from_toml(f"companion_tales_box = 1\n[statuses.diseased]\n{effect}")
    assert not read.statuses["diseased"].otherwise


def test_the_letter_of_a_matrix_stays_with_its_number(game, after, rng):
    state = after(game(), give_number, number=842, matrix="B", rng=rng)
    assert (state.encounter.matrix, state.encounter.number) == ("B", 842)
    assert after(state, give_number, number=900, rng=rng).encounter.matrix == "B"
    assert after(state, end_turn, seat=0).encounter is None
    with pytest.raises(Refusal, match="from A to O"):
        give_number(state, number=842, matrix="P", rng=rng)


@pytest.mark.parametrize(
    ("has", "master"),
    [({"statuses": {"enslaved": 0}}, 1), ({"statuses": {}}, 1), ({"statuses": {"enslaved": 0}}, None)],
)
def test_only_who_is_enslaved_serves_and_only_whom_somebody_named(game, has, master):
    state = game(master=master, **has)
    assert served(state, hero(state)) == (master if has["statuses"] else None)

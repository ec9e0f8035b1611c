"""What the scores keep of a war: the race over its turns, and who fell when and by whom."""

from companion.games.efreet_war.facts.events import TurnEnded
from companion.games.efreet_war.play import counters, rules
from companion.games.efreet_war.scoring.result import options, shown_mode
from companion.table.finished import with_names
from tests.efreet_war.conftest import begun, fight, fold

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


def said(state, key):
    return str(with_names(options(state)[key], NAMES))


def turn(state):
    return fold(state, [TurnEnded(state.turn)])


def test_the_race_is_kept_by_team_with_the_turn_of_each_gain():
    state = turn(fight(fight(begun(4, mode="free"), "ring"), "lamp"))
    state = fight(turn(turn(turn(state))), "ali")
    assert state.race == ((1, 0, 2), (1, 0, 3), (5, 0, 5))
    assert said(state, "race") == "Ann: 2 (1), 3 (1) and 5 (5), Bob: 0, Cem: 0 and Dee: 0"
    assert options(state)["turns"] == 5


def test_who_fell_is_kept_with_the_turn_and_by_whom():
    state = turn(begun(mode="emperor"))
    state = fold(state, rules.eliminate(state, seats=[5, 3], by=[0, None]))
    assert state.falls == ((5, 2, 0), (3, 2, None))
    assert said(state, "falls") == "Fay in turn 2, by Bob and Dee in turn 2"
    assert state.race == ((2, 0, 2),)


def test_who_goes_with_the_emperor_fell_by_nobody():
    state = fold(begun(mode="emperor"), rules.eliminate(begun(mode="emperor"), seats=[4], by=[0]))
    assert state.falls == ((4, 1, 0), (3, 1, None), (5, 1, None))


def test_the_life_at_the_end_is_kept_with_who_was_an_emperor():
    state = begun(mode="emperor")
    state = fold(state, counters.change_life(state, seat=1, by=-7, value=None))
    assert said(state, "lives").startswith("Ann: 20, Bob, Emperor: 13, Cem: 20")


def test_a_war_without_points_or_falls_keeps_neither():
    assert options(begun()).keys() == {"players", "mode", "turns", "lives", "started"}


def test_where_all_fall_at_once_nobody_is_left_whoever_had_more_points():
    """The play said that nobody was ahead, at 2 : 0, where the page said that nobody was left."""
    state = fight(begun(2, mode="free"), "ring")
    assert said(fold(state, rules.eliminate(state, seats=[0, 1], by=[None, None])), "why") == "Nobody is left."
    even = begun(2, mode="free")
    assert said(fold(even, rules.break_off(even)), "why") == "Nobody is ahead of all others."


def test_how_it_was_played_reads_well_behind_its_label():
    """Whatever a file says instead is shown as it is."""
    modes = {mode: shown_mode(options(begun(6, mode=mode))["mode"]) for mode in ("free", "teams", "emperor")}
    assert modes == {"free": "Everybody for themselves", "teams": "Teams", "emperor": "Emperor seating"}
    assert shown_mode("x") == "x"

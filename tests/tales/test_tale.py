"""What the tale shows besides its words: the heroes' ways, and where their discs stand."""

from companion.games.tales.facts import events as ev
from companion.games.tales.state import State
from companion.games.tales.state.heroes import Hero
from companion.games.tales.text.tale import (
    A_ROW,
    FIRST,
    HIGH,
    HOME,
    MOST_STATIONS,
    WIDE,
    Mark,
    Spot,
    Station,
    discs,
    drawn,
    tracks,
    ways,
)
from companion.table.log import Entry

BASRA = Station("city", "Basra")


def log(*events):
    return [Entry(1, 0.0, 0, "moved", tuple(events))]


def goes(seat, route, kind="city", place="Basra", **how):
    return ev.HeroMoved(seat, route, kind, 2, place, **how)


def test_a_way_leads_from_baghdad_with_what_happened():
    played = [
        goes(0, "LL"),
        ev.StatusGained(0, "lost"),
        ev.TreasureGained(0, "Lamp"),
        goes(0, ""),
        ev.HeroDied(0),
        goes(0, "", "baghdad", ""),
        goes(0, "", carried=True),
        ev.VictoryDeclared(0),
        ev.StatusGained(7, "lost"),
    ]
    came = BASRA._replace(marks=("lost", "treasure", "death"))
    assert ways(log(*played), 2) == [[HOME, came, HOME, BASRA._replace(marks=("declared",))], [HOME]]


def test_who_dies_is_in_baghdad_again():
    came = BASRA._replace(marks=("death",))
    assert ways(log(goes(0, "LL"), ev.HeroDied(0)), 1) == [[HOME, came, HOME]]


def test_who_goes_on_to_a_space_without_a_name_comes_to_another():
    there = Station("other", "")
    assert ways(log(goes(0, "L", "other", ""), goes(0, "L", "other", "")), 1) == [[HOME, there, there]]


def test_a_way_turns_back_at_the_end_of_a_row_and_shows_the_latest():
    spots = drawn([HOME] * A_ROW + [BASRA] * 2)
    assert [spot.y for spot in spots] == [0] * A_ROW + [HIGH] * 2
    assert [spot.x for spot in spots[:2]] == [FIRST, FIRST + WIDE]
    assert (spots[A_ROW].x, spots[A_ROW + 1].x) == (spots[A_ROW - 1].x, spots[A_ROW - 2].x)
    assert [spot.station for spot in drawn([HOME, *[BASRA] * MOST_STATIONS])] == [BASRA] * MOST_STATIONS


def test_discs_at_the_same_number_stand_one_over_the_other():
    assert discs([3, 5, 3, 3]) == ((0, 3, 0), (1, 5, 0), (2, 3, 1), (3, 3, 2))


def test_a_picture_has_room_for_three_marks_at_a_station():
    assert Spot(0, 0, BASRA._replace(marks=("crown", "death", "coins", "die"))).marks == [
        (34, "crown"),
        (-4, "death"),
        (-42, "coins"),
    ]


def test_a_track_is_as_high_as_its_discs_and_reaches_as_far_as_whoever_has_most():
    heroes = (Hero(destiny=10, wealth="respectable"), Hero(destiny=29), Hero(destiny=10))
    drawn = tracks(State(players=3, total=20, heroes=heroes))
    destiny, story, wealth = drawn.tracks
    assert destiny.discs == ((0, 100.0, 0), (1, 290.0, 0), (2, 100.0, -15))
    assert [mark.number for mark in destiny.marks] == [0, 5, 10, 15, 20, 25]
    assert destiny.marks[2] == Mark(100.0, 10)
    assert story.discs == ((0, 0.0, 0), (1, 0.0, -15), (2, 0.0, -30))
    assert wealth.marks[3] == Mark(145.0, 3, "respectable", 137.0)
    assert [track.top for track in drawn.tracks] == [33, 111, 174]
    assert drawn.height == 208
    assert drawn.points == ((10, 0, "Respectable"), (29, 0, "Poor"), (10, 0, "Poor"))

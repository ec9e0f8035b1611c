"""A move as one line: what it is given, who may make it, and which page comes after it."""

import random
import sys
from pathlib import Path

import pytest

import companion
from tests.apps import ON
from tests.kit.echo_game import GIVEN
from tests.scenes import Evening


@pytest.fixture(scope="module")
def app(new_app):
    return new_app(GAMES=("tests.kit.echo_game",))


@pytest.fixture
def race(app):
    """Open a race whose host has no seat; Bob has the second."""
    race = Evening(app, "race", {"count": 2})
    race.bob = app.test_client()
    race.bob.post(f"/t/{race.code}/sit", data={"seat": 1})
    GIVEN.clear()
    return race


def tap(race, path, phone=None, **form):
    typed = {"op": f"{path} {len(race.table.entries)}", "seen": race.table.seq} | form
    return (phone or race.host).post(f"/race/{race.code}/{path}", data=typed)


def test_a_move_is_given_what_it_asks_for_and_nothing_else(race):
    for path in ("plain", "timed", "drawn", "told", "asked"):
        assert tap(race, path).status_code == 303
    plain, timed, drawn, told, asked = GIVEN
    assert plain == {}
    assert set(timed) == {"at"}
    assert isinstance(timed["at"], float)
    assert isinstance(drawn["rng"], random.Random)
    assert (told, asked) == ({"player": None}, {"by": None})


def test_a_log_keeps_the_name_of_a_move_whatever_its_function_is_called(race):
    """Another one makes the second."""
    for path in ("plain", "timed"):
        assert tap(race, path).location.endswith("#turn")  # the page knows the move as its own
    assert [entry.move for entry in race.table.entries] == ["open_game", "plain", "timed"]


def test_a_guest_is_named_where_a_host_may_act_for_all(race):
    assert tap(race, "asked", race.bob).status_code == 303
    assert tap(race, "told", race.bob).status_code == 303
    assert GIVEN == [{"by": 1}, {"player": 1}]


def test_the_fields_of_the_form_are_the_arguments_of_the_move(race):
    assert tap(race, "paced", seat=1, pace=3).status_code == 303
    assert tap(race, "paced", seat=1, pace=10).status_code == 422
    assert GIVEN == [{"seat": 1, "pace": 3}]


@pytest.mark.parametrize(("seat", "host", "guest"), [(0, 303, 403), (1, 303, 303), (7, 422, 403)])
def test_a_move_for_a_seat_is_its_players_or_the_hosts(race, seat, host, guest):
    assert tap(race, "paced", race.bob, seat=seat, pace=1).status_code == guest
    assert tap(race, "paced", seat=seat, pace=2).status_code == host
    made = [(guest, 1), (host, 2)]
    assert [{"seat": seat, "pace": pace} for status, pace in made if status == 303] == GIVEN


def test_a_move_of_the_turn_is_made_by_who_is_at_the_turn(race):
    assert tap(race, "turned", race.bob).status_code == 403
    assert tap(race, "turned").status_code == 303
    assert tap(race, "turned", race.bob).status_code == 303
    assert [entry.seat for entry in race.table.entries[-2:]] == [None, 1]
    assert len(GIVEN) == 2


def test_a_move_of_the_host_is_nobody_elses(race):
    assert tap(race, "hosted", race.bob).status_code == 403
    assert GIVEN == []
    assert tap(race, "hosted").status_code == 303
    assert GIVEN == [{}]


def test_who_only_watches_is_told_so_before_any_fault_of_the_form(app, race):
    watcher = app.test_client()
    watcher.post(f"/t/{race.code}/watch")
    assert tap(race, "paced", watcher, seat=1, pace="much").status_code == 403
    assert tap(race, "paced", race.bob, seat=1, pace="much").status_code == 422
    assert GIVEN == []


def test_the_page_after_a_move_is_that_of_its_line_or_of_the_phase(race):
    place = f"/race/{race.code}/race"
    assert tap(race, "plain").location == f"{place}#turn"
    assert tap(race, "turned").location == f"{place}#turn"
    assert tap(race, "paced", seat=0, pace=4).location == f"{place}?pace=4&turn=1#turn"


def test_the_code_of_a_table_makes_few_stays_on_its_way_to_the_log(race):
    """Count the functions of ours that are given the code, from the view of a move to the entry that is written."""
    tap(race, "plain")  # so that the table is in memory
    ours, stays = str(Path(companion.__file__).parent), []

    def note(frame, event, _):
        code, values = frame.f_code, frame.f_locals.values()
        if event == "call" and code.co_filename.startswith(ours) and any(value == race.code for value in values):
            stays.append(code.co_name)

    sys.setprofile(note)
    try:
        assert tap(race, "plain").status_code == 303
    finally:
        sys.setprofile(None)
    way = stays[stays.index("view") : stays.index("write_entry") + 1]
    assert len(way) <= (15 if ON else 14), way  # a shared database is given the code once more

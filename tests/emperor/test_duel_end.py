"""The end of a duel on its pages: who is out, what is kept, the ante, the next duel of a series."""

import json

import pytest

from tests.emperor.conftest import NAMES


def test_an_emperor_out_ends_the_duel_and_it_is_kept(ann, open_duel, tap, state):
    code = open_duel(ante="y")
    assert tap(code, "out", seats=[0]).location.endswith("/ring#happened")
    assert tap(code, "out", seats=[1]).location.endswith("/result")
    assert "Eve&#39;s team wins" in ann.get(f"/emperor/{code}/result").text
    assert ann.get(f"/t/{code}").location.endswith("/result")
    kept = json.loads(ann.get("/scores/plays.json").data)
    assert [one["place"] for one in kept[0]["players"]] == [1, 1, 1, 2, 2, 2]
    assert {one["name"] for one in kept[0]["players"] if one["place"] == 1} == set(NAMES[3:])


@pytest.mark.usefixtures("empty")
def test_an_end_that_was_taken_back_gives_way_to_the_next(ann, open_duel, tap, seq):
    code = open_duel()
    tap(code, "out", seats=[1])
    end = seq(code)
    assert ann.post(f"/t/{code}/undo", entry=end).status_code == 303
    assert json.loads(ann.get("/scores/plays.json").data) == []
    ann.post(f"/t/{code}/redo", entry=end)
    assert len(json.loads(ann.get("/scores/plays.json").data)) == 1
    ann.post(f"/t/{code}/undo", entry=end)
    tap(code, "out", seats=[4])
    (kept,) = json.loads(ann.get("/scores/plays.json").data)
    assert {one["name"] for one in kept["players"] if one["place"] == 1} == set(NAMES[:3])


@pytest.mark.usefixtures("empty")
def test_a_play_that_was_deleted_stays_so_when_something_else_is_taken_back(ann, open_duel, tap, seq):
    code = open_duel(ante="y")
    tap(code, "out", seats=[1])
    (kept,) = json.loads(ann.get("/scores/plays.json").data)
    assert ann.post(f"/scores/{kept['id']}/delete").status_code == 303
    tap(code, "divide")
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    assert json.loads(ann.get("/scores/plays.json").data) == []


@pytest.mark.usefixtures("empty")
def test_a_series_keeps_each_duel_under_a_code_of_its_own(ann, open_duel, tap, state):
    code = open_duel()
    tap(code, "out", seats=[1, 4])
    assert "A draw" in ann.get(f"/emperor/{code}/result").text
    assert tap(code, "next", team=1).location.endswith("/seats")
    tap(code, "begin")
    tap(code, "out", seats=[4])
    kept = json.loads(ann.get("/scores/plays.json").data)
    assert [(play["code"], {one["place"] for one in play["players"]}) for play in kept] == [
        (f"{code}/2", {1, 2}),
        (code, {0}),
    ]
    assert state(code).results == (-1,)
    assert "The series" in ann.get(f"/emperor/{code}/result").text


def test_the_ante_is_divided(ann, open_seats, tap, state):
    code = open_seats(ante="y")
    for seat in range(6):
        tap(code, "ante", seat=seat, card=f"card {seat}")
    tap(code, "begin")
    tap(code, "out", seats=[1])
    assert "There are 6 cards in the pool" in ann.get(f"/emperor/{code}/result").text
    assert tap(code, "divide").status_code == 303
    assert sorted(to for to, _ in state(code).shares) == [3, 3, 4, 4, 5, 5]


def test_what_falls_with_a_player_is_listed_until_the_turn_ends(ann, open_duel, tap):
    code = open_duel()
    tap(code, "march", name="Ogre", owner=2, to=1)
    tap(code, "end-turn", seat=2)
    tap(code, "steal", name="Elf", owner=4, by=2)
    tap(code, "out", seats=[3])
    text = ann.get(f"/emperor/{code}/ring").text
    assert "Out: Dee. The ring closes." in text
    assert "Elf: it dies with the territory" in text
    assert "every creature in their territory dies" in text
    tap(code, "end-turn", seat=4)
    assert "The ring closes" not in ann.get(f"/emperor/{code}/ring").text


def test_what_falls_with_an_emperor_is_listed_where_the_duel_has_ended(ann, open_duel, tap):
    """The page that listed it was left at once: whoever held a stolen creature had to know by heart."""
    code = open_duel()
    tap(code, "march", name="Ogre", owner=2, to=1)
    tap(code, "end-turn", seat=2)
    tap(code, "steal", name="Elf", owner=4, by=2)
    assert 'id="happened"' not in ann.get(f"/emperor/{code}/result").text
    assert tap(code, "out", seats=[1]).location.endswith("/result")
    text = ann.get(f"/emperor/{code}/result").text
    assert "Ogre: it dies with the territory" in text
    assert "The ring closes" not in text
    tap(code, "next", team=0)
    assert "Ogre" not in ann.get(f"/emperor/{code}/result").text


def test_who_takes_back_a_phase_is_led_as_all_others_are(ann, open_duel, tap, seq):
    """The end is taken back on the page that shows it; from another page one is not led away."""
    code = open_duel()
    ring, result, log = f"/emperor/{code}/ring", f"/emperor/{code}/result", f"/t/{code}/log"
    tap(code, "out", seats=1)
    for page, undone, restored in ((result, ring, result), (ring, ring, result), (log, log, log)):
        assert ann.post(f"/t/{code}/undo", entry=4, back=page).location == undone
        assert ann.post(f"/t/{code}/redo", entry=4, back=page).location == restored


def test_a_result_says_which_emperor_is_out_and_by_whom(ann, open_duel, tap):
    for by, said in (({"by": 2}, "Emperor out: Eve, by Cem."), ({}, "Emperor out: Eve.")):
        code = open_duel()
        assert tap(code, "out", seats=4, **by).status_code == 303
        assert said in ann.get(f"/emperor/{code}/result").text
        assert ("Cem takes Eve out. The ring closes." in ann.get(f"/t/{code}/log?all=1").text) == bool(by)

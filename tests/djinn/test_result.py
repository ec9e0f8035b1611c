"""The result: saved once, corrected, taken back."""

import re

ANN, BOB, CEM = 0, 1, 2


def plays(phone):
    return phone.get("/scores/plays.json").json


def of(phone, code):
    return [play for play in plays(phone) if play["code"] == code]


def test_a_finished_game_is_saved_once(ann, finished, tap):
    code = finished()
    (play,) = of(ann, code)
    assert play["game"] == "djinn"
    assert play["options"].pop("seconds") in range(3600)
    assert play["options"].pop("why")["values"]["more"] == 5
    assert play["options"] == {"players": 3, "first_game": True, "longer": False, "started": "Ann"}
    assert [(one["place"], one["name"], one["tie_break"]) for one in play["players"]] == [
        (1, "Bob", 5),
        (2, "Ann", 3),
        (3, "Cem", 0),
    ]
    assert sum(line["points"] for line in play["players"][0]["lines"]) == play["players"][0]["points"]
    assert f'href="/scores/{play["id"]}"' in ann.get(f"/djinn/{code}/result").text


def test_a_score_is_drawn_as_a_bar_for_each_of_its_lines(ann, source, tap, seq):
    code = source()
    for seat, box in ((CEM, "corked"), (CEM, "circled"), (BOB, "corked")):
        tap(ann, code, "count", seat=seat, box=box, value=4)
    ann.post(f"/djinn/{code}/finish", op="done", seen=seq(code))
    page = ann.get(f"/djinn/{code}/result").text
    charts = re.findall(r'<svg class="bar".*?</svg>', page, re.DOTALL)
    (play,) = of(ann, code)
    drawn = [re.findall(r'class="seat-\w+"(?:(?!<rect).)*?>(\d+)</text>', chart, re.DOTALL) for chart in charts]
    lines = [[str(line["points"]) for line in player["lines"] if line["points"]] for player in play["players"]]
    assert drawn[:2] == [["40", "12"], ["40"]] == lines[:2]


def test_the_result_tapped_twice_is_saved_once(ann, source, seq, tap):
    code = source()
    tap(ann, code, "count", seat=CEM, box="corked", value=4)
    for _ in range(2):
        answer = ann.post(f"/djinn/{code}/finish", op="the same tap", seen=seq(code))
        assert (answer.status_code, answer.location) == (303, f"/djinn/{code}/result")
    assert len(of(ann, code)) == 1


def test_a_corrected_result_replaces_the_saved_one_and_leaves_a_trace(ann, finished, tap, seq):
    code = finished()
    (before,) = of(ann, code)
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    tap(ann, code, "count", seat=CEM, box="corked", value=4)
    tap(ann, code, "finish")
    (after,) = of(ann, code)
    assert after["id"] == before["id"]
    assert (after["players"][0]["name"], after["players"][0]["points"]) == ("Cem", 40)
    assert "What was changed" in ann.get(f"/scores/{after['id']}").text


def test_a_play_whose_end_was_taken_back_is_not_deleted_and_nobody_brings_it_back(ann, finished, tap, seq):
    code = finished()
    (play,) = of(ann, code)
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert f"/scores/{play['id']}/restore" not in ann.get("/scores/trash").text
    assert ann.get(f"/scores/{play['id']}").location == f"/t/{code}"
    assert "was deleted" not in ann.get(f"/scores/?deleted={play['id']}").text
    ann.post(f"/scores/{play['id']}/restore")
    assert of(ann, code) == []
    tap(ann, code, "finish")
    assert [one["id"] for one in of(ann, code)] == [play["id"]]


def test_a_result_asked_for_again_without_a_change_leaves_no_trace(ann, finished, tap, seq):
    code = finished()
    ann.post(f"/t/{code}/undo", entry=seq(code))
    tap(ann, code, "finish")
    (play,) = of(ann, code)
    assert "What was changed" not in ann.get(f"/scores/{play['id']}").text


def test_an_old_finish_sent_again_does_not_save_a_game_that_goes_on(ann, source, seq, tap):
    """The answer to a finish got lost, the finish was undone, and then the phone sends it again."""
    code = source()
    tap(ann, code, "count", seat=CEM, box="corked", value=3)
    ann.post(f"/djinn/{code}/finish", op="finish", seen=seq(code))
    assert len(of(ann, code)) == 1
    ann.post(f"/t/{code}/undo", entry=seq(code))
    tap(ann, code, "count", seat=CEM, box="corked", value=4)
    ann.post(f"/djinn/{code}/finish", op="finish", seen=seq(code))
    assert of(ann, code) == []


def test_a_result_that_was_taken_back_leaves_the_scores_until_it_stands_again(ann, finished, seq):
    code = finished()
    end = seq(code)
    (before,) = of(ann, code)
    ann.post(f"/t/{code}/undo", entry=end)
    assert of(ann, code) == []
    ann.post(f"/t/{code}/redo", entry=end)
    assert of(ann, code) == [before]

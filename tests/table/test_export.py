"""Tables as files: what is in them, and what comes back."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.djinn.scoring import scoring
from companion.games.djinn.state import check
from companion.storage.connections import get_db
from companion.table.import_export import export
from companion.table.play import find_table, play, undo
from companion.table.seating import seats
from tests.record import read
from tests.table.files import CARDS, changed, load, open_file, phone_of, played, saved

ANN, BOB = 0, 1


@pytest.fixture(scope="module")
def elsewhere(new_app):
    """Make another installation, with a secret key of its own."""
    return new_app()


@pytest.fixture
def running(app):
    with app.app_context():
        return played(finished=False)


def table_of(app, code):
    with app.app_context():
        return find_table(code)


def test_a_file_is_saved_under_the_tables_code(app, running):
    answer = phone_of(app, "host").get(f"/t/{running}/export.json")
    assert answer.mimetype == "application/json"
    assert f"filename=companion-{running}-20" in answer.headers["Content-Disposition"]
    assert answer.json["code"] == running
    assert answer.json["seats"][BOB] == {"name": "אבי <b>", "colour": "blue"}


def test_a_running_game_keeps_its_secrets(app, running):
    """The order of the bag, the secret and the private card are not in the file at all, from no entry of the log."""
    text, table = saved(app, running), table_of(app, running)
    plain = "".join(text.split())
    for bag in (event.bag for entry in table.entries for event in entry.events if hasattr(event, "bag")):
        for start in range(len(bag) - 5):
            assert json.dumps(bag[start : start + 6]).replace(" ", "")[1:-1] not in plain
    assert table.state.sheets[BOB].private_card in CARDS
    assert table.state.sheets[BOB].private_card not in text
    assert table.state.secret not in text


def test_only_the_host_saves_a_running_game(app, running, finished):
    """Whether a game that goes on is copied the host decides; one that is told is everybody's."""
    for phone in (app.test_client(), phone_of(app, "Ann's")):
        answer = phone.get(f"/t/{running}/export.json")
        assert answer.status_code == 403
        assert "Only the host" in answer.text
        assert phone.get(f"/t/{finished}/export.json").status_code == 200


def test_a_game_that_is_told_has_no_secrets(app, finished):
    assert table_of(app, finished).state.secret in saved(app, finished)
    assert table_of(app, finished).state.sheets[BOB].private_card in saved(app, finished)


def test_a_file_comes_back_exactly(app, finished):
    answer = open_file(app, saved(app, finished))
    assert answer.status_code == 303
    new = answer.location.split("/")[2]
    before, after = table_of(app, finished), table_of(app, new)
    assert new != finished
    assert after.entries == before.entries
    assert after.state == before.state
    with app.app_context():
        ours, theirs = seats.find_seats(finished), seats.find_seats(new)
    assert [(s.name, s.colour) for s in theirs] == [(s.name, s.colour) for s in ours]
    assert not {s.key for s in theirs} & {s.key for s in ours}


def open_part(state):
    """Read what of a state of Djinn lies open: all but what a copy draws anew."""
    sheets = tuple(replace(sheet, private_card=None) for sheet in state.sheets)
    return replace(state, bag=tuple(sorted(state.bag)), secret="", sheets=sheets, copied=False)


def test_a_copy_of_a_running_game_is_the_same_but_for_what_is_hidden(app, running):
    """Who ends a copy and looks learns nothing of the game that it is a copy of; and the copy says what it is."""
    code = open_file(app, saved(app, running)).location.split("/")[2]
    before, after = table_of(app, running), table_of(app, code)
    assert open_part(after.state) == open_part(before.state)
    assert after.state.bag != before.state.bag
    assert (after.state.secret, after.state.sheets[BOB].private_card) == ("", None)
    assert [(e.seq, e.at, e.seat, e.move, e.strikes, e.restores, e.exclusive) for e in after.entries] == [
        (e.seq, e.at, e.seat, e.move, e.strikes, e.restores, e.exclusive) for e in before.entries
    ]
    with app.app_context():
        kept = json.dumps(get_db().execute("SELECT events FROM log WHERE code = ?", [code]).fetchall())
    for secret in (before.state.secret, before.state.sheets[BOB].private_card):
        assert secret not in kept
    phone = phone_of(app, "phone")
    assert "This is a copy" in phone.get(f"/t/{code}/log").text
    assert "This table is a copy" in phone.get(f"/djinn/{code}/setup").text
    assert "This table is a copy" in phone.get(f"/djinn/{code}/fair").text


def test_every_copy_is_another(app, running):
    text = saved(app, running)
    bags = {table_of(app, open_file(app, text).location.split("/")[2]).state.bag for _ in range(5)}
    assert len(bags) == 5


def test_what_was_hidden_in_a_copy_cannot_be_brought_back_by_an_undo(app, running):
    """Every order of the bag that the log of a copy has is a new one, that of a draw that was re-rolled too."""
    copy = table_of(app, open_file(app, saved(app, running)).location.split("/")[2])

    def bags(table):
        return [event.bag for entry in table.entries for event in entry.events if hasattr(event, "bag")]

    before, after = bags(table_of(app, running)), bags(copy)
    assert len(before) == len(after) == 2
    assert not set(before) & set(after)
    assert [sorted(bag) for bag in before] == [sorted(bag) for bag in after]


def test_what_came_out_of_the_bag_before_the_copy_fits_its_bag(app, running):
    """What a catch has drawn goes back by an undo and comes again."""
    phone = app.test_client()
    answer = phone.post(
        "/import", data={"file": (io.BytesIO(saved(app, running).encode()), "table.json"), "copied": "yes"}
    )
    code = answer.location.split("/")[2]
    before = table_of(app, code)
    drawn = [event.djinn for entry in before.moves for event in entry.events if hasattr(event, "missing")]
    drawn += [
        (event.colour,) for entry in before.moves for event in entry.events if type(event).__name__ == "ExtraCaught"
    ]
    for entry in reversed(before.moves[4:]):
        assert phone.post(f"/t/{code}/undo", data={"op": f"{entry.seq}", "entry": entry.seq}).status_code == 303
    bag = table_of(app, code).state.bag
    assert bag[: sum(map(len, drawn))] == tuple(one for djinn in drawn for one in djinn)


def test_a_draw_that_was_taken_back_before_the_copy_breaks_nothing_when_it_is_restored(app, running):
    """What it had drawn may lie elsewhere in the copy's bag; wherever it lies, it comes, and no Djinn is lost."""
    table = table_of(app, running)
    extra = next(move for move in table.moves if move.move == "draw_extra")
    with app.app_context():
        undo(running, struck=extra.seq, seat=None, host=True, op="undo extra")
    text = saved(app, running)
    for _ in range(8):
        phone = app.test_client()
        code = phone.post(
            "/import", data={"file": (io.BytesIO(text.encode()), "table.json"), "copied": "yes"}
        ).location.split("/")[2]
        assert phone.post(f"/t/{code}/redo", data={"op": "redo", "entry": extra.seq}).status_code == 303
        check(table_of(app, code).state, 2)


def test_a_game_that_has_ended_but_is_not_told_keeps_its_secrets(app):
    """An end can be taken back, so it opens nothing; the private cards it has shown, as they gave points."""
    with app.app_context():
        code = played(finished=False)
        play(code, "end", scoring.end, tapped_by=None, op="end", at=2000.0)
    state = table_of(app, code).state
    text = saved(app, code)
    assert state.secret not in text
    assert state.sheets[BOB].private_card in text
    copy = table_of(app, open_file(app, text).location.split("/")[2]).state
    assert (copy.secret, copy.finished, copy.copied) == ("", True, True)
    assert copy.sheets == state.sheets
    assert copy.bag != state.bag


def test_a_file_can_be_played_on(app, running):
    phone = app.test_client()
    answer = phone.post(
        "/import", data={"file": (io.BytesIO(saved(app, running).encode()), "table.json"), "copied": "yes"}
    )
    code = answer.location.split("/")[2]
    for op in ("open", "tap-1", "import-1", "fresh"):
        phone.post(f"/djinn/{code}/count", data={"op": op, "seat": ANN, "box": "coins", "by": 1})
    assert table_of(app, code).state.sheets[ANN].coins > table_of(app, running).state.sheets[ANN].coins


def test_who_opens_a_file_is_the_host(app, running):
    phone = app.test_client()
    answer = phone.post(
        "/import", data={"file": (io.BytesIO(saved(app, running).encode()), "table.json"), "copied": "yes"}
    )
    code = answer.location.split("/")[2]
    assert phone.get(f"/t/{code}/export.json").status_code == 200
    assert app.test_client().get(f"/t/{code}/export.json").status_code == 403


def test_a_running_game_opens_elsewhere_too(app, elsewhere, running):
    """There is nothing in the file that another installation may not know."""
    answer = open_file(elsewhere, saved(app, running))
    assert (answer.status_code, answer.location) == (303, f"/t/{running}")
    assert open_part(table_of(elsewhere, running).state) == open_part(table_of(app, running).state)


def test_a_finished_game_opens_anywhere_under_its_code(app, elsewhere, finished):
    answer = open_file(elsewhere, saved(app, finished))
    assert (answer.status_code, answer.location) == (303, f"/t/{finished}")
    assert table_of(elsewhere, finished) == table_of(app, finished)
    assert elsewhere.test_client().get(f"/djinn/{finished}/result").status_code == 200


SEAL = {"sealed": "gAAAAABo0000"}


@pytest.mark.parametrize("path", ["DjinnDrawn.bag", "SecretDrawn.secret", "PrivateCardChosen.card", "Opened.players"])
def test_a_seal_of_an_older_companion_is_refused_in_words(app, running, path):
    """No seal is opened any more, so none can be put where it would be read."""
    answer = open_file(app, json.dumps(changed(json.loads(saved(app, running)), path, SEAL)))
    assert answer.status_code == 422
    assert "sealed by an older Companion" in answer.text


@pytest.mark.parametrize("path", ["seats.0.name", "log.0.move", "log.0.events.0.event", "code", "game"])
def test_a_seal_elsewhere_is_refused(app, running, path):
    assert load(app, changed(json.loads(saved(app, running)), path, SEAL)) is None


def test_a_log_that_no_bag_fits_is_refused(app, running):
    """Nine Djinn of a colour there are, not ten."""
    data = json.loads(saved(app, running))
    assert load(app, changed(data, "ExtraCaught.colour", "blue")) is not None
    deal = next(event for entry in data["log"][1:] for event in entry["events"] if event["event"] == "DjinnDrawn")
    deal["spaces"] = {slot: ["blue"] * 2 for slot in deal["spaces"]}
    assert load(app, data) is None


def test_a_finished_game_comes_into_the_scores_once(new_app, finished, app):
    """Not as a copy where it was played, but where it is new; and only once however often it comes."""
    elsewhere = new_app()
    plays = [json.loads(one.test_client().get("/scores/plays.json").data) for one in (app, elsewhere)]
    for one in (app, elsewhere, elsewhere):
        assert open_file(one, saved(app, finished)).status_code == 303
    after = [json.loads(one.test_client().get("/scores/plays.json").data) for one in (app, elsewhere)]
    assert len(after[0]) == len(plays[0])
    (play,) = after[1]
    assert play["code"] == finished
    assert [one["name"] for one in play["players"]] == [
        one["name"] for one in next(one for one in after[0] if one["code"] == finished)["players"]
    ]


def test_a_file_whose_table_is_here_leads_there_or_is_copied(app, elsewhere, running):
    """A table comes in once: the second time its page leads to it, played on or not; a copy is asked for."""
    text = saved(app, running)
    assert open_file(app, text, copied="").status_code == 409
    first = open_file(elsewhere, text, copied="")
    assert first.location == f"/t/{running}"
    again = open_file(elsewhere, text, copied="")
    assert again.status_code == 409
    assert "This table is already here" in again.text
    assert f'href="/t/{running}"' in again.text
    assert open_file(elsewhere, text).location != f"/t/{running}"


def test_a_file_that_goes_on_where_the_table_here_ends_is_opened(app, elsewhere, running):
    open_file(elsewhere, saved(app, running), copied="")
    phone_of(app, "host").post(f"/djinn/{running}/count", data={"seat": 0, "box": "corks", "value": 1, "op": "on"})
    answer = open_file(elsewhere, saved(app, running), copied="")
    assert answer.status_code == 303
    assert answer.location != f"/t/{running}"


def test_a_game_that_was_finished_elsewhere_comes_into_the_scores_with_its_table(app, elsewhere, running):
    """Its code was taken by the table that it had been copied from, and no list had its result."""
    open_file(elsewhere, saved(app, running), copied="")
    with app.app_context():
        play(running, "end", scoring.end, tapped_by=None, op="end", seen=find_table(running).seq, at=2000.0)
    text = saved(app, running)
    code = open_file(elsewhere, text, copied="").location.split("/")[2]
    open_file(elsewhere, text, copied="")
    open_file(elsewhere, text)
    plays = json.loads(elsewhere.test_client().get("/scores/plays.json").data)
    assert [one["code"] for one in plays if one["code"] in (running, code)] == [code]
    assert re.search(r"/scores/\d+", elsewhere.test_client().get(f"/djinn/{code}/result").text)


def test_of_an_evening_of_duels_each_comes_into_the_scores(app, new_app):
    """Only the last did, and none if that was not over yet."""
    head, table = read(Path(__file__).parent.parent / "emperor" / "logs" / "ante.jsonl")
    rows = export.dump(table, [])["log"]
    elsewhere = new_app()
    open_file(elsewhere, json.dumps({key: head[key] for key in ("companion", "game", "code", "seats")} | {"log": rows}))
    plays = json.loads(elsewhere.test_client().get("/scores/plays.json").data)
    assert sorted(play["code"] for play in plays) == [table.code, f"{table.code}/2"]
    assert len({play["played_at"] for play in plays}) == 2


def test_a_stranger_to_the_log_learns_of_no_code(app, running):
    other = json.loads(saved(app, running))
    other["log"][-1]["at"] += 1
    answer = open_file(app, json.dumps(other), copied="")
    assert running not in answer.location + answer.text
    assert table_of(app, answer.location.split("/")[2]).entries[-1].at == other["log"][-1]["at"]

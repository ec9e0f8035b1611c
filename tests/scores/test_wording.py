"""What a play says of itself, on its page, in the trace of its corrections, as a table and to BG Stats."""

import csv
import io
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.games import djinn, emperor
from companion.language.texts import Text, listed, parts
from companion.scores.exports import csv_export
from companion.scores.model import by_source
from companion.scores.stores import edit_store, play_store
from companion.scores.wording import changes, duration, facts
from tests.scores.entries import BY_POINTS, corrected, edit
from tests.scores.test_bg_stats import handed
from tests.scores.test_corrections import BOB, PLAY

KEPT = djinn.game.scores.fields
SOLO = {"deck": 14, "tom": "house", "result": "won", "tasks": ["ten_coins", "eight_mages"], "challenge": "ABCDEFGHJ"}
ALONE = replace(PLAY, players=PLAY.players[:1], options=SOLO | {"players": 1, "longer": False, "seconds": 5400})


def told(play, kept=KEPT):
    return {str(label): str(said) for label, said in facts(play, kept)}


def test_a_play_against_tom_says_all_that_was_kept():
    assert told(ALONE) == {
        "Against Tom": "won",
        "Cards in Tom's deck": "14",
        "Tom's deck": "house deck",
        "Tasks": "At least 8 Mages and At least 10 Coins",
        "Challenge": "ABC-DEF-GHJ",
        "Duration": "1 h 30 min",
    }


def test_whose_score_was_found_later_had_not_lost_before():
    without = replace(PLAY, players=(PLAY.players[0], replace(BOB, place=2, points=None, lines=())))
    found = corrected(without, (PLAY.players[0].points, 999))
    assert "Bob: place 1, not no score." in [str(said) for said in changes(without, found, KEPT, BY_POINTS)]


@pytest.mark.parametrize("value", ["odd", 7, ["odd"], 1.5])
@pytest.mark.parametrize("fact", [fact.id for fact in KEPT])
def test_whatever_a_file_brought_is_told_somehow(fact, value):
    play = replace(PLAY, options={fact: value})
    label = next(str(one.label) for one in KEPT if one.id == fact)
    assert told(play)[label] in (str(value), "yes", "nothing")
    assert all(str(change).startswith(f"{label}: now ") for change in changes(PLAY, play, KEPT, BY_POINTS))
    assert "".join(csv_export.rows([(play, [{}, {}])], KEPT, ())).count("\n") >= 2


def test_a_play_of_another_game_says_its_own():
    play = replace(PLAY, options={"range": "unlimited", "started": "Bob"})
    assert told(play, emperor.game.scores.fields) == {"Range of influence": "unlimited", "Starting player": "Bob"}


@pytest.mark.parametrize("turns", [0, 1])
def test_turns_are_told_only_where_there_were_any(turns):
    play = replace(PLAY, options={"turns": turns})
    assert told(play, emperor.game.scores.fields) == ({"Turns": "1"} if turns else {})


def test_what_is_told_can_be_said_in_another_language_and_a_list_is_told_one_by_one():
    fell = [Text("%(name)s in turn %(turn)s", name=name, turn=2) for name in ("Ann", "Bob", "Cem")]
    play = replace(PLAY, options={"falls": listed(fell), "range": Text("Two seats")})
    said = dict(facts(play, emperor.game.scores.fields))
    assert [type(said[fact]) for fact in ("Players out", "Range of influence")] == [Text, Text]
    assert parts(said["Players out"]) == fell
    assert [parts(listed(fell[:n])) for n in (1, 2)] == [fell[:1], fell[:2]]
    assert parts(said["Range of influence"]) == ["Two seats"]


@pytest.mark.parametrize(("seconds", "said"), [(0, "0 min"), (89, "1 min"), (3599, "1 h 0 min"), (5400, "1 h 30 min")])
def test_a_duration_is_told_in_hours_and_minutes(seconds, said):
    assert str(duration(seconds)) == said


# The trace


def test_a_correction_is_told_in_sentences():
    after = corrected(PLAY, (80, 95), "oops", names=("Ann", "Dee"))
    assert [str(sentence) for sentence in changes(PLAY, after, (), BY_POINTS)] == [
        "Ann: place 2, not place 1.",
        "Bob is now called Dee.",
        "Dee has 95 points, not 60.",
        "Dee: place 1, not place 2.",
        "Note: now oops.",
    ]


def test_a_sentence_that_was_changed_has_one_full_stop():
    before, after = (replace(PLAY, note=note, options={"why": "Tied."}) for note in ("", "Late. Bob fell asleep!"))
    after = replace(after, options={"why": "Equal in points."})
    assert [str(sentence) for sentence in changes(before, after, (), BY_POINTS)] == [
        "Note: now “Late. Bob fell asleep!”",
        "Why: “Equal in points.” instead of “Tied.”",
    ]
    gone = replace(before, options={})
    assert [str(sentence) for sentence in changes(before, gone, (), BY_POINTS)] == ["Why: no longer “Tied.”"]


def test_nothing_is_another_thing_than_zero():
    """A tie-break of 0 that was removed was told as "now None"."""
    (ann, bob), said = PLAY.players, []
    versions = [replace(PLAY, players=(replace(ann, tie_break=own, points=own), bob)) for own in (0, None, 0, 3, 0)]
    for before, after in pairwise(versions):
        said.append([str(sentence) for sentence in changes(before, after, (), BY_POINTS)])
    assert said == [
        ["Ann's points: no longer 0.", "Ann's tie-break: no longer 0."],
        ["Ann's points: now 0.", "Ann's tie-break: now 0."],
        ["Ann has 3 points, not 0.", "Ann's tie-break: 3, not 0."],
        ["Ann has 0 points, not 3.", "Ann's tie-break: 0, not 3."],
    ]


def test_a_correction_of_tasks_and_deck_is_told_in_their_words():
    after = replace(ALONE, options=ALONE.options | {"deck": 13, "tom": "", "tasks": ["ten_coins", "no_passages"]})
    assert [str(sentence) for sentence in changes(ALONE, after, KEPT, BY_POINTS)] == [
        "Cards in Tom's deck: 13, not 14.",
        "Tom's deck: no longer house deck.",
        "Tasks: now also No Secret Passage placed.",
        "Tasks: no longer At least 8 Mages.",
    ]


def test_a_sheet_counted_again_names_its_lines():
    keys, *rest = BOB.lines
    again = replace(BOB, lines=(replace(keys, points=keys.points + 30), *rest))
    said = changes(PLAY, replace(PLAY, players=(PLAY.players[0], again)), (), BY_POINTS)
    assert [str(sentence) for sentence in said] == ["Bob, Trophies: 90, not 60."]


def test_players_in_another_order_are_no_change():
    assert changes(PLAY, replace(PLAY, players=PLAY.players[::-1]), KEPT, BY_POINTS) == []


# As a table, and to BG Stats


def test_a_table_has_a_column_for_each_fact():
    plays = ALONE, replace(PLAY, options={"started": "Bob", "longer": True})
    text = csv_export.header(KEPT, ()) + csv_export.rows([(one, [{}] * len(one.players)) for one in plays], KEPT, ())
    solo, first, second = csv.DictReader(io.StringIO(text))
    assert (solo["deck"], solo["tom"], solo["result"], solo["minutes"]) == ("14", "house", "won", "90")
    assert (solo["tasks.ten_coins"], solo["tasks.no_passages"], first["tasks.ten_coins"]) == ("yes", "no", "")
    assert [row["player"] for row in (solo, first, second)] == ["Ann", "Ann", "Bob"]
    assert (first["started"], first["longer"], solo["longer"], solo["players"]) == ("Bob", "yes", "no", "1")
    assert not [cell for row in (solo, first, second) for cell in row.values() if cell.startswith(("[", "{"))]


def test_a_table_has_a_column_for_each_source_of_points():
    points = [by_source([("keys", 5), ("king-1", 2), ("king-2", -3)]), by_source([("keys", 0)])]
    text = csv_export.header((), ("keys", "king", "cards")) + csv_export.rows(
        [(PLAY, points)], (), ("keys", "king", "cards")
    )
    rows = csv.DictReader(io.StringIO(text))
    names = ("player", "points.keys", "points.king", "points.cards")
    assert [[row[name] for name in names] for row in rows] == [["Ann", "5", "-1", ""], ["Bob", "0", "", ""]]


def test_bg_stats_learns_who_started_how_long_it_took_and_what_was_kept():
    play = replace(PLAY, note="late", options={"started": "Bob", "seconds": 3601})
    told = handed(play, facts=["Against Tom: won"])
    assert [player["startPlayer"] for player in told["players"]] == [False, True]
    assert (told["durationMin"], told["comments"]) == (60, "late\nAgainst Tom: won")
    assert told["playDate"] == "1970-01-01 00:16:40"


def test_bg_stats_is_told_nothing_that_is_not_known():
    told = handed(PLAY)
    assert "durationMin" not in told
    assert not any(player["startPlayer"] for player in told["players"])


# Back to before a correction


@pytest.mark.usefixtures("empty")
def test_a_correction_is_taken_back_and_that_too(ann, table, app):
    with app.app_context():
        id = play_store.save("djinn", code=None, played_at=1000.0, options={}, players=PLAY.players)
        edit(id, players=[("Ann", 80), ("Dee", 95)], note="oops", seen=0)
        (first,) = edit_store.edits(id, limit=9)
    assert f'action="/scores/{id}/edits/{first.id}"' in ann.get(f"/scores/{id}").text
    assert ann.post(f"/scores/{id}/edits/{first.id}", seen=0).status_code == 409
    assert ann.post(f"/scores/{id}/edits/99", seen=1).status_code == 404
    assert ann.post(f"/scores/{id}/edits/{first.id}", seen=1).location == f"/scores/{id}"
    with app.app_context():
        assert play_store.find(id).players == PLAY.players
        second, _ = edit_store.edits(id, limit=9)
    ann.post(f"/scores/{id}/edits/{second.id}", seen=2)
    with app.app_context():
        assert [player.name for player in play_store.find(id).players] == ["Ann", "Dee"]


@pytest.mark.usefixtures("empty")
def test_an_edit_of_another_play_is_none_of_this(app):
    with app.app_context():
        one, other = (
            play_store.save("djinn", code=None, played_at=at, options={}, players=PLAY.players) for at in (1.0, 2.0)
        )
        edit(one, players=[("Ann", 80), ("Dee", 95)], note="", seen=0)
        with pytest.raises(KeyError):
            edit_store.take_back(other, edit_store.edits(one, limit=1)[0].id, seen=0)

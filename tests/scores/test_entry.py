"""A play entered by hand or corrected: who wins follows how its game is won, and nothing else."""

from dataclasses import replace

import pytest

from companion.language.texts import Text
from companion.refusal import Refusal
from companion.scores.entry import Entry, Row, make
from companion.table.finished import DECLARED, LAST, POINTS, SIDES, Line, Play, Player, Won
from tests.scores.entries import corrected, entry_of

WHY = Text("Counted on the track.")
COINS = Text("Coins, Scrolls and Keys")


def players(*places, points=(), teams=()):
    """Seat players with these places."""
    found = []
    for number, place in enumerate(places):
        own, team = (rest[number] if rest else None for rest in (points, teams))
        found.append(Player(f"P{number}", "red", place, own, None, (), team=team))
    return tuple(found)


def play(game, *places, options=(), **more):
    return Play(7, game, "K7QFM", 1000.0, dict(options), "", players(*places, **more))


def enter(before, won, **changes):
    return make(entry_of(before, **changes), won, before=before)


def places(made):
    return [one.place for one in made.players]


def test_points_of_tales_never_rank():
    tales = play("tales", 1, 2, 2, points=(12, 9, 11))
    assert places(corrected(tales, (12, 30, 11), won=Won(DECLARED))) == [1, 2, 2]


def test_in_tales_one_chooses_who_won_and_several_may():
    tales = play("tales", 1, 2, 2, points=(12, 9, 11))
    assert places(enter(tales, Won(DECLARED), winners=frozenset({1, 2}))) == [2, 1, 1]


def test_sides_move_together():
    duel = play("emperor", 1, 1, 2, 2, teams=(1, 1, 2, 2))
    assert places(enter(duel, Won(SIDES), winners=frozenset({2}))) == [2, 2, 1, 1]
    assert places(enter(duel, Won(SIDES), winners=frozenset(), drawn=True)) == [0] * 4
    assert places(enter(duel, Won(SIDES), winners=frozenset())) == [2] * 4


def test_sides_from_before_teams_were_kept_move_together_too():
    duel = play("emperor", 1, 2, 1, 2)
    assert places(enter(duel, Won(SIDES), winners=frozenset({1}))) == [2, 1, 2, 1]


def test_sides_that_lost_follow_by_their_points_as_when_they_are_played():
    war = play("efreet_war", 1, 1, 2, 2, 3, points=(10, 10, 8, 8, 5), teams=(1, 1, 2, 2, 3))
    assert places(enter(war, Won(SIDES), winners=frozenset({4}))) == [2, 2, 3, 3, 1]
    assert enter(war, Won(SIDES)) == war


def test_places_stay_if_the_same_has_won():
    """By a house rule the losers of the War Game have places of their own."""
    war = play("war_game", 1, 3, 2)
    assert enter(war, Won(LAST), note="late").players == war.players
    assert places(enter(war, Won(LAST), winners=frozenset({1}))) == [2, 1, 2]


def test_points_that_decide_rank_and_say_why():
    djinn = play("djinn", 1, 2, points=(80, 60))
    assert "why" not in corrected(djinn, (80, 95)).options
    tied = replace(djinn, players=tuple(replace(one, tie_break=5 + n) for n, one in enumerate(djinn.players)))
    after = corrected(tied, (80, 80), won=Won(POINTS, tie=COINS))
    assert (places(after), str(after.options["why"])) == (
        [2, 1],
        "Tied on points; Coins, Scrolls and Keys decide: 6 to 5.",
    )
    assert "why" not in corrected(after, (80, 90), won=Won(POINTS, tie=COINS)).options


def test_a_shared_victory_says_so():
    djinn = play("djinn", 1, 2, points=(80, 60))
    djinn = replace(djinn, players=tuple(replace(one, tie_break=5) for one in djinn.players))
    after = corrected(djinn, (80, 80), won=Won(POINTS, tie=COINS))
    assert (places(after), str(after.options["why"])) == ([1, 1], "Equal in points, and in Coins, Scrolls and Keys.")


def test_a_shared_victory_says_nothing_of_a_tie_break_that_nobody_counted():
    djinn = play("djinn", 1, 2, points=(80, 60))
    after = corrected(djinn, (80, 80), won=Won(POINTS, tie=COINS))
    assert (places(after), str(after.options["why"])) == ([1, 1], "Equal in points.")


def test_why_others_won_is_not_told_of_who_wins_now():
    tales = play("tales", 1, 2, options={"why": Text("Only %(name)s could win.", name="P0")})
    assert enter(tales, Won(DECLARED), note="late").options["why"] == "Only P0 could win."
    assert "why" not in enter(tales, Won(DECLARED), winners=frozenset({1})).options
    told = enter(tales, Won(DECLARED), winners=frozenset({1}), kept={"why": "P1 had more skills"})
    assert told.options["why"] == "P1 had more skills"


def test_a_new_name_goes_wherever_the_play_names_the_player():
    lines = (Line("player-1", Text("%(name)s eliminated", name="P1"), 3, WHY),)
    options = {"started": "P1", "why": Text("Only %(name)s could win.", name="P1")}
    before = play("efreet_war", 1, 2, points=(3, 0), options=options)
    before = replace(before, players=(replace(before.players[0], lines=lines), before.players[1]))
    after = corrected(before, (3, 0), won=Won(SIDES), names=("P0", "Zoe"))
    assert after.options == {"started": "Zoe", "why": "Only Zoe could win."}
    assert after.players[0].lines[0].label == "Zoe eliminated"


def row(entry, number, **changes):
    rows = [*entry.rows]
    rows[number] = replace(rows[number], **changes)
    return replace(entry, rows=tuple(rows))


LINED = replace(
    play("djinn", 1, 2, points=(80, 60)),
    players=tuple(
        replace(one, lines=(Line("keys", Text("Keys"), one.points - 10, WHY), Line("coins", Text("Coins"), 10, WHY)))
        for one in players(1, 2, points=(80, 60))
    ),
)


def test_lines_make_up_the_points():
    entry = row(entry_of(LINED), 1, lines={"keys": 90, "coins": 10})
    after = make(entry, Won(POINTS), before=LINED).players[1]
    assert (after.points, after.place, [line.points for line in after.lines]) == (100, 1, [90, 10])
    assert after.lines[1] == LINED.players[1].lines[1]


def test_a_total_that_was_typed_is_made_up_by_a_line():
    entry = row(entry_of(LINED), 1, points=65, lines={"keys": 50, "coins": 10})
    after = make(entry, Won(POINTS), before=LINED).players[1]
    assert (after.points, [(line.id, line.points) for line in after.lines]) == (
        65,
        [("keys", 50), ("coins", 10), ("corrected", 5)],
    )


@pytest.mark.parametrize("total", [55, 60])
def test_a_total_that_was_emptied_is_that_of_the_lines(total):
    """The points were lost, the lines stayed, and who had won came last without a score."""
    before = corrected(LINED, (80, total))
    after = make(row(entry_of(before), 1, points=None), Won(POINTS), before=before).players[1]
    assert (after.points, after.lines) == (60, LINED.players[1].lines)


def test_lines_give_no_more_points_than_a_total_may_have():
    """No form could correct such a play any more, and no file with it came in again."""
    with pytest.raises(Refusal, match="from −9999 to 9999"):
        make(row(entry_of(LINED), 1, lines={"keys": 9990, "coins": 10}), Won(POINTS), before=LINED)


def test_lines_that_the_form_does_not_show_stay():
    entry = row(entry_of(LINED), 1, points=None, lines={"coins": 20})
    after = make(entry, Won(POINTS), before=LINED).players[1]
    assert (after.points, {line.id: line.points for line in after.lines}) == (70, {"keys": 50, "coins": 20})


def test_players_are_added_and_taken_out():
    before = play("tales", 1, 2, 2)
    entry = entry_of(before)
    entry = replace(entry, rows=(*entry.rows[:2], Row("Zoe", "blue")), winners=frozenset({2}))
    after = make(entry, Won(DECLARED), before=before)
    assert [(one.name, one.place) for one in after.players] == [("P0", 2), ("P1", 2), ("Zoe", 1)]


def test_a_play_of_points_needs_some():
    with pytest.raises(Refusal, match="Points decide"):
        make(Entry("djinn", 1.0, "", (Row("Ann", "red"), Row("Bob", "blue"))), Won(POINTS))
    made = make(Entry("djinn", 1.0, "", (Row("Ann", "red", 5), Row("Bob", "blue"))), Won(POINTS))
    assert places(made) == [1, 2]


@pytest.mark.parametrize("won", [Won(way) for way in (POINTS, SIDES, LAST, DECLARED)])
def test_who_plays_alone_wins_or_loses(won):
    for winners, place in ((frozenset({0}), 1), (frozenset(), 2)):
        assert places(make(Entry("djinn", 1.0, "", (Row("Ann", "red", 5),), winners), won)) == [place]

"""The end: declaring, last turns, who wins, and the goals shown."""

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.play.award import award
from companion.games.tales.play.ending import declare, end_turn, show_goals, stop
from companion.games.tales.play.turn import STANDS
from companion.games.tales.scoring.result import decision
from companion.games.tales.state.heroes import Place
from companion.games.tales.state.house_rules import DEAD_DECLARES
from companion.table.log import Refusal, changed
from tests.tales.conftest import hero

MET = {"destiny": 12, "story": 8}


def with_bob(state, **has):
    return changed(state, heroes=(state.heroes[0], changed(state.heroes[1], **has), *state.heroes[2:]))


def test_whoever_declares_gives_everybody_else_one_turn(game, after):
    """Rules, Game end."""
    state = after(game(**MET), declare, seat=0)
    assert (state.declared, state.last, state.turn) == ((0,), (1, 2), 1)
    state = after(state, end_turn, seat=1)
    assert (state.last, state.turn, state.winners) == ((2,), 2, None)
    assert after(state, end_turn, seat=2).winners == (0,)


@pytest.mark.parametrize(
    ("bob", "won"),
    [
        ({"statuses": {"blessed": 0}}, (1,)),  # the most statuses
        ({"skills": {"luck": "master", "magic": "talent", "piety": "talent", "wisdom": "talent"}}, (1,)),  # skills
        ({}, (0, 1)),
        ({"place": Place("other")}, (0,)),
        ({"statuses": {"envious": 0}}, (0,)),
        ({"held": {"wounded": ("luck",)}}, (0,)),  # held skills do not count
    ],
)
def test_ties_are_broken_by_statuses_and_skills(game, after, bob, won):
    """Rules, Game end."""
    state = after(with_bob(game(2, **MET), **MET | bob), declare, seat=0)
    assert after(state, end_turn, seat=1).winners == won


def test_eligibility_is_asked_again_of_the_declarer_too(game, after):
    """Our reading: if nobody is left who can win, one plays on."""
    state = after(game(2, **MET), declare, seat=0)
    state = changed(state, heroes=(changed(hero(state), destiny=11), state.heroes[1]))
    assert end_turn(state, seat=1)[-1] == ev.LastTurnsEnded()
    state = after(state, end_turn, seat=1)
    assert (state.winners, state.declared, state.last, state.turn) == (None, (), (), 0)


@pytest.mark.parametrize(
    ("has", "why"),
    [
        ({"destiny": 9, "story": 20}, "Destiny 9 of 12: not yet."),
        (MET | {"place": Place("city")}, "come back to Baghdad"),
        (MET | {"place": Place("power")}, "follow the arrow"),
        (MET | {"statuses": {"on_pilgrimage": 0}}, "You can't win with On Pilgrimage"),
    ],
)
def test_what_keeps_from_declaring(game, has, why):
    with pytest.raises(Refusal, match=why):
        declare(game(**has), seat=0)


def test_a_status_that_nobody_noticed_lets_the_declaration_stand_but_wins_nothing(game, after):
    """Rules, Statuses; our reading: who wins is asked once more at the end."""
    geas = game(2, **MET, statuses={"under_geas": 12})
    with pytest.raises(Refusal, match="You can't win with Under Geas") as refused:
        declare(geas, seat=0)
    assert refused.value.offer == ("stands", STANDS, "y")
    last = after(geas, declare, seat=0, override=True)
    assert (last.declared, last.last) == ((0,), (1,))
    assert end_turn(last, seat=1)[-1] == ev.LastTurnsEnded()
    free = changed(last, heroes=(changed(hero(last), statuses={}), last.heroes[1]))
    assert after(free, end_turn, seat=1).winners == (0,)


@pytest.mark.parametrize("has", [{"destiny": 9, "story": 20}, MET | {"place": Place("city")}])
def test_what_no_status_causes_does_not_stand(game, has):
    with pytest.raises(Refusal) as refused:
        declare(game(**has, statuses={"under_geas": 12}), seat=0, override=True)
    assert not refused.value.offer


def test_who_died_in_this_turn_declares_later(game, after):
    state = after(game(2, **MET), award, died=True)
    with pytest.raises(Refusal, match="You died this turn"):
        declare(state, seat=0)
    assert declare(changed(state, rules_on=frozenset([DEAD_DECLARES])), seat=0)
    later = after(after(state, end_turn, seat=0), end_turn, seat=1)
    assert declare(later, seat=0)


def test_who_dies_in_the_last_turn_does_not_win(game, after):
    state = after(with_bob(game(2, **MET), **MET, statuses={}), declare, seat=0)
    state = after(after(state, award, died=True), end_turn, seat=1)
    assert state.winners == (0,)


def test_only_on_your_own_turn_and_only_once(game, after):
    with pytest.raises(Refusal, match="on your turn"):
        declare(game(**MET), seat=1)
    with pytest.raises(Refusal, match="another player's turn"):
        end_turn(game(), seat=1)
    with pytest.raises(Refusal, match="already declared"):
        declare(changed(game(**MET), declared=(0,)), seat=0)


def test_alone_the_game_ends_at_once(game, after):
    state = after(game(1, **MET), declare, seat=0)
    assert (state.winners, state.turn) == ((0,), None)


def test_a_copy_does_not_say_who_else_could_win(game, after):
    """Its goals but the winner's were drawn anew, so whether the others had met theirs is not known."""
    state = after(game(2, **MET), declare, seat=0)
    state = after(state, end_turn, seat=1)
    assert decision(state).kind == "only"
    assert decision(changed(state, copied=True)) is None
    assert decision(changed(state, copied=True, on_paper=True, declared=(0, 1), winners=(0, 1))).kind == "shared"


def test_goals_on_paper_are_believed(game, after):
    state = after(game(3, options={"on_paper": True}), declare, seat=0)
    state = after(state, declare, seat=1)
    assert (state.declared, state.last) == ((0, 1), (2,))
    assert after(state, end_turn, seat=2).winners == (0, 1)


def test_who_stops_early_has_no_winner(game, after):
    state = after(game(), stop)
    assert (state.winners, state.stopped) == ((), True)
    with pytest.raises(Refusal, match="is over"):
        stop(state)


def test_goals_are_shown_after_the_end(game, after):
    with pytest.raises(Refusal, match="is over"):
        show_goals(game())
    state = after(game(2), stop)
    assert show_goals(state) == [ev.GoalsShown(((12, 8), (12, 8))), ev.SecretTold()]
    told = after(state, show_goals)
    assert told.told
    with pytest.raises(Refusal, match="already revealed"):
        show_goals(told)
    paper = after(game(2, options={"on_paper": True}), stop)
    assert show_goals(paper) == [ev.SecretTold()]

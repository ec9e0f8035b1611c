"""The house rules of Emperor: each reading that a table turns round, and what the app then does."""

import tomllib
from pathlib import Path

import pytest

import companion.games.emperor
from companion.games.emperor.facts.events import (
    CreatureNoted,
    CreatureStolen,
    DuelBegun,
    DuelOpened,
    PlayersFallen,
    TurnEnded,
)
from companion.games.emperor.play import creatures, duel as moves
from companion.games.emperor.play.reach import field_of
from companion.games.emperor.scoring.result import result, why_won
from companion.games.emperor.setup import seating
from companion.games.emperor.state import DRAW, State, emperors, first_of, living
from companion.games.emperor.state.house_rules import HOUSE_RULES, switch_rule
from companion.kit.fairness.committed_random import SecretTold
from companion.kit.house_rules import RuleSwitched
from companion.kit.ring.away import CreatureGone
from companion.kit.ring.counters import Counted, dying
from companion.kit.ring.creatures import goes, march_of
from companion.language.texts import Text
from companion.table.finished import Who
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold
from tests.scenes import Evening

UNDECIDED = {"help_teammate", "hand", "counter", "library_empty", "territory"}
"""Where the text is silent and the app decides nothing: there is nothing to switch."""


def ruled(state, rule):
    return fold(state, [RuleSwitched(rule, True)])


def test_every_reading_has_a_switch():
    asked = tomllib.loads(
        (Path(companion.games.emperor.__file__).parent / "text" / "questions.toml").read_text("utf-8")
    )
    readings = {one["id"] for one in asked["questions"] if one["certainty"] == "reading"}
    assert readings - UNDECIDED == HOUSE_RULES.keys()
    assert readings >= UNDECIDED


def test_if_both_emperors_are_out_the_team_whose_turn_it_is_wins(duel):
    both = [PlayersFallen((B, E))]
    assert fold(duel(), both).result == DRAW
    assert fold(ruled(duel(), "both_emperors"), both).result == 0
    assert fold(ruled(duel(), "both_emperors"), [TurnEnded(C, 0.0), *both]).result == 1


def test_why_a_team_wins_whose_emperor_fell_with_the_others(duel):
    """Its Emperor was once called the last one in play."""
    over = fold(ruled(duel(), "both_emperors"), [PlayersFallen((B, E))])
    assert why_won(over) == Text("All Emperors fell at once, on the turn of %(name)s's team.", name=Who(B))


def test_a_duel_without_the_app_may_end_by_that_rule(rng):
    choices = {"players": 6, "range_id": "text", "ante": False, "mixed": False, "just_score": True}
    played = fold(State(), seating.open_game(State(), rng=rng, **choices))
    fell = {"result": 1, "seats": [B, E], "by": [None, None]}
    with pytest.raises(Refusal, match="Emperor is left"):
        moves.score(played, **fell)
    scored = fold(played, moves.score(ruled(played, "both_emperors"), **fell))
    assert [one.place for one in result(scored)] == [2, 2, 2, 1, 1, 1]
    assert why_won(scored).values == {"name": Who(E)}


def test_a_team_that_was_out_before_does_not_win_with_the_others(duel):
    state = ruled(ruled(duel(9), "three_teams"), "both_emperors")
    assert fold(state, [PlayersFallen((1,)), PlayersFallen((4, 7))]).result == DRAW


def test_an_emperor_falls_with_the_last_mate(duel):
    state = fold(duel(), [PlayersFallen((D,))])
    assert moves.fall(state, seats=[F]) == [PlayersFallen((F,))]
    assert moves.fall(ruled(state, "lieutenant"), seats=[F]) == [PlayersFallen((F, E))]
    assert moves.fall(ruled(duel(), "lieutenant"), seats=[F]) == [PlayersFallen((F,))]


def test_of_three_teams_one_plays_on_without_its_emperor(duel):
    state = ruled(duel(9), "three_teams")
    assert moves.fall(state, seats=[4]) == [PlayersFallen((4,))]
    state = fold(state, [PlayersFallen((4,))])
    assert (3 in living(state), state.result) == (True, None)
    assert fold(state, [PlayersFallen((7,))]).result == 0


def test_the_emperor_of_an_even_team_sits_on_the_left_once_a_duel_has_not_begun(seated, duel):
    assert (emperors(seated(8)), first_of(seated(8), 0)) == ((1, 5), 2)
    assert (emperors(ruled(seated(8), "even_teams")), first_of(ruled(seated(8), "even_teams"), 0)) == ((2, 6), 3)
    running = ruled(duel(8), "even_teams")
    assert emperors(running) == (1, 5)
    assert emperors(fold(running, [PlayersFallen((1,)), DuelOpened(0)])) == (2, 6)
    assert emperors(ruled(seated(6), "even_teams")) == (B, E)


def test_whose_emperors_fell_stays_once_a_duel_is_scored(rng):
    """Played without the app it has never begun: a switch once named another Emperor, and changed every role."""
    choices = {"players": 8, "range_id": "text", "ante": False, "mixed": False, "just_score": True}
    played = fold(State(), seating.open_game(State(), rng=rng, **choices))
    scored = fold(played, moves.score(played, result=0, seats=[5], by=[A]))
    switch = {"rule": "even_teams", "on": True}
    with pytest.raises(Refusal, match="another duel"):
        switch_rule(scored, **switch, strict=True)
    assert switch_rule(scored, **switch) == [RuleSwitched("even_teams", True)]  # as logs of old have it
    assert switch_rule(scored, rule="poison", on=True, strict=True) == [RuleSwitched("poison", True)]
    for state in (played, fold(scored, moves.next_duel(scored, team=0))):
        assert emperors(fold(state, switch_rule(state, **switch, strict=True))) == (2, 6)


def test_no_page_offers_another_emperor_once_a_duel_is_scored(app):
    evening = Evening(app, "emperor", {"count": 8, "just_score": "y"})
    asked = f"/emperor/{evening.code}/ask?about=even_teams"
    assert 'name="rule"' in evening.host.get(asked).text
    assert evening.tap("score", {"result": 0, "fell_5": 1}) == 303
    assert 'name="rule"' not in evening.host.get(asked).text
    assert evening.tap("house-rule", {"rule": "even_teams", "on": "y"}) == 422


def test_ten_poison_ask_nobody_whether_they_are_out(duel):
    state = fold(duel(), [Counted(A, "poison", 10)])
    assert dying(state, living(state)) == [A]
    assert dying(ruled(state, "poison"), living(state)) == []


def test_after_a_draw_the_ante_is_divided_among_everybody(seated, rng):
    state = seated(ante=True)
    for seat in (A, B, E):
        state = fold(state, seating.ante(state, seat=seat, card=f"card {seat}"))
    state = fold(state, [DuelBegun(), PlayersFallen((B, E))])
    with pytest.raises(Refusal, match="own card"):
        moves.divide_ante(state, rng=rng)
    (divided,) = moves.divide_ante(ruled(state, "ante_draw"), rng=rng)
    assert {of for _, of in divided.shares} == {A, B, E}
    drawn = {to for _ in range(40) for to, _ in moves.divide_ante(ruled(state, "ante_draw"), rng=rng)[0].shares}
    assert drawn == {*range(6)}


def test_once_the_secret_is_told_it_divides_no_ante(seated, rng):
    """After a draw it may be told before the house rule is switched on; the button then did nothing."""
    state = fold(seated(ante=True), [*seating.ante(seated(ante=True), seat=A, card="card"), DuelBegun()])
    told = fold(ruled(state, "ante_draw"), [PlayersFallen((B, E)), SecretTold()])
    with pytest.raises(Refusal, match="at the table"):
        moves.divide_ante(told, rng=rng, strict=True)
    assert fold(told, moves.divide_ante(told, rng=rng)) == told  # as logs of old have it


def test_the_ante_is_divided_on_no_page_once_the_secret_is_told(ann, open_seats, tap):
    code = open_seats(ante="y")
    for move, form in (
        ("ante", {"seat": A, "card": "card"}),
        ("first", {"team": 0}),
        ("begin", {}),
        ("out", {"seats": [B, E]}),
        ("tell-secret", {}),
        ("house-rule", {"rule": "ante_draw", "on": "y"}),
    ):
        assert 'id="divide"' not in ann.get(f"/emperor/{code}/result").text
        assert tap(code, move, **form).status_code == 303, move
    assert 'id="divide"' not in ann.get(f"/emperor/{code}/result").text
    assert tap(code, "divide").status_code == 422


def test_a_march_is_two_seats_long_over_allies(duel):
    """From Cem over the Emperor to the other flank; without the rule that takes two turns."""
    at_home = {"creature": None, "owner": C, "name": "Ogre", "wall": False}
    with pytest.raises(Refusal, match="one seat at a time"):
        creatures.march(duel(), **at_home, to=A)
    state = ruled(duel(), "march_step")
    assert goes(field_of(state), C) == [A, B]
    marched = fold(state, creatures.march(state, **at_home, to=A))
    assert marched.creatures[1].at == A
    with pytest.raises(Refusal, match="at most 2 seats"):
        creatures.march(ruled(duel(10), "march_step"), **at_home | {"owner": 3}, to=0)
    with pytest.raises(Refusal, match="enemy"):
        creatures.march(state, **at_home, to=E)
    field = field_of(fold(marched, [TurnEnded(seat, 0.0) for seat in (C, D, E, F, A, B)]))
    assert march_of(field, [field.creatures[1]]).to == (B, C)


def stolen(state):
    """Let Dee take a creature of Bob, which then stands with Cem."""
    return fold(state, [CreatureNoted(1, "Ogre", B, False), CreatureStolen(1, "Ogre", D, C)])


def test_a_creature_that_is_given_back_goes_home(duel):
    assert creatures.give_back(ruled(stolen(duel()), "steal_end"), creature=1) == [CreatureGone(1, "Ogre", "returned")]


def test_what_a_fallen_thief_had_taken_dies(duel):
    state = stolen(duel())
    for rule, fate in (("steal_end", "returned"), ("out_thief", "died")):
        assert moves.fall(ruled(state, rule), seats=[D]) == [PlayersFallen((D,)), CreatureGone(1, "Ogre", fate)]


def test_a_rule_holds_in_the_next_duel_too(duel):
    rules = [RuleSwitched(rule, True) for rule in HOUSE_RULES]
    state = fold(duel(), [*rules, PlayersFallen((E,)), DuelOpened(0)])
    assert state.rules_on == HOUSE_RULES.keys()
    assert State().rules_on == frozenset()

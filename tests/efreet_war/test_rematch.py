"""A war once more: the same seats, teams, cards and house rules, begun as the table likes."""

from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring import rematch
from companion.games.efreet_war.state.model import DRAW, State
from tests.efreet_war.conftest import begun, fold, opened


def once_more(state, rng, moves=()):
    """Open the next war like this one, and begin it in one of the ways."""
    again = fold(State(), rules.open_game(State(), players=state.players, rng=rng, **rematch.opened_like(state)))
    for _, move, choices in moves:
        again = fold(again, move(again, **choices))
    return again


def out(state, *seats, by):
    return fold(state, rules.eliminate(state, seats=seats, by=[by] * len(seats)))


def test_a_rematch_keeps_seats_teams_cards_and_house_rules(rng):
    own = {"guardians": [f"Guard {n}" for n in range(18)], "traps": ["Pit", "Net", "Web"]}
    state = opened(9, mode="emperor", team_count=3, city_points_only=True, emperor_ends=False, **own)
    state = fold(state, rules.swap(state, one=0, other=5))
    again = once_more(state, rng)
    assert again.teams == state.teams != opened(9, mode="emperor", team_count=3).teams
    assert (again.mode, again.emperor_ends, again.city_points_only) == ("emperor", False, True)
    assert ({*again.guardians}, again.traps) == ({*own["guardians"]}, ("Pit", "Net", "Web"))
    assert (again.begun, again.first_drawn) == (False, True)


def test_the_team_that_came_last_may_start(rng):
    """Emperor: the team that loses may go first in the next duel, its left-hand General playing first."""
    state = out(begun(mode="emperor"), 1, by=1)
    assert state.result == 1
    assert once_more(state, rng, rematch.last_starts(state)).first == 2
    state = out(begun(4, mode="free"), 1, 2, 3, by=0)
    assert once_more(state, rng, rematch.last_starts(state)).first == 1


def test_after_a_draw_nobody_came_last():
    state = out(begun(2, mode="free"), 0, 1, by=None)
    assert (state.result, rematch.last_starts(state), rematch.last_starts(begun())) == (DRAW, [], [])


def test_who_was_out_first_may_be_emperor(rng):
    """Emperor: one might let the wizard who dies be the next Emperor."""
    state = out(out(begun(mode="emperor"), 5, by=0), 1, by=1)
    again = once_more(state, rng, rematch.first_fallen_rules(state))
    assert again.teams == ((0, 1, 2), (3, 5, 4))
    assert rematch.first_fallen_rules(out(begun(mode="emperor"), 1, by=1)) == []
    assert rematch.first_fallen_rules(begun()) == []

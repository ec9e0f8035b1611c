"""How a game ended and what the scores keep; what is said of a hero's rates, and whom one may court."""

import pytest

from companion.games.tales.play.award import award
from companion.games.tales.play.ending import declare, end_turn, show_goals, stop
from companion.games.tales.play.turn import courts, reasons
from companion.games.tales.scoring.result import decision, options, result, why_won
from companion.games.tales.state.house_rules import DEAD_DECLARES, HOUSE_RULES
from companion.kit.house_rules import switch_of
from companion.language.texts import Text, listed
from companion.table.finished import Who
from companion.table.log import changed
from tests.tales.conftest import hero

MET = {"destiny": 12, "story": 8}


def test_a_game_that_goes_on_has_no_result(game):
    assert result(game()) is None


def test_winners_come_first_and_points_have_their_lines(game, after):
    ann = result(after(game(1, **MET), declare, seat=0))[0]
    assert (ann.place, ann.points, [(line.id, line.points) for line in ann.lines]) == (
        1,
        20,
        [("destiny", 12), ("story", 8)],
    )


def test_a_game_that_was_stopped_is_nobodys(game, after):
    assert [one.place for one in result(after(game(), stop))] == [2, 2, 2]


def test_who_is_barred_from_winning_is_known_at_the_end(game, after):
    state = game(2, **MET)
    bob = changed(state.heroes[1], **MET, statuses={"lost": 0, "on_pilgrimage": 12})
    state = after(changed(state, heroes=(state.heroes[0], bob)), declare, seat=0)
    ended = after(state, end_turn, seat=1)
    assert ended.winners == (0,)
    assert decision(ended).barred == ((1, "on_pilgrimage"),)
    assert decision(changed(ended, on_paper=True)) is None


@pytest.mark.parametrize("statuses", [{}, {"blessed": 0, "married": 0}])
def test_a_house_rule_that_is_switched_after_the_end_changes_no_reason(game, after, statuses):
    """Bob died in his last turn, which counts by another rule only."""
    state = game(2, **MET, statuses={"blessed": 0})
    bob = changed(state.heroes[1], **MET, statuses=statuses, died=0)
    state = after(changed(state, heroes=(state.heroes[0], bob)), declare, seat=0)
    ended = after(state, end_turn, seat=1)
    assert (ended.winners, why_won(ended)) == ((0,), Text("Only %(name)s could win.", name=Who(0)))
    assert why_won(after(ended, switch_of(HOUSE_RULES), rule=DEAD_DECLARES, on=True)) == why_won(ended)


def test_where_it_comes_out_otherwise_nobody_knows_what_decided(game, after):
    """A rule that was on at the end was taken back, or a status was put right."""
    state = game(2, **MET)
    bob = changed(state.heroes[1], **MET, statuses={"blessed": 0, "married": 0}, died=0)
    state = after(changed(state, heroes=(state.heroes[0], bob)), declare, seat=0)
    ended = after(state, end_turn, seat=1)
    assert decision(changed(ended, rules_then=frozenset({DEAD_DECLARES}))) is None


def test_a_shared_victory_names_those_who_share_it(game, after):
    """Cem, too, could win, but has no status."""
    state = game(3, **MET, statuses={"blessed": 0})
    bob, cem = (changed(state.heroes[1], **MET, statuses=statuses) for statuses in ({"married": 0}, {}))
    state = after(changed(state, heroes=(state.heroes[0], bob, cem)), declare, seat=0)
    ended = after(after(state, end_turn, seat=1), end_turn, seat=2)
    assert ended.winners == (0, 1)
    shared = listed([Text("%(name)s", name=Who(seat)) for seat in (0, 1)])
    assert why_won(ended).values["names"] == shared


def test_the_scores_keep_what_heroes_went_through_and_goals_once_they_are_shown(game, after):
    state = after(game(1, destiny=12), award, story=8, wealth=2, statuses=["blessed", "lost"], mastered=["luck"])
    state = after(after(state, award, cured=["lost"]), declare, seat=0)
    kept = options(state)
    assert (kept["players"], kept["total"], kept["turns"], "goals" in kept) == (1, 20, 1, False)
    assert "turns 1, deaths 0, statuses 2, Masters 1, greatest wealth Princely" in kept["heroes"]
    assert "12 + 8" in options(after(state, show_goals))["goals"]


@pytest.mark.parametrize(
    ("has", "said"),
    [
        ({}, ["Poor: 3 by land, 2 by sea"]),
        (
            {"skills": {"seamanship": "talent"}, "statuses": {"crippled": 0, "lost": 0, "married": 0}},
            [
                "Poor: 3 by land, 2 by sea",
                "Seamanship: at least 4 by sea",
                "Crippled: −1",
                "Lost: at most 1",
            ],
        ),
        (
            {"skills": {"seamanship": "talent"}, "held": {"grief_stricken": ("seamanship",)}, "wealth": "rich"},
            ["Rich: 4 by land, 4 by sea"],
        ),
    ],
)
def test_rates_are_explained_in_the_order_in_which_they_count(game, has, said):
    """FAQ, Seamanship and Crippled/Diseased."""
    state = game(**has)
    assert [*reasons(state, hero(state))] == said


@pytest.mark.parametrize(
    ("gender", "statuses", "whom"),
    [
        ("woman", (), "man"),
        ("man", (), "woman"),
        ("man", ("sex_changed",), "man"),
        ("woman", ("sex_changed", "lost"), "woman"),
        ("woman", ("beast_form",), ""),
        ("", (), ""),
    ],
)
def test_one_courts_the_other_gender(game, gender, statuses, whom):
    """Rules, Choose your reaction."""
    assert courts(hero(game(gender=gender, statuses=dict.fromkeys(statuses, 0)))) == whom

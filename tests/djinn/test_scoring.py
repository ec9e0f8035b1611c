from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.facts import CARDS
from companion.games.djinn.facts.events import PrivateCardChosen, SheetCounted, SheetSet
from companion.games.djinn.facts.sheet import ROWS, Sheet, check
from companion.games.djinn.scoring.scoring import choose_private_card, count, needed, score, set_box, standings
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.table.log import Refusal

ANN, BOB, CEM = 0, 1, 2
STATE = State(players=3, cards=("keys", "high_base", "few_passages"), sheets=(Sheet(),) * 3, entered=(frozenset(),) * 3)


def points(sheet, cards=()):
    return {line.id: line.points for line in score(sheet, cards).lines}


def with_sheet(seat, **boxes):
    sheets = list(STATE.sheets)
    sheets[seat] = Sheet(**boxes)
    return replace(STATE, sheets=tuple(sheets))


def test_the_rulebooks_example_gives_85():
    """Add up the rulebook's Final Score, Example."""
    sheet = Sheet(trophies_30=2, corked=2, circled=1, corks=1, bottles=1)
    assert points(sheet) == {"trophies": 60, "corked": 20, "circled": 3, "spare": 2}
    assert score(sheet).total == 85


def test_basic_sources_stand_there_with_nothing_too():
    assert points(Sheet()) == {"trophies": 0, "corked": 0, "circled": 0, "spare": 0}


def test_trophies_count_what_is_on_them():
    assert points(Sheet(trophies_30=1, trophies_36=2))["trophies"] == 102


@pytest.mark.parametrize(
    ("card", "boxes", "expected"),
    [
        ("equipment_sets", {"staves": 2, "hats": 2, "cloaks": 2}, 8),
        ("equipment_sets", {"staves": 4, "hats": 2, "cloaks": 1}, 0),
        ("equipment_triples", {"staves": 3, "hats": 2, "cloaks": 2}, 5),
        ("equipment_triples", {"staves": 2, "hats": 2, "cloaks": 2}, 0),
        ("equipment_triples", {"staves": 9, "hats": 3, "cloaks": 0}, 15),
        ("few_passages", {"passages": 1}, 8),
        ("few_passages", {"passages": 2}, 0),
        ("no_key_mage", {"mages": 5}, 8),
        ("no_key_mage", {"mages": 5, "mages_with_key": 1}, 0),
        ("inactive_circles", {"inactive_circles": 2}, 8),
        ("inactive_circles", {"inactive_circles": 1}, 0),
        ("low_capacity", {"capacity": 6}, 8),
        ("low_capacity", {"capacity": 7}, 0),
        ("high_base", {"base": 2}, 8),
        ("high_base", {"base": 1}, 0),
        ("keys", {"keys": 2}, 6),
        ("keys", {"keys": 4}, 9),
        ("active_mages", {"mages": 3, "mages_active": 3}, 6),
        ("active_mages", {"mages": 9, "mages_active": 5}, 8),
        ("spare_stock", {"bottles": 1, "corks": 2}, 6),
        ("spare_stock", {"bottles": 3, "corks": 2}, 8),
    ],
)
def test_a_scoring_card_gives_its_points(card, boxes, expected):
    """Score as the rulebook's Scoring Cards say (facts 7.5 and 7.6)."""
    assert points(Sheet(**boxes), (card,))[card] == expected


@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_a_line_with_its_rule_and_what_was_found(card):
    line = score(Sheet(), (card,)).lines[-1]
    assert line.label == CARDS[card].label
    assert line.why.startswith(CARDS[card].text)


def test_a_private_card_scores_for_its_player_alone():
    assert points(Sheet(keys=1, private_card="keys"), ("high_base",))["keys"] == 3


def test_an_unknown_card_is_an_error():
    with pytest.raises(KeyError, match="luck"):
        score(Sheet(), ("luck",))


@pytest.mark.parametrize("other", [-5, 5])
def test_other_points_have_a_line_of_their_own(other):
    assert points(Sheet(other=other))["other"] == other


def ranked(**sheets):
    return standings({name: (sheet, score(sheet)) for name, sheet in sheets.items()})


def test_the_most_points_win():
    assert ranked(Ann=Sheet(corked=1), Bob=Sheet(corked=2)) == [(1, "Bob", 20, 0), (2, "Ann", 10, 0)]


def test_coins_scrolls_and_keys_break_a_tie():
    """Decide as the rulebook's Final Score says."""
    found = ranked(Ann=Sheet(coins=2), Bob=Sheet(coins=1, scrolls=1, keys=1))
    assert found == [(1, "Bob", 0, 3), (2, "Ann", 0, 2)]


def test_who_is_still_tied_shares_the_place():
    found = ranked(Ann=Sheet(), Bob=Sheet(keys=2), Cem=Sheet(coins=2))
    assert found == [(1, "Bob", 0, 2), (1, "Cem", 0, 2), (3, "Ann", 0, 0)]


def test_boxes_are_the_sheets_numbers():
    assert {box.id for box in ROWS} == vars(Sheet()).keys() - {"private_card"}


def test_a_box_is_counted_and_set():
    assert count(STATE, seat=BOB, box="keys", by=2) == [SheetCounted(BOB, "keys", 2)]
    assert set_box(STATE, seat=BOB, box="coins", value=7) == [SheetSet(BOB, "coins", 7)]
    state = evolve(evolve(STATE, SheetCounted(BOB, "keys", 2)), SheetSet(BOB, "coins", 7))
    assert state.sheets == (Sheet(), Sheet(keys=2, coins=7), Sheet())


def test_an_unknown_box_is_an_error():
    for box in ("private_card", "moons"):
        with pytest.raises(KeyError, match=box):
            set_box(STATE, seat=ANN, box=box, value=1)


def fold(state, events):
    return reduce(evolve, events, state)


def test_a_box_entered_once_more_with_the_same_is_no_event():
    """Entered for the first time it is one: that somebody counted 5 is more than that a sheet begins with it."""
    assert set_box(STATE, seat=ANN, box="capacity", value=5) == [SheetSet(ANN, "capacity", 5)]
    entered = fold(STATE, [SheetSet(ANN, "capacity", 5)])
    assert set_box(entered, seat=ANN, box="capacity", value=5) == []


@pytest.mark.parametrize(
    ("box", "least", "most"),
    [
        ("trophies_30", 0, 21),
        ("corked", 0, 48),
        ("coins", 0, 999),
        ("bottles", 0, 999),
        ("keys", 0, 12),
        ("staves", 0, 9),
        ("passages", 0, 4),
        ("inactive_circles", 0, 2),
        ("capacity", 5, 8),
        ("base", 0, 2),
        ("other", -999, 999),
    ],
)
def test_a_box_has_its_limits(box, least, most):
    """Hold the rulebook's Game Components (facts 6)."""
    for value in (least, most):
        assert getattr(fold(STATE, set_box(STATE, seat=ANN, box=box, value=value)).sheets[ANN], box) == value
    for value in (least - 1, most + 1):
        with pytest.raises(Refusal, match=f"must be {least} to {most}"):
            set_box(STATE, seat=ANN, box=box, value=value)


@pytest.mark.parametrize(
    ("held", "box", "words"),
    [
        ({"keys": 12}, "keys", "only 12 in all"),
        ({"hats": 9}, "hats", "only 9 in all"),
        ({"trophies_36": 21}, "trophies_30", "only 21 Trophies"),
        ({"corked": 48}, "circled", "only 48 Djinn"),
        ({"mages": 32, "mages_with_key": 16}, "mages", "only 32 in all"),
    ],
)
def test_all_players_together_hold_what_is_in_the_box(held, box, words):
    """Hold the rulebook's Game Components for everybody."""
    with pytest.raises(Refusal, match=words):
        count(with_sheet(ANN, **held), seat=BOB, box=box, by=1)


def test_mages_are_counted_where_no_card_asks_for_their_keys():
    """Count up to all 32 Mages without a word on Keys: the box for those is not even shown with these cards."""
    assert "mages_with_key" not in needed(("active_mages", "keys", "few_passages"))
    check((Sheet(mages=16), Sheet(mages=16)))


def test_mages_with_a_key_are_sixteen_for_all():
    sheets = (Sheet(mages=16, mages_with_key=16), Sheet(mages=1, mages_with_key=1))
    with pytest.raises(Refusal, match="Mages with a Key: there are only 16 in all"):
        check(sheets)


@pytest.mark.parametrize("box", ["mages_active", "mages_with_key"])
def test_mages_stand_before_what_is_said_of_them(box):
    with pytest.raises(Refusal, match="enter all Mages first"):
        count(with_sheet(ANN, mages=1), seat=ANN, box=box, by=2)


def test_each_active_circle_holds_one_djinn():
    """Keep them as the rulebook's Player Board 2 says."""
    assert set_box(STATE, seat=ANN, box="circled", value=3)
    counted = fold(STATE, [SheetSet(ANN, "inactive_circles", 2)])
    with pytest.raises(Refusal, match="Active Spell Circles: 2, with room for one Djinn each"):
        set_box(counted, seat=ANN, box="circled", value=3)


def test_a_private_card_is_chosen_and_given_back():
    assert choose_private_card(STATE, seat=ANN, card="spare_stock") == [PrivateCardChosen(ANN, "spare_stock")]
    state = evolve(STATE, PrivateCardChosen(ANN, "spare_stock"))
    assert state.sheets[ANN].private_card == "spare_stock"
    assert evolve(state, choose_private_card(state, seat=ANN, card=None)[0]).sheets == STATE.sheets


def test_a_card_on_the_table_is_not_private():
    with pytest.raises(Refusal, match="is on the table"):
        choose_private_card(STATE, seat=ANN, card="keys")


def test_another_seats_private_card_is_not_given_away():
    """Take a card that another seat has entered too: a refusal would tell whose it is."""
    state = with_sheet(BOB, private_card="spare_stock")
    assert choose_private_card(state, seat=ANN, card="spare_stock")


def test_an_unknown_private_card_is_an_error():
    with pytest.raises(KeyError, match="luck"):
        choose_private_card(STATE, seat=ANN, card="luck")


def test_a_finished_game_keeps_its_sheets():
    with pytest.raises(Refusal, match="undo the end first"):
        count(replace(STATE, finished=True), seat=ANN, box="keys", by=1)


def test_a_table_without_a_game_has_no_sheets():
    with pytest.raises(Refusal, match="no game yet"):
        count(State(), seat=ANN, box="keys", by=1)

"""A copy of a war: what lay face down is dealt anew, so that it fits all that came to light."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.games.efreet_war.facts import BY_ID, CARDS
from companion.games.efreet_war.facts.events import CardShown, CardUncovered, Dealt, SealedMixed, WarBegun
from companion.games.efreet_war.text.redaction import hide, redraw
from companion.kit.fairness.committed_random import DrawnAnew
from companion.table.log import Entry
from tests.efreet_war.conftest import begun

TRAPS = ("Oubliette", "Desert Twister", "Magnetic Mountain")
DEAL = Dealt({}, TRAPS, dict.fromkeys(BY_ID, ""))
CARDS_DEALT = Counter([*CARDS.treasures, *TRAPS])
HORSE, MAN = "Ebony Horse", "Brass Man"


def mixed(*resources):
    return SealedMixed(dict.fromkeys(resources, ""))


def redrawn(*events, struck=(), seed=7):
    """Copy a log of one event an entry; give what was dealt and mixed, in order, and the whole copy."""
    entries = [Entry(seq, 0.0, None, "move", (event,)) for seq, event in enumerate(events, 1)]
    entries += [Entry(len(events) + n, 0.0, None, "undo", strikes=seq) for n, seq in enumerate(struck, 1)]
    copied = redraw(entries, Random(seed))
    laid = [event.sealed for one in copied for event in one.events if isinstance(event, Dealt | SealedMixed)]
    return laid, copied


def test_a_deal_holds_all_its_cards_and_what_came_to_light_where_it_lay():
    for seed in range(9):
        (laid,), copied = redrawn(DEAL, WarBegun(), CardUncovered("lamp", 0, HORSE, None), seed=seed)
        assert Counter(laid.values()) == CARDS_DEALT
        assert [*laid] == [*BY_ID]
        assert laid["lamp"] == HORSE
        assert copied[0].events[-1] == DrawnAnew()


def test_what_nobody_saw_lies_anywhere():
    under = {redrawn(DEAL, seed=seed)[0][0]["lamp"] for seed in range(99)}
    assert under == {*CARDS_DEALT}


def test_the_last_deal_before_the_war_is_the_one_that_counts():
    cards = [redrawn(DEAL, DEAL, WarBegun(), CardUncovered("lamp", 0, HORSE, None), seed=seed)[0] for seed in range(20)]
    assert {last["lamp"] for _, last in cards} == {HORSE}
    assert len({first["lamp"] for first, _ in cards}) > 1


def test_a_deal_after_the_beginning_covers_nothing():
    """It changes nothing in the game, so what came to light lay in the deal before it."""
    cards = [redrawn(DEAL, WarBegun(), DEAL, CardUncovered("lamp", 0, HORSE, None), seed=seed)[0] for seed in range(20)]
    assert {first["lamp"] for first, _ in cards} == {HORSE}
    assert len({later["lamp"] for _, later in cards}) > 1


def test_mixed_cards_are_those_that_lay_there():
    """What came to light before the mixing lay there in the deal, what came after it lay where it was mixed to."""
    lamp, city = CardUncovered("lamp", 0, HORSE, None), CardUncovered("city", 1, "Pyramids", None)
    king = CardUncovered("king", 1, MAN, None)
    rest = [id for id in BY_ID if id != "lamp"]
    fewer = [id for id in rest if id != "city"]
    for seed in range(20):
        (deal, once, twice), _ = redrawn(DEAL, WarBegun(), lamp, mixed(*rest), city, mixed(*fewer), king, seed=seed)
        assert (deal["lamp"], once["city"], twice["king"]) == (HORSE, "Pyramids", MAN)
        assert sorted(once.values()) == sorted(deal[id] for id in rest)
        assert sorted(twice.values()) == sorted(once[id] for id in fewer)


def test_a_card_of_what_was_not_mixed_is_found_in_the_layer_below():
    events = (DEAL, WarBegun(), mixed("king", "city"), CardUncovered("lamp", 0, HORSE, None))
    (deal, _), _ = redrawn(*events)
    assert deal["lamp"] == HORSE


def test_a_card_that_was_taken_counts_before_one_that_was_shown():
    """That one may be of a deal that was taken back: under this one something else lies there."""
    events = (DEAL, WarBegun(), CardShown("city", HORSE), CardUncovered("lamp", 0, HORSE, None))
    (deal,), _ = redrawn(*events)
    assert deal["lamp"] == HORSE
    assert deal["city"] != HORSE


def test_of_two_that_were_shown_the_last_counts():
    (deal,), _ = redrawn(DEAL, WarBegun(), CardShown("lamp", HORSE), CardShown("lamp", MAN))
    assert deal["lamp"] == MAN


def test_what_was_taken_back_is_no_layer():
    """Its events count no more; an undo leaves the card that it showed face up."""
    events = (DEAL, WarBegun(), CardUncovered("lamp", 0, MAN, None), CardShown("city", HORSE))
    (deal,), _ = redrawn(*events, struck=[3])
    assert deal["city"] == HORSE
    assert Counter(deal.values()) == CARDS_DEALT


def test_a_log_without_a_deal_is_copied_as_it_is():
    laid, copied = redrawn(WarBegun(), CardUncovered("lamp", 0, HORSE, None))
    assert laid == []
    assert [one.events[0] for one in copied] == [WarBegun(), CardUncovered("lamp", 0, HORSE, None)]


def test_cards_that_nobody_dealt_fit_no_copy():
    with pytest.raises(ValueError, match="nobody dealt"):
        redrawn(DEAL, WarBegun(), CardUncovered("lamp", 0, "Black Lotus", None))


def test_nothing_is_hidden_once_all_is_told():
    state = begun()
    dealt = Dealt({}, TRAPS, dict(state.sealed))
    assert hide(state, dealt).sealed == dict.fromkeys(BY_ID, "")
    assert hide(replace(state, told=True), dealt) == dealt

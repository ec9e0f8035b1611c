"""What the table dealt itself: the Guardians, and cards face down that nobody knows until they are uncovered."""

import pytest

from companion.games.efreet_war.facts import BACK_ROW, BY_ID, CARDS, RESOURCES
from companion.games.efreet_war.facts.events import CardUncovered, GuardiansSet, LaidFaceDown, ResourceClaimed, WarBegun
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.setup import by_hand
from companion.games.efreet_war.state import check, remains, seen_by
from companion.games.efreet_war.state.house_rules import switch_rule
from companion.games.efreet_war.state.model import unknown, untold
from companion.games.efreet_war.text.describe import tell
from companion.table.log import Refusal
from tests.efreet_war.conftest import fight, fold, opened


def stand(state):
    """Name who stands where."""
    return {
        place: name
        for one in RESOURCES
        for place, name in zip(by_hand.all_places(one), state.resources[one.id].guardians, strict=False)
    }


def laid(state):
    return fold(state, by_hand.lay_face_down(state))


@pytest.fixture
def war():
    """Begin a war of three whose cards the table laid face down."""
    state = laid(opened(3, mode="free"))
    return fold(state, [*rules.choose_first(state, seat=0), WarBegun()])


def places(state):
    return [place for one in RESOURCES for place in by_hand.places(state, one)]


def test_there_is_a_place_for_each_guardian():
    assert places(opened()) == [*stand(opened())]
    assert [place for place in places(opened()) if place.startswith("king")] == ["king-0", "king-1", "king-2"]


def test_where_chance_lays_the_third_guardian_each_resource_of_the_back_row_has_room_for_it(rng):
    """The text does not say which of them has three."""
    state = fold(opened(), switch_rule(opened(), rule="king_guardians", on=True))
    thirds = set()
    for _ in range(40):
        state = fold(state, rules.deal(state, rng=rng))
        counts = {id: len(one.guardians) for id, one in state.resources.items()}
        assert sorted(counts.values()) == [1] * 7 + [2] * 4 + [3]
        check(state, 6)
        thirds |= {id for id, count in counts.items() if count == 3}
    assert thirds == {*BACK_ROW}
    room = places(state)
    assert len(room) == 22
    guards = stand(state)
    third = next(place for place in guards if place.endswith("-2"))
    to = next(place for place in room if place.endswith("-2") and place != third)
    guards[to] = guards.pop(third)
    assert stand(fold(state, by_hand.set_guardians(state, guards=guards))) == guards
    guards[third] = guards.pop(next(f"{id}-1" for id in BACK_ROW if f"{id}-2" not in (third, to)))
    with pytest.raises(Refusal, match="exactly once"):
        by_hand.set_guardians(state, guards=guards)


def test_the_guardians_stand_as_the_table_dealt_them():
    state = opened()
    guards = stand(state)
    guards["lamp-0"], guards["king-2"] = guards["king-2"], guards["lamp-0"]
    [event] = by_hand.set_guardians(state, guards=guards)
    assert isinstance(event, GuardiansSet)
    after = fold(state, [event])
    assert stand(after) == guards
    assert (after.sealed, after.guardians_by_table) == (state.sealed, True)
    check(after, 6)


@pytest.mark.parametrize("wrong", ["Black Lotus", "", "twice"])
def test_every_guardian_stands_once(wrong):
    guards = stand(opened())
    guards["valley-0"] = guards["lamp-0"] if wrong == "twice" else wrong
    with pytest.raises(Refusal, match="exactly once") as refused:
        by_hand.set_guardians(opened(), guards=guards)
    assert [*refused.value.faults] == ["guard_valley-0"]


def test_what_the_table_laid_is_known_to_nobody():
    state = laid(opened())
    assert (state.sealed, state.laid) == ({}, tuple(BY_ID))
    assert by_hand.lay_face_down(state) == []
    assert unknown(state) == [*CARDS.treasures, *CARDS.traps]
    assert seen_by(state).laid == tuple(BY_ID)
    check(state, 6)


def test_the_app_deals_anew_all_the_same(rng):
    state = laid(opened())
    state = fold(state, rules.deal(state, rng=rng))
    assert (len(state.sealed), state.laid, state.guardians_by_table) == (12, (), False)


def test_a_word_for_the_draws_leaves_what_the_table_dealt(rng):
    state = fold(laid(opened()), by_hand.set_guardians(opened(), guards=stand(opened())))
    after = fold(state, rules.say_word(state, seat=0, word="Karneol"))
    assert (after.sealed, after.laid, stand(after)) == ({}, state.laid, stand(state))


def test_once_the_war_has_begun_the_table_deals_no_more(war):
    for move in (lambda: by_hand.lay_face_down(war), lambda: by_hand.set_guardians(war, guards={})):
        with pytest.raises(Refusal, match="has begun"):
            move()
    assert fold(war, [LaidFaceDown(), GuardiansSet({})]) == war


def test_a_resource_is_won_and_the_table_says_what_lay_there(war):
    """Attacking 4: the card beneath is uncovered with the Resource."""
    assert untold(war) is None
    war = fight(war, "lamp")
    assert (war.resources["lamp"].owner, war.uncovered, untold(war)) == (0, None, "lamp")
    [event] = rules.tell_card(war, resource="lamp", card="Brass Man")
    assert event == CardUncovered("lamp", 0, "Brass Man", None, by_hand=True)
    war = fold(war, [event])
    assert (untold(war), "lamp" in war.laid, war.artifacts[0]) == (None, False, ("Aladdin's Lamp", "Brass Man"))
    assert "Brass Man" not in unknown(war)
    check(war, 3)


def test_how_a_trap_strikes_that_the_table_told_the_group_to_the_left_chooses(war):
    war = fight(war, "lamp")
    assert rules.tell_card(war, resource="lamp", card="Oubliette")[0].chooser == 1


def test_the_turn_waits_until_the_card_is_told(war):
    war = fight(war, "lamp")
    with pytest.raises(Refusal, match="which card was under Aladdin's Lamp"):
        rules.end_turn(war)
    war = fold(war, rules.tell_card(war, resource="lamp", card="Brass Man"))
    assert rules.end_turn(war)


def test_the_king_waits_until_the_card_under_him_is_told(war):
    war = fight(war, "king")
    assert untold(war) == "king"
    with pytest.raises(Refusal, match="which card was"):
        rules.claim_king(war, answer="leave")
    war = fold(war, rules.tell_card(war, resource="king", card="Brass Man"))
    assert rules.claim_king(war, answer="gain", artifact="Brass Man")


def test_cards_that_cannot_be_told(war):
    with pytest.raises(Refusal, match="just uncovered one of your own cards"):
        rules.tell_card(war, resource="lamp", card="Brass Man")
    war = fight(war, "lamp")
    for card in ("Black Lotus", "Aladdin's Lamp"):
        with pytest.raises(Refusal, match="was elsewhere"):
            rules.tell_card(war, resource="lamp", card=card)
    war = fight(fold(war, rules.tell_card(war, resource="lamp", card="Brass Man")), "valley")
    with pytest.raises(Refusal, match="was elsewhere"):
        rules.tell_card(war, resource="valley", card="Brass Man")


def test_the_app_neither_mixes_nor_shows_what_the_table_laid(war, rng):
    with pytest.raises(Refusal, match="shuffle them yourselves"):
        rules.mix_sealed(war, rng=rng)
    over = fold(war, rules.eliminate(war, seats=[1, 2], by=[0, 0]))
    with pytest.raises(Refusal, match="Nothing is face down"):
        rules.uncover_rest(over)


def test_a_card_told_by_mistake_is_taken_back_whole():
    """What the app uncovered stays face up; what the table told was perhaps only a slip of the thumb."""
    assert remains(opened(), [CardUncovered("lamp", 0, "Brass Man", None, by_hand=True)]) == []
    assert remains(opened(), [CardUncovered("lamp", 0, "Brass Man", None)]) != []


def test_the_log_says_what_the_table_drew():
    names = ("Ann", "Bob")
    for event in (LaidFaceDown(), GuardiansSet({}), CardUncovered("lamp", 0, "Brass Man", None, by_hand=True)):
        assert "(Drawn by the table.)" in str(tell(event, names))
    assert "table" not in str(tell(ResourceClaimed("lamp", 0, 0), names))

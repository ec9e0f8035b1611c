"""What a war's draws should have been, whatever its log says."""

from dataclasses import replace

import pytest

from companion.games.efreet_war.facts.events import (
    CardShown,
    CardUncovered,
    KingGained,
    KingLeft,
    KingRemoved,
    ResourceLost,
    SealedMixed,
)
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.text.draw_replay import again
from companion.games.efreet_war.text.legacy_arguments import CHOICES
from tests.efreet_war.conftest import begun, opened


def test_a_card_uncovered_without_a_winner_is_still_looked_at():
    """A log may say anything: then the card is compared as if the first player had won it."""
    state = begun()
    card = state.sealed["king"]
    due = again(state, CardUncovered("king", 1, card, None))
    assert (due.event.team, due.event.card) == (0, card)
    audience = again(replace(state, audience=4), CardUncovered("king", 1, card, None))
    assert audience.event.team == 1
    owned = state.resources | {"king": replace(state.resources["king"], owner=1)}
    assert again(replace(state, resources=owned), CardUncovered("king", 0, card, None)).event.team == 1
    shown = replace(state, sealed={}, shown={"king": card})
    assert again(shown, CardShown("king", "other")).event == CardShown("king", card)


def test_cards_mixed_face_down_are_mixed_again():
    """Whatever a log says of how they lie, the table's own secret says it again."""
    state = begun()
    assert again(state, SealedMixed(state.sealed)).event == draws.mixed(state) != SealedMixed(state.sealed)


def test_a_table_of_an_older_companion_deals_its_own_guardians_again(rng):
    """It noted no names: those of the last deal, living and dead, are the table's."""
    state = opened(guardians=[f"Guard {n}" for n in range(18)], traps=["Pit", "Net", "Web"])
    lamp = state.resources["lamp"]
    fought = state.resources | {"lamp": replace(lamp, guardians=(), dead=lamp.guardians)}
    old = replace(state, guardians=(), resources=fought, secret="")
    assert {*draws.guardians(old)} == {f"Guard {n}" for n in range(18)}
    again_dealt = draws.deal(old, rng)
    assert {name for names in again_dealt.guardians.values() for name in names} == {*draws.guardians(old)}
    assert again_dealt.traps == ("Pit", "Net", "Web")


@pytest.mark.parametrize(
    ("events", "answer", "other"),
    [
        ([KingGained(0, 0, "Lamp")], "gain", "Lamp"),
        ([ResourceLost("lamp", 0), KingGained(0, 0, "Lamp")], "gain", "Lamp"),
        ([KingRemoved(0)], "remove", ""),
        ([KingLeft(0)], "leave", ""),
    ],
)
def test_the_answer_to_the_king_is_read_from_what_happened(events, answer, other):
    assert CHOICES["claim_king"](events) == {"answer": answer, "artifact": "", "other": other}

"""What a question is found by: its words in any form, two in a row, pieces of them, slips; and how sure that is."""

import pytest

from companion.kit.rules.search import Entry, speech
from companion.kit.rules.situations import SURE, Situations, features, pack

SPEECH = speech("en", ["boss chief"])
ENTRIES = [
    Entry("jump", ("May I jump over a space?", "skip a space"), "Only one where a Mage is."),
    Entry("bottle", ("May I open a corked Bottle again?",), "No, it stays shut."),
    Entry("flee", ("When does a Boss flee?", "the boss is alone"), "As soon as no other Djinn is there."),
    Entry("cheap", ("What does a Boss cost?",), "Magic."),
]
ENGLISH = Situations([one.id for one in ENTRIES], pack(ENTRIES, SPEECH), SPEECH)
GERMAN = speech("de")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("jumping", "jump"),
        ("botle", "bottle"),
        ("corkd bottl", "bottle"),
        ("my chief flees", "flee"),
        ("cheif alone", "flee"),
        ("whatever on earth happens in here with jumping and so on", "jump"),
    ],
)
def test_what_is_meant_is_first(typed, first):
    assert ENGLISH.find(typed)[0].id == first


@pytest.mark.parametrize("typed", ["", "?!", "zzzzqqq", "💥", "\0"])
def test_what_means_nothing_finds_nothing_and_is_not_sure(typed):
    assert ENGLISH.find(typed) == []
    assert ENGLISH.confidence(typed, []) == 0


def test_its_own_words_are_sure_and_half_of_two_is_not():
    for entry in ENTRIES:
        found = ENGLISH.find(entry.asked[0])
        assert found[0].id == entry.id
        assert ENGLISH.confidence(entry.asked[0], found) >= SURE
    assert ENGLISH.confidence("boss", ENGLISH.find("boss")) < SURE


def test_words_that_nobody_knows_make_it_less_sure_but_change_no_order():
    plain, long = "skip a space", "skip a space xylophone quarrel umbrella"
    assert ENGLISH.find(long)[0].id == ENGLISH.find(plain)[0].id == "jump"
    assert ENGLISH.confidence(long, ENGLISH.find(long)) < ENGLISH.confidence(plain, ENGLISH.find(plain))


def test_a_german_verb_is_found_with_its_prefix_apart():
    assert GERMAN.parts("abgehauen") == {"ab", "hau"}
    assert GERMAN.parts("abhauen") == {"ab", "hau"}
    assert GERMAN.parts("gehauen") == {"hau"}
    assert GERMAN.parts("haus") == set()
    assert SPEECH.parts("offset") == set()
    assert features("haut ab", GERMAN).keys() & features("abgehauen", GERMAN).keys() >= {"ab"}


def test_a_slip_reaches_what_means_the_same():
    assert ENGLISH.find("bosss")[0].id in {"flee", "cheap"}
    assert {one.id for one in ENGLISH.find("cheif")} >= {"flee", "cheap"}


def test_a_hostile_query_is_read_in_part():
    assert len(ENGLISH.find("boss " * 5_000)) <= len(ENTRIES)
    assert sum(features("x" * 100_000, SPEECH, 32).values()) < 400


def test_nothing_is_packed_of_nothing():
    assert Situations([], pack([], SPEECH), SPEECH).find("boss") == []

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


def test_a_slip_is_as_sure_as_the_word_it_stands_for():
    typed = "oepn corked botle agian"
    assert ENGLISH.confidence(typed, ENGLISH.find(typed)) >= SURE


def test_what_only_fills_a_sentence_says_nothing():
    assert ENGLISH.find("uhm sorry guys, quick question: may I jump over a space please") == ENGLISH.find(
        "may I jump over a space"
    )
    assert [word for word, _ in SPEECH.read("wait, what")] == ["what"]
    assert [word for word, _ in SPEECH.read("uhm")] == ["uhm"]


def test_a_hostile_query_is_read_in_part():
    assert len(ENGLISH.find("boss " * 5_000)) <= len(ENTRIES)
    assert sum(features("x" * 100_000, SPEECH, 32).values()) < 400


def test_nothing_is_packed_of_nothing():
    assert Situations([], pack([], SPEECH), SPEECH).find("boss") == []


def test_the_more_often_a_question_is_asked_so_the_likelier_it_is_meant():
    often = Entry("often", ("near the mage", "a bottle near the mage", "is it near the mage"))
    seldom = Entry("seldom", ("near the mage", "a bottle on a bridge", "is it in the water"))
    found = Situations(["often", "seldom"], pack([often, seldom], SPEECH), SPEECH).find("so near a mage")
    assert found[0].id == "often"
    assert found[0].score > 0


def test_a_question_with_many_phrases_is_not_likelier_for_that():
    short = Entry("short", ("a bottle breaks",))
    long = Entry("long", ("a bottle breaks", *(f"what happens on field {word}" for word in ("one", "two", "three"))))
    found = Situations(["long", "short"], pack([long, short], SPEECH), SPEECH).find("a bottle breaks")
    assert found[0].id == "short"


def test_a_chance_is_shared_by_those_that_are_as_likely():
    twins = [Entry(id, ("may I swim",)) for id in ("one", "other")]
    both = Situations(["one", "other"], pack([*twins, Entry("far", ("a bottle breaks",))], SPEECH), SPEECH)
    assert both.confidence("may I swim", both.find("may I swim")) == pytest.approx(0.5, abs=0.01)


def test_a_phrase_without_words_is_packed():
    assert Situations(["blank"], pack([Entry("blank", ("?!",))], SPEECH), SPEECH).find("?!") == []

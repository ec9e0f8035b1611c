"""The search: words in any order and form, synonyms, what is unfinished or mistyped, and hostile queries."""

from itertools import product
from math import log

import pytest

from companion.kit.rules.search import (
    BEGINNING,
    MOST_LETTERS,
    MOST_WORDS,
    PART,
    SMALL,
    SYNONYM,
    WRONG_LETTER,
    Entry,
    Index,
    one_off,
    speech,
)

ENTRIES = [
    Entry("jump", ("May I jump over a space?", "skip a space"), "Only one where a Mage stands."),
    Entry("bottle", ("May I open a corked Bottle again?",), "No, it stays shut."),
    Entry("colour", ("Which colours are there?",), "Four."),
    Entry("flee", ("When does a Boss flee?", "the boss is alone"), "As soon as no other Djinn stands with it."),
]
ENGLISH = Index(ENTRIES, speech("en", ["boss chief"]), weight=0.3)
GERMAN = Index(
    [
        Entry("back", ("Darf ich rückwärts ziehen?",)),
        Entry("cork", ("Darf ich eine verkorkte Flasche wieder öffnen?",)),
        Entry("passage", ("Wo darf ich einen Geheimgang anlegen?",)),
        Entry("heal", ("Was bringt Regenerieren?",)),
    ],
    speech("de"),
    weight=0.3,
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("jump", "jump"),
        ("a space, may I jump", "jump"),
        ("JUMPING", "jump"),
        ("leap", "jump"),
        ("color", "colour"),
        ("open bottles", "bottle"),
        ("uncork", "bottle"),
        ("botle", "bottle"),
        ("bottl", "bottle"),
        ("bott", "bottle"),
        ("obttle", "bottle"),
        ("boss fleeing", "flee"),
        ("the chief escapes", "flee"),
        ("bossalone", "flee"),
    ],
)
def test_what_is_meant_is_found_first(query, found):
    assert ENGLISH.find(query)[0].id == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("rückwärts", "back"),
        ("ruckwarts", "back"),
        ("rueckwaerts", "back"),
        ("zurück", "back"),
        ("entkorken", "cork"),
        ("Flaschen öffnen", "cork"),
        ("Geheimgänge", "passage"),
        ("Geheimgangs anlegen", "passage"),
        ("Gehiemgang", "passage"),
        ("mein Troll regeneriert", "heal"),
    ],
)
def test_german_words_are_found_in_any_form(query, found):
    assert GERMAN.find(query)[0].id == found


@pytest.mark.parametrize("query", ["", "   ", "?!", "zzzzqqq", ".*", "(((", "<script>", "\0", "%", "💥", "の"])
def test_what_means_nothing_here_finds_nothing(query):
    assert ENGLISH.find(query) == []


@pytest.mark.parametrize("query", ["a" * 10_000, "boss " * 2_000, "(a+)+" * 2_000, "xq" * 4 + " bossx" * 3_000])
def test_of_a_hostile_query_little_is_read(query):
    words = ENGLISH.speech.read(query, MOST_WORDS)
    assert len(words) <= MOST_WORDS
    assert sum(len(word) for word, _ in words) <= MOST_LETTERS
    assert len(ENGLISH.find(query)) <= len(ENTRIES)


def test_a_word_that_is_typed_counts_more_than_its_synonym():
    index = Index([Entry("a", ("leap",)), Entry("b", ("jump",))], speech("en"), weight=0.3)
    assert [one.id for one in index.find("jump")] == ["b", "a"]


def test_an_entry_with_half_of_what_the_best_one_has_is_found():
    entries = [
        Entry("half", ("lamp",)),
        Entry("other", ("ring",)),
        Entry("best", ("lamp ring",)),
        Entry("none", ("fee",)),
    ]
    assert [one.id for one in Index(entries, speech("en"), weight=0.3).find("lamp ring")] == ["best", "half", "other"]


def test_a_word_is_worth_the_more_the_rarer_it_is_and_a_small_one_little():
    assert ENGLISH.worth["jump"] == pytest.approx(log(1 + 4))
    assert ENGLISH.worth["boss"] == pytest.approx(log(1 + 4))
    assert ENGLISH.worth["may"] == pytest.approx(log(1 + 4 / 2) * SMALL)


@pytest.mark.parametrize(
    ("word", "worth", "means"),
    [
        ("jumping", log(5), {"jump": 1, "skip": SYNONYM}),
        ("boss", log(5), {"boss": 1}),
        ("chief", log(5) * SYNONYM, {"boss": SYNONYM}),
        ("crok", log(5) * WRONG_LETTER, {"cork": WRONG_LETTER}),
        ("bot", log(5) * BEGINNING, {"bottl": BEGINNING}),
        ("4", log(5) * SYNONYM, {"four": SYNONYM}),
        ("jumpspace", log(5) * PART, {"jump": PART, "space": PART}),
        ("spacexyz", log(5) * BEGINNING, {"space": BEGINNING}),
        ("spacewxyz", log(5) * PART, {"space": PART}),
        ("may", SMALL, {"may": 1}),
        ("of", SMALL, {}),
        ("crk", SMALL, {}),
        ("zzzz", SMALL, {}),
    ],
)
def test_what_a_word_means_and_how_much_it_matters(word, worth, means):
    ((matters, may),) = ENGLISH.meant(word).words
    assert (matters, dict(may)) == (pytest.approx(worth), means)


def test_only_the_last_word_may_be_unfinished_though_it_is_known():
    index = Index([Entry("a", ("boss",)), Entry("b", ("bossy",))], speech("en"), weight=0.3)
    first, last = index.meant("boss boss boss x").words[0][1], index.meant("boss").words[0][1]
    assert (dict(first), dict(last)) == ({"boss": 1}, {"boss": 1, "bossi": BEGINNING})


def test_what_a_text_marks_has_no_small_words():
    assert ENGLISH.stems("may I flee") >= {"flee"}
    assert "may" not in ENGLISH.stems("may I flee")


@pytest.mark.parametrize(("one", "other"), [("cork", "crok"), ("cork", "cor"), ("cork", "corks"), ("cork", "fork")])
def test_one_letter_is_off(one, other):
    assert one_off(one, other)
    assert one_off(other, one)


@pytest.mark.parametrize(("one", "other"), [("cork", "bottle"), ("cork", "kroc"), ("cork", "co"), ("abcd", "badc")])
def test_more_than_one_letter_is_off(one, other):
    assert not one_off(one, other)


def slips(word):
    """Make every slip of one letter in a word of a's and b's."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    wrong = {begin + letter + end[more:] for begin, end in cuts for letter in "ab" for more in (0, 1)}
    left_out = {begin + end[1:] for begin, end in cuts}
    return wrong | left_out | {begin + end[1::-1] + end[2:] for begin, end in cuts}


def test_one_letter_is_off_after_any_slip_and_after_nothing_else():
    words = ["".join(word) for many in (2, 3, 4, 5) for word in product("ab", repeat=many)]
    for one, other in product(words, repeat=2):
        assert one_off(one, other) == (min(len(one), len(other)) > 2 and other in slips(one)), (one, other)


def test_a_slip_that_is_put_right_reaches_what_means_the_same():
    assert ENGLISH.find("cheif")[0].id == "flee"


def test_a_guess_never_beats_a_word_that_is_known():
    index = Index([Entry("known", ("jump",)), Entry("guessed", ("corkscrew",))], speech("en"), weight=0.3)
    assert index.find("jump cokrscrew")[0].id == "known"

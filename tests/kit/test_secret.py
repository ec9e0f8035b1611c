"""Secrets and words: what they decide, who may know them, and what a table with so many seats can hold of them."""

from dataclasses import replace
from random import Random

import pytest

from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import Chance, DrawnAnew, SecretDrawn, SecretTold, WordSaid
from companion.table.log import Entry, Refusal

SECRET = "00ff"
KNOWN = Chance(commitment=committed_random.commitment(SECRET), secret=SECRET)


def test_a_secret_has_all_its_bits():
    """128 of them, in 32 hexadecimal digits."""
    drawn = [committed_random.new_secret(Random(seed)) for seed in range(100)]
    assert {len(secret) for secret in drawn} == {32}
    ones = zeros = 0
    for secret in drawn:
        ones |= int(secret, 16)
        zeros |= ~int(secret, 16)
    assert ones == 2**128 - 1
    assert zeros & ones == ones


def test_a_secret_and_words_decide_the_same_for_ever():
    """Numbers of an older Companion: what was drawn by them follows from them with every later version."""
    assert committed_random.commitment("a") == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert (
        committed_random.seed_of("a", ["b", "c"]) == "ea7fb08b7a2dc4619ffb7c7bb38d95a2047935fa165d71b12efd3852a2e6d0cc"
    )
    assert committed_random.draw("ab", "deal", 3).random() == 0.500265238664542
    assert committed_random.draw("ab", "deal", 3, words=["w"]).random() == 0.7706330281513858
    assert committed_random.seed_of("salt:seed") == "seed"
    assert committed_random.seed_of("salt:seed", ["w"]) not in ("seed", committed_random.seed_of("pepper:seed", ["w"]))


def test_every_draw_of_an_element_is_another():
    drawn = replace(KNOWN, drawn={"deal": 2})
    assert committed_random.next_draw(drawn, "deal").random() == committed_random.draw(SECRET, "deal", 2).random()
    assert committed_random.next_draw(drawn, "first").random() == committed_random.draw(SECRET, "first", 0).random()
    said = replace(drawn, words=((1, "w"),))
    assert (
        committed_random.next_draw(said, "deal").random()
        == committed_random.draw(SECRET, "deal", 2, words=["w"]).random()
    )
    assert committed_random.once_more(drawn, "deal") == {"deal": 3}
    assert committed_random.once_more(drawn, "first") == {"deal": 2, "first": 1}
    assert (committed_random.last(drawn, "deal"), committed_random.last(drawn, "first")) == (1, None)


def test_without_a_secret_chance_is_any():
    rng = Random(7)
    assert committed_random.next_draw(Chance(), "deal", rng) is rng
    assert committed_random.next_draw(KNOWN, "deal", rng) is not rng
    with pytest.raises(ValueError, match="nothing to draw deal by"):
        committed_random.next_draw(Chance(), "deal")


def test_a_table_commits_anew_once_its_secret_is_told():
    assert committed_random.renewed(KNOWN, Random(7)) == []
    told = committed_random.evolve(KNOWN, SecretTold())
    (renewed,) = committed_random.renewed(told, Random(7))
    assert renewed == committed_random.committed(committed_random.new_secret(Random(7)))
    with pytest.raises(ValueError, match="no chance to draw a new secret"):
        committed_random.renewed(told, None)
    assert committed_random.renewed(KNOWN, None) == []
    next_one = committed_random.evolve(replace(told, words=((0, "w"),), drawn={"deal": 1}), renewed)
    assert (next_one.told, next_one.words, next_one.drawn) == (False, (), {})
    assert next_one.past == (KNOWN.commitment,)


def test_events_add_up():
    said = committed_random.evolve(replace(KNOWN, drawn={"deal": 1}), WordSaid(1, "w"))
    assert (said.words, said.drawn) == (((1, "w"),), {})
    told = committed_random.evolve(KNOWN, SecretTold())
    assert (told.told, told.past) == (True, (KNOWN.commitment,))
    assert committed_random.evolve(Chance(), SecretTold()).past == ()
    copied = committed_random.evolve(KNOWN, DrawnAnew())
    assert (copied.copied, copied.told) == (True, False)
    assert Chance(**committed_random.of(told)) == told


def test_a_secret_stays_in_the_house_until_it_is_told():
    told = committed_random.evolve(KNOWN, SecretTold())
    event = SecretDrawn(KNOWN.commitment, SECRET)
    assert (committed_random.seen(KNOWN).secret, committed_random.seen(told).secret) == ("", SECRET)
    assert committed_random.seen(Chance()) == Chance()
    assert (committed_random.hide(KNOWN, event).secret, committed_random.hide(told, event).secret) == ("", SECRET)
    assert committed_random.hide(told, SecretDrawn("another", "00")).secret == ""
    assert committed_random.hide(KNOWN, WordSaid(0, "w")) == WordSaid(0, "w")


@pytest.mark.parametrize("many", range(4))
def test_only_the_last_secret_leaves_a_log(many):
    """Those before it are told."""
    entries = [Entry(n, 0.0, 0, "open", (SecretDrawn(f"c{n}", f"{n}{n}"),)) for n in range(1, many + 1)]
    last = [("", f"c{many}")] if many else []
    assert [(event.secret, event.commitment) for event in committed_random.bared(entries).values()] == last


@pytest.mark.parametrize(
    ("change", "right"),
    [
        ({}, True),
        ({"secret": ""}, True),
        ({"secret": "01"}, False),
        ({"words": ((0, "x"), (1, "x" * 240))}, True),
        ({"words": ((0, ""),)}, False),
        ({"words": ((0, "x" * 241),)}, False),
        ({"words": ((0, "x"), (0, "y"))}, False),
        ({"words": ((2, "x"),)}, False),
        ({"words": ((-1, "x"),)}, False),
        ({"past": ("x",) * 1_000}, True),
        ({"past": ("x",) * 1_001}, False),
    ],
)
def test_a_table_of_two_holds_a_secret_and_two_words(change, right):
    assert committed_random.fits(replace(KNOWN, **change), 2) is right


def test_each_player_says_one_word_where_it_proves_something():
    assert committed_random.say(KNOWN, 1, "w") == WordSaid(1, "w")
    said = replace(KNOWN, words=((1, "w"),))
    assert committed_random.say(said, 0, "v") == WordSaid(0, "v")
    with pytest.raises(Refusal, match="already added a word"):
        committed_random.say(said, 1, "v")
    for state in (Chance(), replace(KNOWN, copied=True)):
        with pytest.raises(Refusal, match="prove nothing"):
            committed_random.say(state, 1, "w")


def test_a_commitment_is_told_by_its_beginning():
    names = ["Ann", "Bob"]
    assert (
        str(committed_random.tell(SecretDrawn("0123456789", "00"), names))
        == "The table commits to its draws: 01234567 …"
    )
    assert "Bob adds a word to the draws: “w”" in str(committed_random.tell(WordSaid(1, "w"), names))
    assert "has seen the secret" in str(committed_random.tell(SecretTold(), names))
    assert "This is a copy" in str(committed_random.tell(DrawnAnew(), names))

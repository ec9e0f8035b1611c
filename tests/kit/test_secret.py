"""Secrets and words: what they decide, who may know them, and what a table with so many seats can hold of them."""

from dataclasses import replace
from random import Random

import pytest

from companion.kit import chance
from companion.kit.chance import Chance, DrawnAnew, SecretDrawn, SecretTold, WordSaid
from companion.table.log import Entry, Refusal

SECRET = "00ff"
KNOWN = Chance(commitment=chance.commitment(SECRET), secret=SECRET)


def test_a_secret_has_all_its_bits():
    """128 of them, in 32 hexadecimal digits."""
    drawn = [chance.new_secret(Random(seed)) for seed in range(100)]
    assert {len(secret) for secret in drawn} == {32}
    ones = zeros = 0
    for secret in drawn:
        ones |= int(secret, 16)
        zeros |= ~int(secret, 16)
    assert ones == 2**128 - 1
    assert zeros & ones == ones


def test_a_secret_and_words_decide_the_same_for_ever():
    """Numbers of an older Companion: what was drawn by them follows from them with every later version."""
    assert chance.commitment("a") == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert chance.seed_of("a", ["b", "c"]) == "ea7fb08b7a2dc4619ffb7c7bb38d95a2047935fa165d71b12efd3852a2e6d0cc"
    assert chance.draw("ab", "deal", 3).random() == 0.500265238664542
    assert chance.draw("ab", "deal", 3, words=["w"]).random() == 0.7706330281513858
    assert chance.seed_of("salt:seed") == "seed"
    assert chance.seed_of("salt:seed", ["w"]) not in ("seed", chance.seed_of("pepper:seed", ["w"]))


def test_every_draw_of_an_element_is_another():
    drawn = replace(KNOWN, drawn={"deal": 2})
    assert chance.next_draw(drawn, "deal").random() == chance.draw(SECRET, "deal", 2).random()
    assert chance.next_draw(drawn, "first").random() == chance.draw(SECRET, "first", 0).random()
    said = replace(drawn, words=((1, "w"),))
    assert chance.next_draw(said, "deal").random() == chance.draw(SECRET, "deal", 2, words=["w"]).random()
    assert chance.once_more(drawn, "deal") == {"deal": 3}
    assert chance.once_more(drawn, "first") == {"deal": 2, "first": 1}
    assert (chance.last(drawn, "deal"), chance.last(drawn, "first")) == (1, None)


def test_without_a_secret_chance_is_any():
    rng = Random(7)
    assert chance.next_draw(Chance(), "deal", rng) is rng
    assert chance.next_draw(KNOWN, "deal", rng) is not rng
    with pytest.raises(ValueError, match="nothing to draw deal by"):
        chance.next_draw(Chance(), "deal")


def test_a_table_commits_anew_once_its_secret_is_told():
    assert chance.renewed(KNOWN, Random(7)) == []
    told = chance.evolve(KNOWN, SecretTold())
    (renewed,) = chance.renewed(told, Random(7))
    assert renewed == chance.committed(chance.new_secret(Random(7)))
    with pytest.raises(ValueError, match="no chance to draw a new secret"):
        chance.renewed(told, None)
    assert chance.renewed(KNOWN, None) == []
    next_one = chance.evolve(replace(told, words=((0, "w"),), drawn={"deal": 1}), renewed)
    assert (next_one.told, next_one.words, next_one.drawn) == (False, (), {})
    assert next_one.past == (KNOWN.commitment,)


def test_events_add_up():
    said = chance.evolve(replace(KNOWN, drawn={"deal": 1}), WordSaid(1, "w"))
    assert (said.words, said.drawn) == (((1, "w"),), {})
    told = chance.evolve(KNOWN, SecretTold())
    assert (told.told, told.past) == (True, (KNOWN.commitment,))
    assert chance.evolve(Chance(), SecretTold()).past == ()
    copied = chance.evolve(KNOWN, DrawnAnew())
    assert (copied.copied, copied.told) == (True, False)
    assert Chance(**chance.of(told)) == told


def test_a_secret_stays_in_the_house_until_it_is_told():
    told = chance.evolve(KNOWN, SecretTold())
    event = SecretDrawn(KNOWN.commitment, SECRET)
    assert (chance.seen(KNOWN).secret, chance.seen(told).secret) == ("", SECRET)
    assert chance.seen(Chance()) == Chance()
    assert (chance.hide(KNOWN, event).secret, chance.hide(told, event).secret) == ("", SECRET)
    assert chance.hide(told, SecretDrawn("another", "00")).secret == ""
    assert chance.hide(KNOWN, WordSaid(0, "w")) == WordSaid(0, "w")


@pytest.mark.parametrize("many", range(4))
def test_only_the_last_secret_leaves_a_log(many):
    """Those before it are told."""
    entries = [Entry(n, 0.0, 0, "open", (SecretDrawn(f"c{n}", f"{n}{n}"),)) for n in range(1, many + 1)]
    last = [("", f"c{many}")] if many else []
    assert [(event.secret, event.commitment) for event in chance.bared(entries).values()] == last


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
    assert chance.fits(replace(KNOWN, **change), 2) is right


def test_each_player_says_one_word_where_it_proves_something():
    assert chance.say(KNOWN, 1, "w") == WordSaid(1, "w")
    said = replace(KNOWN, words=((1, "w"),))
    assert chance.say(said, 0, "v") == WordSaid(0, "v")
    with pytest.raises(Refusal, match="already said a word"):
        chance.say(said, 1, "v")
    for state in (Chance(), replace(KNOWN, copied=True)):
        with pytest.raises(Refusal, match="prove nothing"):
            chance.say(state, 1, "w")


def test_a_commitment_is_told_by_its_beginning():
    names = ["Ann", "Bob"]
    assert str(chance.tell(SecretDrawn("0123456789", "00"), names)) == "The draws are committed to: 01234567 …"
    assert "Bob adds a word to the draws: “w”" in str(chance.tell(WordSaid(1, "w"), names))
    assert "shown to everybody" in str(chance.tell(SecretTold(), names))
    assert "This is a copy" in str(chance.tell(DrawnAnew(), names))

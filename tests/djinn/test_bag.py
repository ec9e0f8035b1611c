"""What comes out of the bag: drawn by the app, or by the table from the printed one."""

from collections import Counter
from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.djinn import game
from companion.games.djinn.facts.events import (
    BagShuffled,
    BagTaken,
    DjinnCaught,
    DjinnDrawn,
    DjinnPutBack,
    DjinnRefilled,
    DrawAwaited,
    ExtraCaught,
    TomRevealed,
    TurnEnded,
)
from companion.games.djinn.play import hunt
from companion.games.djinn.setup import bag, deal
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state import check, evolve
from companion.games.djinn.state.model import Awaited, State
from companion.games.djinn.text import redaction
from companion.games.djinn.text.describe import outcome, tell
from companion.games.djinn.text.draw_replay import again
from companion.kit.fairness.committed_random import committed
from companion.table.log import Entry, Refusal, fold_log
from tests.checks import wrong
from tests.djinn.scenes import conserved
from tests.djinn.solo import HUNT as ALONE, TAVERN_MARKET
from tests.djinn.test_hunt import BOB, CEM, HUNT

NAMES = ("Ann", "Bob", "Cem")
SECRET = committed("of the table")


def after(state, events):
    return reduce(evolve, events, state)


def opened(players=3, **options):
    choices = {"first_game": True, "longer": False, "rng": Random(7)} | options
    return after(State(), deal.open_game(State(), players=players, **choices))


OWN = after(HUNT, [SECRET, BagTaken()])
"""A table that draws itself."""


def caught(state):
    """Catch the Boss of the Tavern and what stands there, so that two Djinn come."""
    return hunt.catch(state, seat=BOB, slot="R2", djinn=["third"], boss=True)


def test_a_table_that_draws_itself_is_asked_for_what_comes():
    events = caught(OWN)
    assert events == [DjinnCaught(BOB, "R2", "tavern", ("third",), True), DrawAwaited(2, "R2", "tavern")]
    state = after(OWN, events)
    assert (state.awaited, state.bag) == ((Awaited(2, "R2", None),), OWN.bag)
    assert outcome(state, events) == "bag"


def test_what_it_taps_comes_and_leaves_the_bag():
    state = after(OWN, caught(OWN))
    assert bag.drew(state, colour="brown") == [DjinnRefilled("R2", "tavern", ("brown",), 0, by_hand=True)]
    state = after(state, bag.drew(state, colour="brown"))
    assert (state.awaited, state.bag) == ((Awaited(1, "R2", None),), ("fourth", "blue", "third"))
    state = after(state, bag.drew(state, colour="third"))
    assert (state.awaited, state.bag) == ((), ("fourth", "blue"))
    assert state.spaces["R2"].djinn == ("brown", "third")
    assert state.we_draw
    assert outcome(state, [DjinnRefilled("R2", "tavern", ("third",), 0, by_hand=True)]) == "happened"


def test_an_extra_catch_is_drawn_by_the_table():
    """Draw it as the rulebook's Player Board 1b says."""
    assert hunt.draw_extra(OWN, seat=CEM) == [DrawAwaited(1, seat=CEM)]
    state = after(OWN, hunt.draw_extra(OWN, seat=CEM))
    assert bag.drew(state, colour="third") == [ExtraCaught(CEM, "third", by_hand=True)]
    state = after(state, bag.drew(state, colour="third"))
    assert (state.caught[CEM], state.bag, state.awaited) == (("third",), ("fourth", "blue", "brown"), ())


def test_toms_card_asks_for_its_djinn():
    own = after(ALONE, [BagTaken()])
    events = tom_game.reveal(own, at=7.0)
    assert events == [
        TurnEnded(0, 7.0),
        TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", (), 0),
        DrawAwaited(1, "R2", "tavern"),
    ]
    assert "1 Djinn comes" in tell(events[1], NAMES)
    assert "1 Djinn from the bag" in tom_game.tom_says(events[1])[0].what
    with pytest.raises(Refusal, match="to come out of your bag: 1"):
        tom_game.reveal(after(own, events), at=8.0)
    with pytest.raises(Refusal, match="to come out of your bag: 1"):
        tom_game.reveal_printed(replace(after(own, events), shuffled=False), nothing=True, at=8.0)


def test_an_empty_bag_gives_nothing_whoever_draws():
    empty = replace(OWN, bag=())
    assert caught(empty)[1:] == [DjinnRefilled("R2", "tavern", (), 2)]
    short = replace(OWN, bag=("blue",))
    assert caught(short)[1:] == [DrawAwaited(1, "R2", "tavern", missing=1)]
    assert "1 short" in tell(caught(short)[1], NAMES)
    last = after(ALONE, [BagTaken()])
    assert tom_game.reveal(replace(last, bag=()), at=7.0)[1:] == [TomRevealed(TAVERN_MARKET, 1, "R2", "tavern", (), 1)]


def test_only_what_is_left_comes_and_only_what_is_asked_for():
    with pytest.raises(Refusal, match="already here"):
        bag.drew(OWN, colour="blue")
    state = after(replace(OWN, bag=("blue", "blue")), caught(replace(OWN, bag=("blue", "blue"))))
    with pytest.raises(Refusal, match="no Brown left"):
        bag.drew(state, colour="brown")


@pytest.mark.parametrize(
    "move",
    [
        caught,
        lambda state: hunt.flee(state, slot="R1"),
        lambda state: hunt.remove(state, slot="R1", djinn=["blue"]),
        lambda state: hunt.end_turn(state, at=0.0),
        lambda state: hunt.draw_extra(state, seat=BOB),
        lambda state: hunt.begin(replace(state, turn=None), at=0.0),
    ],
)
def test_play_waits_for_what_is_to_come(move):
    with pytest.raises(Refusal, match="still to come out of your bag: 2"):
        move(after(OWN, caught(OWN)))


# Who draws


def test_what_the_app_drew_goes_back_when_the_table_drew_something_else():
    state = after(HUNT, caught(HUNT))
    assert state.spaces["R2"].djinn == ("fourth", "blue")
    events = bag.we_draw(state)
    assert events == [BagTaken(), DjinnPutBack(("fourth", "blue"), "R2", "tavern"), DrawAwaited(2, "R2", "tavern")]
    state = after(state, events)
    assert (state.spaces["R2"].djinn, Counter(state.bag)) == ((), Counter(HUNT.bag))
    assert (state.we_draw, state.came, state.awaited) == (True, None, (Awaited(2, "R2", None),))


def test_nothing_goes_back_that_the_table_drew_or_that_did_not_come():
    state = after(OWN, caught(OWN))
    for colour in ("brown", "third"):
        state = after(state, bag.drew(state, colour=colour))
    state = after(state, bag.app_draws(state, rng=Random(7)))
    assert bag.we_draw(state) == [BagTaken()]
    empty = replace(HUNT, bag=())
    assert bag.we_draw(after(empty, caught(empty))) == [BagTaken()]


def test_an_extra_catch_of_the_apps_goes_back():
    state = after(HUNT, hunt.draw_extra(HUNT, seat=CEM))
    state = after(state, bag.we_draw(state))
    assert (state.caught[CEM], Counter(state.bag), state.awaited) == ((), Counter(HUNT.bag), (Awaited(1, "", CEM),))


@pytest.mark.parametrize(
    "later",
    [
        lambda state: hunt.end_turn(state, at=0.0),
        lambda state: hunt.remove(state, slot="R1", djinn=["blue"]),
        lambda state: hunt.catch(state, seat=BOB, slot="R1", djinn=["blue"], boss=False),
    ],
)
def test_once_play_goes_on_nothing_goes_back(later):
    state = after(HUNT, caught(HUNT))
    assert bag.we_draw(after(state, later(state))) == [BagTaken()]


def test_the_app_draws_what_is_left_and_from_then_on():
    state = after(OWN, caught(OWN))
    state = after(state, bag.drew(state, colour="brown"))
    shuffled, refilled = bag.app_draws(state, rng=Random(7))
    assert Counter(shuffled.bag) == Counter(state.bag)
    assert refilled == DjinnRefilled("R2", "tavern", shuffled.bag[:1], 0)
    state = after(state, [shuffled, refilled])
    assert (state.we_draw, state.awaited, state.bag) == (False, (), shuffled.bag[1:])
    assert bag.app_draws(OWN, rng=Random(7)) == [bag.shuffled(OWN, Random(7))]


def test_the_app_shuffles_what_it_draws_from():
    state = opened()
    assert bag.shuffled(state).bag != state.bag
    assert Counter(bag.shuffled(state).bag) == Counter(state.bag)


def test_the_app_draws_an_extra_catch_that_was_asked_for():
    state = after(OWN, hunt.draw_extra(OWN, seat=CEM))
    shuffled, extra = bag.app_draws(state, rng=Random(7))
    assert extra == ExtraCaught(CEM, shuffled.bag[0])


def test_who_draws_already_is_not_asked_again():
    with pytest.raises(Refusal, match="already drawing from your own bag"):
        bag.we_draw(OWN)
    with pytest.raises(Refusal, match="app's already drawing"):
        bag.app_draws(HUNT, rng=Random(7))
    with pytest.raises(Refusal, match="no game yet"):
        bag.we_draw(State())
    with pytest.raises(Refusal, match="nothing more is drawn"):
        bag.we_draw(replace(HUNT, finished=True))


# The set-up


def test_the_table_draws_the_djinn_beside_the_bosses():
    """Ask for as many as the rulebook's Setup 7 says, space by space."""
    state = opened(longer=True)
    events = bag.set_djinn(state, rng=Random(7))
    assert [(one.slot, one.count) for one in events[1:]] == [(slot, len(at.djinn)) for slot, at in state.spaces.items()]
    state = after(state, events)
    assert Counter(state.bag) == dict.fromkeys(("brown", "blue", "third", "fourth"), 9)
    assert all(space.boss and not space.djinn for space in state.spaces.values())
    assert wrong(check, state, 3) == []
    assert state.by_table == ("djinn",)
    with pytest.raises(Refusal, match="to come out of your bag: 21"):
        hunt.begin(state, at=0.0)
    for colour in 5 * ["brown", "blue", "third", "fourth"]:
        state = after(state, bag.drew(state, colour=colour))
    state = after(state, bag.app_draws(state, rng=Random(7)))
    assert [len(space.djinn) for space in state.spaces.values()] == [4, 4, 4, 3, 3, 3]
    assert hunt.begin(state, at=0.0)


def test_a_reroll_lets_the_app_deal_again():
    state = after(opened(), bag.set_djinn(opened(), rng=Random(7)))
    state = after(state, deal.reroll(state, element="djinn", rng=Random(7)))
    assert (state.we_draw, state.awaited, state.by_table) == (False, (), ())
    assert all(space.djinn for space in state.spaces.values())


def test_the_djinn_on_the_board_are_set_until_the_hunt():
    state = opened()
    with pytest.raises(Refusal, match=r"hunt has (already )?begun"):
        bag.set_djinn(after(state, hunt.begin(state, at=0.0)), rng=Random(7))


# The log and its check


def test_what_the_table_drew_no_secret_vouches_for():
    state = after(OWN, caught(OWN))
    (event,) = bag.drew(state, colour="brown")
    assert again(state, event) == (event, True)
    assert tell(event, NAMES).endswith("(Drawn by the table.)")
    state = after(state, [event])
    shuffled, refilled = bag.app_draws(state, rng=Random(7))
    assert again(state, shuffled) == (shuffled, False)
    assert again(evolve(state, shuffled), refilled) == (refilled, False)
    assert again(evolve(state, shuffled), replace(refilled, djinn=("none",))) == (refilled, False)


def test_the_bag_of_a_table_that_deals_itself_follows_from_the_secret():
    """Its order decides what the app may draw later."""
    state = opened()
    (dealt, *_) = bag.set_djinn(state, rng=Random(7))
    assert again(state, dealt) == (dealt, True)
    assert again(state, replace(dealt, bag=dealt.bag[::-1])).event == dealt


@given(st.randoms(use_true_random=False))
def test_bag_board_and_players_hold_36_djinn_whoever_draws(rng):
    state = opened(players=rng.choice([2, 3, 4]))
    for _ in range(60):
        try:
            events = rng.choice(MOVES)(state, rng)
        except Refusal:
            continue
        state = after(state, events)
        for law, (there, due) in conserved(state).items():
            assert there == due, law
        check(state, state.players)


MOVES = [
    lambda state, rng: bag.set_djinn(state, rng=rng),
    lambda state, rng: bag.we_draw(state),
    lambda state, rng: bag.app_draws(state, rng=rng),
    *6 * [lambda state, rng: bag.drew(state, colour=rng.choice(["brown", "blue", "third", "fourth"]))],
    lambda state, rng: hunt.begin(state, at=0.0),
    lambda state, rng: hunt.draw_extra(state, seat=rng.randrange(state.players)),
    lambda state, rng: hunt.flee(state, slot=rng.choice([*state.spaces])),
    lambda state, rng: hunt.end_turn(state, at=0.0),
]


@pytest.mark.parametrize(
    "awaited",
    [(Awaited(5, "R1", None),), (Awaited(1, "R9", None),), (Awaited(1, "", 3),)],
    ids=["many", "where", "who"],
)
def test_what_cannot_come_is_named(awaited):
    assert "awaited" in wrong(check, replace(HUNT, awaited=awaited), 3)


def test_a_copy_draws_the_bag_anew_however_often_it_was_mixed():
    """What came to light stays, whoever drew it; the rest comes in another order."""
    state, events = opened(), [*deal.open_game(State(), players=3, first_game=True, longer=False, rng=Random(7))]
    entries = [Entry(1, 0.0, None, "open_game", tuple(events))]
    moves = [
        lambda state: hunt.begin(state, at=0.0),
        lambda state: hunt.flee(state, slot="R1"),
        bag.we_draw,
        lambda state: bag.drew(state, colour=state.bag[-1]),
        lambda state: bag.app_draws(state, rng=Random(7)),
        lambda state: hunt.flee(state, slot="R2"),
    ]
    for move in moves:
        entries.append(Entry(len(entries) + 1, 0.0, None, move.__name__ or "move", tuple(move(state))))
        state = after(state, entries[-1].events)
    shown = [replace(entry, events=tuple(redaction.hide(state, event) for event in entry.events)) for entry in entries]
    assert not [event for entry in shown for event in entry.events if isinstance(event, DjinnDrawn) and event.bag]
    assert [
        one.bag == tuple(sorted(one.bag)) for entry in shown for one in entry.events if isinstance(one, BagShuffled)
    ]
    copy = fold_log(game, "ABCDE", redaction.redraw(shown, Random(8))).state
    assert (copy.spaces, copy.caught, Counter(copy.bag)) == (state.spaces, state.caught, Counter(state.bag))
    assert copy.bag != state.bag
    check(copy, 3)


def test_everybody_may_await_an_extra_catch():
    awaited = tuple(Awaited(1, "", seat) for seat in range(3))
    assert "awaited" not in wrong(check, replace(HUNT, awaited=awaited), 3)

"""What lies face down: seen cards stay face up, those still sealed can be mixed, a copy deals them anew."""

from dataclasses import fields, replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.efreet_war import game
from companion.games.efreet_war.facts import BY_ID, CARDS
from companion.games.efreet_war.facts.events import (
    EVENTS,
    CardShown,
    CardUncovered,
    Dealt,
    Opened,
    RestUncovered,
    SealedMixed,
    Seated,
)
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.state import check, evolve, remains, seen_by
from companion.games.efreet_war.state.model import State
from companion.games.efreet_war.text.redaction import hide, redraw
from companion.kit.fairness.committed_random import DrawnAnew, SecretDrawn, committed
from companion.table.log import Entry, Irreversible, Refusal, append, fold_log
from companion.table.undo import in_the_way, may_be_struck
from tests.efreet_war.conftest import begun, fight, fold, opened
from tests.efreet_war.test_rules import ask
from tests.thorough import tries

UNCOVERED = CardUncovered("valley", 0, "Flying Carpet", None)


def lying(state, resource, card):
    """Make a state in which a card lies under a Resource, exchanged with where it lay."""
    other = next(id for id, name in state.sealed.items() if name == card)
    return replace(state, sealed=state.sealed | {other: state.sealed[resource], resource: card})


# Seen is seen


def test_of_a_move_that_is_taken_back_the_card_stays_face_up():
    state = lying(begun(), "valley", "Flying Carpet")
    after = fight(state, "valley")
    left = remains(after, [UNCOVERED])
    assert left == [CardShown("valley", "Flying Carpet")]
    shown = fold(state, left)
    assert shown.shown == {"valley": "Flying Carpet"}
    assert "valley" not in shown.sealed
    assert seen_by(shown).shown == shown.shown
    check(shown, 6)


def test_a_move_that_uncovered_nothing_leaves_nothing():
    state = begun()
    assert remains(state, rules.attack(state, resource="valley")) == []


def test_a_card_face_up_is_resolved_as_it_is():
    state = fold(lying(begun(), "valley", "Flying Carpet"), [CardShown("valley", "Flying Carpet")])
    after = fight(state, "valley")
    assert after.uncovered == UNCOVERED
    assert after.artifacts == {0: ("Flying Carpet",)}
    assert after.shown == {}
    check(after, 6)


def test_shown_twice_or_after_it_was_taken_changes_nothing():
    state = lying(begun(), "valley", "Flying Carpet")
    (left,) = remains(state, [UNCOVERED])
    once = fold(state, [left])
    assert fold(once, [left]) == once
    taken = fight(state, "valley")
    assert fold(taken, [left]) == taken


def test_a_new_deal_covers_all_and_the_old_one_comes_back_as_it_was_seen():
    state = lying(opened(), "valley", "Flying Carpet")
    shown = CardShown("valley", "Flying Carpet")
    (anew,) = rules.deal(state, rng=Random(8))
    assert fold(state, [shown, anew]).shown == {}
    other = lying(state, "valley", "Brass Man")
    assert fold(other, [shown]) == other  # what was seen lay under another deal


def test_the_log_says_what_stays():
    names = ["Ann"] * 6
    assert "Flying Carpet stays face up under Diamond Valley" in game.describe(
        CardShown("valley", "Flying Carpet"), names
    )
    assert "shuffled" in game.describe(SealedMixed({}), names)


# Mixed


def test_the_cards_still_face_down_are_mixed_among_the_rest(rng):
    state = fold(lying(begun(), "valley", "Flying Carpet"), [CardShown("valley", "Flying Carpet")])
    state = fight(state, "lamp")
    mixed = fold(state, rules.mix_sealed(state, rng=rng))
    assert mixed.sealed != state.sealed
    assert mixed.sealed.keys() == state.sealed.keys()
    assert sorted(mixed.sealed.values()) == sorted(state.sealed.values())
    assert mixed == replace(state, sealed=mixed.sealed, drawn=state.drawn | {"mixed": 1})


def test_every_place_is_equally_likely_for_a_mixed_card():
    """Chi-square over thousands of times, for one card; p = 0.001 at 11 degrees of freedom."""
    rng, state, found, times = Random(7), begun(), dict.fromkeys(BY_ID, 0), tries(2_000, 6_000)
    for _ in range(times):
        state = fold(state, rules.mix_sealed(state, rng=rng))
        found[next(id for id, card in state.sealed.items() if card == "Oubliette")] += 1
    assert sum((count - times / 12) ** 2 / (times / 12) for count in found.values()) < 31.26


def test_one_card_cannot_be_mixed_nor_any_after_the_war(rng):
    state = begun()
    one = replace(state, sealed={"valley": state.sealed["valley"]})
    with pytest.raises(Refusal, match="nothing to shuffle"):
        rules.mix_sealed(one, rng=rng)
    with pytest.raises(Refusal, match="war is over"):
        rules.mix_sealed(replace(state, result=0), rng=rng)


def test_mixing_is_for_good():
    """What somebody knew would be true again."""
    assert issubclass(SealedMixed, Irreversible)
    assert issubclass(RestUncovered, Irreversible)


# A copy


def test_what_is_secret_is_hidden():
    state = opened()
    dealt = Dealt({}, ("a",), dict(state.sealed))
    for event in (dealt, SealedMixed(dict(state.sealed))):
        assert hide(state, event).sealed == dict.fromkeys(BY_ID, "")
    marked = {event for event in EVENTS for field in fields(event) if field.metadata.get("secret")}
    assert marked == {Dealt, SealedMixed, SecretDrawn}
    assert hide(state, committed(state.secret)) == SecretDrawn(state.commitment, "")
    assert hide(state, UNCOVERED) == UNCOVERED


def test_an_end_tells_nothing_until_the_rest_is_turned_up():
    state = replace(begun(), result=0)
    assert not game.secrets.is_revealed(state)
    assert not game.secrets.is_revealed(replace(state, sealed={}))  # a deal before this one may lie in the log
    assert game.secrets.is_revealed(fold(state, [RestUncovered()]))


class Evening:
    """A war with its log: random moves, some of them taken back and made again."""

    def __init__(self, rng):
        self.rng, self.seq, self.doubt = rng, 0, rng.choice((0.2, 0.5))
        self.table = fold_log(game, "ABCDE", [])
        choices = {"guardians": (), "traps": (), "emperor_ends": True, "city_points_only": False}
        opened = rules.open_game(State(), players=4, mode="teams", team_count=2, rng=rng, **choices)
        self.write("open_game", opened)
        if rng.random() < 0.5:
            self.write("deal", rules.deal(self.table.state, rng=rng, traps=("One", "Two", "Three")))
        self.write("begin", rules.begin(self.table.state))

    def write(self, move, events, **more):
        self.seq += 1
        self.table = append(self.table, Entry(self.seq, 0.0, None, move, tuple(events), **more))

    def undo(self):
        """Take back a move as the table does: none that is final or stands under others."""
        moves = [move for move in self.table.moves if may_be_struck(move)]
        move = self.rng.choice(moves[-3:]) if moves else None
        if move is None or move.is_irreversible or in_the_way(self.table, move):
            return
        self.write("undo", game.undo.retain_on_undo(self.table.state, move.events), strikes=move.seq)

    def step(self):
        if self.rng.random() < self.doubt:
            return self.undo()
        try:
            if not self.table.state.begun:
                anew = self.rng.random() < 0.3
                move = rules.deal(self.table.state, rng=self.rng) if anew else rules.begin(self.table.state)
                self.write("deal" if anew else "begin", move)
            elif self.rng.random() < 0.05:
                self.write("mix_sealed", rules.mix_sealed(self.table.state, rng=self.rng))
            else:
                self.write("ask", ask(self.table.state, self.rng))
        except Refusal:
            pass
        return None


def bare(state):
    """Read what of a state lies open, and how many of which cards do not."""
    return replace(state, sealed=dict.fromkeys(state.sealed, ""), secret="", copied=False), sorted(
        state.sealed.values()
    )


@given(st.integers(0, 2**32), st.integers(0, 120))
def test_nothing_that_was_seen_is_sealed_again_and_every_copy_fits_it(seed, count):
    evening = Evening(Random(seed))
    for _ in range(count):
        evening.step()
    table = evening.table
    check(table.state, 4)
    deals = {entry.seq for entry in table.entries if entry.move in ("open_game", "deal")}
    dealt = max(entry.seq for entry in table.entries if {entry.seq, entry.strikes} & deals)
    events = [event for entry in table.entries if entry.seq > dealt for event in entry.events]
    seen = {event.card for event in events if isinstance(event, CardUncovered)}
    assert not seen & set(table.state.sealed.values())
    copied = redraw(
        [replace(e, events=tuple(hide(table.state, x) for x in e.events)) for e in table.entries], Random(1)
    )
    copy = fold_log(game, "FGHJK", copied)
    check(copy.state, 4)
    assert bare(copy.state) == bare(table.state)
    assert copy.state.copied
    for length in range(1, len(copied), 9):
        check(fold_log(game, "FGHJK", copied[:length]).state, 4)


def test_a_copy_deals_anew(rng):
    events = rules.open_game(
        State(),
        players=2,
        mode="free",
        team_count=2,
        guardians=(),
        traps=(),
        emperor_ends=True,
        city_points_only=False,
        rng=rng,
    )
    log = [Entry(1, 0.0, None, "open_game", tuple(hide(State(), event) for event in events))]
    deals = {tuple(reduce(evolve, redraw(log, rng)[0].events, State()).sealed.items()) for _ in range(20)}
    assert len(deals) == 20
    assert DrawnAnew() in redraw(log, rng)[0].events
    assert redraw(redraw(log, rng), rng)[0].events.count(DrawnAnew()) == 1


@pytest.mark.parametrize(
    "events",
    [
        [UNCOVERED, CardUncovered("lamp", 0, "Black Lotus", None)],
        [SealedMixed({"nowhere": ""})],
    ],
)
def test_a_log_that_no_deal_fits_is_refused(events):
    first = [Opened(2, "free", True, False), Seated(((0,), (1,))), Dealt({}, CARDS.traps, {})]
    log = [Entry(1, 0.0, None, "open_game", tuple(first)), Entry(2, 0.0, None, "resolve", tuple(events))]
    with pytest.raises((ValueError, LookupError)):
        redraw(log, Random(7))

"""Games of any kind played at random: what nobody touched follows from the secret, what somebody changed is named."""

from contextlib import suppress
from dataclasses import replace
from functools import cache, reduce
from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import GAMES
from companion.games.djinn import draft, hunt, scoring, setup, solo
from companion.games.djinn.facts import LOCATIONS
from companion.games.efreet_war import rules
from companion.games.efreet_war.facts import BY_ID
from companion.games.emperor import duel, seating
from companion.table.log import Entry, Refusal, append, fold_log, in_the_way, may_be_struck
from tests.tamper import found, tampered

MODULES = {name: import_module(f"companion.games.{name}") for name in GAMES}
# Evenings


def djinn(rng):
    """Give how a table is opened, and its moves."""
    alone = rng.random() < 0.5
    own = tuple(replace(card, id=f"own {card.id}") for card in setup.HOUSE_DECK)
    options = {"players": rng.randint(2, 4), "longer": rng.random() < 0.5, "first_game": rng.random() < 0.3}
    if alone:
        tom = rng.choice([(), setup.HOUSE_DECK, own])
        options |= {"players": 1, "longer": False, "deck": rng.randint(12, 15), "tom": tom}

    def moves(state, at):
        slot, seat = rng.choice(tuple(state.spaces)), rng.randrange(state.players)
        some = rng.sample(state.spaces[slot].djinn, rng.randint(0, len(state.spaces[slot].djinn)))
        first, second = rng.sample(tuple(LOCATIONS), 2)
        early = [
            lambda: setup.reroll(state, element=rng.choice((*setup.DRAWS, "all")), rng=rng),
            lambda: setup.say_word(state, seat=seat, word=f"word {rng.random()}"),
            lambda: draft.pick(state, seat=seat, tile=rng.choice((*state.green, *state.red, ""))),
            lambda: hunt.begin(state, at=at) if rng.random() < 0.5 else [],
        ]
        late = [
            lambda: hunt.catch(state, seat=seat, slot=slot, djinn=some, boss=rng.random() < 0.3),
            lambda: hunt.flee(state, slot=slot),
            lambda: hunt.draw_extra(state, seat=seat),
            lambda: solo.reveal(state, at=at),
            lambda: solo.reveal_printed(state, first=first, second=second, nothing=rng.random() < 0.1, at=at),
            lambda: solo.flip(state, at=at),
            lambda: hunt.end_turn(state, at=at),
            lambda: scoring.finish(state, at=at) if at > 50 else [],
            lambda: scoring.tell_secret(state),
        ]
        return early if state.turn is None else late

    return setup.open_game, options, moves


def emperor(rng):
    """Give how a table is opened, and its moves."""
    options = {"players": rng.choice([6, 10]), "range_id": "text", "ante": True, "mixed": rng.random() < 0.5}

    def moves(state, _):
        seat, other = rng.sample(state.order, 2)
        early = [
            lambda: seating.mix(state, rng=rng),
            lambda: seating.swap(state, one=seat, other=other),
            lambda: seating.draw_first(state, rng=rng),
            lambda: seating.choose_first(state, team=rng.randrange(2)),
            lambda: seating.say_word(state, seat=seat, word=f"word {rng.random()}"),
            lambda: seating.ante(state, seat=seat, card="Mox"),
            lambda: seating.begin(state),
        ]
        late = [
            lambda: duel.fall(state, seats=[seat]),
            lambda: duel.end_turn(state),
            lambda: duel.divide_ante(state, rng=rng),
            lambda: duel.tell_secret(state),
            lambda: duel.next_duel(state, team=rng.randrange(2), rng=rng) if rng.random() < 0.3 else [],
        ]
        return late if state.begun else early

    return seating.open_game, options, moves


def efreet_war(rng):
    """Give how a table is opened, and its moves."""
    mode, players = rng.choice([("free", 3), ("teams", 4), ("emperor", 6)])
    options = {"players": players, "mode": mode, "team_count": 2, "guardians": (), "traps": ()}
    options |= {"emperor_ends": True, "city_points_only": False}

    def moves(state, _):
        resource = rng.choice([*state.attacks, *state.attacks, *BY_ID])
        guards = state.resources[resource].guardians
        one, other = rng.sample(range(players), 2)
        early = [
            lambda: rules.deal(state, rng=rng),
            lambda: rules.deal(state, traps=[f"Trap {n} {rng.random()}" for n in range(3)], rng=rng),
            lambda: rules.mix(state, rng=rng),
            lambda: rules.swap(state, one=one, other=other),
            lambda: rules.choose_first(state, seat=one),
            lambda: rules.say_word(state, seat=one, word=f"word {rng.random()}"),
            lambda: rules.begin(state) if rng.random() < 0.5 else [],
        ]
        late = [
            lambda: rules.attack(state, resource=resource),
            lambda: rules.kill_guardian(state, resource=resource, guardian=guards[0] if guards else ""),
            lambda: rules.resolve(state, resource=resource, survived=rng.random() < 0.9),
            lambda: rules.claim_king(state, answer="leave"),
            lambda: rules.end_turn(state),
            lambda: rules.mix_sealed(state, rng=rng) if rng.random() < 0.1 else [],
            lambda: rules.eliminate(state, seats=[one], by=[None]) if rng.random() < 0.05 else [],
            lambda: rules.uncover_rest(state),
            lambda: rules.tell_secret(state),
        ]
        return late if state.begun else early

    return rules.open_game, options, moves


OPENINGS = {"djinn": djinn, "emperor": emperor, "efreet_war": efreet_war}


@cache
def evening(name, seed, length=90):
    """Play a game at random, taking moves back and restoring them now and then, out of order too."""
    rng, game = Random(seed), MODULES[name].game
    open_game, options, moves = OPENINGS[name](rng)
    table = fold_log(game, "ABCDE", [Entry(1, 0.0, None, "open", tuple(open_game(game.start(), rng=rng, **options)))])
    for at in range(length):
        with suppress(Refusal):
            table = append(table, entry(table, rng, rng.choice(moves(table.state, float(at)))))
    return table


def entry(table, rng, move):
    """Give the next entry: a move, or an undo as the table allows it, or a redo of the last one."""
    seq, last = table.seq + 1, table.entries[-1]
    if last.strikes is not None and rng.random() < 0.3:
        return Entry(seq, 0.0, None, "redo", restores=last.strikes)
    if rng.random() < 0.15:
        struck = rng.choice([one for one in table.moves[-5:] if may_be_struck(one)] or [None])
        if struck is None or any(isinstance(event, table.game.final) for event in struck.events):
            raise Refusal("final")
        if in_the_way(table, struck):
            raise Refusal("in the way")
        undo = Entry(seq, 0.0, None, "undo", tuple(table.game.remains(table.state, struck.events)), strikes=struck.seq)
        try:
            table.game.check(append(table, undo).state, table.state.players)
        except ValueError:
            raise Refusal("no sense") from None
        return undo
    return Entry(seq, 0.0, None, "move", tuple(move()))


seeds = st.integers(0, 39)
SHARED = {"SecretDrawn", "WordSaid"}
KINDS = {
    "djinn": {"LayoutDrawn", "PassagesRemoved", "StartDrawn", "DjinnDrawn", "TrophiesDrawn", "CardsDrawn", "TilesDrawn"}
    | {"TomEntered", "TomShuffled", "DjinnRefilled", "ExtraCaught", "TomRevealed", "TomFlipped"},
    "emperor": {"Seated", "FirstChosen", "AnteDivided", "DuelOpened"},
    "efreet_war": {"Seated", "FirstDrawn", "CardsNamed", "Dealt", "SealedMixed", "CardUncovered", "CardShown"},
}


@pytest.mark.parametrize("name", OPENINGS)
@given(seeds)
def test_a_log_that_nobody_touched_follows_from_its_secret(name, seed):
    assert [draw for draw in found(name, evening(name, seed).entries) if not draw.fits] == []


@pytest.mark.parametrize("name", OPENINGS)
def test_the_evenings_hold_draws_of_every_kind(name):
    """Else the tests here would prove little."""
    kinds = {type(draw.event).__name__ for seed in range(40) for draw in found(name, evening(name, seed).entries)}
    assert kinds == KINDS[name] | SHARED


@pytest.mark.parametrize("name", OPENINGS)
@given(seeds, st.integers(0, 10**6))
def test_whatever_is_changed_in_a_draw_is_named(name, seed, change):
    """A seating or a first player that is passed off as chosen by hand is listed among what the table chose."""
    rng = Random(change)
    for _ in range(6):
        log, changed, field = tampered(name, evening(name, seed), rng)
        with suppress(LookupError, ValueError):  # not even a log any more: the table would not open
            (draw,) = [draw for draw in found(name, log) if draw.event is changed]
            assert draw.by_table if field == "by_chance" else not draw.fits, (changed, field)


def test_a_djinn_that_a_printed_card_brings_comes_from_the_bag():
    """Which card it was, the table said; what then came out of the bag follows from the secret."""
    module, rng = MODULES["djinn"], Random(7)
    events = setup.open_game(module.game.start(), players=1, first_game=False, longer=False, deck=12, tom=(), rng=rng)
    state = reduce(module.game.evolve, events, module.game.start())
    state = reduce(module.game.evolve, hunt.begin(state, at=0.0), state)
    _, event = solo.reveal_printed(state, first=state.layout["R1"], second=state.layout["R2"], at=1.0)
    assert module.fairness.again(state, event) == (event, True)
    other = next(colour for colour in state.bag if colour != state.bag[0])
    assert module.fairness.again(state, replace(event, djinn=(other,))) == (event, True)

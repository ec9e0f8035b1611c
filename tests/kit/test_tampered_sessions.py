"""Recorded sessions tampered with: what somebody changed, added or left out is named, and what cannot be is counted."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache, reduce
from importlib import import_module
from random import Random

import pytest
from hypothesis import given, strategies as st

from companion import GAMES
from companion.games.djinn.play import hunt
from companion.games.djinn.setup import deal
from companion.games.djinn.solo import tom_game
from companion.games.djinn.state.model import State
from companion.kit.fairness.committed_random import SecretDrawn, WordSaid, committed
from companion.kit.fairness.log_checkpoint import compare, marks
from companion.table.log import Entry, Refusal
from tests import log_tampering
from tests.log_tampering import KINDS, files, found, named, sessions, tampered
from tests.thorough import share, tries

SHARED = {"SecretDrawn", "WordSaid"}
FEW = {"FirstChosen", "FirstDrawn", "StartDrawn", "Rolled", "FirstRolled", "RowRolled", "DestinyRolled"}
"""Draws of which another often gives the same."""
EACH = tries(2, 4)
"""How many entries of a session are left out, and how many added, of each kind."""
LONGEST = tries(60, 120)
"""How many entries a session has that is tampered with if chance played it; one that people played may have any."""


@cache
def short(name):
    """Choose the sessions that are tampered with: nothing is named in them yet."""
    known = files(name).items()
    some = [table for file, table in known if len(table.entries) <= LONGEST or not file.startswith("random")]
    return [table for table in some if not named(name, table.entries)[0]]


def every(*names):
    """List these sessions of some games, each with the name of its game."""
    return [(name, table) for name in names for table in short(name)]


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_the_sessions_hold_draws_of_every_kind(name):
    """Else the tests here would prove little."""
    kinds = {type(draw.event).__name__ for table in sessions(name) for draw in found(name, table.entries)}
    assert kinds == KINDS[name] | SHARED


@pytest.mark.thorough(one_in=12)
@pytest.mark.parametrize("name", GAMES)
@given(st.integers(0, 10**6))
def test_whatever_is_changed_in_a_draw_is_named(name, change):
    """What is passed off as chosen or drawn by hand is listed among what the table did itself."""
    rng = Random(change)
    table = rng.choice(short(name))
    log, changed, field = tampered(name, table, rng)
    with suppress(LookupError, ValueError):  # not even a log any more: the table would not open
        wrong, own = named(name, log)
        if field in ("by_chance", "by_hand"):
            assert wrong or own == named(name, table.entries)[1] + 1  # the bag of a table that deals follows from it
        elif field != "what" or not comes_so(name, log, changed):
            assert min(wrong) <= next(one.seq for one in log if any(event is changed for event in one.events))


def comes_so(name, log, event):
    """Say whether the secret gives a roll of another die as it was changed: one in twenty does."""
    return any(draw.event is event and draw.fits for draw in found(name, log))


def test_a_seat_that_was_taken_out_of_its_team_is_named():
    """What asks for the team of who attacks finds none then."""
    drawn = [
        (table, event)
        for table in short("efreet_war")
        for entry in table.entries
        for event in entry.events
        if hasattr(event, "teams") and getattr(event, "by_chance", False)
    ]
    for table, event in drawn:
        teams = tuple(tuple(99 if seat == 0 else seat for seat in team) for team in event.teams)
        wrong, _ = named("efreet_war", log_tampering.exchanged(table.entries, event, replace(event, teams=teams)))
        assert wrong
    assert drawn


@pytest.mark.thorough
def test_a_choice_passed_off_as_chance_is_named_and_chance_passed_off_as_a_choice_is_counted():
    """What was drawn stands then among what the table chose, and that the secret gives the same."""
    tried = Counter()
    for name, table in share(every("emperor", "efreet_war"), 0, of=2):
        own = named(name, table.entries)[1]
        for event in [event for entry in table.entries for event in entry.events if hasattr(event, "by_chance")]:
            other = replace(event, by_chance=not event.by_chance)
            log = log_tampering.exchanged(table.entries, event, other)
            (draw,) = [draw for draw in found(name, log) if draw.event is other]
            if event.by_chance:
                assert (named(name, log)[1], draw.also) == (own + 1, True)
            else:
                tried[draw.fits] += 1
    assert tried[False] > 2 * tried[True]  # of two teams, chance gives the chosen one every other time


# Whole entries


@cache
def tried():
    """Count by what was done to sessions whether the check named it."""
    counts = Counter()
    for number, (name, table) in enumerate(every(*GAMES)):
        for what, log in done(name, table.entries, Random(number)):
            counts[what, bool(named(name, log)[0])] += 1
    return counts


def done(name, entries, rng):
    """Add entries to a log, and leave some out; give what was done, and the log."""
    drawn = log_tampering.by_chance(name, entries)
    moves = [one for one in entries[1:] if one.events and one.strikes is None and one not in drawn]
    for kind, some in (("draw", drawn), ("move", moves)):
        for entry in rng.sample(some, min(EACH, len(some))):
            place = rng.randrange(2, len(entries) + 1)
            yield f"{kind} left out", log_tampering.without(entries, entry.seq)
            yield f"{kind} added", log_tampering.also(entries, entry, place)
            with suppress(Refusal):
                again = log_tampering.made_again(name, entries, entry, place)
                if kind == "draw" and again.events:
                    yield "draw made once more", log_tampering.also(entries, again, place)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("what", "least"),
    [
        ("draw added", 0.95),
        ("draw made once more", 0.8),
        ("draw left out", 0.7),
        ("move added", 0.75),
        ("move left out", 0.4),
    ],
)
def test_so_much_of_what_is_added_or_left_out_is_named(what, least):
    """The rest changes nothing that comes after it: a last draw of its kind, a count, a tick, a pause."""
    right, wrong = tried()[what, True], tried()[what, False]
    assert right + wrong > 15
    assert right / (right + wrong) >= least, (right, wrong)


@pytest.mark.thorough
def test_a_draw_left_out_is_always_named_if_one_of_its_kind_comes_after_it():
    """Not if it was taken back, as the next one is then the same again."""
    count = 0
    for name, table in every(*GAMES):
        drawn = [draw for draw in found(name, table.entries) if not draw.by_table and draw.number]
        said = [one.seq for one in table.entries if any(isinstance(event, WordSaid) for event in one.events)]
        struck = {one.strikes for one in table.entries}
        for draw in drawn:
            kind, word = kind_of(draw), next((seq for seq in said if seq > draw.seq), table.seq + 1)
            after = any(kind_of(one) == kind and draw.seq < one.seq < word for one in drawn)
            if after and draw.seq not in {1, *struck} and kind[0] not in FEW:
                count += 1
                assert named(name, log_tampering.without(table.entries, draw.seq))[0]
    assert count > 10


def kind_of(draw):
    """Say what is drawn: dice of each kind, and a player by chance, are counted apart."""
    return type(draw.event).__name__, getattr(draw.event, "what", "")


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("name", GAMES)
def test_who_noted_a_mark_sees_whatever_is_done_to_a_log(name):
    for number, table in enumerate(share(short(name), 0, of=3)):
        rng, noted = Random(number), list(marks(table.game, table.entries))
        for _, log in done(name, table.entries, rng):
            same = [*log[: table.seq]] == [*table.entries]  # what is added after it, it does not know
            assert compare(noted[-1], list(marks(table.game, log))).same == same
        place = rng.randrange(len(noted))
        assert compare(noted[place], noted).same
        assert compare(noted[place], list(marks(table.game, table.entries[: place + 3]))).same


# One by one


def opened(**options):
    """Open a game of Djinn; give its checker, its events and its state."""
    game = import_module("companion.games.djinn").game
    options = {"players": 2, "first_game": False, "longer": False, "rng": Random(7)} | options
    events = deal.open_game(game.start(), **options)
    return game, events, reduce(game.evolve, events, game.start())


def test_a_djinn_that_a_printed_card_brings_comes_from_the_bag():
    """Which card it was, the table said; what then came out of the bag follows from the secret."""
    game, _, state = opened(players=1, deck=12)
    again = import_module("companion.games.djinn").fairness.again
    state = reduce(game.evolve, hunt.begin(state, at=0.0), state)
    _, event = tom_game.reveal_printed(state, first=state.layout["R1"], second=state.layout["R2"], at=1.0)
    assert again(state, event) == (event, True)
    other = next(colour for colour in state.bag if colour != state.bag[0])
    assert again(state, replace(event, djinn=(other,))) == (event, True)


def log(*moves):
    """Open a table of Djinn and make moves; give its log."""
    game, events, state = opened()
    entries = [Entry(1, 0.0, None, "open_game", tuple(events))]
    for number, move in enumerate(moves, start=2):
        entries.append(Entry(number, 0.0, None, move.__name__, tuple(move(state))))
        state = reduce(game.evolve, entries[-1].events, state)
    return entries


def reroll(state):
    return deal.reroll(state, element="layout", rng=Random(7))


def begin(state):
    return hunt.begin(state, at=0.0)


def test_a_draw_left_out_or_added_says_which_number_the_next_one_has():
    whole = log(reroll, reroll, reroll)
    (draw,) = [draw for draw in found("djinn", log_tampering.without(whole, 3)) if not draw.fits]
    assert (draw.seq, draw.number, draw.fitting) == (3, 3, 4)
    (draw,) = [draw for draw in found("djinn", log_tampering.also(whole, whole[1], 5)) if not draw.fits]
    assert (draw.seq, draw.number, draw.fitting) == (5, 5, 2)


def test_a_second_secret_comes_only_once_the_first_is_told():
    """Else who knows the first would change to a better one."""
    entries = log(reroll)
    added = log_tampering.also(entries, replace(entries[1], events=(committed("0" * 32),)), 2)
    wrong = [draw for draw in found("djinn", added) if not draw.fits]
    assert (wrong[0].seq, type(wrong[0].event), wrong[0].due) == (2, SecretDrawn, None)


def test_a_draw_where_the_rules_refuse_it_is_odd_though_it_follows_from_the_secret():
    entries = log(reroll, begin)
    state = reduce(hunt.evolve, [event for entry in entries for event in entry.events], State())
    added = [*entries, Entry(4, 0.0, None, "reroll", (deal.draw(state, "layout"),))]
    (odd,) = log_tampering.odd("djinn", added)
    assert (odd.seq, "The hunt has already begun" in odd.why) == (4, True)
    renamed = [*added[:3], replace(added[3], move="tidy")]
    assert [one.seq for one in log_tampering.odd("djinn", renamed)] == [4]

"""Which tables stay folded in memory, what an undo and a redo are for, and which scores follow the end of a game."""

import pytest
from flask import current_app

from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.emperor.play import duel
from companion.games.emperor.setup import seating
from companion.language.texts import Text
from companion.scores.stores import play_store as scores
from companion.storage.connections import get_db, writing
from companion.table import play as play_module, store
from companion.table.finished import Line, Result, Who
from companion.table.log import Entry, Game, NotYours, Refusal, Scored, Stale, Table
from companion.table.play import ended, find_table, games, play, tables, undone
from companion.table.seating import lifecycle
from tests.table.moves import bring_back, coins, count, new_op, take_back

ANN, BOB = 0, 1


@pytest.fixture
def new_table(app):
    """Open tables that have no game yet."""

    def new_table():
        return lifecycle.open_table(games()["djinn"], [("Cem", "red"), ("Dee", "blue")], phone="host")

    with app.app_context():
        tables().clear()
        yield new_table


# In memory


def test_the_tables_asked_for_last_stay(new_table, monkeypatch):
    monkeypatch.setattr(play_module, "KEPT", 2)
    one, two, three = new_table(), new_table(), new_table()
    for code in (one, two, one, three):
        find_table(code)
    assert list(tables()) == [one, three]
    find_table(one)
    assert list(tables()) == [three, one]


def test_as_many_tables_and_entries_stay_as_there_is_room_for(code, monkeypatch):
    """Two hundred and fifty-six tables, or fifty thousand entries of all of them: 20 MB or so."""
    assert (play_module.KEPT, play_module.KEPT_ENTRIES) == (256, 50_000)
    other = lifecycle.open_table(games()["djinn"], [("Cem", "red"), ("Dee", "blue")], phone="host")
    monkeypatch.setattr(play_module, "KEPT_ENTRIES", 2)
    tables().clear()
    find_table(code)
    find_table(other)
    assert list(tables()) == [code, other]  # two entries and none
    count(code, ANN)
    assert list(tables()) == [code]  # three: but the last one asked for stays
    find_table(other)
    assert list(tables()) == [other]


def test_a_table_in_memory_is_not_read_again(code):
    assert find_table(code) is find_table(code)
    tip = store.find_tip(get_db(), code)
    assert find_table(code, tip=tip) is find_table(code)
    count(code, BOB)
    assert find_table(code, tip=store.find_tip(get_db(), code)).seq == 3


def test_what_is_kept_is_added_to(code):
    early, tip = find_table(code), store.find_tip(get_db(), code)
    count(code, BOB)
    find_table(lifecycle.open_table(games()["djinn"], [("Cem", "red"), ("Dee", "blue")], phone="host"))
    tables()[code] = early, tip
    assert find_table(code).entries[0] is early.entries[0]
    assert [*tables()][-1] == code
    assert coins(code) == (0, 1)


def test_a_log_is_folded_before_anybody_has_to_wait_for_the_file(code, monkeypatch):
    folded = []

    def wait(key):
        folded.append(key in tables())
        return writing(key)

    monkeypatch.setattr(play_module, "writing", wait)
    tables().clear()
    count(code, ANN)
    assert folded == [True]


def test_a_game_that_is_not_installed_is_unreadable(code, monkeypatch):
    tables().clear()
    monkeypatch.delitem(current_app.extensions["games"], "djinn")
    with pytest.raises(store.Unreadable, match="unknown game 'djinn'"):
        find_table(code)


# A move


def test_a_move_without_events_leaves_no_entry(code):
    before = count(code, ANN, by=5)
    same = play(code, "set_box", scoring.set_box, tapped_by=ANN, op=new_op(), seat=ANN, box="coins", value=5)
    assert same == before


def test_only_a_move_with_a_screen_is_made_once(code):
    once = play(code, "end_turn", hunt.end_turn, tapped_by=ANN, op=new_op(), seen=2, at=1.0)
    assert once.entries[-1].exclusive
    assert not count(code, ANN).entries[-1].exclusive


# Undo and redo


def test_who_may_take_back_and_restore(code):
    count(code, ANN)
    with pytest.raises(NotYours, match="your move"):
        take_back(code, 3, seat=BOB)
    take_back(code, 3, seat=ANN)
    with pytest.raises(NotYours, match="took it back"):
        bring_back(code, 3, seat=BOB)
    assert bring_back(code, 3).entries[-1].restores == 3
    with pytest.raises(Stale, match="too late to restore"):
        bring_back(code, 3)


def test_what_was_shown_to_all_is_not_taken_back(code):
    count(code, ANN)
    play(code, "end", scoring.end, tapped_by=None, op="end", at=5.0)
    told = play(code, "tell_secret", scoring.tell_secret, tapped_by=None, op="told")
    with pytest.raises(Refusal, match="everyone has seen it"):
        take_back(code, told.seq)


def log(*kinds):
    """Write a table's log of moves "m", undos "u3" and redos "r3"."""
    entries = []
    for seq, kind in enumerate(kinds, 1):
        about = int(kind[1:] or 0)
        move = {"m": {"events": ("event",)}, "u": {"strikes": about}, "r": {"restores": about}}[kind[0]]
        entries.append(Entry(seq, 0.0, None, kind, **move))
    return Table("ABCDE", None, None, entries=tuple(entries))


@pytest.mark.parametrize(
    ("kinds", "found"),
    [
        ("", None),
        ("m", None),
        ("m u1", 2),
        ("m m u2 u1", 4),
        ("m m u2 u1 r1", 3),
        ("m m u2 u1 r1 r2", None),
        ("m m u2 u1 r1 u1", 6),
        ("m m u2 m", None),
        ("m m u2 r2 u2", 5),
        ("m m u2 r2", None),
        ("m m u2 r2 u2 r2", None),
    ],
)
def test_the_last_undo_that_stands_is_lifted_first(kinds, found):
    """As long as no other move came after it."""
    entry = undone(log(*kinds.split()))
    assert (entry and entry.seq) == found


# The scores


def test_players_are_kept_the_best_first_with_their_names():
    line = Line("keys", Text("%(name)s eliminated", name=Who(1)), 3, Text("by %(name)s", name=Who(0)))
    results = (Result(2, 5), Result(1, 9, 4, (line,)), Result(2, 5))
    game = toy(results)
    kept = ended(game, "ABCDE", "over", [("Ann", "red"), ("Bob", "blue"), ("Cem", "green")], 7.0)
    assert (kept.id, kept.game, kept.code, kept.played_at) == (0, "toy", "ABCDE", 7.0)  # no row of the scores yet
    assert (kept.options, kept.note) == ({"rounds": 3}, "")
    assert [(one.name, one.colour, one.place, one.points, one.tie_break) for one in kept.players] == [
        ("Bob", "blue", 1, 9, 4),
        ("Ann", "red", 2, 5, None),
        ("Cem", "green", 2, 5, None),
    ]
    assert (str(kept.players[0].lines[0].label), str(kept.players[0].lines[0].why)) == ("Bob eliminated", "by Ann")
    assert ended(toy(None), "ABCDE", "on", [], 7.0) is None
    with pytest.raises(ValueError, match="zip"):
        ended(game, "ABCDE", "over", [("Ann", "red")], 7.0)


def toy(results):
    """Make a game that has come to these results."""
    none = {"about": Text("A toy."), "picture": "dice", "seats": range(1, 4), "start": str, "evolve": None}
    none |= {"events": (), "describe": None, "pages": None, "check": None}
    return Game("toy", "Toy", result=lambda _: results, scores=Scored(lambda _: {"rounds": 3}), **none)


@pytest.fixture
def duels(app, monkeypatch):
    """Open a table of Emperor for six, its duel begun."""
    with app.app_context():
        named = [(name, "red") for name in ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")]
        code = lifecycle.open_table(games()["emperor"], named, phone="host")
        choices = {"players": 6, "range_id": "text", "ante": False, "mixed": False, "rng": app.config["RANDOM"]}
        play(code, "open_game", seating.open_game, tapped_by=None, op=new_op(), **choices)
        play(code, "begin", seating.begin, tapped_by=None, op=new_op())
        yield code


def test_a_duel_that_was_won_stays_in_the_scores_when_the_next_begins(duels, app):
    """Taking the end back takes it out; opening the next duel does not, though no duel has ended then."""
    fell = play(duels, "fall", duel.fall, tapped_by=None, op=new_op(), seats=[1])
    kept = scores.find(scores.find_code(duels))
    assert kept.options["started"] in [player.name for player in kept.players]
    take_back(duels, fell.seq)
    assert scores.find_code(duels) is None
    assert get_db().execute("SELECT count(*) FROM summaries WHERE stale = 1").fetchone() == (0,)
    bring_back(duels, fell.seq)
    play(duels, "next_duel", duel.next_duel, tapped_by=None, op=new_op(), team=0, rng=app.config["RANDOM"])
    assert scores.find_code(duels)
    assert scores.find_code(f"{duels}/2") is None
    play(duels, "begin", seating.begin, tapped_by=None, op=new_op())
    play(duels, "fall", duel.fall, tapped_by=None, op=new_op(), seats=[4])
    assert scores.find_code(f"{duels}/2")

import json
import random
import shutil
from dataclasses import replace
from importlib import import_module
from itertools import groupby

import pytest
from flask import Flask

from companion.games.djinn import game as djinn
from companion.language.catalogues import ours
from companion.language.texts import Text, from_plain, to_plain
from companion.scores.exports import house_files
from companion.scores.model import COMMON, SOLO, Choice, Summary, kind_of
from companion.scores.stores import batch_store, edit_store, list_store, play_store
from companion.storage import connections
from companion.table.finished import Line, Play, Player
from companion.table.log import Stale
from tests.apps import database
from tests.scores.entries import edit
from tests.test_upload_limits import read_here
from tests.thorough import share, tries

WHY = Text("%(first)s and %(last)s", first=Text("Keys"), last=3)
ANN = Player("Ann", "red", 1, 80, 3, (Line("keys", Text("Keys"), 80, WHY),))
BOB = Player("Bob", "blue", 2, 60, 5, ())


@pytest.fixture
def app(empty_database, tmp_path):
    app = Flask(__name__)
    own = database(tmp_path) or {"DATABASE": shutil.copy(empty_database, tmp_path / "companion.db")}
    app.config.update(own)
    app.extensions["games"] = {"djinn": djinn}
    connections.init_app(app)
    yield app
    for connection in app.extensions["db_pool"]:
        connection.close()


@pytest.fixture(autouse=True)
def request_context(app):
    with app.app_context():
        yield


def save(code="K7QFM", game="djinn", at=1000.0, players=(ANN, BOB), seconds=60):
    options = {"variant": Text("Corrected"), "seconds": seconds}
    return play_store.save(game, code=code, played_at=at, options=options, players=players)


def test_a_play_comes_back_as_it_was_saved():
    play = play_store.find(save())
    assert play.players == (ANN, BOB)
    assert (play.game, play.code, play.played_at, play.note) == ("djinn", "K7QFM", 1000.0, "")


def test_sentences_stay_translatable():
    play = play_store.find(save())
    why = play.players[0].lines[0].why
    assert (why.message, why.values["first"].message, why.values["last"]) == ("%(first)s and %(last)s", "Keys", 3)
    assert play.options["variant"].message == "Corrected"


def test_text_survives_json():
    assert from_plain(json.loads(json.dumps(to_plain(WHY))), ours()) == WHY
    assert from_plain(to_plain("plain"), ours()) == "plain"


def test_the_play_of_a_table_stands_once():
    id = save()
    assert save(at=2000.0, players=(replace(ANN, points=90), BOB)) == id
    assert [(play.played_at, play.players[0].points) for play in play_store.plays()] == [(2000.0, 90)]
    (edit,) = edit_store.edits(id, limit=9)
    assert (edit.before.players[0].points, edit.after.players[0].points) == (80, 90)


def test_saving_the_same_again_changes_nothing():
    """An end taken back and made again a minute later said the play had been changed."""
    id = save()
    save(at=2000.0, seconds=1060)
    assert (play_store.find(id).played_at, play_store.find(id).seconds) == (1000.0, 60)
    assert edit_store.edits(id, limit=9) == []


def test_what_a_table_only_adds_leaves_corrections():
    """Goals that were shown later overwrote who had won and where, and nothing could bring that back."""
    told = Play(0, "tales", "K7QFM", 1000.0, {"turns": 9, "players": 2}, "", (ANN, BOB))
    play_store.keep(told, None)
    id = play_store.find_code("K7QFM")
    right = replace(BOB, place=1), replace(ANN, place=2)
    edit_store.change(id, lambda play: replace(play, options=play.options | {"turns": 8}, players=right), seen=0)
    play_store.keep(replace(told, options=told.options | {"goals": "3 + 17"}), told)
    found = play_store.find(id)
    assert (found.options, found.players) == ({"turns": 8, "players": 2, "goals": "3 + 17"}, right)
    assert edit_store.count_edits(id) == 1
    play_store.keep(replace(told, players=(ANN, replace(BOB, points=61))), told)
    assert (play_store.find(id).players[1].points, edit_store.count_edits(id)) == (61, 2)


def test_saving_again_keeps_the_note():
    id = save()
    edit(id, players=[("Ann", 80), ("Bob", 60)], note="at the lake", seen=0)
    save(players=(ANN, replace(BOB, points=61)))
    assert play_store.find(id).note == "at the lake"


def test_saving_again_keeps_where_and_with_what_it_was_played():
    """No table tells of them: an end taken back and made again took them away."""
    id = save()
    more = {"location": "Hut", "expansion": "Second edition"}
    edit_store.change(id, lambda play: replace(play, options=play.options | more), seen=0)
    play_store.let_wait("K7QFM")
    save()
    assert (edit_store.count_edits(id), more.items() <= play_store.find(id).options.items()) == (1, True)
    save(players=(ANN, replace(BOB, points=61)))
    assert (edit_store.count_edits(id), more.items() <= play_store.find(id).options.items()) == (2, True)


def test_plays_without_a_table_stand_each_for_itself():
    assert save(code=None) != save(code=None)


def test_a_play_is_found_by_its_table():
    assert play_store.find_code("K7QFM") is None
    assert save() == play_store.find_code("K7QFM")


def test_an_edit_leaves_a_trace():
    id = save()
    edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    assert [(player.name, player.place) for player in play_store.find(id).ranking] == [("Bob", 1), ("Ann", 2)]
    (kept,) = edit_store.edits(id, limit=9)
    assert (kept.before.players[1].points, kept.after.players[1].points) == (60, 95)


@pytest.mark.parametrize("game", ["tales", "emperor", "efreet_war", "war_game", "long_gone"])
def test_where_points_do_not_decide_who_won_stays(app, game):
    if game != "long_gone":
        app.extensions["games"][game] = import_module(f"companion.games.{game}").game
    id = save(game=game)
    edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    assert [(player.name, player.place, player.points) for player in play_store.find(id).ranking] == [
        ("Ann", 1, 80),
        ("Bob", 2, 95),
    ]


def test_a_game_against_tom_stays_won():
    won = replace(ANN, points=40)
    id = play_store.save("djinn", code=None, played_at=1.0, options={"deck": 12, "result": "won"}, players=[won])
    assert not edit_store.points_decide(play_store.find(id))
    edit(id, players=[("Ann", 5)], note="", seen=0)
    assert [(player.place, player.points) for player in play_store.find(id).players] == [(1, 5)]


def test_an_edit_that_changes_nothing_leaves_none():
    id = save()
    edit(id, players=[("Ann", 80), ("Bob", 60)], note="", seen=0)
    assert edit_store.edits(id, limit=9) == []


def test_an_edit_typed_on_an_old_screen_is_refused():
    """Nothing is dropped silently: the later of two corrections must see the earlier one."""
    id = save()
    edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    with pytest.raises(Stale):
        edit(id, players=[("Ann", 70), ("Bob", 60)], note="", seen=0)


def test_the_same_edit_sent_twice_counts_once():
    id = save()
    for _ in range(2):
        edit(id, players=[("Ann", 80), ("Bob", 95)], note="", seen=0)
    assert len(edit_store.edits(id, limit=9)) == 1


def test_an_unknown_play_cannot_be_edited():
    with pytest.raises(KeyError):
        edit(7, players=[], note="", seen=0)


def test_plays_come_latest_first_by_game_and_player():
    first, second = save("AAAAA", at=1.0), save("BBBBB", game="tales", at=2.0, players=(ANN,))
    assert [play.id for play in play_store.plays()] == [second, first]
    assert [play.id for play in play_store.plays(limit=1)] == [second]
    assert [play.id for play in play_store.plays(Choice(game="djinn"))] == [first]
    assert [play.id for play in play_store.plays(Choice(player="Bob"))] == [first]
    assert play_store.plays(Choice(game="tales", player="Bob")) == []
    assert play_store.games_played() == {"djinn": 1, "tales": 1}


def sums(game="", kind=COMMON, limit=100):
    return list_store.summaries(list_store.list_of(game, kind), limit=limit)


def of_kind(plays, kind=COMMON):
    return [play for play in plays if kind_of(play) == kind]


def test_sums_are_of_one_game_or_of_all_and_solo_plays_stand_apart():
    save("AAAAA", at=1.0)
    save("BBBBB", game="tales", at=2.0, players=(replace(ANN, place=2, points=None), replace(ANN, name="Cem")))
    save("CCCCC", at=3.0, players=(ANN,))
    ann, _, bob = sums()
    assert (ann.plays, ann.wins, ann.best, ann.streak, ann.longest) == (2, 1, 80, 0, 1)
    assert (bob.plays, bob.wins) == (1, 0)
    assert [(each.name, each.average) for each in sums("tales")] == [("Cem", 80), ("Ann", None)]
    assert [(each.name, each.plays, each.wins) for each in sums("djinn", SOLO)] == [("Ann", 1, 1)]
    assert sums("unknown") == []


def test_a_draw_is_no_win_and_ends_a_streak():
    for at, place in enumerate((1, 0, 1)):
        save(None, at=at, players=(replace(ANN, place=place, points=None),))
    (ann,) = sums(kind=SOLO)
    assert (ann.plays, ann.wins, ann.draws, ann.streak, ann.longest) == (3, 2, 1, 1, 1)


def test_any_name_is_kept():
    names = ("'; DROP TABLE plays --", "אבי", "👩‍👩‍👧")
    play = play_store.find(save(players=[replace(ANN, name=name) for name in names]))
    assert tuple(player.name for player in play.players) == names


def test_a_deleted_play_is_gone_from_lists_and_sums_and_comes_back():
    id = save()
    play_store.delete(id)
    assert (play_store.find(id), play_store.find_code("K7QFM"), play_store.plays(), play_store.games_played()) == (
        None,
        None,
        [],
        {},
    )
    assert sums() == []
    assert play_store.find_deleted(id).players == (ANN, BOB)
    play_store.restore(id)
    assert [play.id for play in play_store.plays()] == [id]


def test_a_deleted_play_saved_again_from_its_table_is_back():
    id = save()
    play_store.delete(id)
    assert save() == id
    assert play_store.find(id) is not None


def test_a_play_that_was_edited_to_be_of_another_game_is_its_tables_again():
    """Its places are those of the table's game: kept under the other one they agreed with no points."""
    id = save(game="war_game", players=(replace(ANN, place=0), replace(BOB, place=0)))
    edit_store.change(id, lambda play: replace(play, game="djinn"), seen=0)
    save(game="war_game", players=(replace(ANN, place=0, points=9), replace(BOB, place=0)))
    assert play_store.find(id).game == "war_game"


def test_merging_twice_adds_nothing():
    save()
    plays = play_store.plays()
    other = replace(plays[0], code=None, played_at=5000.0, identity="")
    assert batch_store.bring_in([*plays, other, other])[0] == 1
    assert batch_store.bring_in([*plays, other]) == (0, None)
    assert len(play_store.plays()) == 2


def test_merging_does_not_bring_deleted_plays_back():
    id = save()
    plays = play_store.plays()
    play_store.delete(id)
    added, batch = batch_store.bring_in(plays)
    assert (added, play_store.plays()) == (0, [])
    batch_store.restore_batch(batch)
    assert [play.id for play in play_store.plays()] == [id]


# Sums and lists, kept in step with the plays whatever happens to these


def add_up(plays):
    """Add plays up per player as slowly and plainly as it can be said; who won most comes first."""
    results = {}
    for play in sorted(plays, key=lambda play: (play.played_at, play.id)):
        for player in play.players:
            results.setdefault(player.name, []).append(player)
    found = []
    for name, own in results.items():
        points = [player.points for player in own if player.points is not None]
        runs = [[*run] for won, run in groupby(own, lambda player: player.place == 1) if won]
        found.append(
            Summary(
                name=name,
                plays=len(own),
                wins=sum(player.place == 1 for player in own),
                draws=sum(player.place == 0 for player in own),
                best=max(points, default=None),
                average=sum(points) / len(points) if points else None,
                streak=len(runs[-1]) if own[-1].place == 1 else 0,
                longest=max(map(len, runs), default=0),
            )
        )
    return sorted(found, key=lambda one: (-one.wins, -one.plays, one.name.casefold(), one.name))


NAMES = ("Ann", "Bob", "Cem", "ann", "Özgür")


def random_play(rng):
    points = rng.choice((None, rng.randrange(-9, 200)))
    names = rng.sample(NAMES, rng.randrange(1, 4))
    players = [replace(ANN, name=name, place=rng.randrange(3), points=points) for name in names]
    return Play(0, rng.choice(("djinn", "tales")), None, float(rng.randrange(50)), {}, "", tuple(players))


def happen(rng, codes):
    """Let something happen to the plays: most are saved, some come from files, are corrected, deleted, brought back."""
    ids = [play.id for play in play_store.plays(limit=100)]
    what = rng.random()
    if what < 0.4 or not ids:
        play = random_play(rng)
        code = rng.choice((None, rng.choice(codes)))
        play_store.save(play.game, code=code, played_at=play.played_at, options={}, players=play.players)
    elif what < 0.5:
        batch_store.bring_in([random_play(rng) for _ in range(3)])
    elif what < 0.7:
        id = rng.choice(ids)
        other = random_play(rng)
        edit_store.change(id, lambda play: replace(other, id=id, game=play.game), seen=edit_store.count_edits(id))
    elif what < 0.8:
        play_store.restore(rng.randrange(1, 60))
    elif what < 0.9:
        play_store.let_wait(rng.choice(codes))
    elif what < 0.95:
        play_store.delete(rng.choice(ids))
    else:
        rng.choice((batch_store.take_back_batch, batch_store.restore_batch))(rng.randrange(1, 6))


@pytest.mark.parametrize("seed", range(tries(1, 10)))
def test_sums_and_lists_follow_whatever_happens(seed):
    """Compare what is kept with what adding everything up gives, after each of many things at random."""
    rng = random.Random(seed)
    for step in range(tries(50, 100)):
        happen(rng, ("AAAAA", "BBBBB", "CCCCC"))
        plays = play_store.plays()
        for game in share((None, "djinn", "tales"), step, of=3):
            own = [play for play in plays if game in (None, play.game)]
            for kind in (SOLO, COMMON):
                assert sums(game, kind) == add_up(of_kind(own, kind))
            assert play_store.plays(Choice(game=game)) == own
            name = rng.choice(NAMES)
            his = [play for play in own if name in [player.name for player in play.players]]
            assert play_store.plays(Choice(game=game, player=name)) == his


def test_what_is_written_within_another_transaction_is_counted_by_who_holds_it():
    save("AAAAA", at=2.0)
    with connections.writing():
        save("BBBBB", at=1.0)
    list_store.recount()
    assert sums() == add_up(of_kind(play_store.plays()))
    assert sums()[0].longest == 2


def test_a_list_goes_on_after_any_play_even_a_deleted_one():
    ids = [save(None, at=at // 2) for at in range(6)]
    play_store.delete(ids[3])
    pages, before = [], None
    while page := play_store.plays(before=before, limit=2):
        pages.append([play.id for play in page])
        before = page[-1].id
        play_store.delete(before)
    assert pages == [[ids[5], ids[4]], [ids[2], ids[1]], [ids[0]]]
    assert play_store.plays(before=99) == play_store.plays()


def test_plays_are_exported_as_they_are_kept_while_some_are_deleted(monkeypatch):
    """Nothing comes twice, nothing is left out but what is deleted, and what is wiped stops nobody."""
    monkeypatch.setattr(play_store, "SLICE", 2)
    ids = [save(None, at=at) for at in range(5)]
    expected = [json.dumps(play_store.to_json(play_store.find(id)), ensure_ascii=False) for id in reversed(ids)]
    assert [text for texts in play_store.exported() for text in texts] == expected
    exported = play_store.exported(Choice("djinn", "Ann"))
    assert next(exported) == expected[:2]
    play_store.delete(ids[2])
    with connections.writing() as database:
        database.execute("DELETE FROM plays WHERE id = ?", [ids[3]])
    assert [text for texts in exported for text in texts] == expected[3:]


def test_plays_that_take_long_to_be_made_are_kept_a_few_at_a_time(app, monkeypatch):
    """With no time at all each is a portion of its own, after which others have their turn; else there are so many."""
    plays = [random_play(random.Random(seed)) for seed in range(60)]
    turns = []
    monkeypatch.setattr(batch_store, "yield_to_hub", lambda: turns.append(1))
    monkeypatch.setattr(batch_store, "AT_ONCE", 1e9)
    monkeypatch.setattr(batch_store, "MOST", 50)
    batch_store.bring_in(plays)
    assert len(turns) == 2
    monkeypatch.setattr(batch_store, "AT_ONCE", -1.0)
    batch_store.bring_in(plays)
    assert len(turns) == 2 + 60


def test_plays_of_many_players_are_kept_a_few_at_a_time(app, monkeypatch):
    """Each player stands in several lists: fifty plays of eight held others up for 24 ms."""
    plays = [random_play(random.Random(seed)) for seed in range(60)]
    turns = []
    monkeypatch.setattr(batch_store, "yield_to_hub", lambda: turns.append(1))
    monkeypatch.setattr(batch_store, "AT_ONCE", 1e9)
    monkeypatch.setattr(batch_store, "SEATED", 1)
    batch_store.bring_in(plays)
    assert len(turns) == 60


def test_an_export_brought_in_again_gives_the_same_plays_and_sums():
    """It lists the latest first, and they come in oldest first."""
    ids = [save(f"ABCD{n}", at=float(n // 2), players=(replace(ANN, points=n), BOB)) for n in range(2, 10)]
    exported = ",".join(text for texts in play_store.exported() for text in texts)
    before, summed = play_store.plays(), sums("djinn")
    with connections.writing() as database:
        for table in ("plays", "players", "listed", "summaries", "identities"):
            database.execute(f"DELETE FROM {table}")
    assert batch_store.bring_in(read_here(f"[{exported}]".encode())) == (len(ids), 1)
    assert [play.code for play in play_store.plays()] == [play.code for play in before]
    assert sums("djinn") == summed


def test_a_house_reads_back_what_it_exports_without_lines():
    """160 plays of five came in from BG Stats, and did not come back: they are shorter than ours."""
    five = tuple(replace(BOB, name=name) for name in ("Ann", "Bob", "Cem", "Dee", "Eve"))
    batch_store.bring_in([Play(0, f"game_{n % 60}", None, float(n), {}, "", five) for n in range(160)])
    assert [len(read_here("".join(parts).encode())) for _, parts in house_files.files_of(0)] == [160]


def test_sums_of_many_plays_at_once_are_those_of_one_after_the_other(monkeypatch):
    """However wins, draws and losses follow each other, and however the file is cut."""
    monkeypatch.setattr(batch_store, "AT_ONCE", 1e9)
    rng, at = random.Random(7), 0
    for size in rng.choices(range(1, 12), k=tries(15, 60)):
        monkeypatch.setattr(batch_store, "SEATED", 2 * rng.randint(1, 12))
        plays = []
        for _ in range(size):
            at += 1
            ann = replace(ANN, place=rng.choice((0, 1, 1, 1, 2)), points=rng.choice((None, -3, 50)))
            plays.append(Play(0, "djinn", None, float(at), {}, "", (ann, replace(BOB, name=rng.choice("BC")))))
        batch_store.bring_in(plays)
        kept = sums(), sums("djinn")
        assert not connections.get_db().execute("SELECT 1 FROM summaries WHERE stale = 1").fetchall()
        connections.get_db().execute("UPDATE summaries SET stale = 1")
        list_store.recount()
        assert (sums(), sums("djinn")) == kept


def test_plays_of_a_portion_that_are_in_no_order_are_recounted(monkeypatch):
    """Of one moment the later one in the file is the latest, of two moments the later."""
    ann = [replace(ANN, place=place, points=points) for place, points in ((1, 5), (2, 7), (1, 9))]
    plays = [Play(0, "djinn", None, at, {}, "", (one, BOB)) for at, one in zip((9.0, 5.0, 5.0), ann, strict=True)]
    batch_store.bring_in(plays)
    summed = next(one for one in sums() if one.name == "Ann")
    assert (summed.streak, summed.longest, summed.best, summed.plays) == (2, 2, 9, 3)


def test_a_play_that_stands_twice_in_a_file_comes_in_once(monkeypatch):
    plays = [replace(random_play(random.Random(seed)), played_at=float(seed)) for seed in range(50)]
    monkeypatch.setattr(batch_store, "AT_ONCE", 1e9)
    assert batch_store.bring_in([*plays, *plays])[0] == 50
    assert len(play_store.plays()) == 50

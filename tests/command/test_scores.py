"""`companion scores`: plays written to files, brought in from them, and from another installation."""

import json

import pytest

from companion.houses.store import open_house
from companion.scores.stores import play_store
from companion.storage.connections import get_db
from companion.table.finished import Player
from tests.apps import close, make
from tests.command.installation import run
from tests.scores.bg_stats_files import collection


@pytest.fixture
def installation(here, static_cache):
    """Keep two plays at home."""
    app = make(here[0], static_cache)
    with app.app_context():
        for at in (1e9, 1.1e9):
            play_store.save(
                "djinn", code=None, played_at=at, options={}, players=[Player("Ann", "red", 1, 80, None, ())]
            )
    yield app
    close(app)


def kept(app):
    with app.app_context():
        return [(play.played_at, play.players[0].name) for play in play_store.plays()]


def test_plays_are_exported_and_come_in_once(installation, tmp_path, capsys):
    file = tmp_path / "plays.json"
    assert run("scores", "export", file) == 0
    assert [play["played_at"] for play in json.loads(file.read_text())] == [1.1e9, 1e9]
    assert run("scores", "export", file) == 1
    assert "exists already" in capsys.readouterr().err
    assert run("scores", "import", file) == 0
    assert "New plays: 0, known already: 2." in capsys.readouterr().out
    for doing, one in (("import", file), ("export", tmp_path / "others.json")):
        assert run("scores", doing, one, "--house", 3) == 1
        assert "There is no house 3 here." in capsys.readouterr().err
    with installation.app_context():
        open_house(get_db(), 3, at=1e9)
    assert run("scores", "import", file, "--house", 3) == 0
    assert "New plays: 2, known already: 0." in capsys.readouterr().out
    assert len(kept(installation)) == 2


def test_collections_of_bg_stats_come_and_go(installation, tmp_path, capsys):
    file, out = tmp_path / "in.json", tmp_path / "out.json"
    file.write_text(json.dumps(collection(20)))
    assert run("scores", "import", file) == 0
    assert "New plays: 20" in capsys.readouterr().out
    assert run("scores", "export", "--bg-stats", out) == 0
    assert len(json.loads(out.read_text())["plays"]) == 22
    assert run("scores", "import", out) == 0
    assert "New plays: 0, known already: 22." in capsys.readouterr().out


def test_another_installation_is_merged_once_and_stays_as_it_is(installation, new_folder, static_cache, capsys):
    other = new_folder()
    app = make(other, static_cache)
    with app.app_context():
        play_store.save("tales", code=None, played_at=2e9, options={}, players=[Player("Bob", "blue", 1, 7, None, ())])
    close(app)
    before = (other / "companion.db").read_bytes()
    assert run("scores", "merge", other / "companion.db") == 0
    assert "New plays: 1, known already: 0." in capsys.readouterr().out
    assert run("scores", "merge", other / "companion.db") == 0
    assert "New plays: 0, known already: 1." in capsys.readouterr().out
    assert kept(installation)[0] == (2e9, "Bob")
    assert (other / "companion.db").read_bytes() == before


@pytest.mark.parametrize("doing", ["import", "merge"])
def test_a_file_of_another_kind_is_refused_in_words(installation, tmp_path, doing, capsys):
    file = tmp_path / "other.json"
    file.write_text("{}")
    assert run("scores", doing, file) == 1
    assert run("scores", doing, tmp_path / "nothing") == 1
    assert "neither a list" in (said := capsys.readouterr().err) or "no database or backup" in said
    assert len(kept(installation)) == 2

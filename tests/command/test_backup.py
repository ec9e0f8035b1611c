"""Backups."""

import os
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from companion.serving.backup import require_ours
from tests.apps import close
from tests.command.installation import content, modes, run
from tests.forkserver import Forked


def test_a_backup_holds_everything(here, tmp_path, capsys):
    folder, code = here
    assert run("backup", tmp_path / "copy") == 0
    assert "Saved to" in capsys.readouterr().out
    assert content(tmp_path / "copy") == content(folder / "companion.db")
    assert code in "".join(content(tmp_path / "copy"))


def test_a_backup_is_whole_while_somebody_writes(here, tmp_path):
    folder, _ = here
    with closing(sqlite3.connect(folder / "companion.db")) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM log")
        assert run("backup", tmp_path / "copy") == 0
        writer.rollback()
    assert content(tmp_path / "copy") == content(folder / "companion.db")


def test_a_backup_overwrites_nothing(here, tmp_path, capsys):
    (tmp_path / "copy").write_text("mine")
    assert run("backup", tmp_path / "copy") == 1
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "copy").read_text() == "mine"


def test_there_may_be_nothing_to_save(instance, tmp_path, capsys):
    assert run("backup", tmp_path / "copy") == 1
    assert "nothing to save yet" in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()
    assert not instance.exists()


def test_a_backup_into_a_folder_that_is_not_there_is_told(here, tmp_path, capsys):
    assert run("backup", tmp_path / "nowhere" / "copy") == 1
    assert capsys.readouterr().err


@pytest.mark.thorough
def test_the_database_and_its_copies_are_for_their_owner_only(here, tmp_path, new_app):
    folder, _ = here
    for path in folder.glob("companion.db*"):
        path.chmod(0o644)
    app = new_app(folder)
    app.test_client().get("/")
    assert (folder / "companion.db-wal").exists()
    run("backup", tmp_path / "copy")
    close(app)
    run("restore", tmp_path / "copy", "--force")
    kept = modes(tmp_path / "copy", *folder.glob("companion.db*"), *folder.glob("running/*"))
    assert set(kept.values()) == {0o600}, kept
    assert len(kept) >= 4


@pytest.fixture(scope="module")
def large(tmp_path_factory, played):
    """Make the folder of an installation that takes a while to copy."""
    folder = shutil.copytree(played[0], tmp_path_factory.mktemp("large") / "instance")
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("CREATE TABLE ballast (n BLOB)")
        db.executemany("INSERT INTO ballast VALUES (?)", ([bytes([n]) * 2**20] for n in range(100)))
        db.commit()
    return folder


@pytest.mark.thorough
def test_a_killed_backup_leaves_nothing_under_its_name(large, tmp_path):
    """Half a file that looks like a backup would be found out on the day it is needed."""
    caught = 0
    for number in range(4):
        with Forked(["backup", str(tmp_path / "copy")], os.environ | {"COMPANION_INSTANCE": str(large)}) as process:
            while process.poll() is None and not any(path.stat().st_size for path in tmp_path.glob(".copy-*")):
                time.sleep(0.001)
            time.sleep(number * 0.005)
            process.kill()
        caught += bool(list(tmp_path.glob(".copy-*")))
        if (tmp_path / "copy").exists():
            require_ours(tmp_path / "copy")
        for path in tmp_path.iterdir():
            path.unlink()
    assert caught


def test_a_backup_that_fails_leaves_nothing(here, tmp_path, capsys):
    folder, _ = here
    (folder / "companion.db").write_bytes(b"torn" * 1000)
    assert run("backup", tmp_path / "copy") == 1
    assert "file is not a database" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["instance"]


def test_a_backup_is_one_file(here, tmp_path):
    run("backup", tmp_path / "copy")
    assert content(tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "instance"]

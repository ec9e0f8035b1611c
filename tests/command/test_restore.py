"""Backups that come back."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import instance as folders
from tests.apps import close
from tests.command.installation import come_later, content, play, run


def test_a_backup_comes_back(here, instance, tmp_path, capsys):
    run("backup", tmp_path / "copy")
    before = content(instance / "companion.db")
    shutil.rmtree(instance)
    assert run("restore", tmp_path / "copy") == 0
    assert "Restored from" in capsys.readouterr().out
    assert content(instance / "companion.db") == before


def test_what_came_back_can_be_played_on(here, instance, tmp_path, new_app):
    _, code = here
    run("backup", tmp_path / "copy")
    shutil.rmtree(instance)
    run("restore", tmp_path / "copy")
    app = new_app(instance)
    assert "P0, Coins: +1." in app.test_client().get(f"/t/{code}/log").text
    close(app)


def test_a_restore_overwrites_nothing_unless_forced(here, instance, tmp_path, new_app, capsys):
    run("backup", tmp_path / "copy")
    code = play(new_app(instance))
    now = content(instance / "companion.db")
    assert run("restore", tmp_path / "copy") == 1
    assert "--force" in capsys.readouterr().err
    assert content(instance / "companion.db") == now
    assert run("restore", tmp_path / "copy", "--force") == 0
    assert content(instance / "companion.db") == content(tmp_path / "copy")
    assert code not in "".join(content(instance / "companion.db"))


def test_what_was_here_before_a_restore_is_kept(here, instance, tmp_path, new_app, capsys):
    run("backup", tmp_path / "copy")
    play(new_app(instance))
    now = content(instance / "companion.db")
    run("restore", tmp_path / "copy", "--force")
    (kept,) = instance.glob("companion.db.before-restore-*")
    assert str(kept) in capsys.readouterr().out
    assert content(kept) == now
    assert run("restore", kept, "--force") == 0
    assert content(instance / "companion.db") == now


@pytest.mark.parametrize("left", [None, b""])
def test_the_log_of_a_killed_server_does_not_come_over_a_backup(here, instance, tmp_path, left):
    """Its database was deleted, or emptied by a repair of the disk."""
    run("backup", tmp_path / "copy")
    before, file = content(tmp_path / "copy"), instance / "companion.db"
    killed = tmp_path / "killed"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE tables SET over = 1 - over")
        db.commit()
        shutil.copytree(instance, killed)
    shutil.copyfile(killed / "companion.db-wal", instance / "companion.db-wal")
    file.unlink() if left is None else file.write_bytes(left)
    assert run("restore", tmp_path / "copy") == 0
    assert content(file) == before
    (kept,) = instance.glob("companion.db.before-restore-*-wal")
    assert kept.read_bytes() == (killed / "companion.db-wal").read_bytes()


def test_a_restore_over_the_file_itself_is_refused(here, instance, capsys):
    before = content(instance / "companion.db")
    assert run("restore", instance / "companion.db", "--force") == 1
    assert "is the database itself" in capsys.readouterr().err
    assert content(instance / "companion.db") == before


def test_a_restore_is_refused_while_a_server_runs(here, instance, tmp_path, capsys):
    run("backup", tmp_path / "copy")
    lock = folders.announce(instance, 8000)
    assert run("restore", tmp_path / "copy", "--force") == 1
    said = capsys.readouterr().err
    assert "running here on port 8000" in said
    assert f"kill {os.getpid()}" in said
    lock.release()
    assert run("restore", tmp_path / "copy", "--force") == 0


def test_a_restore_is_refused_while_another_program_holds_the_file(here, instance, tmp_path, capsys):
    run("backup", tmp_path / "copy")
    before = content(instance / "companion.db")
    with closing(sqlite3.connect(instance / "companion.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert run("restore", tmp_path / "copy", "--force") == 1
    assert "Close what holds it" in capsys.readouterr().err
    assert content(instance / "companion.db") == before


def test_a_backup_of_a_later_version_is_refused(here, instance, tmp_path, capsys):
    run("backup", tmp_path / "copy")
    come_later(tmp_path / "copy")
    before = content(instance / "companion.db")
    assert run("restore", tmp_path / "copy", "--force") == 1
    assert "later version of Companion" in capsys.readouterr().err
    assert content(instance / "companion.db") == before


def other_database(file):
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE log (code TEXT)")
        db.commit()


NONSENSE = {
    "missing": lambda file: None,
    "empty": lambda file: file.write_bytes(b""),
    "text": lambda file: file.write_text("Hello."),
    "bytes": lambda file: file.write_bytes(bytes(range(256)) * 64),
    "header only": lambda file: file.write_bytes(b"SQLite format 3\0" + bytes(84)),
    "folder": Path.mkdir,
    "other database": other_database,
}


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("kind", NONSENSE)
@pytest.mark.parametrize("force", [[], ["--force"]], ids=["plain", "forced"])
def test_what_is_no_backup_of_ours_is_refused(here, tmp_path, capsys, kind, force):
    folder, _ = here
    before = content(folder / "companion.db")
    NONSENSE[kind](tmp_path / "file")
    assert run("restore", tmp_path / "file", *force) == 1
    why = "file cannot be read: " if kind in ("missing", "folder") else "no database or backup of Companion"
    assert why in capsys.readouterr().err
    assert content(folder / "companion.db") == before


def test_a_torn_backup_is_refused(here, instance, tmp_path, capsys):
    before = content(instance / "companion.db")
    run("backup", tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    (tmp_path / "torn").write_bytes(whole[: len(whole) // 2])
    assert run("restore", tmp_path / "torn", "--force") == 1
    assert "no database or backup of Companion" in capsys.readouterr().err
    assert content(instance / "companion.db") == before


def test_a_name_with_odd_characters_is_a_name(here, instance, tmp_path):
    file, before = tmp_path / "Ann & Bob? #1 %20 ä.db", content(instance / "companion.db")
    assert run("backup", file) == 0
    (instance / "companion.db").unlink()
    assert run("restore", file, "--force") == 0
    assert content(instance / "companion.db") == before


def test_a_restore_mends_a_broken_installation(here, instance, tmp_path):
    """That is what backups are for."""
    run("backup", tmp_path / "copy")
    for path in instance.glob("companion.db*"):
        path.write_bytes(b"torn by a power cut" * 1000)
    assert run("restore", tmp_path / "copy", "--force") == 0
    assert content(instance / "companion.db") == content(tmp_path / "copy")

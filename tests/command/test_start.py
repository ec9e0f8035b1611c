"""What a start finds."""

import os
import sqlite3
import threading
from contextlib import closing

import pytest

from companion import instance as folders
from tests.command.installation import come_later, modes, play, run
from tests.forkserver import Forked


def a_folder(file):
    file.unlink()
    file.mkdir()


def torn_in_the_middle(file):
    with file.open("r+b") as torn:
        torn.seek(4096)
        torn.write(b"torn by a power cut" * 3000)


BROKEN = {
    "text": (lambda file: file.write_text("Hello."), "companion restore FILE --force"),
    "bytes": (lambda file: file.write_bytes(bytes(range(256)) * 64), "companion restore FILE --force"),
    "cut": (lambda file: file.write_bytes(file.read_bytes()[:6000]), "companion restore FILE --force"),
    "torn": (torn_in_the_middle, "companion restore FILE --force"),
    "folder": (a_folder, "cannot be opened"),
    "later version": (come_later, "later version of Companion"),
}


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(("breaks", "said"), BROKEN.values(), ids=BROKEN)
def test_a_start_over_a_broken_file_says_so_in_a_sentence(here, new_app, breaks, said):
    folder, _ = here
    for path in folder.glob("companion.db-*"):
        path.unlink()
    breaks(folder / "companion.db")
    with pytest.raises(folders.Unusable) as why:
        new_app(folder)
    assert said in str(why.value)
    assert len(str(why.value).splitlines()) == 1


@pytest.mark.thorough
def test_a_command_that_cannot_start_says_why_and_fails(here):
    """The whole command, in a process of its own."""
    folder, _ = here
    (folder / "companion.db").write_text("Hello.")
    with Forked(["--host", "127.0.0.1", "--port", "0"], {**os.environ}) as process:
        said = process.stdout.read()
    assert process.status == 1
    assert "companion restore FILE --force" in said
    assert len(said.splitlines()) == 1


def test_a_folder_that_cannot_be_is_told(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file" / "instance"))
    assert run("restore", tmp_path / "file") == 1
    with pytest.raises(folders.Unusable, match="COMPANION_INSTANCE names another folder"):
        folders.make(tmp_path / "file" / "instance")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("WRONG_CODES", "many"),
        ("TABLES_PER_PHONE", "60/Hour"),
        ("IMPORTS_PER_PHONE", 60),
        ("WATCHERS_PER_TABLE", "5"),
        ("UNFINISHED_DAYS", "90"),
        ("UNFINISHED_DAYS", -90),
        ("PATIENCE", "5"),
        ("IDLE_SECONDS", "60"),
        ("LOOK_SECONDS", "60"),
        ("CODES_BEGIN", ""),
        ("CODES_BEGIN", "abc"),
    ],
)
def test_a_setting_that_cannot_be_is_told_at_the_start(here, instance, capsys, name, said):
    """Later it would fail pages, or the look for other processes."""
    (instance / "config.py").write_text(f"{name} = {said!r}")
    assert run("photos") == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{instance / 'config.py'} cannot be used: {name} = {said!r} is no")


@pytest.mark.parametrize("rest", ["", "0123"])
def test_a_key_that_a_full_disk_cut_short_is_made_anew(here, instance, new_app, rest, logged):
    (instance / "secret_key").write_text(rest)
    app = new_app(instance)
    assert len(app.secret_key) == 64
    assert (instance / "secret_key").read_text() == app.secret_key
    assert "missing or damaged, and is made anew: phones take their seats again" in "\n".join(logged)
    assert app.test_client().get("/").status_code == 200


def test_a_key_is_whole_or_not_there(tmp_path):
    """Written in place, a full disk leaves it empty."""
    with pytest.raises(UnicodeEncodeError):
        folders.write(tmp_path / "secret_key", "half a key \udc80")
    assert list(tmp_path.iterdir()) == []
    assert len(folders.secret_key(tmp_path)) == 64
    assert modes(tmp_path / "secret_key") == {"secret_key": 0o600}


def test_a_start_under_a_lock_comes_up_and_writes_when_it_ends(here, instance, new_app):
    with closing(sqlite3.connect(instance / "companion.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        app = new_app(instance)
        assert app.test_client().get("/scores/").status_code == 200
    assert not app.config["READ_ONLY"]
    play(app)


def test_a_first_start_under_a_lock_waits_for_its_end(instance, new_app, logged):
    instance.mkdir()
    with closing(sqlite3.connect(instance / "companion.db", check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        threading.Timer(1.5, other.rollback).start()
        app = new_app(instance)
    assert "Another program holds" in "\n".join(logged)
    play(app)

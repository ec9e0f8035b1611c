import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion import instance as folders
from companion.__main__ import listen, main, parse
from companion.address import lan_address
from companion.backup import is_ours
from tests.apps import close


@pytest.fixture
def instance(tmp_path, monkeypatch):
    """Keep everything in a folder of this test."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"


@pytest.fixture(scope="module")
def played(tmp_path_factory, new_app):
    """Give the folder of an installation at which a table was opened, and the table's code."""
    folder = tmp_path_factory.mktemp("played")
    return folder, play(new_app(folder))


def play(app):
    """Open a table and count a coin; give its code."""
    phone = app.test_client()
    form = {f"players-{n}-{key}": value for n in (0, 1) for key, value in (("name", f"P{n}"), ("colour", "red"))}
    code = phone.post("/djinn/new", data={"count": 2, **form}).location.split("/")[2]
    phone.post(f"/djinn/{code}/count", data={"op": "a", "seat": 0, "box": "coins", "by": 1})
    close(app)
    return code


@pytest.fixture
def here(instance, played):
    """Give the folder of an installation with a table, and the table's code."""
    shutil.copytree(played[0], instance)
    return instance, played[1]


def content(file):
    """Give all rows of a database."""
    with closing(sqlite3.connect(file)) as db:
        return list(db.iterdump())


def run(*arguments):
    return main([str(argument) for argument in arguments])


# Where it serves


def test_it_serves_everybody_on_port_8000():
    arguments = parse([])
    assert (arguments.command, arguments.host, arguments.port) == (None, "0.0.0.0", 8000)


def test_host_and_port_are_chosen():
    arguments = parse(["--host", "127.0.0.1", "--port", "9000"])
    assert (arguments.host, arguments.port) == ("127.0.0.1", 9000)


@pytest.mark.parametrize("arguments", [["--port", "many"], ["fly"], ["backup"], ["restore"], ["restore", "a", "b"]])
def test_a_wrong_command_says_what_is_possible(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        parse(arguments)
    assert stopped.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_a_taken_port_gives_way_to_the_next_free_one():
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", port) as second, listen("127.0.0.1", port) as third:
            ports = [second.getsockname()[1], third.getsockname()[1]]
    assert port < ports[0] < ports[1] < port + 50


def test_a_taken_port_gives_way_on_all_interfaces():
    with listen("0.0.0.0", 0) as first:
        port = first.getsockname()[1]
        with listen("0.0.0.0", port) as second:
            assert port < second.getsockname()[1]


def test_answers_leave_at_once():
    """Without NODELAY on the listening socket each answer would wait 44 ms."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_no_free_port_is_told(monkeypatch):
    monkeypatch.setattr("companion.__main__.PORTS_TRIED", 1)
    with listen("127.0.0.1", 0) as first, pytest.raises(SystemExit, match="No port from"):
        listen("127.0.0.1", first.getsockname()[1])


def test_names_and_proxies_are_chosen():
    assert (parse([]).name, parse([]).behind_proxy) == ([], 0)
    arguments = parse(["--behind-proxy", "2", "--name", "games.example", "--name", "den.example"])
    assert (arguments.name, arguments.behind_proxy) == (["games.example", "den.example"], 2)


@pytest.mark.parametrize("number", ["-1", "10", "x", "9" * 5000])
def test_a_number_of_proxies_that_cannot_be_is_told(number, capsys):
    with pytest.raises(SystemExit):
        parse(["--behind-proxy", number])
    assert "behind-proxy" in capsys.readouterr().err


@pytest.mark.parametrize("port", [65536, 99999, -1])
def test_a_port_that_cannot_be_is_told(port):
    with pytest.raises(SystemExit):
        listen("127.0.0.1", parse(["--port", str(port)]).port).close()


def test_a_host_that_is_not_here_is_told():
    with pytest.raises(SystemExit):
        listen("no such host.invalid", 0).close()


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_it_serves_all_interfaces_of_ipv6_too():
    with listen("::", 0) as listener:
        assert listener.getsockname()[1]


def test_phones_are_told_an_address_that_leads_here():
    assert lan_address().count(".") == 3


# Backup


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


def modes(*paths):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}


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
    """Give the folder of an installation that takes a while to copy."""
    folder = shutil.copytree(played[0], tmp_path_factory.mktemp("large") / "instance")
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("CREATE TABLE ballast (n BLOB)")
        db.executemany("INSERT INTO ballast VALUES (?)", ([bytes([n]) * 2**20] for n in range(100)))
        db.commit()
    return folder


def test_a_killed_backup_leaves_nothing_under_its_name(large, tmp_path):
    """Half a file that looks like a backup would be found out on the day it is needed."""
    caught = 0
    for number in range(4):
        command = [sys.executable, "-m", "companion", "backup", str(tmp_path / "copy")]
        with subprocess.Popen(command, env=os.environ | {"COMPANION_INSTANCE": str(large)}) as process:
            while process.poll() is None and not any(path.stat().st_size for path in tmp_path.glob(".copy-*")):
                time.sleep(0.001)
            time.sleep(number * 0.005)
            process.kill()
        caught += bool(list(tmp_path.glob(".copy-*")))
        assert not (tmp_path / "copy").exists() or is_ours(tmp_path / "copy")
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


# Restore


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
    with closing(sqlite3.connect(instance / "companion.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert run("restore", tmp_path / "copy", "--force") == 1
    assert "Close what holds it" in capsys.readouterr().err


def test_a_backup_of_a_later_version_is_refused(here, instance, tmp_path, capsys):
    run("backup", tmp_path / "copy")
    come_later(tmp_path / "copy")
    assert run("restore", tmp_path / "copy", "--force") == 1
    assert "later version of Companion" in capsys.readouterr().err


def come_later(file):
    """Make a database one that a later version has brought up to date."""
    with closing(sqlite3.connect(file)) as db:
        later = ("companion", "something_new", "2030-01-01")
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)", later)
        db.commit()


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


@pytest.mark.parametrize("make", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("force", [[], ["--force"]], ids=["plain", "forced"])
def test_what_is_no_backup_of_ours_is_refused(here, tmp_path, capsys, make, force):
    folder, _ = here
    before = content(folder / "companion.db")
    make(tmp_path / "file")
    assert run("restore", tmp_path / "file", *force) == 1
    assert "no backup of Companion" in capsys.readouterr().err
    assert content(folder / "companion.db") == before


def test_a_torn_backup_is_refused(here, tmp_path, capsys):
    run("backup", tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    (tmp_path / "torn").write_bytes(whole[: len(whole) // 2])
    assert run("restore", tmp_path / "torn", "--force") == 1
    assert "no backup of Companion" in capsys.readouterr().err


def test_a_name_with_odd_characters_is_a_name(here, tmp_path):
    file = tmp_path / "Ann & Bob? #1 %20 ä.db"
    assert run("backup", file) == 0
    assert run("restore", file, "--force") == 0


def test_a_restore_mends_a_broken_installation(here, instance, tmp_path):
    """That is what backups are for."""
    run("backup", tmp_path / "copy")
    for path in instance.glob("companion.db*"):
        path.write_bytes(b"torn by a power cut" * 1000)
    assert run("restore", tmp_path / "copy", "--force") == 0
    assert content(instance / "companion.db") == content(tmp_path / "copy")


# What a start finds


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


def test_a_command_that_cannot_start_says_why_and_fails(here):
    """The whole command, in a process of its own."""
    folder, _ = here
    (folder / "companion.db").write_text("Hello.")
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, timeout=60)
    assert done.returncode == 1
    assert "companion restore FILE --force" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_folder_that_cannot_be_is_told(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "file" / "instance"))
    assert run("restore", tmp_path / "file") == 1
    with pytest.raises(folders.Unusable, match="COMPANION_INSTANCE names another folder"):
        folders.make(tmp_path / "file" / "instance")


@pytest.mark.parametrize("rest", ["", "0123"])
def test_a_key_that_a_full_disk_cut_short_is_made_anew(here, instance, new_app, rest, caplog):
    (instance / "secret_key").write_text(rest)
    app = new_app(instance)
    assert len(app.secret_key) == 64
    assert (instance / "secret_key").read_text() == app.secret_key
    assert "phones take their seats again" in caplog.text
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


def test_a_first_start_under_a_lock_waits_for_its_end(instance, new_app, caplog):
    instance.mkdir()
    with closing(sqlite3.connect(instance / "companion.db", check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        threading.Timer(1.5, other.rollback).start()
        app = new_app(instance)
    assert "Another program holds" in caplog.text
    play(app)

import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import listen, main, parse
from companion.address import lan_address, reachable


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
    for database in app.extensions["db_pool"]:
        database.close()
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
    assert reachable("http://localhost:8000/t/ABCDE") == f"http://{lan_address()}:8000/t/ABCDE"
    assert reachable("http://127.0.0.1/t/ABCDE") == f"http://{lan_address()}/t/ABCDE"
    assert reachable("http://[::1]:8000/") == f"http://{lan_address()}:8000/"
    assert reachable("https://companion.example/t/ABCDE") == "https://companion.example/t/ABCDE"


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
    for database in app.extensions["db_pool"]:
        database.close()


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

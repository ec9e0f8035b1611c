"""Where the command serves."""

import os
import re
import socket
import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest

from companion.__main__ import PORT, announce, main, parse
from companion.addresses import in_house, lan_address, outside
from companion.serving.listening import listen, listen_all


def test_it_says_which_version_it_is(capsys):
    with pytest.raises(SystemExit):
        parse(["--version"])
    assert re.fullmatch(r"companion \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_it_serves_everybody_on_port_8000():
    arguments = parse([])
    assert (arguments.command, arguments.host, arguments.port, PORT) == (None, "", None, 8000)


def test_host_and_port_are_chosen():
    arguments = parse(["--host", "127.0.0.1", "--port", "9000"])
    assert (arguments.host, arguments.port) == ("127.0.0.1", 9000)


@pytest.mark.parametrize("arguments", [["--port", "many"], ["fly"], ["backup"], ["restore"], ["restore", "a", "b"]])
def test_a_wrong_command_says_what_is_possible(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        parse(arguments)
    assert stopped.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


@pytest.mark.parametrize(("signs", "code"), [("cp1252", False), ("ascii", False), ("cp437", True), ("utf-8", True)])
def test_it_speaks_where_the_output_has_few_signs(signs, code, app, monkeypatch):
    """As where Windows writes into a file, or a service reads along."""
    with TextIOWrapper(BytesIO(), encoding=signs) as out:
        monkeypatch.setattr("sys.stdout", out)
        with pytest.raises(SystemExit) as stopped:
            main(["--help"])
        announce(app, 8000, ())
        out.flush()
        said = out.buffer.getvalue().decode(signs)
    assert stopped.value.code == 0
    assert "Ctrl-C stops." in said
    assert ("█" in said) == code


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


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_it_is_reached_by_ipv4_and_by_ipv6_on_one_port():
    listeners = listen_all("", 0)
    port = listeners[0].getsockname()[1]
    try:
        for host in ("127.0.0.1", "::1"):
            with socket.create_connection((host, port), timeout=5) as connection:
                assert connection.getpeername()[0] == host
    finally:
        for listener in listeners:
            listener.close()


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_a_port_that_is_taken_by_ipv6_alone_gives_way_too():
    """Else phones that come by IPv6 would find a neighbour."""
    with listen("::", 0) as neighbour:
        port = neighbour.getsockname()[1]
        listeners = listen_all("", port)
        assert all(listener.getsockname()[1] > port for listener in listeners)
        for listener in listeners:
            listener.close()


def test_a_port_that_was_asked_for_and_is_taken_is_told(tmp_path):
    """What then looks at that port would meet another Companion, and write there."""
    with listen("127.0.0.1", 0) as neighbour:
        port = neighbour.getsockname()[1]
        command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", str(port)]
        environment = os.environ | {"COMPANION_INSTANCE": str(tmp_path / "instance")}
        stopped = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert stopped.returncode == 1
    assert stopped.stderr == f"Port {port} is taken by another program: choose another one.\n"
    assert not (tmp_path / "instance").exists()


def test_answers_leave_at_once():
    """Without NODELAY on the listening socket each answer would wait 44 ms."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_no_free_port_is_told(monkeypatch):
    monkeypatch.setattr("companion.serving.listening.PORTS_TRIED", 1)
    with listen("127.0.0.1", 0) as first, pytest.raises(SystemExit, match="No port from"):
        listen("127.0.0.1", first.getsockname()[1])


def test_names_and_proxies_are_chosen():
    assert (parse([]).name, parse([]).behind_proxy) == ([], 0)
    arguments = parse(["--behind-proxy", "2", "--name", "games.example", "--name", "den.example"])
    assert (arguments.name, arguments.behind_proxy) == (["games.example", "den.example"], 2)


@pytest.mark.parametrize("name", ["Djinn.LOCAL", "djinn.local.", "djinn.local"])
def test_a_name_is_read_as_browsers_send_it(name):
    assert parse(["--name", name]).name == ["djinn.local"]


@pytest.mark.parametrize("name", ["djinn:8443", "192.0.2.1", "[fd00::2]", "my_djinn.local", "x" * 63])
def test_a_name_may_have_a_port_or_be_an_address(name):
    assert parse(["--name", name]).name == [name]


NAMELESS = ["", ".", ".local", "my djinn.local", "küche.local", "<b>.local", "http://djinn.local", "x-.local"]
TOO_LONG = ["a..local", "x" * 64, f"{'x' * 300}.local", "x." * 127 + "local"]


NO_PORT = [f"{name}:{port}" for name in ("djinn.local", "192.0.2.1", "[fd00::2]") for port in ("0", "00000", "65536")]


@pytest.mark.parametrize("name", [*NAMELESS, *TOO_LONG, *NO_PORT, "djinn.local:"])
def test_a_name_that_no_browser_sends_is_told(name, capsys):
    with pytest.raises(SystemExit):
        parse(["--name", name])
    assert "no browser sends" in capsys.readouterr().err


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


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_phones_are_told_an_address_of_ipv6_where_the_server_listens_to_that_alone():
    config = {"LISTENS": "::", "NAMES": (), "SILENT": (), "BEHIND_PROXY": 0}
    with listen(in_house(config), 0):
        assert outside(config, "8000") == f"http://[{in_house(config)}]:8000"

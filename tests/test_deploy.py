"""What is there for those who run it: every command is one that there is, and every file one that its program takes."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.command_line import parse
from companion.serving.metrics import Metrics
from companion.serving.server import Room
from companion.table.seating.presence import Push

DEPLOY = Path(__file__).parent.parent / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.name != ".env")
HOSTING = DEPLOY.parent / "docs" / "hosting.md"
VALUES = {"${DOMAIN}": "games.example.org", "%i": "8001", "postgresql://…": "postgresql://x", "[postgres]": ""}


def needs(program):
    return pytest.mark.skipif(not shutil.which(program), reason=f"needs {program}")


def filled(text):
    for name, value in VALUES.items():
        text = text.replace(name, value)
    return text


def commands():
    """Find what is passed to the command, wherever it is called."""
    for path in DEPLOY.glob("*.service"):
        for line in re.findall(r"/opt/companion/bin/companion ([^'\n]+)", path.read_text(encoding="utf-8")):
            yield path.name, shlex.split(filled(line))
    lines = re.search(r"command: (\[.*\])", (DEPLOY / "compose.yaml").read_text(encoding="utf-8"))[1]
    started = re.search(r"ENTRYPOINT (\[.*\])", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))[1]
    yield "compose.yaml", json.loads(started)[1:] + json.loads(filled(lines))
    for line in re.findall(r"`companion ([^`]*)`", HOSTING.read_text(encoding="utf-8")):
        if line != "--version":  # which ends the command
            yield HOSTING.name, shlex.split(filled(line).replace("PORT", "9100"))


@pytest.mark.parametrize(("name", "arguments"), list(commands()), ids=lambda value: str(value)[:60])
def test_every_command_is_one_that_there_is(name, arguments):
    parse(arguments)


def test_processes_in_containers_and_on_a_server_listen_where_the_front_asks():
    composed = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    port = next(parse(arguments).port for name, arguments in commands() if name == "compose.yaml")
    assert re.search(r"APPS: (.*)", composed)[1].split() == [f"app-1:{port}", f"app-2:{port}"]
    assert f"EXPOSE {port}" in (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    measured = next(parse(arguments).metrics for name, arguments in commands() if name == "compose.yaml")
    assert f"http://127.0.0.1:{measured[1]}/healthz" in composed


def test_containers_get_all_that_the_app_is_built_of():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.M)
    wanted = {name for line in copied for name in line.split()}
    assert all((DEPLOY.parent / name).exists() for name in wanted)
    let = re.findall(r"^!(.+)$", (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8"), re.M)
    assert set(let) == wanted


def test_the_page_names_every_file_and_every_number(app):
    page = HOSTING.read_text(encoding="utf-8")
    names = {*re.findall(r"`([\w@.-]+)`", page.partition("the files in `deploy/`")[2])}
    assert {path.name for path in FILES} - {
        "Containerfile.dockerignore",
        "companion-backup.timer",
    } <= names
    known = Metrics(app, Room(Push(), 1000)).text()
    assert all(f"{name}" in known for name in re.findall(r"`(companion_\w+)`", page))


def test_the_start_writes_its_secrets_once_and_for_their_owner_only(tmp_path):
    folder = shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns(".env"))
    environment = os.environ | {"COMPOSE": "echo compose"}

    def start(*arguments):
        return subprocess.run([folder / "start", *arguments], env=environment, capture_output=True, text=True)

    assert start().returncode != 0
    assert not (folder / ".env").exists()
    done = start("games.example.org")
    assert done.returncode == 0
    assert [line.split()[-1] for line in done.stdout.splitlines()[1:]] == ["database", "app-1", "app-2", "front"]
    written = (folder / ".env").read_text()
    assert re.fullmatch(r"DOMAIN=games.example.org\nSECRET_KEY=\w{64}\nPOSTGRES_PASSWORD=\w{64}\n", written)
    assert (folder / ".env").stat().st_mode & 0o077 == 0
    for again in ((), ("games.example.org",)):
        assert start(*again).returncode == 0
    other = start("games.example.net")
    assert other.returncode == 1
    assert "change its line DOMAIN" in other.stderr
    assert "compose" not in other.stdout
    assert (folder / ".env").read_text() == written


def test_the_time_zone_is_said_in_one_place_for_all_processes():
    """Phones without scripts read times in it."""
    composed = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert "TZ: ${TZ:-UTC}" in composed.partition("services:")[0]
    page = HOSTING.read_text(encoding="utf-8")
    assert all(f"`{place}`" in page for place in ("TZ", "deploy/.env", "/etc/companion.env", "companion.service"))


@needs("systemd-analyze")
def test_the_units_are_sound(tmp_path):
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = path.read_text(encoding="utf-8").replace("/opt/companion/bin/companion", "/bin/true")
        (tmp_path / path.name.replace("@.", "@8001.")).write_text(text)
    units = sorted(path.name for path in tmp_path.iterdir())
    done = subprocess.run(["systemd-analyze", "verify", *units], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@needs("haproxy")
def test_haproxy_takes_its_file(tmp_path):
    text = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    text = re.sub(r"bind :443 .*", "bind :443", text)
    (tmp_path / "haproxy.cfg").write_text(text)
    done = subprocess.run(["haproxy", "-c", "-f", tmp_path / "haproxy.cfg"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@needs("caddy")
def test_caddy_takes_its_file():
    line = ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    assert subprocess.run(line, capture_output=True).returncode == 0

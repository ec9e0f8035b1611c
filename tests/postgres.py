"""Run the tests of tables, scores and games on PostgreSQL: a temporary cluster on a socket, from Debian's programs."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
"""Where Debian keeps them, one folder a version."""
OWNER = "postgres"
"""Who runs them in place of root, as which they refuse to run."""
IF_THERE = "--if-there"
QUICK = ("-c fsync=off", "-c full_page_writes=off", "-c max_connections=300", "-c listen_addresses=")
"""A cluster that does not outlive its tests need not survive a power cut."""
TESTED = ("tests/table", "tests/scores", "tests/kit", "tests/djinn", "tests/emperor", "tests/efreet_war")
TESTED += (
    "tests/tales",
    "tests/war_game",
    "tests/houses",
    "tests/test_house_separation.py",
    "tests/test_permissions.py",
    "tests/test_recorded_sessions.py",
    "tests/test_postgres.py",
    "tests/test_database_move.py",
)


def program(name):
    """Find one of PostgreSQL's programs; None without."""
    found = shutil.which(name) or (PROGRAMS and shutil.which(name, path=str(PROGRAMS[-1])))
    return found or None


class Postgres:
    """A cluster in a folder of its own; `url` is the address of its database."""

    def __init__(self, folder, settings=QUICK):
        self.folder, self.user = folder, OWNER if os.geteuid() == 0 else None
        self.options = " ".join((f"-k {folder}", *settings))
        self.url = f"postgresql://{OWNER}@/{OWNER}?host={quote(folder)}"
        if self.user:
            shutil.chown(folder, self.user)
        self.run("initdb", "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")

    def run(self, name, *arguments, check=True):
        """Run one of its programs."""
        command = [program(name), "-D", str(Path(self.folder) / "data"), *arguments]
        subprocess.run(command, check=check, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self):
        """Start it, and wait until it can be reached."""
        self.run("pg_ctl", "-w", "-l", str(Path(self.folder) / "log"), "-o", self.options, "start")

    def stop(self, how="fast"):
        """Stop it, as its owner does, or `immediate` as a crash does."""
        self.run("pg_ctl", "-m", how, "stop")


@contextmanager
def started(*settings):
    """Run a cluster for a while; give it."""
    where = "/tmp" if os.geteuid() == 0 else None  # that user may enter it
    with tempfile.TemporaryDirectory(prefix="pg", dir=where) as folder:
        postgres = Postgres(folder, settings or QUICK)
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.run("pg_ctl", "-m", "immediate", "stop", check=False)


@contextmanager
def cluster(*settings):
    """Run a cluster for a while; give the address of its database."""
    with started(*settings) as postgres:
        yield postgres.url


def main():
    """Run the tests on a cluster of their own; say so if there is no PostgreSQL, and fail unless `--if-there`."""
    asked = [one for one in sys.argv[1:] if one != IF_THERE]
    if not program("initdb"):
        print("There is no PostgreSQL here: on Debian, 'apt install postgresql' adds it.", file=sys.stderr)
        return int(asked == sys.argv[1:])
    with cluster() as url:
        os.environ["COMPANION_TESTED_ON"] = url
        return pytest.main(["-q", "-m", "not browser", *TESTED, *asked])


if __name__ == "__main__":
    raise SystemExit(main())

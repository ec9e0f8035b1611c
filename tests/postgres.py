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
QUICK = ("-c fsync=off", "-c full_page_writes=off", "-c max_connections=300", "-c listen_addresses=")
"""A cluster that does not outlive its tests need not survive a power cut."""
TESTED = ("tests/table", "tests/scores", "tests/kit", "tests/djinn", "tests/emperor", "tests/efreet_war")
TESTED += (
    "tests/tales",
    "tests/war_game",
    "tests/test_roles.py",
    "tests/test_sessions.py",
    "tests/test_postgres.py",
    "tests/test_move.py",
)


def program(name):
    """Find one of PostgreSQL's programs; None without."""
    found = shutil.which(name) or (PROGRAMS and shutil.which(name, path=str(PROGRAMS[-1])))
    return found or None


@contextmanager
def cluster(*settings):
    """Run a cluster in a folder of its own; give the address of its database."""
    user = OWNER if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp" if user else None) as folder:  # that user may enter it
        data = Path(folder) / "data"
        if user:
            shutil.chown(folder, user)

        def run(name, *arguments):
            subprocess.run([program(name), *arguments], check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

        run("initdb", "-D", str(data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        options = " ".join((f"-k {folder}", *(settings or QUICK)))
        run("pg_ctl", "-D", str(data), "-w", "-l", str(Path(folder) / "log"), "-o", options, "start")
        try:
            yield f"postgresql://{OWNER}@/{OWNER}?host={quote(folder)}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")


def main():
    """Run the tests on a cluster of their own; say so if there is no PostgreSQL."""
    if not program("initdb"):
        print("There is no PostgreSQL here: on Debian, 'apt install postgresql' adds it.", file=sys.stderr)
        return 1
    with cluster() as url:
        os.environ["COMPANION_TESTED_ON"] = url
        return pytest.main(["-q", "-m", "not browser", *TESTED, *sys.argv[1:]])


if __name__ == "__main__":
    raise SystemExit(main())

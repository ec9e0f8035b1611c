"""Audit every kind of page with Lighthouse, as its host's phone: `make audit`. Each is to have 100 points four times.

How fast a page is depends on what else the machine does: of some tries the best is shown (`make audit WHAT=1`: of one),
and only the other points decide. `make audit WHAT="1 3"` asks one page in three, as CI does.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from html import unescape
from pathlib import Path

from werkzeug.exceptions import HTTPException

from companion import GAMES, create_app
from tests import scenes
from tests.browser.find import whole_browser
from tests.browser.phones import ARGS, Server

LOCKED = Path(__file__).parent / "lighthouse"
"""Which Lighthouse, and exact versions of all that it needs."""
NEEDS = "make audit needs Node 18 or later with npm, and Chromium (on Debian: apt install nodejs npm chromium)."
UNREACHED = 69
"""The exit status if npm reaches no registry, by which CI tells that from a page that lost its points."""
FOLDER = Path(__file__).parent.parent / ".lighthouse"
SHOWN = ("in play", "one card left", "told")
"""The scenes whose tables are looked at, of each game those that it has."""
LEAVES = "/offline"
"""The page that goes to another one by itself where Companion is reached."""
SPEED = "performance"


def fetched():
    """Find the folder of Lighthouse, or fetch it there with npm; exit with what is needed."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit(NEEDS)
    wanted = {path.name: path.read_bytes() for path in LOCKED.iterdir()}
    if any(not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != it for name, it in wanted.items()):
        shutil.rmtree(FOLDER, ignore_errors=True)
        options = ["--prefix", str(FOLDER), "--silent", "--no-audit", "--no-fund", "--fetch-retries=0"]
        shutil.copytree(LOCKED, FOLDER)
        if subprocess.run(["npm", "ci", *options]).returncode:
            shutil.rmtree(FOLDER)
            print(f"{NEEDS} npm could not fetch Lighthouse.", file=sys.stderr)
            raise SystemExit(UNREACHED)
    return FOLDER


def pages(folder):
    """Bring tables of all games to some scenes in the server's file; list a page of each kind, with a cookie."""
    app = create_app(folder, TESTING=True, WTF_CSRF_ENABLED=False, RANDOM=random.Random(7))
    named = [(game, name) for game in GAMES for name in SHOWN if name in scenes.of(game).SCENES]
    found, known = {}, set()
    for evening in [scenes.stage(app, *scene) for scene in named]:
        found |= dict.fromkeys(linked(app, evening, known), evening.host.get_cookie("companion").value)
    for database in app.extensions["db_pool"]:
        database.close()
    return found


def linked(app, evening, known):
    """Follow the links from a table's page and from all pages that need none; list the first of each kind."""
    rules = app.url_map.bind("localhost")
    with app.test_request_context():
        begin = app.url_for(evening.table.game.pages.current(evening.state), code=evening.code)
    todo = [begin, *(rule.rule for rule in app.url_map.iter_rules() if not rule.arguments)]
    for path in todo:  # which grows
        try:
            endpoint, arguments = rules.match(path.partition("?")[0])
        except HTTPException:  # another address, or of moves alone
            continue
        kind = endpoint, evening.game if "code" in arguments else ""
        if path == LEAVES or (kind in known and path != begin) or not is_page(answer := evening.host.get(path)):
            continue
        known.add(kind)
        yield path[1:]
        links = [unescape(link) for link in re.findall(r'<a [^>]*?href="(/[^"#]*)', answer.text)]
        todo += [link for link in dict.fromkeys(links) if link not in todo]


def is_page(answer):
    """Tell whether an address answers with a page, and neither a file, a stream nor another address."""
    return answer.status_code == 200 and answer.mimetype == "text/html"


@contextmanager
def lighthouse():
    """Start Lighthouse with a browser; give what asks it for a page's points, and the titles of what costs some."""
    command = ["node", Path(__file__).with_suffix(".mjs"), fetched(), "--headless=new", *ARGS]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"CHROME_PATH": whole_browser()},
    ) as process:

        def audit(url, cookie):
            print(json.dumps([url, {"Cookie": f"companion={cookie}"}]), file=process.stdin, flush=True)
            if not (line := process.stdout.readline()):
                raise SystemExit(f"Lighthouse could not look at {url}.")
            return json.loads(line)

        yield audit


def main(tries=3, one_in=1):
    """Audit every kind of page, or one in so many; print their points.

    Exit with 1 if any lacks one that no other work on the machine costs.
    """
    missed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, lighthouse() as audit:
        found = pages(Path(folder))
        server = Server(Path(folder))
        try:
            for path, cookie in [*found.items()][::one_in]:
                tried = []
                while len(tried) < tries and not (tried and tried[-1][0][SPEED] == 100):
                    tried.append(audit(server.url + path, cookie))
                points, lost = max(tried, key=lambda one: one[0][SPEED])
                missed |= any(score < 100 for name, score in points.items() if name != SPEED)
                print(
                    f"/{path:<32}", *(f"{name} {score}" for name, score in points.items()), *lost, sep="  ", flush=True
                )
        finally:
            server.stop()
    sys.exit(missed)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))

"""Audit a page of each kind with Lighthouse, as its host's phone: `make audit`. Each is to have 100 points four times.

How fast a page is depends on what else the machine does: of some tries the best is shown (`make audit WHAT=1`: of one),
and only the other points decide. `make audit WHAT="1 every"` looks at every page there is, for some minutes.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from companion import GAMES, create_app
from tests import scenes
from tests.browser.find import browser
from tests.browser.phones import ARGS, Server

LIGHTHOUSE = "lighthouse@12.8.2"
NEEDS = "make audit needs Node 18 or later with npm, and Chromium (on Debian: apt install nodejs npm chromium)."
UNREACHED = 69
"""The exit status if npm reaches no registry, by which CI tells that from a page that lost its points."""
FOLDER = Path(__file__).parent.parent / ".lighthouse"
OPEN = ("", "djinn/new", "djinn/rules", "scores/")
"""The pages that need no table, one a kind."""
SCENE = "in play"
SPEED = "performance"


def command():
    """Find Lighthouse, or fetch it with npm into a folder of its own; exit with what is needed."""
    found = FOLDER / "node_modules" / ".bin" / "lighthouse"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit(NEEDS)
    if not found.exists():
        options = ["--prefix", str(FOLDER), "--silent", "--no-audit", "--no-fund", "--fetch-retries=0"]
        if subprocess.run(["npm", "install", *options, LIGHTHOUSE]).returncode:
            print(f"{NEEDS} npm could not fetch {LIGHTHOUSE}.", file=sys.stderr)
            raise SystemExit(UNREACHED)
    return str(found)


def tables(folder, every=False):
    """Bring a table of each game to a scene in the server's file; give its page, or all, and its host's cookie."""
    app = create_app(folder, TESTING=True, WTF_CSRF_ENABLED=False, RANDOM=random.Random(7))
    found = {}
    for game in GAMES:
        names = scenes.of(game).SCENES
        evening = scenes.stage(app, game, SCENE if SCENE in names else next(reversed(names)))
        with app.test_request_context():
            path = app.url_for(evening.table.game.page(evening.state), code=evening.code)
        cookie = evening.host.get_cookie("companion").value
        found = {one[1:]: cookie for one in pages(app, evening, path, every)} | found
    for database in app.extensions["db_pool"]:
        database.close()
    return found.items()


def pages(app, evening, path, every):
    """List the addresses of a table's page; if wished, of every page that needs no more than the table."""
    if not every:
        return [path]
    name = evening.table.game.slug
    mine = [rule for rule in app.url_map.iter_rules() if rule.endpoint.split(".")[0] in (name, "table", "scores")]
    with app.test_request_context():
        paths = {app.url_for(one.endpoint, code=evening.code) for one in mine if one.arguments <= {"code"}}
    return sorted(one for one in paths if is_page(evening.host.get(one)))


def is_page(answer):
    """Tell whether an address answers with a page, and neither a file, a stream nor another address."""
    return answer.status_code == 200 and answer.mimetype == "text/html"


def audit(lighthouse, url, cookie):
    """Read the points of a page by category, and the titles of what costs it points."""
    headers = json.dumps({"Cookie": f"companion={cookie}"} if cookie else {})
    options = ["--quiet", "--output=json", "--output-path=stdout", f"--extra-headers={headers}"]
    flags = f"--chrome-flags=--headless=new {' '.join(ARGS)}"
    run = subprocess.run(
        [lighthouse, url, *options, flags], capture_output=True, text=True, env=os.environ | {"CHROME_PATH": browser()}
    )
    if run.returncode:
        raise SystemExit(f"Lighthouse could not look at {url}: {run.stderr[-500:]}")
    report = json.loads(run.stdout)
    points = {name: round(100 * (one["score"] or 0)) for name, one in report["categories"].items()}
    weighed = {ref["id"] for one in report["categories"].values() for ref in one["auditRefs"] if ref["weight"]}
    lost = [report["audits"][id] for id in sorted(weighed) if (report["audits"][id]["score"] or 0) < 0.9]
    return points, [one["title"] for one in lost if one["scoreDisplayMode"] in ("binary", "numeric")]


def main(tries=3, *, every=False):
    """Audit a page of each kind, or every page; print their points.

    Exit with 1 if any lacks one that no other work on the machine costs.
    """
    lighthouse, missed = command(), False
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for path, cookie in [*((path, "") for path in OPEN), *tables(Path(folder), every)]:
                found = []
                while len(found) < tries and not (found and found[-1][0][SPEED] == 100):
                    found.append(audit(lighthouse, server.url + path, cookie))
                points, lost = max(found, key=lambda one: one[0][SPEED])
                missed |= any(score < 100 for name, score in points.items() if name != SPEED)
                print(
                    f"/{path:<24}", *(f"{name} {score}" for name, score in points.items()), *lost, sep="  ", flush=True
                )
        finally:
            server.stop()
    sys.exit(missed)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), every=sys.argv[2:] == ["every"])

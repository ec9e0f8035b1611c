"""One server and one browser for all tests, phones on demand, and a server of one's own for the bad days."""

import json
import os
import random
import re
import tempfile
import time
from collections import defaultdict
from itertools import chain
from pathlib import Path

import pytest

from companion import create_app
from tests import scenes
from tests.browser import shown
from tests.browser.phones import NAMES, Phone, Server, chromium
from tests.record import imported, write

WHOLE = "tests/browser"
"""What is run when the tier is to show everything."""


def is_whole(config):
    """Say whether all tests of the folder were to run, and not only some of them."""
    return config.args == [WHOLE] and not config.option.keyword and not config.option.lf


def pytest_addoption(parser):
    parser.addoption("--tier", action="store_true", help="run the browser tests that tier.txt names, and check them")
    parser.addoption("--rest", action="store_true", help="run the browser tests that tier.txt does not name")
    parser.addoption("--measure", metavar="FOLDER", help="write there what each test shows")


def pytest_configure(config):
    """Let servers and phones note what they show, if somebody wants to know."""
    config.shown = set()
    if config.option.tier or config.option.measure:
        os.environ[shown.NOTES] = tempfile.mkstemp(prefix="shown-")[1]


def pytest_collection_modifyitems(config, items):
    """Keep the tests of the tier, or all others, if one asks for them."""
    if config.option.tier or config.option.rest:
        tier = {*shown.listed(shown.TIER)}
        if is_whole(config) and (gone := tier - {one.nodeid for one in items}):
            raise pytest.UsageError(f"tier.txt names tests that are not there: {', '.join(sorted(gone))}")
        left_out = [one for one in items if (one.nodeid in tier) != config.option.tier]
        items[:] = [one for one in items if one not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(autouse=True)
def noting(request):
    """Note what a test showed, and how long that took, without what was prepared for it and others."""
    start = time.monotonic()
    yield
    if shown.NOTES not in os.environ:
        return
    shown.look()
    found = shown.since()
    request.config.shown |= found
    folder = request.config.option.measure
    if folder:
        with Path(folder, f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
            told = {"test": request.node.nodeid, "seconds": time.monotonic() - start, "shown": sorted(found)}
            print(json.dumps(told), file=file)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Let a page's text that was cut in the middle of an emoji be told: such a report stopped the whole run."""
    report = yield
    if report.failed:
        told = str(report.longrepr)
        if encodable(told) != told:
            report.longrepr = encodable(told)
    return report


def encodable(text):
    """Write half characters out, which cannot be sent from process to process."""
    return text.encode("utf-8", "backslashreplace").decode()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each process the next test, but the tests of a file whose tables take long to open to one process."""
    from tests.browser.scheduling import Scheduling  # which is there if xdist is

    return Scheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Take over what a worker's tests showed."""
    node.config.shown |= {*getattr(node, "workeroutput", {}).get("shown", ())}


def pytest_sessionfinish(session, exitstatus):
    """Fail if the tier does not show everything."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["shown"] = sorted(config.shown)
    elif config.option.tier and exitstatus == 0 and is_whole(config):
        unshown = [one for one in shown.missing(config.shown) if one not in shown.listed(shown.UNSHOWN)]
        if unshown:
            session.exitstatus = 1
            print("\nNo test of the browser tier shows:", *unshown, "Add a test, then `make tier`.", sep="\n  ")


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Start the command once for all tests; see that nothing went wrong in it, and that it ends when asked to."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "config.py").write_text(f"GAMES = {[*scenes.PACKAGES.values()]}\n")
    server = Server(folder)
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.errors


@pytest.fixture(scope="module")
def house(server):
    """Give a second process on the file of the real server: what happens in one is true in the other."""
    app = create_app(
        server.folder,
        TESTING=True,
        WTF_CSRF_ENABLED=False,
        RANDOM=random.Random(7),
        STATIC_CACHE=server.folder / "static",
        TABLES_PER_PHONE="1000 per hour",
    )
    yield app
    for database in app.extensions["db_pool"]:
        database.close()


@pytest.fixture
def own_server(tmp_path):
    """Start a server that the test may kill."""
    own = Server(tmp_path)
    yield own
    own.stop()
    assert "Traceback" not in own.errors


def keep(phones, name):
    """Write the tables that phones look at into the folder named by RECORD, as tests/record.py does."""
    folder = os.environ.get("RECORD")
    places = [re.search(r"/([2-9A-Z]{5})/", each.page.url) for each in phones] if folder else []
    for code in {place[1] for place in places if place}:
        answers = (each.page.request.get(f"/t/{code}/export.json") for each in phones)
        told = next(answer.text() for answer in answers if answer.ok)  # the host may copy a game that is not told
        write(Path(folder) / f"{re.sub('[^a-z0-9]+', '-', name)}-{code}.jsonl", *imported(told))


@pytest.fixture(scope="session")
def wiped():
    """Keep windows that tests have done with, by what cannot be changed about them."""
    kept = defaultdict(list)
    yield kept
    for each in chain(*kept.values()):
        each.context.close()


@pytest.fixture
def phone(browser, server, wiped, request):
    """Give a maker of phones; afterwards, see that nothing went wrong on any of them.

    A `cold` phone has a window of its own: for what is kept between pages, is put in the context, or is killed.
    """
    phones = []

    def phone(at=server, *, width=390, height=844, scheme="dark", cold=False, **options):
        seen = {"width": width, "height": height, "scheme": scheme}
        kind = None if cold or at is not server else repr(sorted(options.items()))
        made = wiped[kind].pop().take(**seen) if wiped[kind] else Phone(browser, at, **seen, **options)
        phones.append((kind, made))
        return made

    yield phone
    keep([each for _, each in phones], request.node.name)
    troubles = [trouble for _, each in phones for trouble in each.unforgiven]
    for kind, each in phones:
        if kind is None:
            each.context.close()
        else:
            each.wipe()
            wiped[kind].append(each)
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def table(phone):
    """Give a maker of tables: the code, and phones for Ann (the host), Bob and Cem, seated, with one page open."""

    def table(*options, page="setup", phones=3, players=3, **where):
        made = [phone(**where) for _ in range(phones)]
        code = made[0].open_table(*options, names=NAMES[:players])
        return code, *(each.sit(code, seat, page) for seat, each in enumerate(made))

    return table


@pytest.fixture
def hunt(phone):
    """Open a table of two without draft whose hunt has begun, and the phones of its host Ann and of Bob."""
    ann, bob = phone(), phone()
    code = ann.open_table("first_game", names=NAMES[:2])
    ann.post(f"djinn/{code}/begin", seen="1")
    return code, ann.sit(code, 0, "hunt"), bob.sit(code, 1, "hunt")

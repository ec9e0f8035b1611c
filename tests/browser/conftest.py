"""One server and one browser for all tests, phones on demand, and a server of one's own for the bad days."""

import shutil

import pytest

from tests.browser.phones import NAMES, Phone, Server, chromium


@pytest.fixture(scope="session")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Start the command once for all tests; see that nothing went wrong in it, and that it ends when asked to."""
    server = Server(tmp_path_factory.mktemp("house"))
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.errors


@pytest.fixture
def own_server(tmp_path, server):
    """Start a server that the test may kill."""
    shutil.copytree(server.folder / "static", tmp_path / "static")
    own = Server(tmp_path)
    yield own
    own.stop()
    assert "Traceback" not in own.errors


@pytest.fixture
def phone(browser, server):
    """Give a maker of phones; afterwards, see that nothing went wrong on any of them."""
    phones = []

    def phone(at=server, **options):
        phones.append(Phone(browser, at, **options))
        return phones[-1]

    yield phone
    for each in phones:
        each.context.close()
    troubles = [trouble for each in phones for trouble in each.unforgiven]
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def table(phone):
    """Give a maker of tables: the code, and a phone each for Ann (the host), Bob and Cem, seated."""

    def table(*options, players=3, **where):
        phones = [phone(**where) for _ in range(players)]
        code = phones[0].new_table(*options, names=NAMES[:players])
        return code, *(each.sit(code, seat) for seat, each in enumerate(phones))

    return table


@pytest.fixture
def hunt(table):
    """Give a table of three without draft whose hunt has begun, and its phones on the hunt's page."""
    code, *phones = table("first_game")
    phones[0].post(f"djinn/{code}/begin", seen="1")
    return code, *(each.go(f"djinn/{code}/hunt") for each in phones)

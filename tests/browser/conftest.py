"""One server and one browser for all tests, phones on demand, and a server of one's own for the bad days."""

import pytest

from tests.browser.phones import Phone, Server, chromium


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
def own_server(tmp_path):
    """Start a server that the test may kill."""
    server = Server(tmp_path)
    yield server
    server.stop()
    assert "Traceback" not in server.errors


@pytest.fixture
def phone(browser, server):
    """Give a maker of phones; afterwards, see that nothing went wrong on any of them."""
    phones = []

    def phone(at=server, **options):
        phones.append(Phone(browser, at, **options))
        return phones[-1]

    yield phone
    for each in phones:
        each.close()
    troubles = [trouble for each in phones for trouble in each.unforgiven]
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def table(phone):
    """Give a maker of tables: the code, and phones for Ann (the host), Bob and Cem on their seats."""

    def table(players=3, *options, at=None, seated=True):
        phones = [phone(*([at] if at else [])) for _ in range(players)]
        code = phones[0].new_table(players, *([] if not options else [("Ann", "Bob", "Cem", "Dee")]), *options)
        if seated:
            for seat, each in enumerate(phones):
                each.sit(code, seat)
        return code, *phones

    return table

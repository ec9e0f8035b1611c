"""Servers in processes of their own, and phones at them."""

import pytest

from tests.process.phones import QUICK
from tests.server import Browser, Server


@pytest.fixture(scope="session")
def start(tmp_path_factory, static_cache):
    """Start a server, in a folder of its own unless one is given."""
    servers = []

    def start(folder=None, *arguments, limit=None, **config):
        folder = folder or tmp_path_factory.mktemp("server")
        servers.append(Server(folder, *arguments, limit=limit, **{"STATIC_CACHE": static_cache, **QUICK} | config))
        return servers[-1].start()

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="session")
def server(start):
    """Share one server between tests that leave it running."""
    return start()


@pytest.fixture
def browser(server):
    """Give phones at the shared server."""
    browsers = []

    def browser(at=None):
        browsers.append(Browser(at or server))
        return browsers[-1]

    yield browser
    for one in browsers:
        one.connection.close()

"""An evening of every game, to be ended and checked."""

import pytest

from companion import GAMES
from tests import scenes
from tests.kit.ends import OPENING


@pytest.fixture(scope="module")
def app(new_app):
    return new_app(TABLES_PER_PHONE="1000 per hour")


@pytest.fixture(params=GAMES)
def evening(app, request):
    return scenes.Evening(app, request.param, OPENING[request.param])

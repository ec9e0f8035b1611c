"""An evening of every game, to be ended and checked."""

import pytest

from companion import GAMES
from tests import scenes
from tests.kit.ends import OPENING


@pytest.fixture(params=GAMES)
def evening(app, request):
    return scenes.Evening(app, request.param, OPENING[request.param])

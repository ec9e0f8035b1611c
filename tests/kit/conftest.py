"""An evening of every game, to be ended and checked."""

import pytest

from tests import scenes
from tests.kit.finished_games import HOSTILE, OPENING, WHOLE_END
from tests.scenes import GAMES


@pytest.fixture(params=GAMES)
def evening(app, request):
    return scenes.Evening(app, request.param, OPENING[request.param])


@pytest.fixture
def ended(evening):
    """Give a game that was ended by hand, after a word and what is drawn last."""
    taps = [("word", {"seat": 1, "word": HOSTILE}), *WHOLE_END[evening.game]]
    return scenes.Evening(evening.app, evening.game, OPENING[evening.game], taps)

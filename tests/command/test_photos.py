"""`companion photos`: how many each house has, and the operator's way to remove them."""

import pytest

from companion.kit.box import photo_store
from tests.apps import close, make
from tests.command.installation import run


@pytest.fixture
def pictured(here, static_cache):
    """Let the house at home have two photos."""
    app = make(here[0], static_cache)
    with app.test_request_context():
        photo_store.keep("djinn", [("start_gift", b"12", b"3456"), ("", b"1", b"2")], group="green")
    yield app
    close(app)


def test_the_operator_counts_photos_and_removes_them(pictured, capsys):
    assert run("photos") == 0
    assert "House 0: 2 photos, 0.0 MB" in capsys.readouterr().out
    assert run("photos", "--remove", 1) == 0
    assert "House 0: 2 photos" in capsys.readouterr().out
    assert run("photos", "--remove", 0) == 0
    assert capsys.readouterr().out == "There are no photos here.\n"
    with pictured.test_request_context():
        assert photo_store.find("djinn") == {}

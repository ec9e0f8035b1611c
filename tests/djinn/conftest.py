"""Tables of Djinn brought to a scene, the owner of a box, and games against Tom."""

import pytest

from tests.copies import opened


@pytest.fixture
def tap(seq):
    """Make a move like a page does that shows the latest."""

    def tap(phone, code, path, **form):
        return phone.post(f"/djinn/{code}/{path}", **{"seen": seq(code)} | form)

    return tap


@pytest.fixture
def setup(ann, open_djinn):
    return lambda: open_djinn(ann)


@pytest.fixture
def ticked(ann, open_djinn, tap, once):
    def ticked():
        code = open_djinn(ann)
        tap(ann, code, "tick", step="board")
        return code

    return once(ticked)


@pytest.fixture
def alone(ann):
    """Open a game against Tom, whose deck the app holds."""

    def alone():
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
        return opened(ann.http, "djinn", form)

    return alone


@pytest.fixture
def dealing(ann, open_djinn, tap, once):
    """Let the table deal the Djinn from its own bag."""

    def dealing():
        code = open_djinn(ann)
        tap(ann, code, "set-djinn")
        return code

    return once(dealing)


@pytest.fixture
def hunt(ann, open_djinn, tap, once):
    def hunt(**options):
        code = open_djinn(ann, first_game="y", **options)
        tap(ann, code, "begin")
        return code

    return once(hunt)


@pytest.fixture
def paused(ann, hunt, tap, once):
    def paused():
        code = hunt()
        tap(ann, code, "pause")
        return code

    return once(paused)


@pytest.fixture
def source(ann, hunt, tap, state, once):
    """Drive all Bosses off and end two rounds, so that all gather at the Magic Source."""

    def source(**options):
        code = hunt(**options)
        for slot in state(code).spaces:
            tap(ann, code, "flee", seat=state(code).turn.seat, slot=slot)
        while not state(code).at_source:
            tap(ann, code, "end-turn", seat=state(code).turn.seat)
        return code

    return once(source)


@pytest.fixture
def counted(ann, setup, tap, once):
    def counted():
        code = setup()
        tap(ann, code, "count", seat=0, box="corks", value=1)
        return code

    return once(counted)


@pytest.fixture
def finished(ann, source, tap):
    def finished(**options):
        code = source(**options)
        for seat, coins in enumerate((3, 5, 0)):
            tap(ann, code, "count", seat=seat, box="coins", value=coins)
        tap(ann, code, "finish")
        return code

    return finished


@pytest.fixture
def at(request):
    """Open a table and play it to a scene."""
    return lambda scene, **options: request.getfixturevalue(scene)(**options)


@pytest.fixture
def play(ann):
    """Open a game against Tom, perhaps of a challenge, re-roll it if asked, and lose it."""

    def play(*rerolled, **options):
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12} | options
        code = ann.post("/djinn/new", **form).location.split("/")[2]
        for element in rerolled:
            ann.post(f"/djinn/{code}/reroll", element=element, seen=10_000)
        texts = [ann.get(f"/djinn/{code}/{page}").text for page in ("setup", "fair")]
        ann.post(f"/djinn/{code}/begin", seen=10_000)
        for _ in range(15):
            ann.post(f"/djinn/{code}/reveal", seen=10_000)
        return code, texts

    return play

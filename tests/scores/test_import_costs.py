"""What a file of plays costs, in calls and in steps of the database: it grows with its bytes, whatever they say."""

import json

import pytest

from companion.scores.stores import batch_store
from tests.apps import embedded
from tests.test_scale import costs
from tests.test_upload_limits import read_here

WORD = "abcdefghijklmnopqrstuvwxyz"


LINE = {"id": "keys", "label": {"message": "Keys", "values": {}}, "points": 7, "why": "Each is one point." + 30 * "."}


def play(number, names, *, lines=(LINE,), **more):
    """Give a play about as short as one of so many players may be who are all new."""
    lines = [*lines] if len(names) > 1 else []
    one = {"colour": "red", "place": 1, "points": 7, "tie_break": None, "lines": lines}
    players = [one | {"name": name} for name in names]
    told = {"game": "djinn", "code": None, "played_at": float(number), "options": {}, "note": ""}
    return told | {"players": players} | more


KINDS = {
    "eight and eight": lambda n: play(n, "ABCDEFGH"),
    "one alone": lambda n: play(n, "A"),
    "as many as there may be": lambda n: play(n, [f"{name}" for name in range(20)]),
    "always others": lambda n: play(n, [f"{n} {name}" for name in range(8)]),
    "without lines": lambda n: play(n, "ABCDEFGH", lines=[]),
    "short words": lambda n: play(n, "A", note=" ".join(a + b for a in WORD[n % 20 :][:6] for b in WORD[:11])),
    "short words in another script": lambda n: play(n, "A", note=" ".join(chr(945 + k) + "ά" for k in range(66))),
}
USUAL = "eight and eight"
CALLS, STEPS = 3, 5.0
"""How many times the calls of a usual play's byte, and how many steps, a byte may cost; with a row for each word it was
5.6 and 5.8. Python 3.14 counts twice as many calls as 3.11, of all plays alike.
"""


@embedded
@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("kind", KINDS)
def test_plays_cost_what_their_bytes_do(new_app, kind):
    app = new_app()

    def bring(*plays):
        data = json.dumps(plays, separators=(",", ":"), ensure_ascii=False).encode()
        with app.app_context():
            assert batch_store.bring_in(read_here(data))[0] == len(plays)
        return data

    def cost(kind, first):
        """Bring in 300 plays; say what a byte cost in calls, and in steps."""
        plays, data = [KINDS[kind](number) for number in range(first, first + 300)], bytearray()
        called, steps = costs(app, lambda: data.extend(bring(*plays)))
        return called / len(data), 100 * steps / len(data)

    bring(play(1e9, "Z"))  # what is made once is made
    usual, _ = cost(USUAL, 1000)
    called, steps = cost(kind, 0)
    assert called < CALLS * usual
    assert steps < STEPS

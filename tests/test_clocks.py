"""A phone that slept, and a clock that was set back."""

import re
import time

from companion.games.djinn.play import hunt
from companion.table.play import play
from tests.phone_views import coins
from tests.test_update_equals_reload import Page


def test_a_phone_that_slept_past_its_streams_end_catches_up(app, ann, open_djinn):
    """The stream is gone, moves came and went: the first look and the first message tell where the table is."""
    code = open_djinn(ann)
    stream = ann.http.get(f"/t/{code}/events", buffered=False)
    next(iter(stream.response))
    asleep = re.search(r"since=([\d.]+)", ann.get(f"/djinn/{code}/score").text)[1]
    app.extensions["push"].close()
    assert list(stream.response) == []
    stream.close()
    for _ in range(3):
        ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1)
    block = ann.live(f"/djinn/{code}/score?seat=0&since={asleep}", "score")
    assert block.status_code == 200
    assert coins(block.text) == 3
    stream = ann.http.get(f"/t/{code}/events", buffered=False)
    first = next(iter(stream.response))
    assert (first if isinstance(first, str) else first.decode()).startswith("event: moved\ndata: 4\n\n")
    stream.close()


def test_a_clock_set_back_by_an_hour_shows_no_time_below_nothing(app, ann, open_djinn):
    code = open_djinn(ann, first_game="y")
    with app.app_context():
        play(code, "begin", hunt.begin, tapped_by=None, op="begin", at=time.time() + 3602)
    for path in ("hunt", "rarer"):
        page = ann.get(f"/djinn/{code}/{path}").text
        assert "0:00" in page
        assert not re.search(r"-\d+:\d\d", page)
    assert 'data-running="0"' in ann.get(f"/djinn/{code}/hunt").text


def test_the_next_turns_clock_begins_anew_on_phones_that_watch(app, ann, open_djinn):
    code = open_djinn(ann, first_game="y")
    now = time.time()
    with app.app_context():
        begun = play(code, "begin", hunt.begin, tapped_by=None, op="begin", at=now - 100)
        watching = Page(ann, f"/djinn/{code}/hunt")
        assert running(watching) >= 100
        play(code, "end_turn", hunt.end_turn, tapped_by=None, op="end", seat=begun.state.turn.seat, at=now)
    assert watching.update()
    assert running(watching) < 60


def running(page):
    return int(re.search(r'id="used"[^>]* data-running="(\d+)"', page.text)[1])

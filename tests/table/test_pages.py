"""Pages, blocks, 204 and refusals, and the stream."""

import re
from html import unescape

import pytest

from tests.table.pages import count, since

ANN, BOB = 0, 1


def test_a_page_that_is_ahead_of_a_restored_log_begins_anew(ann, table):
    """The script takes nothing that is older than what it shows."""
    answer = ann.live(f"/t/{table}/log?since=99.1.1.1", "entries")
    assert (answer.status_code, answer.headers["HX-Refresh"], answer.text) == (200, "true", "")
    answer = ann.live(f"/t/{table}/log?since={since(ann.get(f'/t/{table}/log'))}0", "entries")
    assert "HX-Refresh" not in answer.headers


def test_a_page_whose_table_is_gone_is_loaded_anew(ann):
    """It would ask every 2 s, as one that guesses codes, and say that there is no connection."""
    answer = ann.live("/t/BCDFG/log?since=9.1.1.1", "entries")
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (404, "true")
    assert "HX-Refresh" not in ann.get("/t/BCDFG/log").headers


# Pages, blocks and 204


def test_a_browser_gets_the_whole_page_and_htmx_its_block(ann, table):
    whole, block = ann.get(f"/t/{table}/log"), ann.live(f"/t/{table}/log", "entries")
    assert whole.text.startswith("<!doctype html>")
    assert block.text.lstrip().startswith('<section id="entries"')
    assert "<html" not in block.text
    assert "hx-swap-oob" not in whole.text
    for bar in ("top", "nav"):
        assert re.search(rf'id="{bar}"[^>]* hx-swap-oob="morph"', block.text)
        assert f'id="{bar}"' in whole.text


def test_a_live_update_brings_the_bars_as_they_are_now(ann, bob, table):
    again = unescape(re.search(r'hx-get="([^"]+)', ann.get(f"/t/{table}/log").text)[1])
    assert ann.post(f"/t/{table}/rename", seat=BOB, name="Robert", colour="teal").status_code == 303
    assert "Robert" in ann.live(again, "entries").text


@pytest.mark.parametrize("name", ["menu", "share"])
def test_a_page_that_itself_stands_still_shows_who_comes_and_goes(ann, bob, table, name):
    """Whoever holds up the picture to scan sees in the bar who has sat down."""
    again = unescape(re.search(r'hx-get="([^"]+)', ann.get(f"/t/{table}/{name}").text)[1])
    assert ann.live(again, "bars-alone").status_code == 204
    assert bob.post(f"/t/{table}/rename", seat=BOB, name="Robert", colour="teal").status_code == 403
    assert ann.post(f"/t/{table}/rename", seat=BOB, name="Robert", colour="teal").status_code == 303
    update = ann.live(again, "bars-alone").text
    assert 'id="who"' in update
    assert "Robert" in update
    assert "<h1" not in update


def test_a_history_restore_gets_the_whole_page(ann, table):
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true", "HX-Target": "entries"}
    assert ann.get(f"/t/{table}/log", headers=headers).text.startswith("<!doctype html>")


def test_an_unknown_target_gets_the_main_part(ann, table):
    assert ann.live(f"/t/{table}/log", "nowhere").text.startswith("<title>Log · ")


def test_nothing_new_is_204(ann, bob, table):
    version = since(ann.get(f"/t/{table}/log"))
    for _ in range(2):
        answer = ann.live(f"/t/{table}/log?since={version}", "entries")
        assert (answer.status_code, answer.data) == (204, b"")
    count(ann, table)
    answer = ann.live(f"/t/{table}/log?since={version}", "entries")
    assert answer.status_code == 200
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert ann.live(f"/t/{table}/log?since={since(answer)}", "entries").status_code == 200


def test_a_seat_taken_shows_on_the_seats_page(ann, bob, table):
    version = since(ann.get(f"/t/{table}?pick=1"))
    bob.post(f"/t/{table}/sit", seat=BOB)
    block = ann.live(f"/t/{table}?pick=1&since={version}", "sit")
    assert block.status_code == 200
    assert "taken" in block.text


@pytest.mark.parametrize("version", ["", "0", "1.2.3.4", "💥", "-1.-1.-1"])
def test_a_nonsense_version_gets_the_page(ann, table, version):
    answer = ann.live(f"/t/{table}/log?since={version}", "entries")
    assert (answer.status_code, 'id="entries"' in answer.text or answer.headers.get("HX-Refresh")) == (200, True)


def test_caches_keep_pages_and_blocks_apart(ann, table):
    page = ann.get(f"/t/{table}/log")
    assert {"HX-Request", "HX-Target", "Cookie", "Accept-Language"} <= set(page.vary)
    assert page.cache_control.no_store
    assert page.headers["Seq"] == "1"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/{}/log", "/t/{}/export.json", "/djinn/new"])
def test_every_answer_has_the_strict_headers(ann, table, path):
    headers = ann.get(path.format(table)).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert policy["frame-src"] == "bgstats:", "an app that plays are handed to"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert all(len(headers.getlist(name)) == 1 for name in ("Content-Security-Policy", "X-Frame-Options"))


# Refusals


def test_a_refusal_is_a_page_with_a_way_back(ann, table):
    answer = ann.http.post(f"/djinn/{table}/count", data={})
    assert answer.status_code == 422
    assert answer.text.startswith("<!doctype html>")
    assert f'href="/t/{table}"' in answer.text
    assert 'href="/"' in answer.text


def test_a_refusal_to_htmx_goes_into_the_refusal_line(ann, table):
    answer = ann.post(f"/djinn/{table}/count", htmx=True, seat=ANN, box="coins", by=-1)
    assert answer.status_code == 422
    assert answer.headers["Refused"]
    assert answer.text == "Coins: must be 0 to 999; count again."


def test_a_stale_tap_makes_htmx_look_again(ann, table):
    ann.post(f"/djinn/{table}/reroll", element="all", seen=1)
    answer = ann.post(f"/djinn/{table}/reroll", htmx=True, element="all", seen=1)
    assert answer.status_code == 409
    assert "moved" in answer.headers["HX-Trigger"]
    assert "Somebody was faster" in answer.text


# The stream


def test_the_stream_tells_where_the_table_is(app, ann, table):
    answer = ann.http.get(f"/t/{table}/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.cache_control.no_store
    stream = iter(answer.response)
    first = f"event: moved\ndata: 1\n\nevent: version\ndata: {app.extensions['version']}\n\n"
    assert next(stream) in (first, first.encode())
    answer.close()
    assert app.extensions["push"].codes() == []


def test_a_phone_with_its_stream_open_is_here(bob, ann, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert "Bob: away" in ann.get(f"/t/{table}/log").text
    answer = bob.http.get(f"/t/{table}/events", buffered=False)
    next(iter(answer.response))
    assert "Bob: here" in ann.get(f"/t/{table}/log").text
    answer.close()
    assert "Bob: away" in ann.get(f"/t/{table}/log").text

"""The log's page, undo and redo."""

import re

import pytest

from tests.table.pages import count, count_on

ANN, BOB = 0, 1


def test_the_log_says_who_did_what(ann, bob, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    count(bob, table, seat=BOB, by=3)
    text = bob.get(f"/t/{table}/log").text
    assert "<bdi>Bob</bdi>" in text
    assert "Bob, Coins: +3." in text
    assert "A game for 3 players is open." in text


def test_what_was_taken_back_stays_in_the_log(ann, table):
    count(ann, table)
    ann.post(f"/t/{table}/undo", entry=2)
    text = ann.get(f"/t/{table}/log").text
    assert '<p class="done">Ann, Coins: +1.</p>' in text
    assert "<p>Taken back: Ann, Coins: +1.</p>" in text
    ann.post(f"/t/{table}/redo", entry=2)
    text = ann.get(f"/t/{table}/log").text
    assert "<p>Restored: Ann, Coins: +1.</p>" in text
    assert '<p class="done">' not in text


def shown(page):
    return [int(seq) for seq in re.findall(r'<small class="number">(\d+)</small>\s*<strong>', page)]


def follow(phone, page, words):
    """Follow the link with these words, if the page has it."""
    link = re.search(rf'href="([^"]+)">{words}<', page)
    return phone.get(link[1]).text if link else None


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("query", ["", "?all=1"])
def test_a_long_log_comes_in_pages(app, ann, table, query):
    count_on(app, table, (1 - 2 * (n % 2) for n in range(124)))
    first = ann.get(f"/t/{table}/log{query}").text
    second = follow(ann, first, "Earlier entries")
    third = follow(ann, second, "Earlier entries")
    assert [*shown(first), *shown(second), *shown(third)] == list(range(125, 0, -1))
    assert "A game for 3 players" in third
    assert follow(ann, third, "Earlier entries") is None
    assert shown(follow(ann, third, "Back to the latest entries")) == shown(first)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("before", ["0", "-7", "9" * 400, "9" * 5000, "x", ""])
def test_a_log_before_anything_is_a_page(ann, table, before):
    shown = ann.get(f"/t/{table}/log?before={before}")
    assert (shown.status_code, 'id="entries"' in shown.text) == (200, True)


def test_what_is_taken_back_on_an_earlier_page_leads_back_there(app, ann, table):
    count_on(app, table, [1] * 70)
    page = follow(ann, ann.get(f"/t/{table}/log").text, "Earlier entries")
    assert 'id="undo-11"' in page
    back = re.search(r'id="undo-11".*?name="back" value="([^"]+)"', page, re.DOTALL)[1]
    assert ann.post(f"/t/{table}/undo", entry=11, back=back).location == f"/t/{table}/log?before=12"
    assert 'class="done"' in ann.get(back).text
    assert 'class="done"' not in ann.get(f"/t/{table}/log").text


def test_the_log_offers_to_take_back_what_one_may(ann, bob, phone, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    count(bob, table, seat=BOB)
    count(ann, table)
    undos = [re.findall(r'id="undo-(\d+)"', p.get(f"/t/{table}/log").text) for p in (ann, bob, phone())]
    assert undos == [["3", "2"], ["2"], []]


def test_the_log_offers_to_take_back_nothing_that_stays_for_ever(ann, table, seq):
    """The button beside a word was refused each time."""
    assert ann.post(f"/djinn/{table}/word", seat=0, word="Rosebud").status_code == 303
    assert f'id="undo-{seq(table)}"' not in ann.get(f"/t/{table}/log").text


def test_a_watcher_takes_nothing_back(bob, ann, table, seq):
    count(ann, table)
    bob.post(f"/t/{table}/watch")
    for move in ("undo", "redo"):
        answer = bob.post(f"/t/{table}/{move}", entry=2)
        assert answer.status_code == 403
        assert "only watching" in answer.text
    assert seq(table) == 2


def test_the_bars_undo_and_redo(ann, table, state):
    count(ann, table)
    assert 'id="undo"' in ann.get(f"/djinn/{table}/score").text
    assert ann.post(f"/t/{table}/undo", entry=2).status_code == 303
    page = ann.get(f"/djinn/{table}/score").text
    assert 'id="undo"' not in page
    assert 'id="redo"' in page
    assert state(table).sheets[0].coins == 0
    assert ann.post(f"/t/{table}/redo", entry=2).status_code == 303
    assert state(table).sheets[0].coins == 1


def test_an_undo_leads_back_to_its_page(ann, table):
    count(ann, table)
    assert ann.post(f"/t/{table}/undo", entry=2, back=f"/djinn/{table}/score").location == f"/djinn/{table}/score"
    assert ann.post(f"/t/{table}/redo", entry=2, back=f"/t/{table}/log").location == f"/t/{table}/log"


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize(
    "back",
    [
        "//evil",
        "//evil/{}",
        "http://evil",
        "http://evil/djinn/{}/hunt",
        "/\\evil",
        "/\\evil/{}",
        "\\\\evil\\{}",
        "/{}//evil",
        "/djinn/{}/hunt\n/evil",
        "/djinn/{}/hunt\r\nSet-Cookie: a=b",
        "javascript:alert(1)//{}",
        "evil",
        "/djinn/22222/hunt",
        "",
        "💥",
    ],
)
def test_an_undo_leads_nowhere_else(ann, table, back):
    count(ann, table)
    answer = ann.post(f"/t/{table}/undo", entry=2, back=back.format(table))
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")

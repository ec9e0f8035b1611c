"""What pages of Djinn keep from whom."""

import json
import re

import pytest

from companion.games.djinn.facts import CARDS, TILES
from companion.games.djinn.facts.events import CardsDrawn, TilePicked, TilesDrawn
from companion.table.play import play
from tests.phone_views import seen

ANN, BOB, CEM = 0, 1, 2

GREEN = ("private_scoring", *(tile.id for tile in TILES.values() if tile.side == "green"))

RED = tuple(tile.id for tile in TILES.values() if tile.side == "red")


@pytest.fixture
def rewrite(app):
    """Change an event of a table behind everybody's back."""

    def rewrite(code, change):
        with app.app_context():
            from companion.storage.connections import get_db

            rows = get_db().execute("SELECT seq, events FROM log WHERE code = ?", [code]).fetchall()
            for seq, events in rows:
                changed = [change(event) or event for event in json.loads(events)]
                sql = "UPDATE log SET events = ? WHERE code = ? AND seq = ?"
                get_db().execute(sql, [json.dumps(changed), code, seq])
        app.extensions["tables"].clear()

    return rewrite


@pytest.fixture
def secret_table(app, ann, bob, phone, open_djinn, tap):
    """Play a game in which Bob has private Scoring Cards; give its code and the phones: host, Bob, Cem, a watcher."""
    code, cem, watcher = open_djinn(ann), phone(), phone()

    def drawn(state):
        cards = ("keys", "spare_stock", "few_passages")
        picks = [(BOB, "private_scoring"), (ANN, "market_free"), (CEM, "tavern_key")]
        picks += [(seat, RED[seat]) for seat in (ANN, BOB, CEM)]
        return [CardsDrawn(cards), TilesDrawn(GREEN[:4], RED[:4]), *(TilePicked(*pick) for pick in picks)]

    with app.app_context():
        play(code, "drawn", drawn, tapped_by=None, op="drawn")
    for it, seat in ((ann, ANN), (bob, BOB), (cem, CEM)):
        it.post(f"/t/{code}/sit", seat=seat)
    watcher.post(f"/t/{code}/watch")
    tap(ann, code, "begin")
    tap(ann, code, "pause")
    assert tap(bob, code, "private", seat=BOB, card="high_base").status_code == 303
    tap(bob, code, "count", seat=BOB, box="base", value=2)
    return code, ann, bob, cem, watcher


def other_card(event):
    return event | {"card": "no_key_mage"} if event["event"] == "PrivateCardChosen" else None


def other_order(event):
    return event | {"bag": sorted(event["bag"])} if event["event"] == "DjinnDrawn" else None


@pytest.mark.thorough
def test_secrets_show_only_where_they_may(app, secret_table, rewrite):
    """Nothing that a phone can open may depend on the bag's order, nor on another seat's private card.

    That holds for the host's phone too.
    """
    code, ann, bob, cem, watcher = secret_table

    def looks():
        return [seen(app, phone, code, number, of=4) for number, phone in enumerate((ann, cem, watcher, bob))]

    def changed(before, after):
        pairs = zip(before, after, strict=True)
        return [[path for path in one if one[path] != other[path]] for one, other in pairs]

    first = looks()
    rewrite(code, other_order)
    second = looks()
    assert changed(first, second) == [[], [], [], []]
    rewrite(code, other_card)
    *others, bobs = changed(second, looks())
    assert others == [[], [], []]
    assert any(path.startswith(f"/djinn/{code}/score") for path in bobs)


def test_a_host_serves_seats_without_a_phone(secret_table):
    code, ann, bob, cem, _ = secret_table
    assert 'name="card"' not in ann.get(f"/djinn/{code}/score?seat=1").text
    bob.post(f"/t/{code}/free", seat=BOB)
    assert '<option selected value="high_base">' in ann.get(f"/djinn/{code}/score?seat=1").text
    for phone in (bob, cem):
        assert 'name="card"' not in phone.get(f"/djinn/{code}/score?seat=1").text


def test_a_refusal_tells_no_secret(secret_table, tap):
    """Who tries all cards must not find out which one another player holds."""
    code, _, _, cem, _ = secret_table
    free = [card for card in CARDS if card not in ("keys", "spare_stock", "few_passages")]
    answers = [tap(cem, code, "private", seat=CEM, card=card) for card in free]
    assert {(answer.status_code, answer.location) for answer in answers} == {
        (303, f"/djinn/{code}/score?seat=2#private")
    }


def test_at_the_end_all_cards_are_open(secret_table, tap, seq):
    """The end shows a private card for its points, so it stays face up when the end is taken back, and says so."""
    code, ann, bob, cem, watcher = secret_table
    tap(bob, code, "count", seat=BOB, box="base", value=2)
    tap(ann, code, "finish")
    for phone in (cem, watcher):
        assert "Base Marker: 2" in phone.get(f"/djinn/{code}/result").text
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    for phone in (cem, watcher):
        assert "Base Marker: 2" in phone.get(f"/djinn/{code}/score?seat=1").text
        assert "they stay face up" in phone.get(f"/t/{code}/log").text
    assert "everybody sees it at the end" in bob.get(f"/djinn/{code}/score?seat=1").text
    assert "high_base" in ann.get(f"/t/{code}/export.json").text


def test_a_guests_finish_opens_nothing(secret_table, tap, state):
    """A guest cannot end the game alone, and the page names whom it waits for; all together end it."""
    code, ann, bob, cem, _ = secret_table
    answer = tap(bob, code, "finish")
    assert (answer.status_code, "the host can end it" in answer.text) == (422, True)
    assert not state(code).finished
    assert 'id="finish"' not in bob.get(f"/djinn/{code}/score").text
    assert 'id="finish"' in ann.get(f"/djinn/{code}/score").text
    for phone, seat in ((ann, ANN), (cem, CEM)):
        tap(phone, code, "count", seat=seat, box="corks", by=seat + 1)
        assert tap(phone, code, "done", seat=seat).location.startswith(f"/djinn/{code}/score")
    waiting = cem.get(f"/djinn/{code}/score").text
    assert "Bob" in waiting[waiting.index("Not done yet:") :].partition("</p>")[0]
    tap(bob, code, "count", seat=BOB, box="corks", by=2)
    assert tap(bob, code, "done", seat=BOB, stands="y").location == f"/djinn/{code}/result"


def test_what_was_drawn_and_taken_back_stands_in_the_log_for_all(ann, phone, open_djinn, tap, state, seq):
    """The same Djinn come again, so nobody may know alone which: the log goes on telling what the catch had drawn."""
    code = open_djinn(ann, first_game="y")
    tap(ann, code, "begin")
    before = state(code)
    tap(ann, code, "flee", seat=before.turn.seat, slot="R1")
    drawn = state(code).spaces["R1"].djinn[len(before.spaces["R1"].djinn) :]
    assert len(drawn) == 2
    (sentence,) = re.findall(r"From the bag to the round [^<]*", phone().get(f"/t/{code}/log").text)
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert state(code).bag[:2] == drawn
    assert f'<p class="done">{sentence}</p>' in phone().get(f"/t/{code}/log").text

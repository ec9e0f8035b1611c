"""The sixth game, alone in an app: what is its own; that it is a game, every shared check says."""

from dataclasses import replace
from random import Random

import pytest

from companion.table.log import Refusal, fold
from tests.bazaar import game, moves, scoring
from tests.bazaar.scenes import CLOSED, COUNTED, THREE
from tests.bazaar.state import COUNTS, GOODS, ROUNDS, State, evolve, is_closed
from tests.colours import colour
from tests.phone_views import seen
from tests.scenes import Evening

STREET = ("silk", "spices", "dates", "carpets", "lamps")
OPEN = State(players=2, street=STREET, orders=("lamps", "silk"), begun=True, turn=0, taken=((), ()))
ANN, BOB = 0, 1


@pytest.fixture(scope="module")
def app(new_app):
    return new_app(GAMES=("tests.bazaar",))


def begun(app):
    return Evening(app, "bazaar", THREE, [("begin", {})])


def test_from_the_gate_one_reaches_two_stalls_and_from_a_stall_two_either_way():
    assert [good for good in STREET if not moves.why_not(OPEN, ANN, good)] == ["silk", "spices"]
    at_dates = replace(OPEN, taken=(("dates",), ()))
    assert [good for good in STREET if not moves.why_not(at_dates, ANN, good)] == [*STREET]
    at_silk = replace(OPEN, taken=(("silk",), ()))
    with pytest.raises(Refusal, match="3 steps away"):
        moves.take(at_silk, seat=ANN, good="carpets")


def test_a_stall_is_sold_out_when_all_is_taken():
    taken = replace(OPEN, taken=(("silk", "silk"), ("silk", "silk")))
    with pytest.raises(Refusal, match="sold out"):
        moves.take(taken, seat=ANN, good="silk")


@pytest.mark.parametrize(
    ("state", "seat", "why"),
    [
        (replace(OPEN, begun=False, turn=None), ANN, "isn't open yet"),
        (replace(OPEN, turn=None), ANN, "has closed"),
        (OPEN, BOB, "isn't your turn"),
    ],
)
def test_nothing_is_taken_out_of_turn(state, seat, why):
    with pytest.raises(Refusal, match=why):
        moves.take(state, seat=seat, good="silk")


@pytest.mark.parametrize("players", COUNTS)
def test_everybody_always_has_a_stall_to_go_to(players):
    """Three stalls at least are in reach, which all turns before cannot have emptied."""
    for number in range(200):
        rng = Random(number)
        state = fold_all(State(), moves.open_game(State(), players=players, rng=rng) + moves.begin(State()))
        greedy = sorted(GOODS, key=state.street.index)
        while not is_closed(state):
            able = [good for good in greedy if not moves.why_not(state, state.turn, good)]
            state = fold_all(state, moves.take(state, seat=state.turn, good=rng.choice(able[:2])))
        assert [len(own) for own in state.taken] == [ROUNDS] * players


def fold_all(state, events):
    for event in events:
        state = evolve(state, event)
    return state


def test_coins_different_goods_and_the_order_score():
    over = replace(OPEN, turn=None, told=True, coins={ANN: 5, BOB: 6}, taken=(("dates", "lamps", "lamps"), ("dates",)))
    assert [(line.id, line.points) for line in scoring.sheet(over, ANN)] == [("coins", 5), ("goods", 2), ("order", 4)]
    assert [(one.place, one.points) for one in scoring.result(over)] == [(1, 11), (2, 7)]
    assert str(scoring.sheet(over, ANN)[2].why) == "2 × 2 lamps"
    tied = replace(over, coins={ANN: 2, BOB: 7})
    assert [one.place for one in scoring.result(tied)] == [1, 1]


def test_a_game_is_played_counted_taken_back_and_kept(app):
    evening = Evening(app, "bazaar", THREE, CLOSED)
    page = f"/bazaar/{evening.code}/score"
    assert "still counting" in evening.host.get(page).text
    assert evening.tap("tell-secret", {}) == 422  # somebody has not counted
    for seat in range(3):
        assert evening.tap("count", {"seat": seat, "coins": 9}) == 303
    assert evening.undo(evening.table.seq) == 303
    assert evening.tap("count", {"seat": 2, "coins": 10}) == 303
    assert evening.tap("tell-secret", {}) == 303
    assert evening.tap("count", {"seat": 2, "coins": 11}) == 422
    assert fold(game, evening.table.moves) == evening.state
    assert "Secret order" in evening.host.get(page).text
    assert "Ann" in evening.host.get("/scores/").text


def test_an_earlier_turn_is_taken_back_only_after_the_later_ones(app):
    evening = begun(app)
    for seat in (evening.state.turn, (evening.state.turn + 1) % 3):
        assert evening.tap("take", {"seat": seat, "good": evening.state.street[0]}) == 303
    assert evening.undo(evening.table.seq - 1) == 422
    assert evening.undo(evening.table.seq) == 303
    assert evening.undo(evening.table.seq - 2) == 303


@pytest.mark.parametrize(("count", "status"), [(1, 422), (2, 303), (4, 303), (5, 422)])
def test_as_many_play_as_the_game_has_seats(app, count, status):
    form = {"count": count, "op": "open"} | {f"players-{n}-colour": colour(n) for n in range(count)}
    answer = app.test_client().post("/bazaar/new", data=form)
    assert (answer.status_code, "Bazaar is for 2 to 4 players." in answer.text) == (status, status == 422)


def test_it_is_offered_and_its_rules_are_told_in_both_languages(app):
    phone = app.test_client()
    assert 'href="/bazaar/rules"' in phone.get("/").text
    assert "Walk up to 2 stalls along the street" in phone.get("/bazaar/rules").text
    german = {"Accept-Language": "de"}
    found = phone.get("/bazaar/rules?q=Faust", headers=german).text
    assert '<small class="certainty">unsere Auslegung</small>' in found
    assert "Eine Gasse voller Stände" in phone.get("/", headers=german).text
    assert "Bis zu 2 Stände" in phone.get("/bazaar/ask?q=wie weit", headers=german).text


def test_a_phone_is_sent_what_has_moved_and_no_more(app):
    evening = begun(app)
    path, headers = f"/bazaar/{evening.code}/street", {"HX-Request": "true", "HX-Target": "street"}
    assert "<html" not in evening.host.get(path, headers=headers).text
    since = evening.host.get(path).text.split("since=")[1].split('"')[0]
    assert evening.host.get(f"{path}?since={since}", headers=headers).status_code == 204
    evening.tap("take", {"seat": evening.state.turn, "good": evening.state.street[1]})
    assert "× 4" in evening.host.get(f"{path}?since={since}", headers=headers).text


def test_a_guest_takes_only_in_the_own_turn(app):
    evening, guest = begun(app), app.test_client()
    first, stall = evening.state.turn, evening.state.street[0]
    guest.post(f"/t/{evening.code}/sit", data={"seat": (first + 1) % 3})

    def take(seat):
        tap = {"seat": seat, "good": stall, "seen": evening.table.seq} | evening.op()
        return guest.post(f"/bazaar/{evening.code}/take", data=tap).status_code

    assert take(first) == 403
    assert take((first + 1) % 3) == 422
    evening.must(("take", {"seat": first, "good": stall}))
    assert take((first + 1) % 3) == 303


def test_an_order_is_shown_by_its_players_phone_alone_until_all_are(app):
    evening = Evening(app, "bazaar", THREE, COUNTED)
    bob, watcher = app.test_client(), app.test_client()
    bob.post(f"/t/{evening.code}/sit", data={"seat": BOB})
    watcher.post(f"/t/{evening.code}/watch")
    whose = {who: shown_orders(app, evening, phone) for who, phone in enumerate((evening.host, bob, watcher))}
    assert whose == {0: {0, 2}, 1: {1}, 2: set()}
    assert '"goods": []' in evening.host.get(f"/t/{evening.code}/export.json").text
    evening.tap("tell-secret", {})
    assert [*evening.state.orders] in orders_in(evening.host.get(f"/t/{evening.code}/export.json").json)


def shown_orders(app, evening, phone):
    """Find out whose orders a phone shows, on any page."""
    text = "".join(map(str, seen(app, phone, evening.code).values()))
    return {seat for seat in range(3) if f'id="order-{seat}"' in text}


def orders_in(file):
    return [one["goods"] for row in file["log"] for one in row["events"] if one["event"] == "OrdersDrawn"]


def test_a_copy_has_other_orders_and_the_same_street(app):
    evening = Evening(app, "bazaar", THREE, CLOSED)
    before = evening.state
    evening.copy()
    after = evening.state
    assert (after.street, after.taken, after.copied) == (before.street, before.taken, True)
    assert len({*after.orders}) == 3
    orders = {before.orders}
    for _ in range(5):
        evening.copy()
        orders.add(evening.state.orders)
    assert len(orders) > 1


def test_what_no_game_can_be_is_no_state(app):
    state = Evening(app, "bazaar", THREE, COUNTED).state
    game.check(state, 3)
    for wrong in (
        {"players": 2},
        {"street": STREET[1:]},
        {"orders": ("silk", "silk", "dates")},
        {"turn": 3},
        {"taken": (("silk",), (), ("silk", "silk"))},
        {"coins": {0: 100}},
    ):
        with pytest.raises(ValueError, match="no state of Bazaar"):
            game.check(replace(state, **wrong), 3)

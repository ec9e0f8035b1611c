"""What a seat holds: noted for itself alone, less what a catch takes, and back when the catch is taken back."""

import re

import pytest

from companion.games.djinn.facts.events import SheetSet
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.pages import hand_store
from companion.games.djinn.play.calculator import stored
from companion.games.djinn.scoring.scoring import from_hand
from companion.games.djinn.state.model import State
from companion.table.seating import seats

NONE = {"brown": 0, "blue": 0}


def holds(page, field):
    """Read a number of the hand on the calculator's page."""
    return int(re.search(rf'name="{field}"[^>]* value="(\d+)"', page)[1])


def can(phone, code, **arguments):
    query = "&".join(f"{name}={value}" for name, value in arguments.items())
    return phone.get(f"/djinn/{code}/can?{query}", follow_redirects=True).text


@pytest.fixture
def hunted(ann, bob, open_djinn, seq, state):
    """Give a table in its hunt, at Ann's turn; Ann and Bob sit at it."""
    code = open_djinn(ann, players=2, first_game="y")
    for seat, phone in enumerate((ann, bob)):
        phone.post(f"/t/{code}/sit", seat=seat)
    ann.post(f"/djinn/{code}/begin", seen=seq(code))
    if state(code).turn.seat == 1:
        ann.post(f"/djinn/{code}/end-turn", seen=seq(code), seat=1)
    return code


@pytest.mark.parametrize(("corks", "filled", "said"), [(2, True, "Pay and catch"), (0, False, "Pay and catch anyway")])
def test_a_catch_that_lacks_something_is_not_the_thing_to_do_next(ann, hunted, state, seq, corks, filled, said):
    ann.post(f"/djinn/{hunted}/stand", seen=seq(hunted), seat=0, slot="R1", anyway="y")
    one = state(hunted).spaces["R1"].djinn[0]
    page = can(ann, hunted, space="R1", djinn=one, magic=4, circles=0, corks=corks, **{f"bottle_{one}": 1})
    way = re.search(r'<button name="way".*?</button>', page, re.DOTALL)[0]
    assert ('class="go"' in way, re.search(r"> ([\w ]+)</button>", way)[1]) == (filled, said)


def test_a_hand_is_noted_for_its_seat_alone(hunted, ann, bob):
    answer = ann.post(f"/djinn/{hunted}/hold", seat=0, space="R1", magic=4, coins=17, **{"mages-0-power": 3})
    assert answer.status_code == 303
    page = can(ann, hunted, space="R2")
    assert [holds(page, field) for field in ("magic", "coins", "mages-0-power")] == [4, 17, 3]
    assert holds(can(bob, hunted, seat=0), "coins") == 4
    assert bob.post(f"/djinn/{hunted}/hold", seat=0, space="R1", coins=1).status_code == 403
    assert holds(can(ann, hunted), "coins") == 17


def test_noting_a_hand_does_not_say_again_what_was_taken_back(hunted, ann, seq):
    ann.post(f"/djinn/{hunted}/end-turn", seen=seq(hunted), seat=0)
    htmx = {"HX-Request": "true", "HX-Target": "main"}
    ann.post(f"/t/{hunted}/undo", entry=seq(hunted), headers=htmx)
    assert "Taken back:" in ann.get(f"/djinn/{hunted}/can?made=1", headers=htmx).text
    noted = ann.post(f"/djinn/{hunted}/hold", seat=0, space="R1", magic=4, show=1, htmx=True)
    answer = ann.get(noted.location, headers=htmx)
    assert answer.headers["Outcome"] == "answer"
    assert "Taken back" not in answer.text
    assert "held" not in answer.headers["HX-Push-Url"]


def test_a_catch_is_paid_for_and_given_back_with_its_undo(hunted, ann, state, seq):
    one = state(hunted).spaces["R1"].djinn[0]
    hand = {"magic": 4, "coins": 9, "circles": 1, "corks": 1, f"bottle_{one}": 1}
    mages = {"mages-0-power": 1, "mages-1-power": 3, "mages-1-price": 2}
    catch = {"seat": 0, "space": "R1", "djinn": one} | hand | mages
    assert ann.post(f"/djinn/{hunted}/pay", way="2-1-1", anyway="y", seen=seq(hunted), **catch).status_code == 303
    assert state(hunted).caught[0] == (one,)
    page = can(ann, hunted)
    paid = [holds(page, field) for field in ("magic", "coins", "circles", "corks", f"bottle_{one}")]
    assert paid == [3, 7, 1, 0, 0]
    assert re.search(r' checked name="mages-1-used"', page)
    ann.post(f"/t/{hunted}/undo", entry=seq(hunted))
    page = can(ann, hunted)
    assert [holds(page, field) for field in ("magic", "coins", "corks")] == [4, 9, 1]


def test_two_catches_that_are_taken_back_are_both_given_back(hunted, ann, state, seq):
    ann.post(f"/djinn/{hunted}/stand", seen=seq(hunted), seat=0, slot="R1", anyway="y")
    ann.post(f"/djinn/{hunted}/hold", seat=0, space="R1", magic=8, circles=4, at=seq(hunted))
    held = [holds(can(ann, hunted), "circles")]
    for _ in range(2):
        one = state(hunted).spaces["R1"].djinn[0]
        ann.post(f"/djinn/{hunted}/catch", seen=seq(hunted), seat=0, slot="R1", djinn=one, anyway="y")
        held.append(holds(can(ann, hunted), "circles"))
    assert held == [4, 3, 2]
    for number, caught in enumerate((seq(hunted), seq(hunted) - 1)):
        ann.post(f"/t/{hunted}/undo", entry=caught)
        assert (len(state(hunted).caught[0]), holds(can(ann, hunted), "circles")) == (1 - number, 3 + number)


def test_of_many_catches_the_last_ones_are_kept(app, hunted, state):
    with app.test_request_context():
        for paid in range(1, 12):
            hand_store.keep(hunted, 0, f"coins={paid}", paid=paid, before=f"coins={paid - 1}")
        note = seats.note(hunted, 0, hand_store.HAND).split(" ")
        assert note[:5] == ["coins=11", "11", "coins=10", "10", "coins=9"]
        assert len(note) == 1 + 2 * hand_store.PAID_KEPT
        long = "coins=" + "9" * (seats.LONGEST_NOTE // 2 - 20)
        for paid in (12, 13):
            hand_store.keep(hunted, 0, long, paid=paid, before=long)
        assert seats.note(hunted, 0, hand_store.HAND) == f"{long} 13 {long}"


def test_after_a_catch_its_own_phone_says_what_was_paid(hunted, ann, bob, state, seq):
    one, other = [*dict.fromkeys(state(hunted).spaces["R1"].djinn)][:2]
    hand = {"magic": 4, "coins": 9, "circles": 1, "corks": 1, f"bottle_{one}": 1}
    mages = {"mages-0-power": 1, "mages-1-power": 7, "mages-1-price": 2}
    catch = {"seat": 0, "space": "R1", "djinn": [one, other]} | hand | mages
    ann.post(f"/djinn/{hunted}/pay", way="2-1-1", anyway="y", seen=seq(hunted), **catch)
    mine, theirs = (" ".join(phone.get(f"/djinn/{hunted}/hunt").text.split()) for phone in (ann, bob))
    for said in (
        "Magic Power −1, Coins −2, Corks −1 and",
        "Into free Spell Circles: 1 Djinn.",
        "Turn over Mage 2.",
    ):
        assert (said in mine, said in theirs) == (True, False)
    assert "from you and your Mages" not in mine + theirs
    ann.post(f"/t/{hunted}/undo", entry=seq(hunted))
    assert "Mages to turn over" not in ann.get(f"/djinn/{hunted}/hunt").text


def test_what_a_move_asks_of_its_player_is_told_to_nobody_else(hunted, ann, bob, state, seq):
    """On Bob's phone "from you and your Mages" spoke of Ann."""
    catch = {"seat": 0, "slot": "R1", "djinn": state(hunted).spaces["R1"].djinn[0], "anyway": "y"}
    ann.post(f"/djinn/{hunted}/catch", seen=seq(hunted), **catch)
    mine, theirs = (phone.get(f"/djinn/{hunted}/hunt").text for phone in (ann, bob))
    for said, to_bob in (("Ann catches 1", True), ("That costs 4 Magic Power, from you and your Mages.", False)):
        assert (said in mine, said in theirs) == (True, to_bob)


def test_nothing_is_paid_for_a_catch_that_is_refused(hunted, ann, bob, state, seq):
    one = state(hunted).spaces["R1"].djinn[0]
    hand = {"magic": 4, "seen": seq(hunted), "space": "R1", "djinn": one, "way": "0-4-"}
    assert bob.post(f"/djinn/{hunted}/pay", seat=1, **hand).status_code == 422
    assert holds(can(bob, hunted, seat=1), "magic") == 3
    assert ann.post(f"/djinn/{hunted}/pay", seat=0, **hand | {"seen": 1}).status_code == 409
    assert ann.post(f"/djinn/{hunted}/pay", seat=0, **hand | {"way": "9" * 50}).status_code == 422
    assert holds(can(ann, hunted), "magic") == 3


def test_a_paid_tap_that_is_sent_again_is_not_refused(hunted, ann, state, seq):
    """Its answer was lost: the hand has paid already and would not do for another one."""
    ann.post(f"/djinn/{hunted}/stand", seen=seq(hunted), seat=0, slot="R1", anyway="y")
    catch = {"seat": 0, "slot": "R1", "djinn": state(hunted).spaces["R1"].djinn[0], "op": "a-catch"}
    catch |= {"seen": seq(hunted)}
    ann.post(f"/djinn/{hunted}/hold", seat=0, space="R1", magic=4, circles=1, at=seq(hunted))
    assert [ann.post(f"/djinn/{hunted}/catch", **catch).status_code for _ in range(2)] == [303, 303]
    assert (len(state(hunted).caught[0]), holds(can(ann, hunted), "circles")) == (1, 0)


def test_a_boss_that_was_paid_for_is_not_asked_about_again(hunted, ann, state, seq):
    ann.post(f"/djinn/{hunted}/stand", seen=seq(hunted), seat=0, slot="S", anyway="y")
    boss = {"seat": 0, "op": "a-boss", "seen": seq(hunted)}
    ann.post(f"/djinn/{hunted}/hold", seat=0, space="R1", magic=7, circles=1, at=seq(hunted))
    assert [ann.post(f"/djinn/{hunted}/supply-boss", **boss).status_code for _ in range(2)] == [303, 303]
    assert state(hunted).caught[0] == ("boss",)


def test_who_only_watches_has_the_hand_in_the_address(hunted, phone, state):
    watcher = phone()
    one = state(hunted).spaces["R1"].djinn[0]
    page = can(watcher, hunted, space="R1", djinn=one, magic=4, circles=1)
    assert "Yes, you can." in page
    assert "/pay" not in page
    assert "/hold" not in page


# On the sheet


def sheet(phone, code, seat):
    """Read the rows of a sheet that say that they are from the hand, with what they show."""
    page = phone.get(f"/djinn/{code}/score?seat={seat}").text
    rows = re.findall(r'<li id="row-(\w+)".*?</li>', page, re.DOTALL)
    texts = dict(zip(rows, re.findall(r'<li id="row-\w+".*?</li>', page, re.DOTALL), strict=True))
    shown = {row: re.search(r'id="box-\w+"[^>]*?(?:value="|>)\s*(\d+)', text)[1] for row, text in texts.items()}
    return {row: int(shown[row]) for row, text in texts.items() if "from your calculator" in text}


@pytest.fixture
def noted(hunted, bob):
    """Give a table at which Bob has noted his hand: Bottles, Corks, and two Mages with one used."""
    hand = {"bottle_brown": 1, "bottle_blue": 2, "corks": 4, "coins": 9, "mages-0-power": 3}
    hand |= {"mages-1-price": 2, "mages-1-used": "y", "mages-2-power": 0}
    assert bob.post(f"/djinn/{hunted}/hold", seat=1, space="R1", **hand).status_code == 303
    return hunted


def test_a_sheet_takes_the_hand_that_its_player_noted(noted, ann, bob, state):
    assert sheet(bob, noted, 1) == {"bottles": 3, "corks": 4}
    bob.post(f"/djinn/{noted}/count", seat=1, box="corks", by=1, held=4)
    bob.post(f"/djinn/{noted}/count", seat=1, box="corks", by=1, held=4)
    assert (state(noted).sheets[1].corks, state(noted).sheets[1].bottles) == (6, 0)
    assert sheet(bob, noted, 1) == {"bottles": 3}
    bob.post(f"/djinn/{noted}/done", seat=1, bottles=3)
    assert state(noted).sheets[1] == Sheet(bottles=3, corks=6)
    assert sheet(bob, noted, 1) == {}
    assert 'name="held"' not in ann.get(f"/djinn/{noted}/score?seat=1").text


def test_no_other_phone_learns_of_a_hand(noted, ann, bob, phone, state, seq):
    """Neither the host nor who looks on, by no page and no file, before it is on the sheet."""
    log, watcher = seq(noted), phone()
    for other in (ann, watcher):
        for seat in (0, 1):
            assert sheet(other, noted, seat) == {}
        for page in (f"djinn/{noted}/score?seat=1", f"t/{noted}/export.json", f"t/{noted}/log"):
            assert "calculator" not in other.get(f"/{page}").text
            assert "bottle_brown" not in other.get(f"/{page}").text
    before = ann.get(f"/djinn/{noted}/score?seat=1").text
    bob.post(f"/djinn/{noted}/hold", seat=1, space="R1", corks=7)
    assert re.sub(r'name="op" value="[^"]+"', "", before) == re.sub(
        r'name="op" value="[^"]+"', "", ann.get(f"/djinn/{noted}/score?seat=1").text
    )
    assert (seq(noted), state(noted).sheets) == (log, (Sheet(), Sheet()))


def test_a_host_who_ends_the_game_takes_nothing_of_a_hand(noted, ann, state):
    ann.post(f"/djinn/{noted}/count", seat=0, box="corks", by=1)
    ann.post(f"/djinn/{noted}/done", seat=0)
    ann.post(f"/djinn/{noted}/finish", seen=99)
    assert (state(noted).finished, state(noted).sheets[1], state(noted).unscored) == (True, Sheet(), {1})


HELD = {"bottles": 2, "corks": 0, "coins": 5, "mages": 3, "mages_active": 2}


@pytest.mark.parametrize(
    ("cards", "known", "taken"),
    [
        ((), (), {"bottles": 2}),
        (("active_mages",), (), {"bottles": 2, "mages": 3, "mages_active": 2}),
        (("active_mages",), ("bottles",), {"mages": 3, "mages_active": 2}),
        (("active_mages",), ("mages",), {"bottles": 2}),
    ],
)
def test_a_hand_fills_what_is_asked_for_and_fits(cards, known, taken):
    """What was counted by hand stands; two active Mages are none of a player who has counted none."""
    state = State(players=2, cards=cards, sheets=(Sheet(),) * 2, entered=(frozenset(known), frozenset()))
    assert {event.box: event.value for event in from_hand(state, 0, HELD)} == taken


def test_a_tie_takes_the_coins_of_a_hand():
    state = State(players=2, sheets=(Sheet(),) * 2, entered=(frozenset(),) * 2, tied=frozenset((0, 1)))
    assert from_hand(state, 0, HELD) == [SheetSet(0, "coins", 5)]


@pytest.mark.parametrize(
    ("caught", "held", "rest"),
    [
        (["brown"], (2, {"brown": 1, "blue": 0}, 1), (2, NONE, 0)),
        (["brown"], (2, {"brown": 1, "blue": 0}, 0), (1, {"brown": 1, "blue": 0}, 0)),
        (["brown"], (2, {"brown": 0, "blue": 1}, 1), (1, {"brown": 0, "blue": 1}, 1)),
        (["boss"], (2, {"brown": 0, "blue": 1}, 1), (2, NONE, 0)),
        (["boss", "blue"], (1, {"brown": 0, "blue": 1}, 2), (0, NONE, 1)),
        (["brown"], (0, NONE, 0), (0, NONE, 0)),
    ],
)
def test_djinn_go_into_bottles_of_their_colour_first(caught, held, rest):
    """Rulebook, Catch Djinn: a Bottle of the same colour with a Cork, or a Spell Circle; a Boss fits every Bottle."""
    circles, bottles, corks = held
    assert stored(caught, circles=circles, bottles=bottles, corks=corks) == rest


def test_a_paid_catch_brings_the_mage_there(hunted, ann, state, seq):
    one = state(hunted).spaces["R1"].djinn[0]
    catch = {"seat": 0, "space": "R1", "djinn": one, "magic": 4, "coins": 9, "circles": 1}
    catch |= {"mages-0-power": 1, "mages-1-power": 3, "mages-1-price": 2, "way": "2-1-1"}
    refused = ann.post(f"/djinn/{hunted}/pay", seen=seq(hunted), **catch)
    assert (refused.status_code, "The first turn is at a square space" in refused.text) == (422, True)
    page = ann.get(f"/djinn/{hunted}/can?space=R1&djinn={one}&magic=4&circles=1").text
    assert 'name="anyway"' in page[page.index('id="answer"') :]
    assert ann.post(f"/djinn/{hunted}/pay", anyway="y", seen=seq(hunted), **catch).status_code == 303
    assert state(hunted).here == ("R1",)


def test_a_sheet_takes_the_djinn_in_circles_by_the_hand_that_the_app_counts(ann, hunted, tap, state):
    """The sentence after the catch said "Into free Spell Circles: 1 Djinn", and the sheet said that it was corked."""
    market = next(slot for slot in state(hunted).city.square if state(hunted).layout[slot] == "market")
    one = state(hunted).spaces["R1"].djinn[0]
    tap(ann, hunted, "stand", seat=0, slot=market)
    tap(ann, hunted, "take", seat=0, action="cork")
    tap(ann, hunted, "catch", seat=0, slot="R1", djinn=one, anyway="y")
    assert sheet(ann, hunted, 0) == {"corks": 1, "circled": 1}
    page = ann.get(f"/djinn/{hunted}/score?seat=0").text
    assert ("0 in corked Bottles, 1 in Spell Circles" in page, "How many of your Djinn" in page) == (True, False)
    ann.post(f"/djinn/{hunted}/done", seat=0, corks=1, circled=1, stands="y")
    assert (state(hunted).sheets[0].corked, state(hunted).sheets[0].circled) == (0, 1)


def test_a_hand_that_does_not_know_of_every_catch_says_nothing_of_circles(ann, hunted, tap, state):
    """The first catch was made before anything of the hand was told."""
    market = next(slot for slot in state(hunted).city.square if state(hunted).layout[slot] == "market")
    tap(ann, hunted, "catch", seat=0, slot="R1", djinn=state(hunted).spaces["R1"].djinn[0], anyway="y")
    tap(ann, hunted, "stand", seat=0, slot=market, anyway="y")
    tap(ann, hunted, "take", seat=0, action="cork")
    assert sheet(ann, hunted, 0) == {"corks": 1}
    assert "How many of your Djinn are in Spell Circles?" in ann.get(f"/djinn/{hunted}/score?seat=0").text


def test_a_sheet_counts_the_mages_that_were_taken(ann, open_djinn, tap, state):
    code = open_djinn(ann, players=2)
    tap(ann, code, "set-cards", cards=["no_key_mage", "keys", "few_passages"])
    tap(ann, code, "begin")
    seat, round_one = state(code).turn.seat, state(code).city.round
    tavern = next(slot for slot in round_one if state(code).layout[slot] == "tavern")
    tap(ann, code, "stand", seat=seat, slot=tavern, anyway="y")
    tap(ann, code, "take", seat=seat, action="mage_key")
    assert sheet(ann, code, seat) == {"mages": 1, "mages_with_key": 1}
    ann.post(f"/djinn/{code}/hold", seat=seat, space="R1", **{"mages-0-power": 1, "mages-1-power": 2})
    assert sheet(ann, code, seat) == {"mages": 2, "mages_with_key": 1}


def test_the_market_knows_between_turns_where_an_assistant_is(ann, hunted, tap, state):
    """Rulebook, Market: the Assistant moves to another tent."""
    market = next(slot for slot in state(hunted).city.square if state(hunted).layout[slot] == "market")
    tap(ann, hunted, "stand", seat=0, slot=market)
    assert 'id="last-tent"' not in ann.get(f"/djinn/{hunted}/hunt").text
    tap(ann, hunted, "take", seat=0, action="cork")
    for seat in (0, 1):
        tap(ann, hunted, "end-turn", seat=seat, anyway="y")
    tap(ann, hunted, "stand", seat=0, slot=market, anyway="y")
    page = ann.get(f"/djinn/{hunted}/hunt").text
    assert "last tent, as you told it: Corks +1 and Coins −1. Move it to another one." in page

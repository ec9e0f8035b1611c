"""A whole game against Tom on one phone, by tapping."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def alone(phone):
    """Seat a phone at a game against Tom whose hunt has begun, counting its taps."""

    def alone(deck="12", look=None, **options):
        ann = phone(**look or {})
        form = {"count": "1", "deck": deck, "players-0-name": "Ann", "players-0-colour": "red", **options}
        code = ann.post("djinn/new", **form).headers["location"].split("/")[2]
        ann.go(f"djinn/{code}/hunt").tap("#begin button")
        ann.breathe()
        ann.end_turn()  # the first turn is at a square space
        ann.sees("#reveal")
        return ann

    return alone


class Taps:
    """Count the taps of each turn."""

    def __init__(self, phone):
        self.phone, self.turns = phone, [0]

    def tap(self, selector):
        self.turns[-1] += 1
        self.phone.breathe()
        self.phone.tap(selector)

    def done(self):
        self.turns.append(0)


def left(ann, count):
    ann.sees(f".deck i.left >> nth={count - 1}")
    ann.misses(f".deck i.left >> nth={count}")


def test_a_game_is_won_in_three_taps_a_turn(alone):
    """Catch each Boss with a Djinn of its space, then Tom's card; after the last Boss flip, and see the result."""
    ann = alone()
    ann.tap("#speed button")
    taps = Taps(ann)
    for turn in range(6):
        taps.tap(f"#at-taps > g:has(circle) >> nth={turn}")
        taps.tap("#catching [name=at_once] >> nth=1")
        if turn < 5:
            ann.reads("#hunt", "catches")
            taps.tap("#reveal button")
            left(ann, 11 - turn)
            taps.done()
    ann.reads("h2.good", "you win")
    assert max(taps.turns) <= 3
    ann.breathe()
    ann.tap("#flip button")
    left(ann, 6)
    ann.tap("text=On to the score")
    ann.at("/score")
    ann.tap("#count-corks button[value='1']")
    ann.has("corks", 1)
    ann.reads("#doubt", "in Spell Circles")
    ann.tap("#stands summary")
    ann.breathe()
    ann.tap("#done button")
    ann.at("/result")
    ann.reads("h1", "You have won")
    ann.reads("#ranking li", "6 × 10 points")


def test_a_game_is_lost_in_one_tap_a_turn(alone):
    ann = alone()
    for turn in range(12):
        ann.breathe()
        ann.tap("#reveal button")
        if turn < 11:
            left(ann, 11 - turn)
    ann.reads("h1", "Tom wins")


@pytest.mark.parametrize("taps", [["#reveal button"], ["#reveal label >> nth=0", "#reveal [name=second] >> nth=1"]])
def test_the_way_to_the_next_card_is_in_view_on_a_small_phone(alone, taps):
    """Who does not tap where a Mage acts taps card after card, in one place; also when one card is left."""
    printed = {"printed": "y"} if taps[1:] else {}
    ann = alone(look={"width": 320, "height": 568, "locale": "de-DE"}, **printed)
    for count in (11, 10, 1):
        for _ in range(ann.find(".deck i.left").count() - count - 1):
            ann.post(
                f"djinn/{ann.code}/reveal{'-printed' if printed else ''}", first="tavern", second="market", seen="99"
            )
        left(ann, count + 1)
        for tap in taps:
            ann.breathe()
            ann.tap(tap)
        left(ann, count)
        ann.quiet()
        edge = "it => it.getBoundingClientRect().bottom - document.querySelector('#nav').getBoundingClientRect().top"
        assert ann.find(taps[-1]).evaluate(edge) <= 0
        assert ann.find("#happened").evaluate("it => it.getBoundingClientRect().top") >= 0


def test_what_a_card_asks_for_is_ticked_and_the_next_card_is_not(alone):
    ann = alone(deck="15")
    ann.tap("#reveal button")
    ann.breathe()
    ann.tap(".tom-card input")
    ann.sees(".tom-card input:checked")
    ann.breathe()
    ann.tap("#reveal button")
    left(ann, 13)
    ann.sees(".tom-card input:not(:checked)")


def test_a_tick_stays_when_the_page_moves(alone):
    ann = alone(deck="15")
    ann.tap("#reveal button")
    ann.breathe()
    ann.tap(".tom-card input")
    for pause in ("pause", "resume"):
        ann.post(f"djinn/{ann.code}/{pause}")
        ann.sees(f"#pause [href$='#{'play' if pause == 'pause' else 'pause'}']")
        ann.sees(".tom-card input:checked")


def test_a_printed_card_half_chosen_stays_when_the_page_moves_and_goes_when_it_is_sent(alone):
    ann = alone(printed="y")
    ann.tap("#reveal label:has([name=first][value=tavern])")
    ann.post(f"djinn/{ann.code}/pause")
    ann.sees("#pause [href$='#play']")
    ann.sees("#reveal label:has([name=first][value=tavern]:checked)")
    ann.tap("#pause button")  # another form of the same phone
    ann.sees("#pause [href$='#pause']")
    ann.tap("#reveal button[name=second][value=academy]")
    left(ann, 11)
    ann.misses("#reveal input:checked")


def test_a_game_goes_on_after_sleep_and_reload(alone):
    ann = alone()
    ann.tap("#reveal button")
    left(ann, 11)
    card = ann.find(".tom-card").inner_text()
    ann.page.reload()
    left(ann, 11)
    assert ann.find(".tom-card").inner_text() == card
    ann.breathe()
    ann.tap("#undo button")
    left(ann, 12)
    ann.breathe()
    ann.tap("#reveal button")
    left(ann, 11)
    assert ann.find(".tom-card").inner_text() == card

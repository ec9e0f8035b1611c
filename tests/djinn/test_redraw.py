"""What a log without secrets hides is drawn anew, so that it fits what came to light."""

from collections import Counter
from random import Random

import pytest

from companion.games.djinn.facts.events import DjinnDrawn, ExtraCaught, Opened, TomFlipped, TomShuffled
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.text.redaction import redraw
from companion.kit.fairness.committed_random import SecretDrawn
from companion.table.log import Entry

OPENED = Opened(1, first_game=False, longer=False, deck=13)
SECRET = SecretDrawn("commitment", "")


def drawn(*events, kind):
    """Draw a log anew; give the event of a kind."""
    log = [Entry(seq, 0.0, None, "move", (event,)) for seq, event in enumerate(events, 1)]
    return next(event for entry in redraw(log, Random(7)) for event in entry.events if isinstance(event, kind))


def test_the_bag_begins_with_what_came_out_of_it():
    bag = drawn(SECRET, OPENED, DjinnDrawn({"R1": ("blue",)}, ()), ExtraCaught(0, "brown"), kind=DjinnDrawn).bag
    assert bag[0] == "brown"
    assert Counter(bag) == {"blue": 8, "brown": 9, "third": 9, "fourth": 9}


def test_what_was_never_there_fits_no_bag():
    caught = [ExtraCaught(0, "blue") for _ in range(10)]
    with pytest.raises(ValueError, match=r"never there: Counter\({'blue': 1}\)$"):
        drawn(OPENED, DjinnDrawn({}, ()), *caught, kind=DjinnDrawn)


def test_a_house_deck_has_the_size_that_was_opened():
    deck = drawn(SECRET, OPENED, TomShuffled((), house=True), TomFlipped(HOUSE_DECK[3]), kind=TomShuffled).cards
    assert (len(deck), deck[0]) == (13, HOUSE_DECK[3])

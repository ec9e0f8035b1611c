"""An owner at the box, on a phone."""

import pytest

pytestmark = pytest.mark.browser

CARDS = 12
MOST_TAPS = 5


@pytest.fixture
def owner(phone, own_server):
    """Give a phone at a box of its own, where nothing is entered yet."""
    return phone(own_server).go("djinn/box")


def test_toms_twelve_cards_take_five_taps_each(owner):
    """Tap as an owner does, from the box to the box again."""
    taps = 1
    owner.tap("text=Enter the next card")
    for number in range(1, CARDS + 1):
        owner.reads("h1", f"Tom's card {number}")
        for name, choice in (("first", number % 6), ("second", (number + 1) % 6), ("payment", 1), ("bottom", 2)):
            owner.tap(f"label:has([name={name}]) >> nth={choice}")
            taps += 1
        owner.tap("button.go")
        taps += 1
    owner.reads("#tom", "All twelve are entered")
    assert taps <= CARDS * MOST_TAPS + 1


@pytest.mark.parametrize("js", [True, False])
def test_two_taps_on_the_picture_add_or_remove_a_path(phone, own_server, js):
    owner = phone(own_server, js=js).go("djinn/box")
    for doubts in ("b1 has 2 paths", "Fits every known rule"):
        owner.tap(".slot:text-is('R1')")
        owner.reads("#city [role=status]", "R1 is chosen")
        owner.breathe()
        owner.tap(".slot:text-is('b1')")
        owner.reads("#city", doubts)
        owner.reads("#city [role=status]", "Tap a space")
    owner.reads("#city", "14400")

"""How long pages are on a phone of 390 by 844, in screens: people look at them for seconds, with one thumb."""

import pytest

from companion.games.djinn.setup.checklist import STEPS
from tests.browser.moves import BEGIN, do, open_table, won

pytestmark = pytest.mark.browser
SCREEN = 844
START = do("set-start", seat="0")
SHEETS = [
    do("count", seat=str(seat), box=box, value=str(value))
    for seat, rows in enumerate(
        (
            {"trophies_30": 1, "corked": 4, "circled": 2, "bottles": 2, "corks": 1, "keys": 2},
            {"trophies_36": 1, "corked": 2, "circled": 1, "bottles": 1, "keys": 3},
            {"corked": 5, "circled": 3, "bottles": 3, "corks": 2, "keys": 1},
        )
    )
    for box, value in rows.items()
]
DONE = [do("done", seat=str(seat)) for seat in range(3)]
ALONE = [BEGIN, *won(6), do("flip"), do("count", seat="0", box="corked", value="6"), do("done", seat="0", stands="y")]


def screens(phone):
    return phone.page.evaluate("document.documentElement.scrollHeight") / SCREEN


@pytest.mark.parametrize("ticked", [0, 1, 6, 9, 10, 11])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_set_up_for_three_has_three_screens_at_most(phone, locale, ticked):
    ann = phone(locale=locale)
    code = open_table(ann, "djinn", 3, {}, (START, *(do("tick", step=step) for step in STEPS[:ticked])))
    assert screens(ann.go(f"djinn/{code}/setup")) <= 3


@pytest.mark.parametrize(
    ("count", "options", "moves"),
    [(3, {}, (START, *SHEETS, *DONE)), (1, {"deck": "12"}, ALONE)],
    ids=["three", "alone"],
)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_result_has_two_screens_with_the_rematch_in_the_first(phone, locale, count, options, moves):
    ann = phone(locale=locale, reduced_motion="reduce")
    code = open_table(ann, "djinn", count, options, moves)
    ann.go(f"djinn/{code}/result")
    assert screens(ann) <= 2
    box, bar = (ann.find(one).bounding_box() for one in ("#rematch", "#nav"))
    assert box["y"] + box["height"] <= bar["y"]

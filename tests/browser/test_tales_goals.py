"""Where Tales shows goals: clear of what stands around them."""

import pytest

from tests.browser.cases_tales import READY
from tests.browser.moves import BEGIN, open_table

pytestmark = pytest.mark.browser
LEFTS = "it => [...it.querySelectorAll('strong, .brass')].map((one) => one.getClientRects()[0].left)"


def test_a_goal_begins_where_the_name_above_it_begins(phone):
    """Its lock stands before it, and not at the end of the line above."""
    ann = phone(width=1024, height=768)
    code = open_table(ann, "tales", 3, {"total": "20"}, READY)
    ann.post(f"t/{code}/sit", seat="0")
    ann.go(f"tales/{code}/setup")
    name, goal = ann.find("#hero-0 .grow").evaluate(LEFTS)
    assert name == goal


def test_a_goal_keeps_clear_of_the_button_above_it(phone):
    """On the page of the heroes, where one puts a hero right."""
    ann = phone()
    code = open_table(ann, "tales", 3, {"total": "20"}, [*READY, BEGIN])
    ann.post(f"t/{code}/sit", seat="0")
    ann.go(f"tales/{code}/heroes")
    button, goal = (ann.find(it).bounding_box() for it in ("#to-putting-0", "#hero-0 > .secret"))
    assert goal["y"] - button["y"] - button["height"] >= 8


def test_what_is_said_of_choices_keeps_clear_of_them(phone):
    """How many points a goal has, on the page for a new table."""
    ann = phone()
    ann.go("tales/new")
    chips, words = (ann.find(it).first.bounding_box() for it in ("[name=total]", ".choices + .dim"))
    assert words["y"] - chips["y"] - chips["height"] >= 4

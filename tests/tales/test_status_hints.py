"""The lines on statuses and skills at the moments when they matter."""

import re
from pathlib import Path

import pytest

from companion.games.tales.facts import LEVELS, SKILLS, STATUSES
from companion.games.tales.play.status_hints import LINES, lines


def test_only_what_matters_now_is_said():
    own = ["married", "luck", "imprisoned", "crippled"]
    assert lines("after", own) == ("Imprisoned: no selling, no city cards, no fulfilling quests here.",)
    assert lines("read", own) == ("Crippled: Seduction and Appearance are blocked.",)
    assert lines("react", own) == ()
    assert lines("move", ["seamanship"]) == ("Seamanship: at least 4 by sea.",)


@pytest.mark.parametrize("moment", LINES)
def test_a_line_names_what_it_is_about(moment):
    for id, line in LINES[moment].items():
        assert line.startswith((STATUSES | SKILLS)[id].label + ": "), id


def test_every_status_has_its_moment():
    said = {id for moment in LINES.values() for id in moment} | {id for id, one in STATUSES.items() if one.marker}
    assert STATUSES.keys() - said == {"robe_of_honor", "on_pilgrimage"}  # what these do is said where it does it


def test_what_the_app_reckons_is_said_when_it_does():
    for id, status in STATUSES.items():
        assert (id in LINES["read"]) == bool(status.holds or status.talents)
        assert id in LINES["move"] or not (status.slower or status.most is not None)


def test_what_is_shown_by_an_icon_has_one():
    drawn = re.findall(r'<symbol id="(\w+)"', Path("static/tales.svg").read_text(encoding="utf-8"))
    kinds = [f"place_{kind}" for kind in ("baghdad", "city", "other", "power")]
    assert {*drawn} == LEVELS.keys() | STATUSES.keys() | {"destiny", "story", "treasure", "death", "declared", *kinds}

"""Questions that a table in play answers itself, however people put them: whose turn, whom, how far, how many, what."""

import re
import tomllib
from pathlib import Path
from urllib.parse import quote

import pytest

from tests import scenes

FORMS = tomllib.loads((Path(__file__).parent / "live.toml").read_text(encoding="utf-8"))["forms"]
IN_PLAY = {
    "djinn": "at a round space",
    "emperor": "in play",
    "efreet_war": "in play",
    "tales": "in play",
    "war_game": "begun",
}
HERE = {"en": "At this table:", "de": "An diesem Tisch:"}
ASKED = [(game, form["about"], language) for form in FORMS for game in IN_PLAY if game in form for language in HERE]


def said(page, ids, here):
    """Read what a page says from the table to one of these questions: on its card, or below its title."""
    for id in ids:
        for begin, end in (
            (f'<article class="rule answer" id="about-{id}">', "</article>"),
            (f'about={id}">', "</li>"),
        ):
            for part in page.split(begin)[1:]:
                if here in (card := part.partition(end)[0]):
                    return " ".join(re.sub(r"<[^>]*>", " ", card.split(here)[1].split("</p>")[0]).split())
    return ""


@pytest.mark.parametrize(("game", "about", "language"), ASKED)
def test_the_table_answers_by_its_state_and_says_why(app, game, about, language):
    form = next(one for one in FORMS if one["about"] == about)
    it = scenes.stage(app, game, IN_PLAY[game])
    found = {}
    for typed in form[language]:
        page = it.host.get(f"/{game}/{it.code}/ask?q={quote(typed)}", headers={"Accept-Language": language}).text
        found[typed] = said(page, form[game], HERE[language])
    assert all(found.values()), [typed for typed, answer in found.items() if not answer]
    assert any(len(answer) > 25 for answer in found.values())


def test_who_asks_for_somebody_is_answered_for_that_seat(app):
    it = scenes.stage(app, "emperor", "in play")
    asked = ("can I attack Fay", "can Bob attack Fay")
    pages = (it.host.get(f"/emperor/{it.code}/ask?q={quote(one)}").text for one in asked)
    mine, bobs = (said(page, FORMS[0]["emperor"], HERE["en"]) for page in pages)
    assert mine.startswith("From home, Dee can attack")
    assert bobs.startswith("From home, Bob can attack")


def test_what_one_can_pay_counts_what_a_phone_has_noted(app):
    it = scenes.stage(app, "djinn", "at a round space")
    seat = it.state.turn.seat
    it.host.post(f"/djinn/{it.code}/hold", data={"seat": seat, "magic": 5, "coins": 4, "at": it.table.seq})
    page = it.host.get(f"/djinn/{it.code}/ask?q=what+can+I+pay+with").text
    assert "you have: Magic Power 5, Coins 4, Scrolls 0 and Keys 0." in said(page, ["pay_how"], HERE["en"])

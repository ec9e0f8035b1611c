"""A secret goal reaches no page, stream, file, log or refusal of a phone that does not serve its seat."""

import json
import re
from dataclasses import replace

import pytest

from companion.games.tales.facts.events import GoalChosen
from companion.games.tales.play import ending
from companion.scores.stores import edit_store, play_store
from companion.storage.connections import writing
from companion.table import store
from tests import scenes
from tests.phone_views import CHANCE, seen

ANN, BOB = 0, 1
PAGES = {"setup": "setup", "turn": "tales-turn", "heroes": "heroes"}
"""The blocks of pages that live updates bring."""


@pytest.fixture
def evening(app):
    """Play a game in which Bob, who sits, stands in Baghdad with destiny 3 and story 17, and is on the move."""
    goals = [("goal", {"seat": seat, "destiny": 3}) for seat in range(3)]
    begin = [("first", {"seat": BOB}), ("draw-skills", {}), ("begin", {})]
    award = ("award", {"seat": BOB, "destiny": 3, "story": 17})
    return scenes.Evening(app, "tales", {"count": 3, "total": 20}, [*goals, *begin, award])


@pytest.fixture
def phones(evening):
    """Give every kind of phone there is at the table besides Bob's: the host's, a guest's and a watcher's."""
    bob, cem, watcher = (evening.app.test_client() for _ in range(3))
    bob.post(f"/t/{evening.code}/sit", data={"seat": BOB})
    cem.post(f"/t/{evening.code}/sit", data={"seat": 2})
    watcher.post(f"/t/{evening.code}/watch")
    return {"host": evening.host, "cem": cem, "watcher": watcher, "bob": bob}


def elsewise(evening, destiny):
    """Let Bob's goal be another one, behind everybody's back."""
    table = evening.table
    with evening.app.app_context(), writing() as db:
        for entry in table.entries:
            events = [
                replace(one, destiny=destiny, story=20 - destiny) if one == GoalChosen(BOB, 3, 17) else one
                for one in entry.events
            ]
            rows = json.dumps(store.to_json(events))
            db.execute("UPDATE log SET events = ? WHERE code = ? AND seq = ?", [rows, evening.code, entry.seq])
    evening.app.extensions["tables"].clear()
    assert evening.state.goals[BOB] == (destiny, 20 - destiny)


def test_only_bobs_phone_shows_his_goal_and_that_it_is_met(evening, phones):
    """Whatever the goal is, all others see the same, to the letter, and are refused the same."""
    before = {who: seen(evening.app, phone, evening.code) for who, phone in phones.items()}
    elsewise(evening, 9)
    after = {who: seen(evening.app, phone, evening.code) for who, phone in phones.items()}
    differing = {(who, path) for who in phones for path in before[who] if before[who][path] != after[who][path]}
    assert {who for who, _ in differing} == {"bob"}
    assert {path.rpartition("/")[2] for _, path in differing} == {"setup", "turn", "heroes"}
    assert 'id="declare"' in before["bob"][f"/tales/{evening.code}/turn"]
    assert 'id="declare"' not in after["bob"][f"/tales/{evening.code}/turn"]


def test_no_live_update_and_no_header_tells_others_of_it(evening, phones):
    """Not even by its length or by what it says that it leaves out."""
    asked = {(who, page): live_update(evening, phones[who], page) for who in phones for page in PAGES}
    elsewise(evening, 9)
    again = {(who, page): live_update(evening, phones[who], page) for who, page in asked}
    assert {who for who, page in asked if asked[who, page] != again[who, page]} == {"bob"}


def live_update(evening, phone, page):
    """Fetch the block that a page fetches when the table moves, with its headers, but for ids of taps."""
    headers = {"HX-Request": "true", "HX-Target": PAGES[page]}
    answer = phone.get(f"/tales/{evening.code}/{page}?since=1.0.0.0", headers=headers)
    assert (answer.status_code, f'id="{PAGES[page]}"' in answer.text) == (200, True)
    return CHANCE.sub("", answer.text), {name: value for name, value in answer.headers if name != "Set-Cookie"}


@pytest.mark.parametrize("who", ["host", "cem", "watcher"])
def test_nobody_else_may_ask_whether_it_is_met(evening, phones, who):
    answers = []
    for destiny in (3, 9):
        if destiny == 9:
            elsewise(evening, destiny)
        for path in ("declare", "goal"):
            form = {"seat": BOB, "destiny": 4, "op": f"{who}-{path}-{destiny}"}
            answer = phones[who].post(f"/tales/{evening.code}/{path}", data=form)
            answers.append((path, answer.status_code, answer.text))
    assert answers[:2] == answers[2:]
    assert {status for _, status, _ in answers} == {403}


def test_the_host_sees_goals_of_seats_without_a_phone_behind_a_word(evening, phones):
    page = evening.host.get(f"/tales/{evening.code}/heroes").text
    assert "Ann only: show the goal" in page
    assert "Bob only" not in page


def test_a_phone_of_two_heroes_folds_the_goals_of_both(evening, phones):
    """Its own player's goal lay open beside whom it also serves."""
    evening.host.post(f"/t/{evening.code}/sit", data={"seat": ANN})
    page = evening.host.get(f"/tales/{evening.code}/heroes").text
    assert ("Goal: destiny 3, story 17" in page, "Ann only: show the goal" in page) == (True, False)
    phones["cem"].post(f"/t/{evening.code}/watch")
    page = evening.host.get(f"/tales/{evening.code}/heroes").text
    assert [f"{name} only: show the goal" in page for name in ("Ann", "Bob", "Cem")] == [True, False, True]
    assert page.count("Goal: destiny") == page.count('<details class="secret">') == 2


def test_goals_are_shown_to_all_by_the_host_after_the_end(evening, phones):
    assert (
        phones["bob"].post(f"/tales/{evening.code}/declare", data={"seat": BOB, "op": "d", "early": "y"}).status_code
        == 303
    )
    for seat in (2, ANN):
        assert evening.tap("end-turn", {"seat": seat}) == 303
    assert "Goal: destiny" not in phones["watcher"].get(f"/tales/{evening.code}/tale").text
    assert evening.tap("tell-secret", {}) == 303
    assert phones["watcher"].get(f"/tales/{evening.code}/tale").text.count("Goal: destiny 3, story 17") == 3
    assert (
        phones["bob"].post(f"/t/{evening.code}/undo", data={"entry": evening.table.seq, "op": "u"}).status_code != 303
    )


def test_goals_that_are_shown_are_no_correction_of_the_play(app):
    """It stood among what was changed, with a button to undo it."""
    evening = scenes.stage(app, "tales", "over")
    assert evening.tap("tell-secret", {}) == 303
    with app.test_request_context():
        play = play_store.plays(limit=1)[0]
        assert "3 + 17" in play_store.find(play.id).options["goals"]
        assert edit_store.edits(play.id, limit=5) == []


def test_a_phone_for_all_folds_the_choice_of_the_next_one(app):
    """What was unfolded for one is not what the next one unfolds: the phone changes hands in between."""
    evening = scenes.Evening(app, "tales", {"count": 3, "total": 20}, [])
    asked = []
    for seat in range(3):
        page = evening.host.get(f"/tales/{evening.code}/setup").text
        asked += re.findall(r'<details id="(goal-\d)" class="card"\s*>', page)
        assert evening.tap("goal", {"seat": seat, "destiny": 3}) == 303
    assert asked == ["goal-0", "goal-1", "goal-2"]


def test_for_others_nobody_works_out_whether_it_is_met(evening, phones, monkeypatch):
    """What is not worked out takes no time, either, that could tell of it."""
    asked = []
    why_not = ending.why_not
    monkeypatch.setattr(ending, "why_not", lambda *of, **how: asked.append(of) or why_not(*of, **how))
    for who in ("host", "cem", "watcher"):
        for page in PAGES:
            live_update(evening, phones[who], page)
            assert phones[who].get(f"/tales/{evening.code}/{page}").status_code == 200
        form = {"seat": BOB, "op": f"of-{who}"}
        assert phones[who].post(f"/tales/{evening.code}/declare", data=form).status_code == 403
    assert asked == []
    phones["bob"].get(f"/tales/{evening.code}/turn")
    assert len(asked) == 1


@pytest.mark.parametrize(("who", "outcome"), [("bob", "declare"), ("host", "did")])
def test_an_award_leads_only_his_phone_to_declaring(evening, phones, who, outcome):
    answer = phones[who].post(
        f"/tales/{evening.code}/award",
        data=evening.op() | {"seat": BOB, "statuses": "beloved"},
        headers={"HX-Request": "true", "HX-Target": "tales-turn"},
        follow_redirects=True,
    )
    assert answer.headers["Outcome"] == outcome
    assert "Bob gains Beloved." in answer.text


def test_what_his_award_gave_stands_by_the_declaration_until_it_is_taken_back(evening, phones):
    """The live update that follows the answer may not take the line away."""

    def shown():
        update, _ = live_update(evening, phones["bob"], "turn")
        return "Bob gains Beloved." in re.search(r'<form id="declare".*?</form>', update, re.DOTALL)[0]

    phones["bob"].post(f"/tales/{evening.code}/award", data=evening.op() | {"seat": BOB, "statuses": "beloved"})
    assert shown()
    evening.undo(evening.table.seq)
    assert not shown()


def test_who_waits_is_told_who_still_sets_a_goal_or_picks_skills(app):
    """The page said that goals are missing while it was skills, and never whose."""
    evening = scenes.Evening(app, "tales", {"count": 3, "total": 20}, [("first", {"seat": BOB})])
    bob = app.test_client()
    bob.post(f"/t/{evening.code}/sit", data={"seat": BOB})
    for skill in ("luck", "magic", "wisdom"):
        bob.post(f"/tales/{evening.code}/skill", data={"seat": BOB, "skill": skill, "op": skill})
    assert awaited(evening, bob) == [
        "Still to set a secret goal: Bob, Cem, Ann",
        "Still to pick skills: Cem, Ann",
        "Bob: secret goal",
    ]
    for seat in range(3):
        phone = bob if seat == BOB else evening.host
        phone.post(f"/tales/{evening.code}/goal", data={"seat": seat, "destiny": 10, "op": f"goal-{seat}"})
    assert awaited(evening, bob) == ["Still to pick skills: Cem, Ann"]
    evening.must(("draw-skills", {}))
    assert "Begin the tales" in bob.get(f"/tales/{evening.code}/setup").text


def awaited(evening, phone):
    """Read what a phone says that the table still waits for, line by line."""
    page = phone.get(f"/tales/{evening.code}/setup").text
    said = page[page.index('<p id="goals-awaited">') + 22 :].partition("</p>")[0]
    return [" ".join(re.sub("<[^>]+>", "", line).split()) for line in said.split("<br>")]


def test_a_goal_to_set_is_linked_from_where_one_waits_for_it(app):
    """It may be above the screen."""
    evening = scenes.Evening(app, "tales", {"count": 2, "total": 20}, [("draw-skills", {})])
    for seat in range(2):
        page = evening.host.get(f"/tales/{evening.code}/setup").text
        assert f'href="#goal-{seat}"' in page
        assert f'id="goal-{seat}"' in page
        evening.tap("goal", {"seat": seat, "destiny": 10})
    page = evening.host.get(f"/tales/{evening.code}/setup").text
    assert "Still to set" not in page
    assert "Begin the tales" in page

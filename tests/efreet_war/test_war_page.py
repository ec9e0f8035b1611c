"""The war's page and the page for a new war: what stands where, what goes again, and what a new table begins with."""

import re

import pytest

from tests.efreet_war.test_views import COLOURS, NAMES, dealt, tap, war, win  # noqa: F401

SIX = {f"players-{n}-{key}": value for n in range(6) for key, value in (("name", NAMES[n]), ("colour", COLOURS[n]))}


def opened(ann, game="efreet_war", **form):
    answer = ann.post(f"/{game}/new", **SIX, count=6, **form)
    assert answer.status_code == 303
    return answer.location.split("/")[2]


def ticked(page, name):
    return " checked" in re.search(rf'<input[^>]*name="{name}"[^>]*>', page)[0]


def test_only_the_page_for_a_new_war_has_other_defaults(ann, state):
    page = ann.get("/efreet_war/new").text
    assert (ticked(page, "emperor_ends"), ticked(page, "stolen_attacks")) == (False, True)
    code = opened(ann, mode="emperor", stolen_attacks="y")
    assert state(code).rules_on == {"emperor_ends", "stolen_attacks"}
    assert not state(code).emperor_ends
    assert "At this table" not in ann.get(f"/efreet_war/{code}/rules").text
    log = ann.get(f"/t/{code}/log").text
    assert "A team plays on without its Emperor." in log
    assert "House rule" not in log


def test_what_a_new_war_chooses_otherwise_is_its_house_rule(ann, state):
    code = opened(ann, mode="emperor", emperor_ends="y")
    assert (state(code).rules_on, state(code).emperor_ends) == (frozenset(), True)
    rules = ann.get(f"/efreet_war/{code}/rules").text
    assert "With two teams, a team is out when its Emperor is." in rules
    assert "A stolen creature attacks only the neighbours" in rules


def test_without_emperors_nothing_is_said_of_them(ann, state):
    assert state(opened(ann, mode="teams", stolen_attacks="y")).rules_on == frozenset()


def test_a_new_duel_takes_the_text_by_the_letter(ann, state):
    assert ticked(ann.get("/emperor/new").text, "stolen_attacks")
    letter, ours = opened(ann, "emperor", stolen_attacks="y"), opened(ann, "emperor")
    assert (state(letter).rules_on, state(ours).rules_on) == ({"stolen_attacks"}, frozenset())
    assert "At this table" not in ann.get(f"/emperor/{letter}/rules").text
    assert "attacks only the neighbours" in ann.get(f"/emperor/{ours}/rules").text
    asked = ann.get(f"/emperor/{letter}/ask?about=stolen_attacks").text
    assert "Play it differently" in asked
    assert "Back to our reading" not in asked


def test_a_rematch_keeps_what_its_table_played_by(ann, state, tap):  # noqa: F811
    code = opened(ann, mode="emperor", stolen_attacks="y")
    tap(code, "begin")
    tap(code, "break-off")
    following = ann.post(f"/efreet_war/{code}/rematch").location.split("/")[2]
    assert (state(following).rules_on, state(following).usual) == (state(code).rules_on, state(code).usual)
    assert "At this table" not in ann.get(f"/efreet_war/{following}/rules").text


@pytest.mark.parametrize("count", [4, 6])
def test_a_new_war_has_as_many_players_as_the_last_one(ann, dealt, count):  # noqa: F811
    dealt(count)
    ann.post("/tales/new", **{name: value for name, value in SIX.items() if name < "players-3"}, count=3, total=20)
    page = ann.get("/efreet_war/new").text
    assert ticked(page, f'count"[^>]*value="{count}')


def test_what_came_to_light_goes_when_the_next_turn_ends(ann, war, win, tap):  # noqa: F811
    code = war()
    win(code, "lamp")
    for seat in range(2):
        assert "Under Aladdin&#39;s Lamp was" in ann.get(f"/efreet_war/{code}/war").text
        tap(code, "end-turn", seat=seat)
    assert "Under Aladdin&#39;s Lamp was" not in ann.get(f"/efreet_war/{code}/war").text


def test_a_teammate_is_not_offered_what_another_has_won(ann, war, win, tap):  # noqa: F811
    code = war(6, "emperor")
    win(code, "lamp")
    tap(code, "end-turn", seat=0)
    win(code, "king")
    page = ann.get(f"/efreet_war/{code}/war").text
    assert 'name="artifact"' not in page or "Aladdin&#39;s Lamp" not in page[page.index('name="artifact"') :][:2000]
    assert tap(code, "king", answer="gain", other="Aladdin's Lamp").status_code == 422


def test_what_leaves_with_a_fallen_player_is_listed(ann, war, win, tap, state):  # noqa: F811
    code = war(6, "emperor")
    win(code, "lamp")
    page = ann.get(f"/efreet_war/{code}/war?resource=lamp").text
    assert "Belongs to Ann (Bob&#39;s team). Whoever has claimed a Resource keeps its points" in page
    assert ann.get(f"/efreet_war/{code}/points").text.count("Who has which card") == 1
    tap(code, "out", by_0=1)
    page = ann.get(f"/efreet_war/{code}/war").text
    assert "by Eve&#39;s team" in page
    assert "Leaving the game with Ann: Aladdin&#39;s Lamp" in page
    assert state(code).resources["lamp"].status == "removed"


def test_a_theft_names_the_thief_and_the_points_stay(ann, war, win, tap):  # noqa: F811
    code = war(6, "emperor")
    win(code, "lamp")
    assert tap(code, "pass-card", card="Aladdin's Lamp", to=3).status_code == 303
    assert "Dee steals Aladdin&#39;s Lamp from Ann." in ann.get(f"/efreet_war/{code}/war").text
    points = ann.get(f"/efreet_war/{code}/points").text
    assert points.count("Aladdin&#39;s Lamp") >= 2
    assert tap(code, "lose-card", card="Aladdin's Lamp").status_code == 303
    assert tap(code, "lose-card", card="Aladdin's Lamp").status_code == 422


def test_what_comes_next_is_said_until_somebody_attacks(ann, war, tap):  # noqa: F811
    code = war()
    assert "Tap a Resource below" in ann.get(f"/efreet_war/{code}/war").text
    tap(code, "attack", resource="valley")
    assert "Tap a Resource below" not in ann.get(f"/efreet_war/{code}/war").text


def test_who_plays_the_guardians_is_told_of_an_attack_whatever_resource_is_open(ann, bob, war, tap):  # noqa: F811
    """It once showed as crossed swords on a small tile only."""
    code = war(4)
    bob.post(f"/t/{code}/sit", seat=1)
    tap(code, "attack", resource="valley")
    told = bob.get(f"/efreet_war/{code}/war?resource=lamp").text
    assert "Ann attacks Diamond Valley." in told
    assert "You play the Guardians." in told
    assert "You play the Guardians." not in ann.get(f"/efreet_war/{code}/war?resource=lamp").text


def test_a_claim_says_its_gain_beside_what_came_to_light(ann, war, win):  # noqa: F811
    """The line of points is out of view by then."""
    code = war()
    win(code, "ring")
    page = ann.get(f"/efreet_war/{code}/war").text
    assert "+2 for Ann." in page[page.index('id="uncovered-ring"') :]


def test_teammates_are_said_to_be_safe_where_everybody_reaches_everybody(ann, war):  # noqa: F811
    assert "attack all but teammates" in ann.get(f"/efreet_war/{war(4, 'teams')}/war").text
    assert "reach and attack everybody" in ann.get(f"/efreet_war/{war(4)}/war").text


def test_a_sentence_of_a_team_is_right_for_one_name_and_for_several(ann, war, tap):  # noqa: F811
    code = war(4, "teams")
    guarded = ann.get(f"/efreet_war/{code}/war?resource=valley").text
    tap(code, "attack", resource="valley")
    attacked = ann.get(f"/efreet_war/{code}/war?resource=valley").text
    assert re.search(r"Playing the Guardians: \w+ and \w+\.", guarded)
    assert re.search(r"How they deal damage is up to \w+ and \w+\.", attacked)
    assert re.search(r"Killed: \w+", attacked)

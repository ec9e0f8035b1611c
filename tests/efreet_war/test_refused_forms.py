"""A refused form of a war comes back filled in, where browsers run no scripts."""

from companion.games.efreet_war.facts import CARDS
from tests import scenes
from tests.refusals import page_after
from tests.test_forms import comes_back, fault


def refused(app, *form):
    return page_after(app, "efreet_war", *form)


def test_lists_that_are_too_short(app):
    form = {"guardians": "One\nTwo", "traps": "<b>\nA & B\nC"}
    page = refused(app, "set up", "deal", "deal", form)
    comes_back(page, form)
    assert "need exactly 18" in fault(page, "guardians")
    assert '<details class="card" id="lists" open>' in page


def test_a_guardian_at_two_places(app):
    form = {"guard_king-0": CARDS.guardians[0], "guard_king-1": CARDS.guardians[0], "guard_lamp-0": CARDS.guardians[1]}
    page = refused(app, "set up", "deal?doing=drew", "set-guardians", form)
    comes_back(page, form)
    assert "choose each exactly once" in fault(page, "guard_king-1")


def test_an_artifact_whose_name_is_too_long(app):
    form = {"answer": "gain", "other": "x" * 41}
    page = refused(app, "an audience", "war", "king", form)
    assert f'value="{form["other"]}"' in page
    assert 'maxlength="40"' in page


def test_an_artifact_that_is_chosen_for_the_king_by_no_answer(app):
    form = {"answer": "", "other": "Jeweled Bird"}
    comes_back(refused(app, "an audience", "war", "king", form), {"other": "Jeweled Bird"})


def test_a_score_without_a_winner(app):
    form = {"owner_lamp": "1", "owner_king": "", "by_0": "1", "by_1": "-1", "by_2": ""}
    page = refused(app, "new", "points", "score", form)
    comes_back(page, form)
    assert page.count(" selected") == len(form)
    assert 'id="scoring" open' in page


def test_a_team_that_is_none(app):
    form = {"by_0": "77", "by_1": "0"}
    page = refused(app, "laid by the table", "war?doing=out", "out", form)
    assert "Number must be between" in fault(page, "by_0")
    comes_back(page, {"by_1": "0"})
    assert page.count(" selected") == 1


def test_a_war_that_ends_during_an_audience_is_shown(app):
    """Its page was an error, since the answer was asked for without its form."""
    evening = scenes.stage(app, "efreet_war", "an audience")
    evening.must(("break-off", {}))
    for page in ("war", "war?resource=king"):
        assert evening.host.get(f"/efreet_war/{evening.code}/{page}").status_code == 200

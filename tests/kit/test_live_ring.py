"""What a phone that follows a ring is sent: what of it has changed, and not the rest again."""

import html
import re

import pytest

from tests import scenes

RINGS = {
    "emperor": ("ring", ("life", {"seat": 2, "by": -3}), "17"),
    "efreet_war": ("war", ("life", {"seat": 3, "by": 3}), "3"),
}


@pytest.fixture(params=RINGS)
def following(app, request):
    """Stage a ring with creatures away from home; give its table, and what its page gets once a move was made."""
    page = RINGS[request.param][0]
    evening = scenes.stage(app, request.param, "a march" if request.param == "efreet_war" else "in play")
    asked = re.search(
        rf'<section id="{page}"[^>]* hx-get="([^"]+)', evening.host.get(f"/{evening.game}/{evening.code}/{page}").text
    )[1]

    def after(path, form):
        assert evening.tap(path, form) == 303
        headers = {"HX-Request": "true", "HX-Target": page}
        return evening.host.get(html.unescape(asked), headers=headers).text

    return evening, after


def test_a_life_comes_without_the_players_round_the_table(following):
    evening, after = following
    _, (path, form), number = RINGS[evening.game]
    update = after(path, form)
    assert f">{number}</text>" in update
    assert '<div id="picture" data-same="1"><svg id="sitters" data-same="1"><g id="spot-' in update
    assert 'id="round"' not in update
    assert len(re.findall(r'<g id="spot-\d+"', update)) == 1
    assert 'class="name"' not in update


def test_a_roll_comes_without_the_ring(following):
    _, after = following
    update = after("roll", {"what": "d6"})
    assert 'id="picture"' not in update


def test_who_is_out_leaves_the_ring_on_all_phones(following):
    evening, after = following
    seat = evening.state.turn
    form = {"seats": seat} if evening.game == "emperor" else {f"by_{seat}": -1}
    update = after("out", form)
    assert f'id="at-{seat}"' not in update


def test_the_buttons_that_count_come_again_only_for_another_counter(following):
    evening, after = following
    path, form = RINGS[evening.game][1]
    page = evening.host.get(f"/{evening.game}/{evening.code}/{RINGS[evening.game][0]}?seat={form['seat']}").text
    assert 'id="by-5" formaction=' in page
    turn = evening.state.turn
    assert 'id="by-5" formaction=' not in after(path, form | {"seat": turn})


def test_an_attack_sends_only_its_row_of_resources(app):
    evening = scenes.stage(app, "efreet_war", "a march")
    page = evening.host.get(f"/efreet_war/{evening.code}/war").text
    asked = html.unescape(re.search(r'<section id="war"[^>]* hx-get="([^"]+)', page)[1])
    assert evening.tap("attack", {"resource": "lamp"}) == 303
    update = evening.host.get(asked, headers={"HX-Request": "true", "HX-Target": "war"}).text
    assert 'id="row-back"' not in update
    assert re.findall(r'<li id="tile-(\w+)">', update) == ["lamp"]
    assert "Ali from Cairo" not in update

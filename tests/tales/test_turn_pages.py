"""The pages of a turn of Tales: what a form leaves out."""

from tests import scenes
from tests.tales.scenes import THREE, begun


def test_a_hero_moves_though_nobody_says_which_way(app):
    """Nor is there a way to say where an encounter carries somebody."""
    evening = scenes.Evening(app, "tales", THREE)
    for tap in begun():
        assert evening.tap(*tap) == 303
    assert evening.tap("move", {"seat": 0, "kind": "city", "number": 2}) == 303
    page = evening.host.get(f"/tales/{evening.code}/turn?doing=moving").text
    assert 'name="route"' not in page[page.index('id="move-hero"') :]
    assert evening.tap("move", {"seat": 0, "kind": "baghdad", "carried": "y"}) == 303
    assert evening.tap("move", {"seat": 0, "kind": "city", "route": "north"}) == 422

"""What a live update of a turn of Tales may weigh, whatever was tapped and whoever looks."""

import re
from html import unescape

import pytest

from companion.games.tales.facts import STATUSES
from tests import scenes
from tests.tales.scenes import SCENES, award, begun
from tests.weigh import LIGHT

LANGUAGES = ("en", "de")
UNMOVED = ("new", "set up", "over", "told", "stopped")
"""The scenes in which nobody is on the move."""
SIX = ("Ann-Kathrin Müller", "Bartholomäus Groß", "Cem", "Dörte", "Eleonore Fürst", "Friedrich Öttinger")
TREASURES = ("Elfenbeinernes Ross", "Wunderlampe des Aladin", "Fliegender Teppich", "Siegel des Salomo")
MUCH = [
    award(gained="seamanship", mastered="magic"),
    *(award(treasure=treasure) for treasure in TREASURES),
    *(award(statuses=status) for status in STATUSES),
    *[("end-turn", {"seat": seat}) for seat in range(6)],
]
"""What leaves the first of six heroes with more to say than any evening does."""
A_TURN = [
    ("move", {"kind": "city", "number": 2, "place": "Konstantinopel", "stands": "y"}),
    ("card", {"card": "character"}),
    ("row", {}),
    ("number", {"number": 1234, "matrix": "B"}),
    ("destiny", {}),
    ("award", {"destiny": 1, "story": 1, "wealth": 1, "limit": "rich", "gained": "luck"}),
    ("line", {"line": "Und so geschah es, dass der Kalif die ganze Nacht wachte."}),
    ("end-turn", {}),
]
OTHERS = [
    ("master", {"skill": "magic", "paragraph": 842}),
    ("award", {"died": "y"}),
    ("sell", {"treasure": "Lamp", "by": 1, "limit": "rich", "stands": "y", "early": "y"}),
    ("give", {"to": 1}),
    ("keep-card", {"card": "Mekka"}),
    ("play-card", {"card": "Basra", "die": 3, "stands": "y", "early": "y"}),
    ("quest", {"done": "y", "quest": "Der Vogel Roch", "stands": "y"}),
    ("marker", {"marker": "destination", "place": "Messingstadt"}),
    ("serve", {"master": 1}),
    ("time", {"time": 2}),
    ("correct", {"seat": 1, "destiny": 9, "status": "lost"}),
    ("declare", {"early": "y"}),
]


def updates(evening, path, form, doing=""):
    """Make a move after the host's page was shown with the form `doing`; give what each language's update weighs."""
    turn, again = f"/tales/{evening.code}/turn" + (f"?doing={doing}" if doing else ""), {}
    for language in LANGUAGES:
        page = evening.host.get(turn, headers={"Accept-Language": language}).text
        again[language] = unescape(re.search(r'<section id="tales-turn"[^>]* hx-get="([^"]+)', page)[1])
    if evening.tap(path, {"seat": evening.state.turn} | form) != 303 or evening.state.turn is None:
        return []
    asked = {"HX-Request": "true", "HX-Target": "tales-turn", "Accept-Encoding": "gzip"}
    return [len(evening.host.get(again[one], headers=asked | {"Accept-Language": one}).data) for one in LANGUAGES]


def test_a_live_update_is_small_with_six_and_every_status(app):
    """The host may act for all, so its page has every form."""
    evening = scenes.Evening(app, "tales", {"count": 6, "total": 20}, [*begun(6), *MUCH], names=SIX)
    sent = {path: updates(evening, path, form) for path, form in A_TURN}
    assert all(sent.values())
    assert {path: sizes for path, sizes in sent.items() if max(sizes) > LIGHT} == {}


@pytest.mark.thorough(one_in=9)
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in UNMOVED])
def test_every_update_of_every_move_is_small(app, scene):
    evening = scenes.stage(app, "tales", scene)
    assert evening.state.turn is not None
    sent = {}
    for path, form in [*A_TURN[:-1], *OTHERS, A_TURN[-1]]:
        doing = "later" if path in ("give", "keep-card", "marker", "serve") else ""
        sent[path] = max([*updates(evening, path, form, doing), 0])
        if path == "declare" and sent[path]:
            evening.undo(evening.table.seq)
    assert len([size for size in sent.values() if size]) > 10
    assert {path: size for path, size in sent.items() if size > LIGHT} == {}

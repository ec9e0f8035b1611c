"""Long lists come as one scrolls, and by taps where no script runs."""

import json

import pytest

pytestmark = pytest.mark.browser

PLAYS = 75
LISTS = ("scores/", "scores/trash")


@pytest.fixture
def many(own_server, phone):
    """Give a phone at a house with many plays, of which half were deleted."""

    def many(**options):
        ann = phone(own_server, **options)
        ann.open_table()
        player = {"name": "Ann", "colour": "red", "place": 1, "points": 90, "tie_break": None, "lines": []}
        play = {"game": "djinn", "code": None, "options": {}, "note": "", "players": [player]}
        plays = [{**play, "played_at": 1.6e9 + n} for n in range(2 * PLAYS)]
        file = {"name": "plays.json", "mimeType": "application/json", "buffer": json.dumps(plays).encode()}
        sent = {"csrf_token": ann.token, "file": file}
        assert ann.context.request.post("scores/import", multipart=sent).ok
        ids = [play["id"] for play in ann.context.request.get("scores/plays.json").json()]
        for id in ids[::2]:
            ann.post(f"scores/{id}/delete")
        return ann

    return many


def scrolled(phone, path):
    """Scroll down a list as long as it grows; give how many lines it had each time."""
    phone.go(path).quiet()  # nothing comes that nobody asks for
    lines = phone.page.locator("main .lines > li:not(#more, .month)")
    counts = [lines.count()]
    while phone.page.locator("#more").count():
        phone.page.mouse.wheel(0, 100_000)
        phone.until(lambda: lines.count() > counts[-1], True)
        counts.append(lines.count())
    return counts


def test_a_long_list_comes_as_one_scrolls(many):
    ann = many()
    for path in LISTS:
        assert scrolled(ann, path) == [30, 60, PLAYS]


def test_without_scripts_a_tap_leads_on_and_back(many):
    ann = many(js=False)
    for path in LISTS:
        ann.go(path).tap("#more a")
        ann.tap("#more a")
        ann.misses("#more")
        ann.tap("a:has-text('Back to the latest')")
        ann.sees("#more")


@pytest.mark.parametrize("width", [320, 360])
def test_a_day_to_choose_from_is_read_whole_on_a_small_phone(many, width):
    ann = many(width=width, height=640)
    ann.go("scores/?since=2026-11-01&until=2026-11-25")
    ann.tap("#filter summary")
    rooms = ann.page.locator("#filter [type=date]").evaluate_all(
        """all => all.map((it) => {
            const has = it.offsetWidth;
            it.style.width = "max-content";
            return has - it.offsetWidth;
        })"""
    )
    assert len(rooms) == 2
    assert min(rooms) >= 0, rooms

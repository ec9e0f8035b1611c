"""The pages of the score: whose sheet it is, where "done" leads, what is folded, and one colour for a source."""

import re
from html import unescape

from companion.scores import charts
from tests.djinn.conftest import opened

ANN, BOB, CEM = 0, 1, 2


def test_on_one_phone_done_leads_to_the_next_sheet(ann, counted, tap):
    code = counted()
    page = ann.get(f"/djinn/{code}/score?seat=0").text
    assert "Done: on to Bob" in page
    action = re.search(r'id="done"\s+method="post" action="([^"]+)"', page)[1].replace("&amp;", "&")
    assert ann.post(action, seat=ANN, seen=9999).location == f"/djinn/{code}/score?seat=1"
    tap(ann, code, "count", seat=CEM, box="corks", value=1)
    tap(ann, code, "done", seat=CEM)
    assert "Done: on to" not in ann.get(f"/djinn/{code}/score?seat=1").text  # the last one leads to the result
    assert "On to Bob" in ann.get(f"/djinn/{code}/score?seat=2").text


def test_who_ends_on_another_sheet_is_told_of_the_tie(ann, counted, tap):
    """On Cem's sheet, the last one, the others' were counting again, and nothing said why."""
    code = counted()
    for seat, corks in ((ANN, 2), (BOB, 2), (CEM, 1)):
        tap(ann, code, "count", seat=seat, box="corks", value=corks)
        tap(ann, code, "done", seat=seat)
    page = ann.get(f"/djinn/{code}/score?seat={CEM}").text
    assert re.search(r'id="tied".*?A tie.*?Ann.*?Bob.*?the highest total', page, re.DOTALL)


def test_with_a_phone_each_done_leads_nobody_away(ann, bob, counted):
    code = counted()
    ann.post(f"/t/{code}/sit", seat=ANN)
    for seat, phone in ((BOB, bob),):
        phone.post(f"/t/{code}/sit", seat=seat)
    page = bob.get(f"/djinn/{code}/score?seat=1").text
    assert ("My sheet is done" in page, "on to" in page) == (True, False)
    assert "Done: on to Cem" in ann.get(f"/djinn/{code}/score?seat=0").text  # who has no phone uses the host's


def test_amid_the_hunt_the_last_sheet_asks_whether_the_game_is_to_end(ann, hunt, tap, state):
    code = hunt()
    for seat in (ANN, BOB):
        tap(ann, code, "count", seat=seat, box="corks", value=2 + seat)
        tap(ann, code, "done", seat=seat)
    tap(ann, code, "count", seat=CEM, box="corks", value=1)
    page = ann.get(f"/djinn/{code}/score?seat=2").text
    assert re.search(r'id="doubt"[^>]*>The hunt isn&#39;t over yet, but once this last sheet is done', page)
    assert tap(ann, code, "done", seat=CEM).status_code == 422
    assert not state(code).finished
    tap(ann, code, "done", seat=CEM, stands="y")
    assert state(code).finished


def test_what_a_sheet_lacks_is_said_even_if_the_hunt_is_not_over(ann, hunt, tap, state):
    """Done too early and caught since: the last sheet says so, and what it lacks itself."""
    code = hunt()
    for seat in (ANN, BOB):
        tap(ann, code, "count", seat=seat, box="corked", value=2 + seat)
        tap(ann, code, "done", seat=seat)
    here, there = [*state(code).spaces][:2]
    for seat, slot in ((ANN, here), (CEM, there)):
        turn = state(code).turn.seat
        while turn != seat:
            tap(ann, code, "end-turn", seat=turn, anyway="y")
            turn = state(code).turn.seat
        tap(ann, code, "catch", seat=seat, slot=slot, djinn=state(code).spaces[slot].djinn[0], anyway="y")
    tap(ann, code, "count", seat=CEM, box="corked", value=3)
    page = ann.get(f"/djinn/{code}/score?seat=2").text
    said = re.findall(r'<p (?:id="doubt" )?class="bad">([^<]+)</p>', re.sub(r"\s+", " ", page))
    hunting, itself, done = (unescape(one).strip() for one in said)
    assert hunting.startswith("The hunt isn't over yet")
    assert done == "A sheet that is done doesn't fit what its player caught."
    assert itself == "The app counted 1 Djinn caught, but this sheet has 3."
    misfits = re.search(r'<p id="misfits">(.*?)</p>', page, re.DOTALL)[1]
    assert re.sub(r"<.*?>", "", misfits).strip() == "Ann, Bob"


def test_whose_sheet_it_is_stays_in_view(ann, counted):
    page = ann.get(f"/djinn/{counted()}/score?seat=1").text
    whose = re.search(r'<p id="whose" class="row owner stuck seat-(\w+)">(.*?)</p>', page, re.DOTALL)
    assert (whose[1], "<bdi>Bob</bdi>" in whose[2]) == ("blue", True)


def test_lines_without_points_are_folded(ann, counted):
    page = ann.get(f"/djinn/{counted()}/score?seat=0").text
    shown, folded = re.search(r'<div id="points".*?</div>\s*<p id="scoring">', page, re.DOTALL)[0].split("<details")
    assert ("line-spare" in shown, "line-corked" in shown) == (True, False)
    assert "line-corked" in folded


def test_one_source_of_points_has_one_colour_on_sheet_result_and_play(ann, counted, tap):
    code = counted()
    tap(ann, code, "count", seat=BOB, box="trophies_30", value=1)

    def colours(page):
        return dict(re.findall(r'class="key seat-(\w+)"></span>\s*(?:<\w+ class="grow">\s*)?([A-Z][\w ]+)', page))

    sheet = colours(ann.get(f"/djinn/{code}/score?seat=0").text)
    tap(ann, code, "finish")
    result = ann.get(f"/djinn/{code}/result").text
    play = ann.get(re.search(r'href="(/scores/\d+)"', result)[1]).text
    both = {colour: label.strip() for colour, label in colours(result).items()}
    assert {colour: label.strip() for colour, label in sheet.items()}.items() >= {("blue", "Trophies")}
    assert both["blue"] == "Trophies"
    assert colours(play)["blue"].strip() == "Trophies"
    assert charts.COLOURS[0] == "blue"


def test_alone_nothing_has_points_before_the_game_is_won(ann):
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
    code = opened(ann.http, "djinn", form)
    ann.post(f"/djinn/{code}/begin", seen=9999)
    page = ann.get(f"/djinn/{code}/score").text
    assert ('id="points"' in page, "where the points come from" in page, 'id="tasks"' in page) == (False, False, True)


def test_a_defeat_shows_no_laurel(ann, play):
    code, _ = play()
    main = re.search(r"<main.*?</main>", ann.get(f"/djinn/{code}/result").text, re.DOTALL)[0]
    assert ("Tom wins" in main, "#won" in main, "#score" in main) == (True, False, False)


TILES = [
    "start_gift",
    "market_free",
    "tavern_key",
    "private_scoring",
    "start_poor",
    "start_weak",
    "mages_once",
    "red_10",
]


def test_the_tile_with_two_cards_asks_for_both_and_says_which_is_better(ann, setup, tap, state):
    """Choose at the end which of the two counts (rulebook, Character Tiles)."""
    code = setup()
    for path, form in (
        ("set-start", {"seat": BOB}),
        ("set-tiles", {"tiles": TILES}),
        ("set-cards", {"cards": ["few_passages", "no_key_mage", "low_capacity"]}),
        ("pick", {"seat": BOB, "tile": "private_scoring"}),
    ):
        assert tap(ann, code, path, **form).status_code == 303
    assert 'id="two"' not in ann.get(f"/djinn/{code}/score?seat=0").text
    assert re.search(r'<details id="two" class="card stack"\s+open', ann.get(f"/djinn/{code}/score?seat=1").text)
    both = "seat=1&one=keys&two=active_mages"
    page = ann.get(f"/djinn/{code}/score?{both}").text
    assert ('id="row-keys"' in page, 'id="row-mages_active"' in page) == (True, True)
    assert len(re.findall(r">\s*0 points\s*<", page)) == 2
    form = {"seat": BOB, "box": "keys", "value": 2, "seen": 9999}
    back = ann.post(f"/djinn/{code}/count?one=keys&two=active_mages", **form).location
    assert ("one=keys" in back, "two=active_mages" in back) == (True, True)
    assert "6 points" in ann.get(back).text
    assert tap(ann, code, "private", seat=BOB, card="keys").status_code == 303
    assert state(code).sheets[BOB].private_card == "keys"

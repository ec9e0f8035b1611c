"""A game against Tom through its pages."""

import re

import pytest

from companion.table.play import find_table
from tests.copies import opened

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def open_solo(ann, once):
    def open_solo(**options):
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 13} | options
        code = opened(ann.http, "djinn", form)
        tap(code, "begin")
        return code

    def tap(code, move, **form):
        form = {"seen": 10_000, "seat": 0} | form
        return ann.post(f"/djinn/{code}/{move}", **form)

    played = once(open_solo)
    played.tap = tap
    return played


def clear(open_solo, state, code):
    """Catch the Boss of every space."""
    for slot in state(code).spaces:
        assert open_solo.tap(code, "catch", slot=slot, boss="y", anyway="y").status_code == 303


def test_the_board_shows_the_card_that_came_last_printed_or_not(ann, open_solo):
    code = open_solo()
    open_solo.tap(code, "reveal", anyway="y", none_caught="y")
    card = open_solo.tap(code, "reveal-printed", nothing="y", anyway="y", none_caught="y")
    assert card.status_code == 303
    shown = ann.get(f"/djinn/{code}/board").text
    assert ("Tom&#39;s card" in shown, "Nothing happens." in shown) == (True, True)


def test_a_game_is_won(ann, open_solo, state):
    """Win as the rulebook says: the last Boss gone, a card flipped, 10 points for each card left."""
    code = open_solo()
    assert "Round space: Tom" in ann.get(f"/djinn/{code}/hunt").text
    assert open_solo.tap(code, "reveal").status_code == 303
    assert "12 of 13 cards left" in ann.get(f"/djinn/{code}/hunt").text
    clear(open_solo, state, code)
    assert "you win" in ann.get(f"/djinn/{code}/hunt").text
    assert open_solo.tap(code, "reveal").status_code == 422
    assert "First finish what you can still do here." in ann.get(f"/djinn/{code}/hunt").text
    open_solo.tap(code, "flip")
    assert "For the Scrolls under your Capacity Marker" in ann.get(f"/djinn/{code}/hunt").text
    open_solo.tap(code, "count", box="corked", value=3)
    open_solo.tap(code, "finish")
    page = ann.get(f"/djinn/{code}/result").text
    assert "You have won" in page
    assert ">140<" in page
    assert "Ann" in ann.get("/scores/").text


def test_who_takes_back_the_last_card_is_in_the_hunt_again(ann, open_solo, seq):
    """From the result the phone came to the score sheet, amid a hunt."""
    code = open_solo(deck=12)
    for _ in range(12):
        open_solo.tap(code, "reveal")
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert ann.get(f"/djinn/{code}/result").location.endswith(f"/djinn/{code}/hunt")


def test_a_game_is_lost(ann, open_solo, state):
    """Lose when Tom's last card is revealed; the game counts as played, without points."""
    code = open_solo(deck=12)
    for _ in range(12):
        assert open_solo.tap(code, "reveal").status_code == 303
    assert state(code).result == "lost"
    result = ann.get(f"/djinn/{code}/result").text
    assert "Something wrong? Undo it" in result
    assert "correct the sheet" not in result
    assert "Tom wins" in ann.get(f"/djinn/{code}/hunt").text
    assert "Tom wins" in ann.get(f"/djinn/{code}/result").text
    assert open_solo.tap(code, "reveal").status_code == 422
    assert "Ann" in ann.get("/scores/").text


def test_a_printed_deck_takes_its_symbols(ann, open_solo, state):
    code = open_solo(printed="y")
    assert "First line" in ann.get(f"/djinn/{code}/hunt").text
    assert open_solo.tap(code, "reveal-printed", first="market", second="tavern").status_code == 303
    assert sum(len(space.djinn) for space in state(code).spaces.values()) == 10
    assert open_solo.tap(code, "reveal-printed", first="market").status_code == 422
    assert open_solo.tap(code, "reveal-printed", nothing="y").status_code == 303
    assert state(code).cards_left == 11


def test_nobody_sees_the_order_of_the_deck(app, ann, open_solo):
    """Show the same pages and the same export's plain parts whatever the order of the cards still to come."""
    code = open_solo()
    with app.app_context():
        deck = find_table(code).state.deck
    texts = [ann.get(f"/djinn/{code}/{page}").text for page in ("setup", "hunt", "score")]
    texts += [ann.get(f"/t/{code}/{page}").text for page in ("log", "export.json")]
    for text in texts:
        assert deck[0].id not in text


def test_against_tom_nobody_is_sent_straight_to_the_score(ann, open_solo):
    """The score depends on the cards left, so the hunt comes first."""
    form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 13}
    code = ann.post("/djinn/new", **form).location.split("/")[2]
    for page in ("setup", "hunt"):
        assert "Straight to scoring" not in ann.get(f"/djinn/{code}/{page}").text
    score = ann.get(f"/djinn/{code}/score").text
    assert "Back to the hunt" in score
    assert "All sheets are filled" not in score


@pytest.mark.parametrize("tasks", [["eight_mages", "two_mages"], ["two_sets", "one_equipment_type"]])
def test_tasks_that_no_game_meets_together_are_refused(ann, table, tasks):
    form = {"name": "Ann", "day": "2026-01-02", "deck": "12", "won": "y", "points": "100", "tasks": tasks}
    answer = ann.post("/djinn/solo/new", **form)
    assert (answer.status_code, "You can&#39;t complete both" in answer.text) == (422, True)
    assert ann.post("/djinn/solo/new", **(form | {"tasks": tasks[:1]})).status_code == 303


@pytest.mark.parametrize(
    ("field", "wrong", "right", "sentence"),
    [
        ("points", "-5", "90", "Nothing in Djinn costs points. Enter 0 or more."),
        ("points", "89", "90", "Three Trophies alone give 90 points. Check the points, or untick the Trophies."),
        ("day", "1850-01-01", "2026-01-02", "That day is too long ago. Check the year."),
        ("day", "2999-01-01", "2026-01-02", "Enter the day you played, not one in the future."),
    ],
)
def test_a_won_game_that_nobody_can_have_played_is_refused(ann, table, field, wrong, right, sentence):
    """Rulebook, Final Score: each Trophy gives 30 or 36 points, and nothing takes any away."""
    form = {"name": "Ann", "day": "2026-01-02", "deck": "12", "won": "y", "points": "90", "tasks": ["three_trophies"]}
    answer = ann.post("/djinn/solo/new", **(form | {field: wrong}))
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert ann.post("/djinn/solo/new", **(form | {field: right})).status_code == 303


def test_a_printed_card_shows_two_symbols(open_solo):
    code = open_solo(printed="y")
    answer = open_solo.tap(code, "reveal-printed", first="tavern", second="tavern")
    assert (answer.status_code, "symbols on a card must differ" in answer.text) == (422, True)


def test_a_loss_leads_on(ann, open_solo, state):
    """Say what happened, and begin again by one tap, with a deck of the same size or of another."""
    code = open_solo(deck=12)
    for _ in range(12):
        assert ("Last card: if you reveal it" in ann.get(f"/djinn/{code}/hunt").text) == (state(code).cards_left == 1)
        assert open_solo.tap(code, "reveal").status_code == 303
    page = ann.get(f"/djinn/{code}/result").text
    assert "6 Bosses remain:" in page
    assert re.findall(r'name="way" value="deck-(\d+)"', page) == ["12", "15", "14", "13"]
    answer = ann.post(f"/djinn/{code}/rematch", way="deck-14")
    again = state(answer.location.split("/")[2])
    assert (again.players, again.deck_size, again.house) == (1, 14, True)


def test_who_played_against_tom_comes_back_to_him(ann, open_solo):
    def chosen():
        page = ann.get("/djinn/new").text
        return [*re.findall(r' checked [^>]*value="(\d+)"', page), bool(re.search(r' checked name="printed"', page))]

    assert chosen() == ["2", "15", False]
    open_solo(deck=13, printed="y")
    assert chosen() == ["1", "13", True]
    open_solo(deck=14)
    assert chosen() == ["1", "14", False]


def test_the_odds_are_told_where_tom_can_be_counted(ann, open_solo):
    house, printed = open_solo(deck=13), open_solo(printed="y")
    page = " ".join(re.sub(r"<[^>]+>", " ", ann.get(f"/djinn/{house}/rarer").text).split())
    assert "Rest of Tom&#39;s deck" in page
    assert "Nothing happens 1 of 13" in page
    assert 'id="odds"' not in ann.get(f"/djinn/{printed}/rarer").text


def test_against_tom_no_row_of_the_sheet_is_for_breaking_a_tie(ann, open_solo, state):
    code = open_solo()
    clear(open_solo, state, code)
    open_solo.tap(code, "flip")
    page = ann.get(f"/djinn/{code}/score?all=1").text
    assert "for a task; 12 in the box" in page
    assert "break a tie" not in page

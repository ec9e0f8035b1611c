"""Who may do what: every address that changes something, asked by everybody there is."""

import pytest

from tests import scenes
from tests.scenes import ALL, GAMES, HOST, KNOWN, ROLES, SEATS, TURN

MATRIX = {
    "bg_stats.save_numbers": KNOWN,
    "scores.come_in": ALL,
    "scores.hide": KNOWN,
    "scores.import_json": KNOWN,
    "scores.let_in": KNOWN,
    "scores.really_delete": KNOWN,
    "scores.rename": KNOWN,
    "scores.restore": KNOWN,
    "scores.restore_batch": KNOWN,
    "scores.save_edit": KNOWN,
    "scores.save_play": KNOWN,
    "scores.take_back": KNOWN,
    "scores.take_back_batch": KNOWN,
    "scores.take_back_rename": KNOWN,
    "table.ask_to_count": "++++--",  # who plays counts without asking
    "table.forget": ALL,
    "table.free": "--+--+",  # a watcher who asks for a free seat had it just now
    "table.hand_over": HOST,
    "table.join": ALL,
    "table.language": ALL,
    "table.let_count": HOST,
    "table.load_file": ALL,
    "table.lock": HOST,
    "table.one_phone": ALL,
    "table.personal_sit": ALL,
    "table.remember": ALL,
    "table.rename": HOST,
    "table.restore": TURN,
    "table.sign_out": ALL,
    "table.sit": ALL,
    "table.still": ALL,
    "table.take_back": HOST,
    "table.take_over": SEATS,
    "table.heard": ALL,
    "table.watch": ALL,
} | {f"{game}.{endpoint}": may for game in GAMES for endpoint, may in scenes.of(game).MAY.items()}
"""By endpoint, for each role: `-` is refused with 403, `+` is not, `?` in one's own turn only.

The forms are those that the host's pages offer, so they are for the first seat, and who holds a seat holds another one.
"""
ANSWERS = {"-": {403}, "+": {200, 303, 404, 409, 422}, "?": {303, 403, 404, 409, 422}}
OPENING = (
    "bazaar.open_table",
    "djinn.open_sheets",
    "djinn.open_table",
    "efreet_war.open_table",
    "emperor.open_table",
    "tales.open_table",
    "war_game.open_table",
)
LAST = (*OPENING, "scores.come_in", "table.lock", "table.hand_over", "table.sign_out")
"""What would change who may do the rest."""


@pytest.fixture(scope="module")
def app(evening):
    return evening.app


@pytest.fixture(scope="module")
def asking(app, evening):
    """Give somebody of each role."""
    people = {role: app.test_client() for role in ROLES[1:-1]} | {"host": evening.host}
    people["nobody"] = app.test_client(use_cookies=False)
    form = {"count": 2, "players-0-name": "Ann", "players-1-name": "Bob"}
    people["elsewhere"].post("/djinn/new", data=form | {"players-0-colour": "red", "players-1-colour": "blue"})
    for code in (*evening.tables, *evening.rings, *evening.wars, *evening.tales, *evening.marches, *evening.bazaars):
        people["watcher"].post(f"/t/{code}/watch")
        if code != evening.hunt:  # somebody sits there already, who then sits everywhere
            people["guest"].post(f"/t/{code}/sit", data={"seat": 1})
    return people


def test_every_address_that_changes_something_is_in_the_matrix(shared_app):
    every = {rule.endpoint for rule in shared_app.url_map.iter_rules() if "POST" in rule.methods}
    assert set(MATRIX) == every, "add what is missing to MAY in the scenes.py of its game"


@pytest.mark.thorough
def test_everybody_may_do_what_the_matrix_says(evening, asking):
    wrong = []
    for endpoint in sorted(MATRIX, key=lambda endpoint: (LAST.index(endpoint) if endpoint in LAST else -1, endpoint)):
        action, fields = evening.forms[endpoint]
        for role, may in zip(ROLES, MATRIX[endpoint], strict=True):
            typed = {"op": f"{endpoint} {role}", "seen": 10_000, "word": "Karneol"}
            answer = asking[role].post(action, data=fields | typed, headers={"HX-Request": "true"})
            if answer.status_code not in ANSWERS[may]:
                wrong.append((endpoint, role, answer.status_code))
    assert not wrong, "\n".join(map(str, wrong))

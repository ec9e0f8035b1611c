"""Who may do what: every address that changes something, asked by everybody there is."""

import pytest

ROLES = ("nobody", "stranger", "watcher", "elsewhere", "guest", "host")
"""Somebody without a cookie; with one, but known nowhere; who only watches; the host of another table; who holds a
seat; the host."""
HOST, TURN, OWN, SEATS, KNOWN, ALL = "-----+", "----?+", "----??", "----++", "---+++", "++++++"
MATRIX = {
    "djinn.app_draws": SEATS,
    "djinn.as_it_stands": HOST,
    "djinn.begin": SEATS,
    "djinn.catch": TURN,
    "djinn.correct_alone": KNOWN,
    "djinn.count": HOST,
    "djinn.describe_tile": SEATS,
    "djinn.done": HOST,
    "djinn.draw": TURN,
    "djinn.drew": SEATS,
    "djinn.end_turn": TURN,
    "djinn.finish": SEATS,
    "djinn.flee": TURN,
    "djinn.hold": OWN,
    "djinn.house_rule": SEATS,
    "djinn.flip": TURN,
    "djinn.go_back": KNOWN,
    "djinn.import_box": KNOWN,
    "djinn.move_slot": KNOWN,
    "djinn.open_sheets": ALL,
    "djinn.open_table": ALL,
    "djinn.pause": HOST,
    "djinn.pick": TURN,
    "djinn.private": HOST,
    "djinn.remove": HOST,
    "djinn.rematch": SEATS,
    "djinn.reroll": SEATS,
    "djinn.reset": KNOWN,
    "djinn.resume": SEATS,
    "djinn.reveal": TURN,
    "djinn.reveal_printed": TURN,
    "djinn.save_alone": KNOWN,
    "djinn.save_card": KNOWN,
    "djinn.save_part": KNOWN,
    "djinn.name_colour": SEATS,
    "djinn.passage": TURN,
    "djinn.pay": OWN,
    "djinn.set_cards": SEATS,
    "djinn.set_deck": HOST,
    "djinn.set_djinn": SEATS,
    "djinn.set_passages": SEATS,
    "djinn.set_start": SEATS,
    "djinn.set_tiles": SEATS,
    "djinn.set_trophies": SEATS,
    "djinn.stand": TURN,
    "djinn.supply_boss": TURN,
    "djinn.swap": SEATS,
    "djinn.tell_secret": HOST,
    "djinn.tick": SEATS,
    "djinn.toggle_path": KNOWN,
    "djinn.trophy": TURN,
    "djinn.untick": SEATS,
    "djinn.we_draw": HOST,
    "djinn.word": HOST,
    "efreet_war.animate": SEATS,
    "efreet_war.attack": TURN,
    "efreet_war.attack_player": TURN,
    "efreet_war.begin": SEATS,
    "efreet_war.break_off": SEATS,
    "efreet_war.bury": SEATS,
    "efreet_war.damage": TURN,
    "efreet_war.deal": SEATS,
    "efreet_war.end_turn": TURN,
    "efreet_war.first": SEATS,
    "efreet_war.force": SEATS,
    "efreet_war.give_back": SEATS,
    "efreet_war.house_rule": SEATS,
    "efreet_war.kill": TURN,
    "efreet_war.king": TURN,
    "efreet_war.lay_face_down": SEATS,
    "efreet_war.life": SEATS,
    "efreet_war.lose_artifact": SEATS,
    "efreet_war.lose_resource": SEATS,
    "efreet_war.march": SEATS,
    "efreet_war.march_together": SEATS,
    "efreet_war.mix": SEATS,
    "efreet_war.mix_sealed": HOST,
    "efreet_war.name_counter": SEATS,
    "efreet_war.open_sheet": ALL,
    "efreet_war.open_table": ALL,
    "efreet_war.out": SEATS,
    "efreet_war.rematch": SEATS,
    "efreet_war.resolve": TURN,
    "efreet_war.roll": SEATS,
    "efreet_war.score": SEATS,
    "efreet_war.set_guardians": SEATS,
    "efreet_war.steal": SEATS,
    "efreet_war.steal_resource": SEATS,
    "efreet_war.swap": SEATS,
    "efreet_war.tap": SEATS,
    "efreet_war.tell_card": SEATS,
    "efreet_war.tell_secret": HOST,
    "efreet_war.time": SEATS,
    "efreet_war.uncover_rest": TURN,
    "efreet_war.untap": SEATS,
    "efreet_war.why": SEATS,
    "efreet_war.word": HOST,
    "emperor.animate": SEATS,
    "emperor.ante": HOST,
    "emperor.begin": SEATS,
    "emperor.bury": SEATS,
    "emperor.deploy": SEATS,
    "emperor.divide": SEATS,
    "emperor.draw_first": SEATS,
    "emperor.end_turn": TURN,
    "emperor.first": SEATS,
    "emperor.force": SEATS,
    "emperor.give_back": SEATS,
    "emperor.house_rule": SEATS,
    "emperor.life": SEATS,
    "emperor.march": SEATS,
    "emperor.march_together": SEATS,
    "emperor.mix": SEATS,
    "emperor.name_counter": SEATS,
    "emperor.next": SEATS,
    "emperor.open_scored": ALL,
    "emperor.open_table": ALL,
    "emperor.out": SEATS,
    "emperor.range": SEATS,
    "emperor.roll": SEATS,
    "emperor.score": SEATS,
    "emperor.steal": SEATS,
    "emperor.swap": SEATS,
    "emperor.tap": SEATS,
    "emperor.tell_secret": HOST,
    "emperor.time": SEATS,
    "emperor.untap": SEATS,
    "emperor.why": SEATS,
    "emperor.word": HOST,
    "scores.import_json": KNOWN,
    "scores.really_delete": KNOWN,
    "scores.restore": KNOWN,
    "scores.restore_batch": KNOWN,
    "scores.save_edit": KNOWN,
    "scores.take_back": KNOWN,
    "scores.take_back_batch": KNOWN,
    "table.forget": ALL,
    "table.free": "--+--+",  # a watcher who asks for a free seat had it just now
    "table.hand_over": HOST,
    "table.join": ALL,
    "table.language": ALL,
    "table.load_file": ALL,
    "table.lock": HOST,
    "table.personal_sit": ALL,
    "table.remember": ALL,
    "table.rename": HOST,
    "table.restore": TURN,
    "table.sign_out": ALL,
    "table.sit": ALL,
    "table.still": ALL,
    "table.take_back": HOST,
    "table.take_over": SEATS,
    "table.told": ALL,
    "table.watch": ALL,
    "tales.award": TURN,
    "tales.begin": SEATS,
    "tales.card": TURN,
    "tales.correct": TURN,
    "tales.declare": HOST,
    "tales.destiny": SEATS,
    "tales.draw_skills": SEATS,
    "tales.end_turn": TURN,
    "tales.first": SEATS,
    "tales.give": TURN,
    "tales.go_back": KNOWN,
    "tales.goal": HOST,
    "tales.hero": TURN,
    "tales.house_rule": SEATS,
    "tales.import_box": KNOWN,
    "tales.join": HOST,
    "tales.keep_card": TURN,
    "tales.line": TURN,
    "tales.marker": TURN,
    "tales.master": SEATS,
    "tales.move": TURN,
    "tales.number": SEATS,
    "tales.open_table": ALL,
    "tales.play_card": TURN,
    "tales.quest": TURN,
    "tales.rematch": SEATS,
    "tales.reset": KNOWN,
    "tales.roll_first": SEATS,
    "tales.row": SEATS,
    "tales.save_part": KNOWN,
    "tales.save_status": KNOWN,
    "tales.sell": TURN,
    "tales.serve": TURN,
    "tales.skill": TURN,
    "tales.stop": HOST,
    "tales.tell_secret": HOST,
    "tales.time": HOST,
    "tales.word": HOST,
    "war_game.begin": SEATS,
    "war_game.boost": SEATS,
    "war_game.carry": TURN,
    "war_game.cast": TURN,
    "war_game.correct": SEATS,
    "war_game.deal": HOST,
    "war_game.draw": HOST,
    "war_game.drop": TURN,
    "war_game.end_movement": TURN,
    "war_game.end_turn": TURN,
    "war_game.go_on": TURN,
    "war_game.heal": TURN,
    "war_game.house_rule": SEATS,
    "war_game.keep_land": HOST,
    "war_game.leave": HOST,
    "war_game.march": TURN,
    "war_game.name_fight": TURN,
    "war_game.open_table": ALL,
    "war_game.rematch": SEATS,
    "war_game.remove": SEATS,
    "war_game.roll_first": SEATS,
    "war_game.settle": TURN,
    "war_game.spend": TURN,
    "war_game.split": SEATS,
    "war_game.supply": TURN,
    "war_game.tap_attacker": SEATS,
    "war_game.tell_secret": HOST,
    "war_game.terrain": SEATS,
    "war_game.turn_land": TURN,
    "war_game.word": HOST,
}
"""By endpoint, for each role: `-` is refused with 403, `+` is not, `?` in one's own turn only.

The forms are those that the host's pages offer, so they are for the first seat, and who holds a seat holds another one.
"""
ANSWERS = {"-": {403}, "+": {303, 404, 409, 422}, "?": {303, 403, 404, 409, 422}}
OPENING = (
    "djinn.open_sheets",
    "djinn.open_table",
    "efreet_war.open_table",
    "emperor.open_table",
    "tales.open_table",
    "war_game.open_table",
)
LAST = (*OPENING, "table.lock", "table.hand_over", "table.sign_out")
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
    for code in (*evening.tables, *evening.rings, *evening.wars, *evening.tales, *evening.marches):
        people["watcher"].post(f"/t/{code}/watch")
        if code != evening.hunt:  # somebody sits there already, who then sits everywhere
            people["guest"].post(f"/t/{code}/sit", data={"seat": 1})
    return people


def test_every_address_that_changes_something_is_in_the_matrix(shared_app):
    assert set(MATRIX) == {rule.endpoint for rule in shared_app.url_map.iter_rules() if "POST" in rule.methods}


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

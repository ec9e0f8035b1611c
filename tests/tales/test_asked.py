"""What the table answers itself: whose turn it is, and how far one may go."""

from companion.games.tales.play.turn import rates
from companion.games.tales.text.asked import asked

NAMES = ("Ann", "Bob", "Cem")


def test_how_far_follows_from_wealth_and_statuses_with_why(game):
    state = game(statuses=("crippled",))
    limit = rates(state, state.heroes[0])
    said = asked(state, 0, NAMES)
    assert said["how_far"].startswith(f"Ann: {limit.land} by land, {limit.sea} by sea, because of ")
    assert "Crippled" in said["how_far"]
    assert said["whose_turn"] == "It's Ann's turn. Move first, or stay where you are. Bob is next, clockwise."


def test_each_seat_is_told_of_its_own_hero(game):
    state = game(wealth="rich")
    assert asked(state, 1, NAMES)["how_far"].startswith("Bob: ")
    assert asked(state, None, NAMES) == asked(state, 0, NAMES)
    assert asked(state, 1, NAMES)["how_far"] != asked(state, 0, NAMES)["how_far"]


def test_before_the_game_a_table_knows_no_turn(opened):
    assert "whose_turn" not in asked(opened(), None, NAMES)

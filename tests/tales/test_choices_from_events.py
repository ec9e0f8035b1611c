"""What was chosen in a move of Tales is read from its events, so that the check can repeat the move."""

from random import Random

import pytest

from companion.games.tales import fairness, game
from companion.games.tales.facts import events as ev
from companion.games.tales.play import end_of_turn as moves, turn
from companion.games.tales.setup import setup
from companion.games.tales.state.heroes import Place
from companion.games.tales.text.draw_replay import again, snippet
from companion.kit.fairness.committed_random import commitment
from companion.table.log import Entry, changed
from tests.tales.conftest import fold

SECRET = "00ff"
RNG = Random(7)
HAS = {
    "cards": {"Basra": -1},
    "quest": "The Roc",
    "markers": {"origin": "Basra"},
    "skills": {"luck": "master", "magic": "talent"},
    "place": Place("city", 2, "Basra"),
}
MADE = [
    (turn.move_hero, {"kind": "city", "route": "L", "number": 3, "place": "Mecca"}),
    (turn.move_hero, {"kind": "other", "carried": True}),
    (turn.draw_card, {"card": "character"}),
    (turn.roll_row, {"rng": RNG}),
    (turn.roll_row, {"rng": RNG, "die": 4}),
    (turn.give_number, {"number": 842, "rng": RNG}),
    (turn.give_number, {"number": 842, "matrix": "B", "rng": RNG}),
    (moves.keep_card, {"card": "Mecca"}),
    (moves.play_card, {"card": "Basra", "rng": RNG}),
    (moves.play_card, {"card": "Basra", "rng": RNG, "die": 3}),
    (moves.end_quest, {"done": True, "quest": "The Lamp"}),
    (moves.end_quest, {"done": False, "quest": ""}),
    (moves.place_marker, {"seat": 0, "marker": "origin", "place": "Mecca"}),
    (moves.place_marker, {"seat": 0, "marker": "origin", "place": ""}),
    (moves.name_master, {"seat": 0, "master": 1}),
    (moves.name_master, {"seat": 1, "master": 1}),
    (moves.set_time, {"time": 2}),
    (moves.tell_line, {"seat": 1, "line": "So."}),
]
NUMBERED = [
    (turn.roll_destiny, {"rng": RNG}),
    (turn.roll_destiny, {"rng": RNG, "face": -1}),
    (turn.use_master, {"skill": "luck", "paragraph": 843}),
]
ROLLED = [
    (turn.give_number, {"number": 842, "rng": RNG, "roll": True}),
    (turn.give_number, {"number": 842, "rng": RNG, "face": 1}),
]


def committed(state):
    """Let a table draw from a secret."""
    return changed(state, secret=SECRET, commitment=commitment(SECRET))


def repeated(state, move, choices):
    """Make a move; return its events, and those of the move as the check makes it again."""
    events = [*move(state, **choices)]
    entry = Entry(9, 5.0, None, move.__name__, tuple(events))
    return events, [*fairness.checker(game, state.players, ()).asked(state, entry)]


@pytest.mark.parametrize(("move", "choices"), MADE)
def test_a_move_is_repeated_as_it_was_made(game, move, choices):
    events, asked = repeated(committed(game(**HAS)), move, choices)
    assert events == asked != []


@pytest.mark.parametrize(("move", "choices"), NUMBERED)
def test_a_move_with_a_number_is_repeated_as_it_was_made(game, after, move, choices):
    state = after(committed(game(**HAS)), turn.give_number, number=842, rng=RNG)
    events, asked = repeated(state, move, choices)
    assert events == asked != []


@pytest.mark.parametrize(("move", "choices"), ROLLED)
def test_a_number_with_its_die_is_repeated_as_it_was_given(game, move, choices):
    events, asked = repeated(committed(game()), move, choices)
    assert len(events) == 2
    assert events == asked


@pytest.mark.parametrize("move", [setup.roll_first, setup.draw_skills])
def test_a_draw_before_the_game_is_repeated(opened, move):
    events, asked = repeated(committed(opened()), move, {"rng": RNG})
    assert events == asked != []


@pytest.mark.parametrize("seat", [0, 2])
def test_whoever_the_table_says_goes_first_goes_first_again(opened, seat):
    events, asked = repeated(committed(opened()), setup.choose_first, {"seat": seat})
    assert events == asked
    assert again(opened(), events[0]).by_table


@pytest.mark.parametrize(
    "event",
    [
        ev.RowRolled(0, 3, 0, 0, 3, True),
        ev.DestinyRolled(0, 1, 843, True),
        ev.CityCardPlayed(0, "Basra", 3, True, False),
    ],
)
def test_what_the_table_rolled_is_its_own(game, event):
    due = again(committed(game(**HAS)), event)
    assert (due.event, due.by_table) == (event, True)


def test_the_lines_of_python_print_every_draw(opened, capsys):
    state = committed(opened())
    for move in (setup.roll_first, setup.draw_skills):
        state = fold(state, move(state, rng=RNG))
    lines = snippet(state)
    exec("\n".join(lines), {})
    printed = capsys.readouterr().out
    (skills,) = setup.draw_skills(committed(opened()), rng=RNG)
    (first,) = setup.roll_first(committed(opened()), rng=RNG)
    assert f"first round {[dice for _, dice in first.rolls[0]]}" in printed
    assert str([[*one] for one in skills.skills]) in printed

"""What is taken back alone, out of the log: only what nothing builds on."""

import pytest

from companion.games.war_game.facts import events as ev
from companion.table.undo import in_the_way
from tests.scenes import stage
from tests.war_game.conftest import fold


def test_a_march_is_taken_back_alone_until_movement_ends(app):
    """Where fights are and who is tapped follow from the marches; before that, they commute."""
    evening = stage(app, "war_game", "supplying")
    marches = [("march", {"to": "21", "creatures": [one]}) for one in (1, 2)]
    for path, choices in [("supply", {"die": 4}), *marches]:
        assert evening.tap(path, choices) == 303
    first, second = evening.table.moves[-2:]
    assert in_the_way(evening.table, first) is None
    assert evening.tap("end-movement", {}) == 303
    assert [in_the_way(evening.table, one).move for one in (first, second)] == ["end_movement"] * 2
    assert evening.undo(first.seq) == 422
    assert evening.state.creatures[1].at == "21"


SETTLED, ENDED = ev.FightSettled("C", (), ()), ev.TurnEnded(0)


@pytest.mark.parametrize(
    ("phase", "done", "over"),
    [
        ("heal", ev.CreatureHealed(1, 1, 1), ev.PhaseBegun("move")),
        ("move", ev.CreatureMarched(1, ("25",)), ev.PhaseBegun("fight")),
        ("move", ev.CreatureCarried(1, 2), ev.PhaseBegun("fight")),
        ("move", ev.CreatureDropped(1, 2, "C"), ev.PhaseBegun("fight")),
        ("fight", ev.CreatureTapped(1, "C"), SETTLED),
        ("cast", ev.CreatureCast(9, 0, "A", 1, 1, 0), ENDED),
    ],
)
def test_nothing_is_taken_back_alone_once_its_phase_is_over(war, creature, phase, done, over):
    state = fold(war(phase, creature("C", damage=1), creature("C")), [ev.MovementEnded((), ("C",))])
    assert fold(state, [done, over]) != fold(state, [over, done])


def test_a_boost_is_taken_back_whenever_it_was_made(war, creature):
    state, boosted = war("fight", creature("C")), ev.CreatureBoosted(1, 1, 1)
    assert fold(state, [boosted, ev.PhaseBegun("cast")]) == fold(state, [ev.PhaseBegun("cast"), boosted])

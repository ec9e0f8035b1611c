"""What the check of draws takes for chance, and what for the table's own hand."""

import pytest

from tests.log_tampering import found, sessions


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("game", ["emperor", "efreet_war"])
def test_what_chance_drew_is_checked_and_what_hands_did_is_listed(game):
    """An event that says it came by chance follows from the secret; one that does not is the table's own choice."""
    kinds = set()
    for entries in [table.entries for table in sessions(game)][:8]:
        told = [event for one in entries for event in one.events if hasattr(event, "by_chance")]
        drawn = [draw for draw in found(game, entries) if hasattr(draw.event, "by_chance")]
        assert [draw.event for draw in drawn] == told
        assert [draw.by_table for draw in drawn] == [not event.by_chance for event in told]
        kinds |= {(type(event).__name__, event.by_chance) for event in told}
    assert {by_chance for _, by_chance in kinds} == {True, False}
    assert len(kinds) == 4

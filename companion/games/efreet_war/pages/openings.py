"""What the page for a new war offers, and that for one which was played without the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.efreet_war.pages.forms import offered
from companion.kit.new_table import last_of_house, last_states


def new(names: Sequence[str]) -> dict[str, Any]:
    """Offer as many players as the last war of this phone had, or else of its house."""
    last = (*last_states("efreet_war", 1), last_of_house("efreet_war"))
    return offered(names, next((state.players for state in last if state is not None), 0))


def sheet(names: Sequence[str]) -> dict[str, Any]:
    """Offer the same for a war that was played without the app."""
    return new(names) | {"just": True}

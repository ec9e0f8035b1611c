"""Scoring Cards that the table lays out while sheets are done already. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.djinn.facts import events as ev
from companion.games.djinn.facts.events import Event
from companion.games.djinn.scoring.scoring import needed
from companion.games.djinn.scoring.sheet_defaults import entered
from companion.games.djinn.setup import by_hand
from companion.games.djinn.state.model import State


def set_cards(state: State, *, cards: Sequence[str], reopens: bool = False) -> list[Event]:
    """Say which Scoring Cards the table laid out (rulebook, Setup 10).

    It `reopens` the sheets that were done before anybody counted what these cards ask for; in older logs they stayed.
    """
    return [*by_hand.set_cards(state, cards=cards), *(_reopened(state, cards) if reopens else ())]


def _reopened(state: State, cards: Sequence[str]) -> list[Event]:
    """Set a row of each sheet to what it is, as any change reopens it, if it lacks what only these `cards` ask for."""
    due = needed(cards) - needed(state.cards)
    lacking = [seat for seat in sorted(state.done) if due - entered(state, seat)]
    rows = {seat: min(entered(state, seat) - {"private_card"}, default="corked") for seat in lacking}
    return [ev.SheetSet(seat, row, getattr(state.sheets[seat], row)) for seat, row in rows.items()]

"""What happens in every game in a ring beside its own events: what is counted, rolled, and done to creatures. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.kit.ring import away, counters, dice_and_timer
from companion.language.texts import Text

Event = counters.Event | dice_and_timer.Event | away.Event


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say one of these events in a sentence."""
    if isinstance(event, counters.Event):
        return counters.tell(event, names)
    return away.tell(event) if isinstance(event, away.Event) else dice_and_timer.tell(event, names)

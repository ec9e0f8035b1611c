"""What a Trophy gives at once: told by a player once, then by the box (rulebook, Receive a Trophy). Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.djinn.facts.events import ActionTaken
from companion.games.djinn.facts.gains import TROPHY
from companion.games.djinn.play.turns import require_turn
from companion.games.djinn.state.model import State
from companion.table.log import Refusal


def untold(state: State, seat: int) -> str:
    """Name the Trophy that a seat has taken in this turn and whose bonus nobody has told; "" for none."""
    taken = state.taken[-1] if state.rewarded and not state.at_source else None
    if taken is None or taken.seat != seat or TROPHY in state.acted:
        return ""
    _, _, words = state.noted.trophies.get(taken.trophy, ("", 0, TROPHY))
    return taken.trophy if words else ""


def given(state: State, seat: int, trophy: str) -> list[ActionTaken]:
    """List what a Trophy gives whoever takes it, as far as the box knows."""
    gains = state.noted.bonuses.get(trophy)
    _, _, words = state.noted.trophies.get(trophy, ("", 0, ""))
    return [ActionTaken(seat, _here(state), TROPHY, gains, words)] if gains else []


def tell(state: State, *, seat: int, colours: Sequence[str], text: str, told: Mapping[str, int]) -> list[ActionTaken]:
    """Say what the Trophy gives that a seat has taken in this turn; it may be nothing but its points."""
    require_turn(state, seat)
    if not untold(state, seat):
        raise Refusal("This Trophy's bonus is already counted. If it's wrong, undo that first.")
    bottles = {f"bottle_{colour}": 1 for colour in dict.fromkeys(colours)}
    gains = {name: by for name, by in (*told.items(), *bottles.items()) if by}
    return [ActionTaken(seat, _here(state), TROPHY, gains, text)]


def _here(state: State) -> str:
    return state.here[-1] if state.here else ""

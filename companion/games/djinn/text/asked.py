"""What the table answers itself, by the question's id: whose turn it is, and how many Djinn come now. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.djinn.facts import PLAYER_COUNTS
from companion.games.djinn.play.hunt import at_round_space, ending, must_catch, phase, turn_of
from companion.games.djinn.state.model import State, against_tom
from companion.kit.rules.whose_turn import whose_turn
from companion.language.texts import Text


def asked(state: State, _: int | None, names: Sequence[str]) -> dict[str, Text]:
    """Answer from the table, whoever asks."""
    said = {} if (turn := _turn(state, names)) is None else {"whose_turn": turn}
    if state.players in PLAYER_COUNTS:
        count = PLAYER_COUNTS[state.players].refill
        said["refill"] = Text(
            "Draw %(count)s for the space, as there are %(players)s of you.", count=count, players=state.players
        )
    return said


def _turn(state: State, names: Sequence[str]) -> Text | None:
    """Say whose turn it is and what comes next; before the hunt, who takes a tile."""
    seat = turn_of(state)
    if state.at_source:
        return ending(state)
    if seat is None:
        return None
    if phase(state) == "draft":
        return Text("%(name)s is taking a Character Tile.", name=names[seat])
    follows = (seat + 1) % state.players
    last = state.turn is not None and state.turn.round == state.last_round and follows == state.start_seat
    return whose_turn(names, seat, None if last else follows, _now(state))


def _now(state: State) -> Text:
    """Say what comes next in a turn."""
    if state.awaited:
        return Text("First draw %(count)s Djinn from the bag.", count=state.awaited[0].count)
    if must_catch(state):
        return Text("Catch Djinn here, or say that you catch none; then end the turn.")
    if against_tom(state) and at_round_space(state):
        return Text("Use the space, then reveal Tom's card.")
    if state.here or state.met:
        return Text("Use the space, then end the turn.")
    return Text("First move the Mage to the next space.")

"""How a game of Djinn ended: every sheet's score, the places, and what the scores list keeps. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.djinn import fair, scoring, solo
from companion.games.djinn.events import Event
from companion.games.djinn.scoring import Score, Standing, standings
from companion.games.djinn.state import State, against_tom
from companion.table.log import Kept, Result, Who
from companion.text import Text

TOMS = {"printed": Text("printed deck"), "house": Text("house deck"), "own": Text("own cards")}
"""The decks that Tom may play with."""
ENDS = {"won": Text("won"), "lost": Text("lost")}
KEPT = (
    Kept("result", Text("Against Tom"), ENDS.__getitem__),
    Kept("deck", Text("Cards in Tom's deck")),
    Kept("tom", Text("Tom's deck"), TOMS.__getitem__),
    Kept("tasks", Text("Tasks"), solo.LABELS.__getitem__, parts=tuple(solo.LABELS)),
    Kept("challenge", Text("Challenge"), fair.spoken),
    Kept("first_game", Text("First game"), lambda _: Text("yes")),
    Kept("longer", Text("Longer game"), lambda _: Text("yes")),
)
"""What is told of a finished game besides its points."""


def finish(state: State, *, by: int | None = None, at: float) -> list[Event]:
    """Finish the game: the sheets are final; `by` is the seat that asks, None for the host."""
    return solo.finish(state, at=at) if against_tom(state) else scoring.finish(state, by=by, at=at)


def result(state: State) -> tuple[Result, ...] | None:
    """Compute every seat's place and points, None before the end; a game lost to Tom has no points."""
    if not state.finished:
        return None
    if state.result == "lost":
        return (Result(2),)
    scores = sheet_scores(state)
    placed = {int(standing.name): standing for standing in ranking(state, scores)}
    return tuple(
        Result(placed[seat].place, score.total, placed[seat].tie_break, score.lines)
        for seat, score in enumerate(scores)
    )


def sheet_scores(state: State) -> list[Score]:
    """Score every sheet; there are no scores in a game lost to Tom."""
    if state.result == "lost":
        return [Score((), 0) for _ in state.sheets]
    if against_tom(state):
        return [solo.score(sheet, cards_left=state.cards_left) for sheet in state.sheets]
    return [scoring.score(sheet, state.cards) for sheet in state.sheets]


def ranking(state: State, scores: list[Score]) -> list[Standing]:
    """Rank the seats, called by their numbers."""
    return standings({str(seat): (sheet, scores[seat]) for seat, sheet in enumerate(state.sheets)})


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps besides the points: how the game was played, and Tom's part in it."""
    usual = {"players": state.players, "first_game": state.first_game, "longer": state.longer}
    if state.turn is not None:  # the clock has run, pauses left out
        usual["seconds"] = round(sum(state.clock.seconds))
    if against_tom(state):
        return usual | _tom_options(state)
    return usual | ({"started": Who(state.start_seat)} if state.turn is not None else {})


def _tom_options(state: State) -> dict[str, Any]:
    """List what the log of games against Tom keeps of one; only a won game meets tasks."""
    tasks = sorted(solo.tasks(state.sheets[0])) if state.result == "won" else []
    kept = {"deck": state.deck_size, "tom": tom_of(state), "result": state.result, "tasks": tasks}
    return kept | challenge(state)


def tom_of(state: State) -> str:
    """Tell which deck Tom plays: the printed one, the house deck, or the cards that the owner of the box entered."""
    if not state.shuffled:
        return "printed"
    return "house" if state.house else "own"


def challenge(state: State) -> dict[str, str]:
    """Name the challenge of a game against Tom, as an option of its play; empty if it is none."""
    if not (against_tom(state) and state.shuffled) or state.words:  # the order of a printed deck is nobody else's
        return {}
    tom = [card for card in (*state.deck, *state.revealed) if card.first] if not state.house else []
    if state.by_table:
        return {}  # others would get another game
    code = fair.challenge(state.secret, state.drawn, fair.mark(state.city.paths, tom))
    return {"challenge": code} if code else {}

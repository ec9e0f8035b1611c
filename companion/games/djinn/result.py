"""How a game of Djinn ended: every sheet's score, the places, and what the scores list keeps. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.djinn import fair, scoring, solo
from companion.games.djinn.events import Event
from companion.games.djinn.scoring import Score, Standing, standings
from companion.games.djinn.state import State, against_tom
from companion.table.log import Result


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
    return usual | _tom_options(state) if against_tom(state) else usual


def _tom_options(state: State) -> dict[str, Any]:
    """List what the log of games against Tom keeps of one; only a won game meets tasks."""
    tasks = sorted(solo.tasks(state.sheets[0])) if state.result == "won" else []
    return {"deck": state.deck_size, "result": state.result, "tasks": tasks, **challenge(state)}


def challenge(state: State) -> dict[str, str]:
    """Name the challenge of a game against Tom, as an option of its play; empty if it is none."""
    if not (against_tom(state) and state.shuffled) or state.words:  # the order of a printed deck is nobody else's
        return {}
    tom = [card for card in (*state.deck, *state.revealed) if card.first] if not state.house else []
    code = fair.challenge(state.secret, state.drawn, fair.mark(state.city.paths, tom))
    return {"challenge": code} if code else {}

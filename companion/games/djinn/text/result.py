"""How a game of Djinn ended: every sheet's score, the places, and what the scores list keeps. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.djinn.facts.events import Event
from companion.games.djinn.scoring import scoring
from companion.games.djinn.scoring.scoring import Score, Standing, standings
from companion.games.djinn.scoring.sheet_defaults import sheet_of, sheets_of
from companion.games.djinn.setup import challenges
from companion.games.djinn.solo import tasks, tom_game
from companion.games.djinn.state.model import State, against_tom
from companion.language.texts import Text
from companion.table.finished import Result, ScoreField, Who

TOMS = {"printed": Text("printed deck"), "house": Text("house deck"), "own": Text("own cards")}
"""The decks that Tom may play with."""
ENDS = {"won": Text("won"), "lost": Text("lost")}
KEPT = (
    ScoreField("result", Text("Against Tom"), ENDS.__getitem__),
    ScoreField("deck", Text("Cards in Tom's deck")),
    ScoreField("tom", Text("Tom's deck"), TOMS.__getitem__),
    ScoreField("tasks", Text("Tasks"), tasks.LABELS.__getitem__, parts=tuple(tasks.LABELS), counted="counted"),
    ScoreField("challenge", Text("Challenge"), challenges.spoken),
    ScoreField("first_game", Text("First game"), lambda _: Text("yes")),
    ScoreField("longer", Text("Longer game"), lambda _: Text("yes")),
)
"""What is told of a finished game besides its points."""


def done(
    state: State,
    *,
    seat: int,
    override: bool,
    held: Mapping[str, int] | None = None,
    asks: bool = False,
    by_points: bool = False,
    at: float,
) -> list[Event]:
    """Say that a seat's sheet is filled in, also with what its player `held`; the last one ends the game.

    If it `asks`, the end of a hunt of several is asked first. A tie of several is seen `by_points`.
    """
    if against_tom(state):
        return tom_game.done(state, seat=seat, override=override, held=held, asks=asks, at=at)
    return scoring.done(state, seat=seat, override=override, held=held, asks=asks, by_points=by_points, at=at)


def end(state: State, *, by: int | None = None, by_points: bool = False, at: float) -> list[Event]:
    """End the game with the sheets as they are; `by` is the seat that asks, None for the host."""
    if against_tom(state):
        return tom_game.end(state, at=at)
    return scoring.end(state, by=by, by_points=by_points, at=at)


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
        if seat in placed
        else Result(len(placed) + 1)
        for seat, score in enumerate(scores)
    )


def sheet_scores(state: State) -> list[Score]:
    """Score every sheet; there are no scores in a game lost to Tom."""
    if state.result == "lost":
        return [Score((), 0) for _ in state.sheets]
    if against_tom(state):
        return [tom_game.score(sheet, cards_left=tom_game.cards_counted(state)) for sheet in sheets_of(state)]
    return [scoring.score(sheet, state.cards) for sheet in sheets_of(state)]


def ranking(state: State, scores: list[Score]) -> list[Standing]:
    """Rank the seats that have a score, called by their numbers."""
    scored = (seat for seat in range(len(state.sheets)) if seat not in state.unscored)
    return standings({str(seat): (sheet_of(state, seat), scores[seat]) for seat in scored})


def sources(scores: Sequence[Score]) -> dict[str, str]:
    """Name the sources of points in the order of a sheet, from which anybody got any."""
    lines = [line for score in scores for line in score.lines]
    given = {line.id for line in lines if line.points}
    order = sorted({line.id: None for line in lines if line.id in given}, key=_last)
    labels = {line.id: line.label for line in lines}
    return {id: labels[id] for id in order}


def _last(id: str) -> bool:
    return id in ("other", "cards_left")


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps besides the points: how the game was played, and Tom's part in it."""
    usual = {"players": state.players, "first_game": state.first_game and not state.just_score, "longer": state.longer}
    if state.turn is not None:  # the clock has run, pauses left out
        usual["seconds"] = round(sum(state.clock.seconds))
    if against_tom(state):
        return usual | _tom_options(state)
    return usual | ({"started": Who(state.start_seat)} if state.turn is not None else {})


def _tom_options(state: State) -> dict[str, Any]:
    """List what the log of games against Tom keeps of one; only a won game meets tasks."""
    kept = {"deck": state.deck_size, "tom": tom_of(state), "result": state.result, "tasks": []}
    if state.result == "won":
        kept |= {"tasks": sorted(tasks.reached(state)), "counted": sorted(tasks.counted(state))}
    return kept | challenge(state)


def tom_of(state: State) -> str:
    """Tell which deck Tom plays: the printed one, the house deck, or the cards that the owner of the box entered."""
    if not state.shuffled:
        return "printed"
    return "house" if state.house else "own"


def challenge(state: State) -> dict[str, str]:
    """Name the challenge of a game against Tom, as an option of its play; empty if it is none."""
    code = challenges.code_of(state)
    return {"challenge": code} if code else {}

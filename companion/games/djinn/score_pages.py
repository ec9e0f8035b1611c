"""Djinn's pages on the score: the sheets and the result."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn import draft, fair, scoring, solo, solo_store
from companion.games.djinn.facts import CARDS
from companion.games.djinn.pages import bp, show
from companion.games.djinn.result import challenge, ranking, sheet_scores
from companion.games.djinn.scoring import ROWS
from companion.games.djinn.state import State, against_tom, private_cards_shown, seen_by
from companion.scores import store as scores
from companion.table.screen import look
from companion.web import stamps

__all__ = ["bp"]


@bp.get("/<code>/score")
def score_page(code: str) -> ResponseReturnValue:
    """Show every player's total, and one sheet to fill in."""
    screen = look(code)
    state = seen_by(screen.table.state, screen.serves)
    seat = request.args.get("seat", screen.me.seat or 0, type=int)
    seat = seat if 0 <= seat < state.players else 0
    sheet = state.sheets[seat] if state.sheets else scoring.Sheet()
    cards = [*state.cards, *filter(None, [sheet.private_card])]
    needed = solo.NEEDED if against_tom(state) else scoring.needed(cards)
    rows = [row for row in ROWS if row.id in needed or "all" in request.args]
    mine = screen.me.may(seat) and not state.finished
    scores = sheet_scores(state)
    return show(
        "djinn/score.html",
        screen,
        seat=seat,
        mine=mine,
        finishing=screen.me.host or scoring.is_played_out(state),
        private=draft.may_hold_private_card(state, seat) and seat in screen.serves,
        face_up=private_cards_shown(state),
        scores=scores,
        stamps=stamps(
            {row.id: (getattr(sheet, row.id), seat, mine) for row in rows}
            | {f"line-{line.id}": (line, seat) for line in scores[seat].lines}
        ),
        tasks=[(task, task.id in solo.tasks(sheet)) for task in solo.TASKS] if against_tom(state) else [],
        rows=rows,
        more=len(ROWS) - len(rows),
        cards=CARDS,
    )


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show the ranking of a finished game, and where every point comes from."""
    screen = look(code)
    state: State = screen.table.state
    if not state.finished:
        return redirect(url_for("djinn.score_page", code=code), 303)
    results = sheet_scores(state)
    saved = scores.find_code(code)
    return show(
        "djinn/result.html",
        screen,
        beaten=solo_store.beaten(saved) if saved and against_tom(state) else None,
        here="djinn.score_page",
        ranking=ranking(state, results),
        scores=results,
        saved=saved,
        lost=state.result == "lost",
        seed=challenge(state).get("challenge"),
        spoken=fair.spoken,
        solo=against_tom(state),
    )

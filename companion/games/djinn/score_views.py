"""Djinn's pages on the score: the sheets, the result, and what the scores list keeps of it."""

from __future__ import annotations

import time
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.djinn import draft, fair, scoring, solo, solo_store
from companion.games.djinn.facts import CARDS
from companion.games.djinn.forms import BoxForm, PrivateForm
from companion.games.djinn.scoring import BOXES, Score, score, standings
from companion.games.djinn.state import State, against_tom, seen_by
from companion.games.djinn.views import bp, serves, show, to
from companion.scores import store as scores
from companion.table import seats
from companion.table.forms import OnceForm, checked
from companion.table.log import Refusal
from companion.table.play import find_table
from companion.table.screen import act, look, require
from companion.web import phone_id, stamps

__all__ = ["bp"]

PRIVATE = "private_scoring"
"""The Character Tile that brings a Scoring Card of one's own."""


@bp.get("/<code>/score")
def score_page(code: str) -> ResponseReturnValue:
    """Show every player's total, and one sheet to fill in."""
    screen = look(code)
    state = seen_by(screen.table.state, serves(screen))
    seat = request.args.get("seat", screen.me.seat or 0, type=int)
    seat = seat if 0 <= seat < state.players else 0
    sheet = state.sheets[seat] if state.sheets else scoring.Sheet()
    cards = [*state.cards, *filter(None, [sheet.private_card])]
    needed = solo.NEEDED if against_tom(state) else scoring.needed(cards)
    boxes = [box for box in BOXES if box.id in needed or "all" in request.args]
    mine = screen.me.may(seat) and not state.finished
    scores = result(state)
    return show(
        "djinn/score.html",
        screen,
        seat=seat,
        mine=mine,
        private=may_hold_private_card(state, seat) and seat in serves(screen),
        scores=scores,
        stamps=stamps(
            {box.id: (getattr(sheet, box.id), seat, mine) for box in boxes}
            | {f"line-{line.id}": (line, seat) for line in scores[seat].lines}
        ),
        tasks=[(task, task.id in solo.tasks(sheet)) for task in solo.TASKS] if against_tom(state) else [],
        boxes=boxes,
        more=len(BOXES) - len(boxes),
        cards=CARDS,
    )


def may_hold_private_card(state: State, seat: int) -> bool:
    """Say whether a seat has the tile with a private Scoring Card, or may have it, as nobody told who took which."""
    return PRIVATE in (draft.tiles_of(state, seat) if state.picks else (*state.green, *state.red))


@bp.post("/<code>/count")
def count(code: str) -> ResponseReturnValue:
    """Count a box up or down, or set it."""
    form = checked(BoxForm, formdata=request.values)
    chosen: dict[str, Any] = {"seat": form.seat.data, "box": form.box.data}
    if form.by.data is not None:
        act(code, scoring.count, form, for_seat=form.seat.data, by=form.by.data, **chosen)
    elif form.value.data is not None:
        act(code, scoring.set_box, form, for_seat=form.seat.data, value=form.value.data, **chosen)
    else:
        raise Refusal("Enter a number first.")
    return to("score_page", code, seat=form.seat.data, all=request.args.get("all"))


@bp.post("/<code>/private")
def private(code: str) -> ResponseReturnValue:
    """Choose the private Scoring Card."""
    form = checked(PrivateForm)
    card = form.card.data or None
    act(code, scoring.choose_private_card, form, for_seat=form.seat.data, seat=form.seat.data, card=card)
    return to("score_page", code, seat=form.seat.data)


@bp.post("/<code>/finish")
def finish(code: str) -> ResponseReturnValue:
    """Close the sheets and save the result to the scores list."""
    state: State = find_table(code).state
    table = act(code, solo.finish if against_tom(state) else scoring.finish, checked(OnceForm), at=time.time())
    if table.state.finished:
        save(table.code, table.state)
    return to("result_page", code)


@bp.post("/<code>/save")
def save_result(code: str) -> ResponseReturnValue:
    """Save the result of a finished game that is not in the scores list yet."""
    require(seats.find_me(code, phone_id()))
    state: State = find_table(code).state
    if not state.finished:
        raise Refusal("The game is not finished yet; fill in all sheets first.")
    save(code, state)
    return to("result_page", code)


def save(code: str, state: State) -> int:
    """Put the result into the scores list, in place of an earlier one of this table."""
    at_table = {str(seat.number): seat for seat in seats.find_seats(code)}
    results = result(state)
    places = standings({str(seat): (sheet, results[seat]) for seat, sheet in enumerate(state.sheets)})
    return scores.save(
        "djinn",
        code=code,
        played_at=time.time(),
        options={
            "players": state.players,
            "first_game": state.first_game,
            "longer": state.longer,
            **(tom_options(state) if against_tom(state) else {}),
        },
        players=[
            scores.Player(
                name=at_table[standing.name].name,
                colour=at_table[standing.name].colour,
                place=2 if state.result == "lost" else standing.place,
                points=None if state.result == "lost" else standing.total,
                tie_break=standing.tie_break,
                lines=tuple(
                    scores.Line(line.id, line.label, line.points, line.why)
                    for line in results[int(standing.name)].lines
                ),
            )
            for standing in places
        ],
    )


def tom_options(state: State) -> dict[str, Any]:
    """Give what the log of games against Tom keeps of one: only a won game meets tasks."""
    tasks = sorted(solo.tasks(state.sheets[0])) if state.result == "won" else []
    return {"deck": state.deck_size, "result": state.result, "tasks": tasks, **challenge(state)}


def challenge(state: State) -> dict[str, str]:
    """Give the challenge that a game against Tom is, if it is one, as an option of its play."""
    if not (against_tom(state) and state.shuffled):  # the order of a printed deck is nobody else's
        return {}
    tom = [card for card in (*state.deck, *state.revealed) if card.first] if not state.house else []
    code = fair.challenge(state.secret, state.drawn, fair.mark(state.city.paths, tom))
    return {"challenge": code} if code else {}


def result(state: State) -> list[Score]:
    """Score every sheet; a game lost to Tom gives nothing."""
    if state.result == "lost":
        return [Score((), 0) for _ in state.sheets]
    if against_tom(state):
        return [solo.score(sheet, cards_left=state.cards_left) for sheet in state.sheets]
    return [score(sheet, state.cards) for sheet in state.sheets]


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show the ranking of a finished game, and where every point comes from."""
    screen = look(code)
    state: State = screen.table.state
    if not state.finished:
        return to("score_page", code)
    results = result(state)
    ranking = standings({str(seat): (sheet, results[seat]) for seat, sheet in enumerate(state.sheets)})
    saved = scores.find_code(code)
    return show(
        "djinn/result.html",
        screen,
        beaten=solo_store.beaten(saved) if saved and against_tom(state) else None,
        here="djinn.score_page",
        ranking=ranking,
        scores=results,
        saved=saved,
        lost=state.result == "lost",
        seed=challenge(state).get("challenge"),
        spoken=fair.spoken,
        solo=against_tom(state),
    )

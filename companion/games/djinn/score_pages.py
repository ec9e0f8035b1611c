"""Djinn's pages on the score: the sheets and the result."""

from __future__ import annotations

import time
from functools import reduce

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn import draft, fair, hand_store, scoring, solo, solo_store, tally
from companion.games.djinn.events import SheetSet, TomRevealed
from companion.games.djinn.facts import CARDS, NAMES
from companion.games.djinn.open_pages import DECKS, WAYS
from companion.games.djinn.pages import bp, show
from companion.games.djinn.result import challenge, ranking, sheet_scores, sources
from companion.games.djinn.scoring import ROWS
from companion.games.djinn.state import State, against_tom, evolve, private_cards_shown, seen_by
from companion.scores import store as scores
from companion.table import seats
from companion.table.screen import Screen, look
from companion.text import Text
from companion.web import stamps

__all__ = ["bp"]

ENDS = frozenset(("done", "end"))
"""The moves that end a game of more than one."""
SWATCHES = 10
"""How many colours a chart has: each means one source of points, for all players."""
FROM_HAND = Text("from your calculator: count again")
CEREMONY = 60
"""For so many seconds after the end the result is told line by line."""


@bp.get("/<code>/score")
def score_page(code: str) -> ResponseReturnValue:
    """Show one player's sheet to fill in; after the end, the result unless a sheet is asked for."""
    screen = look(code)
    if screen.table.state.finished and "seat" not in request.args:
        return redirect(url_for("djinn.result_page", code=code), 303)
    state = seen_by(screen.table.state, screen.serves)
    seat = request.args.get("seat", screen.me.seat or 0, type=int)
    seat = seat if 0 <= seat < state.players else 0
    taken = scoring.from_hand(state, seat, hand_store.on_sheet(screen, seat)) if not state.finished else []
    held = {one.box: one.value for one in taken if isinstance(one, SheetSet)}
    filled = reduce(evolve, taken, state)
    sheet = tally.sheet_of(filled, seat)
    needed = rows_for(state, seat) | tally.entered(state, seat)
    rows = [row for row in ROWS if row.id in needed or "all" in request.args]
    mine = screen.me.may(seat) and not state.finished
    scores = sheet_scores(filled)
    origins = {row: tally.FROM[row] for row in tally.follows(filled, seat)} | dict.fromkeys(held, FROM_HAND)
    missing, doubt = scoring.missing(state), tally.doubt(state, seat)
    end = (missing, screen.me.host, screen.once, screen.people)
    done = (end, doubt, held, seat, mine, state.tied, screen.me.seat)
    return show(
        "djinn/score.html",
        screen,
        seat=seat,
        mine=mine,
        sheet=sheet,
        held=held,
        origins=origins,
        seen=tally.seen(state, seat),
        told=tally.told(sheet),
        traded=tally.traded(sheet),
        doubt=doubt,
        missing=missing,
        private=draft.may_hold_private_card(state, seat) and seat in screen.serves,
        face_up=private_cards_shown(state),
        scores=scores,
        stamps=stamps(
            {row.id: (getattr(sheet, row.id), origins.get(row.id), seat, mine) for row in rows}
            | {f"line-{line.id}": (line, seat) for line in scores[seat].lines}
            | {"private": (sheet.private_card, state.cards, private_cards_shown(state), seat)}
            | ({} if state.finished else {"sheets": done, "end": end})
        ),
        tasks=solo.TASKS if against_tom(state) else (),
        met=solo.tasks(state) if against_tom(state) else (),
        counted=solo.counted(state) if against_tom(state) else (),
        rows=rows,
        more=len(ROWS) - len(rows),
        cards=CARDS,
    )


def rows_for(state: State, seat: int) -> frozenset[str]:
    """Find the rows that a sheet shows: what gives points, what breaks a tie, what Tom's tasks ask for."""
    return solo.NEEDED if against_tom(state) else scoring.asked(state, seat)


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show the ranking of a finished game, and where every point comes from."""
    screen = look(code)
    state: State = screen.table.state
    if not state.finished:
        return redirect(url_for("djinn.score_page", code=code), 303)
    results = sheet_scores(state)
    end, ranked = screen.last(ENDS), ranking(state, results)
    saved = scores.find_code(code)
    return show(
        "djinn/result.html",
        screen,
        beaten=solo_store.beaten(saved) if saved and against_tom(state) else None,
        news=solo_store.news(saved) if saved and against_tom(state) else None,
        tasks=solo.LABELS,
        here="djinn.score_page",
        fresh=end is not None and time.time() - end.at < CEREMONY and len(ranked) > 1,
        sources=sources(results),
        colour={id: number % SWATCHES for number, id in enumerate(sources(results))},
        ranking=ranked,
        scores=results,
        saved=saved,
        lost=state.result == "lost",
        following=seats.find_next(code),
        ways=WAYS if not against_tom(state) else (),
        decks=sorted(DECKS, key=lambda way: way.choices["deck"] != state.deck_size) if against_tom(state) else (),
        bosses=[NAMES[state.layout[slot]] for slot, space in state.spaces.items() if space.boss],
        last_card=_last_card(screen) if state.result == "lost" else (),
        seed=challenge(state).get("challenge"),
        spoken=fair.spoken,
        solo=against_tom(state),
    )


def _last_card(screen: Screen) -> tuple[solo.Said, ...]:
    """Say what the card did that lost the game."""
    entry = screen.last({"reveal", "reveal_printed"})
    card = next((one for one in (entry.events if entry else ()) if isinstance(one, TomRevealed)), None)
    return tuple(line for line in solo.tom_says(card) if line.counts) if card else ()

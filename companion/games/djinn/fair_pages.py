"""Djinn's pages on chance: fair draws, and challenges."""

from __future__ import annotations

from datetime import date

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn import fair, scoring, setup, solo_store
from companion.games.djinn.again import CHOICES, again, snippet
from companion.games.djinn.pages import TAPS, bp
from companion.games.djinn.tell import spell
from companion.kit.fair import Fairness, check_by
from companion.scores.views import SHOWN, number
from companion.web import page

__all__ = ["bp", "fairness"]

fairness = Fairness(again, setup.say_word, scoring.tell_secret, spell, snippet, TAPS, CHOICES)
check_by(bp, fairness)


@bp.get("/challenge/<seed>")
def challenge_page(seed: str) -> ResponseReturnValue:
    """List the scores of one challenge, the best first."""
    known = fair.read_challenge(seed)
    if known.code != seed:
        return redirect(url_for("djinn.challenge_page", seed=known.code))
    start = number("from") or 0
    plays = solo_store.challenged(seed, start=start, limit=SHOWN + 1)
    return page(
        "djinn/challenge.html",
        known=known,
        is_todays=known.code == fair.of_day(date.today().toordinal()),
        spoken=fair.spoken(seed),
        start=start,
        plays=plays[:SHOWN],
        next=start + SHOWN if len(plays) > SHOWN else None,
    )

"""The turn's page: whose turn it is, who reads what, and what this phone does in it."""

from __future__ import annotations

from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.tales import after, box_store, end, turn
from companion.games.tales.encounter import paragraphs
from companion.games.tales.facts import BASICS
from companion.games.tales.heroes import MARKERS, PLACES, usable
from companion.games.tales.pages import bp, show, taken_back
from companion.games.tales.sheet import headings, sheet
from companion.games.tales.state import CARDS, TIMES, Encounter, State, left_of, right_of, time_of
from companion.games.tales.wealth import TRACK, Rates
from companion.games.tales.words import Moment, lines
from companion.table.screen import Screen, look
from companion.text import Text
from companion.web import stamps

NAMING = ("more", "later")
"""The forms in which names are typed that were typed before at other tables."""


@bp.get("/<code>/turn")
def turn_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, who reads what, and what this phone does in it."""
    screen = look(code)
    state: State = screen.table.state
    if state.turn is None:
        return show("tales/turn.html", screen, stamps={})
    seat, doing = state.turn, request.args.get("doing", "")
    hero, may, now = state.heroes[seat], screen.me.may(seat), state.encounter or Encounter()
    limit, matters = turn.rates(state, hero), matter(state)
    going = ways(state, limit) if may and (not state.moved or doing == "moving") else None
    return show(
        "tales/turn.html",
        screen,
        stamps=stamps(parts(screen, matters, going, doing if may else None)),
        seat=seat,
        hero=hero,
        may=may,
        whose=whose(screen),
        now=reads(screen),
        reading=reading(screen) if now.paragraph else None,
        matters=matters,
        limit=limit,
        going=going,
        doing=doing,
        cards=tuple(CARDS.items()),
        met=met(state),
        encounter=now,
        rolls=rolling(state, doing) if screen.me.plays else "",
        masters=turn.masters(hero),
        three=paragraphs(now.number) if now.number else (),
        markers=MARKERS,
        letters=BASICS.matrices,
        track=TRACK,
        known=known() if may and doing in NAMING else None,
        sales=box_store.find().sales if may and doing == "later" else {},
        line=own_line(screen),
        most_line=after.LONGEST_LINE,
        declares=screen.me.plays and seat in screen.serves and end.why_not(state, seat) is None,
    )


def whose(screen: Screen) -> dict[str, Any]:
    """Prepare whose turn it is."""
    state: State = screen.table.state
    seat = screen.seats[state.turn or 0]
    return {
        "name": seat.name,
        "colour": seat.colour,
        "own": screen.me.seat == seat.number,
        "time": TIMES[time_of(state)],
        "deck": state.deck,
        "last": len(state.last),
        "known": tuple(screen.names[one] for one in taken_back(screen.table)),
    }


def reads(screen: Screen) -> dict[str, Any]:
    """Prepare who reads what for the hero on the move, and how that one stands."""
    state: State = screen.table.state
    seat, me = state.turn or 0, screen.me.seat
    book, matrix = left_of(state, seat), right_of(state, seat)
    reader = "both" if book == matrix else "book" if me == book else "matrix"
    mine = reader if me in (book, matrix) and me != seat else ""
    names = {"name": screen.names[seat], "book": screen.names[book], "matrix": screen.names[matrix]}
    return {"hero": sheet(state.heroes[seat]), "reads": mine, **names}


def reading(screen: Screen) -> dict[str, Any]:
    """Prepare the paragraph to read, and the headings below it: what may be used, and what has to be."""
    state: State = screen.table.state
    seat = state.turn or 0
    book, hero = left_of(state, seat), state.heroes[seat]
    return {
        "own": screen.me.seat == book,
        "reader": screen.names[book],
        "name": screen.names[seat],
        "paragraph": (state.encounter or Encounter()).paragraph,
        "headings": headings(hero),
        "treasures": hero.treasures,
    }


def matter(state: State) -> dict[str, Any]:
    """Prepare what of the hero's statuses, skills and treasures matters now."""
    return {"moment": moment(state), "treasures": state.heroes[state.turn or 0].treasures}


def moment(state: State) -> tuple[Text, ...]:
    """List what of the hero's statuses and skills matters now, and not before or after."""
    if state.turn is None:
        return ()
    hero, now = state.heroes[state.turn], state.encounter
    own = {*hero.statuses, *usable(hero)}
    if now is None:
        moments: tuple[Moment, ...] = ("after", "cure", "roll") if state.moved else ("move",)
    elif not now.number:
        moments = ("roll", "react")
    else:
        moments = ("read", "award") if now.paragraph else ("react",)
    return tuple(line for one in moments for line in lines(one, own, state.noted))


def ways(state: State, limit: Rates) -> dict[str, Any]:
    """Prepare where the hero may go, and from which rates on if others count: what changes them stands above."""
    hero = state.heroes[state.turn or 0]
    base, *slowed = turn.reasons(state, hero)
    return {
        "base": base if slowed else None,
        "routes": () if state.moved else turn.fullest(limit),
        "places": tuple(PLACES.items()),
        "power": "destination" in hero.markers,
        "moved": state.moved,
    }


def met(state: State) -> dict[str, Any]:
    """Prepare what is known of the encounter."""
    hero, now = state.heroes[state.turn or 0], state.encounter or Encounter()
    return {
        "card": CARDS.get(now.card),
        "time": TIMES[time_of(state)] if now.card == "character" else None,
        "row": now.row,
        "die": now.die,
        "space": now.space,
        "bonus": now.bonus,
        "matrix": now.matrix,
        "number": now.number,
        "courts": turn.courts(hero),
    }


def rolling(state: State, doing: str) -> str:
    """Say whether row, number and die stand on the page, or come when they are asked for: nobody rolls twice a turn."""
    now = state.encounter
    begun = now or state.heroes[state.turn or 0].place.kind == "power"
    return "open" if doing == "again" or (begun and not (now and now.paragraph)) else "asked"


def known() -> dict[str, Any]:
    """Look up the names that were typed before at any table."""
    box = box_store.find()
    return {"treasures": box.treasures, "quests": box.quests, "cities": box.cities}


def parts(screen: Screen, matters: dict[str, Any], going: object, doing: str | None) -> dict[str, object]:
    """List what decides how each part of the page looks that is not sent again and again.

    `doing` is the form that was opened, None for a phone that may not open any.
    """
    state: State = screen.table.state
    hero = state.heroes[state.turn or 0]
    has = (*hero.statuses, "", *hero.treasures)
    later = (state.turn, hero.cards, hero.turns, hero.quest, hero.markers, has, hero.master, screen.names)
    more = (state.turn, [*hero.skills], has) if doing == "more" else ""
    return {
        "matters": matters if any(matters.values()) else None,
        "moving": going and (state.turn, going),
        "giving": None if doing is None else more,
        "naming": True if doing == "more" else None,
        "later": later if doing == "later" else None,
        "afterwards": None if doing in (None, "later") else True,
        "lining": own_line(screen) if screen.me.plays else None,
    }


def own_line(screen: Screen) -> str:
    """Find the line that this phone's player has added to the tale of this turn."""
    state: State = screen.table.state
    seat = screen.me.seat if screen.me.seat is not None else state.turn
    return state.lines.get(seat if seat is not None else 0, "")

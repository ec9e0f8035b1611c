"""What a phone is told in a turn for those it serves: who declares, who reads what, and which paragraph."""

from __future__ import annotations

from typing import Any

from companion.games.tales.pages.views import People, shares
from companion.games.tales.play import ending
from companion.games.tales.scoring.hero_sheet import headings
from companion.games.tales.state import State, left_of, right_of
from companion.language.texts import Text
from companion.table.log import Table
from companion.table.screen import Screen


def declared(screen: Screen) -> dict[str, Any]:
    """Say whether this phone may declare for the seat whose turn it is, or `why_not`, and whether its award led there.

    On a phone that serves others, too, that is `covered`: only who asks for it sees it. Elsewhere it `tells` what one
    whose goal is met has to do.
    """
    table, did = screen.table, screen.own_last
    serves = screen.me.plays and table.state.turn in screen.private_seats
    shared = shares(screen)
    covered = serves and shared and table.work_out(may_ask)
    why, met = table.work_out(standing) if serves else (None, False)
    declares = serves and why is None
    awarded = declares and not shared and did is not None and did.move == "award" and did in table.moves
    tells = not shared and (declares or met)
    return {"declares": declares, "awarded": awarded, "covered": covered, "why_not": why, "tells": tells}


def may_ask(table: Table) -> bool:
    """Say whether it means anything to ask if a goal is met, which all may know.

    Of goals on paper only their owners know, and no turn ends at a Place of Power.
    """
    state: State = table.state
    kind = state.heroes[state.turn or 0].place.kind
    return kind == "baghdad" or (kind != "power" and not state.on_paper)


def standing(table: Table) -> tuple[Text | None, bool]:
    """Say why the hero on the move may not declare, and whether its goal is met anyway: a secret of its seat.

    A status is no reason here: it is said beside the button, and perhaps nobody notices.
    """
    state: State = table.state
    seat = state.turn or 0
    has_goal, away = seat in state.goals, state.heroes[seat].place.kind != "baghdad"
    if has_goal and not ending.is_met(state, seat):
        return Text("Your goal isn't met yet."), False
    if has_goal and away and state.declared:
        return Text("You're in the running: end your turn in Baghdad."), True
    return ending.why_not(state, seat, override=True), has_goal


def serving(state: State, phones: frozenset[int], me: int | None, *, host: bool) -> frozenset[int]:
    """List the seats that a phone serves: its own, and for a host those without one of the `phones`."""
    return frozenset(seat for seat in range(state.players) if seat == me or (host and seat not in phones))


def readers(state: State, people: People, me: int | None, served: frozenset[int]) -> dict[str, Any]:
    """Prepare who reads what for the hero on the move, on a phone that belongs to `me` and serves these seats.

    The `other` reader is one whom it serves besides.
    """
    seat = state.turn or 0
    book, matrix = left_of(state, seat), right_of(state, seat)
    reader = "both" if book == matrix else "book" if me == book else "matrix"
    mine = reader if me in (book, matrix) and me != seat else ""
    other = {"book": matrix, "matrix": book}.get(mine)
    return {
        "reads": mine,
        "name": people[seat][0],
        "book": people[book][0],
        "matrix": people[matrix][0],
        "other": people[other][0] if other in served else "",
    }


def reading(
    state: State, people: People, me: int | None, served: frozenset[int], paragraph: int
) -> dict[str, Any] | None:
    """Prepare the paragraph to read, and the headings below it: what may be used, and what has to be; None without one.

    It is large on the phone that serves its reader, who is named there too, unless it is the phone's own player.
    """
    if not paragraph:
        return None
    seat = state.turn or 0
    book, hero = left_of(state, seat), state.heroes[seat]
    master = state.encounter.master if state.encounter else ""
    return {
        "large": book in served,
        "own": me == book,
        "reader": people[book][0],
        "name": people[seat][0],
        "paragraph": paragraph,
        "headings": headings(hero, master),
        "treasures": () if master else hero.treasures,
    }

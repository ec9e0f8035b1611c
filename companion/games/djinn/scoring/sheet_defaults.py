"""What the app saw of a player, and the score sheets with what follows from it filled in. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.djinn.facts import BOSS, BOSS_POINTS, CONTENTS, START, TROPHY_POINTS
from companion.games.djinn.facts.gains import EQUIPMENT, UNCOVERED
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import gains
from companion.games.djinn.play.rewards import BY_TROPHY
from companion.games.djinn.setup.draft import start_sheet
from companion.games.djinn.state.model import State
from companion.language.texts import Text
from companion.table.log import Refusal, changed as replace

FROM = {
    "trophies_30": Text("from the hunt: the Trophies taken"),
    "trophies_36": Text("from the hunt: the Trophies taken"),
    "corked": Text("from the hunt, minus circles and Trophies"),
    "passages": Text("from the hunt: the Passages placed"),
    "capacity": Text("from the hunt: what you tapped"),
    "base": Text("from Equipment and Passages"),
    **dict.fromkeys(EQUIPMENT.values(), Text("from the hunt: what you tapped")),
    "other": Text("from the hunt: the Bosses caught"),
    "inactive_circles": Text("from the hunt, and the Djinn in circles"),
    "coins": Text("starting amount: count again"),
    "scrolls": Text("starting amount: count again"),
}
"""Where a row that nobody entered is filled in from."""


def seen(state: State, seat: int) -> int | None:
    """Count the Djinn and Bosses that the app saw a seat catch; None at a table that did not tap its catches."""
    return len(state.caught[seat]) if any(state.caught) else None


def entered(state: State, seat: int) -> frozenset[str]:
    """List the rows of a seat's sheet that somebody has entered."""
    return state.entered[seat] if seat < len(state.entered) else frozenset()


def is_untouched(state: State, seat: int) -> bool:
    """Say whether nobody has entered anything on a seat's sheet; a private card alone says nothing."""
    blank = replace(state.sheets[seat], private_card=None) == Sheet()
    return blank and not entered(state, seat) - {"private_card"}


def sheet_of(state: State, seat: int) -> Sheet:
    """Find a seat's sheet; until the end, rows that nobody has entered follow from the others and from what was seen.

    Djinn that are neither in a circle nor went for a Trophy are in corked Bottles; a circle with a Djinn is active.
    """
    return state.sheets[seat] if state.finished else replace(state.sheets[seat], **follows(state, seat))


def follows(state: State, seat: int) -> dict[str, Any]:
    """Fill in the rows of a seat's sheet that nobody has entered and that differ from an empty sheet's."""
    if seat >= len(state.sheets):
        return {}
    sheet, known = state.sheets[seat], entered(state, seat)
    filled: dict[str, Any] = {row: value for row, value in _gained(state, seat).items() if row not in known}
    if "inactive_circles" not in known:
        filled["inactive_circles"] = _inactive(state, seat, sheet)
    caught = seen(state, seat)
    if caught is not None and "corked" not in known:
        filled["corked"] = max(0, caught - sheet.circled - traded(replace(sheet, **filled)))
    if "base" not in known:
        filled["base"] = _base(state, replace(sheet, **filled))
    return {row: value for row, value in filled.items() if value != getattr(sheet, row)}


def _inactive(state: State, seat: int, sheet: Sheet) -> int:
    """Count the Spell Circles that nobody activated: those told, and each with a Djinn in it, are active.

    A covered one holds no Djinn (rulebook, Character Tiles).
    """
    uncovered = gains.total(state, seat, UNCOVERED)
    covered = max(0, start_sheet(state, seat).circles_covered - uncovered) if state.markers else 0
    told = CONTENTS.circles - START.active_circles - (gains.total(state, seat, "circles") - uncovered)
    return max(0, min(told, CONTENTS.circles - sheet.circled - covered))


def _base(state: State, sheet: Sheet) -> int:
    """Find where the Base Marker is by what a sheet says: a full set moves it, and all Passages do (Player Board 1c).

    Older tables left it to their players.
    """
    if not state.markers:
        return sheet.base
    a_set = min(sheet.staves, sheet.hats, sheet.cloaks) > 0
    return START.base + a_set + (sheet.passages >= CONTENTS.passages - START.passages_removed)


def _capacity(state: State, seat: int) -> int:
    """Find the capacity that a seat has come to; 0 where the app saw none come: it never falls below the start's."""
    if seat in state.beyond and state.goods:
        return CONTENTS.most_capacity
    more = gains.total(state, seat, "capacity")
    return min(CONTENTS.most_capacity, START.capacity + more) if more > 0 else 0


def _gained(state: State, seat: int) -> dict[str, int]:
    """Collect what the app saw a seat gain; what it began with counts as long as a tie is to be broken by it."""
    points = [one.points for one in state.taken if one.seat == seat]
    rows = {f"trophies_{worth}": points.count(worth) for worth in TROPHY_POINTS}
    rows["passages"] = state.placed.count(seat)
    if "boss_points" in state.rules_on and any(state.caught):
        rows["other"] = BOSS_POINTS * state.caught[seat].count(BOSS)
    rows["capacity"] = _capacity(state, seat)
    rows |= {row: gains.total(state, seat, row) for row in EQUIPMENT.values()}
    if seat in state.tied and _knows_start(state):
        start = start_sheet(state, seat)
        rows |= {"coins": start.coins, "scrolls": start.scrolls}
    return {row: count for row, count in rows.items() if count}


def _knows_start(state: State) -> bool:
    """Say whether the app knows what players began with: it saw the hunt, and the draft if there is one."""
    return state.goods and state.turn is not None and (not state.green or len(state.picks) == 2 * state.players)


def sheets_of(state: State) -> tuple[Sheet, ...]:
    """Find all sheets, as `sheet_of` does."""
    return tuple(sheet_of(state, seat) for seat in range(len(state.sheets)))


def traded(sheet: Sheet) -> int:
    """Count the Djinn that went for Trophies."""
    return BY_TROPHY * (sheet.trophies_30 + sheet.trophies_36)


def on_sheet(sheet: Sheet) -> int:
    """Count the Djinn and Bosses that a sheet speaks of."""
    return sheet.corked + sheet.circled + traded(sheet)


def doubt(state: State, seat: int) -> Text | None:
    """Say why a sheet is hardly done: nothing stands on it, or other Djinn than the app saw."""
    if seat in state.tied:  # it was done before
        begun_with = {"coins", "scrolls"} & follows(state, seat).keys()
        return Text("These are your starting Coins and Scrolls. Count them again.") if begun_with else None
    if is_untouched(state, seat):
        return Text("Nothing is entered on this sheet yet.")
    caught, sheet = seen(state, seat), sheet_of(state, seat)
    if caught is None or caught == on_sheet(sheet):
        return None
    return Text(
        "The app counted %(seen)s Djinn caught, but this sheet has %(told)s.", seen=caught, told=on_sheet(sheet)
    )


def early(state: State, seat: int) -> Text | None:
    """Say that a seat's sheet is the last one and ends the game amid the hunt; older logs did not look at that."""
    hunting = state.turn is not None and not state.at_source
    if not hunting or len(state.done | {seat}) < state.players:
        return None
    return Text("The hunt isn't over yet, but once this last sheet is done, the game is.")


def outdated(state: State, seat: int) -> Text | None:
    """Say, before a seat's sheet ends the game as the last one, that one done before does not fit what was caught."""
    return Text("A sheet that is done doesn't fit what its player caught.") if misfits(state, seat) else None


def misfits(state: State, seat: int) -> list[int]:
    """List whose sheets are done and do not fit what was caught, before a seat's sheet ends the game as the last."""
    if len(state.done | {seat}) < state.players or seat in state.tied:
        return []
    return [one for one in sorted(state.done) if seen(state, one) not in (None, on_sheet(sheet_of(state, one)))]


def unplaced(state: State, seat: int) -> Text | None:
    """Ask where the Djinn of a seat are, of which the app saw the catch alone; logs may end a sheet without it."""
    caught = seen(state, seat) or 0
    if caught <= traded(sheet_of(state, seat)) or {"corked", "circled"} & entered(state, seat) or seat in state.tied:
        return None
    return Text("How many of your Djinn are in Spell Circles? The app counted all of them as corked.")


def check_trophies(state: State, sheets: Iterable[Sheet]) -> None:
    """Raise Refusal if all `sheets` hold more Trophies than were laid out (rulebook, Setup 8)."""
    laid_out = sum(map(len, state.trophies.values()))
    if laid_out and sum(sheet.trophies_30 + sheet.trophies_36 for sheet in sheets) > laid_out:
        raise Refusal(
            "Only %(count)s Trophies are laid out in this game. Correct the sheet that has too many first.",
            count=laid_out,
        )

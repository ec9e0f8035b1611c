"""The end of the game: filling in the score sheets, the points with their reasons, and the ranking. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from companion.games.djinn.facts import CARDS, NAMES, events as ev
from companion.games.djinn.facts.events import Event
from companion.games.djinn.facts.sheet import ROWS, Row, Sheet, check
from companion.games.djinn.scoring.sheet_defaults import (
    check_trophies,
    doubt,
    early,
    entered,
    follows,
    is_untouched,
    outdated,
    sheet_of,
    sheets_of,
)
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State, against_tom, require_open
from companion.language.texts import Text
from companion.table.finished import Line
from companion.table.log import Refusal

__all__ = [
    "ROWS",
    "Line",
    "Row",
    "Score",
    "Sheet",
    "Standing",
    "check",
    "choose_private_card",
    "count",
    "done",
    "end",
    "needed",
    "score",
    "set_box",
    "standings",
    "tell_secret",
]


@dataclass(frozen=True)
class Score:
    """The lines of a player's points, and their sum."""

    lines: tuple[Line, ...]
    total: int


class Standing(NamedTuple):
    """A player's place, and what decided it: points, then Coins, Scrolls and Keys together."""

    place: int
    name: str
    total: int
    tie_break: int


def score(sheet: Sheet, cards: Sequence[str] = ()) -> Score:
    """Score a sheet with the Scoring Cards on the table and the private one (rulebook, Final Score).

    Raise KeyError for an unknown card.
    """
    private = () if sheet.private_card is None else (sheet.private_card,)
    lines = (*_basic(sheet), *(_card_line(sheet, card) for card in dict.fromkeys((*cards, *private))), *_other(sheet))
    return Score(lines, sum(line.points for line in lines))


def _basic(sheet: Sheet) -> tuple[Line, ...]:
    """Score what counts in every game (rulebook, Final Score)."""
    return (
        Line(
            "trophies",
            Text("Trophies"),
            30 * sheet.trophies_30 + 36 * sheet.trophies_36,
            Text("%(few)s × 30 + %(many)s × 36", few=sheet.trophies_30, many=sheet.trophies_36),
        ),
        Line(
            "corked",
            Text("Djinn in corked Bottles"),
            10 * sheet.corked,
            Text("%(count)s × 10 points", count=sheet.corked),
        ),
        Line(
            "circled",
            Text("Djinn in Spell Circles"),
            3 * sheet.circled,
            Text("%(count)s × 3 points", count=sheet.circled),
        ),
        Line(
            "spare",
            Text("Unused Bottles and Corks"),
            sheet.bottles + sheet.corks,
            Text("1 point for each: Bottles %(bottles)s, Corks %(corks)s.", bottles=sheet.bottles, corks=sheet.corks),
        ),
    )


_FORMER = (
    Text("%(few)s times 30 and %(many)s times 36."),
    Text("10 points for each of %(count)s."),
    Text("3 points for each of %(count)s."),
)
"""What lines of scores that are kept said before, so that it stays translated."""


def _card_line(sheet: Sheet, id: str) -> Line:
    card = CARDS[id]
    times, found = _meets(sheet, id)
    why = Text("%(rule)s %(found)s.", rule=Text(card.text), found=found)
    return Line(id, NAMES[id], min(card.points * times, card.most), why)


def _meets(sheet: Sheet, card: str) -> tuple[int, Text]:  # noqa: C901 - one case a card
    """Count how often a sheet meets a Scoring Card's condition, and say by what (rulebook, Scoring Cards).

    Equipment triples count per type; "not beyond space 6" includes 6 (facts 7.5 and 7.6).
    """
    types = (sheet.staves, sheet.hats, sheet.cloaks)
    match card:
        case "equipment_sets":
            return int(min(types) >= 2), Text("Full sets: %(count)s", count=min(types))
        case "equipment_triples":
            triples = sum(held // 3 for held in types)
            return triples, Text("Three of a type: %(count)s", count=triples)
        case "few_passages":
            return int(sheet.passages <= 1), Text("Secret Passages placed: %(count)s", count=sheet.passages)
        case "no_key_mage":
            return int(sheet.mages_with_key == 0), Text("Mages with a Key: %(count)s", count=sheet.mages_with_key)
        case "inactive_circles":
            circles = sheet.inactive_circles
            return int(circles == 2), Text("Inactive Spell Circles: %(count)s", count=circles)
        case "low_capacity":
            return int(sheet.capacity <= 6), Text("Capacity Marker: %(count)s", count=sheet.capacity)
        case "high_base":
            return int(sheet.base == 2), Text("Base Marker: %(count)s", count=sheet.base)
        case "keys":
            return sheet.keys, Text("Keys: %(count)s", count=sheet.keys)
        case "active_mages":
            return sheet.mages_active, Text("Active Mages: %(count)s", count=sheet.mages_active)
        case "spare_stock":
            spare = sheet.bottles + sheet.corks
            return spare, Text("Unused Bottles and Corks: %(count)s", count=spare)
    raise KeyError(card)


ALWAYS_NEEDED = frozenset(
    (
        *("trophies_30", "trophies_36", "corked", "circled"),
        *("bottles", "corks"),
    )
)
"""The rows that give points in every game."""
TIE_BREAK = frozenset(("coins", "scrolls", "keys"))
"""The rows that decide a tie, and are asked for only then."""
CARD_NEEDS = {
    "equipment_sets": {"staves", "hats", "cloaks"},
    "equipment_triples": {"staves", "hats", "cloaks"},
    "few_passages": {"passages"},
    "no_key_mage": {"mages", "mages_with_key"},
    "inactive_circles": {"inactive_circles"},
    "keys": {"keys"},
    "low_capacity": {"capacity"},
    "high_base": {"base"},
    "active_mages": {"mages", "mages_active"},
}
"""The rows that a Scoring Card asks for besides those."""


FOR_TASKS = frozenset(("coins", "mages", "mages_with_key"))
"""The rows of a hand that only the tasks against Tom ask for."""


def needed(cards: Sequence[str]) -> frozenset[str]:
    """Find the rows of the sheet that matter with these Scoring Cards; the others may stay empty."""
    return ALWAYS_NEEDED.union(*(CARD_NEEDS.get(card, ()) for card in cards))


def asked(state: State, seat: int) -> frozenset[str]:
    """Find the rows that a seat has to fill in now for its points: what breaks a tie only when there is one."""
    if seat in state.tied and not state.finished:
        return TIE_BREAK
    private = state.sheets[seat].private_card
    rows = needed([*state.cards, *([private] if private else [])])
    return rows | {"other"} if "boss_points" in state.rules_on else rows


def _other(sheet: Sheet) -> tuple[Line, ...]:
    if not sheet.other:
        return ()
    return (Line("other", Text("Other points"), sheet.other, Text("As agreed at the table.")),)


def tie_break(sheet: Sheet) -> int:
    """Count Coins, Scrolls and Keys, which decide a tie (rulebook, Final Score)."""
    return sum(getattr(sheet, row) for row in TIE_BREAK)


def standings(scores: Mapping[str, tuple[Sheet, Score]]) -> list[Standing]:
    """Rank players by points, then by Coins, Scrolls and Keys; players still tied share a place."""
    ranks = {name: (score.total, tie_break(sheet)) for name, (sheet, score) in scores.items()}
    ranked = sorted(ranks, key=lambda name: ranks[name], reverse=True)
    return [Standing(1 + sum(rank > ranks[name] for rank in ranks.values()), name, *ranks[name]) for name in ranked]


_ROW_IDS = frozenset(row.id for row in ROWS)


def write(
    state: State, *, seat: int, box: str, by: int | None, value: int | None, held: int | None = None
) -> list[Event]:
    """Count a row of a seat's sheet up or down, or set it to a value: whichever was entered.

    Logs and forms call the row's id `box`; so do these moves. `held` is what the row was filled in with on a phone
    that knows the player's hand.
    """
    try:
        if by is not None:
            return count(state, seat=seat, box=box, by=by, held=held)
        if value is not None:
            return set_box(state, seat=seat, box=box, value=value)
    except Refusal as refusal:
        raise refusal.about("value") from None
    raise Refusal("Enter a number first.").about("value")


def count(state: State, *, seat: int, box: str, by: int, held: int | None = None) -> list[Event]:
    """Count a row of a seat's sheet up or down, from what it is filled in with."""
    filled = held if held is not None and box not in entered(state, seat) else follows(state, seat).get(box)
    if filled is not None:
        return set_box(state, seat=seat, box=box, value=filled + by)
    return _fill(state, ev.SheetCounted(seat, box, by))


def set_box(state: State, *, seat: int, box: str, value: int) -> list[Event]:
    """Set a row of a seat's sheet; no event if it was entered with this value already."""
    if box in entered(state, seat) and getattr(state.sheets[seat], box, None) == value:
        return []
    return _fill(state, ev.SheetSet(seat, box, value))


def _fill(state: State, event: ev.SheetCounted | ev.SheetSet) -> list[Event]:
    """Accept `event` if the sheets stay within the game's limits; raise KeyError for an unknown row."""
    _require_unfinished(state)
    if event.box not in _ROW_IDS:
        raise KeyError(event.box)
    after = evolve(state, event)
    sheets = sheets_of(after)
    check(sheets, house=state.rules_on)
    check_trophies(after, sheets)
    return [event]


def choose_private_card(state: State, *, seat: int, card: str | None) -> list[Event]:
    """Choose the private Scoring Card that a seat scores, or none (rulebook, Character Tiles).

    Another seat's card is not refused: that would tell whose it is.
    """
    _require_unfinished(state)
    card = card or None
    if card is not None and card not in CARDS:
        raise KeyError(card)
    if card in state.cards:
        raise Refusal("This Scoring Card is on the table for everyone. Choose one of your own.")
    return [ev.PrivateCardChosen(seat, card)]


def from_hand(state: State, seat: int, held: Mapping[str, int], *, asks: bool = False) -> list[Event]:
    """List what a sheet takes of what its player `held`, by rows: what is asked for, nobody has entered, and fits.

    What a hand has none of is not taken: it does not say that somebody has counted. If it `asks`, it takes what
    tasks against Tom ask for, too; older logs did not.
    """
    events: list[Event] = []
    rows = asked(state, seat) | (FOR_TASKS if asks and against_tom(state) else frozenset())
    for row, value in held.items():
        if value and row in rows - entered(state, seat):
            with suppress(Refusal):
                events += _fill(reduce(evolve, events, state), ev.SheetSet(seat, row, value))
    return events


def done(
    state: State,
    *,
    seat: int,
    override: bool = False,
    held: Mapping[str, int] | None = None,
    asks: bool = False,
    by_points: bool = False,
    at: float,
) -> list[Event]:
    """Say that a seat's sheet is filled in; the last one ends the game at `at`, unless a tie is still to be broken.

    A sheet that is empty, or speaks of other Djinn than the app saw, is done only with `override`, as its player says.
    What the player `held` is what the sheet was filled in with on a phone that knows it. If it `asks`, a game ends
    amid the hunt, or with sheets that catches made outdated, only with `override`, too; older logs did not ask. Whether
    there is a tie is seen `by_points`; older logs looked at what breaks it, too.
    """
    _require_unfinished(state)
    if seat in state.done:
        return []
    if asks and not override and (too_early := early(state, seat)):
        raise Refusal("%(doubt)s Go on with the hunt, or tap below if it's right.", doubt=too_early)
    doubtful = doubt(state, seat) or (outdated(state, seat) if asks else None)
    if doubtful and not override:
        raise Refusal("%(doubt)s Correct it, or tap below if it's right.", doubt=doubtful)
    taken = from_hand(state, seat, held or {}, asks=asks)
    events = [*taken, *_filled_in(reduce(evolve, taken, state), seat), ev.SheetDone(seat)]
    after = reduce(evolve, events, state)
    return [*events, *_over(after, at, by_points=by_points)] if len(after.done) == state.players else events


def end(state: State, *, by: int | None = None, by_points: bool = False, at: float) -> list[Event]:
    """End the game although somebody's sheet is not done, as the host can: `by` is another seat that asks.

    A sheet with something on it counts as it is, one without gives no score. A tie is seen `by_points`, as in `done`.
    """
    _require_unfinished(state)
    if by is not None:
        raise Refusal(
            "Some sheets aren't done. The game ends when the last one is, or the host can end it without them."
        )
    events = [event for seat in missing(state) if not is_untouched(state, seat) for event in _filled_in(state, seat)]
    return [*events, *_over(reduce(evolve, events, state), at, by_points=by_points)]


def missing(state: State) -> list[int]:
    """List the seats whose sheets are not done yet."""
    return [seat for seat in range(state.players) if seat not in state.done]


def _filled_in(state: State, seat: int) -> list[Event]:
    """Write down what follows from a seat's sheet and from what the app saw."""
    return [ev.SheetSet(seat, row, value) for row, value in follows(state, seat).items()]


def _over(state: State, at: float, *, by_points: bool) -> list[Event]:
    """End the game, or ask first for what breaks a tie; raise Refusal if there is no score at all."""
    untouched = tuple(seat for seat in missing(state) if is_untouched(state, seat))
    scored = [seat for seat in range(state.players) if seat not in untouched]
    if not scored or (all(is_untouched(state, seat) for seat in scored) and not any(state.caught)):
        raise Refusal("All sheets are empty, so there's nothing to score. Fill in at least one.")
    first = _first(ranked(state, scored), by_points=by_points)
    if len(first) > 1 and not state.tied.issuperset(first) and not all(_says_tie_break(state, seat) for seat in first):
        return [ev.TieFound(first)]
    return [ev.GameFinished(at, untouched)]


def _first(ranks: Sequence[Standing], *, by_points: bool) -> tuple[int, ...]:
    """List the seats that lead, also those behind by what breaks a tie if it goes `by_points`: it may be uncounted."""
    return tuple(
        sorted(int(one.name) for one in ranks if (one.total == ranks[0].total if by_points else one.place == 1))
    )


def ranked(state: State, seats: Sequence[int]) -> list[Standing]:
    """Rank seats by their sheets and the Scoring Cards on the table; they are called by their numbers."""
    sheets = {seat: sheet_of(state, seat) for seat in seats}
    return standings({str(seat): (sheet, score(sheet, state.cards)) for seat, sheet in sheets.items()})


def _says_tie_break(state: State, seat: int) -> bool:
    """Say whether a sheet tells already what breaks a tie; Keys may be there for a Scoring Card."""
    return bool(entered(state, seat) & {"coins", "scrolls"})


def tell_secret(state: State) -> list[Event]:
    """Show everybody what was hidden, and the secret of the draws, after the end; the end then is final."""
    require_open(state)
    if not state.finished:
        raise Refusal("The secret behind the draws stays hidden until the game is finished.")
    if state.told:
        raise Refusal("Everything is already revealed.")
    return [ev.SecretTold()]


def _require_unfinished(state: State) -> None:
    require_open(state)
    if state.finished:
        raise Refusal("The game is finished. To change a sheet, undo the end first.")

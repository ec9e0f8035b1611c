"""The end of the game: filling in the score sheets, the points with their reasons, and the ranking. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.djinn import events as ev
from companion.games.djinn.events import Event
from companion.games.djinn.facts import CARDS, NAMES
from companion.games.djinn.sheet import ROWS, Row, Sheet, check
from companion.games.djinn.state import State, evolve, require_open
from companion.table.log import Line, Refusal
from companion.text import Text

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
    "finish",
    "is_played_out",
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
            Text("%(few)s times 30 and %(many)s times 36.", few=sheet.trophies_30, many=sheet.trophies_36),
        ),
        Line(
            "corked",
            Text("Djinn in corked Bottles"),
            10 * sheet.corked,
            Text("10 points for each of %(count)s.", count=sheet.corked),
        ),
        Line(
            "circled",
            Text("Djinn in Spell Circles"),
            3 * sheet.circled,
            Text("3 points for each of %(count)s.", count=sheet.circled),
        ),
        Line(
            "spare",
            Text("Unused Bottles and Corks"),
            sheet.bottles + sheet.corks,
            Text("1 point for each: Bottles %(bottles)s, Corks %(corks)s.", bottles=sheet.bottles, corks=sheet.corks),
        ),
    )


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
        *("trophies_30", "trophies_36", "corked", "circled", "inactive_circles"),
        *("bottles", "corks", "coins", "scrolls", "keys", "other"),
    )
)
"""The rows that count in every game: points, the limit of the Spell Circles, and the tie-break."""
CARD_NEEDS = {
    "equipment_sets": {"staves", "hats", "cloaks"},
    "equipment_triples": {"staves", "hats", "cloaks"},
    "few_passages": {"passages"},
    "no_key_mage": {"mages", "mages_with_key"},
    "low_capacity": {"capacity"},
    "high_base": {"base"},
    "active_mages": {"mages", "mages_active"},
}
"""The rows that a Scoring Card asks for besides those."""


def needed(cards: Sequence[str]) -> frozenset[str]:
    """Find the rows of the sheet that matter with these Scoring Cards; the others may stay empty."""
    return ALWAYS_NEEDED.union(*(CARD_NEEDS.get(card, ()) for card in cards))


def _other(sheet: Sheet) -> tuple[Line, ...]:
    if not sheet.other:
        return ()
    return (Line("other", Text("Other points"), sheet.other, Text("As agreed at the table.")),)


def tie_break(sheet: Sheet) -> int:
    """Count Coins, Scrolls and Keys, which decide a tie (rulebook, Final Score)."""
    return sheet.coins + sheet.scrolls + sheet.keys


def standings(scores: Mapping[str, tuple[Sheet, Score]]) -> list[Standing]:
    """Rank players by points, then by Coins, Scrolls and Keys; players still tied share a place."""
    ranks = {name: (score.total, tie_break(sheet)) for name, (sheet, score) in scores.items()}
    ranked = sorted(ranks, key=lambda name: ranks[name], reverse=True)
    return [Standing(1 + sum(rank > ranks[name] for rank in ranks.values()), name, *ranks[name]) for name in ranked]


_ROW_IDS = frozenset(row.id for row in ROWS)


def enter(state: State, *, seat: int, box: str, by: int | None, value: int | None) -> list[Event]:
    """Count a row of a seat's sheet up or down, or set it to a value: whichever was entered.

    Logs and forms call the row's id `box`; so do these moves.
    """
    try:
        if by is not None:
            return count(state, seat=seat, box=box, by=by)
        if value is not None:
            return set_box(state, seat=seat, box=box, value=value)
    except Refusal as refusal:
        raise refusal.about("value") from None
    raise Refusal("Enter a number first.").about("value")


def count(state: State, *, seat: int, box: str, by: int) -> list[Event]:
    """Count a row of a seat's sheet up or down."""
    return _fill(state, ev.SheetCounted(seat, box, by))


def set_box(state: State, *, seat: int, box: str, value: int) -> list[Event]:
    """Set a row of a seat's sheet; no event if it has this value already."""
    if seat < len(state.sheets) and getattr(state.sheets[seat], box, None) == value:
        return []
    return _fill(state, ev.SheetSet(seat, box, value))


def _fill(state: State, event: ev.SheetCounted | ev.SheetSet) -> list[Event]:
    """Accept `event` if the sheets stay within the game's limits; raise KeyError for an unknown row."""
    _require_unfinished(state)
    if event.box not in _ROW_IDS:
        raise KeyError(event.box)
    check(evolve(state, event).sheets)
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
        raise Refusal("This Scoring Card lies on the table for everybody; choose the one in your hand.")
    return [ev.PrivateCardChosen(seat, card)]


def finish(state: State, *, by: int | None = None, at: float) -> list[Event]:
    """Finish the game: the sheets are final; `by` is the seat that asks, None for the host, who may at any time."""
    _require_unfinished(state)
    if by is not None and not is_played_out(state):
        raise Refusal("Somebody's sheet is still empty. Fill in all sheets first, or ask the host to finish the game.")
    return [ev.GameFinished(at)]


def is_played_out(state: State) -> bool:
    """Say whether the game is over as far as the app can know: at the Magic Source, or when all sheets are filled."""
    return state.at_source or all(replace(sheet, private_card=None) != Sheet() for sheet in state.sheets)


def tell_secret(state: State) -> list[Event]:
    """Show everybody what was hidden, and the secret of the draws, after the end; the end then is final."""
    require_open(state)
    if not state.finished:
        raise Refusal("The game is not finished yet; until then what decides the draws stays secret.")
    if state.told:
        raise Refusal("Everything is shown already.")
    return [ev.SecretTold()]


def _require_unfinished(state: State) -> None:
    require_open(state)
    if state.finished:
        raise Refusal("The game is finished; undo its end to change a sheet.")

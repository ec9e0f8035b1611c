"""How a game of Djinn is opened: what its page offers, what was chosen there, and a rematch. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.djinn.box import corrections as boxes
from companion.games.djinn.box.corrections import Box
from companion.games.djinn.facts import CARDS, DECK_SIZES, NAMES, PLAYER_COUNTS, city
from companion.games.djinn.pages.forms import SheetsForm
from companion.games.djinn.scoring import scoring
from companion.games.djinn.setup import by_hand, challenges, deal
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.solo import tasks
from companion.games.djinn.state.model import State, against_tom
from companion.kit.new_table import Opening, Way
from companion.language.texts import Text
from companion.table.log import Refusal


def offered(
    names: Sequence[str], last: Sequence[State], box: Box, asked: Mapping[str, str], of_house: State | None = None
) -> dict[str, Any]:
    """Offer as many players as in the phone's last game and Tom's deck of its last one; those draw who last drew.

    `of_house` is the last game of the house.
    """
    tom = next((state for state in last if against_tom(state)), None)
    alone = "alone" in asked or "challenge" in asked
    fields = {
        "count": 1 if alone else last[0].players if last else usual(names),
        "deck": tom.deck_size if tom else DECK_SIZES[-1],
        "printed": tom is not None and not tom.shuffled and "challenge" not in asked,
        "challenge": asked.get("challenge", ""),
        "draws": "table" if of_house and of_house.table_draws else "app",
    }
    return {
        "fields": fields,
        "counts": PLAYER_COUNTS,
        "deck_sizes": DECK_SIZES,
        "own_deck": bool(box.deck),
        "not_noted": sum(boxes.AS_SHOWN in (card.payment, card.bottom) for card in box.deck),
    }


def sheets(names: Sequence[str]) -> dict[str, Any]:
    """Offer the score sheets of a game that was played without the app."""
    counts = [count for count in PLAYER_COUNTS if count > 1]
    return {"fields": {"count": usual(names)}, "counts": counts, "cards": CARDS, "label": NAMES, "just": True}


SHEETS = Opening(
    "open_sheets",
    deal.open_sheets,
    SheetsForm,
    sheets,
    template="djinn/setup/sheets.html",
    again=lambda state: {"cards": (), "asks": bool(state.cards)},
)


def only_scored(state: State) -> Opening | None:
    """Find how a rematch begins of a game that was only scored: by its sheets, which ask for the Scoring Cards."""
    return SHEETS if state.just_score else None


def usual(names: Sequence[str]) -> int:
    """Count those who play if the same people come again, and no one is alone."""
    return min(max(len(names), 2), 4)


def chosen(
    box: Box,
    ever: Iterable[Box],
    *,
    alone: bool,
    first_game: bool,
    longer: bool,
    deck: int | None,
    printed: bool,
    challenge: str | None,
    draws: str = "",
    tries: Sequence[str] = (),
) -> dict[str, Any]:
    """Choose how a game is played: on the owner's board, alone with a deck of Tom's, or by a challenge.

    A challenge may have been made with a box as it `ever` was, and is always drawn by the app.
    """
    choices = {"first_game": first_game, "longer": longer and not alone, "city": box.city, "noted": box.noted}
    if not (alone and challenge):
        choices["by_table"] = draws == "table"
    if not alone:
        return choices
    tasks.check_tasks(tries)
    choices["tries"] = tuple(tries)
    if not challenge:
        tom = () if printed else box.deck or HOUSE_DECK
        return choices | {"deck": deck or DECK_SIZES[-1], "tom": tom, "own": box.deck}
    if printed:
        raise Refusal("A challenge comes with its own deck for Tom: leave the printed cards in the box.").about(
            "printed"
        )
    known = challenges.read_challenge(challenge)
    paths, tom = boxes.played_with(known, ever)
    made: dict[str, Any] = {
        "city": city.corrected(paths, box.place),
        "first_game": known.first_game,
        "deck": known.deck,
    }
    if paths != box.paths:  # the map isn't the owner's board, so no move is refused by it
        made["noted"] = replace(box, paths=city.CITY.paths, paths_confirmed=False).noted
    return choices | made | {"tom": tom, "seed": known.seed}


def once_more(state: State, box: Box) -> dict[str, Any]:
    """Read how a game was opened, for a rematch on the owner's board as it is now."""
    choices = {"first_game": state.first_game, "longer": state.longer, "city": box.city, "noted": box.noted}
    choices["by_table"] = state.table_draws
    if not against_tom(state):
        return choices
    tom = (HOUSE_DECK if state.house else box.deck or HOUSE_DECK) if state.shuffled else ()
    return choices | {"deck": state.deck_size, "tom": tom, "own": box.deck, "tries": state.tries}


def last_starts(state: State) -> list[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Let the player who came last start."""
    placed = scoring.ranked(state, [seat for seat in range(state.players) if seat not in state.unscored])
    return (
        [("set_start", by_hand.set_start, {"seat": int(placed[-1].name)})] if placed and not against_tom(state) else []
    )


WAYS = (Way("rule", Text("Random starting player")), Way("last", Text("Last place starts"), last_starts))
DECKS = tuple(
    Way(f"deck-{size}", Text("%(count)s cards", count=size), choices={"deck": size}) for size in reversed(DECK_SIZES)
)
"""A rematch against Tom with each size of his deck."""


def ways(state: State) -> Sequence[Way]:
    """Offer the ways to begin a rematch; against Tom first the same size of his deck, after sheets alone none."""
    if state.just_score:
        return ()
    return sorted(DECKS, key=lambda way: way.choices["deck"] != state.deck_size) if against_tom(state) else WAYS

"""Djinn's pages for a new table: how a game is opened, opened again by the same people, or only scored."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import request

from companion.games.djinn import box as boxes
from companion.games.djinn import box_store, by_hand, city, fair, forms, scoring, setup
from companion.games.djinn.facts import CARDS, DECK_SIZES, NAMES, PLAYER_COUNTS
from companion.games.djinn.pages import bp
from companion.games.djinn.setup import HOUSE_DECK
from companion.games.djinn.state import State, against_tom
from companion.kit.opening import Opening, Way, open_by
from companion.table import phones
from companion.table.log import Refusal
from companion.table.play import Move, NoTable, find_table
from companion.table.store import Unreadable
from companion.text import Text
from companion.web import phone_id

__all__ = ["bp"]

LOOKED_AT = 3
"""How many of a phone's last games tell what it will want next."""


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table: as many players as last time, and Tom's deck of the last game against him."""
    last = last_games()
    tom = next((state for state in last if against_tom(state)), None)
    alone = "alone" in request.args or "challenge" in request.args
    own = box_store.find().deck
    return {
        "counts": PLAYER_COUNTS,
        "chosen": 1 if alone else last[0].players if last else min(max(len(names), 2), 4),
        "deck_sizes": DECK_SIZES,
        "deck": tom.deck_size if tom else DECK_SIZES[-1],
        "printed": tom is not None and not tom.shuffled and "challenge" not in request.args,
        "challenge": request.args.get("challenge", ""),
        "own_deck": bool(own),
        "not_noted": sum(boxes.AS_SHOWN in (card.payment, card.bottom) for card in own),
    }


def last_games() -> list[State]:
    """List the last games at this phone's tables, the latest first, as far as they can be read."""
    playing, done = phones.find_tables(phone_id())
    mine = [table for table in (*playing, *done) if table["game"] == bp.name]
    found: list[State] = []
    for table in sorted(mine, key=lambda table: float(str(table["opened_at"])), reverse=True)[:LOOKED_AT]:
        with suppress(NoTable, Unreadable):
            found.append(find_table(str(table["code"])).state)
    return [state for state in found if state.players]


def opened(form: forms.NewForm) -> dict[str, Any]:
    """Read how a game is to be played: on the owner's board, alone with a deck of Tom's, or by a challenge."""
    alone, box = len(form.seated) == 1, box_store.find()
    choices = {"first_game": form.first_game.data, "longer": form.longer.data and not alone}
    choices |= {"city": box.city, "noted": box.noted}
    if not alone:
        return choices
    if not form.challenge.data:
        tom = () if form.printed.data else box.deck or HOUSE_DECK
        return choices | {"deck": form.deck.data or DECK_SIZES[-1], "tom": tom}
    if form.printed.data:
        raise Refusal("A challenge brings Tom's deck with it: leave the printed cards in the box.").about("printed")
    known = fair.read_challenge(form.challenge.data)
    paths, tom = boxes.played_with(known, box_store.ever())
    made = {"city": city.corrected(paths, box.place), "first_game": known.first_game, "deck": known.deck}
    return choices | made | {"tom": tom, "seed": known.seed}


def again(state: State) -> dict[str, Any]:
    """Read how a game was opened, for a rematch on the owner's board as it is now."""
    box = box_store.find()
    choices = {"first_game": state.first_game, "longer": state.longer, "city": box.city, "noted": box.noted}
    if not against_tom(state):
        return choices
    tom = (HOUSE_DECK if state.house else box.deck or HOUSE_DECK) if state.shuffled else ()
    return choices | {"deck": state.deck_size, "tom": tom}


def last_starts(state: State) -> list[tuple[Move, dict[str, Any]]]:
    """Let the player who came last start."""
    placed = scoring.ranked(state, [seat for seat in range(state.players) if seat not in state.unscored])
    return [(by_hand.set_start, {"seat": int(placed[-1].name)})] if placed and not against_tom(state) else []


WAYS = (Way("rule", Text("The dragon is drawn")), Way("last", Text("Whoever came last starts"), last_starts))
DECKS = tuple(
    Way(f"deck-{size}", Text("Deck of %(count)s", count=size), choices={"deck": size}) for size in reversed(DECK_SIZES)
)
"""A rematch against Tom with each size of his deck."""
open_by(bp, Opening(setup.open_game, forms.NewForm, new, opened, again=again, ways=(*WAYS, *DECKS)))


def new_sheets(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a game that was played without the app."""
    counts = [count for count in PLAYER_COUNTS if count > 1]
    return {"counts": counts, "chosen": min(max(len(names), 2), 4), "cards": CARDS, "label": NAMES, "just": True}


SHEETS = Opening(setup.open_sheets, forms.SheetsForm, new_sheets, template="djinn/sheets.html")
open_by(bp, SHEETS, path="just-score", endpoint="open_sheets")

"""Solo play against Tom: his cards turn by turn, winning and losing, and the score. Pure.

Tom's deck is shuffled once, by setup.open_game, or it is the printed one: the player flips its cards and taps them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from companion.games.djinn.facts import CONTENTS, LOCATIONS, NAMES, PAYMENTS, events as ev, handful
from companion.games.djinn.facts.events import Event
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import hunt, turns
from companion.games.djinn.scoring import scoring
from companion.games.djinn.scoring.scoring import Score
from companion.games.djinn.scoring.sheet_defaults import entered, sheet_of
from companion.games.djinn.setup.bag import require_drawn
from companion.games.djinn.solo.tasks import TASKS
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State, Turn, against_tom, require_open
from companion.language.texts import Text
from companion.table.finished import Line
from companion.table.log import Refusal


class Said(NamedTuple):
    """A line of Tom's card: what it says, whether it counts, and why."""

    what: Text
    why: Text
    counts: bool


OVER = Text("Tom's turn was already over.")
"""Why a line below the one that counts does not."""


def reveal(state: State, *, override: bool = False, none_caught: bool | None = None, at: float) -> list[Event]:
    """Reveal the next card the app holds, after a turn on a round Action Space (rulebook, Solo Play Gameplay).

    With `override` it comes though the turn was elsewhere. Where Djinn are still to be caught, `none_caught` says that
    none is; older logs did not say.
    """
    turn = _require_playing(state, override=override)
    if not state.shuffled:
        raise Refusal("Tom plays with the printed deck; flip its next card and tap its two symbols instead.")
    return [*_caught_none(state, turn, none_caught), *_resolve(state, turn, state.deck[0], at)]


def reveal_printed(
    state: State,
    *,
    first: str | None = None,
    second: str | None = None,
    card: str = "",
    nothing: bool = False,
    override: bool = False,
    none_caught: bool | None = None,
    known: Iterable[ev.TomCard] = (),
    at: float,
) -> list[Event]:
    """Reveal a printed card: its two locations, a `card` of those `known`, or nothing happens.

    A known card that shows the same locations tells the payments. While the app holds the deck, this card comes
    instead of its next one. Raise KeyError for an unknown location.
    """
    turn = _require_playing(state, override=override)
    _require_in_deck(state, nothing=nothing)
    shown = _shown(state, first, second, card=card, nothing=nothing, known=known)
    return [*_caught_none(state, turn, none_caught), *_resolve(state, turn, _flipped_by_hand(state, shown), at)]


def _caught_none(state: State, turn: Turn, none_caught: bool | None) -> list[Event]:
    """Lose 1 Magic Power where the player catches none (rulebook, Mandatory Action Catch Djinn); ask first."""
    if none_caught is None or not hunt.must_catch(state):
        return []
    if not none_caught:
        raise Refusal("You haven't caught anything here yet. Catch first, or lose 1 Magic Power.").unless(
            "none_caught", Text("None caught: lose 1 Magic Power")
        )
    return hunt.catch_none(state, seat=turn.seat)


def _shown(
    state: State, first: str | None, second: str | None, *, card: str, nothing: bool, known: Iterable[ev.TomCard]
) -> ev.TomCard:
    """Find the card that the player flipped, by what was tapped of it."""
    if nothing:
        return ev.TomCard("printed", None, None, None, "as_shown")
    left = to_come(known, state.revealed)
    if card:
        return _chosen(left, card)
    if not first or not second:
        raise Refusal("A card shows two symbols; tap both, or tap “Nothing happens”.")
    for location in (first, second):
        if location not in LOCATIONS:
            raise KeyError(location)
    if first == second:
        raise Refusal("The two symbols on a card must differ; check the card again.")
    same = [one for one in left if (one.first, one.second) == (first, second)]
    sure = len({(one.payment, one.bottom) for one in same}) == 1
    return same[0] if sure else ev.TomCard("printed", first, second, "as_shown", "as_shown")


def to_come(known: Iterable[ev.TomCard], revealed: Iterable[ev.TomCard]) -> list[ev.TomCard]:
    """List the known printed cards that are still in the deck."""
    left = list(known)
    for card in revealed:
        same = [one for one in left if (one.first, one.second) == (card.first, card.second)]
        exact = [one for one in same if (one.payment, one.bottom) == (card.payment, card.bottom)]
        for gone in (exact or same)[:1]:
            left.remove(gone)
    return left


def _chosen(cards: Iterable[ev.TomCard], id: str) -> ev.TomCard:
    """Find a card by its id; refuse one that is not among them."""
    for card in cards:
        if card.id == id:
            return card
    raise Refusal("That card has already come up, or isn't in the box. Tap what your card shows.")


def _flipped_by_hand(state: State, card: ev.TomCard) -> ev.TomCard:
    """Find the card in the deck the app holds; what is not there, or cannot be in a house deck, is a printed one."""
    if not state.shuffled:
        return card
    same = (one for one in state.deck if (one.first, one.second) == (card.first, card.second))
    return replace(card, id="printed") if state.house and card.first else next(same, replace(card, id="printed"))


def flip(state: State, *, at: float) -> list[Event]:
    """Flip Tom's next card for its bottom line when the game is won, instead of the turn's reveal.

    One last action at the Magic Source follows it (rulebook, Solo Play End of the Game; facts 7.7).
    """
    turn = _require_begun(state)
    if state.at_source:
        raise Refusal("Tom's card is already flipped. Use the Magic Source, then go to the scores.")
    if state.result != "won":
        raise Refusal(
            "Bosses on the board: %(count)s. Flip a card once the last Boss is gone; play on until then.",
            count=hunt.bosses_left(state),
        )
    require_drawn(state)
    return [ev.TurnEnded(turn.seat, at), ev.TomFlipped(state.deck[0] if state.deck else None)]


def done(
    state: State,
    *,
    seat: int,
    override: bool,
    held: Mapping[str, int] | None = None,
    asks: bool = False,
    at: float,
) -> list[Event]:
    """Say that the sheet of a game that is won is filled in, which ends the game."""
    _require_won(state)
    return scoring.done(state, seat=seat, override=override, held=held, asks=asks, at=at)


def end(state: State, *, at: float) -> list[Event]:
    """End a game that is won with its sheet as it is."""
    _require_won(state)
    return scoring.end(state, at=at)


def _require_won(state: State) -> None:
    """Raise Refusal until the game is won and Tom's next card is flipped."""
    _require_begun(state)
    if not state.at_source:
        raise Refusal(
            "This game isn't over yet; play on until the last Boss is gone and Tom's next card is flipped, or "
            "until his last card is revealed."
        )


def tom_says(event: ev.TomRevealed) -> tuple[Said, ...]:
    """Say what each line of a revealed card does, and why (rulebook, Solo Play Gameplay)."""
    card = event.card
    if event.line == 0:
        return (Said(Text("Nothing happens."), Text("The card says so."), True),)
    lines = (
        _location_said(event, line, NAMES[place]) for line, place in enumerate((card.first, card.second), 1) if place
    )
    pays = event.line == 3
    if not pays:
        return (*lines, Said(Text("Nothing to pay."), OVER, False))
    return (*lines, Said(payment(card.payment), Text("There's no Boss at either location, so you pay."), True))


def payment(id: str | None) -> Text:
    """Say what one of Tom's cards lets the player pay."""
    if id is None:
        return Text("Nothing to pay.")
    return Text("Pay %(payment)s, if you can.", payment=Text(PAYMENTS[id].label) if id in PAYMENTS else id)


def score(sheet: Sheet, *, cards_left: int) -> Score:
    """Score a won game: as always but without Scoring Cards, plus 10 points for each of Tom's `cards_left`.

    Rule: rulebook, Solo Play Setup and End of the Game. The flipped card is not left.
    """
    usual = scoring.score(replace(sheet, private_card=None))
    left = Line(
        "cards_left",
        Text("Cards left in Tom's deck"),
        10 * cards_left,
        Text("%(count)s × 10 points", count=cards_left),
    )
    return Score((*usual.lines, left), usual.total + left.points)


def cards_counted(state: State) -> int:
    """Count the cards that give points: those left, and at some tables the one that was flipped for the win.

    The flipped one is not left: our reading, unless the house rule `solo_flip` is on.
    """
    return state.cards_left + (state.at_source and "solo_flip" in state.rules_on)


def stand(state: State, *, seat: int, held: Mapping[str, int] | None = None, asks: bool = False) -> list[Event]:
    """Say that the rows of a sheet that nobody has counted are right as they stand there, with what its player `held`.

    If it `asks`, the game has to be won first, or what comes later would not count; older logs did not ask.
    """
    require_open(state)
    if not against_tom(state):
        raise Refusal("Only games against Tom have tasks. Fill in the sheet and mark it done.")
    if state.finished:
        raise Refusal("This game is over. Undo the end, then correct the sheet.")
    if asks:
        _require_won(state)
    taken = scoring.from_hand(state, seat, held or {}, asks=asks)
    filled = reduce(evolve, taken, state)
    sheet, known = sheet_of(filled, seat), entered(filled, seat)
    left = dict.fromkeys(row for task in TASKS for row in task.rows if row not in known)
    if not (taken or left):
        raise Refusal("Everything the tasks need is already counted.")
    return [*taken, *(ev.SheetSet(seat, row, getattr(sheet, row)) for row in left)]


NEEDED = scoring.ALWAYS_NEEDED | {
    *("coins", "keys", "staves", "hats", "cloaks"),
    *("passages", "mages", "mages_with_key", "inactive_circles", "capacity"),
}
"""The rows of the sheet that matter against Tom."""
NOTES = {
    "coins": Text("for a task"),
    "keys": Text("for a task; 12 in the box"),
    "scrolls": Text("don't count here"),
}
"""What rows are for that only break a tie where there are several."""


def _resolve(state: State, turn: Turn, card: ev.TomCard, at: float) -> list[Event]:
    """Work out what a card causes (rulebook, Solo Play Gameplay); the last one loses the game, so no turn follows."""
    tom = revealed(state, card, by_hand=state.shuffled and card != state.deck[0])
    if state.cards_left == 1:
        return [tom, ev.GameLost(at)]
    awaited = [ev.DrawAwaited(1, tom.slot, tom.location or "")] if tom.slot and state.we_draw and state.bag else []
    return [ev.TurnEnded(turn.seat, at), tom, *awaited]


def revealed(state: State, card: ev.TomCard, *, by_hand: bool = False) -> ev.TomRevealed:
    """Reveal a card: find the line that counts, and the Djinn it takes out of the bag, unless the table draws it."""
    line, slot = line_of(state, card)
    there = () if slot is None else state.bag[:1]
    djinn, missing = () if state.we_draw else there, 0 if slot is None else 1 - len(there)
    return ev.TomRevealed(card, line, slot, None if slot is None else state.layout[slot], djinn, missing, by_hand)


def line_of(state: State, card: ev.TomCard) -> tuple[int, str | None]:
    """Find the line of a card that counts, and the space of its Boss."""
    if card.first is None and card.second is None:
        return 0, None
    bosses = {state.layout[slot]: slot for slot, space in state.spaces.items() if space.boss}
    for line, location in enumerate((card.first, card.second), start=1):
        if location in bosses:
            return line, bosses[location]
    return 3, None


def _location_said(event: ev.TomRevealed, line: int, location: Text) -> Said:
    if line != event.line:
        none = Text("No Djinn for the round %(location)s.", location=location)
        return Said(none, OVER if line > event.line else Text("There's no Boss there."), False)
    place = Text("1 Djinn from the bag goes to the round %(location)s.", location=location)
    why = Text("There's a Boss there, so this line applies.")
    if event.missing:
        return Said(Text("The bag is empty: no Djinn comes to the round %(location)s.", location=location), why, True)
    if not event.djinn:
        return Said(place, why, True)
    drawn = Text("From the bag to the round %(location)s: %(djinn)s.", location=location, djinn=handful(event.djinn))
    return Said(drawn, why, True)


def _require_begun(state: State) -> Turn:
    """Get the turn; raise Refusal outside of a running game against Tom."""
    require_open(state)
    if not against_tom(state):
        raise Refusal("Tom only plays against a single player. End the turn instead.")
    return turns.require_begun(state)


def _require_playing(state: State, *, override: bool = False) -> Turn:
    """Get the turn; raise Refusal when Tom reveals no card, or no more."""
    turn = _require_begun(state)
    if state.at_source:
        raise Refusal("You've won, and Tom is done. Use the Magic Source, then go to the scores.")
    require_drawn(state)
    if state.result == "won":
        raise Refusal("The last Boss is gone, so you have won; flip Tom's next card instead.")
    if hunt.at_round_space(state) is False and not override:
        raise Refusal("You're not at a round space this turn, so Tom reveals no card. End the turn instead.")
    return turn


class InDeck(NamedTuple):
    """How many cards of each kind are left in Tom's deck."""

    location: int
    nothing: int


def in_deck(state: State) -> InDeck:
    """Count the Location Cards and the Nothing-happens Cards left in Tom's deck (rulebook, Solo Play Setup)."""
    seen = sum(card.first is None for card in state.revealed)
    location = CONTENTS.location_cards - len(state.revealed) + seen
    return InDeck(max(0, location), max(0, state.deck_size - CONTENTS.location_cards - seen))


def _require_in_deck(state: State, *, nothing: bool) -> None:
    """Raise Refusal if all cards of a kind are revealed (rulebook, Solo Play Setup)."""
    left = in_deck(state)
    if nothing and not left.nothing:
        raise Refusal(
            "Tom's deck of %(count)s has no Nothing-happens card left; tap the card's two symbols, "
            "or take back a card that was tapped by mistake.",
            count=state.deck_size,
        )
    if not nothing and not left.location:
        raise Refusal(
            "All %(count)s Location Cards in Tom's deck have been revealed; tap “Nothing happens”, or "
            "take back a card that was tapped by mistake.",
            count=CONTENTS.location_cards,
        )

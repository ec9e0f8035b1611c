"""What the pages of a table show of its state. Pure.

A page is asked for with what stands in its address; `may` says whether its phone may tap for a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.games.djinn.box import corrections, table_notes
from companion.games.djinn.facts import CARDS, NAMES, TILES, TROPHY_POINTS, events as ev, handful
from companion.games.djinn.play import actions, hunt, instructions, movement, prices, rewards
from companion.games.djinn.scoring import scoring, sheet_defaults
from companion.games.djinn.scoring.scoring import Score
from companion.games.djinn.setup import by_hand, challenges, deal, draft, draws, stand_ins
from companion.games.djinn.solo import odds, tasks, tom_game
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import Space, State, against_tom, is_settled, private_cards_shown
from companion.games.djinn.text.describe import tell
from companion.games.djinn.text.result import challenge, ranking, sheet_scores, sources
from companion.language.texts import Text
from companion.scores import charts
from companion.table.log import Entry
from companion.table.screen import Screen

Shown = dict[str, Any]
Layout = tuple[tuple[str, str], ...]
Spaces = tuple[tuple[str, Space], ...]
May = Callable[[int | None], bool]

PAGES = (
    ("djinn.setup_page", "setup", Text("Setup")),
    ("djinn.draft_page", "draft", Text("Draft")),
    ("djinn.hunt_page", "hunt", Text("Hunt")),
    ("djinn.score_page", "score", Text("Score")),
)
MAPPED = ("board", "djinn", "")
"""The steps of the set-up that are done by the map; it stays open once all are."""
SHOWN_BY = {"source": "hunt", "finished": "score"}
"""The page that a phase of the game is on, where it is not its own."""
ENDS = frozenset(("done", "end"))
"""The moves that end a game of more than one."""
CEREMONY = 60
"""For so many seconds after the end the result is told line by line."""
FROM_HAND = Text("from your calculator: count again")


class Told(NamedTuple):
    """The steps of a result that is told line by line: after the sources the sums, the tie, and all the rest."""

    total: int
    tie: int
    last: int


def pages_of(state: State) -> tuple[tuple[str, str, Text], ...]:
    """List the pages of the bottom bar: of a table that only counts, the score; there is no draft against Tom."""
    if state.just_score:
        return PAGES[-1:]
    return tuple(page for page in PAGES if page[0] != "djinn.draft_page" or not against_tom(state))


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    phase = hunt.phase(state)
    return f"djinn.{SHOWN_BY.get(phase, phase)}_page"


def board(state: State, *, dealt: bool = False) -> tuple[Layout, Spaces]:
    """Choose what the map shows: the layout, and who stands where, or stood when they were `dealt`."""
    return tuple(state.layout.items()), tuple((state.dealt if dealt and state.dealt else state.spaces).items())


def set_up(state: State, names: Sequence[str], asked: Mapping[str, str], *, plays: bool) -> Shown:
    """Show what is drawn, the steps to tick, and the form in which a table says what it drew itself."""
    elements = [one for one in deal.elements(state) if one != "trophies" or draws.known_trophies(state)]
    settled = tuple(one for one in elements if is_settled(state, one))
    settable = by_hand.by_step(state) if plays else {}
    setting = next((one for ones in settable.values() for one in ones if one == asked.get("drew")), "")
    nameable = bool(table_notes.unnamed(state)) and plays and not state.finished
    naming_now = nameable and "name" in asked
    open = {"drew": setting} if setting else {"name": "1"} if naming_now else {}
    due = next((step for step in deal.step_ids(state) if step not in state.ticks), "")
    steps, own = deal.steps(state, names), {draws.STEP_OF[one] for one in state.by_table if one in draws.STEP_OF}
    shown = {
        "steps": steps,
        "due": due,
        "map_due": due in MAPPED,
        "dealt": dict(board(state, dealt=True)[1]),
        "elements": elements,
        "labels": draws.LABELS,
        "own": own,
        "settled": settled,
        "settable": settable,
        "setting": setting,
        "groups": by_hand.groups(state, setting),
        "changes": by_hand.CHANGES,
        "tiles": corrections.tiles(state.noted),
        "cards": CARDS,
        "offers": stand_ins.tiles(state),
        "trophies": stand_ins.trophies(state),
        "folds": {"players", "djinn", "cards", "tiles", *(["trophies"] if draws.known_trophies(state) else [])},
        "nameable": nameable,
        "to_name": table_notes.TO_NAME if naming_now else (),
        "open": open,
        "swatches": corrections.SWATCHES,
        "untold": table_notes.untold(state, TILES),
        "where_found": table_notes.where_found,
    }
    return shown | by_hand.laying(state, asked.get("from", ""))


def drafted(state: State, asked: Mapping[str, str], *, me: int | None, plays: bool) -> Shown:
    """Show the tiles on offer and whose turn it is, then what everybody starts with: first the seat that looks, `me`.

    A phone with a seat of its own is asked before it picks for another.
    """
    turn, takers = draft.turn(state), {tile: seat for seat, tile in state.picks}
    to_enter = (
        []
        if state.first_game
        else [one for one in draws.LABELS.items() if {one[0]} & {"start", "tiles"} & {*state.to_enter}]
    )
    seats = [] if to_enter else _around(me or 0, state.players)
    telling = next((one for one in table_notes.UNTOLD if one == asked.get("tile") and plays), "")
    offers = stand_ins.tiles(state)
    return {
        "turn": turn,
        "side_due": draft.side_due(state),
        "to_enter": to_enter,
        "takers": takers,
        "starts": [(seat, draft.start_sheet(state, seat)) for seat in seats],
        "asks": turn is not None and me not in (None, turn[0]),
        "tiles": corrections.tiles(state.noted),
        "untold": table_notes.untold(state, TILES),
        "telling": telling,
        "on_offer": [(offer.pile, (*offer.known, *offer.stand_ins)) for offer in offers],
        "unnamed": [tile for offer in offers for tile in offer.stand_ins],
        "maybe": stand_ins.candidates(state, telling) if telling else (),
    }


def hunted(
    state: State,
    people: Sequence[tuple[str, str]],
    asked: Mapping[str, str],
    events: Sequence[Any],
    *,
    may: May,
    paid: Sequence[Text] = (),
) -> Shown:
    """Show whose turn it is, what just happened by the last `events`, what was `paid`, and the space that was tapped.

    Before the hunt begins its city can be looked at, so that little more is to come when it does.
    """
    turn, name = state.turn, people[state.turn.seat][0] if state.turn else ""
    gaining = "gain" in asked and "space" not in asked and turn is not None and not state.at_source
    theirs = any(may(getattr(event, "seat", None)) for event in events)  # "you" is who made the move
    mine, skips = turn is not None and may(turn.seat), "skip" in asked and movement.may_skip(state)
    mages = ((path, colour, name) for seat, (name, colour) in enumerate(people) if (path := state.paths.get(seat)))
    return _panel(state, asked.get("space", ""), people, mine=mine and not skips) | {
        "ending": hunt.ending(state),
        "running": hunt.running(state),
        "bosses": hunt.bosses_left(state),
        "happened": [tell(event, [name for name, _ in people]) for event in _to_tell(state, events, mine=mine)],
        "last_acts": [actions.last_action(state, seat) for seat in range(state.players)] if state.at_source else (),
        "beyond": instructions.beyond(state, events),
        "to_do": instructions.to_do(state, events, paid=paid) if theirs else (),
        "passed": len(events) == 1 and isinstance(events[0], ev.TurnEnded),
        "next_step": actions.next_step(state, name, skips=skips) if mine else None,
        "reminder": actions.reminder(state) if not skips else None,
        "to_catch": hunt.must_catch(state),
        "to_pick": None if turn else draft.turn(state),
        "to_enter": () if turn else _before_the_hunt(state),
        "solo": against_tom(state),
        "at_round": hunt.at_round_space(state),
        "where": [movement.place(state, one) for one in state.here],
        "standing": mine and (movement.may_stand(state) or skips),
        "skips": skips,
        "tappable": not state.at_source and not state.finished,
        "mages": tuple(mages),
        "handful": handful,
        "passages": tuple((slot, people[seat][1]) for seat, slot in state.passages),
        "gaining": gaining,
        "due": rewards.colours_due(state, turn.seat) if turn and not state.at_source else (),
        "offers": rewards.offers(state, turn.seat) if gaining and turn else (),
        "points_of_trophies": TROPHY_POINTS,
        "just_taken": any(isinstance(event, ev.TrophyTaken) for event in events),
        "passages_left": rewards.passages_left(state, turn.seat) if gaining and turn else 0,
        "symbols_left": rewards.symbols_left(state, turn.seat) if gaining and turn else (),
        "free_squares": [(one, NAMES[state.layout[one]]) for one in rewards.free_squares(state, turn.seat)]
        if gaining and turn
        else (),
        "said": [said for event in events if isinstance(event, ev.TomRevealed) for said in tom_game.tom_says(event)],
    }


def _before_the_hunt(state: State) -> list[tuple[str, Text]]:
    """List what the table has yet to say that it drew, and cannot once the hunt has begun."""
    return [one for one in draws.LABELS.items() if one[0] in state.to_enter and one[0] != "cards"]


def _to_tell(state: State, events: Sequence[Any], *, mine: bool) -> list[Any]:
    """Leave out what a page shows anyway: that the hunt begins, where one is, and where somebody is who catches.

    Who plays alone knows that the turn is over.
    """
    stood = (ev.SpaceEntered,) if mine or len(events) > 1 else ()
    shown = (ev.HuntBegun, *stood, *((ev.TurnEnded,) if against_tom(state) else ()))
    return [event for event in events if not isinstance(event, shown)]


def _panel(state: State, asked: str, people: Sequence[tuple[str, str]], *, mine: bool) -> Shown:
    """Show one space: that which is asked for, or where the Mage of the player is whose turn it is."""
    here = state.here[-1] if state.here and mine else ""
    slot = asked if asked in state.city.slots and not state.at_source else here
    there = slot in state.here
    return {
        "slot": slot,
        "there": there,
        "space": state.spaces.get(slot),
        "title": movement.place(state, slot) if slot else None,
        "groups": hunt.groups(state.spaces[slot]) if slot in state.spaces else (),
        "strength": hunt.strength(state, slot) if slot in state.spaces else None,
        "acts": actions.at(state, slot) if slot else (),
        "just_placed": actions.just_placed(state) if there else (),
        "at_any_time": actions.at_any_time(state) if there else (),
        "prices": () if there and actions.all_done(state) else prices.at_market(state, slot),
        "doubt": movement.doubt(state, slot) if slot and not there else None,
        "ways_in": [(one, movement.short_place(state, one)) for one in movement.ways_in(state)] if slot == here else (),
        "same_way": actions.same_way(state, [name for name, _ in people]) if slot == here else None,
        "may_skip": slot == here and movement.may_skip(state),
    }


def toms(
    state: State,
    tom: Mapping[str, ev.TomCard],
    events: Sequence[Any] = (),
    hand: Mapping[str, int] = MappingProxyType({}),
) -> Shown:
    """Show what Tom's deck holds, the cards of the box to tap, and the one that the `events` revealed to note there.

    What the player noted in `hand` tells which tasks can still be met.
    """
    full, cards = (
        len(tom) == len(corrections.CARD_NUMBERS),
        [one.card for one in events if isinstance(one, ev.TomRevealed)],
    )
    return {
        "in_deck": tom_game.in_deck(state),
        "tasks": tasks.TASKS,
        "prospects": tasks.prospects(state, hand),
        "tried": tasks.tried(state, hand),
        "known": tom_game.to_come(tom.values(), state.revealed) if full else [],
        "to_note": next(
            (corrections.to_note(tom, card) for card in cards if card.payment == corrections.AS_SHOWN), None
        ),
    }


def tiles_taken(state: State) -> Shown:
    """Show the Character Tiles that players took, but for those that nobody named."""
    unnamed = [tile for offer in stand_ins.tiles(state) for tile in offer.stand_ins]
    return {"tiles": corrections.tiles(state.noted), "unnamed": unnamed}


def on_board(screen: Screen) -> Shown:
    """Show how many Bosses are left, and what each line of Tom's last card does."""
    last = screen.last(("reveal", "reveal_printed", "flip"))
    cards = [one for one in last.events if isinstance(one, ev.TomRevealed)] if last else []
    return {"bosses": hunt.bosses_left(screen.table.state), "card": tom_game.tom_says(cards[-1]) if cards else ()}


def to_come(state: State, tom: Mapping[str, ev.TomCard]) -> Shown:
    """Show what may still come of Tom's deck, and what the form asks for a card that the player flips instead."""
    return toms(state, tom) | {"odds": odds.odds(state, tom.values()), "at_round": hunt.at_round_space(state)}


def sheet(
    state: State, seat: int, hand: Mapping[str, int], asked: Mapping[str, str], *, mine: bool, serves: Collection[int]
) -> Shown:
    """Show a seat's sheet, filled in with what its player noted in `hand`; with all rows, or those needed.

    A phone that `serves` several seats goes on to the next one whose sheet is missing.
    """
    taken = scoring.from_hand(state, seat, hand, asks=True)
    held = {one.box: one.value for one in taken if isinstance(one, ev.SheetSet)}
    filled, alone = reduce(evolve, taken, state), against_tom(state)
    sheet, scores = sheet_defaults.sheet_of(filled, seat), sheet_scores(filled)
    needed = (tom_game.NEEDED if alone else scoring.asked(state, seat)) | sheet_defaults.entered(state, seat)
    blank = state.just_score and sheet_defaults.is_untouched(filled, seat) and not state.finished
    own = [card for card in (asked.get("one"), asked.get("two")) if card in CARDS and card not in state.cards]
    needed = needed | scoring.needed(own) if own else needed
    rows = [row for row in scoring.ROWS if "all" in asked or row.id in needed]
    origins = {row: sheet_defaults.FROM[row] for row in sheet_defaults.follows(filled, seat)} | dict.fromkeys(
        held, FROM_HAND
    )
    origins = tom_game.NOTES | origins if alone else origins
    missing, face_up = scoring.missing(state), private_cards_shown(state)
    early = None if alone else sheet_defaults.early(state, seat)
    outdated = None if alone else sheet_defaults.outdated(state, seat)
    placed = "circled" in hand  # its player's phone knows where the Djinn are
    itself = (None if placed else sheet_defaults.unplaced(state, seat)) or sheet_defaults.doubt(state, seat)
    seen, on_sheet = sheet_defaults.seen(state, seat), sheet_defaults.on_sheet(sheet)
    return {
        "seat": seat,
        "mine": mine,
        "sheet": sheet,
        "held": held,
        "origins": origins,
        "seen": seen,
        "too_many": 0 if seen is None else max(0, on_sheet - seen),
        "too_few": 0 if seen is None else max(0, seen - on_sheet),
        "traded": sheet_defaults.traded(sheet),
        "doubts": [one for one in (early, itself, outdated) if one is not None],
        "misfits": sheet_defaults.misfits(state, seat) if outdated else (),
        "uncounted": tasks.uncounted(filled),
        "missing": missing,
        "onward": next((one for one in _around(seat, state.players)[1:] if one in missing and one in serves), None),
        "blank": blank,
        "scored": (mine or face_up) and not blank and (not alone or state.at_source or state.finished),
        "private": draft.may_hold_private_card(state, seat) and seat in serves,
        "own": [(card, scoring.score(replace(sheet, private_card=card)).lines[-1 - bool(sheet.other)]) for card in own],
        "asks_two": draft.has(state, seat, draft.PRIVATE) and sheet.private_card is None and mine,
        "face_up": face_up,
        "scores": scores,
        "colour": _colours(scores),
        "tasks": tasks.TASKS if alone else (),
        "met": tasks.reached(filled) if alone else (),
        "counted": tasks.counted(filled) if alone else (),
        "rows": rows,
        "more": len(scoring.ROWS) - len(rows),
    }


def _around(seat: int, players: int) -> list[int]:
    """List all seats clockwise from one on."""
    return [*range(seat, players), *range(seat)]


def ended(state: State, last_card: Entry | None, *, ago: float) -> Shown:
    """Show the ranking of a game that ended so many seconds `ago`, and where every point comes from.

    `last_card` is the move that revealed the last card of Tom's.
    """
    results, lost = sheet_scores(state), state.result == "lost"
    ranked, gave = ranking(state, results), sources(results)
    tied = len(ranked) > 1 and ranked[1].total == ranked[0].total
    return {
        "tasks": tasks.LABELS,
        "tried": tasks.tried_for(state) if against_tom(state) else (),
        "fresh": ago < CEREMONY and len(ranked) > 1,
        "sources": gave,
        "colour": _colours(results),
        "tied": tied,
        "told": Told(len(gave) + 1, len(gave) + 2, len(gave) + 2 + tied),
        "charts": [segments for _, segments in charts.bars(results)],
        "ranking": ranked,
        "scores": results,
        "lost": lost,
        "bosses": [NAMES[state.layout[slot]] for slot, space in state.spaces.items() if space.boss],
        "last_card": _what_counted(last_card) if lost else (),
        "seed": challenge(state).get("challenge"),
        "spoken": challenges.spoken,
        "solo": against_tom(state),
    }


def _colours(scores: Sequence[Score]) -> dict[str, str]:
    """Give each source of points the colour that it has on sheets, in the result and in the scores list."""
    return {id: source.colour for id, source in charts.sources(scores).items()}


def _what_counted(last_card: Entry | None) -> tuple[tom_game.Said, ...]:
    """Say what the card did that lost the game."""
    card = next((one for one in (last_card.events if last_card else ()) if isinstance(one, ev.TomRevealed)), None)
    return tuple(line for line in tom_game.tom_says(card) if line.counts) if card else ()

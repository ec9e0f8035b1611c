"""The state of a game of Djinn: what its events add up to, and what each phone may see of it. Pure.

Its parts are in model.py; how they change by subject in evolve_setup, evolve_turns, evolve_board and evolve_sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.djinn.facts import (
    BOSS,
    CARDS,
    COLOURS,
    CONTENTS,
    DECK_SIZES,
    LOCATIONS,
    PLAYER_COUNTS,
    SLOTS,
    TILES,
    TROPHIES,
    TROPHY_POINTS,
    UNDESCRIBED,
    events as ev,
)
from companion.games.djinn.facts.city import MOST_STEPS, corrected
from companion.games.djinn.facts.events import Event
from companion.games.djinn.facts.gains import FREED, GAINS, TROPHY, UNCOVERED
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.state.evolve_board import card_gone, given, joined, left, out_of_bag, put_back
from companion.games.djinn.state.evolve_setup import laid, located, named, opened, swapped
from companion.games.djinn.state.evolve_sheet import counted, with_row
from companion.games.djinn.state.evolve_turns import acted, did, entered, stopped, turn_ended
from companion.games.djinn.state.house_rules import HOUSE_RULES
from companion.games.djinn.state.model import (
    CAPACITIES,
    LONGEST_NAME,
    Awaited,
    State,
    Turn,
    against_tom,
    also,
    private_cards_shown,
)
from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import once_more
from companion.kit.house_rules import switched
from companion.table.log import changed as replace, dispatch_by_type, require_possible

MOST, LARGEST, LONGEST, LAST_MOMENT = 60, 10**6, 240, 2**33
"""How much there can be of anything, however long people play: Djinn a seat, points, letters of a text, a time."""


def evolve(state: State, event: Event) -> State:
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    return ROOMS[type(event)](state, event)


def _any_game(state: State, event: ev.SharedEvent) -> State:
    if isinstance(event, ev.RuleSwitched):
        return switched(state, event)
    return committed_random.evolve(state, event, early=not state.finished)


def _set_up(state: State, event: ev.SetUpEvent) -> State:  # noqa: C901 - one case an event
    match event:
        case ev.Opened(players, first_game, longer, deck, just_score, goods, markers, tries):
            state = opened(players, first_game=first_game, longer=longer, deck=deck)
            return replace(state, just_score=just_score, goods=goods, markers=markers, tries=tries)
        case ev.CityCorrected(paths, place):
            return replace(state, city=corrected(paths, place))
        case ev.BoxNoted():
            return replace(state, noted=event)
        case ev.ColourNamed(colour, name, swatch):
            names, swatches = state.noted.names | {colour: name}, state.noted.swatches | {colour: swatch}
            return replace(state, noted=replace(state.noted, names=names, swatches=swatches))
        case ev.DrawsLeft(elements):
            return replace(state, table_draws=True, to_enter=elements)
        case ev.PathsConfirmed():
            return replace(state, noted=replace(state.noted, paths_confirmed=True))
        case ev.TileNamed(tile, found):
            return named(state, tile, found)
        case ev.TileDescribed(tile, text):
            return replace(state, noted=replace(state.noted, tiles=state.noted.tiles | {tile: text}))
        case (
            ev.LayoutDrawn()
            | ev.PassagesRemoved()
            | ev.StartDrawn()
            | ev.DjinnDrawn()
            | ev.TrophiesDrawn()
            | ev.CardsDrawn()
            | ev.TilesDrawn()
        ):
            return laid(state, event)
        case ev.SpacesSwapped(one, other):
            return swapped(state, one, other)
        case ev.StepTicked(step, by):
            return replace(state, ticks=state.ticks | {step: by})
        case ev.StepUnticked(step):
            return replace(state, ticks={ticked: by for ticked, by in state.ticks.items() if ticked != step})
        case ev.TilePicked(seat, tile):
            return replace(state, picks=(*state.picks, (seat, tile)))


def _hunt(state: State, event: ev.HuntEvent) -> State:  # noqa: C901 - one case an event
    match event:
        case ev.HuntBegun(at):
            clock = replace(state.clock, running_since=at)
            return replace(state, turn=Turn(state.start_seat, 1), clock=clock, dealt=state.spaces, came=None)
        case ev.TurnEnded(_, at):
            return turn_ended(state, at)
        case ev.ClockPaused(at):
            return replace(state, clock=stopped(state, at))
        case ev.ClockResumed(at):
            return replace(state, clock=replace(state.clock, running_since=at))
        case ev.SpaceEntered():
            return entered(state, event)
        case ev.DjinnCaught(seat, slot, _, djinn, boss):
            caught = given(state.caught, seat, (*djinn, BOSS) if boss else djinn)
            return left(replace(state, caught=caught, met=True), slot, djinn, boss=boss)
        case ev.NoneCaught():
            return replace(state, declined=True)
        case ev.BossFled(slot, _):
            return left(replace(state, supply_bosses=state.supply_bosses + 1), slot, (), boss=True)
        case ev.DjinnRemoved(slot, _, djinn):
            return left(replace(state, aside=(*state.aside, *djinn)), slot, djinn, boss=False)
        case ev.ExtraCaught(seat, colour, by_hand):
            state = replace(state, caught=given(state.caught, seat, (colour,)), beyond=state.beyond | {seat})
            return out_of_bag(state, ev.DjinnPutBack((colour,), seat=seat), by_hand=by_hand)
        case ev.SupplyBossCaught(seat, acts):
            caught = given(state.caught, seat, (BOSS,))
            state = did(state, seat, "supply_boss") if acts else state
            return replace(state, caught=caught, supply_bosses=state.supply_bosses - 1)
        case ev.TrophyTaken():
            supply = state.supply_bosses + (0 if event.gone else event.djinn.count(BOSS))
            before = tuple(one for one in state.acted if one != TROPHY)  # of this one nobody has told the bonus
            return replace(state, taken=(*state.taken, event), rewarded=True, supply_bosses=supply, acted=before)
        case ev.PassagePlaced(seat, slot, symbol):
            lie = (*state.passages, (seat, slot)) if slot else state.passages
            now = (*state.placed_now, slot)[-MOST:]
            shown = (*state.symbols, (seat, slot, symbol)) if symbol else state.symbols
            return replace(state, placed=(*state.placed, seat), placed_now=now, passages=lie, symbols=shown)
        case ev.ActionTaken(seat, _, action, gains):
            return acted(state, seat, action, gains)


def _bag(state: State, event: ev.BagEvent) -> State:
    match event:
        case ev.DjinnRefilled(slot, _, djinn, _, by_hand):
            return joined(state, slot, djinn, by_hand=by_hand)
        case ev.BagTaken():
            return replace(state, we_draw=True, by_table=also(state.by_table, "bag"))
        case ev.BagShuffled(bag):
            return replace(state, we_draw=False, bag=bag, drawn=once_more(state, "bag"))
        case ev.DjinnPutBack():
            return put_back(state, event)
        case ev.DrawAwaited(count, slot, _, seat, _):
            return replace(state, awaited=(*state.awaited, Awaited(count, slot, seat)))


def _score(state: State, event: ev.ScoreEvent) -> State:
    match event:
        case ev.SheetCounted(seat, row, by):
            return counted(state, seat, row, by)
        case ev.SheetSet(seat, row, value):
            return with_row(state, seat, row, value)
        case ev.PrivateCardChosen(seat, card):
            return with_row(state, seat, "private_card", card)
        case ev.SheetDone(seat):
            return replace(state, done=state.done | {seat})
        case ev.TieFound(seats):
            return replace(state, tied=state.tied | {*seats}, done=state.done - {*seats})
        case ev.GameFinished(at, unscored):
            return replace(state, finished=True, unscored=frozenset(unscored), clock=stopped(state, at))
        case ev.PrivateCardsShown():
            return replace(state, cards_shown=True)


def _tom(state: State, event: ev.TomEvent) -> State:
    match event:
        case ev.TomEntered(cards):
            return replace(state, tom=cards)
        case ev.TomShuffled(cards, house):
            own = tuple(one for one in state.by_table if one != "deck")
            state = replace(state, shuffled=True, house=house, deck=cards, by_table=own)
            return replace(state, tom=() if house else located(cards))
        case ev.TomPrinted():
            return replace(state, shuffled=False, house=False, deck=(), by_table=also(state.by_table, "deck"))
        case ev.TomRevealed(card, _, slot, _, djinn, _, by_hand):
            state = replace(state, by_table=also(state.by_table, "card")) if by_hand else state
            return card_gone(state if slot is None else joined(state, slot, djinn), card)
        case ev.TomFlipped(card):
            return card_gone(state, card)
        case ev.GameLost(at):
            return replace(state, finished=True, result="lost", clock=stopped(state, at))


ROOMS = dispatch_by_type(
    (ev.SetUpEvent, _set_up),
    (ev.HuntEvent, _hunt),
    (ev.BagEvent, _bag),
    (ev.ScoreEvent, _score),
    (ev.TomEvent, _tom),
    (ev.SharedEvent, _any_game),
)


def seen_by(state: State, seats: frozenset[int]) -> State:
    """Remove from the state what a phone may not see.

    Secret are the order of the bag and of Tom's deck, other seats' private cards until the end, and the secret of the
    draws until it is told. `seats` are those that the phone serves; a watcher's set is empty.
    """
    shown = private_cards_shown(state)
    sheets = tuple(
        sheet if shown or seat in seats else replace(sheet, private_card=None)
        for seat, sheet in enumerate(state.sheets)
    )
    return committed_random.seen(replace(state, bag=tuple(sorted(state.bag)), deck=(), sheets=sheets))


def remains(state: State, events: Iterable[Event]) -> list[Event]:
    """List what stays when an end is taken back: the private cards, which everybody has seen.

    What came from the bag or from Tom's deck needs no event: the log still shows it, and it will come again.
    """
    showed = any(isinstance(event, ev.GameFinished) for event in events) and any(
        one.private_card for one in state.sheets
    )
    return [ev.PrivateCardsShown()] if showed else []


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a game of Djinn with so many seats."""
    holds = {
        "players": state.players == seats and state.players in PLAYER_COUNTS,
        "layout": state.layout.keys() == SLOTS.keys() - {"S"} and set(state.layout.values()).issubset(LOCATIONS),
        "spaces": set(state.spaces) == {slot.id for slot in SLOTS.values() if slot.shape == "round"},
        "passages": set(state.passages_out).issubset(LOCATIONS),
        "djinn": Counter(_djinn(state)) == dict.fromkeys(COLOURS, CONTENTS.djinn_per_colour),
        "awaited": sum(one.count for one in state.awaited) <= len(state.bag)
        and {one.slot for one in state.awaited if one.seat is None}.issubset(state.spaces)
        and {one.seat for one in state.awaited if one.seat is not None}.issubset(range(seats)),
        "paths": {*state.paths}.issubset(range(seats))
        and {slot for path in (state.here, *state.paths.values()) for slot in path}.issubset(SLOTS)
        and {slot for _, slot in state.passages}.issubset(state.city.square)
        and {slot for _, slot, _ in state.symbols}.issubset({"", *state.city.square})
        and {symbol for *_, symbol in state.symbols}.issubset(LOCATIONS),
        "cards": {*state.cards, *filter(None, (sheet.private_card for sheet in state.sheets))}.issubset(CARDS),
        "tiles": {*state.green, *state.red, *state.named, *(tile for _, tile in state.picks)}.issubset(TILES)
        and len({*state.green, *state.red}) == len((*state.green, *state.red)),
        "seats": {state.start_seat, *(seat for seat, _ in state.picks), *([state.turn.seat] if state.turn else [])}
        | {seat for seat in state.ticks.values() if seat is not None}
        | {*state.placed, *(one[0] for one in (*state.passages, *state.symbols)), *(one.seat for one in state.taken)}
        | state.beyond
        | state.done
        | state.tied
        | state.unscored
        <= set(range(seats)),
        "steps": len(state.ticks) <= 11,
        "trophies": len(state.taken) <= len(TROPHIES)
        and {one.points for one in state.taken}.issubset(TROPHY_POINTS)
        and {one.row for one in state.taken}.issubset({trophy.row for trophy in TROPHIES.values()})
        and {one.trophy for one in state.taken}.issubset({*TROPHIES, *UNDESCRIBED})
        and {djinn for one in state.taken for djinn in one.djinn}.issubset({*COLOURS, BOSS}),
        "city": {*state.city.place}.union(*state.city.paths).issubset(SLOTS)
        and all(abs(steps) <= MOST_STEPS for place in state.city.place.values() for steps in place),
        "box": _box_fits(state),
        "gains": {*state.gained}.issubset(range(seats))
        and {what for gained in state.gained.values() for what in gained}.issubset({*GAINS, UNCOVERED, FREED})
        and all(abs(by) <= LARGEST for gained in state.gained.values() for by in gained.values())
        and {*state.acted_last}.issubset(range(seats))
        and all(len(action) <= LONGEST for acted in (state.acted, *state.acted_last.values()) for action in acted),
        "chance": committed_random.fits(state, seats),
        "house": state.rules_on.issubset(HOUSE_RULES),
        "tom": _tom_fits(state),
        "tries": len({*state.tries}) == len(state.tries) <= MOST and all(len(one) <= LONGEST for one in state.tries),
        "much": len(state.picks) <= len(TILES)
        and all(len(held) <= MOST for held in state.caught)
        and len(state.placed) <= MOST
        and all(len(text) <= LONGEST for text in _texts(state.noted))
        and all(abs(value) <= LARGEST for sheet in state.sheets for value in _numbers(sheet))
        and all(abs(at) < LAST_MOMENT for at in (*state.clock.seconds, *filter(None, [state.clock.running_since]))),
    }
    require_possible("Djinn", holds)


def _box_fits(state: State) -> bool:
    return (
        {*state.noted.names}.issubset(state.noted.swatches)
        and {*state.noted.swatches}.issubset(COLOURS)
        and {*state.noted.tiles, *state.noted.sides}.issubset(TILES)
        and {*state.noted.trophies}.issubset(TROPHIES)
        and {*state.noted.bonuses}.issubset(TROPHIES)
        and {what for gains in state.noted.bonuses.values() for what in gains}.issubset(GAINS)
        and all(abs(by) <= LARGEST for gains in state.noted.bonuses.values() for by in gains.values())
        and {*state.noted.pictured}.issubset({*TILES, *TROPHIES})
        and {*state.to_enter}.issubset(ev.ELEMENTS.values())
        and len({*state.to_enter}) == len(state.to_enter)
        and len({*state.noted.pictured}) == len(state.noted.pictured)
        and {row for row, _, _ in state.noted.trophies.values()}.issubset({trophy.row for trophy in TROPHIES.values()})
        and {*state.noted.scrolls}.issubset(CAPACITIES)
        and all(0 < len(name) <= LONGEST_NAME for name in state.noted.names.values())
    )


def _djinn(state: State) -> Iterable[str]:
    """List all Djinn, wherever they are."""
    standing = (one for space in state.spaces.values() for one in space.djinn)
    return (*state.bag, *state.aside, *standing, *(one for caught in state.caught for one in caught if one != BOSS))


def _texts(noted: ev.BoxNoted) -> Iterable[str]:
    bonuses = (bonus for _, _, bonus in noted.trophies.values())
    return (*noted.swatches.values(), *noted.tiles.values(), *bonuses, *noted.tents.values())


def _numbers(sheet: Sheet) -> Iterable[int]:
    return (value for value in vars(sheet).values() if isinstance(value, int))


def _tom_fits(state: State) -> bool:
    """Say whether Tom's deck is possible: while he plays, a card must be left in it."""
    cards = (*state.deck, *state.revealed, *state.tom)
    by_hand = sum(card.id == "printed" for card in state.revealed)  # these came instead of cards of the deck
    return (
        state.deck_size in (DECK_SIZES if against_tom(state) else (0,))
        and len(state.deck) == (state.cards_left + by_hand if state.shuffled else 0)
        and len(state.revealed) <= state.deck_size
        and (not against_tom(state) or state.cards_left > 0 or state.at_source or state.finished)
        and {place for card in cards for place in (card.first, card.second)}.issubset({*LOCATIONS, None})
        and all(len(payment or "") <= LONGEST for card in cards for payment in (card.payment, card.bottom))
    )

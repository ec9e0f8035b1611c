"""The state of a game of Djinn: what its events add up to, and what each phone may see of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, assert_never

from companion.games.djinn import events as ev
from companion.games.djinn.city import CITY, MOST_STEPS, City, corrected
from companion.games.djinn.events import Event
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
)
from companion.games.djinn.house import HOUSE_RULES
from companion.games.djinn.sheet import Sheet
from companion.kit import chance
from companion.kit.chance import Chance, once_more
from companion.kit.house import House, switched
from companion.table.log import Refusal
from companion.table.log import changed as replace

CAPACITIES = ("5", "6", "7", "8", "8_flipped")
"""Where the Capacity Marker may lie: on 8 it can be flipped (facts 6)."""
PATH = 4
"""How many spaces of a Mage's way are kept."""
NOTHING_NOTED = ev.BoxNoted({}, {}, {})
MOST, LARGEST, LONGEST, LAST_MOMENT = 60, 10**6, 240, 2**33
"""How much there can be of anything, however long people play: Djinn a seat, points, letters of a text, a time."""
LONGEST_NAME = 24
"""How many characters an owner's name of a colour may have."""


@dataclass(frozen=True)
class Space:
    """The Boss, if any, and the colours of the Djinn that stand beside a round Action Space."""

    boss: bool = False
    djinn: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, and the round, counted from 1."""

    seat: int
    round: int


@dataclass(frozen=True)
class Clock:
    """The seconds that each seat has used, and since when (seconds since 1970) the clock of the turn's seat runs."""

    seconds: tuple[float, ...] = ()
    running_since: float | None = None


@dataclass(frozen=True)
class Awaited:
    """How many Djinn the table is to draw from its bag: to a space, or as a seat's catch."""

    count: int
    slot: str
    seat: int | None


@dataclass(frozen=True)
class State(Chance, House):
    """A game of Djinn; the defaults describe the table before it is opened."""

    players: int = 0
    first_game: bool = False
    longer: bool = False
    just_score: bool = False
    goods: bool = False  # sheets begin with the goods of the start, and with the Capacity Marker as the app saw it
    city: City = CITY
    noted: ev.BoxNoted = NOTHING_NOTED  # what else the owner of the box had entered when the game was opened
    layout: dict[str, str] = field(default_factory=dict)  # slot: location
    passages_out: tuple[str, ...] = ()
    start_seat: int = 0
    spaces: dict[str, Space] = field(default_factory=dict)  # round slot: what stands there
    dealt: dict[str, Space] = field(default_factory=dict)  # what stood there when the hunt began
    bag: tuple[str, ...] = ()  # next to be drawn first
    we_draw: bool = False  # the table draws from its own bag
    awaited: tuple[Awaited, ...] = ()  # what it is to draw, in this order
    came: ev.DjinnPutBack | None = field(default=None, compare=False)  # what the app drew last, as it would go back
    trophies: dict[str, tuple[str, ...]] = field(default_factory=dict)  # row: trophies on display
    cards: tuple[str, ...] = ()
    green: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    by_table: tuple[str, ...] = ()  # the elements of the set-up that the table drew itself
    ticks: dict[str, int | None] = field(default_factory=dict)  # step: who ticked it
    picks: tuple[tuple[int, str], ...] = ()
    turn: Turn | None = None
    clock: Clock = Clock()
    here: tuple[str, ...] = ()  # the slots at which whose turn it is acts in it, as far as anybody said
    met: bool = False  # Djinn were caught in this turn
    rewarded: bool = False  # a Trophy was taken in this turn
    paths: dict[int, tuple[str, ...]] = field(default_factory=dict)  # seat: where its Mage stood last, latest last
    caught: tuple[tuple[str, ...], ...] = ()  # of each seat: colours, and "boss" for a Boss
    supply_bosses: int = CONTENTS.bosses - CONTENTS.bosses_on_board
    aside: tuple[str, ...] = ()
    taken: tuple[ev.TrophyTaken, ...] = ()  # the Trophies that somebody said were taken
    placed: tuple[int, ...] = ()  # a seat for each Secret Passage that it placed, as far as somebody said
    beyond: frozenset[int] = frozenset()  # the seats whose Capacity Marker came beyond 8
    last_round: int | None = None
    at_source: bool = False
    sheets: tuple[Sheet, ...] = ()
    entered: tuple[frozenset[str], ...] = ()  # of each seat: the rows of its sheet that somebody has entered
    done: frozenset[int] = frozenset()  # the seats that say that their sheet is done
    tied: frozenset[int] = frozenset()  # the seats that were asked to break a tie
    unscored: frozenset[int] = frozenset()  # those whom the end found with an untouched sheet
    deck_size: int = 0  # of Tom's deck, 0 in a game without him
    shuffled: bool = False  # the app holds his deck; if not, the player flips the printed one
    house: bool = False  # what the app holds is the house deck
    tom: tuple[ev.TomCard, ...] = ()  # the Location Cards that the owner of the box has entered, by their ids
    deck: tuple[ev.TomCard, ...] = ()  # what the app holds, next first
    cards_left: int = 0
    revealed: tuple[ev.TomCard, ...] = ()
    result: Literal["", "won", "lost"] = ""  # against Tom
    finished: bool = False
    cards_shown: bool = False  # everybody has seen the private cards


def require_open(state: State) -> None:
    """Raise Refusal before the game is opened."""
    if not state.players:
        raise Refusal("This table has no game yet; open one first.")


def side_of(state: State, tile: str) -> str:
    """Find the side of a Character Tile, green or red, as the owner of the box has it."""
    return state.noted.sides.get(tile, TILES[tile].side)


def against_tom(state: State) -> bool:
    """Say whether one player plays against Tom (rulebook, Solo Play)."""
    return state.players == 1


def is_settled(state: State, element: str, *, by_hand: bool = False) -> bool:
    """Say whether play depends on an element, so that it is not drawn anew; `by_hand`: nor set right.

    Scoring Cards count at the end only and the map is a picture, so these are set right until then.
    """
    if element in ("cards", "layout") and by_hand:
        return state.finished
    if element == "deck":
        return state.cards_left < state.deck_size or state.finished
    picked = element in ("start", "tiles") and bool(state.picks)
    return picked or state.turn is not None or state.finished or (element == "djinn" and have_left(state))


def have_left(state: State) -> bool:
    """Say whether any Djinn or Boss has left the board."""
    return any(state.caught) or bool(state.aside) or not all(space.boss for space in state.spaces.values())


def evolve(state: State, event: Event) -> State:  # noqa: C901 - one case an event
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    match event:
        case ev.Opened(players, first_game, longer, deck, just_score, goods):
            opened = _opened(players, first_game=first_game, longer=longer, deck=deck)
            return replace(opened, just_score=just_score, goods=goods)
        case ev.CityCorrected(paths, place):
            return replace(state, city=corrected(paths, place))
        case ev.BoxNoted():
            return replace(state, noted=event)
        case ev.ColourNamed(colour, name, swatch):
            names, swatches = state.noted.names | {colour: name}, state.noted.swatches | {colour: swatch}
            return replace(state, noted=replace(state.noted, names=names, swatches=swatches))
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
            return _drawn(state, event)
        case ev.SpacesSwapped(one, other):
            return _swapped(state, one, other)
        case ev.StepTicked(step, by):
            return replace(state, ticks=state.ticks | {step: by})
        case ev.StepUnticked(step):
            return replace(state, ticks={ticked: by for ticked, by in state.ticks.items() if ticked != step})
        case ev.TilePicked(seat, tile):
            return replace(state, picks=(*state.picks, (seat, tile)))
        case ev.HuntBegun(at):
            clock = replace(state.clock, running_since=at)
            return replace(state, turn=Turn(state.start_seat, 1), clock=clock, dealt=state.spaces, came=None)
        case ev.TurnEnded(_, at):
            return _turn_ended(state, at)
        case ev.ClockPaused(at):
            return replace(state, clock=_stopped(state, at))
        case ev.ClockResumed(at):
            return replace(state, clock=replace(state.clock, running_since=at))
        case ev.SpaceEntered(seat, slot, _):
            path = (*state.paths.get(seat, ()), slot)[-PATH:]
            return replace(state, here=(*state.here, slot)[-PATH:], paths=state.paths | {seat: path})
        case ev.DjinnCaught(seat, slot, _, djinn, boss):
            caught = _give(state.caught, seat, (*djinn, BOSS) if boss else djinn)
            return _left(replace(state, caught=caught, met=True), slot, djinn, boss=boss)
        case ev.BossFled(slot, _):
            return _left(replace(state, supply_bosses=state.supply_bosses + 1), slot, (), boss=True)
        case ev.DjinnRefilled(slot, _, djinn, _, by_hand):
            return _joined(state, slot, djinn, by_hand=by_hand)
        case ev.DjinnRemoved(slot, _, djinn):
            return _left(replace(state, aside=(*state.aside, *djinn)), slot, djinn, boss=False)
        case ev.ExtraCaught(seat, colour, by_hand):
            state = replace(state, caught=_give(state.caught, seat, (colour,)), beyond=state.beyond | {seat})
            return _drawn_from_bag(state, ev.DjinnPutBack((colour,), seat=seat), by_hand=by_hand)
        case ev.BagTaken():
            return replace(state, we_draw=True, by_table=_with(state.by_table, "bag"))
        case ev.BagShuffled(bag):
            return replace(state, we_draw=False, bag=bag, drawn=once_more(state, "bag"))
        case ev.DjinnPutBack():
            return _put_back(state, event)
        case ev.DrawAwaited(count, slot, _, seat, _):
            return replace(state, awaited=(*state.awaited, Awaited(count, slot, seat)))
        case ev.SupplyBossCaught(seat):
            caught = _give(state.caught, seat, (BOSS,))
            return replace(state, caught=caught, supply_bosses=state.supply_bosses - 1)
        case ev.TrophyTaken():
            return replace(state, taken=(*state.taken, event), rewarded=True)
        case ev.PassagePlaced(seat):
            return replace(state, placed=(*state.placed, seat))
        case ev.SheetCounted(seat, row, by):
            return _with_sheet(state, seat, row, by + getattr(_sheet(state, seat), row))
        case ev.SheetSet(seat, row, value):
            return _with_sheet(state, seat, row, value)
        case ev.PrivateCardChosen(seat, card):
            return _with_sheet(state, seat, "private_card", card)
        case ev.SheetDone(seat):
            return replace(state, done=state.done | {seat})
        case ev.TieFound(seats):
            return replace(state, tied=state.tied | {*seats}, done=state.done - {*seats})
        case ev.TomEntered(cards):
            return replace(state, tom=cards)
        case ev.TomShuffled(cards, house):
            own = tuple(one for one in state.by_table if one != "deck")
            state = replace(state, shuffled=True, house=house, deck=cards, by_table=own)
            return replace(state, tom=() if house else located(cards))
        case ev.TomPrinted():
            return replace(state, shuffled=False, house=False, deck=(), by_table=_with(state.by_table, "deck"))
        case ev.TomRevealed(card, _, slot, _, djinn, _, by_hand):
            state = replace(state, by_table=_with(state.by_table, "card")) if by_hand else state
            return _card_gone(state if slot is None else _joined(state, slot, djinn), card)
        case ev.TomFlipped(card):
            return _card_gone(state, card)
        case ev.GameFinished(at, unscored):
            return replace(state, finished=True, unscored=frozenset(unscored), clock=_stopped(state, at))
        case ev.GameLost(at):
            return replace(state, finished=True, result="lost", clock=_stopped(state, at))
        case ev.PrivateCardsShown():
            return replace(state, cards_shown=True)
        case ev.SecretTold() if not state.finished:
            return state
        case ev.RuleSwitched():
            return switched(state, event)
        case ev.SecretDrawn() | ev.WordSaid() | ev.SecretTold() | ev.DrawnAnew():
            return chance.evolve(state, event)
        case _:
            assert_never(event)


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
    return chance.seen(replace(state, bag=tuple(sorted(state.bag)), deck=(), sheets=sheets))


def private_cards_shown(state: State) -> bool:
    """Say whether everybody sees the private cards: the end shows them for their points, and then they are known."""
    return state.finished or state.cards_shown


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
        "layout": state.layout.keys() == SLOTS.keys() - {"S"} and set(state.layout.values()) <= LOCATIONS.keys(),
        "spaces": set(state.spaces) == {slot.id for slot in SLOTS.values() if slot.shape == "round"},
        "passages": set(state.passages_out) <= LOCATIONS.keys(),
        "djinn": Counter(_djinn(state)) == dict.fromkeys(COLOURS, CONTENTS.djinn_per_colour),
        "awaited": sum(one.count for one in state.awaited) <= len(state.bag)
        and {one.slot for one in state.awaited if one.seat is None} <= state.spaces.keys()
        and {one.seat for one in state.awaited if one.seat is not None} <= set(range(seats)),
        "paths": state.paths.keys() <= set(range(seats))
        and {slot for path in (state.here, *state.paths.values()) for slot in path} <= SLOTS.keys(),
        "cards": {*state.cards, *filter(None, (sheet.private_card for sheet in state.sheets))} <= CARDS.keys(),
        "tiles": {*state.green, *state.red, *(tile for _, tile in state.picks)} <= TILES.keys(),
        "seats": {state.start_seat, *(seat for seat, _ in state.picks), *([state.turn.seat] if state.turn else [])}
        | {seat for seat in state.ticks.values() if seat is not None}
        | {*state.placed, *(one.seat for one in state.taken)}
        | state.beyond
        | state.done
        | state.tied
        | state.unscored
        <= set(range(seats)),
        "steps": len(state.ticks) <= 11,
        "trophies": len(state.taken) <= len(TROPHIES)
        and {one.points for one in state.taken} <= {*TROPHY_POINTS}
        and {one.row for one in state.taken} <= {trophy.row for trophy in TROPHIES.values()}
        and {one.trophy for one in state.taken} <= {*TROPHIES, *UNDESCRIBED},
        "city": {end for path in state.city.paths for end in path} | state.city.place.keys() <= SLOTS.keys()
        and all(abs(steps) <= MOST_STEPS for place in state.city.place.values() for steps in place),
        "box": state.noted.names.keys() <= state.noted.swatches.keys() <= COLOURS.keys()
        and state.noted.tiles.keys() | state.noted.sides.keys() <= TILES.keys()
        and state.noted.trophies.keys() <= TROPHIES.keys()
        and {row for row, _, _ in state.noted.trophies.values()} <= {trophy.row for trophy in TROPHIES.values()}
        and state.noted.scrolls.keys() <= set(CAPACITIES)
        and all(0 < len(name) <= LONGEST_NAME for name in state.noted.names.values()),
        "chance": chance.fits(state, seats),
        "house": state.rules_on <= HOUSE_RULES.keys(),
        "tom": _tom_fits(state),
        "much": len(state.picks) <= len(TILES)
        and all(len(held) <= MOST for held in state.caught)
        and len(state.placed) <= MOST
        and all(len(text) <= LONGEST for text in _texts(state.noted))
        and all(abs(value) <= LARGEST for sheet in state.sheets for value in _numbers(sheet))
        and all(abs(at) < LAST_MOMENT for at in (*state.clock.seconds, *filter(None, [state.clock.running_since]))),
    }
    wrong = [name for name, right in holds.items() if not right]
    if wrong:
        raise ValueError(f"no state of Djinn: {', '.join(wrong)}")


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
        and {place for card in cards for place in (card.first, card.second)} <= {*LOCATIONS, None}
        and all(len(payment or "") <= LONGEST for card in cards for payment in (card.payment, card.bottom))
    )


def located(cards: Iterable[ev.TomCard]) -> tuple[ev.TomCard, ...]:
    """List the Location Cards of a deck by their ids."""
    return tuple(sorted((card for card in cards if card.first), key=lambda card: card.id))


def without(djinn: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Take the Djinn that are `gone` out of `djinn`, colour for colour, and keep the order."""
    left = list(djinn)
    for colour in gone:
        if colour in left:
            left.remove(colour)
    return tuple(left)


def _opened(players: int, *, first_game: bool, longer: bool, deck: int) -> State:
    seats = min(players, max(PLAYER_COUNTS))  # an imported log may say anything
    return State(
        players=players,
        first_game=first_game,
        longer=longer,
        clock=Clock((0.0,) * seats),
        caught=((),) * seats,
        sheets=(Sheet(),) * seats,
        entered=(frozenset(),) * seats,
        deck_size=deck,
        cards_left=deck,
    )


def _drawn(state: State, event: ev.Drawn) -> State:
    """Lay out an element of the set-up.

    Nothing changes once play depends on it: so what was drawn anew before cannot be taken back alone.
    """
    element, by_hand = ev.ELEMENTS[type(event)], getattr(event, "by_hand", False)
    if is_settled(state, element, by_hand=by_hand):
        return state
    others = tuple(one for one in state.by_table if one != element)
    own = _with(others, element) if by_hand else others
    state = replace(state, drawn=once_more(state, element), by_table=own)
    match event:
        case ev.LayoutDrawn(layout):
            return replace(state, layout=layout)
        case ev.PassagesRemoved(locations):
            return replace(state, passages_out=locations)
        case ev.StartDrawn(seat):
            return replace(state, start_seat=seat)
        case ev.DjinnDrawn(spaces, bag):
            standing = {slot: Space(True, djinn) for slot, djinn in spaces.items()}
            return replace(state, spaces=standing, bag=bag, we_draw=by_hand, awaited=(), came=None)
        case ev.TrophiesDrawn(rows):
            return replace(state, trophies=rows)
        case ev.CardsDrawn(cards):
            return replace(state, cards=cards)
        case ev.TilesDrawn(green, red):
            return replace(state, green=green, red=red)
        case _:
            assert_never(event)


def _turn_ended(state: State, at: float) -> State:
    """Pass the turn on, and after the last round gather at the Magic Source (rulebook, End of the Game)."""
    turn = state.turn or Turn(state.start_seat, 1)
    clock, state = _stopped(state, at), replace(state, came=None, here=(), met=False, rewarded=False)
    seat = (turn.seat + 1) % max(state.players, 1)
    if seat != state.start_seat:
        return replace(state, turn=Turn(seat, turn.round), clock=_restarted(state, clock, at))
    if turn.round == state.last_round:
        return replace(state, at_source=True, clock=clock)
    return replace(state, turn=Turn(seat, turn.round + 1), clock=_restarted(state, clock, at))


def _stopped(state: State, at: float) -> Clock:
    """Stop the clock at `at` and add the time since its start to the seat of the turn."""
    since, turn = state.clock.running_since, state.turn
    if since is None or turn is None:
        return replace(state.clock, running_since=None)
    seconds = tuple(
        used + max(0.0, at - since) if seat == turn.seat else used for seat, used in enumerate(state.clock.seconds)
    )
    return Clock(seconds)


def _restarted(state: State, clock: Clock, at: float) -> Clock:
    """Start `clock` at `at` if the state's clock runs; a paused one stays paused."""
    return clock if state.clock.running_since is None else replace(clock, running_since=at)


def _give(caught: tuple[tuple[str, ...], ...], seat: int, djinn: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((*held, *djinn) if holder == seat else held for holder, held in enumerate(caught))


def _swapped(state: State, one: str, other: str) -> State:
    """Let two slots exchange their locations."""
    if not {one, other} <= state.layout.keys():
        return state
    layout = state.layout | {one: state.layout[other], other: state.layout[one]}
    return replace(state, layout=layout, by_table=_with(state.by_table, "layout"))


def _with(elements: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(sorted({*elements, one}))


def _joined(state: State, slot: str, djinn: tuple[str, ...], *, by_hand: bool = False) -> State:
    """Put Djinn from the bag at a space."""
    space = state.spaces.get(slot, Space())
    space = replace(space, djinn=(*space.djinn, *djinn))
    state = replace(state, spaces=state.spaces | {slot: space})
    return _drawn_from_bag(state, ev.DjinnPutBack(djinn, slot, state.layout.get(slot, "")), by_hand=by_hand)


def _drawn_from_bag(state: State, back: ev.DjinnPutBack, *, by_hand: bool) -> State:
    """Take Djinn out of the bag, and off what the table is to draw; keep how the app's own draw would go `back`."""
    waiting = [_less(one, back) for one in state.awaited]
    return replace(
        state,
        bag=without(state.bag, back.djinn),
        awaited=tuple(one for one in waiting if one.count > 0),
        came=back if back.djinn and not by_hand else None,
    )


def _less(one: Awaited, back: ev.DjinnPutBack) -> Awaited:
    same = (one.slot, one.seat) == (back.slot, back.seat)
    return replace(one, count=one.count - len(back.djinn)) if same else one


def _put_back(state: State, event: ev.DjinnPutBack) -> State:
    """Put Djinn back into the bag."""
    state = replace(state, bag=(*state.bag, *event.djinn), came=None)
    if event.seat is not None:
        caught = (without(held, event.djinn) if seat == event.seat else held for seat, held in enumerate(state.caught))
        return replace(state, caught=tuple(caught))
    space = state.spaces.get(event.slot, Space())
    return replace(state, spaces=state.spaces | {event.slot: replace(space, djinn=without(space.djinn, event.djinn))})


def _card_gone(state: State, card: ev.TomCard | None) -> State:
    """Take a card off Tom's deck, wherever it lies in it; one that is not in it takes the last one's place."""
    revealed = state.revealed if card is None else (*state.revealed, card)
    deck = tuple(one for one in state.deck if card is None or one.id != card.id)
    return replace(state, deck=deck, cards_left=max(0, state.cards_left - 1), revealed=revealed)


def _left(state: State, slot: str, djinn: tuple[str, ...], *, boss: bool) -> State:
    """Take Djinn, and the Boss if told so, off a space; the last Boss off the board starts the last round.

    Against Tom that Boss wins the game, and its own round is the last one.
    """
    space = state.spaces.get(slot, Space())
    spaces = state.spaces | {slot: Space(space.boss and not boss, without(space.djinn, djinn))}
    state = replace(state, spaces=spaces, came=None)
    if not boss or any(space.boss for space in spaces.values()):
        return state
    this_round = state.turn.round if state.turn else 1
    if against_tom(state):
        return replace(state, last_round=this_round, result="won")
    return replace(state, last_round=this_round + 1)


def _sheet(state: State, seat: int) -> Sheet:
    return state.sheets[seat] if seat < len(state.sheets) else Sheet()


def _with_sheet(state: State, seat: int, row: str, value: int | str | None) -> State:
    """Change a row of a seat's sheet, which is then no longer done."""
    if seat not in range(len(state.sheets)):
        return state
    change: dict[str, Any] = {row: value}
    sheet = replace(state.sheets[seat], **change)
    entered = tuple(rows | {row} if one == seat else rows for one, rows in enumerate(state.entered))
    sheets = (*state.sheets[:seat], sheet, *state.sheets[seat + 1 :])
    return replace(state, sheets=sheets, entered=entered, done=state.done - {seat})

"""Before the war: the table, the lands, the strongholds' own lands, who goes first. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.games.war_game.facts import BASICS, LANDS, STRONGHOLDS, events as ev
from companion.games.war_game.facts.board import DEFAULT_COLUMN, LANDS_AT, cut_off
from companion.games.war_game.facts.events import Event
from companion.games.war_game.facts.layout import BY_COUNT, COLUMNS, LAYOUT, SHUT_IN, WHICH, strongholds_of
from companion.games.war_game.setup import draws
from companion.games.war_game.state import evolve
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import State, board_of, home_of
from companion.kit.fairness.committed_random import committed, new_secret, say
from companion.language.texts import Text, listed
from companion.table.log import Refusal


def open_game(
    state: State,
    *,
    players: int,
    rng: Random,
    column: int = DEFAULT_COLUMN,
    fair: bool = False,
    near: bool = False,
    places: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> list[Event]:
    """Open a table, deal the lands, and roll who goes first.

    `column` is that of B and D; a `fair` table is dealt until nobody is shut in; two or three players lie `near` each
    other if they like; `places` are the strongholds by seat, if those of a war before stay; `rules` are the house rules
    that are on.
    """
    if state.players:
        raise Refusal("This table already has a game. Open another table.")
    if players not in BY_COUNT:
        raise Refusal("The War Game is for 2 to 4 players.")
    if not 1 <= column <= BASICS.columns:
        raise Refusal("Columns go from 1 to %(most)s.", most=BASICS.columns).about("column")
    strongholds = tuple(places) or strongholds_of(players, near=near or WHICH in rules)
    column = next((COLUMNS[rule] for rule in rules if rule in COLUMNS), column)
    switched = [ev.RuleSwitched(rule, True) for rule in HOUSE_RULES if rule in rules and rule not in LAYOUT]
    opened = ev.Opened(players, strongholds, column, fair or SHUT_IN in rules, asks=True)
    events: list[Event] = [opened, *switched, committed(new_secret(rng))]
    events.append(draws.lands(reduce(evolve, events, state)))
    return [*events, draws.first(reduce(evolve, events, state))]


def say_word(state: State, *, seat: int, word: str) -> list[Event]:
    """Add a player's word to the draws; what chance has decided already is drawn anew with it."""
    require_setup(state)
    said = say(state, seat, word)
    events: list[Event] = [said, *([] if state.by_hand else [draws.lands(evolve(state, said))])]
    return [*events, *([draws.first(reduce(evolve, events, state))] if state.rolls else [])]


def choose_stronghold(state: State, *, seat: int, place: str) -> list[Event]:
    """Let a player's stronghold lie at one of the four places (Setup).

    Whoever has lain there takes the other one; a player who has chosen that place is asked first. Who chooses the own
    place keeps it, and asks nobody.
    """
    require_setup(state)
    require_seat(state, seat)
    if place not in STRONGHOLDS:
        raise Refusal("Choose one of the four strongholds.").about("place")
    if not state.asks:  # opened before players were asked
        return [] if home_of(state, seat) == place else [ev.StrongholdChosen(seat, place)]
    there = state.strongholds.get(place)
    if there is None or there.owner == seat or there.owner not in state.firm:
        kept = there is not None and there.owner == seat and seat in state.firm and place not in state.swaps.values()
        return [] if kept else [ev.StrongholdChosen(seat, place, firm=True)]
    return [] if state.swaps.get(seat) == place else [ev.SwapAsked(seat, place)]


def agree_swap(state: State, *, seat: int, other: int) -> list[Event]:
    """Let a player give the stronghold to another one who has asked for it, for that player's own."""
    require_setup(state)
    require_seat(state, seat)
    if state.swaps.get(other) != home_of(state, seat):
        raise Refusal("That player doesn't want your stronghold any more.").about("other")
    return [ev.StrongholdChosen(other, home_of(state, seat), firm=True)]


def deal(state: State, *, rng: Random, place: str = "") -> list[Event]:
    """Deal all lands anew, or let the one at a place change with another."""
    require_setup(state)
    if place and place not in LANDS_AT:
        raise Refusal("Choose one of the fifteen lands.").about("place")
    return [draws.lands(state, rng, place=place)]


def set_terrain(state: State, *, place: str, land: str) -> list[Event]:
    """Set a land as the card there lies on the table."""
    require_setup(state)
    if place not in LANDS_AT:
        raise Refusal("Choose one of the fifteen lands.").about("place")
    if land not in LANDS:
        raise Refusal("Choose one of the five basic lands.").about("land")
    return [] if state.lands[place] == land else [ev.TerrainSet(place, land)]


def keep_land(state: State, *, seat: int, land: str) -> list[Event]:
    """Note, for nobody else to see, which land lies face down at a stronghold (text, Setup)."""
    require_open(state)
    require_seat(state, seat)
    if land not in LANDS:
        raise Refusal("Choose one of the five basic lands.").about("land")
    if state.strongholds[home_of(state, seat)].up:
        raise Refusal("It's already face up.")
    if state.begun and state.strongholds[home_of(state, seat)].land:
        raise Refusal("The war has begun, so the land stays as it is.")
    return [ev.LandKept(seat, land)]


def turn_land(state: State, *, seat: int, land: str = "") -> list[Event]:
    """Turn the land of a stronghold face up: the one that was kept, or the one that its player names."""
    require_open(state)
    require_seat(state, seat)
    one = state.strongholds[home_of(state, seat)]
    if one.up:
        raise Refusal("It's already face up.")
    if not one.land and land not in LANDS:
        raise Refusal("Choose one of the five basic lands.").about("land")
    return [ev.LandTurned(seat, one.land or land)]


def roll_first(state: State, *, rng: Random, seat: int | None = None) -> list[Event]:
    """Roll who goes first, or say whom the table's own dice named."""
    require_setup(state)
    if seat is None:
        return [draws.first(state, rng)]
    require_seat(state, seat)
    return [ev.FirstRolled(seat, (), by_hand=True)]


def why_not_begin(state: State) -> Text | None:
    """Say why the war cannot begin; None if it can."""
    if state.first is None:
        return Text("Choose who goes first.")
    counts = Counter(state.lands.values())
    for land, fact in LANDS.items():
        if counts[land] != BASICS.each:
            label = Text(fact.label)
            return Text(
                "There are %(each)s of each land, not %(count)s × %(land)s.", each=3, land=label, count=counts[land]
            )
    if state.fair and not state.by_hand and (shut := cut_off(board_of(state))):
        return Text(
            "Islands block %(place)s. Deal again, or switch off the house rule that forbids it.",
            place=listed([Text("%(place)s", place=place) for place in shut]),
        )
    return None


def begin(state: State) -> list[Event]:
    """Begin the war with the first player's turn."""
    require_setup(state)
    if why := why_not_begin(state):
        raise Refusal("%(why)s", why=why)
    return [ev.WarBegun(state.first or 0), ev.PhaseBegun("supply")]


def require_setup(state: State) -> None:
    """Raise Refusal unless the table is open and the war has not begun."""
    require_open(state)
    if state.begun:
        raise Refusal("The war has begun, so this stays as it is; take back the start of the war first.")


def require_open(state: State) -> None:
    """Raise Refusal unless the table has a game that is not over."""
    if not state.players:
        raise Refusal("This table has no game yet; open one first.")
    if state.over:
        raise Refusal("This game is over. To play on, undo what ended it.")


def require_seat(state: State, seat: int) -> None:
    """Raise Refusal for a seat that nobody plays."""
    if seat not in range(state.players) or seat in state.left:
        raise Refusal("Choose one of the players.").about("seat")

"""Before a duel: who sits where, the range rules, who plays first, and the ante. Pure."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from random import Random

from companion.games.emperor.facts import ARRANGEMENTS, BASICS, RANGES, events as ev
from companion.games.emperor.facts.events import Event
from companion.games.emperor.setup import draws
from companion.games.emperor.state import State, evolve
from companion.kit.fairness.committed_random import committed, new_secret, say
from companion.kit.house_rules import opened_with
from companion.kit.ring.circle import swapped
from companion.table.log import Refusal

LONGEST_NAME = 40
"""How many characters the name of a card or creature may have."""


def open_game(
    state: State,
    *,
    players: int,
    range_id: str,
    ante: bool,
    mixed: bool,
    rng: Random,
    just_score: bool = False,
    teams: int | None = None,
    life: int = BASICS.life,
    stolen_attacks: bool = False,
    usual: Collection[str] = (),
) -> list[Event]:
    """Open a table for the teams, seated as entered or mixed by chance, and draw who plays first.

    Rules in `usual` are on by default at a new table, so they are no house rule of this one.

    Of a duel that was played without the app there is only its end to be scored.
    """
    if state.players:
        raise Refusal("This table already has a game. Open another table.")
    if players not in ARRANGEMENTS:
        raise Refusal("Emperor is for 6, 8, 9, 10, 12 or 14 players; choose how many players.")
    possible = ARRANGEMENTS[players]
    count = teams if teams in possible else possible[0]
    opened = ev.Opened(players, range_id, ante and not just_score, just_score, count, life)
    switched = opened_with({"stolen_attacks": stolen_attacks}, usual)
    events: list[Event] = [opened, *switched, committed(new_secret(rng))]
    ready = reduce(evolve, events, state)
    if just_score:
        return [*events, ev.Seated(ready.order)]
    return [*events, draws.seats(ready) if mixed else ev.Seated(ready.order), draws.first(ready)]


def say_word(state: State, *, seat: int, word: str) -> list[Event]:
    """Add a player's word to the draws; what chance has decided for this duel is drawn anew with it."""
    _require_seating(state)
    said = say(state, seat, word)
    ready = evolve(state, said)
    seated, first = [draws.seats(ready)] if state.order_drawn else [], [draws.first(ready)] if state.first_drawn else []
    return [said, *seated, *first]


def mix(state: State, *, rng: Random) -> list[Event]:
    """Draw teams, seats and Emperors anew."""
    _require_seating(state)
    return [draws.seats(state, rng)]


def swap(state: State, *, one: int, other: int) -> list[Event]:
    """Let two players exchange seats, and with them team and role."""
    _require_seating(state)
    if one == other or not {one, other}.issubset(state.order):
        raise Refusal("Choose two different players to swap seats.")
    return [ev.Seated(swapped(state.order, one, other))]


def choose_range(state: State, *, range_id: str) -> list[Event]:
    """Choose the range rules (rules, Limiting Range; facts 2.5)."""
    _require_seating(state)
    return [ev.RangeChosen(RANGES[range_id].id)]


def choose_first(state: State, *, team: int) -> list[Event]:
    """Choose the team that plays first: after a duel the loser may choose (rules, Playing the Game)."""
    _require_seating(state)
    if team not in range(state.team_count):
        raise Refusal("Choose one of the teams.")
    return [ev.FirstChosen(team, by_chance=False)]


def draw_first(state: State, *, rng: Random) -> list[Event]:
    """Draw the team that plays first."""
    _require_seating(state)
    return [draws.first(state, rng)]


def ante(state: State, *, seat: int, card: str) -> list[Event]:
    """Put a player's card into the pool that the winners share (rules, Playing the Game)."""
    if not state.ante:
        raise Refusal("This table plays without ante.")
    _require_seating(state)
    return [ev.CardAnted(seat, named(card))]


def begin(state: State, *, at: float = 0.0) -> list[Event]:
    """Begin the duel with the turn of the first team's first player."""
    _require_seating(state)
    if state.just_score:
        raise Refusal("This duel was played without the app: say on the Result page who won.")
    return [ev.DuelBegun(at)]


def named(name: str, *, least: int = 1) -> str:
    """Check the name of a card or creature; raise Refusal if it is too short or too long."""
    if not least <= len(name) <= LONGEST_NAME:
        raise Refusal("The name needs 1 to %(most)s characters.", most=LONGEST_NAME).about("name", "card")
    return name


def _require_seating(state: State) -> None:
    if not state.players:
        raise Refusal("This table has no game yet; open one first.")
    if state.begun or state.result is not None:
        raise Refusal("The duel has already begun. Undo the start first, or wait for the next one.")

"""Before a war: its teams, the deal, who sits where and who starts. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Any

from companion.games.efreet_war.facts import CARDS, GUARDIANS, TRAPS, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.state import evolve
from companion.games.efreet_war.state.model import LIFE, MODES, MOST_PLAYERS, State, order
from companion.kit.fairness.committed_random import committed, new_secret, say
from companion.kit.house_rules import opened_with
from companion.kit.ring.circle import swapped
from companion.kit.ring.counters import MOST_LIFE
from companion.table.log import Refusal

EMPEROR_SIZE = 3
"""How many at least are in a team with an Emperor."""
LONGEST_NAME = 40
"""How many characters the name of a card may have."""


def open_game(
    state: State,
    *,
    players: int,
    mode: str,
    team_count: int,
    guardians: Sequence[str],
    traps: Sequence[str],
    emperor_ends: bool,
    city_points_only: bool,
    rng: Random,
    life: int = LIFE,
    teams: tuple[tuple[int, ...], ...] = (),
    just_score: bool = False,
    stolen_attacks: bool = False,
    usual: Collection[str] = (),
    by_player: bool = False,
) -> list[Event]:
    """Open a war: seat the players as entered, clockwise, or as `teams` sat before; deal, and draw who starts.

    Rules in `usual` are on by default at a new table, so they are no house rule of this one. Cards belong to teams, or
    `by_player` to whoever wins them.
    """
    if state.players:
        raise Refusal("This table already has a game. Open another table.")
    teams = teams or divide(players, mode=mode, count=team_count)
    if not 1 <= life <= MOST_LIFE:
        raise Refusal("Everybody begins with 1 to %(most)s life.", most=MOST_LIFE).about("life")
    opened = ev.Opened(
        players, mode, True, city_points_only=False, just_score=just_score, life=life, by_player=by_player
    )
    chosen = {"emperor_ends": not emperor_ends, "city": city_points_only, "stolen_attacks": stolen_attacks}
    events: list[Event] = [opened, *opened_with(chosen, usual), committed(new_secret(rng)), ev.Seated(teams)]
    ready = reduce(evolve, events, state)
    return [*events, *deal(ready, guardians=guardians, traps=traps, rng=rng), draws.first(ready)]


def open_sheet(state: State, **choices: Any) -> list[Event]:
    """Open a war that was played without the app, to score it."""
    return open_game(state, **choices, just_score=True)


def say_word(state: State, *, seat: int, word: str) -> list[Event]:
    """Add a player's word to the draws, and draw anew with it what chance decided before the war."""
    require_untouched(state)
    events: list[Event] = [say(state, seat, word)]
    if state.seats_drawn:
        events.append(draws.seats(reduce(evolve, events, state)))
    ready = reduce(evolve, events, state)
    return [*events, draws.deal(ready), *draws.kept(state), *([draws.first(ready)] if state.first_drawn else [])]


def divide(players: int, *, mode: str, count: int) -> tuple[tuple[int, ...], ...]:
    """Divide the seats into teams, clockwise, their members side by side, as equal as can be (rules, Team Play).

    Emperor seating needs equal teams of three or more: as many teams of three as there can be, or else two teams.
    """
    if mode not in MODES or not 2 <= players <= MOST_PLAYERS:
        raise Refusal("A war needs 2 to %(most)s players.", most=MOST_PLAYERS)
    if mode == "emperor":
        count = 2 if players % EMPEROR_SIZE else max(2, players // EMPEROR_SIZE)
    count = players if mode == "free" else count
    if not 2 <= count <= players:
        raise Refusal("Choose at least two teams, and no more than there are players.").about("team_count")
    size, more = divmod(players, count)
    if mode == "emperor" and (more or size < EMPEROR_SIZE):
        raise Refusal(
            "Emperor seating needs equal teams of three, four, five or seven: 6, 8, 9, 10, 12 or 14 players."
        ).about("count")
    starts = [team * size + min(team, more) for team in range(count + 1)]
    return tuple(tuple(range(start, end)) for start, end in pairwise(starts))


def deal(state: State, *, guardians: Sequence[str] = (), traps: Sequence[str] = (), rng: Random) -> list[Event]:
    """Shuffle the Guardians beside the Resources, and Treasures and Traps face down under them (rules, Setup).

    Without names it deals those of the last deal, or the text's samples. Raise Refusal unless there are exactly 18
    different Guardians and 3 different Traps.
    """
    require_untouched(state)
    standing = {*draws.guardians(state)}, {*(state.traps or CARDS.traps)}
    guards = _different(guardians or draws.guardians(state), GUARDIANS)
    snares = _different(traps or state.traps or CARDS.traps, TRAPS)
    if len(guards) != GUARDIANS:
        raise Refusal(
            "You need exactly 18 different Guardians (7 + 4 × 2 + 3), not %(count)s.", count=len(guards)
        ).about("guardians")
    if len(snares) != TRAPS or {snare.casefold() for snare in snares} & {name.casefold() for name in CARDS.treasures}:
        raise Refusal(
            "You need exactly 3 different Traps: with the 9 Treasures that makes one card under each Resource."
        ).about("traps")
    own: list[Event] = [ev.CardsNamed(tuple(guards), tuple(snares))] if ({*guards}, {*snares}) != standing else []
    return [*own, draws.deal(reduce(evolve, own, state), rng)]


def mix(state: State, *, rng: Random) -> list[Event]:
    """Draw seats and teams anew, and who starts."""
    require_untouched(state)
    seated = draws.seats(state, rng)
    return [seated, draws.first(evolve(state, seated), rng)]


def swap(state: State, *, one: int, other: int) -> list[Event]:
    """Let two players exchange seats, and with them team and role; a first turn that belongs to a role goes with it."""
    require_untouched(state)
    if one == other or not {one, other}.issubset(order(state)):
        raise Refusal("Choose two different players to swap seats.")
    seated = ev.Seated(tuple(swapped(team, one, other) for team in state.teams))
    if state.mode != "emperor" or state.first not in (one, other):
        return [seated]
    return [seated, ev.FirstDrawn(other if state.first == one else one)]


def choose_first(state: State, *, seat: int) -> list[Event]:
    """Choose who has the first turn (rules, Starting the Game)."""
    require_untouched(state)
    if seat not in order(state):
        raise Refusal("Choose one of the players.")
    return [ev.FirstDrawn(seat)]


def begin(state: State, *, at: float = 0.0) -> list[Event]:
    """Begin the war."""
    _require_setting_up(state)
    return [ev.WarBegun(at)]


def require_untouched(state: State) -> None:
    """Raise Refusal unless all is as it was dealt: the war's beginning can be taken back alone."""
    _require_setting_up(state)
    if state.attacked or state.earned or state.fallen:
        raise Refusal("Someone has already attacked or is out, so you can't deal again. Undo that first.")


def _require_setting_up(state: State) -> None:
    if state.begun:
        raise Refusal("The war has begun, so you can't deal again. Undo the start first.")


def _different(names: Sequence[str], most: int) -> list[str]:
    """Remove doubles from names; raise Refusal for one that is too long, or for far too many."""
    if any(len(name) > LONGEST_NAME for name in names) or len(names) > 10 * most:
        raise Refusal("Enter one name per line, each at most %(most)s characters long.", most=LONGEST_NAME)
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(name.casefold(), name)
    return list(kept.values())

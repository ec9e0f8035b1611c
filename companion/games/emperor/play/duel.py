"""The duel: turns, life totals, who is out and what falls with them, the end, the ante and the next duel. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.games.emperor.facts import events as ev
from companion.games.emperor.facts.events import Event
from companion.games.emperor.play.reach import field_of
from companion.games.emperor.setup import draws
from companion.games.emperor.state import DRAW, State, emperors, evolve, living, ring_of, team_of, teams
from companion.games.emperor.state.ring import turn_order
from companion.kit.fairness.committed_random import SecretTold, renewed
from companion.kit.ring import counters
from companion.kit.ring.away import CreatureGone
from companion.kit.ring.circle import swapped
from companion.kit.ring.creatures import fallen_with
from companion.language.texts import Text
from companion.table.log import Refusal


def upcoming(state: State) -> tuple[int, ...]:
    """List the seats of the turns to come, beginning with the running one (rules, Playing the Game)."""
    return turn_order(ring_of(state), state.turn) if state.turn is not None else ()


def in_a_row(state: State) -> int:
    """Count the turns that the running turn's team takes before another team's, including this one."""
    order = upcoming(state)
    own = [team_of(state, seat) == team_of(state, order[0]) for seat in order]
    return own.index(False) if False in own else len(own)


def end_turn(state: State, *, seat: int | None = None, at: float = 0.0) -> list[Event]:
    """End the turn; refuse if a `seat` is named and the turn is another's; the next living player clockwise follows."""
    turn = require_running(state)
    if seat not in (None, turn):
        raise Refusal("It is another player's turn now.")
    return [ev.TurnEnded(turn, at)]


def change_life(
    state: State, *, seat: int, by: int | None = None, value: int | None = None, counter: str = "life"
) -> list[Event]:
    """Count life or another counter up or down, or set it to a value: whichever was entered."""
    require_alive(state, seat)
    events = counters.count(state, seat=seat, by=by, value=value, counter=counter)
    if counter == "life" and by is None and value is not None:
        return [ev.LifeSet(seat, value)] if events else []
    return [*events]


def fall(state: State, *, seats: Sequence[int], by: int | None = None, at: float = 0.0) -> list[Event]:
    """Take players out, all `seats` at once, `by` a player if one says so, and what falls with them.

    With an Emperor the duel ends; if both Emperors fall at once, it is a draw (rules, Eliminating Players). Of three
    teams one is out with its Emperor, by a house rule the Emperor who is left alone too.
    """
    if not seats:
        raise Refusal("Choose who is out.")
    for seat in seats:
        require_alive(state, seat)
    if by is not None and by not in state.order:
        raise Refusal("Choose one of the players.").about("by")
    gone = tuple(dict.fromkeys([*seats, *_alone(state, seats)]))
    gone = tuple(dict.fromkeys([*gone, *_bereft(state, gone)]))
    fates = [(one, _fate(state, fate)) for one, fate in fallen_with(field_of(state), gone)]
    return [ev.PlayersFallen(gone, by, at), *(CreatureGone(one.id, one.name, fate) for one, fate in fates)]


def _alone(state: State, seats: Sequence[int]) -> list[int]:
    """List the Emperors whose last mate falls, if by the house rule they are out as well."""
    if "lieutenant" not in state.rules_on:
        return []
    out = {*state.fallen, *seats}
    lonely = (
        emperor for emperor, team in zip(emperors(state), teams(state), strict=True) if {*team} - out == {emperor}
    )
    return [emperor for emperor in lonely if team_of(state, emperor) in {team_of(state, seat) for seat in seats}]


def _fate(state: State, fate: str) -> str:
    """Choose what becomes of a creature: by the house rule one that the fallen had stolen dies wherever it stands."""
    return "died" if fate == "returned" and "out_thief" in state.rules_on else fate


def _bereft(state: State, seats: Sequence[int]) -> list[int]:
    """List who is out with their Emperor while other teams play on: our reading for three teams."""
    if "three_teams" in state.rules_on:
        return []
    left = [team for team, emperor in enumerate(emperors(state)) if emperor not in (*state.fallen, *seats)]
    mates = (seat for emperor in emperors(state) if emperor in seats for seat in teams(state)[team_of(state, emperor)])
    return [seat for seat in mates if seat in living(state)] if len(left) > 1 else []


def score(state: State, *, result: int, seats: Sequence[int] = (), by: Sequence[int | None] = ()) -> list[Event]:
    """Score a duel that was played without the app: who won, and who fell in this order, `by` whom if anybody says."""
    if not state.just_score or state.result is not None:
        raise Refusal("Only a duel played without the app is scored like this, and only once.")
    if result not in (DRAW, *range(state.team_count)):
        raise Refusal("Choose who won.").about("result")
    for seat in (*seats, *(one for one in by if one is not None)):
        if seat not in state.order:
            raise Refusal("Choose one of the players.")
    lost, everybody = {team_of(state, seat) for seat in seats if seat in emperors(state)}, {*range(state.team_count)}
    together = lost == everybody and "both_emperors" in state.rules_on
    if lost and lost != everybody - {result} and not together:
        raise Refusal("The team whose Emperor is left wins; if all Emperors fell, it was a draw.").about("result")
    return [ev.DuelScored(result, tuple(seats), tuple(by))]


def divide_ante(state: State, *, rng: Random, strict: bool = False) -> list[Event]:
    """Divide the pool among the winning team by chance (rules, Playing the Game).

    After a draw everybody takes back their own card; by a house rule the pool is divided among all. If `strict`, a
    secret that is told divides nothing more; in older logs it seemed to.
    """
    if not is_divided(state):
        raise Refusal("Nobody has won this duel, so everybody takes back their own card.")
    if state.shares or not state.pool:
        raise Refusal("There is no ante to divide: it has been divided already, or nobody put a card in.")
    if strict and state.told:
        raise Refusal("Everybody can see the secret by now, so the app can't divide fairly. Do it at the table.")
    return [draws.ante(state, rng)]


def is_divided(state: State) -> bool:
    """Say whether the ante of a duel that is over is divided by chance."""
    return state.result is not None and (state.result != DRAW or "ante_draw" in state.rules_on)


def tell_secret(state: State) -> list[Event]:
    """Show everybody the secret of the draws so far; the next duel's draws follow from another secret."""
    if state.result is None:
        raise Refusal("The secret behind the draws stays hidden until this duel is over.")
    if state.told:
        raise Refusal("Everything is already revealed.")
    if not state.secret:
        raise Refusal("The draws here weren't fixed in advance, so there's nothing to show.")
    if state.pool and not state.shares and is_divided(state):
        raise Refusal("Divide the ante first: the same secret decides who gets what.")
    return [SecretTold()]


SEATINGS = {
    "same": Text("Same seats"),
    "fallen": Text("First out: Emperor"),
    "drawn": Text("Random seats"),
}
"""How the players of a duel may sit in the next one."""


def next_duel(
    state: State, *, team: int, seating: str = "same", ahead: bool = False, rng: Random | None = None
) -> list[Event]:
    """Open the next duel; `team` plays first, as the losing team has chosen (rules, Playing the Game).

    The players sit by one of `SEATINGS`. If the secret is told, the table commits to a new one, drawn by `rng`. If
    `ahead`, new Emperors sit where the next duel has them; in older logs where this one had.
    """
    if state.result is None:
        raise Refusal("This duel isn't over yet.")
    if team not in range(state.team_count):
        raise Refusal("Choose one of the teams.")
    if state.told and seating == "drawn":
        raise Refusal("The secret of the last draws is out. Open the next duel with the same seats, and draw there.")
    opened: list[Event] = [ev.DuelOpened(team), *renewed(state, rng)]
    order = crowned(state, emperors(reduce(evolve, opened, state) if ahead else state))
    if seating == "drawn":
        return [*opened, draws.seats(reduce(evolve, opened, state), rng)]
    return [*opened, ev.Seated(order)] if seating == "fallen" and order != state.order else opened


def crowned(state: State, middles: Sequence[int]) -> tuple[int, ...]:
    """Seat in each team who fell first in this duel as Emperor, by exchange (rules, the last paragraph).

    `middles` are the seats of those who sit now where the Emperors will.
    """
    order = state.order
    for team, emperor in zip(teams(state), middles, strict=True):
        first = next((seat for seat in state.fallen if seat in team), emperor)
        order = swapped(order, first, emperor)
    return order


def require_running(state: State) -> int:
    """Get the seat whose turn it is; raise Refusal before the duel and after it."""
    if state.result is not None:
        raise Refusal("This duel is over; take back what ended it, or open the next one.")
    if state.turn is None:
        raise Refusal("The duel hasn't begun. Begin it first.")
    return state.turn


def require_alive(state: State, seat: int) -> None:
    """Raise Refusal unless a seat still plays."""
    require_running(state)
    if seat not in living(state):
        raise Refusal("This player is out; take that back if it was a mistake.")

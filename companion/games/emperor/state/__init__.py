"""The state of a game of Emperor: what its events add up to. Pure."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from companion.games.emperor.facts import ARRANGEMENTS, BASICS, RANGES, Range, events as ev
from companion.games.emperor.facts.events import Event
from companion.games.emperor.state.house_rules import EVEN_TEAMS, HOUSE_RULES
from companion.games.emperor.state.ring import Ring
from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import once_more
from companion.kit.house_rules import House, switched
from companion.kit.ring import away, counters, creatures, dice_and_timer, ring_events
from companion.kit.ring.creatures import Creature
from companion.kit.ring.dice_and_timer import LATEST as LATEST, Tools
from companion.table.log import changed as replace, require_possible

DRAW = -1
"""The result of a duel in which both Emperors fell at once."""
MOST_CREATURES, MOST_DUELS, MOST_COUNTERS, LARGEST = 500, 1_000, 20, 10**6
"""How much there can be of anything, however long people play."""


@dataclass(frozen=True)
class State(Tools, House):
    """A series of duels of Emperor; the defaults describe the table before it is opened."""

    players: int = 0
    range_id: str = "text"
    ante: bool = False
    order: tuple[int, ...] = ()  # all seats clockwise, the living and the fallen
    order_drawn: bool = False  # by chance, and by nobody's hand since
    first: int | None = None  # the team that plays first
    first_drawn: bool = False
    begun: bool = False
    turn: int | None = None
    lives: tuple[int, ...] = ()
    counts: dict[int, dict[str, int]] = field(default_factory=dict)  # seat: what is counted besides life
    turns: int = 0  # that have ended in this duel
    falls: tuple[tuple[int, int, int | None], ...] = ()  # who fell, in which turn, 0 if nobody knows, and by whom
    fallen: tuple[int, ...] = ()
    ranged: tuple[int, ...] = ()  # who lived when the turn began
    creatures: dict[int, Creature] = field(default_factory=dict)
    noted: int = 0  # how many creatures have been noted
    pool: dict[int, str] = field(default_factory=dict)  # seat: the card it antes
    shares: tuple[tuple[int, int], ...] = ()
    result: int | None = None  # the team that won this duel, or DRAW
    results: tuple[int, ...] = ()  # of the duels before
    just_score: bool = False  # played without the app
    team_count: int = 2
    life: int = BASICS.life  # with which everybody begins
    inner_left: bool = False  # in an even team the Emperor sits there

    @property
    def range(self) -> Range:
        """The range rules in force."""
        return RANGES[self.range_id]

    @property
    def fixed(self) -> frozenset[str]:
        """That which names the Emperors, once a duel is scored that has never begun."""
        scored = self.result is not None and not self.begun
        return frozenset({EVEN_TEAMS}) if scored else frozenset()


EMPTY = State()


def team_size(state: State) -> int:
    """Count the players of a team."""
    return state.players // state.team_count


def teams(state: State) -> tuple[tuple[int, ...], ...]:
    """List the seats of each team clockwise."""
    size = team_size(state)
    return tuple(state.order[team * size : (team + 1) * size] for team in range(state.team_count))


def team_of(state: State, seat: int) -> int:
    """Find the team of a seat."""
    return state.order.index(seat) // team_size(state)


def emperors(state: State) -> tuple[int, ...]:
    """List each team's Emperor, who sits in its middle (rules, Playing the Game).

    Of an even number it is the inner seat on the right, as they look at each other: our reading, which a house rule
    turns round.
    """
    return tuple(team[middle(state)] for team in teams(state))


def middle(state: State) -> int:
    """Find the Emperor's place in a team, clockwise from 0."""
    return (team_size(state) - (not state.inner_left)) // 2


def from_emperor(state: State, seat: int) -> int:
    """Count the seats between a player and their Emperor: 0 for the Emperor, 1 for Generals, more for Lieutenants."""
    return abs(state.order.index(seat) % team_size(state) - middle(state))


def role(state: State, seat: int) -> int:
    """Find a player's role: 0 the Emperor, 1 a General, 2 a Lieutenant."""
    return min(from_emperor(state, seat), 2)


def ring_of(state: State, *, everybody: bool = False) -> Ring[int]:
    """Build the ring of the living, or of `everybody` who sat down."""
    gone = () if everybody else state.fallen
    by_seat: dict[int, Hashable] = {seat: team for team, members in enumerate(teams(state)) for seat in members}
    seats = tuple(seat for seat in state.order if seat not in gone)
    return Ring(seats, by_seat, frozenset(emperors(state)) - set(gone))


def living(state: State) -> tuple[int, ...]:
    """List the seats that still play, clockwise."""
    return tuple(seat for seat in state.order if seat not in state.fallen)


def first_of(state: State, team: int) -> int:
    """Find who plays first in a team: the Emperor's left-hand General, by the later rules the Emperor."""
    members = teams(state)[team]
    return members[middle(state) + state.range.march]


def evolve(state: State, event: Event) -> State:  # noqa: C901 - one case an event
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    if isinstance(event, ring_events.Event):
        return _ringed(state, event)
    if isinstance(event, committed_random.Event):
        return committed_random.evolve(state, event, early=state.result is None)
    match event:
        case ev.Opened(players, range_id, ante, just_score, count, life):
            seats = tuple(range(min(players, max(ARRANGEMENTS))))  # an imported log may say anything
            possible = ARRANGEMENTS.get(players, ARRANGEMENTS[6])
            options: dict[str, Any] = {"just_score": just_score, "life": life, "lives": (life,) * len(seats)}
            options["team_count"] = count if count in possible else possible[0]
            return State(players, range_id, ante, seats, **options)
        case ev.Seated() | ev.RangeChosen() | ev.FirstChosen() if state.begun:
            return state  # so that the setting up cannot be taken back alone once the duel has begun
        case ev.Seated(order, False):
            return replace(state, order=order, order_drawn=False)
        case ev.Seated(order):
            return replace(state, order=order, order_drawn=True, drawn=once_more(state, "seats"))
        case ev.RangeChosen(range_id):
            return replace(state, range_id=range_id)
        case ev.FirstChosen(team, False):
            return replace(state, first=team, first_drawn=False)
        case ev.FirstChosen(team):
            return replace(state, first=team, first_drawn=True, drawn=once_more(state, "first"))
        case ev.CardAnted(seat, card):
            return replace(state, pool=state.pool | {seat: card})
        case ev.DuelBegun(at):
            return _turn_begins(replace(state, begun=True), first_of(state, state.first or 0), at)
        case ev.TurnEnded(seat, at):
            return _turn_begins(replace(state, turns=state.turns + 1), _after(state, seat), at)
        case ev.LifeSet(seat, life):
            return replace(state, lives=tuple(life if one == seat else now for one, now in enumerate(state.lives)))
        case ev.PlayersFallen(seats, by, at):
            fell = tuple((seat, state.turns + 1, by) for seat in seats)
            return _fallen(replace(state, falls=state.falls + fell), seats, at)
        case ev.DuelScored(result, seats, killers):
            falls = tuple((seat, 0, by) for seat, by in zip(seats, killers, strict=False))
            return replace(state, result=result, falls=falls, fallen=seats)
        case ev.CreatureNoted(creature, name, owner, wall):
            noted = Creature(creature, name, owner, owner, owner, wall)
            return replace(state, creatures=state.creatures | {creature: noted}, noted=max(state.noted, creature))
        case ev.CreatureMarched(creature, _, to, _):
            return _with_creature(state, creature, at=to, sick=True, moved=True, tapped=False)
        case ev.CreatureStolen(creature, _, by, to):
            untapped = {"tapped": False} if state.range.march else {}  # by the later rules it does not move
            return _with_creature(state, creature, controller=by, at=to, sick=True, **untapped)
        case ev.CreatureDeployed(creature, _, to):
            return _with_creature(state, creature, controller=to, at=to, sick=True, tapped=True)
        case ev.AnteDivided() if state.told:
            return state  # so that what was drawn by a secret cannot be taken back alone once that is told
        case ev.AnteDivided(shares):
            return replace(state, shares=shares, drawn=once_more(state, "ante"))
        case ev.DuelOpened(team):
            return _next_duel(state, team)
        case ev.RuleSwitched():
            return _emperors_seated(switched(state, event))


def _ringed(state: State, event: ring_events.Event) -> State:
    """Apply what happens in every ring."""
    if isinstance(event, counters.Event):
        return counters.evolve(state, event)
    if isinstance(event, away.Event):
        return replace(state, creatures=away.evolve(state.creatures, event))
    return dice_and_timer.evolve(state, event)


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a game of Emperor with so many seats."""
    everybody = set(range(seats))
    named = {seat for one in state.creatures.values() for seat in (one.owner, one.controller, one.at)}
    named |= {*([] if state.turn is None else [state.turn]), *state.fallen, *state.ranged, *state.pool}
    named |= {seat for share in state.shares for seat in share} | {*state.counts}
    named |= {seat for fell, _, by in state.falls for seat in (fell, by) if seat is not None}
    counted = [number for counts in state.counts.values() for number in counts.values()]
    holds = {
        "players": state.players == seats and state.team_count in ARRANGEMENTS.get(seats, ()),
        "range": state.range_id in RANGES,
        "order": sorted(state.order) == sorted(everybody),
        "seats": named <= everybody,
        "first": state.first in range(state.team_count) or state.just_score,
        "turn": state.turn is not None if state.begun and state.result is None else True,
        "alive": state.turn not in state.fallen and len(set(state.fallen)) == len(state.fallen),
        "creatures": all(id == one.id <= state.noted for id, one in state.creatures.items())
        and not any(one.at in state.fallen or one.controller in state.fallen for one in state.creatures.values()),
        "much": len(state.creatures) <= MOST_CREATURES
        and len(state.results) <= MOST_DUELS
        and all(len(counts) <= MOST_COUNTERS for counts in state.counts.values())
        and dice_and_timer.fits(state)
        and all(abs(number) <= LARGEST for number in (state.life, *state.lives, *counted, state.noted, state.turns)),
        "chance": committed_random.fits(state, seats),
        "house": state.rules_on.issubset(HOUSE_RULES),
        "results": {state.result, *state.results}.issubset({None, DRAW, *range(state.team_count)}),
    }
    require_possible("Emperor", holds)


def _after(state: State, seat: int) -> int | None:
    """Find the next living seat clockwise after a seat, which may be living or not."""
    if seat not in state.order:
        return None
    place = state.order.index(seat)
    return next((one for one in state.order[place + 1 :] + state.order if one not in state.fallen), None)


def _turn_begins(state: State, seat: int | None, at: float) -> State:
    """Begin a turn: the seat's creatures untap and recover; those back home are no longer noted."""
    recovered = creatures.recovered(state.creatures, seat)
    return replace(state, turn=seat, turn_at=at, creatures=recovered, ranged=living(state))


def _with_creature(state: State, id: int, **changes: object) -> State:
    return replace(state, creatures=creatures.changed(state.creatures, id, **changes))


def _emperors_seated(state: State) -> State:
    """Seat the Emperors of even teams by the house rule, unless a duel has begun."""
    return state if state.begun else replace(state, inner_left=EVEN_TEAMS in state.rules_on)


def _fallen(state: State, seats: tuple[int, ...], at: float) -> State:
    """Take players out; the duel ends when one team, or none, has its Emperor left (rules, Playing the Game)."""
    turn = state.turn
    state = replace(state, fallen=(*state.fallen, *seats))
    left = [team for team, emperor in enumerate(emperors(state)) if emperor not in state.fallen]
    if len(left) < 2:
        return replace(state, result=left[0] if left else _together(state, seats), turn=None)
    return _turn_begins(state, _after(state, turn), at) if turn in seats and turn is not None else state


def _together(state: State, seats: tuple[int, ...]) -> int:
    """Say who wins if no Emperor is left: nobody, or by the house rule the team whose turn it was, if its fell now."""
    if "both_emperors" not in state.rules_on or state.turn is None:
        return DRAW
    team = team_of(state, state.turn)
    return team if emperors(state)[team] in seats else DRAW


def _next_duel(state: State, team: int) -> State:
    """Open the next duel of the same players, with new life, ante and creatures."""
    result = () if state.result is None else (state.result,)
    lives = (state.life,) * len(state.order)
    kept: dict[str, Any] = {"just_score": state.just_score, "own_counter": state.own_counter, "timed": state.timed}
    kept |= {
        "team_count": state.team_count,
        "life": state.life,
        "rules_on": state.rules_on,
        "usual": state.usual,
        **committed_random.of(state),
    }
    kept |= {"players": state.players, "range_id": state.range_id, "ante": state.ante, "order": state.order}
    return _emperors_seated(replace(EMPTY, lives=lives, first=team, results=(*state.results, *result), **kept))

"""The state of Tales of the Arabian Nights: what its events add up to. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from companion.games.tales.facts import BASICS, DECKS, events as ev
from companion.games.tales.facts.events import Event, HeroEvent, TableEvent, TurnEvent
from companion.games.tales.facts.victory import last_turns
from companion.games.tales.state.box_overrides import NOTHING_NOTED, fits
from companion.games.tales.state.heroes import (
    LONGEST,
    MOST_NUMBER,
    MOST_POINTS,
    MOST_THINGS,
    MOST_TURNS,
    Hero,
    Place,
    after,
    could_be,
    without,
)
from companion.games.tales.state.house_rules import HOUSE_RULES, TIME_ROUNDS
from companion.kit.fairness import committed_random
from companion.kit.fairness.committed_random import Chance, once_more
from companion.kit.house_rules import House, switched
from companion.language.texts import Text
from companion.table.log import changed, dispatch_by_type, require_possible

CARDS = {"character": Text("Character"), "terrain": Text("Terrain"), "city": Text("City card")}
"""The kinds of encounter cards."""
TIMES = (Text("Morning"), Text("Noon"), Text("Night"))
MOST_PLAYERS = 6


@dataclass(frozen=True)
class Encounter:
    """The encounter of a turn, as far as it has come."""

    card: str = ""  # key of CARDS; none in a Place of Power
    die: int = 0
    space: int = 0
    bonus: int = 0
    row: int = 0
    matrix: str = ""
    number: int = 0
    face: int | None = None
    paragraph: int = 0
    master: str = ""  # the skill that chose the paragraph
    name: str = ""  # of the card


@dataclass(frozen=True)
class State(Chance, House):
    """A game of Tales; the defaults describe the table before it is opened."""

    players: int = 0
    total: int = 0
    one_status: bool = False
    on_paper: bool = False
    decks: int = 0
    noted: ev.BoxNoted = NOTHING_NOTED  # what the owner of the box had put right when the table was opened
    goals: dict[int, tuple[int, int]] = field(default_factory=dict)  # seat: destiny, story; seen by whom it is served
    heroes: tuple[Hero, ...] = ()
    first: int | None = None
    skills_drawn: bool = False
    rolls: tuple[tuple[tuple[int, int], ...], ...] = ()
    begun: bool = False
    sitting: tuple[int, ...] = ()  # the seats clockwise if somebody has joined later; as they are numbered without
    later: dict[int, int] = field(default_factory=dict)  # seat of who has joined later: points of its goal
    turn: int | None = None
    rounds: int = 0  # that are done
    deck: int = 0
    reshuffles: int = 0
    shift: int = 0  # by how many times of day the table has put the time right
    encounter: Encounter | None = None
    moved: bool = False  # in this turn, as all that follows
    drawn_card: bool = False
    played: bool = False
    powered: bool = False  # it led to a Place of Power, whose paragraph is its encounter
    fresh: tuple[str, ...] = ()  # statuses that the encounter gave
    earlier: tuple[str, ...] = ()  # those that the turn's encounter before it gave
    lines: dict[int, str] = field(default_factory=dict)  # seat: the line of this turn
    declared: tuple[int, ...] = ()
    last: tuple[int, ...] = ()  # who still has a last turn
    winners: tuple[int, ...] | None = None
    stopped: bool = False
    rules_then: frozenset[str] = frozenset()  # the house rules that were on when the game ended


EMPTY, NOBODY = State(), Hero()


def order(state: State) -> tuple[int, ...]:
    """List the seats clockwise, beginning with the first player."""
    ring, first = around(state), state.first or 0
    place = ring.index(first) if first in ring else 0
    return (*ring[place:], *ring[:place])


def around(state: State) -> tuple[int, ...]:
    """List the seats clockwise as people sit."""
    return state.sitting or tuple(range(state.players))


def left_of(state: State, seat: int) -> int:
    """Find who reads the Book of Tales for a seat: the player on its left; alone, the player."""
    return _beside(state, seat, 1)


def right_of(state: State, seat: int) -> int:
    """Find who reads the matrix for a seat: the player on its right."""
    return _beside(state, seat, -1)


def _beside(state: State, seat: int, by: int) -> int:
    ring = around(state)
    place = ring.index(seat) if seat in ring else seat
    return ring[(place + by) % len(ring)]


def has_met(state: State) -> bool:
    """Say whether the turn has had an encounter, as far as anybody has said: by a card, or in a Place of Power."""
    return state.drawn_card or state.powered or state.encounter is not None


def turns_ended(state: State) -> int:
    """Count the turns that have ended; the one that goes on is the next."""
    return sum(hero.turns for hero in state.heroes)


def total_of(state: State, seat: int) -> int:
    """Find how many points the goal of a seat has: whoever joined later may have a smaller one."""
    return state.later.get(seat, state.total)


def is_new(state: State, seat: int) -> bool:
    """Say whether a seat still gets its goal, skills and hero: until the game begins, or one's first turn has ended."""
    return not state.begun or (seat in state.later and not state.heroes[seat].turns)


def time_of(state: State) -> int:
    """Find the time of day: 0 morning, 1 noon, 2 night (rules, Setup)."""
    if TIME_ROUNDS in state.rules_on:
        return (state.rounds + state.shift) % len(TIMES)
    return min(max(state.reshuffles + state.shift, 0), len(TIMES) - 1)


def seen_by(state: State, seats: Collection[int]) -> State:
    """Remove from the state what a phone may not see: goals of seats that it does not serve, and the draws' secret."""
    goals = state.goals if state.told else {seat: goal for seat, goal in state.goals.items() if seat in seats}
    return committed_random.seen(changed(state, goals=goals))


def evolve(state: State, event: Event) -> State:
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    return ROOMS.get(type(event), _at_table)(state, event)


def _at_table(state: State, event: TableEvent) -> State:  # noqa: C901 - one case an event
    """Apply what happens neither in a turn nor to one hero."""
    match event:
        case ev.Opened(players, total, one_status, on_paper, decks):
            count = min(max(players, 0), MOST_PLAYERS)  # an imported log may say anything
            said = {"players": count, "total": total, "one_status": one_status, "on_paper": on_paper, "decks": decks}
            return changed(EMPTY, **said, heroes=(NOBODY,) * count, deck=DECKS.encounters)
        case ev.BoxNoted():
            return changed(state, noted=event)
        case ev.GoalChosen(seat, destiny, story):
            return changed(state, goals=state.goals | {seat: (destiny, story)})
        case ev.FirstRolled() | ev.SkillsDrawn() if state.begun:
            return state  # so that the setting up cannot be taken back alone once the game has begun
        case ev.SkillPicked(seat) | ev.HeroChosen(seat) if state.begun and seat not in state.later:
            return state
        case ev.FirstRolled(seat, rolls, True):
            return changed(state, first=seat, rolls=rolls)
        case ev.FirstRolled(seat, rolls):
            return changed(state, first=seat, rolls=rolls, drawn=once_more(state, "first"))
        case ev.SkillPicked(seat, skill):
            return _with(state, seat, skills=_of(state, seat).skills | {skill: "talent"})
        case ev.SkillsDrawn(skills):
            heroes = zip(state.heroes, skills, strict=False)
            drawn = tuple(changed(hero, skills=dict.fromkeys(own, "talent")) for hero, own in heroes)
            state = changed(state, heroes=drawn + state.heroes[len(drawn) :], skills_drawn=True)
            return changed(state, drawn=once_more(state, "skills"))
        case ev.HeroChosen(seat, gender, name, quest):
            return _with(state, seat, gender=gender, name=name, quest=quest)
        case ev.Begun(seat):
            return changed(state, begun=True, turn=seat)
        case ev.PlayerJoined(seat, right, total):
            return _with_one_more(state, seat, right, total)
        case ev.TimeSet(time):
            return changed(state, shift=time - (state.rounds if TIME_ROUNDS in state.rules_on else state.reshuffles))
        case ev.LineTold(turn=turn) if turn:
            return state
        case ev.LineTold(seat, line):
            return changed(state, lines=state.lines | {seat: line})
        case ev.VictoryDeclared(seat):
            last = state.last if state.declared or seat not in order(state) else last_turns(order(state), seat)
            declared = state.declared if seat in state.declared else (*state.declared, seat)
            return changed(state, declared=declared, last=last)
        case ev.GameEnded(winners, stopped):
            ended = {"winners": winners, "stopped": stopped, "rules_then": state.rules_on}
            return changed(state, **ended, turn=None, encounter=None)
        case ev.Corrected() | ev.HeadingsTold() | ev.LastTurnsEnded() | ev.GoalsShown():
            return state
        case ev.RuleSwitched():
            return switched(state, event)
    return committed_random.evolve(state, event, early=state.winners is None)


def _with_one_more(state: State, seat: int, right: int, total: int) -> State:
    """Let a player with a new hero sit down, to the left of the `right` neighbour."""
    if seat != state.players or seat >= MOST_PLAYERS:
        return state
    ring = around(state)
    place = ring.index(right) + 1 if right in ring else seat
    sitting = (*ring[:place], seat, *ring[place:])
    return changed(
        state,
        players=state.players + 1,
        heroes=(*state.heroes, Hero()),
        sitting=sitting,
        later=state.later | {seat: total},
    )


def _in_turn(state: State, event: TurnEvent) -> State:
    """Apply what happens to the table in a turn."""
    now = state.encounter or Encounter()
    match event:
        case ev.HeroMoved(seat, _, kind, number, place, carried):
            moved = _with(state, seat, place=Place(kind, number, place))
            moved = changed(moved, moved=state.moved or not carried)
            return _met_anew(changed(moved, powered=True)) if kind == "power" else moved
        case ev.CardDrawn(_, card, name):
            return changed(state, deck=state.deck - 1, drawn_card=True, encounter=Encounter(card, name=name))
        case ev.DeckReshuffled(cards):
            return changed(state, deck=cards, reshuffles=state.reshuffles + 1)
        case ev.RowRolled(_, die, space, bonus, row, by_hand):
            rolled = changed(state, encounter=Encounter(now.card, die, space, bonus, row, name=now.name))
            return rolled if by_hand else changed(rolled, drawn=once_more(state, "chart"))
        case ev.NumberGiven(_, paragraph, straight=True):
            return changed(state, encounter=changed(now, number=0, face=None, paragraph=paragraph, master=""))
        case ev.NumberGiven(_, number, matrix):
            given = changed(now, matrix=matrix or now.matrix, number=number, face=None, paragraph=0, master="")
            return changed(state, encounter=given)
        case ev.DestinyRolled(_, face, paragraph, by_hand):
            rolled = changed(state, encounter=changed(now, face=face, paragraph=paragraph, master=""))
            return rolled if by_hand else changed(rolled, drawn=once_more(state, "destiny"))
        case ev.MasterUsed(_, skill, paragraph):
            return changed(state, encounter=changed(now, master=skill, paragraph=paragraph, face=None))
        case ev.TurnEnded(seat):
            return _next_turn(_with(state, seat, turns=_of(state, seat).turns + 1), seat)


def _next_turn(state: State, seat: int) -> State:
    """Let the next player move: by the last turns if somebody has declared."""
    last = tuple(one for one in state.last if one != seat)
    following = last[0] if last else left_of(state, seat) if state.players else None
    return changed(
        state,
        turn=following,
        last=last,
        declared=state.declared if last else (),
        rounds=state.rounds + (following == state.first),
        encounter=None,
        moved=False,
        drawn_card=False,
        played=False,
        powered=False,
        fresh=(),
        earlier=(),
        lines={},
    )


def _on_hero(state: State, event: HeroEvent) -> State:
    """Apply what happens to one hero."""
    if event.seat not in range(len(state.heroes)):
        return state
    state = _put(state, event.seat, after(_of(state, event.seat), event))
    match event:
        case ev.CityCardPlayed(by_hand=by_hand):
            played = _met_anew(changed(state, played=True))
            return played if by_hand else changed(played, drawn=once_more(state, "city"))
        case ev.StatusGained(seat, status) if seat == state.turn:
            return changed(state, fresh=(*state.fresh, status))
        case ev.TreasureGained(_, treasure, int(other)) if other in range(len(state.heroes)):
            return _with(state, other, treasures=without(_of(state, other).treasures, treasure))
    return state


def _met_anew(state: State) -> State:
    """Let another encounter begin in a turn."""
    return changed(state, fresh=(), earlier=(*state.earlier, *state.fresh))


ROOMS = dispatch_by_type((TurnEvent, _in_turn), (HeroEvent, _on_hero))


def _of(state: State, seat: int) -> Hero:
    return state.heroes[seat] if seat in range(len(state.heroes)) else Hero()


def _with(state: State, seat: int, **values: object) -> State:
    """Change some of what a hero has."""
    return _put(state, seat, changed(_of(state, seat), **values))


def _put(state: State, seat: int, hero: Hero) -> State:
    if seat not in range(len(state.heroes)):
        return state
    return changed(state, heroes=(*state.heroes[:seat], hero, *state.heroes[seat + 1 :]))


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a game of Tales with so many seats.

    There may be more seats than players: of one whose joining was taken back.
    """
    everybody = set(range(seats))
    named = {*state.goals, *state.declared, *state.last, *(state.winners or ()), *state.lines}
    served = (hero.master for hero in state.heroes)
    named |= {seat for seat in (state.turn, state.first, *served) if seat is not None}
    holds = {
        "players": 1 <= state.players == len(state.heroes) <= seats <= MOST_PLAYERS,
        "sitting": sorted(around(state)) == [*range(state.players)],
        "total": 0 <= state.total <= MOST_POINTS and 0 <= state.decks <= MOST_THINGS,
        "seats": named <= everybody,
        "goals": all(min(goal) >= 0 and sum(goal) == total_of(state, seat) for seat, goal in state.goals.items()),
        "turn": (state.turn is not None) == (state.begun and state.winners is None),
        "heroes": all(could_be(hero) for hero in state.heroes),
        "deck": 0 <= state.deck <= DECKS.encounters and 0 <= state.reshuffles <= MOST_TURNS,
        "rounds": 0 <= state.rounds <= MOST_TURNS and abs(state.shift) <= MOST_TURNS,
        "encounter": state.encounter is None or _may_be(state.encounter),
        "lines": all(len(line) <= LONGEST for line in state.lines.values()),
        "chance": committed_random.fits(state, seats),
        "box": fits(state.noted),
        "house": state.rules_on.issubset(HOUSE_RULES),
    }
    require_possible("Tales", holds)


def _may_be(encounter: Encounter) -> bool:
    return (
        encounter.card in ("", *CARDS)
        and encounter.matrix in ("", *BASICS.matrices)
        and encounter.face in (None, -1, 0, 1)
        and 0 <= encounter.row <= BASICS.charts
        and len(encounter.name) <= LONGEST
        and all(0 <= number <= MOST_NUMBER + 1 for number in (encounter.number, encounter.paragraph, encounter.space))
    )

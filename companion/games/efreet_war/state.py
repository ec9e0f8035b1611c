"""The state of a Djinn-Efreet War: what its events add up to, and what phones may see of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, assert_never

from companion.games.efreet_war import events as ev
from companion.games.efreet_war.events import Event
from companion.games.efreet_war.facts import BY_ID, CARDS, GUARDIANS, KING, TRAPS, VICTORY
from companion.games.efreet_war.house import HOUSE_RULES
from companion.kit import chance, creatures, tools
from companion.kit.chance import once_more
from companion.kit.creatures import Creature
from companion.kit.house import House, switched
from companion.kit.ring import Ring
from companion.kit.tools import Tools
from companion.table.log import changed as replace

Mode = Literal["free", "teams", "emperor"]
MODES: tuple[Mode, ...] = ("free", "teams", "emperor")
MOST_PLAYERS = 14
MOST, MOST_CREATURES = 100, 500
"""How much a team or a turn can come to of anything, and how many creatures, however long people play."""
LIFE, LARGEST = 20, 10**6
"""The life with which everybody begins, as in any game of Magic, and how far it can be counted."""
DRAW = -1
"""The result of a war that nobody outlived and nobody won."""


@dataclass(frozen=True)
class Guarded:
    """A Resource on the table: its Guardians living and dead, its owner, and the card uncovered under it."""

    guardians: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    owner: int | None = None
    removed: bool = False
    uncovered: str | None = None
    damage: dict[str, int] = field(default_factory=dict)  # that stays on its Guardians, by a house rule

    @property
    def status(self) -> Literal["guarded", "open", "claimed", "removed"]:
        """Whether it is guarded, open, claimed or removed."""
        if self.removed:
            return "removed"
        if self.owner is not None:
            return "claimed"
        return "guarded" if self.guardians else "open"


@dataclass(frozen=True)
class Earned:
    """Victory Points of a team: from a Resource (its id) or from an eliminated player (the seat)."""

    team: int
    resource: str | None
    seat: int | None
    points: int


@dataclass(frozen=True)
class State(Tools, House):
    """A Djinn-Efreet War; the defaults describe the table before it is opened."""

    players: int = 0
    mode: str = "free"
    emperor_ends: bool = True
    city_points_only: bool = False
    teams: tuple[tuple[int, ...], ...] = ()
    seats_drawn: bool = False  # by chance, and by nobody's hand since
    guardians: tuple[str, ...] = ()  # the table's own, none if the text's samples guard
    traps: tuple[str, ...] = ()
    sealed: dict[str, str] = field(default_factory=dict)  # Resource: the card still face down under it
    laid: tuple[str, ...] = ()  # Resources with a card under them that the table laid there, so that nobody knows it
    guardians_by_table: bool = False  # dealt by the table itself
    resources: dict[str, Guarded] = field(default_factory=dict)
    begun: bool = False
    first: int | None = None
    first_drawn: bool = False
    turn: int | None = None
    attacks: dict[str, int] = field(default_factory=dict)  # Resource under attack: by which seat
    attacked: tuple[str, ...] = ()  # in this turn
    raids: dict[str, tuple[int, ...]] = field(default_factory=dict)  # Resource: whose last turn had an attack on it
    audience: int | None = None  # who stands before King Suleiman
    artifacts: dict[int, tuple[str, ...]] = field(default_factory=dict)  # team: Arabian Nights artifacts it uncovered
    uncovered: ev.CardUncovered | None = None  # the card just turned face up, until the next attack
    earned: tuple[Earned, ...] = ()
    fallen: tuple[int, ...] = ()
    result: int | None = None  # the team that won, or DRAW
    shown: dict[str, str] = field(default_factory=dict)  # Resource: the card that lies face up under it
    lives: tuple[int, ...] = ()
    creatures: dict[int, Creature] = field(default_factory=dict)  # away from home
    noted: int = 0  # the highest number of a creature so far
    assaults: tuple[tuple[int, int], ...] = ()  # in this turn: who attacked which opponent
    just_score: bool = False
    counts: dict[int, dict[str, int]] = field(default_factory=dict)  # by seat, besides life
    turns: int = 0  # that have ended
    race: tuple[tuple[int, int, int], ...] = ()  # the turn, the team, and its points from then on
    falls: tuple[tuple[int, int, int | None], ...] = ()  # who was out, in which turn, by which team
    broken_off: bool = False


def order(state: State) -> tuple[int, ...]:
    """List all seats clockwise."""
    return tuple(seat for team in state.teams for seat in team)


def living(state: State) -> tuple[int, ...]:
    """List the seats that still play, clockwise."""
    return tuple(seat for seat in order(state) if seat not in state.fallen)


def team_of(state: State, seat: int) -> int:
    """Find the team of a seat."""
    return next(team for team, members in enumerate(state.teams) if seat in members)


def unknown(state: State) -> list[str]:
    """List the Treasures and Traps that nobody has seen yet: what the table laid face down is among them."""
    found = {*state.shown.values(), *(one.uncovered for one in state.resources.values())}
    return [card for card in (*CARDS.treasures, *state.traps) if card not in found]


def untold(state: State) -> str | None:
    """Find the Resource that was won, while nobody has said yet what the table had laid under it."""
    if state.result is not None:
        return None
    won = {KING} if state.audience is not None else set()
    won |= {id for id in state.laid if state.resources[id].owner is not None}
    return next((id for id in state.laid if id in won), None)


def emperors(state: State) -> tuple[int, ...]:
    """List each team's Emperor, who sits in its middle; empty without Emperor seating."""
    return tuple(team[len(team) // 2] for team in state.teams) if state.mode == "emperor" else ()


def leader(state: State, team: int) -> int:
    """Find the player whose colour stands for a team: its Emperor, or its first player."""
    return emperors(state)[team] if state.mode == "emperor" else state.teams[team][0]


def alive(state: State) -> tuple[int, ...]:
    """List the teams that still have a player."""
    return tuple(team for team, members in enumerate(state.teams) if set(members) - set(state.fallen))


def ring_of(state: State) -> Ring[int]:
    """Build the ring of those who still play."""
    teams: dict[int, Hashable] = {seat: team_of(state, seat) for seat in order(state)}
    return Ring(living(state), teams)


def points(state: State) -> dict[int, int]:
    """Count the Victory Points of each team; points once earned are never lost (rules, Victory Points; facts 1.6.3)."""
    return {team: sum(one.points for one in state.earned if one.team == team) for team in range(len(state.teams))}


def evolve(state: State, event: Event) -> State:  # noqa: C901 - one case an event
    """Apply an event to the state; it happened, so nothing is checked, and no order of events may crash this."""
    match event:
        case ev.Opened(players, mode, emperor_ends, city_points_only, just):
            lives = (LIFE,) * min(players, MOST_PLAYERS)  # an imported log may say anything
            return State(players, mode, emperor_ends, city_points_only, lives=lives, just_score=just)
        case ev.Seated() | ev.CardsNamed() | ev.Dealt() | ev.GuardiansSet() | ev.LaidFaceDown() | ev.FirstDrawn() if (
            state.begun
        ):
            return state  # so that the setting up cannot be taken back alone once the war has begun
        case ev.Seated(teams, False):
            return replace(state, teams=teams, seats_drawn=False)
        case ev.Seated(teams):
            return replace(state, teams=teams, seats_drawn=True, drawn=once_more(state, "seats"))
        case ev.CardsNamed(guardians, traps):
            return replace(state, guardians=guardians, traps=traps)
        case ev.Dealt(guardians, traps, sealed):
            resources = {id: Guarded(names) for id, names in guardians.items()}
            lie: dict[str, Any] = {"traps": traps, "sealed": sealed, "resources": resources, "shown": {}}
            lie |= {"laid": (), "guardians_by_table": False}
            return replace(state, **lie, drawn=once_more(state, "deal"))
        case ev.GuardiansSet(guardians):
            set_ = {id: Guarded(names) for id, names in guardians.items()}
            return replace(state, resources=state.resources | set_, guardians_by_table=True)
        case ev.LaidFaceDown():
            return replace(state, sealed={}, shown={}, laid=tuple(BY_ID))
        case ev.FirstDrawn(seat, False):
            return replace(state, first=seat, first_drawn=False)
        case ev.FirstDrawn(seat):
            return replace(state, first=seat, first_drawn=True, drawn=once_more(state, "first"))
        case ev.WarBegun(at):
            return replace(state, begun=True, turn=state.first, turn_at=at)
        case ev.AttackDeclared(seat, resource):
            attacked, attacks = (*state.attacked, resource), state.attacks | {resource: seat}
            raids = state.raids | {resource: (*_without_seats(state.raids.get(resource, ()), (seat,)), seat)}
            return replace(state, attacks=attacks, attacked=attacked, raids=raids, uncovered=None)
        case ev.GuardianKilled(resource, guardian):
            return _guardian_killed(state, resource, guardian)
        case ev.GuardianDamaged(resource, guardian, by):
            one = state.resources[resource]
            damage = one.damage | {guardian: max(0, one.damage.get(guardian, 0) + by)}
            return _with(state, resource, replace(one, damage=damage))
        case ev.AttackFailed(resource, _):
            return _attack_over(state, resource)
        case ev.ResourceClaimed(resource, team, _):
            return _settled(_claimed(_attack_over(state, resource), resource, team))
        case ev.AudienceWon(_, seat):
            return replace(_unguarded(_attack_over(state, KING), KING), audience=seat)
        case ev.CardUncovered(resource, team, card, _):
            return _uncovered(replace(state, uncovered=event), resource, team, card)
        case ev.KingGained(team, _, artifact):
            return _settled(_claimed(_given(replace(state, audience=None), artifact), KING, team))
        case ev.ArtifactLost(team, artifact):
            return _without(state, team, artifact)
        case ev.ResourceLost(resource, team):
            return _resource_lost(state, resource, team)
        case ev.KingRemoved():
            return _removed(replace(state, audience=None), KING)
        case ev.KingLeft():
            return replace(state, audience=None)
        case ev.PlayersEliminated(out, teams, given, at):
            left = _eliminated(state, out, teams, given)
            return left if left.turn == state.turn else replace(left, turn_at=at)
        case ev.WarBrokenOff():
            return replace(state, broken_off=True, result=_leading(state)) if state.result is None else state
        case ev.TurnEnded(seat, at):
            return _next_turn(replace(state, turns=state.turns + 1, turn_at=at), seat)
        case ev.LifeCounted(seat, by):
            lives = tuple(life + by * (one == seat) for one, life in enumerate(state.lives))
            return replace(state, lives=lives)
        case ev.Counted(seat, counter, by):
            has = state.counts.get(seat, {})
            return replace(state, counts=state.counts | {seat: has | {counter: has.get(counter, 0) + by}})
        case ev.RestUncovered() | ev.SecretTold():
            return state if state.result is None else chance.evolve(state, ev.SecretTold())
        case ev.CardShown(resource, card):
            return _shown(state, resource, card)
        case ev.SealedMixed(sealed):
            mixed = {id: sealed.get(id, card) for id, card in state.sealed.items()}
            return replace(state, sealed=mixed, drawn=once_more(state, "mixed"))
        case ev.PlayerAttacked(seat, target):
            return replace(state, assaults=(*state.assaults, (seat, target)), uncovered=None)
        case ev.CreatureMarched() | ev.CreatureStolen():
            return _moved(state, event)
        case ev.ControlEnded(id, _):
            return replace(state, creatures=creatures.given_back(state.creatures, id))
        case ev.WallAnimated(id, _):
            return replace(state, creatures=creatures.changed(state.creatures, id, wall=False))
        case ev.CreatureTapped(id, _):
            return replace(state, creatures=creatures.changed(state.creatures, id, tapped=True))
        case ev.CreatureUntapped(id, _):
            return replace(state, creatures=creatures.changed(state.creatures, id, tapped=False))
        case ev.CreatureGone(id, _, _):
            return replace(state, creatures={one: it for one, it in state.creatures.items() if one != id})
        case ev.RuleSwitched():
            return switched(state, event)
        case ev.CounterNamed() | ev.Rolled() | ev.TurnsTimed():
            return tools.evolve(state, event)
        case ev.SecretDrawn() | ev.WordSaid() | ev.DrawnAnew():
            return chance.evolve(state, event)
        case _:
            assert_never(event)


def seen_by(state: State) -> State:
    """Remove the secrets from the state: nobody may know what lies face down until all is turned up."""
    return state if state.told else replace(chance.seen(state), sealed={})


def remains(_: State, events: Iterable[Event]) -> list[Event]:
    """List what stays when a move is taken back: the cards that it uncovered, since everybody has seen them."""
    seen = (event for event in events if isinstance(event, ev.CardUncovered) and not event.by_hand)
    return [ev.CardShown(event.resource, event.card) for event in seen]


def check(state: State, seats: int) -> None:
    """Raise ValueError for a state that is impossible in a Djinn-Efreet War with so many seats."""
    everybody, teams = set(range(seats)), set(range(len(state.teams)))
    uncovered = [one.uncovered for one in state.resources.values() if one.uncovered]
    cards = Counter([*state.sealed.values(), *state.shown.values(), *uncovered])
    known = Counter([*CARDS.treasures, *state.traps])
    named = {seat for seat in (state.first, state.turn, state.audience) if seat is not None}
    named |= {seat for one in state.creatures.values() for seat in (one.owner, one.controller, one.at)}
    named |= {seat for pair in state.assaults for seat in pair} | {seat for seat, _, _ in state.falls}
    named |= {*state.fallen, *state.attacks.values(), *(one.seat for one in state.earned if one.seat is not None)}
    named |= {seat for seats in state.raids.values() for seat in seats}
    owners = {one.owner for one in state.resources.values()} | {one.team for one in state.earned} | {*state.artifacts}
    guards = [name for one in state.resources.values() for name in (*one.guardians, *one.dead)]
    held = [*state.artifacts.values(), *(one.dead for one in state.resources.values())]
    holds = {
        "players": state.players == seats and 2 <= seats <= MOST_PLAYERS,
        "mode": state.mode in MODES,
        "teams": sorted(order(state)) == sorted(everybody) and len(teams) > 1 and all(state.teams),
        "resources": state.resources.keys() == BY_ID.keys() >= state.sealed.keys() | state.shown.keys(),
        "guardians": len(guards) == len(set(guards)) == GUARDIANS,
        "cards": cards <= known and cards.total() + len(state.laid) == known.total() and len(state.traps) == TRAPS,
        "laid": len({*state.laid}) == len(state.laid) and {*state.laid} <= BY_ID.keys(),
        "seats": named <= everybody,
        "owners": owners <= teams | {None},
        "attacks": {*state.attacks, *state.attacked, *state.raids} <= BY_ID.keys(),
        "damage": all(
            len(one.damage) <= MOST and all(0 <= much <= LARGEST for much in one.damage.values())
            for one in state.resources.values()
        ),
        "house": state.rules_on <= HOUSE_RULES.keys(),
        "points": len({one.resource for one in state.earned if one.resource})
        == sum(one.resource is not None for one in state.earned),
        "first": state.first is not None,
        "named": len(state.guardians) in (0, GUARDIANS),
        "chance": chance.fits(state, seats) and tools.fits(state),
        "turn": not state.begun or state.result is not None or state.turn in living(state),
        "result": state.result in {None, DRAW, *teams},
        "lives": len(state.lives) == seats and all(abs(life) <= LARGEST for life in state.lives),
        "counts": {*state.counts} <= everybody and all(len(has) <= MOST for has in state.counts.values()),
        "counted": all(0 <= number <= LARGEST for has in state.counts.values() for number in has.values()),
        "creatures": len(state.creatures) <= MOST_CREATURES,
        "noted": max(state.creatures, default=0) <= state.noted <= LARGEST,
        "much": all(
            len(many) <= MOST for many in (state.assaults, state.earned, state.race, state.falls, state.attacked, *held)
        ),
        "turns": 0 <= state.turns <= LARGEST,
    }
    wrong = [name for name, right in holds.items() if not right]
    if wrong:
        raise ValueError(f"no state of Djinn-Efreet War: {', '.join(wrong)}")


def _with(state: State, resource: str, one: Guarded) -> State:
    return replace(state, resources=state.resources | {resource: one})


def _guardian_killed(state: State, resource: str, guardian: str) -> State:
    """Move a Guardian from the living to the dead; change nothing if it is not among the living."""
    one = state.resources[resource]
    if guardian not in one.guardians:
        return state
    left = tuple(name for name in one.guardians if name != guardian)
    return _with(state, resource, replace(one, guardians=left, dead=(*one.dead, guardian)))


def _unguarded(state: State, resource: str) -> State:
    return _with(state, resource, replace(state.resources[resource], guardians=()))


def _removed(state: State, resource: str) -> State:
    return _with(state, resource, replace(state.resources[resource], owner=None, removed=True))


def _resource_lost(state: State, resource: str, team: int) -> State:
    """Take a claimed Resource out of the game, and its points from the team that had it."""
    state = _removed(_without(state, team, BY_ID[resource].name), resource)
    left = tuple(one for one in state.earned if one.resource != resource)
    return _raced(replace(state, earned=left), team)


def _attack_over(state: State, resource: str) -> State:
    return replace(state, attacks={id: seat for id, seat in state.attacks.items() if id != resource})


def _claimed(state: State, resource: str, team: int) -> State:
    """Hand a Resource and its points to a team; an artifact may later be given to King Suleiman."""
    fact = BY_ID[resource]
    one = state.resources[resource]
    dead = one.dead if state.begun else (*one.dead, *one.guardians)  # nobody says who died in a war that is only scored
    state = _with(state, resource, replace(one, owner=team, guardians=(), dead=dead))
    if fact.artifact:
        state = _holding(state, team, fact.name)
    return _earned(state, Earned(team, resource, None, fact.points))


def _earned(state: State, *more: Earned) -> State:
    """Add Victory Points, and what the race comes to with them."""
    state = replace(state, earned=(*state.earned, *more))
    return _raced(state, *dict.fromkeys(one.team for one in more))


def _raced(state: State, *teams: int) -> State:
    """Note what the race comes to for these teams."""
    totals = points(state)
    return replace(state, race=(*state.race, *((state.turns + 1, team, totals[team]) for team in teams)))


def _uncovered(state: State, resource: str, team: int, card: str) -> State:
    """Turn the card under a Resource face up: a Treasure is an artifact of the team that uncovered it."""
    state = _lifted(state, resource)
    state = _with(state, resource, replace(state.resources[resource], uncovered=card))
    return state if card in state.traps else _holding(state, team, card)


def _shown(state: State, resource: str, card: str) -> State:
    """Turn a card face up where it lies; change nothing if another deal has laid another card there."""
    if state.sealed.get(resource) != card:
        return state
    return replace(_lifted(state, resource), shown=state.shown | {resource: card})


def _lifted(state: State, resource: str) -> State:
    """Remove whatever lies under a Resource."""
    sealed = {id: card for id, card in state.sealed.items() if id != resource}
    shown = {id: card for id, card in state.shown.items() if id != resource}
    return replace(state, sealed=sealed, shown=shown, laid=tuple(id for id in state.laid if id != resource))


def _holding(state: State, team: int, artifact: str) -> State:
    return replace(state, artifacts=state.artifacts | {team: (*state.artifacts.get(team, ()), artifact)})


def _given(state: State, artifact: str) -> State:
    """Take an artifact from whatever team uncovered it: another may have taken it over since."""
    for team in state.artifacts:
        state = _without(state, team, artifact)
    return state


def _without(state: State, team: int, artifact: str) -> State:
    left = tuple(name for name in state.artifacts.get(team, ()) if name != artifact)
    return replace(state, artifacts=state.artifacts | {team: left})


def _eliminated(
    state: State,
    out: tuple[tuple[int, int | None, int], ...],
    teams: tuple[int, ...],
    given: tuple[tuple[int, int, int], ...],
) -> State:
    """Take players out, all at once, and whole teams with their Emperors; points count before the turn passes."""
    earned = [Earned(by, None, seat, worth) for seat, by, worth in out if by is not None and worth]
    earned += [Earned(team, None, seat, worth) for team, seat, worth in given]
    by = {seat: killer for seat, killer, _ in out}
    gone = dict.fromkeys([*by, *(seat for team in teams for seat in state.teams[team])])
    fallen = [seat for seat in gone if seat not in state.fallen]
    falls = [(seat, state.turns + 1, by.get(seat)) for seat in fallen]
    state = _earned(replace(state, fallen=(*state.fallen, *fallen), falls=(*state.falls, *falls)), *earned)
    return _turn_passed(_settled(state))


def _moved(state: State, event: ev.CreatureMarched | ev.CreatureStolen) -> State:
    """Let a creature go on by a march, or to a thief; it is noted when it first leaves home."""
    id, owner = event.creature, event.owner
    one = state.creatures.get(id, Creature(id, event.name, owner, owner, owner, event.wall))
    controller = event.by if isinstance(event, ev.CreatureStolen) else one.controller
    gone = replace(one, controller=controller, at=event.to, sick=True, moved=True, tapped=False)
    return replace(state, creatures=state.creatures | {id: gone}, noted=max(state.noted, id))


def _turn_passed(state: State) -> State:
    """Pass the turn on if its player has fallen, and forget what that player had begun."""
    if state.turn is None or state.turn not in state.fallen:
        return state
    return _next_turn(replace(state, attacks={}, audience=None), state.turn)


def _next_turn(state: State, seat: int) -> State:
    everybody = order(state)
    place = everybody.index(seat)
    later = everybody[place + 1 :] + everybody
    turn = next((one for one in later if one not in state.fallen), None)
    passed = later if turn is None else later[: later.index(turn) + 1]
    raids = {id: left for id, seats in state.raids.items() if (left := _without_seats(seats, passed))}
    fresh: dict[str, Any] = {"attacks": {}, "attacked": (), "raids": raids, "assaults": ()}
    return replace(state, turn=turn, **fresh, creatures=creatures.recovered(state.creatures, turn))


def _without_seats(seats: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat not in gone)


def _leading(state: State) -> int:
    """Find the team with the most points of those that still play; DRAW if several have as many."""
    totals = points(state)
    left = alive(state)
    most = max((totals[team] for team in left), default=0)
    ahead = [team for team in left if totals[team] == most]
    return ahead[0] if len(ahead) == 1 else DRAW


def _settled(state: State) -> State:
    """End the war at the goal, or with the last team (rules, Ending the Game; facts 1.6.10)."""
    totals = points(state)
    reached = [team for team, total in totals.items() if total >= VICTORY.goal]
    if reached:
        active = None if state.turn is None else team_of(state, state.turn)
        best = max(reached, key=lambda team: (totals[team], team == active, -team))
        return replace(state, result=best)
    left = alive(state)
    if len(left) > 1:
        return replace(state, result=None)
    return replace(state, result=next(iter(left), DRAW))

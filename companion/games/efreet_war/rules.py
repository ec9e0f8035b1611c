"""The moves of a Djinn-Efreet War, from the deal to the last point, and the questions the table asks. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from companion.games.efreet_war import draws
from companion.games.efreet_war import events as ev
from companion.games.efreet_war.events import Event
from companion.games.efreet_war.facts import BY_ID, CARDS, GUARDIANS, KING, RESOURCES, TRAPS, VICTORY
from companion.games.efreet_war.reach import fallen_with
from companion.games.efreet_war.state import (
    MODES,
    MOST_PLAYERS,
    State,
    alive,
    emperors,
    evolve,
    living,
    order,
    points,
    ring_of,
    team_of,
    unknown,
    untold,
)
from companion.kit.chance import committed, new_secret, say
from companion.kit.ring import swapped
from companion.table.log import Refusal
from companion.text import Text

__all__ = [
    "RESOURCES",
    "attack",
    "begin",
    "claim_king",
    "deal",
    "eliminate",
    "end_turn",
    "kill_guardian",
    "points",
    "resolve",
]

LONGEST_NAME = 40
"""How many characters the name of a card may have."""
MOST_DAMAGE = 999


# Before the war


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
    teams: tuple[tuple[int, ...], ...] = (),
    just_score: bool = False,
) -> list[Event]:
    """Open a war: seat the players as entered, clockwise, or as `teams` sat before; deal, and draw who starts."""
    if state.players:
        raise Refusal("This table has its game already; open another table.")
    teams = teams or divide(players, mode=mode, count=team_count)
    opened = ev.Opened(players, mode, emperor_ends, city_points_only, just_score)
    events: list[Event] = [opened, committed(new_secret(rng)), ev.Seated(teams)]
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

    Emperor seating needs equal teams with a middle, for which no number of players leaves a choice.
    """
    if mode not in MODES or not 2 <= players <= MOST_PLAYERS:
        raise Refusal("A war needs 2 to %(most)s players.", most=MOST_PLAYERS)
    if mode == "emperor":
        count = next((teams for teams in range(2, players) if players in (3 * teams, 5 * teams, 7 * teams)), 2)
    count = players if mode == "free" else count
    if not 2 <= count <= players:
        raise Refusal("Choose at least two teams, and no more than there are players.").about("team_count")
    size, more = divmod(players, count)
    if mode == "emperor" and (more or size < 3 or size % 2 == 0):
        raise Refusal("Emperor seating needs equal teams of three, five or seven: 6, 9, 10, 12 or 14 players.").about(
            "count"
        )
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
            "You need exactly 3 different Traps, so that with the 9 Treasures one card lies under each Resource."
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


# The attack


def attack(state: State, *, resource: str) -> list[Event]:
    """Attack a Resource in one's own turn, once a turn, from any seat (rules, Attacking 1; facts 1.6.2 and 1.6.6)."""
    seat = require_running(state)
    if why := why_not_attack(state, resource):
        raise Refusal("%(why)s", why=why)
    return [ev.AttackDeclared(seat, resource)]


def why_not_attack(state: State, resource: str) -> Text | None:
    """Say why the player whose turn it is cannot attack a Resource; None if that is possible."""
    match state.resources[resource].status:
        case "claimed":
            return Text("It has been claimed, so nobody can attack it any more.")
        case "removed":
            return Text("It is out of the game.")
    if resource in state.attacks:
        return Text("It is under attack: settle that first.")
    if resource in state.attacked:
        return Text("It has already been attacked this turn; one attack on a Resource a turn.")
    if state.audience is not None:
        return Text("King Suleiman waits for an answer first.")
    return _attacked_by_team(state, resource)


def _attacked_by_team(state: State, resource: str) -> Text | None:
    """Say why a team attacks no more in this round, by the house rule `attack_team_turn`: the Resource it did attack.

    A round lasts until the turn comes back to whoever attacked.
    """
    if "attack_team_turn" not in state.rules_on or state.turn is None:
        return None
    team = team_of(state, state.turn)
    if team not in (team_of(state, seat) for seat in state.raids.get(resource, ())):
        return None
    return Text("Your team has attacked it this round; by this table's house rule once a round is all.")


def kill_guardian(state: State, *, resource: str, guardian: str) -> list[Event]:
    """Note that a Guardian died in an attack; it stays dead for good (rules, Attacking 3; facts 1.6.7)."""
    _require_attack(state, resource)
    if guardian not in state.resources[resource].guardians:
        raise Refusal("That Guardian is no longer alive; look at who guards the Resource.")
    return [ev.GuardianKilled(resource, guardian)]


def damage_guardian(state: State, *, resource: str, guardian: str, by: int) -> list[Event]:
    """Count damage on a Guardian under attack, which stays by the house rule `partial`; it never goes below nothing."""
    _require_attack(state, resource)
    one = state.resources[resource]
    if "partial" not in state.rules_on:
        raise Refusal("Damage wears off after the turn, so nobody counts it; the question about it has a switch.")
    if guardian not in one.guardians:
        raise Refusal("That Guardian is no longer alive; look at who guards the Resource.")
    now = one.damage.get(guardian, 0)
    then = min(max(0, now + by), MOST_DAMAGE)
    return [ev.GuardianDamaged(resource, guardian, then - now)] if then != now else []


def resolve(state: State, *, resource: str, survived: bool) -> list[Event]:
    """Settle an attack: the Resource is claimed with what lies beneath, open, or still guarded (rules, Attacking 3, 4).

    `survived` says whether any attacker is left. King Suleiman grants an audience instead of being claimed.
    """
    seat = _require_attack(state, resource)
    team = team_of(state, seat)
    if state.resources[resource].guardians:
        return [ev.AttackFailed(resource, opened=False)]
    if not survived:
        return [ev.AttackFailed(resource, opened=True)]
    won = ev.AudienceWon(team, seat) if resource == KING else ev.ResourceClaimed(resource, team, seat)
    return [won, uncovered(state, resource, team)] if resource in state.sealed | state.shown else [won]


def tell_card(state: State, *, resource: str, card: str) -> list[Event]:
    """Say which card, that the table itself had laid there, came to light under a Resource that was won."""
    seat = require_running(state)
    if resource != untold(state):
        raise Refusal("Nothing that the table laid came to light there just now.")
    if card not in unknown(state):
        raise Refusal("That card lay elsewhere, or is not in play; choose one of those left.").about("card")
    owner = state.resources[resource].owner
    team = team_of(state, seat) if owner is None else owner
    return [ev.CardUncovered(resource, team, card, left_team(state) if card in state.traps else None, by_hand=True)]


def uncovered(state: State, resource: str, team: int) -> ev.CardUncovered:
    """Turn up for a team what lies under a Resource; its opponents choose how a Trap strikes (rules, Attacking 4)."""
    card = (state.sealed | state.shown)[resource]
    return ev.CardUncovered(resource, team, card, left_team(state) if card in state.traps else None)


def claim_king(state: State, *, answer: str, artifact: str = "", other: str = "") -> list[Event]:
    """Answer King Suleiman: "gain" him for an `artifact`, "remove" him, or "leave" him (rules, Story; facts 1.1.15).

    The artifact is one that the team has uncovered, or any `other` one of Arabian Nights that it has in play.
    """
    seat = require_running(state)
    if state.audience is None:
        raise Refusal("Nobody has won an audience with King Suleiman.")
    _require_told(state)
    team = team_of(state, seat)
    if answer == "remove":
        return [ev.KingRemoved(team)]
    if answer == "leave":
        if "king_none" in state.rules_on:
            raise Refusal("By this table's house rule the King is gained or removed, never left.")
        return [ev.KingLeft(team)]
    given = other or (artifact if artifact in offered(state, team) else "")
    if not 1 <= len(given) <= LONGEST_NAME:
        raise Refusal(
            "The King wants an Arabian Nights artifact that you have in play; name one or give another answer."
        )
    if given == _never_paid(state):
        raise Refusal("By this table's house rule what lay under the King cannot pay him.").about("other")
    sacrificed = next((one.id for one in RESOURCES if one.name == given), "")
    return [*_lost(state, sacrificed, team), ev.KingGained(team, seat, given)]


def offered(state: State, team: int) -> list[str]:
    """List the artifacts that a team uncovered here and still has, of those that King Suleiman takes."""
    return [name for name in state.artifacts.get(team, ()) if name != _never_paid(state)]


def _never_paid(state: State) -> str | None:
    """Find the card that King Suleiman does not take: by the house rule `king_under` the one that lay under him."""
    return state.resources[KING].uncovered if "king_under" in state.rules_on else None


def lose_artifact(state: State, *, team: int, artifact: str) -> list[Event]:
    """Strike an artifact that was destroyed from those that King Suleiman is offered."""
    require_running(state)
    if artifact not in state.artifacts.get(team, ()):
        raise Refusal("This team does not have that artifact any more.")
    lost = next((one.id for one in RESOURCES if one.name == artifact), "")
    return [ev.ArtifactLost(team, artifact), *_lost(state, lost, team)]


def lose_resource(state: State, *, resource: str) -> list[Event]:
    """Take a claimed Resource that was destroyed out of the game, and by the house rule `lost_points` its points."""
    require_running(state)
    owner = state.resources[resource].owner
    if "lost_points" not in state.rules_on:
        raise Refusal("Points stay, whatever becomes of the Resource; the question about it has a switch.")
    if owner is None:
        raise Refusal("Nobody has this Resource.")
    return _lost(state, resource, owner)


def _lost(state: State, resource: str, team: int) -> list[Event]:
    """List what a team loses with a Resource: its points, by the house rule `lost_points`."""
    has = resource in BY_ID and state.resources[resource].owner == team
    return [ev.ResourceLost(resource, team)] if has and "lost_points" in state.rules_on else []


# Who is out, whose turn


def eliminate(state: State, *, seats: Sequence[int], by: Sequence[int | None], at: float = 0.0) -> list[Event]:
    """Take players out at once, each `by` a team or by nobody (rules, Victory Points).

    An Emperor earns 3, other players in Emperor seating 2, elsewhere 3; one's own side earns nothing. By the house rule
    a team of two is out with its Emperor (facts 1.6.1).
    """
    require_running(state)
    return _eliminated(state, seats, by, at=at)


def _eliminated(state: State, seats: Sequence[int], by: Sequence[int | None], *, at: float = 0.0) -> list[Event]:
    if not seats or len(seats) != len(by) or len(set(seats)) < len(seats):
        raise Refusal("Choose who is out.")
    fates = list(zip(seats, by, strict=True))
    for seat, killer in fates:
        if seat not in living(state):
            raise Refusal("This player is out already.")
        if killer is not None and killer not in alive(state):
            raise Refusal("Choose the team that did it, one that is still playing, or nobody.")
    out = tuple(
        (seat, killer, 0 if killer in (None, team_of(state, seat)) else worth(state, seat)) for seat, killer in fates
    )
    teams = _teams_lost(state, seats)
    gone = [*seats, *(seat for team in teams for seat in state.teams[team])]
    return [ev.PlayersEliminated(out, teams, _given(state, fates), at), *fallen_with(state, gone)]


def _given(state: State, fates: Sequence[tuple[int, int | None]]) -> tuple[tuple[int, int, int], ...]:
    """List the points for players eliminated by their own side, which by the house rule `own_kill` go to the left."""
    if "own_kill" not in state.rules_on:
        return ()
    own = ((seat, left_of(state, seat)) for seat, killer in fates if killer == team_of(state, seat))
    return tuple((left, seat, worth(state, seat)) for seat, left in own if left is not None)


def likely_killer(state: State, seat: int) -> int | None:
    """Guess which team takes a player out: the one whose turn it is.

    None for a player of its own, unless that gives points to others by the house rule `own_kill`.
    """
    team = None if state.turn is None else team_of(state, state.turn)
    return None if team == team_of(state, seat) and "own_kill" not in state.rules_on else team


def break_off(state: State) -> list[Event]:
    """End the war early, with the points as they stand: the team that leads wins."""
    require_running(state)
    return [ev.WarBrokenOff()]


def score(
    state: State, *, owners: Mapping[str, int], out: Mapping[int, int | None], broken_off: bool = False
) -> list[Event]:
    """Score a war that was played without the app: which team claimed which Resource, who is out and by which team.

    It has a winner, or was `broken_off` with the points as they stood.
    """
    require_untouched(state)
    if not {*owners.values()} <= {*range(len(state.teams))}:
        raise Refusal("Choose one of the teams.")
    claimed = [ev.ResourceClaimed(id, team, state.teams[team][0]) for id, team in owners.items()]
    events = [*claimed, *(_eliminated(state, [*out], [*out.values()]) if out else [])]
    if reduce(evolve, events, state).result is not None:
        return events
    if broken_off and events:
        return [*events, ev.WarBrokenOff()]
    raise Refusal(
        "Nobody has %(goal)s Victory Points, and more than one team is left: say what else was won, or who is out; "
        "or that you broke it off.",
        goal=VICTORY.goal,
    )


def worth(state: State, seat: int) -> int:
    """Count the Victory Points for eliminating a player."""
    if state.mode != "emperor":
        return VICTORY.player
    return VICTORY.emperor if seat in emperors(state) else VICTORY.general


def end_turn(state: State, *, seat: int | None = None, at: float = 0.0) -> list[Event]:
    """End the turn; refuse if a `seat` is named and the turn is another's; the next living player clockwise follows."""
    turn = require_running(state)
    if seat not in (None, turn):
        raise Refusal("It is another player's turn now.")
    if state.attacks:
        raise Refusal("An attack is not settled yet: say how it ended, then end the turn.")
    if state.audience is not None:
        raise Refusal("King Suleiman waits for an answer first.")
    _require_told(state)
    return [ev.TurnEnded(turn, at)]


def mix_sealed(state: State, *, rng: Random) -> list[Event]:
    """Mix the cards that still lie face down among their Resources; what lies face up stays where it is."""
    if state.result is not None:
        raise Refusal("The war is over; take back what ended it, or open another table.")
    if state.laid:
        raise Refusal("The table laid these cards itself, so it mixes them itself, and the app need not know.")
    if len(state.sealed) < 2:
        raise Refusal("Fewer than two cards lie face down, so there is nothing to mix; go on with the war.")
    return [draws.mixed(state, rng)]


def uncover_rest(state: State) -> list[Event]:
    """Turn face up what nobody uncovered, once the war is over; everybody sees it, so the end then is final."""
    if state.result is None:
        raise Refusal("The war is not over yet; until then what lies face down stays secret.")
    if state.told or not state.sealed:
        raise Refusal("Nothing lies face down any more.")
    return [ev.RestUncovered()]


def tell_secret(state: State) -> list[Event]:
    """Show everybody the secret of the draws, and with it all that lies face down, once the war is over."""
    if state.result is None:
        raise Refusal("The war is not over yet; until then what lies face down stays secret.")
    if state.told:
        raise Refusal("Everything is shown already.")
    return [ev.SecretTold()]


# Questions


def left_team(state: State) -> int | None:
    """Find the team that plays the Guardians, splits their damage and chooses a Trap's effect in this turn.

    It is the next team to the left, with two teams the other one (rules, Attacking 2 and 4); None if none is left.
    """
    return None if state.turn is None else left_of(state, state.turn)


def left_of(state: State, seat: int) -> int | None:
    """Find the next team to the left of a player who still plays; None if none is left."""
    ring, own = ring_of(state), team_of(state, seat)
    seats = ring.seats[ring.seats.index(seat) :] + ring.seats
    return next((team_of(state, one) for one in seats if team_of(state, one) != own), None)


def missing(state: State, team: int) -> int:
    """Count the Victory Points that a team still needs."""
    return max(0, VICTORY.goal - points(state)[team])


def fewest(state: State, team: int) -> int | None:
    """Count the fewest of the Resources left that would be enough for a team; None if all are too few."""
    left = sorted(
        (one.points for one in RESOURCES if state.resources[one.id].status in ("guarded", "open")), reverse=True
    )
    need = missing(state, team)
    return next((count for count, much in enumerate(accumulate(left, initial=0)) if much >= need), None)


def require_running(state: State) -> int:
    """Get the seat whose turn it is; raise Refusal before the war and after it."""
    if state.result is not None:
        raise Refusal("The war is over; take back what ended it, or open another table.")
    if state.turn is None:
        raise Refusal("The war has not begun; begin it first.")
    return state.turn


def _require_attack(state: State, resource: str) -> int:
    require_running(state)
    if resource not in state.attacks:
        raise Refusal("Nobody attacks this Resource now; its Guardians are only in play during an attack.")
    return state.attacks[resource]


def _require_told(state: State) -> None:
    """Raise Refusal while a card that the table had laid is uncovered, but not told."""
    if waits := untold(state):
        raise Refusal("Say first which card lay under %(resource)s.", resource=BY_ID[waits].name)


def _require_setting_up(state: State) -> None:
    if state.begun:
        raise Refusal("The war has begun, so nothing is dealt anew; take its beginning back first.")


def require_untouched(state: State) -> None:
    """Raise Refusal unless all is as it was dealt: the war's beginning can be taken back alone."""
    _require_setting_up(state)
    if state.attacked or state.earned or state.fallen:
        raise Refusal("Somebody has already attacked or is out, so nothing is dealt anew; take that back first.")


def _different(names: Sequence[str], most: int) -> list[str]:
    """Remove doubles from names; raise Refusal for one that is too long, or for far too many."""
    if any(len(name) > LONGEST_NAME for name in names) or len(names) > 10 * most:
        raise Refusal("Enter one name per line, each at most %(most)s characters long.", most=LONGEST_NAME)
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(name.casefold(), name)
    return list(kept.values())


def _teams_lost(state: State, seats: Sequence[int]) -> tuple[int, ...]:
    if not state.emperor_ends or len(state.teams) > 2:
        return ()
    return tuple(team_of(state, seat) for seat in seats if seat in emperors(state))

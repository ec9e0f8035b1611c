"""The attack on a Resource, from its declaration to what lies beneath. Pure."""

from __future__ import annotations

from companion.games.efreet_war.facts import KING, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.turn import left_team, require_running
from companion.games.efreet_war.state.model import State, emperors, team_of, unknown, untold
from companion.language.texts import Text
from companion.table.log import Refusal

MOST_DAMAGE = 999
"""How much damage can be counted on a Guardian."""


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
        return Text("It has already been attacked this turn, and that's only allowed once a turn.")
    if state.audience is not None:
        return Text("King Suleiman is waiting for an answer: give him one first.")
    return _attacked_by_team(state, resource) or _emperor_stays(state)


def _emperor_stays(state: State) -> Text | None:
    """Say why an Emperor attacks no Resource, by the house rule `range`."""
    turn = state.turn
    if "range" not in state.rules_on or turn is None or turn not in emperors(state):
        return None
    if not {*state.teams[team_of(state, turn)]} - {turn, *state.fallen}:
        return None
    return Text("By your house rule an Emperor can't attack Resources while a teammate is still playing.")


def _attacked_by_team(state: State, resource: str) -> Text | None:
    """Say why a team attacks no more in this round, by the house rule `attack_team_turn`: the Resource it did attack.

    A round lasts until the turn comes back to whoever attacked.
    """
    if "attack_team_turn" not in state.rules_on or state.turn is None:
        return None
    team = team_of(state, state.turn)
    if team not in (team_of(state, seat) for seat in state.raids.get(resource, ())):
        return None
    return Text("Your team has already attacked it this round; your house rule allows that only once a round.")


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
        raise Refusal("Damage wears off after the turn, so it isn't tracked. A house rule under Ask changes that.")
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
    whose = seat if state.by_player else None
    won = ev.AudienceWon(team, seat) if resource == KING else ev.ResourceClaimed(resource, team, seat, whose)
    return [won, uncovered(state, resource, team, whose)] if resource in state.sealed | state.shown else [won]


def tell_card(state: State, *, resource: str, card: str) -> list[Event]:
    """Say which card, that the table itself had laid there, came to light under a Resource that was won."""
    seat = require_running(state)
    if resource != untold(state):
        raise Refusal("You haven't just uncovered one of your own cards there.")
    if card not in unknown(state):
        raise Refusal("That card was elsewhere or isn't in play. Choose one that's left.").about("card")
    owner = state.resources[resource].owner
    team, whose = team_of(state, seat) if owner is None else owner, seat if state.by_player else None
    chooser = left_team(state) if card in state.traps else None
    return [ev.CardUncovered(resource, team, card, chooser, by_hand=True, whose=whose)]


def uncovered(state: State, resource: str, team: int, whose: int | None) -> ev.CardUncovered:
    """Turn up what lies under a Resource, for a team or for whoever won it there.

    Their opponents choose how a Trap strikes (rules, Attacking 4).
    """
    card = (state.sealed | state.shown)[resource]
    return ev.CardUncovered(resource, team, card, left_team(state) if card in state.traps else None, whose=whose)


def _require_attack(state: State, resource: str) -> int:
    require_running(state)
    if resource not in state.attacks:
        raise Refusal("Nobody is attacking this Resource; its Guardians are in play only during an attack.")
    return state.attacks[resource]

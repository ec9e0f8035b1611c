"""King Suleiman's price, and what of the artifacts and Resources is destroyed. Pure."""

from __future__ import annotations

from companion.games.efreet_war.facts import BY_ID, CARDS, KING, RESOURCES, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.cards import points_lost
from companion.games.efreet_war.play.turn import require_running, require_told
from companion.games.efreet_war.setup.deal import LONGEST_NAME
from companion.games.efreet_war.state.model import State, alive, held, team_of
from companion.kit.creatures.printed import artifacts, spelled
from companion.table.log import Refusal

ARTIFACTS = (*CARDS.treasures, *(one.name for one in RESOURCES if one.artifact))
"""The artifacts of Arabian Nights that lie on the table."""


def claim_king(state: State, *, answer: str, artifact: str = "", other: str = "", spent: bool = False) -> list[Event]:
    """Answer King Suleiman: "gain" him for an `artifact`, "remove" him, or "leave" him (rules, Story; facts 1.1.15).

    The artifact is one that the player has uncovered, or any `other` one of Arabian Nights in play, but no teammate's.
    A Resource is `spent` with it, whose it ever was: it leaves the game, and by the house rule `lost_points` its points
    leave the team that earned them. In older logs it stayed.
    """
    seat = require_running(state)
    if state.audience is None:
        raise Refusal("Nobody has an audience with King Suleiman.")
    require_told(state)
    team = team_of(state, seat)
    if answer == "remove":
        return [ev.KingRemoved(team)]
    if answer == "leave":
        if "king_none" in state.rules_on:
            raise Refusal("By your house rule you can't leave the King alone: gain him or remove him.")
        return [ev.KingLeft(team)]
    given = _as_written(other) if other else (artifact if artifact in offered(state, seat) else "")
    if not 1 <= len(given) <= LONGEST_NAME:
        raise Refusal(
            "The King wants an Arabian Nights artifact that you have in play; name one or give another answer."
        )
    if given == _never_paid(state):
        raise Refusal("By your house rule, you can't pay the King with the card that was under him.").about("other")
    if state.holders.get(given, seat) in {*state.teams[team]} - {seat}:
        raise Refusal(
            "That card belongs to a teammate, and only they may give it up. If it has been passed on, say so first."
        ).about("other")
    sacrificed = next((one.id for one in RESOURCES if one.name == given), "")
    whose = seat if state.by_player else None
    spends = spent and sacrificed in BY_ID and state.resources[sacrificed].owner is not None
    lost = points_lost(state, [given]) if spends else _lost(state, sacrificed, team)
    return [*lost, ev.KingGained(team, seat, given, whose, spends)]


def _as_written(name: str) -> str:
    """Find how the rules write an artifact, whichever capitals and apostrophe a phone types, if any."""
    return next((one for one in ARTIFACTS if _plain(one) == _plain(name)), name)


def _plain(name: str) -> str:
    return "".join(spelled(name).split())


def offered(state: State, seat: int) -> list[str]:
    """List the artifacts that a player won here and still has, or the team if they are its, as King Suleiman takes."""
    has = (name for name in state.artifacts.get(team_of(state, seat), ()) if state.holders.get(name, seat) == seat)
    return [name for name in has if name != _never_paid(state)]


def others(state: State, seat: int) -> list[str]:
    """List the other artifacts of Arabian Nights that may be in play: of the setup's own, those that somebody has.

    No deck holds a card of the setup (rules, Setup); a table that plays otherwise types the name.
    """
    left_out = {*ARTIFACTS} - {*held(state)} | {*offered(state, seat), _never_paid(state)}
    return [name for name in map(_as_written, artifacts()) if name not in left_out]


def _never_paid(state: State) -> str | None:
    """Find the card that King Suleiman does not take: by the house rule `king_under` the one that lay under him."""
    return state.resources[KING].uncovered if "king_under" in state.rules_on else None


def lose_artifact(state: State, *, team: int, artifact: str) -> list[Event]:
    """Strike an artifact that was destroyed from those that King Suleiman is offered."""
    require_running(state)
    if artifact not in state.artifacts.get(team, ()):
        raise Refusal("This team doesn't have that artifact any more.")
    lost = next((one.id for one in RESOURCES if one.name == artifact), "")
    return [ev.ArtifactLost(team, artifact), *_lost(state, lost, team)]


def lose_resource(state: State, *, resource: str) -> list[Event]:
    """Take a claimed Resource that was destroyed out of the game, and by the house rule `lost_points` its points."""
    require_running(state)
    owner = state.resources[resource].owner
    if "lost_points" not in state.rules_on:
        raise Refusal("You keep the points, whatever happens to the Resource. A house rule under Ask changes that.")
    if owner is None:
        raise Refusal("Nobody has this Resource.")
    return _lost(state, resource, owner)


def steal_resource(state: State, *, resource: str, by: int) -> list[Event]:
    """Hand a claimed Resource to the team that stole it, and by the house rule `steal_resource` its points."""
    require_running(state)
    owner = state.resources[resource].owner
    if "steal_resource" not in state.rules_on:
        raise Refusal("Stealing a claimed Resource scores no points. A house rule under Ask changes that.")
    if owner is None:
        raise Refusal("Nobody has this Resource.")
    if by == owner or by not in alive(state):
        raise Refusal("Choose another team that is still playing.").about("by")
    return [ev.ResourceStolen(resource, owner, by)]


def _lost(state: State, resource: str, team: int) -> list[Event]:
    """List what a team loses with a Resource: its points, by the house rule `lost_points`."""
    has = _has(state, resource, team)
    return [ev.ResourceLost(resource, team)] if has and "lost_points" in state.rules_on else []


def _has(state: State, resource: str, team: int) -> bool:
    return resource in BY_ID and state.resources[resource].owner == team

"""Whose the cards are that were won in a war: a player's who claimed them, took them over or was given them. Pure.

Emperor's text holds: a player uses, sacrifices and loses no cards but their own (Emperor, Redefining "You" and
Eliminating Players). Points stay the team's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.efreet_war.facts import events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.turn import require_running
from companion.games.efreet_war.state.model import MOST, MOST_STEPS, State, held, living, resource_of, team_of
from companion.table.log import Refusal


def pass_card(state: State, *, card: str, to: int, told: bool = False) -> list[Event]:
    """Hand a card to a teammate, or to the opponent who stole it; by the house rule `steal_resource` with its points.

    At a table where cards are the team's, it belongs to a player from then on. What lay under it has to be `told`
    first; older logs did not ask.
    """
    team, seat = _held(state, card, told=told)
    if to not in living(state) or to == seat:
        raise Refusal("Choose another player who is still playing.").about("to")
    by, resource = team_of(state, to), resource_of(card)
    if resource is not None and by != team and "steal_resource" in state.rules_on:
        _require_steps(state)
        return [ev.ResourceStolen(resource, team, by, to)]
    return [ev.CardPassed(card, seat, to, stolen=by != team)]


def lose_card(state: State, *, card: str, told: bool = False) -> list[Event]:
    """Take a card that was destroyed out of the game, by the house rule `lost_points` with its points.

    What lay under it has to be `told` first; older logs did not ask.
    """
    _, seat = _held(state, card, told=told)
    return [ev.CardsLost((card,), seat), *points_lost(state, [card])]


def lost_with(state: State, gone: Sequence[int]) -> list[Event]:
    """List the cards that leave the game with players who are out (Emperor, Eliminating Players)."""
    cards = {seat: tuple(card for card, whose in state.holders.items() if whose == seat) for seat in gone}
    lost = [ev.CardsLost(of, seat, fallen=True) for seat, of in cards.items() if of]
    return [*lost, *points_lost(state, [card for one in lost for card in one.cards])]


def belonging(state: State, team: int) -> list[tuple[str, int | None]]:
    """List the cards of a team, each with the player whose it is, None if it is the whole team's."""
    return [(card, state.holders.get(card)) for card, by in held(state).items() if by == team]


def points_lost(state: State, cards: Iterable[str]) -> list[Event]:
    """List the points that are lost with cards by the house rule `lost_points`, from whichever team earned them."""
    earned = {one.resource: one.team for one in state.earned}
    lost = [id for id in map(resource_of, cards) if id in earned and "lost_points" in state.rules_on]
    return [ev.ResourceLost(id, earned[id]) for id in lost if id is not None]


def _held(state: State, card: str, *, told: bool) -> tuple[int, int | None]:
    """Find the team that has a card, and the player whose it is; refuse if a Treasure under it is not `told` yet."""
    require_running(state)
    teams = held(state)
    if card not in teams:
        raise Refusal("Nobody has this card any more; look at who has what.")
    if told and resource_of(card) in state.laid:
        raise Refusal("First say which card was under %(resource)s.", resource=card)
    return teams[card], state.holders.get(card)


def _require_steps(state: State) -> None:
    """Raise Refusal for a theft after which the race had no room for all points that can still be earned or lost."""
    if len(state.race) + 2 > MOST_STEPS - MOST:
        raise Refusal("Resources were stolen too often for the app to keep count. Undo a theft first.").about("to")

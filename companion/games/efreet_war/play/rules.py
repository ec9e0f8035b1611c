"""The moves of a Djinn-Efreet War, from the deal to the last point, and the questions the table asks. Pure."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from companion.games.efreet_war.facts import RESOURCES, VICTORY, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.play.attack import (
    MOST_DAMAGE,
    attack,
    damage_guardian,
    kill_guardian,
    resolve,
    tell_card,
    uncovered,
    why_not_attack,
)
from companion.games.efreet_war.play.cards import belonging, lose_card, pass_card
from companion.games.efreet_war.play.ending import break_off, eliminate, likely_killer, score, worth
from companion.games.efreet_war.play.king import (
    claim_king,
    lose_artifact,
    lose_resource,
    offered,
    others,
    steal_resource,
)
from companion.games.efreet_war.play.turn import end_turn, left_of, left_team, require_running
from companion.games.efreet_war.setup import draws
from companion.games.efreet_war.setup.deal import (
    LONGEST_NAME,
    begin,
    choose_first,
    deal,
    divide,
    mix,
    open_game,
    open_sheet,
    require_untouched,
    say_word,
    swap,
)
from companion.games.efreet_war.state.model import State, alive, points, team_of, unknown, untold
from companion.kit.fairness.committed_random import SecretTold
from companion.table.log import Refusal

__all__ = [
    "LONGEST_NAME",
    "MOST_DAMAGE",
    "RESOURCES",
    "alive",
    "attack",
    "begin",
    "belonging",
    "break_off",
    "choose_first",
    "claim_king",
    "damage_guardian",
    "deal",
    "divide",
    "eliminate",
    "end_turn",
    "fewest",
    "kill_guardian",
    "left_of",
    "left_team",
    "likely_killer",
    "lose_artifact",
    "lose_card",
    "lose_resource",
    "missing",
    "mix",
    "mix_sealed",
    "offered",
    "open_game",
    "open_sheet",
    "others",
    "pass_card",
    "points",
    "require_running",
    "require_untouched",
    "resolve",
    "say_word",
    "score",
    "steal_resource",
    "swap",
    "team_of",
    "tell_card",
    "tell_secret",
    "uncover_rest",
    "uncovered",
    "unknown",
    "untold",
    "why_not_attack",
    "worth",
]


def mix_sealed(state: State, *, rng: Random) -> list[Event]:
    """Mix the cards that still lie face down among their Resources; what lies face up stays where it is."""
    if state.result is not None:
        raise Refusal("The war is over; take back what ended it, or open another table.")
    if state.laid:
        raise Refusal("You put these cards there yourselves, so shuffle them yourselves. The app doesn't need to know.")
    if len(state.sealed) < 2:
        raise Refusal("Fewer than two cards are face down, so there's nothing to shuffle. Carry on.")
    return [draws.mixed(state, rng)]


def uncover_rest(state: State) -> list[Event]:
    """Turn face up what nobody uncovered, once the war is over; everybody sees it, so the end then is final."""
    if state.result is None:
        raise Refusal("The war isn't over yet. Until then, face-down cards stay secret.")
    if state.told or not state.sealed:
        raise Refusal("Nothing is face down any more.")
    return [ev.RestUncovered()]


def tell_secret(state: State) -> list[Event]:
    """Show everybody the secret of the draws, and with it all that lies face down, once the war is over."""
    if state.result is None:
        raise Refusal("The war isn't over yet. Until then, face-down cards stay secret.")
    if state.told:
        raise Refusal("Everything is already revealed.")
    return [SecretTold()]


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

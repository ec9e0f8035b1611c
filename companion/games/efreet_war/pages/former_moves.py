"""Moves that no page of a war makes any more; logs hold them, so that they can be repeated."""

from companion.games.efreet_war.play import rules
from companion.kit.moves import Move

FORMER = (
    Move("lose_artifact", rules.lose_artifact),
    Move("lose_resource", rules.lose_resource),
    Move("steal_resource", rules.steal_resource),
)

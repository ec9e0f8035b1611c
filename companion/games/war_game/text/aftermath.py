"""Which strongholds were taken, what a fight came to and what its deaths free; who else has died. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.war_game.facts import BASICS
from companion.games.war_game.facts.events import FightSettled, StrongholdTaken
from companion.games.war_game.play.combat import called, strength
from companion.games.war_game.play.siege import winner
from companion.games.war_game.play.turn import holders_after
from companion.games.war_game.state.model import State, at, board_of, home_of, is_supplied
from companion.games.war_game.text.describe import tell
from companion.language.texts import Text


def aftermath(state: State, names: Sequence[str]) -> list[Text]:
    """Say what the last fight of this turn came to, or before one what was taken last turn; and who died otherwise."""
    last = state.settled
    fought = taken(state, names)
    if last is not None:
        fought = [tell(last, names), *_frees(state, last, names), *_hurt(state, last)]
    return [*fought, *fallen(state, names)]


def taken(state: State, names: Sequence[str]) -> list[Text]:
    """Say which strongholds changed hands as the last turn ended (text, How To Win)."""
    rightful = tuple(one.owner for one in state.strongholds.values())
    before, now = (rightful, *state.held)[-2:] if state.held else (rightful, rightful)
    return [
        tell(StrongholdTaken(place, seat, back=True), names)
        if state.returned.get(place) == state.turns - 1
        else Text(
            "%(name)s takes stronghold %(place)s from %(loser)s.", name=names[seat], place=place, loser=names[loser]
        )
        for place, loser, seat in zip(state.strongholds, before, now, strict=False)
        if seat != loser
    ]


def fallen(state: State, names: Sequence[str]) -> list[Text]:
    """Say who has died in this turn otherwise than in a fight."""
    return [tell(gone, names) for gone in state.fallen]


def _hurt(state: State, last: FightSettled) -> Iterator[Text]:
    """Say what is left of those that were struck and live."""
    for one in (state.creatures[id] for id, _ in last.taken if id in state.creatures):
        left = strength(board_of(state), one).toughness
        yield Text("%(name)s: damage %(damage)s, %(left)s left.", name=called(one), damage=one.damage, left=left)


def _frees(state: State, last: FightSettled, names: Sequence[str]) -> Iterator[Text]:
    """Say what a death has freed: the place, a stronghold, room in one, a carrier or its rider."""
    if not last.died:
        return
    here = {one.owner for one in at(state, last.place)}
    if len(here) < 2:
        yield _left(state, last.place, names, *here)
    for seat in sorted({*last.owners}):
        if last.place == home_of(state, seat) and _has_room_again(state, last, seat):
            yield Text("%(name)s has room for a new creature again.", name=names[seat])
    for one in (state.creatures[id] for id in last.riders if id in state.creatures):
        yield Text("%(name)s is no longer carried.", name=called(one))
    for one in (state.creatures[id] for id in last.carriers if id in state.creatures):
        yield Text("%(name)s no longer has a rider.", name=called(one))


def _left(state: State, place: str, names: Sequence[str], seat: int | None = None) -> Text:
    """Say who alone is left at a place, and what that means for a stronghold (text, How To Win)."""
    if seat is None:
        return Text("Nobody is left in %(place)s.", place=place)
    name = names[seat]
    if place not in state.strongholds or state.strongholds[place].holder == seat:
        return Text("Only %(name)s is left in %(place)s.", name=name, place=place)
    if winner(holders_after(state)) == seat:
        return Text("Only %(name)s is left in %(place)s and wins when this turn ends.", name=name, place=place)
    return Text("Only %(name)s is left in %(place)s and takes it when this turn ends.", name=name, place=place)


def _has_room_again(state: State, last: FightSettled, seat: int) -> bool:
    """Say whether a player's stronghold was full before a fight there and is no longer."""
    now = len(at(state, last.place, seat))
    return now < BASICS.home <= now + last.owners.count(seat) and is_supplied(state, seat)

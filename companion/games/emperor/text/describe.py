"""Say what happened, one sentence per event, for the log that everybody reads; name the element that shows it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.emperor.facts import RANGES, events as ev
from companion.games.emperor.facts.events import Event
from companion.games.emperor.state import DRAW, State
from companion.games.emperor.state.house_rules import HOUSE_RULES
from companion.kit import house_rules
from companion.kit.fairness import committed_random
from companion.kit.ring import away, counters, dice_and_timer, ring_events
from companion.kit.ring.creatures import called
from companion.language.texts import Text, everybody, listed


def tell(event: Event, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    """Say an event in one sentence; `names` are the seats' names."""
    if isinstance(event, ring_events.Event):
        return ring_events.tell(event, names)
    if isinstance(event, committed_random.Event):
        return committed_random.tell(event, names)
    match event:
        case ev.Opened(players, _, _, True):
            return Text("Scoring a duel for %(count)s players, played without the app.", count=players)
        case ev.Opened(players, range_id):
            label = Text(RANGES[range_id].named)
            return Text("A game for %(count)s players is open. Range: %(range)s.", count=players, range=label)
        case ev.Seated(order, False):
            return Text("Seats, clockwise: %(players)s.", players=everybody(order, names))
        case ev.Seated(order):
            return Text("Seats drawn, clockwise: %(players)s.", players=everybody(order, names))
        case ev.RangeChosen(range_id):
            return Text("Range: %(range)s.", range=Text(RANGES[range_id].named))
        case ev.FirstChosen(team, True):
            return Text("Drawn: team %(team)s plays first.", team=team + 1)
        case ev.FirstChosen(team, _):
            return Text("Chosen: team %(team)s plays first.", team=team + 1)
        case ev.CardAnted(seat, card):
            return Text("%(name)s puts %(card)s into the pool.", name=names[seat], card=card)
        case ev.DuelBegun():
            return Text("The duel begins.")
        case ev.TurnEnded(seat):
            return Text("%(name)s ends the turn.", name=names[seat])
        case ev.LifeSet():
            return counters.tell(event, names)
        case ev.PlayersFallen(seats, int(killer)):
            out = everybody(seats, names)
            return Text("%(name)s takes %(players)s out. The ring closes.", name=names[killer], players=out)
        case ev.PlayersFallen(seats):
            return Text("Out: %(players)s. The ring closes.", players=everybody(seats, names))
        case ev.DuelScored(result, seats, by):
            return _scored(result, [*zip(seats, by, strict=False)], names)
        case ev.CreatureNoted(_, _, owner, _):
            return Text("%(name)s's %(creature)s leaves home.", creature=called(event), name=names[owner])
        case ev.CreatureMarched(_, _, to, False):
            return Text("%(creature)s marches to %(name)s.", creature=called(event), name=names[to])
        case ev.CreatureMarched(_, _, to, _):
            return Text("%(creature)s is forced to march to %(name)s.", creature=called(event), name=names[to])
        case ev.CreatureStolen(_, _, by, to):
            place = names[to]
            return Text(
                "%(thief)s takes control of %(creature)s, which goes to %(name)s.",
                thief=names[by],
                creature=called(event),
                name=place,
            )
        case ev.CreatureDeployed(_, _, to):
            return Text("%(name)s gains control of a teammate's %(creature)s.", name=names[to], creature=called(event))
        case ev.AnteDivided(shares):
            parts = [Text("%(name)s gets %(owner)s's card", name=names[to], owner=names[of]) for to, of in shares]
            return Text("The ante is divided: %(shares)s.", shares=listed(parts))
        case ev.DuelOpened(team):
            return Text("The next duel is open; team %(team)s plays first.", team=team + 1)
        case ev.RuleSwitched():
            return house_rules.tell(event, HOUSE_RULES)


def _scored(result: int, falls: Sequence[tuple[int, int | None]], names: Sequence[str]) -> Text:
    won = Text("a draw") if result == DRAW else Text("team %(team)s won", team=result + 1)
    if not falls:
        return Text("Scored: %(won)s.", won=won)
    fell = [
        Text("%(name)s", name=names[seat])
        if by is None
        else Text("%(name)s, by %(by)s", name=names[seat], by=names[by])
        for seat, by in falls
    ]
    return Text("Scored: %(won)s; fallen: %(players)s.", won=won, players=listed(fell))


def outcome(state: State, events: Sequence[ev.Event]) -> str:  # noqa: C901 - one case an event
    """Name the element of the page that shows what a move's events did."""
    last = events[-1]
    if isinstance(events[0], committed_random.WordSaid):
        return "words"
    if isinstance(last, committed_random.Event):
        return committed_random.outcome(last)
    if isinstance(last, counters.Event):
        return counters.outcome(last)
    if isinstance(last, dice_and_timer.Event):
        return dice_and_timer.outcome(last)
    match last:
        case ev.RuleSwitched(rule, _):
            return f"house-{rule}"
        case ev.Seated():
            return "sitting"
        case ev.RangeChosen():
            return "range-now"
        case ev.FirstChosen(team, _):
            return f"team-{team}"
        case ev.CardAnted(seat, _):
            return f"ante-{seat}"
        case ev.TurnEnded():
            return "turn"
        case ev.LifeSet(seat):
            return f"life-{seat}"
        case ev.AnteDivided():
            return "shares"
        case ev.PlayersFallen():
            return "happened" if state.result is None else ""
        case away.CreatureGone() if isinstance(events[0], ev.PlayersFallen):
            return "happened" if state.result is None else ""
        case away.CreatureGone():
            return "away"
        case ev.DuelBegun() | ev.DuelOpened() | ev.Opened() | ev.DuelScored():
            return ""
        case ev.CreatureMarched(id, _, to, False) if id in state.creatures:
            return f"token-{to}-{state.creatures[id].controller}"
        case event:
            return f"creature-{event.creature}" if event.creature in state.creatures else "away"

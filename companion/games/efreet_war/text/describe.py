"""Say what happened, one sentence per event, for the log that everybody reads; name the element that shows it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.efreet_war.facts import BY_ID, events as ev
from companion.games.efreet_war.facts.events import Event
from companion.games.efreet_war.state.house_rules import HOUSE_RULES
from companion.games.efreet_war.state.model import State, leader, untold
from companion.kit import house_rules
from companion.kit.fairness import committed_random
from companion.kit.ring import away, counters, dice_and_timer, ring_events
from companion.kit.ring.creatures import called
from companion.language.texts import Text, everybody, listed, with_sign
from companion.table.log import dispatch_by_type


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say an event in one sentence that reveals no secret, and whether the table drew it; `names` are the seats'."""
    sentence = ROOMS[type(event)](event, names)
    if not isinstance(event, ev.GuardiansSet | ev.LaidFaceDown) and not getattr(event, "by_hand", False):
        return sentence
    return Text("%(sentence)s (Drawn by the table.)", sentence=sentence)


def _set_up(event: ev.SetUpEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.Opened(players, _, _, _, True):
            return Text("A score sheet for a war with %(count)s players is open.", count=players)
        case ev.Opened(players, _, _, _, _):
            return Text("A war for %(count)s players is open.", count=players)
        case ev.Seated(teams, by_chance):
            sides = [everybody(team, names) for team in teams]
            sitting = listed([Text("(%(team)s)", team=side) for side in sides])
            if by_chance:
                return Text("Seats drawn, clockwise: %(teams)s.", teams=sitting)
            return Text("Seats, clockwise: %(teams)s.", teams=sitting)
        case ev.CardsNamed():
            return Text("The table plays with its own Guardians and Traps.")
        case ev.Dealt():
            return Text("Guardians, Treasures and Traps are dealt.")
        case ev.GuardiansSet():
            return Text("The Guardians are the ones you dealt at the table.")
        case ev.LaidFaceDown():
            return Text("Treasures and Traps are face down: nobody knows which is where.")
        case ev.FirstDrawn(seat, True):
            return Text("Drawn: %(name)s starts.", name=names[seat])
        case ev.FirstDrawn(seat):
            return Text("%(name)s starts.", name=names[seat])
        case ev.WarBegun():
            return Text("The war begins.")


def _attack(event: ev.AttackEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.AttackDeclared(seat, resource):
            return Text("%(name)s attacks %(resource)s.", name=names[seat], resource=BY_ID[resource].name)
        case ev.GuardianKilled(resource, guardian):
            place = BY_ID[resource].name
            return Text("Killed: %(guardian)s, Guardian of %(resource)s.", guardian=guardian, resource=place)
        case ev.GuardianDamaged(resource, guardian, by):
            place = BY_ID[resource].name
            return Text(
                "Damage to %(guardian)s, Guardian of %(resource)s: %(change)s.",
                guardian=guardian,
                resource=place,
                change=with_sign(by),
            )
        case ev.AttackFailed(resource, True):
            return Text("The attackers are all dead too. %(resource)s is now open.", resource=BY_ID[resource].name)
        case ev.AttackFailed(resource, _):
            return Text("%(resource)s is still guarded.", resource=BY_ID[resource].name)
        case ev.ResourceClaimed(resource, _, seat):
            place, worth = BY_ID[resource].name, BY_ID[resource].points
            return Text("%(name)s claims %(resource)s: +%(points)s.", name=names[seat], resource=place, points=worth)
        case ev.AudienceWon(_, seat):
            return Text("%(name)s wins an audience with King Suleiman.", name=names[seat])
        case ev.CardUncovered(resource, _, card, None, _):
            place = BY_ID[resource].name
            return Text("There was a Treasure under %(resource)s: %(card)s.", resource=place, card=card)
        case ev.CardUncovered(resource, _, card, _, _):
            return Text("There was a Trap under %(resource)s: %(card)s.", resource=BY_ID[resource].name, card=card)


def _cards(event: ev.CardEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.KingGained(_, seat, artifact):
            worth = BY_ID["king"].points
            return Text(
                "%(name)s sacrifices %(artifact)s and gains King Suleiman: +%(points)s.",
                name=names[seat],
                artifact=artifact,
                points=worth,
            )
        case ev.ArtifactLost(_, artifact):
            return Text("Destroyed: %(artifact)s.", artifact=artifact)
        case ev.KingRemoved():
            return Text("King Suleiman is removed from the game.")
        case ev.KingLeft():
            return Text("King Suleiman is left alone; his fortress is open.")
        case ev.ResourceLost(resource, _):
            place, worth = BY_ID[resource].name, BY_ID[resource].points
            return Text("%(resource)s is lost: −%(points)s.", resource=place, points=worth)
        case ev.ResourceStolen(resource, _, _, int(thief)):
            place, worth = BY_ID[resource].name, BY_ID[resource].points
            return Text(
                "%(name)s steals %(resource)s and its points: %(points)s.",
                name=names[thief],
                resource=place,
                points=worth,
            )
        case ev.CardPassed():
            return _passed(event, names)
        case ev.CardsLost(cards, int(seat), True):
            return Text("Leaving the game with %(name)s: %(cards)s.", name=names[seat], cards=", ".join(cards))
        case ev.CardsLost(cards):
            return Text("Destroyed: %(artifact)s.", artifact=", ".join(cards))
        case ev.ResourceStolen(resource):
            place, worth = BY_ID[resource].name, BY_ID[resource].points
            return Text("%(resource)s is stolen, and its points go with it: %(points)s.", resource=place, points=worth)
        case ev.RestUncovered():
            return Text("Cards nobody uncovered are turned face up.")
        case ev.CardShown(resource, card):
            place = BY_ID[resource].name
            return Text("%(card)s stays face up under %(resource)s: everybody has seen it.", card=card, resource=place)
        case ev.SealedMixed():
            return Text("The cards still face down are shuffled among their Resources.")


def _passed(event: ev.CardPassed, names: Sequence[str]) -> Text:
    """Say who takes over a card, and from whom if it was a player's."""
    to, card = names[event.to], event.card
    if event.seat is None and event.stolen:
        return Text("%(name)s steals %(card)s.", name=to, card=card)
    if event.seat is None:
        return Text("%(name)s takes %(card)s from the team.", name=to, card=card)
    if event.stolen:
        return Text("%(thief)s steals %(card)s from %(name)s.", thief=to, card=card, name=names[event.seat])
    return Text("%(name)s gives %(other)s %(card)s.", name=names[event.seat], other=to, card=card)


def _players(event: ev.PlayerEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.WarBrokenOff():
            return Text("The war ends early; the points so far count.")
        case ev.PlayersEliminated(out):
            worths = {seat: worth for seat, _, worth in out} | {seat: worth for _, seat, worth in event.given}
            doers = dict(zip([seat for seat, _, _ in out], event.by, strict=False))
            parts = [_out(names, seat, worth, doers.get(seat), teamed=event.teamed) for seat, worth in worths.items()]
            return Text("Eliminated: %(players)s.", players=listed(parts))
        case ev.TurnEnded(seat):
            return Text("%(name)s ends the turn.", name=names[seat])
        case ev.PlayerAttacked(seat, target):
            return Text("%(name)s attacks %(other)s.", name=names[seat], other=names[target])
        case ev.CreatureMarched(_, _, _, to, _, True):
            return Text("%(creature)s is forced to march to %(name)s.", creature=called(event), name=names[to])
        case ev.CreatureMarched(_, _, _, to):
            return Text("%(creature)s marches to %(name)s.", creature=called(event), name=names[to])
        case ev.CreatureStolen(_, _, _, by, to):
            return Text(
                "%(thief)s takes control of %(creature)s, which goes to %(name)s.",
                thief=names[by],
                creature=called(event),
                name=names[to],
            )


def _out(names: Sequence[str], seat: int, worth: int, by: int | None, *, teamed: bool) -> Text:
    """Say who is out, for how many points, and whose doing it was."""
    if by is None:
        return Text("%(name)s (+%(points)s)", name=names[seat], points=worth)
    if teamed:
        return Text("%(name)s (+%(points)s), by %(by)s's team", name=names[seat], points=worth, by=names[by])
    return Text("%(name)s (+%(points)s), by %(by)s", name=names[seat], points=worth, by=names[by])


def _shared(event: ev.SharedEvent, names: Sequence[str]) -> Text:
    if isinstance(event, ring_events.Event):
        return ring_events.tell(event, names)
    match event:
        case ev.RuleSwitched():
            return house_rules.tell(event, HOUSE_RULES)
        case committed_random.DrawnAnew():
            return Text("This is a copy: the face-down cards were dealt again.")
    return committed_random.tell(event, names)


ROOMS = dispatch_by_type(
    (ev.SetUpEvent, _set_up),
    (ev.AttackEvent, _attack),
    (ev.CardEvent, _cards),
    (ev.PlayerEvent, _players),
    (ev.SharedEvent, _shared),
)


def spell(event: Event, names: Sequence[str]) -> Text:
    """Say an event with all that chance gave, including what `tell` keeps secret or leaves to a page."""
    match event:
        case ev.CardsNamed(guardians, traps):
            return Text(
                "The table's own Guardians: %(guardians)s; its Traps: %(traps)s.",
                guardians=", ".join(guardians),
                traps=", ".join(traps),
            )
        case ev.Dealt(guardians, _, sealed):
            places = [
                Text(
                    "%(resource)s guarded by %(guardians)s, above %(card)s",
                    resource=BY_ID[id].name,
                    guardians=", ".join(guardians[id]),
                    card=card,
                )
                for id, card in sealed.items()
            ]
            return Text("Dealt: %(places)s.", places=listed(places))
        case ev.SealedMixed(sealed):
            lying = [
                Text("%(card)s under %(resource)s", card=card, resource=BY_ID[id].name) for id, card in sealed.items()
            ]
            return Text("Shuffled: %(places)s.", places=listed(lying))
        case _:
            return tell(event, names)


def side(state: State, team: int, names: tuple[str, ...]) -> Text:
    """Name a team by its Emperor, or by its players."""
    if state.mode == "emperor":
        return Text("%(name)s's team", name=names[leader(state, team)])
    return everybody(state.teams[team], names)


SHOWN: dict[type, str] = {
    ev.Opened: "",
    ev.Dealt: "",
    ev.WarBegun: "",
    ev.GuardiansSet: "guarded",
    ev.LaidFaceDown: "beneath",
    ev.AttackDeclared: "attacked",
    ev.GuardianKilled: "dead",
    ev.GuardianDamaged: "damage",
    ev.SealedMixed: "happened",
    ev.CardPassed: "happened",
    ev.CardsLost: "happened",
    ev.PlayerAttacked: "assaults",
    ev.TurnEnded: "turn",
    away.CreatureGone: "picture",
}
"""The element that shows a move whose last event is one of these; of any other the tapped Resource does."""


def outcome(state: State, events: Sequence[ev.Event]) -> str:  # noqa: C901 - one case an event
    """Name the element of the page that shows what a move's events did."""
    last = events[-1]
    if isinstance(last, dice_and_timer.Event):
        return dice_and_timer.outcome(last)
    if isinstance(events[0], committed_random.WordSaid | committed_random.SecretTold):
        return committed_random.outcome(events[0])
    if isinstance(last, counters.Event) and state.result is None:
        return counters.outcome(last)
    match last:
        case ev.RuleSwitched(rule, _):
            return f"house-{rule}"
        case ev.RestUncovered():
            return "rest"
        case _ if state.result is not None:
            return ""
        case ev.Seated() | ev.FirstDrawn() if isinstance(events[0], ev.Seated):
            return "sitting"
        case ev.FirstDrawn(seat):
            return f"sits-{seat}"
        case ev.CardUncovered(resource):
            return f"uncovered-{resource}"
        case ev.ResourceClaimed() | ev.AudienceWon() if untold(state):
            return "telling"
        case _ if isinstance(events[0], ev.PlayersEliminated):
            return "happened"
        case ev.ResourceStolen(whose=int()) | away.CreatureGone(fate="forced"):
            return "happened"
        case ev.ResourceLost() if isinstance(events[0], ev.CardsLost):
            return "happened"
        case ev.ArtifactLost(team):
            return f"team-{team}"
        case ev.ResourceLost(_, team) if isinstance(events[0], ev.ArtifactLost):
            return f"team-{team}"
        case ev.CreatureMarched(id, _, _, to, _, False):
            return f"token-{to}-{state.creatures[id].controller}"
        case ev.CreatureMarched(id) | away.CreatureTapped(id) | away.CreatureUntapped(id):
            return f"creature-{id}"
        case ev.CreatureStolen(id) | away.ControlEnded(id) | away.WallAnimated(id):
            return f"creature-{id}"
    return SHOWN.get(type(last), "resource")

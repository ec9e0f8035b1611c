"""Say what happened, one sentence per event, for the log that everybody reads; name the element that shows it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.war_game.facts import LANDS, events as ev
from companion.games.war_game.facts.events import CreatureEvent, Event, FightEvent, LandEvent, SharedEvent, TurnEvent
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import GONE, PHASES, State
from companion.kit import house_rules
from companion.kit.fairness import committed_random
from companion.language.texts import Text, listed, with_sign
from companion.table.log import dispatch_by_type


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say an event in one sentence that tells no land face down; `names` are the seats' names."""
    return ROOMS[type(event)](event, names)


def _any_game(event: SharedEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.RuleSwitched():
            return house_rules.tell(event, HOUSE_RULES)
        case ev.PlayerLeft(seat):
            return Text("%(name)s leaves the war.", name=names[seat])
        case ev.WarEnded(winner):
            return _over(None if winner is None else names[winner])
    return committed_random.tell(event, names)


def _over(winner: str | None) -> Text:
    if winner is None:
        return Text("The war is over: a draw.")
    return Text("The war is over: %(name)s has won.", name=winner)


def _land(land: str) -> Text:
    return Text(LANDS[land].label)


def _of_land(event: LandEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.Opened(players):
            return Text("A war for %(count)s players is open.", count=players)
        case ev.StrongholdChosen(seat, place):
            return Text("%(name)s's stronghold is at %(place)s.", name=names[seat], place=place)
        case ev.SwapAsked(seat, place):
            return Text("%(name)s asks for stronghold %(place)s.", name=names[seat], place=place)
        case ev.TerrainsDealt(place=""):
            return Text("The fifteen lands are dealt.")
        case ev.TerrainsDealt(_, place):
            return Text("The land at %(place)s is dealt again.", place=place)
        case ev.TerrainSet(place, land):
            return Text("At %(place)s: %(land)s.", place=place, land=_land(land))
        case ev.LandKept(seat):
            return Text("%(name)s has laid a land face down.", name=names[seat])
        case ev.LandTurned(seat, land):
            return Text("The land of %(name)s's stronghold is turned up: %(land)s.", name=names[seat], land=_land(land))
        case ev.FirstRolled(seat, by_hand=True):
            return Text("%(name)s goes first, as rolled at the table.", name=names[seat])
        case ev.FirstRolled(seat, rolls):
            die = max((die for _, die in rolls[-1]), default=0) if rolls else 0
            return Text("%(name)s rolls %(dice)s and goes first.", name=names[seat], dice=die)
        case ev.WarBegun(seat):
            return Text("The war begins; %(name)s goes first.", name=names[seat])


def _of_turn(event: TurnEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.PhaseBegun(phase):
            return Text("Next: %(phase)s.", phase=PHASES[phase])
        case ev.CreaturesUntapped(seat):
            return Text("%(name)s's creatures untap.", name=names[seat])
        case ev.SupplyGained(seat, die, 0, points):
            return Text("%(name)s rolls %(die)s: %(points)s supply.", name=names[seat], die=die, points=points)
        case ev.SupplyGained(seat, die, mana, points):
            return Text(
                "%(name)s rolls %(die)s, mana %(mana)s: %(points)s supply.",
                name=names[seat],
                die=die,
                mana=mana,
                points=points,
            )
        case ev.SupplySpent(seat, points, lost=True):
            return Text("Losing the stronghold costs %(name)s %(points)s supply.", name=names[seat], points=points)
        case ev.SupplySpent(seat, points, ""):
            return Text("%(name)s pays %(points)s supply.", name=names[seat], points=points)
        case ev.SupplySpent(seat, points, what):
            return Text("%(name)s pays %(points)s supply: %(what)s.", name=names[seat], points=points, what=what)
        case ev.StrongholdTaken(stronghold, seat, back=True):
            return Text("Stronghold %(stronghold)s goes back to %(name)s.", name=names[seat], stronghold=stronghold)
        case ev.StrongholdTaken(stronghold, seat):
            return Text("%(name)s takes stronghold %(stronghold)s.", name=names[seat], stronghold=stronghold)
        case ev.TurnEnded(seat):
            return Text("%(name)s ends the turn.", name=names[seat])


def _of_fight(event: FightEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.MovementEnded(_, ()):
            return Text("Movement is over.")
        case ev.MovementEnded(_, fights):
            return Text("Movement is over; now fight in %(places)s.", places=listed([_place(one) for one in fights]))
        case ev.AttackersSpared(place):
            return Text("No attacker is tapped in %(place)s.", place=place)
        case ev.FightNamed(place, seat):
            return Text("The fight in %(place)s is against %(name)s.", place=place, name=names[seat])
        case ev.DamageSplit(place, seat):
            return Text("The damage to %(name)s in %(place)s is split.", name=names[seat], place=place)
        case ev.FightSettled(place, died=()):
            return Text("Fight in %(place)s: nobody dies.", place=place)
        case ev.FightSettled(place):
            return Text("Fight in %(place)s. Dead: %(names)s.", place=place, names=dead(event, names))


def dead(event: ev.FightSettled, names: Sequence[str]) -> Text:
    """List who died in a fight, those of each player together, if the log says whose they were."""
    if len(event.owners) != len(event.names):
        return listed([Text("%(name)s", name=one) for one in event.names])
    of: dict[int, list[Text]] = {}
    for name, seat in zip(event.names, event.owners, strict=True):
        of.setdefault(seat, []).append(Text("%(name)s", name=name))
    return listed([Text("%(name)s (%(owner)s)", name=listed(all), owner=names[seat]) for seat, all in of.items()])


def _place(place: str) -> Text:
    return Text("%(place)s", place=place)


def _of_creature(event: CreatureEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.CreatureCast(_, seat, _, power, toughness, cost, name):
            called = Text("%(name)s", name=name) if name else Text("a creature")
            return Text(
                "%(name)s casts %(creature)s, %(power)s/%(toughness)s, for %(cost)s.",
                name=names[seat],
                creature=called,
                power=power,
                toughness=toughness,
                cost=cost,
            )
        case ev.CreatureHealed(damage=damage, paid=0, name=name):
            return Text("%(name)s regenerates %(damage)s.", name=name, damage=damage)
        case ev.CreatureHealed(damage=damage, name=name):
            return Text("%(name)s heals %(damage)s damage.", name=name, damage=damage)
        case ev.CreatureMarched(path=path, name=name):
            return Text("%(name)s marches to %(place)s.", name=name, place=path[-1] if path else "")
        case ev.SecondStepTaken(to=to, name=name):
            return Text("%(name)s takes its second step, to %(place)s.", name=name, place=to)
        case ev.CreatureCarried(name=name, rider_name=rider):
            return Text("%(name)s carries %(rider)s; both are tapped.", name=name, rider=rider)
        case ev.CreatureDropped(to=to, name=name, rider_name=rider):
            return Text("%(name)s drops %(rider)s in %(place)s.", name=name, rider=rider, place=to)
        case ev.CreatureTapped(name=name):
            return Text("%(name)s is tapped.", name=name)
        case ev.CreatureBoosted(power=power, toughness=toughness, name=name):
            by = f"{with_sign(power)}/{with_sign(toughness)}"
            return Text("%(name)s: %(by)s until the turn ends.", name=name, by=by)
        case ev.CreatureDamaged(by=by, name=name):
            return Text("Damage to %(name)s: %(by)s.", name=name, by=with_sign(by))
        case ev.CreatureGone(why=why, name=name):
            return Text("%(name)s is gone: %(why)s.", name=name, why=GONE.get(why, GONE[""]))
        case ev.CreatureCorrected(name=name):
            return Text("Map entry corrected: %(name)s.", name=name)


ROOMS = dispatch_by_type(
    (LandEvent, _of_land),
    (CreatureEvent, _of_creature),
    (FightEvent, _of_fight),
    (TurnEvent, _of_turn),
    (SharedEvent, _any_game),
)


SHOWN: dict[type, str] = {
    ev.FirstRolled: "first",
    ev.WarBegun: "turn",
    ev.SupplyGained: "supply",
    ev.SupplySpent: "supply",
    ev.PhaseBegun: "phases",
    ev.FightSettled: "settled",
    ev.TurnEnded: "turn",
    ev.StrongholdTaken: "settled",
    ev.CreatureTapped: "turn",
}
"""The element that shows a move whose first event is one of these."""


def outcome(state: State, events: Sequence[Event]) -> str:  # noqa: C901 - one case an event
    """Name the element of the page that shows what a move's events did."""
    event = events[0]
    match event:
        case ev.WordSaid():
            return "words"
        case ev.SecretTold():
            return "secret"
        case ev.RuleSwitched(rule):
            return f"house-{house_rules.question_of(rule)}"
        case _ if state.over:
            return ""
        case ev.LandKept(seat) | ev.LandTurned(seat) | ev.StrongholdChosen(seat) | ev.SwapAsked(seat):
            return f"stronghold-{seat}"
        case ev.TerrainsDealt(_, str(place)) | ev.TerrainSet(place) if place:
            return f"at-{place}"
        case ev.PhaseBegun("fight") if len(events) > 1 and isinstance(events[1], ev.MovementEnded):
            return f"fought-{events[1].fights[0]}" if events[1].fights else "phases"
        case ev.DamageSplit(creature=creature) if creature:
            return f"hit-{creature}"
        case ev.AttackersSpared(place) | ev.FightNamed(place):
            return f"fought-{place}"
        case ev.CreatureTapped(place=str(place)) | ev.DamageSplit(place) if place:
            return f"fought-{place}"
        case ev.CreatureDamaged(id) if id in state.creatures:
            return f"one-{id}"
        case ev.CreatureCast():
            return "home"
        case ev.CreatureHealed(id) if state.phase == "heal":
            return f"hurt-{id}"
        case ev.CreatureDropped(to=place):
            return f"at-{place}"
        case ev.CreatureTapped():
            return "supply"
        case _ if isinstance(event, CreatureEvent):
            return _where(state, event)
    return SHOWN.get(type(event), "")


def _where(state: State, event: CreatureEvent) -> str:
    """Name the place of the map where a creature is now, or what says that it has died."""
    one = state.creatures.get(event.creature)
    if one:
        return f"at-{one.at}"
    return "settled" if any(event.creature == gone.creature for gone in state.fallen) else "phases"

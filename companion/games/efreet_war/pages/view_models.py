"""What the pages of a table show of its state; what the rules say of it, their templates ask them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.games.efreet_war.facts import BY_ID, KING, RESOURCES, VICTORY, Resource, events as ev
from companion.games.efreet_war.pages import suggestions
from companion.games.efreet_war.play import reach, rules
from companion.games.efreet_war.play.fight import MOST_ATTACKERS, propose
from companion.games.efreet_war.scoring.result import places, said
from companion.games.efreet_war.state.house_rules import HOUSE_RULES
from companion.games.efreet_war.state.model import DRAW, State, emperors, leader, living, points
from companion.games.efreet_war.text.describe import side, tell
from companion.kit.ring import ring_board
from companion.kit.ring.circle import Spot
from companion.kit.ring.creatures import LONGEST_NAME, Creature
from companion.language.player_names import tidy
from companion.language.texts import Text
from companion.table.finished import with_names
from companion.table.log import Entry
from companion.table.screen import Screen

PAGES = (
    ("efreet_war.deal_page", "setup", Text("Deal")),
    ("efreet_war.war_page", "attack", Text("War")),
    ("efreet_war.points_page", "score", Text("Points")),
)
TOLD = ("eliminate", "mix_sealed", "force", "pass_card", "lose_card")
"""The moves that the war page tells of as long as they last: nothing else on it shows what they did."""


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.result is not None or state.just_score:
        return "efreet_war.points_page"
    return "efreet_war.war_page" if state.begun else "efreet_war.deal_page"


def pages_of(state: State) -> Sequence[tuple[str, str, Text]]:
    """List the pages of a table: of one that only counts, the points."""
    return PAGES[-1:] if state.just_score else PAGES


def everywhere(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """Show what every page may: the Resources, who lives, the race, and the house rules."""
    return {
        "resources": RESOURCES,
        "by_id": BY_ID,
        "totals": points(state),
        "goal": VICTORY.goal,
        "living": living(state),
        "emperors": emperors(state),
        "rules": rules,
        "reach": reach,
        "likely": suggestions,
        "side": lambda team: side(state, team, names),
        "belongs": lambda card, team: belongs(state, card, team, names),
        "in_force": lambda id: HOUSE_RULES[id].on if id in state.rules_on else HOUSE_RULES[id].off,
    }


@dataclass(frozen=True)
class Tile:
    """A Resource in its row: how it stands, who guards it, the card that lies face up under it, and whose it is."""

    resource: Resource
    status: str
    guardians: int
    card: str | None
    owner: int | None
    side: Text | None


def rows(state: State, names: tuple[str, ...]) -> list[tuple[str, Text, list[Tile]]]:
    """List the two rows of Resources: what each is called, and its tiles, owned by a player or a team's leader."""

    def tile(one: Resource) -> Tile:
        there = state.resources[one.id]
        owner = None if there.owner is None else state.holders.get(one.name, leader(state, there.owner))
        whose = None if there.owner is None else belongs(state, one.name, there.owner, names)
        status = "attack" if one.id in state.attacks else there.status
        return Tile(one, status, len(there.guardians), state.shown.get(one.id), owner, whose)

    titles = {"back": Text("Back row"), "front": Text("Front row")}
    return [(row, title, [tile(one) for one in RESOURCES if one.row == row]) for row, title in titles.items()]


def belongs(state: State, card: str, team: int, names: tuple[str, ...]) -> Text:
    """Say whose a card is: a player's, of which team, or the whole team's."""
    whose, own = state.holders.get(card), side(state, team, names)
    if whose is None or state.mode == "free":
        return own
    return Text("%(name)s (%(team)s)", name=names[whose], team=own)


def field(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """Show the rows of Resources, and the race."""
    return {"rows": rows(state, names), "racing": racers(state, names, range(len(state.teams)))}


@dataclass(frozen=True)
class Racer:
    """A team in the race: its leader's seat, what it is called, its points, and how far these go on a line."""

    team: int
    seat: int
    side: Text
    points: int
    far: int
    wide: int


def racers(state: State, names: tuple[str, ...], teams: Iterable[int]) -> list[Racer]:
    """Draw the race of these teams: a point is 30 wide, and the goal or who is beyond it ends the line."""
    totals = points(state)
    wide = 30 * max(VICTORY.goal, *totals.values())
    return [
        Racer(team, leader(state, team), side(state, team, names), totals[team], 30 * totals[team], wide)
        for team in teams
    ]


@dataclass(frozen=True)
class Course:
    """The race over the turns: the size of the picture, how high the goal is, and by leaders' seats their paths."""

    turns: int
    wide: int
    high: int
    goal: int
    paths: list[tuple[int, str]]


def course(state: State) -> Course:
    """Draw the race: a step for each gain, 10 wide for a turn and 10 high for a point."""
    turns, most = state.turns + 1, max(VICTORY.goal, *points(state).values())

    def height(points: int) -> int:
        return 10 * (most - points) + 5

    def path(team: int) -> str:
        steps = (f"H{10 * turn - 5}V{height(points)}" for turn, one, points in state.race if one == team)
        return f"M0 {height(0)}{''.join(steps)}H{10 * turns}"

    paths = [(leader(state, team), path(team)) for team, _ in enumerate(state.teams)]
    return Course(turns, 10 * turns, 10 * most + 10, height(VICTORY.goal), paths)


def chosen_resource(code: str, state: State, asked: MultiDict[str, str]) -> dict[str, Any]:
    """Choose the Resource to show: the tapped one, else King Suleiman in an audience, else one under attack."""
    wished = asked.get("resource")
    if state.audience is not None and wished is None:
        return {"chosen": KING}
    chosen = wished if wished in BY_ID else next(iter(state.attacks), None)
    return {"chosen": chosen} | (_fight(code, state, chosen, asked) if chosen in state.attacks else {})


def _fight(code: str, state: State, chosen: str, asked: MultiDict[str, str]) -> dict[str, Any]:
    """Propose who dies in an attack by those named; of each say the address without it."""
    attackers = [name for one in asked.getlist("attacker") if (name := tidy(one[:LONGEST_NAME]))][:MOST_ATTACKERS]
    there = state.resources[chosen]

    def without(number: int) -> str:
        rest = attackers[:number] + attackers[number + 1 :]
        return url_for("efreet_war.war_page", code=code, resource=chosen, fight=1, attacker=rest)

    return {
        "attackers": [(name, without(number)) for number, name in enumerate(attackers)],
        "fight": propose(attackers, there.guardians, there.damage) if attackers else None,
        "asks_fight": "fight" in asked,
        "room": len(attackers) < MOST_ATTACKERS,
    }


def happened(last: Entry | None, names: Sequence[str]) -> list[Text]:
    """Say what the last of the moves has done that is kept in view."""
    return [tell(event, names) for event in last.events] if last and last.move in TOLD else []


def is_news(moves: Sequence[Entry]) -> bool:
    """Say whether the card that came to light last is still shown: until the turn after ends."""
    ended = 0
    for event in (event for entry in reversed(moves) for event in reversed(entry.events)):
        if isinstance(event, ev.CardUncovered):
            return ended <= 1
        ended += isinstance(event, ev.TurnEnded)
    return False


def marks(state: State, seat: int, one: Creature | None) -> Mapping[int, str]:
    """Choose the CSS classes of the seats round a chosen one; none but its own where everybody reaches everybody."""
    own = {seat: "self"}
    if not reach.by_emperor(state):
        return own
    reached, attacked = reach.reached(state, seat, one)
    found = {other: "reach" if other in reached else "far" for other in living(state)}
    return found | dict.fromkeys(attacked, "attack reach") | own


def race(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """Show who leads and where each point came from, what is still hidden, and a draw."""
    ranking = sorted(points(state), key=lambda team: places(state)[team])
    found = {*state.shown.values(), *(one.uncovered for one in state.resources.values())}
    return {
        "ranking": ranking,
        "course": course(state),
        "said": lambda one: with_names(said(one), names),
        "hidden": len(state.sealed) + len(state.laid),
        "sealed": len(state.sealed),
        "traps_hidden": sum(trap not in found for trap in state.traps),
        "draw": DRAW,
    }


def on_board(screen: Screen, ring: Sequence[Spot]) -> dict[str, Any]:
    """Show the ring, and where range counts whom the player on the move can attack."""
    state: State = screen.table.state
    limited = reach.by_emperor(state)
    asked = limited and state.result is None
    attacked = reach.attackable(state, state.turn) if asked and state.turn in living(state) else frozenset()
    return {"limited": limited, "draw": DRAW, **ring_board.on_board(screen, ring, attacked)}

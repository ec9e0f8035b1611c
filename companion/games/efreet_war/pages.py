"""The war's pages in the order of play, and its moves as a table."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.efreet_war import events as ev
from companion.games.efreet_war import forms, rematch, rules
from companion.games.efreet_war.again import CHOICES, again, snippet
from companion.games.efreet_war.facts import BY_ID, CARDS, CITY, KING, RESOURCES, VICTORY
from companion.games.efreet_war.result import places, said
from companion.games.efreet_war.state import (
    DRAW,
    State,
    alive,
    emperors,
    leader,
    living,
    order,
    points,
    ring_of,
    seen_by,
    team_of,
)
from companion.games.efreet_war.tell import side, spell, tell
from companion.kit.fair import Fairness, check_by
from companion.kit.opening import Opening, Way, open_by
from companion.kit.ring import Spot, spots
from companion.kit.rules import show_rules
from companion.kit.taps import Place, Tap, bind
from companion.scores import store as scores
from companion.table import seats
from companion.table.log import Table, with_names
from companion.table.screen import Screen, look
from companion.text import Text
from companion.web import initial, page, stamps

bp = Blueprint("efreet_war", __name__, url_prefix="/efreet_war")

PAGES = (
    ("efreet_war.deal_page", "setup", Text("Deal")),
    ("efreet_war.war_page", "attack", Text("War")),
    ("efreet_war.points_page", "trophy", Text("Points")),
)

SHOWN = ("eliminate", "mix_sealed", "attack", "resolve", "claim_king", "end_turn", "begin")
"""The war page shows who is out, or that cards were mixed, until the next of these."""


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.result is not None:
        return "efreet_war.points_page"
    return "efreet_war.war_page" if state.begun else "efreet_war.deal_page"


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table without its secrets."""
    state = seen_by(screen.table.state)
    shared = {"screen": screen, "state": state, "names": screen.names, "resources": RESOURCES, "by_id": BY_ID}
    shared |= {"totals": points(state), "goal": VICTORY.goal, "living": living(state), "emperors": emperors(state)}
    return page(
        template,
        side=lambda team: side(state, team, screen.names),
        leader=lambda team: screen.seats[leader(state, team)],
        team_of=lambda seat: team_of(state, seat),
        **shared,
        **context,
    )


def picture(screen: Screen) -> list[Spot]:
    """Place those who still play on the ring, this phone's own seat at the bottom."""
    state: State = screen.table.state
    turn = state.turn if state.begun else state.first

    def spot(seat: int, x: int, y: int, mates: int) -> Spot:
        icon, marks = "crown" if seat in emperors(state) else "guard", "turn" if seat == turn else ""
        text = str(state.lives[seat]) if state.begun else initial(screen.names[seat])
        return Spot(seat, x, y, text, icon, mates, team_of(state, seat), marks)

    return [spot(*place) for place in spots(ring_of(state), screen.me.seat)]


# A new table, the deal, and who starts


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table: how many play if the same people come again, teams, and card names."""
    chosen = next((count for count in forms.COUNTS if count >= len(names)), forms.COUNTS[-1]) if names else 6
    counts = {"counts": forms.COUNTS, "emperor_counts": forms.EMPEROR_COUNTS, "team_counts": forms.TEAM_COUNTS}
    return counts | {"chosen": chosen, "cards": CARDS}


WAYS = (
    Way("drawn", Text("Who starts is drawn")),
    Way("last", Text("The team that came last starts"), rematch.last_starts),
    Way("fallen", Text("Who was out first is Emperor"), rematch.first_fallen_rules),
)
open_by(bp, Opening(rules.open_game, forms.NewForm, new, again=rematch.opened_like, ways=WAYS))
book = show_rules(bp)


@bp.get("/<code>/deal")
def deal_page(code: str) -> ResponseReturnValue:
    """Show who guards what, who sits where, and who starts."""
    screen = look(code)
    state: State = screen.table.state
    guardians = [name for one in state.resources.values() for name in (*one.guardians, *one.dead)]
    return show("efreet_war/deal.html", screen, spots=picture(screen), guardians=guardians)


# The war


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the two rows, what just came to light, and the tapped Resource."""
    screen = look(code)
    state: State = screen.table.state
    asked = request.args.get("resource")
    chosen = asked if asked in BY_ID else next(iter(state.attacks), None)
    chosen = KING if state.audience is not None and asked is None else chosen
    last = screen.last(SHOWN)
    rows, race = (state.resources, state.attacks, state.shown, chosen), points(state)
    seat, ring = chosen_seat(screen), picture(screen)
    parts = {
        "rows": (rows, screen.people),
        "race": (race, screen.people),
        "picture": (ring, screen.people),
        "pad": True if screen.me.plays and state.turn is not None else None,
    }
    return show(
        "efreet_war/war.html",
        screen,
        stamps=stamps(parts),
        chosen=chosen,
        happened=[tell(event, screen.names) for event in last.events] if last and last.move in SHOWN[:2] else [],
        alive=alive(state),
        why=rules.why_not_attack(state, chosen) if chosen else None,
        left=rules.left_team(state),
        artifacts=state.artifacts.get(team_of(state, state.audience), ()) if state.audience is not None else (),
        city=CITY,
        king=KING,
        nobody=forms.NOBODY,
        spots=ring,
        seat=seat,
        worth=lambda seat: rules.worth(state, seat),
        hidden=len(state.sealed),
    )


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the rows of Resources, whose turn it is and the race, large enough for a whole table."""
    screen = look(code)
    return show("efreet_war/board.html", screen, here="efreet_war.war_page", left=rules.left_team(screen.table.state))


def chosen_seat(screen: Screen) -> int:
    """Choose the player whose life is shown: the tapped one, else one's own, else the one whose turn it is."""
    state: State = screen.table.state
    choices = (request.args.get("seat", type=int), screen.me.seat, state.turn, *order(state))
    return next(seat for seat in choices if seat in (living(state) or order(state)))


# The points


@bp.get("/<code>/points")
def points_page(code: str) -> ResponseReturnValue:
    """Show the race, where each point came from, what is still hidden; at the end the result."""
    screen = look(code)
    state: State = screen.table.state
    found = {*state.shown.values(), *(one.uncovered for one in state.resources.values())}
    return show(
        "efreet_war/points.html",
        screen,
        ranking=sorted(points(state), key=lambda team: places(state)[team]),
        alive=alive(state),
        missing=lambda team: rules.missing(state, team),
        fewest=lambda team: rules.fewest(state, team),
        said=lambda one: with_names(said(one), screen.names),
        hidden=len(state.sealed),
        traps_hidden=sum(trap not in found for trap in state.traps),
        draw=DRAW,
        saved=scores.find_code(code),
        following=seats.find_next(code),
        ways=WAYS if state.mode == "emperor" else WAYS[:-1],
    )


# The moves


def onward(table: Table, resource: str | None) -> Place:
    """Come back to a Resource, or to the points once the war is over."""
    return ("war_page", {"resource": resource}) if table.state.result is None else ("points_page", {})


def at_resource(table: Table, form: forms.ResourceForm | forms.GuardianForm) -> Place:
    """Come back to the move's Resource, or to the card that came to light under it."""
    uncovered = isinstance(table.entries[-1].events[-1], ev.CardUncovered)
    return onward(table, None if uncovered else form.resource.data)


def at_seat(_: Table, form: forms.LifeForm) -> Place:
    """Come back to the player whose life was counted."""
    return "war_page", {"seat": form.seat.data}


TAPS = (
    Tap("deal", rules.deal, forms.DealForm, chance=True),
    Tap("mix", rules.mix, chance=True),
    Tap("swap", rules.swap, forms.SwapForm),
    Tap("first", rules.choose_first, forms.FirstForm),
    Tap("begin", rules.begin),
    Tap("attack", rules.attack, forms.ResourceForm, at_resource, for_seat=attrgetter("turn")),
    Tap("kill", rules.kill_guardian, forms.GuardianForm, at_resource),
    Tap("resolve", rules.resolve, forms.ResolveForm, at_resource),
    Tap("king", rules.claim_king, forms.KingForm, lambda table, _: onward(table, KING), for_seat=attrgetter("turn")),
    Tap("life", rules.change_life, forms.LifeForm, at_seat),
    Tap("out", rules.eliminate, forms.OutForm),
    Tap("end-turn", rules.end_turn, forms.TurnForm, for_seat="seat"),
    Tap("mix-sealed", rules.mix_sealed, back="war_page", chance=True, host=True),
    Tap("uncover-rest", rules.uncover_rest, host=True),
)
bind(bp, TAPS)

fairness = Fairness(again, rules.say_word, rules.tell_secret, spell, snippet, TAPS, CHOICES)
check_by(bp, fairness)

"""The war's pages in the order of play, and its moves as a table."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.efreet_war import by_hand, creatures, forms, life, reach, rematch, rules, tools
from companion.games.efreet_war import events as ev
from companion.games.efreet_war.again import CHOICES, again, snippet
from companion.games.efreet_war.facts import BY_ID, CARDS, CITY, KING, RESOURCES, VICTORY
from companion.games.efreet_war.house import HOUSE_RULES, switch_rule
from companion.games.efreet_war.result import places, said
from companion.games.efreet_war.state import (
    DRAW,
    LIFE,
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
    unknown,
    untold,
)
from companion.games.efreet_war.tell import side, spell, tell
from companion.kit import marching
from companion.kit.beside import beside, looks
from companion.kit.creatures import Creature, blockers, called, goes, tokens
from companion.kit.fair import Fairness, check_by
from companion.kit.forms import (
    CounterForm,
    ForceForm,
    HouseRuleForm,
    LifeForm,
    MarchForm,
    NotedForm,
    RollForm,
    StealForm,
    TimedForm,
    TogetherForm,
    WhyForm,
)
from companion.kit.life import COUNTERS, counted, curve, dying, history, unexplained
from companion.kit.opening import Opening, Way, open_by
from companion.kit.ring import Spot, spots
from companion.kit.rules import at_rule, show_rules
from companion.kit.taps import Place, Tap, bind
from companion.scores import store as scores
from companion.table import seats
from companion.table.log import Table, with_names
from companion.table.screen import Screen, look
from companion.text import Text, numeral
from companion.web import initial, page, stamps

bp = Blueprint("efreet_war", __name__, url_prefix="/efreet_war")

PAGES = (
    ("efreet_war.deal_page", "setup", Text("Deal")),
    ("efreet_war.war_page", "attack", Text("War")),
    ("efreet_war.points_page", "trophy", Text("Points")),
)

SHOWN = ("eliminate", "mix_sealed", "force", "attack", "resolve", "claim_king", "end_turn", "begin")
"""The war page shows who is out, that cards were mixed or what was forced, until the next of these."""

NO_MARKS: Mapping[int, str] = MappingProxyType({})


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.result is not None or state.just_score:
        return "efreet_war.points_page"
    return "efreet_war.war_page" if state.begun else "efreet_war.deal_page"


def pages_of(state: State) -> Sequence[tuple[str, str, Text]]:
    """List the pages of a table: of one that only counts, the points."""
    return PAGES[-1:] if state.just_score else PAGES


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table without its secrets."""
    state = seen_by(screen.table.state)
    shared = {"screen": screen, "state": state, "names": screen.names, "resources": RESOURCES, "by_id": BY_ID}
    shared |= {"totals": points(state), "goal": VICTORY.goal, "living": living(state), "emperors": emperors(state)}
    return page(
        template,
        side=lambda team: side(state, team, screen.names),
        leader=lambda team: screen.seats[leader(state, team)],
        in_force=lambda id: HOUSE_RULES[id].on if id in state.rules_on else HOUSE_RULES[id].off,
        own_kill="own_kill" in state.rules_on,
        team_of=lambda seat: team_of(state, seat),
        **shared,
        **context,
    )


def picture(screen: Screen, marks: Mapping[int, str] = NO_MARKS) -> list[Spot]:
    """Place those who still play on the ring, this phone's own seat at the bottom; `marks` are CSS classes by seat."""
    state: State = screen.table.state
    turn = state.turn if state.begun else state.first

    def spot(seat: int, x: int, y: int, mates: int) -> Spot:
        icon = "crown" if seat in emperors(state) else ""  # a shield is a Guardian here
        marked = f"{marks.get(seat, '')}{' turn' if seat == turn else ''}".strip()
        text = numeral(state.lives[seat]) if state.begun else initial(screen.names[seat])
        return Spot(
            seat, x, y, text, icon, mates, team_of(state, seat), marked, tokens(state.creatures, living(state), seat)
        )

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
    Way("fallen", Text("Whoever was out first is Emperor"), rematch.first_fallen_rules),
)
open_by(bp, Opening(rules.open_game, forms.NewForm, new, again=rematch.opened_like, ways=WAYS))
SHEET = Opening(
    rules.open_sheet, forms.NewForm, lambda names: new(names) | {"just": True}, template="efreet_war/sheet.html"
)
open_by(bp, SHEET, path="just-score", endpoint="open_sheet")
book = show_rules(bp, HOUSE_RULES)


@bp.get("/<code>/deal")
def deal_page(code: str) -> ResponseReturnValue:
    """Show who guards what, who sits where, and who starts."""
    screen = look(code)
    state: State = screen.table.state
    guardians = [name for one in state.resources.values() for name in (*one.guardians, *one.dead)]
    stand = {} if state.begun else dict(zip(by_hand.places(), guardians, strict=True))
    return show(
        "efreet_war/deal.html", screen, spots=picture(screen), guardians=guardians, stand=stand, **beside(screen)
    )


# The war


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the two rows, what just came to light, and the tapped Resource."""
    screen = look(code)
    state: State = screen.table.state
    asked = request.args.get("resource")
    chosen = asked if asked in BY_ID else next(iter(state.attacks), None)
    chosen = KING if state.audience is not None and asked is None else chosen
    last, running = screen.last(SHOWN), state.begun and state.result is None
    rows, race = (state.resources, state.attacks, state.shown, chosen), points(state)
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    seat, field = chosen_seat(screen), reach.field_of(state)
    home = goes(field, state.turn) if running and state.turn is not None else []
    going = marching.asked_march(field, one, home) if running and screen.me.plays else None
    reached, attacked = reached_from(state, seat, one)
    ring = picture(screen, dict.fromkeys(going.to, "go") if going else marks(state, seat, reached, attacked))
    counting = request.args.get("counter", "life")
    counting = counting if counting in COUNTERS else "life"
    number, low = counted(state, seat, counting), dying(state, living(state))
    mine, lives = seat == state.turn and screen.me.may(seat), history(screen.told, seat, life=LIFE)
    asked_why = unexplained(lives, time.time())
    counts = (state.lives[seat], state.counts.get(seat), state.own_counter, bool(lives))
    asking = (asked_why, request.args.get("doing"))
    parts = {
        "middle": (going or (seat, counting, number, low), home and mine, running, screen.me.plays, screen.people),
        "rows": (rows, screen.people),
        "race": (race, screen.people),
        "picture": (ring, going, screen.people),
        "ring": ([spot.fixed for spot in ring], going, screen.people),
        "pad": True if screen.me.plays and running and not going else None,
        "counters": (seat, counting, counts, asking, screen.me.plays) if running and not going else None,
        "reach": (seat, one, reached, attacked, reach.by_emperor(state), screen.people) if running else None,
        "tools": looks(screen) if screen.me.plays and running and not going else None,
    }
    return show(
        "efreet_war/war.html",
        screen,
        stamps=stamps(parts),
        chosen=chosen,
        happened=[tell(event, screen.names) for event in last.events] if last and last.move in SHOWN[:3] else [],
        alive=alive(state),
        why=rules.why_not_attack(state, chosen) if chosen else None,
        left=rules.left_team(state),
        artifacts=rules.offered(state, team_of(state, state.audience)) if state.audience is not None else (),
        city=CITY,
        king=KING,
        nobody=forms.NOBODY,
        spots=ring,
        seat=seat,
        one=one,
        going=going,
        goes=home,
        marching=f"efreet_war.{'march_together' if going and going.creatures else 'march'}",
        called=called,
        ranged=reach.by_emperor(state),
        reached=sorted(reached - attacked, key=living(state).index),
        attacked=sorted(attacked, key=living(state).index),
        low=low,
        counting=counting,
        counters=tools.counters(state),
        doing=request.args.get("doing", ""),
        history=lives,
        unexplained=asked_why,
        curve=curve(lives, width=300, height=80),
        **beside(screen),
        counted=lambda counter: counted(state, seat, counter),
        likely=lambda seat: forms.NOBODY if (team := rules.likely_killer(state, seat)) is None else team,
        victim=victim(state, seat),
        driven=driven(state, seat) if running else seat,
        aims=aims(state, seat) if running else [],
        blockers=blockers(state.creatures, seat),
        worth=lambda seat: rules.worth(state, seat),
        hidden=len(state.sealed),
        untold=untold(state),
        unknown=unknown(state),
    )


def reached_from(state: State, seat: int, one: Creature | None) -> tuple[frozenset[int], frozenset[int]]:
    """Find whom a player reaches and attacks: from home, or with a chosen creature from where it stands."""
    if seat not in living(state):
        return frozenset(), frozenset()
    controller, at = (one.controller, one.at) if one else (seat, seat)
    return reach.within(state, at), reach.targets(state, controller, at)


def marks(state: State, seat: int, reached: frozenset[int], attacked: frozenset[int]) -> dict[int, str]:
    """Choose the CSS classes of the seats round a chosen one; none but its own where everybody reaches everybody."""
    if not reach.by_emperor(state):
        return {seat: "self"}
    found = {other: "reach" if other in reached else "far" for other in living(state)}
    return found | dict.fromkeys(attacked, "attack reach") | {seat: "self"}


def victim(state: State, seat: int) -> int:
    """Choose whose creature is likeliest taken: the chosen player's, or an enemy's of the player whose turn it is."""
    if state.turn is None or seat != state.turn:
        return seat
    return next(iter(sorted(reach.attackable(state, seat))), seat)


def driven(state: State, seat: int) -> int:
    """Choose whose creature is likeliest forced to attack: an enemy's in range who has no enemy beside."""
    turn = rules.require_running(state)
    near = (one for one in living(state) if reach.affects(state, turn, one) and not reach.targets(state, one, one))
    return next((one for one in near if team_of(state, one) != team_of(state, turn)), victim(state, seat))


def aims(state: State, seat: int) -> list[int]:
    """List whom the player whose turn it is may attack now: the chosen opponent, or all if that player is chosen."""
    turn = rules.require_running(state)
    able = [other for other in living(state) if creatures.why_not_attack(state, turn, other) is None]
    return able if seat == turn else [other for other in able if other == seat]


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the rows of Resources, whose turn it is and the race, large enough for a whole table."""
    screen = look(code)
    return show(
        "efreet_war/board.html",
        screen,
        here="efreet_war.war_page",
        left=rules.left_team(screen.table.state),
        **beside(screen),
    )


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
        hidden=len(state.sealed) + len(state.laid),
        sealed=len(state.sealed),
        worth=lambda seat: rules.worth(state, seat),
        nobody=forms.NOBODY,
        traps_hidden=sum(trap not in found for trap in state.traps),
        draw=DRAW,
        saved=scores.find_code(code),
        following=seats.find_next(code),
        ways=WAYS if state.mode == "emperor" else WAYS[:-1],
        **beside(screen),
    )


# The moves


def onward(table: Table, resource: str | None) -> Place:
    """Come back to a Resource, or to the points once the war is over."""
    return ("war_page", {"resource": resource}) if table.state.result is None else ("points_page", {})


def at_resource(table: Table, form: forms.ResourceForm | forms.GuardianForm) -> Place:
    """Come back to the move's Resource, or to the card that came to light under it."""
    uncovered = isinstance(table.entries[-1].events[-1], ev.CardUncovered)
    return onward(table, None if uncovered else form.resource.data)


def at_seat(_: Table, form: LifeForm) -> Place:
    """Come back to the player whose life was counted."""
    counter = {"counter": form.counter.data} if form.counter.data != "life" else {}
    return "war_page", {"seat": form.seat.data} | counter


def at_target(_: Table, form: forms.TargetForm) -> Place:
    """Come back to the player who is attacked."""
    return "war_page", {"seat": form.target.data}


at_creature, at_controller = marching.at_creature("war_page"), marching.at_controller("war_page")

TAPS = (
    Tap("house-rule", switch_rule, HouseRuleForm, at_rule),
    Tap("deal", rules.deal, forms.DealForm, chance=True),
    Tap("set-guardians", by_hand.set_guardians, forms.GuardiansForm),
    Tap("lay-face-down", by_hand.lay_face_down),
    Tap("mix", rules.mix, chance=True),
    Tap("swap", rules.swap, forms.SwapForm),
    Tap("first", rules.choose_first, forms.FirstForm),
    Tap("begin", rules.begin, clock=True),
    Tap("attack", rules.attack, forms.ResourceForm, at_resource, for_seat=attrgetter("turn")),
    Tap("kill", rules.kill_guardian, forms.GuardianForm, at_resource),
    Tap("damage", rules.damage_guardian, forms.DamageForm, at_resource),
    Tap("resolve", rules.resolve, forms.ResolveForm, at_resource),
    Tap("tell-card", rules.tell_card, forms.CardForm, lambda table, _: onward(table, None)),
    Tap("king", rules.claim_king, forms.KingForm, lambda table, _: onward(table, KING), for_seat=attrgetter("turn")),
    Tap("lose-artifact", rules.lose_artifact, forms.ArtifactForm, "points_page"),
    Tap("lose-resource", rules.lose_resource, forms.ResourceForm, at_resource),
    Tap("steal-resource", rules.steal_resource, forms.StolenForm, at_resource),
    Tap("life", life.change_life, LifeForm, at_seat),
    Tap("why", life.explain, WhyForm, lambda _, form: ("war_page", {"seat": form.seat.data, "doing": "life"})),
    Tap("attack-player", creatures.attack_player, forms.TargetForm, at_target, for_seat=attrgetter("turn")),
    Tap("march", creatures.march, MarchForm, at_controller),
    Tap("march-together", creatures.march_together, TogetherForm, at_controller),
    Tap("steal", creatures.steal, StealForm, at_creature),
    Tap("force", creatures.force, ForceForm, at_creature),
    Tap("tap", creatures.tap, NotedForm, at_creature),
    Tap("untap", creatures.untap, NotedForm, at_creature),
    Tap("give-back", creatures.give_back, NotedForm, at_creature),
    Tap("animate", creatures.animate, NotedForm, at_creature),
    Tap("bury", creatures.bury, NotedForm, "war_page"),
    Tap("out", rules.eliminate, forms.OutForm, clock=True),
    Tap("name-counter", tools.name_counter, CounterForm, lambda *_: ("war_page", {"counter": "own"})),
    Tap("roll", tools.roll, RollForm, chance=True),
    Tap("time", tools.time_turns, TimedForm),
    Tap("break-off", rules.break_off),
    Tap("score", rules.score, forms.ScoreForm),
    Tap("end-turn", rules.end_turn, forms.TurnForm, for_seat="seat", clock=True),
    Tap("mix-sealed", rules.mix_sealed, back="war_page", chance=True, host=True),
    Tap("uncover-rest", rules.uncover_rest, host=True),
)
bind(bp, TAPS)

fairness = Fairness(again, rules.say_word, rules.tell_secret, spell, snippet, TAPS, CHOICES)
check_by(bp, fairness)

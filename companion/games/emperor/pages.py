"""Emperor's pages in the order of play, and its moves as a table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.emperor import creatures, duel, forms, likely, reach, seating, tools
from companion.games.emperor.again import CHOICES, again, snippet
from companion.games.emperor.facts import BASICS, RANGES
from companion.games.emperor.history import curve, explain, history
from companion.games.emperor.house import HOUSE_RULES, switch_rule
from companion.games.emperor.result import ROLES, play_code
from companion.games.emperor.state import (
    DRAW,
    State,
    emperors,
    first_of,
    living,
    ring_of,
    role,
    team_of,
    teams,
)
from companion.games.emperor.tell import tell
from companion.kit import marching
from companion.kit.beside import beside, looks
from companion.kit.chance import seen
from companion.kit.creatures import March, blockers, called, tokens
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
from companion.kit.life import COUNTERS, MOST_LIFE, counted, dying, unexplained
from companion.kit.opening import Opening, open_by
from companion.kit.ring import Spot, spots
from companion.kit.rules import at_rule, show_rules
from companion.kit.taps import Place, Tap, bind
from companion.scores import store as scores
from companion.table.log import Table
from companion.table.screen import Screen, look
from companion.text import Text, numeral
from companion.web import page, stamps

bp = Blueprint("emperor", __name__, url_prefix="/emperor")

PAGES = (
    ("emperor.seats_page", "setup", Text("Seats")),
    ("emperor.ring_page", "ring", Text("Ring")),
    ("emperor.result_page", "trophy", Text("Result")),
)
SHOWN = ("fall", "end_turn", "begin")
"""The ring page shows who fell, and what fell with them, until the next of these."""
ICONS = ("crown", "general", "guard")


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.result is not None or state.just_score:
        return "emperor.result_page"
    return "emperor.ring_page" if state.begun else "emperor.seats_page"


def pages_of(state: State) -> tuple[tuple[str, str, Text], ...]:
    """List the pages of the bottom bar; a duel that was played without the app has no ring."""
    return tuple(page for page in PAGES if page[1] != "ring" or not state.just_score)


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table without its secret."""
    state: State = seen(screen.table.state)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        teams=teams(state),
        emperors=emperors(state),
        living=living(state),
        role=lambda seat: ROLES[role(state, seat)],
        role_icon=lambda seat: ICONS[role(state, seat)],
        team_of=lambda seat: team_of(state, seat),
        **context,
    )


def picture(screen: Screen, marks: dict[int, str]) -> list[Spot]:
    """Place the living on the ring, this phone's own seat at the bottom; `marks` are CSS classes by seat."""
    state: State = screen.table.state

    def spot(seat: int, x: int, y: int, mates: int) -> Spot:
        turn = " turn" if seat == state.turn else ""
        icon, marked = ICONS[role(state, seat)], f"{marks.get(seat, '')}{turn}".strip()
        team, there = team_of(state, seat), tokens(state.creatures, living(state), seat)
        return Spot(seat, x, y, numeral(state.lives[seat]), icon, mates, team, marked, there)

    return [spot(*place) for place in spots(ring_of(state), screen.me.seat)]


# A new table, and who sits where


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table: how many play if the same people come again, and the range rules."""
    chosen = next((count for count in forms.COUNTS if count >= len(names)), forms.COUNTS[-1])
    return {
        "counts": forms.COUNTS,
        "chosen": chosen,
        "ranges": RANGES,
        "team_counts": forms.TEAM_COUNTS,
        "life": BASICS.life,
        "most_life": MOST_LIFE,
    }


open_by(bp, Opening(seating.open_game, forms.NewForm, new))
SCORED = Opening(
    seating.open_game, forms.NewForm, lambda names: {**new(names), "just": True}, template="emperor/new.html"
)
open_by(bp, SCORED, path="just-score", endpoint="open_scored")
book = show_rules(bp, HOUSE_RULES)


@bp.get("/<code>/seats")
def seats_page(code: str) -> ResponseReturnValue:
    """Show teams and roles, the range rules, who plays first, and the ante."""
    screen = look(code)
    state: State = screen.table.state
    first = None if state.just_score else first_of(state, state.first or 0)
    asked = request.args.get("seat", type=int)
    chosen = asked if asked in state.order and screen.me.plays and not state.begun and state.result is None else None
    marks = {} if first is None else {first: "first"}
    if chosen is not None:
        marks = dict.fromkeys(state.order, "go") | {chosen: "self"}
    ring = picture(screen, marks)
    facts = {"ranges": RANGES, "basics": BASICS}
    return show("emperor/seats.html", screen, spots=ring, first=first, chosen=chosen, **facts, **beside(screen))


# The ring


@bp.get("/<code>/ring")
def ring_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the ring, the chosen player's life or creatures, and what they can reach."""
    screen = look(code)
    state: State = screen.table.state
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    seat, home = chosen_seat(screen), [] if state.turn is None else creatures.goes(state, state.turn)
    going = marching.asked_march(reach.field_of(state), one, home) if screen.me.plays else None
    answers = reach.from_creature(state, one) if one else reach.from_seat(state, seat) if seat in living(state) else ()
    marks = {answer.seat: mark(answer) for answer in answers} if not going else dict.fromkeys(going.to, "go")
    if answers:
        here = going.at if going else seat
        marks[here] = f"{marks.get(here, '')} self"
    last, why = screen.last(SHOWN), "why" in request.args
    ring = picture(screen, marks)
    people, plays, running = screen.people, screen.me.plays, state.turn is not None
    low, counting = dying(state, living(state)), chosen_counter()
    lives = history(screen.told, seat, state.life)
    number = counted(state, seat, counting)
    life = (seat, counting, number, low) if seat in living(state) else None
    counts, asks = (state.counts.get(seat), state.own_counter), unexplained(lives, time.time())
    parts = {
        "middle": (going or life, running, plays, people),
        "pad": True if life and running and plays and not going else None,
        "picture": (ring, going, people),
        "ring": ([spot.fixed for spot in ring], going, people),
        "legend": True if answers else None,
        "answers": (answers, one, seat, people) if answers and why else None,
        "away": (state.creatures, one, people),
        "counters": (life, state.lives[seat], counts, asks, plays) if running and not going else None,
        "tools": looks(screen) if plays and running and not going else None,
    }
    return show(
        "emperor/ring.html",
        screen,
        stamps=stamps(parts),
        spots=ring,
        happened=[tell(event, screen.names) for event in last.events] if last and last.move == "fall" else [],
        goes=home,
        going=going,
        marching=prepared(state, going),
        seat=seat,
        one=one,
        answers=answers,
        why=why,
        upcoming=duel.upcoming(state),
        in_a_row=duel.in_a_row(state) if state.turn is not None else 0,
        blockers=blockers(state.creatures, seat),
        doing=request.args.get("doing", ""),
        likely=likely,
        history=lives,
        curve=curve(lives, width=300, height=80),
        counting=counting,
        counters=tools.counters(state),
        unexplained=asks,
        **beside(screen),
        counted=lambda counter: counted(state, seat, counter),
        called=called,
        low=low,
        chosen={"creature": one.id} if one else {"seat": seat},
    )


def prepared(state: State, going: March | None) -> str:
    """Name the move that a march is: of creatures on the ring, of one at home, or by the later rules a gift."""
    if going and going.creatures:
        return "emperor.march_together"
    return "emperor.march" if state.range.march else "emperor.deploy"


def chosen_counter() -> str:
    """Choose what the middle of the ring counts: life unless another counter was tapped."""
    asked = request.args.get("counter", "life")
    return asked if asked in COUNTERS else "life"


def chosen_seat(screen: Screen) -> int:
    """Choose the seat to show: the tapped one, else one's own, else the one whose turn it is."""
    state: State = screen.table.state
    asked = request.args.get("seat", type=int)
    choices = (asked, screen.me.seat, state.turn, *state.order)
    return next(seat for seat in choices if seat in (state.order if seat == asked else living(state) or state.order))


def mark(answer: reach.Answer) -> str:
    """Choose the CSS classes of a seat: attacked, reached, both, or too far."""
    if answer.attack:
        return "attack reach"
    return "reach" if answer.others else "far"


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the ring, whose turn it is and what comes next, large enough for a whole table."""
    screen = look(code)
    state: State = screen.table.state
    upcoming = duel.upcoming(state)
    return show(
        "emperor/board.html",
        screen,
        here="emperor.ring_page",
        spots=picture(screen, {}),
        upcoming=upcoming[1:3],
        **beside(screen),
    )


# The result


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show who won, the series so far, the ante, and who chooses for the next duel."""
    screen = look(code)
    state: State = screen.table.state
    results = [*state.results, *([] if state.result is None else [state.result])]
    return show(
        "emperor/result.html",
        screen,
        saved=scores.find_code(play_code(code, state)),
        draw=DRAW,
        divided=duel.is_divided(state),
        seatings=[one for one in duel.SEATINGS.items() if not (state.told and one[0] == "drawn")],
        results=results,
        wins=[results.count(team) for team in range(len(teams(state)))],
        **beside(screen),
    )


# The moves


def at_seat(_: Table, form: LifeForm) -> Place:
    """Come back to the player whose life was counted."""
    counter = {"counter": form.counter.data} if form.counter.data != "life" else {}
    return "ring_page", {"seat": form.seat.data} | counter


at_creature, at_controller = marching.at_creature("ring_page"), marching.at_controller("ring_page")

TAPS = (
    Tap("house-rule", switch_rule, HouseRuleForm, at_rule),
    Tap("mix", seating.mix, back="seats_page", chance=True),
    Tap("swap", seating.swap, forms.SwapForm, "seats_page"),
    Tap("range", seating.choose_range, forms.RangeForm),
    Tap("first", seating.choose_first, forms.TeamForm),
    Tap("draw-first", seating.draw_first, chance=True),
    Tap("ante", seating.ante, forms.AnteForm, for_seat="seat"),
    Tap("begin", seating.begin, clock=True),
    Tap("end-turn", duel.end_turn, forms.TurnForm, for_seat="seat", clock=True),
    Tap("life", duel.change_life, LifeForm, at_seat),
    Tap("why", explain, WhyForm, lambda _, form: ("ring_page", {"seat": form.seat.data})),
    Tap("name-counter", tools.name_counter, CounterForm, lambda *_: ("ring_page", {"counter": "own"})),
    Tap("roll", tools.roll, RollForm, chance=True),
    Tap("time", tools.time_turns, TimedForm),
    Tap("out", duel.fall, forms.OutForm, clock=True),
    Tap("march", creatures.march, MarchForm, at_controller),
    Tap("march-together", creatures.march_together, TogetherForm, at_controller),
    Tap("deploy", creatures.deploy, MarchForm, at_creature),
    Tap("force", creatures.force, ForceForm, at_creature),
    Tap("steal", creatures.steal, StealForm, at_creature),
    Tap("give-back", creatures.give_back, NotedForm, at_creature),
    Tap("tap", creatures.tap, NotedForm, at_creature),
    Tap("untap", creatures.untap, NotedForm, at_creature),
    Tap("animate", creatures.animate, NotedForm, at_creature),
    Tap("bury", creatures.bury, NotedForm, "ring_page"),
    Tap("score", duel.score, forms.ScoreForm),
    Tap("divide", duel.divide_ante, chance=True),
    Tap("next", duel.next_duel, forms.NextForm, chance=True),
)
bind(bp, TAPS)

fairness = Fairness(again, seating.say_word, duel.tell_secret, tell, snippet, TAPS, CHOICES)
check_by(bp, fairness)

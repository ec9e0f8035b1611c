"""Emperor's pages in the order of play: one view per page, one per move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue

from companion.db import writing
from companion.games.emperor import creatures, duel, reach, seating
from companion.games.emperor.events import (
    AnteDivided,
    CardAnted,
    CreatureGone,
    DuelBegun,
    DuelOpened,
    Event,
    FirstChosen,
    LifeCounted,
    LifeSet,
    Opened,
    PlayersFallen,
    RangeChosen,
    Seated,
    TurnEnded,
)
from companion.games.emperor.facts import BASICS, RANGES
from companion.games.emperor.forms import (
    COUNTS,
    AnteForm,
    CreatureForm,
    ForceForm,
    LifeForm,
    MarchForm,
    NewForm,
    OutForm,
    RangeForm,
    StealForm,
    SwapForm,
    TeamForm,
    TurnForm,
)
from companion.games.emperor.result import play_code
from companion.games.emperor.state import (
    DRAW,
    Creature,
    State,
    emperors,
    first_of,
    from_emperor,
    living,
    ring_of,
    team_of,
    teams,
)
from companion.games.emperor.tell import tell
from companion.ring import Spot, spots
from companion.scores import store as scores
from companion.table import seats
from companion.table.forms import OnceForm, about, checked
from companion.table.log import Refusal
from companion.table.play import Move, games, play
from companion.table.screen import Screen, act, come_to, counted, look, renewed
from companion.text import Text
from companion.web import page, phone_id, stamps

bp = Blueprint("emperor", __name__, url_prefix="/emperor")

PAGES = (
    ("emperor.seats_page", "setup", Text("Seats")),
    ("emperor.ring_page", "ring", Text("Ring")),
    ("emperor.result_page", "trophy", Text("Result")),
)
TOLD = ("fall", "end_turn", "begin")
"""Who fell, and what with them, stands on the ring page until the turn ends."""
ROLES = (Text("Emperor"), Text("General"), Text("Lieutenant"))
ICONS = ("crown", "general", "guard")


def pages_of(_: State) -> tuple[tuple[str, str, Text], ...]:
    """Give the pages of the bottom bar."""
    return PAGES


def page_of(state: State) -> str:
    """Name the page that the game is at."""
    if state.result is not None:
        return "emperor.result_page"
    return "emperor.ring_page" if state.begun else "emperor.seats_page"


def role(state: State, seat: int) -> int:
    """Give what a player is: 0 the Emperor, 1 a General, 2 a Lieutenant."""
    return min(from_emperor(state, seat), 2)


def outcome(state: State, events: Sequence[Event]) -> str:  # noqa: C901 - one case an event
    """Name the element of a page that shows what a move's events did."""
    match events[-1]:
        case Seated():
            return "sitting"
        case RangeChosen():
            return "range-now"
        case FirstChosen(team, _):
            return f"team-{team}"
        case CardAnted(seat, _):
            return f"ante-{seat}"
        case TurnEnded():
            return "turn"
        case LifeCounted(seat, _) | LifeSet(seat, _):
            return f"life-{seat}"
        case AnteDivided():
            return "shares"
        case PlayersFallen():
            return "told"
        case CreatureGone() if isinstance(events[0], PlayersFallen):
            return "told"
        case CreatureGone():
            return "away"
        case DuelBegun() | DuelOpened() | Opened():
            return ""
        case event:
            return f"creature-{event.creature}" if event.creature in state.creatures else "away"


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table."""
    state: State = screen.table.state
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
    """Lay out the ring of the living, this phone's own seat at the bottom; `marks` are classes by seat."""
    state: State = screen.table.state
    return [
        Spot(
            seat,
            x,
            y,
            text=str(state.lives[seat]),
            icon=ICONS[role(state, seat)],
            team=team_of(state, seat),
            marks=f"{marks.get(seat, '')}{' turn' if seat == state.turn else ''}".strip(),
        )
        for seat, x, y in spots(ring_of(state), screen.me.seat)
    ]


def to(endpoint: str, code: str, **arguments: Any) -> ResponseReturnValue:
    """Send the phone to a page after a move."""
    return come_to(f"emperor.{endpoint}", code, **arguments)


# A new table, and who sits where


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Ask who plays, and how."""
    names = seats.last_names(phone_id())
    chosen = next((count for count in COUNTS if count >= len(names)), COUNTS[-1])
    return page(
        "emperor/new.html", counts=COUNTS, chosen=chosen, names=names, colours=list(seats.COLOURS), ranges=RANGES
    )


@bp.post("/new")
def open_table() -> ResponseReturnValue:
    """Open a table, seat its players, and show them."""
    form = checked(NewForm)
    with counted("TABLES"), renewed() as (phone, _), writing():  # a table whose game cannot be opened leaves no trace
        code = seats.open_table(games()["emperor"], form.seated, phone=phone)
        play(
            code,
            seating.open_game,
            tapped_by=None,
            op="open",
            players=len(form.seated),
            range_id=form.range.data,
            ante=form.ante.data,
            mixed=form.mixed.data,
            rng=current_app.config["RANDOM"],
        )
    return to("seats_page", code)


@bp.get("/rules")
def rules() -> ResponseReturnValue:
    """Show the rules in our own words, searched."""
    return page("emperor/rules.html", q=request.args.get("q", "").strip().lower(), ranges=RANGES)


@bp.get("/<code>/seats")
def seats_page(code: str) -> ResponseReturnValue:
    """Show teams and roles, the range rules, who plays first, and the ante."""
    screen = look(code)
    state: State = screen.table.state
    first = first_of(state, state.first or 0)
    return show(
        "emperor/seats.html",
        screen,
        spots=picture(screen, {first: "first"}),
        first=first,
        ranges=RANGES,
        basics=BASICS,
    )


@bp.post("/<code>/mix")
def mix(code: str) -> ResponseReturnValue:
    """Draw teams and seats anew."""
    act(code, seating.mix, checked(OnceForm), rng=current_app.config["RANDOM"])
    return to("seats_page", code)


@bp.post("/<code>/swap")
def swap(code: str) -> ResponseReturnValue:
    """Let two players exchange seats."""
    form = checked(SwapForm)
    act(code, seating.swap, form, one=form.one.data, other=form.other.data)
    return to("seats_page", code)


@bp.post("/<code>/range")
def choose_range(code: str) -> ResponseReturnValue:
    """Choose the range rules."""
    form = checked(RangeForm)
    act(code, seating.choose_range, form, range_id=form.range.data)
    return to("seats_page", code)


@bp.post("/<code>/first")
def choose_first(code: str) -> ResponseReturnValue:
    """Choose the team that plays first."""
    form = checked(TeamForm)
    act(code, seating.choose_first, form, team=form.team.data)
    return to("seats_page", code)


@bp.post("/<code>/draw-first")
def draw_first(code: str) -> ResponseReturnValue:
    """Draw the team that plays first."""
    act(code, seating.draw_first, checked(OnceForm), rng=current_app.config["RANDOM"])
    return to("seats_page", code)


@bp.post("/<code>/ante")
def ante(code: str) -> ResponseReturnValue:
    """Put a card into the pool."""
    form = checked(AnteForm)
    act(code, seating.ante, form, for_seat=form.seat.data, seat=form.seat.data, card=form.card.data)
    return to("seats_page", code)


@bp.post("/<code>/begin")
def begin(code: str) -> ResponseReturnValue:
    """Begin the duel."""
    act(code, seating.begin, checked(OnceForm))
    return to("ring_page", code)


# The ring


@bp.get("/<code>/ring")
def ring_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the ring, and what the seat or creature that was tapped can reach."""
    screen = look(code)
    state: State = screen.table.state
    one = state.creatures.get(request.args.get("creature", 0, type=int))
    seat = chosen_seat(screen)
    answers = reach.from_creature(state, one) if one else reach.from_seat(state, seat) if seat in living(state) else ()
    marks = {answer.seat: mark(answer) for answer in answers}
    if answers:
        here = one.at if one else seat
        marks[here] = f"{marks.get(here, '')} self"
    last = next((entry for entry in reversed(screen.table.moves) if entry.move in TOLD), None)
    ring, goes = picture(screen, marks), creatures.goes(state, seat) if seat in living(state) else []
    people = [(other.name, other.colour) for other in screen.seats]
    lives = history(screen, seat)
    life = (seat, lives, state.lives[seat], state.turn is None, screen.me.plays, people)
    parts = {
        "life": life if one is None and seat in living(state) else None,
        "picture": (ring, state.fallen, people),
        "legend": True if answers else None,
        "answers": (answers, one, seat, goes, people) if answers else None,
        "away": (state.creatures, one, people),
    }
    return show(
        "emperor/ring.html",
        screen,
        stamps=stamps(parts),
        spots=ring,
        told=[tell(event, screen.names) for event in last.events] if last and last.move == "fall" else [],
        goes=goes,
        seat=seat,
        one=one,
        answers=answers,
        stuck=creatures.why_not_move(state, one) if one else None,
        steps=march_steps(state, one) if one else [],
        upcoming=duel.upcoming(state),
        in_a_row=duel.in_a_row(state) if state.turn is not None else 0,
        blockers=creatures.blockers(state, seat),
        history=lives,
        ready=lambda one: creatures.ready(state, one),
        low=[other for other in living(state) if state.lives[other] <= 0],
        chosen={"creature": one.id} if one else {"seat": seat},
    )


def chosen_seat(screen: Screen) -> int:
    """Give the seat that was tapped, else one's own, else the one whose turn it is."""
    state: State = screen.table.state
    asked = request.args.get("seat", type=int)
    own = screen.me.seat if screen.me.seat is not None else state.turn
    seat = own if asked is None else asked
    return seat if seat in state.order else state.order[0]


def mark(answer: reach.Answer) -> str:
    """Give the classes of a seat: attacked, reached, both, or too far."""
    if answer.attack:
        return "attack reach"
    return "reach" if answer.others else "far"


def march_steps(state: State, one: Creature) -> list[tuple[int, Text | None]]:
    """List the territories beside a creature, each with why no march of it leads there."""
    ring = ring_of(state)
    beside = sorted(ring.neighbours(one.at), key=ring.seats.index)
    return [(seat, creatures.why_not_to(state, one, seat)) for seat in beside]


def history(screen: Screen, seat: int) -> list[tuple[int, int, float]]:
    """Give the changes of a life total in this duel, the latest first: by how much, to what, and when."""
    entries = [(event, entry.at) for entry in screen.table.moves for event in entry.events]
    changes = duel.lives_of([event for event, _ in entries], seat)
    times = [at for event, at in entries if isinstance(event, LifeCounted | LifeSet) and event.seat == seat]
    return [(*change, at) for change, at in zip(reversed(changes), reversed(times), strict=False)]


@bp.post("/<code>/end-turn")
def end_turn(code: str) -> ResponseReturnValue:
    """End the turn."""
    form = checked(TurnForm)
    act(code, duel.end_turn, form, for_seat=form.seat.data, seat=form.seat.data)
    return to("ring_page", code)


@bp.post("/<code>/life")
def life(code: str) -> ResponseReturnValue:
    """Count a life total up or down, or set it."""
    form = checked(LifeForm, formdata=request.values)
    with about("value"):
        if form.by.data is not None:
            act(code, duel.count_life, form, seat=form.seat.data, by=form.by.data)
        elif form.value.data is not None:
            act(code, duel.set_life, form, seat=form.seat.data, life=form.value.data)
        else:
            raise Refusal("Enter a number first.")
    return to("ring_page", code, seat=form.seat.data)


@bp.post("/<code>/out")
def out(code: str) -> ResponseReturnValue:
    """Take players out."""
    form = checked(OutForm)
    table = act(code, duel.fall, form, seats=form.seats.data)
    return to("ring_page", code) if table.state.result is None else to("result_page", code, _anchor=None)


# Creatures away from home


@bp.post("/<code>/march")
def march(code: str) -> ResponseReturnValue:
    """March a creature."""
    form = checked(MarchForm)
    return moved(code, creatures.march, form, to=form.to.data)


@bp.post("/<code>/deploy")
def deploy(code: str) -> ResponseReturnValue:
    """Let a teammate gain control of a creature."""
    form = checked(MarchForm)
    return moved(code, creatures.deploy, form, to=form.to.data)


@bp.post("/<code>/force")
def force(code: str) -> ResponseReturnValue:
    """Force a creature to march."""
    form = checked(ForceForm)
    return moved(code, creatures.force, form, source=form.source.data)


@bp.post("/<code>/steal")
def steal(code: str) -> ResponseReturnValue:
    """Let a player take control of a creature."""
    form = checked(StealForm)
    return moved(code, creatures.steal, form, by=form.by.data, to=form.to.data)


def moved(code: str, move: Move, form: CreatureForm, **choices: Any) -> ResponseReturnValue:
    """Move a creature and show it where it stands now."""
    table = act(code, move, form, **form.which, **choices)
    id = form.creature.data or table.state.noted
    there = {"creature": id} if id in table.state.creatures else {}
    return to("ring_page", code, **there)


@bp.post("/<code>/give-back")
def give_back(code: str) -> ResponseReturnValue:
    """End a theft."""
    form = checked(CreatureForm)
    act(code, creatures.give_back, form, creature=form.creature.data)
    return to("ring_page", code, creature=form.creature.data)


@bp.post("/<code>/tap")
def tap(code: str) -> ResponseReturnValue:
    """Tap a creature."""
    form = checked(CreatureForm)
    act(code, creatures.tap, form, creature=form.creature.data)
    return to("ring_page", code, creature=form.creature.data)


@bp.post("/<code>/untap")
def untap(code: str) -> ResponseReturnValue:
    """Untap a creature."""
    form = checked(CreatureForm)
    act(code, creatures.untap, form, creature=form.creature.data)
    return to("ring_page", code, creature=form.creature.data)


@bp.post("/<code>/bury")
def bury(code: str) -> ResponseReturnValue:
    """Take a creature off the list."""
    form = checked(CreatureForm)
    act(code, creatures.bury, form, creature=form.creature.data)
    return to("ring_page", code)


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
        results=results,
        wins=[results.count(team) for team in range(len(teams(state)))],
    )


@bp.post("/<code>/divide")
def divide(code: str) -> ResponseReturnValue:
    """Divide the ante."""
    act(code, duel.divide_ante, checked(OnceForm), rng=current_app.config["RANDOM"])
    return to("result_page", code)


@bp.post("/<code>/next")
def next_duel(code: str) -> ResponseReturnValue:
    """Open the next duel."""
    form = checked(TeamForm)
    act(code, duel.next_duel, form, team=form.team.data)
    return to("seats_page", code)

"""The war's pages in the order of play: one view per page, one per move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, current_app, g, request
from flask.typing import ResponseReturnValue

from companion.db import writing
from companion.games.efreet_war import rules
from companion.games.efreet_war.events import (
    AttackDeclared,
    CardUncovered,
    Dealt,
    Event,
    FirstDrawn,
    GuardianKilled,
    Opened,
    PlayersEliminated,
    RestUncovered,
    SealedMixed,
    Seated,
    TurnEnded,
    WarBegun,
)
from companion.games.efreet_war.facts import BY_ID, CARDS, CITY, KING, RESOURCES, VICTORY
from companion.games.efreet_war.forms import (
    COUNTS,
    EMPEROR_COUNTS,
    NOBODY,
    TEAM_COUNTS,
    DealForm,
    FirstForm,
    GuardianForm,
    KingForm,
    NewForm,
    OutForm,
    ResolveForm,
    ResourceForm,
    SwapForm,
    TurnForm,
)
from companion.games.efreet_war.result import places, said
from companion.games.efreet_war.state import (
    DRAW,
    State,
    alive,
    emperors,
    living,
    points,
    ring_of,
    seen_by,
    team_of,
)
from companion.games.efreet_war.tell import tell
from companion.kit.ring import Spot, spots
from companion.scores import store as scores
from companion.table import seats
from companion.table.forms import OnceForm, checked
from companion.table.log import Table, with_names
from companion.table.play import find_table, games, play
from companion.table.screen import Screen, act, come_to, counted, look, renewed, require_host
from companion.text import Text, listed
from companion.web import initial, page, phone_id, stamps

bp = Blueprint("efreet_war", __name__, url_prefix="/efreet_war")

PAGES = (
    ("efreet_war.deal_page", "setup", Text("Deal")),
    ("efreet_war.war_page", "attack", Text("War")),
    ("efreet_war.points_page", "trophy", Text("Points")),
)

TOLD = ("eliminate", "mix_sealed", "attack", "resolve", "claim_king", "end_turn", "begin")
"""Who is out, or that cards were mixed, stands on the war page until the next of these."""


def pages_of(_: State) -> tuple[tuple[str, str, Text], ...]:
    """Give the pages of the bottom bar."""
    return PAGES


def page_of(state: State) -> str:
    """Name the page that the game is at."""
    if state.result is not None:
        return "efreet_war.points_page"
    return "efreet_war.war_page" if state.begun else "efreet_war.deal_page"


def outcome(_: State, events: Sequence[Event]) -> str:
    """Name the element of a page that shows what a move's events did."""
    match events[-1]:
        case Seated() | FirstDrawn() if isinstance(events[0], Seated):
            return "sitting"
        case FirstDrawn(seat):
            return f"sits-{seat}"
        case AttackDeclared():
            return "attacked"
        case GuardianKilled():
            return "dead"
        case CardUncovered(resource):
            return f"uncovered-{resource}"
        case PlayersEliminated() | SealedMixed():
            return "told"
        case TurnEnded():
            return "turn"
        case RestUncovered():
            return "rest"
        case Opened() | Dealt() | WarBegun():
            return ""
        case _:
            return "resource"


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table without its secrets."""
    state = seen_by(screen.table.state)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        resources=RESOURCES,
        by_id=BY_ID,
        totals=points(state),
        goal=VICTORY.goal,
        living=living(state),
        emperors=emperors(state),
        side=lambda team: side(state, team, screen.names),
        leader=lambda team: screen.seats[leader(state, team)],
        team_of=lambda seat: team_of(state, seat),
        **context,
    )


def side(state: State, team: int, names: tuple[str, ...]) -> Text:
    """Call a team by its Emperor, or by its players."""
    if state.mode == "emperor":
        return Text("the team of %(name)s", name=names[leader(state, team)])
    return listed([Text("%(name)s", name=names[seat]) for seat in state.teams[team]])


def leader(state: State, team: int) -> int:
    """Give the player whose colour stands for a team: its Emperor, or its first."""
    return emperors(state)[team] if state.mode == "emperor" else state.teams[team][0]


def picture(screen: Screen) -> list[Spot]:
    """Lay out the ring of those who still play, this phone's own seat at the bottom."""
    state: State = screen.table.state
    turn = state.turn if state.begun else state.first
    return [
        Spot(
            seat,
            x,
            y,
            text=initial(screen.names[seat]),
            icon="crown" if seat in emperors(state) else "guard",
            team=team_of(state, seat),
            marks="turn" if seat == turn else "",
        )
        for seat, x, y in spots(ring_of(state), screen.me.seat)
    ]


def to(endpoint: str, code: str, **arguments: Any) -> ResponseReturnValue:
    """Send the phone to a page after a move."""
    return come_to(f"efreet_war.{endpoint}", code, **arguments)


# A new table, the deal, and who starts


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Ask who plays, and how."""
    names = seats.last_names(phone_id())
    chosen = next((count for count in COUNTS if count >= len(names)), COUNTS[-1]) if names else 6
    return page(
        "efreet_war/new.html",
        counts=COUNTS,
        emperor_counts=EMPEROR_COUNTS,
        team_counts=TEAM_COUNTS,
        chosen=chosen,
        names=names,
        colours=list(seats.COLOURS),
        cards=CARDS,
    )


@bp.post("/new")
def open_table() -> ResponseReturnValue:
    """Open a table, deal, and show it."""
    form = checked(NewForm)
    with counted("TABLES"), renewed() as (phone, _), writing():  # a table whose game cannot be opened leaves no trace
        code = seats.open_table(games()["efreet_war"], form.seated, phone=phone)
        play(
            code,
            rules.open_game,
            tapped_by=None,
            op="open",
            players=len(form.seated),
            mode=form.mode.data,
            team_count=form.team_count.data or 2,
            guardians=form.guardians.names,
            traps=form.traps.names,
            emperor_ends=form.emperor_ends.data,
            city_points_only=form.city_points_only.data,
            rng=current_app.config["RANDOM"],
        )
    return to("deal_page", code)


@bp.get("/rules", endpoint="rules")
def rules_page() -> ResponseReturnValue:
    """Show the rules in our own words, searched."""
    return page("efreet_war/rules.html", q=request.args.get("q", "").strip().lower())


@bp.get("/<code>/deal")
def deal_page(code: str) -> ResponseReturnValue:
    """Show who guards what, who sits where, and who starts."""
    screen = look(code)
    state: State = screen.table.state
    guardians = [name for one in state.resources.values() for name in (*one.guardians, *one.dead)]
    return show("efreet_war/deal.html", screen, spots=picture(screen), guardians=guardians)


@bp.post("/<code>/deal")
def deal(code: str) -> ResponseReturnValue:
    """Deal anew."""
    form = checked(DealForm)
    rng = current_app.config["RANDOM"]
    act(code, rules.deal, form, guardians=form.guardians.names, traps=form.traps.names, rng=rng)
    return to("deal_page", code)


@bp.post("/<code>/mix")
def mix(code: str) -> ResponseReturnValue:
    """Draw seats and teams anew."""
    act(code, rules.mix, checked(OnceForm), rng=current_app.config["RANDOM"])
    return to("deal_page", code)


@bp.post("/<code>/swap")
def swap(code: str) -> ResponseReturnValue:
    """Let two players exchange seats."""
    form = checked(SwapForm)
    act(code, rules.swap, form, one=form.one.data, other=form.other.data)
    return to("deal_page", code)


@bp.post("/<code>/first")
def choose_first(code: str) -> ResponseReturnValue:
    """Choose who starts."""
    form = checked(FirstForm)
    act(code, rules.choose_first, form, seat=form.seat.data)
    return to("deal_page", code)


@bp.post("/<code>/begin")
def begin(code: str) -> ResponseReturnValue:
    """Begin the war."""
    act(code, rules.begin, checked(OnceForm))
    return to("war_page", code)


# The war


@bp.get("/<code>/war")
def war_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the two rows, what just came to light, and the Resource that was tapped."""
    screen = look(code)
    state: State = screen.table.state
    asked = request.args.get("resource")
    chosen = asked if asked in BY_ID else next(iter(state.attacks), None)
    chosen = KING if state.audience is not None and asked is None else chosen
    last = next((entry for entry in reversed(screen.table.moves) if entry.move in TOLD), None)
    people = [(seat.name, seat.colour) for seat in screen.seats]
    parts = {
        "rows": (state.resources, state.attacks, state.shown, chosen, people),
        "race": (points(state), people),
    }
    return show(
        "efreet_war/war.html",
        screen,
        stamps=stamps(parts),
        chosen=chosen,
        told=[tell(event, screen.names) for event in last.events] if last and last.move in TOLD[:2] else [],
        alive=alive(state),
        why=rules.why_not_attack(state, chosen) if chosen else None,
        left=rules.left_team(state),
        artifacts=state.artifacts.get(team_of(state, state.audience), ()) if state.audience is not None else (),
        city=CITY,
        king=KING,
        nobody=NOBODY,
        spots=picture(screen),
        worth=lambda seat: rules.worth(state, seat),
        hidden=len(state.sealed),
    )


@bp.post("/<code>/attack")
def attack(code: str) -> ResponseReturnValue:
    """Attack a Resource."""
    form = checked(ResourceForm)
    act(code, rules.attack, form, for_seat=turn(code), resource=form.resource.data)
    return to("war_page", code, resource=form.resource.data)


@bp.post("/<code>/kill")
def kill_guardian(code: str) -> ResponseReturnValue:
    """Note a Guardian's death."""
    form = checked(GuardianForm)
    act(code, rules.kill_guardian, form, resource=form.resource.data, guardian=form.guardian.data)
    return to("war_page", code, resource=form.resource.data)


@bp.post("/<code>/resolve")
def resolve(code: str) -> ResponseReturnValue:
    """Settle an attack."""
    form = checked(ResolveForm)
    resource = form.resource.data
    table = act(code, rules.resolve, form, resource=resource, survived=form.survived.data == "yes")
    return onward(code, table, resource if g.outcome == "resource" else None)


@bp.post("/<code>/king")
def claim_king(code: str) -> ResponseReturnValue:
    """Answer King Suleiman."""
    form = checked(KingForm)
    answer, artifact = form.answer.data, form.artifact.data or ""
    table = act(code, rules.claim_king, form, for_seat=turn(code), answer=answer, artifact=artifact)
    return onward(code, table, KING)


@bp.post("/<code>/out")
def out(code: str) -> ResponseReturnValue:
    """Take players out."""
    form = checked(OutForm)
    return onward(code, act(code, rules.eliminate, form, **form.fallen))


@bp.post("/<code>/end-turn")
def end_turn(code: str) -> ResponseReturnValue:
    """End the turn."""
    form = checked(TurnForm)
    act(code, rules.end_turn, form, for_seat=form.seat.data, seat=form.seat.data)
    return to("war_page", code)


@bp.post("/<code>/mix-sealed")
def mix_sealed(code: str) -> ResponseReturnValue:
    """Mix the cards that still lie face down."""
    require_host(code)
    act(code, rules.mix_sealed, checked(OnceForm), rng=current_app.config["RANDOM"])
    return to("war_page", code)


def turn(code: str) -> int | None:
    """Give whose turn it is: that player, or the host, makes the turn's moves."""
    state: State = find_table(code).state
    return state.turn


def onward(code: str, table: Table, resource: str | None = None) -> ResponseReturnValue:
    """Show the war and the Resource that the move was about, or how the war ended."""
    if table.state.result is not None:
        return to("points_page", code, _anchor=None)
    return to("war_page", code, resource=resource)


# The points


@bp.get("/<code>/points")
def points_page(code: str) -> ResponseReturnValue:
    """Show the race, what each point came from, what is still hidden; at the end the result."""
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
    )


@bp.post("/<code>/uncover-rest")
def uncover_rest(code: str) -> ResponseReturnValue:
    """Turn face up what nobody uncovered."""
    require_host(code)
    act(code, rules.uncover_rest, checked(OnceForm))
    return to("points_page", code)

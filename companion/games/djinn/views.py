"""Djinn's pages in the order of play: one view per page, one per move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.db import writing
from companion.games.djinn import box as boxes
from companion.games.djinn import box_store, draft, fair, hunt, setup, solo
from companion.games.djinn import catch as calculator
from companion.games.djinn.box import Box
from companion.games.djinn.city import CITY, City
from companion.games.djinn.events import (
    CardsDrawn,
    ClockPaused,
    ClockResumed,
    DjinnDrawn,
    Event,
    ExtraCaught,
    GameFinished,
    HuntBegun,
    LayoutDrawn,
    PassagesRemoved,
    PrivateCardChosen,
    SecretTold,
    SheetCounted,
    SheetSet,
    StartDrawn,
    StepTicked,
    StepUnticked,
    SupplyBossCaught,
    TilePicked,
    TilesDrawn,
    TomCard,
    TomRevealed,
    TrophiesDrawn,
)
from companion.games.djinn.facts import BOSS, DECK_SIZES, NAMES, PLAYER_COUNTS, Colour, handful
from companion.games.djinn.forms import (
    CanForm,
    NewForm,
    PickForm,
    RerollForm,
    SeatOnceForm,
    SpaceForm,
    StepForm,
)
from companion.games.djinn.setup import HOUSE_DECK
from companion.games.djinn.state import Space, State, against_tom, seen_by
from companion.table import seats
from companion.table.forms import MoveForm, OnceForm, checked
from companion.table.log import Refusal
from companion.table.play import games, play
from companion.table.screen import Screen, act, come_to, counted, look, renewed
from companion.text import Text
from companion.web import language, page, phone_id, stamps

bp = Blueprint("djinn", __name__, url_prefix="/djinn")

PAGES = (
    ("djinn.setup_page", "setup", Text("Setup")),
    ("djinn.draft_page", "draft", Text("Draft")),
    ("djinn.hunt_page", "hunt", Text("Hunt")),
    ("djinn.score_page", "score", Text("Score")),
)
_PAGE = {
    "setup": "djinn.setup_page",
    "draft": "djinn.draft_page",
    "hunt": "djinn.hunt_page",
    "source": "djinn.hunt_page",
    "finished": "djinn.score_page",
}
TOLD = (
    "begin",
    "reveal",
    "reveal_printed",
    "flip",
    "end_turn",
    "catch",
    "flee",
    "remove",
    "draw_extra",
    "catch_supply_boss",
)
"""The moves whose outcome the hunt page keeps showing until the next one."""
REDRAWS = {
    "layout": Text("Action Spaces"),
    "passages": Text("Secret Passages"),
    "start": Text("Starting player"),
    "djinn": Text("Djinn"),
    "trophies": Text("Trophies"),
    "cards": Text("Scoring Cards"),
    "tiles": Text("Character Tiles"),
}
"""What can be drawn anew alone, in the order of the set-up."""
HAND = "hand"
NOT_IN_HAND = ("space", "djinn", "boss", "more")


def pages_of(state: State) -> tuple[tuple[str, str, Text], ...]:
    """Give the pages of the bottom bar; there is no draft against Tom."""
    return tuple(page for page in PAGES if page[0] != "djinn.draft_page" or not against_tom(state))


def page_of(state: State) -> str:
    """Name the page that the game is at."""
    return _PAGE[hunt.phase(state)]


def outcome(_: State, events: Sequence[Event]) -> str:  # noqa: C901 - one case an event
    """Name the element of a page that shows what a move's events did."""
    match events[0]:
        case StepTicked(step, _) | StepUnticked(step):
            return f"tick-{step}"
        case LayoutDrawn() | DjinnDrawn():
            return "map"
        case TilePicked(_, tile):
            return f"tile-{tile}"
        case ClockPaused() | ClockResumed():
            return "pause"
        case ExtraCaught(seat) | SupplyBossCaught(seat):
            return f"caught-{seat}"
        case SheetCounted(_, box, _) | SheetSet(_, box, _):
            return f"row-{box}"
        case PrivateCardChosen():
            return "private"
        case SecretTold():
            return "secret"
        case HuntBegun() | GameFinished():
            return ""
        case drawn if type(drawn) in REDRAWN:
            return REDRAWN[type(drawn)]
        case _:
            return "told"


REDRAWN = {
    PassagesRemoved: "players-2",
    StartDrawn: "players-3",
    TrophiesDrawn: "step-trophies",
    CardsDrawn: "step-cards",
    TilesDrawn: "tiles-1",
}
"""The line of the set-up that shows what was drawn anew alone."""


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table as this phone may see it, in the owner's names and colours."""
    state = seen_by(screen.table.state, serves(screen))
    colours = boxes.colours(state.noted)
    looks = tuple(colours.values())
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        label=NAMES,
        colours=colours,
        discs=lambda djinn: discs(tuple(djinn), looks, language()),
        picture=lambda: map_part("djinn/_city.html", state.city, *board(state), looks, language()),
        city_map=lambda tappable: map_part(
            "djinn/_map.html", state.city, *board(state), looks, language(), tappable, len(state.bag), screen.code
        ),
        **context,
    )


@lru_cache(1024)
def discs(djinn: tuple[str, ...], looks: tuple[Colour, ...], language: str) -> Markup:
    """Draw Djinn as discs with colour and letter; drawn once, since every page has the same ones again and again."""
    return Markup(render_template("djinn/_discs.html", djinn=djinn, label=NAMES, colours=by_id(looks)))


def by_id(looks: tuple[Colour, ...]) -> dict[str, Colour]:
    """Key colours by their id."""
    return {colour.id: colour for colour in looks}


Layout = tuple[tuple[str, str], ...]
Spaces = tuple[tuple[str, Space], ...]


def board(state: State) -> tuple[Layout, Spaces]:
    """Give what the map shows: the layout, and who stands where."""
    return tuple(state.layout.items()), tuple(state.spaces.items())


@lru_cache(256)
def map_part(
    template: str,
    city: City,
    layout: Layout,
    spaces: Spaces,
    looks: tuple[Colour, ...],
    language: str,
    tappable: bool = False,
    bag: int = 0,
    code: str = "",
) -> Markup:
    """Draw the city, alone or with its spaces in words, once for all phones that look at it."""
    return Markup(
        render_template(
            template,
            city=city,
            layout=dict(layout),
            spaces=dict(spaces),
            tappable=tappable,
            bag=bag,
            code=code,
            label=NAMES,
            colours=by_id(looks),
        )
    )


def serves(screen: Screen) -> frozenset[int]:
    """Give the seats whose private things this phone shows: its own, and for a host those no phone has taken."""
    unmanned = {seat.number for seat in screen.seats if screen.me.host and not seat.taken}
    return frozenset(unmanned | {seat.number for seat in screen.seats if seat.number == screen.me.seat})


def to(endpoint: str, code: str, **arguments: Any) -> ResponseReturnValue:
    """Send the phone to a page after a move."""
    return come_to(f"djinn.{endpoint}", code, **arguments)


# A new table


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Ask who plays, and how."""
    names = seats.last_names(phone_id())
    return page(
        "djinn/new.html",
        counts=PLAYER_COUNTS,
        deck_sizes=DECK_SIZES,
        names=names,
        colours=list(seats.COLOURS),
        challenge=request.args.get("challenge", ""),
        own_deck=bool(box_store.find().deck),
        alone="alone" in request.args or "challenge" in request.args,
    )


@bp.post("/new")
def open_table() -> ResponseReturnValue:
    """Open a table, draw its set-up, and show it."""
    form = checked(NewForm)
    players = form.seated
    alone = len(players) == 1
    box = box_store.find()
    seed, deck, first_game = "", form.deck.data or DECK_SIZES[-1], form.first_game.data
    tom = () if form.printed.data else box.deck or HOUSE_DECK
    if alone and form.challenge.data:
        if form.printed.data:
            raise Refusal("A challenge brings Tom's deck with it: leave the printed cards in the box.").about("printed")
        known = fair.read_challenge(form.challenge.data)
        seed, deck, first_game, tom = known.seed, known.deck, known.first_game, deck_of(known, box)
    with counted("TABLES"), renewed() as (phone, _), writing():  # a table whose game cannot be opened leaves no trace
        code = seats.open_table(games()["djinn"], players, phone=phone)
        play(
            code,
            setup.open_game,
            tapped_by=None,
            op="open",
            players=len(players),
            first_game=first_game,
            longer=form.longer.data and not alone,
            rng=current_app.config["RANDOM"],
            deck=deck if alone else 0,
            tom=tom if alone else (),
            city=box.city,
            noted=box.noted,
            seed=seed,
        )
    return to("setup_page", code)


def deck_of(known: fair.Challenge, box: Box) -> tuple[TomCard, ...]:
    """Give the cards a challenge was played with; raise Refusal if this box gives another game."""
    if known.mark == fair.mark(box.city.paths, ()):
        return HOUSE_DECK
    if box.deck and known.mark == fair.mark(box.city.paths, box.deck):
        return box.deck
    raise Refusal(
        "This game was played with another box: its owner's paths or Tom's twelve cards are not those entered here. "
        "Compare the two boxes; a box can be exported and imported."
    ).about("challenge")


@bp.get("/rules")
def rules() -> ResponseReturnValue:
    """Show the rules in our own words, searched."""
    return page("djinn/rules.html", q=request.args.get("q", "").strip().lower())


# Set-up


@bp.get("/<code>/setup")
def setup_page(code: str) -> ResponseReturnValue:
    """Show what is drawn, and the eleven steps to tick."""
    screen = look(code)
    state: State = screen.table.state
    steps = setup.steps(state, screen.names)
    touched = bool(state.ticks or state.picks or state.turn or state.finished)
    shared = (screen.names, screen.me.plays)
    reroll = (screen.table.seq if not touched else None, state.turn, state.picks) if screen.me.plays else None
    drawn = {"djinn": (state.layout, state.spaces)}  # the step that lists the spaces
    looks = {step.id: (step, state.ticks.get(step.id, ""), drawn.get(step.id), shared) for step in steps}
    return show(
        "djinn/setup.html",
        screen,
        steps=steps,
        elements=[one for one in setup.elements(state) if one != "trophies" or state.noted.trophies],
        redraws=REDRAWS,
        touched=touched,
        stamps=stamps({"drawn": board(state), "reroll": reroll, **looks}),
    )


@bp.post("/<code>/reroll")
def reroll(code: str) -> ResponseReturnValue:
    """Draw everything, or one element, anew."""
    form = checked(RerollForm)
    act(code, setup.reroll, form, element=form.element.data, rng=current_app.config["RANDOM"])
    return to("setup_page", code)


@bp.post("/<code>/tick")
def tick(code: str) -> ResponseReturnValue:
    """Tick a step."""
    form = checked(StepForm)
    act(code, setup.tick, form, step=form.step.data, seat=seats.find_me(code, phone_id()).seat)
    return to("setup_page", code)


@bp.post("/<code>/untick")
def untick(code: str) -> ResponseReturnValue:
    """Take the tick off a step."""
    form = checked(StepForm)
    act(code, setup.untick, form, step=form.step.data)
    return to("setup_page", code)


# Draft


@bp.get("/<code>/draft")
def draft_page(code: str) -> ResponseReturnValue:
    """Show the tiles on offer and whose turn it is, then what everybody starts with."""
    screen = look(code)
    state: State = screen.table.state
    return show(
        "djinn/draft.html",
        screen,
        turn=draft.turn(state),
        takers={tile: seat for seat, tile in state.picks},
        starts=[draft.start_sheet(state, seat) for seat in range(state.players)],
        tiles=boxes.tiles(state.noted),
    )


@bp.post("/<code>/pick")
def pick(code: str) -> ResponseReturnValue:
    """Take a tile."""
    form = checked(PickForm)
    act(code, draft.pick, form, for_seat=form.seat.data, seat=form.seat.data, tile=form.tile.data)
    return to("draft_page", code)


# Hunt


@bp.get("/<code>/hunt")
def hunt_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the city, what just happened, and the space that was tapped."""
    screen = look(code)
    state: State = screen.table.state
    last = next((entry for entry in reversed(screen.table.moves) if entry.move in TOLD), None)
    slot = request.args.get("space")
    return show(
        "djinn/hunt.html",
        screen,
        slot=slot if slot in state.spaces and state.turn and not state.at_source else None,
        ending=hunt.ending(state),
        bosses=hunt.bosses_left(state),
        strength=hunt.strength(state, slot) if slot in state.spaces else None,
        told=[screen.table.game.tell(event, screen.names) for event in last.events] if last else [],
        now=time.time(),
        to_pick=None if state.turn else draft.turn(state),
        solo=against_tom(state),
        groups=groups,
        handful=handful,
        said=[said for event in last.events if isinstance(event, TomRevealed) for said in solo.tom_says(event)]
        if last
        else [],
    )


def groups(space: Space) -> list[tuple[str, ...]]:
    """List what is usually caught at once: the Boss, the Boss with one of its Djinn, one Djinn."""
    single: list[tuple[str, ...]] = [(colour,) for colour in dict.fromkeys(space.djinn)]
    return [(BOSS,), *((BOSS, *one) for one in single), *single] if space.boss else single


@bp.get("/<code>/rarer")
def rarer_page(code: str) -> ResponseReturnValue:
    """Show what each player caught and how long they took, and the draws that come up rarely."""
    return show("djinn/rarer.html", look(code), here="djinn.hunt_page", now=time.time())


def guest(code: str) -> int | None:
    """Give the seat that this phone acts for if it does not host, None if it may act for everybody."""
    me = seats.find_me(code, phone_id())
    return None if me.host else me.seat


@bp.post("/<code>/begin")
def begin(code: str) -> ResponseReturnValue:
    """Begin the hunt."""
    act(code, hunt.begin, checked(OnceForm), at=time.time())
    return to("hunt_page", code)


@bp.post("/<code>/end-turn")
def end_turn(code: str) -> ResponseReturnValue:
    """End a seat's turn."""
    form = checked(SeatOnceForm)
    act(code, hunt.end_turn, form, for_seat=form.seat.data, by=guest(code), at=time.time())
    return to("hunt_page", code)


@bp.post("/<code>/pause")
def pause(code: str) -> ResponseReturnValue:
    """Pause the clock."""
    act(code, hunt.pause, checked(MoveForm), at=time.time())
    return to("hunt_page", code)


@bp.post("/<code>/resume")
def resume(code: str) -> ResponseReturnValue:
    """Let the clock run on."""
    act(code, hunt.resume, checked(MoveForm), at=time.time())
    return to("hunt_page", code)


@bp.post("/<code>/catch")
def catch(code: str) -> ResponseReturnValue:
    """Catch Djinn at a space."""
    form = checked(SpaceForm)
    act(
        code,
        hunt.catch,
        form,
        for_seat=form.seat.data,
        by=guest(code),
        seat=form.seat.data,
        slot=form.slot.data,
        djinn=form.djinn.data,
        boss=form.boss.data,
    )
    return to("hunt_page", code)


@bp.post("/<code>/flee")
def flee(code: str) -> ResponseReturnValue:
    """Drive the Boss of a space away."""
    form = checked(SpaceForm)
    act(code, hunt.flee, form, for_seat=form.seat.data, by=guest(code), slot=form.slot.data)
    return to("hunt_page", code)


@bp.post("/<code>/remove")
def remove(code: str) -> ResponseReturnValue:
    """Set Djinn of a space aside."""
    form = checked(SpaceForm)
    chosen = {"by": guest(code), "slot": form.slot.data, "djinn": form.djinn.data}
    act(code, hunt.remove, form, for_seat=form.seat.data, **chosen)
    return to("hunt_page", code)


@bp.post("/<code>/draw")
def draw_extra(code: str) -> ResponseReturnValue:
    """Catch one Djinn from the bag."""
    form = checked(SeatOnceForm)
    act(code, hunt.draw_extra, form, for_seat=form.seat.data, seat=form.seat.data)
    return to("rarer_page", code)


@bp.post("/<code>/supply-boss")
def catch_supply_boss(code: str) -> ResponseReturnValue:
    """Catch a Boss of the supply at the Source."""
    form = checked(SeatOnceForm)
    act(code, hunt.catch_supply_boss, form, for_seat=form.seat.data, seat=form.seat.data)
    return to("rarer_page", code)


# The catch calculator


@bp.get("/<code>/can")
def can_page(code: str) -> ResponseReturnValue:
    """Answer whether one can catch what stands at a space, and the cheapest ways to pay.

    The hand entered last comes back in a cookie for this page only.
    """
    hand = parse_qsl(request.cookies.get(HAND, ""))
    if "magic" in dict(hand) and "magic" not in request.args:
        return redirect(f"{request.path}?{urlencode([*hand, *request.args.items()])}")
    screen = look(code)
    form = read_can(request.args, screen)
    space = screen.table.state.spaces[form.space.data]
    answer = calculator.can(
        form.wanted,
        there=[*space.djinn, *[BOSS] * space.boss],
        mages=form.hand,
        magic=form.magic.data or 0,
        coins=form.coins.data or 0,
        circles=form.circles.data or 0,
        bottles=form.bottles,
        corks=form.corks.data or 0,
    )
    response = show("djinn/can.html", screen, here="djinn.hunt_page", form=form, answer=answer)
    if "magic" in request.args:
        kept = urlencode([(key, value) for key, value in request.args.items() if key not in NOT_IN_HAND])
        secure = current_app.config["SESSION_COOKIE_SECURE"]
        response.set_cookie(
            HAND, kept[:3000], path=request.path, httponly=True, samesite="Lax", max_age=86400, secure=secure
        )
    return response


def read_can(arguments: MultiDict[str, str], screen: Screen) -> CanForm:
    """Read the calculator's form; a page opened without one starts with a hand's usual numbers."""
    if "magic" in arguments:
        form = checked(CanForm, formdata=arguments)
    else:
        taken = draft.tiles_of(screen.table.state, screen.me.seat) if screen.me.seat is not None else ()
        form = CanForm(formdata=None, crystal_only="crystal_only" in taken)
        if arguments.get("space") in CITY.round:
            form.space.data = arguments["space"]
    form.lay_out(more="more" in arguments)
    return form

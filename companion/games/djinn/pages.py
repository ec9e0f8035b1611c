"""Djinn's pages in the order of play, and its moves as a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.djinn import (
    bag,
    box_store,
    by_hand,
    city,
    draft,
    drawing,
    draws,
    forms,
    gains,
    hunt,
    naming,
    odds,
    result,
    score_forms,
    scoring,
    setup,
    solo,
    stand,
)
from companion.games.djinn import box as boxes
from companion.games.djinn import events as ev
from companion.games.djinn.facts import NAMES, TILES, WORKED_OUT, handful
from companion.games.djinn.house import HOUSE_RULES, switch_rule
from companion.games.djinn.state import State, against_tom, is_settled, seen_by
from companion.kit.forms import HouseRuleForm
from companion.kit.rules import at_rule, show_rules
from companion.kit.taps import Place, Tap, bind
from companion.table.forms import MoveForm
from companion.table.log import Table
from companion.table.screen import Screen, kept, look
from companion.text import Text
from companion.web import language, page, stamps
from companion.web.kept import later
from companion.web.speech import clock

bp = Blueprint("djinn", __name__, url_prefix="/djinn")

PAGES = (
    ("djinn.setup_page", "setup", Text("Setup")),
    ("djinn.draft_page", "draft", Text("Draft")),
    ("djinn.hunt_page", "hunt", Text("Hunt")),
    ("djinn.score_page", "score", Text("Score")),
)
SHOWN_BY = {"source": "hunt", "finished": "score"}
"""The page that a phase of the game is on, where it is not its own."""
SHOWN = frozenset(
    "begin reveal reveal_printed flip end_turn catch flee remove draw_extra "  # noqa: SIM905
    "catch_supply_boss take_trophy place_passage enter_space drew we_draw app_draws".split()
)
"""The moves whose outcome the hunt page keeps showing until the next one."""


def pages_of(state: State) -> tuple[tuple[str, str, Text], ...]:
    """List the pages of the bottom bar; there is no draft against Tom."""
    return tuple(page for page in PAGES if page[0] != "djinn.draft_page" or not against_tom(state))


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    phase = hunt.phase(state)
    return f"djinn.{SHOWN_BY.get(phase, phase)}_page"


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table as this phone may see it, in the owner's names and colours."""
    state = seen_by(screen.table.state, screen.serves)
    colours = boxes.colours(state.noted)
    looks = drawing.Looks(tuple(colours.values()), language())
    shared = {"screen": screen, "state": state, "names": screen.names, "label": NAMES, "colours": colours}
    return page(template, **shared, **drawing.parts(state, screen.code, looks), **context)


book = show_rules(bp, HOUSE_RULES, **WORKED_OUT, tasks=len(solo.TASKS))


# Set-up


@bp.get("/<code>/setup")
def setup_page(code: str) -> ResponseReturnValue:
    """Show what is drawn, the eleven steps to tick, and what the table says it drew itself."""
    screen = look(code)
    state: State = screen.table.state
    steps = setup.steps(state, screen.names)
    settled = tuple(one for one in elements(state) if is_settled(state, one))
    settable = by_hand.by_step(state) if screen.me.plays else {}
    setting = next((one for ones in settable.values() for one in ones if one == request.args.get("drew")), "")
    nameable = bool(naming.unnamed(state)) and screen.me.plays and not state.finished
    naming_now = nameable and "name" in request.args
    own = {draws.STEP_OF[one] for one in state.by_table if one in draws.STEP_OF}
    open = {"drew": setting} if setting else {"name": "1"} if naming_now else {}
    reroll = (screen.once, settled, bool(settable), open) if screen.me.plays else None
    board = drawing.board(state, dealt=True)
    named = sorted(state.noted.names.items())
    drawn = {"djinn": (board, named)}  # the step that lists the spaces
    looks = {}
    for step in steps:
        here = settable.get(step.id)
        done = (state.ticks.get(step.id, ""), step.id in own)
        looks[step.id] = (step, done, drawn.get(step.id), screen.names, screen.me.plays, here, open)
    return show(
        "djinn/setup.html",
        screen,
        steps=steps,
        dealt=dict(board[1]),
        elements=elements(state),
        labels=draws.LABELS,
        own=own,
        settled=settled,
        settable=settable,
        setting=setting,
        groups=by_hand.groups(state, setting),
        changes=by_hand.CHANGES,
        tiles=boxes.tiles(state.noted),
        **laying(state),
        nameable=nameable,
        to_name=naming.TO_NAME if naming_now else (),
        open=open,
        swatches=boxes.SWATCHES,
        untold=naming.untold(state, TILES),
        where_found=naming.where_found,
        stamps=stamps(
            {
                "drawn": (board, named),
                "colours": (named, nameable, open),
                "reroll": reroll,
                "drew": open or None,
                **looks,
            }
        ),
    )


def laying(state: State) -> dict[str, Any]:
    """Prepare the map on which a table sets its Action Spaces: the chosen slot, and what may lie there."""
    first, *_ = state.city.round
    chosen = request.args.get("from", "")
    chosen = chosen if chosen in state.layout else ""
    touching = city.touching(state.city, state.layout) if state.first_game else ()
    slots = sorted(by_hand.slots(chosen), key=lambda slot: state.layout[slot])
    return {"chosen": chosen, "slots": slots, "next": by_hand.following(chosen), "first": first, "touching": touching}


def elements(state: State) -> list[str]:
    """List what this game draws, without Trophies that nobody has described."""
    return [one for one in setup.elements(state) if one != "trophies" or state.noted.trophies]


# Draft


@bp.get("/<code>/draft")
def draft_page(code: str) -> ResponseReturnValue:
    """Show the tiles on offer and whose turn it is, then what everybody starts with."""
    screen = look(code)
    return kept(screen, lambda: shown_draft(screen))


def shown_draft(screen: Screen) -> Response:
    """Show the draft, of which all depends on the table."""
    state: State = screen.table.state
    turn, takers, plays = draft.turn(state), {tile: seat for seat, tile in state.picks}, screen.me.plays
    telling = next((one for one in naming.UNTOLD if one == request.args.get("tile") and plays), "")
    tiles, untold = boxes.tiles(state.noted), naming.untold(state, TILES)
    allowed = turn[1] if turn and screen.me.may(turn[0]) else ()
    looks: dict[str, object] = {
        tile: (screen.names[takers[tile]] if tile in takers else tiles[tile], tile in allowed, tile == telling, plays)
        for tile in (*state.green, *state.red)
    }
    return show(
        "djinn/draft.html",
        screen,
        turn=turn,
        takers=takers,
        starts=[draft.start_sheet(state, seat) for seat in range(state.players)],
        tiles=tiles,
        untold=untold,
        where_found=naming.where_found,
        telling=telling,
        stamps=stamps(looks | {"telling": telling or None} if turn else {}),
    )


# Hunt


@bp.get("/<code>/hunt")
def hunt_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the city, what just happened, and the space that was tapped."""
    screen = look(code)
    if against_tom(screen.table.state):
        return shown_hunt(screen)  # with what the box knows of his cards
    return kept(screen, lambda: shown_hunt(screen))


def shown_hunt(screen: Screen) -> Response:
    """Show the hunt; how long the turn takes is said when the page is sent."""
    state: State = screen.table.state
    last = screen.last(SHOWN)
    events = last.events if last else ()
    slot = request.args.get("space")
    gaining = "gain" in request.args and slot is None and state.turn is not None and not state.at_source
    standing = stand.may_stand(state) and screen.me.may(state.turn.seat if state.turn else None)
    mages = tuple((path, seat.colour, seat.name) for seat in screen.seats if (path := state.paths.get(seat.number)))
    tappable = not state.at_source and not state.finished
    revealed = [event for event in events if isinstance(event, ev.TomRevealed)]
    return show(
        "djinn/hunt.html",
        screen,
        slot=slot if slot in state.spaces and state.turn and not state.at_source else None,
        ending=hunt.ending(state),
        bosses=hunt.bosses_left(state),
        strength=hunt.strength(state, slot) if slot in state.spaces else None,
        happened=[screen.table.game.tell(event, screen.names) for event in events],
        used=later("used", lambda: str(int(used(state)))),
        clock=later("clock", lambda: clock(used(state))),
        to_pick=None if state.turn else draft.turn(state),
        solo=against_tom(state),
        groups=hunt.groups,
        at_round=hunt.at_round_space(state),
        where=[stand.place(state, one) for one in state.here],
        standing=standing,
        tappable=tappable,
        doubt=stand.doubt(state, slot) if slot in state.spaces and slot not in state.here else None,
        mages=mages,
        handful=handful,
        gaining=gaining,
        offers=gains.offers,
        passages_left=gains.passages_left,
        said=[said for event in revealed for said in solo.tom_says(event)],
        **(toms(state, [event.card for event in revealed]) if against_tom(state) else {}),
    )


def used(state: State) -> float:
    """Count the seconds that the player whose turn it is has used until now."""
    return hunt.seconds(state, state.turn.seat, time.time()) if state.turn else 0


def toms(state: State, shown: Sequence[ev.TomCard]) -> dict[str, Any]:
    """Prepare what is said of Tom's deck: what it holds, the box's cards to tap, and the one `shown` to be noted."""
    kept = box_store.find().tom
    full = len(kept) == len(boxes.CARD_NUMBERS)
    return {
        "in_deck": solo.in_deck(state),
        "known": solo.to_come(kept.values(), state.revealed) if full else [],
        "to_note": next((boxes.to_note(kept, card) for card in shown if card.payment == boxes.AS_SHOWN), None),
    }


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the city, whose turn it is and how many Bosses are left, large enough for a whole table."""
    screen = look(code)
    return show("djinn/board.html", screen, here="djinn.hunt_page", bosses=hunt.bosses_left(screen.table.state))


@bp.get("/<code>/rarer")
def rarer_page(code: str) -> ResponseReturnValue:
    """Show what each player caught and how long they took, what is left of Tom's deck, and what is rarely needed."""
    screen, now = look(code), time.time()
    state: State = screen.table.state
    used = [hunt.seconds(state, seat, now) for seat in range(len(screen.seats))]
    tom = rest_of(state) if against_tom(state) and state.turn else {}
    return show("djinn/rarer.html", screen, here="djinn.hunt_page", used=used, **tom)


def rest_of(state: State) -> dict[str, Any]:
    """Prepare what may still come of Tom's deck, and the form for a card that the player flips instead."""
    kept = box_store.find().tom.values()
    return toms(state, []) | {"odds": odds.odds(state, kept), "at_round": hunt.at_round_space(state)}


# The moves


def at_sheet(_: Table, form: score_forms.RowForm | score_forms.PrivateForm | score_forms.DoneForm) -> Place:
    """Come back to the sheet that was filled in, with as many rows as it showed."""
    return "score_page", {"seat": form.seat.data, "all": request.args.get("all")}


def or_result(page: str | Callable[..., Place]) -> Callable[..., Place]:
    """Come back to a page, or to the result once the game is over."""

    def back(table: Table, form: Any) -> Place:
        if table.game.over(table.state):
            return "result_page", {}
        return page(table, form) if callable(page) else (page, {})

    return back


def where_drawn(table: Table, _: MoveForm) -> Place:
    """Go where what comes out of the bag is shown."""
    return ("hunt_page" if table.state.turn else "setup_page"), {}


def at_setup(_: Table, __: MoveForm) -> Place:
    """Come back to the set-up and to the form that is open there."""
    return "setup_page", {name: request.args.get(name) for name in ("drew", "name")}


def where_ticked(table: Table, form: forms.StepForm) -> Place:
    """Go on to the draft with all phones, if this was the last step before it."""
    place, arguments = at_setup(table, form)
    begins = hunt.phase(table.state) == "draft" and not table.state.picks
    return (place, arguments) if any(arguments.values()) or not begins else ("draft_page", {})


def where_laid(_: Table, form: forms.SwapForm) -> Place:
    """Go on with the next space, if a table sets one after the other."""
    return "setup_page", {"drew": "layout", "from": request.args.get("next") or None}


def where_stood(table: Table, form: forms.StandForm) -> Place:
    """Show whom a player can catch at the round space where it acts, or what it can do at the Source."""
    slot = form.slot.data
    return "hunt_page", {"space": slot} if slot in table.state.spaces else {"gain": 1 if slot == city.SOURCE else None}


def learn(table: Table) -> None:
    """Note in the box which printed cards of Tom's came, and forget those that were tapped by mistake."""
    counts = {entry.seq for entry in table.moves}
    came: dict[bool, list[ev.TomCard]] = {True: [], False: []}
    for entry in table.entries:
        came[entry.seq in counts] += [one.card for one in entry.events if isinstance(one, ev.TomRevealed)]
    box_store.change(lambda box: boxes.learn(box, came[True], taken_back=came[False]))


def note(table: Table) -> None:
    """Keep in the box what the table has just said of it."""
    box_store.change(lambda known: reduce(naming.note, table.entries[-1].events, known))


TAPS = (
    Tap("house-rule", switch_rule, HouseRuleForm, at_rule),
    Tap("reroll", setup.reroll, forms.RerollForm, at_setup, chance=True),
    Tap("swap", by_hand.swap, forms.SwapForm, where_laid),
    Tap("set-deck", by_hand.set_deck, forms.DeckForm, "setup_page"),
    Tap("set-djinn", bag.set_djinn, back="setup_page", chance=True),
    Tap("drew", bag.drew, forms.DrewForm, where_drawn),
    Tap("we-draw", bag.we_draw, back=where_drawn),
    Tap("app-draws", bag.app_draws, back=where_drawn, chance=True),
    Tap("set-passages", by_hand.set_passages, forms.PassagesForm, "setup_page"),
    Tap("set-start", by_hand.set_start, forms.SeatOnceForm, "setup_page"),
    Tap("set-trophies", by_hand.set_trophies, forms.TrophiesForm, "setup_page"),
    Tap("set-cards", by_hand.set_cards, forms.CardsForm, "setup_page"),
    Tap("set-tiles", by_hand.set_tiles, forms.TilesForm, "setup_page"),
    Tap("tick", setup.tick, forms.StepForm, where_ticked, tapper="seat"),
    Tap("untick", setup.untick, forms.StepForm, at_setup),
    Tap("name-colour", naming.name_colour, forms.ColourForm, "setup_page", then=note),
    Tap("describe-tile", naming.describe_tile, forms.TileForm, "draft_page", then=note),
    Tap("pick", draft.pick, forms.PickForm, "draft_page", for_seat="seat"),
    Tap("begin", hunt.begin, back="hunt_page", clock=True),
    Tap("stand", stand.enter_space, forms.StandForm, where_stood, for_seat="seat", guest="by"),
    Tap("end-turn", hunt.end_turn, forms.TurnForm, "hunt_page", for_seat="seat", guest="seat", clock=True),
    Tap("pause", hunt.pause, MoveForm, "hunt_page", clock=True),
    Tap("resume", hunt.resume, MoveForm, "hunt_page", clock=True),
    Tap("catch", hunt.catch, forms.CatchForm, "hunt_page", for_seat="seat", guest="by"),
    Tap("flee", hunt.flee, forms.SpaceForm, "hunt_page", for_seat="seat", guest="seat"),
    Tap("remove", hunt.remove, forms.DjinnForm, "hunt_page", for_seat="seat", guest="seat"),
    Tap("draw", hunt.draw_extra, forms.SeatOnceForm, "hunt_page", for_seat="seat"),
    Tap("supply-boss", hunt.catch_supply_boss, forms.SeatOnceForm, "hunt_page", for_seat="seat"),
    Tap("trophy", gains.take_trophy, forms.TrophyForm, "hunt_page", for_seat="seat"),
    Tap("passage", gains.place_passage, forms.SeatOnceForm, "hunt_page", for_seat="seat"),
    Tap("reveal", solo.reveal, forms.RevealForm, or_result("hunt_page"), clock=True),
    Tap(
        "reveal-printed",
        solo.reveal_printed,
        forms.PrintedCardForm,
        or_result("hunt_page"),
        given={"known": lambda: (*box_store.find().tom.values(),)},
        then=learn,
        clock=True,
    ),
    Tap("flip", solo.flip, back="hunt_page", clock=True),
    Tap("count", scoring.write, score_forms.RowForm, at_sheet, for_seat="seat"),
    Tap("private", scoring.choose_private_card, score_forms.PrivateForm, at_sheet, for_seat="seat"),
    Tap("as-it-stands", solo.stand, score_forms.SheetForm, at_sheet, for_seat="seat"),
    Tap("done", result.done, score_forms.DoneForm, or_result(at_sheet), for_seat="seat", clock=True),
    Tap("finish", result.end, back=or_result("score_page"), clock=True, guest="by"),
)
bind(bp, TAPS)

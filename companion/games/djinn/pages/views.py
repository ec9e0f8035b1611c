"""Djinn's pages, as a game goes through them, and its moves as a table."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn.box import corrections as boxes, store as box_store, table_notes
from companion.games.djinn.facts import NAMES, WORKED_OUT
from companion.games.djinn.pages import forms, hand_store, opening, page_forms, score_forms, svg, view_models
from companion.games.djinn.pages.hand_store import affordable
from companion.games.djinn.play import gains, hunt, movement, rewards
from companion.games.djinn.scoring import late_cards, scoring
from companion.games.djinn.setup import bag, by_hand, deal, draft, stand_ins
from companion.games.djinn.solo import store as solo_store, tasks, tom_game
from companion.games.djinn.state import seen_by
from companion.games.djinn.state.house_rules import HOUSE_RULES, switch_rule
from companion.games.djinn.state.model import State, against_tom
from companion.games.djinn.text.asked import asked
from companion.games.djinn.text.describe import spell
from companion.games.djinn.text.draw_replay import again, snippet
from companion.games.djinn.text.legacy_arguments import CHOICES
from companion.games.djinn.text.result import done, end
from companion.kit.fairness.page import Fairness, check_by
from companion.kit.forms import HouseRuleForm
from companion.kit.moves import HOST, OWN, May, Move, Place, lasting, register_moves
from companion.kit.new_table import Opening, afterwards, last_of_house, last_states, open_by
from companion.kit.rules.book import at_rule, show_rules
from companion.language.i18n import clock
from companion.table.forms import MoveForm
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.table.views import keep_setting
from companion.web import language, page
from companion.web.forms import checked

bp = Blueprint("djinn", __name__, url_prefix="/djinn")

LOOKED_AT = 3
"""How many of a phone's last games tell what it will want next."""


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table as this phone may see it, in the owner's names and colours."""
    state = seen_by(screen.table.state, screen.private_seats)
    colours = boxes.colours(state.noted)
    pictures = svg.parts(state, svg.Looks(tuple(colours.values()), language()))
    shared = {"screen": screen, "state": state, "names": screen.names, "label": NAMES, "colours": colours}
    return page(template, **shared, **pictures, **context)


# A new table


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table."""
    last = [state for state in last_states(bp.name, LOOKED_AT) if state.players]
    tried = {"tasks": tasks.TASKS, "met": solo_store.met(names[0]) if names else {}}
    return opening.offered(names, last, box_store.find(), request.args, last_of_house(bp.name)) | tried


def opened(form: forms.NewForm) -> dict[str, Any]:
    """Read how a game is to be played."""
    return opening.chosen(box_store.with_photos(), box_store.ever(), alone=len(form.seated) == 1, **form.choices)


def as_before(state: State) -> dict[str, Any]:
    """Read how a game was opened, for a rematch."""
    return opening.once_more(state, box_store.with_photos())


ALL = (*opening.WAYS, *opening.DECKS)
NEW = Opening("open_game", deal.open_game, forms.NewForm, new, opened, "", as_before, ALL, opening.only_scored)
open_by(bp, NEW)
SHEETS = opening.SHEETS
open_by(bp, SHEETS, path="just-score", endpoint="open_sheets")


book = show_rules(bp, HOUSE_RULES, asked, hand_store.can_pay, **WORKED_OUT, tasks=len(tasks.TASKS))


# The set-up, the draft and the hunt


@bp.get("/<code>/setup")
def setup_page(code: str) -> ResponseReturnValue:
    """Show what is drawn, the eleven steps to tick, and what the table says it drew itself."""
    screen = load_screen(code)
    context = view_models.set_up(screen.table.state, screen.names, request.args, plays=screen.me.plays)
    made = {
        "name_forms": page_forms.naming(code, screen.table.state, context["to_name"]),
        "setting_form": page_forms.setting(code, context["setting"], context["groups"]),
    }
    return show("djinn/setup/setup.html", screen, **context, **made)


@bp.get("/<code>/draft")
def draft_page(code: str) -> ResponseReturnValue:
    """Show the tiles on offer and whose turn it is, then what everybody starts with."""
    screen = load_screen(code)
    state, me = screen.table.state, screen.me
    context = view_models.drafted(state, request.args, me=me.seat, plays=me.plays)
    describing = page_forms.describing(code, state, context["telling"])
    return show("djinn/setup/draft.html", screen, describing=describing, **context)


@bp.get("/<code>/hunt")
def hunt_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, the city, what just happened, and the space that was tapped."""
    screen = load_screen(code)
    state, last = screen.table.state, screen.last(lasting(MOVES))
    events = last.events if last else ()
    asked = page_forms.meant_for_now(state)
    may, paid = screen.me.can_act_for, hand_store.paid(screen, last)
    context = view_models.hunted(state, screen.people, asked, events, may=may, paid=paid)
    tom = (box_store.find().tom, events, hand_store.on_sheet(screen, 0)) if against_tom(state) else ()
    toms = view_models.toms(state, *tom) if tom else {}
    made = page_forms.hunting(screen, state, context["slot"], asked)
    used = hunt.used(state, time.time())
    return show("djinn/play/hunt.html", screen, used=int(used), clock=clock(used), **context, **toms, **made)


@bp.post("/speed")
def speed() -> ResponseReturnValue:
    """Lead through the hunt on this phone, or be quick, and come back."""
    return keep_setting(page_forms.SPEED, "1" if checked(forms.SpeedForm).quick.data else "")


@bp.get("/<code>/board")
def board_page(code: str) -> ResponseReturnValue:
    """Show the city, whose turn it is and how many Bosses are left, large enough for a whole table."""
    screen = load_screen(code)
    return show("djinn/city/board.html", screen, here="djinn.hunt_page", **view_models.on_board(screen))


@bp.get("/<code>/rarer")
def rarer_page(code: str) -> ResponseReturnValue:
    """Show what each player caught and how long they took, what is left of Tom's deck, and what is rarely needed."""
    screen, now = load_screen(code), time.time()
    state: State = screen.table.state
    used = [hunt.seconds(state, seat, now) for seat in range(len(screen.seats))]
    tom = view_models.to_come(state, box_store.find().tom) if against_tom(state) and state.turn else {}
    tom |= {"flipping": page_forms.flipping(code)} | view_models.tiles_taken(state)
    return show("djinn/play/rarer.html", screen, here="djinn.hunt_page", used=used, **tom)


# The score


@bp.get("/<code>/score")
def score_page(code: str) -> ResponseReturnValue:
    """Show one player's sheet to fill in; after the end, the result unless a sheet is asked for."""
    screen = load_screen(code)
    me = screen.me
    if screen.table.state.finished and "seat" not in request.args:
        return redirect(url_for("djinn.result_page", code=code), 303)
    state = seen_by(screen.table.state, screen.private_seats)
    seat = request.args.get("seat", me.seat or 0, type=int)
    seat = seat if 0 <= seat < state.players else 0
    mine, hand = (False, {}) if state.finished else (me.can_act_for(seat), hand_store.on_sheet(screen, seat))
    sheet = view_models.sheet(state, seat, hand, request.args, mine=mine, serves=screen.private_seats)
    return show("djinn/scoring/score.html", screen, **sheet | page_forms.scoring(code, state, sheet))


@bp.get("/<code>/result")
def result_page(code: str) -> ResponseReturnValue:
    """Show the ranking of a finished game, and where every point comes from."""
    screen = load_screen(code)
    state: State = screen.table.state
    if not state.finished:
        lost = against_tom(state) and hunt.phase(state) == "hunt"  # by the last card, which was taken back
        return redirect(url_for("djinn.hunt_page" if lost else "djinn.score_page", code=code), 303)
    end, after = screen.last(view_models.ENDS), afterwards(bp.name, code, opening.ways(state))
    ago = time.time() - end.at if end else math.inf
    context = view_models.ended(state, screen.last(("reveal", "reveal_printed")), ago=ago)
    saved = after["saved"] if against_tom(state) else None
    context |= {"beaten": saved and solo_store.beaten(saved), "news": saved and solo_store.news(saved)}
    return show("djinn/scoring/result.html", screen, here="djinn.score_page", **context, **after)


# The moves


def at_sheet(_: Table, form: score_forms.RowForm | score_forms.PrivateForm | score_forms.DoneForm) -> Place:
    """Come back to the sheet that was filled in, with as many rows as it showed, or go on to the next one."""
    return "score_page", {"seat": request.args.get("onward", form.seat.data)} | page_forms.shown_besides()


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


def where_named(table: Table, _: forms.ColourForm) -> Place:
    """Come back to the forms of the colours as long as one of them has no name, so that nothing typed there is lost."""
    return "setup_page", {"name": 1 if table_notes.unnamed(table.state) else None}


def where_ticked(table: Table, form: forms.StepForm) -> Place:
    """Go on to the draft with all phones, if this was the last step before it."""
    place, arguments = at_setup(table, form)
    begins = hunt.phase(table.state) == "draft" and not table.state.picks
    return (place, arguments) if any(arguments.values()) or not begins else ("draft_page", {})


def where_laid(_: Table, form: forms.SwapForm) -> Place:
    """Go on with the next space, if a table sets one after the other."""
    return "setup_page", {"drew": "layout", "from": request.args.get("next") or None}


def where_asked(table: Table, _: MoveForm) -> Place:
    """Go back to the sheets if the hunt is over: they ask which Scoring Cards lie out."""
    return ("score_page" if hunt.phase(table.state) in ("source", "score", "finished") else "setup_page"), {}


LEARN = box_store.learner(table_notes.noted)
"""Keeps in the box what a table has just said of it."""
ITS = May("seat", guest="by")
"""The player's whose turn it is, or a host's, who may act for everybody."""
PAID: dict[str, Any] = {"may": OWN, "context": affordable, "lasts": True}
"""How a seat does what it may not have enough for."""
MOVES = (
    Move("switch_rule", switch_rule, HouseRuleForm, at_rule, path="house-rule"),
    Move("reroll", deal.reroll, forms.RerollForm, at_setup),
    Move("swap", by_hand.swap, forms.SwapForm, where_laid),
    Move("set_deck", by_hand.set_deck, forms.DeckForm, "setup_page"),
    Move("set_djinn", bag.set_djinn, redirect_to="setup_page"),
    Move("drew", bag.drew, forms.DrewForm, where_drawn, lasts=True),
    Move("we_draw", bag.we_draw, redirect_to=where_drawn, lasts=True),
    Move("app_draws", bag.app_draws, redirect_to=where_drawn, lasts=True),
    Move("set_passages", by_hand.set_passages, forms.PassagesForm, "setup_page"),
    Move("set_start", by_hand.set_start, forms.SeatOnceForm, "setup_page"),
    Move("set_trophies", by_hand.set_trophies, forms.TrophiesForm, "setup_page"),
    Move("set_cards", late_cards.set_cards, forms.CardsForm, where_asked),
    Move("set_tiles", by_hand.set_tiles, forms.TilesForm, "setup_page"),
    Move("tick", deal.tick, forms.StepForm, where_ticked, may=May(actor="seat")),
    Move("untick", deal.untick, forms.StepForm, at_setup),
    Move("name_colour", table_notes.name_colour, forms.ColourForm, where_named, after_commit=LEARN),
    Move("describe_tile", table_notes.describe_tile, forms.TileForm, "draft_page", after_commit=LEARN),
    Move("name_tile", stand_ins.name_tile, forms.NamedTileForm, "draft_page"),
    Move("pick", draft.pick, forms.PickForm, "draft_page", may=OWN),
    Move("begin", hunt.begin, redirect_to="hunt_page", lasts=True),
    Move("enter_space", movement.enter_space, forms.StandForm, "hunt_page", may=ITS, path="stand", lasts=True),
    Move("end_turn", hunt.end_turn, forms.TurnForm, "hunt_page", may=May("seat", guest="seat"), lasts=True),
    Move("pause", hunt.pause, MoveForm, "hunt_page"),
    Move("resume", hunt.resume, MoveForm, "hunt_page"),
    Move("catch", hunt.catch, forms.CatchForm, "hunt_page", may=ITS, context=hand_store.paying, lasts=True),
    Move("catch_none", hunt.catch_none, forms.SeatOnceForm, "hunt_page", may=ITS, lasts=True),
    Move("flee", hunt.flee, forms.SpaceForm, "hunt_page", may=May("seat", guest="seat"), lasts=True),
    Move("remove", hunt.remove, forms.DjinnForm, "hunt_page", may=May("seat", guest="seat"), lasts=True),
    Move("draw_extra", hunt.draw_extra, forms.DoubtForm, "hunt_page", may=OWN, path="draw", lasts=True),
    Move("catch_supply_boss", hunt.catch_supply_boss, forms.BossForm, "hunt_page", path="supply-boss", **PAID),
    Move("confirm_paths", movement.confirm_paths, redirect_to="hunt_page", may=HOST, after_commit=LEARN),
    Move("take_trophy", rewards.take_trophy, forms.TrophyForm, "hunt_page", path="trophy", **PAID),
    Move("take", gains.take, forms.TakeForm, "hunt_page", after_commit=LEARN, **PAID),
    Move("place_passage", rewards.place_passage, forms.PassageForm, "hunt_page", may=OWN, path="passage", lasts=True),
    Move("reveal", tom_game.reveal, forms.RevealForm, or_result("hunt_page"), lasts=True),
    Move(
        "reveal_printed",
        tom_game.reveal_printed,
        forms.PrintedCardForm,
        or_result("hunt_page"),
        inject={"known": lambda: (*box_store.find().tom.values(),)},
        after_commit=box_store.learner(table_notes.learned),
        lasts=True,
    ),
    Move("flip", tom_game.flip, redirect_to="hunt_page", lasts=True),
    Move("write", scoring.write, score_forms.RowForm, at_sheet, may=OWN, path="count"),
    Move(
        "choose_private_card", scoring.choose_private_card, score_forms.PrivateForm, at_sheet, may=OWN, path="private"
    ),
    Move("stand", tom_game.stand, score_forms.SheetForm, at_sheet, may=OWN, path="as-it-stands"),
    Move("done", done, score_forms.DoneForm, or_result(at_sheet), may=OWN),
    Move("end", end, score_forms.EndForm, or_result("score_page"), may=May(guest="by"), path="finish"),
)
register_moves(bp, MOVES)

fairness = Fairness(again, deal.say_word, scoring.tell_secret, spell, snippet, MOVES, CHOICES)
check_by(bp, fairness)

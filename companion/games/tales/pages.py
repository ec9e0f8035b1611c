"""The pages of Tales in the order of play, and its moves as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.tales import after, award, box, box_store, end, forms, setup, turn
from companion.games.tales.again import CHOICES, again, snippet
from companion.games.tales.facts import BASICS, LEVELS, SKILLS, STATUSES
from companion.games.tales.heroes import GENDERS, MARKERS, PLACES
from companion.games.tales.house import HOUSE_RULES, switch_rule
from companion.games.tales.sheet import Sheet, called, serves, sheet
from companion.games.tales.state import TIMES, State, seen_by, time_of
from companion.games.tales.tale import tracks
from companion.games.tales.tell import tell
from companion.kit.fair import Fairness, check_by, is_possible
from companion.kit.forms import HouseRuleForm
from companion.kit.opening import Opening, open_by
from companion.kit.rules import at_rule, show_rules
from companion.kit.taps import Place, Tap, bind
from companion.table.log import Table
from companion.table.screen import Screen, look
from companion.text import Text
from companion.web import page, stamps

bp = Blueprint("tales", __name__, url_prefix="/tales")

PAGES = (
    ("tales.setup_page", "setup", Text("Setup")),
    ("tales.turn_page", "scroll", Text("Turn")),
    ("tales.heroes_page", "crown", Text("Heroes")),
    ("tales.tale_page", "lamp", Text("Tale")),
)


def page_of(state: State) -> str:
    """Name the page for the game's present phase."""
    if state.winners is not None:
        return "tales.tale_page"
    return "tales.turn_page" if state.begun else "tales.setup_page"


def pages_of(_: State) -> tuple[tuple[str, str, Text], ...]:
    """List the pages of the bottom bar."""
    return PAGES


def show(template: str, screen: Screen, **context: Any) -> Response:
    """Show a page of the table, without what this phone may not see."""
    state: State = seen_by(screen.table.state, screen.serves)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        people=tuple(screen.people),
        levels=LEVELS,
        skills=SKILLS,
        statuses=STATUSES,
        places=PLACES,
        genders=GENDERS,
        called=called,
        sheet=sheet,
        serves=serves,
        mine=sorted(screen.serves, key=lambda seat: seat != screen.me.seat),
        **context,
    )


# A new table


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table."""
    chosen = len(names) if len(names) in forms.COUNTS else 4
    return {"counts": forms.COUNTS, "chosen": chosen, "totals": forms.TOTALS, "most_decks": setup.MOST_DECKS}


def as_before(state: State) -> dict[str, Any]:
    """Read how a table was opened, for a rematch."""
    options = {"total": state.total, "one_status": state.one_status, "on_paper": state.on_paper, "decks": state.decks}
    return options | {"noted": box_store.find().noted}


def opened(form: forms.NewForm) -> dict[str, Any]:
    """Read how a game is to be played, with what the owner of the box has put right."""
    return form.choices | {"noted": box_store.find().noted}


open_by(bp, Opening(setup.open_game, forms.NewForm, new, opened, again=as_before))
book = show_rules(bp, HOUSE_RULES)


@bp.get("/<code>/setup")
def setup_page(code: str) -> ResponseReturnValue:
    """Show goals, who goes first, skills and heroes, until the game begins."""
    screen = look(code)
    state: State = screen.table.state
    served = sorted(screen.serves, key=lambda seat: seat != screen.me.seat)
    picking = [seat for seat in served if len(state.heroes[seat].skills) < BASICS.skills][:1]
    return show(
        "tales/setup.html",
        screen,
        basics=BASICS,
        picking=picking,
        chosen={*state.goals},
        ready=is_possible(setup.begin, state),
    )


# Heroes


@bp.get("/<code>/heroes")
def heroes_page(code: str) -> ResponseReturnValue:
    """Show all heroes, and let the table put right what one has."""
    screen = look(code)
    state: State = screen.table.state
    sheets = [sheet(hero) for hero in state.heroes]
    wanted = request.args.get("doing", "").removeprefix("putting-")
    putting = next((seat for seat in screen.seats if str(seat.number) == wanted and screen.me.may(seat.number)), None)
    return show(
        "tales/heroes.html",
        screen,
        tracks=tracks(state),
        sheets=sheets,
        known=taken_back(screen.table),
        stamps=stamps(heroes_parts(screen, sheets)),
        markers=MARKERS,
        times=TIMES,
        time=time_of(state),
        putting=putting if state.turn is not None else None,
    )


def taken_back(table: Table) -> tuple[int, ...]:
    """List the seats that have declared and took it back: the table knows that their goals were met."""
    declared = [entry for entry in table.entries if entry.move == "declare" and entry not in table.moves]
    return tuple(sorted({entry.events[0].seat for entry in declared}))


def track_looks(state: State, people: Sequence[tuple[str, str]]) -> object:
    """List what decides how the tracks look."""
    return state.total, people, [(hero.destiny, hero.story, hero.wealth) for hero in state.heroes]


def heroes_parts(screen: Screen, sheets: Sequence[Sheet]) -> dict[str, object]:
    """List what decides how the tracks and each hero look; of a goal only when it was set, and whether it is shown."""
    state: State = screen.table.state
    shown = seen_by(state, screen.serves).goals.keys()
    known, people, now = taken_back(screen.table), screen.people, state.turn is not None
    common = (now, screen.last_seq("choose_goal"), state.told, screen.me.seat, screen.me.host)
    heroes = {
        f"hero-{seat}": (people[seat], tuple(hero), seat == state.turn, seat in shown, seat in known, *common)
        for seat, hero in enumerate(sheets)
    }
    return {"tracks": track_looks(state, people)} | heroes


# The moves


def at_hero(_: Table, form: Any) -> Place:
    """Come back to the hero that was put right."""
    return "heroes_page", {}


def at_later(table: Table, form: Any) -> Place:
    """Come back to what is done after the encounter, or to the hero who did it."""
    return at_hands(table, form) if "on_heroes" in request.form else ("turn_page", {"doing": "later"})


def at_giving(table: Table, form: Any) -> Place:
    """Come back to the turn, or to the hero who gave."""
    return at_hands(table, form) if "on_heroes" in request.form else ("turn_page", {})


def at_hands(_: Table, form: Any) -> Place:
    """Come back to what a hero hands on or lays down."""
    return "heroes_page", {"doing": f"putting-{form.seat.data}"}


def learn(table: Table) -> None:
    """Note in the box the names that were typed in the last move, to be offered again."""
    names = box.names_in(table.entries[-1].events)
    if any(names.values()):
        box_store.change(lambda known: box.learn(known, names))


def price(table: Table) -> None:
    """Note in the box what the card of a treasure brought that was sold in the last move."""
    events = table.entries[-1].events
    if events:
        box_store.change(lambda known: box.sold(known, events))


TAPS = (
    Tap("house-rule", switch_rule, HouseRuleForm, at_rule),
    Tap("goal", setup.choose_goal, forms.GoalForm, "setup_page", for_seat="seat", private=True),
    Tap("roll-first", setup.roll_first, chance=True),
    Tap("first", setup.choose_first, forms.SeatForm, "setup_page"),
    Tap("skill", setup.pick_skill, forms.SkillForm, "setup_page", for_seat="seat"),
    Tap("draw-skills", setup.draw_skills, chance=True),
    Tap("hero", setup.choose_hero, forms.HeroForm, "setup_page", for_seat="seat", then=learn),
    Tap("begin", setup.begin),
    Tap("move", turn.move_hero, forms.MoveHeroForm, for_seat="seat"),
    Tap("card", turn.draw_card, forms.CardForm, for_seat="seat"),
    Tap("row", turn.roll_row, forms.DieForm, chance=True),
    Tap("number", turn.give_number, forms.NumberForm, chance=True),
    Tap("destiny", turn.roll_destiny, forms.FaceForm, chance=True),
    Tap("master", turn.use_master, forms.MasterForm),
    Tap("award", award.award, forms.AwardForm, for_seat="seat", then=learn),
    Tap("sell", after.sell, forms.SellForm, for_seat="seat", then=price),
    Tap("give", after.give, forms.GiveForm, at_giving, for_seat="seat"),
    Tap("keep-card", after.keep_card, forms.KeepForm, at_later, for_seat="seat", then=learn),
    Tap("play-card", after.play_card, forms.PlayCardForm, at_later, for_seat="seat", chance=True),
    Tap("quest", after.end_quest, forms.QuestForm, at_later, for_seat="seat", then=learn),
    Tap("marker", after.place_marker, forms.MarkerForm, at_later, for_seat="seat"),
    Tap("serve", after.name_master, forms.MasterNamedForm, at_later, for_seat="seat"),
    Tap("time", after.set_time, forms.TimeForm, "turn_page", host=True),
    Tap("line", after.tell_line, forms.LineForm, for_seat="seat"),
    Tap("correct", after.correct, forms.CorrectForm, at_hero, for_seat="seat", then=learn),
    Tap("end-turn", end.end_turn, forms.SeatForm, for_seat="seat"),
    Tap("declare", end.declare, forms.SeatForm, for_seat="seat", private=True),
    Tap("stop", end.stop, host=True),
)
bind(bp, TAPS)

fairness = Fairness(again, setup.say_word, end.show_goals, tell, snippet, TAPS, CHOICES)
check_by(bp, fairness)

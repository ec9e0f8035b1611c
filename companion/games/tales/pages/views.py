"""The pages of Tales, as a game goes through them, and its moves as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.tales.box import corrections, learned_store, store
from companion.games.tales.facts import LEVELS, SKILLS, STATUSES
from companion.games.tales.pages import address, forms
from companion.games.tales.play import award, end_of_turn, ending, steps, turn
from companion.games.tales.scoring.hero_sheet import Sheet, serves, sheet
from companion.games.tales.setup import setup
from companion.games.tales.state import TIMES, State, seen_by, time_of
from companion.games.tales.state.heroes import GENDERS, MARKERS, PLACES, Hero, same_space
from companion.games.tales.state.house_rules import HOUSE_RULES, switch_rule
from companion.games.tales.text.asked import asked
from companion.games.tales.text.describe import tell
from companion.games.tales.text.draw_replay import again, snippet
from companion.games.tales.text.legacy_arguments import CHOICES
from companion.games.tales.text.tale import Tracks, tracks
from companion.kit.fairness.page import Fairness, check_by
from companion.kit.forms import HouseRuleForm
from companion.kit.moves import HOST, OWN, May, Move, Place, register_moves
from companion.kit.new_table import Opening, open_by
from companion.kit.rules.book import at_rule, show_rules
from companion.language.texts import Text
from companion.table.log import Table
from companion.table.play import find_table
from companion.table.screen import Screen, load_screen
from companion.table.seating import seats
from companion.table.seating.seats import Seat
from companion.web import gettext, page, translate
from companion.web.forms import AnyForm, shown

bp = Blueprint("tales", __name__, url_prefix="/tales")

PAGES = (
    ("tales.setup_page", "setup", Text("Setup")),
    ("tales.turn_page", "scroll", Text("Turn")),
    ("tales.heroes_page", "crown", Text("Heroes")),
    ("tales.tale_page", "lamp", Text("Tale")),
)


People = tuple[tuple[str, str], ...]
"""The players' names and colours, by seat."""


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
    state: State = screen.table.work_out(visible, screen.private_seats)
    return page(
        template,
        screen=screen,
        state=state,
        names=screen.names,
        people=tuple(screen.people[: state.players]),
        players=screen.seats[: state.players],
        levels=LEVELS,
        skills=SKILLS,
        statuses=STATUSES,
        places=PLACES,
        genders=GENDERS,
        sheet=sheet,
        serves=serves,
        shared=shares(screen),
        **context,
    )


def shares(screen: Screen) -> bool:
    """Say whether this phone serves others than its own player, so that it shows what is secret only when asked."""
    players: int = screen.table.state.players
    return players > 1 and screen.private_seats & {*range(players)} != {screen.me.seat}


def filled(
    kind: type[AnyForm], screen: Screen, endpoint: str, fixed: Mapping[str, object] | None = None, **values: Any
) -> AnyForm:
    """Make the form of a move, with the hidden values that are `fixed`, and with what its fields hold."""
    return shown(kind, url_for(f"tales.{endpoint}", code=screen.code), fixed, **values)


def visible(table: Table, seats: frozenset[int]) -> State:
    """Leave out what a phone may not see that serves these seats."""
    return seen_by(table.state, seats)


# A new table


def new(names: Sequence[str]) -> dict[str, Any]:
    """Prepare the page for a new table."""
    chosen = len(names) if len(names) in forms.COUNTS else 4
    return {
        "counts": forms.COUNTS,
        "fields": {"count": chosen},
        "totals": forms.TOTALS,
        "decks": range(setup.MOST_DECKS + 1),
    }


def as_before(state: State) -> dict[str, Any]:
    """Read how a table was opened, for a rematch."""
    options = {"total": state.total, "one_status": state.one_status, "on_paper": state.on_paper, "decks": state.decks}
    return options | {"noted": store.find().noted}


def opened(form: forms.NewForm) -> dict[str, Any]:
    """Read how a game is to be played, with what the owner of the box has put right."""
    return form.choices | {"noted": store.find().noted}


NEW = Opening("open_game", setup.open_game, forms.NewForm, new, opened, again=as_before)
open_by(bp, NEW)
book = show_rules(bp, HOUSE_RULES, asked)


# Heroes


@bp.get("/<code>/heroes")
def heroes_page(code: str) -> ResponseReturnValue:
    """Show all heroes, and let the table put right what one has."""
    screen = load_screen(code)
    table, putting = screen.table, put_right(screen, request.args.get("doing", "").removeprefix("putting-"))
    return show(
        "tales/heroes/heroes.html",
        screen,
        tracks=table.work_out(all_tracks),
        sheets=table.work_out(all_sheets),
        known=table.work_out(taken_back),
        markers=MARKERS,
        times=TIMES,
        time=time_of(table.state),
        putting=putting,
        **(correcting(screen, putting.number) if putting else {}),
    )


def put_right(screen: Screen, wanted: str) -> Seat | None:
    """Find the seat that this phone asks to put right, by its number; None if it may not, or before the first turn."""
    state: State = screen.table.state
    mine = (seat for seat in screen.seats[: state.players] if screen.me.can_act_for(seat.number))
    return next((seat for seat in mine if str(seat.number) == wanted and state.turn is not None), None)


def correcting(screen: Screen, seat: int) -> dict[str, Any]:
    """Prepare the forms by which the table puts right what a hero has."""
    hero: Hero = screen.table.state.heroes[seat]
    known = {"destiny": hero.destiny, "story": hero.story, "trained": "talent"}
    known |= dict.fromkeys(("level", "gender", "skill", "status"))  # nothing is chosen yet
    return {
        "correct": filled(forms.CorrectForm, screen, "correct", {"seat": seat}, **known),
        "laying": filled(forms.MarkerForm, screen, "marker", {"seat": seat, "on_heroes": "y"}),
        "near": near(screen, seat),
        "options": _correctable(),
    }


def _correctable() -> dict[str, Any]:
    """List what the table can choose from where it puts a hero right."""
    return {
        "levels": forms.or_none(forms.options(LEVELS), gettext("as it is")),
        "genders": forms.or_none([(id, translate(label)) for id, label in GENDERS.items()], gettext("as it is")),
        "skills": forms.or_none(forms.options(SKILLS)),
        "statuses": forms.or_none(forms.options(STATUSES)),
    }


def near(screen: Screen, seat: int) -> list[Seat]:
    """List who stands in the same space as a hero."""
    state: State = screen.table.state
    place = state.heroes[seat].place
    others = (one for one in screen.seats[: state.players] if one.number != seat)
    return [one for one in others if same_space(state.heroes[one.number].place, place)]


def all_sheets(table: Table) -> list[Sheet]:
    """Write down what all see of each hero."""
    return [sheet(hero) for hero in table.state.heroes]


def all_tracks(table: Table) -> Tracks:
    """Prepare the tracks as one picture."""
    return tracks(table.state)


def taken_back(table: Table) -> tuple[int, ...]:
    """List the seats that declared and took it back: the table knows that their goals were met."""
    declared = [entry for entry in table.entries if entry.move == "declare" and entry not in table.moves]
    return tuple(sorted({entry.events[0].seat for entry in declared} - {*table.state.declared}))


# The moves


def at_hero(_: Table, form: Any) -> Place:
    """Come back to the hero that was put right."""
    return "heroes_page", {}


def at_later(table: Table, form: Any) -> Place:
    """Come back to what is done after the encounter, or to the hero who did it."""
    return at_hands(table, form) if "on_heroes" in request.form else doing("later", table)


def at_reward(table: Table, form: Any) -> Place:
    """Come to what is due once a quest is fulfilled, or back to what is done after the encounter."""
    return ("turn_page", {}) if form.done.data else doing("later", table)


def doing(step: str, table: Table) -> Place:
    """Open a step on the page of the turn."""
    return "turn_page", {"doing": step} | address.now_in(table)


def at_giving(table: Table, form: Any) -> Place:
    """Come back to the turn, or to the hero who gave."""
    return at_hands(table, form) if "on_heroes" in request.form else ("turn_page", {})


def at_hands(_: Table, form: Any) -> Place:
    """Come back to what a hero hands on or lays down."""
    return "heroes_page", {"doing": f"putting-{form.seat.data}"}


def learn(table: Table) -> None:
    """Note in the box the names that were typed in the last move, to be offered again."""
    names = corrections.names_in(table.entries[-1].events)
    if any(names.values()):
        store.change(lambda known: corrections.learn(known, names))


def price(table: Table) -> None:
    """Note in the box what the card of a treasure brought that was sold in the last move."""
    events = table.entries[-1].events
    if events:
        store.change(lambda known: corrections.sold(known, events))


def seat_for(code: str, form: Any) -> AbstractContextManager[None]:
    """Write down the seat of whoever joins, together with the move."""
    return seats.one_more(
        code, lambda: find_table(code).state.players - 1, name=form.name.data, colour=form.colour.data
    )


MOVES = (
    Move("switch_rule", switch_rule, HouseRuleForm, at_rule, path="house-rule"),
    Move(
        "choose_goal",
        setup.choose_goal,
        forms.GoalForm,
        "setup_page",
        may=May("seat", own_phone_only=True),
        path="goal",
    ),
    Move("roll_first", setup.roll_first),
    Move("choose_first", setup.choose_first, forms.SeatForm, "setup_page", path="first"),
    Move("pick_skill", setup.pick_skill, forms.SkillForm, "setup_page", may=OWN, path="skill"),
    Move("draw_skills", setup.draw_skills),
    Move("choose_hero", setup.choose_hero, forms.HeroForm, "setup_page", may=OWN, after_commit=learn, path="hero"),
    Move("begin", setup.begin),
    Move("join", setup.join, forms.JoinForm, "setup_page", may=HOST, context=seat_for),
    Move("move_hero", turn.move_hero, forms.MoveHeroForm, may=OWN, path="move"),
    Move("draw_card", turn.draw_card, forms.CardForm, may=OWN, path="card"),
    Move("roll_row", turn.roll_row, forms.DieForm, after_commit=learned_store.learn, path="row"),
    Move("give_number", turn.give_number, forms.NumberForm, after_commit=learned_store.learn, path="number"),
    Move(
        "tell_headings",
        turn.tell_headings,
        forms.HeadingsForm,
        may=May("seat", besides=steps.readers),
        after_commit=learned_store.learn,
        path="headings",
    ),
    Move("roll_destiny", turn.roll_destiny, forms.FaceForm, path="destiny"),
    Move("use_master", turn.use_master, forms.MasterForm, path="master"),
    Move("award", award.award, forms.AwardForm, may=May("seat", besides=steps.readers), after_commit=learn),
    Move("sell", end_of_turn.sell, forms.SellForm, may=OWN, after_commit=price),
    Move("give", end_of_turn.give, forms.GiveForm, at_giving, may=OWN),
    Move("keep_card", end_of_turn.keep_card, forms.KeepForm, at_later, may=OWN, after_commit=learn),
    Move("play_card", end_of_turn.play_card, forms.PlayCardForm, may=OWN),
    Move("end_quest", end_of_turn.end_quest, forms.QuestForm, at_reward, may=OWN, after_commit=learn, path="quest"),
    Move("place_marker", end_of_turn.place_marker, forms.MarkerForm, at_later, may=OWN, path="marker"),
    Move("name_master", end_of_turn.name_master, forms.MasterNamedForm, at_later, may=OWN, path="serve"),
    Move("set_time", end_of_turn.set_time, forms.TimeForm, "turn_page", may=HOST, path="time"),
    Move("tell_line", end_of_turn.tell_line, forms.LineForm, may=OWN, path="line"),
    Move("correct", end_of_turn.correct, forms.CorrectForm, at_hero, may=OWN, after_commit=learn),
    Move("end_turn", ending.end_turn, forms.SeatForm, may=OWN),
    Move("declare", ending.declare, forms.DeclareForm, may=May("seat", own_phone_only=True)),
    Move("stop", ending.stop, may=HOST),
)
register_moves(bp, MOVES)

fairness = Fairness(again, setup.say_word, ending.show_goals, tell, snippet, MOVES, CHOICES, told_as="show_goals")
check_by(bp, fairness)

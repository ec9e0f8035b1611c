"""The pages of Tales in the order of play, and its moves as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.games.tales import after, award, box, box_store, end, forms, setup, turn
from companion.games.tales.again import CHOICES, again, snippet
from companion.games.tales.encounter import paragraphs
from companion.games.tales.facts import BASICS, LEVELS, SKILLS, STATUSES
from companion.games.tales.hero import MASTER
from companion.games.tales.house import HOUSE_RULES, switch_rule
from companion.games.tales.state import (
    CARDS,
    GENDERS,
    MARKERS,
    PLACES,
    TIMES,
    Hero,
    State,
    held_skills,
    left_of,
    right_of,
    seen_by,
    time_of,
    usable,
)
from companion.games.tales.tale import tracks
from companion.games.tales.tell import FACES, tell
from companion.games.tales.wealth import TRACK, Rates
from companion.games.tales.words import Moment, lines
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
        levels=LEVELS,
        skills=SKILLS,
        statuses=STATUSES,
        places=PLACES,
        genders=GENDERS,
        time=TIMES[time_of(state)],
        held=held_skills,
        called=called,
        usable=usable,
        mine=sorted(screen.serves, key=lambda seat: seat != screen.me.seat),
        **context,
    )


def called(ids: Iterable[str], named: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """List ids of facts with what they are called, to be drawn once for all pages that offer them."""
    return tuple((id, named[id].label) for id in ids)


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


# The turn


@bp.get("/<code>/turn")
def turn_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, who reads what, and what this phone does in it."""
    screen = look(code)
    state: State = screen.table.state
    if state.turn is None:
        return show("tales/turn.html", screen, stamps={}, part=None)
    seat, doing = state.turn, request.args.get("doing", "")
    hero, may = state.heroes[seat], screen.me.may(seat)
    limit = turn.rates(state, hero)
    slowed = limit != turn.rates(state, hero, free=True) or "imprisoned" in hero.statuses
    return show(
        "tales/turn.html",
        screen,
        stamps=stamps(turn_parts(screen, hero, limit, slowed=slowed, doing=doing)),
        seat=seat,
        hero=hero,
        may=may,
        book=left_of(state, seat),
        matrix=right_of(state, seat),
        limit=limit,
        slowed=slowed,
        routes=turn.fullest(limit),
        doing=doing,
        reasons=turn.reasons(state, hero),
        moment=moment(state),
        reading=reading(hero),
        courts=turn.courts(hero),
        cards=CARDS,
        markers=MARKERS,
        faces=FACES,
        encounter=state.encounter,
        masters=turn.masters(hero),
        three=paragraphs(state.encounter.number) if state.encounter and state.encounter.number else (),
        track=TRACK,
        known=box_store.find,
        line=mine_line(screen),
        most_line=after.LONGEST_LINE,
        declares=screen.me.plays and seat in screen.serves and state.turn == seat and end.why_not(state, seat) is None,
    )


def moment(state: State) -> tuple[Text, ...]:
    """List what of the hero's statuses and skills matters now, and not before or after."""
    if state.turn is None:
        return ()
    hero, now = state.heroes[state.turn], state.encounter
    own = {*hero.statuses, *usable(hero)}
    if now is None:
        moments: tuple[Moment, ...] = ("after", "roll") if state.moved else ("move",)
    elif not now.number:
        moments = ("roll", "react")
    else:
        moments = ("read", "award") if now.paragraph else ("react",)
    return tuple(line for one in moments for line in lines(one, own, state.noted))


def reading(hero: Hero) -> list[tuple[Text, bool]]:
    """List the headings that a reader reads out for a hero, and which are Masters: what may be used, and has to be."""
    skills = [(Text(SKILLS[id].label), level == MASTER) for id, level in usable(hero).items()]
    statuses = [(Text(STATUSES[id].label), False) for id in hero.statuses]
    return [*skills, *statuses, *((Text("%(treasure)s", treasure=one), False) for one in hero.treasures)]


def turn_parts(screen: Screen, hero: Hero, limit: Rates, *, slowed: bool, doing: str) -> dict[str, object]:
    """List what decides how each part of the turn's page looks that is not sent again and again."""
    state: State = screen.table.state
    seat, has, matters = state.turn, (*hero.statuses, "", *hero.treasures), (moment(state), hero.treasures)
    may = screen.me.may(seat)
    later = (seat, hero.cards, hero.turns, hero.quest, hero.markers, has, screen.names)
    return {
        "matters": matters if any(matters) else None,
        "moving": (seat, limit, slowed, state.moved, "destination" in hero.markers)
        if may and (not state.moved or doing == "moving")
        else None,
        "giving": ((seat, [*hero.skills], has) if doing == "more" else "") if may else None,
        "naming": True if may and doing == "more" else None,
        "later": later if may and doing == "later" else None,
        "lining": (screen.me.seat, mine_line(screen), seat) if screen.me.plays else None,
    }


def mine_line(screen: Screen) -> str:
    """Find the line that this phone's player has added to the tale of this turn."""
    state: State = screen.table.state
    seat = screen.me.seat if screen.me.seat is not None else state.turn
    return state.lines.get(seat if seat is not None else 0, "")


# Heroes


@bp.get("/<code>/heroes")
def heroes_page(code: str) -> ResponseReturnValue:
    """Show all heroes, and let the table put right what one has."""
    screen = look(code)
    state = screen.table.state
    return show("tales/heroes.html", screen, markers=MARKERS, tracks=tracks(state), stamps=stamps(heroes_parts(screen)))


def heroes_parts(screen: Screen) -> dict[str, object]:
    """List what decides how the tracks and each hero look; of a goal only when it was set, and whether it is shown."""
    state: State = screen.table.state
    shown = seen_by(state, screen.serves).goals.keys()
    set_at = screen.last_seq("choose_goal")
    heroes = {
        f"hero-{seat}": (screen.people[seat], hero, seat == state.turn, seat in shown)
        for seat, hero in enumerate(state.heroes)
    }
    return {"tracks": (tracks(state), screen.people)} | {
        id: (*looks, set_at, state.told, screen.me.seat) for id, looks in heroes.items()
    }


# The moves


def at_hero(_: Table, form: Any) -> Place:
    """Come back to the hero that was put right."""
    return "heroes_page", {}


def at_later(_: Table, form: Any) -> Place:
    """Come back to what is done after the encounter."""
    return "turn_page", {"doing": "later"}


def learn(table: Table) -> None:
    """Note in the box the names that were typed in the last move, to be offered again."""
    names = box.names_in(table.entries[-1].events)
    if any(names.values()):
        box_store.change(lambda known: box.learn(known, names))


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
    Tap("sell", after.sell, forms.SellForm, for_seat="seat"),
    Tap("give", after.give, forms.GiveForm, for_seat="seat"),
    Tap("keep-card", after.keep_card, forms.KeepForm, at_later, for_seat="seat", then=learn),
    Tap("play-card", after.play_card, forms.PlayCardForm, at_later, for_seat="seat", chance=True),
    Tap("quest", after.end_quest, forms.QuestForm, at_later, for_seat="seat", then=learn),
    Tap("marker", after.place_marker, forms.MarkerForm, at_later, for_seat="seat"),
    Tap("line", after.tell_line, forms.LineForm, for_seat="seat"),
    Tap("correct", after.correct, forms.CorrectForm, at_hero, for_seat="seat", then=learn),
    Tap("end-turn", end.end_turn, forms.SeatForm, for_seat="seat"),
    Tap("declare", end.declare, forms.SeatForm, for_seat="seat", private=True),
    Tap("stop", end.stop, host=True),
)
bind(bp, TAPS)

fairness = Fairness(again, setup.say_word, end.show_goals, tell, snippet, TAPS, CHOICES)
check_by(bp, fairness)

"""The turn's page: whose turn it is, who reads what, and what this phone does in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.tales.box import store
from companion.games.tales.facts import BASICS, LEVELS, SKILLS, STATUSES
from companion.games.tales.facts.encounter import paragraphs
from companion.games.tales.facts.wealth import TRACK, Rates
from companion.games.tales.pages import forms
from companion.games.tales.pages.views import People, bp, filled, options, or_none, show, taken_back
from companion.games.tales.play import ending, turn
from companion.games.tales.play.status_hints import Moment, lines
from companion.games.tales.scoring.hero_sheet import headings, sheet
from companion.games.tales.state import CARDS, TIMES, Encounter, State, is_new, left_of, right_of, time_of
from companion.games.tales.state.heroes import MARKERS, PLACES, Hero, usable
from companion.language.texts import Text
from companion.table.log import Table
from companion.table.screen import Screen, load_screen
from companion.web import gettext
from companion.web.pages import tapped

FORMS = ("again", "later", "more", "moving")
"""The forms of a turn that come when they are asked for."""
READING = ("end_turn", "give_number", "roll_destiny", "use_master")
"""The moves after which a paragraph is to be read, or none."""
NAMING = ("more", "later")
"""Those in which names are typed that were typed before at other tables."""


@bp.get("/<code>/turn")
def turn_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, who reads what, and what this phone does in it."""
    screen = load_screen(code)
    if screen.table.state.turn is None:
        return show("tales/turn/turn.html", screen)
    declaring = declared(screen)
    response = show("tales/turn/turn.html", screen, markers=MARKERS, **declaring, **in_turn(screen))
    if declaring["awarded"] and tapped():  # that an award meets the goal is told only to a phone that serves the seat
        response.headers["Outcome"] = "declare"
    return response


def in_turn(screen: Screen) -> dict[str, Any]:
    """Prepare what a phone is shown of a turn, and the forms that it fills in."""
    asked, me = request.args.get("doing", ""), screen.me
    may = me.can_act_for(screen.table.state.turn)
    doing = asked if asked in FORMS and (may or asked == "again") else ""
    prepared = screen.table.work_out(for_phone, tuple(screen.people), (me.seat, me.host, doing))
    return {
        **prepared,
        **(to_fill(screen, prepared, doing) if prepared["plays"] else {}),
        "doing": doing,
        "new": any(one in screen.private_seats for one in prepared["unready"]),
        "known": known() if doing in NAMING else None,
    }


def declared(screen: Screen) -> dict[str, bool]:
    """Say whether this phone may declare victory for the seat whose turn it is, and whether its award led there."""
    table, did = screen.table, screen.own_last
    declares = screen.me.plays and table.state.turn in screen.private_seats and table.work_out(may_declare)
    awarded = declares and did is not None and did.move == "award" and did in table.moves
    return {"declares": declares, "awarded": awarded}


def for_phone(table: Table, people: People, who: tuple[int | None, bool, str]) -> dict[str, Any]:
    """Prepare the page of a phone: `who` is its seat, whether it is a host, and which form was opened on it."""
    seat, host, doing = who
    state: State = table.state
    plays, may = host or seat is not None, host or seat == state.turn
    parts = {**table.work_out(for_all), **told_to(table, people, seat), "plays": plays, "may": may}
    parts["rolls"] = rolling(state, doing)
    parts["steps"] = shown_steps(state, parts, doing) if plays else ""
    parts["matters"] = parts["matters"] if any(parts["matters"].values()) else None
    parts["met"] = parts["met"] if any(parts["met"].values()) else None
    parts["choosing"] = plays and may and not state.moved
    parts["mastering"] = plays and parts["rolls"] and bool(parts["encounter"].number and parts["masters"])
    return parts


def to_fill(screen: Screen, prepared: Mapping[str, Any], doing: str) -> dict[str, Any]:
    """Make the forms of a turn that are filled in: those of its steps, and those that were asked for."""
    state: State = screen.table.state
    seat, me = prepared["seat"], screen.me.seat if screen.me.seat is not None else prepared["seat"]
    made: dict[str, Any] = {
        "award": filled(forms.AwardForm, screen, "award", {"seat": seat}, limit=None, gone=None),
        "numbering": filled(forms.NumberForm, screen, "number", matrix=None),
        "matrices": or_none([(matrix, matrix) for matrix in BASICS.matrices]),
        "telling": filled(forms.LineForm, screen, "line", {"seat": me}, line=state.lines.get(me, "")),
    }
    if state.moved and doing == "moving":
        made["carrying"] = filled(forms.MoveHeroForm, screen, "move", {"seat": seat, "carried": "y"})
    if "carrying" not in made or not made["carrying"].refused:  # both go to one address
        made["moving"] = filled(forms.MoveHeroForm, screen, "move", {"seat": seat})
    if prepared["mastering"]:
        made["mastery"] = filled(forms.MasterForm, screen, "master", skill=prepared["masters"][0])
        made["mastered"] = options(SKILLS, prepared["masters"])
    if doing == "more":
        made["options"] = to_award(prepared["hero"])
    if doing == "later":
        made |= afterwards(screen, seat, prepared["hero"])
    return made


def to_award(hero: Hero) -> dict[str, list[tuple[str, str]]]:
    """List what an award may name."""
    return {
        "levels": or_none(options(LEVELS), gettext("no limit")),
        "skills": or_none(options(SKILLS)),
        "statuses": or_none(options(STATUSES)),
        "own_skills": or_none(options(SKILLS, hero.skills)),
        "own_statuses": or_none(options(STATUSES, hero.statuses)),
        "treasures": or_none([(treasure, treasure) for treasure in hero.treasures]),
    }


class Sale(NamedTuple):
    """The form of a sale, by how many levels it may be, and up to which."""

    form: forms.SellForm
    levels: range
    limits: list[tuple[str, str]]


def afterwards(screen: Screen, seat: int, hero: Hero) -> dict[str, Any]:
    """Make the forms of what is done after the encounter."""
    sales = store.find().sales
    return {
        "keeping": filled(forms.KeepForm, screen, "keep_card", {"seat": seat}),
        "questing": filled(forms.QuestForm, screen, "quest", {"seat": seat}),
        "laying": filled(forms.MarkerForm, screen, "marker", {"seat": seat}),
        "selling": [(treasure, selling(screen, seat, treasure, sales.get(treasure))) for treasure in hero.treasures],
    }


def selling(screen: Screen, seat: int, treasure: str, known: tuple[int, str] | None) -> Sale:
    """Make the form of a treasure's sale: as its card is `known`, else it is left open how far it goes."""
    brings, most = known or (1, None)
    fixed = {"seat": seat, "treasure": treasure}
    form = filled(forms.SellForm, screen, "sell", fixed, by=brings, limit=most)
    limits = options(LEVELS, TRACK[1:])
    return Sale(form, range(1, max(3, brings) + 1), limits if most else or_none(limits))


def for_all(table: Table) -> dict[str, Any]:
    """Prepare what is the same for all phones."""
    state: State = table.state
    seat, now = state.turn or 0, state.encounter or Encounter()
    hero, limit = state.heroes[seat], turn.rates(state, state.heroes[seat])
    return {
        "seat": seat,
        "hero": hero,
        "limit": limit,
        "encounter": now,
        "now": sheet(hero),
        "met": met(state),
        "matters": matter(table),
        "going": ways(state, limit),
        "drew": state.drawn_card or hero.place.kind == "power",
        "cards": tuple(CARDS.items()),
        "masters": turn.masters(hero),
        "three": paragraphs(now.number) if now.number else (),
        "unready": [one for one in state.later if is_unready(state, one)],
        "barred": lines("declare", hero.statuses, state.noted),
        "cures": lines("cure", hero.statuses, state.noted),
    }


def may_declare(table: Table) -> bool:
    """Say whether the hero on the move may declare, if nobody notices a status: a secret of its seat."""
    return ending.why_not(table.state, table.state.turn, override=True) is None


def told_to(table: Table, people: People, me: int | None) -> dict[str, Any]:
    """Prepare what the phone on the seat `me` tells: whose turn it is, who reads what, and which paragraph."""
    now: Encounter | None = table.state.encounter
    return {
        "whose": whose(table, people, me),
        "readers": readers(table.state, people, me),
        "reading": reading(table.state, people, me, now.paragraph) if now and now.paragraph else None,
    }


def whose(table: Table, people: People, me: int | None) -> dict[str, Any]:
    """Prepare whose turn it is."""
    state: State = table.state
    name, colour = people[state.turn or 0]
    return {
        "name": name,
        "colour": colour,
        "own": me == state.turn,
        "time": TIMES[time_of(state)],
        "deck": state.deck,
        "through": turn.is_through(state),
        "last": len(state.last),
        "declared": tuple(people[one][0] for one in state.declared),
        "known": tuple(people[one][0] for one in taken_back(table)),
    }


def readers(state: State, people: People, me: int | None) -> dict[str, Any]:
    """Prepare who reads what for the hero on the move."""
    seat = state.turn or 0
    book, matrix = left_of(state, seat), right_of(state, seat)
    reader = "both" if book == matrix else "book" if me == book else "matrix"
    mine = reader if me in (book, matrix) and me != seat else ""
    return {"reads": mine, "name": people[seat][0], "book": people[book][0], "matrix": people[matrix][0]}


def reading(state: State, people: People, me: int | None, paragraph: int) -> dict[str, Any]:
    """Prepare the paragraph to read, and the headings below it: what may be used, and what has to be."""
    seat = state.turn or 0
    book, hero = left_of(state, seat), state.heroes[seat]
    master = state.encounter.master if state.encounter else ""
    return {
        "own": me == book,
        "reader": people[book][0],
        "name": people[seat][0],
        "paragraph": paragraph,
        "headings": headings(hero, master),
        "treasures": () if master else hero.treasures,
    }


def matter(table: Table) -> dict[str, Any]:
    """Prepare what of the hero's statuses, skills and treasures matters now; the headings name treasures as well."""
    state: State = table.state
    reading = state.encounter is not None and state.encounter.paragraph
    treasures = () if reading else state.heroes[state.turn or 0].treasures
    return {"moment": moment(state, awarded=is_awarded(table)), "treasures": treasures}


def is_awarded(table: Table) -> bool:
    """Say whether the paragraph that was read has had its award."""
    since = takewhile(lambda entry: entry.move not in READING, reversed(table.moves))
    return any(entry.move == "award" for entry in since)


def moment(state: State, *, awarded: bool) -> tuple[Text, ...]:
    """List what of the hero's statuses and skills matters now, and not before or after."""
    if state.turn is None:
        return ()
    hero, now = state.heroes[state.turn], state.encounter
    own = {*hero.statuses, *usable(hero)}
    moments: tuple[Moment, ...]
    if now is None:
        moments = ("after", "roll") if state.moved else ("move",)
    elif not now.number:
        moments = ("roll", "react")
    elif not now.paragraph:
        moments = ("react",)
    else:
        moments = ("after",) if awarded else ("read", "award")
    return tuple(line for one in moments for line in lines(one, own, state.noted))


def ways(state: State, limit: Rates) -> dict[str, Any]:
    """Prepare where the hero may go, and from which rates on if others count: what changes them stands above."""
    hero = state.heroes[state.turn or 0]
    base, *slowed = turn.reasons(state, hero)
    land, sea = limit
    routes = turn.fullest(limit)
    return {
        "words": Text("Move: %(land)s land, %(sea)s sea, %(most)s in all", land=land, sea=sea, most=max(limit)),
        "base": base if slowed else None,
        "routes": ("", *routes) if routes else (),
        "places": tuple(PLACES.items()),
        "power": "destination" in hero.markers,
    }


def met(state: State) -> dict[str, Any]:
    """Prepare what is known of the encounter."""
    hero, now = state.heroes[state.turn or 0], state.encounter or Encounter()
    return {
        "card": CARDS.get(now.card),
        "time": TIMES[time_of(state)] if now.card == "character" else None,
        "row": now.row,
        "die": now.die,
        "space": now.space,
        "bonus": now.bonus,
        "matrix": now.matrix,
        "number": now.number,
        "courts": turn.courts(hero),
    }


def rolling(state: State, doing: str) -> bool:
    """Say whether row, number and die stand on the page, or come when they are asked for: nobody rolls twice a turn."""
    now = state.encounter
    begun = now or state.heroes[state.turn or 0].place.kind == "power"
    return doing == "again" or bool(begun and not (now and now.paragraph))


def shown_steps(state: State, parts: Mapping[str, Any], doing: str) -> str:
    """Name the steps whose forms are shown, as classes: a page has them all, so that none comes with a turn."""
    may, rolls = parts["may"], parts["rolls"]
    steps = {
        "moves": may and not state.moved,
        "power": parts["going"]["power"],
        "draws": may and not parts["drew"],
        "rolls": rolls,
        "rowed": parts["encounter"].row,
        "at-once": not parts["masters"] and not parts["encounter"].number,
        "dies": parts["encounter"].number,
        "gives": may,
        "on": may and state.moved and doing not in ("moving", "later"),
        "after": may and doing != "later",
    }
    return "".join(f" {step}" for step, shown in steps.items() if shown)


def known() -> dict[str, Any]:
    """Look up the names that were typed before at any table."""
    box = store.find()
    return {"treasures": box.treasures, "quests": box.quests, "cities": box.cities}


def is_unready(state: State, seat: int) -> bool:
    """Say whether who joined later still has to set a goal or to pick skills."""
    goal = state.on_paper or seat in state.goals
    return is_new(state, seat) and not (goal and len(state.heroes[seat].skills) >= BASICS.skills)

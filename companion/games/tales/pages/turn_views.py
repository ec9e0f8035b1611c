"""The turn's page: whose turn it is, who reads what, and the step that this phone does in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion.games.tales.facts import BASICS, STATUSES, events as ev
from companion.games.tales.facts.encounter import paragraphs
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.wealth import Rates
from companion.games.tales.pages import address, forms, turn_forms
from companion.games.tales.pages.own_phone import declared, readers, reading, serving
from companion.games.tales.pages.views import People, bp, show, taken_back
from companion.games.tales.play import ending, steps, turn
from companion.games.tales.play.status_hints import at_home, lines
from companion.games.tales.scoring.hero_sheet import sheet
from companion.games.tales.state import (
    CARDS,
    TIMES,
    Encounter,
    State,
    has_met,
    is_new,
    time_of,
)
from companion.games.tales.state.heroes import PLACES, Hero, is_for, usable
from companion.games.tales.text.describe import tell
from companion.language.texts import Text, with_sign
from companion.table.log import Entry, Table
from companion.table.screen import Screen, load_screen
from companion.table.views import keep_setting
from companion.web.forms import checked
from companion.web.pages import asked, tapped

EXPLAIN = "explain"
"""The cookie of a phone on which each step says why it is."""
HEADINGS = "headings"
OF_AWARD = ("more", HEADINGS)
"""The award in full, and what its paragraph offers, which come when they are asked for."""
OF_TURN = (steps.MOVE, steps.CARD, steps.CITY, steps.LATER)
"""The steps that only the player on the move may make, or a host."""


@bp.get("/<code>/turn")
def turn_page(code: str) -> ResponseReturnValue:
    """Show whose turn it is, who reads what, and the step that is due."""
    screen = load_screen(code)
    if screen.table.state.turn is None:
        return show("tales/turn/turn.html", screen)
    declaring = declared(screen)
    response = show("tales/turn/turn.html", screen, explain=EXPLAIN in request.cookies, **declaring, **in_turn(screen))
    if declaring["awarded"] and tapped():  # that an award meets the goal is told only to a phone that serves the seat
        response.headers["Outcome"] = "declare"
    if tapped():  # nor is the address of a form that was sent the one of what comes next
        response.headers["HX-Replace-Url"] = asked()
    return response


@bp.post("/explain")
def explain() -> ResponseReturnValue:
    """Say on this phone why each step is, or no more, and come back."""
    return keep_setting(EXPLAIN, "1" if checked(forms.ExplainForm).explain.data else "")


def in_turn(screen: Screen) -> dict[str, Any]:
    """Prepare what a phone is shown of a turn, and the forms that it fills in."""
    me, phones = screen.me, frozenset(seat.number for seat in screen.seats if seat.taken)
    who = (me.seat, me.host, address.opened(screen.table))
    prepared = screen.table.work_out(for_phone, tuple(screen.people), phones, who)
    return {
        **prepared,
        "at": address.now_in(screen.table),
        **(turn_forms.to_fill(screen, prepared) if prepared["plays"] else {}),
        "new": any(one in screen.private_seats for one in prepared["unready"]),
        "known": turn_forms.known(prepared["step"]) if prepared["mine"] else None,
    }


def for_phone(
    table: Table, people: People, phones: frozenset[int], who: tuple[int | None, bool, str]
) -> dict[str, Any]:
    """Prepare the page of a phone: `who` is its seat, whether it is a host, and which form was opened on it."""
    seat, host, doing = who
    state: State = table.state
    parts = {**table.work_out(for_all), **told_to(table, people, seat, serving(state, phones, seat, host=host))}
    plays, may = host or seat is not None, host or seat == state.turn
    due = parts["due"]
    wanted = doing if doing in (*steps.STEPS, *OF_AWARD) and allowed(state, doing, seat, host=host) else ""
    shown = wanted or due
    step = steps.AWARD if shown in OF_AWARD else shown
    mine = bool(wanted) or (plays and does(state, step, seat, phones, host=host, source=parts["source"]))
    return {
        **parts,
        "plays": plays,
        "may": may,
        "step": shown,
        "mine": mine,
        "other_order": bool(wanted),
        "whole": shown in OF_AWARD,
        "matters": None if shown == HEADINGS else matter(table, people, step, seat, parts["source"]),
        "why": steps.WHY[step],
        "waits": waits(state, people, due, seat, parts["source"]),
        "takes_over": plays and allowed(state, due, seat, host=host),
        "doer": people[steps.doer(state, step, parts["source"])][0],
        "done": done(table, people, due, (seat, host)),
        "ahead": [steps.LABELS[one] for one in steps.ahead(state, due)],
        "others": [
            (one, steps.LABELS[one])
            for one in steps.others(state, due if not mine else step)
            if allowed(state, one, seat, host=host)
        ],
    }


def allowed(state: State, step: str, seat: int | None, *, host: bool) -> bool:
    """Say whether a phone may make a step, whose turn it ever is."""
    if step in OF_TURN:
        return host or seat == state.turn
    if step in (steps.AWARD, *OF_AWARD):
        return host or seat == state.turn or seat in steps.readers(state)
    return host or seat is not None


def does(
    state: State, step: str, seat: int | None, phones: frozenset[int], *, host: bool, source: Event | None
) -> bool:
    """Say whether a step stands on a phone: the one that serves its doer."""
    return steps.doer(state, step, source) in serving(state, phones, seat, host=host)


WAITS = {
    steps.MOVE: Text("%(name)s says where the hero goes."),
    steps.CARD: Text("%(name)s draws a card."),
    steps.ROW: Text("%(name)s finds out where the card leads."),
    steps.NUMBER: Text("%(doer)s finds %(name)s's reaction in the matrix."),
    steps.MASTER: Text("%(doer)s looks through all three paragraphs for %(name)s's Master skills."),
    steps.DESTINY: Text("%(name)s rolls the destiny die."),
    steps.AWARD: Text("%(doer)s reads the paragraph and enters the award."),
    steps.CITY: Text("%(name)s reads line %(die)s of the card."),
    steps.LATER: Text("%(name)s ends the turn."),
}
"""What a phone says while another one does a step."""
OWN_WAITS = {
    steps.NUMBER: Text("Say how you react. %(doer)s finds the number in the matrix."),
    steps.MASTER: Text("%(doer)s looks through all three paragraphs for your Master skills."),
    steps.AWARD: Text("Listen, and choose one heading or none. %(doer)s enters the award."),
}
"""What that of the player on the move says."""
BY_BOARD = Text("%(name)s finds out where the board leads.")
BY_MASTER = Text("%(doer)s reads out what your Master skill gets you, and enters it.")


def waits(state: State, people: People, step: str, seat: int | None, source: Event | None) -> Text:
    """Say what another phone does meanwhile."""
    said = OWN_WAITS.get(step, WAITS[step]) if seat == state.turn else WAITS[step]
    if isinstance(source, ev.QuestEnded):
        said = Text("%(name)s enters the quest's reward.")
    elif step == steps.ROW and state.heroes[state.turn or 0].place.kind == "power":
        said = BY_BOARD
    elif step == steps.AWARD and seat == state.turn and state.encounter and state.encounter.master:
        said = BY_MASTER
    line = {"die": source.die} if isinstance(source, ev.CityCardPlayed) else {}
    return Text(said.message, name=people[state.turn or 0][0], doer=people[steps.doer(state, step)][0], **line)


def done(table: Table, people: People, due: str, who: tuple[int | None, bool]) -> list[dict[str, Any]]:
    """Prepare the lines of the steps that were made, each with what was said in the log, and whether it can go back."""
    seat, host = who
    names = [name for name, _ in people]
    return [
        {
            "step": one.step,
            "brief": brief(one, names),
            "lines": tuple(tell(event, names) for event in one.events),
            "seq": one.seq,
            "back": host or (seat is not None and seat == one.seat),
        }
        for one in steps.done(table.moves, due)
    ]


def brief(one: steps.Done, names: Sequence[str]) -> Text:
    """Say in a few words what a step did."""
    if one.step == steps.AWARD and len(one.events) > 1:
        return Text("Award")
    match one.events[-1]:
        case ev.HeroMoved(_, _, kind, number, place):
            where = Text("%(place)s", place=place) if place else PLACES[kind]
            return Text("%(place)s (%(number)s)", place=where, number=number) if number else where
        case ev.CardDrawn(_, card):
            return CARDS[card]
        case ev.RowRolled(row=row):
            return Text("Row %(number)s", number=row)
        case ev.NumberGiven(_, number, matrix, straight):
            if straight:
                return Text("Paragraph %(paragraph)s", paragraph=number)
            return Text("%(matrix)s: %(number)s", matrix=matrix or Text("Matrix"), number=number)
        case ev.DestinyRolled(_, _, paragraph) | ev.MasterUsed(_, _, paragraph):
            return Text("Paragraph %(paragraph)s", paragraph=paragraph)
        case ev.CityCardPlayed(_, card, die):
            return Text("%(card)s: die %(die)s", card=card, die=die)
        case ev.PointsChanged(_, destiny, story):
            return points(destiny, story)
    return tell(one.events[-1], names)


def points(destiny: int, story: int) -> Text:
    """Say in a few words how points changed."""
    if not (destiny or story):
        return Text("No change")
    if not story:
        return Text("D%(destiny)s", destiny=with_sign(destiny))
    if not destiny:
        return Text("S%(story)s", story=with_sign(story))
    return Text("D%(destiny)s S%(story)s", destiny=with_sign(destiny), story=with_sign(story))


def for_all(table: Table) -> dict[str, Any]:
    """Prepare what is the same for all phones."""
    state: State = table.state
    seat, now = state.turn or 0, state.encounter or Encounter()
    hero, limit = state.heroes[seat], turn.rates(state, state.heroes[seat])
    owed = steps.owed(table.moves)
    source = owed.source
    return {
        "seat": seat,
        "hero": hero,
        "limit": limit,
        "encounter": now,
        "now": sheet(hero),
        "source": source,
        "played": source if isinstance(source, ev.CityCardPlayed) else None,
        "due": steps.due(state, awarded=owed.awarded, source=source, over=owed.over),
        "met": met(state),
        "going": ways(state, limit),
        "cards": tuple(CARDS.items()),
        "has_masters": bool(turn.masters(hero)),
        "three": paragraphs(now.number) if now.number else (),
        "unready": [one for one in state.later if is_unready(state, one)],
        "barred": [Text(STATUSES[one].label) for one in ending.barring(state, seat)],
        "carried_to": carried_to(state, table.moves),
        "looks": tuple((sheet(one), effects(state, one)) for one in state.heroes),
    }


def carried_to(state: State, moves: Sequence[Entry]) -> Text | None:
    """Say where a treasure carried the hero that may still walk on; None if none did."""
    moved = (event for entry in steps.of_turn(moves) for event in entry.events if isinstance(event, ev.HeroMoved))
    last = None if state.moved or has_met(state) else next(moved, None)
    if last is None:
        return None
    return Text("%(place)s", place=last.place) if last.place else PLACES[last.kind]


def told_to(table: Table, people: People, me: int | None, served: frozenset[int]) -> dict[str, Any]:
    """Prepare what the phone on the seat `me` tells: whose turn it is, who reads what, and which paragraph."""
    return {
        "whose": whose(table, people, me),
        "readers": readers(table.state, people, me, served),
        "reading": reading(table.state, people, me, served, steps.reading(table.state, table.moves)),
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


def matter(
    table: Table, people: People, step: str, seat: int | None, source: steps.Source | None
) -> dict[str, Any] | None:
    """Prepare what of the hero's statuses, skills, treasures and city cards matters at a step; None if nothing does.

    On another player's phone that begins with whom it is `of`.
    """
    state: State = table.state
    hero = state.heroes[state.turn or 0]
    own = {*hero.statuses, *usable(hero)}
    moments = [one for one in steps.MOMENTS.get(step, ()) if one != "read" or source is None]
    said = [line for one in moments for line in lines(one, own, state.noted)]
    if step in (steps.MOVE, steps.LATER):
        said += at_home("move" if step == steps.MOVE else "after", hero)
        said += [
            Text("City card: you may play %(card)s here after your encounter.", card=card)
            for card, kept in hero.cards.items()
            if is_for(card, hero.place) and may_play(state, hero, kept)
        ]
    if step == steps.LATER and (story := steps.skill_owed(state, table.moves)):
        said.append(Text("Story %(story)s gives you a skill: choose it, and add it as an award.", story=story))
    treasures = hero.treasures if step == steps.MOVE else ()
    of = people[state.turn or 0][0] if seat not in (None, state.turn) else ""
    return {"of": of, "moment": tuple(said), "treasures": treasures} if said or treasures else None


def may_play(state: State, hero: Hero, kept: int) -> bool:
    """Say whether a hero may play a city card in this turn that was kept in one of its own."""
    return kept != hero.turns and not state.played and "imprisoned" not in hero.statuses


def effects(state: State, hero: Hero) -> tuple[tuple[str, str], ...]:
    """List a hero's statuses with what each does, unless the owner of the box has put that right."""
    told = ((STATUSES[id], id in state.noted.statuses) for id in hero.statuses)
    return tuple((status.label, "" if corrected else status.text) for status, corrected in told)


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
        "walks": tuple(turn.walks(hero)),
    }


def met(state: State) -> dict[str, Any]:
    """Prepare what is known of the encounter where its number is looked up."""
    hero, now = state.heroes[state.turn or 0], state.encounter or Encounter()
    return {
        "row": now.row,
        "die": now.die,
        "space": now.space,
        "bonus": now.bonus,
        "courts": turn.courts(hero),
    }


def is_unready(state: State, seat: int) -> bool:
    """Say whether who joined later still has to set a goal or to pick skills."""
    goal = state.on_paper or seat in state.goals
    return is_new(state, seat) and not (goal and len(state.heroes[seat].skills) >= BASICS.skills)

"""The turn: how far, where to, the card, the row, the paragraph. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from companion.games.tales.facts import BASICS, DECKS, SKILLS, STATUSES, events as ev, wealth
from companion.games.tales.facts.encounter import paragraphs
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.headings import OFFERED
from companion.games.tales.facts.hero import MASTER
from companion.games.tales.facts.wealth import Rates
from companion.games.tales.play.award import settled
from companion.games.tales.play.status_hints import slows
from companion.games.tales.setup import draws
from companion.games.tales.setup.setup import named
from companion.games.tales.state import CARDS, Encounter, State, evolve, has_met
from companion.games.tales.state.box_overrides import level_of, statuses_of
from companion.games.tales.state.heroes import (
    GENDERS,
    MOST_NUMBER,
    PLACES,
    Hero,
    Place,
    held_skills,
    same_space,
    usable,
)
from companion.games.tales.state.house_rules import NO_FLOOR
from companion.language.texts import Text, listed
from companion.table.log import Refusal

STANDS = Text("Allow anyway")
"""What a refusal offers that people may overrule, as where nobody noticed a status (rules, Statuses)."""
BOUND = ("imprisoned", "lost")
"""The statuses that end when their hero is carried elsewhere (FAQ, Magical movement)."""
LONGEST_WORD = 40
WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-]){0,19}(?: (?:[^\W\d_]|['’-]){1,19})?")
"""An adjective or a reaction of the matrix: one word or two."""
KEPT, ENDED = "stay", "end"
"""What people say of these where both could be meant."""


def require_turn(state: State, seat: int | None = None) -> int:
    """Get the seat whose turn it is; raise Refusal before and after the game, or if a `seat` is named and another's."""
    if state.winners is not None:
        raise Refusal("This game is over. To play on, undo what ended it.")
    if state.turn is None:
        raise Refusal("The game hasn't begun. Begin it first.")
    if seat not in (None, state.turn):
        raise Refusal("It is another player's turn now.")
    return state.turn


def require_met(state: State, *, early: bool | None) -> None:
    """Refuse what comes after the encounter before there was any, unless the table wants it so `early`.

    None is what logs hold of the time when nobody asked.
    """
    if early is False and not has_met(state):
        raise Refusal("No encounter yet: draw a card first.").unless("early", STANDS)


# Moving


def rates(state: State, hero: Hero, *, free: bool = False) -> Rates:
    """Compute how far a hero may go in a turn; `free` leaves out what statuses do."""
    return wealth.rates_of(
        level_of(state.noted, hero.wealth),
        [] if free else statuses_of(state.noted, hero.statuses),
        seamanship="seamanship" in usable(hero),
        least=0 if NO_FLOOR in state.rules_on else 1,
    )


def reasons(state: State, hero: Hero) -> tuple[Text, ...]:
    """Say what a hero's rates come from, in the order in which it counts (FAQ, Movement)."""
    level = level_of(state.noted, hero.wealth)
    said = [
        Text("%(level)s: %(land)s by land, %(sea)s by sea", level=Text(level.label), land=level.land, sea=level.sea)
    ]
    if "seamanship" in usable(hero):
        said.append(Text("Seamanship: at least %(paths)s by sea", paths=BASICS.seamanship))
    for status in statuses_of(state.noted, hero.statuses):
        said += slows(status)
    return tuple(said)


def courts(hero: Hero) -> str:
    """Find whom a hero may court: the other gender, turned by Sex-Changed; "" if nobody, or if none is known."""
    if not hero.gender or "beast_form" in hero.statuses:
        return ""
    turned = "sex_changed" in hero.statuses
    return next(one for one in GENDERS if (one == hero.gender) == turned)


def fullest(limit: Rates) -> tuple[str, ...]:
    """List the longest routes by land and sea, in none of which another path could be added."""
    mixes = [(land, min(limit.sea, max(limit) - land)) for land in range(limit.land, -1, -1)]
    best = [
        one
        for one in mixes
        if not any(other != one and min(other[0] - one[0], other[1] - one[1]) >= 0 for other in mixes)
    ]
    return tuple("L" * land + "S" * sea for land, sea in best if land + sea)


def move_hero(
    state: State,
    *,
    seat: int | None = None,
    kind: str,
    route: str = "",
    number: int = 0,
    place: str = "",
    carried: bool = False,
    bound: str | None = None,
    by_marker: bool | None = None,
    override: bool = False,
) -> list[Event]:
    """Go to a space, or be `carried` there; `override` lets a move stand that a status forbids, as nobody noticed.

    `bound` says whether Imprisoned and Lost stay or end when their hero is carried; if it is empty, what this encounter
    gave stays. None is what logs hold of the time when all of them ended. With `by_marker`, the Place of Power that one
    walks to is called as its marker is; None is what logs hold of the time when it kept no name.
    """
    seat = require_turn(state, seat)
    hero = state.heroes[seat]
    there = _place(kind, number, place)
    if not carried:
        _require_path(state, hero, there, route, override=override)
        if by_marker and there.kind == "power":  # the only one that may be entered is where the marker lies
            there = Place(there.kind, there.number, hero.markers["destination"])
    events: list[Event] = [ev.HeroMoved(seat, route, there.kind, there.number, there.name, carried, override)]
    marked = hero.markers.get("destination")
    elsewhere = carried and place and marked and place.casefold() != marked.casefold()
    if kind == "power" and marked and not elsewhere:
        events.append(ev.MarkerRemoved(seat, "destination"))
    if carried:
        events += [ev.StatusLost(seat, status) for status in _freed(state, hero, bound)]
    return settled(state, seat, events)


def _freed(state: State, hero: Hero, bound: str | None) -> list[str]:
    """List the statuses that end when a hero is carried: an award and its free move are one thing."""
    held = [status for status in BOUND if status in hero.statuses]
    if bound in (None, ENDED, KEPT):
        return [] if bound == KEPT else held
    old = [status for status in held if status not in state.fresh]
    for status in old:
        if status in state.earlier:
            label = Text(STATUSES[status].label)
            raise Refusal("%(status)s is new this turn: does it stay, or end here?", status=label).about("bound")
    return old


def _place(kind: str, number: int, place: str) -> Place:
    if kind not in PLACES:
        raise Refusal("Say where you are.").about("kind")
    if not 0 <= number <= MOST_NUMBER or len(place) > 40:
        raise Refusal("Enter the number printed in the space's icon.").about("number")
    return Place(kind, 0 if kind == "baghdad" else number, place)


def _require_path(state: State, hero: Hero, there: Place, route: str, *, override: bool) -> None:
    """Refuse a way that a hero cannot go; one that only a status forbids may stand (rules, Statuses)."""
    if state.moved:
        raise Refusal("You have already moved this turn. If the encounter carried you on, say so.")
    if there.kind == "power":
        _require_marker(hero, there)
    free, limit = rates(state, hero, free=True), rates(state, hero)
    if "imprisoned" in hero.statuses and not same_space(there, hero.place) and not override:
        raise Refusal("Imprisoned: you stay where you are.").unless("stands", STANDS)
    if wealth.legal_route(free if override else limit, route):
        return
    refusal = Refusal(
        "That is too far: %(land)s by land, %(sea)s by sea, %(most)s in all.%(why)s",
        land=limit.land,
        sea=limit.sea,
        most=max(limit),
        why=_slowed(state, hero),
    )
    raise refusal.unless("stands", STANDS) if wealth.legal_route(free, route) else refusal.about("route")


def _require_marker(hero: Hero, there: Place) -> None:
    """Refuse a Place of Power without one's marker, or with one that lies at another (rules, Places of Power)."""
    marked = hero.markers.get("destination")
    if marked is None:
        raise Refusal("A Place of Power needs your destination marker.").about("kind")
    if there.name and there.name.casefold() != marked.casefold():
        raise Refusal("Your destination marker is on %(place)s.", place=marked).about("place")


def _slowed(state: State, hero: Hero) -> Text | str:
    """Name the statuses that slow a hero."""
    own = statuses_of(state.noted, [id for id in STATUSES if id in hero.statuses])
    slow = [Text(one.label) for one in own if one.slower or one.most is not None]
    return Text(" (%(statuses)s)", statuses=listed(slow)) if slow else ""


# The encounter


def is_through(state: State) -> bool:
    """Say whether who plays alone has gone through all decks that were set: the next card ends the tales."""
    return not state.deck and state.decks > 0 and state.reshuffles + 1 >= state.decks


def draw_card(
    state: State, *, seat: int | None = None, card: str, name: str = "", override: bool | None = None
) -> list[Event]:
    """Draw an encounter card; an empty deck is reshuffled first, and time goes on (rules, Setup).

    Who says its `name` is told the next time where it led.

    A Place of Power was the turn's encounter, unless with `override` the table draws one more; None is what logs hold
    of the time when nobody asked.
    """
    seat = require_turn(state, seat)
    if card not in CARDS:
        raise Refusal("Say which kind of card it is.").about("card")
    if state.drawn_card:
        raise Refusal("You have already drawn a card this turn.")
    if state.heroes[seat].place.kind == "power":
        raise Refusal("In a Place of Power, don't draw: read the paragraph the board gives.")
    if state.powered and override is False:
        raise Refusal("The Place of Power was this turn's encounter.").unless("stands", STANDS)
    drawn = ev.CardDrawn(seat, card, named(name, least=0))
    if state.deck:
        return [drawn]
    if is_through(state):
        return [ev.GameEnded(())]
    return [ev.DeckReshuffled(DECKS.encounters - sum(len(hero.cards) for hero in state.heroes)), drawn]


def roll_row(state: State, *, rng: Random, die: int | None = None, chart: int = 0) -> list[Event]:
    """Roll on a chart, or tell what the table rolled; anybody may say at which number the `chart` stands."""
    seat = require_turn(state)
    if not 0 <= chart <= MOST_NUMBER:
        raise Refusal("A Book number has up to four digits.").about("chart")
    return [draws.row(state, seat, die, rng, chart=chart)]


def give_number(
    state: State,
    *,
    number: int,
    rng: Random,
    roll: bool = False,
    face: int | None = None,
    matrix: str = "",
    straight: bool = False,
    adjective: str = "",
    reaction: str = "",
) -> list[Event]:
    """Give the number that the matrix of a letter leads to, if anybody says which; or `straight` a paragraph's.

    Who says the `adjective` and the `reaction`, too, tells a cell of the matrix: single words, no text of the Book.

    The destiny die may `roll` at once, or have shown its `face` to the table, if no Master may go before it.
    """
    seat = require_turn(state)
    if not 2 <= number <= MOST_NUMBER:
        raise Refusal("A matrix number has up to four digits.").about("number")
    if matrix not in ("", *BASICS.matrices):
        raise Refusal("Matrix letters go from A to O.").about("matrix")
    if straight:
        return [ev.NumberGiven(seat, number, straight=True)]
    adjective, reaction = require_word(adjective, "adjective"), require_word(reaction, "reaction")
    given = ev.NumberGiven(seat, number, matrix, adjective=adjective, reaction=reaction)
    if not (roll or face is not None) or masters(state.heroes[seat]):
        return [given]
    return [given, draws.destiny(evolve(state, given), seat, face, rng)]


def require_word(word: str, field: str) -> str:
    """Get a word of the matrix; refuse what is none: nothing that stands in the Book may come in here."""
    if word and not WORD.fullmatch(word):
        raise Refusal("One or two words, as in the matrix: Companion keeps no sentences from the Book.").about(field)
    return word


def tell_headings(state: State, *, seat: int | None = None, headings: Sequence[str]) -> list[Event]:
    """Tell which headings the paragraph of the encounter offers."""
    seat = require_turn(state, seat)
    paragraph = state.encounter.paragraph if state.encounter else 0
    if not paragraph:
        raise Refusal("Which paragraph? Enter its number first.").about("headings")
    offered = tuple(sorted({*headings}))
    if not offered or not OFFERED.keys() >= {*offered}:
        raise Refusal("Tap each heading that the paragraph offers.").about("headings")
    return [ev.HeadingsTold(seat, paragraph, offered)]


def roll_destiny(state: State, *, rng: Random, face: int | None = None) -> list[Event]:
    """Roll the destiny die, or tell what the table rolled: -1, 0 or 1."""
    seat = require_turn(state)
    _require_number(state)
    return [draws.destiny(state, seat, face, rng)]


def use_master(state: State, *, skill: str, paragraph: int, override: bool = False) -> list[Event]:
    """Go straight to a paragraph that lists a Master skill (rules, Master skills)."""
    seat = require_turn(state)
    number, hero = _require_number(state), state.heroes[seat]
    if not override and hero.skills.get(skill) == MASTER and skill in held_skills(hero):
        raise Refusal("A status blocks %(skill)s.", skill=Text(SKILLS[skill].label)).unless("stands", STANDS)
    if hero.skills.get(skill) != MASTER:
        raise Refusal("Only a skill you can use as a Master leads straight to its paragraph.").about("skill")
    if paragraph not in paragraphs(number):
        raise Refusal("Choose one of the three paragraphs.").about("paragraph")
    return [ev.MasterUsed(seat, skill, paragraph, override)]


def masters(hero: Hero) -> tuple[str, ...]:
    """List the skills that a hero can use at Master."""
    return tuple(skill for skill, level in usable(hero).items() if level == MASTER)


def _require_number(state: State) -> int:
    encounter = state.encounter or Encounter()
    if not encounter.number:
        raise Refusal("First type the number that the matrix gives.").about("number")
    return encounter.number


def walks(hero: Hero) -> Iterator[tuple[str, Text]]:
    """List where a hero may walk to; to a place of power only by its own marker."""
    marked = hero.markers.get("destination", "")
    for kind, label in PLACES.items():
        if kind != "power":
            yield kind, label
        elif marked:
            yield kind, Text("%(place)s (your marker)", place=marked)

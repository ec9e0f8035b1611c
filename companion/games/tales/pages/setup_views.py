"""The page before the first turn: goals, who goes first, skills, heroes; and who joins later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from flask.typing import ResponseReturnValue

from companion.games.tales.facts import BASICS
from companion.games.tales.pages import forms
from companion.games.tales.pages.views import bp, filled, show
from companion.games.tales.setup import setup
from companion.games.tales.state import MOST_PLAYERS, State, around, is_new, order, total_of
from companion.games.tales.state.heroes import GENDERS, Hero
from companion.kit.fairness.page import is_possible
from companion.table.screen import Screen, load_screen
from companion.table.seating import seats
from companion.web import translate
from companion.web.pages import tapped


@bp.get("/<code>/setup")
def setup_page(code: str) -> ResponseReturnValue:
    """Show goals, who goes first, skills and heroes, until the game begins."""
    screen = load_screen(code)
    state: State = screen.table.state
    begins = beginning(screen)
    response = show(
        "tales/setup/setup.html",
        screen,
        basics=BASICS,
        chosen={*state.goals},
        ready=is_possible(setup.begin, state),
        joining=joining(screen),
        **begins,
    )
    response.headers.update(leading(screen, begins))
    return response


def leading(screen: Screen, begins: Mapping[str, Any]) -> dict[str, str]:
    """Say where a goal or a skill leads: to the top of the page while more is to be done there, else to its hero.

    The page scrolled down to the hero, and what came next was above the screen.
    """
    did = screen.own_last
    if not tapped() or did is None or did not in screen.table.moves or did.move not in ("choose_goal", "pick_skill"):
        return {}
    return {"Outcome": "before" if begins["goalless"] or begins["picking"] else f"hero-{did.events[0].seat}"}


def missing(state: State, names: tuple[str, ...]) -> dict[str, list[str]]:
    """List by their names who has no goal yet, and who has not all skills."""
    return {
        "goals": [names[seat] for seat in order(state) if seat not in state.goals and not state.on_paper],
        "skills": [names[seat] for seat in order(state) if lacks_skills(state, seat)],
    }


def lacks_skills(state: State, seat: int) -> bool:
    """Say whether a hero still has skills to pick."""
    return len(state.heroes[seat].skills) < BASICS.skills


def beginning(screen: Screen) -> dict[str, Any]:
    """List what this phone does for heroes that are new: choose them, pick their skills, set their goals."""
    state: State = screen.table.state
    seats = range(state.players) if screen.me.plays else ()
    new = sorted((seat for seat in seats if is_new(state, seat)), key=lambda seat: seat != screen.me.seat)
    served = [seat for seat in new if seat in screen.private_seats]
    aimless = (seat for seat in served if seat not in state.goals and not state.on_paper)
    return {
        "heroless": [
            (screen.seats[seat], choosing(screen, seat)) for seat in sorted(new) if screen.me.can_act_for(seat)
        ],
        "picking": [picking(state, seat) for seat in next_to_pick(state, served)][:1],
        "goalless": [goalless(state, seat) for seat in aimless][:1],
        "missing": missing(state, screen.names),
    }


def next_to_pick(state: State, seats: Iterable[int]) -> list[int]:
    """List those of some seats that have skills to pick, who is next first: each picks one, then a second, a third.

    The first player begins (rules, Setup).
    """
    picking, clockwise = [seat for seat in seats if lacks_skills(state, seat)], order(state)
    return sorted(picking, key=lambda seat: (len(state.heroes[seat].skills), clockwise.index(seat)))


class Goalless(NamedTuple):
    """A seat that is to set its goal: its points in all, and how they may be shared between destiny and story."""

    seat: int
    total: int
    goals: list[tuple[int, int]]


def goalless(state: State, seat: int) -> Goalless:
    """List the goals that a seat may set."""
    total = total_of(state, seat)
    return Goalless(seat, total, [(destiny, total - destiny) for destiny in range(total + 1)])


class Picking(NamedTuple):
    """A seat that picks skills: those that it has, and the number of the next."""

    seat: int
    own: Mapping[str, str]
    number: int


def picking(state: State, seat: int) -> Picking:
    """Say which of its skills a seat picks next."""
    own = state.heroes[seat].skills
    return Picking(seat, own, len(own) + 1)


def choosing(screen: Screen, seat: int) -> forms.HeroForm:
    """Make the form of a seat's hero, as it is."""
    hero: Hero = screen.table.state.heroes[seat]
    known = {"gender": hero.gender or next(iter(GENDERS)), "name": hero.name, "quest": hero.quest}
    return filled(forms.HeroForm, screen, "hero", {"seat": seat}, **known)


def joining(screen: Screen) -> dict[str, Any] | None:
    """Prepare the form by which the host lets somebody join, None for everybody else, and while nobody can."""
    state: State = screen.table.state
    if not screen.me.host or state.winners is not None or not 1 < state.players < MOST_PLAYERS:
        return None
    taken = {colour for _, colour in screen.people[: state.players]}
    sitting = [(seat, screen.names[seat]) for seat in around(state)]
    form = filled(forms.JoinForm, screen, "join", right=sitting[-1][0], total=state.total)
    form.total.render_kw = {"min": setup.LEAST_JOINING, "max": state.total}
    return {
        "form": form,
        "sitting": sitting,
        "colours": [(colour, translate(said)) for colour, said in seats.COLOURS.items() if colour not in taken],
    }

"""An award and all that follows from it, in one order: our reading of the rules' Encounter 4. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from companion.games.tales.facts import BASICS, SKILLS, STATUSES, Status, events as ev, wealth
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.hero import SEX_CHANGED, TALENT, gain_statuses, rewards, train
from companion.games.tales.state import State, evolve
from companion.games.tales.state.box_overrides import rewards_of, skill_steps, status_of, statuses_of
from companion.games.tales.state.heroes import MOST_POINTS, MOST_THINGS, Hero
from companion.language.texts import Text, listed
from companion.table.log import Refusal

GEAS, SULTAN = "under_geas", "sultan"
LONGEST_TREASURE = 40


@dataclass(frozen=True, kw_only=True)
class Award:
    """What a paragraph gives: points and levels by how much, `limit` of the wealth, then what is gained and lost."""

    destiny: int = 0
    story: int = 0
    wealth: int = 0
    limit: str = ""
    gained: Sequence[str] = ()
    mastered: Sequence[str] = ()
    unlearned: Sequence[str] = ()
    statuses: Sequence[str] = ()
    one_of: bool = False
    cured: Sequence[str] = ()
    treasure: str = ""
    gone: str = ""
    died: bool = False
    strict: bool = False


Step = Callable[[State, int, Award], list[Event]]


def award(
    state: State,
    *,
    seat: int | None = None,
    destiny: int = 0,
    story: int = 0,
    wealth: int = 0,
    limit: str = "",
    gained: Sequence[str] = (),
    mastered: Sequence[str] = (),
    unlearned: Sequence[str] = (),
    statuses: Sequence[str] = (),
    one_of: bool = False,
    cured: Sequence[str] = (),
    treasure: str = "",
    gone: str = "",
    died: bool = False,
    nothing: bool = False,
    strict: bool = False,
) -> list[Event]:
    """Apply an award to the hero on the move, with everything that follows from it.

    What gives `nothing`, or changes nothing, is an event, too: else nobody would know that the award is done with.
    With `strict` no treasure comes twice, and what a slave earns has its consequences for the master; False is what
    logs hold of the time before.
    """
    given = Award(
        destiny=destiny,
        story=story,
        wealth=wealth,
        limit=limit,
        gained=gained,
        mastered=mastered,
        unlearned=unlearned,
        statuses=statuses,
        one_of=one_of,
        cured=cured,
        treasure=treasure,
        gone=gone,
        died=died,
        strict=strict,
    )
    if not (nothing or _says(given)):
        raise Refusal("First say what the award is, or that there is none.")
    if state.turn is None:
        raise Refusal("You can't get an award now: it's nobody's turn.")
    if seat not in (None, state.turn):
        raise Refusal("It is another player's turn now.")
    events = _run(state, state.turn, given, (_points, _wealth, _skills, _statuses, _treasure, *FOLLOWS, _death))
    master = served(state, state.heroes[state.turn])
    if strict and master is not None:
        events = settled(state, master, events)
    return events or [ev.PointsChanged(state.turn, 0, 0)]


def _says(given: Award) -> bool:
    """Say whether an award gives or takes anything: a limit alone does not, nor that it is one of two."""
    return any(value for name, value in vars(given).items() if name not in ("limit", "one_of", "strict"))


def settled(state: State, seat: int, events: Sequence[Event]) -> list[Event]:
    """Add to what happened to a hero all that follows from it."""
    return [*events, *_run(reduce(evolve, events, state), seat, Award(), FOLLOWS)]


def _run(state: State, seat: int, given: Award, steps: Sequence[Step]) -> list[Event]:
    """Take the steps one after another, each in the state that the ones before lead to."""
    events: list[Event] = []
    for step in steps:
        done = step(state, seat, given)
        state = reduce(evolve, done, state)
        events += done
    return events


# What an award says


def _points(state: State, seat: int, given: Award) -> list[Event]:
    """Change points, never below nothing."""
    hero = state.heroes[seat]
    destiny, story = max(given.destiny, -hero.destiny), max(given.story, -hero.story)
    if scorned(state, hero):
        destiny, story = min(destiny, 0), story + max(destiny, 0)
    master = served(state, hero)
    if master is None:
        return _earned(state, seat, destiny, story)
    return [*_earned(state, seat, min(destiny, 0), story), *_earned(state, master, max(destiny, 0), 0)]


def _earned(state: State, seat: int, destiny: int, story: int) -> list[Event]:
    hero = state.heroes[seat]
    if max(hero.destiny + destiny, hero.story + story) > MOST_POINTS:
        raise Refusal("A hero can have at most %(most)s points.", most=MOST_POINTS).about("destiny")
    return [ev.PointsChanged(seat, destiny, story)] if destiny or story else []


def scorned(state: State, hero: Hero) -> bool:
    """Say whether destiny becomes story for a hero, and it gains neither wealth nor skills: as reported."""
    return any(one.scorns for one in statuses_of(state.noted, hero.statuses))


def served(state: State, hero: Hero) -> int | None:
    """Find the master who gets a hero's destiny and treasures, if somebody said who that is: as reported."""
    serves = any(one.serves for one in statuses_of(state.noted, hero.statuses))
    return hero.master if serves and hero.master in range(state.players) else None


def _wealth(state: State, seat: int, given: Award) -> list[Event]:
    """Change wealth up or down to the limit of the award."""
    if given.limit and given.limit not in wealth.RANK:
        raise Refusal("Choose a level of wealth.").about("limit")
    hero, limit = state.heroes[seat], given.limit
    if given.wealth > 0 and not scorned(state, hero):
        most = limit or wealth.FABULOUS
        return _at_level(seat, hero, wealth.gain(hero.wealth, given.wealth, most=most, treasures=len(hero.treasures)))
    if given.wealth < 0:
        return _at_level(seat, hero, wealth.lose(hero.wealth, -given.wealth, least=limit or wealth.BEGGAR))
    return []


def _at_level(seat: int, hero: Hero, level: str) -> list[Event]:
    return [ev.WealthChanged(seat, level)] if level != hero.wealth else []


def _skills(state: State, seat: int, given: Award) -> list[Event]:
    """Train and lose skills, one after another; who learns is rid of what that ends."""
    hero = state.heroes[seat]
    changes = [(skill, 1) for skill in given.gained] + [(skill, 2) for skill in given.mastered]
    changes = [] if scorned(state, hero) else changes
    skills, events = hero.skills, list[Event]()
    if changes:
        events += [ev.StatusLost(seat, one.id) for one in statuses_of(state.noted, hero.statuses) if one.learning]
    for skill, by in [*changes, *((skill, -1) for skill in given.unlearned)]:
        if skill not in SKILLS:
            raise Refusal("Choose one of the skills.").about("gained")
        after = train(skills, skill, by)
        events += [ev.SkillTrained(seat, skill, after.get(skill, ""))] if after != skills else []
        skills = after
    return [*events]


def _statuses(state: State, seat: int, given: Award) -> list[Event]:
    """Cure statuses, then gain those of the award."""
    hero = state.heroes[seat]
    if not {*given.statuses, *given.cured}.issubset(STATUSES):
        raise Refusal("Choose one of the statuses.").about("statuses")
    held = tuple(status for status in hero.statuses if status not in given.cured)
    named = _the_one(held, given.statuses) if given.one_of else given.statuses
    after = gain_statuses(held, named, one_only=state.one_status)
    lost = (status for status in hero.statuses if status not in after)
    gained = (status for status in after if status not in hero.statuses)
    losses: list[Event] = [ev.StatusLost(seat, status) for status in lost]
    return [*losses, *(ev.StatusGained(seat, status, hero.destiny, hero.story) for status in gained)]


def _the_one(held: Sequence[str], named: Sequence[str]) -> Sequence[str]:
    """Choose the one of several statuses that a hero does not have (FAQ, Receiving a status twice)."""
    new = [status for status in named if status not in held or status == SEX_CHANGED]
    if len(new) > 1:
        labels = listed([Text(STATUSES[status].label) for status in new])
        raise Refusal("Choose one of these, and enter only that one: %(statuses)s.", statuses=labels).about("statuses")
    if not new and len(named) == 1:
        label = Text(STATUSES[named[0]].label)
        raise Refusal("You already have %(status)s: take a different one.", status=label).about("statuses")
    return new


def _treasure(state: State, seat: int, given: Award) -> list[Event]:
    """Gain a treasure, from whoever has it, and lose one."""
    if given.gone and given.gone not in state.heroes[seat].treasures:
        raise Refusal("You don't have this treasure.").about("gone")
    gained = _gained(state, seat, given) if given.treasure else []
    return [*gained, *([ev.TreasureLost(seat, given.gone)] if given.gone else [])]


def _gained(state: State, seat: int, given: Award) -> list[Event]:
    """Bring a treasure to a hero, or to its master, who may have it already."""
    if len(given.treasure) > LONGEST_TREASURE:
        raise Refusal("A treasure's name can have up to %(most)s characters.", most=LONGEST_TREASURE).about("treasure")
    treasure = as_written(state, given.treasure)
    master = served(state, state.heroes[seat])
    whose = seat if master is None else master
    if treasure in state.heroes[whose].treasures and (given.strict or master is not None):
        return []
    if len(state.heroes[whose].treasures) >= MOST_THINGS:
        raise Refusal("A hero can have at most %(most)s treasures.", most=MOST_THINGS).about("treasure")
    return [ev.TreasureGained(whose, treasure, owner(state, treasure, but=whose if given.strict else seat))]


def owner(state: State, treasure: str, *, but: int) -> int | None:
    """Find who has a treasure `but` one player."""
    return next((seat for seat, hero in enumerate(state.heroes) if seat != but and treasure in hero.treasures), None)


def as_written(state: State, treasure: str) -> str:
    """Find how a treasure is written that somebody has, whichever letters another phone made capital."""
    owned = (one for hero in state.heroes for one in hero.treasures)
    return next((one for one in owned if one.casefold() == treasure.casefold()), treasure)


def _death(_: State, seat: int, given: Award) -> list[Event]:
    return [ev.HeroDied(seat)] if given.died else []


# What follows


def _rewards(state: State, seat: int, _: Award) -> list[Event]:
    """Bring what the story track gives, once a game (FAQ, Gaining skills for story points)."""
    hero, events = state.heroes[seat], list[Event]()
    level = hero.wealth
    brings, skilled = rewards_of(state.noted), skill_steps(state.noted)
    for step in rewards(hero.story, hero.rewards, steps={*brings, *skilled}):
        if step in brings:
            level = wealth.gain(level, brings[step], treasures=len(hero.treasures))
        events.append(ev.RewardTaken(seat, step))
    return [*events, *_at_level(seat, hero, level)]


def _ended(state: State, seat: int, _: Award) -> list[Event]:
    """End what ends by itself: a Geas that has brought three destiny (FAQ, Under Geas), and what others report."""
    hero = state.heroes[seat]
    return [ev.StatusLost(seat, one.id) for one in statuses_of(state.noted, hero.statuses) if _ends(hero, one)]


def _ends(hero: Hero, status: Status) -> bool:
    destiny, story = hero.statuses[status.id], hero.since.get(status.id, 0)
    later = [*hero.statuses][[*hero.statuses].index(status.id) + 1 :]
    return (
        (status.id == GEAS and hero.destiny >= destiny + BASICS.geas)
        or (status.story > 0 and hero.story >= max(status.story, story + 1))
        or (status.points > 0 and hero.destiny + hero.story >= destiny + story + status.points)
        or not {*status.cure}.isdisjoint(later)
    )


def _held(state: State, seat: int, _: Award) -> list[Event]:
    """Hold the skills that statuses hold, and release the others (rules, Losing skills)."""
    hero = state.heroes[seat]
    wanted = {status: skills for status in hero.statuses if (skills := _of_status(state, hero, status))}
    freed: list[Event] = [
        ev.SkillsReleased(seat, status, hero.held[status]) for status in hero.held if status not in wanted
    ]
    return [*freed, *(ev.SkillsHeld(seat, *one) for one in wanted.items() if hero.held.get(one[0]) != one[1])]


def _of_status(state: State, hero: Hero, status: str) -> tuple[str, ...]:
    """List the skills of a hero that a status holds."""
    one = status_of(state.noted, status)
    return tuple(
        skill for skill, level in hero.skills.items() if skill in one.holds or (one.talents and level == TALENT)
    )


def _without_treasure(state: State, seat: int, _: Award) -> list[Event]:
    """Drop from Fabulous without a treasure (rules, Wealth); the Sultan's card goes before that."""
    hero = state.heroes[seat]
    return [] if SULTAN in hero.statuses else _at_level(seat, hero, wealth.kept(hero.wealth, len(hero.treasures)))


def _robbed(state: State, _: int, __: Award) -> list[Event]:
    """Let the wealth of others drop whose only treasure was taken; the hero's own has dropped by now."""
    return [event for other in range(state.players) for event in _without_treasure(state, other, Award())]


FOLLOWS: tuple[Step, ...] = (_rewards, _ended, _held, _without_treasure, _robbed)
"""What follows from an award, in this order."""

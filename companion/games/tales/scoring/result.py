"""How a game of Tales ended, and what the scores list keeps. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.games.tales.facts import LEVELS
from companion.games.tales.facts.hero import MASTER
from companion.games.tales.facts.victory import winners
from companion.games.tales.play import ending
from companion.games.tales.state import State
from companion.games.tales.state.heroes import Hero
from companion.language.texts import Text, listed, sentences
from companion.table.finished import Line, Measure, Play, Result, Who
from companion.table.log import changed

WHY = Text("Counted on the track.")
MEASURED = {
    "turns": Text("Turns"),
    "deaths": Text("Deaths"),
    "statuses": Text("Statuses"),
    "masters": Text("Masters"),
}
"""The numbers that a hero's sentence holds."""


def result(state: State) -> tuple[Result, ...] | None:
    """Compute every seat's place and points, None before the end; a game that was stopped is nobody's."""
    if state.winners is None:
        return None
    return tuple(_result(hero, won=seat in state.winners) for seat, hero in enumerate(state.heroes))


def _result(hero: Hero, *, won: bool) -> Result:
    destiny = Line("destiny", Text("Destiny"), hero.destiny, WHY)
    story = Line("story", Text("Story"), hero.story, WHY)
    return Result(1 if won else 2, hero.destiny + hero.story, None, (destiny, story))


def options(state: State) -> dict[str, Any]:
    """List what the scores list keeps of a game besides its results; goals once they are shown."""
    kept: dict[str, Any] = {"players": state.players, "total": state.total}
    kept |= {"turns": sum(hero.turns for hero in state.heroes)}
    kept |= {"heroes": listed([_lived(seat, hero) for seat, hero in enumerate(state.heroes)])}
    kept |= {"started": Who(state.first)} if state.first is not None else {}
    kept |= {"why": why} if (why := why_won(state)) else {}
    if state.told and state.goals:
        kept |= {"goals": listed([_meant(seat, *goal) for seat, goal in sorted(state.goals.items())])}
    return kept


class Decision(NamedTuple):
    """What decided who won: being the `only` one who could, more `statuses` or `skills`, or nothing: it is `shared`."""

    kind: str
    able: tuple[int, ...]  # who could win; of a shared victory, who shares it
    more: int = 0
    less: int = 0
    barred: tuple[tuple[int, str], ...] = ()  # who had met the goal in Baghdad, too, and the status that was in the way


def decision(state: State) -> Decision | None:
    """Find what decided who won (rules, Game end): who could, then statuses, then skills; None if nobody knows."""
    state = changed(state, rules_on=state.rules_then)
    if not state.winners:
        return None
    if state.copied and not state.on_paper:
        return None  # the goals of the others were drawn anew, so who else could win is not known here
    able = state.winners if state.on_paper else tuple(ending.able(state, range(state.players)))
    rest = [seat for seat in able if seat not in state.winners]
    if not state.on_paper and winners({seat: ending.standing(state, seat) for seat in able}) != state.winners:
        return None  # put right since, as by a table that did not notice a status
    if state.on_paper and len(able) == 1:
        return None  # who else has declared is not kept
    kept_out = () if state.on_paper else barred(state)
    if len(able) == 1:
        return Decision("only", able, barred=kept_out)
    if len(state.winners) > 1:
        return Decision("shared", state.winners, barred=kept_out)
    more, less = ending.standing(state, state.winners[0]), max(ending.standing(state, seat) for seat in rest)
    by_statuses = more[0] > less[0]
    counted = ("statuses", able, more[0], less[0]) if by_statuses else ("skills", able, more[1], less[1])
    return Decision(*counted, barred=kept_out)


def barred(state: State) -> tuple[tuple[int, str], ...]:
    """List who could have won but for a status, and which."""
    seats = range(state.players)
    but_for = [seat for seat in seats if ending.why_not(state, seat, ended=True, override=True) is None]
    return tuple((seat, found[0]) for seat in but_for if (found := ending.barring(state, seat)))


def why_won(state: State) -> Text | None:
    """Say what decided who won; None if nobody knows."""
    if not state.winners:
        return Text("The tales were stopped.") if state.stopped else None
    found = decision(state)
    if found is None:
        return None
    told = {"names": listed([Text("%(name)s", name=Who(seat)) for seat in found.able]), "name": Who(state.winners[0])}
    match found.kind:
        case "only":
            return Text("Only %(name)s could win.", name=told["name"])
        case "shared":
            return Text("Shared: %(names)s could win, with as many statuses and skills.", names=told["names"])
        case "statuses":
            return Text(
                "%(names)s could win; %(name)s has more statuses (%(more)s to %(less)s).",
                **told,
                more=found.more,
                less=found.less,
            )
        case _:
            return Text(
                "%(names)s could win; %(name)s has as many statuses, and more skills (%(more)s to %(less)s).",
                **told,
                more=found.more,
                less=found.less,
            )


def _lived(seat: int, hero: Hero) -> Text:
    return Text(
        "%(name)s: turns %(turns)s, deaths %(deaths)s, statuses %(statuses)s, Masters %(masters)s, "
        "greatest wealth %(level)s",
        name=Who(seat),
        turns=hero.turns,
        deaths=hero.deaths,
        statuses=hero.suffered,
        masters=sum(level == MASTER for level in hero.skills.values()),
        level=Text(LEVELS[hero.highest].label),
    )


def _meant(seat: int, destiny: int, story: int) -> Text:
    return Text("%(name)s %(destiny)s + %(story)s", name=Who(seat), destiny=destiny, story=story)


def measures(play: Play) -> Iterator[Measure]:
    """List what the heroes of a finished game went through: turns, deaths, statuses, Masters, greatest wealth."""
    for one in sentences(play.options.get("heroes")):
        name, told = str(one.values.get("name")), one.values
        for value, label in MEASURED.items():
            if isinstance(told.get(value), int):
                yield Measure(name, label, told[value])
        if isinstance(told.get("level"), Text):
            yield Measure(name, Text("Greatest wealth"), told["level"])

"""The end: the turn's, declaring, last turns, who wins, and the goals shown to everybody. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.victory import why_not_declare, winners
from companion.games.tales.play.turn import STANDS, require_met, require_turn
from companion.games.tales.state import State, evolve
from companion.games.tales.state.box_overrides import statuses_of
from companion.games.tales.state.heroes import Hero, usable
from companion.games.tales.state.house_rules import DEAD_DECLARES
from companion.language.texts import Text
from companion.table.log import Refusal


def end_turn(state: State, *, seat: int) -> list[Event]:
    """End the turn; with the last of the last turns the game ends if anybody can win."""
    require_turn(state, seat)
    _require_space(state.heroes[seat])
    return _ended(state, [ev.TurnEnded(seat)])


def declare(state: State, *, seat: int, override: bool = False, early: bool | None = None) -> list[Event]:
    """Declare that one's goal is met, and end the turn; everybody else has one more (rules, Game end).

    `override` lets it stand though a status bars the win, as nobody noticed; who wins is asked once more at the end.
    """
    if seat != require_turn(state):
        raise Refusal("You can only declare victory on your turn.")
    if seat in state.declared:
        raise Refusal("You've already declared.")
    _require_space(state.heroes[seat])
    if not why_not(state, seat, override=True):
        require_met(state, early=early)
    if why := why_not(state, seat, override=override):
        refusal = Refusal(why.message, **why.values)
        raise refusal if why_not(state, seat, override=True) else refusal.unless("stands", STANDS)
    return _ended(state, [ev.VictoryDeclared(seat, override), ev.TurnEnded(seat)])


def why_not(state: State, seat: int, *, ended: bool = False, override: bool = False) -> Text | None:
    """Say why a hero cannot declare, or once its turn has `ended` cannot win; goals on paper are believed.

    With `override` no status is in the way: nobody has noticed it.
    """
    hero = state.heroes[seat]
    points = (hero.destiny, hero.story)
    goal = (0, 0) if state.on_paper else state.goals.get(seat)
    if goal is None:
        return Text("You have no goal yet: set it on the Setup page.")
    return why_not_declare(
        points=points,
        goal=goal,
        in_baghdad=hero.place.kind == "baghdad",
        survived=DEAD_DECLARES in state.rules_on or hero.died != hero.turns - ended,
        barring=[] if override else barring(state, seat),
    )


def is_met(state: State, seat: int) -> bool:
    """Say whether a hero has the points of the goal that its seat has set, wherever it is."""
    hero, (destiny, story) = state.heroes[seat], state.goals[seat]
    return hero.destiny >= destiny and hero.story >= story


def barring(state: State, seat: int) -> list[str]:
    """List a hero's statuses with which nobody wins."""
    return [status.id for status in statuses_of(state.noted, state.heroes[seat].statuses) if status.bars]


def _ended(state: State, events: list[Event]) -> list[Event]:
    """Add, if these are the last of the last turns, the end of the game, or that one plays on as nobody can win."""
    before = reduce(evolve, events[:-1], state)
    if not before.declared or {*before.last} - {state.turn}:
        return events
    after = evolve(before, events[-1])
    seats = before.declared if state.on_paper else range(state.players)
    won = winners({seat: standing(state, seat) for seat in able(after, seats)})
    return [*events, ev.GameEnded(won) if won else ev.LastTurnsEnded()]


def able(state: State, seats: Iterable[int]) -> list[int]:
    """List those of some seats that can win once the last turn has ended."""
    return [seat for seat in sorted(seats) if not why_not(state, seat, ended=True)]


def standing(state: State, seat: int) -> tuple[int, int]:
    """Count a hero's statuses and skills, which decide between those who can win (rules, Game end)."""
    hero = state.heroes[seat]
    return len(hero.statuses), len(usable(hero))


def _require_space(hero: Hero) -> None:
    if hero.place.kind == "power":
        raise Refusal("You can't end your turn there: follow the arrow.")


def stop(state: State) -> list[Event]:
    """Stop early; nobody wins."""
    require_turn(state)
    return [ev.GameEnded((), stopped=True)]


def show_goals(state: State) -> list[Event]:
    """Show everybody all goals, and the secret of the draws; the end is then final."""
    if state.winners is None:
        raise Refusal("Goals stay secret until the game is over.")
    if state.told:
        raise Refusal("Everything is already revealed.")
    shown: list[Event] = (
        [] if state.on_paper else [ev.GoalsShown(tuple(state.goals.get(seat, (0, 0)) for seat in range(state.players)))]
    )
    return [*shown, ev.SecretTold()]

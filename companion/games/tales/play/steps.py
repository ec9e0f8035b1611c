"""The steps of a turn: which one is due, who does it, and what was done; read from the state and the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.play.status_hints import Moment
from companion.games.tales.play.turn import masters
from companion.games.tales.state import Encounter, State, left_of, right_of
from companion.games.tales.state.box_overrides import skill_steps
from companion.language.texts import Text
from companion.table.log import Entry

MOVE, CARD, ROW, NUMBER, MASTER, DESTINY, AWARD, CITY, LATER = STEPS = (
    "move",
    "card",
    "row",
    "number",
    "master",
    "destiny",
    "award",
    "city",
    "later",
)
"""The steps in their order (rules, Turn; Resolving encounters)."""
LABELS = {
    MOVE: Text("Move"),
    CARD: Text("Card"),
    ROW: Text("Where it leads"),
    NUMBER: Text("Reaction"),
    MASTER: Text("Master"),
    DESTINY: Text("Destiny die"),
    AWARD: Text("Paragraph and award"),
    CITY: Text("City card"),
    LATER: Text("After the encounter"),
}
WHY = {
    MOVE: Text(
        "Your wealth says how far you may go; you may also stay. If something you own changes that, say it first."
    ),
    CARD: Text("Each turn brings one encounter, even if you stay. The card says where in the Book it begins."),
    ROW: Text("Most cards lead to a chart of twelve rows: the die, the number of your space and destiny find the row."),
    NUMBER: Text("How you react decides what happens. The matrix turns it into a number of the Book."),
    MASTER: Text("A Master may choose a paragraph that lists the skill, so the reader looks at all three first."),
    DESTINY: Text("The die leads one paragraph back, one on, or to the number itself, so nobody knows what comes."),
    AWARD: Text("First the beginning, then the headings are read. You choose one before you hear how it ends."),
    CITY: Text("The die chooses a line of the card. It says what you get, or which encounter follows."),
    LATER: Text("City cards, quests, sales and gifts come after the encounter; in Baghdad also victory."),
}
"""Why each step is, for who plays for the first time."""
MOMENTS: dict[str, tuple[Moment, ...]] = {
    MOVE: ("move",),
    CARD: ("roll",),
    ROW: ("roll", "react"),
    NUMBER: ("react",),
    AWARD: ("read", "award"),
    LATER: ("after", "cure"),
}
"""What of a hero matters at which step."""


# What is due


def due(state: State, *, awarded: bool, played: bool = False) -> str:
    """Find the step that comes next; those that do not apply are left out; a `played` city card comes first."""
    if played:
        return CITY
    now, there = state.encounter or Encounter(), state.turn or 0
    in_power = state.heroes[there].place.kind == "power"
    if awarded:
        return LATER
    if now.paragraph or (state.powered and not in_power):
        return AWARD
    if now.number:
        return MASTER if masters(state.heroes[there]) else DESTINY
    if now.row:
        return NUMBER
    if now.card or in_power:
        return ROW
    return CARD if state.moved else MOVE


def is_awarded(moves: Sequence[Entry]) -> bool:
    """Say whether the encounter has had its award, as far as the moves that count tell."""
    since = takewhile(lambda entry: not any(map(_begins, entry.events)), reversed(moves))
    return any(entry.move == "award" for entry in since)


def source(moves: Sequence[Entry]) -> ev.CityCardPlayed | ev.QuestEnded | None:
    """Find the city card or the fulfilled quest that the next award is of; None if it is the encounter's."""
    for entry in reversed(moves):
        if entry.move == "award":
            return None
        for event in reversed(entry.events):
            if isinstance(event, ev.CityCardPlayed) or (isinstance(event, ev.QuestEnded) and event.done):
                return event
            if _begins(event):
                return None
    return None


def _begins(event: Event) -> bool:
    """Say whether an award that came before an event was none of what follows it."""
    match event:
        case ev.HeroMoved(kind=kind):
            return kind == "power"
        case ev.TurnEnded() | ev.CardDrawn() | ev.RowRolled() | ev.NumberGiven() | ev.DestinyRolled():
            return True
    return isinstance(event, ev.MasterUsed | ev.CityCardPlayed)


def ahead(state: State, step: str) -> tuple[str, ...]:
    """List the steps that are still to come after one."""
    skipped = (CITY,) if masters(state.heroes[state.turn or 0]) else (MASTER, CITY)
    return tuple(one for one in STEPS[STEPS.index(step) + 1 :] if one not in skipped)


def others(state: State, step: str) -> tuple[str, ...]:
    """List the steps that can be made instead of one."""
    number = state.encounter.number if state.encounter else 0
    apply = {
        MOVE: not state.moved,
        CARD: not state.drawn_card,
        MASTER: number and masters(state.heroes[state.turn or 0]),
        DESTINY: number,
        CITY: False,
    }
    return tuple(one for one in STEPS if one != step and apply.get(one, True))


# Who does it


def doer(state: State, step: str) -> int:
    """Find the seat whose player does a step: reads the matrix or the Book, or is on the move (rules, Turn 1)."""
    seat = state.turn or 0
    if step == NUMBER:
        return right_of(state, seat)
    return left_of(state, seat) if step in (MASTER, AWARD) else seat


def readers(state: State) -> tuple[int, ...]:
    """Find who enters what the Book gives besides the player on the move."""
    return () if state.turn is None else (left_of(state, state.turn),)


def skill_owed(state: State, moves: Sequence[Entry]) -> int:
    """Find the step of the story track that brought a skill in this turn, unless one was learned since; 0 if none."""
    for entry in of_turn(moves):
        for event in reversed(entry.events):
            if isinstance(event, ev.RewardTaken) and event.story in skill_steps(state.noted):
                return event.story
            if isinstance(event, ev.SkillTrained):
                return 0
    return 0


# What was done


def of_turn(moves: Sequence[Entry]) -> Iterable[Entry]:
    """List the moves of this turn, the latest first."""
    return takewhile(lambda entry: not any(isinstance(one, ev.TurnEnded) for one in entry.events), reversed(moves))


def made(moves: Sequence[Entry]) -> int:
    """Count the moves of this turn that made a step, so that a form opened before one of them is known as old."""
    return sum(1 for entry in of_turn(moves) if [*_parts(entry)] or entry.move == "end_quest")


class Done(NamedTuple):
    """A step that was made: by which entry last, and what happened in all its entries."""

    step: str
    seq: int
    seat: int | None
    events: tuple[Event, ...]


def done(moves: Sequence[Entry], until: str) -> tuple[Done, ...]:
    """List the steps of this turn that were made, in their order, as far as the one that is due."""
    found: dict[str, Done] = {}
    for entry in reversed([*of_turn(moves)]):
        for step, events in _parts(entry):
            kept = found[step].events if step == AWARD and step in found else ()
            found[step] = Done(step, entry.seq, entry.seat, (*kept, *events))
    last = STEPS.index(until)
    return tuple(found[step] for step in STEPS[: last + (until == LATER)] if step in found)


def _parts(entry: Entry) -> Iterable[tuple[str, tuple[Event, ...]]]:
    """Divide an entry into the steps that it made."""
    if entry.move == "award":
        return [(AWARD, entry.events)]
    found: dict[str, tuple[Event, ...]] = {}
    for event in entry.events:
        if step := OF.get(type(event), ""):
            found[step] = (*found.get(step, ()), event)
    return found.items()


OF: dict[type, str] = {
    ev.HeroMoved: MOVE,
    ev.CardDrawn: CARD,
    ev.RowRolled: ROW,
    ev.NumberGiven: NUMBER,
    ev.DestinyRolled: DESTINY,
    ev.MasterUsed: DESTINY,
    ev.CityCardPlayed: CITY,
}
"""Which step an event belongs to."""

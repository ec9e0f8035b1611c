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
LOOKED_UP = (ROW, NUMBER, MASTER, DESTINY)
BY_CITY = (MOVE, CARD, CITY, *LOOKED_UP, AWARD, LATER)
"""Their order where a line of a city card leads to another encounter (rules, City encounter cards)."""
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
        "Your wealth decides how far you may go; you may also stay. If something you own changes that, say so first."
    ),
    CARD: Text("Each turn brings one encounter, even if you stay. The card says where in the Book it begins."),
    ROW: Text("Most cards lead to a chart of twelve rows: the die, your space's number and your destiny give the row."),
    NUMBER: Text("How you react decides what happens. The matrix turns it into a number in the Book."),
    MASTER: Text(
        "With a Master skill you may choose a paragraph that lists it, so the reader looks at all three first."
    ),
    DESTINY: Text(
        "The die takes you one paragraph back, one ahead, or to the number itself, so nobody knows what's coming."
    ),
    AWARD: Text("First you hear the beginning, then the headings. You choose one before you hear how it ends."),
    CITY: Text("The die chooses a line of the card. It says what you get, or which encounter follows."),
    LATER: Text("City cards, quests, sales and gifts come after the encounter; in Baghdad, so does declaring victory."),
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


def due(state: State, *, awarded: bool, source: Event | None = None, over: bool = False) -> str:
    """Find the step that comes next; those that do not apply are left out.

    What the award is of besides the encounter is its `source`; `over` is what was looked up, if something else began.
    """
    if source is not None:
        return CITY if isinstance(source, ev.CityCardPlayed) else AWARD
    now, there = Encounter() if over else state.encounter or Encounter(), state.turn or 0
    in_power = state.heroes[there].place.kind == "power"
    if awarded:
        return LATER
    if now.paragraph or (state.powered and not in_power and not now.card):
        return AWARD
    if now.number:
        return MASTER if masters(state.heroes[there]) else DESTINY
    if now.row:
        return NUMBER
    if now.card or in_power:
        return ROW
    return CARD if state.moved else MOVE


Source = ev.CityCardPlayed | ev.QuestEnded
"""What an award is of besides an encounter: a city card's line, or a quest that was fulfilled."""


class Owed(NamedTuple):
    """What the next award is of: whether the encounter had its own, else which card or quest waits for one.

    What was looked up is `over` once the hero has come to a Place of Power, whose number stands on the board.
    """

    awarded: bool = False
    source: Source | None = None
    over: bool = False


def owed(moves: Sequence[Entry]) -> Owed:
    """Find what the next award is of: first the encounter, then a city card, then the quest (rules, Turn 4 and 5)."""
    met = awarded = over = False
    waiting: list[Source] = []
    for entry in reversed([*of_turn(moves)]):
        if entry.move == "award":
            if waiting and (awarded or not met):
                waiting.pop(0)
            else:
                awarded = True
            continue
        for event in entry.events:
            match event:
                case ev.CityCardPlayed() | ev.QuestEnded(done=True):
                    waiting = sorted([*waiting, event], key=lambda one: isinstance(one, ev.QuestEnded))
                case ev.HeroMoved(kind="power"):
                    met, awarded, over = True, False, True
                case ev.CardDrawn():  # of which nothing was told so far, as by a table that looks up without us
                    met, awarded, over = False, False, False
                case ev.RowRolled() | ev.NumberGiven() | ev.DestinyRolled() | ev.MasterUsed():
                    if awarded or not met:  # a line of the city card led there
                        waiting = [one for one in waiting if isinstance(one, ev.QuestEnded)]
                    met, awarded, over = True, False, False
    return Owed(awarded, waiting[0] if waiting and (awarded or not met) else None, over)


def reading(state: State, moves: Sequence[Entry]) -> int:
    """Find the paragraph that is read now; 0 if none is, or if the award is of something else."""
    now = owed(moves)
    return state.encounter.paragraph if state.encounter and now.source is None and not now.over else 0


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


def doer(state: State, step: str, source: Event | None = None) -> int:
    """Find the seat whose player does a step: reads the matrix or the Book, or is on the move (rules, Turn 1).

    What a card or a quest brings, its own player reads.
    """
    seat = state.turn or 0
    if source is not None:
        return seat
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


def ended(moves: Sequence[Entry]) -> int | None:
    """Find the seat whose turn has ended last; None in the first turn."""
    over = (event.seat for entry in reversed(moves) for event in entry.events if isinstance(event, ev.TurnEnded))
    return next(over, None)


def line_before(moves: Sequence[Entry], seat: int | None) -> str:
    """Find what a seat has told of the turn that has ended last, in that turn or since."""
    turns = 0
    for entry in reversed(moves):
        turns += any(isinstance(event, ev.TurnEnded) for event in entry.events)
        for event in entry.events:
            if isinstance(event, ev.LineTold) and event.seat == seat and bool(event.turn) != (turns == 1):
                return event.line
        if turns > 1:
            break
    return ""


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
    """List the steps of this turn that were made, in their order, as far as the one that is due.

    What was looked up before a city card or a Place of Power led on is over as soon as something else is.
    """
    found: dict[str, Done] = {}
    order, over = STEPS, False
    for entry in reversed([*of_turn(moves)]):
        for step, events in _parts(entry):
            if over and step in LOOKED_UP:
                found = {one: made for one, made in found.items() if one not in LOOKED_UP}
                order, over = BY_CITY if CITY in found else STEPS, False
            kept = found[step].events if step == AWARD and step in found else ()
            found[step] = Done(step, entry.seq, entry.seat, (*kept, *events))
            over = over or step == CITY or (step == MOVE and any(_enters(event) for event in events))
    last = order.index(until)
    return tuple(found[step] for step in order[: last + (until == LATER)] if step in found)


def _enters(event: Event) -> bool:
    """Say whether an event brings a hero to a Place of Power."""
    return isinstance(event, ev.HeroMoved) and event.kind == "power"


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

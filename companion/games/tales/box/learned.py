"""What people read off their own matrix, cards and Book while they play: numbers and single words only. Pure.

It is learned from the move in which somebody said it, and only there: no file brings it in, and none takes it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.games.tales.facts import BASICS, events as ev
from companion.games.tales.facts.headings import OFFERED
from companion.games.tales.state import State, time_of
from companion.language.texts import Text, listed
from companion.table.log import Entry

MATRIX, CARD, HEADINGS = KINDS = ("matrix", "card", "headings")
"""What is learned: the cells of a matrix, where a card leads, which headings a paragraph offers."""
MOST: Mapping[str, int] = {MATRIX: 4000, CARD: 400, HEADINGS: 4000}
"""How many tellings of a kind a house keeps: more than its matrices, cards and paragraphs have."""
LONGEST = 1_000
"""How many characters a telling has at most: its words are of one line each."""
BETWEEN = "\n"
"""What stands between the parts of a key: nobody can type it into a field."""
ALWAYS = "-"
"""The time of day of a card that leads to the same number at all times."""
NAMED = {
    "chart": Text("the chart at %(number)s"),
    "book": Text("paragraph %(number)s"),
    "matrix": Text("matrix %(number)s"),
}
"""Where a card can lead."""


class Telling(NamedTuple):
    """Something that was read off: its kind, of what, and what it says."""

    kind: str
    key: tuple[str, ...]
    told: str


class Learned(NamedTuple):
    """What is kept of a telling, and when it was told first, in seconds since 1970."""

    kind: str
    key: tuple[str, ...]
    told: str
    at: float

    @property
    def number(self) -> int:
        """The number that it says, 0 if it says none."""
        said = self.told.split()[-1]
        return int(said) if said.isdecimal() else 0

    @property
    def leads(self) -> str:
        """Where a card leads: key of NAMED."""
        return self.told.split()[0]

    @property
    def words(self) -> Text:
        """Say in words where a card leads, or which headings there are."""
        if self.kind == CARD:
            return Text(NAMED[self.leads].message, number=self.told.split()[-1])
        return listed([Text(OFFERED[id]) for id in self.told.split()])


def tellings(state: State, entry: Entry) -> list[Telling]:
    """List what was read off in a move, in the state after it."""
    return [telling for event in entry.events for telling in _read_off(state, event)]


def _read_off(state: State, event: ev.Event) -> Iterator[Telling]:
    now = state.encounter
    match event:
        case ev.NumberGiven(_, number, matrix, False, adjective, reaction):
            if matrix and adjective and reaction:
                yield Telling(MATRIX, (matrix, adjective, reaction), str(number))
            if matrix and now and not now.row and not state.played and (card := of_card(state)):
                yield Telling(CARD, card, f"matrix {matrix}")
        case ev.NumberGiven(_, number) if now and not now.row and not state.played and (card := of_card(state)):
            yield Telling(CARD, card, f"book {number}")
        case ev.RowRolled(chart=chart) if chart and (card := of_card(state)):
            yield Telling(CARD, card, f"chart {chart}")
        case ev.HeadingsTold(_, paragraph, headings) if headings:
            yield Telling(HEADINGS, (str(paragraph),), " ".join(headings))


def of_card(state: State) -> tuple[str, ...]:
    """Make the key of the card that was drawn: characters lead elsewhere at another time of day (rules, Encounter).

    Of a card that was not named there is none, nor in a Place of Power, where the board leads.
    """
    now, hero = state.encounter, state.heroes[state.turn or 0]
    if now is None or not now.name or hero.place.kind == "power":
        return ()
    return str(time_of(state)) if now.card == "character" else ALWAYS, now.name


def is_possible(kind: str, key: str, told: str) -> bool:
    """Say whether somebody can have told this, as the database keeps it: a page has no words for anything else."""
    parts, words = key.split(BETWEEN), told.split()
    if len(key) + len(told) > LONGEST or "" in parts:
        return False
    match kind:
        case "matrix":
            return len(parts) == 3 and parts[0] in BASICS.matrices and told.isdecimal()
        case "card":
            return len(parts) == 2 and len(words) == 2 and words[0] in NAMED
        case "headings":
            return len(parts) == 1 and key.isdecimal() and bool(words) and OFFERED.keys() >= {*words}
    return False


def spelled(telling: Telling, known: Iterable[Sequence[str]]) -> Telling:
    """Write the words of a telling as they were written before, whatever is capital in them."""
    words = {word.casefold(): word for key in known for word in key}
    return telling._replace(key=tuple(words.get(word.casefold(), word) for word in telling.key))


class Cell(NamedTuple):
    """A reaction of a matrix, with each number that was told of it; `disputed` if these are several."""

    reaction: str
    tellings: tuple[Learned, ...]

    @property
    def disputed(self) -> bool:
        """Whether it was told in two ways."""
        return len(self.tellings) > 1


def adjectives(cells: Iterable[Learned]) -> list[str]:
    """List the adjectives of a matrix that somebody has met."""
    return sorted({one.key[1] for one in cells}, key=str.casefold)


def reactions(cells: Iterable[Learned]) -> list[str]:
    """List the reactions of a matrix that somebody has chosen."""
    return sorted({one.key[2] for one in cells}, key=str.casefold)


def row(cells: Sequence[Learned], adjective: str) -> list[Cell]:
    """List what is known of a row of a matrix, reaction by reaction."""
    own = [one for one in cells if one.key[1].casefold() == adjective.casefold()]
    return [Cell(reaction, tuple(one for one in own if one.key[2] == reaction)) for reaction in reactions(own)]


class Progress(NamedTuple):
    """How much of a matrix is known: of how many of its rows anything, and how many cells."""

    letter: str
    rows: int
    cells: int


def progress(cells: Iterable[Learned]) -> list[Progress]:
    """Count what is known of each matrix."""
    known = {one.key for one in cells}
    return [
        Progress(letter, len({key[1] for key in own}), len(own))
        for letter in BASICS.matrices
        for own in [[key for key in known if key[0] == letter]]
    ]

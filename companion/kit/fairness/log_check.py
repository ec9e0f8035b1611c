"""Check a whole log: whether its draws follow from their secrets, and whether its moves were possible. Pure."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from companion.files.safe_readers import in_turn
from companion.kit.fairness.committed_random import REPLAY_ERRORS, Again, Chance, Due, SecretDrawn, WordSaid, committed
from companion.language.texts import Text
from companion.table.log import Entry, Game, Refusal, changed
from companion.table.replay import Replay

CHECKED = 500
"""How many states of a log are looked at, evenly spread."""
NEAR = 5
"""How many draws of an element may be left out between two for the later one still to be known."""

Choices = Callable[[Sequence[Any]], Mapping[str, Any] | None]
"""Read from a move's events those of its arguments that they do not hold by name; None if they do not tell them."""


class Draw(NamedTuple):
    """A draw in a log: the number of its entry, the event there, and what it should have been.

    `number` counts the draws of its element, 0 if it has none; `fitting` is the number of the draw that would give this
    event, 0 if none would. `also` marks a choice of the table that the secret gives, too.
    """

    seq: int
    event: Any
    due: Any
    by_table: bool = False
    number: int = 0
    fitting: int = 0
    also: bool = False

    @property
    def fits(self) -> bool:
        """Whether the event in the log follows from the secret."""
        return bool(self.event == self.due)


class Odd(NamedTuple):
    """An entry that is impossible at its place by the rules of today, and why."""

    seq: int
    events: Sequence[Any]
    why: Text


@dataclass(frozen=True)
class Checker:
    """What checks a log: a game, what its events should have been, its moves by name, and the secrets told.

    `choices` read what was chosen in some moves from their events.
    """

    game: Game
    again: Again
    moves: Mapping[str, Callable[..., Iterable[Any]]]
    choices: Mapping[str, Choices]
    players: int
    told: Collection[str]

    def check(self, entries: Sequence[Entry]) -> Iterator[Draw | Odd]:
        """List the draws of a log whose secrets are told, the table's own draws, and what is odd in it.

        Every event is checked in the state in which it came about, including what was taken back later. Raise Refusal
        where the log makes no sense, or where more is taken back than people do.
        """
        replay, sound, every = Replay(self.game), True, 1 + len(entries) // CHECKED
        for entry in in_turn(entries):
            try:
                found = self._entry(replay, entry)
                yield from found
                sound = sound and all(one.fits for one in found if isinstance(one, Draw))
                if sound and entry.seq % every == 0:  # what is drawn otherwise need not be a game
                    self.game.check(replay.state, self.players)
            except Refusal:
                raise
            except REPLAY_ERRORS:
                raise Refusal(
                    "Entry %(seq)s makes no sense where it is: something was added or left out before it.",
                    seq=entry.seq,
                ) from None

    def _entry(self, replay: Replay, entry: Entry) -> list[Draw | Odd]:
        """Replay an entry and check its draws; if these are right, check the whole entry."""
        before, drawn = replay.state, []
        replay.take_back(entry)
        state = replay.state
        for event in entry.events:
            after = self.game.evolve(state, event)
            drawn += [draw] if (draw := self._draw(entry.seq, state, event, after)) else []
            state = after
        replay.made(entry, state)
        if entry.seq == 1 or not all(draw.fits for draw in drawn):
            return [*drawn]
        left = self.game.undo.retain_on_undo(before, replay.struck[entry.strikes].events) if entry.strikes else None
        by_chance = not all(draw.by_table for draw in drawn)
        return [*drawn, *_odd(entry, lambda: self.asked(before, entry, by_chance=by_chance) if left is None else left)]

    # Draws

    def _draw(self, seq: int, state: Chance, event: Any, after: Chance) -> Draw | None:
        due = self._due(state, event)
        if due is None:
            return None
        element = next((one for one, count in after.drawn.items() if count > state.drawn.get(one, 0)), "")
        draw = Draw(seq, event, due.event, due.by_table, after.drawn.get(element, 0))
        if due.by_table:
            return draw._replace(also=self._gives_the_same(state, event))
        return draw if draw.fits else draw._replace(fitting=self._fitting(state, event, element))

    def _due(self, state: Chance, event: Any) -> Due | None:
        """Work out what the event should have been; None if nobody can tell."""
        match event:
            case SecretDrawn() if not state.told and (state.commitment or state.drawn):
                return Due(None)  # another comes only once the one before is told
            case SecretDrawn(commitment, secret):
                return Due(committed(secret)) if commitment in self.told else None
            case WordSaid():
                return Due(event, by_table=True)
        try:
            due = self.again(state, event)
        except REPLAY_ERRORS:  # whatever was drawn, it was not this
            due = Due(None)
        return due if due is not None and (due.by_table or state.commitment in self.told) else None

    def _gives_the_same(self, state: Chance, event: Any) -> bool:
        """Say whether the secret gives the same as the table chose."""
        drawn = _as_drawn(event)
        return drawn is not None and self._fits(state, drawn)

    def _fitting(self, state: Chance, event: Any, element: str) -> int:
        """Find the number of the element's draw that gives an event; 0 if none near gives it."""
        for number in range(state.drawn.get(element, 0) + NEAR) if element else ():
            if self._fits(changed(state, drawn=state.drawn | {element: number}), event):
                return number + 1
        return 0

    def _fits(self, state: Chance, event: Any) -> bool:
        due = self._due(state, event)
        return due is not None and not due.by_table and bool(due.event == event)

    # Moves

    def asked(self, state: Any, entry: Entry, *, by_chance: bool = True) -> Iterable[Any] | None:
        """Repeat the move of an entry with its arguments; None if neither these nor its events tell what was chosen.

        An unknown move, as older versions had them, draws nothing by chance.
        """
        move = self.moves.get(entry.move)
        if move is not None and entry.arguments is not None:
            return move(state, **{**chosen(move, entry.events), **entry.arguments})
        read = self.choices[entry.move](entry.events) if entry.move in self.choices else {}
        if move is None or read is None:
            return [] if by_chance else None
        return move(state, **{**chosen(move, entry.events), **read})


def _as_drawn(event: Any) -> Any:
    """Copy what the table chose or drew itself as if the app had drawn it; None for any other event."""
    if not getattr(event, "by_chance", True):
        return replace(event, by_chance=True)
    return replace(event, by_hand=False) if getattr(event, "by_hand", False) else None


def _odd(entry: Entry, asked: Callable[[], Iterable[Any] | None]) -> Iterator[Odd]:
    """Say why an entry is impossible at its place, if it is."""
    try:
        due = asked()
    except Refusal as refusal:
        yield Odd(entry.seq, entry.events, refusal.text)
        return
    except REPLAY_ERRORS:
        due = []
    if due is not None and _bare(due) != _bare(entry.events):
        yield Odd(entry.seq, entry.events, Text("The rules would have given a different result."))


def _bare(events: Iterable[Any]) -> list[Any]:
    """Remove the secrets from events, since each time there is another one."""
    return [SecretDrawn if isinstance(event, SecretDrawn) else event for event in events]


def chosen(move: Callable[..., Any], events: Sequence[Any]) -> dict[str, Any]:
    """Read the arguments of a move from its events, by their names; None means not chosen."""
    held: dict[str, Any] = {}
    for event in reversed(events):
        held |= vars(event)
    read = {name: held.get(FIELDS.get(name, name), other) for name, other in _arguments(move)}
    return read | {"rng": Random()} if "rng" in read else read


FIELDS = {"override": "stands"}
"""The fields of events whose argument has another name: events keep theirs for ever, arguments do not."""


@lru_cache(256)
def _arguments(move: Callable[..., Any]) -> list[tuple[str, Any]]:
    """List the arguments of a move after the state, each with its default, None if it has none.

    A log is checked move by move, and Python takes longer to find them than most moves take.
    """
    _, *arguments = inspect.signature(move).parameters.values()
    return [(one.name, None if one.default is one.empty else one.default) for one in arguments]

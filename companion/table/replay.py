"""A log replayed as it came about, including what was taken back in between. Pure."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from companion.table.log import STRIDE, Entry, Game, Refusal, fold

MOST_FOLDED = 20_000
"""How many events may be folded anew for undos and redos."""


class TooMuch(Refusal):
    """A log takes back and restores more than may be folded anew."""


def too_much() -> TooMuch:
    """Make the refusal of a log that nobody can have played."""
    return TooMuch("This log undoes and restores more than any real game would.")


class Replay:
    """A log folded entry by entry; the latest states are kept, so that a quick undo costs nothing.

    An undo of an early move folds anew all that came after it. People do that a few times; a file made by hand, which
    takes back and restores its first move again and again, would cost the square of its length: so there is a `most`.
    """

    def __init__(self, game: Game, most: int = MOST_FOLDED) -> None:
        self.game, self.most = game, most
        self.struck: dict[int, Entry] = {}
        self.moves: list[Entry] = []
        self.states: list[Any] = [game.start()]
        """The state before every move; of old ones only every STRIDE-th, else None."""
        self.folded = 0

    @property
    def state(self) -> Any:
        """The state as of now."""
        return self.states[-1]

    def add(self, entry: Entry) -> None:
        """Add an entry; raise ValueError for an undo or a redo of what cannot be taken back or restored."""
        self.take_back(entry)
        self.made(entry, fold(self.game, (entry,), self.state))

    def take_back(self, entry: Entry) -> None:
        """Take back or restore what an entry says, before its own events; raise ValueError as `add` does."""
        if entry.strikes is not None:
            self._strike(entry.strikes)
        elif entry.restores is not None:
            self._restore(entry.restores)

    def made(self, move: Entry, state: Any) -> None:
        """Add what an entry brought besides: the state after its events, if it has any."""
        if not move.events:
            return
        self.moves.append(move)
        self.states.append(state)
        old = len(self.states) - 2 * STRIDE
        if max(0, old) % STRIDE:
            self.states[old] = None

    def spend(self, folds: int) -> None:
        """Charge `folds` against the budget of the replay; raise TooMuch when it is exhausted."""
        self.folded += folds
        if self.folded > self.most:
            raise too_much()

    def _strike(self, seq: int) -> None:
        place = self._place(seq)
        if place == len(self.moves) or self.moves[place].seq != seq or seq == 1:
            raise ValueError(f"{seq} cannot be taken back")
        self.struck[seq] = self.moves[place]
        self._again(place, self.moves[place + 1 :])

    def _restore(self, seq: int) -> None:
        place = self._place(seq)
        self._again(place, [self.struck.pop(seq), *self.moves[place:]])

    def _place(self, seq: int) -> int:
        return bisect_left(self.moves, seq, key=lambda move: move.seq)

    def _again(self, place: int, later: list[Entry]) -> None:
        """Fold anew from a place on; raise TooMuch if that happens more often than on any real evening."""
        known = place
        while self.states[known] is None:
            known -= 1
        later = [*self.moves[known:place], *later]
        self.spend(sum(len(move.events) for move in later))
        del self.moves[known:], self.states[known + 1 :]
        for move in later:
            self.made(move, fold(self.game, (move,), self.state))

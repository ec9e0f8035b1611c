"""A table's file, read and checked whole."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import accumulate, pairwise
from random import Random, SystemRandom
from typing import Any, NamedTuple

from flask import current_app

from companion.files import sandbox
from companion.files.safe_readers import TABLE, Paced, in_turn, uncollected
from companion.language.player_names import LONGEST
from companion.storage.protocol import Database
from companion.table import store
from companion.table.finished import Play
from companion.table.import_export import import_parser
from companion.table.import_export.serialize import from_json, to_json
from companion.table.log import Entry, Game, Irreversible, Refusal, changed, effective, fold, placed
from companion.table.play import ended, games
from companion.table.replay import TooMuch


class Found(NamedTuple):
    """What a file brings: the game's slug, the table's code, players, the rows of the log, and how its games ended."""

    game: str
    code: str
    players: list[tuple[str, str]]
    rows: list[tuple[Any, ...]]
    over: bool
    plays: list[Play]


@uncollected()
def read(data: bytes, game_of: Callable[[str], Game], rng: Random, *, scored: bool) -> Found:
    """Read a file; what is hidden is never in it, or is not kept: the game draws it anew.

    `game_of` finds a game by its slug, or raises KeyError; plays are made only if they are to be `scored`. Raise
    `Refusal` for anything that is no such file.
    """
    try:
        file = import_parser.read(data)
        game, names = game_of(file.game), [name for name, _ in file.players]
        if len(names) not in game.seats:
            raise ValueError("seats")
        entries, state = _checked(game, Paced(in_turn(import_parser.entries(game, file))), names, rng)
        plays = _plays(game, file, effective(entries), entries[-1].at, state) if scored else []
    except import_parser.IMPORT_ERRORS:
        raise Refusal("This file isn't a Companion table, or it is damaged. Export the table again.") from None
    rows = [store.to_row(entry, op=f"import-{entry.seq}") for entry in entries]
    return Found(game.slug, file.code, file.players, rows, game.over(state), plays)


def _plays(game: Game, file: import_parser.Incoming, moves: Sequence[Entry], at: float, state: Any) -> list[Play]:
    """List how the games of a table ended that the scores keep, each under its own code: an evening has several."""
    key = partial(game.scores.score_key, file.code)
    ends = [(len(moves), at, state)]
    if key(state) != file.code:  # else there is but one, and a fold of a long log takes its time
        states = accumulate(in_turn(moves), lambda before, move: fold(game, (move,), before), initial=game.start())
        each = enumerate(pairwise(states))
        ends[:0] = [(n, moves[n - 1].at, one) for n, (one, after) in each if n and key(one) != key(after)]
    found = (ended(game, file.code, one, file.players, when, moves=moves[:n]) for n, when, one in ends)
    zone = {"zone": file.zone} if file.zone else {}
    return [changed(play, options={**play.options, **zone}) for play in found if play]


def read_apart(data: bytes, *, scored: bool) -> Found:
    """Read a file as `read` does, in a process of its own."""
    modules = {import_module(name).game.slug: name for name in current_app.config["GAMES"]}
    (game, code, players, over, plays), *rows = sandbox.read(tell, data, modules, scored, needs=modules.values())
    seated = [(name, colour) for name, colour in players]
    return Found(game, code, seated, [*map(tuple, rows)], over, [*map(from_json, plays)])


def tell(data: bytes, games: Mapping[str, str], scored: bool) -> Iterator[Sequence[Any]]:
    """Read a file as `read` does; give what it brings besides rows, then its rows.

    `games` names each game's module by its slug.
    """
    found = read(data, lambda slug: import_module(games[slug]).game, SystemRandom(), scored=scored)
    yield found.game, found.code, found.players, found.over, [*map(to_json, found.plays)]
    yield from found.rows


def is_sound(db: Database, code: str) -> bool:
    """Say whether a table that another database keeps is one that a file might bring: whole, and possible by its rules.

    What is hidden stays as it is. How much is taken back counts for nothing: somebody has played it.
    """
    try:
        slug, opened_at = store.find_opening(db, code)
        if not (import_parser.CODE.fullmatch(code) and 0 <= opened_at < import_parser.LAST_MOMENT):
            return False
        game, players = games()[slug], import_parser.seated(store.find_players(db, code))
        if len(players) not in game.seats or max(len(name) for name, _ in players) > LONGEST:
            return False
        if store.find_seats(db, code) != [*range(len(players))]:
            return False
        raw = store.raw_rows(db, code, most=TABLE.most, longest=TABLE.longest)
        file = import_parser.Incoming(slug, code, players, raw, TABLE.most, None)
        entries, names = [*import_parser.entries(game, file)], [name for name, _ in players]
        with suppress(TooMuch):
            import_parser.follow(entries)
        import_parser.say(game, entries, names)
        import_parser.check(game, entries, len(players))
    except (*import_parser.IMPORT_ERRORS, Refusal):
        return False
    return True


def _checked(game: Game, found: Sequence[Entry], names: Sequence[str], rng: Random) -> tuple[Sequence[Entry], Any]:
    """Check a log as it was found, or a copy of it with all drawn anew that is not told; return it and its last state.

    So no copy of a game reveals anything of another. Raise one of IMPORT_ERRORS if the log is impossible.
    """
    import_parser.follow(found)
    import_parser.say(game, found, names)
    bare = shown(game, game.start(), found)
    if _same(bare, found):
        return found, import_parser.check(game, found, len(names))
    may_show = found
    if any(map(operator.ne, bare, found)) and any(
        isinstance(event, Irreversible) for _, event in placed(effective(found))
    ):
        with suppress(*import_parser.IMPORT_ERRORS):  # it came without what it hides
            state = import_parser.check(game, found, len(names))
            may_show = shown(game, state, found)
            if _same(may_show, found):
                return found, state
    copy, state = _copied(game, may_show, len(names), rng)
    import_parser.say(game, in_turn(new for new, old in zip(copy, found, strict=True) if new is not old), names)
    return copy, state


def _copied(game: Game, found: Sequence[Entry], seats: int, rng: Random) -> tuple[Sequence[Entry], Any]:
    """Draw anew what is not told, and check that; what would be hidden besides is removed before."""
    copy = Paced(game.secrets.redraw_hidden(found, rng))
    state = import_parser.check_copy(game, copy, seats)
    bare = shown(game, state, found)
    return _copied(game, bare, seats, rng) if _reveals(copy, found, bare) else (copy, state)


def _reveals(copy: Sequence[Entry], found: Sequence[Entry], bare: Sequence[Entry]) -> bool:
    """Say whether a copy keeps an event of the log that was found, though it hides something."""
    return any(
        kept is event
        for one, other, hidden in zip(copy, found, bare, strict=True)
        if other != hidden
        for kept, event, without in zip(one.events, other.events, hidden.events, strict=False)
        if event != without
    )


def _same(some: Sequence[Entry], others: Sequence[Entry]) -> bool:
    return all(map(operator.is_, some, others))


def shown(game: Game, state: Any, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Prepare a log to leave the house: without what is hidden and not told yet.

    Else the file of a game in play would tell whoever opens it what lies face down at the table.
    """
    return Paced(_bare(game, state, entry) for entry in entries)


def _bare(game: Game, state: Any, entry: Entry) -> Entry:
    events = [game.secrets.redact(state, event) for event in entry.events]
    return (
        entry if all(map(operator.is_, events, entry.events)) else changed(entry, events=tuple(events), arguments=None)
    )

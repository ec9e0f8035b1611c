"""Plays as somebody enters them: what a form would send of a play, with changes."""

from dataclasses import replace

from companion.scores.entry import Entry, Row, make
from companion.scores.model import CORRECTED
from companion.scores.stores import edit_store
from companion.table.finished import POINTS, Won

BY_POINTS = Won(POINTS)


def row_of(player, number=None):
    """Fill in the row of a player."""
    lines = {line.id: line.points for line in player.lines if line.id != CORRECTED}
    more = {"seat": player.seat, "team": player.team, "role": player.role, "lines": lines}
    return Row(player.name, player.colour, player.points, player.tie_break, was=number, **more)


def entry_of(play, **changes):
    """Fill in the form of a play."""
    names = [one.name for one in play.players]
    began = play.options.get("started")
    filled = Entry(
        play.game,
        play.played_at,
        play.note,
        tuple(row_of(one, number) for number, one in enumerate(play.players)),
        frozenset(number for number, one in enumerate(play.players) if one.place == 1),
        all(one.place == 0 for one in play.players),
        names.index(began) if began in names else None,
    )
    return replace(filled, **changes)


def corrected(play, points, note="", won=BY_POINTS, names=None):
    """Correct the points, names and note of a play."""
    entry = entry_of(play, note=note)
    names = names or [row.name for row in entry.rows]
    rows = [replace(row, points=own, name=name) for row, own, name in zip(entry.rows, points, names, strict=True)]
    return make(replace(entry, rows=tuple(rows)), won, before=play)


def edit(id, *, players, note, seen):
    """Correct names, points and the note of a play that is kept, as its page does."""

    def after(play):
        if len(players) > len(play.players):
            raise IndexError(players)
        names, points = zip(*players, strict=True)
        return corrected(play, points, note, edit_store.won_of(play), names)

    return edit_store.change(id, after, seen=seen)

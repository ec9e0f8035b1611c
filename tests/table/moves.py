"""Moves at a table of Djinn for two."""

import itertools

from companion.games.djinn.scoring import scoring
from companion.table.play import find_table, play, redo, undo

TAPS = itertools.count()


def new_op():
    return f"tap-{next(TAPS)}"


def count(code, seat, box="coins", by=1, op=None, move=scoring.count):
    return play(code, "count", move, tapped_by=seat, op=op or new_op(), seat=seat, box=box, by=by)


def set_box(code, seat, value, box="coins"):
    return play(code, "set_box", scoring.set_box, tapped_by=seat, op=new_op(), seat=seat, box=box, value=value)


def take_back(code, struck, seat=None, op=None):
    return undo(code, struck=struck, seat=seat, host=seat is None, op=op or new_op())


def bring_back(code, restored, seat=None, op=None):
    return redo(code, restored=restored, seat=seat, host=seat is None, op=op or new_op())


def coins(code):
    return tuple(sheet.coins for sheet in find_table(code).state.sheets)

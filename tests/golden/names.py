"""The golden names of what has another name in the code by now, and a state as plain values under them."""

import json
from dataclasses import MISSING, fields, is_dataclass

FIELDS = {}
"""Fields of states, by class and name of today: {"State.house_deck": "house"}."""
EVENTS = {}
"""Events in logs and exports, and their fields, by their names of today: {"TileTaken": "TilePicked"}."""
MOVES = {}
"""Moves in logs and exports, by their names of today."""
DIGITS = 6
"""To how many digits a fraction is compared: the last ones depend on the machine."""


def field_name(kind, name):
    """Find the golden name of a field, which the class or one that it extends may have renamed."""
    return next((FIELDS[key] for base in kind.__mro__ if (key := f"{base.__name__}.{name}") in FIELDS), name)


def plain(value):
    """Write a value as JSON has it, under golden names, sets in order, without fields at their default."""
    if is_dataclass(value):
        own = {field.name: getattr(value, field.name) for field in fields(value) if not is_default(value, field)}
        return {field_name(type(value), name): plain(one) for name, one in own.items()}
    if isinstance(value, dict):
        return {key if isinstance(key, str) else json.dumps(plain(key)): plain(one) for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value), key=json.dumps)
    if isinstance(value, tuple | list):
        return [*map(plain, value)]
    return round(value, DIGITS) if isinstance(value, float) else value


def is_default(value, field):
    """Say whether a field holds what it holds if nobody sets it, as one does that was added later."""
    made = field.default if field.default_factory is MISSING else field.default_factory()
    return made is not MISSING and getattr(value, field.name) == made


def state_lines(state):
    """Write a state field by field, in the order of their golden names."""
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(plain(state).items())]


def row(values):
    """Write an entry of a file under golden names, without what it says nothing of."""
    told = {name: value for name, value in values.items() if value not in (None, False)}
    if "move" in told:
        told["move"] = MOVES.get(told["move"], told["move"])
    return told | {"events": [event(one) for one in values.get("events", ())]}


def event(values):
    """Write an event of a file under golden names."""
    kind = values["event"]
    own = {EVENTS.get(f"{kind}.{name}", name): plain(value) for name, value in values.items() if name != "event"}
    return {"event": EVENTS.get(kind, kind)} | own

"""What somebody might change in a table's log, and whether that is found out."""

from collections import defaultdict
from dataclasses import fields, is_dataclass, replace
from importlib import import_module

from companion.kit.chance import SecretDrawn, draws
from tests import scenes


def found(name, entries):
    """Give all draws of a log, as if every secret were told."""
    module = import_module(f"companion.games.{name}")
    secrets = [event for one in entries for event in one.events if isinstance(event, SecretDrawn)]
    told = {event.commitment for event in secrets}
    return list(draws(module.game, entries, module.fairness.again, told=told))


def leaves(value):
    """List the strings and numbers in a value."""
    if is_dataclass(value):
        return [leaf for field in fields(value) for leaf in leaves(getattr(value, field.name))]
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in leaves(one)]
    return [leaf for one in value for leaf in leaves(one)] if isinstance(value, tuple | list) else [value]


def other(value, pool, rng):
    """Give another value of the same shape: one leaf of it is another, or two things have changed places."""
    if is_dataclass(value):
        name = rng.choice([field.name for field in fields(value)])
        return replace(value, **{name: other(getattr(value, name), pool, rng)})
    if isinstance(value, dict):
        key = rng.choice([*value])
        return value | {key: other(value[key], pool, rng)}
    if isinstance(value, tuple) and value:
        place, swapped = rng.randrange(len(value)), list(value)
        if rng.random() < 0.5 and len(set(map(str, value))) > 1:
            there = rng.choice([n for n, one in enumerate(value) if one != value[place]])
            swapped[place], swapped[there] = swapped[there], swapped[place]
        else:
            swapped[place] = other(value[place], pool, rng)
        return tuple(swapped)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value == 0 else value - 1
    return rng.choice(sorted({leaf for leaf in pool if isinstance(leaf, str)} - {value}) or [f"{value}x"])


def tampered(name, table, rng):
    """Change one field of one event that chance has decided; give the log, the draw, and the field."""
    known = defaultdict(list)
    for one in table.entries:
        for event in one.events:
            for field in fields(event):
                known[type(event), field.name] += leaves(getattr(event, field.name))
    draw = rng.choice([draw for draw in found(name, table.entries) if not draw.by_table])
    chosen = getattr(scenes.of(name), "CHOSEN", {}).get(type(draw.event), set())
    field = rng.choice(sorted({field.name for field in fields(draw.event)} - chosen))
    value = other(getattr(draw.event, field), known[type(draw.event), field], rng)
    changed = replace(draw.event, **{field: value})
    log = [
        replace(one, events=tuple(changed if event is draw.event else event for event in one.events))
        for one in table.entries
    ]
    return log, changed, field

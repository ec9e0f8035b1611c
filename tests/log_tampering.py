"""What somebody might do to a table's log, and whether that is found out."""

from collections import defaultdict
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path

from companion.kit.fairness.committed_random import SecretDrawn
from companion.kit.fairness.log_check import Draw, Odd
from companion.table.log import Refusal
from companion.table.replay import Replay
from tests import record, scenes
from tests.thorough import share

KINDS = {
    "djinn": {"LayoutDrawn", "PassagesRemoved", "StartDrawn", "DjinnDrawn", "TrophiesDrawn", "CardsDrawn", "TilesDrawn"}
    | {"TomEntered", "TomShuffled", "DjinnRefilled", "ExtraCaught", "TomRevealed", "TomFlipped", "BagShuffled"}
    | {"SpacesSwapped", "TileNamed", "TomPrinted"},
    "emperor": {"Seated", "FirstChosen", "AnteDivided", "DuelOpened", "Rolled"},
    "efreet_war": {"Seated", "FirstDrawn", "CardsNamed", "Dealt", "SealedMixed", "CardUncovered", "CardShown"}
    | {"GuardiansSet", "LaidFaceDown", "Rolled"},
    "war_game": {"FirstRolled", "SupplyGained", "TerrainSet", "TerrainsDealt"},
    "tales": {"CityCardPlayed", "DestinyRolled", "FirstRolled", "RowRolled", "SkillsDrawn"},
}
"""What chance or the table draws in each game."""
KEPT = {}
"""What checking a table found, by the identity of its entries, which are kept beside it."""


@cache
def files(name):
    """Read the recorded sessions of a game that hold their secrets, by the names of their files; in the suite some."""
    paths = share(sorted((Path(__file__).parent / name / "logs").glob("*.jsonl")), 0, of=3)
    tables = {path.stem: record.read(path)[1] for path in paths}
    return {file: table for file, table in tables.items() if not table.state.copied}


def sessions(name):
    """List the recorded sessions of a game that hold their secrets."""
    return [*files(name).values()]


def checker(name, entries):
    """Make what checks a log, as if every secret were told."""
    module = scenes.module(name)
    secrets = [event for one in entries for event in one.events if isinstance(event, SecretDrawn)]
    told = {event.commitment for event in secrets}
    joined = [event.seat + 1 for one in entries for event in one.events if type(event).__name__ == "PlayerJoined"]
    return module.fairness.checker(module.game, max([entries[0].events[0].players, *joined]), told)


def checked(name, entries):
    """List what is found in a log, as if every secret were told: one at a time, but at once for a table's own entries.

    These are a tuple; what was changed in them is a list.
    """
    if not isinstance(entries, tuple):
        return checker(name, entries).check(entries)
    if id(entries) not in KEPT:
        KEPT[id(entries)] = entries, list(checker(name, entries).check(entries))
    return KEPT[id(entries)][1]


def found(name, entries):
    """List all draws of a log."""
    return [one for one in checked(name, entries) if isinstance(one, Draw)]


def odd(name, entries):
    """List the entries of a log that could not come where they stand."""
    return [one for one in checked(name, entries) if isinstance(one, Odd)]


def named(name, entries):
    """Read the numbers of the entries that the check page names, and how many draws it lists as the table's own."""
    wrong, own = set(), 0
    try:
        for one in checked(name, entries):
            if isinstance(one, Draw) and one.fits:
                own += one.by_table
            else:
                wrong.add(one.seq)
    except Refusal as refusal:
        wrong.add(refusal.text.values["seq"])
    return wrong, own


def by_chance(name, entries):
    """List the entries with a draw by chance."""
    drawn = {draw.seq for draw in found(name, entries) if not draw.by_table}
    return [one for one in entries if one.seq in drawn and one.seq > 1]


def without(entries, seq):
    """Leave an entry out, with all that takes it back or restores it; number the others anew."""
    left = [one for one in entries if seq not in (one.seq, one.strikes, one.restores)]
    return numbered(left)


def also(entries, entry, place):
    """Add an entry before the one with the number `place`; number the others anew."""
    return numbered([*entries[: place - 1], replace(entry, seq=0, strikes=None, restores=None), *entries[place - 1 :]])


def numbered(entries):
    """Give entries new numbers, and what they name with them."""
    new = {one.seq: number for number, one in enumerate(entries, start=1) if one.seq} | {None: None}
    return [
        replace(one, seq=number, strikes=new[one.strikes], restores=new[one.restores])
        for number, one in enumerate(entries, start=1)
    ]


def made_again(name, entries, entry, place):
    """Make the move of an entry once more before the one with the number `place`, as rules and secret give it there."""
    check = checker(name, entries)
    replay = Replay(check.game)
    for one in entries[: place - 1]:
        replay.add(one)
    return replace(entry, events=tuple(check.asked(replay.state, entry) or ()))


def leaves(value):
    """List the strings and numbers in a value."""
    if is_dataclass(value):
        return [leaf for field in fields(value) for leaf in leaves(getattr(value, field.name))]
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in leaves(one)]
    return [leaf for one in value for leaf in leaves(one)] if isinstance(value, tuple | list) else [value]


def other(value, pool, rng):
    """Choose another value of the same shape: one leaf of it is another, or two things have changed places."""
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
    return exchanged(table.entries, draw.event, changed), changed, field


def exchanged(entries, event, other):
    """Put another event in the place of one."""
    return [
        replace(one, events=tuple(other if event is each else each for each in one.events))
        if any(event is each for each in one.events)
        else one
        for one in entries
    ]

"""What logs and box files keep by name, read from the code: `python -m tests.data_in_logs` adds what is new.

The lock file data_in_logs.toml beside this module lists it, one item a line. It is only ever added to: logs from years
ago hold these names, and a name that is gone makes them unreadable, or honest entries odd.
"""

import re
import tomllib
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import get_args, get_type_hints

import tomli_w

from companion import GAMES
from companion.games.djinn import facts as djinn
from companion.games.djinn.box import corrections as djinn_box
from companion.games.djinn.facts import sheet
from companion.games.djinn.setup import checklist, draws
from companion.games.djinn.state import model
from companion.games.efreet_war import facts as efreet_war
from companion.games.efreet_war.play.king import ARTIFACTS
from companion.games.efreet_war.state import model as standing
from companion.games.efreet_war.text import legacy_arguments as efreet_choices
from companion.games.emperor.play import duel
from companion.games.tales import state as tales
from companion.games.tales.box import corrections as tales_box
from companion.games.tales.facts.events import Effect
from companion.games.tales.state import heroes
from companion.games.tales.text.describe import TRAINED
from companion.games.war_game.facts import board
from companion.games.war_game.state import cards, model as war_game
from companion.kit import facts
from companion.kit.new_table import TAKE_OVER, Opening
from companion.kit.ring.counters import COUNTERS
from companion.kit.ring.creatures import FATES
from companion.kit.ring.dice_and_timer import TOOLS
from companion.table.import_export import export
from companion.table.log import FREED, HOST_BACK, ONE_PHONE, REDO, STAND_IN, UNDO, Entry, Table
from tests import bazaar
from tests.djinn.boxes import FULL

LOCK = Path(__file__).with_suffix(".toml")
HEAD = "# What logs and box files keep by name. Only ever added to, by `make lock-data`; see data_in_logs.py.\n\n"
ELEMENT = re.compile(r'next_draw\(state, "(\w+)"')
RING = {"fates": FATES, "counters": COUNTERS, "tools": TOOLS}
IDS = {
    "djinn": {
        "boss": [djinn.BOSS],
        "capacities": model.CAPACITIES,
        "own_cards": djinn_box.CARD_NUMBERS,
        "own_payments": [djinn_box.NOTHING, djinn_box.AS_SHOWN],
        "sheet": [row.id for row in sheet.ROWS],
        "sides": djinn_box.SIDES,
        "steps": checklist.NUMBERS,
        "swatches": djinn_box.SWATCHES,
        "tents": djinn_box.TENTS,
        "undescribed": djinn.UNDESCRIBED,
    },
    "emperor": RING | {"seatings": duel.SEATINGS},
    "efreet_war": RING
    | {
        "artifacts": ARTIFACTS,
        "guardians": efreet_war.CARDS.guardians,
        "king": efreet_choices.ANSWERS.values(),
        "modes": standing.MODES,
        "traps": efreet_war.CARDS.traps,
    },
    "tales": {
        "cards": tales.CARDS,
        "genders": heroes.GENDERS,
        "markers": heroes.MARKERS,
        "places": heroes.PLACES,
        "trained": TRAINED,
    },
    "war_game": {
        "abilities": war_game.ABILITIES,
        "colours": war_game.COLOURS,
        "gone": war_game.GONE,
        "phases": war_game.PHASES,
        "places": board.LANDS_AT,
    },
}
"""The ids that a game's events hold besides those of its facts."""
BOXES = {
    "djinn": djinn_box.to_toml(FULL),
    "tales": tales_box.to_toml(
        tales_box.Box({"poor": (1, 1)}, {"lost": Effect()}, {"1": 1}, ("a",), ("b",), ("c",), {"a": (1, "rich")})
    ),
    "war_game": cards.to_toml({"Elf": war_game.Card(1, 1, 1)}),
}
"""What a house keeps of a game, with something in every entry."""
DRAWN_BY_NAME = {"djinn": draws.DRAWS, "emperor": TOOLS, "efreet_war": TOOLS}
"""The elements that a game draws by a name from a table; it writes the others where it draws them."""


def in_code():
    """List what the code has, by game and kind."""
    return {game: of_game(game) for game in GAMES} | {"shared": shared()}


def of_game(name):
    """List what logs and boxes of a game keep."""
    game = import_module(f"companion.games.{name}").game
    known = {part for event in game.events for part in records(event)}
    return {
        "events": {event.__name__ for event in game.events},
        "fields": {f"{one.__name__}.{field.name}" for one in known for field in fields(one)},
        "defaults": {default for one in known for default in defaults(one)},
        "moves": {one for row in rows(name) for one in named(*row)},
        "ids": {f"{what}.{id}" for what, ids in (of_facts(name) | IDS[name]).items() for id in ids},
        "house_rules": {*import_module(f"companion.games.{name}.state.house_rules").HOUSE_RULES},
        "elements": {*elements(name), *DRAWN_BY_NAME.get(name, ())},
        "box": {*entries(BOXES.get(name, ""))},
    }


def shared():
    """List what all games keep: the moves of every table, and the entries of its file."""
    table = export.dump(Table("", bazaar.game, bazaar.game.start(), (Entry(1, 0.0, None, "", arguments={}),)), [])
    return {
        "moves": {UNDO, REDO, *named(*TAKE_OVER)},
        "notes": {STAND_IN, ONE_PHONE, HOST_BACK, FREED},
        "export": {*table, *(f"log.{name}" for name in table["log"][0])},
    }


def records(kind):
    """Find a dataclass, and those that its fields hold."""
    yield kind
    for hint in get_type_hints(kind).values():
        for held in parts(hint):
            yield from records(held)


def parts(hint):
    """Find the dataclasses in a type."""
    return [hint] if is_dataclass(hint) else [part for one in get_args(hint) for part in parts(one)]


def defaults(kind):
    """Write the defaults of a dataclass: a log leaves out a field that has its default."""
    for field in fields(kind):
        if field.default is not MISSING:
            yield f"{kind.__name__}.{field.name} = {field.default!r}"
        elif field.default_factory is not MISSING:
            yield f"{kind.__name__}.{field.name} = {field.default_factory()!r}"


def rows(name):
    """List the moves of a game: the name, the function, and what it is given that no player chooses."""
    pages, fairness = (import_module(f"companion.games.{name}{module}") for module in (".pages.views", ""))
    fairness = fairness.fairness
    openings = [(one.name, one.move) for one in vars(pages).values() if isinstance(one, Opening)]
    return [*openings, *((tap.name, tap.move, *tap.inject) for tap in (*fairness.taken, *fairness.own))]


def named(name, move, *given):
    """Name a move, and its arguments."""
    yield name
    for argument, one in signature(move).parameters.items():
        if one.kind is one.KEYWORD_ONLY and argument not in ("rng", "at", *given):
            yield f"{name}.{argument}"


def of_facts(name):
    """List the ids in a game's facts.toml, by table."""
    known = facts.read(import_module(f"companion.games.{name}.facts").__file__)
    return {what: [row["id"] for row in rows if "id" in row] for what, rows in known.items() if isinstance(rows, list)}


def elements(name):
    """Find the elements that a game writes where it draws them."""
    for path in Path(import_module(f"companion.games.{name}").__file__).parent.rglob("*.py"):
        yield from ELEMENT.findall(path.read_text(encoding="utf-8"))


def entries(text):
    """Name the entries of a box, and the fields of those that have some."""
    for name, value in tomllib.loads(text).items():
        yield name
        of_entry = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for row in of_entry:
            yield from (f"{name}.{field}" for field in row) if isinstance(row, dict) else ()


# The lock file


def listed(data):
    """List every item with its game and its kind."""
    return {(game, kind, item) for game, kinds in data.items() for kind, items in kinds.items() for item in items}


def read():
    """List the items of the lock file."""
    return listed(tomllib.loads(LOCK.read_text(encoding="utf-8")))


def faults(locked, code):
    """Say what old logs would miss: what is gone, and new fields of known classes that have no default."""
    found = [f"{game}: {item} ({kind}) is gone, but logs keep it" for game, kind, item in sorted(locked - code)]
    filled = {(game, item.partition(" = ")[0]) for game, kind, item in code if kind == "defaults"}
    known = {(game, item.partition(".")[0]) for game, kind, item in locked if kind in ("events", "fields")}
    new = sorted((game, item) for game, kind, item in code - locked if kind == "fields")
    bare = [one for one in new if (one[0], one[1].partition(".")[0]) in known and one not in filled]
    return found + [f"{game}: {item} is new and needs a default, since older logs lack it" for game, item in bare]


def write(items):
    """Write the lock file, sorted, one item a line."""
    data = {}
    for game, kind, item in sorted(items):
        data.setdefault(game, {}).setdefault(kind, []).append(item)
    LOCK.write_text(HEAD + tomli_w.dumps(data), encoding="utf-8")


def main():
    """Add what is new in the code; refuse if anything is gone."""
    locked, code = read(), listed(in_code())
    if wrong := faults(locked, code):
        raise SystemExit("\n".join(wrong))
    write(code)
    print(f"{len(code - locked)} items added to {LOCK.name}")


if __name__ == "__main__":
    main()

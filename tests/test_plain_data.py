"""What rules hand round is plain data: nobody changes a state, an event or a fact that somebody else holds."""

import pkgutil
from dataclasses import fields, is_dataclass
from importlib import import_module

import companion.games
import companion.kit
import companion.table
from companion.games.djinn.sheet import Sheet
from companion.kit.chance import Chance
from companion.kit.facts import Fact
from companion.kit.house import House
from companion.kit.questions import Question, Wording

PACKAGES = (companion.games, companion.kit, companion.table)


def called(kind):
    return f"{kind.__module__.removeprefix('companion.')}.{kind.__qualname__}"


MODULES = [
    found.name for package in PACKAGES for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]
NAMED = [thing for name in MODULES for thing in vars(import_module(name)).values()]
KINDS = sorted({kind for kind in NAMED if isinstance(kind, type) and is_dataclass(kind)}, key=called)


def test_nobody_changes_what_another_holds():
    assert len(KINDS) > 100
    assert [called(kind) for kind in KINDS if not kind.__dataclass_params__.frozen] == []


BEGINS_WITH = {
    "games.djinn.sheet.Row.most": 999,
    "games.djinn.sheet.Sheet.capacity": 5,
    "games.djinn.sheet.Sheet.inactive_circles": 2,
    "games.djinn.model.State.supply_bosses": 6,
    "games.efreet_war.events.Opened.life": 20,
    "games.efreet_war.standing.State.emperor_ends": True,
    "games.efreet_war.standing.State.life": 20,
    "games.war_game.board.Board.column": 3,
    "games.war_game.model.State.column": 3,
    "games.efreet_war.standing.State.mode": "free",
    "games.emperor.events.Opened.life": 20,
    "games.emperor.state.State.life": 20,
    "games.emperor.state.State.range_id": "text",
    "games.emperor.state.State.team_count": 2,
    "games.tales.heroes.Hero.highest": "poor",
    "games.tales.heroes.Hero.wealth": "poor",
    "games.tales.heroes.Place.kind": "baghdad",
}
"""What is there before anything has happened."""


def test_everything_else_begins_with_nothing():
    """A log of an older Companion gives a field that it does not know nothing: no player, no point, not drawn."""
    begin = {f"{called(kind)}.{field.name}": field.default for kind in KINDS for field in fields(kind)}
    plain = {name: value for name, value in begin.items() if isinstance(value, int | str | None)}
    assert plain == {name: BEGINS_WITH.get(name, type(value)()) for name, value in plain.items()}


def test_a_fact_names_every_value_it_gives():
    """An entry of a TOML file or a sheet is a table of keys: no value of it has a place instead of a name."""
    facts = [kind for kind in KINDS if issubclass(kind, Fact) or kind in (Chance, House, Question, Sheet, Wording)]
    assert len(facts) > 5
    assert [called(kind) for kind in facts if not all(field.kw_only for field in fields(kind))] == []

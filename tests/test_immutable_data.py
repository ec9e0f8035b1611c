"""What rules hand round is plain data: nobody changes a state, an event or a fact that somebody else holds."""

import pkgutil
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import isfunction, signature

import companion.games
import companion.kit
import companion.table
from companion.games.djinn.facts.sheet import Sheet
from companion.kit.facts import Fact
from companion.kit.fairness.committed_random import Chance
from companion.kit.house_rules import House
from companion.kit.rules.questions import Question, Wording

PACKAGES = (companion.games, companion.kit, companion.table)


def called(kind):
    return f"{kind.__module__.removeprefix('companion.')}.{kind.__qualname__}"


MODULES = [
    found.name for package in PACKAGES for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]
NAMED = [thing for name in MODULES for thing in vars(import_module(name)).values()]
KINDS = sorted({kind for kind in NAMED if isinstance(kind, type) and is_dataclass(kind)}, key=called)


DRAFTS = "games.tales.text.story.drafts."
"""What one reading of a tale builds and nobody else holds."""


def test_nobody_changes_what_another_holds():
    assert len(KINDS) > 100
    loose = [called(kind) for kind in KINDS if not kind.__dataclass_params__.frozen]
    assert [name for name in loose if not name.startswith(DRAFTS)] == []


BEGINS_WITH = {
    "games.djinn.facts.sheet.Row.most": 999,
    "games.djinn.facts.sheet.Sheet.capacity": 5,
    "games.djinn.facts.sheet.Sheet.inactive_circles": 2,
    "games.djinn.state.model.State.supply_bosses": 6,
    "games.efreet_war.facts.events.Opened.life": 20,
    "games.efreet_war.state.model.State.emperor_ends": True,
    "games.efreet_war.state.model.State.life": 20,
    "games.war_game.facts.board.Board.column": 3,
    "games.war_game.state.model.State.column": 3,
    "games.efreet_war.state.model.State.mode": "free",
    "games.emperor.facts.events.Opened.life": 20,
    "games.emperor.state.State.life": 20,
    "games.emperor.state.State.range_id": "text",
    "games.emperor.state.State.team_count": 2,
    "games.tales.state.heroes.Hero.highest": "poor",
    "games.tales.state.heroes.Hero.wealth": "poor",
    "games.tales.state.heroes.Place.kind": "baghdad",
    "games.tales.text.story.drafts.Known.wealth": "poor",
}
"""What is there before anything has happened."""


def test_everything_else_begins_with_nothing():
    """A log of an older Companion gives a field that it does not know nothing: no player, no point, not drawn."""
    begin = {f"{called(kind)}.{field.name}": field.default for kind in KINDS for field in fields(kind)}
    plain = {name: value for name, value in begin.items() if isinstance(value, int | str | None)}
    assert plain == {name: BEGINS_WITH.get(name, type(value)()) for name, value in plain.items()}


UNLESS_SAID = {
    "games.efreet_war.play.counters.change_life.counter": "life",
    "games.efreet_war.setup.deal.open_game.life": 20,
    "games.emperor.play.duel.change_life.counter": "life",
    "games.emperor.play.duel.next_duel.seating": "same",
    "games.emperor.scoring.history.history.start": 20,
    "games.emperor.setup.seating.named.least": 1,
    "games.emperor.setup.seating.open_game.life": 20,
    "games.tales.setup.setup.named.least": 1,
    "games.tales.setup.setup.open_game.total": 20,
    "games.tales.facts.victory.why_not_declare.survived": True,
    "games.tales.facts.wealth.gain.most": "fabulous",
    "games.tales.facts.wealth.lose.least": "beggar",
    "games.tales.facts.wealth.move_limit.least": 1,
    "games.war_game.play.combat.why_not_split.all_that_fits": True,
    "games.war_game.play.creatures.cast.toughness": 1,
    "games.war_game.play.march.destinations.islandwalk_enters": True,
    "games.war_game.play.march.why_not.islandwalk_enters": True,
    "games.war_game.pages.picture.picture.below": "A",
    "games.war_game.pages.picture.seen_at.below": "A",
    "games.war_game.setup.setup.open_game.column": 3,
    "games.war_game.facts.supply.gained.supplied": True,
    "games.war_game.facts.supply.heal.on_top": True,
    "games.war_game.facts.supply.most_paid.on_top": True,
    "games.war_game.facts.supply.why_not_cast.supplied": True,
    "games.war_game.play.turn.heal.points": 1,
    "kit.box.file.short.longest": 200,
    "kit.fairness.log_check.Checker.asked.by_chance": True,
    "kit.new_table.open_by.endpoint": "open_table",
    "kit.new_table.open_by.path": "new",
    "kit.ring.reach.in_range.reach": 2,
    "kit.ring.reach.march_targets.reach": 2,
    "kit.ring.reach.march_targets.stride": 1,
    "table.import_export.export.load.copied": True,
    "table.import_export.export.load.keep_code": True,
    "web.forms.fitting.most": 24,
}
"""What a move, or what works something out, takes for said."""


def functions():
    """List the functions of the modules and of their classes; what is made from fields has their defaults."""
    owners = [import_module(name) for name in MODULES]
    kinds = [thing for thing in NAMED if isinstance(thing, type) and thing.__module__ in MODULES]
    every = [thing for owner in (*owners, *kinds) for name, thing in vars(owner).items() if name != "__init__"]
    return {thing for thing in every if isfunction(thing) and thing.__module__ in MODULES}


def test_what_nobody_says_is_nothing():
    """Who leaves something out means no, nobody, none of it or no word: what else it is stands here."""
    asked = [(called(one), known) for one in functions() for known in signature(one).parameters.values()]
    left_out = {f"{name}.{known.name}": known.default for name, known in asked if known.default is not known.empty}
    plain = {name: value for name, value in left_out.items() if isinstance(value, int | str | None)}
    assert len(plain) > 200
    assert plain == {name: UNLESS_SAID.get(name, type(value)()) for name, value in plain.items()}


def test_a_fact_names_every_value_it_gives():
    """An entry of a TOML file or a sheet is a table of keys: no value of it has a place instead of a name."""
    facts = [kind for kind in KINDS if issubclass(kind, Fact) or kind in (Chance, House, Question, Sheet, Wording)]
    assert len(facts) > 5
    assert [called(kind) for kind in facts if not all(field.kw_only for field in fields(kind))] == []

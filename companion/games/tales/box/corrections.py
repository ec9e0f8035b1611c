"""The owner's corrections of facts.toml, and the names of what lies in the box: read and checked. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.tales.facts import LEVELS, SKILLS, STATUSES, events as ev
from companion.games.tales.facts.events import BoxNoted, Effect, Event
from companion.games.tales.state.box_overrides import (
    MOST_PATHS,
    MOST_SLOWER,
    MOST_STORY,
    MOST_WEALTH,
    TO_RATE,
    effect_of,
)
from companion.kit.box.file import Read, fields_of, one_of, read_box, short, table_of, whole, write_box, wrong
from companion.language.texts import Text

LONGEST_NAME = 40
KINDS = ("treasures", "quests", "cities")
"""What lies in the box under names that people type."""
MOST_NAMES = 100
STEPS = tuple(str(step) for step in range(1, MOST_STORY + 1))
"""The steps of the story track."""


@dataclass(frozen=True)
class Box:
    """The owner's corrections, each by the id of what it corrects; the names of treasures, quests and cities."""

    rates: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    statuses: Mapping[str, Effect] = field(default_factory=dict)
    rewards: Mapping[str, int] = field(default_factory=dict)
    treasures: tuple[str, ...] = ()
    quests: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    sales: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """What the cards of treasures bring: by how many levels, and up to which."""
    skills: tuple[str, ...] = ()
    """The steps of the story track that bring a skill."""

    @property
    def noted(self) -> BoxNoted | None:
        """The corrections as a table keeps them; None if there are none."""
        noted = BoxNoted(dict(self.rates), dict(self.statuses), dict(self.rewards), self.skills)
        return None if noted == BoxNoted() else noted

    @property
    def steps(self) -> int:
        """How many steps of the story track are noted."""
        return len({*self.rewards, *self.skills})

    @property
    def named(self) -> int:
        """How many names of treasures, quests and cities there are."""
        return len(self.treasures) + len(self.quests) + len(self.cities)


def corrected(box: Box, id: str, effect: Effect) -> Box:
    """Note what a status does; what it does as we know it needs no note."""
    others = {one: noted for one, noted in box.statuses.items() if one != id}
    return replace(box, statuses=others if effect == effect_of(STATUSES[id]) else {**others, id: effect})


def learn(box: Box, names: Mapping[str, Collection[str]]) -> Box:
    """Add names that were typed at a table, by kind, to those that are offered again; the oldest make room."""
    offered: dict[str, Any] = {}
    for kind, typed in names.items():
        known = getattr(box, kind)
        new = [name for name in dict.fromkeys(typed) if _is_new(name, known)]
        offered[kind] = (*known, *new)[-MOST_NAMES:]
    return replace(box, **offered)


def sold(box: Box, events: Iterable[Event]) -> Box:
    """Note what the cards of treasures bring that were sold; the oldest make room."""
    brings = {one.treasure: (one.by, one.limit) for one in events if isinstance(one, ev.TreasureSold)}
    brings = {name: price for name, price in brings.items() if _is_new(name, ())}
    kept = {name: price for name, price in box.sales.items() if name not in brings} | brings
    return replace(box, sales=dict([*kept.items()][-MOST_NAMES:]))


def _is_new(name: str, known: Collection[str]) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name not in known


def names_in(events: Iterable[Event]) -> dict[str, list[str]]:
    """List the names that were typed at a table, by kind."""
    names: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for event in events:
        match event:
            case ev.TreasureGained(_, name):
                names["treasures"].append(name)
            case ev.QuestGot(_, name) | ev.HeroChosen(_, _, _, name):
                names["quests"].append(name)
            case ev.CityCardKept(_, name):
                names["cities"].append(name)
    return names


def to_toml(box: Box) -> str:
    """Write a box as TOML, to be shared with other owners."""
    return write_box(
        "tales",
        {
            "rates": {id: list(rates) for id, rates in box.rates.items()},
            "statuses": {id: _as_table(effect) for id, effect in box.statuses.items()},
            "rewards": dict(box.rewards),
        }
        | {"sales": {name: list(price) for name, price in box.sales.items()}}
        | ({"skills": list(box.skills)} if box.skills else {})
        | {kind: list(names) for kind in KINDS if (names := getattr(box, kind))},
    )


def _as_table(effect: Effect) -> dict[str, Any]:
    return {
        "slower": effect.slower,
        "most": -1 if effect.most is None else effect.most,
        "holds": list(effect.holds),
        "talents": effect.talents,
        "bars": effect.bars,
        "otherwise": effect.otherwise,
    }


def from_toml(text: str) -> Box:
    """Read a box; raise Refusal with the entry and the reason if anything in it is wrong."""
    return Box(**read_box(text, "tales", "Tales of the Arabian Nights", _READERS))


def _rates(entry: str, _: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(entry, Text("this takes two numbers: paths by land, then by sea"))
    land, sea = (whole(entry, paths, 0, MOST_PATHS) for paths in value)
    return land, sea


def _effect(entry: str, _: str, value: Any) -> Effect:
    value = {"otherwise": False} | value if isinstance(value, dict) else value  # older files do not say it
    fields = fields_of(entry, value, ("slower", "most", "holds", "talents", "bars", "otherwise"))
    for name in ("talents", "bars", "otherwise"):
        if not isinstance(fields[name], bool):
            raise wrong(f"{entry}.{name}", Text("this must be true or false"))
    most = whole(f"{entry}.most", fields["most"], -1, MOST_PATHS)
    holds = tuple(one_of(f"{entry}.holds", skill, SKILLS) for skill in _listed(f"{entry}.holds", fields["holds"]))
    slower = whole(f"{entry}.slower", fields["slower"], 0, MOST_SLOWER)
    return Effect(slower, None if most < 0 else most, holds, fields["talents"], fields["bars"], fields["otherwise"])


def _reward(entry: str, _: str, value: Any) -> int:
    return whole(entry, value, 0, MOST_WEALTH)


def _skills(entry: str, value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one_of(entry, step, STEPS) for step in _listed(entry, value)))


def _sales(entry: str, value: Any) -> dict[str, tuple[int, str]]:
    if not isinstance(value, dict) or len(value) > MOST_NAMES:
        raise wrong(entry, Text("this isn't a table"))
    return {short(entry, name, LONGEST_NAME): _price(f"{entry}.{name}", price) for name, price in value.items()}


def _price(entry: str, value: Any) -> tuple[int, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(entry, Text("this needs the number of levels, then the highest level you can reach"))
    return whole(entry, value[0], 1, MOST_WEALTH), one_of(entry, value[1], LEVELS)


def _names(entry: str, value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(short(entry, name, LONGEST_NAME) for name in _listed(entry, value)))


def _listed(entry: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        raise wrong(entry, Text("this must be a list of at most %(most)s", most=MOST_NAMES))
    return value


_READERS: dict[str, Read] = {
    "rates": table_of(TO_RATE, _rates),
    "statuses": table_of(tuple(STATUSES), _effect),
    "rewards": table_of(STEPS, _reward),
    "sales": _sales,
    "skills": _skills,
    **dict.fromkeys(KINDS, _names),
}
"""How each entry of a box is read."""

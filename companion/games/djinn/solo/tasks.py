"""The eleven tasks for games that are won against Tom: what they ask for, and what of it is known. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.djinn.facts import CONTENTS, TROPHY_POINTS
from companion.games.djinn.facts.sheet import MANY, Sheet
from companion.games.djinn.scoring.sheet_defaults import entered, sheet_of
from companion.games.djinn.state.model import State, against_tom
from companion.language.texts import Text
from companion.table.log import Refusal


@dataclass(frozen=True)
class Task:
    """A task for the end of a won game, the rows of the sheet that it asks for, and how its count meets the goal."""

    id: str
    label: Text
    rows: tuple[str, ...]
    count: Callable[[Sheet], int]
    least: int = 0
    most: int | None = None

    def met(self, sheet: Sheet) -> bool:
        """Say whether a sheet meets the task."""
        return self.least <= self.count(sheet) <= (MANY if self.most is None else self.most)


def reached(state: State) -> frozenset[str]:
    """List the ids of the tasks that the sheet meets, of those that were counted (rulebook, Solo Play, the table)."""
    return met(sheet_of(state, 0)) & counted(state)


def met(sheet: Sheet) -> frozenset[str]:
    """List the ids of the tasks that a sheet meets, whoever has counted."""
    return frozenset(task.id for task in TASKS if task.met(sheet))


def counted(state: State) -> frozenset[str]:
    """List the ids of the tasks whose rows somebody has counted; of an empty sheet nobody knows that it is right."""
    known = entered(state, 0)
    return frozenset(task.id for task in TASKS if known.issuperset(task.rows))


def so_far(state: State, held: Mapping[str, int]) -> Sheet:
    """Fill in during the hunt what the app saw, and what the player noted of the hand, `held`."""
    sheet, gained = sheet_of(state, 0), state.gained.get(0, {})
    known = {"mages": held.get("mages", 0), "coins": held.get("coins", 0), "keys": gained.get("keys", 0)}
    return replace(sheet, **{row: max(getattr(sheet, row), count) for row, count in known.items()})


def prospects(state: State, held: Mapping[str, int]) -> dict[str, bool | None]:
    """Say of each task during the hunt whether it is met for good, or out of reach; None while the app can't tell.

    Mages, Equipment, Trophies, Passages and active circles never go away.
    """
    done = met(so_far(state, held))
    return {
        task.id: True if task.id in done & AT_LEAST else False if task.id in AT_MOST - done else None for task in TASKS
    }


def uncounted(state: State) -> Text | None:
    """Ask for what the tasks need before a sheet is done; logs may end it without."""
    left = len(TASKS) - len(counted(state))
    if not left or not against_tom(state):
        return None
    return Text("Tasks not counted yet: %(count)s. Enter what they ask for, or tap “The rest is correct”.", count=left)


class Try(NamedTuple):
    """A task for which the player tries: how much the app counted, and the goal; at the end whether it was met."""

    label: Text
    now: int
    goal: int
    at_least: bool
    met: bool | None


def tried(state: State, held: Mapping[str, int]) -> list[Try]:
    """List during the hunt the tasks for which the player tries, with how far the app saw each."""
    sheet, now = so_far(state, held), prospects(state, held)
    return [_try(task, sheet, now[task.id]) for task in TASKS if task.id in state.tries]


def tried_for(state: State) -> list[Try]:
    """List at the end the tasks for which the player tried; a lost game meets none (rulebook, Solo Play)."""
    sheet, lost, known, met_now = sheet_of(state, 0), state.result == "lost", counted(state), reached(state)
    return [
        _try(task, sheet, False if lost else task.id in met_now if task.id in known else None)
        for task in TASKS
        if task.id in state.tries
    ]


def _try(task: Task, sheet: Sheet, met: bool | None) -> Try:
    return Try(task.label, task.count(sheet), task.least or task.most or 0, task.least > 0, met)


def check_tasks(ids: Iterable[str]) -> None:
    """Raise Refusal for tasks that cannot be met in one game."""
    met = set(ids)
    for one, other in CONTRARY:
        if {one, other} <= met:
            raise Refusal(
                "You can't complete both “%(one)s” and “%(other)s” in one game. Untick one.",
                one=LABELS[one],
                other=LABELS[other],
            )


def check_points(points: int, ids: Iterable[str]) -> None:
    """Refuse points that no won game has: nothing takes any away, and each Trophy gives 30 or 36 (Final Score)."""
    trophies = 3 * min(TROPHY_POINTS)
    if points < 0:
        raise Refusal("Nothing in Djinn costs points. Enter 0 or more.").about("points")
    if "three_trophies" in ids and points < trophies:
        raise Refusal(
            "Three Trophies alone give %(least)s points. Check the points, or untick the Trophies.", least=trophies
        ).about("points")


def _types(sheet: Sheet) -> tuple[int, int, int]:
    return sheet.staves, sheet.hats, sheet.cloaks


EQUIPMENT = ("staves", "hats", "cloaks")
TASKS = (
    Task("eight_mages", Text("At least 8 Mages"), ("mages",), lambda sheet: sheet.mages, least=8),
    Task(
        "two_sets",
        Text("At least 2 full sets of Staff, Hat and Cloak"),
        EQUIPMENT,
        lambda sheet: min(_types(sheet)),
        least=2,
    ),
    Task(
        "three_trophies",
        Text("At least 3 Trophies"),
        ("trophies_30", "trophies_36"),
        lambda sheet: sheet.trophies_30 + sheet.trophies_36,
        least=3,
    ),
    Task("ten_coins", Text("At least 10 Coins"), ("coins",), lambda sheet: sheet.coins, least=10),
    Task("three_keys", Text("At least 3 Keys"), ("keys",), lambda sheet: sheet.keys, least=3),
    Task(
        "two_active_circles",
        Text("At most 2 active Spell Circles"),
        ("inactive_circles",),
        lambda sheet: CONTENTS.circles - sheet.inactive_circles,
        most=2,
    ),
    Task("low_capacity", Text("Capacity Marker on 5 or 6"), ("capacity",), lambda sheet: sheet.capacity, most=6),
    Task(
        "one_equipment_type",
        Text("At most 1 type of Equipment"),
        EQUIPMENT,
        lambda sheet: sum(held > 0 for held in _types(sheet)),
        most=1,
    ),
    Task("two_mages", Text("At most 2 Mages"), ("mages",), lambda sheet: sheet.mages, most=2),
    Task("no_key_mage", Text("No Mage with a Key"), ("mages_with_key",), lambda sheet: sheet.mages_with_key, most=0),
    Task("no_passages", Text("No Secret Passage placed"), ("passages",), lambda sheet: sheet.passages, most=0),
)
"""The eleven tasks in the order of the rulebook's table."""
LABELS = {task.id: task.label for task in TASKS}
CONTRARY = (("eight_mages", "two_mages"), ("two_sets", "one_equipment_type"))
"""Tasks that cannot be met in one game."""
TASK_IDS = frozenset(LABELS)
AT_LEAST = frozenset(("eight_mages", "two_sets", "three_trophies"))
"""Tasks that stay met: what they ask for is never spent."""
AT_MOST = TASK_IDS - AT_LEAST - {"ten_coins", "three_keys"}
"""Tasks that are missed for good as soon as a player has more."""

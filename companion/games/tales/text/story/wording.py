"""The story: the log of a table in paragraphs, a turn each, and how each thing in it is said. Pure.

Who reads it on another phone reads the same: how something is said follows from the table's code and the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from hashlib import blake2b
from itertools import groupby
from typing import Any

from companion.files.safe_readers import in_turn
from companion.games.tales.facts import BASICS
from companion.games.tales.facts.wealth import RANK
from companion.games.tales.scoring.result import Decision
from companion.games.tales.text.story.drafts import END, MET, ORDER, WENT, Beat, Draft, Paragraph, Turn
from companion.games.tales.text.story.prose import CLAUSES, OF_STATUSES, counts
from companion.games.tales.text.story.reader import Reader
from companion.table.log import Entry

WAYS = counts()
POOR = RANK[BASICS.start]
UP = ("both_up", "destiny_up", "story_up")
JOINED = {"learned": "skills", "mastered": "skills", "unlearned": "skills", "mark": "places"}
"""The kinds of beats of which several are told in one sentence, and what is listed there."""
DAWN = 5 * 60 * 60.0
"""At how many seconds after midnight a day of play ends."""


def read(moves: Iterable[Entry], players: int, code: str, decision: Decision | None = None) -> list[Paragraph]:
    """Read the story out of the moves that count, letting others have their turn.

    `decision` says why the game was won, if anybody knows.
    """
    reader = Reader(players, decision)
    for entry in in_turn(moves):
        reader.take(entry)
    return _worded([*reader.turns, reader.turn], code)


# What stands around it


def called(heroes: Sequence[str], players: Sequence[str]) -> tuple[str, ...]:
    """Name the heroes by seat: as they are called, or as their players are, if they have no name of their own."""
    known = [name.casefold() for name in (*heroes, *players)]
    return tuple(
        hero if hero and known.count(hero.casefold()) == 1 else player
        for hero, player in zip(heroes, players, strict=False)
    )


def chapters(story: Iterable[Paragraph], day_of: Callable[[float], date]) -> Iterator[tuple[date, list[Paragraph]]]:
    """Divide a story by the days on which it was played: a night goes on until morning."""
    for day, told in groupby(story, lambda paragraph: day_of(paragraph.at - DAWN)):
        yield day, [*told]


# How it is said


def _worded(turns: Sequence[Turn], code: str) -> list[Paragraph]:
    """Make paragraphs of turns, and choose how each thing is said: never the same way twice in a row."""
    said: dict[str, list[int]] = {}
    found = []
    for turn in in_turn(turns):
        if turn.seat < 0 < turn.number:  # it goes on, or was stopped
            turn.seat = next((one.seat for one in turn.drafts if one.seat >= 0), -1)
        if drafts := _sorted(turn):
            beats = tuple(_chosen(one, code, said) for one in drafts)
            found.append(Paragraph(turn.number, turn.seat, turn.at, beats, tuple(turn.book.values())))
    return found


def _sorted(turn: Turn) -> list[Draft]:
    """Order what happened as one tells it, and leave out what came to nothing."""
    drafts = [one for draft in turn.drafts for one in _settled(draft, turn.seat)]
    drafts = _joined([*_mourned(drafts)])
    quests = {one.part for one in drafts if one.kind.startswith("quest_done")}
    drafts.sort(key=lambda one: (one.part, _place(one.kind, of_quest=one.part in quests)))
    if turn.ended and drafts and all(ORDER.get(one.kind, END) in (WENT, MET) for one in drafts):
        kind = "hushed" if ORDER[drafts[-1].kind] == MET else "quiet"
        drafts.append(Draft(kind, turn.seat, "", drafts[-1].seed, {}, drafts[-1].part))
    return drafts


def _place(kind: str, *, of_quest: bool) -> float:
    """Say where in an adventure something is told; who keeps a promise gains by that before anybody pays for it."""
    place = ORDER.get(kind, 0)
    return ORDER["quest_done"] + 0.5 if of_quest and place == ORDER["both_up"] else place


def _mourned(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Let points outlive a hero who died by what brought them; money does not."""
    died = {(one.seat, one.part) for one in drafts if one.kind == "died"}
    for one in drafts:
        if (one.seat, one.part) not in died or one.kind not in (*UP, "richer", "less_poor"):
            yield one
        elif one.kind in UP:
            yield _as(one, "outlived", {})


def _settled(draft: Draft, seat: int) -> Iterable[Draft]:
    """Say what points, wealth and a line come to."""
    kind, values = draft.kind, dict(draft.values)
    if kind == "points":
        return [_as(draft, one, {}) for one in _points(values["destiny"], values["story"])]
    if kind == "wealth":
        before, after = RANK.get(values["before"], 0), RANK.get(values["level"], 0)
        return [_as(draft, _wealth(before, after), values)] * (before != after)
    if kind == "line":
        own = draft.seat == seat
        return [_as(draft, "line_own" if own else "line_other", values if own else values | {"other": draft.seat})]
    return [draft]


def _as(draft: Draft, kind: str, values: dict[str, Any]) -> Draft:
    return Draft(kind, draft.seat, draft.gender, draft.seed, values, draft.part)


def _wealth(before: int, after: int) -> str:
    """Say how wealth changed: who is poor has not become rich with a little money, nor the other way round."""
    if after > before:
        return "richer" if after > POOR else "less_poor"
    return "poorer" if after <= POOR else "less_rich"


def _points(destiny: int, story: int) -> Iterable[str]:
    if destiny > 0 and story > 0:
        return ("both_up",)
    if destiny < 0 and story < 0:
        return ("both_down",)
    signs = (("destiny", destiny), ("story", story))
    return [f"{name}_{'up' if points > 0 else 'down'}" for name, points in signs if points]


def _joined(drafts: Sequence[Draft]) -> list[Draft]:
    """Tell of several skills of one kind, and of several marks, in one sentence."""
    found: list[Draft] = []
    first: dict[tuple[str, int, int], Draft] = {}
    for draft in drafts:
        key = (draft.kind, draft.seat, draft.part)
        if (what := JOINED.get(draft.kind)) and key in first:
            more = [one for one in draft.values[what] if one not in first[key].values[what]]
            first[key].values[what] = (*first[key].values[what], *more)
        else:
            copy = _as(draft, draft.kind, dict(draft.values))
            first.setdefault(key, copy)
            found.append(copy)
    return found


def _chosen(draft: Draft, code: str, said: dict[str, list[int]]) -> Beat:
    """Choose how something is said, by the table's code and the entry that told it."""
    kind = draft.kind
    key = f"{code}:{draft.seed[0]}:{draft.seed[1]}:{kind}"
    drawn = int.from_bytes(blake2b(key.encode(), digest_size=4).digest(), "big")
    way = _next_way(kind, drawn, WAYS[kind], said, draft.seat)
    clause = 0
    if kind in OF_STATUSES:
        clause = _next_way(f"{kind} {draft.values['status']}", drawn >> 8, CLAUSES, said, draft.seat)
    values = tuple((name, value) for name, value in draft.values.items() if name not in ("met", "own_legs", "marker"))
    return Beat(kind, draft.seat, draft.gender, values, way, clause)


def _next_way(kind: str, drawn: int, ways: int, said: dict[str, list[int]], seat: int) -> int:
    """Choose one of the ways that were not used the last times, if possible one that this hero has not had."""
    latest, own = said.setdefault(kind, []), said.setdefault(f"{seat} {kind}", [])
    left = [way for way in range(ways) if way not in latest]
    new = [way for way in left if way not in own] or left
    way = new[drawn % len(new)]
    if way in own:
        own.clear()
    latest.append(way)
    own.append(way)
    if len(latest) > max(ways - 2, ways // 2):
        latest.pop(0)
    return way

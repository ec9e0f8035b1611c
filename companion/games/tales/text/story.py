"""The story: what of the log is worth telling, a paragraph a turn, without what the table put right. Pure.

Who reads it on another phone reads the same: how each thing is said follows from the table's code and the entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from companion.games.tales.facts import BASICS
from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.hero import MASTER, SEX_CHANGED
from companion.games.tales.facts.wealth import RANK
from companion.games.tales.scoring.result import Decision
from companion.games.tales.state.heroes import Place
from companion.games.tales.state.house_rules import TIME_ROUNDS
from companion.games.tales.text.prose import CLAUSES, GOOD, OF_STATUSES, counts
from companion.table.log import Entry

WAYS = counts()
ORDER = {
    kind: place
    for place, kinds in enumerate(
        (
            "opening cast sworn joined undecided",
            "stayed arrived by_land by_sea by_both carried",
            "noon night",
            "met met_character met_terrain met_city met_power card_played",
            "master",
            "treasure taken treasure_lost",
            "learned mastered unlearned",
            "richer poorer",
            "freed bereft",
            "struck favoured",
            "serves free",
            "both_up destiny_up story_up destiny_down story_down both_down",
            "died",
            "line_own line_other",
            "card_kept sold gift home gate quest_done quest_done_named quest_lost quest_new mark",
            "declared declared_alone quiet",
        )
    )
    for kind in kinds.split()
}
"""In which order an adventure is told, whatever the order in which an award was applied."""
TIMES = ("noon", "night")
MARKED = {"origin": "home", "destination": "gate"}


class Beat(NamedTuple):
    """One thing to tell of a hero: its kind, what fills its sentence, and in which of the ways it is said."""

    kind: str
    seat: int
    gender: str = ""
    values: tuple[tuple[str, Any], ...] = ()
    way: int = 0
    clause: int = 0  # which clause of a status


class Paragraph(NamedTuple):
    """A turn as a paragraph: its number, 0 at the beginning and the end; whose it was; when; what is told of it."""

    number: int
    seat: int
    at: float
    beats: tuple[Beat, ...]
    book: tuple[int, ...] = ()  # the paragraphs of the Book that were read


@dataclass(eq=False)
class Draft:
    """A beat that a later event may cancel."""

    kind: str
    seat: int
    gender: str
    seed: tuple[int, int]
    values: dict[str, Any]
    part: int  # of its turn: which adventure


@dataclass
class Turn:
    """A turn as it is being read: its beats, and by part of it and seat what points and wealth came to."""

    number: int
    seat: int
    at: float
    drafts: list[Draft] = field(default_factory=list)
    lines: dict[int, Draft] = field(default_factory=dict)
    book: dict[int, int] = field(default_factory=dict)
    part: int = 0


@dataclass
class Known:
    """What the reading has to remember of a hero."""

    gender: str = ""
    quest: str = ""
    wealth: str = BASICS.start
    skills: dict[str, str] = field(default_factory=dict)
    changed: bool = False  # by Sex-Changed: no pronoun is sure
    place: Place = Place()


def read(moves: Iterable[Entry], players: int, code: str, decision: Decision | None = None) -> list[Paragraph]:
    """Read the story out of the moves that count; `decision` says why the game was won, if anybody knows."""
    reader = Reader(players, decision)
    for entry in moves:
        reader.take(entry)
    return _worded([*reader.turns, reader.turn], code)


class Reader:
    """Reads the log entry by entry."""

    def __init__(self, players: int, decision: Decision | None) -> None:
        self.heroes = [Known() for _ in range(players)]
        self.decision = decision
        self.turns: list[Turn] = []
        self.turn = Turn(0, -1, 0.0)
        self.last: dict[tuple[int, str, str], tuple[bool, Turn, Draft]] = {}
        self.begun = self.corrected = self.by_rounds = False
        self.reshuffles = 0
        self.seed = (0, 0)

    def take(self, entry: Entry) -> None:
        """Read one entry."""
        self.corrected = any(isinstance(event, ev.Corrected) for event in entry.events)
        gives = entry.move == "give" and len(entry.events) > 1
        for number, event in enumerate(entry.events):
            self.seed = (entry.seq, number)
            self.turn.at = self.turn.at or entry.at
            if self._is_known(event):
                self._read(event, entry.at, given_to=self._receiver(entry.events) if gives else None)

    def _is_known(self, event: Event) -> bool:
        """Say whether all seats of an event sit at the table: a log that no moves have made may name any."""
        named = [getattr(event, name, None) for name in ("seat", "taken_from", "master")]
        return all(seat is None or seat in range(len(self.heroes)) for seat in named)

    @staticmethod
    def _receiver(events: Sequence[Event]) -> int | None:
        seats = [event.seat for event in events if isinstance(event, ev.WealthChanged)]
        return seats[1] if len(seats) > 1 else None

    def _read(self, event: Event, at: float, given_to: int | None) -> None:
        """Remember what an event changes, and draft what it tells."""
        if isinstance(event, ev.StepEvent):
            self.turn.seat = event.seat
        match event:
            case ev.RuleSwitched(rule, on) if rule == TIME_ROUNDS:
                self.by_rounds = on
            case ev.SkillPicked(seat, skill):
                self.heroes[seat].skills[skill] = "talent"
            case ev.SkillsDrawn(drawn):
                for hero, skills in zip(self.heroes, drawn, strict=False):
                    hero.skills = dict.fromkeys(skills, "talent")
            case ev.HeroChosen(seat, gender, _, quest):
                self.heroes[seat].gender, self.heroes[seat].quest = gender, quest
            case ev.GenderSet(seat, gender):
                self.heroes[seat].gender = gender
            case ev.Begun(seat):
                self._begin(seat, at)
            case ev.TurnEnded():
                self._next()
            case ev.GameEnded():
                self._end(event, at)
            case _ if self.begun:
                self._happened(event, given_to)

    def _begin(self, first: int, at: float) -> None:
        if self.begun:
            return
        self.begun, self.turn.at = True, at
        self._draft("opening", -1, names=tuple(range(len(self.heroes))))
        for seat, hero in enumerate(self.heroes):
            if hero.skills:
                self._draft("cast", seat, skills=tuple(hero.skills))
            if hero.quest:
                self._draft("sworn", seat, quest=hero.quest)
        self._next()

    def _next(self) -> None:
        """Begin the next turn."""
        self.turns.append(self.turn)
        self.turn = Turn(self.turn.number + 1, -1, 0.0)

    def _end(self, event: ev.GameEnded, at: float) -> None:
        """End the story, with what decided it."""
        self._next()
        self.turn.at = at
        self.turn.number = 0
        won, decision = event.winners, self.decision
        if not {*won} <= {*range(len(self.heroes))}:
            return
        if not won:
            self._draft("stopped" if event.stopped else "nobody", -1)
        elif decision is None or decision.kind == "only":
            alone = "won_alone" if len(self.heroes) == 1 else "won_only"
            kind = alone if decision or len(self.heroes) == 1 else "won"
            self._draft(kind, won[0], names=won)
        else:
            counted = (decision.kind, decision.more, decision.less)
            self._draft(f"won_{decision.kind}", won[0], names=decision.able, name=won[0], counted=counted)
        self._draft("closing", -1)

    # A turn

    def _happened(self, event: Event, given_to: int | None) -> None:  # noqa: C901 - one case an event
        match event:
            case ev.HeroMoved():
                self._moves(event)
            case ev.CardDrawn(seat, card):
                self._meets(f"met_{card}", seat)
            case ev.NumberGiven(seat, paragraph, straight=True) | ev.DestinyRolled(seat, _, paragraph):
                self._reads(paragraph, seat)
            case ev.MasterUsed(seat, skill, paragraph):
                self._reads(paragraph, seat)
                self._draft("master", seat, skill=skill)
            case ev.CityCardPlayed(seat, card):
                self._meets("card_played", seat, card=card)
            case ev.DeckReshuffled():
                self.reshuffles += 1
                if self.reshuffles <= len(TIMES) and not self.by_rounds:
                    self._draft(TIMES[self.reshuffles - 1], -1)
            case ev.PlayerJoined(seat):
                self._draft("joined", seat, name=seat)
            case ev.LastTurnsEnded():
                self._draft("undecided", -1)
            case ev.VictoryDeclared(seat):
                self._draft("declared" if len(self.heroes) > 1 else "declared_alone", seat)
            case ev.LineTold(seat, line):
                self._tells(seat, line)
            case ev.PointsChanged(seat, destiny, story):
                self._scores(seat, destiny, story)
            case ev.WealthChanged(seat, level):
                self._earns(seat, level, given_to)
            case _:
                self._gains(event)

    def _gains(self, event: Event) -> None:  # noqa: C901 - one case an event
        match event:
            case ev.StatusGained(seat, status):
                self._turned((seat, "status", status), ("favoured" if status in GOOD else "struck"), status=status)
                self.heroes[seat].changed = self.heroes[seat].changed or status == SEX_CHANGED
            case ev.StatusLost(seat, status):
                self.heroes[seat].changed = self.heroes[seat].changed and status != SEX_CHANGED
                kind = "bereft" if status in GOOD else "freed"
                self._turned((seat, "status", status), kind, came=False, status=status)
            case ev.SkillTrained(seat, skill, level):
                self._trains(seat, skill, level)
            case ev.TreasureGained(seat, treasure, int(other)):
                self._turned((seat, "treasure", treasure), "taken", treasure=treasure, other=other)
            case ev.TreasureGained(seat, treasure):
                self._turned((seat, "treasure", treasure), "treasure", treasure=treasure)
            case ev.TreasureLost(seat, treasure):
                self._turned((seat, "treasure", treasure), "treasure_lost", came=False, treasure=treasure)
            case ev.TreasureSold(seat, treasure):
                self._draft("sold", seat, treasure=treasure)
            case ev.MasterNamed(seat, None):
                self._draft("free", seat)
            case ev.MasterNamed(seat, int(master)) if master != seat:
                self._draft("serves", seat, other=master)
            case ev.HeroDied(seat):
                self._draft("died", seat)
                self.heroes[seat].place, self.heroes[seat].wealth = Place(), BASICS.start
                self.heroes[seat].changed = False
            case ev.MarkerPlaced(seat, marker, place):
                self._marks(seat, marker, place)
            case ev.CityCardKept(seat, card):
                self._draft("card_kept", seat, card=card)
            case ev.QuestGot(seat, str(quest)) if quest:
                self._draft("quest_new", seat, quest=quest)
            case ev.QuestEnded(seat, str(quest), True) if quest:
                self._draft("quest_done_named", seat, quest=quest)
            case ev.QuestEnded(seat, _, done):
                self._draft("quest_done" if done else "quest_lost", seat)

    def _draft(self, kind: str, seat: int, **values: Any) -> Draft | None:
        """Note something to tell; what the table puts right is nothing to tell."""
        if self.corrected:
            return None
        hero = self.heroes[seat] if seat >= 0 else Known()
        gender = "" if hero.changed else hero.gender
        draft = Draft(kind, seat, gender, self.seed, values, self.turn.part)
        self.turn.drafts.append(draft)
        return draft

    def _turned(self, key: tuple[int, str, str], kind: str, *, came: bool = True, **values: Any) -> None:
        """Note that something came or went; who gets and loses it in one turn, or by mistake, is told neither."""
        last = self.last.get(key)
        if last and last[0] != came and (self.corrected or last[1] is self.turn):
            if last[2] in last[1].drafts:
                last[1].drafts.remove(last[2])
            del self.last[key]
        elif draft := self._draft(kind, key[0], **values):
            self.last[key] = (came, self.turn, draft)

    def _trains(self, seat: int, skill: str, level: str) -> None:
        known = self.heroes[seat].skills
        before = known.pop(skill, "")
        if level:
            known[skill] = level
        came = bool(level) and before != MASTER
        kind = ("mastered" if level == MASTER else "learned") if came else "unlearned"
        if before != level:
            self._turned((seat, "skill", skill), kind, came=came, skills=(skill,))

    def _found(self, kinds: Sequence[str], seat: int) -> Draft | None:
        """Find what this part of the turn tells already of these kinds, to be told as one."""
        part = self.turn.part
        return next(
            (one for one in self.turn.drafts if one.kind in kinds and (one.seat, one.part) == (seat, part)), None
        )

    def _scores(self, seat: int, destiny: int, story: int) -> None:
        """Add points up; a correction only takes back what it was too much."""
        found = self._found(("points",), seat)
        if found is None:
            self._draft("points", seat, destiny=destiny, story=story)
        elif self.corrected:
            found.values["destiny"] = _less(found.values["destiny"], destiny)
            found.values["story"] = _less(found.values["story"], story)
        else:
            found.values["destiny"] += destiny
            found.values["story"] += story

    def _earns(self, seat: int, level: str, given_to: int | None) -> None:
        hero = self.heroes[seat]
        before, hero.wealth = hero.wealth, level
        if given_to is not None:
            if seat != given_to:
                self._draft("gift", seat, other=given_to)
        elif found := self._found(("wealth",), seat):
            found.values["level"] = level
        else:
            self._draft("wealth", seat, before=before, level=level)

    def _moves(self, event: ev.HeroMoved) -> None:
        """Tell of a move; one that was only entered again is told once."""
        hero, drafts = self.heroes[event.seat], self.turn.drafts
        place = Place(event.kind, event.number, event.place)
        if not event.carried and drafts and drafts[-1].values.get("own_legs"):
            drafts.pop()
        elif drafts:
            self.turn.part += 1
        if event.carried:
            kind = "carried"
        elif not event.route:
            kind = "stayed" if place == hero.place else "arrived"
        else:
            kind = {"L": "by_land", "S": "by_sea"}.get("".join(sorted({*event.route})), "by_both")
        hero.place = place
        self._draft(kind, event.seat, place=(event.kind, event.place), own_legs=not event.carried)
        if event.kind == "power":
            self._meets("met_power", event.seat)

    def _meets(self, kind: str, seat: int, **values: Any) -> None:
        """Begin an encounter; a card that was only entered again is told once."""
        drafts = self.turn.drafts
        if drafts and drafts[-1].kind.startswith("met"):
            drafts.pop()
        elif drafts and ORDER.get(drafts[-1].kind, ORDER["richer"]) > ORDER["master"]:
            self.turn.part += 1
        self._draft(kind, seat, met=True, **values)

    def _reads(self, paragraph: int, seat: int) -> None:
        """Note which paragraph of the Book was read, and that there was an encounter."""
        part = self.turn.part
        if not any(one.part == part and one.values.get("met") for one in self.turn.drafts):
            self._meets("met", seat)
        self.turn.book[self.turn.part] = paragraph

    def _tells(self, seat: int, line: str) -> None:
        """Keep the last line that somebody told of this turn."""
        before = self.turn.lines.pop(seat, None)
        if before in self.turn.drafts:
            self.turn.drafts.remove(before)
        if line and (draft := self._draft("line", seat, line=line)):
            self.turn.lines[seat] = draft

    def _marks(self, seat: int, marker: str, place: str) -> None:
        kind = MARKED.get(marker, "mark")
        if kind == "home":
            self._draft(kind, seat, place=("city", place))
        else:
            self._draft(kind, seat, place_name=place)


def _less(points: int, by: int) -> int:
    """Take back some of the points that were given, not more."""
    if points * by >= 0:
        return points
    return max(points + by, 0) if points > 0 else min(points + by, 0)


# How it is said


def _worded(turns: Sequence[Turn], code: str) -> list[Paragraph]:
    """Make paragraphs of turns, and choose how each thing is said: never the same way twice in a row."""
    said: dict[str, int] = {}
    found = []
    for turn in turns:
        if turn.seat < 0 < turn.number:  # it goes on, or was stopped
            turn.seat = next((one.seat for one in turn.drafts if one.seat >= 0), -1)
        if drafts := _sorted(turn):
            beats = tuple(_chosen(one, code, said) for one in drafts)
            found.append(Paragraph(turn.number, turn.seat, turn.at, beats, tuple(turn.book.values())))
    return found


def _sorted(turn: Turn) -> list[Draft]:
    """Order what happened as one tells it, and leave out what came to nothing."""
    drafts = [one for draft in turn.drafts for one in _settled(draft, turn.seat)]
    drafts = _joined(drafts)
    drafts.sort(key=lambda one: (one.part, ORDER.get(one.kind, 0)))
    travels = [one for one in drafts if one.kind in ("stayed", "arrived", "by_land", "by_sea", "by_both")]
    if drafts and len(travels) == len(drafts):
        drafts.append(Draft("quiet", turn.seat, "", drafts[-1].seed, {}, drafts[-1].part))
    return drafts


def _settled(draft: Draft, seat: int) -> Iterable[Draft]:
    """Say what points, wealth and a line come to."""
    kind, values = draft.kind, dict(draft.values)
    if kind == "points":
        return [_as(draft, one, {}) for one in _points(values["destiny"], values["story"])]
    if kind == "wealth":
        before, after = RANK.get(values["before"], 0), RANK.get(values["level"], 0)
        return [_as(draft, "richer" if after > before else "poorer", {"level": values["level"]})] * (before != after)
    if kind == "line":
        own = draft.seat == seat
        return [_as(draft, "line_own" if own else "line_other", values if own else values | {"other": draft.seat})]
    return [draft]


def _as(draft: Draft, kind: str, values: dict[str, Any]) -> Draft:
    return Draft(kind, draft.seat, draft.gender, draft.seed, values, draft.part)


def _points(destiny: int, story: int) -> Iterable[str]:
    if destiny > 0 and story > 0:
        return ("both_up",)
    if destiny < 0 and story < 0:
        return ("both_down",)
    signs = (("destiny", destiny), ("story", story))
    return [f"{name}_{'up' if points > 0 else 'down'}" for name, points in signs if points]


def _joined(drafts: Sequence[Draft]) -> list[Draft]:
    """Tell of several skills of one kind in one sentence."""
    found: list[Draft] = []
    first: dict[tuple[str, int, int], Draft] = {}
    for draft in drafts:
        key = (draft.kind, draft.seat, draft.part)
        if draft.kind in ("learned", "mastered", "unlearned") and key in first:
            more = [one for one in draft.values["skills"] if one not in first[key].values["skills"]]
            first[key].values["skills"] = (*first[key].values["skills"], *more)
        else:
            copy = _as(draft, draft.kind, dict(draft.values))
            first.setdefault(key, copy)
            found.append(copy)
    return found


def _chosen(draft: Draft, code: str, said: dict[str, int]) -> Beat:
    """Choose how something is said, by the table's code and the entry that told it."""
    kind = draft.kind
    key = f"{code}:{draft.seed[0]}:{draft.seed[1]}:{kind}"
    drawn = int.from_bytes(blake2b(key.encode(), digest_size=4).digest(), "big")
    way = _next_way(kind, drawn, WAYS[kind], said)
    clause = 0
    if kind in OF_STATUSES:
        clause = _next_way(f"{kind} {draft.values['status']}", drawn >> 8, CLAUSES, said)
    values = tuple((name, value) for name, value in draft.values.items() if name not in ("met", "own_legs"))
    return Beat(kind, draft.seat, draft.gender, values, way, clause)


def _next_way(kind: str, drawn: int, ways: int, said: dict[str, int]) -> int:
    way = drawn % ways
    if said.get(kind) == way:
        way = (way + 1) % ways
    said[kind] = way
    return way


"""The reader of a log: what of it is worth telling, turn by turn, without what the table put right. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.tales.facts import BASICS, events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.hero import MASTER, SEX_CHANGED
from companion.games.tales.scoring.result import Decision
from companion.games.tales.state.heroes import Place
from companion.games.tales.state.house_rules import TIME_ROUNDS
from companion.games.tales.text.story.drafts import ORDER, Draft, Known, Turn
from companion.games.tales.text.story.prose import GOOD
from companion.table.log import Entry

TIMES = ("noon", "night")
JAIL, VOW = "imprisoned", "on_pilgrimage"
"""The status whose hero stays where it is, and the one that one is glad to begin and glad to end."""
MARKED = {"origin": "home", "destination": "gate"}
"""The kinds of beats that markers make which belong to no quest."""


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
        if self.turn.drafts and any(isinstance(event, ev.TreasureSold) for event in entry.events):
            self.turn.part += 1  # what a merchant pays is no part of the adventure
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

    def _read(self, event: Event, at: float, given_to: int | None) -> None:  # noqa: C901 - one case an event
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
                self.turn.ended = True
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
        for seat, status in decision.barred if decision else ():
            self._draft("won_not", seat, name=seat, mark=status)
        self._draft("closing", -1)

    # A turn

    def _happened(self, event: Event, given_to: int | None) -> None:  # noqa: C901 - one case an event
        match event:
            case ev.HeroMoved():
                self._moves(event)
            case ev.CardDrawn(seat, card):
                self._draws(seat, card)
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
            case ev.LineTold(seat, line, turn):
                self._tells(seat, line, turn)
            case ev.PointsChanged(seat, destiny, story):
                self._scores(seat, destiny, story)
            case ev.WealthChanged(seat, level):
                self._earns(seat, level, given_to)
            case _:
                self._gains(event)

    def _gains(self, event: Event) -> None:  # noqa: C901 - one case an event
        match event:
            case ev.StatusGained(seat, status):
                kind = "vowed" if status == VOW else "favoured" if status in GOOD else "struck"
                self._turned((seat, "status", status), kind, status=status)
                self.heroes[seat].jailed = self.heroes[seat].jailed or status == JAIL
                self.heroes[seat].changed = self.heroes[seat].changed or status == SEX_CHANGED
            case ev.StatusLost(seat, status):
                self.heroes[seat].changed = self.heroes[seat].changed and status != SEX_CHANGED
                self.heroes[seat].jailed = self.heroes[seat].jailed and status != JAIL
                kind = "bereft" if status in GOOD and status != VOW else "freed"
                self._turned((seat, "status", status), kind, gone=True, status=status)
            case ev.SkillTrained(seat, skill, level):
                self._trains(seat, skill, level)
            case ev.TreasureGained(seat, treasure, int(other)):
                self._passes(treasure, seat, other)
                self._turned((seat, "treasure", treasure), "taken", treasure=treasure, other=other)
            case ev.TreasureGained(seat, treasure):
                self._passes(treasure, seat)
                self._turned((seat, "treasure", treasure), "treasure", treasure=treasure)
            case ev.TreasureLost(seat, treasure):
                self._passes(treasure, other=seat)
                self._turned((seat, "treasure", treasure), "treasure_lost", gone=True, treasure=treasure)
            case ev.TreasureSold(seat, treasure):
                self._passes(treasure, other=seat)
                self._draft("sold", seat, treasure=treasure)
            case ev.MasterNamed(seat, None):
                self._draft("free", seat)
            case ev.MasterNamed(seat, int(master)) if master != seat:
                self._draft("serves", seat, other=master)
            case ev.HeroDied(seat):
                if not self._found(("died",), seat):
                    self._draft("died", seat)
                self.heroes[seat].place, self.heroes[seat].wealth = Place(), BASICS.start
                self.heroes[seat].changed = self.heroes[seat].jailed = False
                self.heroes[seat].treasures = []
            case ev.MarkerPlaced(seat, marker, place):
                self._marks(seat, marker, place)
            case ev.MarkerRemoved(seat, marker):
                self._unmarks(seat, marker)
            case ev.CityCardKept(seat, card):
                self._draft("card_kept", seat, card=card)
            case ev.QuestGot(seat, str(quest)) if quest:
                self._draft("quest_new", seat, quest=quest)
            case ev.QuestEnded(seat, str(quest), True):
                self.turn.part += bool(self.turn.drafts)
                self._draft(*(("quest_done_named", seat) if quest else ("quest_done", seat)), quest=quest)
            case ev.QuestEnded(seat):
                self._draft("quest_lost", seat)

    def _draft(self, kind: str, seat: int, **values: Any) -> Draft | None:
        """Note something to tell of this turn."""
        return self._draft_of(self.turn, kind, seat, values)

    def _draft_of(self, turn: Turn, kind: str, seat: int, values: dict[str, Any]) -> Draft | None:
        """Note something to tell of a turn; what the table puts right is nothing to tell."""
        if self.corrected:
            return None
        hero = self.heroes[seat] if seat >= 0 else Known()
        gender = "" if hero.changed else hero.gender
        draft = Draft(kind, seat, gender, self.seed, values, turn.part)
        turn.drafts.append(draft)
        return draft

    def _turned(self, key: tuple[int, str, str], kind: str, *, gone: bool = False, **values: Any) -> None:
        """Note that something came or went; who gets and loses it in one turn, or by mistake, is told neither."""
        last = self.last.get(key)
        if last and last[0] != gone and (self.corrected or last[1] is self.turn):
            if last[2] in last[1].drafts:
                last[1].drafts.remove(last[2])
            del self.last[key]
        elif draft := self._draft(kind, key[0], **values):
            self.last[key] = (gone, self.turn, draft)

    def _trains(self, seat: int, skill: str, level: str) -> None:
        known = self.heroes[seat].skills
        before = known.pop(skill, "")
        if level:
            known[skill] = level
        came = bool(level) and before != MASTER
        kind = ("mastered" if level == MASTER else "learned") if came else "unlearned"
        if before != level:
            self._turned((seat, "skill", skill), kind, gone=not came, skills=(skill,))

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
        stays = not event.carried and not event.route and place == hero.place
        if stays and any(one.kind.startswith("borne") for one in drafts):
            return  # a treasure brought its hero here
        if event.carried:
            kind = "carried" if any(one.values.get("met") for one in drafts) else self._bearer(event.seat)
        elif not event.route:
            kind = ("stayed_jailed" if hero.jailed else "stayed") if stays else "arrived"
        else:
            kind = {"L": "by_land", "S": "by_sea"}.get("".join(sorted({*event.route})), "by_both")
        hero.place = place
        hero.jailed = hero.jailed and (event.carried or stays)  # nobody noticed that it walked off
        by = {"treasure": hero.treasures[0]} if kind == "borne_by" else {}
        self._draft(kind, event.seat, place=(event.kind, event.place), own_legs=not event.carried, **by)
        if event.kind == "power":
            self._meets("met_power", event.seat)

    def _bearer(self, seat: int) -> str:
        """Say what carries a hero before its encounter: its treasure, if it has one."""
        owned = len(self.heroes[seat].treasures)
        return "carried" if not owned else "borne_by" if owned == 1 else "borne"

    def _passes(self, treasure: str, seat: int | None = None, other: int | None = None) -> None:
        """Remember who owns a treasure."""
        if other is not None and treasure in self.heroes[other].treasures:
            self.heroes[other].treasures.remove(treasure)
        if seat is not None:
            self.heroes[seat].treasures.append(treasure)

    def _draws(self, seat: int, card: str) -> None:
        """Begin the encounter of a card, as it can happen where the hero is."""
        hero = self.heroes[seat]
        in_city = card == "terrain" and hero.place.kind in ("baghdad", "city")
        self._meets("met_jailed" if hero.jailed else "met_streets" if in_city else f"met_{card}", seat)

    def _meets(self, kind: str, seat: int, **values: Any) -> None:
        """Begin an encounter; a card that was only entered again is told once."""
        drafts = self.turn.drafts
        if kind == "card_played":
            self.turn.part += bool(drafts)
        elif drafts and drafts[-1].kind.startswith("met"):
            drafts.pop()
        elif drafts and ORDER.get(drafts[-1].kind, ORDER["richer"]) > ORDER["master"]:
            self.turn.part += 1
        self._draft(kind, seat, met=True, **values)

    def _reads(self, paragraph: int, seat: int) -> None:
        """Note which paragraph of the Book was read, and that there was an encounter."""
        part = self.turn.part
        if not any(one.part == part and one.values.get("met") for one in self.turn.drafts):
            self._meets("met_jailed" if self.heroes[seat].jailed else "met", seat)
        self.turn.book[self.turn.part] = paragraph

    def _tells(self, seat: int, line: str, number: int) -> None:
        """Keep the last line that somebody told of a turn: of this one without its `number`."""
        latest = reversed(self.turns) if number else ()
        turn = next((one for one in latest if one.number == number), self.turn)
        before = turn.lines.pop(seat, None)
        if before in turn.drafts:
            turn.drafts.remove(before)
        if line and (draft := self._draft_of(turn, "line", seat, {"line": line})):
            turn.lines[seat] = draft

    def _marks(self, seat: int, marker: str, place: str) -> None:
        """Tell where a marker came to lie last in this turn."""
        self._unmarks(seat, marker)
        kind = MARKED.get(marker, "mark")
        where: dict[str, Any] = {"place": ("city", place)} if kind == "home" else {"places": (place,)}
        self._draft(kind, seat, marker=marker, **where)

    def _unmarks(self, seat: int, marker: str) -> None:
        drafts = self.turn.drafts
        drafts[:] = [one for one in drafts if one.seat != seat or one.values.get("marker") != marker]


def _less(points: int, by: int) -> int:
    """Take back some of the points that were given, not more."""
    if points * by >= 0:
        return points
    return max(points + by, 0) if points > 0 else min(points + by, 0)

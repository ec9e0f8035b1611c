"""Say what happened, one sentence per event, for the log that everybody reads; name the element that shows it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.tales.facts import LEVELS, SKILLS, STATUSES, events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.facts.headings import OFFERED
from companion.games.tales.scoring.hero_sheet import serves
from companion.games.tales.state import CARDS, TIMES, State
from companion.games.tales.state.heroes import GENDERS, MARKERS, PLACES
from companion.games.tales.state.house_rules import HOUSE_RULES
from companion.kit import house_rules
from companion.kit.fairness import committed_random
from companion.language.texts import Text, everybody, listed, with_sign

FACES = {-1: Text("minus"), 0: Text("blank"), 1: Text("plus")}
TRAINED = {"": Text("lost"), "talent": Text("Talent"), "master": Text("Master")}
NOW = {
    "beggar": Text("%(name)s is now a Beggar."),
    "penniless": Text("%(name)s is now Penniless."),
    "poor": Text("%(name)s is now Poor."),
    "respectable": Text("%(name)s is now Respectable."),
    "rich": Text("%(name)s is now Rich."),
    "princely": Text("%(name)s is now Princely."),
    "fabulous": Text("%(name)s is now Fabulous."),
}
"""What becomes of a hero whose wealth changes, by the level."""
LAID = {
    "origin": Text("%(name)s puts the origin marker on %(place)s."),
    "destination": Text("%(name)s puts the destination marker on %(place)s."),
}
"""What is said of a marker that is put somewhere, except those of a quest."""


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say an event in one sentence that tells no goal; `names` are the seats' names."""
    if isinstance(event, committed_random.Event):
        return committed_random.tell(event, names)
    match event:
        case ev.RuleSwitched():
            return house_rules.tell(event, HOUSE_RULES)
        case ev.TimeSet(time):
            return Text("The table sets the time of day: %(time)s.", time=TIMES[time])
        case ev.Opened() | ev.BoxNoted() | ev.SkillsDrawn() | ev.DeckReshuffled():
            return _of_all(event, names)
        case ev.LastTurnsEnded() | ev.GameEnded() | ev.GoalsShown():
            return _of_end(event, names)
    name = names[event.seat]
    if isinstance(event, ev.StepEvent):
        return _of_turn(event, name)
    return _of_hero(event, name, names) if isinstance(event, ev.HeroEvent) else _of_player(event, name, names)


def _of_all(event: ev.Opened | ev.BoxNoted | ev.SkillsDrawn | ev.DeckReshuffled, names: Sequence[str]) -> Text:
    match event:
        case ev.Opened(players, total):
            return Text("A game for %(count)s is open; each goal is %(total)s points.", count=players, total=total)
        case ev.BoxNoted():
            return Text("This table uses the corrections from the owner's box.")
        case ev.SkillsDrawn(drawn):
            parts = [_has(name, skills) for name, skills in zip(names, drawn, strict=False)]
            return Text("Skills drawn: %(skills)s.", skills=listed(parts))
        case ev.DeckReshuffled(cards):
            return Text("The deck is reshuffled: %(cards)s cards.", cards=cards)


def _of_end(event: ev.LastTurnsEnded | ev.GameEnded | ev.GoalsShown, names: Sequence[str]) -> Text:
    match event:
        case ev.LastTurnsEnded():
            return Text("The last turns are over, but nobody can win now: the game goes on.")
        case ev.GameEnded((), True):
            return Text("The game was stopped; nobody wins.")
        case ev.GameEnded(()):
            return Text("The game is over; nobody wins.")
        case ev.GameEnded(winners):
            return Text("The game is over; won by %(names)s.", names=everybody(winners, names))
        case ev.GoalsShown(goals):
            parts = [_meant(name, *goal) for name, goal in zip(names, goals, strict=False) if any(goal)]
            return Text("The goals (destiny, story): %(goals)s.", goals=listed(parts))


def _meant(name: str, destiny: int, story: int) -> Text:
    return Text("%(name)s %(destiny)s + %(story)s", name=name, destiny=destiny, story=story)


def _of_player(  # noqa: C901 - one case an event
    event: ev.GoalChosen
    | ev.FirstRolled
    | ev.SkillPicked
    | ev.HeroChosen
    | ev.Begun
    | ev.PlayerJoined
    | ev.LineTold
    | ev.HeadingsTold
    | ev.Corrected
    | ev.VictoryDeclared,
    name: str,
    names: Sequence[str],
) -> Text:
    match event:
        case ev.GoalChosen():
            return Text("%(name)s has set a goal.", name=name)
        case ev.FirstRolled(by_hand=True):
            return Text("%(name)s goes first, as rolled at the table.", name=name)
        case ev.FirstRolled(_, rolls):
            dice = max((number for _, number in rolls[-1]), default=0) if rolls else 0
            return Text("%(name)s rolls %(dice)s and goes first.", name=name, dice=dice)
        case ev.SkillPicked(_, skill):
            return Text("%(name)s picks %(skill)s.", name=name, skill=Text(SKILLS[skill].label))
        case ev.HeroChosen(_, gender, hero, quest):
            who = Text("%(hero)s", hero=hero) if hero else Text("a hero")
            said = Text("%(name)s plays %(hero)s (%(gender)s).", name=name, hero=who, gender=GENDERS[gender])
            return Text("%(said)s Quest: %(quest)s.", said=said, quest=quest) if quest else said
        case ev.Begun():
            return Text("The tales begin; %(name)s goes first.", name=name)
        case ev.PlayerJoined(_, right, total):
            return Text(
                "%(name)s joins on %(right)s's left; the goal is %(total)s points.",
                name=name,
                right=names[right],
                total=total,
            )
        case ev.LineTold(_, line, turn) if turn:
            return Text("%(name)s, about an earlier turn: “%(line)s”", name=name, line=line)
        case ev.LineTold(_, line):
            return Text("%(name)s: “%(line)s”", name=name, line=line)
        case ev.HeadingsTold(_, paragraph, headings):
            offered = listed([Text(OFFERED[id]) for id in headings if id in OFFERED])
            return Text("Paragraph %(paragraph)s offers: %(headings)s.", paragraph=paragraph, headings=offered)
        case ev.Corrected():
            return Text("The table corrects what %(name)s has.", name=name)
        case ev.VictoryDeclared(stands=True):
            return Text(
                "%(name)s declares, and it counts: nobody noticed the status that should have "
                "prevented it. Anyone who still has it at the end can't win.",
                name=name,
            )
        case ev.VictoryDeclared():
            return Text("%(name)s declares that the goal is met.", name=name)


def _of_turn(event: ev.StepEvent, name: str) -> Text:
    match event:
        case ev.HeroMoved(_, route, kind, number, place, carried):
            return _moved(name, route, _where(kind, number, place), carried=carried)
        case ev.CardDrawn(_, card, called):
            drawn = Text("%(kind)s, %(called)s", kind=CARDS[card], called=called) if called else CARDS[card]
            return Text("%(name)s draws a card: %(card)s.", name=name, card=drawn)
        case ev.RowRolled(_, die, space, bonus, row):
            return Text(
                "%(name)s: row %(row)s = die %(die)s + space %(space)s + destiny %(bonus)s.",
                name=name,
                row=row,
                die=die,
                space=space,
                bonus=bonus,
            )
        case ev.NumberGiven(_, paragraph, straight=True):
            return Text("Straight to paragraph %(paragraph)s.", paragraph=paragraph)
        case ev.NumberGiven(_, number, str(matrix)) if matrix:
            return Text("Matrix %(matrix)s gives %(number)s.", matrix=matrix, number=number)
        case ev.NumberGiven(_, number):
            return Text("The matrix gives %(number)s.", number=number)
        case ev.DestinyRolled(_, face, paragraph):
            return Text("Destiny die %(face)s: paragraph %(paragraph)s.", face=FACES[face], paragraph=paragraph)
        case ev.MasterUsed(_, skill, paragraph):
            label = Text(SKILLS[skill].label)
            return Text("%(skill)s (Master) leads straight to %(paragraph)s.", skill=label, paragraph=paragraph)
        case ev.TurnEnded():
            return Text("%(name)s ends the turn.", name=name)


def _moved(name: str, route: str, where: Text, *, carried: bool) -> Text:
    if carried:
        return Text("%(name)s is carried to %(place)s.", name=name, place=where)
    if not route:
        return Text("%(name)s is now at: %(place)s.", name=name, place=where)
    land, sea = route.count("L"), route.count("S")
    return Text(
        "%(name)s moves %(land)s by land, %(sea)s by sea: %(place)s.", name=name, land=land, sea=sea, place=where
    )


def _where(kind: str, number: int, place: str) -> Text:
    """Say where a hero stands."""
    label = Text("%(place)s", place=place) if place else PLACES[kind]
    return Text("%(place)s (%(number)s)", place=label, number=number) if number else label


def _of_hero(event: ev.HeroEvent, name: str, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.PointsChanged(_, destiny, story):
            return _scored(name, destiny, story)
        case ev.WealthChanged(_, level):
            return Text(NOW[level].message, name=name)
        case ev.SkillTrained(_, skill, level):
            if not level:
                return Text("%(name)s loses %(skill)s.", name=name, skill=_skill(skill))
            return Text("%(name)s now has %(skill)s (%(level)s).", name=name, skill=_skill(skill), level=TRAINED[level])
        case ev.StatusGained(_, status):
            return Text("%(name)s gains %(status)s.", name=name, status=_status(status))
        case ev.StatusLost(_, status):
            return Text("%(name)s loses %(status)s.", name=name, status=_status(status))
        case ev.SkillsHeld(_, status, skills):
            return Text("%(status)s blocks %(skills)s.", status=_status(status), skills=listed([*map(_skill, skills)]))
        case ev.SkillsReleased(_, _, skills):
            return Text("%(skills)s can be used again.", skills=listed([*map(_skill, skills)]))
        case ev.TreasureGained(_, treasure, int(other)):
            return Text("%(name)s takes %(treasure)s from %(other)s.", name=name, treasure=treasure, other=names[other])
        case ev.TreasureGained(_, treasure):
            return Text("%(name)s gains a treasure: %(treasure)s.", name=name, treasure=treasure)
        case ev.TreasureLost(_, treasure):
            return Text("%(name)s no longer has %(treasure)s.", name=name, treasure=treasure)
        case ev.RewardTaken(_, story):
            return Text("%(name)s reaches story %(story)s and gains a reward.", name=name, story=story)
        case ev.HeroDied():
            return Text("%(name)s dies, and begins again in Baghdad.", name=name)
        case ev.TreasureSold(_, treasure, by, limit):
            label = Text(LEVELS[limit].label) if limit in LEVELS else limit
            return Text(
                "%(name)s sells %(treasure)s: +%(by)s, up to %(level)s.",
                name=name,
                treasure=treasure,
                by=by,
                level=label,
            )
        case ev.MasterNamed(_, master):
            if master is None:
                return Text("%(name)s serves nobody.", name=name)
            return Text("%(name)s serves %(master)s.", name=name, master=names[master])
        case ev.MarkerPlaced(_, marker, place):
            said = LAID.get(marker, Text("%(name)s puts a quest marker on %(place)s."))
            return Text(said.message, name=name, place=place)
        case ev.MarkerRemoved(_, marker):
            return Text("%(name)s takes a marker off the board: %(marker)s.", name=name, marker=MARKERS[marker])
        case ev.CityCardKept(_, card):
            return Text("%(name)s keeps a city card: %(card)s.", name=name, card=card)
        case ev.CityCardPlayed(_, card, die):
            return Text("%(name)s plays the city card %(card)s: die %(die)s.", name=name, card=card, die=die)
        case ev.QuestGot(_, ""):
            return Text("%(name)s has a new quest.", name=name)
        case ev.QuestGot(_, quest):
            return Text("%(name)s has a new quest: %(quest)s.", name=name, quest=quest)
        case ev.QuestEnded(done=True):
            return Text("%(name)s has fulfilled the quest.", name=name)
        case ev.QuestEnded():
            return Text("%(name)s has lost the quest.", name=name)
        case ev.GenderSet(_, gender):
            return Text("%(name)s: %(gender)s.", name=name, gender=GENDERS[gender])


def _scored(name: str, destiny: int, story: int) -> Text:
    if not (destiny or story):
        return Text("Nothing changes for %(name)s.", name=name)
    if not story:
        return Text("%(name)s: destiny %(by)s.", name=name, by=with_sign(destiny))
    if not destiny:
        return Text("%(name)s: story %(by)s.", name=name, by=with_sign(story))
    return Text("%(name)s: destiny %(by)s, story %(more)s.", name=name, by=with_sign(destiny), more=with_sign(story))


def _skill(skill: str) -> Text:
    return Text(SKILLS[skill].label)


def _status(status: str) -> Text:
    return Text(STATUSES[status].label)


def _has(name: str, skills: Sequence[str]) -> Text:
    return Text("%(name)s %(skills)s", name=name, skills=listed([*map(_skill, skills)]))


SHOWN: dict[type, str] = {
    ev.FirstRolled: "first",
    ev.SkillsDrawn: "hero-0",
    ev.HeroMoved: "where",
    ev.CardDrawn: "drawn",
    ev.DeckReshuffled: "deck",
    ev.RowRolled: "row",
    ev.NumberGiven: "gives",
    ev.DestinyRolled: "paragraph",
    ev.MasterUsed: "paragraph",
    ev.TurnEnded: "turn",
    ev.CityCardKept: "cards",
    ev.CityCardPlayed: "city-line",
    ev.QuestEnded: "questing",
    ev.MarkerPlaced: "marking",
    ev.MarkerRemoved: "marking",
    ev.MasterNamed: "serving",
    ev.TimeSet: "turn",
    ev.LineTold: "did",
    ev.HeadingsTold: "headings",
    ev.VictoryDeclared: "turn",
}
"""The element that shows a move whose first event is one of these."""
STANDING = {ev.PointsChanged, ev.WealthChanged, ev.HeroDied}
"""What the line shows that says how a hero stands; of all else a sentence tells."""


def outcome(state: State, events: Sequence[Event]) -> str:
    """Name the element of the page that shows what a move's events did."""
    event = events[0]
    match event:
        case ev.WordSaid():
            return "words"
        case ev.GoalsShown() | ev.SecretTold():
            return "secret"
        case ev.RuleSwitched(rule, _):
            return f"house-{rule}"
        case ev.NumberGiven(straight=straight) if straight or len(events) > 1:
            return "paragraph"
        case ev.QuestEnded(done=True):
            return "to-award"
        case ev.MasterNamed(seat, None) if not serves(state.heroes[seat]):
            return "now"  # and nobody asks any more whom the hero serves
        case ev.GoalChosen() | ev.SkillPicked():
            return "did"  # the next one's may stand where it was
        case ev.HeroChosen(seat) | ev.PlayerJoined(seat) | ev.Corrected(seat):
            return f"hero-{seat}"
        case _ if isinstance(event, ev.HeroEvent) and type(event) not in SHOWN:
            alone = len({getattr(one, "seat", None) for one in events}) == 1  # the line shows whose turn it is
            return "now" if alone and STANDING.issuperset(map(type, events)) else "did"
    return "" if state.winners is not None else SHOWN.get(type(event), "")

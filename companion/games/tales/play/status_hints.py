"""What a hero's statuses and skills mean at a moment of the turn: a line each, and only what matters then. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal

from companion.games.tales.facts import BASICS, SKILLS, STATUSES, Status
from companion.games.tales.facts.events import BoxNoted
from companion.games.tales.state.box_overrides import NOTHING_NOTED, statuses_of
from companion.games.tales.state.heroes import Hero, homes
from companion.language.texts import Text, listed

Moment = Literal["move", "roll", "react", "read", "award", "after", "cure"]
"""Before moving; rolling on the chart; choosing a reaction, then a heading; the award; afterwards, and what cures."""

LINES: Mapping[Moment, Mapping[str, Text]] = {
    "move": {
        "crippled": Text("Crippled: one less path."),
        "diseased": Text("Diseased: one less path."),
        "lost": Text("Lost: one path only."),
        "imprisoned": Text("Imprisoned: you stay where you are."),
        "ensorcelled": Text("Ensorcelled: another player moves you."),
        "sultan": Text("Sultan: cities count as one step."),
        "seamanship": Text("Seamanship: at least %(paths)s by sea.", paths=BASICS.seamanship),
    },
    "roll": {
        "pursued": Text("Pursued: roll first; on a 1 or 2 your pursuer finds you."),
        "imprisoned": Text("Imprisoned: check whether your card sends you to the jailer."),
        "lost": Text("Lost: check whether your card offers another matrix."),
        "blessed": Text("Blessed: choose the number on the chart die instead of rolling it."),
        "accursed": Text("Accursed: another player names a number for the chart die, then you roll."),
        "fated": Text("Fated: another player picks the row."),
    },
    "react": {
        "envious": Text("Envious: if Rob is offered, you rob."),
        "insane": Text("Insane: another player chooses your reaction."),
        "beast_form": Text("Beast Form: you can't court."),
        "sex_changed": Text("Sex-Changed: for Court you count as the other gender."),
    },
    "read": {
        "crippled": Text("Crippled: Seduction and Appearance are blocked."),
        "beast_form": Text("Beast Form: Seduction and Appearance are blocked."),
        "wounded": Text("Wounded: Stealth & Stealing, Magic, Weapon Use, Seduction and Appearance are blocked."),
        "grief_stricken": Text("Grief Stricken: Talents are blocked, Masters count as Talents."),
    },
    "award": {
        "scorned": Text("Scorned: destiny becomes story; no new wealth or skills."),
        "enslaved": Text("Enslaved: destiny and treasures go to your master."),
        "crippled": Text("Crippled: check whether your card doubles story."),
        "determined": Text("Determined: once per encounter, you may reject the award."),
        "respected": Text("Respected: you may roll a second time for an award."),
        "under_geas": Text("Under Geas: it ends after three more destiny points."),
    },
    "after": {
        "imprisoned": Text("Imprisoned: no selling, no city cards, no fulfilling quests here."),
        "lost": Text("Lost: you can't fulfil quests here."),
        "beloved": Text("Beloved: does your card ask something of you here?"),
        "love_struck": Text("Love Struck: look at your card."),
        "outlaw": Text("Outlaw: look at your card."),
        "ensorcelled": Text("Ensorcelled: at the end of your turn you roll to break free."),
    },
    "cure": {
        "wounded": Text("Wounded: give a level of wealth to somebody here with Scholarship, and you're healed."),
        "diseased": Text("Diseased: give a level of wealth to somebody here with Scholarship, and you're healed."),
        "beast_form": Text("Beast Form: give a level of wealth to somebody here with Magic, and it ends."),
        "imprisoned": Text(
            "Imprisoned: this ends at story %(story)s, or if you give a helper wealth; see your card.",
            story=STATUSES["imprisoned"].story,
        ),
        "scorned": Text("Scorned: for 1 destiny you go On Pilgrimage instead."),
        "envious": Text("Envious: for 3 destiny you go On Pilgrimage instead."),
        "enslaved": Text("Enslaved: you go free as soon as you gain a level of wealth."),
    },
}


def lines(moment: Moment, own: Collection[str], noted: BoxNoted = NOTHING_NOTED) -> tuple[Text, ...]:
    """List what of a hero's `own` statuses and skills matters at a moment, in the order of the lines.

    What the owner of the box has put right about a status is said in its place.
    """
    corrected = statuses_of(noted, (id for id in own if id in noted.statuses)) if moment in _CORRECTED else []
    known = {*own} - {status.id for status in corrected}
    said = [line for status in corrected for line in _CORRECTED[moment](status)]
    return (*(line for id, line in LINES[moment].items() if id in known), *said)


def at_home(moment: Moment, hero: Hero) -> list[Text]:
    """Say of statuses with a home where it is, and ask for one that nobody has said yet."""
    found = []
    for id, place in homes(hero).items():
        status = Text(STATUSES[id].label)
        if not place:
            found.append(Text("%(status)s: put your origin marker on the nearest city, your home.", status=status))
        elif moment == "move":
            found.append(
                Text("%(status)s: your home is %(place)s. Does your card call you there?", status=status, place=place)
            )
        elif hero.place.name.casefold() == place.casefold():
            found.append(Text("%(status)s: you're home. What does your card give you?", status=status))
    return found


def slows(status: Status) -> list[Text]:
    """Say how a status slows."""
    label = Text(status.label)
    slower = [Text("%(status)s: −%(paths)s", status=label, paths=status.slower)] if status.slower else []
    most = [Text("%(status)s: at most %(paths)s", status=label, paths=status.most)] if status.most is not None else []
    return slower + most


def _holds(status: Status) -> list[Text]:
    held = [Text(SKILLS[skill].label) for skill in status.holds] + ([Text("all Talents")] if status.talents else [])
    return [Text("%(status)s blocks: %(skills)s.", status=Text(status.label), skills=listed(held))] if held else []


_CORRECTED: dict[str, Callable[[Status], list[Text]]] = {"move": slows, "read": _holds}
"""What is said at a moment of a status that the owner has put right."""

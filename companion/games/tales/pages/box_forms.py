"""The forms of the box's pages, read into the fields of the box; what is left as it was is no correction."""

from __future__ import annotations

from typing import Any

from wtforms import BooleanField, SelectMultipleField, TextAreaField
from wtforms.validators import InputRequired, NumberRange, Optional

from companion.games.tales.box import corrections
from companion.games.tales.facts import LEVELS, SKILLS, Status
from companion.games.tales.facts.events import Effect
from companion.games.tales.state import box_overrides
from companion.kit.box.pages import PartForm
from companion.kit.forms import WholeField, each
from companion.language.player_names import tidy
from companion.table.log import Refusal
from companion.web.forms import SpokenForm

ROWS = tuple(map(str, range(8)))
"""The steps of the story track that the form has room for."""


def field_of(entry: str) -> str:
    """Name the form's field for an entry of a box."""
    kind, id, name = (*entry.split("."), "", "")[:3]
    return {"rates": f"land-{id}", "statuses": name, "rewards": "step-0", "skills": "step-0"}.get(kind) or kind


def asked(known: corrections.Box) -> dict[str, Any]:
    """Prepare the pages for rates, rewards and names."""
    noted = known.noted or box_overrides.NOTHING_NOTED
    return {"levels": [box_overrides.level_of(noted, id) for id in box_overrides.TO_RATE]}


def paths(most: int) -> WholeField:
    """Make a field for a number of paths."""
    return WholeField(validators=[InputRequired(), NumberRange(0, most)])


def names() -> TextAreaField:
    """Make a field for names, one a line."""
    room = corrections.MOST_NAMES * (corrections.LONGEST_NAME + 2)
    return TextAreaField(render_kw={"rows": 6, "maxlength": room, "dir": "auto"})


class RatesForm(PartForm):
    """How far each level of wealth moves by land and by sea."""

    land = each(box_overrides.TO_RATE, lambda _: paths(box_overrides.MOST_PATHS))
    sea = each(box_overrides.TO_RATE, lambda _: paths(box_overrides.MOST_PATHS))

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Find the owner's rates, or ours."""
        levels = asked(known)["levels"]
        return {"land": {one.id: one.land for one in levels}, "sea": {one.id: one.sea for one in levels}}

    @property
    def entered(self) -> dict[str, Any]:
        """The rates that differ from ours."""
        rates = {id: (self.land[id].data, self.sea[id].data) for id in box_overrides.TO_RATE}
        return {"rates": {id: two for id, two in rates.items() if two != (LEVELS[id].land, LEVELS[id].sea)}}


class RewardsForm(PartForm):
    """The steps of the story track, and what they bring."""

    step = each(ROWS, lambda _: WholeField(validators=[Optional(), NumberRange(1, box_overrides.MOST_STORY)]))
    wealth = each(
        ROWS,
        lambda _: WholeField(
            default=1, validators=[Optional(), NumberRange(0, box_overrides.MOST_WEALTH)], render_kw={"min": 1}
        ),
    )

    skill = each(ROWS, lambda _: BooleanField())

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Find the owner's steps and ours."""
        noted = known.noted or box_overrides.NOTHING_NOTED
        brings, skilled = box_overrides.rewards_of(noted), box_overrides.skill_steps(noted)
        rows = list(zip(ROWS, sorted({*brings, *skilled}), strict=False))
        return {
            "step": dict(rows),
            "wealth": {row: brings.get(step, 0) for row, step in rows},
            "skill": {row: step in skilled for row, step in rows},
        }

    @property
    def entered(self) -> dict[str, Any]:
        """The steps that differ from ours, and those that bring a skill; one that brings nothing here says so."""
        brings, skilled = {}, set()
        for row in ROWS:
            if (step := self.step[row].data) is not None:
                brings[step] = self.brought(row)
                skilled |= {step} if self.skill[row].data else set()
        known = box_overrides.rewards_of(box_overrides.NOTHING_NOTED)
        gone = dict.fromkeys(known.keys() - brings.keys(), 0)
        changes = {str(step): by for step, by in sorted((gone | brings).items()) if known.get(step, 0) != by}
        return {"rewards": changes, "skills": tuple(map(str, sorted(skilled)))}

    def brought(self, row: str) -> int:
        """Find what a step brings; refuse one of which that is not said."""
        by: int | None = self.wealth[row].data
        if by is None and self.skill[row].data:
            return 0
        if by is None:
            raise Refusal("“%(text)s” isn't a whole number. Enter one, or leave the field empty.", text="").about(
                f"wealth-{row}"
            )
        return by


class NamesForm(PartForm):
    """The names of treasures, quests and cities."""

    treasures = names()
    quests = names()
    cities = names()

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Write the names one below the other."""
        return {kind: "\n".join(getattr(known, kind)) for kind in corrections.KINDS}

    @property
    def entered(self) -> dict[str, Any]:
        """The names, without empty lines."""
        return {
            kind: tuple(filter(None, map(tidy, (self[kind].data or "").splitlines()))) for kind in corrections.KINDS
        }


FORMS: dict[str, type[PartForm]] = {"rates": RatesForm, "rewards": RewardsForm, "names": NamesForm}


class StatusForm(SpokenForm):
    """What a status does; `otherwise` leaves to the table what others report of it."""

    slower = paths(box_overrides.MOST_SLOWER)
    most = WholeField(validators=[Optional(), NumberRange(0, box_overrides.MOST_PATHS)])
    bars = BooleanField()
    talents = BooleanField()
    otherwise = BooleanField()
    holds = SelectMultipleField(choices=list(SKILLS))

    @staticmethod
    def held(status: Status, *, otherwise: bool) -> dict[str, Any]:
        """Find what the fields hold for a status."""
        does = {name: getattr(status, name) for name in ("slower", "most", "bars", "talents", "holds")}
        return does | {"otherwise": otherwise}

    @property
    def effect(self) -> Effect:
        """What the status does."""
        slower, most, holds = self.slower.data or 0, self.most.data, tuple(self.holds.data)
        return Effect(slower, most, holds, self.talents.data, self.bars.data, self.otherwise.data)

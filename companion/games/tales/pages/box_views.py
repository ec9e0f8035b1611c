"""The box: pages on which the owner corrects, once for all tables, what the rules' text does not tell."""

from __future__ import annotations

from flask import abort, url_for
from flask.typing import ResponseReturnValue

from companion.games.tales.box import corrections, store
from companion.games.tales.facts import LEVELS, SKILLS, STATUSES
from companion.games.tales.pages import box_forms
from companion.games.tales.pages.views import bp
from companion.games.tales.state import box_overrides
from companion.kit.box.pages import Owned, own as own_by
from companion.language.texts import Text
from companion.web import page
from companion.web.forms import checked, shown

__all__ = ["bp"]

PARTS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "rates": (Text("Movement at each level"), ("rates",)),
    "statuses": (Text("What statuses do"), ("statuses",)),
    "rewards": (Text("What the story track gives"), ("rewards", "skills")),
    "names": (Text("Names of treasures, quests and cities"), (*corrections.KINDS, "sales")),
}
"""What goes back to what we know at once: its title, and the fields of the box."""
COMMENTS = {
    "companion_tales_box": Text(
        "A Tales box. Importing it on the box's page replaces the whole box there, including what is missing here."
    ),
    "treasures": Text("Names of treasures, suggested when you gain one."),
    "quests": Text("Names of quests, suggested when you draw one."),
    "cities": Text("Names of city cards, suggested when you keep one."),
    "rates": Text("Levels of wealth: paths by land, then by sea."),
    "statuses": Text(
        "Statuses: paths taken away, maximum paths (-1: any), skills blocked, all Talents blocked, can't win."
    ),
    "sales": Text("What you get for selling treasures: levels of wealth, and the highest allowed."),
    "rewards": Text("Story track steps: the levels of wealth they give."),
    "skills": Text("Story track steps that give a skill."),
}
"""What a file says of its entries."""
OWNED = Owned(store.boxes, corrections.from_toml, PARTS, COMMENTS, box_forms.FORMS, box_forms.asked, box_forms.field_of)
own_by(bp, OWNED)


@bp.get("/box")
def box_page() -> ResponseReturnValue:
    """Show what is known of the box, and how surely."""
    known = store.find()
    noted = known.noted or box_overrides.NOTHING_NOTED
    return page(
        "tales/box/box.html",
        box=known,
        levels=[box_overrides.level_of(noted, id) for id in LEVELS],
        statuses=[box_overrides.status_of(noted, id) for id in STATUSES],
        rewards=box_overrides.rewards_of(noted),
        skilled=sorted(box_overrides.skill_steps(noted)),
        labels=LEVELS,
        skills=SKILLS,
        kinds=corrections.KINDS,
    )


@bp.get("/box/status/<id>")
def status_page(id: str) -> ResponseReturnValue:
    """Ask what a status does."""
    if id not in STATUSES:
        abort(404)
    noted = store.find().noted or box_overrides.NOTHING_NOTED
    status = box_overrides.status_of(noted, id)
    otherwise = id in noted.statuses and noted.statuses[id].otherwise
    held = box_forms.StatusForm.held(status, otherwise=otherwise)
    form = shown(box_forms.StatusForm, url_for(".save_status", id=id), **held)
    return page("tales/box/status.html", status=status, form=form, reported=status.reported or otherwise, skills=SKILLS)


@bp.post("/box/status/<id>")
def save_status(id: str) -> ResponseReturnValue:
    """Keep what a status does."""
    if id not in STATUSES:
        abort(404)
    effect = checked(box_forms.StatusForm).effect
    return OWNED.correct(lambda known: corrections.corrected(known, id, effect), "statuses")

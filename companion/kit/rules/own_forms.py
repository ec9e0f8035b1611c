"""Forms of what a house asked, and of its own answers."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, ValidationError

from companion.kit.rules import own_file
from companion.kit.rules.own_file import LONGEST_ANSWER, says_something
from companion.kit.rules.search import MOST_LETTERS
from companion.language.player_names import tidy
from companion.web.forms import SpokenForm

LAST = 2**31 - 1
"""The highest number that a question may have."""
NUMBER = NumberRange(1, LAST)


def tells(_: Any, field: StringField) -> None:
    """Refuse a question that says nothing."""
    if not says_something(field.data):
        raise ValidationError(_l("A question needs at least 3 letters, and at most 300 characters."))


def shows(_: Any, field: StringField) -> None:
    """Refuse an answer of which nothing shows."""
    if not own_file.shows(field.data):
        raise ValidationError(_l("An answer needs 1 to 400 characters."))


class AnswerForm(SpokenForm):
    """A house's own answer, and the question as people will ask it; `id` names one that was asked before."""

    id = IntegerField(validators=[Optional(), NUMBER])
    question = StringField(
        filters=[tidy],
        validators=[
            Length(max=MOST_LETTERS, message=_l("A question needs at least 3 letters, and at most 300 characters.")),
            tells,
        ],
        render_kw={"maxlength": MOST_LETTERS, "required": True, "autocomplete": "off"},
    )
    answer = TextAreaField(
        filters=[tidy],
        validators=[Length(max=LONGEST_ANSWER, message=_l("An answer needs 1 to 400 characters.")), shows],
        render_kw={"maxlength": LONGEST_ANSWER, "rows": 5, "required": True, "dir": "auto"},
    )


class RemoveForm(SpokenForm):
    """A question, by its number; from the list of those that are `answered`, or of the others."""

    id = IntegerField(validators=[InputRequired(), NUMBER])
    answered = BooleanField()


class KeepingForm(SpokenForm):
    """Whether the house wants its questions kept."""

    on = BooleanField()

"""Forms of the moves that all games have."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, ValidationError

from companion.table.forms import LAST_SEAT, MoveForm, fitting, tidy

LONGEST_WORD = 40
"""How many characters a player's word may have."""


def fits(_: Any, field: StringField) -> None:
    """Refuse a word that is empty, too long, or shows nothing."""
    try:
        fitting(field.data, LONGEST_WORD)
    except ValueError:
        raise ValidationError(_l("A word needs 1 to 40 characters.")) from None


class HouseRuleForm(MoveForm):
    """A house rule, and whether the table plays by it."""

    rule = StringField(validators=[InputRequired(), Length(max=LONGEST_WORD)])
    on = BooleanField()


class WordForm(MoveForm):
    """A word that a player adds to the draws."""

    seat = IntegerField(validators=[InputRequired(_l("Choose a player first.")), NumberRange(0, LAST_SEAT)])
    word = StringField(validators=[fits], filters=[tidy])


class RematchForm(MoveForm):
    """How a rematch begins."""

    way = StringField(validators=[Length(max=20)])

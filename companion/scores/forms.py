"""The form that corrects a finished play."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import FieldList, Form, FormField, IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from companion.table.forms import TWICE, NameField, SpokenForm, mark_twice, tidy

LEAST, MOST = -9999, 9999
MOST_PLAYERS = 100


class PointsField(IntegerField):
    """A player's points; none in a game without."""

    words = _l("Points are whole numbers from −9999 to 9999.")

    def __init__(self, label: str = "", **kwargs: Any) -> None:
        super().__init__(label, [Optional(), NumberRange(LEAST, MOST, self.words)], **kwargs)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number, or say in our own words what a number looks like."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(self.words) from None


class PlayerForm(Form):
    """A player's name and points."""

    name = NameField()
    points = PointsField()


class SeenForm(SpokenForm):
    """The number of edits that the screen had seen."""

    seen = IntegerField(validators=[InputRequired(), NumberRange(0, 2**31)])


class EditForm(SeenForm):
    """Names and points in the order of the play's players, and a note."""

    players = FieldList(FormField(PlayerForm), max_entries=MOST_PLAYERS)
    note = StringField(filters=[tidy], validators=[Length(0, 200, _l("A note has at most 200 characters."))])

    def validate(self, extra_validators: Any = None) -> bool:
        """Check also that the names differ: statistics are kept by name."""
        if not super().validate(extra_validators):
            return False
        names = [player.form.name.data for player in self.players]
        if len(set(names)) < len(names):
            self.form_errors.append(TWICE)
            mark_twice([player.form.name for player in self.players], TWICE)
        return not self.form_errors

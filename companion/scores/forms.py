"""The forms by which plays are chosen, and one is corrected."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import FieldList, FormField, IntegerField, SearchField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional
from wtforms.widgets import DateInput

from companion.language.player_names import tidy
from companion.web.forms import NameField, RowForm, SpokenForm

LEAST, MOST = -9999, 9999
MOST_PLAYERS = 100
LONGEST = 240
"""How many characters of a search, a name or a game are read."""


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


class PlayerForm(RowForm):
    """A player's name and points."""

    name = NameField()
    points = PointsField()


class ChoiceForm(SpokenForm):
    """What plays can be chosen by."""

    q = SearchField(render_kw={"maxlength": LONGEST, "dir": "auto"})
    since = StringField(widget=DateInput())
    until = StringField(widget=DateInput())
    game = StringField()
    player = StringField(render_kw={"maxlength": LONGEST})
    count = StringField()


class SeenForm(SpokenForm):
    """The number of edits that the screen had seen."""

    seen = IntegerField(validators=[InputRequired(), NumberRange(0, 2**31)])


class EditForm(SeenForm):
    """Names and points in the order of the play's players, and a note."""

    players = FieldList(FormField(PlayerForm), max_entries=MOST_PLAYERS)
    note = StringField(filters=[tidy], validators=[Length(max=200, message=_l("A note has at most 200 characters."))])

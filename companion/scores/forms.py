"""The forms by which plays are chosen, and one is corrected."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import (
    BooleanField,
    DateField,
    FieldList,
    FormField,
    HiddenField,
    IntegerField,
    SearchField,
    SelectField,
    SelectMultipleField,
    StringField,
    TimeField,
)
from wtforms.validators import InputRequired, Length, NumberRange, Optional
from wtforms.widgets import DateInput

from companion.language import time_zones
from companion.language.player_names import tidy
from companion.refusal import Refusal
from companion.scores.model import LEAST, MOST
from companion.table.finished import POINTS, WAYS
from companion.table.seating.seats import COLOURS
from companion.web.forms import NameField, RowForm, SpokenForm

MOST_PLAYERS = 100
LONGEST = 240
"""How many characters of a search, a name or a game are read."""
MOST_SEATED = 20
"""How many players a play may have; no game of ours has more than 14 seats."""
MOST_ROWS = 40
"""How many rows the score sheet of a play may have that is entered by hand."""
MOST_MINUTES = 10_000
"""How long a play can have taken: a week."""
NOBODY, DRAWN = "nobody", "drawn"
"""What is chosen in place of a winner."""


def require_past(clock: datetime, first: datetime) -> None:
    """Refuse a day that is to come on the phone's clock, with a day's grace, or one before the `first`."""
    if clock > time_zones.now() + timedelta(days=1):
        raise Refusal("Enter the day you played, not one in the future.").about("day")
    if clock < first:
        raise Refusal("That day is too long ago. Check the year.").about("day")


def short_field() -> StringField:
    """Make a field for a few words."""
    limit = Length(max=60, message=_l("At most 60 characters, please."))
    return StringField(filters=[tidy], validators=[limit], render_kw={"maxlength": 60})


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


class GameForm(SpokenForm):
    """What a game is called that Companion does not know, and how it is won."""

    title = StringField(filters=[tidy], validators=[Length(1, 60)], render_kw={"maxlength": 60, "required": True})
    won_by = SelectField(choices=[*WAYS], default=POINTS)


class PersonForm(SpokenForm):
    """What a player is called now."""

    before = StringField(validators=[InputRequired(), Length(1, LONGEST)])


class RenameForm(PersonForm):
    """What a player shall be called; `merge` if that is the name of one who has plays, too."""

    name = NameField()
    merge = BooleanField()


class HideForm(PersonForm):
    """Whether a player is to be hidden."""

    hidden = BooleanField()


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


class RowOfPlayer(RowForm):
    """A player of a play: a row without a name is none."""

    name = NameField(required=False)
    points = PointsField()
    tie_break = PointsField()
    colour = SelectField(choices=[*COLOURS], default=next(iter(COLOURS)))
    seat = IntegerField(validators=[Optional(), NumberRange(1, MOST_SEATED)])
    team = IntegerField(validators=[Optional(), NumberRange(1, MOST_SEATED)])
    role = short_field()
    lines = FieldList(PointsField(), max_entries=MOST_ROWS)


class PlayForm(SpokenForm):
    """A play of any game: when and where, who played, who won by the kind of the game, and what it took.

    `winner` is the number of a row, or what stands for nobody or all; `winners` are those of several who share.
    """

    day = DateField(validators=[Optional()])
    time = TimeField(validators=[Optional()])
    minutes = IntegerField(validators=[Optional(), NumberRange(1, MOST_MINUTES)])
    location = short_field()
    expansion = short_field()
    note = StringField(
        filters=[tidy], validators=[Length(max=200, message=_l("A note can have at most 200 characters."))]
    )
    why = StringField(
        filters=[tidy], validators=[Length(max=200, message=_l("A reason can have at most 200 characters."))]
    )
    winner = SelectField(choices=["", NOBODY, DRAWN, *map(str, range(MOST_SEATED))], default="")
    winners = SelectMultipleField(choices=[*map(str, range(MOST_SEATED))])
    started = SelectField(choices=["", *map(str, range(MOST_SEATED))], default="")
    sheet = FieldList(short_field(), max_entries=MOST_ROWS)
    players = FieldList(FormField(RowOfPlayer), max_entries=MOST_SEATED)
    seen = IntegerField(validators=[Optional(), NumberRange(0, 2**31)])

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the rows that have a name: of those there must be one, and no two alike."""
        self.rows = [row for row in self.players if row.form.name.data]
        self.nameless = [row for row in self.players if not row.form.name.data and _is_counted(row.form)]
        self.players.entries = self.rows
        if not super().validate(extra_validators):
            return False
        if not self.rows:
            self.form_errors.append(_l("Enter at least one player."))
        return not self.form_errors

    @property
    def numbers(self) -> dict[str, int]:
        """Map the numbers of rows, as they were sent, to those of the players who are entered."""
        return {number_of(row): number for number, row in enumerate(self.rows)}


def _is_counted(row: Any) -> bool:
    """Say whether anything is entered where a row counts."""
    return any(any(field.raw_data or ()) for field in (row.points, row.tie_break, *row.lines))


def number_of(row: Any) -> str:
    """Read the number of a row of a form from its name."""
    return str(row.name.rpartition("-")[2])


class NumberForm(RowForm):
    """The number of a game at BoardGameGeek."""

    game = HiddenField(validators=[InputRequired(), Length(1, 40)])
    number = IntegerField(validators=[Optional(), NumberRange(1, 10**7)])


MOST_NUMBERS = 60
"""Of how many games the numbers are asked for."""


class NumbersForm(SpokenForm):
    """The numbers of games at BoardGameGeek."""

    numbers = FieldList(FormField(NumberForm), max_entries=MOST_NUMBERS)

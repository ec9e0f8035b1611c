"""Forms of an owner's photos."""

from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileRequired, MultipleFileField
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from companion.web.forms import SpokenForm

LONGEST = 100
"""How many characters the id of a thing may have, with what begins an untold one's."""


class PhotoForm(SpokenForm):
    """One photo of a `thing`, or several of "" whose things are told later; the `table` to go back to."""

    photo = MultipleFileField(validators=[FileRequired(_l("Choose a photo first."))])
    thing = StringField(validators=[Length(max=LONGEST)])
    table = StringField(validators=[Length(max=LONGEST)])


class WhichForm(SpokenForm):
    """Which thing an untold photo shows."""

    untold = StringField(validators=[InputRequired(), Length(max=LONGEST)])
    thing = StringField(validators=[InputRequired(), Length(max=LONGEST)])


class RemoveForm(SpokenForm):
    """The thing whose photo is to go, "all" for every photo of the game."""

    thing = StringField(validators=[InputRequired(), Length(max=LONGEST)])

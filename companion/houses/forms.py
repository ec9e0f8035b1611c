"""Forms of a house."""

from wtforms import HiddenField, IntegerField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional

from companion.houses.circle import NUMBERS
from companion.web.forms import NameField, SpokenForm


class NameForm(SpokenForm):
    """A name: of a house, or of who is in it."""

    name = NameField()


class MemberForm(SpokenForm):
    """One of those in a house."""

    member = IntegerField(validators=[InputRequired(), NumberRange(1, NUMBERS)])


class HouseForm(SpokenForm):
    """One of the houses of a phone."""

    house = IntegerField(validators=[InputRequired(), NumberRange(1, NUMBERS)])


class RecoveryForm(SpokenForm):
    """A new recovery link, and the mark of the one before."""

    op = HiddenField(validators=[InputRequired(), Length(1, 64)])
    seen = HiddenField(validators=[Optional(), Length(0, 12)])


class SureForm(SpokenForm):
    """The answer to whether something is to be done for good."""

    sure = HiddenField(validators=[AnyOf(["yes"])])

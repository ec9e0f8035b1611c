"""One form for each move that takes choices."""

from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import InputRequired, Length, NumberRange

from companion.kit.forms import WholeField, seat_field
from companion.table.forms import MoveForm, OnceForm
from tests.bazaar.state import MOST_COINS


class TakeForm(OnceForm):
    """A merchant, and what that one takes."""

    seat = seat_field()
    good = StringField(validators=[InputRequired(), Length(max=20)])


class CountForm(MoveForm):
    """A merchant, and the coins that were counted."""

    seat = seat_field()
    coins = WholeField(validators=[InputRequired(_l("Enter your coins.")), NumberRange(0, MOST_COINS)])

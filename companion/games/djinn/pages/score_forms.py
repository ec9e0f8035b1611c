"""Forms of the score: the rows of a sheet, and games against Tom that are entered by hand."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, DateField, IntegerField, SelectField, SelectMultipleField
from wtforms.validators import AnyOf, InputRequired, NumberRange, Optional

from companion.games.djinn.facts import CARDS, DECK_SIZES
from companion.games.djinn.facts.sheet import HELD, MANY, ROWS
from companion.games.djinn.pages.forms import MOST_PLAYERS
from companion.games.djinn.solo.tasks import TASK_IDS, check_points, check_tasks
from companion.language import time_zones
from companion.scores.forms import PointsField, require_past
from companion.table.forms import MoveForm, OnceForm
from companion.table.log import Refusal
from companion.web.forms import NameField, SpokenForm

ROW_IDS = [row.id for row in ROWS]


class RowForm(MoveForm):
    """A row of a sheet: counted `by` one or more, or set to a `value`."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])
    box = SelectField(choices=ROW_IDS, validate_choice=False, validators=[AnyOf(ROW_IDS)])  # twice as fast
    by = IntegerField(validators=[Optional(), NumberRange(-99, 99)])
    value = IntegerField(
        validators=[
            Optional(),
            NumberRange(-9999, 9999, _l("That number is too large for the sheet. Count again.")),
        ],
        render_kw={"min": False, "max": False},  # each row says in words of ours how much it takes
    )
    held = IntegerField(validators=[Optional(), NumberRange(0, MANY)])


class SheetForm(MoveForm):
    """Whose sheet is meant, and what it shows of its player's hand; amid the hunt the move asks first."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])

    @property
    def choices(self) -> dict[str, Any]:
        """What the move takes: the rows of the hand together; it asks, as older logs did not."""
        choices = super().choices
        held = {row: choices.pop(row) for row in HELD}
        told = {row: value for row, value in held.items() if value is not None}
        return choices | {"held": told, "asks": True}


class DoneForm(SheetForm):
    """Whose sheet is done, what it shows of its player's hand, and whether it stands although it can hardly be."""

    override = BooleanField(name="stands")

    also_true = ("by_points",)
    """A tie is seen by the points alone, as in older logs it was not."""


class EndForm(OnceForm):
    """The end of the game with the sheets as they are."""

    also_true = ("by_points",)
    """A tie is seen by the points alone, as in older logs it was not."""


class PrivateForm(MoveForm):
    """The private Scoring Card, or none."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])
    card = SelectField(choices=["", *CARDS])


for _row in HELD:
    setattr(SheetForm, _row, IntegerField(validators=[Optional(), NumberRange(0, MANY)]))


class AloneForm(SpokenForm):
    """A game against Tom, as the log keeps it."""

    name = NameField()
    day = DateField(validators=[InputRequired(_l("Enter the day of the game."))])
    deck = IntegerField(validators=[InputRequired(), AnyOf(DECK_SIZES)])
    won = BooleanField()
    points = PointsField()
    tom = SelectField(choices=["printed", "house", "own", ""], default="")
    minutes = IntegerField(validators=[Optional(), NumberRange(1, 1440)])
    tasks = SelectMultipleField(choices=sorted(TASK_IDS))
    seen = IntegerField(validators=[Optional(), NumberRange(0, 2**31)])

    @property
    def place(self) -> int:
        """The player's place: 1, or 2 after Tom."""
        return 1 if self.won.data else 2

    @property
    def scored(self) -> int | None:
        """The points; only a won game has any (rulebook, Solo Play End of the Game)."""
        points: int | None = self.points.data if self.won.data else None
        if points is not None:
            check_points(points, self.tasks.data or ())
        elif self.won.data:
            raise Refusal("Enter the points from the game you won.").about("points")
        return points

    @property
    def options(self) -> dict[str, object]:
        """What the log needs besides name and points."""
        check_tasks(self.tasks.data or ())
        met = sorted(self.tasks.data or ()) if self.won.data else []
        kept = {"players": 1, "deck": self.deck.data, "result": "won" if self.won.data else "lost", "tasks": met}
        if self.tom.data:
            kept["tom"] = self.tom.data
        if self.minutes.data:
            kept["seconds"] = 60 * self.minutes.data
        return kept

    @property
    def moment(self) -> float:
        """Noon of the day on the phone's clock, or now if that is to come; raise Refusal for a day that cannot be."""
        noon = datetime.combine(self.day.data, time(12))
        require_past(noon, datetime(1990, 1, 1))
        return min(time_zones.seconds(noon), datetime.now().timestamp())

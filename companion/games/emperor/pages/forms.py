"""One form for each move that takes choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, SelectField, SelectMultipleField, StringField
from wtforms.validators import AnyOf, InputRequired, NumberRange, Optional

from companion.games.emperor.facts import ARRANGEMENTS, BASICS, RANGES
from companion.games.emperor.play.duel import SEATINGS
from companion.games.emperor.setup.seating import LONGEST_NAME
from companion.games.emperor.state import DRAW
from companion.kit.forms import HouseRuleForm, seat_field
from companion.kit.ring.counters import MOST_LIFE
from companion.language.player_names import tidy
from companion.table.forms import MoveForm, OnceForm, PlayersForm

COUNTS = tuple(ARRANGEMENTS)
TEAM_COUNTS = ARRANGEMENTS[12]
"""How many teams twelve can make."""
LAST_TEAM = max(TEAM_COUNTS) - 1
USUAL = ("stolen_attacks",)
"""The switches that are on at first where a new table is opened: by the letter of the text."""
SEATS = NumberRange(0, max(COUNTS) - 1)


def whole_number(**bounds: int) -> IntegerField:
    """Make a field for a required whole number."""
    return IntegerField(validators=[InputRequired(), NumberRange(**bounds)])


def offered(names: Sequence[str]) -> dict[str, Any]:
    """Offer how many play if the same people come again, teams, and the range rules."""
    count = next((count for count in COUNTS if count >= len(names)), COUNTS[-1])
    fields = {"count": count, "teams": TEAM_COUNTS[0], "stolen_attacks": True}
    return {"counts": COUNTS, "team_counts": TEAM_COUNTS, "ranges": RANGES, "fields": fields}


def offered_scored(names: Sequence[str]) -> dict[str, Any]:
    """Offer the same for a duel that was played without the app."""
    return offered(names) | {"just": True}


class NewForm(PlayersForm):
    """A new table: who plays, and how."""

    count = IntegerField(
        default=COUNTS[0],
        validators=[
            InputRequired(_l("Choose how many players.")),
            AnyOf(COUNTS, _l("Emperor is for 6, 8, 9, 10, 12 or 14 players.")),
        ],
    )
    range_id = SelectField(choices=list(RANGES), default="text", name="range")
    mixed = BooleanField()
    ante = BooleanField()
    just_score = BooleanField()
    teams = IntegerField(validators=[Optional(), AnyOf(TEAM_COUNTS)])
    life = IntegerField(
        default=BASICS.life,
        validators=[Optional(), NumberRange(1, MOST_LIFE)],
        filters=[lambda life: life or BASICS.life],
    )
    stolen_attacks = BooleanField()

    @property
    def choices(self) -> dict[str, Any]:
        """The choices; the switches that are on at first are written down at a new table."""
        return super().choices | ({} if self.just_score.data else {"usual": USUAL})


class SwapForm(MoveForm):
    """Two players who exchange seats."""

    one = seat_field()
    other = seat_field()


class RangeForm(MoveForm):
    """The range rules."""

    range_id = SelectField(choices=list(RANGES), name="range")


class TeamForm(OnceForm):
    """A team."""

    team = whole_number(min=0, max=LAST_TEAM)


class RuleForm(HouseRuleForm):
    """A house rule of a table of Emperor."""

    also_true = ("strict",)
    """A scored duel keeps its Emperors; older logs did not ask."""


class DivideForm(OnceForm):
    """The division of the ante, which chooses nothing."""

    also_true = ("strict",)
    """It needs a secret that nobody knows; older logs did not ask."""


class NextForm(TeamForm):
    """The team that plays first in the next duel, and how its players sit."""

    seating = SelectField(choices=list(SEATINGS), default="same")

    also_true = ("ahead",)
    """Emperors sit where the next duel has them; older logs did not look ahead."""


class AnteForm(MoveForm):
    """The card that a player antes."""

    seat = seat_field()
    card = StringField(filters=[tidy], render_kw={"maxlength": LONGEST_NAME})


class TurnForm(OnceForm):
    """The seat whose turn ends."""

    seat = seat_field()


class OutForm(MoveForm):
    """The players who are out, all at once, and by whom."""

    by = IntegerField(validators=[Optional(), SEATS])

    seats = SelectMultipleField(choices=[str(seat) for seat in range(max(COUNTS))], coerce=int)


class ScoreForm(MoveForm):
    """Who won a duel that was played without the app; `fell_N` says as which seat N fell, `by_N` by whom."""

    result = IntegerField(validators=[InputRequired(_l("Choose who won.")), NumberRange(DRAW, LAST_TEAM)])

    @property
    def choices(self) -> dict[str, Any]:
        """Who won and who fell, in order, as the move takes it."""
        places = {seat: self[f"fell_{seat}"].data for seat in range(max(COUNTS))}
        seats = sorted((seat for seat, place in places.items() if place), key=lambda seat: places[seat])
        return {"result": self.result.data, "seats": seats, "by": [self[f"by_{seat}"].data for seat in seats]}


for _seat in range(max(COUNTS)):
    setattr(ScoreForm, f"fell_{_seat}", IntegerField(validators=[Optional(), NumberRange(0, max(COUNTS))]))
    setattr(ScoreForm, f"by_{_seat}", IntegerField(validators=[Optional(), SEATS]))

"""One form for each move that takes choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional

from companion.games.efreet_war.facts import BY_ID, CARDS, RESOURCES
from companion.games.efreet_war.play.attack import MOST_DAMAGE
from companion.games.efreet_war.setup.by_hand import all_places
from companion.games.efreet_war.setup.deal import LONGEST_NAME
from companion.games.efreet_war.state.model import LIFE, MODES, MOST_PLAYERS
from companion.kit.forms import NotedForm
from companion.kit.ring.counters import MOST_LIFE
from companion.language.player_names import tidy
from companion.table.forms import MoveForm, OnceForm, PlayersForm

COUNTS = tuple(range(2, MOST_PLAYERS + 1))
EMPEROR_COUNTS = (6, 8, 9, 10, 12, 14)
"""How many may play in Emperor seating, in equal teams of three to seven."""
TEAM_COUNTS = tuple(range(2, MOST_PLAYERS // 2 + 1))
NOBODY = -1
USUAL = ("emperor_ends", "stolen_attacks")
"""The switches that are on at first where a new table with Emperors is opened: by the letter of both texts."""
SEATS = NumberRange(0, MOST_PLAYERS - 1)


def lines(text: str) -> list[str]:
    """Read names of cards, one per line."""
    return list(filter(None, (tidy(line) for line in text.splitlines())))


class NamesField(TextAreaField):
    """Names of cards, one per line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(render_kw={"dir": "auto", "autocomplete": "off"}, **kwargs)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the names."""
        self.data = lines("".join(valuelist[:1]))

    def _value(self) -> str:
        return str(self.raw_data[0]) if self.raw_data else "\n".join(self.data or ())


def offered(names: Sequence[str], last: int = 0) -> dict[str, Any]:
    """Offer as many as played the `last` war, or if the same people come again, teams, and the names of cards."""
    count = next((count for count in COUNTS if count >= (last or len(names))), COUNTS[-1]) if last or names else 6
    fields: dict[str, Any] = {"count": count, "mode": "emperor" if count in EMPEROR_COUNTS else "free"}
    fields |= {"stolen_attacks": True}
    fields |= {"guardians": CARDS.guardians, "traps": CARDS.traps}
    return {"counts": COUNTS, "team_counts": TEAM_COUNTS, "fields": fields}


class NewForm(PlayersForm):
    """A new table: who plays, and how."""

    count = IntegerField(
        default=6,
        validators=[
            InputRequired(_l("Choose how many players.")),
            AnyOf(COUNTS, _l("A war is for 2 to 14 players.")),
        ],
    )
    mode = RadioField(choices=list(MODES), default="free")
    team_count = IntegerField(
        default=2, validators=[Optional(), AnyOf(TEAM_COUNTS)], filters=[lambda count: count or 2]
    )
    guardians = NamesField()
    traps = NamesField()
    emperor_ends = BooleanField()
    stolen_attacks = BooleanField()
    city_points_only = BooleanField()
    life = IntegerField(
        default=LIFE, validators=[Optional(), NumberRange(1, MOST_LIFE)], filters=[lambda life: life or LIFE]
    )

    @property
    def choices(self) -> dict[str, Any]:
        """The choices; where so many cannot sit as in Emperor, which the page chose first, all play for themselves.

        What is asked of Emperors is chosen, and written into the log, in Emperor seating only.
        """
        choices = super().choices | {"by_player": True}
        seated = self.mode.data == "emperor" and self.count.data in EMPEROR_COUNTS
        if seated:
            return choices | {"usual": USUAL}
        mode = "free" if self.mode.data == "emperor" else self.mode.data
        return choices | {"mode": mode, "emperor_ends": True, "stolen_attacks": False}


class DealForm(MoveForm):
    """The Guardians and Traps to deal; those of the last deal if none are named."""

    guardians = NamesField()
    traps = NamesField()


class GuardiansForm(MoveForm):
    """The Guardians as the table dealt them: by place, `guard_` and the place's name."""

    @property
    def choices(self) -> dict[str, Any]:
        """The Guardian of each place, as the move takes it."""
        return {"guards": {place: self[f"guard_{place}"].data or "" for place in PLACES}}


PLACES = [place for one in RESOURCES for place in all_places(one)]
for _place in PLACES:
    setattr(GuardiansForm, f"guard_{_place}", StringField(validators=[Length(max=LONGEST_NAME)]))


class SwapForm(MoveForm):
    """Two players who exchange seats."""

    one = IntegerField(validators=[InputRequired(), SEATS])
    other = IntegerField(validators=[InputRequired(), SEATS])


class FirstForm(MoveForm):
    """The player who starts."""

    seat = IntegerField(validators=[InputRequired(), SEATS])


class TurnForm(OnceForm):
    """The seat whose turn ends."""

    seat = IntegerField(validators=[InputRequired(), SEATS])


class ResourceForm(OnceForm):
    """A Resource."""

    resource = SelectField(choices=list(BY_ID))


class CardForm(OnceForm):
    """The card that came to light under a Resource."""

    resource = SelectField(choices=list(BY_ID))
    card = StringField(validators=[InputRequired(), Length(max=LONGEST_NAME)])


class GuardianForm(MoveForm):
    """A Guardian of a Resource."""

    resource = SelectField(choices=list(BY_ID))
    guardian = StringField()


class DamageForm(GuardianForm):
    """Damage on a Guardian, or what of it is healed."""

    by = IntegerField(validators=[InputRequired(), NumberRange(-MOST_DAMAGE, MOST_DAMAGE)])


class ResolveForm(ResourceForm):
    """How an attack ended."""

    survived = RadioField(choices=["yes", "no"], coerce=lambda answer: answer == "yes")


class CardField(StringField):
    """A card that is chosen from a list, or typed below it: what is typed counts."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the last name that is given."""
        super().process_formdata([one for one in valuelist if one.strip()][-1:])


class KingForm(OnceForm):
    """The answer to King Suleiman, and the artifact given to him, if any."""

    answer = RadioField(choices=["gain", "remove", "leave"])
    artifact = StringField(filters=[lambda name: name or ""])
    other = CardField(filters=[tidy], render_kw={"maxlength": LONGEST_NAME})

    also_true = ("spent",)
    """A Resource that is given to him is spent; in older logs it was not."""


class HeldForm(OnceForm):
    """A card that somebody has."""

    card = StringField(validators=[InputRequired(), Length(max=LONGEST_NAME)])

    also_true = ("told",)
    """The card under a Resource is told first; older logs did not ask."""


class PassForm(HeldForm):
    """The player who takes over a card."""

    to = IntegerField(validators=[InputRequired(), SEATS])


class ReturnForm(NotedForm):
    """A creature whose control ends."""

    also_true = ("home",)
    """It goes home where no creature marches; in older logs it stayed with the thief."""


class TargetForm(OnceForm):
    """The opponent who is attacked."""

    target = IntegerField(validators=[InputRequired(), SEATS])


class OutForm(MoveForm):
    """The players who are out, all at once: `by_N` is the team that took seat N out, NOBODY, or empty if N plays on."""

    @property
    def choices(self) -> dict[str, Any]:
        """Who is out and by whom, as the move takes it."""
        by = {seat: self[f"by_{seat}"].data for seat in range(MOST_PLAYERS)}
        out = {seat: killer for seat, killer in by.items() if killer is not None}
        return {"seats": list(out), "by": [None if killer == NOBODY else killer for killer in out.values()]}


class ScoreForm(OutForm):
    """A whole war: `owner_` and a Resource is the team that claimed it, `by_N` as in who is out."""

    broken_off = BooleanField()

    @property
    def choices(self) -> dict[str, Any]:
        """Which team claimed what, and who is out by whom."""
        owners = {id: self[f"owner_{id}"].data for id in BY_ID}
        out = super().choices
        return {
            "owners": {id: team for id, team in owners.items() if team is not None},
            "out": dict(zip(map(str, out["seats"]), out["by"], strict=True)),
            "broken_off": self.broken_off.data,
        }


for _id in BY_ID:
    setattr(ScoreForm, f"owner_{_id}", IntegerField(validators=[Optional(), NumberRange(0, MOST_PLAYERS - 1)]))
for _seat in range(MOST_PLAYERS):
    setattr(OutForm, f"by_{_seat}", IntegerField(validators=[Optional(), NumberRange(NOBODY, MOST_PLAYERS - 1)]))

"""One form for each move that takes choices."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, SelectField, SelectMultipleField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional
from wtforms.widgets import NumberInput

from companion.games.war_game.facts import BASICS, LANDS, STRONGHOLDS
from companion.games.war_game.facts.board import DEFAULT_COLUMN, LANDS_AT
from companion.games.war_game.facts.layout import BY_COUNT
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import (
    ABILITIES,
    COLOURS,
    LONGEST_NAME,
    MOST_CREATURES,
    MOST_NUMBER,
    MOST_SUPPLY,
)
from companion.kit.forms import count_field
from companion.language.player_names import LONGEST, tidy
from companion.table.forms import MoveForm, OnceForm, PlayersForm

COUNTS = tuple(BY_COUNT)
LAST_CREATURE = 10**6


def seat_field() -> IntegerField:
    """Make a field for a seat."""
    last = BASICS.players_most - 1
    return IntegerField(validators=[InputRequired(_l("Choose a player first.")), NumberRange(0, last)])


def creature_field() -> IntegerField:
    """Make a field for a creature by its number."""
    chosen = InputRequired(_l("Tap a creature first."))
    return IntegerField(validators=[chosen, NumberRange(1, LAST_CREATURE)])


def creatures_field() -> SelectMultipleField:
    """Make a field for several creatures by their numbers."""
    return SelectMultipleField(coerce=int, validate_choice=False, validators=[Length(max=MOST_CREATURES)])


def damage_field() -> SelectMultipleField:
    """Make a field for damage, one number for each of several creatures; what is left empty is 0."""
    return SelectMultipleField(
        coerce=lambda number: int(number or 0),
        validate_choice=False,
        validators=[Length(max=MOST_CREATURES)],
        widget=NumberInput(min=0),
    )


def place_field(places: Any = (*LANDS_AT, *STRONGHOLDS)) -> SelectField:
    """Make a field for a place of the map."""
    return SelectField(choices=list(places))


def words() -> StringField:
    """Make a field for words that people type."""
    return StringField(filters=[tidy], validators=[Length(max=LONGEST)], render_kw={"maxlength": LONGEST_NAME})


class NewForm(PlayersForm):
    """A new table: who plays, where B and D lie, how the lands are dealt, and the house rules."""

    count = IntegerField(
        default=2,
        validators=[
            InputRequired(_l("Choose how many players.")),
            AnyOf(COUNTS, _l("The War Game is for 2 to 4 players.")),
        ],
    )
    column = IntegerField(
        validators=[Optional(), NumberRange(1, BASICS.columns)], filters=[lambda column: column or DEFAULT_COLUMN]
    )
    fair = BooleanField()
    near = BooleanField()
    rules = SelectMultipleField(choices=list(HOUSE_RULES))


class DealForm(OnceForm):
    """A land to deal anew, or all."""

    place = SelectField(choices=["", *LANDS_AT], default="")


class TerrainForm(MoveForm):
    """A land as it lies on the table."""

    place = place_field(LANDS_AT)
    land = SelectField(choices=list(LANDS))


class StrongholdForm(MoveForm):
    """The place where a player's stronghold is to lie."""

    seat = seat_field()
    place = place_field(STRONGHOLDS)


class SwapForm(MoveForm):
    """Who gives the stronghold to another player."""

    seat = seat_field()
    other = seat_field()


class LandForm(MoveForm):
    """The land of a stronghold."""

    seat = seat_field()
    land = SelectField(choices=list(LANDS))


class TurnLandForm(MoveForm):
    """The stronghold whose land is turned up, and which it is if nobody noted it."""

    seat = seat_field()
    land = SelectField(choices=["", *LANDS], default="")


class FirstForm(MoveForm):
    """Who goes first, as the table rolled; nobody if the app rolls."""

    seat = IntegerField(validators=[Optional(), NumberRange(0, BASICS.players_most - 1)])


class SupplyForm(OnceForm):
    """The supply die if the table rolled it, and the creatures tapped for mana, with what they give beyond 1 each."""

    die = IntegerField(validators=[Optional(), NumberRange(1, BASICS.die)])
    creatures = creatures_field()
    more = count_field(0, MOST_NUMBER)


class HealForm(MoveForm):
    """How many points heal a creature."""

    creature = creature_field()
    points = IntegerField(default=1, validators=[InputRequired(), NumberRange(1, MOST_NUMBER)])


class SpendForm(MoveForm):
    """Supply points for anything else."""

    seat = seat_field()
    points = IntegerField(validators=[InputRequired(_l("Say how many points.")), NumberRange(1, MOST_SUPPLY)])
    what = words()


class MarchForm(MoveForm):
    """Creatures that march together, and where they go."""

    creatures = creatures_field()
    to = place_field()


class CarryForm(MoveForm):
    """A creature that bears another one, and where they go."""

    creature = creature_field()
    rider = creature_field()
    to = place_field()


class DropForm(MoveForm):
    """A carrier, and where its rider is set down."""

    creature = creature_field()
    to = place_field()


class FightForm(MoveForm):
    """A fight, and against whom it is."""

    place = place_field()
    seat = seat_field()


class TapForm(MoveForm):
    """An attacker whom the holder of a stronghold taps."""

    place = place_field()
    creature = creature_field()


class SpareForm(MoveForm):
    """A fight at a stronghold in which no attacker is tapped."""

    place = place_field()


class DamageForm(MoveForm):
    """How much damage a creature is dealt in a fight, or has: so much, or so much more."""

    creature = creature_field()
    value = IntegerField(validators=[Optional(), NumberRange(0, MOST_NUMBER)])
    by = IntegerField(validators=[Optional(), NumberRange(-MOST_NUMBER, MOST_NUMBER)])


class SettleForm(OnceForm):
    """A fight, how much damage was prevented for which creatures, and how much they are dealt as the screen showed."""

    place = place_field()
    creatures = creatures_field()
    damage = damage_field()
    dealt = damage_field()


class CastForm(OnceForm):
    """A creature: the name of one that was cast before, or all that its card says."""

    like = words()
    name = words()
    power = count_field(0, MOST_NUMBER)
    toughness = count_field(0, MOST_NUMBER)
    cost = count_field(0, MOST_NUMBER)
    colours = SelectMultipleField(choices=list(COLOURS))
    abilities = SelectMultipleField(choices=list(ABILITIES))
    wall = BooleanField()


class BoostForm(MoveForm):
    """By how much a creature's power and toughness change until the turn ends."""

    creature = creature_field()
    power = count_field(-MOST_NUMBER, MOST_NUMBER)
    toughness = count_field(-MOST_NUMBER, MOST_NUMBER)


class CreatureForm(MoveForm):
    """A creature."""

    creature = creature_field()


class CorrectForm(MoveForm):
    """What the map is to show of a creature."""

    creature = creature_field()
    owner = seat_field()
    at = place_field()
    power = count_field(0, MOST_NUMBER)
    toughness = count_field(0, MOST_NUMBER)
    damage = count_field(0, MOST_NUMBER)
    tapped = BooleanField()


class EndTurnForm(OnceForm):
    """Whose turn ends."""

    seat = seat_field()

    also_true = ("returns",)
    """An empty stronghold returns to its owner, who took it in older logs."""


class LeaveForm(EndTurnForm):
    """Who leaves the war, whose turn may end with it."""

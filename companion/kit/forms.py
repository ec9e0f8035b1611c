"""Forms of the moves that all games have, or several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import (
    BooleanField,
    Field,
    FormField,
    IntegerField,
    SearchField,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, ValidationError

from companion.kit.creatures.printed import is_wall
from companion.kit.ring.counters import COUNTERS, MOST_COUNTED
from companion.kit.ring.creatures import LONGEST_NAME, MOST_NOTED
from companion.kit.ring.dice_and_timer import LONGEST_NAME as LONGEST_COUNTER, TOOLS
from companion.kit.rules.search import MOST_LETTERS
from companion.language.player_names import LONGEST, tidy
from companion.table.forms import LAST_SEAT, MoveForm, OnceForm
from companion.web import gettext
from companion.web.forms import RowForm, SpokenForm, fitting

LONGEST_WORD = 40
"""How many characters a player's word may have."""
LAST_CREATURE = 10**6
SEATS = NumberRange(0, LAST_SEAT)


def seat_field() -> IntegerField:
    """Make a field for a seat."""
    return IntegerField(validators=[InputRequired(_l("Choose a player first.")), SEATS])


def count_field(least: int, most: int) -> IntegerField:
    """Make a field for a number that is 0 if it is left empty."""
    return IntegerField(validators=[Optional(), NumberRange(least, most)], filters=[lambda number: number or 0])


def creature_name(*, required: bool = False) -> StringField:
    """Make a field for the name of a creature, with those that are known; a page may ask for one that no move needs."""
    shown = {"maxlength": LONGEST_NAME, "required": required, "list": "creatures", "autocomplete": "off"}
    return StringField(filters=[tidy], render_kw=shown)


def fits(_: Any, field: StringField) -> None:
    """Refuse a word that is empty, too long, or shows nothing."""
    try:
        fitting(field.data, LONGEST_WORD)
    except ValueError:
        raise ValidationError(_l("A word needs 1 to 40 characters.")) from None


class WholeField(IntegerField):
    """A small whole number, written in digits alone; None where it is left empty."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number, or say what it looks like."""
        text = valuelist[0] if valuelist else ""
        if text[:1] in ("-", "−") and text[1:].isdecimal():
            self.data = None
            raise ValueError(gettext("No negative numbers here. Enter 0 or more, or leave the field empty."))
        if text and not (text.isascii() and text.isdigit() and len(text) < 4):
            self.data = None
            raise ValueError(
                gettext("“%(text)s” isn't a whole number. Enter one, or leave the field empty.", text=text[:40])
            )
        self.data = int(text) if text else None


def each(ids: Iterable[str], field: Callable[[str], Field]) -> FormField:
    """Make a field for each of some ids: <name>-<id>."""
    return FormField(type("EachForm", (RowForm,), {id: field(id) for id in ids}))


class SearchForm(SpokenForm):
    """Words to find in a game's rules."""

    q = SearchField(render_kw={"maxlength": MOST_LETTERS, "autocomplete": "off", "enterkeyhint": "search"})


class MarkForm(SpokenForm):
    """The mark of a log, as somebody noted it."""

    mark = StringField(
        render_kw={
            "maxlength": 60,
            "required": True,
            "dir": False,
            "autocapitalize": "off",
            "spellcheck": "false",
        }
    )


class HouseRuleForm(MoveForm):
    """A house rule, and whether the table plays by it."""

    rule = StringField(validators=[InputRequired(), Length(max=LONGEST_WORD)])
    on = BooleanField()


class WordForm(MoveForm):
    """A word that a player adds to the draws."""

    seat = seat_field()
    word = StringField(validators=[fits], filters=[tidy], render_kw={"maxlength": LONGEST, "required": True})


class TellForm(OnceForm):
    """Whether the secret is shown from the page of the end, which is no choice of the move."""

    at_end = BooleanField()

    @property
    def choices(self) -> dict[str, Any]:
        """Nothing."""
        return {}


class RollForm(MoveForm):
    """A die, the coin, or the draw of a player."""

    what = SelectField(choices=list(TOOLS))


class TimedForm(MoveForm):
    """Whether turns are timed."""

    on = BooleanField()


class CounterForm(MoveForm):
    """The name of the players' own counter."""

    name = StringField(filters=[tidy], validators=[Length(max=LONGEST_WORD)], render_kw={"maxlength": LONGEST_COUNTER})


class WhyForm(MoveForm):
    """By whom a player's life has changed last, and why."""

    seat = seat_field()
    change = IntegerField(validators=[InputRequired(), NumberRange(-(10**6), 10**6)])
    by = IntegerField(validators=[Optional(), SEATS])
    why = StringField(filters=[tidy], validators=[Length(max=LONGEST_WORD)])


class RematchForm(MoveForm):
    """How a rematch begins."""

    way = StringField(validators=[Length(max=20)])


class NotedForm(MoveForm):
    """A creature on the list, by its number."""

    creature = IntegerField(validators=[InputRequired(), NumberRange(1, LAST_CREATURE)])


class CreatureForm(MoveForm):
    """A creature: one on the list by its number, or the name of one at its owner's home."""

    creature = IntegerField(validators=[Optional(), NumberRange(1, LAST_CREATURE)])
    owner = IntegerField(validators=[Optional(), SEATS], filters=[lambda seat: seat or 0])
    name = creature_name()
    wall = BooleanField()

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen; whose card says so is a Wall without a tick."""
        return super().choices | {"wall": self.wall.data or is_wall(self.name.data or "")}


class MarchForm(CreatureForm):
    """The territory a creature goes to."""

    to = seat_field()


class TogetherForm(MoveForm):
    """Creatures that march together, and where they go."""

    creatures = SelectMultipleField(coerce=int, validate_choice=False, validators=[Length(max=MOST_NOTED)])
    to = seat_field()


class ForceForm(CreatureForm):
    """The player whose effect forces a creature to march; whether one at home is tapped or has just been summoned."""

    name = creature_name(required=True)
    source = seat_field()
    tapped = BooleanField()
    summoned = BooleanField()


class StealForm(CreatureForm):
    """The player who takes control of a creature, and which of two ways it goes."""

    name = creature_name(required=True)
    by = seat_field()
    to = IntegerField(validators=[Optional(), SEATS])


class BoardForm(MoveForm):
    """A life total that is counted one up or down on a screen in the middle."""

    seat = seat_field()
    by = IntegerField(validators=[InputRequired(), AnyOf((-1, 1))])


class LifeForm(MoveForm):
    """A life total or another counter: counted `by` one or more, or set to a `value`."""

    seat = seat_field()
    by = IntegerField(validators=[Optional(), NumberRange(-MOST_COUNTED, MOST_COUNTED)])
    value = IntegerField(validators=[Optional()])
    counter = SelectField(choices=list(COUNTERS), default="life")

"""Forms of the table, and the fields every move's form has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileField, FileRequired
from wtforms import BooleanField, FieldList, FormField, HiddenField, IntegerField, RadioField, SelectField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, Regexp

from companion.language.player_names import twice
from companion.table.seating.seats import ALPHABET, COLOURS
from companion.web import LANGUAGES, catalogue, gettext
from companion.web.forms import NameField, RowForm, SpokenForm

LAST_SEAT = 99
MOST_PLAYERS = 14
"""How many may sit at one table, whatever the game."""
NO_CHOICE = frozenset(("csrf_token", "op", "seen", "count", "players", "me"))
"""The fields of a form that are no arguments of its move."""
SAME_COLOUR = _l("Two players have the same colour. Change one of them.")
TWICE = _l("Two players have the same name. Add a letter to tell them apart.")


class MoveForm(SpokenForm):
    """What every tap brings: its own id, and for moves that must not run twice the `seq` of its screen."""

    op = HiddenField(
        validators=[
            InputRequired(),
            Length(1, 64),
            Regexp(r"[^\0]+\Z", message=_l("Part of that couldn't be read. Reload the page, then tap again.")),
        ]
    )
    seen = IntegerField(validators=[Optional(), NumberRange(0, 2**31)])
    also_true: ClassVar[tuple[str, ...]] = ()
    """Which arguments are True besides: by them the move keeps rules that it did not keep in older logs."""

    @property
    def choices(self) -> dict[str, Any]:
        """The player's choices, by the names of the move's arguments."""
        chosen = {name: value for name, value in self.data.items() if name not in NO_CHOICE}
        return chosen | dict.fromkeys(self.also_true, True)


class OnceForm(MoveForm):
    """A move that must not run twice."""

    seen = IntegerField(validators=[InputRequired(), NumberRange(0, 2**31)])


class SeatForm(SpokenForm):
    """One seat of a table."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, LAST_SEAT)])


class PlayerForm(RowForm):
    """A player of a new table, who need not say a name."""

    name = NameField(required=False)
    colour = SelectField(choices=list(COLOURS))


def given_names() -> set[str]:
    """List what those are called who give no name, in every language."""
    numbers = range(1, MOST_PLAYERS + 1)
    given = [catalogue(each).gettext("Player %(number)s") for each in LANGUAGES]
    return {name % {"number": number} for name in given for number in numbers}


class PlayersForm(SpokenForm):
    """Who plays at a new table: how many, and their names and colours in the order they sit, clockwise.

    A game says in its own `count` how many may play. Whoever leaves a line empty is called what stands there in grey.
    """

    count = IntegerField(validators=[InputRequired(_l("Choose how many players.")), NumberRange(1, MOST_PLAYERS)])
    players = FieldList(FormField(PlayerForm), max_entries=MOST_PLAYERS)
    me = IntegerField(validators=[Optional(), NumberRange(0, MOST_PLAYERS - 1)])

    def validate(self, extra_validators: Any = None) -> bool:
        """Check only the rows of those who play; names must differ, and colours as long as there are enough."""
        for _ in range(max(0, self.count.data or 0), len(self.players)):
            self.players.pop_entry()
        for number, player in enumerate(self.players, start=1):
            player.form.name.data = player.form.name.data or gettext("Player %(number)s", number=number)
        if not super().validate(extra_validators):
            return False
        names = [player.form.name.data for player in self.players]
        if len(names) != self.count.data:
            self.form_errors.append(_l("Every player needs a name."))
        elif any(twice(names)):
            self.form_errors.append(TWICE)
            mark_twice([player.form.name for player in self.players], TWICE)
        elif len({colour for _, colour in self.seated}) < len(names) <= len(COLOURS):
            self.form_errors.append(SAME_COLOUR)
            mark_twice([player.form.colour for player in self.players], SAME_COLOUR)
        return not self.form_errors

    @property
    def choices(self) -> dict[str, Any]:
        """The other choices, by the names of the arguments of the move that opens the game."""
        return {name: value for name, value in self.data.items() if name not in NO_CHOICE}

    @property
    def seat(self) -> int | None:
        """The seat of whoever opens the table, if that one plays."""
        return self.me.data if self.me.data is not None and self.me.data < len(self.players) else None

    @property
    def seated(self) -> list[tuple[str, str]]:
        """The players as (name, colour)."""
        return [(player.form.name.data, player.form.colour.data) for player in self.players]


class RenameForm(SeatForm):
    """A seat's name and colour."""

    name = NameField()
    colour = RadioField(choices=list(COLOURS))


class LockForm(SpokenForm):
    """Whether new phones may sit down."""

    locked = BooleanField()


class ScreenForm(SpokenForm):
    """The letters of a screen in the middle, and whether it may count life."""

    letters = HiddenField(
        validators=[Regexp("^[A-Z]{2}$", message=_l("Part of that couldn't be read. Reload the page, then tap again."))]
    )
    counts = BooleanField()


class SignOutForm(SpokenForm):
    """The answer to whether a phone is to be forgotten."""

    sure = HiddenField(validators=[AnyOf(["yes"])])


class JoinForm(SpokenForm):
    """The code of a table, however it was typed."""

    code = StringField(
        render_kw={"maxlength": 8, "dir": False, "autocapitalize": "characters", "spellcheck": "false"},
        filters=[lambda code: "".join((code or "").split()).upper()],
        validators=[
            Regexp(f"^[{ALPHABET}]{{5}}$", message=_l("A code is 5 letters or digits, never 0, O, 1, I or L."))
        ],
    )


class BackForm(SpokenForm):
    """The page to come back to."""

    back = StringField()


class TakeOverForm(BackForm):
    """The seat that is to host, as the page said; without it whoever taps offers to."""

    heir = IntegerField(validators=[Optional(), NumberRange(0, 99)])


class TakeBackForm(MoveForm):
    """The entry that an undo strikes or a redo restores, and the page to come back to."""

    entry = IntegerField(validators=[InputRequired(), NumberRange(1, 2**31)])
    back = StringField()


class LanguageForm(SpokenForm):
    """A language to switch to."""

    language = RadioField(choices=list(LANGUAGES))


class StillForm(SpokenForm):
    """Whether this phone is to vibrate no more."""

    still = BooleanField()


class ImportForm(SpokenForm):
    """A table as a JSON file."""

    file = FileField(validators=[FileRequired(_l("Choose a file first."))])
    copied = BooleanField()


def mark_twice(fields: Sequence[StringField | SelectField], sentence: str) -> None:
    """Mark the fields that repeat an earlier one, or look the same."""
    for number in twice([field.data for field in fields]):
        fields[number].errors = [sentence]

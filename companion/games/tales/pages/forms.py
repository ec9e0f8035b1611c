"""One form for each move that takes choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional

from companion.games.tales.box.learned import KINDS, Telling
from companion.games.tales.facts import BASICS, LEVELS, SKILLS, STATUSES
from companion.games.tales.facts.headings import OFFERED
from companion.games.tales.play.end_of_turn import LONGEST_LINE
from companion.games.tales.play.turn import ENDED, KEPT, LONGEST_WORD
from companion.games.tales.setup.setup import LEAST_TOTAL, LONGEST_NAME, MOST_DECKS, MOST_TOTAL
from companion.games.tales.state import CARDS, MOST_PLAYERS, TIMES
from companion.games.tales.state.box_overrides import MOST_PATHS
from companion.games.tales.state.heroes import GENDERS, MARKERS, MOST_NUMBER, MOST_POINTS, MOST_TURNS, PLACES
from companion.kit.forms import count_field
from companion.language.player_names import LONGEST, tidy
from companion.table.forms import MoveForm, OnceForm, PlayersForm
from companion.table.seating.seats import COLOURS
from companion.web import gettext
from companion.web.forms import NameField, SpokenForm

COUNTS = tuple(range(1, MOST_PLAYERS + 1))
TOTALS = (12, 14, BASICS.total)
"""How many points a goal has: the rules' own, and what people play on a shorter evening."""
PATHS = range(MOST_PATHS + 1)
"""How many paths of a kind a route may have, as far as the owner of a box may set it."""


def seat_field() -> IntegerField:
    """Make a field for a seat."""
    return IntegerField(validators=[InputRequired(_l("Choose a player first.")), NumberRange(0, MOST_PLAYERS - 1)])


def words(most: int) -> StringField:
    """Make a field for words that people type: up to so many characters, which the move counts once they are tidy."""
    return StringField(filters=[tidy], validators=[Length(max=LONGEST)], render_kw={"maxlength": most})


def corrected() -> IntegerField:
    """Make a field for points that the table puts right; the move says itself what there can be."""
    own = {"min": 0, "max": MOST_POINTS, "inputmode": "numeric"}
    return IntegerField(validators=[Optional(), NumberRange(-99, 999)], render_kw=own)


def one_of(choices: Any) -> SelectField:
    """Make a field for one of some ids."""
    return SelectField(choices=list(choices))


def any_of(choices: Any) -> SelectField:
    """Make a field for one of some ids, or none."""
    return SelectField(choices=["", *choices], default="")


def several(choices: Any) -> SelectMultipleField:
    """Make a field for several ids; what is left open does not count."""
    return SelectMultipleField(choices=["", *choices], filters=[lambda chosen: [one for one in chosen or () if one]])


class NewForm(PlayersForm):
    """A new table: who plays, and how."""

    count = IntegerField(
        default=4,
        validators=[InputRequired(_l("Choose how many players.")), AnyOf(COUNTS, _l("Tales is for 1 to 6 players."))],
    )
    total = IntegerField(default=BASICS.total, validators=[InputRequired(), NumberRange(0, 99)])
    other = IntegerField(validators=[Optional(), NumberRange(0, 99)], render_kw={"min": LEAST_TOTAL, "max": MOST_TOTAL})
    one_status = BooleanField()
    on_paper = BooleanField()
    decks = IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_DECKS)], filters=[lambda n: n or 0])

    @property
    def choices(self) -> dict[str, Any]:
        """The choices, by the names of the arguments of the move, for which any `other` total is the total."""
        choices = super().choices
        other = choices.pop("other")
        return choices if other is None else choices | {"total": other}


class SeatForm(MoveForm):
    """A seat."""

    seat = seat_field()


class StrictForm(MoveForm):
    """A move that keeps rules which it did not keep when older logs were written."""

    also_true = ("strict",)


class GoalForm(SeatForm):
    """A secret goal: how much of it is destiny."""

    destiny = IntegerField(validators=[InputRequired(), NumberRange(0, 99)])


class SkillForm(SeatForm):
    """A skill to begin with."""

    skill = one_of(SKILLS)


class HeroForm(SeatForm):
    """A hero, its gender, and its first quest."""

    gender = one_of(GENDERS)
    name = words(LONGEST_NAME)
    quest = words(LONGEST_NAME)


class JoinForm(MoveForm):
    """Who joins a game that goes on: name and colour, the right neighbour, and how many points the goal has."""

    name = NameField()
    colour = RadioField(choices=list(COLOURS))
    right = seat_field()
    total = IntegerField(validators=[InputRequired(), NumberRange(0, 99)])

    @property
    def choices(self) -> dict[str, Any]:
        """The choices, by the names of the arguments of the move, which knows no names."""
        return {name: value for name, value in super().choices.items() if name in ("right", "total")}


class MoveHeroForm(SeatForm):
    """Where a hero goes, and how."""

    kind = one_of(PLACES)
    route = StringField(
        filters=[lambda route: route or ""],
        validators=[Optional(), AnyOf(["L" * land + "S" * sea for land in PATHS for sea in PATHS])],
    )
    number = count_field(0, MOST_NUMBER)
    place = words(LONGEST_NAME)
    carried = BooleanField()
    bound = any_of([KEPT, ENDED])
    override = BooleanField(name="stands")

    also_true = ("by_marker",)
    """The marker of a Place of Power says its name."""


class CardForm(SeatForm):
    """The kind of an encounter card, and its name."""

    card = one_of(CARDS)
    name = words(LONGEST_NAME)
    override = BooleanField(name="stands")


class DieForm(OnceForm):
    """What the table rolled, or nothing if the app rolls; and at which number the chart stands."""

    die = IntegerField(validators=[Optional(), NumberRange(1, 6)])
    chart = IntegerField(
        validators=[Optional(), NumberRange(0, MOST_NUMBER)],
        filters=[lambda number: number or 0],
        render_kw={"min": 1, "max": MOST_NUMBER},
    )


class NumberForm(OnceForm):
    """The number that the matrix gives, and whether the destiny die is rolled at once, or what it showed."""

    roll = BooleanField()
    face = IntegerField(validators=[Optional(), NumberRange(-1, 1)])
    number = IntegerField(
        validators=[InputRequired(_l("Type the number first.")), NumberRange(0, 10**6)],
        render_kw={"min": 2, "max": MOST_NUMBER, "required": False},
    )
    matrix = any_of(BASICS.matrices)
    straight = BooleanField()
    adjective = words(LONGEST_WORD)
    reaction = words(LONGEST_WORD)
    another = words(LONGEST_WORD)

    @property
    def choices(self) -> dict[str, Any]:
        """The choices, by the names of the arguments of the move, for which `another` reaction is the reaction."""
        choices = super().choices
        another = choices.pop("another")
        return choices | ({"reaction": another} if another else {})


class FaceForm(OnceForm):
    """What the destiny die showed, or nothing if the app rolls."""

    face = IntegerField(validators=[Optional(), NumberRange(-1, 1)])


class HeadingsForm(SeatForm):
    """The headings that a paragraph offers."""

    headings = several(OFFERED)


class NotSoForm(SpokenForm):
    """What somebody told wrongly: its kind, the parts of its key, and what was told."""

    kind = one_of(KINDS)
    key = SelectMultipleField(coerce=tidy, validate_choice=False, validators=[Length(1, 3)])
    told = words(LONGEST)

    @property
    def telling(self) -> Telling:
        """What was told."""
        return Telling(self.kind.data, tuple(self.key.data or ()), self.told.data)


class LookUpForm(SpokenForm):
    """A paragraph's number to look up."""

    number = IntegerField(
        validators=[Optional(), NumberRange(1, MOST_NUMBER + 1)], render_kw={"min": 1, "max": MOST_NUMBER + 1}
    )


class MasterForm(MoveForm):
    """A Master skill, and the paragraph that lists it."""

    skill = one_of(SKILLS)
    paragraph = IntegerField(validators=[InputRequired(), NumberRange(1, MOST_NUMBER + 1)])
    override = BooleanField(name="stands")


USUAL = {"s1": (0, 1), "d1": (1, 0), "d1s1": (1, 1), "s2": (0, 2), "d1s2": (1, 2), "d2s1": (2, 1)}
"""The awards that a paragraph gives most often, destiny and story: each is one tap."""


class AwardForm(StrictForm, SeatForm):
    """All that a paragraph gives; a `usual` award says destiny and story at once."""

    destiny = count_field(-99, 99)
    story = count_field(-99, 99)
    wealth = count_field(-6, 6)
    limit = any_of(LEVELS)
    gained = several(SKILLS)
    mastered = several(SKILLS)
    unlearned = several(SKILLS)
    statuses = several(STATUSES)
    one_of = BooleanField()
    cured = several(STATUSES)
    treasure = words(LONGEST_NAME)
    gone = SelectField(coerce=tidy, validate_choice=False, default="", validators=[Length(max=LONGEST)])
    died = BooleanField()
    usual = any_of(USUAL)
    nothing = BooleanField()

    @property
    def choices(self) -> dict[str, Any]:
        """The choices, by the names of the arguments of the move."""
        choices = super().choices
        usual = choices.pop("usual")
        return choices | (dict(zip(("destiny", "story"), USUAL[usual], strict=True)) if usual else {})


class SellForm(StrictForm, SeatForm):
    """A treasure, and what its card brings."""

    treasure = words(LONGEST_NAME)
    by = count_field(0, 6)
    limit = any_of(LEVELS)
    override = BooleanField(name="stands")
    early = BooleanField()


class GiveForm(SeatForm):
    """Who gives a level of wealth to whom."""

    to = seat_field()


class KeepForm(SeatForm):
    """A city card to keep."""

    card = words(LONGEST_NAME)


class PlayCardForm(StrictForm, OnceForm):
    """A city card to play, and what the table rolled for it."""

    seat = seat_field()
    card = words(LONGEST_NAME)
    die = IntegerField(validators=[Optional(), NumberRange(1, 6)])
    override = BooleanField(name="stands")
    early = BooleanField()


class QuestForm(StrictForm, SeatForm):
    """How a quest ended, and the next one."""

    done = BooleanField()
    quest = words(LONGEST_NAME)
    override = BooleanField(name="stands")
    early = BooleanField()


class MarkerForm(SeatForm):
    """A marker, and where it lies; nowhere if it leaves the board."""

    marker = one_of(MARKERS)
    place = words(LONGEST_NAME)


class MasterNamedForm(SeatForm):
    """Whom a hero serves; its own seat stands for nobody."""

    master = seat_field()


class TimeForm(MoveForm):
    """A time of day."""

    time = IntegerField(validators=[InputRequired(), NumberRange(0, len(TIMES) - 1)])


class DeclareForm(SeatForm):
    """Who declares."""

    override = BooleanField(name="stands")
    early = BooleanField()


class LineForm(SeatForm):
    """A line of the tale, and the number of the turn that it is about."""

    line = words(LONGEST_LINE)
    turn = count_field(0, MOST_PLAYERS * MOST_TURNS)


class ExplainForm(SpokenForm):
    """Whether this phone says why each step is."""

    explain = BooleanField()


class CorrectForm(StrictForm, SeatForm):
    """What the table puts right."""

    destiny = corrected()
    story = corrected()
    level = any_of(LEVELS)
    gender = any_of(GENDERS)
    skill = any_of(SKILLS)
    trained = any_of(["talent", "master"])
    status = any_of(STATUSES)
    treasure = words(LONGEST_NAME)


# What a field offers


def options(named: Mapping[str, Any], ids: Iterable[str] | None = None) -> list[tuple[str, str]]:
    """List ids of facts, all without `ids`, with what they are called in the reader's language."""
    return [(id, gettext(named[id].label)) for id in (named if ids is None else ids)]


def or_none(found: list[tuple[str, str]], none: str = "") -> list[tuple[str, str]]:
    """Let a list be left alone, by the words for `none`, else by a dash; of nothing there is nothing to leave."""
    return [("", none or "–"), *found] if found else []

"""One form for each move that takes choices, and the catch calculator's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, IntegerField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, Regexp

from companion.games.djinn.box.corrections import CARD_NUMBERS, SWATCHES
from companion.games.djinn.box.table_notes import TO_NAME, UNTOLD
from companion.games.djinn.facts import (
    BOSS,
    CARDS,
    COLOURS,
    DECK_SIZES,
    LOCATIONS,
    PLAYER_COUNTS,
    SLOTS,
    TILES,
    TROPHIES,
    TROPHY_POINTS,
    UNDESCRIBED,
)
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.gains import BOTTLED_NOW, BOTTLING, CIRCLED_NOW, FREED, MOST_TOLD, TELLABLE
from companion.games.djinn.play.gains import ACTIONS, SUPPLY_BOSS_PRICE, take
from companion.games.djinn.play.rewards import BY_TROPHY, take_trophy
from companion.games.djinn.setup.checklist import NUMBERS
from companion.games.djinn.setup.draws import DRAWS
from companion.games.djinn.solo.tasks import LABELS
from companion.games.djinn.state.model import State
from companion.kit.box.file import LONGEST
from companion.language.player_names import tidy
from companion.refusal import Refusal
from companion.table.forms import MoveForm, OnceForm, PlayersForm
from companion.web.forms import NameField, SpokenForm

MOST_PLAYERS = max(PLAYER_COUNTS)


class NewForm(PlayersForm):
    """A new table: who plays, and how."""

    count = IntegerField(
        default=2,
        validators=[InputRequired(_l("Choose how many players.")), NumberRange(min(PLAYER_COUNTS), MOST_PLAYERS)],
    )
    first_game = BooleanField()
    longer = BooleanField()
    draws = RadioField(choices=["app", "table"], default="app")
    deck = IntegerField(default=DECK_SIZES[-1], validators=[Optional(), AnyOf(DECK_SIZES)])
    printed = BooleanField()
    tries = SelectMultipleField(choices=list(LABELS))
    challenge = StringField(
        render_kw={"maxlength": 20, "dir": False, "autocapitalize": "characters", "spellcheck": "false"}
    )


class SheetsForm(PlayersForm):
    """The score sheets of a game that was played without the app: who played, and the Scoring Cards that lay there."""

    count = IntegerField(validators=[InputRequired(_l("Choose how many players.")), NumberRange(2, MOST_PLAYERS)])
    cards = SelectMultipleField(choices=list(CARDS))


class RerollForm(OnceForm):
    """An element to draw anew, perhaps though the game is no challenge then."""

    element = SelectField(choices=[*DRAWS, "all"])
    override = BooleanField(name="anyway")

    @property
    def choices(self) -> dict[str, Any]:
        """What is drawn, and whether the rules may doubt it."""
        return {"element": self.element.data, "strict": not self.override.data}


class SwapForm(OnceForm):
    """Two slots whose Action Spaces lie the other way round."""

    one = SelectField(choices=[*CITY.round, *CITY.square])
    other = SelectField(choices=[*CITY.round, *CITY.square])


class DeckForm(OnceForm):
    """Who holds Tom's deck."""

    printed = BooleanField()


class PassagesForm(OnceForm):
    """The Secret Passages that the table drew."""

    locations = SelectMultipleField(choices=list(LOCATIONS))


class TrophiesForm(OnceForm):
    """The Trophies that the table laid out."""

    trophies = SelectMultipleField(choices=list(TROPHIES))


class CardsForm(OnceForm):
    """The Scoring Cards that the table laid out."""

    cards = SelectMultipleField(choices=list(CARDS))

    also_true = ("reopens",)
    """It reopens sheets that lack what the cards ask for, as older logs did not."""


class TilesForm(OnceForm):
    """The Character Tiles that the table laid out."""

    tiles = SelectMultipleField(choices=list(TILES))


class NamedTileForm(MoveForm):
    """A Character Tile on offer, and which one it is; "" for one that nobody can describe."""

    tile = SelectField(choices=list(TILES))
    found = SelectField(choices=["", *TILES])


class DrewForm(MoveForm):
    """A Djinn that the table drew from its bag."""

    colour = SelectField(choices=list(COLOURS))


class StepForm(MoveForm):
    """A step of the setup."""

    step = SelectField(choices=list(NUMBERS))


class SeatOnceForm(OnceForm):
    """The seat for which a move is made."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])


class DoubtForm(SeatOnceForm):
    """What a seat does; the rules ask first about a doubt unless it is allowed anyway."""

    override = BooleanField(name="anyway")

    @property
    def choices(self) -> dict[str, Any]:
        """What is done, and whether the rules may doubt it."""
        choices = super().choices
        return choices | {"strict": not choices.pop("override")}


class TurnForm(SeatOnceForm):
    """The end of a seat's turn, perhaps without the card of Tom's that should come."""

    override = BooleanField(name="anyway")


class StandForm(SeatOnceForm):
    """The space at which a player acts, perhaps by an effect, and where its Mage came from."""

    slot = SelectField(choices=list(SLOTS))
    came_from = SelectField(choices=["", *SLOTS], default="")
    override = BooleanField(name="anyway")


class RevealForm(OnceForm):
    """A card of Tom's, perhaps though the turn was at no round space, or none is caught at one."""

    override = BooleanField(name="anyway")
    none_caught = BooleanField()


class PrintedCardForm(RevealForm):
    """A printed card of Tom's: its two symbols, the box's card that it is, or that nothing happens."""

    card = SelectField(choices=["", *(f"own_{int(number):02}" for number in CARD_NUMBERS)], default="")
    first = SelectField(choices=["", *LOCATIONS], default="")
    second = SelectField(choices=["", *LOCATIONS], default="")
    nothing = BooleanField()


class ColourForm(MoveForm):
    """A colour, how it is called, and the disc that is nearest to it."""

    colour = SelectField(choices=list(TO_NAME))
    name = NameField()
    swatch = SelectField(choices=list(SWATCHES))

    also_true = ("strict",)
    """The colour is to be no other's; older logs did not ask."""


class TileForm(MoveForm):
    """What a Character Tile does, in a table's own words."""

    tile = SelectField(choices=list(UNTOLD))
    text = StringField(
        filters=[tidy],
        validators=[
            InputRequired(_l("Write what the tile does.")),
            Length(max=LONGEST, message=_l("That is too long.")),
        ],
    )


class PickForm(SeatOnceForm):
    """The Character Tile taken."""

    tile = SelectField(choices=list(TILES))


class TrophyForm(DoubtForm):
    """The Trophy taken: one described, one that a photo shows with its points, or any of a row; and what for."""

    trophy = SelectField(
        choices=[*TROPHIES, *UNDESCRIBED, *(f"{id} {points}" for id in TROPHIES for points in TROPHY_POINTS)]
    )
    colour = SelectField(choices=["", *COLOURS], default="")
    bosses = IntegerField(default=0, validators=[Optional(), NumberRange(0, BY_TROPHY)])

    @property
    def choices(self) -> dict[str, Any]:
        """What is taken and given."""
        choices = super().choices
        trophy, _, points = (choices["trophy"] or "").partition(" ")
        shown = {"trophy": trophy, "points": int(points or 0)}
        return choices | shown | {"bosses": self.bosses.data or 0, "alike": choices["strict"], "discards": True}

    def costs(self, state: State) -> Mapping[str, int]:
        """Say what it takes (rulebook, Receive a Trophy); nothing where it is refused anyway."""
        try:
            take_trophy(state, **self.choices)
        except Refusal:
            return {}
        return {BOTTLED_NOW: -BY_TROPHY}

    @property
    def bottle(self) -> str:
        """The colour of the Bottles; "" if nobody says."""
        return self.colour.data or ""


class PassageForm(DoubtForm):
    """A Secret Passage that is placed, beside which square space, and which symbol it shows; "" if nobody says."""

    slot = SelectField(choices=["", *CITY.square], default="")
    symbol = SelectField(choices=["", *LOCATIONS], default="")

    also_true = ("whole",)
    """The Passage is to be told whole, which older logs did not ask for."""


class TakeForm(SeatOnceForm):
    """What a player takes at a space; what is there besides, the player tells in numbers and perhaps in words."""

    action = SelectField(choices=[*ACTIONS, *(f"{one} {colour}" for one in BOTTLING for colour in COLOURS)])
    colours = SelectMultipleField(choices=list(COLOURS))
    text = StringField(filters=[tidy], validators=[Length(max=LONGEST, message=_l("That is too long."))])
    override = BooleanField(name="anyway")

    @property
    def choices(self) -> dict[str, Any]:
        """What is taken; the numbers that are told are kept by what they count."""
        choices = super().choices
        choices.pop("override")
        choices["action"], *into = (self.action.data or " ").split(" ")  # a Djinn and its Bottle are one button
        choices["colours"] = into or self.colours.data
        told = {name: by for name in TELLABLE if (by := choices.pop(name))}
        return choices | {"text": self.text.data or "", "told": told}

    def costs(self, state: State) -> Mapping[str, int]:
        """Say what it changes, below 0 what is paid; nothing where it is refused anyway."""
        try:
            changes = take(state, **self.choices)[0].gains
        except Refusal:
            return {}
        return {**changes, CIRCLED_NOW: -changes.get(FREED, 0)}

    @property
    def bottle(self) -> str:
        """The colour of the first Bottle."""
        return next(iter(self.choices["colours"] or ()), "")


class BossForm(SeatOnceForm):
    """A Boss that a player catches from the supply."""

    bottle = ""
    override = BooleanField(name="anyway")

    @property
    def choices(self) -> dict[str, Any]:
        """Who catches it; it is what its player does at the Magic Source, which older logs did not look at."""
        return {"seat": self.seat.data, "acts": True}

    def costs(self, _: State) -> Mapping[str, int]:
        """Say what it changes (rulebook, Magic Source)."""
        return {"magic": -SUPPLY_BOSS_PRICE}


for _name in TELLABLE:
    setattr(TakeForm, _name, IntegerField(default=0, validators=[Optional(), NumberRange(-MOST_TOLD, MOST_TOLD)]))


class SpaceForm(SeatOnceForm):
    """A round space."""

    slot = SelectField(choices=list(CITY.round))


class DjinnForm(SpaceForm):
    """Djinn at a space."""

    djinn = SelectMultipleField(choices=list(COLOURS))


def keys_field() -> StringField:
    """Make the field for the Keys that are turned into Magic Power and into Coins, such as "1-0"."""
    return StringField(validators=[Optional(), Regexp(r"^\d-\d$", message=_l("Choose a way to pay."))])


def keys_spent(field: str | None) -> dict[str, dict[str, int]]:
    """Read how many Keys are turned into what, by the name of the argument of a catch."""
    counts = map(int, field.split("-")) if field else ()
    return {"keys": {what: by for what, by in zip(("magic", "coins"), counts, strict=False) if by}}


class CatchForm(DjinnForm):
    """Djinn at a space that a player catches, one by one or all by one button; perhaps the turn ends with it."""

    boss = BooleanField()
    at_once = SelectMultipleField(choices=[BOSS, *COLOURS], filters=[lambda data: " ".join(data or ()).split()])
    override = BooleanField(name="anyway")
    ends = BooleanField()
    keys = keys_field()

    @property
    def choices(self) -> dict[str, Any]:
        """What is caught, which brings the Mage there; a button for all at once decides alone."""
        choices = super().choices | {"enters": True} | keys_spent(self.keys.data)
        if at_once := choices.pop("at_once"):
            choices |= {"boss": BOSS in at_once, "djinn": [colour for colour in at_once if colour != BOSS]}
        return choices


class SpeedForm(SpokenForm):
    """Whether this phone's player knows the game."""

    quick = BooleanField()

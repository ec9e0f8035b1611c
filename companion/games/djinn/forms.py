"""One form for each move that takes choices, and the catch calculator's."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, time, timedelta
from itertools import permutations
from typing import Any
from urllib.parse import urlencode

from flask_babel import lazy_gettext as _l
from wtforms import (
    BooleanField,
    DateField,
    FieldList,
    Form,
    FormField,
    IntegerField,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, Regexp

from companion.games.djinn.box import AS_SHOWN, CARD_NUMBERS, LONGEST_PAYMENT, NOTHING, SWATCHES
from companion.games.djinn.catch import Mage, stored
from companion.games.djinn.city import CITY
from companion.games.djinn.facts import (
    BOSS,
    CARDS,
    COLOURS,
    CONTENTS,
    DECK_SIZES,
    LOCATIONS,
    PAYMENTS,
    PLAYER_COUNTS,
    SLOTS,
    TILES,
    TROPHIES,
    UNDESCRIBED,
)
from companion.games.djinn.naming import TO_NAME, UNTOLD
from companion.games.djinn.setup import DRAWS, NUMBERS
from companion.games.djinn.sheet import HELD, MANY, ROWS
from companion.games.djinn.solo import TASK_IDS, check_tasks
from companion.kit.box_file import LONGEST
from companion.scores.forms import PointsField
from companion.table.forms import NO_CHOICE, MoveForm, NameField, OnceForm, PlayersForm, SpokenForm, tidy
from companion.table.log import Refusal

MOST_PLAYERS = max(PLAYER_COUNTS)
MOST_MAGES = 12
NO_BONUS = dict.fromkeys(COLOURS, 0)
CHOSEN = ("space", "djinn", "boss")
"""The fields that say whom a player wants to catch, and where."""
MOST_HELD = 99
"""How much of anything the calculator takes: more than anybody holds."""


class NewForm(PlayersForm):
    """A new table: who plays, and how."""

    count = IntegerField(
        default=2,
        validators=[InputRequired(_l("Choose how many play.")), NumberRange(min(PLAYER_COUNTS), MOST_PLAYERS)],
    )
    first_game = BooleanField()
    longer = BooleanField()
    deck = IntegerField(default=DECK_SIZES[-1], validators=[Optional(), AnyOf(DECK_SIZES)])
    printed = BooleanField()
    challenge = StringField()


class SheetsForm(PlayersForm):
    """The score sheets of a game that was played without the app: who played, and the Scoring Cards that lay there."""

    count = IntegerField(validators=[InputRequired(_l("Choose how many play.")), NumberRange(2, MOST_PLAYERS)])
    cards = SelectMultipleField(choices=list(CARDS))


class RerollForm(OnceForm):
    """An element to draw anew."""

    element = SelectField(choices=[*DRAWS, "all"])


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


class TilesForm(OnceForm):
    """The Character Tiles that the table laid out."""

    tiles = SelectMultipleField(choices=list(TILES))


class DrewForm(MoveForm):
    """A Djinn that the table drew from its bag."""

    colour = SelectField(choices=list(COLOURS))


class StepForm(MoveForm):
    """A step of the setup."""

    step = SelectField(choices=list(NUMBERS))


class SeatOnceForm(OnceForm):
    """The seat for which a move is made."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])


class TurnForm(SeatOnceForm):
    """The end of a seat's turn, perhaps without the card of Tom's that should come."""

    anyway = BooleanField()


class StandForm(SeatOnceForm):
    """The space at which a player acts, perhaps by an effect."""

    slot = SelectField(choices=list(SLOTS))
    anyway = BooleanField()


class RevealForm(OnceForm):
    """A card of Tom's, perhaps though the turn was at no round space."""

    anyway = BooleanField()


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


class TrophyForm(SeatOnceForm):
    """The Trophy taken: one that the owner of the box has described, or any of a row by its points."""

    trophy = SelectField(choices=[*TROPHIES, *UNDESCRIBED])


class SpaceForm(SeatOnceForm):
    """A round space."""

    slot = SelectField(choices=list(CITY.round))


class DjinnForm(SpaceForm):
    """Djinn at a space."""

    djinn = SelectMultipleField(choices=list(COLOURS))


class CatchForm(DjinnForm):
    """Djinn at a space that a player catches, with or without its Boss: chosen one by one, or all by one button."""

    boss = BooleanField()
    at_once = SelectMultipleField(choices=[BOSS, *COLOURS], filters=[lambda data: " ".join(data or ()).split()])

    @property
    def choices(self) -> dict[str, Any]:
        """What is caught; a button for all at once decides alone."""
        choices = super().choices
        if at_once := choices.pop("at_once"):
            choices |= {"boss": BOSS in at_once, "djinn": [colour for colour in at_once if colour != BOSS]}
        return choices


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
        if self.won.data and self.points.data is None:
            raise Refusal("Enter the points of the game you won.").about("points")
        return self.points.data if self.won.data else None

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
        """Noon of the day, or now if that is still to come; raise Refusal for a day that cannot be."""
        noon = datetime.combine(self.day.data, time(12))
        if not datetime(1990, 1, 1) <= noon <= datetime.now() + timedelta(days=1):
            raise Refusal("Enter the day on which the game was played, not one in the future.").about("day")
        return min(noon.timestamp(), datetime.now().timestamp())


class PathForm(SpokenForm):
    """The two ends of a path."""

    first = SelectField(choices=list(SLOTS))
    second = SelectField(choices=list(SLOTS))


class MoveSlotForm(SpokenForm):
    """A slot of the city, and where to move it."""

    slot = SelectField(choices=list(SLOTS))
    step = SelectField(choices=["left", "right", "up", "down"])


class CardForm(SpokenForm):
    """What a card of Tom's shows: two locations in one tap, and two payments, each tapped or in the owner's words."""

    pair = SelectField(choices=[f"{first} {second}" for first, second in permutations(LOCATIONS, 2)])
    payment = SelectField(choices=["", NOTHING, *PAYMENTS], default="")
    bottom = SelectField(choices=["", NOTHING, *PAYMENTS], default="")
    bottom_now = SelectField(choices=["", NOTHING, *PAYMENTS], default="")
    payment_text = StringField(filters=[tidy], validators=[Length(max=LONGEST_PAYMENT)])
    bottom_text = StringField(filters=[tidy], validators=[Length(max=LONGEST_PAYMENT)])
    table = StringField(validators=[Length(max=12)])

    @property
    def shown(self) -> dict[str, str]:
        """What the card shows; what is neither tapped nor written is not noted."""
        first, second = self.pair.data.split()
        payment = self.payment.data or self.payment_text.data or AS_SHOWN
        bottom = self.bottom.data or self.bottom_text.data or self.bottom_now.data or AS_SHOWN
        return {"first": first, "second": second, "payment": payment, "bottom": bottom}


ROW_IDS = [row.id for row in ROWS]


class RowForm(MoveForm):
    """A row of a sheet: counted `by` one or more, or set to a `value`."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])
    box = SelectField(choices=ROW_IDS, validate_choice=False, validators=[AnyOf(ROW_IDS)])  # twice as fast
    by = IntegerField(validators=[Optional(), NumberRange(-99, 99)])
    value = IntegerField(
        validators=[
            Optional(),
            NumberRange(-9999, 9999, _l("So large a number fits no row of the sheet. Count again.")),
        ]
    )
    held = IntegerField(validators=[Optional(), NumberRange(0, MANY)])


class SheetForm(MoveForm):
    """Whose sheet is meant."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])


class DoneForm(SheetForm):
    """Whose sheet is done, what it shows of its player's hand, and whether it stands although it can hardly be."""

    stands = BooleanField()

    @property
    def choices(self) -> dict[str, Any]:
        """What the move takes: the rows of the hand together."""
        choices = super().choices
        held = {row: choices.pop(row) for row in HELD}
        return choices | {"held": {row: value for row, value in held.items() if value is not None}}


class PrivateForm(MoveForm):
    """The private Scoring Card, or none."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])
    card = SelectField(choices=["", *CARDS])


class MageForm(Form):
    """A Mage Card in hand: crystal power (0 for none), price in Coins, bonus for each colour; whether it is used."""

    power = IntegerField(default=0, validators=[Optional(), NumberRange(0, 9)])
    price = IntegerField(default=0, validators=[Optional(), NumberRange(0, 20)])
    used = BooleanField()

    @property
    def mage(self) -> Mage:
        """The Mage as the calculator takes it: one that is used, or an empty row, is never worth using."""
        if self.used.data:
            return Mage(0, {}, 0)
        return Mage(self.power.data or 0, {colour: self[colour].data or 0 for colour in COLOURS}, self.price.data or 0)


class CanForm(SpokenForm):
    """The Djinn that a player wants to catch, and what the player holds."""

    seat = IntegerField(validators=[Optional(), NumberRange(0, MOST_PLAYERS - 1)])
    space = SelectField(choices=list(CITY.round), default=CITY.round[0])
    djinn = SelectMultipleField(choices=list(COLOURS))
    boss = BooleanField()
    magic = IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_HELD)])
    coins = IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_HELD)])
    circles = IntegerField(default=0, validators=[Optional(), NumberRange(0, CONTENTS.circles)])
    corks = IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_HELD)])
    crystal_only = BooleanField()
    mages = FieldList(FormField(MageForm), max_entries=MOST_MAGES)

    def lay_out(self, *, more: bool) -> None:
        """Lay out rows for two Mages at least, and one more on request."""
        while len(self.mages) < min(MOST_MAGES, max(2, len(self.mages) + more)):
            self.mages.append_entry()
            more = False

    @property
    def wanted(self) -> list[str]:
        """The Djinn to be caught."""
        return [*(self.djinn.data or ()), *([BOSS] if self.boss.data else [])]

    @property
    def hand(self) -> list[Mage]:
        """The Mages row by row."""
        mages = [row.form.mage for row in self.mages]
        return [replace(mage, bonus={}) for mage in mages] if self.crystal_only.data else mages

    @property
    def bottles(self) -> dict[str, int]:
        """The empty Bottles by colour."""
        return {colour: self[f"bottle_{colour}"].data or 0 for colour in COLOURS}

    @property
    def held(self) -> dict[str, Any]:
        """All that the player holds, as the calculator takes it."""
        counted = {name: self[name].data or 0 for name in ("magic", "coins", "circles", "corks")}
        return {"mages": self.hand, "bottles": self.bottles, **counted}

    @property
    def on_sheet(self) -> dict[str, int]:
        """The hand as the rows of a score sheet; a row of nothing is no Mage."""
        mages = [row.form for row in self.mages if row.form.used.data or row.form.mage != Mage(0, NO_BONUS, 0)]
        active = [mage for mage in mages if not mage.used.data]
        goods = {"bottles": sum(self.bottles.values()), "corks": self.corks.data or 0, "coins": self.coins.data or 0}
        return goods | {"mages": len(mages), "mages_active": len(active)}


class HoldForm(CanForm):
    """What a seat holds, to be noted."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])

    @property
    def noted(self) -> str:
        """The hand as a note: its fields as they stand in an address."""
        left_out = {*NO_CHOICE, *CHOSEN, "seat", "way", "mages"}
        values = {name: value for name, value in self.data.items() if name not in left_out}
        for row in self.mages:
            values |= {row[name].name: row[name].data for name in ("power", "price", "used", *COLOURS)}
        kept = ((name, value) for name, value in values.items() if value is not None and value is not False)
        return urlencode([(name, "y" if value is True else value) for name, value in kept])


class PayForm(HoldForm, OnceForm):
    """A catch, and what it takes: Coins, own Magic Power and the Mages used, by their rows.

    Whoever comes free and needs no place stands after that.
    """

    way = StringField(
        validators=[Regexp(r"^\d{1,3}-\d{1,3}-(\d{1,2}(\.\d{1,2})*)?(-[a-z]+)?$", message=_l("Choose a way to pay."))]
    )

    @property
    def choices(self) -> dict[str, Any]:
        """What is caught, where and by whom."""
        return {"seat": self.seat.data, "slot": self.space.data, "djinn": self.djinn.data, "boss": self.boss.data}

    def take_off(self) -> None:
        """Take off the hand what the catch takes: the payment, and a place for each Djinn."""
        coins, magic, mages, *free = self.way.data.split("-")
        self.coins.data = max(0, (self.coins.data or 0) - int(coins))
        self.magic.data = max(0, (self.magic.data or 0) - int(magic))
        for row in (int(number) for number in mages.split(".") if number):
            if row < len(self.mages):
                self.mages[row].used.data = True
        kept = list((Counter(self.wanted) - Counter(free)).elements())
        rest = stored(kept, circles=self.circles.data or 0, bottles=self.bottles, corks=self.corks.data or 0)
        self.circles.data, bottles, self.corks.data = rest
        for colour, count in bottles.items():
            self[f"bottle_{colour}"].data = count


for _row in HELD:
    setattr(DoneForm, _row, IntegerField(validators=[Optional(), NumberRange(0, MANY)]))
for _colour in COLOURS:
    setattr(MageForm, _colour, IntegerField(default=0, validators=[Optional(), NumberRange(0, 9)]))
    setattr(CanForm, f"bottle_{_colour}", IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_HELD)]))

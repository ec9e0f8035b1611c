"""What the box's pages show, and their forms, read into its fields; what is left empty stays as we know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from wtforms import BooleanField, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from companion.games.djinn.box import corrections, disputes, words
from companion.games.djinn.box.corrections import ColourNote, TrophyNote
from companion.games.djinn.facts import COLOURS, LOCATIONS, NAMES, PAYMENTS, SLOTS, TILES, TROPHIES, city
from companion.games.djinn.facts.events import TomCard
from companion.games.djinn.facts.gains import in_words
from companion.games.djinn.pages import city_drawing
from companion.games.djinn.state.model import CAPACITIES, LONGEST_NAME
from companion.kit.box.file import LONGEST
from companion.kit.box.pages import PartForm
from companion.kit.forms import WholeField, each
from companion.language.player_names import tidy
from companion.table.log import Refusal
from companion.web import gettext, translate
from companion.web.forms import SpokenForm

KNOWN_PAYMENTS = {id: one for id, one in PAYMENTS.items() if id != corrections.AS_SHOWN}
UNTOLD = {id: tile for id, tile in TILES.items() if tile.known != "whole"}
"""The Character Tiles whose text the rulebook does not tell."""


def field_of(entry: str) -> str:
    """Name the form's field for an entry of a box."""
    kind, id, name = (*entry.split("."), "", "")[:3]
    fields = {"tiles": id, "sides": f"side-{id}", "scrolls": f"scrolls-{id}", "tents": f"tent-{id}"}
    return fields.get(kind) or f"{name or 'name'}-{id or next(iter(COLOURS))}"


def of_box(known: corrections.Box, slot: str | None = None, albums: Sequence[tuple[Any, ...]] = ()) -> dict[str, Any]:
    """Show what is known of the box, how surely, and what in it can hardly be; its photos, counted by `albums`."""
    return {
        "slot": slot if slot in SLOTS else None,
        "albums": albums,
        "box": known,
        "city": known.city,
        "spots": city_drawing.spots(known.city, city_drawing.EDITED_STEP),
        "outline": city_drawing.paths(known.city, city_drawing.EDITED_STEP),
        "doubts": city.doubts(known.city),
        "layouts": city.first_game_layouts(known.city),
        "printed": known.city == city.CITY,
        "odd": corrections.doubts(known),
        "disputes": disputes.disputes(known),
        "names": city.place_names(known.city),
        "says": words.says(known),
        "payments": PAYMENTS,
        "label": NAMES,
        "cards": corrections.CARD_NUMBERS,
        "next_card": corrections.next_card(known),
    }


def asked(known: corrections.Box) -> dict[str, Any]:
    """Prepare the pages for colours, tiles, trophies and numbers."""
    return {
        "colours": COLOURS,
        "tiles": UNTOLD,
        "rows": [(row, row) for row in corrections.ROWS],
        "points": [("", gettext("unknown")), *((points, points) for points in corrections.TROPHY_POINTS)],
        "counted": {id: in_words(gains) for id, gains in known.bonuses.items()},
    }


def asked_card(known: corrections.Box, number: int) -> dict[str, Any]:
    """Prepare the page for one of Tom's cards."""
    return {
        "number": number,
        "entered": len(known.tom),
        "locations": LOCATIONS,
        "payments": KNOWN_PAYMENTS,
        "nothing": corrections.NOTHING,
    }


def held_card(card: TomCard | None) -> dict[str, Any]:
    """Find what the form for a card of Tom's holds: what is known of it."""
    if card is None:
        return {}
    payment, bottom = (one or corrections.NOTHING for one in (card.payment, card.bottom))
    known = {"payment": payment, "payment_now": payment, "bottom_now": bottom}
    return {
        "pair": f"{card.first} {card.second}",
        **{name: id for name, id in known.items() if id in (corrections.NOTHING, *KNOWN_PAYMENTS)},
        "payment_text": _own_words(card.payment),
        "bottom_text": _own_words(card.bottom),
    }


def _own_words(payment: str | None) -> str:
    return "" if payment is None or payment in PAYMENTS else payment


def text_field(longest: int) -> StringField:
    """Make a field for a text, which the box checks."""
    return StringField(filters=[tidy], render_kw={"maxlength": longest})


class ColoursForm(PartForm):
    """What the owner calls the colours, and the discs that are nearest to them."""

    name = each(COLOURS, lambda _: text_field(LONGEST_NAME))
    swatch = each(COLOURS, lambda id: SelectField(choices=list(corrections.SWATCHES), default=COLOURS[id].css))

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Find the owner's names and discs."""
        notes = known.colours.items()
        return {"name": {id: note.name for id, note in notes}, "swatch": {id: note.swatch for id, note in notes}}

    @property
    def entered(self) -> dict[str, Any]:
        """The colours that differ from ours."""
        self._require_apart()
        notes = {id: ColourNote(self.name[id].data, self.swatch[id].data) for id in COLOURS}
        return {"colours": {id: note for id, note in notes.items() if note != ColourNote("", COLOURS[id].css)}}

    def _require_apart(self) -> None:
        """Refuse a name that the page shows for two colours: a file is compared only with our English names."""
        shown = {id: (self.name[id].data or translate(NAMES[id])).casefold() for id in COLOURS}
        for id, name in shown.items():
            if self.name[id].data and [*shown.values()].count(name) > 1:
                raise Refusal("Two colours have the same name; give each its own. Nothing was saved.").about(
                    f"name-{id}"
                )


class TilesForm(PartForm):
    """What the Character Tiles do whose text we do not have, each by its id, and their sides."""

    side = each(UNTOLD, lambda id: SelectField(choices=list(corrections.SIDES), default=TILES[id].side))

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Find the owner's texts and sides."""
        return {**known.tiles, "side": known.sides}

    @property
    def entered(self) -> dict[str, Any]:
        """The texts, and the sides that differ from ours."""
        return {
            "tiles": {id: self[id].data for id in UNTOLD if self[id].data},
            "sides": {id: self.side[id].data for id in UNTOLD if self.side[id].data != TILES[id].side},
        }


for _id in UNTOLD:
    setattr(TilesForm, _id, text_field(LONGEST))


class TrophiesForm(PartForm):
    """The row, the points and the bonus of each Trophy, and whether it counts what somebody told of it."""

    row = each(TROPHIES, lambda id: SelectField(choices=list(corrections.ROWS), default=TROPHIES[id].row))
    points = each(TROPHIES, lambda _: SelectField(choices=["", *map(str, corrections.TROPHY_POINTS)], default=""))
    bonus = each(TROPHIES, lambda _: text_field(LONGEST))
    counts = each(TROPHIES, lambda _: BooleanField())

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Find what the owner's Trophies show."""
        notes = known.trophies.items()
        shown = {name: {id: getattr(note, name) for id, note in notes} for name in ("row", "points", "bonus")}
        return shown | {"counts": dict.fromkeys(known.bonuses, True)}

    def kept(self, known: corrections.Box) -> Mapping[str, Any]:
        """Keep what is counted by itself when a Trophy is taken, but for what somebody has told wrongly."""
        return {"bonuses": {id: gains for id, gains in known.bonuses.items() if self.counts[id].data}}

    @property
    def entered(self) -> dict[str, Any]:
        """The Trophies of which anything is known."""
        notes = {}
        for id in TROPHIES:
            row, points, bonus = self.row[id].data, self.points[id].data, self.bonus[id].data
            if bonus and not points:
                raise Refusal("To save a bonus, also choose its Trophy's points.").about(f"points-{id}")
            if row != TROPHIES[id].row and not points:
                raise Refusal("To save a row, also choose its Trophy's points.").about(f"points-{id}")
            if points:
                notes[id] = TrophyNote(row, int(points), bonus)
        return {"trophies": notes}


class NumbersForm(PartForm):
    """The prices at the Source by the Capacity Marker, and what the tents of the Market offer."""

    scrolls = each(CAPACITIES, lambda _: WholeField(validators=[Optional(), NumberRange(0, corrections.MOST_SCROLLS)]))
    tent = each(corrections.TENTS, lambda _: text_field(LONGEST))

    @staticmethod
    def held(known: corrections.Box) -> dict[str, Any]:
        """Find the owner's prices and tents."""
        return {"scrolls": known.scrolls, "tent": known.tents}

    @property
    def entered(self) -> dict[str, Any]:
        """The prices and tents that are known."""
        prices, tents = self.scrolls.data, self.tent.data
        return {
            "scrolls": {capacity: price for capacity, price in prices.items() if price is not None},
            "tents": {tent: text for tent, text in tents.items() if text},
        }


FORMS: dict[str, type[PartForm]] = {
    "colours": ColoursForm,
    "tiles": TilesForm,
    "trophies": TrophiesForm,
    "numbers": NumbersForm,
}


class PathForm(SpokenForm):
    """The two ends of a path."""

    first = SelectField(choices=list(SLOTS))
    second = SelectField(choices=list(SLOTS))


class MoveSlotForm(SpokenForm):
    """A slot of the city, and where to move it."""

    slot = SelectField(choices=list(SLOTS))
    step = SelectField(choices=["left", "right", "up", "down"])


class SettleForm(SpokenForm):
    """Two tellings of one thing, and which of them is right."""

    id = StringField(validators=[Length(max=60)])
    keep = SelectField(choices=list(disputes.KEEP))

    @property
    def choice(self) -> dict[str, str]:
        """Which two they are, and what to keep."""
        return {"id": self.id.data or "", "keep": self.keep.data}


class CardForm(SpokenForm):
    """What a card of Tom's shows: two locations in one tap, and two payments, each tapped or in the owner's words."""

    pair = SelectField(
        choices=[f"{first} {second}" for first, second in permutations(LOCATIONS, 2)], validators=[InputRequired()]
    )
    payment = SelectField(choices=["", corrections.NOTHING, *PAYMENTS], default="")
    payment_now = SelectField(choices=["", corrections.NOTHING, *PAYMENTS], default="")
    bottom = SelectField(choices=["", corrections.NOTHING, *PAYMENTS], default="")
    bottom_now = SelectField(choices=["", corrections.NOTHING, *PAYMENTS], default="")
    payment_text = StringField(filters=[tidy], validators=[Length(max=corrections.LONGEST_PAYMENT)])
    bottom_text = StringField(filters=[tidy], validators=[Length(max=corrections.LONGEST_PAYMENT)])
    table = StringField(validators=[Length(max=12)])

    @property
    def shown(self) -> dict[str, str]:
        """What the card shows, tapped before written before what was known; what is none of these is not noted."""
        first, second = self.pair.data.split()
        known = self.payment.data
        tapped = known if known != self.payment_now.data else ""
        payment = tapped or self.payment_text.data or known or corrections.AS_SHOWN
        bottom = self.bottom.data or self.bottom_text.data or self.bottom_now.data or corrections.AS_SHOWN
        return {"first": first, "second": second, "payment": payment, "bottom": bottom}

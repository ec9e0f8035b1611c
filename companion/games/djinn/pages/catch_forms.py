"""Forms of the catch calculator: whom a player wants to catch, what the player holds, the catch that is paid for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, FieldList, FormField, IntegerField, SelectField, SelectMultipleField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional, Regexp
from wtforms.widgets import HiddenInput

from companion.files.safe_readers import in_turn
from companion.games.djinn.box.corrections import Box
from companion.games.djinn.box.disputes import disputes
from companion.games.djinn.box.mages import MOST_BONUS, MOST_POWER, MOST_PRICE, MageNote, by_crystal
from companion.games.djinn.facts import BOSS, COLOURS, CONTENTS
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.gains import in_words
from companion.games.djinn.pages.forms import MOST_PLAYERS, keys_field, keys_spent
from companion.games.djinn.play import calculator, gains, movement, options
from companion.games.djinn.play.calculator import Mage, Way, stored
from companion.games.djinn.setup import draft
from companion.games.djinn.state.model import State
from companion.language.texts import Text, listed
from companion.table.forms import NO_CHOICE, OnceForm
from companion.web.forms import RowForm, SpokenForm

MOST_MAGES = 12
NO_BONUS = dict.fromkeys(COLOURS, 0)
CHOSEN = ("space", "djinn", "boss")
"""The fields that say whom a player wants to catch, and where."""
MOST_HELD = 99
"""How much of anything the calculator takes: more than anybody holds."""


class MageForm(RowForm):
    """A Mage Card in hand: crystal power (0 for none), price in Coins, bonus by colour, a Key; whether it is used."""

    power = IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_POWER)])
    price = IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_PRICE)])
    key = BooleanField()
    used = BooleanField()

    @property
    def note(self) -> MageNote:
        """What the row says that its card shows."""
        bonus = {colour: self[colour].data for colour in COLOURS if self[colour].data}
        return MageNote(self.power.data or 0, self.price.data or 0, bonus, self.key.data)

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
    at = IntegerField(widget=HiddenInput(), validators=[Optional(), NumberRange(0, 2**31)])
    mages = FieldList(FormField(MageForm), max_entries=MOST_MAGES)

    def take_up(self, note: MageNote | None) -> None:
        """Fill the first empty row with a Mage that is known, or one more row; do nothing without one."""
        if note is None:
            return
        shown = {"power": note.power, "price": note.price, "key": note.key, **note.bonus}
        empty = next((row for row in self.mages if row.form.note == MageNote(0, 0) and not row.form.used.data), None)
        if empty is not None:
            for name, value in shown.items():
                empty.form[name].data = value
        elif len(self.mages) < MOST_MAGES:
            self.mages.append_entry(shown)

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
    def chosen(self) -> dict[str, Any]:
        """Whom the player wants to catch, as an address names them."""
        return ({"djinn": (*self.djinn.data,)} if self.djinn.data else {}) | ({"boss": "y"} if self.boss.data else {})

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
        keys = [mage for mage in mages if mage.key.data]
        return goods | {"mages": len(mages), "mages_active": len(active), "mages_with_key": len(keys)}


class HoldForm(CanForm):
    """What a seat holds, to be noted."""

    seat = IntegerField(validators=[InputRequired(), NumberRange(0, MOST_PLAYERS - 1)])

    def take_off(self, way: str) -> None:
        """Take off the hand what the catch takes by the code of a way: the payment, and a place for each Djinn."""
        coins, magic, mages, *free = way.split("-")
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

    def turn(self, keys: Mapping[str, int], *, at: int) -> None:
        """Turn Keys into what they bring: all that was told until the entry `at` is counted with that."""
        if keys:
            self.magic.data = (self.magic.data or 0) + keys.get("magic", 0)
            self.coins.data = (self.coins.data or 0) + keys.get("coins", 0)
            self.at.data = at

    def pay(self, state: State, slot: str, djinn: Sequence[str], *, boss: bool) -> calculator.Answer:
        """Take off the hand what a catch takes by the cheapest way; all own Magic Power if none is enough."""
        self.djinn.data, self.boss.data = list(djinn), boss
        space = state.spaces[slot]
        there = [*space.djinn, *[BOSS] * space.boss]
        answer = calculator.can(self.wanted, there=there, house=state.rules_on, **self.held)
        self.take_off(_code(answer.ways[0], state.rules_on) if answer.ways else f"0-{self.magic.data or 0}-")
        return answer

    @property
    def noted(self) -> str:
        """The hand as a note: its fields as they stand in an address."""
        left_out = {*NO_CHOICE, *CHOSEN, "seat", "way", "keys", "mages", "override"}
        values = {name: value for name, value in self.data.items() if name not in left_out}
        for row in self.mages:
            values |= {row[name].name: row[name].data for name in ("power", "price", "key", "used", *COLOURS)}
        kept = ((name, value) for name, value in values.items() if value is not None and value is not False)
        return urlencode([(name, "y" if value is True else value) for name, value in kept])


def given(held: CanForm, holds: CanForm) -> list[Text]:
    """Say what lies between two hands: what was paid, who went into Spell Circles, which Mages were used."""
    counted = {name: (holds[name].data or 0) - (held[name].data or 0) for name in ("magic", "coins", "corks")}
    bottles = {f"bottle_{colour}": holds.bottles[colour] - held.bottles[colour] for colour in COLOURS}
    paid = {name: by for name, by in (counted | bottles).items() if by}
    circles = (held.circles.data or 0) - (holds.circles.data or 0)
    both = zip(held.mages, holds.mages, strict=False)
    used = [n for n, (before, now) in enumerate(both, 1) if now.used.data and not before.used.data]
    said = [Text("On your board: %(gains)s.", gains=in_words(paid))] if paid else []
    said += [Text("Into free Spell Circles: %(count)s Djinn.", count=circles)] if circles else []
    numbers = listed([Text("%(number)s", number=number) for number in used])
    return said + ([Text("Turn over Mage %(numbers)s.", numbers=numbers)] if used else [])


class OfferedWay(NamedTuple):
    """A way to pay in words, and its `code` as `PayForm` takes it; without one it is only shown."""

    words: Text
    code: str


def offered(ways: Iterable[Way], house: Collection[str] | None) -> list[OfferedWay]:
    """Offer ways to pay under the rules of a house; with None they are only shown."""
    return [OfferedWay(way.words, "" if house is None else _code(way, house)) for way in ways]


def _code(way: Way, house: Collection[str]) -> str:
    paid = way.payment
    taken = [f"{paid.coins}", f"{paid.magic}", ".".join(f"{mage}" for mage in paid.mages)]
    return "-".join([*taken, way.free] if way.free and "free_place" in house else taken)


class PayForm(HoldForm, OnceForm):
    """A catch, and what it takes: Coins, own Magic Power and the Mages used, by their rows.

    Whoever comes free and needs no place stands after that.
    """

    override = BooleanField(name="anyway")
    keys = keys_field()
    way = StringField(
        validators=[Regexp(r"^\d{1,3}-\d{1,3}-(\d{1,2}(\.\d{1,2})*)?(-[a-z]+)?$", message=_l("Choose a way to pay."))]
    )

    @property
    def choices(self) -> dict[str, Any]:
        """What is caught, where and by whom."""
        chosen = {"seat": self.seat.data, "slot": self.space.data, "djinn": self.djinn.data, "boss": self.boss.data}
        return chosen | {"enters": True, "override": self.override.data} | keys_spent(self.keys.data)


for _colour in COLOURS:
    setattr(MageForm, _colour, IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_BONUS)]))
    setattr(CanForm, f"bottle_{_colour}", IntegerField(default=0, validators=[Optional(), NumberRange(0, MOST_HELD)]))


def answered(state: State, seat: int | None, asked_for: CanForm, box: Box) -> dict[str, Any]:
    """Answer whether a seat can catch what was asked for, with the ways to pay; offer the Mages of the `box`."""
    slot, wanted = asked_for.space.data, asked_for.wanted
    space = state.spaces[slot]
    there = [*space.djinn, *[BOSS] * space.boss]
    answer = calculator.can(wanted, there=there, house=state.rules_on, **asked_for.held)
    by_keys = None if seat is None or answer.possible else keys_needed(state, seat, slot, wanted, asked_for.held)
    payable = answer.ways
    if by_keys:
        more = by_keys.added(asked_for.held)
        payable = calculator.can(wanted, there=there, house=state.rules_on, **more).ways
    theirs = state.turn is not None and state.turn.seat == seat and not state.at_source
    ways = offered(payable, state.rules_on if theirs else None)
    choosable = ticked(space.djinn, asked_for.djinn.data or ())
    doubt = movement.doubt(state, slot) if theirs and slot not in state.here else None
    return {
        "slot": slot,
        "wanted": wanted,
        "chosen": asked_for.chosen,
        "answer": answer,
        "by_keys": by_keys,
        "ways": ways,
        "choosable": choosable,
        "known": by_crystal(box.mages),
        "disputed": any(one.id.startswith("mages") for one in disputes(box)),
        "doubt": doubt,
    }


class ByKeys(NamedTuple):
    """How many Keys become Magic Power and how many Coins, so that a catch is possible."""

    magic: int
    coins: int

    @property
    def code(self) -> str:
        """What stands for it in a form."""
        return f"{self.magic}-{self.coins}"

    def added(self, held: Mapping[str, Any]) -> dict[str, Any]:
        """Add to what is held what the Keys bring."""
        return {**held, "magic": held["magic"] + self.magic, "coins": held["coins"] + self.coins}

    @property
    def words(self) -> Text:
        """Say it."""
        paid = {what: by for what, by in zip(("magic", "coins"), self, strict=True) if by}
        return Text("Your Keys make it possible: %(gains)s.", gains=in_words({**paid, "keys": -sum(self)}))


def keys_needed(state: State, seat: int, slot: str, wanted: list[str], held: Mapping[str, Any]) -> ByKeys | None:
    """Find which Keys of a seat make a catch possible that is not without them; None if none do."""
    space, keys = state.spaces[slot], gains.total(state, seat, "keys")
    if keys <= 0 or not wanted:
        return None
    there, most = [*space.djinn, *[BOSS] * space.boss], gains.most_magic(state, seat)
    ways = calculator.with_keys(wanted, keys=keys, most=most, held=held, there=there, house=state.rules_on)
    return ByKeys(*ways) if ways else None


def act_first(state: State, seat: int, slot: str, wanted: list[str], held: Mapping[str, Any]) -> Text | None:
    """Say what to take at a space so that a catch there is possible: either may come first (A Player's Turn)."""
    space = state.spaces[slot]
    there = [*space.djinn, *[BOSS] * space.boss]
    scrolls = draft.start_sheet(state, seat).scrolls + gains.total(state, seat, "scrolls")
    offered = options.offered(state, slot)
    for one in in_turn(sorted(offered, key=lambda one: (one.id in gains.FORFEITS, not one.id.endswith("_special")))):
        now = {name: held[name] + one.gains.get(name, 0) for name in ("magic", "coins", "corks", "circles")}
        most = gains.left_of(gains.total(state, seat, "capacity") + one.gains.get("capacity", 0))
        more = {**held, **now, "magic": min(now["magic"], max(most, held["magic"]))}
        payable = min(now["coins"], scrolls + one.gains.get("scrolls", 0)) >= 0
        if payable and calculator.can(wanted, there=there, house=state.rules_on, **more).possible:
            return Text("It works if you first take: %(gains)s.", gains=in_words(one.gains))
    return None


def ticked(there: Iterable[str], chosen: Iterable[str]) -> list[tuple[str, bool]]:
    """Say of each Djinn that stands at a space whether it is chosen: of two alike the first, if one is."""
    left = Counter(chosen)
    found = []
    for one in there:
        found.append((one, left[one] > 0))
        left[one] -= 1
    return found

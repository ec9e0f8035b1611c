"""Mage Cards that somebody has typed into the catch calculator: offered ever after to all tables of the house. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.djinn.facts import COLOURS, CONTENTS, NAMES
from companion.kit.box.file import fields_of, whole
from companion.language.texts import Text, listed

MAGES = CONTENTS.mages_with_key + CONTENTS.mages_without_key
NUMBERS = tuple(str(number) for number in range(1, MAGES + 1))
MOST_POWER, MOST_PRICE, MOST_BONUS = 9, 20, 9
"""How much a Mage Card can show: more than any does."""


@dataclass(frozen=True)
class MageNote:
    """What a Mage Card shows: crystal power, price in Coins, bonus by colour of Djinn; whether it shows a Key."""

    power: int
    price: int
    bonus: Mapping[str, int] = field(default_factory=dict)
    key: bool = False

    @property
    def words(self) -> Text:
        """Say what the card shows in one line."""
        bonus = [Text("+%(number)s %(colour)s", number=n, colour=NAMES[one]) for one, n in self.bonus.items()]
        shown = [
            Text("Crystal %(power)s", power=self.power),
            *bonus,
            Text("Coins: %(price)s", price=self.price),
            *([Text("Key")] if self.key else []),
        ]
        return listed(shown)


def learn(known: Mapping[str, MageNote], typed: Iterable[MageNote]) -> dict[str, MageNote]:
    """Keep the Mages that were typed and that nobody has typed before, under the next free numbers."""
    mages = dict(known)
    for note in typed:
        free = next((number for number in NUMBERS if number not in mages), None)
        if free and note not in mages.values() and (note.power or note.bonus):
            mages[free] = note
    return mages


def by_crystal(known: Mapping[str, MageNote]) -> dict[str, MageNote]:
    """Sort Mages so that one finds the card in one's hand: by crystal, then by the colours of its bonuses and price."""
    return dict(sorted(known.items(), key=lambda one: (one[1].power, [*one[1].bonus], one[1].price, one[1].key)))


def written(note: MageNote) -> dict[str, Any]:
    """Write a Mage as an entry of a box's file."""
    return {"power": note.power, "price": note.price, "key": int(note.key), **note.bonus}


def read(entry: str, _: str, value: Any) -> MageNote:
    """Read a Mage of a box's file; a colour that is not named has no bonus."""
    names = ("power", "price", "key")
    given = {**dict.fromkeys(COLOURS, 0), **value} if isinstance(value, dict) else value
    fields = fields_of(entry, given, (*names, *COLOURS))
    most = {"power": MOST_POWER, "price": MOST_PRICE, "key": 1}
    found = {name: whole(f"{entry}.{name}", one, 0, most.get(name, MOST_BONUS)) for name, one in fields.items()}
    bonus = {one: found[one] for one in COLOURS if found[one]}
    return MageNote(found["power"], found["price"], bonus, bool(found["key"]))

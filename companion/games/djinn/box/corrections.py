"""The owner's corrections of facts.toml, made once for all tables: read and checked. Pure.

Everything is optional: what is not entered stays as facts.toml has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.games.djinn.box import finds, mages
from companion.games.djinn.box.finds import FindNote
from companion.games.djinn.box.mages import MageNote
from companion.games.djinn.facts import (
    COLOURS,
    CONTENTS,
    HOUSE_CARDS,
    LOCATIONS,
    SLOTS,
    TILES,
    TROPHIES,
    Colour,
    Side,
    Tile,
)
from companion.games.djinn.facts.city import CITY, MOST_STEPS, SOURCE, City, corrected
from companion.games.djinn.facts.events import BoxNoted, TomCard
from companion.games.djinn.setup.challenges import Challenge, mark
from companion.games.djinn.setup.draws import HOUSE_DECK
from companion.games.djinn.state.model import CAPACITIES, LONGEST_NAME, NOTHING_NOTED
from companion.kit.box.file import LONGEST, Read, fields_of, one_of, read_box, short, table_of, write_box, wrong
from companion.language.texts import Text
from companion.table.log import Refusal

SWATCHES = ("brown", "blue", "third", "fourth", "yellow", "purple", "orange", "teal", "grey", "black")
"""The colours of discs, by their names in the style sheet."""
CARD_NUMBERS = tuple(str(number) for number in range(1, CONTENTS.location_cards + 1))
TENTS = tuple(str(number) for number in range(1, 9))
ROWS = ("I", "II", "III")
NOTHING, AS_SHOWN = "nothing", "as_shown"
"""What stands for a payment that a card does not show, and for one that nobody has noted."""
LONGEST_PAYMENT = 60
"""How many characters a payment in the owner's words may have."""
MOST_SCROLLS = 20
TROPHY_POINTS = (30, 36)
SIDES = ("green", "red")


@dataclass(frozen=True)
class TrophyNote:
    """What a trophy shows."""

    row: str
    points: int
    bonus: str = ""


@dataclass(frozen=True)
class ColourNote:
    """How the owner calls a colour, "" for as we do, and which swatch is nearest to it."""

    name: str
    swatch: str


@dataclass(frozen=True)
class Box:
    """The owner's corrections, each by the id of what it corrects; Tom's cards, tents, Mages and finds by number.

    `retold` is what tiles do by a second telling, `distinct` are the pairs of alike entries that are two things.

    What a photo shows is no part of a file: `pictured` are the tiles and Trophies of which the house has one.
    """

    paths: frozenset[frozenset[str]] = CITY.paths
    place: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    colours: Mapping[str, ColourNote] = field(default_factory=dict)
    tom: Mapping[str, TomCard] = field(default_factory=dict)
    trophies: Mapping[str, TrophyNote] = field(default_factory=dict)
    bonuses: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tiles: Mapping[str, str] = field(default_factory=dict)
    scrolls: Mapping[str, int] = field(default_factory=dict)
    tents: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    mages: Mapping[str, MageNote] = field(default_factory=dict)
    finds: Mapping[str, FindNote] = field(default_factory=dict)
    retold: Mapping[str, str] = field(default_factory=dict)
    distinct: Sequence[str] = ()
    pictured: Sequence[str] = ()
    paths_confirmed: bool = False

    @property
    def city(self) -> City:
        """The city as the owner knows it."""
        return corrected(self.paths, self.place)

    @property
    def own_city(self) -> bool:
        """Whether the owner has changed the city."""
        return self.city != CITY

    @property
    def knows_paths(self) -> bool:
        """Whether the paths are those of the owner's board: corrected, or confirmed as they are."""
        return self.paths_confirmed or self.paths != CITY.paths

    @property
    def numbers(self) -> int:
        """How many prices in Scrolls and tents of the Market the owner has entered."""
        return len(self.scrolls) + len(self.tents)

    @property
    def deck(self) -> tuple[TomCard, ...]:
        """Tom's Location Cards, numbered by what they show, once all are entered; before that none."""
        if len(self.tom) < len(CARD_NUMBERS):
            return ()
        cards = sorted(self.tom.values(), key=lambda card: repr((card.first, card.second, card.payment, card.bottom)))
        return tuple(replace(card, id=f"own_{number:02}") for number, card in enumerate(cards, start=1))

    @property
    def noted(self) -> BoxNoted | None:
        """The owner's names and texts, as a table keeps them; None if there are none."""
        names = {id: note.name for id, note in self.colours.items() if note.name}
        swatches = {id: note.swatch for id, note in self.colours.items()}
        trophies = {id: (note.row, note.points, note.bonus) for id, note in self.trophies.items()}
        others = dict(self.scrolls), dict(self.tents), dict(self.sides), tuple(self.pictured)
        bonuses = {id: dict(gains) for id, gains in self.bonuses.items() if id in self.trophies}
        noted = BoxNoted(names, swatches, dict(self.tiles), trophies, *others, self.knows_paths, bonuses)
        return None if noted == NOTHING_NOTED else noted


def colours(noted: BoxNoted) -> dict[str, Colour]:
    """List the colours with the owner's names and swatches."""
    return {
        id: replace(colour, label=noted.names.get(id, colour.label), css=noted.swatches.get(id, colour.css))
        if id in noted.names or id in noted.swatches
        else colour
        for id, colour in COLOURS.items()
    }


def tiles(noted: BoxNoted) -> dict[str, Tile]:
    """List the Character Tiles with the owner's texts and sides."""
    return {
        id: replace(tile, text=noted.tiles.get(id, tile.text), side=cast(Side, noted.sides.get(id, tile.side)))
        for id, tile in TILES.items()
    }


def names(noted: BoxNoted) -> dict[str, str]:
    """Map our names of the colours to the owner's."""
    return {COLOURS[id].label: name for id, name in noted.names.items()}


def doubts(box: Box) -> list[Text]:
    """List what in a box can hardly be so."""
    rows = Counter(box.trophies[id].row if id in box.trophies else trophy.row for id, trophy in TROPHIES.items())
    if len(rows) == len(ROWS):
        return []
    empty = ", ".join(row for row in ROWS if row not in rows)
    return [Text("There's no Trophy in row %(rows)s, but every row has its own pile. Check again.", rows=empty)]


def toggle_path(box: Box, first: str, second: str) -> Box:
    """Add the path between two slots, or take it away."""
    if first not in SLOTS or second not in SLOTS:
        raise KeyError(first, second)
    if first == second:
        raise Refusal("A path joins two spaces; tap another space.")
    return replace(box, paths=box.paths ^ {frozenset((first, second))})


def move_slot(box: Box, slot: str, dx: float, dy: float) -> Box:
    """Move a slot some steps to the right and down; the Source stays, since all places are measured from it."""
    if slot == SOURCE:
        raise Refusal("The Magic Source stays in the middle; move the other spaces.")
    x, y = box.city.place[slot]
    moved = (round(x + dx, 3), round(y + dy, 3))
    if max(map(abs, moved)) > MOST_STEPS:
        raise Refusal("That space is already at the edge.")
    return replace(box, place={**box.place, slot: moved})


def tom_card(number: str, first: str, second: str, payment: str, bottom: str) -> TomCard:
    """Make a card of Tom's from what the owner reads on it; raise Refusal if there can be no such card."""
    if first == second:
        raise Refusal("The two symbols on a card must differ; check the card again.").about("second")
    for line, text in (("payment", payment), ("bottom", bottom)):
        short(f"tom.{number}.{line}", text, LONGEST_PAYMENT)
    shown = {NOTHING: None}
    return TomCard(f"own_{int(number):02}", first, second, shown.get(payment, payment), shown.get(bottom, bottom))


def next_card(box: Box) -> str | None:
    """Find the first of Tom's cards that nobody has entered."""
    return next((number for number in CARD_NUMBERS if number not in box.tom), None)


def learn(box: Box, shown: Sequence[TomCard], *, taken_back: Sequence[TomCard] = ()) -> Box:
    """Note the printed cards that a table has `shown` and the box does not hold; forget those tapped by mistake.

    What was `taken_back` is forgotten unless it was known before the table, or its owner has noted more of it.
    """
    tom = _without(box.tom, taken_back)
    for pair, count in Counter(_pair(card) for card in shown if card.first and card.id not in HOUSE_CARDS).items():
        free = [number for number in CARD_NUMBERS if number not in tom]
        for number in free[: max(0, count - sum(_pair(card) == pair for card in tom.values()))]:
            tom[number] = tom_card(number, *pair, AS_SHOWN, AS_SHOWN)
    return replace(box, tom={number: tom[number] for number in CARD_NUMBERS if number in tom})


def _without(tom: Mapping[str, TomCard], taken_back: Sequence[TomCard]) -> dict[str, TomCard]:
    """Forget as many cards as were taken back, of those of which nothing more is noted; none that were known before."""
    left = dict(tom)
    for pair in {_pair(card): None for card in taken_back if _is_new(card)}:
        blank = [number for number, card in left.items() if _pair(card) == pair and _is_blank(card)]
        for number in blank[: sum(_pair(card) == pair for card in taken_back)]:
            del left[number]
    return left


def _is_blank(card: TomCard) -> bool:
    return card.payment == card.bottom == AS_SHOWN


def to_note(tom: Mapping[str, TomCard], card: TomCard) -> str | None:
    """Find the number of the box's card that shows the same locations and whose payments nobody has noted."""
    return next((number for number, one in tom.items() if _is_blank(one) and _pair(one) == _pair(card)), None)


def _pair(card: TomCard) -> tuple[str, str]:
    return card.first or "", card.second or ""


def _is_new(card: TomCard) -> bool:
    return card.id == "printed" and card.first is not None


def to_toml(box: Box) -> str:
    """Write a box as TOML, to be shared with other owners."""
    paths = sorted(sorted(path) for path in box.paths)
    data: dict[str, Any] = {} if box.paths == CITY.paths else {"paths": paths}
    data |= {
        "place": {slot: list(place) for slot, place in box.place.items()},
        "colours": {id: {"name": note.name, "swatch": note.swatch} for id, note in box.colours.items()},
        "tom": {
            number: {
                "first": card.first,
                "second": card.second,
                "payment": card.payment or NOTHING,
                "bottom": card.bottom or NOTHING,
            }
            for number, card in box.tom.items()
        },
        "trophies": {
            id: {"row": note.row, "points": note.points, "bonus": note.bonus} for id, note in box.trophies.items()
        },
        "bonuses": {id: dict(gains) for id, gains in box.bonuses.items()},
        "tiles": dict(box.tiles),
        "scrolls": dict(box.scrolls),
        "tents": dict(box.tents),
        "sides": dict(box.sides),
        "mages": {number: mages.written(note) for number, note in box.mages.items()},
        "finds": {number: finds.written(note) for number, note in box.finds.items()},
        "retold": dict(box.retold),
    }
    data |= {"distinct": list(box.distinct)} if box.distinct else {}
    data |= {"paths_confirmed": True} if box.paths_confirmed else {}
    return write_box("djinn", data)


def from_toml(text: str) -> Box:
    """Read a box; raise Refusal with the entry and the reason if anything in it is wrong."""
    box = parse(text)
    notes = {id: note.name for id, note in box.colours.items() if note.name}
    called = [notes.get(id, colour.label) for id, colour in COLOURS.items()]
    if len({name.casefold() for name in called}) < len(called):
        raise Refusal("Two colours have the same name; give each its own. Nothing was saved.").about("colours")
    return box


def parse(text: str) -> Box:
    """Read a box entry by entry, as `from_toml` does, but do not check what two entries make together."""
    return Box(**read_box(text, "djinn", "Djinn", _READERS))


def _paths(entry: str, value: Any) -> frozenset[frozenset[str]]:
    if not isinstance(value, list) or len(value) > 100:
        raise wrong(entry, Text("this isn't a list of pairs of spaces"))
    for number, path in enumerate(value, start=1):
        pair = isinstance(path, list) and len(path) == 2 and all(isinstance(end, str) for end in path)
        if not (pair and set(path).issubset(SLOTS) and path[0] != path[1]):
            raise wrong(f"{entry}, {number}", Text("a path must join two of these: %(known)s", known=", ".join(SLOTS)))
    return frozenset(frozenset(path) for path in value)


def _confirmed(entry: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise wrong(entry, Text("this must be true or false"))
    return value


def _place(entry: str, id: str, value: Any) -> tuple[float, float]:
    number = isinstance(value, list) and len(value) == 2 and all(type(one) in (int, float) for one in value)
    if not (number and all(abs(one) <= MOST_STEPS for one in value)):
        raise wrong(entry, Text("a position needs two numbers from -%(most)s to %(most)s", most=MOST_STEPS))
    return float(value[0]), float(value[1])


def _colour(entry: str, id: str, value: Any) -> ColourNote:
    fields = _fields(entry, value, ("name", "swatch"))
    swatch, name = one_of(f"{entry}.swatch", fields["swatch"], SWATCHES), fields["name"]
    return ColourNote(short(f"{entry}.name", name, LONGEST_NAME) if name else "", swatch)


def _tom(entry: str, id: str, value: Any) -> TomCard:
    fields = _fields(entry, value, ("first", "second", "payment", "bottom"))
    for name in ("first", "second"):
        one_of(f"{entry}.{name}", fields[name], LOCATIONS)
    if fields["first"] == fields["second"]:
        raise wrong(entry, Text("the two symbols on a card must differ"))
    return tom_card(id, fields["first"], fields["second"], fields["payment"], fields["bottom"])


def _trophy(entry: str, id: str, value: Any) -> TrophyNote:
    fields = _fields(entry, value, ("row", "points", "bonus"))
    row = one_of(f"{entry}.row", fields["row"], ROWS)
    if fields["points"] not in TROPHY_POINTS or type(fields["points"]) is not int:
        raise wrong(f"{entry}.points", Text("a Trophy has 30 or 36 points"))
    bonus = fields["bonus"]
    return TrophyNote(row, fields["points"], short(f"{entry}.bonus", bonus, LONGEST) if bonus else "")


def _tile(entry: str, id: str, value: Any) -> str:
    if TILES[id].known == "whole":
        raise wrong(entry, Text("the rulebook explains this tile in full"))
    return short(entry, value, LONGEST)


def _side(entry: str, id: str, value: Any) -> str:
    if TILES[id].certainty == "printed":
        raise wrong(entry, Text("the rulebook gives the side of this tile"))
    return one_of(entry, value, SIDES)


def _scrolls(entry: str, id: str, value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST_SCROLLS:
        raise wrong(entry, Text("a price must be a whole number of Scrolls from 0 to 20"))
    return value


def _fields(entry: str, value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    fields = fields_of(entry, value, names)
    if not all(isinstance(one, str | int) for one in fields.values()):
        raise wrong(entry, Text("only text and numbers go here"))
    return fields


_READERS: dict[str, Read] = {
    "paths": _paths,
    "place": table_of(tuple(slot for slot in SLOTS if slot != SOURCE), _place),
    "colours": table_of(tuple(COLOURS), _colour),
    "tom": table_of(CARD_NUMBERS, _tom),
    "trophies": table_of(tuple(TROPHIES), _trophy),
    "bonuses": table_of(tuple(TROPHIES), finds.read_gains),
    "tiles": table_of(tuple(TILES), _tile),
    "scrolls": table_of(CAPACITIES, _scrolls),
    "tents": table_of(TENTS, lambda entry, _, value: short(entry, value, LONGEST)),
    "sides": table_of(tuple(TILES), _side),
    "mages": table_of(mages.NUMBERS, mages.read),
    "finds": table_of(finds.NUMBERS, finds.read),
    "retold": table_of(tuple(TILES), _tile),
    "distinct": finds.read_pairs,
    "paths_confirmed": _confirmed,
}
"""How each entry of a box is read."""


def played_with(known: Challenge, boxes: Iterable[Box]) -> tuple[frozenset[frozenset[str]], tuple[TomCard, ...]]:
    """Find the paths and the cards that a challenge was made with; raise Refusal if no box gives that game.

    One without a mark is played with what we know, whatever the owner has corrected: so all have the same game.
    """
    for box in (Box(), *boxes):
        for deck in (HOUSE_DECK, box.deck):
            if deck and known.mark == mark(box.paths, () if deck == HOUSE_DECK else deck):
                return box.paths, deck
    raise Refusal(
        "This game was played with a different box: its paths or Tom's twelve cards aren't the ones entered here. "
        "Compare the two boxes; you can export and import them."
    ).about("challenge")

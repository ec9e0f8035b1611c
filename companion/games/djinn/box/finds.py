"""What chests, tents and Equipment show, told once at a table: offered ever after to all of the house. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.djinn.facts import COLOURS, CONTENTS, TROPHIES
from companion.games.djinn.facts.events import ActionTaken
from companion.games.djinn.facts.gains import EQUIPMENT, GAINS, IN_WORDS, KINDS, TELLABLE, TELLING, TROPHY, in_words
from companion.kit.box.file import LONGEST, fields_of, one_of, short, whole, wrong
from companion.language.texts import Text

TENTS = 8
NUMBERS = tuple(
    str(number)
    for number in range(
        1, 1 + CONTENTS.treasure_chests + TENTS + CONTENTS.equipment_per_type * len(EQUIPMENT) + len(TROPHIES)
    )
)
"""As many as lie in a box."""
MOST, MOST_PAIRS = 40, 500
"""How much of anything a find can bring, more than any does; how many pairs of entries may be two things."""


@dataclass(frozen=True)
class FindNote:
    """What somebody found: its kind, what it says in that player's words, and what it gives or takes."""

    kind: str
    text: str = ""
    gains: Mapping[str, int] = field(default_factory=dict)

    @property
    def words(self) -> Text | str:
        """Say what it is in one line."""
        if self.text and self.gains:
            return Text("%(text)s · %(gains)s", text=self.text, gains=in_words(self.gains))
        return self.text or in_words(self.gains)

    @property
    def told(self) -> dict[str, int]:
        """What of it a player says in numbers, to take the same again."""
        return {name: by for name, by in self.gains.items() if name in TELLABLE}

    @property
    def colours(self) -> list[str]:
        """The colours of the Bottles that it gives."""
        return [id for id in COLOURS if self.gains.get(f"bottle_{id}")]


def of(event: ActionTaken) -> FindNote | None:
    """Read what an event tells of a thing of the box; of Equipment only its text, since its price is no part of it."""
    if event.action in TELLING.values() or (event.action == TROPHY and event.gains):
        return FindNote(event.action, event.text, event.gains)
    return FindNote(event.action, event.text) if event.action in IN_WORDS and event.text else None


def learn(known: Mapping[str, FindNote], note: FindNote) -> dict[str, FindNote]:
    """Keep a find that nobody has told of before, under the next free number."""
    free = next((number for number in NUMBERS if number not in known), None)
    return dict(known) | ({free: note} if free and note not in known.values() else {})


def written(note: FindNote) -> dict[str, Any]:
    """Write a find as an entry of a box's file."""
    return {"kind": note.kind, "text": note.text, **note.gains}


def read(entry: str, _: str, value: Any) -> FindNote:
    """Read a find of a box's file; what is not named it neither gives nor takes."""
    given = {**dict.fromkeys(GAINS, 0), **value} if isinstance(value, dict) else value
    fields = fields_of(entry, given, ("kind", "text", *GAINS))
    gains = _gains(entry, fields)
    text = short(f"{entry}.text", fields["text"], LONGEST) if fields["text"] else ""
    return FindNote(one_of(f"{entry}.kind", fields["kind"], KINDS), text, gains)


def read_gains(entry: str, _: str, value: Any) -> dict[str, int]:
    """Read what a Trophy gives at once; what is not named it does not give."""
    given = {**dict.fromkeys(GAINS, 0), **value} if isinstance(value, dict) else value
    return _gains(entry, fields_of(entry, given, tuple(GAINS)))


def _gains(entry: str, fields: Mapping[str, Any]) -> dict[str, int]:
    return {name: by for name in GAINS if (by := whole(f"{entry}.{name}", fields[name], -MOST, MOST))}


def read_pairs(entry: str, value: Any) -> tuple[str, ...]:
    """Read the pairs of alike entries that are two things."""
    if not isinstance(value, list) or len(value) > MOST_PAIRS:
        raise wrong(entry, Text("this isn't a list of pairs of entries"))
    return tuple(short(entry, one) for one in value)

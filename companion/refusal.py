"""A refusal in the player's words: how pure rules, files and tables say no."""

from __future__ import annotations

from typing import Any

from companion.language.texts import Text


class Refusal(Exception):
    """A move that cannot be made: why, and what to do instead, in the player's words."""

    status = 422

    def __init__(self, message: str, **values: Any) -> None:
        self.text = Text(message, **values)
        self.faults: dict[str, Any] = {}
        """What is wrong with single fields of the form that was sent, by their names."""
        self.offer: tuple[str, Text, str] | None = None
        """The field with which the same tap is made all the same, what its button says, and the field's value."""
        super().__init__(self.text)

    def unless(self, field: str, words: Text, value: str = "y") -> Refusal:
        """Offer the same tap once more with a `field` that lets it stand, by a button that says `words`."""
        self.offer = (field, words, value)
        return self

    def about(self, *fields: str) -> Refusal:
        """Name the fields that it is about, whatever form was sent."""
        self.faults = dict.fromkeys(fields, self.text)
        return self


class TooOften(Refusal):
    """A phone or an address has done this too often for now."""

    status = 429


class Stale(Refusal):
    """A move tapped on a screen that is out of date."""

    status = 409


class NotYours(Refusal):
    """A move that this phone may not make."""

    status = 403

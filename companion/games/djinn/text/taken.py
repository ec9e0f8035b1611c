"""Say what a player took at a space, or besides, in one sentence. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.djinn.facts import COLOURS, NAMES, events as ev
from companion.games.djinn.facts.gains import BOSS_BOTTLED, BOTTLING, MAGE_CARDS, TENT_PAID, TROPHY, WAY, in_words
from companion.language.texts import Text, listed


def taken(event: ev.ActionTaken, names: Sequence[str]) -> Text:  # noqa: C901 - one case an action
    """Say what a player took, as far as somebody told."""
    match event:
        case ev.ActionTaken(seat, _, action, gains, "") if action == TROPHY and not gains:
            return Text("%(name)s's Trophy only scores points.", name=names[seat])
        case ev.ActionTaken(seat, _, _, gains, text) if text and not gains:
            return Text("%(name)s notes: “%(text)s”", name=names[seat], text=text)
        case ev.ActionTaken(seat, _, _, gains, text) if text:
            return Text("%(name)s notes: %(gains)s. “%(text)s”", name=names[seat], gains=in_words(gains), text=text)
        case ev.ActionTaken(seat, _, action, gains) if action in MAGE_CARDS:
            return _mage_cards(names[seat], action, gains)
        case ev.ActionTaken(seat, _, action, gains) if action in WAY:
            paid = Text("%(name)s pays for the path: %(gains)s.", name=names[seat], gains=in_words(gains))
            is_paid = Text("%(name)s is paid for the path: %(gains)s.", name=names[seat], gains=in_words(gains))
            return paid if sum(gains.values()) < 0 else is_paid
        case ev.ActionTaken(seat, _, action, gains) if action in TENT_PAID:
            pays = Text("%(name)s pays in a Market Tent: %(gains)s.", name=names[seat], gains=in_words(gains))
            gets = Text("%(name)s is paid in a Market Tent: %(gains)s.", name=names[seat], gains=in_words(gains))
            return pays if sum(gains.values()) < 0 else gets
        case ev.ActionTaken(seat, _, action, gains) if action in BOTTLING:
            colour = listed([NAMES[id] for id in COLOURS if f"bottle_{id}" in gains])
            if action == BOSS_BOTTLED:
                return Text("%(name)s corks up a Boss in a Bottle: %(colour)s.", name=names[seat], colour=colour)
            return Text("%(name)s corks up a Djinn in a Bottle: %(colour)s.", name=names[seat], colour=colour)
        case ev.ActionTaken(seat, _, "source"):
            return Text("%(name)s fills up their Magic Power.", name=names[seat])
        case ev.ActionTaken(seat, _, _, gains):
            return Text("%(name)s notes: %(gains)s.", name=names[seat], gains=in_words(gains))


def _mage_cards(name: str, action: str, gains: Mapping[str, int]) -> Text:
    if action in ("mage", "mage_key"):
        key = Text("%(name)s takes a Mage Card and a Key.", name=name)
        return key if gains else Text("%(name)s takes a Mage Card.", name=name)
    if gains:
        return Text("%(name)s activates Mage Cards: %(gains)s.", name=name, gains=in_words(gains))
    return Text("%(name)s activates Mage Cards.", name=name)

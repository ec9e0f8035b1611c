"""What players gain and pay at spaces, and what they tell of things in the box that no text tells. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.djinn.facts import COLOURS, NAMES, PLAYER_COUNTS, handful
from companion.language.texts import Text, listed, with_sign

GAINS = {
    "magic": Text("Magic Power"),
    "capacity": Text("Capacity"),
    "coins": Text("Coins"),
    "scrolls": Text("Scrolls"),
    "keys": Text("Keys"),
    "corks": Text("Corks"),
    **{f"bottle_{id}": Text("Bottles, %(colour)s", colour=NAMES[id]) for id in COLOURS},
    "circles": Text("Active Spell Circles"),
    **{"staves": Text("Staves"), "hats": Text("Hats"), "cloaks": Text("Cloaks")},
    "base": Text("Base Marker"),
}
"""What a player can gain or pay at a space, and how it is called."""
UNCOVERED = "uncovered"
"""What counts as gained, besides, when a covered Spell Circle is activated (rulebook, Character Tiles)."""
FREED = "freed"
"""What counts as gained, besides, when a Djinn goes from a Spell Circle into a Bottle."""
CIRCLED_NOW, BOTTLED_NOW = "circled", "bottled_now"
PLACES = {
    CIRCLED_NOW: Text("Djinn in Spell Circles that fit this Bottle"),
    BOTTLED_NOW: Text("Djinn in Bottles of this colour"),
}
"""Where caught Djinn are; the app works it out, no log keeps it."""
KEYS_FOR = {"key_coin": "coins", "key_scroll": "scrolls", "key_magic": "magic"}
"""What a Key buys at any time (rulebook, Keys)."""
WAY = {"way_coin": "coins", "way_scroll": "scrolls"}
"""With what a Mage pays those that came the same way (rulebook, A Player's Turn, Exception)."""
BOTTLED_LATER, BOSS_BOTTLED = "bottled", "bottled_boss"
"""A Djinn or a Boss goes from a Spell Circle into a Bottle, with a Cork (rulebook, Put a Djinn in a Bottle)."""
BOTTLING = (BOTTLED_LATER, BOSS_BOTTLED)
TENT_PAID = {
    f"tent_{one}_{seat}": (what, seat)
    for seat in range(max(PLAYER_COUNTS))
    for one, what in (("coin", "coins"), ("scroll", "scrolls"))
}
"""With what one pays a player whose Assistant is in the same tent, and which seat that is (rulebook, Market)."""
TROPHY = "trophy"
"""What a Trophy gives at once, as its player tells it (rulebook, Receive a Trophy)."""
ANY_TIME = (*KEYS_FOR, *WAY, *TENT_PAID, *BOTTLING, TROPHY)
"""What is no action of a space, so that it keeps nobody from one, or from what doing none gives."""
EQUIPMENT = {"staff": "staves", "hat": "hats", "cloak": "cloaks"}
"""The types of Equipment, and the rows of the sheet that count them."""
BASIC = "_basic"
"""What ends the name of Equipment that is bought at a round space by the Basic Action."""
TELLING = {"catacombs": "chest", "market": "tent"}
"""The locations at which a player may say in own words what was there, and what that is."""
KINDS = {
    "chest": Text("Treasure Chest"),
    "tent": Text("Market Tent"),
    "staff": Text("Staff"),
    "hat": Text("Hat"),
    "cloak": Text("Cloak"),
    TROPHY: Text("Trophy"),
}
"""What a player may say more of, and how it is called."""
IN_WORDS = tuple(KINDS)
MAGE_CARDS = {
    "mage": Text("1 Mage Card"),
    "mage_key": Text("1 Mage Card and its Key"),
    "activate": Text("Activate 1 Mage Card"),
    "activate_two": Text("Activate up to 2 Mage Cards"),
    "activate_three": Text("Activate up to 3 Mage Cards"),
    "source_mages": Text("Activate up to 2 Mage Cards"),
}
"""What is done with Mage Cards: the calculator knows them only by what its player types, so they change no number."""
TELLABLE, MOST_TOLD = ("magic", "coins", "scrolls", "keys", "corks", "capacity"), 20
"""What a player may say so in numbers, and how much of it at most."""


def each_in_words(gains: Mapping[str, int]) -> list[Text]:
    """Say of each thing by how much it changes, what is gained before what is paid."""
    bottles = {id: by for id in COLOURS if (by := gains.get(f"bottle_{id}"))}
    rows = ((name, by) for name, by in gains.items() if name in GAINS and name.removeprefix("bottle_") not in bottles)
    said = [(by, Text("%(what)s %(number)s", what=GAINS[name], number=with_sign(by))) for name, by in rows]
    for ones in ({id: by for id, by in bottles.items() if by > 0}, {id: by for id, by in bottles.items() if by < 0}):
        said += [(sum(ones.values()), _bottles(ones))] if ones else []
    return [words for _, words in sorted(said, key=lambda one: one[0] < 0)]


def _bottles(ones: Mapping[str, int]) -> Text:
    """Say how many Bottles more or less there are, and of which colours."""
    several = any(abs(by) > 1 for by in ones.values())
    each = Counter({id: abs(by) for id, by in ones.items()}).elements()
    colours = handful(each) if several else listed([NAMES[id] for id in ones])
    return Text("Bottles %(number)s (%(colours)s)", number=with_sign(sum(ones.values())), colours=colours)


def in_words(gains: Mapping[str, int]) -> Text:
    """Say what changes, and by how much, in one line."""
    return listed(each_in_words(gains))

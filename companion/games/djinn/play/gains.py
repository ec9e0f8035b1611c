"""What a player takes at a space besides a catch, so that the calculator and the sheet know it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from companion.games.djinn.facts import BOSS, CONTENTS, START, events as ev
from companion.games.djinn.facts.city import SOURCE
from companion.games.djinn.facts.gains import (
    ANY_TIME,
    BASIC,
    BOSS_BOTTLED,
    BOTTLED_LATER,
    BOTTLING,
    EQUIPMENT,
    FREED,
    GAINS,
    IN_WORDS,
    KEYS_FOR,
    KINDS,
    MAGE_CARDS,
    TELLING,
    TENT_PAID,
    TROPHY,
    UNCOVERED,
    WAY,
    each_in_words,
)
from companion.games.djinn.facts.sheet import MANY
from companion.games.djinn.play import bonus, movement
from companion.games.djinn.play.turns import require_begun, require_turn
from companion.games.djinn.setup import draft
from companion.games.djinn.state.model import State, passages_gone
from companion.language.texts import Text
from companion.table.log import Refusal

NOTHING: Mapping[str, int] = MappingProxyType({})
AGAIN = frozenset(("bottles", "bottle_cork", *TELLING.values(), "source_bottle", "source_cork", "source_mages"))
"""What may be taken more than once in a turn."""
IN_TENTS = frozenset(("cork", "scrolls", "many_coins", "bottles", "bottle_cork", "activate_three", "tent"))
"""What brings an Assistant to a tent of the Market."""
GONE = {"circle": "archives", "uncover": "archives"} | dict.fromkeys(
    (f"{one}{BASIC}" for one in EQUIPMENT), "manufactory"
)
"""Where that is done which may be offered no more once it is."""
BOTTLE_PRICES = (1, 2, 4)
"""Coins for 1, 2 or 3 Bottles of different colours (rulebook, Market)."""
BONUS = {"base": 1, "magic": 2}
"""What comes with the first set of Equipment, and with the last Secret Passage (rulebook, Manufactory, Archives)."""
SUPPLY_BOSS_PRICE = 6
"""Magic Power for a Boss from the supply (rulebook, Magic Source)."""
FORFEITS = {
    "forfeit_coins": {"coins": 2},
    "forfeit_magic": {"magic": 2},
    "forfeit_both": {"coins": 1, "magic": 1},
}
"""What is gained by whoever does nothing else at a space (rulebook, Forfeiting Actions)."""
ACTIONS = (
    *(
        "academy",
        "academy_special",
        "coins",
        "scroll",
        "circle",
        "uncover",
        *EQUIPMENT,
        *(f"{one}{BASIC}" for one in EQUIPMENT),
    ),
    *("cork", "scrolls", "many_coins", "bottles", "bottle_cork", "source", "source_bottle", "source_cork"),
    *(*FORFEITS, *TELLING.values(), *MAGE_CARDS, *ANY_TIME),
)
"""All that can be taken, by the names that logs keep."""


BOTTLED = {
    "bottles": Text("Bottles of these colours"),
    "bottle_cork": Text("1 Bottle and 1 Cork for a Scroll"),
    "source_bottle": Text("1 Bottle"),
    **dict.fromkeys(BOTTLING, Text("Into a Bottle of this colour")),
}
"""What brings Bottles of which the colours are chosen first."""
FILLED = {"source": Text("Fill up your Magic Power")}
"""What is called by what it does, since only its player sees how much it changes."""


PICTURES = {"coins": "coins", "scrolls": "scroll", "magic": "source"}
"""The pictures of what is given or paid at no place."""


class Take(NamedTuple):
    """What may be taken: its name, where it is from, and what it changes; of some Bottles the colours are chosen."""

    id: str
    place: str
    gains: Mapping[str, int]

    @property
    def icon(self) -> str:
        """Name the picture of what it changes first."""
        return next((PICTURES[what] for what in self.gains if what in PICTURES), "coins")

    @property
    def basic(self) -> bool:
        """Whether it is the Basic Action at a round space, which is a choice besides the Special Action."""
        return self.id.endswith(BASIC)

    @property
    def words(self) -> list[Text]:
        """Say what it is, or what it changes."""
        if self.id in MAGE_CARDS:
            return [MAGE_CARDS[self.id], *(each_in_words(self.gains) if self.id != "mage_key" else ())]
        named = (BOTTLED | FILLED | KINDS).get(self.id.removesuffix(BASIC))
        return [named] if named else each_in_words(self.gains)


def total(state: State, seat: int, what: str) -> int:
    """Count how much of something a seat has gained, less what it paid, as far as somebody said."""
    return state.gained.get(seat, {}).get(what, 0)


def most_magic(state: State, seat: int) -> int:
    """Find how much Magic Power a seat can hold: up to the space left of its Capacity Marker (Player Board 1b)."""
    return left_of(total(state, seat, "capacity"))


def left_of(moved: int) -> int:
    """Find the space left of a Capacity Marker that has moved so far since the start."""
    return min(CONTENTS.most_capacity, START.capacity - 1 + moved)


def draws_due(state: State, seat: int) -> int:
    """Count how often a seat's Capacity Marker would have gone beyond 8, as far as somebody said (Player Board 1b)."""
    return max(0, START.capacity + total(state, seat, "capacity") - CONTENTS.most_capacity)


def base(state: State, seat: int) -> int:
    """Find where a seat's Base Marker is, as far as somebody said."""
    return START.base + total(state, seat, "base") + has_placed_all(state, seat)


def has_placed_all(state: State, seat: int) -> bool:
    """Say whether a seat has placed all its Secret Passages, which improves its Archives (rulebook, Archives)."""
    return state.placed.count(seat) >= CONTENTS.passages - START.passages_removed


def takes(state: State, slot: str, placed: Sequence[str] = ()) -> list[Take]:
    """List what the player whose turn it is may still take at a space (rulebook, Actions).

    `placed` are the slots of the Secret Passages of this turn: each was an option of the Archives, and none acts yet.
    Older logs did not look at them.
    """
    return _takes(state, state.turn.seat, slot, placed) if state.turn else []


def takes_last(state: State, seat: int) -> list[Take]:
    """List what a seat may still take as the last action of the game (rulebook, End of the Game)."""
    return _takes(state, seat, SOURCE, ()) if state.at_source else []


def _takes(state: State, seat: int, slot: str, placed: Sequence[str]) -> list[Take]:
    acted = acted_here(state, seat)
    if FORFEITS.keys() & {*acted}:
        return []
    offered = [Take(id, place, gains) for place, id, gains in _offered(state, seat, slot, placed)]
    place_of = GONE | {one.id: one.place for one in offered}
    taken = [*(place_of.get(id, "") for id in acted), *["archives"] * len(placed)]
    more = [
        one
        for one in offered
        if taken.count(one.place) < _most(state, seat, slot, one.place) and (one.id in AGAIN or one.id not in acted)
    ]
    return more if acted or placed else [*more, *(Take(id, "", gains) for id, gains in FORFEITS.items())]


def acted_by(state: State, seat: int) -> tuple[str, ...]:
    """List what a seat did in the turn, or as the last action of the game."""
    return state.acted_last.get(seat, ()) if state.at_source else state.acted


def acted_here(state: State, seat: int) -> list[str]:
    """List what a seat did of what the space offers."""
    return [one for one in acted_by(state, seat) if one not in ANY_TIME]


def may_catch_boss(state: State, seat: int) -> bool:
    """Say whether a seat may still catch Bosses of the supply: who fills up or does nothing does not (Magic Source)."""
    return state.supply_bosses > 0 and {"source", *FORFEITS}.isdisjoint(acted_by(state, seat))


def any_time(state: State, seat: int) -> list[Take]:
    """List what a seat may do besides, as far as somebody said (rulebook, Keys, Put a Djinn in a Bottle)."""
    if not state.here and not state.at_source:
        return []
    keys = [Take(id, "", {what: 1, "keys": -1}) for id, what in KEYS_FOR.items()]
    who = [BOTTLED_LATER] * bool(state.caught[seat]) + [BOSS_BOTTLED] * (BOSS in state.caught[seat])
    bottled = [Take(id, "", {"corks": -1, FREED: 1}) for id in who]
    return [*(keys if total(state, seat, "keys") > 0 else ()), *bottled]


def pay_the_way(state: State) -> list[Take]:
    """List how the player whose turn it is may pay those whose Mages came the same way, once (A Player's Turn)."""
    others = len(movement.same_way(state))
    due = others and WAY.keys().isdisjoint(state.acted)
    return [Take(id, "", {what: -others}) for id, what in WAY.items()] if due else []


def pay_in_tent(state: State) -> list[tuple[int, list[Take]]]:
    """List how the player whose turn it is may pay each of the others who is in the same tent (rulebook, Market)."""
    if state.turn is None or IN_TENTS.isdisjoint(state.acted) or draft.has(state, state.turn.seat, "market_free"):
        return []
    paid = {TENT_PAID[one][1] for one in state.acted if one in TENT_PAID}
    others = [seat for seat in range(state.players) if seat not in (state.turn.seat, *paid)]
    return [
        (other, [Take(id, "", {what: -1}) for id, (what, to) in TENT_PAID.items() if to == other]) for other in others
    ]


def _most(state: State, seat: int, slot: str, place: str) -> int:
    """Count how often a location's action is carried out: some Special Actions are two (rulebook, Actions)."""
    if slot == SOURCE:
        return MANY
    twice = ("archives", "market") if draft.has(state, seat, "catacombs_basic") else ("archives", "market", "catacombs")
    return 2 if slot in state.city.round and place in twice else 1


def _at_source(state: State, seat: int) -> Iterator[tuple[str, Mapping[str, int]]]:
    paid = {"scrolls": -2} if draft.has(state, seat, "source_two") else {}
    if "supply_boss" not in acted_by(state, seat):  # it is either or
        yield "source", {"magic": most_magic(state, seat)}
    yield "source_bottle", paid
    yield "source_cork", {"corks": 1} | paid
    yield from _activating(state, seat, "source_mages", paid)


def _offered(state: State, seat: int, slot: str, placed: Sequence[str]) -> Iterator[tuple[str, str, Mapping[str, int]]]:
    """Yield what a space offers: its location, then those of a Secret Passage that may lie beside it."""
    if slot == SOURCE:
        yield from ((SOURCE, *one) for one in _at_source(state, seat))
        return
    here = state.layout[slot]
    yield from ((here, *one) for one in _of(state, seat, here, special=slot in state.city.round))
    if slot in state.city.square and may_have_passage(state, seat, slot, placed):
        others = _shown_by_passage(state, seat, slot)
        yield from ((other, *one) for other in others for one in _of(state, seat, other, special=False))


def symbol_here(state: State, seat: int, slot: str) -> str:
    """Name what a seat's Secret Passage beside a space shows; "" if none is there or nobody said."""
    return next((symbol for owner, where, symbol in state.symbols if (owner, where) == (seat, slot)), "")


def _shown_by_passage(state: State, seat: int, slot: str) -> list[str]:
    """List the locations whose Basic Action a seat's Secret Passage beside a space may give: the one that was told."""
    if told := symbol_here(state, seat, slot):
        return [told]
    gone = {
        state.layout[slot],
        *passages_gone(state),
        *(one for owner, where, one in state.symbols if where and owner == seat),
    }
    return [one for one in dict.fromkeys(state.layout.values()) if one not in gone]


def may_have_passage(state: State, seat: int, slot: str, placed: Sequence[str] = ()) -> bool:
    """Say whether a Secret Passage of a seat lies beside a space, or may lie there since nobody said where it does.

    Those `placed` in this turn are left out: they cannot be used in it (rulebook, Archives, Note).
    """
    told = sum(owner == seat for owner, _ in state.passages) + [*placed].count("")
    return ((seat, slot) in state.passages and slot not in placed) or state.placed.count(seat) > told


def _of(state: State, seat: int, location: str, *, special: bool) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield what a location's action offers of what the calculator or the sheet counts."""
    match location:
        case "academy":
            yield "academy", {"scrolls": 1, "magic": 3}
            if special:
                yield "academy_special", {"capacity": 1, "scrolls": 1, "magic": 3}
        case "tavern":
            yield "mage", {"keys": 1} if draft.has(state, seat, "tavern_key") else {}
            if special:
                yield "mage_key", {"keys": 1}
        case "archives":
            yield from _archives(state, seat)
        case "manufactory":
            yield from _manufactory(state, seat, special=special)
        case "market":
            yield "cork", {"corks": 1, "coins": -1}
            yield "scrolls", {"scrolls": 2, "coins": -1}
            yield "many_coins", {"coins": 5, "scrolls": -1}
            yield "bottles", {}
            yield "bottle_cork", {"corks": 1, "scrolls": -1}
            yield from _activating(state, seat, "activate_three", {"scrolls": -1})
    if location in TELLING:
        yield TELLING[location], {}


def _manufactory(state: State, seat: int, *, special: bool) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield what Equipment costs, at a round space by the Basic Action, too (rulebook, Manufactory, Actions)."""
    corks = (3 if draft.has(state, seat, "manufactory_cork") else 2) if special else 1
    for one, row in EQUIPMENT.items():
        yield one, {row: 1, "corks": corks, "coins": -3 if special else -2}
    if special:
        for one, row in EQUIPMENT.items():
            yield f"{one}{BASIC}", {row: 1, "corks": 1, "coins": -2}


def _archives(state: State, seat: int) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the options of the Archives; they give more once all Secret Passages are placed (rulebook, Archives)."""
    more = has_placed_all(state, seat)
    yield "coins", {"coins": 4 if more else 2}
    yield "scroll", {"scrolls": 1, "magic": 2} if more else {"scrolls": 1}
    yield from _activating(state, seat, "activate_two" if more else "activate", {})
    key, opened = {"keys": 1} if more else {}, total(state, seat, "circles")
    if draft.has(state, seat, "covered_circle") and not total(state, seat, UNCOVERED):
        yield "uncover", {"circles": 1, UNCOVERED: 1, "magic": 2} | key
    opened -= total(state, seat, UNCOVERED)
    if opened < CONTENTS.circles - START.active_circles:
        yield "circle", {"circles": 1, **({"capacity": 1} if opened else {"magic": 2})} | key


def _activating(
    state: State, seat: int, action: str, price: Mapping[str, int]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield what turns used Mage Cards back, unless a tile forbids it (rulebook, Character Tiles)."""
    if not draft.has(state, seat, "mages_once"):
        yield action, price


def take(
    state: State,
    *,
    seat: int,
    action: str,
    colours: Sequence[str] = (),
    text: str = "",
    told: Mapping[str, int] = NOTHING,
) -> list[ev.ActionTaken]:
    """Note what a player takes at a space in the turn, or as the last action, and what it costs (rulebook, Actions).

    `colours` are those of Bottles; `told`, by the names of gains, and `text` say what a chest, a tent or Equipment
    shows.
    """
    if action == TROPHY:
        return bonus.tell(state, seat=seat, colours=colours, text=text, told=told)
    if state.at_source:
        require_begun(state)
    else:
        require_turn(state, seat)
    if not state.here and not state.at_source:
        raise Refusal("First tap the Mage's space on the map, then what you take there.")
    slot = SOURCE if state.at_source else state.here[-1]
    may = takes_last(state, seat) if state.at_source else [*takes(state, slot), *pay_the_way(state)]
    may += [one for _, ways in pay_in_tent(state) for one in ways]
    offered = {one.id: one.gains for one in (*may, *any_time(state, seat))}
    if action not in offered:
        raise Refusal(
            "You've already taken this, or it isn't offered here. If you tapped something by mistake, undo it."
        )
    gains = Counter(offered[action])
    gains.update(_bottles(action, colours))
    gains.update(told if action in IN_WORDS else NOTHING)
    gains.update(BONUS if _completes_set(state, seat, action) else {})
    if not (any(gains.values()) or action in MAGE_CARDS or (text and action in IN_WORDS)):
        raise Refusal("Enter what you gained or paid, or say it in your own words.")
    noted = {name: gains[name] for name in (*GAINS, UNCOVERED, FREED) if gains[name]}
    paid = [(other, {WAY[action]: 1}) for other in movement.same_way(state)] if action in WAY else []
    paid += [(TENT_PAID[action][1], {TENT_PAID[action][0]: 1})] if action in TENT_PAID else []
    return [
        ev.ActionTaken(seat, slot, action, noted, text if action in IN_WORDS else ""),
        *(ev.ActionTaken(other, slot, action, given) for other, given in paid),
    ]


def _bottles(action: str, colours: Sequence[str]) -> dict[str, int]:
    """Count the Bottles of the chosen colours, and what they cost."""
    chosen = dict.fromkeys(colours)
    if action in IN_WORDS:
        return {f"bottle_{colour}": 1 for colour in chosen}
    if action not in BOTTLED:
        return {}
    most = len(BOTTLE_PRICES) if action == "bottles" else 1
    if not 0 < len(chosen) <= most:
        raise Refusal("Choose the colour of each Bottle first: at most %(most)s here.", most=most)
    if action in BOTTLING:
        return {f"bottle_{colour}": -1 for colour in chosen}
    price = {"coins": -BOTTLE_PRICES[len(chosen) - 1]} if action == "bottles" else {}
    return {f"bottle_{colour}": 1 for colour in chosen} | price


def _completes_set(state: State, seat: int, action: str) -> bool:
    """Say whether this card makes the first set of Staff, Hat and Cloak (rulebook, Manufactory)."""
    row = EQUIPMENT.get(action.removesuffix(BASIC))
    held = {one: total(state, seat, one) for one in EQUIPMENT.values()}
    return row is not None and not held[row] and all(count for one, count in held.items() if one != row)

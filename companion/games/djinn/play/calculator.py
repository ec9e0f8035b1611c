"""The catch calculator: what Djinn require, every sensible way to pay for them, and where they are kept. Pure.

Rules: rulebook, Mandatory Action Catch Djinn and Additional Rules Boss Djinn. A list of caught Djinn holds their
colours, and "boss" for a Boss; `others` counts the Djinn beside the Boss, including those to be caught.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.djinn.facts import BOSS, NAMES, handful
from companion.language.texts import Text, listed

DJINN_STRENGTH = 4
MOST_KEYS = 4
"""How many Keys are tried to make a catch possible: each may be Magic Power or a Coin."""
STRENGTH_PER_OTHER = 2

Cost = tuple[int, int, int]
"""What a payment takes: Coins, own Magic Power, and how many Mages."""


@dataclass(frozen=True)
class Mage:
    """An active Mage Card: its green power, its bonus for each Djinn of a colour, and its price in Coins.

    At some tables its bonus counts for the Djinn that comes free, too (the house rule `free_bonus`).
    """

    power: int
    bonus: Mapping[str, int]
    price: int
    also_free: bool = False


@dataclass(frozen=True)
class Payment:
    """A way to pay: the indices of the Mages used, their price in Coins, and the player's Magic Power added."""

    mages: tuple[int, ...]
    coins: int
    magic: int

    @property
    def cost(self) -> Cost:
        """What the payment takes, in a form that can be compared."""
        return self.coins, self.magic, len(self.mages)


@dataclass(frozen=True)
class Plan:
    """A way to catch: the Djinn that comes free with a Boss, if any, and the payment for the others."""

    free: str | None
    payment: Payment


@dataclass(frozen=True)
class Way:
    """A way to catch, the same in words, and who comes free."""

    payment: Payment
    words: Text
    free: str | None = None


@dataclass(frozen=True)
class Answer:
    """Whether Djinn can be caught: the Magic Power they require, what is missing, and the ways to pay.

    Some are `homeless` if a place for them is missing.
    """

    strength: int
    missing: tuple[Text, ...]
    ways: tuple[Way, ...]
    homeless: bool = False

    @property
    def possible(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def strength(caught: Sequence[str], *, others: int) -> int:
    """Compute the Magic Power needed to catch these: 4 each, and for a Boss 2 more per other Djinn on its space."""
    return DJINN_STRENGTH * len(caught) + STRENGTH_PER_OTHER * others * caught.count(BOSS)


def power(mage: Mage, caught: Iterable[str]) -> int:
    """Compute a Mage's power against these Djinn: the crystal once, the bonus for every Djinn of its colour.

    A Boss counts for no bonus: the rulebook calls it "of every color" where it speaks of Bottles only (our reading).
    """
    return mage.power + sum(mage.bonus.get(colour, 0) for colour in caught)


def of_every_colour(mages: Iterable[Mage]) -> list[Mage]:
    """Let every bonus of the Mages count against a Boss, too (the house rule `boss_colour`)."""
    return [replace(mage, bonus={**mage.bonus, BOSS: sum(mage.bonus.values())}) for mage in mages]


def payments(
    caught: list[str], *, others: int, mages: list[Mage], magic: int, coins: int, house: Container[str] = ()
) -> list[Payment]:
    """List every way to pay with at most `magic` own Magic Power and `coins` Coins that no other way beats.

    A payment beats another if it takes no more Coins, Magic Power and Mages, and less of one of them. The list is
    sorted by Coins, then by Magic Power, Mages and indices; it is empty if the Djinn cannot be caught. `house` names
    the house rules in force.
    """
    required = strength(caught, others=others)
    ways = [
        ((price, max(0, required - powers), many), alike)
        for (powers, many), (price, alike) in _hands(caught, required, mages, coins, house).items()
        if required - powers <= magic
    ]
    best = _unbeaten(cost for cost, _ in ways)
    kept = sorted((cost, _indices(used)) for cost, alike in ways if cost in best for used in alike)
    return [Payment(used, price, own) for (price, own, _), used in kept]


def _hands(
    caught: Sequence[str], required: int, mages: Sequence[Mage], coins: int, house: Container[str]
) -> dict[tuple[int, int], tuple[int, list[int]]]:
    """Find the cheapest hands for at most `coins`: by power and number of Mages their price, and the indices as bits.

    Any dearer hand is beaten by one of these, so that of the 4,096 of twelve Mages a few hundred are looked at. Once a
    hand has the power required, no Mage is added to it: the result would only be beaten. At a table where nobody pays
    more than needed (the house rule `overpay`) a hand with more does not count.
    """
    hands = {(0, 0): (0, [0])}
    for index, mage in enumerate(mages):
        bit, more, dearer = 1 << index, power(mage, caught), mage.price
        for (powers, many), (price, alike) in [*hands.items()]:
            if powers < required and price + dearer <= coins:
                worth, whole = (powers + more, many + 1), price + dearer
                known, others = hands.get(worth, (whole, []))
                if whole <= known:
                    hands[worth] = whole, (others if whole == known else []) + [used | bit for used in alike]
    return {worth: hand for worth, hand in hands.items() if worth[0] <= required or "overpay" not in house}


def _indices(bits: int) -> tuple[int, ...]:
    return tuple([index for index in range(bits.bit_length()) if bits >> index & 1])


def _unbeaten(costs: Iterable[Cost]) -> set[Cost]:
    """Keep the costs that no other cost beats.

    In ascending order only an earlier cost can beat a later one: if it takes no more Magic Power and no more Mages.
    """
    best: set[Cost] = set()
    for cost in sorted(set(costs)):
        _, magic, mages = cost
        if not any(less <= magic and fewer <= mages for _, less, fewer in best):
            best.add(cost)
    return best


def plans(
    wanted: list[str],
    *,
    others: int,
    mages: list[Mage],
    magic: int,
    coins: int,
    free: Sequence[str | None] | None = None,
    house: Container[str] = (),
) -> list[Plan]:
    """List every way to catch `wanted` that no other way beats; each Djinn in turn is the free one beside a Boss.

    A Mage's bonus counts only for Djinn that are paid for: our reading, unless it is `also_free`. `free` names those
    who can come free if it is not any of them, `house` the house rules in force.
    """
    hand: dict[str, Any] = {"others": others, "magic": magic, "coins": coins, "house": house}
    ways = [
        Plan(one, payment)
        for one in (_free(wanted) if free is None else free)
        for payment in payments(_paid(wanted, one), mages=_beside(mages, one), **hand)
    ]
    best = _unbeaten(way.payment.cost for way in ways)
    kept = (way for way in ways if way.payment.cost in best)
    return sorted(kept, key=lambda way: (way.payment.cost, way.payment.mages))


def _free(wanted: Sequence[str]) -> tuple[str | None, ...]:
    """List who may come free: nobody, or with a Boss any one Djinn (rulebook, Additional Rules Boss Djinn)."""
    return (None, *(sorted(set(wanted) - {BOSS}) if BOSS in wanted else ()))


def _beside(mages: list[Mage], free: str | None) -> list[Mage]:
    """Add to the power of Mages their bonus for the Djinn that comes free, where it counts."""
    if free is None:
        return mages
    return [replace(mage, power=mage.power + mage.bonus.get(free, 0)) if mage.also_free else mage for mage in mages]


def _paid(wanted: Sequence[str], free: str | None) -> list[str]:
    paid = list(wanted)
    if free is not None:
        paid.remove(free)
    return paid


def shortfall(
    wanted: list[str],
    *,
    others: int,
    mages: list[Mage],
    magic: int,
    coins: int,
    free: Sequence[str | None] | None = None,
    house: Container[str] = (),
) -> tuple[Text, ...]:
    """Say what is missing to catch `wanted`: Magic Power, or instead Coins; nothing if `plans` finds a way."""
    if plans(wanted, others=others, mages=mages, magic=magic, coins=coins, free=free, house=house):
        return ()
    every = sum(mage.price for mage in mages)
    hands = [
        (strength(paid, others=others) - powers - magic, price - coins)
        for one in (_free(wanted) if free is None else free)
        for paid in (_paid(wanted, one),)
        for (powers, _), (price, _) in _hands(
            paid, strength(paid, others=others), _beside(mages, one), every, house
        ).items()
    ]
    texts = [Text("More Magic Power needed: %(count)s.", count=min(short for short, dearer in hands if dearer <= 0))]
    dearer = min((dearer for short, dearer in hands if short <= 0), default=None)
    if dearer is not None:
        texts.append(Text("Or you have enough Mages, but need more Coins: %(count)s.", count=dearer))
    return tuple(texts)


def storage(caught: Sequence[str], *, circles: int, bottles: Mapping[str, int], corks: int) -> tuple[Text, ...]:
    """Say what is missing to keep the Djinn caught: each needs a free active circle or a bottle with a cork.

    A Djinn takes a bottle of its own colour, a Boss any; `circles` counts circles that are active and empty.
    """
    wanted = Counter(caught)
    homeless = wanted - Counter(bottles)
    bosses = caught.count(BOSS)
    spare = sum((Counter(bottles) - wanted).values())
    homeless[BOSS] = max(0, bosses - spare)
    texts = []
    short = homeless.total() - circles
    if short > 0:
        texts.append(
            Text(
                "More Bottles or free Spell Circles needed: %(count)s. No Bottle for %(djinn)s.",
                count=short,
                djinn=handful((+homeless).elements()),
            )
        )
    if len(caught) - circles > corks:
        texts.append(Text("More Corks needed: %(count)s.", count=len(caught) - circles - corks))
    return tuple(texts)


def stored(
    caught: Sequence[str], *, circles: int, bottles: Mapping[str, int], corks: int
) -> tuple[int, dict[str, int], int]:
    """Work out what circles, Bottles and Corks are left once these are kept: in Bottles first, of their own colour.

    A Boss comes last, into the first Bottle that is left; whoever finds none takes a circle.
    """
    left = Counter(bottles)
    for one in sorted(caught, key=lambda one: one == BOSS):
        bottle = next(iter(+left), BOSS) if one == BOSS else one
        if left[bottle] > 0 and corks > 0:
            left[bottle] -= 1
            corks -= 1
        else:
            circles = max(0, circles - 1)
    return circles, dict(left), corks


def can(
    wanted: list[str],
    *,
    there: Sequence[str],
    mages: list[Mage],
    magic: int,
    coins: int,
    circles: int,
    bottles: Mapping[str, int],
    corks: int,
    house: Container[str] = (),
) -> Answer:
    """Say whether `wanted` can be caught and kept, what is missing, and the ways to pay, the cheapest first.

    `there` are all who stand at the space. The Magic Power required does not count the Djinn that comes free with a
    Boss. `house` names the house rules in force.
    """
    gone = Counter(wanted) - Counter(there)
    if gone:
        return Answer(0, (Text("Not here any more: %(djinn)s.", djinn=handful(gone.elements())),), ())
    others = len(there) - there.count(BOSS)
    if "others_first" in house:
        others -= len(wanted) - wanted.count(BOSS)
    if "boss_colour" in house:
        mages = of_every_colour(mages)
    if "free_bonus" in house:
        mages = [replace(mage, also_free=True) for mage in mages]
    free = _free(wanted)
    homeless = {one: storage(wanted, circles=circles, bottles=bottles, corks=corks) for one in free}
    if "free_place" in house:
        homeless = {one: storage(_paid(wanted, one), circles=circles, bottles=bottles, corks=corks) for one in free}
        free = tuple(one for one in free if len(homeless[one]) == min(map(len, homeless.values())))
    hand: dict[str, Any] = {"others": others, "mages": mages, "magic": magic, "coins": coins}
    ways = plans(wanted, **hand, free=free, house=house)
    missing = shortfall(wanted, **hand, free=free, house=house) + homeless[free[-1]]
    required = min(strength(_paid(wanted, one), others=others) for one in free)
    said = tuple(Way(way.payment, _in_words(way), way.free) for way in ways)
    return Answer(required, missing, said, homeless=bool(homeless[free[-1]]))


def with_keys(
    wanted: list[str], *, keys: int, most: int, held: Mapping[str, Any], **where: Any
) -> tuple[int, int] | None:
    """Find how many Keys turned into Magic Power and into Coins make a catch possible; the fewest (rulebook, Keys).

    At most `most` are Magic Power, which is all that a player can hold. None if there are not enough Keys.
    """
    ways = (
        (magic, count - magic)
        for count in range(1, min(keys, MOST_KEYS) + 1)
        for magic in range(min(count, most), -1, -1)
    )
    for magic, coins in ways:
        more = {**held, "magic": held["magic"] + magic, "coins": held["coins"] + coins}
        if can(wanted, **where, **more).possible:
            return magic, coins
    return None


def _in_words(plan: Plan) -> Text:
    words = _payment_in_words(plan.payment)
    if plan.free is None:
        return words
    return Text("%(payment)s %(djinn)s comes free with the Boss.", payment=words, djinn=NAMES[plan.free])


def _payment_in_words(payment: Payment) -> Text:
    if not payment.mages:
        return Text("Your own Magic Power: %(magic)s.", magic=payment.magic)
    numbers = listed([Text("%(number)s", number=mage + 1) for mage in payment.mages])
    if not payment.magic:
        return Text("Mage %(numbers)s. Price in Coins: %(coins)s.", numbers=numbers, coins=payment.coins)
    return Text(
        "Your own Magic Power: %(magic)s, and Mage %(numbers)s. Price in Coins: %(coins)s.",
        magic=payment.magic,
        numbers=numbers,
        coins=payment.coins,
    )

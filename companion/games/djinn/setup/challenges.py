"""Challenges: games against Tom whose short code gives another evening the same game. Pure.

The secret of a challenge is "salt:seed"; only the seed decides its draws, so that a short code can hold it. A program
can try all seeds, for there are few, and compare them with what lies open: the bag of a challenge can be found out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from random import Random
from typing import NamedTuple

from companion.games.djinn.facts import DECK_SIZES
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.facts.events import TomCard
from companion.games.djinn.state.model import State, against_tom
from companion.kit.fairness import committed_random as kit
from companion.kit.fairness.committed_random import commitment as commitment, draw as draw, seed_of as seed_of
from companion.table.log import Refusal

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""A prime number of characters, none of which sounds or looks like another."""
CHANCES = 2**36
"""How many games there are for each deck size and layout rule."""
LENGTH = 9
MARK = 3


class Challenge(NamedTuple):
    """What a challenge code holds: the seed of all draws, the size of Tom's deck, the layout rule, and the box."""

    seed: str
    deck: int
    first_game: bool
    mark: str

    @property
    def code(self) -> str:
        """The whole code."""
        return self.seed + self.mark


def new_secret(rng: Random, *, deck: int = 0, first_game: bool = False, seed: str = "") -> str:
    """Draw a secret for a table: around the `seed` of a challenge, or around a new seed if Tom has a `deck`."""
    secret = kit.new_secret(rng)
    if deck and not seed:
        seed = new_seed(rng.randrange(CHANCES), deck=deck, first_game=first_game)
    return f"{secret}:{seed}" if seed else secret


def is_challenge(secret: str) -> bool:
    """Say whether a secret is a challenge's, so that its draws can be worked out from what lies open."""
    return ":" in secret


def challenge(secret: str, drawn: Mapping[str, int], mark: str) -> str:
    """Find the code of the challenge that a table is; "" if an element was drawn anew, as others get the first."""
    return seed_of(secret) + mark if is_challenge(secret) and all(times == 1 for times in drawn.values()) else ""


def code_of(state: State) -> str:
    """Find the code with which others get the game of a table against Tom; "" if none gives it."""
    if not (against_tom(state) and state.shuffled) or state.words:  # the order of a printed deck is nobody else's
        return ""
    if state.by_table:
        return ""  # others would get another game
    tom = [card for card in (*state.deck, *state.revealed) if card.first] if not state.house else []
    return challenge(state.secret, state.drawn, mark(state.city.paths, tom))


def mark(paths: frozenset[frozenset[str]], tom: Iterable[TomCard]) -> str:
    """Write a short mark of the owner's corrections that decide a game, paths and Tom's own cards; "" without any.

    The same chance draws the same game only from the same box, so the code of such a game ends in this mark.
    """
    cards = sorted(f"{card.first} {card.second} {card.payment} {card.bottom}" for card in tom)
    if paths == CITY.paths and not cards:
        return ""
    box = repr((sorted(sorted(path) for path in paths), cards))
    number = int.from_bytes(sha256(box.encode()).digest())
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(MARK))


def new_seed(chance: int, *, deck: int, first_game: bool) -> str:
    """Write a game as a code: what chance decides, the size of Tom's deck, the layout rule, and a check character."""
    number = (chance * len(DECK_SIZES) + deck - DECK_SIZES[0]) * 2 + first_game
    digits = []
    for _ in range(LENGTH - 1):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(digit)
    return "".join(ALPHABET[digit] for digit in (*digits, _check(digits)))


def of_day(day: int) -> str:
    """Write the seed of a day's challenge, the same in every house; the sizes of Tom's deck take turns."""
    chance = int.from_bytes(sha256(f"Djinn of day {day}".encode()).digest()) % CHANCES
    return new_seed(chance, deck=DECK_SIZES[day % len(DECK_SIZES)], first_game=False)


def read_challenge(code: str) -> Challenge:
    """Read a challenge code as people write it.

    Raise Refusal for one that no game has. One wrong character, or two exchanged, are always found in the seed.
    """
    tight = "".join(code.upper().replace("-", " ").split())
    seed, mark = tight[:LENGTH], tight[LENGTH:]
    if len(seed) != LENGTH or len(mark) not in (0, MARK) or not set(ALPHABET).issuperset(tight):
        raise Refusal(
            "A challenge code has %(count)s or %(more)s letters and digits. Check it again.",
            count=LENGTH,
            more=LENGTH + MARK,
        ).about("challenge")
    digits = [ALPHABET.index(character) for character in seed]
    number = sum(digit * len(ALPHABET) ** place for place, digit in enumerate(digits[:-1]))
    number, first_game = divmod(number, 2)
    chance, deck = divmod(number, len(DECK_SIZES))
    if digits[-1] != _check(digits[:-1]) or chance >= CHANCES:
        raise Refusal("This isn't a challenge code: a character is wrong, or two are swapped. Check it again.").about(
            "challenge"
        )
    return Challenge(seed, DECK_SIZES[deck], bool(first_game), mark)


def spoken(code: str) -> str:
    """Write a challenge code in groups of three, to be read aloud."""
    return "-".join(code[start : start + 3] for start in range(0, len(code), 3))


def _check(digits: list[int]) -> int:
    """Compute the check: places weighed differently, modulo a prime, so one changed or two exchanged digits show."""
    return sum(weight * digit for weight, digit in enumerate(digits, start=1)) % len(ALPHABET)

"""Draws that can be checked: a secret committed to before the first draw, the players' words, and a replay. Pure.

The secret has 128 bits, and all of them decide every draw. It may end in ":" and a short seed, which then decides alone
as long as nobody says a word: so a short code gives another table the same game, and the bits before it keep others
from finding the seed by trying all of them against the commitment.

A game's state is a `Chance`, its events include `Event`, and its moves draw by `next_draw`. One function of the game,
its `Again`, says what an event should have been; check.py then goes through a whole log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple, TypeVar

from companion.language.texts import Text
from companion.table.log import FOLD_ERRORS as NO_STATE, Entry, Irreversible, Place, Refusal, changed, placed, rewritten

LONGEST = 240
"""How many code points a word may have: forms count what one sees as one character."""
REPLAY_ERRORS = (Refusal, *NO_STATE)
"""What drawing again may raise over a log that no moves have made."""


@dataclass(frozen=True)
class SecretDrawn:
    commitment: str
    secret: str = field(metadata={"secret": True})  # it decides all draws until another is drawn


@dataclass(frozen=True)
class WordSaid(Irreversible):
    """A player adds a word, and all later draws change with it; it cannot be taken back, so nobody tries words."""

    seat: int
    word: str


@dataclass(frozen=True)
class SecretTold(Irreversible):
    """After the end everybody sees what was hidden, and the secret of the draws; the end then is final."""


@dataclass(frozen=True)
class DrawnAnew:
    """All that lay hidden was drawn anew for this copy of a game; nobody committed to these draws."""


Event = SecretDrawn | WordSaid | SecretTold | DrawnAnew


@dataclass(frozen=True, kw_only=True)
class Chance:
    """What every game's state knows of its draws."""

    commitment: str = ""  # empty at a table of an older Companion, which did not commit to its draws
    secret: str = ""  # empty besides in a copy
    words: tuple[tuple[int, str], ...] = ()  # who said which, in this order
    drawn: dict[str, int] = field(default_factory=dict)  # element: how often it was drawn by secret and words
    told: bool = False  # everybody sees what was hidden, so the end stands
    past: tuple[str, ...] = ()  # the commitments whose secrets were told
    copied: bool = False  # a copy, for which all that lay hidden was drawn anew


_NAMES = tuple(one.name for one in fields(Chance))
MOST_TOLD = 1_000
"""How many secrets a table may have told, however long people play."""
AnyState = TypeVar("AnyState", bound=Chance)


def new_secret(rng: Random) -> str:
    """Draw a secret."""
    return f"{rng.getrandbits(128):032x}"


def commitment(secret: str) -> str:
    """Compute what a table shows of its secret before the first draw: SHA-256, in hexadecimal digits."""
    return sha256(secret.encode()).hexdigest()


def committed(secret: str) -> SecretDrawn:
    """Commit to a secret."""
    return SecretDrawn(commitment(secret), secret)


def seed_of(secret: str, words: Sequence[str] = ()) -> str:
    """Choose what decides the draws: the secret with its words, or without words its part after the last colon."""
    return sha256("\n".join((secret, *words)).encode()).hexdigest() if words else secret.rpartition(":")[2]


def draw(secret: str, element: str, number: int = 0, *, words: Sequence[str] = ()) -> Random:
    """Make the chance of one draw; `number` counts the element's earlier draws with these words.

    Each element has a chance of its own: drawing one anew changes no other, and whoever is told the secret can work out
    each alone, in any order.
    """
    return Random(f"{seed_of(secret, words)}/{element}/{number}")


def next_draw(state: Chance, element: str, rng: Random | None = None) -> Random:
    """Make the chance of an element's next draw: by secret and words, or by `rng` where there is no secret.

    Raise ValueError where there is neither.
    """
    if state.secret:
        return draw(state.secret, element, state.drawn.get(element, 0), words=[word for _, word in state.words])
    if rng is None:
        raise ValueError(f"nothing to draw {element} by")
    return rng


def last(state: Chance, element: str) -> int | None:
    """Find the number of an element's last draw; None if it was not drawn."""
    return state.drawn[element] - 1 if element in state.drawn else None


def renewed(state: Chance, rng: Random | None) -> list[SecretDrawn]:
    """Commit to a new secret if the last one is told, since nothing more is drawn from that."""
    if not state.told:
        return []
    if rng is None:
        raise ValueError("no chance to draw a new secret by")
    return [committed(new_secret(rng))]


def once_more(state: Chance, element: str) -> dict[str, int]:
    """Count one more draw of an element."""
    return state.drawn | {element: 1 + state.drawn.get(element, 0)}


def evolve(state: AnyState, event: Event, *, early: bool = False) -> AnyState:
    """Apply one of the events that all games share; a secret that is told `early`, before the end, changes nothing."""
    match event:
        case SecretDrawn(commitment, secret):
            return changed(state, commitment=commitment, secret=secret, words=(), drawn={}, told=False)
        case WordSaid(seat, word):
            return changed(state, words=(*state.words, (seat, word)), drawn={})
        case SecretTold() if early:
            return state
        case SecretTold():
            past = (*state.past, state.commitment) if state.commitment else state.past
            return changed(state, told=True, past=past)
        case DrawnAnew():
            return changed(state, copied=True)


def of(state: Chance) -> dict[str, Any]:
    """List what a state knows of its draws, to make another state with."""
    return {name: getattr(state, name) for name in _NAMES}


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say one of the events that all games share."""
    match event:
        case SecretDrawn(commitment, _):
            return Text("The table commits to its draws: %(commitment)s …", commitment=commitment[:8])
        case WordSaid(seat, word):
            return Text("%(name)s adds a word to the draws: “%(word)s”.", name=names[seat], word=word)
        case SecretTold():
            return Text("Everybody has seen the secret behind the draws, so the game is over for good.")
        case DrawnAnew():
            return Text("This is a copy: nobody has committed to what is drawn from here on.")


def outcome(event: Event) -> str:
    """Name the element of the page on fair draws that shows one of these events; "" for one that no player makes."""
    return "words" if isinstance(event, WordSaid) else "secret" if isinstance(event, SecretTold) else ""


def seen(state: AnyState) -> AnyState:
    """Remove the secret from the state, unless it is told."""
    return state if state.told or not state.secret else changed(state, secret="")


def hide(state: Chance, event: Any) -> Any:
    """Remove the secret from an event, unless it is told."""
    if isinstance(event, SecretDrawn) and event.commitment not in state.past:
        return replace(event, secret="")
    return event


def bared(entries: Sequence[Entry]) -> dict[Place, SecretDrawn]:
    """Remove the last secret from a log, as those before it are told: list its event without it, by its place."""
    drawn = [(place, event) for place, event in placed(entries) if isinstance(event, SecretDrawn)]
    return {place: replace(event, secret="") for place, event in drawn[-1:]}


def as_copy(entries: Sequence[Entry], _: Random) -> Sequence[Entry]:
    """Mark a log as a copy, without its secret: for a game that hides nothing else."""
    bare = bared(entries)
    return rewritten(entries, bare, note=DrawnAnew()) if bare else entries


def fits(state: Chance, seats: int) -> bool:
    """Say whether secret and words are possible at a table with so many seats."""
    said = [seat for seat, _ in state.words]
    return (
        (not state.secret or commitment(state.secret) == state.commitment)
        and len(set(said)) == len(said)
        and set(said).issubset(range(seats))
        and all(0 < len(word) <= LONGEST for _, word in state.words)
        and len(state.past) <= MOST_TOLD
    )


def say(state: Chance, seat: int, word: str) -> WordSaid:
    """Let a player add a word; raise Refusal if it would prove nothing, or for a second one."""
    if not state.commitment or state.copied:
        raise Refusal("The draws here weren't fixed in advance, so a word would prove nothing. Open another table.")
    if seat in (sayer for sayer, _ in state.words):
        raise Refusal("This player has already added a word. Another player can add one.")
    return WordSaid(seat, word)


def preamble(state: Chance) -> list[str]:
    """Write the Python lines that check a secret and make the chance of every draw from it and the words."""
    words = [word for _, word in state.words]
    seed = 'hashlib.sha256("\\n".join([secret, *words]).encode()).hexdigest() if words else secret.split(":")[-1]'
    return [
        "import hashlib, itertools, random",
        f"secret, words = {state.secret!a}, {words!a}",
        f"assert hashlib.sha256(secret.encode()).hexdigest() == {state.commitment!a}",
        f"seed = {seed}",
        'chance = lambda draw: random.Random(seed + "/" + draw)',
    ]


class Due(NamedTuple):
    """What an event should have been, and whether the table itself drew or chose some or all of it."""

    event: Any
    by_table: bool = False


Again = Callable[[Any, Any], Due | None]
"""Work out what secret, words and all that lay hidden give for an event in the state before it; None for no draw."""

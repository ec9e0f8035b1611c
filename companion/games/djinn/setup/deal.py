"""Open a game of Djinn, draw what chance decides, and draw it anew until the game depends on it. Pure.

The draws are in draws.py, the steps to tick off in checklist.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random

from companion.games.djinn.facts import CARDS, DECK_SIZES, PLAYER_COUNTS, START, events as ev
from companion.games.djinn.facts.city import CITY, City
from companion.games.djinn.facts.events import Event
from companion.games.djinn.setup import challenges
from companion.games.djinn.setup.bag import set_djinn
from companion.games.djinn.setup.checklist import NUMBERS, SOLO_STEPS, STEPS, Step, step_ids, steps, tick, untick
from companion.games.djinn.setup.draws import (
    DRAWS,
    HOUSE_DECK,
    STEP_OF,
    draw,
    draw_all,
    elements,
    full_deck,
    left_out,
    left_to_table,
    require_unsettled,
    shuffle,
    shuffled,
)
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.kit.fairness.committed_random import committed, say
from companion.language.texts import Text
from companion.table.log import Refusal

__all__ = [
    "DRAWS",
    "HOUSE_DECK",
    "NUMBERS",
    "SOLO_STEPS",
    "STEPS",
    "Step",
    "draw",
    "elements",
    "full_deck",
    "left_out",
    "open_game",
    "open_sheets",
    "reroll",
    "say_word",
    "shuffled",
    "step_ids",
    "steps",
    "tick",
    "untick",
]


def open_game(
    state: State,
    *,
    players: int,
    first_game: bool,
    longer: bool,
    rng: Random,
    city: City = CITY,
    deck: int = 0,
    tom: Sequence[ev.TomCard] = (),
    own: Sequence[ev.TomCard] = (),
    seed: str = "",
    noted: ev.BoxNoted | None = None,
    just_score: bool = False,
    by_table: bool = False,
    tries: Sequence[str] = (),
) -> list[Event]:
    """Open a game on the `city` as the box's owner knows it, and draw everything that chance decides.

    `noted` holds the owner's names and texts. All draws follow from a secret, which `rng` draws, or which is made
    around the `seed` of a challenge.

    A table that draws itself (`by_table`) says later what it drew, and taps the Djinn that come out of its bag.

    One player plays against Tom's deck of `deck` cards: `tom` are the twelve Location Cards that the app shuffles into
    it; it is empty for the printed deck, which the player flips. The app shuffles the owner's `own` twelve, if there
    are any, once the player lets it hold the deck after all. `tries` are the tasks for which that player tries.
    """
    if state.players:
        raise Refusal("This table already has a game. Open another table for a new one.")
    opened = ev.Opened(players, first_game, longer, deck, just_score, goods=True, markers=True, tries=tuple(tries))
    if players == 1:
        _require_solo(deck, longer=longer)
    elif players not in PLAYER_COUNTS or deck or tom:
        raise Refusal("Djinn is for 2 to 4 players, or for one against Tom's deck; choose how many of you are playing.")
    events: list[Event] = [opened]
    if city != CITY:
        paths = sorted((first, second) for first, second in map(sorted, city.paths))
        events.append(ev.CityCorrected(tuple(paths), dict(city.place)))
    if noted:
        events.append(noted)
    located = tuple(tom or own)
    if located and located != HOUSE_DECK:
        events.append(ev.TomEntered(tuple(sorted(located, key=lambda card: card.id))))
    events.append(committed(challenges.new_secret(rng, deck=deck if tom else 0, first_game=first_game, seed=seed)))
    ready = reduce(evolve, events, state)
    left = left_to_table(ready) if by_table else ()
    drawn = [one for one in draw_all(ready) if not ("cards" in left and isinstance(one, ev.CardsDrawn))]
    events += [*drawn, *([shuffle(ready)] if tom else [])]
    if by_table:
        events.append(ev.DrawsLeft(left))
        events += set_djinn(reduce(evolve, events, state), rng=rng)
    return events


def open_sheets(state: State, *, players: int, cards: Sequence[str], asks: bool = False, rng: Random) -> list[Event]:
    """Open a game that was played without the app, to score it with the `cards` that lay there, or without any.

    If it `asks`, the table says on the sheets which ones lay there.
    """
    if cards and (len(set(cards)) != START.cards or not set(cards).issubset(CARDS)):
        raise Refusal(
            "Tap the %(count)s Scoring Cards that were on the table, or none if you played without them.",
            count=START.cards,
        ).about("cards")
    known = bool(cards) or asks
    opened = open_game(state, players=players, first_game=not known, longer=False, rng=rng, just_score=True)
    if asks:
        opened = [one for one in opened if not isinstance(one, ev.CardsDrawn)]
        return [*opened, ev.DrawsLeft(("cards",))]
    return [*opened, *([ev.CardsDrawn(tuple(cards), by_hand=True)] if cards else [])]


def _require_solo(deck: int, *, longer: bool) -> None:
    """Raise Refusal for a game that one player cannot play against Tom (rulebook, Solo Play Setup)."""
    if deck not in DECK_SIZES:
        raise Refusal(
            "Djinn is for 2 to 4 players, or for one against Tom's deck of %(least)s to %(most)s "
            "cards; choose how many of you are playing, or how many cards.",
            least=DECK_SIZES[0],
            most=DECK_SIZES[-1],
        )
    if longer:
        raise Refusal(
            "A game against Tom already has an extra Djinn beside the Source. Switch the longer game "
            "off, or give Tom more cards."
        )


def reroll(state: State, *, element: str, strict: bool = False, rng: Random) -> list[Event]:
    """Draw one element anew, or "all" that the app drew, until the game depends on it; its step is then open again.

    If `strict`, it asks first where others would no longer get the same game; older logs did not ask. Raise KeyError
    for an unknown element.
    """
    if element == "all":
        require_unsettled(state, *elements(state))
        drawn = draw_all(state, rng)
    else:
        require_unsettled(state, element)
        drawn = [draw(state, element, rng=rng)]
    if strict and challenges.code_of(state):
        raise Refusal(
            "Others can play this same game by its challenge code. A re-roll takes you out of that challenge."
        ).unless("anyway", Text("Re-roll anyway"))
    if not drawn:
        raise Refusal("You drew everything yourselves. Re-roll a single thing to let the app draw it.")
    changed = {STEP_OF[ev.ELEMENTS[type(event)]] for event in drawn}
    return [*drawn, *(ev.StepUnticked(step) for step in STEPS if step in changed & state.ticks.keys())]


def say_word(state: State, *, seat: int, word: str) -> list[Event]:
    """Add a player's word to the draws, and draw everything anew with it, until the first tick or pick."""
    require_unsettled(state, *elements(state))
    if state.ticks:
        raise Refusal("You've already ticked a step. Untick all steps first, then re-roll.")
    said = say(state, seat, word)
    ready = evolve(state, said)
    return [said, *draw_all(ready), *([shuffle(ready)] if state.shuffled else [])]

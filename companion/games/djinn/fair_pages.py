"""Djinn's pages on chance: what a table committed to, whether its draws came from it, and challenges."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from companion.games.djinn import fair, scoring, setup, solo_store
from companion.games.djinn.events import DjinnDrawn, LayoutDrawn, TomCard, TomShuffled
from companion.games.djinn.facts import COLOURS, CONTENTS, LOCATIONS
from companion.games.djinn.pages import bp, show
from companion.games.djinn.state import State
from companion.scores.views import SHOWN, number
from companion.table.forms import OnceForm, checked
from companion.table.log import Table
from companion.table.screen import act, come_to, look, require_host
from companion.text import Text
from companion.web import page

__all__ = ["bp"]


class Draw(NamedTuple):
    """A draw of the table: what it is, what the log has, and what the secret gives."""

    what: Text
    logged: object
    drawn: object

    @property
    def fits(self) -> bool:
        """Say whether the log has what the secret gives."""
        return self.logged == self.drawn


@bp.get("/<code>/fair")
def fair_page(code: str) -> ResponseReturnValue:
    """Show the commitment, and once it is told the secret and whether the draws came from it."""
    screen = look(code)
    state: State = screen.table.state
    told = state.told and bool(state.secret)
    return show(
        "djinn/fair.html",
        screen,
        here="djinn.setup_page",
        draws=draws(screen.table) if told else [],
        snippet=snippet(screen.table) if told else "",
        genuine=fair.commitment(state.secret) == state.commitment,
        challenge=fair.is_challenge(state.secret),
    )


@bp.post("/<code>/tell-secret")
def tell_secret(code: str) -> ResponseReturnValue:
    """Show everybody what decided the draws."""
    require_host(code)
    act(code, scoring.tell_secret, checked(OnceForm))
    return come_to("djinn.fair_page", code)


@bp.get("/challenge/<seed>")
def challenge_page(seed: str) -> ResponseReturnValue:
    """List the scores of one challenge, the best first."""
    known = fair.read_challenge(seed)
    if known.code != seed:
        return redirect(url_for("djinn.challenge_page", seed=known.code))
    start = number("from") or 0
    plays = solo_store.challenged(seed, start=start, limit=SHOWN + 1)
    return page(
        "djinn/challenge.html",
        known=known,
        spoken=fair.spoken(seed),
        start=start,
        plays=plays[:SHOWN],
        next=start + SHOWN if len(plays) > SHOWN else None,
    )


def draws(table: Table) -> list[Draw]:
    """Compare layout, bag and deck in the table's log with what its secret gives."""
    state: State = table.state
    logged = {type(event): event for entry in table.moves for event in entry.events}
    layout, djinn, deck = logged.get(LayoutDrawn), logged.get(DjinnDrawn), logged.get(TomShuffled)
    found = []
    if isinstance(layout, LayoutDrawn):
        again = _again(state, "layout")
        found.append(Draw(Text("Action Spaces"), layout.layout, getattr(again, "layout", None)))
    if isinstance(djinn, DjinnDrawn):
        found.append(Draw(Text("The bag, in the order of drawing"), _bag(djinn), _bag(_again(state, "djinn"))))
    if isinstance(deck, TomShuffled):
        order = setup.shuffled(_unshuffled(deck), fair.draw(state.secret, "deck"))
        found.append(Draw(Text("Tom's deck"), [card.id for card in deck.cards], [card.id for card in order]))
    return found


def snippet(table: Table) -> str:
    """Write a Python program that prints layout, bag and deck from the secret alone."""
    state: State = table.state
    city = state.city
    joined = {(one, other) for one in city.round for other in city.square if frozenset((one, other)) in city.paths}
    lines = [
        "import hashlib, itertools, random",
        f'secret = "{state.secret}"',
        f'assert hashlib.sha256(secret.encode()).hexdigest() == "{state.commitment}"',
        'chance = lambda draw: random.Random(secret.split(":")[-1] + "/" + draw)',
        f"rounds, squares, places = {[*city.round]}, {[*city.square]}, {[*LOCATIONS]}",
        f"joined = {sorted(joined) if state.first_game else []}  # may not be equal symbols in a first game",
        "ways = [way for way in itertools.permutations(squares) if not {*zip(rounds, way)} & {*joined}]",
        f'draw = chance("layout/{_last(state, "layout")}"); names = draw.sample(places, 6); '
        "print(dict(zip((*rounds, *draw.choice(ways)), names * 2)))",
        f"bag = [colour for colour in {[*COLOURS]} for _ in range({CONTENTS.djinn_per_colour})]; "
        f'chance("djinn/{_last(state, "djinn")}").shuffle(bag); print(bag)',
    ]
    deck = next((event for entry in table.moves for event in entry.events if isinstance(event, TomShuffled)), None)
    if deck:
        cards = [card.id for card in _unshuffled(deck)]
        lines.append(f'cards = {cards}; print(chance("deck/0").sample(cards, len(cards)))')
    return "\n".join(lines)


def _last(state: State, element: str) -> int:
    return state.drawn.get(element, 1) - 1


def _again(state: State, element: str) -> object:
    """Draw an element anew as it was drawn last."""
    before = replace(state, drawn=state.drawn | {element: _last(state, element)})
    return setup.draw(before, element)


def _bag(event: object) -> list[str]:
    """List all Djinn in the order they left the bag or still will."""
    if not isinstance(event, DjinnDrawn):
        return []
    return [*(colour for djinn in event.spaces.values() for colour in djinn), *event.bag]


def _unshuffled(deck: TomShuffled) -> list[TomCard]:
    """Put the cards of a deck back into the order they were shuffled from."""
    return sorted(deck.cards, key=lambda card: card.id)

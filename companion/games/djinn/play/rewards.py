"""What a player gains besides a catch, as far as somebody taps it: Trophies and placed Secret Passages. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from companion.games.djinn.facts import (
    BOSS,
    COLOURS,
    CONTENTS,
    LOCATIONS,
    START,
    TROPHY_POINTS,
    TROPHY_ROWS,
    UNDESCRIBED,
    handful,
)
from companion.games.djinn.facts.events import Event, PassagePlaced, TrophyTaken
from companion.games.djinn.facts.gains import each_in_words
from companion.games.djinn.play import bonus
from companion.games.djinn.play.gains import takes
from companion.games.djinn.play.turns import require_turn
from companion.games.djinn.setup.draws import trophies_by_row
from companion.games.djinn.state.model import State, passages_gone
from companion.language.texts import Text
from companion.table.log import Refusal

BY_TROPHY = 3
"""How many Djinn in Bottles go for a Trophy (rulebook, Receive a Trophy)."""


class Offer(NamedTuple):
    """A Trophy that a player may take: what stands for it in a form, its row, its points, and its bonus if known.

    Of one that only a photo shows the points are 0 until its player tells them; `gains` are what the bonus counts.
    """

    id: str
    row: str
    points: int
    bonus: str = ""
    gains: Mapping[str, int] = MappingProxyType({})

    @property
    def counted(self) -> list[Text]:
        """Say what its bonus counts."""
        return each_in_words(self.gains)


def due(state: State, seat: int) -> tuple[str, ...]:
    """List the rows from which a seat may take its next Trophy (rulebook, Receive a Trophy)."""
    count = sum(one.seat == seat for one in state.taken)
    return TROPHY_ROWS[count : count + 1] or TROPHY_ROWS


def offers(state: State, seat: int) -> list[Offer]:
    """List the Trophies that a seat may take: those described or photographed one by one, the others by points."""
    told = {*state.noted.trophies, *state.noted.pictured}
    return [one for row in due(state, seat) for one in (*_described(state, row, told), *_by_points(state, row, told))]


def _described(state: State, row: str, told: Set[str]) -> list[Offer]:
    known, taken = state.noted.trophies, _taken(state, row)
    left = (id for id in _laid_out(state, row) if id in told and id not in taken)
    return [Offer(id, *known.get(id, (row, 0, "")), state.noted.bonuses.get(id, {})) for id in left]


def _by_points(state: State, row: str, told: Set[str]) -> list[Offer]:
    """List the Trophies of a row by their points alone, while there is one left that is not among those `told`."""
    untold = sum(id not in told for id in _laid_out(state, row))
    if untold <= sum(id in UNDESCRIBED for id in _taken(state, row)):
        return []
    return [Offer(id, row, points) for id, (of, points) in UNDESCRIBED.items() if of == row]


def _laid_out(state: State, row: str) -> Sequence[str]:
    """List the Trophies of a row that lie out; all that it has while the table has yet to say which."""
    rows = trophies_by_row(state) if "trophies" in state.to_enter else state.trophies
    return rows.get(row, ())


def _taken(state: State, row: str) -> list[str]:
    return [one.trophy for one in state.taken if one.row == row]


def colours_due(state: State, seat: int) -> list[str]:
    """List the colours of which a seat has caught enough for a Trophy, Bosses among them, as far as the app saw.

    Whether they are in Bottles of that colour only the player sees (rulebook, Receive a Trophy).
    """
    left = _left(state, seat)
    return [colour for colour in COLOURS if left[colour] and left[colour] + left[BOSS] >= BY_TROPHY]


def _left(state: State, seat: int) -> Counter[str]:
    """Count what a seat has caught and not given for a Trophy, as far as the app saw."""
    given = Counter(djinn for one in state.taken if one.seat == seat for djinn in one.djinn)
    return Counter(state.caught[seat]) - given


def saw_too_few(state: State, seat: int) -> bool:
    """Say whether the app saw a seat catch fewer Djinn than its Trophies take, the next one among them."""
    return len(state.caught[seat]) < BY_TROPHY * (1 + sum(one.seat == seat for one in state.taken))


def saw_three_alike(state: State, seat: int, given: Sequence[str]) -> bool:
    """Say whether the app saw a seat catch the Djinn `given` for a Trophy, or enough of a colour if nobody says."""
    left = _left(state, seat)
    return not Counter(given) - left if given else left[BOSS] >= BY_TROPHY or bool(colours_due(state, seat))


def free_squares(state: State, seat: int) -> list[str]:
    """List the square spaces beside which a seat may place a Secret Passage, as far as the app knows (Archives)."""
    return [slot for slot in state.city.square if (seat, slot) not in state.passages]


def take_trophy(
    state: State,
    *,
    seat: int,
    trophy: str,
    points: int = 0,
    colour: str = "",
    bosses: int = 0,
    strict: bool = False,
    alike: bool = False,
    discards: bool = False,
) -> list[Event]:
    """Take a Trophy for three Djinn in Bottles of one colour, `bosses` of them Bosses (rulebook, Receive a Trophy).

    `points` are those of one that only a photo shows. A Boss so given is in the supply again: our reading. If it
    `discards` them, a house rule may take it out of the game instead; older logs did not look at that. If `strict`,
    one that the app saw catch fewer is asked first, and if `alike`, one that it saw catch no three of one colour; older
    logs did not ask, and took one with a photo by its points, too.
    """
    if state.at_source:
        raise Refusal("Once everyone is at the Magic Source, you can't take Trophies. Go on to the scores.")
    require_turn(state, seat)
    if state.rewarded and "trophy_many" in state.rules_on:
        raise Refusal("At this table a player takes at most one Trophy a turn; wait for your next turn.")
    rows = due(state, seat)
    older = (one for row in rows for one in _by_points(state, row, state.noted.trophies.keys()))
    offered = {offer.id: offer for offer in (*older, *offers(state, seat))}
    if trophy not in offered:
        raise Refusal("You can't take this Trophy now. Choose one from row %(rows)s.", rows="/".join(rows))
    one = offered[trophy]
    if (one.points or points) not in TROPHY_POINTS:
        raise Refusal("Turn the Trophy over and choose what it's worth: 30 or 36 points.")
    if not 0 <= bosses <= BY_TROPHY or (0 < bosses < BY_TROPHY and not colour):
        raise Refusal("A Trophy costs three Djinn: choose their colour and how many are Bosses.")
    given = (BOSS,) * bosses + (colour,) * (BY_TROPHY - bosses)
    given = given if colour or bosses else ()
    if (strict and saw_too_few(state, seat)) or (alike and not saw_three_alike(state, seat, given)):
        raise Refusal(
            "A Trophy takes 3 Djinn of one colour. By the app's count you have: %(djinn)s.",
            djinn=handful(_left(state, seat).elements()),
        ).unless("anyway", Text("Allow anyway"))
    gone = discards and "discarded" in state.rules_on
    return [TrophyTaken(seat, one.row, one.points or points, trophy, given, gone), *bonus.given(state, seat, trophy)]


def place_passage(
    state: State, *, seat: int, slot: str = "", symbol: str = "", strict: bool = False, whole: bool = False
) -> list[Event]:
    """Place a Secret Passage on the map, beside a square space if it is named (rulebook, Archives).

    Its `symbol` is the location that it shows, if somebody says so: no space has one twice. If `strict`, one that the
    Archives do not offer is asked first, and if it is to be told `whole`, one without its symbol, too; older logs did
    not ask, nor say at which location the space is.
    """
    require_turn(state, seat)
    if strict and state.here and not may_place(state):
        raise Refusal("You place Secret Passages at the Archives, one a turn.").unless("anyway", Text("Allow anyway"))
    if strict and whole and slot and not symbol:
        refusal = Refusal("Which symbol does your Secret Passage show? Choose it first, then tap the space.")
        raise refusal.unless("anyway", Text("I won't say"))
    if (seat, slot) in state.passages:
        raise Refusal("This player already has a Secret Passage there; choose another space.")
    if not passages_left(state, seat):
        raise Refusal("This player has placed all their Secret Passages. Undo one if that's wrong.")
    if symbol and symbol not in symbols_left(state, seat):
        raise Refusal("This player has no Secret Passage with this symbol left. Choose the one that you placed.")
    if symbol and slot and symbol in (state.layout.get(slot), *symbols_at(state, slot)):
        raise Refusal("This symbol is already there, so you can't place that Secret Passage. Choose another space.")
    return [PassagePlaced(seat, slot, symbol, state.layout.get(slot, "") if whole else "")]


def may_place(state: State) -> bool:
    """Say whether the player whose turn it is may place a Secret Passage where the Mage is (rulebook, Archives)."""
    if not state.here or state.placed_now:
        return False
    return any(one.place == "archives" for one in takes(state, state.here[-1], state.placed_now))


def symbols_left(state: State, seat: int) -> list[str]:
    """List the locations that a seat's Secret Passages show which it can still place, as far as somebody said."""
    gone = {*passages_gone(state), *(symbol for owner, _, symbol in state.symbols if owner == seat)}
    return [location for location in LOCATIONS if location not in gone]


def symbols_at(state: State, slot: str) -> list[str]:
    """List what the Secret Passages beside a space show, anybody's, as far as somebody said."""
    return [symbol for _, where, symbol in state.symbols if where == slot]


def passages_left(state: State, seat: int) -> int:
    """Count the Secret Passages that a seat can still place."""
    return CONTENTS.passages - START.passages_removed - state.placed.count(seat)

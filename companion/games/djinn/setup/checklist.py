"""The steps of the rulebook's setup as a checklist, in the table's own numbers. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.djinn.facts import COLOURS, CONTENTS, NAMES, PLAYER_COUNTS, START
from companion.games.djinn.facts.events import Event, StepTicked, StepUnticked
from companion.games.djinn.setup import challenges
from companion.games.djinn.setup.draws import NOT_AGAINST_TOM, left_out
from companion.games.djinn.state.model import State, against_tom, require_open
from companion.language.texts import Text, listed
from companion.table.log import Refusal


@dataclass(frozen=True)
class Step:
    """A step of the rulebook's setup, in the table's own numbers."""

    id: str
    number: int
    lines: tuple[Text, ...]


def tick(state: State, *, step: str, seat: int | None) -> list[Event]:
    """Tick off a step of the setup; `seat` is the player who did it, None for a host without a seat."""
    require_open(state)
    if step in _LINES and step not in step_ids(state):
        raise Refusal("This game skips this step. Carry on with the next one.")
    if step in state.ticks:
        raise Refusal("This step is already ticked. Untick it if it isn't done yet.")
    if step not in _LINES:
        raise KeyError(step)
    return [StepTicked(step, seat)]


def untick(state: State, *, step: str) -> list[Event]:
    """Take the tick off a step."""
    if step not in state.ticks:
        raise Refusal("This step isn't ticked. Tick it when it's done.")
    return [StepUnticked(step)]


def steps(state: State, names: Sequence[str]) -> tuple[Step, ...]:
    """List the rulebook's steps for this table, with the seats' `names`."""
    return tuple(Step(id, NUMBERS[id], _LINES[id](state, names)) for id in step_ids(state))


def step_ids(state: State) -> tuple[str, ...]:
    """List the ids of this table's steps."""
    return SOLO_STEPS if against_tom(state) else tuple(id for id in STEPS if id not in left_out(state))


def _board(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    board = Text("Put the Game Board in the middle and the 12 Action Spaces into its slots, as on the map.")
    if state.first_game:
        return (board, Text("First game: no matching symbols are adjacent."))
    return (board,)


def _players(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    alone = against_tom(state)
    return (
        Text(
            "Each player: the Player Board, Mage, Assistant, 6 Secret Passages and Archives Marker of one colour, "
            "a Player Aid, a Roof Tile."
        ),
        Text(
            "On your board: Archives Marker, 2 different Spell Circles, Base Marker on %(base)s, "
            "Magic Marker on %(magic)s, Capacity Marker on %(capacity)s, %(coins)s Coins.",
            base=START.base,
            magic=START.magic,
            capacity=START.capacity,
            coins=START.coins,
        ),
        _passages(state),
        *(() if alone else (_start(state, names),)),
        Text(
            "You have four Spell Circles; the two that you slot in start inactive. You can hold %(most)s Magic Power "
            "at first: up to the space left of the Capacity Marker. Your Mage waits beside the board; on your first "
            "turn it begins beside a square space.",
            most=START.capacity - 1,
        ),
    )


def _passages(state: State) -> Text:
    passages = listed([NAMES[location] for location in state.passages_out])
    if against_tom(state) and "passages" in state.to_enter:
        return Text("Draw 2 of your 6 Secret Passages: these two go back to the box.")
    if "passages" in state.to_enter:
        return Text(
            "The starting player draws 2 of the 6 Secret Passages: everybody puts the same two back into the box."
        )
    if against_tom(state):
        return Text("Keep 4 Secret Passages and return these to the box: %(passages)s.", passages=passages)
    return Text("Everyone keeps 4 Secret Passages and returns these to the box: %(passages)s.", passages=passages)


def _start(state: State, names: Sequence[str]) -> Text:
    if "start" in state.to_enter:
        return Text("Deal everyone a Roof Tile, with the dragon among them: the player with the dragon starts.")
    return Text("%(name)s takes the Roof Tile with the dragon and starts.", name=names[state.start_seat])


def _market(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    assistants = Text("Put your Assistants beside the Market Tents, not on one.")
    if against_tom(state):
        assistants = Text("Put your Assistant beside the Market Tents, not on one.")
    if PLAYER_COUNTS[state.players].market_side == "back":
        return (Text("Insert the Market back side up (some Tents are shared)."), assistants)
    return (Text("Insert the Market front side up."), assistants)


def _treasure(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Shuffle the %(count)s Treasure Chests and put them face down on the Catacombs.",
            count=CONTENTS.treasure_chests,
        ),
    )


def _mages(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Shuffle the Mage Cards with and without a Key separately, split both decks in half, and put the "
            "4 piles face up at the Tavern."
        ),
        Text("Put the %(count)s Keys beside them.", count=CONTENTS.keys),
    )


def _equipment(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text("Shuffle Staves, Hats and Cloaks separately, and put the 3 stacks face up on the Manufactory."),
        Text("Put the Corks beside them."),
    )


def _djinn(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    usual = PLAYER_COUNTS[state.players]
    count = usual.djinn_beside_boss
    beside = Text("Beside each round Action Space, not on a path: 1 Boss and %(count)s Djinn.", count=count)
    if more := usual.more_beside_source + state.longer:
        beside = Text(
            "Beside each round Action Space, not on a path: 1 Boss and %(count)s Djinn, but %(more)s Djinn at the "
            "three next to the Magic Source.",
            count=count,
            more=count + more,
        )
    others = CONTENTS.bosses - CONTENTS.bosses_on_board
    return (beside, Text("Put the other %(count)s Bosses beside the Game Board.", count=others))


def _trophies(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text(
            "Sort the Trophies into I, II and III, and put %(count)s of each face up beside the Trophy Board.",
            count=state.players + 1,
        ),
    )


def _supply(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    dealt = state.dealt or state.spaces
    return (
        Text(
            "Lay out the bag with the %(count)s Djinn left, the Bottles, the Scrolls and the Coins.",
            count=CONTENTS.djinn_per_colour * len(COLOURS) - sum(len(space.djinn) for space in dealt.values()),
        ),
    )


def _cards(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    if "cards" in state.to_enter:
        return (Text("Shuffle the Scoring Cards and lay out %(count)s of them face up.", count=START.cards),)
    return (Text("Lay out these %(count)s Scoring Cards face up.", count=len(state.cards)),)


def _tiles(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    return (
        Text("Lay out %(count)s green and %(count)s red Character Tiles.", count=state.players + 1),
        Text(
            "%(name)s takes any tile, and the others follow clockwise; then, in reverse order, each "
            "takes one of the other colour.",
            name=Text("The starting player") if "start" in state.to_enter else names[state.start_seat],
        ),
        Text("The other tiles and Scoring Cards go back to the box."),
    )


def _tom(state: State, names: Sequence[str]) -> tuple[Text, ...]:
    """Explain how to make Tom's deck (rulebook, Solo Play Setup)."""
    size = state.deck_size
    shuffled = Text("The app has shuffled Tom's deck of %(count)s cards.", count=size)
    if state.house:
        shuffled = Text("The app has shuffled a house deck of %(count)s cards for Tom.", count=size)
    if state.shuffled:
        stay = Text("The printed Cards for Solo Play stay in the box.")
        known = Text("The game has a challenge code, so anyone who wants to can work out the bag and Tom's deck.")
        return (shuffled, stay, known) if challenges.code_of(state) else (shuffled, stay)
    return (
        Text("Shuffle Tom's deck of %(count)s cards and put it face down.", count=size),
        Text(
            "It holds Location Cards (%(locations)s) and Nothing-happens Cards (%(nothing)s).",
            locations=CONTENTS.location_cards,
            nothing=size - CONTENTS.location_cards,
        ),
    )


_LINES: dict[str, Callable[[State, Sequence[str]], tuple[Text, ...]]] = {
    "board": _board,
    "players": _players,
    "market": _market,
    "treasure": _treasure,
    "mages": _mages,
    "equipment": _equipment,
    "djinn": _djinn,
    "trophies": _trophies,
    "supply": _supply,
    "cards": _cards,
    "tiles": _tiles,
    "tom": _tom,
}
STEPS = tuple(id for id in _LINES if id != "tom")
"""The eleven steps by id, in the rulebook's order."""
SOLO_STEPS = (*(id for id in STEPS if id not in NOT_AGAINST_TOM), "tom")
"""The ten steps of a game against Tom by id, his deck last."""
NUMBERS = {id: number for ids in (SOLO_STEPS, STEPS) for number, id in enumerate(ids, start=1)}
"""The number of every step in its game."""

"""Before the first turn: the table, secret goals, who starts, skills, heroes. Pure."""

from __future__ import annotations

from functools import reduce
from random import Random

from companion.games.tales.facts import BASICS, SKILLS, events as ev
from companion.games.tales.facts.events import Event
from companion.games.tales.setup import draws
from companion.games.tales.state import MOST_PLAYERS, State, evolve, is_new, total_of
from companion.games.tales.state.heroes import GENDERS
from companion.kit.fairness.committed_random import committed, new_secret, say
from companion.table.log import Refusal

LEAST_TOTAL, MOST_TOTAL, LEAST_JOINING, MOST_DECKS = 6, 40, 2, 3
LONGEST_NAME = 40
"""How many characters a name of anything may have."""


def open_game(
    state: State,
    *,
    players: int,
    rng: Random,
    total: int = BASICS.total,
    one_status: bool = False,
    on_paper: bool = False,
    decks: int = 0,
    noted: ev.BoxNoted | None = None,
) -> list[Event]:
    """Open a table, and roll who goes first.

    A goal has `total` points, and whoever plays alone goes through `decks` decks at most. `noted` is
    what the owner of the box has put right.
    """
    if state.players:
        raise Refusal("This table already has a game. Open another table.")
    if not 1 <= players <= MOST_PLAYERS:
        raise Refusal("Tales is for 1 to %(most)s players.", most=MOST_PLAYERS)
    if not LEAST_TOTAL <= total <= MOST_TOTAL:
        raise Refusal("A goal must be %(least)s to %(most)s points.", least=LEAST_TOTAL, most=MOST_TOTAL).about("total")
    alone = min(max(decks, 0), MOST_DECKS) if players == 1 else 0
    events: list[Event] = [ev.Opened(players, total, one_status, on_paper, alone), *([noted] if noted else [])]
    events.append(committed(new_secret(rng)))
    return [*events, draws.first(reduce(evolve, events, state))]


def say_word(state: State, *, seat: int, word: str) -> list[Event]:
    """Add a player's word to the draws; what chance has decided already is drawn anew with it."""
    require_setup(state)
    said = say(state, seat, word)
    ready = evolve(state, said)
    again: list[Event] = [draws.first(ready)] if state.rolls else []
    return [said, *again, *([draws.skills(ready)] if state.skills_drawn else [])]


def choose_goal(state: State, *, seat: int, destiny: int) -> list[Event]:
    """Set a seat's secret goal: so much destiny, the rest of the total is story (rules, Setup)."""
    _require_seat(state, seat)
    total = total_of(state, seat)
    if not is_new(state, seat):
        raise Refusal("The game has begun, so goals can't be changed.")
    if state.on_paper:
        raise Refusal("At this table goals are kept on paper.")
    if not 0 <= destiny <= total:
        raise Refusal("Destiny and story have to add up to %(total)s.", total=total).about("destiny")
    return [ev.GoalChosen(seat, destiny, total - destiny)]


def roll_first(state: State, *, rng: Random) -> list[Event]:
    """Roll who goes first."""
    require_setup(state)
    return [draws.first(state, rng)]


def choose_first(state: State, *, seat: int) -> list[Event]:
    """Say who goes first, as the table rolled."""
    require_setup(state)
    _require_seat(state, seat)
    return [ev.FirstRolled(seat, (), by_hand=True)]


def pick_skill(state: State, *, seat: int, skill: str) -> list[Event]:
    """Pick one of a hero's first three skills; two players may have the same one (rules, Setup; FAQ)."""
    _require_new(state, seat)
    own = state.heroes[seat].skills
    if skill not in SKILLS:
        raise Refusal("Choose one of the skills.").about("skill")
    if skill in own:
        raise Refusal("You have this skill already. Choose three different ones.").about("skill")
    if len(own) >= BASICS.skills:
        raise Refusal("You already have three skills. Take one back to choose another.").about("skill")
    return [ev.SkillPicked(seat, skill)]


def draw_skills(state: State, *, rng: Random) -> list[Event]:
    """Draw three different skills for everybody."""
    require_setup(state)
    return [draws.skills(state, rng)]


def choose_hero(state: State, *, seat: int, gender: str, name: str = "", quest: str = "") -> list[Event]:
    """Say who a hero is, with which gender it starts, whoever it is (FAQ, Starting gender), and its first quest."""
    _require_new(state, seat)
    if gender not in GENDERS:
        raise Refusal("Choose a gender: the reaction “Court” depends on it.").about("gender")
    return [ev.HeroChosen(seat, gender, named(name, least=0), named(quest, least=0))]


def begin(state: State) -> list[Event]:
    """Begin the game with the first player's turn."""
    require_setup(state)
    if state.first is None:
        raise Refusal("Choose who goes first.")
    if not state.on_paper and any(seat not in state.goals for seat in range(state.players)):
        raise Refusal("Somebody hasn't set a goal yet.")
    if any(len(hero.skills) < BASICS.skills for hero in state.heroes):
        raise Refusal("Everybody needs three skills first.")
    return [ev.Begun(state.first)]


def join(state: State, *, right: int, total: int) -> list[Event]:
    """Let a player join between two turns, with a new hero, to the left of the `right` neighbour (our reading).

    The table says how many points the goal has: whoever comes late may need fewer.
    """
    _require_open(state)
    if state.winners is not None:
        raise Refusal("This game is over. To play on, undo what ended it.")
    if state.players == 1:
        raise Refusal("Nobody can join a solo game: open a new table for two.")
    if state.players >= MOST_PLAYERS:
        raise Refusal("Tales is for 1 to %(most)s players.", most=MOST_PLAYERS)
    if state.declared:
        raise Refusal("Somebody has declared victory, so nobody can join.")
    if state.moved or state.encounter:
        raise Refusal("Nobody can join in the middle of a turn: end this one first.")
    _require_seat(state, right)
    if not LEAST_JOINING <= total <= state.total:
        raise Refusal("A goal must be %(least)s to %(most)s points.", least=LEAST_JOINING, most=state.total).about(
            "total"
        )
    return [ev.PlayerJoined(state.players, right, total)]


def named(name: str, *, least: int = 1) -> str:
    """Check a name that people typed; raise Refusal if it is too short or too long."""
    if not least <= len(name) <= LONGEST_NAME:
        raise Refusal("A name of 1 to %(most)s characters, please.", most=LONGEST_NAME)
    return name


def require_setup(state: State) -> None:
    """Raise Refusal unless the table is open and the game has not begun."""
    _require_open(state)
    if state.begun:
        raise Refusal("The game has already begun. Undo the start first.")


def _require_open(state: State) -> None:
    if not state.players:
        raise Refusal("This table has no game yet; open one first.")


def _require_new(state: State, seat: int) -> None:
    if seat not in state.later:
        require_setup(state)
    _require_seat(state, seat)
    if not is_new(state, seat):
        raise Refusal("The first turn is over. The table can still correct the hero's details.")


def _require_seat(state: State, seat: int) -> None:
    if seat not in range(state.players):
        raise Refusal("Choose one of the players.").about("seat")

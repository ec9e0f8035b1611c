"""What events add up to, in any order; what cannot be; what is hidden, and copies."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from companion.games.tales.facts import events as ev
from companion.games.tales.play.ending import declare, end_turn
from companion.games.tales.setup import draws
from companion.games.tales.setup.setup import open_game
from companion.games.tales.state import Encounter, State, check, evolve
from companion.games.tales.state.heroes import Hero, Place, could_be
from companion.games.tales.text.describe import outcome, tell
from companion.games.tales.text.draw_replay import again, snippet
from companion.games.tales.text.redaction import UNKNOWN, hide, redraw
from companion.table.log import Entry, changed, effective
from tests.checks import wrong
from tests.tales.conftest import fold

NAMES = ("Ann", "Bob", "Cem")
SEAT = st.integers(-1, 3)
WORD = st.sampled_from(["lost", "luck", "city", "Lamp", "poor", "origin", ""])
FEW = st.integers(-3, 9)


def anything(kind):
    """Make an event of a kind of what may stand in a log."""
    by = {"int": FEW, "str": WORD, "bool": st.booleans(), "int | None": st.none() | SEAT}
    by |= {"tuple[int, ...]": st.lists(SEAT).map(tuple), "tuple[str, ...]": st.lists(WORD).map(tuple)}
    fields = {name: by.get(kind.__annotations__[name], st.just(())) for name in kind.__annotations__}
    return st.builds(kind, **fields | ({"seat": SEAT} if "seat" in fields else {}))


@given(st.lists(st.sampled_from(ev.EVENTS).flatmap(anything), max_size=12))
def test_no_order_of_events_crashes(events):
    state = fold(State(), [ev.Opened(3, 20), *events])
    assert len(state.heroes) <= 6


def test_every_event_is_told():
    one = {"seat": 0, "skill": "luck", "status": "lost", "level": "poor", "gender": "man", "kind": "city"}
    one |= {"card": "city", "marker": "origin", "face": 1, "route": "LS", "quest": "The Roc", "line": "So."}
    for kind in ev.HeroEvent.__args__ + ev.TurnEvent.__args__:
        known = {name: one[name] for name in kind.__annotations__ if name in one}
        rest = {name: 1 for name, of in kind.__annotations__.items() if name not in one and of == "int"}
        rest |= {name: "Basra" for name, of in kind.__annotations__.items() if name not in one and of == "str"}
        rest |= {"skills": ("luck",)} if "skills" in kind.__annotations__ else {}
        rest |= {"done": True} if "done" in kind.__annotations__ else {}
        known |= {"level": "talent"} if kind is ev.SkillTrained else {}
        known |= {"master": 1} if kind is ev.MasterNamed else {}
        event = kind(**known | rest)
        assert "%(" not in tell(event, NAMES)
        assert isinstance(outcome(State(), [event]), str)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"players": 2}, "players"),
        ({"goals": {0: (13, 8)}}, "goals"),
        ({"goals": {0: (-1, 21)}}, "goals"),
        ({"goals": {5: (12, 8)}}, "seats"),
        *(({name: (3,)}, "seats") for name in ("declared", "last", "winners")),
        ({"lines": {3: "So."}}, "seats"),
        ({"turn": 3}, "seats"),
        ({"first": 3}, "seats"),
        ({"winners": (0,)}, "turn"),
        ({"begun": False}, "turn"),
        *(({"reshuffles": number}, "deck") for number in (-1, 10_001)),
        *(({"shift": number}, "rounds") for number in (-10_001, 10_001)),
        ({"rounds": -1}, "rounds"),
        ({"decks": 31}, "total"),
        ({"decks": -1}, "total"),
        ({"total": -1}, "total"),
        *(({"encounter": Encounter(**{name: 10_001})}, "encounter") for name in ("number", "paragraph", "space")),
        *(({"encounter": Encounter(**{name: -1})}, "encounter") for name in ("number", "paragraph", "space", "row")),
        ({"encounter": Encounter(row=13)}, "encounter"),
        ({"encounter": Encounter(matrix="P")}, "encounter"),
        ({"encounter": Encounter(face=2)}, "encounter"),
        ({"turn": None}, "turn"),
        ({"deck": 56}, "deck"),
        ({"deck": -1}, "deck"),
        ({"rounds": 10**6}, "rounds"),
        ({"total": 100}, "total"),
        ({"encounter": Encounter("tarot")}, "encounter"),
        ({"lines": {0: "x" * 241}}, "lines"),
        ({"rules_on": frozenset(["no_rule"])}, "house"),
        ({"words": ((7, "x"),)}, "chance"),
    ],
)
def test_what_no_game_is(game, change, fault):
    assert wrong(check, game(), 3) == []
    assert fault in wrong(check, changed(game(), **change), 3)


@pytest.mark.parametrize(
    "change",
    [
        {"decks": 0, "deck": 0},
        {"decks": 30, "deck": 55, "reshuffles": 10_000, "rounds": 10_000, "shift": 10_000},
        {"reshuffles": 0, "rounds": 0, "shift": -10_000},
        {"total": 99, "goals": {2: (0, 99)}, "lines": {2: "x" * 240}},
        {"total": 0, "goals": {}},
        {"winners": (0, 2), "turn": None, "declared": (2,), "last": (1,), "first": 2},
        {"encounter": Encounter("city", row=12, matrix="O", face=1, number=10_000, paragraph=10_000, space=10_000)},
        {"encounter": Encounter(face=-1)},
        {"encounter": Encounter(face=0)},
    ],
)
def test_what_a_game_may_be(game, change):
    assert wrong(check, changed(game(), **change), 3) == []


def test_a_hero_serves_a_player():
    assert wrong(check, fold(State(), [ev.Opened(2, 20), ev.MasterNamed(0, 1)]), 2) == []
    assert wrong(check, fold(State(), [ev.Opened(2, 20), ev.MasterNamed(0, 2)]), 2) == ["seats"]


@pytest.mark.parametrize(("players", "seats"), [(1, 1), (6, 6), (2, 3)])
def test_there_may_be_more_seats_than_players(players, seats):
    """Of one whose joining was taken back."""
    assert wrong(check, fold(State(), [ev.Opened(players, 20)]), seats) == []
    assert "players" in wrong(check, fold(State(), [ev.Opened(players, 20)]), players - 1)
    assert "players" in wrong(check, fold(State(), [ev.Opened(players, 20)]), 7)


@pytest.mark.parametrize(
    "has",
    [
        {"destiny": -1},
        {"story": -1},
        {"since": {"wounded": 1}},
        {"tied": {"flag": ("lost",)}},
        {"place": Place("city", -1)},
        {"treasures": ("x" * 241,)},
        {"cards": {"x" * 241: 1}},
        {"markers": {"origin": "x" * 241}},
        {"name": "x" * 241},
        {"place": Place("city", 1, "x" * 241)},
        {"story": 100},
        {"wealth": "wealthy"},
        {"skills": {"juggling": "talent"}},
        {"skills": {"luck": "expert"}},
        {"statuses": {"hungry": 0}},
        {"held": {"wounded": ("luck",)}},
        {"markers": {"flag": "Basra"}},
        {"place": Place("moon")},
        {"gender": "x"},
        {"treasures": ("Lamp",) * 31},
        {"quest": "x" * 241},
        {"deaths": -1},
        {"deaths": 10_001},
        {"turns": -1},
        {"turns": 10_001},
        {"place": Place("city", 10_000)},
        {"destiny": 100},
        {"rewards": (1,) * 31},
        {"cards": dict.fromkeys(map(str, range(31)), 1)},
    ],
)
def test_what_no_hero_is(game, has):
    assert wrong(check, game(**has), 3) == ["heroes"]


def test_a_hero_may_have_as_much_as_there_can_be():
    few = {"treasures": ("x" * 240,) * 30, "rewards": (1,) * 30, "cards": dict.fromkeys(map(str, range(30)), 1)}
    assert could_be(Hero(destiny=99, story=99, turns=10_000, deaths=10_000, place=Place("city", 9_999), **few))
    assert could_be(Hero())


# What is hidden


def entries(*moves):
    return [Entry(seq, 0.0, None, "move", tuple(events)) for seq, events in enumerate(moves, start=1)]


GOAL = ev.GoalChosen(1, 13, 7)


def test_a_goal_leaves_the_house_only_when_it_is_told():
    assert hide(State(), GOAL) == ev.GoalChosen(1, UNKNOWN, UNKNOWN) == ev.GoalChosen(1, -1, -1)
    assert hide(State(told=True), GOAL) == GOAL
    assert tell(GOAL, NAMES) == "Bob has set a goal."


@pytest.mark.parametrize("seed", range(5))
def test_a_copy_has_other_goals_that_fit_what_came(game, seed):
    """Whoever has declared met the goal in the copy as well; nobody else's is known."""
    begun = [ev.Opened(2, 20), ev.GoalChosen(0, UNKNOWN, UNKNOWN), ev.GoalChosen(1, UNKNOWN, UNKNOWN), ev.Begun(0)]
    log = entries(begun, [ev.PointsChanged(0, 15, 6)], [ev.VictoryDeclared(0), ev.TurnEnded(0)])
    copy = redraw(log, Random(seed))
    state = fold(State(), [event for entry in effective(copy) for event in entry.events])
    destiny, story = state.goals[0]
    assert 14 <= destiny <= 15
    assert story == 20 - destiny
    assert sum(state.goals[1]) == 20
    assert state.copied


def test_who_joined_later_has_a_goal_of_their_own_total_in_a_copy():
    goals = [ev.GoalChosen(seat, UNKNOWN, UNKNOWN) for seat in range(3)]
    log = entries([ev.Opened(2, 20), *goals[:2], ev.Begun(0)], [ev.PlayerJoined(2, 0, 15)], goals[2:])
    state = fold(State(), [event for entry in effective(redraw(log, Random(1))) for event in entry.events])
    assert [sum(state.goals[seat]) for seat in range(3)] == [20, 20, 15]


def test_points_that_meet_no_goal_are_no_log():
    log = entries([ev.Opened(1, 20), ev.GoalChosen(0, UNKNOWN, UNKNOWN)], [ev.VictoryDeclared(0)])
    with pytest.raises(ValueError, match="empty range"):
        redraw(log, Random(1))


# Draws


def test_every_draw_follows_from_the_secret(rng):
    state = fold(State(), open_game(State(), players=3, rng=rng))
    for move in (ev.NumberGiven(0, 842),):
        state = evolve(state, move)
    for event in (draws.first(state), draws.skills(state), draws.row(state, 0), draws.destiny(state, 0)):
        assert again(state, event).event == event
    assert again(state, draws.city(state, 0, "Basra")).event == draws.city(state, 0, "Basra")
    assert again(state, draws.row(state, 0, 3)).by_table
    assert again(state, ev.TurnEnded(0)) is None
    drawn = fold(state, [draws.skills(state), draws.row(state, 0), draws.destiny(state, 0)])
    assert len(snippet(drawn)) > len(snippet(State(secret="x", commitment="y")))


def test_taking_a_turn_back_brings_its_encounter_back(game, after):
    state = evolve(game(), ev.CardDrawn(0, "city"))
    assert after(state, end_turn, seat=0).encounter is None
    assert state.encounter == Encounter("city")


def test_a_declaration_is_seen_by_all(game, after):
    state = after(game(destiny=12, story=8), declare, seat=0)
    assert tell(ev.VictoryDeclared(0), NAMES) == "Ann declares that the goal is met."
    assert state.declared == (0,)


def test_who_has_declared_is_noted_once():
    """A file may say it ten thousand times."""
    state = State(2, 20, heroes=(Hero(), Hero()))
    for _ in range(3):
        state = evolve(state, ev.VictoryDeclared(0))
    assert state.declared == (0,)


def test_what_is_settled_stays_whatever_a_log_says(game):
    """So that it cannot be taken back alone."""
    state = game()
    late = [ev.FirstRolled(2, ()), ev.SkillsDrawn((("luck",),)), ev.SkillPicked(0, "acting"), ev.HeroChosen(0, "man")]
    for event in (*late, ev.SecretTold(), ev.TreasureLost(0, "Lamp")):
        assert evolve(state, event) == state


def test_a_marker_marks_a_home_only_if_it_says_so(game):
    state = fold(game(), [ev.MarkerPlaced(0, "origin", "Basra")])
    assert state.heroes[0].tied == {}
    tied = evolve(state, ev.MarkerPlaced(0, "origin", "Basra", ("married",)))
    assert tied.heroes[0].tied == {"origin": ("married",)}
    assert evolve(tied, ev.MarkerPlaced(0, "origin", "Mecca")).heroes[0].tied == {"origin": ()}

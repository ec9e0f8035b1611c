"""The box of Tales: what is read, what counts at a table, and what is offered again."""

from functools import reduce
from random import Random

import pytest

from companion.games.tales.box import corrections
from companion.games.tales.box.corrections import Box, corrected, from_toml, learn, names_in, to_toml
from companion.games.tales.facts import events as ev
from companion.games.tales.facts.events import BoxNoted, Effect
from companion.games.tales.play import award, ending, turn
from companion.games.tales.play.status_hints import lines
from companion.games.tales.setup import setup
from companion.games.tales.state import State, box_overrides, check, evolve
from companion.table.log import Refusal

HEAD = "companion_tales_box = 1\n"
SLOW = Effect(slower=2, holds=("luck",))
WHOLE = Box(
    rates={"rich": (5, 3)},
    statuses={"diseased": SLOW, "envious": Effect()},
    rewards={"3": 2, "8": 1},
    treasures=("Magic Lamp",),
    quests=("The Beggar's Gold",),
    cities=("Basra",),
)


def opened(noted, *happened):
    events = setup.open_game(State(), players=2, rng=Random(1), noted=noted)
    state = reduce(evolve, [*events, ev.Begun(0)], State())
    check(state, 2)
    return reduce(evolve, [ev.WealthChanged(0, "rich"), *happened], state)


def test_a_box_is_written_and_read_whole():
    assert from_toml(to_toml(WHOLE)) == WHOLE
    assert from_toml(to_toml(Box())) == Box()
    assert Box().noted is None


@pytest.mark.parametrize(
    "entry",
    [
        "[rates]\nrich = [4]",
        "[rates]\nrich = [4, 10]",
        "[rates]\npoor = [3, 2]",  # printed
        "[rates]\nrich = [4, true]",
        "[statuses.diseased]\nslower = 1",
        "[statuses.diseased]\nslower = 6\nmost = -1\nholds = []\ntalents = false\nbars = false",
        "[statuses.diseased]\nslower = 1\nmost = -2\nholds = []\ntalents = false\nbars = false",
        '[statuses.diseased]\nslower = 1\nmost = -1\nholds = ["flying"]\ntalents = false\nbars = false',
        "[statuses.diseased]\nslower = 1\nmost = -1\nholds = []\ntalents = 0\nbars = false",
        "[statuses.hungry]\nslower = 1",
        "[rewards]\n22 = 1",
        "[rewards]\n0 = 1",
        "[rewards]\n3 = 7",
        'treasures = "Lamp"',
        'treasures = [""]',
        f'treasures = ["{"x" * 41}"]',
        f"treasures = {['x'] * 101}",
        "camels = 4",
    ],
)
def test_what_can_not_be_is_refused_with_its_entry(entry):
    with pytest.raises(Refusal, match="Entry"):
        from_toml(HEAD + entry)


FULL = Box(
    statuses={"diseased": Effect(slower=5, most=0), "envious": Effect(most=9)},
    treasures=tuple(f"{n:040}" for n in range(100)),
    sales={f"{n:040}": (1, "rich") for n in range(100)},
)


def test_a_box_may_be_as_full_as_it_can_be():
    assert from_toml(to_toml(FULL)) == FULL
    more = FULL.sales | {"Lamp": (1, "rich")}
    with pytest.raises(Refusal, match="n't a table"):
        from_toml(to_toml(Box(sales=more)))
    assert learn(Box(), {"treasures": [f"{1:040}", f"{1:041}"]}).treasures == (f"{1:040}",)


def test_a_box_of_another_game_is_none():
    with pytest.raises(Refusal, match="n't a box"):
        from_toml("companion_djinn_box = 1")


def test_what_a_status_does_as_we_know_it_needs_no_note():
    noted = corrected(Box(), "diseased", SLOW)
    assert noted.statuses == {"diseased": SLOW}
    assert corrected(noted, "diseased", Effect(slower=1)) == Box()


def test_rates_of_the_owner_count_at_the_table():
    state = opened(WHOLE.noted)
    assert turn.rates(state, state.heroes[0]) == (5, 3)
    assert opened(None).noted == box_overrides.NOTHING_NOTED
    assert turn.rates(opened(None), opened(None).heroes[0]) == (4, 4)


def test_statuses_of_the_owner_slow_hold_and_bar():
    state = opened(WHOLE.noted, ev.SkillTrained(0, "luck", "talent"))
    after = reduce(evolve, award.award(state, statuses=["diseased", "envious"]), state)
    assert turn.rates(after, after.heroes[0]) == (3, 1)
    assert after.heroes[0].held == {"diseased": ("luck",)}
    met = ev.StatusGained(0, "envious", 0), ev.GoalChosen(0, 0, 20), ev.PointsChanged(0, 0, 20)
    plain, free = opened(None, *met), opened(WHOLE.noted, *met)
    assert "Envious" in str(ending.why_not(plain, 0).values)
    assert ending.why_not(free, 0) == ending.why_not(evolve(free, ev.StatusLost(0, "envious")), 0)


def test_steps_of_the_story_track_bring_what_the_owner_says_once():
    state = evolve(opened(WHOLE.noted), ev.WealthChanged(0, "beggar"))
    after = reduce(evolve, award.award(state, story=3), state)
    assert after.heroes[0].wealth == "poor"  # two levels
    later = reduce(evolve, award.award(after, story=5), after)
    assert (later.heroes[0].wealth, later.heroes[0].rewards) == ("respectable", (3, 8))
    none = opened(BoxNoted(rewards={"3": 0}))
    assert award.award(none, story=3) == [ev.PointsChanged(0, 0, 3)]


def test_what_is_said_of_a_status_is_what_the_owner_says():
    own_lines = [str(line) for line in lines("move", {"diseased"}, WHOLE.noted)]
    assert own_lines == ["Diseased: −2"]
    assert [str(line) for line in lines("move", {"diseased"})] == ["Diseased: one less path."]
    assert [str(line) for line in lines("read", {"diseased"}, WHOLE.noted)] == ["Diseased blocks: Luck."]


@pytest.mark.parametrize(
    "noted",
    [
        BoxNoted(rates={"rich": (-1, 3)}),
        BoxNoted(rates={"rich": (3, 10)}),
        BoxNoted(rates={"golden": (1, 3)}),
        BoxNoted(statuses={"hungry": Effect()}),
        BoxNoted(statuses={"diseased": Effect(slower=6)}),
        BoxNoted(statuses={"diseased": Effect(slower=-1)}),
        BoxNoted(statuses={"diseased": Effect(most=10)}),
        BoxNoted(statuses={"diseased": Effect(most=-1)}),
        BoxNoted(statuses={"diseased": Effect(holds=("flying",))}),
        BoxNoted(rewards={"x": 1}),
        BoxNoted(rewards={"22": 1}),
        BoxNoted(rewards={"0": 1}),
        BoxNoted(rewards={"3": -1}),
        BoxNoted(rewards={"3": 7}),
    ],
)
def test_an_imported_log_may_not_say_anything_of_a_box(noted):
    state = reduce(evolve, setup.open_game(State(), players=2, rng=Random(1)), State())
    with pytest.raises(ValueError, match="box"):
        check(evolve(state, noted), 2)


def test_a_box_may_say_as_much_as_its_forms_ask_for():
    effects = {"diseased": Effect(slower=5, most=9), "lost": Effect(most=0, holds=("luck",))}
    noted = BoxNoted(rates={"rich": (0, 9)}, statuses=effects, rewards={"1": 0, "21": 6})
    check(evolve(reduce(evolve, setup.open_game(State(), players=2, rng=Random(1)), State()), noted), 2)


def test_names_are_learned_once_and_only_so_many():
    events = [ev.TreasureGained(0, "Lamp"), ev.QuestGot(0, "Gold"), ev.CityCardKept(0, "Basra"), ev.TurnEnded(0)]
    known = learn(learn(Box(), names_in(events)), names_in(events))
    assert (known.treasures, known.quests, known.cities) == (("Lamp",), ("Gold",), ("Basra",))
    many = learn(known, {"treasures": [f"{number}" for number in range(corrections.MOST_NAMES)]})
    assert len(many.treasures) == corrections.MOST_NAMES
    assert "Lamp" not in many.treasures
    assert learn(Box(), {"quests": ["", "x" * 41, "a\u202eb"]}) == Box()
    assert from_toml(to_toml(many)) == many


# Pages


@pytest.fixture
def new_table(ann, empty):
    def opens():
        answer = ann.post("/tales/new", count=1, total=20, **{"players-0-name": "Ann", "players-0-colour": "red"})
        return answer.location.split("/")[2]

    return opens


def test_the_pages_correct_the_box_and_the_next_table_plays_by_it(ann, new_table):
    sitting = new_table()
    rates = {f"{kind}-{id}": 2 for kind in ("land", "sea") for id in box_overrides.TO_RATE}
    slower = {"slower": 2, "most": "", "holds": ["luck"], "talents": "y"}
    assert ann.post("/tales/box/rates", **rates | {"land-rich": 6}).status_code == 303
    assert ann.post("/tales/box/status/diseased", **slower).status_code == 303
    assert ann.post("/tales/box/rewards", **{"step-0": 8, "wealth-0": 2}).status_code == 303
    assert ann.post("/tales/box/names", treasures="Lamp\n Lamp \nRing", quests="", cities="Basra").status_code == 303
    shown = ann.get("/tales/box").text
    for words in ("6 by land, 2 by sea", "paths: −2", "all Talents blocked", "At 8 story points: wealth +2", "Ring"):
        assert words in shown, words
    assert "At 3 story points" not in shown
    assert "uses the corrections from" in ann.get(f"/t/{new_table()}/log").text
    assert "has put right counts" not in ann.get(f"/t/{sitting}/log").text


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("rates", {}),
        ("status/diseased", {"slower": "many"}),
        ("status/diseased", {"slower": 1, "holds": "flying"}),
        ("rewards", {"step-0": 0, "wealth-0": 1}),
        ("rewards", {"step-0": 99, "wealth-0": 1}),
        ("names", {"treasures": "x" * 41}),
    ],
)
def test_what_can_not_be_is_refused_on_the_pages(ann, new_table, path, form):
    new_table()
    assert ann.post(f"/tales/box/{path}", **form).status_code == 422
    assert "yours" not in ann.get("/tales/box").text


def test_an_unknown_status_has_no_page(ann, new_table):
    new_table()
    assert ann.get("/tales/box/status/hungry").status_code == 404
    assert ann.post("/tales/box/status/hungry", slower=1).status_code == 404

"""What a Trophy gives at once: told by its player once, counted, and offered by the box ever after."""

import re
from dataclasses import replace
from functools import reduce

import pytest

from companion.games.djinn.box import store as box_store
from companion.games.djinn.box.corrections import Box, TrophyNote, from_toml, to_toml
from companion.games.djinn.box.finds import FindNote
from companion.games.djinn.box.table_notes import with_bonus
from companion.games.djinn.facts.events import ActionTaken, BoxNoted, TrophyTaken, TurnEnded
from companion.games.djinn.facts.sheet import Sheet
from companion.games.djinn.play import bonus, gains, rewards
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State, Turn
from companion.games.djinn.text.describe import tell
from companion.kit.box import photo_store
from companion.table.log import Refusal

ANN, BOB = 0, 1
HUNT = State(
    players=2,
    goods=True,
    turn=Turn(ANN, 2),
    trophies={"I": ("I-1", "I-2", "I-3"), "II": ("II-1",), "III": ("III-1",)},
    noted=BoxNoted({}, {}, {}, pictured=("I-1", "II-1")),
    sheets=(Sheet(),) * 2,
    entered=(frozenset(),) * 2,
    caught=(("blue",) * 8, ("brown",)),
)
TAKEN = TrophyTaken(ANN, "I", 36, "I-1")
TOLD = ActionTaken(ANN, "", "trophy", {"keys": 2}, "Two Keys")


def fold(*events, state=HUNT):
    return reduce(evolve, events, state)


def known(words, **gains):
    """Give the hunt of a box that knows a Trophy."""
    bonuses = {"I-1": gains} if gains else {}
    return replace(HUNT, noted=replace(HUNT.noted, trophies={"I-1": ("I", 36, words)}, bonuses=bonuses))


def test_a_photographed_trophy_is_taken_by_its_picture_with_the_points_on_its_back():
    assert [(one.id, one.points) for one in rewards.offers(HUNT, ANN)] == [("I-1", 0), ("I/30", 30), ("I/36", 36)]
    assert rewards.take_trophy(HUNT, seat=ANN, trophy="I-1", points=36) == [TAKEN]
    assert [one.id for one in rewards.offers(fold(TAKEN), BOB)] == ["I/30", "I/36"]
    for points in (0, 31):
        with pytest.raises(Refusal, match="30 or 36"):
            rewards.take_trophy(HUNT, seat=ANN, trophy="I-1", points=points)


def test_where_all_of_a_row_are_photographed_none_is_taken_by_points_alone():
    state = replace(HUNT, noted=replace(HUNT.noted, pictured=("I-1", "I-2", "I-3")))
    assert [one.id for one in rewards.offers(state, ANN)] == ["I-1", "I-2", "I-3"]
    older = rewards.take_trophy(state, seat=ANN, trophy="I/30")
    assert older == [TrophyTaken(ANN, "I", 30, "I/30")], "an older table did, and its log is checked by today's rules"


def test_whoever_has_just_taken_one_tells_its_bonus_once():
    """Also before the Mage has moved, since a Trophy is taken at any time in the turn."""
    state = fold(TAKEN)
    assert (bonus.untold(state, ANN), bonus.untold(state, BOB), bonus.untold(HUNT, ANN)) == ("I-1", "", "")
    told = gains.take(state, seat=ANN, action="trophy", colours=["blue"], text="A Key", told={"keys": 1})
    assert told == [ActionTaken(ANN, "", "trophy", {"keys": 1, "bottle_blue": 1}, "A Key")]
    after = fold(*told, state=state)
    assert gains.total(after, ANN, "keys") == 1
    with pytest.raises(Refusal, match="already counted"):
        gains.take(after, seat=ANN, action="trophy")
    assert bonus.untold(fold(TrophyTaken(ANN, "II", 30, "II-1"), state=after), ANN) == "II-1"
    assert bonus.untold(fold(TurnEnded(ANN, 0.0), state=state), ANN) == ""


def test_points_only_is_an_answer_too():
    told = gains.take(fold(TAKEN), seat=ANN, action="trophy")
    assert str(tell(told[0], ["Ann"])) == "Ann's Trophy only scores points."
    assert bonus.untold(fold(TAKEN, *told), ANN) == ""


def test_what_the_box_knows_is_counted_when_it_is_taken():
    assert rewards.take_trophy(known("Two Keys", keys=2), seat=ANN, trophy="I-1") == [TAKEN, TOLD]
    assert bonus.untold(fold(TAKEN, TOLD), ANN) == ""
    assert [str(one) for one in rewards.offers(known("", keys=2), ANN)[0].counted] == ["Keys +2"]


def test_what_the_owner_has_only_said_in_words_is_asked_and_points_only_is_not():
    for words, asked in (("Two Keys", "I-1"), ("", "")):
        assert bonus.untold(fold(TAKEN, state=known(words)), ANN) == asked


def test_no_action_of_the_space_is_lost_by_a_bonus():
    state = replace(fold(TAKEN, TOLD), here=("b1",), layout={"b1": "academy"})
    assert {one.id for one in gains.takes(state, "b1")} == {"academy", *gains.FORFEITS}


def test_the_box_keeps_a_bonus_beside_what_its_owner_said():
    box = with_bonus(Box(), TAKEN, TOLD)
    assert box == Box(trophies={"I-1": TrophyNote("I", 36, "Two Keys")}, bonuses={"I-1": {"keys": 2}})
    assert from_toml(to_toml(box)) == box
    assert box.noted.bonuses == {"I-1": {"keys": 2}}
    nothing = replace(TOLD, gains={}, text="")
    assert with_bonus(Box(), TAKEN, nothing).trophies == {"I-1": TrophyNote("I", 36)}
    owners = Box(trophies={"I-1": TrophyNote("II", 30, "2 Keys")})
    assert with_bonus(owners, TAKEN, replace(TOLD, text="")).trophies == owners.trophies
    assert with_bonus(owners, TAKEN, TOLD) == replace(owners, bonuses={"I-1": {"keys": 2}})
    assert with_bonus(Box(), replace(TAKEN, trophy="I/36"), TOLD) == Box()
    with pytest.raises(Refusal, match=r"bonuses\.I-1"):
        from_toml('companion_djinn_box = 1\n[bonuses."I-1"]\nkeys = 99\n')


ROW = [f"I-{number}" for number in range(1, 8)]


@pytest.fixture
def taking(app, ann, open_anew, tap, state):
    """Photograph row I, change the box, and take a Trophy at a table; give its code, its seat and what was taken."""

    def taking(points=True, **box):
        with app.test_request_context():
            photo_store.keep("djinn", [(id, b"small", b"large") for id in ROW], group="trophies")
            box_store.change(lambda known: replace(known, **box))
        code = open_anew(ann, first_game="y")
        tap(ann, code, "begin")
        seat, trophy = state(code).turn.seat, state(code).trophies["I"][0]
        button = f"{trophy} 36" if points else trophy
        assert f'name="trophy" value="{button}"' in re.sub(r"\s+", " ", ann.get(f"/djinn/{code}/hunt?gain=1").text)
        tap(ann, code, "trophy", seat=seat, trophy=button, anyway="y")
        return code, seat, trophy

    yield taking
    with app.test_request_context():
        photo_store.remove("djinn", ROW)


@pytest.mark.usefixtures("empty")
def test_a_bonus_is_told_right_after_its_trophy_and_kept(app, ann, taking, tap, state):
    code, seat, trophy = taking()
    assert "Does it show a bonus?" in ann.get(f"/djinn/{code}/hunt").text
    slot = state(code).city.square[0]
    tap(ann, code, "stand", seat=seat, slot=slot)
    assert "Does it show a bonus?" in ann.get(f"/djinn/{code}/hunt").text
    tap(ann, code, "take", seat=seat, action="trophy", text="Two Keys", keys=2, colours="blue")
    page = ann.get(f"/djinn/{code}/hunt").text
    assert "Does it show a bonus?" not in page
    assert "notes: Keys +2 and Bottles +1 (Blue). “Two Keys”" in page
    with app.test_request_context():
        kept = box_store.find()
    shows = {"keys": 2, "bottle_blue": 1}
    assert (kept.trophies, kept.bonuses) == ({trophy: TrophyNote("I", 36, "Two Keys")}, {trophy: shows})
    assert kept.finds == {"1": FindNote("trophy", "Two Keys", shows)}
    assert "Two Keys" in ann.get("/djinn/box").text


@pytest.mark.usefixtures("empty")
def test_a_bonus_that_the_box_knows_is_counted_with_its_trophy(ann, taking, state):
    trophies = {id: TrophyNote("I", 36, "Two Keys") for id in ROW}
    code, seat, _ = taking(points=False, trophies=trophies, bonuses={id: {"keys": 2} for id in ROW})
    assert gains.total(state(code), seat, "keys") == 2
    assert "Does it show a bonus?" not in ann.get(f"/djinn/{code}/hunt").text


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize("told", [True, False])
def test_a_bonus_alone_does_not_make_the_app_count_what_a_seat_has(ann, taking, tap, state, told):
    trophies = {} if told else {id: TrophyNote("I", 36, "Two Keys") for id in ROW}
    code, seat, _ = taking(points=told, trophies=trophies, bonuses={id: {"keys": 2} for id in trophies})
    if told:
        tap(ann, code, "take", seat=seat, action="trophy")
    tap(ann, code, "stand", seat=seat, slot="R1", anyway="y")
    there = state(code).spaces["R1"].djinn
    assert len(there) > 1, "more than one can catch with what one starts with"
    assert tap(ann, code, "catch", seat=seat, slot="R1", djinn=[*there]).status_code == 303


@pytest.mark.usefixtures("empty")
def test_what_was_told_wrongly_of_a_bonus_is_no_longer_counted(app, ann, taking, tap, state):
    code, seat, trophy = taking()
    tap(ann, code, "take", seat=seat, action="trophy", text="15 Coins", coins=15)
    page = " ".join(ann.get("/djinn/box/trophies").text.split())
    assert "When it&#39;s taken, the app counts: Coins +15" in page
    shown = {f"row-{trophy}": "I", f"points-{trophy}": "36", f"bonus-{trophy}": "1 Coin"}
    for ticked, kept in (({f"counts-{trophy}": "y"}, {trophy: {"coins": 15}}), ({}, {})):
        ann.post("/djinn/box/trophies", **shown, **ticked)
        with app.test_request_context():
            assert (box_store.find().bonuses, box_store.find().trophies[trophy].bonus) == (kept, "1 Coin")


@pytest.mark.usefixtures("empty")
def test_what_another_trophy_gave_is_a_tap(ann, taking):
    code, *_ = taking(finds={"1": FindNote("trophy", "Two Keys", {"keys": 2})})
    assert "Two Keys · Keys +2" in ann.get(f"/djinn/{code}/hunt").text

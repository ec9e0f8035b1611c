"""Where the war's rules end: the last point, the last team, the last card, and who may not any more."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.efreet_war.facts import BY_ID, RESOURCES
from companion.games.efreet_war.facts.events import (
    AttackDeclared,
    CardUncovered,
    Dealt,
    FirstDrawn,
    GuardianKilled,
    KingLeft,
    Opened,
    PlayersEliminated,
    ResourceClaimed,
    RestUncovered,
    Seated,
    TurnEnded,
)
from companion.games.efreet_war.play import rules
from companion.games.efreet_war.scoring.result import places, result
from companion.games.efreet_war.state import evolve, seen_by
from companion.games.efreet_war.state.model import DRAW, Earned, Guarded, State, alive, leader, points
from companion.kit.fairness.committed_random import SecretTold
from companion.table.finished import with_names
from companion.table.log import Refusal
from tests.efreet_war.conftest import begun, fight, fold, opened, under

OVER = {"result": 0}


def owned(count, team=0):
    """Make a war in which a team has that many of the front row's Resources, worth one point each."""
    state = begun(4, mode="free")
    front = [one.id for one in RESOURCES if one.points == 1][:count]
    return replace(state, earned=tuple(Earned(team, id, None, 1) for id in front)), front


# Before the war


@pytest.mark.parametrize(
    ("players", "mode", "count", "sizes"),
    [
        (14, "free", 0, [1] * 14),
        (2, "teams", 2, [1, 1]),
        (14, "teams", 14, [1] * 14),
        (11, "teams", 4, [3, 3, 3, 2]),
        (10, "emperor", 2, [5, 5]),
        (12, "emperor", 4, [3, 3, 3, 3]),
    ],
)
def test_teams_are_as_equal_as_can_be(players, mode, count, sizes):
    """The text leaves the teams to the table (rules, Team Play)."""
    assert [len(team) for team in rules.divide(players, mode=mode, count=count)] == sizes


@pytest.mark.parametrize(
    ("players", "mode", "count", "words"),
    [
        (1, "teams", 2, "2 to 14 players"),
        (15, "teams", 2, "2 to 14 players"),
        (4, "mob", 2, "2 to 14 players"),
        (4, "teams", 1, "at least two teams"),
        (4, "teams", 5, "at least two teams"),
        (7, "emperor", 2, "equal teams of three"),
        (2, "emperor", 2, "equal teams of three"),
        (3, "emperor", 3, "equal teams of three"),
        (11, "emperor", 2, "equal teams of three"),
    ],
)
def test_teams_that_cannot_be_are_refused(players, mode, count, words):
    """An Emperor sits in the middle of an equal team (Emperor, Playing the Game)."""
    with pytest.raises(Refusal, match=words):
        rules.divide(players, mode=mode, count=count)


def test_a_name_has_forty_characters_and_a_list_ten_times_its_names(rng):
    with pytest.raises(Refusal, match="exactly 18"):
        rules.deal(State(), guardians=["x" * 40], rng=rng)
    with pytest.raises(Refusal, match="at most 40"):
        rules.deal(State(), guardians=["x" * 41], rng=rng)
    eighteen = [f"Guard {n}" for n in range(18)]
    assert rules.deal(opened(), guardians=eighteen * 10, rng=rng)
    with pytest.raises(Refusal, match="one name per line"):
        rules.deal(opened(), guardians=[*eighteen * 10, "Guard 1"], rng=rng)


def test_own_names_are_noted_when_they_are_others(rng):
    """The deal of the last names needs no new note of them."""
    state = opened()
    assert len(rules.deal(state, rng=rng)) == 1
    snares = ["Brass", "Glass", "Grass"]
    assert len(rules.deal(state, traps=snares, rng=rng)) == 2
    assert len(rules.deal(fold(state, rules.deal(state, traps=snares, rng=rng)), traps=snares, rng=rng)) == 1
    guards = [f"Guard {n}" for n in range(18)]
    assert len(rules.deal(state, guardians=guards, rng=rng)) == 2
    named = fold(state, rules.deal(state, guardians=guards, rng=rng))
    assert named.guardians == tuple(guards)
    assert len(rules.deal(named, guardians=guards, rng=rng)) == 1
    written_otherwise = [guards[0], guards[0].upper(), *guards[1:]]
    assert len(rules.deal(named, guardians=written_otherwise, rng=rng)) == 1  # the first spelling counts


def test_a_word_draws_anew_only_what_stands_by_chance():
    state = replace(opened(6, mode="emperor"), commitment="11", secret="00")
    kinds = [type(event).__name__ for event in rules.say_word(state, seat=0, word="Karneol")]
    assert kinds == ["WordSaid", "Dealt", "FirstDrawn"]
    chosen = fold(state, [FirstDrawn(2, False)])
    assert [type(event).__name__ for event in rules.say_word(chosen, seat=0, word="x")] == ["WordSaid", "Dealt"]
    mixed = fold(chosen, [Seated(chosen.teams, True)])
    kinds = [type(event).__name__ for event in rules.say_word(mixed, seat=0, word="x")]
    assert kinds == ["WordSaid", "Seated", "Dealt"]
    with pytest.raises(Refusal, match="has begun"):
        rules.say_word(begun(), seat=0, word="x")


def test_a_first_turn_goes_with_its_role_only(rng):
    """In Emperor seating the first turn is a General's; elsewhere it is a player's (rules, Starting the Game)."""
    state = replace(opened(6, mode="emperor"), first=2)
    assert rules.swap(state, one=0, other=1) == [Seated(((1, 0, 2), (3, 4, 5)))]
    assert rules.swap(state, one=2, other=5)[1:] == [FirstDrawn(5)]
    assert rules.swap(state, one=5, other=2)[1:] == [FirstDrawn(5)]
    assert len(rules.swap(replace(opened(6), first=2), one=2, other=5)) == 1
    with pytest.raises(Refusal, match="two different"):
        rules.swap(state, one=0, other=6)


def test_the_first_turn_is_anybodys_or_a_generals():
    """The left-hand General of an Emperor, elsewhere anybody (rules, Starting the Game; Emperor)."""
    assert {opened(4, mode="free", seed=seed).first for seed in range(40)} == {0, 1, 2, 3}
    assert {opened(9, mode="emperor", team_count=3, seed=seed).first for seed in range(40)} == {2, 5, 8}
    seated, drawn = rules.mix(opened(10, mode="emperor"), rng=Random(7))
    assert drawn.seat in {team[3] for team in seated.teams}


@pytest.mark.parametrize("change", [{"attacked": ("lamp",)}, {"earned": (Earned(0, None, 3, 3),)}, {"fallen": (3,)}])
def test_what_was_dealt_stands_once_somebody_went_by_it(change, rng):
    """The war's beginning may be taken back alone, and what came after it still counts."""
    state = replace(opened(), **change)
    for move in (
        lambda: rules.deal(state, rng=rng),
        lambda: rules.mix(state, rng=rng),
        lambda: rules.swap(state, one=0, other=1),
        lambda: rules.choose_first(state, seat=1),
        lambda: rules.say_word(state, seat=1, word="x"),
    ):
        with pytest.raises(Refusal, match="already attacked or is out"):
            move()


# The attack


def test_one_attacks_only_what_is_there():
    state = begun()
    for id, status, words in (
        ("king", {"removed": True}, "out of the game"),
        ("lamp", {"owner": 1}, "has been claimed"),
        ("lamp", {"owner": 0}, "has been claimed"),
    ):
        other = replace(state, resources=state.resources | {id: replace(state.resources[id], **status)})
        with pytest.raises(Refusal, match=words):
            rules.attack(other, resource=id)
    with pytest.raises(Refusal, match="is waiting for an answer"):
        rules.attack(replace(state, audience=0), resource="lamp")
    assert rules.why_not_attack(state, "lamp") is None


def test_where_nothing_lies_nothing_is_uncovered():
    state = begun()
    card = state.sealed["lamp"]
    bare = replace(state, sealed={id: one for id, one in state.sealed.items() if id != "lamp"})
    fought = fold(bare, rules.attack(bare, resource="lamp"))
    for name in state.resources["lamp"].guardians:
        fought = fold(fought, [GuardianKilled("lamp", name)])
    assert len(rules.resolve(fought, resource="lamp", survived=True)) == 1
    shown = replace(fought, shown={"lamp": card})
    assert rules.resolve(shown, resource="lamp", survived=True)[1].card == card


def test_only_who_has_the_turn_ends_it():
    state = begun()
    assert rules.end_turn(state, seat=0) == rules.end_turn(state) == [TurnEnded(0)]
    with pytest.raises(Refusal, match="another player's turn"):
        rules.end_turn(state, seat=1)


def test_cards_are_mixed_down_to_two(rng):
    state = begun()
    two = dict(list(state.sealed.items())[:2])
    assert rules.mix_sealed(replace(state, sealed=two), rng=rng)
    with pytest.raises(Refusal, match="nothing to shuffle"):
        rules.mix_sealed(replace(state, sealed={}), rng=rng)


def test_what_is_hidden_is_shown_once_and_after_the_war():
    over = replace(begun(), **OVER)
    assert rules.uncover_rest(over)
    assert rules.tell_secret(over)
    with pytest.raises(Refusal, match="face down any more"):
        rules.uncover_rest(replace(over, sealed={}))
    for move in (rules.tell_secret, rules.uncover_rest):
        with pytest.raises(Refusal, match="over yet"):
            move(begun())
        with pytest.raises(Refusal, match=r"already revealed|any more"):
            move(replace(over, told=True))
    for event in (RestUncovered(), SecretTold()):
        assert evolve(over, event).told
        assert evolve(begun(), event) == begun()
    assert seen_by(evolve(over, SecretTold())).sealed == over.sealed


# Points and the end


@pytest.mark.parametrize("count", range(8))
def test_the_first_with_ten_points_wins(count):
    """Ten Victory Points, and not one less (rules, Overview); a player out counts three (rules, Victory Points)."""
    state, _ = owned(count)
    after = fold(state, rules.eliminate(state, seats=[3], by=[0]))
    assert (points(after)[0], after.result) == (count + 3, 0 if count == 7 else None)
    assert rules.missing(after, 0) == 10 - points(after)[0]
    more = fold(after, rules.eliminate(replace(after, result=None), seats=[2], by=[0]))
    assert rules.missing(more, 0) == max(0, 4 - count)


def test_after_a_war_that_nobody_outlived_it_is_over():
    state = begun(2, mode="free")
    over = fold(state, rules.eliminate(state, seats=[0, 1], by=[1, 0]))
    for move in (rules.end_turn, lambda state: rules.attack(state, resource="lamp")):
        with pytest.raises(Refusal, match="war is over"):
            move(over)


def test_more_points_win_then_the_turn_then_the_first_team():
    """Of several who reach ten at once (facts 1.6.10)."""

    def best(turn, *totals):
        earned = tuple(Earned(team, None, 3, total) for team, total in enumerate(totals))
        return fold(replace(begun(4, mode="free"), turn=turn, earned=earned), [ResourceClaimed("lamp", 3, 3)]).result

    assert best(0, 10, 11, 0) == 1
    assert best(1, 10, 10, 0) == 1
    assert best(2, 10, 10, 0) == 0
    assert best(2, 0, 10, 10) == 2
    assert best(0, 9, 9, 9) is None


def test_a_war_goes_on_as_long_as_two_teams_live():
    state = begun(6, team_count=3)
    state = fold(state, rules.eliminate(state, seats=[0, 1], by=[None, None]))
    assert (state.result, alive(state), state.turn) == (None, (1, 2), 2)
    last = fold(state, rules.eliminate(state, seats=[2, 3], by=[None, None]))
    assert (last.result, alive(last)) == (2, (2,))
    assert fold(state, rules.eliminate(state, seats=[2, 3, 4, 5], by=[None] * 4)).result == DRAW


def test_with_an_emperor_only_one_of_two_teams_falls():
    """The house rule for teams of two (facts 1.6.1); other players fall alone."""
    state = begun(6, mode="emperor")
    assert rules.eliminate(state, seats=[3], by=[0]) == [PlayersEliminated(((3, 0, 2),), ())]
    assert rules.eliminate(state, seats=[4], by=[0]) == [PlayersEliminated(((4, 0, 3),), (1,))]
    both = rules.eliminate(state, seats=[1, 4], by=[1, 0])
    assert both == [PlayersEliminated(((1, 1, 3), (4, 0, 3)), (0, 1))]
    plain = replace(begun(6), emperor_ends=True)
    assert rules.eliminate(plain, seats=[4], by=[0]) == [PlayersEliminated(((4, 0, 3),), ())]


def test_how_many_resources_are_enough():
    """The back row's first; those that are claimed or out do not count."""
    state = begun()
    assert rules.fewest(state, 0) == 5  # 3 + 2 + 2 + 2 + 2 are eleven, one less nine
    assert rules.fewest(replace(state, earned=(Earned(0, None, 3, 10),)), 0) == 0
    assert rules.fewest(replace(state, earned=(Earned(0, None, 3, 9),)), 0) == 1
    rest = ("lamp", "bazaar")
    few = {id: replace(one, owner=None if id in rest else 1) for id, one in state.resources.items()}
    assert rules.fewest(replace(state, resources=few, earned=(Earned(0, None, 3, 8),)), 0) == 2
    assert rules.fewest(replace(state, resources=few, earned=(Earned(0, None, 3, 7),)), 0) is None
    opened_up = {id: replace(one, guardians=()) for id, one in few.items()}
    assert rules.fewest(replace(state, resources=opened_up, earned=(Earned(0, None, 3, 8),)), 0) == 2


def test_the_team_to_the_left_is_the_next_one_alive():
    state = replace(begun(6, team_count=3), turn=4)
    assert rules.left_team(state) == 0
    assert rules.left_team(replace(state, fallen=(0, 1))) == 1
    assert rules.left_team(replace(state, fallen=(0, 1, 2, 3))) is None
    everybody = {*range(sum(map(len, state.teams)))}
    assert rules.left_team(replace(state, fallen=tuple(everybody))) is None  # as a sheet may say
    assert rules.left_team(replace(state, fallen=(state.turn,))) == rules.left_team(state)


def test_who_stands_for_a_team():
    """Its Emperor, or its first player."""
    assert [leader(begun(6, mode="emperor"), team) for team in (0, 1)] == [1, 4]
    assert [leader(begun(10, mode="emperor"), team) for team in (0, 1)] == [2, 7]
    assert [leader(begun(14, mode="emperor"), team) for team in (0, 1)] == [3, 10]
    assert [leader(begun(6), team) for team in (0, 1)] == [0, 3]


def test_places_go_by_the_winner_and_then_by_points():
    state = replace(begun(4, mode="free"), earned=(Earned(1, "king", None, 3), Earned(2, None, 0, 3)), result=0)
    assert places(state) == {0: 1, 1: 2, 2: 2, 3: 4}
    kept = result(state)
    assert [(one.place, one.points) for one in kept] == [(1, 0), (2, 3), (2, 3), (4, 0)]
    assert [line.id for one in kept for line in one.lines] == ["king-0", "player-1"]
    assert [one.place for one in result(replace(state, result=DRAW))] == [0, 0, 0, 0]
    assert result(replace(state, result=None)) is None
    (line,) = kept[2].lines
    assert with_names(line.label, ["Ann", "Bob", "Cem", "Dee"]) == "Ann eliminated"


# What events add up to


def test_a_guardian_dies_once_and_only_at_its_resource():
    state = begun()
    name, other = state.resources["lamp"].guardians[0], state.resources["king"].guardians
    dead = evolve(state, GuardianKilled("lamp", name))
    assert dead.resources["lamp"] == Guarded(dead=(name,))
    assert evolve(dead, GuardianKilled("lamp", name)) == dead
    two_left = evolve(state, GuardianKilled("king", other[1])).resources["king"]
    assert (two_left.guardians, two_left.dead) == ((other[0], other[2]), (other[1],))


def test_an_attack_forgets_what_was_uncovered_before():
    state = replace(begun(), uncovered=CardUncovered("lamp", 0, "Brass Man", None), attacks={"ali": 0})
    after = evolve(state, AttackDeclared(0, "king"))
    assert (after.attacks, after.attacked, after.uncovered) == ({"ali": 0, "king": 0}, ("king",), None)


def test_a_new_turn_and_a_fallen_player_forget_attacks_and_audiences():
    state = replace(begun(3, mode="free"), attacks={"lamp": 0}, attacked=("lamp",), audience=0)
    gone = evolve(state, PlayersEliminated(((0, None, 0),), ()))
    assert (gone.turn, gone.attacks, gone.attacked, gone.audience) == (1, {}, (), None)
    stays = evolve(state, PlayersEliminated(((1, None, 0),), ()))
    assert (stays.turn, stays.attacks, stays.attacked, stays.audience) == (0, {"lamp": 0}, ("lamp",), 0)
    assert evolve(state, KingLeft(0)).audience is None
    assert evolve(stays, TurnEnded(0)).turn == 2
    assert evolve(replace(stays, fallen=(1, 2)), TurnEnded(0)).turn == 0


def test_nobody_earns_for_nothing():
    state = begun(4, mode="free")
    out = ((1, 0, 3), (2, 0, 0), (3, None, 3))
    assert evolve(state, PlayersEliminated(out, ())).earned == (Earned(0, None, 1, 3),)


def test_hands_take_the_place_of_chance():
    state = opened(4, mode="free")
    drawn = fold(state, [Seated(((3,), (2,), (1,), (0,)), True), FirstDrawn(2, True)])
    assert (drawn.seats_drawn, drawn.first_drawn, drawn.first) == (True, True, 2)
    chosen = fold(drawn, [Seated(((0,), (1,), (2,), (3,)), False), FirstDrawn(1, False)])
    assert (chosen.seats_drawn, chosen.first_drawn, chosen.first) == (False, False, 1)
    assert chosen.drawn == drawn.drawn


def test_a_deal_lays_everything_anew():
    state = replace(opened(), shown={"lamp": "Brass Man"})
    again = evolve(state, Dealt(dict.fromkeys(BY_ID, ()), ("a", "b", "c"), {"lamp": "a"}))
    assert (again.shown, again.traps, again.sealed) == ({}, ("a", "b", "c"), {"lamp": "a"})
    assert {one.status for one in again.resources.values()} == {"open"}
    war = replace(state, begun=True)
    for event in (Dealt({}, (), {}), Seated(()), FirstDrawn(0), FirstDrawn(0, True)):
        assert evolve(war, event) == war
    assert evolve(State(), Opened(5, "free", False, True)) == State(5, "free", False, True, lives=(20,) * 5)


def test_the_card_under_a_claimed_resource_is_the_teams():
    state = fight(under(begun(), "lamp", "Brass Man"), "lamp")
    assert state.artifacts == {0: ("Aladdin's Lamp", "Brass Man")}
    trap = fight(under(begun(), "bazaar", "Oubliette"), "bazaar")
    assert trap.artifacts == {}
    assert trap.resources["bazaar"].uncovered == "Oubliette"

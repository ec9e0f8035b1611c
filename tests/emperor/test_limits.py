"""Where Emperor's rules end: the last seat that is reached, the last life that counts, and who may not any more."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.games.emperor.facts.events import CreatureMarched, CreatureStolen, PlayersFallen
from companion.games.emperor.play import creatures, duel as moves
from companion.games.emperor.play.reach import affects, field_of, from_creature, from_seat, reach_of
from companion.games.emperor.setup import seating
from companion.games.emperor.state import DRAW, State, role, teams
from companion.kit.ring.away import CreatureGone
from companion.kit.ring.counters import LifeCounted, LifeSet
from companion.kit.ring.creatures import Creature, steps
from companion.table.log import Refusal
from tests.emperor.conftest import A, B, C, D, E, F, fold

OGRE = Creature(1, "Ogre", A, A, B)
NEW = {"creature": None, "name": "Ogre", "wall": False}
NOTED = {"creature": 1, "owner": A, "name": "", "wall": False}


def away(state, **change):
    """Let a creature of A's be away from home."""
    one = replace(OGRE, **change)
    return replace(state, creatures={one.id: one}, noted=one.id)


# Whom one reaches


@pytest.mark.parametrize("players", [6, 10, 14])
def test_the_later_rules_reach_the_nearest_enemies(duel, players):
    """A General or Lieutenant reaches one enemy, an Emperor the nearest on both sides (facts 2.5, rule 809.6a)."""
    state = duel(players, range_id="official")
    for team in teams(state):
        for place, seat in enumerate(team):
            enemies = {1 + place, len(team) - place}
            emperor = place == len(team) // 2
            assert reach_of(state, seat, "spells") == (max(enemies) if emperor else min(enemies))


@pytest.mark.parametrize(("players", "roles"), [(6, [1, 0, 1]), (10, [2, 1, 0, 1, 2]), (14, [2, 2, 1, 0, 1, 2, 2])])
def test_generals_sit_beside_their_emperor_and_lieutenants_beyond(duel, players, roles):
    """Emperors between two Generals, Lieutenants beside these (rules, Playing the Game)."""
    assert [role(duel(players), seat) for seat in range(players)] == 2 * roles


def test_by_the_later_rules_everybody_sees_who_is_reached_before_the_duel(seated):
    reached = {one.seat for one in from_seat(seated(range_id="official"), A) if one.spells}
    assert reached == {B, F}


def test_everybody_affects_the_own_territory(duel):
    """However short the range (rules, Limiting Range)."""
    state = duel(range_id="one")
    assert affects(state, A, A)
    assert not affects(state, A, C)
    assert affects(away(state), A, C)  # an ability, from where the creature stands


def test_whom_a_creature_away_from_home_reaches_and_why(duel):
    """Seats clockwise from where it stands; its controller is one, and not attacked (rules, Limited Range)."""
    state = away(duel(), at=C, controller=A)
    answers = from_creature(state, state.creatures[1])
    assert [one.seat for one in answers] == [C, D, E, F, A, B]
    assert [one.seat for one in answers if one.attack] == [D]
    assert [one.seat for one in answers if one.spells] == [C, D, E, A, B]
    assert [str(one.attack_why) for one in answers] == [
        "an ally",
        "an enemy right beside it",
        "2 seats away; creatures can only attack the seats next to them",
        "3 seats away; creatures can only attack the seats next to them",
        "its controller",
        "an ally",
    ]


def test_a_creature_does_not_attack_where_it_stands(duel):
    """A stolen one may stand among enemies, and attacks only the seats beside it (rules, Limiting Range)."""
    state = away(duel(), at=D, controller=A)
    answers = {one.seat: one for one in from_creature(state, state.creatures[1])}
    assert str(answers[D].attack_why) == "it's at that seat and attacks only the ones next to it"
    assert (answers[D].attack, answers[E].attack, answers[C].attack) == (False, True, False)
    assert answers[D].spells
    assert answers[D].others
    home = away(duel(), at=A, controller=A)
    assert A not in {one.seat for one in from_creature(home, home.creatures[1])}


# Creatures


def test_no_creature_is_forced_by_the_later_rules(duel):
    with pytest.raises(Refusal, match="forced to march"):
        creatures.force(duel(range_id="official"), owner=E, source=C, **NEW)


@pytest.mark.parametrize("source", [4, 2])
def test_what_is_forced_beyond_its_range_is_destroyed(duel, source):
    """It goes no farther than two seats from its controller, nor does it stay (rules, Restrictions on Relocation)."""
    state = away(duel(10), at=2)
    made = creatures.force(state, source=source, **NOTED)
    assert made == [CreatureGone(1, "Ogre", "forced")]
    near = creatures.force(away(duel(10), at=1), source=3, **NOTED)
    assert near == [CreatureMarched(1, "Ogre", 2, forced=True)]


def test_who_takes_a_creature_in_the_own_territory_finds_it_there(duel):
    """It goes one seat towards the thief, and is there already (rules, Taking Control of Creatures)."""
    state = away(duel(range_id="one"), at=B)
    assert creatures.steal(state, by=B, **NOTED) == [CreatureStolen(1, "Ogre", B, B)]


def test_only_who_is_neither_sick_nor_tapped_is_ready(duel):
    """Creatures who are tapped, or who have summoning sickness, may not move (rules, Restrictions on Relocation)."""
    ready = {(sick, tapped): replace(OGRE, sick=sick, tapped=tapped).ready for sick, tapped in KINDS}
    assert [kind for kind, can in ready.items() if can] == [(False, False)]


KINDS = [(False, False), (False, True), (True, False), (True, True)]


def test_who_falls_is_neither_a_thiefs_nor_an_allys(duel):
    gone = fold(duel(), [PlayersFallen((C,))])
    with pytest.raises(Refusal, match="is out"):
        creatures.steal(away(gone), by=C, **NOTED)
    with pytest.raises(Refusal, match="is out"):
        creatures.force(away(gone), source=C, **NOTED)
    with pytest.raises(Refusal, match="is out"):
        creatures.steal(gone, by=B, **NEW | {"owner": C})
    official = replace(gone, range_id="official", turn=A)
    with pytest.raises(Refusal, match="is out"):
        creatures.deploy(official, owner=A, to=C, **NEW)


def test_a_hundredth_creature_is_not_noted(duel):
    def crowd(count):
        return replace(duel(), creatures={n: replace(OGRE, id=n) for n in range(1, count + 1)}, noted=count)

    assert creatures.steal(crowd(98), owner=B, by=C, **NEW)[0].creature == 99
    with pytest.raises(Refusal, match="no room for more"):
        creatures.steal(crowd(99), owner=B, by=C, **NEW)


def test_nothing_is_forced_that_is_a_wall_or_tapped_or_has_marched(duel):
    """Creatures who cannot move are destroyed (rules, Forced Movement)."""
    for change in ({"wall": True}, {"tapped": True}, {"moved": True}):
        made = creatures.force(away(duel(10), at=1, **change), source=3, **NOTED)
        assert made == [CreatureGone(1, "Ogre", "forced")]


def test_at_home_too_the_tapped_is_destroyed_and_the_just_summoned_is_immune(duel):
    """Creatures who cannot move are destroyed, cards just summoned are immune (rules, Forced Movement)."""
    made = creatures.force(duel(), owner=E, source=C, tapped=True, **NEW)
    assert made[-1] == CreatureGone(1, made[0].name, "forced")
    with pytest.raises(Refusal, match="can't be forced"):
        creatures.force(duel(), owner=E, source=C, summoned=True, **NEW)


def test_a_way_is_shown_with_what_stands_against_it(duel):
    near = steps(field_of(replace(away(duel()), turn=A)), OGRE)
    assert near == [(A, None), (C, None)]
    far = steps(field_of(away(duel(range_id="one"), at=B)), OGRE)
    assert far == [(A, None), (C, "A creature must stay within 1 of its controller.")]


# The duel


def test_only_who_has_the_turn_ends_it(duel):
    state = duel()
    assert moves.end_turn(state, seat=state.turn) == moves.end_turn(state)
    with pytest.raises(Refusal, match="another player's turn"):
        moves.end_turn(state, seat=F)


@pytest.mark.parametrize("life", [-999, 99_999])
def test_life_goes_to_its_bounds_and_no_farther(duel, life):
    """The life that people note has three digits below nothing and five above."""
    far = 1 if life > 0 else -1
    assert moves.change_life(duel(), seat=A, value=life) == [LifeSet(A, life)]
    assert moves.change_life(duel(), seat=A, by=life - 20) == [LifeCounted(A, life - 20)]
    for choice in ({"value": life + far}, {"by": life - 20 + far}):
        with pytest.raises(Refusal, match="-999 to 99999"):
            moves.change_life(duel(), seat=A, **choice)


def test_before_the_duel_no_turns_come(seated):
    assert moves.upcoming(seated()) == ()


def test_a_team_alone_has_all_turns(duel):
    assert moves.in_a_row(replace(duel(), fallen=(D, E, F))) == 3


@pytest.mark.parametrize("team", [-1, 2])
def test_there_are_two_teams(seated, duel, team):
    with pytest.raises(Refusal, match="one of the teams"):
        seating.choose_first(seated(), team=team)
    with pytest.raises(Refusal, match="one of the teams"):
        moves.next_duel(fold(duel(), [PlayersFallen((B,))]), team=team)


def test_a_name_has_up_to_forty_characters():
    assert seating.named("x" * 40) == "x" * 40
    assert seating.named("x") == "x"
    for name in ("", "x" * 41):
        with pytest.raises(Refusal, match="1 to 40"):
            seating.named(name)


def won(seated, *cards):
    """Make a duel that the team of D, E and F has won, with so many cards in the pool."""
    state = replace(seated(ante=True), pool=dict.fromkeys(cards, "card"))
    return fold(state, [*seating.begin(state), PlayersFallen((B,))])


def test_chance_divides_the_ante(seated):
    """The winners divide the spoils by a random draw: who gets one more, and which cards (rules, Playing the Game)."""
    shares = [moves.divide_ante(replace(won(seated, *range(4)), secret=""), rng=Random(n))[0].shares for n in range(99)]
    doubles = {frozenset(card for to, card in one if to == most) for one in shares for most in [_most(one)]}
    assert {_most(one) for one in shares} == {D, E, F}
    assert len(doubles) == 6  # any two of the four


def _most(shares):
    return Counter(to for to, _ in shares).most_common(1)[0][0]


def test_the_secret_is_told_after_the_ante_is_divided(seated, duel):
    state = replace(won(seated, A), secret="00", commitment="11")
    with pytest.raises(Refusal, match="Divide the ante first"):
        moves.tell_secret(state)
    for ready in (replace(state, shares=((D, A),)), replace(state, pool={}), replace(state, result=DRAW)):
        assert len(moves.tell_secret(ready)) == 1
    with pytest.raises(Refusal, match="already revealed"):
        moves.tell_secret(replace(state, told=True))
    with pytest.raises(Refusal, match="weren't fixed in advance"):
        moves.tell_secret(replace(state, secret=""))
    with pytest.raises(Refusal, match="until this duel is over"):
        moves.tell_secret(replace(duel(), secret="00"))


def test_no_card_is_staked_before_there_is_a_table_or_after_it_has_begun(duel):
    with pytest.raises(Refusal, match=r"has (already )?begun"):
        seating.ante(duel(ante=True), seat=A, card="card")
    with pytest.raises(Refusal, match="no game yet"):
        seating.ante(State(ante=True), seat=A, card="card")


@pytest.mark.parametrize("move", [creatures.tap, creatures.untap, creatures.bury, creatures.give_back])
def test_after_a_duel_nothing_happens_to_a_creature(duel, move):
    over = replace(away(duel(), tapped=move is creatures.untap), result=0)
    with pytest.raises(Refusal, match="duel is over"):
        move(over, creature=1)
